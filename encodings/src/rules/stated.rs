//! Boards in a statement: unknown ones, the number of their steps, and symmetry breaking.

use super::{Boards, NamedWords as _, Rules};
use crate::board::{Layout, Symmetry};
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
    let board = rules.build(|name| statement.unknown_within(name, layout, &rules.squares_of(name)));
    statement.require(rules.well_formed(board));
    board
}

/// Requires that a board has at least `bound` steps: the words of its family have at least `bound` set bits together.
///
/// It does not require that the game is not over; a question that needs this requires it itself.
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
        // Without any kind of step the number of steps is 0.
        [] => statement.require(board.get(0).truth(bound == 0)),
    }
}

/// Requires that no symmetric image of a board has lexicographically smaller occupied squares. So of each class of
/// boards that symmetries of the rules map to each other, one board is enough.
///
/// Source: J. Crawford, M. Ginsberg, E. Luks, A. Roy, "Symmetry-breaking predicates for search problems" (1996). Sound
/// if the rest of the question is unchanged by each of [`Boards::symmetries`]: then if a board satisfies the rest, so
/// do all its images, and the image with the least occupied squares satisfies this constraint as well.
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
    let group = Symmetry::group(rules.symmetries());
    require_least_image(statement, rules.layout(), &group, rules.occupied(board));
}

/// Requires that none of these symmetries of the layout carries the occupied squares to lexicographically smaller ones.
/// The same as [`require_least`], for games whose boards do not implement [`Boards`].
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Symmetry};
/// use encodings::circuit::Circuit;
/// use encodings::rules::require_least_image;
/// use encodings::statement::{CircuitStatement, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let stones = statement.unknown("stones", Grid::<3, 3>::LAYOUT);
/// require_least_image(&mut statement, Grid::<3, 3>::LAYOUT, &Symmetry::ALL, stones);
/// assert_eq!(statement.finish().requirements.len(), 8);
/// ```
pub fn require_least_image<S: Statement>(
    statement: &mut S,
    layout: Layout,
    symmetries: &[Symmetry],
    occupied: S::Word,
) {
    // The identity requires nothing. It may be among them because emitted formulas stay as they are.
    for permutation in symmetries.iter().filter_map(|symmetry| symmetry.permutation(layout)) {
        statement.require(occupied.lex_le(occupied.permute(&permutation)));
    }
}
