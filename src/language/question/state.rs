//! A question as a statement, part by part.

use super::LanguageQuestion;
use super::domain::Domain;
use crate::check::check_plain;
use crate::error::LanguageError;
use crate::forced::{Force, Replies, state_forced};
use crate::program::{
    ChosenMove, ChosenStep, Lowering, MoveVariable, Program, Requirement, StateForced, run,
};
use crate::syntax::Definitions;
use crate::vocabulary::Vocabulary;
use encodings::board::Mask;
use encodings::rules::{
    NamedWords, Passes, Rules, StepKind, layout_of_kinds, require_least_image, state_game, state_last_plies,
    unknown_board,
};
use encodings::statement::Statement;
use encodings::word::{OneHot, Word};

/// Called after each part with its name.
pub(super) type PartObserver<'m, S> = &'m mut dyn FnMut(&mut S, &str);

/// The names of the parts that every question has.
pub(super) const POSITION: &str = "a position";
pub(super) const SYMMETRY: &str = "symmetry breaking";

impl<R: Rules> LanguageQuestion<R> {
    /// States the question. `mark` is called after each part is stated.
    pub(super) fn state_in_parts<S: Statement>(&self, statement: &mut S, mark: PartObserver<'_, S>) {
        let (subject, rules) = (&*self.subject, self.subject.rules());
        let layout = rules.layout();
        let board = self.board(statement, &mut *mark);
        // `new` has made it once, so that it is known not to be too large.
        let Ok(program) = self.program() else { return };
        let with = (rules, &subject.vocabulary, &*self.replies);
        let mut shown = state_program(statement, with, &program, board, mark);
        if self.name.is_some() {
            // All that are counted, whatever their names.
            shown = rules.moves(board).iter().map(|(kind, word)| (kind.name(), word)).collect();
        }
        for (name, word) in shown {
            statement.show(name, layout, word);
        }
    }

    /// The position that the question is about.
    fn board<S: Statement>(&self, statement: &mut S, mark: PartObserver<'_, S>) -> R::Board<S::Word> {
        let rules = self.subject.rules();
        let layout = rules.layout();
        let (board, is_broken) = self.stated_position(statement);
        if let Some(Domain::Pieces { least, most }) = self.among {
            let occupied = rules.occupied(board);
            let squares = rules.squares().len() as u32;
            if least > 0 {
                statement.require_at_least(layout, occupied, least);
            }
            if most < squares {
                let full = occupied.constant(&rules.squares());
                statement.require_at_least(layout, occupied ^ full, squares - most);
            }
        }
        if self.name.is_some() {
            statement.require(!rules.outcome(board).over());
        }
        mark(statement, POSITION);
        if self.symmetry_breaking && !is_broken {
            require_least_image(statement, layout, &Self::symmetries(self), rules.occupied(board));
            mark(statement, SYMMETRY);
        }
        board
    }

    /// A position, or the end of a game; and whether symmetries have been broken.
    fn stated_position<S: Statement>(&self, statement: &mut S) -> (R::Board<S::Word>, bool) {
        let rules = self.subject.rules();
        if let Some(Domain::Last { plies, pieces }) = self.among {
            let before = pieces.map(|pieces| pieces.saturating_sub(plies));
            let passes = if pieces.is_some() { Passes::AtOnce } else { Passes::AsPlies };
            let board = state_last_plies(statement, rules, before, plies as usize, passes);
            return (self.end(statement, board), false);
        }
        let Some((passes, plies)) = self.games() else { return (unknown_board(statement, rules), false) };
        let symmetries = if self.symmetry_breaking { Self::symmetries(self) } else { Vec::new() };
        let (board, is_broken) = if matches!(passes, Passes::AtOnce | Passes::Never) {
            rules.state_steps(statement, plies as usize, passes, &symmetries)
        } else {
            (state_game(statement, rules, plies as usize, passes), false)
        };
        (self.end(statement, board), is_broken)
    }

    /// The last position of plies, which is well formed; its words are shown.
    fn end<S: Statement>(&self, statement: &mut S, board: R::Board<S::Word>) -> R::Board<S::Word> {
        let rules = self.subject.rules();
        statement.require(rules.well_formed(board));
        for (name, word) in rules.named(board) {
            statement.show(name, rules.layout(), word);
        }
        board
    }
}

/// States that a position meets a condition of the language. So a question with an encoding or flags of its own can take
/// what it asks of a position from one line.
///
/// # Errors
/// [`LanguageError`] if the text is not a condition about this game.
///
/// # Examples
/// ```
/// use certamen_language::require;
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::unknown_board;
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let board = unknown_board(&mut statement, &Othello::<4>);
/// require(&mut statement, &Othello::<4>, board, "count(legal) >= 7 and none(their)")?;
/// assert_eq!(statement.finish().requirements.len(), 3);
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
pub fn require<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    board: R::Board<S::Word>,
    text: &str,
) -> Result<(), LanguageError> {
    let vocabulary = Vocabulary::new(rules);
    let meaning = check_plain(&Definitions::default().question(text, &vocabulary)?, &vocabulary)?;
    let program = Lowering::question(&meaning, &vocabulary, rules, None)?;
    let with = (rules, &vocabulary, &Replies::default());
    state_program(statement, with, &program, board, &mut |_, _| {});
    Ok(())
}

/// States what a program requires of a board, and returns the words that answers show.
fn state_program<S: Statement, R: Rules>(
    statement: &mut S,
    (rules, vocabulary, replies): (&R, &Vocabulary, &Replies),
    program: &Program,
    board: R::Board<S::Word>,
    mark: PartObserver<'_, S>,
) -> Vec<(&'static str, S::Word)> {
    let layout = rules.layout();
    let chosen = chosen(statement, (rules, &vocabulary.kinds), program, board.get(0));
    let mut forced = Stated { statement: &mut *statement, rules, vocabulary, replies };
    let registers = run::<R, S::Word>(program, rules, &vocabulary.kinds, &[board], &chosen, &mut forced);
    let mut parts = program.parts.iter().peekable();
    for (place, requirement) in program.requirements.iter().enumerate() {
        while let Some((_, part)) = parts.next_if(|(end, _)| *end <= place) {
            mark(statement, part);
        }
        match requirement {
            Requirement::Holds(bit) => statement.require(registers.bits(*bit)[0]),
            Requirement::AtLeast(words, bound) => {
                let words: Vec<S::Word> = words.iter().map(|&word| registers.words(word)[0]).collect();
                if let [first, others @ ..] = words.as_slice() {
                    statement.require_total(layout, *first, others, *bound);
                }
            }
        }
    }
    for (_, part) in parts {
        mark(statement, part);
    }
    program.shown.iter().map(|(name, word)| (*name, registers.words(*word)[0])).collect()
}

/// States `won in` with the replies of a question.
struct Stated<'a, S, R> {
    statement: &'a mut S,
    rules: &'a R,
    vocabulary: &'a Vocabulary,
    replies: &'a Replies,
}

impl<S: Statement, R: Rules> StateForced<R, S::Word> for Stated<'_, S, R> {
    fn forced(
        &mut self,
        number: usize,
        force: Force,
        boards: &[R::Board<S::Word>],
    ) -> Vec<<S::Word as Word>::Bit> {
        let with = (self.rules, self.vocabulary);
        let mut state = |&board| state_forced(self.statement, with, self.replies, (number, force), board);
        boards.iter().map(&mut state).collect()
    }
}

/// The move that a statement chooses.
fn chosen<S: Statement, R: Rules>(
    statement: &mut S,
    (rules, steps): (&R, &[StepKind]),
    program: &Program,
    like: S::Word,
) -> Vec<ChosenMove<S::Word>> {
    let (layout, squares) = (rules.layout(), rules.squares());
    let choose = |chosen: &MoveVariable| {
        let Some(kinds) = &chosen.kinds else {
            let part =
                |name: &&str| statement.unknown_one_hot(&format!("{}-{name}", chosen.name), layout, &squares);
            return ChosenMove::Turn(rules.parts_of_turn().iter().map(part).collect());
        };
        let at = statement.unknown_one_hot(&chosen.name, layout, &squares);
        let kinds: Vec<_> = kinds.iter().map(|&kind| (steps[kind], kind)).collect();
        if kinds.len() < 2 {
            let only = kinds.into_iter().map(|(step, kind)| (step, kind, like.truth(true)));
            return ChosenMove::Step(ChosenStep { at, kinds: only.collect() });
        }
        let (name, names) = (format!("{}-kind", chosen.name), layout_of_kinds(kinds.len()));
        let word = statement.unknown_one_hot(&name, names, &Mask::first(kinds.len()));
        let bit = |(place, (step, kind))| (step, kind, OneHot::word(word).bit(place));
        ChosenMove::Step(ChosenStep { at, kinds: kinds.into_iter().enumerate().map(bit).collect() })
    };
    program.chosen.iter().map(choose).collect()
}
