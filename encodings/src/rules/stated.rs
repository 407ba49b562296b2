//! Boards in a statement: unknown ones, the number of their steps, and symmetry breaking.

use super::{Boards, NamedWords, Rules};
use crate::board::Symmetry;
use crate::statement::Statement;
use crate::word::Word;

/// A board that the solver chooses: each word under its name, and well formed.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::unknown_board;
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let board = unknown_board(&mut statement, &Othello::<4>);
/// let formula = statement.finish();
/// assert_eq!(formula.words.len(), 2);
/// assert_eq!(formula.words[0].word, board.own.signals());
/// ```
pub fn unknown_board<S: Statement, R: Boards>(statement: &mut S, rules: &R) -> R::Board<S::Word> {
    let layout = rules.layout();
    let board = R::Board::<S::Word>::build(|name| statement.unknown(name, layout));
    statement.require(rules.well_formed(board));
    board
}

/// Requires that a board has at least `bound` steps: set bits of the words of its family together.
///
/// That the game is not over is for the question to require.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{require_steps, unknown_board};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let board = unknown_board(&mut statement, &Othello::<4>);
/// require_steps(&mut statement, &Othello::<4>, board, 7);
/// assert_eq!(statement.finish().requirements.len(), 2);
/// ```
pub fn require_steps<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    board: R::Board<S::Word>,
    bound: u32,
) {
    let words: Vec<S::Word> = rules.moves(board).words().collect();
    match words.as_slice() {
        [first, others @ ..] => statement.require_total(rules.layout(), *first, others, bound),
        // Without a kind of step there is no step.
        [] => statement.require(board.get(0).truth(bound == 0)),
    }
}

/// Requires that no symmetric image of a board has lexicographically smaller occupied squares: of the boards that the
/// symmetries of the rules make of each other, one is enough.
///
/// Source: J. Crawford, M. Ginsberg, E. Luks, A. Roy, "Symmetry-breaking predicates for search problems" (1996). Sound
/// where the rest of the question is the same after each of [`Boards::symmetries`]: then with a board all its images
/// satisfy the rest, and the one among them whose occupied squares are least satisfies this as well.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{require_least, unknown_board};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let board = unknown_board(&mut statement, &Othello::<4>);
/// require_least(&mut statement, &Othello::<4>, board);
/// assert_eq!(statement.finish().requirements.len(), 1 + 8);
/// ```
pub fn require_least<S: Statement, R: Boards>(statement: &mut S, rules: &R, board: R::Board<S::Word>) {
    let occupied = rules.occupied(board);
    // The identity requires nothing. It stays because emitted formulas stay as they are.
    for symmetry in std::iter::once(Symmetry::IDENTITY).chain(rules.symmetries().iter().copied()) {
        if let Some(permutation) = symmetry.permutation(rules.layout()) {
            statement.require(occupied.lex_le(occupied.permute(&permutation)));
        }
    }
}
