//! What a file says on one board: loops unrolled, expressions expanded and checked.

use super::GameFile;
use super::error::FileError;
use super::meaning::{FileMeaning, Settings, Stated};
use super::names::{lasting, shown};
use super::program::WORDS;
use super::rules::{FilePlayers, WhenStuck};
use super::statement::{Assignment, Form, LoopValues, Statement};
use crate::check::{condition_of, word_of_expression};
use crate::error::LanguageError;
use crate::expansion::{Constant, Expansion, is_of_every_board};
use crate::meaning::{Bit, Word};
use crate::program::squares_of;
use crate::syntax::{Definitions, Node};
use crate::vocabulary::Vocabulary;
use encodings::board::{Layout, Mask, Symmetry};
use encodings::rules::{Ending, SECOND, StepKind};
use std::collections::HashMap;

/// The name of the move in what it does.
const MOVE: &str = "m";

/// The greatest number of statements after loops are unrolled.
const STATEMENTS_LIMIT: usize = 2_000;

/// Names with their values: settings, and the values of loops.
pub(super) type Constants = HashMap<String, Constant>;

/// A statement with the values of the loops around it.
pub(super) struct Unrolled<'f> {
    pub(super) statement: &'f Statement,
    pub(super) constants: Constants,
}

impl GameFile {
    /// What the statements mean on a board of this layout, with these values of numbers.
    pub(super) fn meaning_on(&self, layout: Layout, settings: &Settings) -> Result<FileMeaning, FileError> {
        BoardReader::new(self, layout, settings)?.meaning()
    }
}

pub(super) struct BoardReader<'f> {
    pub(super) file: &'f GameFile,
    pub(super) layout: Layout,
    /// The layout, and the numbers that are not the default.
    pub(super) board_name: String,
    pub(super) squares: Mask,
    definitions: Definitions,
    pub(super) unrolled: Vec<Unrolled<'f>>,
    /// How many rounds of loops there were.
    rounds: usize,
    pub(super) words: Vec<(usize, String, char)>,
    /// Whether a position says who moves.
    pub(super) has_second: bool,
    pub(super) vocabulary: Vocabulary,
}

impl<'f> BoardReader<'f> {
    pub(super) fn new(file: &'f GameFile, layout: Layout, settings: &Settings) -> Result<Self, FileError> {
        let squares = Mask::first(layout.squares());
        let mut reader = Self {
            file,
            layout,
            board_name: layout.to_string(),
            squares,
            definitions: Definitions::default(),
            unrolled: Vec::new(),
            rounds: 0,
            words: Vec::new(),
            has_second: file.source.names(SECOND),
            vocabulary: Vocabulary::of_words(layout, squares, &[], Vec::new()),
        };
        reader.declare(settings)?;
        Ok(reader)
    }

    pub(super) fn error(&self, at: usize, expected: &str) -> FileError {
        self.file.source.error(at, expected)
    }

    pub(super) fn located<T>(&self, found: Result<T, LanguageError>) -> Result<T, FileError> {
        found.map_err(|error| self.file.source.language_error(&error))
    }

    /// Words, numbers, definitions and squares, which all other statements use; then the loops.
    fn declare(&mut self, settings: &Settings) -> Result<(), FileError> {
        let (mut constants, mut squares) = (Constants::new(), None);
        for statement in &self.file.statements {
            let at = statement.at;
            match &statement.form {
                Form::Words(words) => self.declare_words(words, &constants)?,
                Form::Number { name, range } => {
                    self.require_new(at, name, &constants)?;
                    self.require_not_of_boards(at, name)?;
                    let set = settings.iter().find(|(known, _)| known == name).map(|&(_, number)| number);
                    let number = self.setting(at, name, range, set, &constants)?;
                    constants.insert(name.clone(), Constant::Number(number));
                }
                Form::Define(definition) => {
                    self.require_new(definition.at, &definition.name, &constants)?;
                    let added = self.definitions.insert(definition.clone());
                    self.located(added)?;
                }
                Form::Squares(node) if squares.is_none() => squares = Some((at, node)),
                Form::Squares(_) => return Err(self.error(at, "one statement `squares`, not a second one")),
                _ => {}
            }
        }
        if let Some((name, _)) = settings.iter().find(|(name, _)| !constants.contains_key(name)) {
            return Err(FileError::Whole(format!("the file has no number `{}`", shown(name))));
        }
        if self.words.is_empty() {
            return Err(FileError::Whole("the file has no statement `word`".to_owned()));
        }
        let most = WORDS - usize::from(self.has_second);
        if let Some((at, ..)) = self.words.get(most) {
            return Err(self.error(*at, "at most 8 words, of which `second` is one"));
        }
        self.located(self.definitions.require_no_circle())?;
        if let Some((at, node)) = squares {
            self.squares = self.constant_squares(node, &constants)?;
            if self.squares.is_empty() {
                return Err(self.error(at, "at least one square"));
            }
        }
        self.vocabulary = self.vocabulary_of(Vec::new());
        self.unroll(&self.file.statements, &constants)
    }

    fn declare_words(
        &mut self,
        words: &[(usize, String, char)],
        constants: &Constants,
    ) -> Result<(), FileError> {
        for (at, name, letter) in words {
            self.require_new(*at, name, constants)?;
            if self.words.iter().any(|(_, _, known)| known == letter) {
                return Err(self.error(*at, &format!("another letter than `{letter}`")));
            }
            self.words.push((*at, name.clone(), *letter));
        }
        Ok(())
    }

    /// The value of a number: the default, or what it is set to, which becomes a part of the name of the board.
    fn setting(
        &mut self,
        at: usize,
        name: &str,
        [default, least, most]: &[Node; 3],
        set: Option<i64>,
        constants: &Constants,
    ) -> Result<u32, FileError> {
        let number = |node: &Node| self.number(node, constants);
        let (default, least, most) = (number(default)?, number(least)?, number(most)?);
        if !(0 <= least && least <= default && default <= most && most <= 1_000) {
            return Err(self.error(at, "a number within its range, from 0 to 1000"));
        }
        let number = set.unwrap_or(default);
        if !(least..=most).contains(&number) {
            let wrong = format!("`{name}` is a number from {least} to {most}, not {number}");
            return Err(FileError::Whole(wrong));
        }
        if number != default {
            self.board_name.extend([",", name, "=", &number.to_string()]);
        }
        Ok(number as u32)
    }

    /// What expressions can name, with these kinds of moves.
    fn vocabulary_of(&self, kinds: Vec<StepKind>) -> Vocabulary {
        let second = self.has_second.then_some(SECOND);
        let names: Vec<&str> = self.words.iter().map(|(_, name, _)| name.as_str()).chain(second).collect();
        Vocabulary::of_words(self.layout, self.squares, &names, kinds)
    }

    pub(super) fn require_new(&self, at: usize, name: &str, constants: &Constants) -> Result<(), FileError> {
        let is_known = constants.contains_key(name)
            || self.words.iter().any(|(_, known, _)| known == name)
            || self.definitions.names().any(|known| known == name)
            || matches!(name, "empty" | "occupied" | SECOND | MOVE);
        if is_known {
            return Err(self.error(at, &format!("another name than `{}`, which is used", shown(name))));
        }
        Ok(())
    }

    fn require_not_of_boards(&self, at: usize, name: &str) -> Result<(), FileError> {
        if is_of_every_board(name) {
            return Err(self.error(at, &format!("another name than `{name}`, which every board has")));
        }
        Ok(())
    }

    fn unroll(&mut self, statements: &'f [Statement], constants: &Constants) -> Result<(), FileError> {
        for statement in statements {
            let Form::For { name, values, body } = &statement.form else {
                if self.unrolled.len() == STATEMENTS_LIMIT {
                    return Err(self.error(statement.at, &format!("at most {STATEMENTS_LIMIT} statements")));
                }
                self.unrolled.push(Unrolled { statement, constants: constants.clone() });
                continue;
            };
            self.require_new(statement.at, name, constants)?;
            self.require_not_of_boards(statement.at, name)?;
            let values: Vec<Constant> = match values {
                LoopValues::Directions(set) => {
                    let directions = self.expansion(constants, &[]).directions(set);
                    let directions = directions.ok_or_else(|| self.error(set.at, "names of directions"))?;
                    directions.into_iter().map(Constant::Direction).collect()
                }
                LoopValues::Numbers(first, last) => {
                    let (first, last) = (self.number(first, constants)?, self.number(last, constants)?);
                    let last = last.min(first + STATEMENTS_LIMIT as i64);
                    if first < 0 {
                        return Err(self.error(statement.at, "numbers from 0"));
                    }
                    (first..=last).map(|number| Constant::Number(number as u32)).collect()
                }
            };
            for value in values {
                self.rounds += 1;
                if self.rounds > STATEMENTS_LIMIT {
                    return Err(
                        self.error(statement.at, &format!("at most {STATEMENTS_LIMIT} rounds of loops"))
                    );
                }
                let mut inner = constants.clone();
                inner.insert(name.clone(), value);
                self.unroll(body, &inner)?;
            }
        }
        Ok(())
    }

    pub(super) fn expansion<'e>(&'e self, constants: &'e Constants, bound: &'e [&'e str]) -> Expansion<'e> {
        Expansion { definitions: &self.definitions, vocabulary: &self.vocabulary, constants, bound }
    }

    pub(super) fn number(&self, node: &Node, constants: &Constants) -> Result<i64, FileError> {
        self.located(self.expansion(constants, &[]).number(node))
    }

    pub(super) fn word(&self, node: &Node, constants: &Constants, has_move: bool) -> Result<Word, FileError> {
        let played = if has_move { Some(MOVE) } else { None };
        let node = self.expansion(constants, played.as_slice()).node(node);
        self.located(node.and_then(|node| word_of_expression(&node, &self.vocabulary, played)))
    }

    pub(super) fn bit(&self, node: &Node, constants: &Constants) -> Result<Bit, FileError> {
        let bit = self
            .expansion(constants, &[])
            .node(node)
            .and_then(|node| condition_of(&node, &self.vocabulary, None));
        self.located(bit)
    }

    /// The squares of an expression that no position changes.
    fn constant_squares(&self, node: &Node, constants: &Constants) -> Result<Mask, FileError> {
        let word = self.word(node, constants, false)?;
        let squares = self.located(squares_of(&word, &self.vocabulary))?;
        squares.ok_or_else(|| self.error(node.at, "squares that do not depend on a position"))
    }

    /// What the statements mean.
    pub(super) fn meaning(&mut self) -> Result<FileMeaning, FileError> {
        let kinds = self.kinds()?;
        self.vocabulary = self.vocabulary_of(kinds.iter().map(|kind| kind.kind).collect());
        let effects = kinds.iter().map(|kind| self.effect(kind)).collect::<Result<_, _>>()?;
        let (turn, symmetries) = self.symmetries()?;
        let stuck = self.stuck()?;
        let at_the_end = self.conditions(|form| match form {
            Form::AtTheEnd(ending, node) => Some((*ending, node)),
            _ => None,
        })?;
        if let (Some(at), true) =
            (self.first(|form| matches!(form, Form::AtTheEnd(..))), stuck != WhenStuck::Passes)
        {
            return Err(self.error(at, "`stuck passes` beside `at the end`: else no game ends there"));
        }
        let words = self.words.iter().map(|(_, name, _)| lasting(name));
        Ok(FileMeaning {
            layout: self.layout,
            squares: self.squares,
            words: words.chain(self.has_second.then_some(SECOND)).collect(),
            has_second: self.has_second,
            turn,
            symmetries,
            start: self.start()?,
            require: self.require()?,
            moves: self.moves(&kinds)?,
            effects,
            swap: self.swap()?,
            endings: self.conditions(|form| match form {
                Form::Ends(ending, node) => Some((*ending, node)),
                _ => None,
            })?,
            at_the_end,
            stuck,
        })
    }

    fn first(&self, is_it: impl Fn(&Form) -> bool) -> Option<usize> {
        self.unrolled.iter().find(|one| is_it(&one.statement.form)).map(|one| one.statement.at)
    }

    /// The only statement of a form.
    pub(super) fn only<T>(
        &self,
        what: &str,
        form: impl Fn(&'f Form) -> Option<T>,
    ) -> Result<Option<(usize, T)>, FileError> {
        let mut found = None;
        for Unrolled { statement, .. } in &self.unrolled {
            let Some(value) = form(&statement.form) else { continue };
            if found.is_some() {
                return Err(self.error(statement.at, &format!("one statement `{what}`, not a second one")));
            }
            found = Some((statement.at, value));
        }
        Ok(found)
    }

    pub(super) fn word_at(&self, at: usize, name: &str) -> Result<usize, FileError> {
        let place = self.words.iter().position(|(_, known, _)| known == name);
        place.ok_or_else(|| {
            let names: Vec<&str> = self.words.iter().map(|(_, name, _)| name.as_str()).collect();
            let expected = format!("a word of the position ({}), not `{}`", names.join(", "), shown(name));
            self.error(at, &expected)
        })
    }

    pub(super) fn swap(&self) -> Result<Option<(usize, usize)>, FileError> {
        let swap = self.only("swap", |form| match form {
            Form::Swap(words) => Some(words),
            _ => None,
        })?;
        let Some((at, [one, other])) = swap else { return Ok(None) };
        let (one, other) = (self.word_at(one.0, &one.1)?, self.word_at(other.0, &other.1)?);
        if one == other {
            return Err(self.error(at, "two words to swap"));
        }
        Ok(Some((one, other)))
    }

    /// Who plays. What follows a ply of two players has no meaning for one.
    pub(super) fn players(&self, stuck: WhenStuck) -> Result<FilePlayers, FileError> {
        let players = self.only("players", |form| match form {
            Form::Players(players) => Some(players),
            _ => None,
        })?;
        let Some((at, FilePlayers::One)) = players else {
            return Ok(players.map_or(FilePlayers::Two(None), |(_, players)| *players));
        };
        let of_two = self.first(|form| matches!(form, Form::Swap(_) | Form::Turn(_) | Form::Score(_)));
        if of_two.is_some() || self.has_second || stuck == WhenStuck::Passes {
            let expected = "no swap, turn, second, score or passes beside `players 1`";
            return Err(self.error(of_two.unwrap_or(at), expected));
        }
        Ok(FilePlayers::One)
    }

    fn stuck(&self) -> Result<WhenStuck, FileError> {
        let stuck = self.only("stuck", |form| match form {
            Form::Stuck(stuck) => Some(*stuck),
            _ => None,
        })?;
        Ok(stuck.map_or(WhenStuck::Loses, |(_, stuck)| stuck))
    }

    /// The turn, and the symmetries that fit this board.
    fn symmetries(&self) -> Result<(Option<Symmetry>, Vec<Symmetry>), FileError> {
        let fits = |symmetry: Symmetry| {
            symmetry.permutation(self.layout).is_some()
                && self.layout.all().all(|square| {
                    let image = symmetry.square(self.layout, square).index();
                    self.squares.contains(square.index()) == self.squares.contains(image)
                })
        };
        let turn = self.only("turn", |form| match form {
            Form::Turn(turn) => Some(*turn),
            _ => None,
        })?;
        if let Some((at, turn)) = turn
            && (turn.then(turn) != Symmetry::IDENTITY || !fits(turn))
        {
            let expected =
                format!("a symmetry that is its own inverse and carries the board {} to itself", self.layout);
            return Err(self.error(at, &expected));
        }
        let declared = self.unrolled.iter().flat_map(|one| match &one.statement.form {
            Form::Symmetries(symmetries) => symmetries.clone(),
            _ => Vec::new(),
        });
        Ok((turn.map(|(_, turn)| turn), declared.filter(|&symmetry| fits(symmetry)).collect()))
    }

    fn start(&self) -> Result<Vec<Mask>, FileError> {
        let mut start = vec![None; self.words.len()];
        for Unrolled { statement, constants } in &self.unrolled {
            let Form::Start(assignments) = &statement.form else { continue };
            for Assignment { at, word, value } in assignments {
                let place = self.word_at(*at, word)?;
                if start[place].is_some() {
                    return Err(self.error(*at, &format!("one start of `{word}`, not a second one")));
                }
                start[place] = Some(self.constant_squares(value, constants)?);
            }
        }
        start.extend(self.has_second.then_some(None));
        Ok(start.into_iter().map(|mask| mask.unwrap_or(Mask::EMPTY)).collect())
    }

    fn require(&self) -> Result<Vec<Stated<Bit>>, FileError> {
        let mut parts = Vec::new();
        for Unrolled { statement, constants } in &self.unrolled {
            if let Form::Require(node) = &statement.form {
                parts.push(Stated { at: statement.at, of: self.bit(node, constants)? });
            }
        }
        Ok(parts)
    }

    fn conditions(
        &self,
        of: impl Fn(&'f Form) -> Option<(Ending, &'f Node)>,
    ) -> Result<Vec<Stated<(Ending, Bit)>>, FileError> {
        let mut found = Vec::new();
        for Unrolled { statement, constants } in &self.unrolled {
            if let Some((ending, node)) = of(&statement.form) {
                found.push(Stated { at: statement.at, of: (ending, self.bit(node, constants)?) });
            }
        }
        Ok(found)
    }
}
