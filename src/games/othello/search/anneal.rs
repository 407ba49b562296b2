//! Positions with many legal moves, found by simulated annealing. A game may or may not lead to them.
//!
//! Idea: a walk over boards with a number of discs, which turns discs and moves them to empty squares. Steps that make
//! the board worse are accepted less and less often. A board is better with more legal moves, up to the number that is
//! wanted. If a game is to lead there, it is also better if it looks more like the end of one: the occupied squares can be
//! built up from the centre ([`shape`]), discs lie at the end of three in line of one colour, as after a move that turned
//! discs, and, if somebody must have passed, the opponent has few moves: then a pass is near. A walk meets many such
//! positions; those kept lie apart.
//!
//! Source: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220 (1983). Cost: a
//! walk takes 3 to 8 ms, and most walks meet positions with as many legal moves as reachable positions have.
//!
//! What it does not show: that there are no others, or that a game leads to those that are found.
//!
//! [`shape`]: super::shape

use super::shape::ends_of_lines;
use super::state::bits;
use encodings::board::Grid;
use encodings::othello::rules::{Discs, Othello};
use encodings::othello::stranded::built;
use fastrand::Rng;

/// The number of steps of a walk, for each pair of squares.
const STEPS: u32 = 10;
/// The temperature at the first step and at the last: how much worse a board may be that is accepted one time in three.
const HOT: f64 = 1.02;
const COLD: f64 = 0.12;
/// The number of positions that are kept of a walk.
const KEPT: usize = 16;
/// The weight of a disc that cannot be built up from the centre, or of a legal move that is missing.
const MISSING: f64 = 1.0;
/// The weight of a disc at the end of three in line.
const LINE: f64 = 0.1;
/// The weight of a legal move of the opponent, if somebody must have passed.
const IN_THE_WAY: f64 = 0.5;

/// The positions that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetPositions {
    /// The number of discs.
    pub discs: u32,
    /// The least number of legal moves.
    pub at_least: u32,
    /// Where they come from.
    pub origin: Origin,
}

/// Where positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Anywhere: no game need lead to them.
    Anywhere,
    /// A game in which the turns follow each other like this.
    Game(Turns),
}

/// How the players' turns follow each other in the game that leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Nobody need have passed.
    Alternate,
    /// The player to move is not the one who would be if nobody had passed.
    WithAPass,
}

/// Walks that look for positions, the same ones in every run.
#[derive(Clone, Debug)]
pub struct Walks<const SIDE: usize> {
    wanted: TargetPositions,
    random: Rng,
}

/// A board of a walk.
#[derive(Clone, Copy, Debug)]
struct Board {
    discs: Discs<u64>,
    /// How far it is from what is wanted.
    energy: f64,
    /// Whether it is what is wanted.
    is_wanted: bool,
}

impl<const SIDE: usize> Walks<SIDE> {
    /// Walks that depend on the seed alone. A board has place for no more discs than squares, and at least those of the
    /// centre.
    pub fn new(wanted: TargetPositions, seed: u64) -> Self {
        let squares = (SIDE * SIDE) as u32;
        let discs = wanted.discs.clamp(Othello::<SIDE>::CENTRE.len() as u32, squares);
        Self { wanted: TargetPositions { discs, ..wanted }, random: Rng::with_seed(seed) }
    }

    /// One walk: the positions that are wanted and that it meets, at most sixteen of them, the last ones first.
    pub fn walk(&mut self) -> Vec<Discs<u64>> {
        let mut met: Vec<Discs<u64>> = Vec::new();
        let scattered = self.scattered();
        let mut board = self.judge(scattered);
        let steps = STEPS * ((SIDE * SIDE) as u32).pow(2);
        for step in 0..steps {
            let heat = HOT + (COLD - HOT) * f64::from(step) / f64::from(steps);
            let next = self.changed(board.discs);
            let next = self.judge(next);
            let worse = next.energy - board.energy;
            if worse <= 0.0 || self.random.f64() < (-worse / heat).exp() {
                board = next;
                if board.is_wanted {
                    met.push(board.discs);
                }
            }
        }
        // Positions that follow each other in a walk differ in a disc or two.
        let apart = met.len().div_ceil(KEPT).max(1);
        met.into_iter().rev().step_by(apart).collect()
    }

    fn judge(&self, discs: Discs<u64>) -> Board {
        let mobility = Othello::<SIDE>::legal(discs).count_ones();
        let missing = self.wanted.at_least.saturating_sub(mobility);
        let (loose, in_the_way, lines) = match self.wanted.origin {
            Origin::Anywhere => (0, 0, 0),
            Origin::Game(turns) => {
                (loose::<SIDE>(discs), in_the_way::<SIDE>(discs, turns), lines::<SIDE>(discs))
            }
        };
        let energy = MISSING * f64::from(missing + loose) + IN_THE_WAY * f64::from(in_the_way)
            - LINE * f64::from(lines);
        Board { discs, energy, is_wanted: missing + loose == 0 }
    }

    /// A board with discs on the centre and on squares chosen by chance, of either colour.
    fn scattered(&mut self) -> Discs<u64> {
        let mut occupied = centre::<SIDE>();
        while occupied.count_ones() < self.wanted.discs {
            let Some(square) = self.one_of(Grid::<SIDE, SIDE>::complement(occupied)) else { break };
            occupied |= square;
        }
        let own = occupied & self.random.u64(..);
        Discs { own, opp: occupied ^ own }
    }

    /// The board after a step: a disc is turned, two are, or one moves to an empty square.
    fn changed(&mut self, discs: Discs<u64>) -> Discs<u64> {
        match self.random.u32(..4) {
            0 => self.turned(discs),
            1 => {
                let once = self.turned(discs);
                self.turned(once)
            }
            _ => self.moved(discs).unwrap_or(discs),
        }
    }

    fn turned(&mut self, discs: Discs<u64>) -> Discs<u64> {
        let square = self.one_of(discs.occupied()).unwrap_or_default();
        Discs { own: discs.own ^ square, opp: discs.opp ^ square }
    }

    /// `None` if no disc outside the centre or no square is free to move.
    fn moved(&mut self, discs: Discs<u64>) -> Option<Discs<u64>> {
        let from = self.one_of(discs.occupied() & !centre::<SIDE>())?;
        let to = self.one_of(Grid::<SIDE, SIDE>::complement(discs.occupied()))?;
        let rest = Discs { own: discs.own & !from, opp: discs.opp & !from };
        Some(if self.random.bool() {
            Discs { own: rest.own | to, ..rest }
        } else {
            Discs { opp: rest.opp | to, ..rest }
        })
    }

    /// A square of these, as a bit.
    fn one_of(&mut self, squares: u64) -> Option<u64> {
        let count = squares.count_ones();
        (count > 0).then(|| bits(squares).nth(self.random.u32(..count) as usize)).flatten()
    }
}

/// The number of discs that cannot be built up from the centre.
fn loose<const SIDE: usize>(discs: Discs<u64>) -> u32 {
    let occupied = discs.occupied();
    (occupied & !built::<SIDE>(occupied)).count_ones()
}

/// The number of legal moves of the opponent, if somebody must have passed.
fn in_the_way<const SIDE: usize>(discs: Discs<u64>, turns: Turns) -> u32 {
    match turns {
        Turns::Alternate => 0,
        Turns::WithAPass => Othello::<SIDE>::legal(discs.passed()).count_ones(),
    }
}

/// The number of discs outside the centre at the end of three in line.
fn lines<const SIDE: usize>(discs: Discs<u64>) -> u32 {
    (ends_of_lines::<SIDE>(discs) & !centre::<SIDE>()).count_ones()
}

fn centre<const SIDE: usize>() -> u64 {
    Othello::<SIDE>::CENTRE.low_bits() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::othello::position::Position;

    const ORIGINS: [Origin; 2] = [Origin::Anywhere, Origin::Game(Turns::Alternate)];

    fn all_of<const SIDE: usize>(wanted: TargetPositions, walks: usize) -> Vec<Discs<u64>> {
        let mut search = Walks::<SIDE>::new(wanted, 1);
        (0..walks).flat_map(|_| search.walk()).collect()
    }

    #[test]
    fn what_is_met_is_what_is_wanted() {
        let opponents_moves = [Turns::Alternate, Turns::WithAPass].map(|turns| {
            let wanted = TargetPositions { discs: 31, at_least: 28, origin: Origin::Game(turns) };
            let met = all_of::<8>(wanted, 8);
            assert!(met.len() > 8, "{turns:?}: {}", met.len());
            let mobility = |discs| Position::<8>::new(discs).unwrap().mobility();
            for &discs in &met {
                assert_eq!(discs.occupied().count_ones(), 31);
                assert!(mobility(discs) >= 28);
            }
            met.iter().map(|&discs| mobility(discs.passed())).sum::<u32>() / met.len() as u32
        });
        assert!(opponents_moves[0] > 2 * opponents_moves[1], "{opponents_moves:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_walks() {
        for origin in ORIGINS {
            let wanted = TargetPositions { discs: 20, at_least: 20, origin };
            assert_eq!(all_of::<8>(wanted, 3), all_of::<8>(wanted, 3));
        }
    }

    /// The least and the largest numbers of discs, and one more and one less.
    #[test]
    fn boards_without_room_to_move_are_no_trouble() {
        for origin in ORIGINS {
            for discs in [0, 3, 4, 5, 15, 16, 17] {
                for met in all_of::<4>(TargetPositions { discs, at_least: 0, origin }, 1) {
                    assert_eq!(met.occupied().count_ones(), discs.clamp(4, 16));
                }
            }
            assert_eq!(all_of::<4>(TargetPositions { discs: 16, at_least: 1, origin }, 1), []);
        }
    }
}
