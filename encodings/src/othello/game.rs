//! A game from the start as a formula: one step for each disc that is placed.
//!
//! There are no plies that pass. The player who has just placed a disc may place the next one as well, but only if the
//! other player had no legal move in between; this also restricts the side to move at the end. So a game that ends with
//! `n` discs has `n - 4` steps, however many passes it had.
//!
//! The unknowns of each step are a square and one bit (whether the same player places again or, if either player may
//! place, whether it is Black). The boards follow from them by the rules. Extra constraints are implied by the rules
//! and justified where they stand.
//!
//! Without passes ([`Order::Alternating`]) the bit is not there either: the formula is a third smaller, and the colours
//! follow from the number of the step.

use super::any_order::Colours;
pub use super::game_position::GamePosition;
use super::rules::{Discs, Othello};
use crate::board::{Grid, Mask};
use crate::statement::Statement;
use crate::word::{OneHot, Word};

/// Which games are meant.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::game::{FirstDisc, Order, SymbolicGame};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let game = SymbolicGame { steps: 2, order: Order::Rules, first: FirstDisc::Fixed, may_be_stuck: false };
/// game.state::<_, 4>(&mut statement);
/// let names: Vec<String> = statement.finish().words.into_iter().map(|word| word.name).collect();
/// assert_eq!(names, ["move[1]", "pass[1]", "move[2]", "pass[2]"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolicGame {
    /// How many discs are placed.
    pub steps: usize,
    /// Who may place the next disc.
    pub order: Order,
    /// The assumption about the first disc.
    pub first: FirstDisc,
    /// Whether the player to move at the end may have no legal move. If neither player has one the game is over, and
    /// the player to move is the one who did not move last. Leave this false where a question requires a legal move
    /// anyway.
    pub may_be_stuck: bool,
}

/// An assumption about the first disc.
///
/// # Examples
/// ```
/// use encodings::othello::game::{FirstDisc, Order, SymbolicGame};
///
/// let free = SymbolicGame { steps: 9, order: Order::Rules, first: FirstDisc::Free, may_be_stuck: false };
/// assert_ne!(free, SymbolicGame { first: FirstDisc::Fixed, ..free });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstDisc {
    /// It is placed on f5 (of an 8x8 board).
    ///
    /// Sound under [`Order::Rules`] if the question is unchanged by the four symmetries of the board that keep the
    /// colours of the start: they map games to games, and f5 to each of Black's four first moves. Under [`Order::Any`]
    /// White has first moves too, so there it is an assumption.
    Fixed,
    /// It may be placed anywhere.
    Free,
}

/// Who may place the next disc.
///
/// # Examples
/// ```
/// use encodings::othello::game::{FirstDisc, Order, SymbolicGame};
///
/// let game = SymbolicGame { steps: 2, order: Order::Any, first: FirstDisc::Free, may_be_stuck: false };
/// assert_eq!(game.boards()[1], ["occupied[2]", "black_discs[2]"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the rules say: the other player or, if that player has no legal move, the same player again.
    Rules,
    /// The other player at every step: only games in which nobody passes.
    Alternating,
    /// Either player at every step: more games than the rules allow.
    Any,
}

impl SymbolicGame {
    /// States that the unknown moves are a game from the start, and returns its last position.
    pub fn state<S: Statement, const SIDE: usize>(&self, statement: &mut S) -> GamePosition<S::Word> {
        match self.order {
            Order::Rules | Order::Alternating => self.state_in_turn::<S, SIDE>(statement),
            Order::Any => self.state_in_any_order::<S, SIDE>(statement),
        }
    }

    fn state_in_turn<S: Statement, const SIDE: usize>(&self, statement: &mut S) -> GamePosition<S::Word> {
        let mut turn = None;
        for (step, within) in (1..=self.steps).zip(self.squares::<SIDE>()) {
            let placed = unknown_move::<S, SIDE>(statement, step, &within);
            let before = turn.unwrap_or_else(|| GamePosition::start::<SIDE>(placed.word()));
            let after = place::<S, SIDE>(statement, before, placed, step, self.order);
            if step == self.steps && self.may_be_stuck {
                end_in_turn::<S, SIDE>(statement, before, after);
            }
            turn = Some(after);
        }
        turn.unwrap_or_else(|| GamePosition::start::<SIDE>(nothing::<S, SIDE>(statement)))
    }

    fn state_in_any_order<S: Statement, const SIDE: usize>(
        &self,
        statement: &mut S,
    ) -> GamePosition<S::Word> {
        let mut board = None;
        for (step, within) in (1..=self.steps).zip(self.squares::<SIDE>()) {
            let placed = unknown_move::<S, SIDE>(statement, step, &within);
            let black = statement.unknown_bit(&format!("black[{step}]"));
            let before = board.unwrap_or_else(|| Colours::start::<SIDE>(placed.word()));
            let after = before.place::<S, SIDE>(statement, black, placed);
            for (name, word) in Self::words(step).iter().zip(after.words()) {
                statement.show(name, Grid::<SIDE, SIDE>::LAYOUT, word);
            }
            board = Some(after);
        }
        let end = board.unwrap_or_else(|| Colours::start::<SIDE>(nothing::<S, SIDE>(statement)));
        end.seen_by(statement.unknown_bit(&format!("black[{}]", self.steps + 1)))
    }

    /// The names of the words of the board after each step, if a step depends on the earlier steps through the board
    /// only.
    pub fn boards(&self) -> Vec<Vec<String>> {
        match self.order {
            Order::Rules | Order::Alternating => Vec::new(),
            Order::Any => (1..=self.steps).map(|step| Self::words(step).to_vec()).collect(),
        }
    }

    fn words(step: usize) -> [String; 2] {
        [format!("occupied[{step}]"), format!("black_discs[{step}]")]
    }

    /// For each step, the squares on which its disc can be placed.
    fn squares<const SIDE: usize>(&self) -> impl Iterator<Item = Mask> {
        let is_fixed = self.first == FirstDisc::Fixed;
        let first = Othello::<SIDE>::CENTRE;
        let grow = move |reached: &Mask| {
            let begins = is_fixed && *reached == first;
            Some(if begins { first.union(&Othello::<SIDE>::FIRST_MOVE) } else { grown::<SIDE>(reached) })
        };
        std::iter::successors(grow(&first), grow).map(move |reached| reached.without(&first))
    }
}

/// A word with no bit set, from which constants of its kind are made.
fn nothing<S: Statement, const SIDE: usize>(statement: &mut S) -> S::Word {
    statement.unknown_within("start", Grid::<SIDE, SIDE>::LAYOUT, &Mask::EMPTY)
}

fn unknown_move<S: Statement, const SIDE: usize>(
    statement: &mut S,
    step: usize,
    within: &Mask,
) -> OneHot<S::Word> {
    statement.unknown_one_hot(&format!("move[{step}]"), Grid::<SIDE, SIDE>::LAYOUT, within)
}

/// States that a disc is placed in a position, as step number `step`, and returns the position after it. `order` says
/// when the same player may place again: by the rules only if the other player has no legal move.
pub(super) fn place<S: Statement, const SIDE: usize>(
    statement: &mut S,
    before: GamePosition<S::Word>,
    placed: OneHot<S::Word>,
    step: usize,
    order: Order,
) -> GamePosition<S::Word> {
    statement.require(!(placed.word() & before.discs.occupied()).any());
    statement.require(Othello::<SIDE>::flips(before.discs, placed).any());
    let other = Othello::<SIDE>::apply(before.discs, placed);
    // Both follow from the rules, but only step by step. Stated for each board, they halve the work of a refutation
    // (docs/notebook/othello.md).
    statement.require(!(other.own & other.opp).any());
    statement.require(other.occupied().equals(before.discs.occupied() | placed.word()));
    let after = GamePosition { discs: other, black: !before.black };
    if order == Order::Alternating {
        return after;
    }
    let passes = statement.unknown_bit(&format!("pass[{step}]"));
    if order == Order::Rules {
        statement.require(!(passes & Othello::<SIDE>::legal(other).any()));
    }
    after.passed_if(passes)
}

/// States that a pass that is due has been made, and that none was made if neither player can move.
fn end_in_turn<S: Statement, const SIDE: usize>(
    statement: &mut S,
    before: GamePosition<S::Word>,
    after: GamePosition<S::Word>,
) {
    let can_move = Othello::<SIDE>::legal(after.discs).any();
    let other_can_move = Othello::<SIDE>::legal(after.discs.passed()).any();
    statement.require(can_move | !other_can_move);
    let passed = !(after.black ^ before.black);
    statement.require(!passed | can_move);
}

impl<W: Word> GamePosition<W> {
    /// The start of the game, in words of the kind and width of `like`.
    fn start<const SIDE: usize>(like: W) -> Self {
        Self { discs: Othello::<SIDE>::START.like(like), black: like.equals(like) }
    }

    /// The same board with the other player to move, if the condition holds.
    fn passed_if(self, passes: W::Bit) -> Self {
        let Discs { own, opp } = self.discs;
        let discs = Discs { own: W::select(passes, opp, own), opp: W::select(passes, own, opp) };
        Self { discs, black: self.black ^ passes }
    }
}

/// The squares that can be occupied after one more step, if only squares of `reached` can be occupied before it.
///
/// A legal move needs a line of at least two discs beside it. With discs of both colours on every square of `reached`,
/// the rules find every square that is a legal move in any position on them: outside the occupied squares, adding discs
/// of either colour only adds to `legal`.
fn grown<const SIDE: usize>(reached: &Mask) -> Mask {
    let all = 0u64.constant(reached);
    reached.union(&Mask::from_u64(Othello::<SIDE>::legal(Discs { own: all, opp: all })))
}
