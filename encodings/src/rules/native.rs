//! The native engine of any game: positions that are known to be well formed, their steps, and counting.

use super::{Boards, Ending, Family, NamedWords, Outcome, Rules, Step, Stuck};
use crate::board::Mask;
use crate::word::{NativeWord, Word};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::AddAssign;

/// Why words do not form a position.
///
/// # Examples
/// ```
/// use encodings::othello::rules::{Discs, Othello};
/// use encodings::rules::Position;
///
/// let error = Position::new(&Othello::<8>, Discs { own: 1, opp: 1 }).map_err(|error| error.to_string());
/// assert_eq!(error, Err("not a position of othello: square a1 is in both `own` and `opp`".to_owned()));
/// ```
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
    /// Not well formed: two words have the same square.
    #[error("not a position of {game}: square {square} is in both `{one}` and `{other}`")]
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
    /// Not well formed for another reason.
    #[error("not a position of {game}: the rules do not allow this board")]
    IllFormed {
        /// The game.
        game: String,
    },
}

/// A position of a game that is known to be well formed, as the player to move sees it.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, View, parse_step};
///
/// let rules = Othello::<8>;
/// let start = Position::start(&rules);
/// assert_eq!(start.steps(&rules).count(), 4);
/// let f5 = parse_step(&rules, start, View::Straight, "f5")?;
/// let next = start.play(&rules, f5).ok_or("a step of the position")?;
/// assert_eq!(next.perft(&rules, 2), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        f.debug_list().entries(self.0.words()).finish()
    }
}

impl<R: Boards> Position<R> {
    /// The position of these words.
    ///
    /// # Errors
    /// [`PositionError`] if they do not form a position.
    pub fn new(rules: &R, board: R::Board<R::Native>) -> Result<Self, PositionError> {
        let layout = rules.layout();
        let beyond = |name: &str, bits: R::Native| bits.without(bits.constant(&rules.squares_of(name))).any();
        if let Some((word, _)) = rules.named(board).find(|&(name, bits)| beyond(name, bits)) {
            return Err(PositionError::OffBoard { word, layout });
        }
        if rules.well_formed(board) { Ok(Self(board)) } else { Err(ill_formed(rules, board)) }
    }

    /// The position of words that the caller knows to be well formed. Not checked.
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

/// Why words that lie on the board do not form a position.
fn ill_formed<R: Boards>(rules: &R, board: R::Board<R::Native>) -> PositionError {
    let game = rules.name().to_owned();
    let words: Vec<_> = rules.named(board).take(rules.words_of_pieces()).collect();
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

/// What the player to move can do in a position.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Phase, Position};
///
/// match Position::start(&Othello::<8>).phase(&Othello::<8>) {
///     Phase::Moves(family) => assert_eq!(family.total(), 4),
///     Phase::Passes(_) | Phase::Over(_) => unreachable!("Black has four moves"),
/// }
/// ```
#[derive(Clone, Debug)]
pub enum Phase<R: Boards> {
    /// Nothing: the game is over.
    Over(Ending),
    /// One of these steps, of which there is at least one; in a game with turns of several parts perhaps only such a turn.
    Moves(Family<R::Native>),
    /// A pass, which leads to this position.
    Passes(Position<R>),
}

/// The leaves of a game tree at a depth.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Leaves, Position, parse};
///
/// let rules = Othello::<4>;
/// assert_eq!(Position::start(&rules).leaves(&rules, 3), Leaves { all: 44, ended: 0 });
/// let over = Position::new(&rules, parse(&rules, "XXXX/XXXX/XXXX/XXXX")?)?;
/// assert_eq!((over.leaves(&rules, 0).ended, over.leaves(&rules, 3).ended), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// All of them.
    pub all: u64,
    /// Those of games that ended before this depth.
    pub ended: u64,
}

impl Leaves {
    /// A game that has ended before the depth.
    pub const ENDED: Self = Self { all: 1, ended: 1 };

    /// Leaves of games that have not ended before the depth.
    pub const fn going_on(all: u64) -> Self {
        Self { all, ended: 0 }
    }
}

impl AddAssign for Leaves {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.ended += other.ended;
    }
}

impl Sum for Leaves {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, leaves| {
            sum += leaves;
            sum
        })
    }
}

impl<R: Rules> Position<R> {
    /// The position at the start.
    #[inline]
    pub fn start(rules: &R) -> Self {
        let nothing = R::Native::default();
        Self(R::convert(rules.start(), |mask: Mask| nothing.constant(&mask)))
    }

    /// What the player to move can do here.
    #[inline(always)]
    pub fn phase(self, rules: &R) -> Phase<R> {
        let family = rules.moves(self.0);
        let can_move = family.total() > 0;
        match self.outcome(rules, can_move).ending() {
            Some(ending) => return Phase::Over(ending),
            None if can_move || !rules.is_stuck(self.0, &family) => return Phase::Moves(family),
            None => {}
        }
        match rules.when_stuck(self.0) {
            Stuck::Loses => Phase::Over(Ending::Lost),
            Stuck::Wins => Phase::Over(Ending::Won),
            Stuck::Draws => Phase::Over(Ending::Drawn),
            Stuck::Passes(next) => Phase::Passes(Self(next)),
        }
    }

    #[inline(always)]
    fn outcome(self, rules: &R, can_move: bool) -> Outcome<bool> {
        if rules.ends_only_when_stuck() && can_move { Outcome::open(false) } else { rules.outcome(self.0) }
    }

    /// How the game ended, if it is over here.
    pub fn ending(self, rules: &R) -> Option<Ending> {
        match self.phase(rules) {
            Phase::Over(ending) => Some(ending),
            Phase::Moves(_) | Phase::Passes(_) => None,
        }
    }

    /// The steps here, kind by kind: none if the game is over or a pass is due.
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
        Self(rules.next(self.0, step))
    }

    /// The number of games of `depth` plies from here: all [`leaves`](Position::leaves).
    pub fn perft(self, rules: &R, depth: u32) -> u64 {
        self.leaves(rules, depth).all
    }

    /// The leaves of the game tree at a depth. A pass is a ply; a game that has ended is one leaf at every greater depth.
    /// Leaves of the last ply are counted without making the moves.
    pub fn leaves(self, rules: &R, depth: u32) -> Leaves {
        match depth {
            0 => Leaves::going_on(1),
            1 => self.width(rules),
            _ => self.deep(rules, depth),
        }
    }

    /// The leaves at depth 1. It is a function of its own because most positions of a tree are there.
    fn width(self, rules: &R) -> Leaves {
        let total = rules.moves(self.0).total();
        if total == 0 || self.outcome(rules, true).over() {
            return self.deep_without_steps(rules, 1);
        }
        Leaves::going_on(u64::from(total))
    }

    /// The leaves at a depth of 2 or more.
    fn deep(self, rules: &R, depth: u32) -> Leaves {
        let family = rules.moves(self.0);
        if family.total() == 0 || self.outcome(rules, true).over() {
            return self.deep_without_steps(rules, depth);
        }
        let mut leaves = Leaves::default();
        family.each(|kind, word| {
            for at in word.ones() {
                let next = self.after(rules, Step::new(kind, at, rules.layout()));
                leaves += if depth == 2 { next.width(rules) } else { next.deep(rules, depth - 1) };
            }
        });
        leaves
    }

    #[cold]
    fn deep_without_steps(self, rules: &R, depth: u32) -> Leaves {
        match self.phase(rules) {
            Phase::Passes(next) => next.leaves(rules, depth - 1),
            Phase::Over(_) => Leaves::ENDED,
            Phase::Moves(_) => Leaves::going_on(1),
        }
    }
}
