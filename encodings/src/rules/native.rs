//! The native engine of any game: positions that are known to be well formed, their steps, and counting.

use super::{Boards, Ending, Family, NamedWords, Rules, Step, Stuck};
use crate::board::Mask;
use crate::word::{NativeWord, Word};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Why words are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A bit beyond the board.
    #[error("`{word}` has a square outside the {layout} board")]
    OffBoard {
        /// The word.
        word: &'static str,
        /// The layout of the board.
        layout: crate::board::Layout,
    },
    /// Ill formed, with two words on one square.
    #[error("this is no position of {game}: square {square} is in both `{one}` and `{other}`")]
    Shared {
        /// The game.
        game: String,
        /// The square.
        square: String,
        /// The first word.
        one: &'static str,
        /// The second word.
        other: &'static str,
    },
    /// Ill formed otherwise.
    #[error("this is no position of {game}: the rules do not allow such a board")]
    IllFormed {
        /// The game.
        game: String,
    },
}

/// A position of a game that is known to be well formed, as the player to move sees it.
pub struct Position<R: Boards>(R::Board<R::Native>);

impl<R: Boards> Clone for Position<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Boards> Copy for Position<R> {}

impl<R: Boards> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        self.0.words().eq(other.0.words())
    }
}

impl<R: Boards> Eq for Position<R> {}

impl<R: Boards> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.words().for_each(|word| word.hash(state));
    }
}

impl<R: Boards> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.named()).finish()
    }
}

impl<R: Boards> Position<R> {
    /// The position of these words.
    ///
    /// # Errors
    /// [`PositionError`] where they are none.
    pub fn new(rules: &R, board: R::Board<R::Native>) -> Result<Self, PositionError> {
        let layout = rules.layout();
        let full = R::Native::default().constant(&Mask::first(layout.squares()));
        if let Some((word, _)) = board.named().find(|(_, bits)| bits.without(full).any()) {
            return Err(PositionError::OffBoard { word, layout });
        }
        if rules.well_formed(board) { Ok(Self(board)) } else { Err(ill_formed(rules, board)) }
    }

    /// The position of words that the caller knows to be one.
    #[inline(always)]
    pub const fn trusted(board: R::Board<R::Native>) -> Self {
        Self(board)
    }

    /// The words.
    #[inline(always)]
    pub const fn board(self) -> R::Board<R::Native> {
        self.0
    }
}

/// Why words that lie on the board are no position.
fn ill_formed<R: Boards>(rules: &R, board: R::Board<R::Native>) -> PositionError {
    let game = rules.name().to_owned();
    let words: Vec<_> = board.named().collect();
    for (place, &(one, bits)) in words.iter().enumerate() {
        for &(other, others) in &words[place + 1..] {
            let square = (bits & others).first().and_then(|index| rules.layout().square(index));
            if let Some(square) = square {
                let square = rules.layout().name(square).to_string();
                return PositionError::Shared { game, square, one, other };
            }
        }
    }
    PositionError::IllFormed { game }
}

/// What is to be done in a position.
#[derive(Clone, Debug)]
pub enum Phase<R: Boards> {
    /// Nothing: the game is over.
    Over(Ending),
    /// One of these steps, of which there is at least one.
    Moves(Family<R::Native>),
    /// A pass, which leads to this position.
    Passes(Position<R>),
}

impl<R: Rules> Position<R> {
    /// The position at the start.
    #[inline]
    pub fn start(rules: &R) -> Self {
        let nothing = R::Native::default();
        Self(R::convert(rules.start(), |mask: Mask| nothing.constant(&mask)))
    }

    /// What is to be done here.
    #[inline(always)]
    pub fn phase(self, rules: &R) -> Phase<R> {
        let family = rules.moves(self.0);
        let outcome = |rules: &R| rules.outcome(self.0).ending();
        if family.words().any(Word::any) {
            return match outcome(rules) { Some(ending) => Phase::Over(ending), None => Phase::Moves(family) };
        }
        if let Some(ending) = outcome(rules) {
            return Phase::Over(ending);
        }
        match rules.stuck(self.0) {
            Stuck::Loses => Phase::Over(Ending::Lost),
            Stuck::Wins => Phase::Over(Ending::Won),
            Stuck::Draws => Phase::Over(Ending::Drawn),
            Stuck::Passes(next) => Phase::Passes(Self(next)),
        }
    }

    /// How the game ended, if it is over here.
    pub fn ending(self, rules: &R) -> Option<Ending> {
        match self.phase(rules) {
            Phase::Over(ending) => Some(ending),
            Phase::Moves(_) | Phase::Passes(_) => None,
        }
    }

    /// The steps here, kind by kind: none where the game is over or a pass is due.
    pub fn steps(self, rules: &R) -> impl Iterator<Item = Step<R::Native>> {
        let family = match self.phase(rules) {
            Phase::Moves(family) => family,
            Phase::Over(_) | Phase::Passes(_) => Family::new(),
        };
        family.steps(rules.layout())
    }

    /// The position after one of the steps here, seen by the next player; `None` for any other step.
    pub fn play(self, rules: &R, step: Step<R::Native>) -> Option<Self> {
        match self.phase(rules) {
            Phase::Moves(family) if family.allows(step) == Some(true) => Some(self.after(rules, step)),
            _ => None,
        }
    }

    /// The position after a step that the caller knows to be one of those here.
    #[must_use]
    #[inline(always)]
    pub fn after(self, rules: &R, step: Step<R::Native>) -> Self {
        Self(rules.play(self.0, step))
    }

    /// The number of games of `depth` plies from here: the leaves of the game tree. A pass is a ply; a game that has
    /// ended is one leaf at every greater depth. Leaves of the last ply are counted without being made.
    pub fn perft(self, rules: &R, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let family = rules.moves(self.0);
        let total = family.total();
        if total > 0 {
            if rules.outcome(self.0).over() {
                return 1;
            }
            if depth == 1 {
                return u64::from(total);
            }
            let mut leaves = 0;
            family.each(|kind, word| {
                for at in word.ones() {
                    let step = Step::new(kind, at, rules.layout());
                    leaves += self.after(rules, step).perft(rules, depth - 1);
                }
            });
            return leaves;
        }
        match self.phase(rules) {
            Phase::Passes(next) => next.perft(rules, depth - 1),
            _ => 1,
        }
    }
}
