//! The content of a layer: counts, passes, and the greatest mobility of either colour with an example.

use super::class::Class;
use super::state::State;
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::Othello;
use serde::{Deserialize, Serialize};

/// One value for Black and one for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByPlayer<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByPlayer<T> {
    /// The values that `of` returns for each player.
    pub fn from_fn(mut of: impl FnMut(Player) -> T) -> Self {
        Self { black: of(Player::Black), white: of(Player::White) }
    }

    /// The player's value.
    pub fn of(&self, player: Player) -> &T {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// The player's value, mutable.
    pub fn of_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Black => &mut self.black,
            Player::White => &mut self.white,
        }
    }
}

/// The content of a layer.
///
/// A class is a set of positions, as mover and opponent, that are images of each other under the eight symmetries of
/// the board. Passes that are due have been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census<const SIDE: usize> {
    /// The number of discs.
    pub discs: u32,
    /// The number of classes.
    pub classes: u64,
    /// The number of classes in which the game is over.
    pub over: u64,
    /// The content with Black and with White to move; a class may occur with both.
    pub sides: ByPlayer<SideCensus<SIDE>>,
}

/// The content of a layer with one colour to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideCensus<const SIDE: usize> {
    /// The number of classes that occur with this colour to move.
    pub classes: u64,
    /// The number of positions up to the four symmetries that fix the start.
    pub orbits: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of classes in which this colour had to pass; above they count as the other colour's turn.
    pub passes: u64,
    /// The greatest number of legal moves; 0 if there is no position.
    pub mobility: u32,
    /// A class with this number, the first one in the order of keys.
    best: Option<Class<SIDE>>,
}

impl<const SIDE: usize> SideCensus<SIDE> {
    /// A position with the greatest number of legal moves, the same in each run; `None` if there is no position.
    pub fn example(&self, mover: Player) -> Option<State<SIDE>> {
        let discs = self.best?.from_the_start(mover)?;
        Some(State { position: Position::new(discs).ok()?, mover })
    }

    /// Takes the other's best class if it is better.
    fn improve(&mut self, mobility: u32, best: Option<Class<SIDE>>) {
        let Some(candidate) = best else { return };
        let first = |best: Class<SIDE>| candidate.key() < best.key();
        if mobility > self.mobility || mobility == self.mobility && self.best.is_none_or(first) {
            (self.mobility, self.best) = (mobility, Some(candidate));
        }
    }

    fn join(&mut self, other: &Self) {
        self.classes += other.classes;
        self.orbits += other.orbits;
        self.positions += other.positions;
        self.passes += other.passes;
        self.improve(other.mobility, other.best);
    }
}

impl<const SIDE: usize> Census<SIDE> {
    /// The census without positions.
    pub(super) fn empty(discs: u32) -> Self {
        Self { discs, classes: 0, over: 0, sides: ByPlayer::default() }
    }

    /// The census with one more class.
    pub(super) fn with(mut self, class: Class<SIDE>) -> Self {
        let discs = class.discs();
        // A pass that is due has been made, so a mover without a move is at the end of the game.
        let mobility = Othello::<SIDE>::legal(discs).count_ones();
        self.classes += 1;
        self.over += u64::from(mobility == 0);
        for player in [Player::Black, Player::White] {
            if class.routes().has_mover(player) {
                let multiplicity = class.multiplicity(player);
                let side = self.sides.of_mut(player);
                side.classes += 1;
                side.orbits += multiplicity.orbits;
                side.positions += multiplicity.positions;
                side.improve(mobility, Some(class));
            }
        }
        self
    }

    /// The census of these and of other positions with the same number of discs.
    pub(super) fn joined(mut self, other: &Self) -> Self {
        self.classes += other.classes;
        self.over += other.over;
        self.sides.black.join(&other.sides.black);
        self.sides.white.join(&other.sides.white);
        self
    }
}
