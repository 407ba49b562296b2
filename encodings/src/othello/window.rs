//! The last steps of a game as a formula.
//!
//! Every game of enough steps ends with such a window. So a position that no window allows is reached by no game, while
//! a window that is allowed may belong to no game. The formula is a fraction of the size of the whole game's, and often
//! sufficient: no position with 34 legal moves and at most 30 discs has 8 last steps (`docs/othello.md`).
//!
//! The position before the first of these steps may be any that could occur in a game: its centre is occupied, and its
//! squares can have been occupied one after the other (`connected.rs`).

use super::connected::{is_connected, last_placed};
use super::game::{GamePosition, Order, place};
use super::rules::{Discs, Othello};
use crate::board::{Grid, Layout, Mask, Symmetry};
use crate::statement::Statement;
use crate::word::Word;

/// From this number of steps on, the formula states for each board where its last disc can be. That follows from the rules,
/// and saves a third of a refutation. In windows of fewer steps it would change the order in which ends of games are listed,
/// so that fewer of the first ones are reachable (`docs/notebook/othello.md`).
const LONG: u32 = 4;

/// Which ends of games are meant.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::{game::Order, window::{LastDisc, Window}};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let (order, last) = (Order::Rules, LastDisc::Anywhere);
/// let window = Window { steps: 1, least: 6, most: 8, order, after_pass: false, last };
/// let end = window.state::<_, 4>(&mut statement);
/// assert_eq!(end.discs.own.signals().len(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many discs are placed.
    pub steps: u32,
    /// The least number of discs at the end.
    pub least: u32,
    /// The greatest number of discs at the end.
    pub most: u32,
    /// Who may place the next disc.
    pub order: Order,
    /// Whether the other player has passed just before the first of these steps.
    pub after_pass: bool,
    /// Where the last disc is placed.
    pub last: LastDisc,
}

/// Where the last disc is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastDisc {
    /// On any square.
    Anywhere,
    /// On one square of each class of symmetric ones: of each class of symmetric ends, one has its last disc there.
    UpToSymmetry,
}

impl LastDisc {
    fn squares(self, layout: Layout) -> Mask {
        let all = Mask::first(layout.squares());
        match self {
            Self::Anywhere => all,
            Self::UpToSymmetry => Symmetry::representatives(layout),
        }
    }
}

impl Window {
    /// States that the unknown moves are the last of a game, and returns its last position. It does not state who is to
    /// move: `black` says whether the colour to move at the end is the colour to move at the beginning.
    pub fn state<S: Statement, const SIDE: usize>(&self, statement: &mut S) -> GamePosition<S::Word> {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let discs = Discs { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
        statement.require(Othello::<SIDE>::well_formed(discs));
        if self.after_pass {
            statement.require(!Othello::<SIDE>::legal(discs.passed()).any());
        }
        let squares = layout.squares() as u32;
        let occupied = discs.occupied();
        let empty = Grid::<SIDE, SIDE>::complement(occupied);
        statement.require_at_least(layout, empty, (squares + self.steps).saturating_sub(self.most));
        statement.require_at_least(layout, occupied, self.least.saturating_sub(self.steps));
        let placed_before = self.most.saturating_sub(self.steps + 4) as usize;
        statement.require(is_connected::<_, SIDE>(occupied, placed_before));
        let anywhere = Mask::first(layout.squares()).without(&Othello::<SIDE>::CENTRE);
        let last = self.last.squares(layout);
        let mut turn = GamePosition { discs, black: occupied.equals(occupied) };
        for step in 1..=self.steps {
            let within = if step == self.steps { anywhere.intersection(&last) } else { anywhere };
            let placed = statement.unknown_one_hot(&format!("move[{step}]"), layout, &within);
            let Discs { own, .. } = turn.discs;
            let placer = own | placed.word() | Othello::<SIDE>::flips(turn.discs, placed);
            turn = place::<S, SIDE>(statement, turn, placed, step as usize, self.order);
            if self.steps >= LONG {
                let other = Grid::<SIDE, SIDE>::complement(last_placed::<_, SIDE>(placer));
                statement.require(!(placed.word() & other).any());
            }
        }
        turn
    }
}
