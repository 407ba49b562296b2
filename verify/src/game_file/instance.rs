//! A game file on one of its boards: `for` blocks have their values, and every expression is tried once.

use super::game::{Expression, FileGame, FileKind, FilePosition, names_of};
use super::statement::{Named, Path, Range, Setting, Statement, Stuck, What};
use super::{Fault, GameFile};
use crate::language::evaluate::Evaluator;
use crate::language::reader::Tree;
use crate::language::scope::{Bound, Bounds, DIRECTIONS, Definition, Direction, Work};
use crate::language::value::{Names, Value};
use crate::language::{Kind, MoveSquares, Squares};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most statements with all values of `for`, and the most words and kinds.
const STATEMENTS_LIMIT: usize = 2_000;
const WORDS_LIMIT: usize = 8;
const KINDS_LIMIT: usize = 256;
/// The work of a name in a statement.
const STATEMENT_COST: usize = 100;
/// The greatest setting, and the longest step.
const SETTING_LIMIT: i64 = 1000;
const STEP_LIMIT: i64 = 18;

/// The effects of moves, as the file states them.
struct Effects {
    kinds: Vec<Named>,
    list: Vec<(Named, Expression)>,
}

/// The file on a board with these settings; the others have their defaults.
pub(super) fn instance<'w>(
    file: &GameFile,
    (files, ranks): (usize, usize),
    chosen: &'w BTreeMap<String, i64>,
    work: &'w Work,
) -> Result<FileGame, Fault> {
    let mut builder = Builder {
        game: FileGame::new(file, format!("{files}x{ranks}"), (files, ranks)),
        boards_at: file.boards_at,
        chosen,
        settings: Bounds::new(),
        names: BTreeSet::new(),
        statements: 0,
        work,
        plays: Vec::new(),
        start: Vec::new(),
        start_at: 0,
        turn_at: 0,
        kinds_at: Vec::new(),
        swapped: BTreeSet::new(),
    };
    // Squares, words and definitions first: statements can stand in any order.
    for statement in &file.statements {
        builder.declare(statement)?;
    }
    let settings = builder.settings.clone();
    for definition in builder.game.scope.definitions.values_mut() {
        definition.bounds.clone_from(&settings);
    }
    builder.block(&file.statements, &settings, true)?;
    builder.finish()
}

struct Builder<'w> {
    game: FileGame,
    boards_at: usize,
    /// The values of settings that are not left to the file.
    chosen: &'w BTreeMap<String, i64>,
    settings: Bounds,
    /// The names given so far.
    names: BTreeSet<String>,
    statements: usize,
    work: &'w Work,
    plays: Vec<Effects>,
    start: Vec<(Named, Expression)>,
    start_at: usize,
    turn_at: usize,
    kinds_at: Vec<usize>,
    swapped: BTreeSet<usize>,
}

impl Builder<'_> {
    fn give(&mut self, name: &Named) -> Result<(), Fault> {
        if self.names.insert(name.name.clone()) {
            return Ok(());
        }
        Err(Fault::new(name.at, format!("the name `{}` is used twice", name.name)))
    }

    fn word_of(&self, word: &Named) -> Result<usize, Fault> {
        let found = self.game.words.iter().position(|(name, _)| *name == word.name);
        found.ok_or_else(|| Fault::new(word.at, format!("expected a word of the game, not `{}`", word.name)))
    }

    fn define(&mut self, statement: &Statement, bounds: &Bounds) -> Result<(), Fault> {
        if let What::Let { name, parameters, body } = &statement.what {
            self.give(name)?;
            let (parameters, body) = (parameters.clone(), body.clone());
            let definition = Definition { parameters, body, bounds: bounds.clone() };
            self.game.scope.definitions.insert(name.name.clone(), definition);
        }
        Ok(())
    }

    /// Takes the statements that others build on.
    fn declare(&mut self, statement: &Statement) -> Result<(), Fault> {
        match &statement.what {
            What::Let { .. } => self.define(statement, &self.settings.clone())?,
            What::Number(setting) => self.set(setting)?,
            What::Words(words) => {
                for (name, letter) in words {
                    self.give(name)?;
                    if self.game.words.iter().any(|(_, known)| known == letter) {
                        return Err(Fault::new(name.at, format!("the letter `{letter}` is used twice")));
                    }
                    if self.game.words.len() == WORDS_LIMIT {
                        return Err(Fault::new(name.at, format!("at most {WORDS_LIMIT} words")));
                    }
                    self.game.words.push((name.name.clone(), *letter));
                }
                self.game.start = FilePosition::empty(self.game.words.len());
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives a setting its value, which can depend on those before it.
    fn set(&mut self, Setting { at, name, default, least, most }: &Setting) -> Result<(), Fault> {
        self.give(name)?;
        let constant = |tree: &Arc<Tree>| {
            self.evaluate(&self.settings, |evaluator, names| evaluator.constant(tree, names))
        };
        let (default, range) = (constant(default)?, constant(least)?..=constant(most)?);
        if *range.start() < 0 || *range.end() > SETTING_LIMIT || !range.contains(&default) {
            let reason = format!("expected a number in its range, which ends at {SETTING_LIMIT}");
            return Err(Fault::new(*at, reason));
        }
        let name = &name.name;
        let value = self.chosen.get(name).copied().unwrap_or(default);
        let setting = format!("{name}={value}");
        if !range.contains(&value) {
            return Err(Fault::new(self.boards_at, format!("{setting:?} is no setting of this game")));
        }
        if value != default {
            self.game.board = format!("{},{setting}", self.game.board);
        }
        self.settings.push((name.clone(), Bound::Number(value)));
        Ok(())
    }

    /// Takes the statements of a block, with the values of the names around it.
    fn block(&mut self, statements: &[Statement], bounds: &Bounds, is_outer: bool) -> Result<(), Fault> {
        for statement in statements {
            self.statements += 1;
            if self.statements > STATEMENTS_LIMIT {
                let reason = format!("more than {STATEMENTS_LIMIT} statements after `for`");
                return Err(Fault::new(statement.at, reason));
            }
            self.work.spend(STATEMENT_COST * statement.parts())?;
            self.statement(statement, bounds, is_outer)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, bounds: &Bounds, is_outer: bool) -> Result<(), Fault> {
        let expression = |tree: &Arc<Tree>| Expression { tree: tree.clone(), bounds: bounds.clone() };
        match &statement.what {
            What::Let { .. } if is_outer => {}
            What::Let { .. } => self.define(statement, bounds)?,
            What::Require(condition) => self.game.require.push(expression(condition)),
            What::End { result, condition, is_last } => {
                let ends = if *is_last { &mut self.game.last_ends } else { &mut self.game.ends };
                ends.push((*result, expression(condition)));
            }
            What::Play { kinds, effects } => {
                let kinds = kinds.iter().map(|kind| with_values(kind, bounds)).collect();
                let list = effects.iter().map(|(word, tree)| (word.clone(), expression(tree))).collect();
                self.plays.push(Effects { kinds, list });
            }
            What::Kind { name, path, targets, guard } => {
                let name = with_values(name, bounds);
                self.give(&name)?;
                let way = self.way(path, bounds)?;
                if self.game.kinds.len() == KINDS_LIMIT {
                    return Err(Fault::new(name.at, format!("at most {KINDS_LIMIT} kinds of moves")));
                }
                let is_written = self.game.kinds.iter().any(|known| known.kind.way == way);
                self.kinds_at.push(name.at);
                self.game.kinds.push(FileKind {
                    kind: Kind { name: name.name, way, is_written },
                    targets: expression(targets),
                    guard: guard.as_ref().map(expression),
                    effects: Vec::new(),
                });
            }
            What::For { name, range, body } => self.repeated(name, range, body, bounds)?,
            _ if !is_outer => {
                return Err(Fault::new(statement.at, "this statement cannot stand in a `for` block"));
            }
            What::Players(players) => self.game.players = players.clone(),
            What::Squares(squares) => self.game.squares = self.constant_word(&expression(squares))?,
            What::Swap(one, other) => {
                for word in [one, other] {
                    if !self.swapped.insert(self.word_of(word)?) {
                        return Err(Fault::new(word.at, format!("`{}` is exchanged twice", word.name)));
                    }
                }
                self.game.swaps.push((self.word_of(one)?, self.word_of(other)?));
            }
            What::Turn(symmetry) => {
                self.game.turn = Some(*symmetry);
                self.turn_at = statement.at;
            }
            What::Start(words) => {
                self.start_at = statement.at;
                self.start = words.iter().map(|(word, tree)| (word.clone(), expression(tree))).collect();
            }
            What::Stuck(stuck) => self.game.stuck = *stuck,
            What::Score(score) => self.game.score = Some(expression(score)),
            What::Format
            | What::Game(_)
            | What::Boards(_)
            | What::Number(_)
            | What::Words(_)
            | What::Symmetries => {}
        }
        Ok(())
    }

    /// Takes the statements of a block for each value of its name.
    fn repeated(
        &mut self,
        name: &Named,
        range: &Range,
        body: &[Statement],
        bounds: &Bounds,
    ) -> Result<(), Fault> {
        // Blocks that stand one after the other can have the same name.
        if bounds.iter().any(|(known, _)| *known == name.name) || self.names.contains(&name.name) {
            return Err(Fault::new(name.at, format!("the name `{}` is used twice", name.name)));
        }
        let values: Vec<Bound> = match range {
            Range::Directions(list) => {
                let found = self.evaluate(bounds, |evaluator, names| evaluator.directions(list, names))?;
                found.into_iter().map(Bound::Direction).collect()
            }
            Range::Numbers(first, last) => {
                let least = self.evaluate(bounds, |evaluator, names| evaluator.constant(first, names))?;
                let most = self.evaluate(bounds, |evaluator, names| evaluator.constant(last, names))?;
                if most >= least && most.saturating_sub(least) >= STATEMENTS_LIMIT as i64 {
                    return Err(Fault::new(first.at, format!("at most {STATEMENTS_LIMIT} values")));
                }
                (least..=most).map(Bound::Number).collect()
            }
        };
        for value in values {
            let inner = bounds.iter().cloned().chain([(name.name.clone(), value)]).collect();
            self.block(body, &inner, false)?;
        }
        Ok(())
    }

    /// The value of what is the same in every position.
    fn evaluate<'n, T>(
        &self,
        bounds: &'n Bounds,
        evaluated: impl Fn(&Evaluator<FileGame>, &mut Names<'n, FilePosition>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.work.spend(self.game.squares.len())?;
        let evaluator = self.game.evaluator(&self.game.start, self.work).of_constants();
        evaluated(&evaluator, &mut names_of(bounds))
    }

    fn constant_word(&self, expression: &Expression) -> Result<Squares, Fault> {
        self.evaluate(&expression.bounds, |evaluator, names| evaluator.word(&expression.tree, names))
    }

    /// Where a kind of moves leads.
    fn way(&self, path: &Path, bounds: &Bounds) -> Result<MoveSquares, Fault> {
        let direction = |named: &Named| -> Result<Direction, Fault> {
            let bound = bounds.iter().rev().find(|(name, _)| *name == named.name);
            match bound {
                Some((_, Bound::Direction(direction))) => Some(*direction),
                Some(_) => None,
                None => crate::language::scope::direction(&named.name),
            }
            .ok_or_else(|| Fault::new(named.at, "expected a direction"))
        };
        Ok(match path {
            Path::Place => MoveSquares::Placed,
            Path::Step(named, factors) => {
                let (files, ranks) = direction(named)?;
                let mut length = 1_i64;
                for factor in factors {
                    let number =
                        self.evaluate(bounds, |evaluator, names| evaluator.constant(factor, names))?;
                    length = length.saturating_mul(number);
                }
                if !(1..=STEP_LIMIT).contains(&length) {
                    return Err(Fault::new(
                        named.at,
                        format!("expected a step of 1 to {STEP_LIMIT} squares"),
                    ));
                }
                MoveSquares::From(files * length as isize, ranks * length as isize)
            }
            Path::Leave(named) => {
                let (files, ranks) = direction(named)?;
                let known = DIRECTIONS.iter().find(|(_, known, _)| *known == (files, ranks));
                MoveSquares::Leaving(files, ranks, known.map_or("", |(.., letters)| letters))
            }
        })
    }

    /// Joins kinds and effects, makes the start, and tries every expression.
    fn finish(mut self) -> Result<FileGame, Fault> {
        let end = self.kinds_at.last().copied().unwrap_or(1);
        if self.game.words.is_empty() || self.game.kinds.is_empty() {
            return Err(Fault::new(end, "expected at least one word and one kind of moves"));
        }
        if self.game.squares.is_empty() {
            return Err(Fault::new(end, "expected a board with squares"));
        }
        self.join()?;
        if let Some(turn) = self.game.turn {
            let is_kept = || turn.word(self.game.size, &self.game.squares) == self.game.squares;
            if !turn.is_own_inverse() || !turn.fits(self.game.size) || !is_kept() {
                let reason =
                    format!("expected a symmetry of the board {} that is its own inverse", self.game.board);
                return Err(Fault::new(self.turn_at, reason));
            }
        }
        if self.game.stuck != Stuck::Passes
            && let Some((_, expression)) = self.game.last_ends.first()
        {
            return Err(Fault::new(expression.tree.at, "`at the end` needs `stuck passes`"));
        }
        let mut given = BTreeSet::new();
        for (word, expression) in std::mem::take(&mut self.start) {
            let index = self.word_of(&word)?;
            if !given.insert(index) {
                return Err(Fault::new(word.at, format!("`{}` stands twice", word.name)));
            }
            let squares = self.constant_word(&expression)?;
            self.game.start.set(index, squares);
        }
        self.try_all()?;
        for (index, condition) in self.game.require.iter().enumerate() {
            if !self.game.holds(condition, &self.game.start, self.work)? {
                let at = if self.start_at == 0 { condition.tree.at } else { self.start_at };
                let reason =
                    format!("the start on {} breaks `require` number {}", self.game.board, index + 1);
                return Err(Fault::new(at, reason));
            }
        }
        Ok(self.game)
    }

    fn join(&mut self) -> Result<(), Fault> {
        for play in &self.plays {
            for kind in &play.kinds {
                if !self.game.kinds.iter().any(|known| known.kind.name == kind.name) {
                    return Err(Fault::new(
                        kind.at,
                        format!("expected a kind of moves, not `{}`", kind.name),
                    ));
                }
            }
        }
        for index in 0..self.game.kinds.len() {
            let name = self.game.kinds[index].kind.name.clone();
            let names = |play: &&Effects| play.kinds.iter().any(|kind| kind.name == name);
            let mut own: Vec<&Effects> = self.plays.iter().filter(names).collect();
            if own.is_empty() {
                own = self.plays.iter().filter(|play| play.kinds.is_empty()).collect();
            }
            let mut effects: Vec<(usize, Expression)> = Vec::new();
            for (word, expression) in own.into_iter().flat_map(|play| &play.list) {
                let word_index = self.word_of(word)?;
                if effects.iter().any(|(known, _)| *known == word_index) {
                    return Err(Fault::new(word.at, format!("`{}` stands twice for `{name}`", word.name)));
                }
                effects.push((word_index, expression.clone()));
            }
            if effects.is_empty() {
                let reason = format!("the kind `{name}` has no effect: expected a statement `play` for it");
                return Err(Fault::new(self.kinds_at[index], reason));
            }
            self.game.kinds[index].effects = effects;
        }
        // Effects of no kind have types as well: their words must be known.
        for (word, _) in self.plays.iter().flat_map(|play| &play.list) {
            self.word_of(word)?;
        }
        Ok(())
    }

    /// Evaluates every expression at the start: types, names and lines of the board do not depend on the position.
    fn try_all(&self) -> Result<(), Fault> {
        let game = &self.game;
        let evaluator = game.evaluator(&game.start, self.work);
        for definition in game.scope.definitions.values().filter(|known| known.parameters.is_empty()) {
            evaluator.value(&definition.body, &mut names_of(&definition.bounds))?;
        }
        let conditions =
            game.require.iter().chain(game.ends.iter().chain(&game.last_ends).map(|(_, end)| end));
        for condition in conditions.chain(game.kinds.iter().filter_map(|kind| kind.guard.as_ref())) {
            evaluator.bit(&condition.tree, &mut names_of(&condition.bounds))?;
        }
        if let Some(score) = &game.score {
            evaluator.number(&score.tree, &mut names_of(&score.bounds))?;
        }
        let first = game.squares.iter().next().unwrap_or((0, 0));
        for kind in &game.kinds {
            evaluator.word(&kind.targets.tree, &mut names_of(&kind.targets.bounds))?;
            let tried = kind.tried(first);
            for (_, effect) in &kind.effects {
                let mut names = names_of(&effect.bounds);
                names.push(("m", Value::Move(game.start.clone(), tried.clone())));
                evaluator.word(&effect.tree, &mut names)?;
            }
        }
        Ok(())
    }
}

/// The name of a kind: parts between `_` that are names of blocks have their values.
fn with_values(kind: &Named, bounds: &Bounds) -> Named {
    let value = |part: &str| match bounds.iter().rev().find(|(name, _)| name == part) {
        Some((_, Bound::Number(number))) => number.to_string(),
        Some((_, Bound::Direction(direction))) => {
            let known = DIRECTIONS.iter().find(|(_, known, _)| known == direction);
            known.map_or("", |(name, ..)| name).to_owned()
        }
        None => part.to_owned(),
    };
    let name = kind.name.split('_').map(value).collect::<Vec<_>>().join("_");
    Named { at: kind.at, name }
}
