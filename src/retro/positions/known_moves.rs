//! What is known of a number from the values after its moves, for the ways that make moves again.

use super::value::{Kind, OPEN, Value, score};

/// No win is known.
const NEVER: u16 = u16::MAX;

/// What is known of a number from the values after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Derived {
    /// It stands for no position.
    Nothing,
    /// The game is over, with this code.
    Over(u16),
    /// There are moves.
    Moves {
        /// The plies in which the known values decide the position, and whether it is won.
        due: Option<(u32, bool)>,
        /// The best score, if the scores after all moves are known.
        score: Option<u16>,
    },
}

/// The values after the moves of a position, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownMoves {
    kind: Kind,
    /// Whether the value after some move is a draw or not known.
    has_open: bool,
    /// The plies of the fastest known win; for scores the best one.
    best: u16,
    /// The plies of the slowest known loss.
    late: u16,
}

impl KnownMoves {
    /// No move.
    pub(super) fn new(kind: Kind) -> Self {
        let best = if kind == Kind::Score { OPEN } else { NEVER };
        Self { kind, has_open: false, best, late: 0 }
    }

    /// Takes the value after a move into account.
    #[inline]
    pub(super) fn learn(&mut self, code: u16) {
        match (self.kind, Value::of_code(code)) {
            (_, None) => {}
            (Kind::Score, Some(_)) if code == OPEN => self.has_open = true,
            (Kind::Score, Some(_)) => self.best = self.best.max(score::turned(code)),
            (Kind::Plies, Some(Value::Draw)) => self.has_open = true,
            (Kind::Plies, Some(Value::Loss(plies))) => self.best = self.best.min(plies + 1),
            (Kind::Plies, Some(Value::Win(plies))) => self.late = self.late.max(plies + 1),
        }
    }

    /// What follows.
    pub(super) fn derived(self) -> Derived {
        let Self { kind, has_open, best, late } = self;
        if kind == Kind::Score {
            return Derived::Moves { due: None, score: (!has_open).then_some(best) };
        }
        let loss = (!has_open && best == NEVER).then_some((u32::from(late), false));
        let win = (best != NEVER).then_some((u32::from(best), true));
        Derived::Moves { due: win.or(loss), score: None }
    }
}
