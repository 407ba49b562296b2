//! Solves a game whose moves are numbers: a byte for each number, and passes over all numbers.
//!
//! Idea: a game that can say cheaply where its moves lead, as numbers and without lists of positions ([`Direct`]), needs
//! neither its moves nor a count of them in memory. First each number is looked at alone: lost, won by one move, or open.
//! Then passes alternate. One finds the wins of `n` plies: the open positions before the losses of `n - 1` plies, by
//! un-moves; or, if fewer positions are open than lost, by the moves of the open ones. The other finds the losses of
//! `n + 1` plies: open positions whose moves all lead to wins. Such a test ends at the first move that does not, and that
//! move's number is remembered: as long as it is no win, later passes look at nothing else. When a pass finds no loss,
//! the rest is drawn.
//!
//! Cost: one byte for each number, and four more for the remembered moves if memory allows. Each lost position is taken
//! back once. The moves of a position are made until the first that is no win, again whenever the remembered one
//! becomes a win. A table has one byte for each number; a value has at most 253 plies.
//!
//! A checkpoint has the bytes of all numbers. A pass can be repeated from any of its states, because it only writes values
//! that are right.
//!
//! Source: backward induction (K. Thompson, Retrograde analysis of certain endgames, 1986), in the form of passes over
//! all positions that remember nothing but values; the remembered moves are added here.

mod chunks;
mod solve;

pub(super) use chunks::{ByNumbers, Chunks, NumberMistake};
pub(super) use solve::{PER_MOVE, PER_NUMBER, audit, error, too_long};

use super::game::Game;
use super::solver::Solver;
use std::ops::ControlFlow;

/// What a number is, as far as it is known without looking at other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalValue {
    /// It has no position.
    Nothing,
    /// The player to move has lost: the game is over.
    Lost,
    /// A move ends the game, and wins it.
    Won,
    /// There are moves, and none of them ends the game at once.
    Open,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectTarget {
    /// A position with this number, in which the other player is to move.
    Number(u64),
    /// The end of the game: the player who moves has won.
    Won,
}

/// A game of one layer that makes moves and un-moves as numbers. A player who cannot move has lost, and no move loses or
/// draws at once.
///
/// # Examples
/// A player takes one or two counters from a heap; who takes the last one wins.
/// ```
/// use certamen_retro::positions::{Direct, DirectTarget, Game, LayerShape, LocalValue, Place, Solver, Turn, Value};
/// use encodings::rules::Ending;
/// use std::ops::ControlFlow;
///
/// struct Heap(Vec<LayerShape>);
///
/// impl Game for Heap {
///     type Position = u64;
///     fn subject(&self) -> String { "a heap of up to 20".to_owned() }
///     fn layers(&self) -> &[LayerShape] { &self.0 }
///     fn leads_to(&self, _: u32) -> &[u32] { &[0] }
///     fn position(&self, at: Place) -> Option<u64> { Some(at.rank) }
///     fn place(&self, heap: &u64) -> Option<Place> { Some(Place { layer: 0, rank: *heap }) }
///     fn turn(&self, heap: &u64, next: &mut Vec<u64>) -> Turn {
///         next.extend((1..=2.min(*heap)).map(|taken| heap - taken));
///         if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
///     }
/// }
///
/// impl Direct for Heap {
///     fn alone(&self, heap: u64) -> LocalValue {
///         if heap == 0 { LocalValue::Lost } else { LocalValue::Open }
///     }
///     fn each_move(&self, heap: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
///         let _ = (1..=2.min(heap)).try_for_each(|taken| give(DirectTarget::Number(heap - taken)));
///     }
///     fn each_unmove(&self, heap: u64, mut give: impl FnMut(u64)) {
///         (1..=2).filter(|taken| heap + taken <= 20).for_each(|taken| give(heap + taken));
///     }
/// }
///
/// let heap = Heap(vec![LayerShape { name: "heap".to_owned(), size: 21 }]);
/// let solved = Solver::new(&heap).with_numbers().solve()?;
/// assert_eq!(solved.value(Place { layer: 0, rank: 4 }), Some(Value::Win(3)));
/// assert_eq!(solved, Solver::new(&heap).solve()?);
/// # Ok::<(), certamen_retro::positions::RetroError>(())
/// ```
pub trait Direct: Game {
    /// What a number is without looking at others.
    fn alone(&self, number: u64) -> LocalValue;

    /// Gives what each move leads to, until `give` breaks; the same number may be given more than once. The number has a
    /// position.
    fn each_move(&self, number: u64, give: impl FnMut(DirectTarget) -> ControlFlow<()>);

    /// Gives the numbers of the positions from which a move leads here, each at least once. The number has a position.
    fn each_unmove(&self, number: u64, give: impl FnMut(u64));
}

impl<G: Direct> Solver<'_, G> {
    /// Makes moves as numbers, for values with plies: a byte for each number. The game must have one layer; it is solved in
    /// another way if it has more.
    #[must_use]
    pub fn with_numbers(mut self) -> Self {
        self.direct = Some(Box::new(ByNumbers(self.game)));
        self
    }
}
