//! The end of a game, solved: the score with best play, by alpha-beta search.
//!
//! A score is the mover's discs less the other player's when neither can move, the empty squares going to the winner.
//! Moves are tried in the order of the replies that they leave, fewest first, so that the tree stays narrow; with few
//! squares left, those in quarters with an odd number of empty squares come first. Positions with more squares left are
//! kept in a table with the bounds that are known. A claimed score is confirmed by a window of one score around it,
//! which costs a fraction of the search for an unknown one.
//!
//! The rules are those of `encodings`. Source of the methods: any description of an Othello endgame solver, such as
//! those of J. C. Delorme and G. Andersson (fastest first, parity) on which most solvers rest.
//!
//! Cost: about a second for 20 empty squares, and four times as much for each further one or two.

use certamen_work::Stop;
use encodings::board::Layout;
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;

/// The least number of empty squares for which positions are kept in the table.
const KEPT_FROM: u32 = 8;
/// The least number of empty squares for which moves are ordered by the replies that they leave.
const ORDERED_FROM: u32 = 6;
/// The logarithm of the number of places of the table: 4 million of 32 bytes.
const PLACES: u32 = 22;
/// The number of positions between two looks at the request to stop.
const ROUND: u64 = 1 << 14;

/// How a claimed score compares with the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreComparison {
    Equal,
    /// The score is this one.
    Other(i32),
    /// A request to stop came first.
    Stopped,
}

/// A request to stop ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stopped;

/// Bounds of the score of a position.
#[derive(Clone, Copy, Debug)]
struct ScoreBounds {
    own: u64,
    opp: u64,
    least: i8,
    most: i8,
    /// The best move that was found.
    best: u8,
}

/// A solver with its table.
pub(super) struct Endgame<const SIDE: usize> {
    table: Vec<ScoreBounds>,
    positions: u64,
    stop: Stop,
}

impl<const SIDE: usize> Endgame<SIDE> {
    const SQUARES: i32 = (SIDE * SIDE) as i32;
    const NONE: u8 = u8::MAX;

    pub(super) fn new(stop: &Stop) -> Self {
        Self { table: Vec::new(), positions: 0, stop: stop.clone() }
    }

    /// Compares the score of the player to move with a claimed one.
    pub(super) fn compare(&mut self, discs: Discs<u64>, claimed: i32) -> ScoreComparison {
        let (least, most) = (-Self::SQUARES - 1, Self::SQUARES + 1);
        let (alpha, beta) = ((claimed - 1).clamp(least, most), (claimed + 1).clamp(least, most));
        match self.search_root(discs, alpha, beta) {
            Err(Stopped) => ScoreComparison::Stopped,
            Ok(score) if score == claimed => ScoreComparison::Equal,
            Ok(score) => {
                let window = if score <= alpha { (least, score + 1) } else { (score - 1, most) };
                match self.search_root(discs, window.0, window.1) {
                    Err(Stopped) => ScoreComparison::Stopped,
                    Ok(score) => ScoreComparison::Other(score),
                }
            }
        }
    }

    fn search_root(&mut self, discs: Discs<u64>, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if self.table.is_empty() && empties::<SIDE>(discs) >= KEPT_FROM {
            let nothing = ScoreBounds { own: 0, opp: 0, least: 0, most: 0, best: Self::NONE };
            self.table = vec![nothing; 1 << PLACES.min(empties::<SIDE>(discs) + 4)];
        }
        self.search(discs, alpha, beta)
    }

    /// The score, if it lies between the bounds; otherwise a bound beyond them on the same side.
    fn search(&mut self, discs: Discs<u64>, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(ROUND) && self.stop.is_requested() {
            return Err(Stopped);
        }
        let legal = Othello::<SIDE>::legal(discs);
        if legal == 0 {
            return if Othello::<SIDE>::legal(discs.passed()) == 0 {
                Ok(final_score::<SIDE>(discs))
            } else {
                Ok(-self.search(discs.passed(), -beta, -alpha)?)
            };
        }
        let empty = empties::<SIDE>(discs);
        if empty == 1 {
            return Ok(-final_after_last::<SIDE>(after::<SIDE>(discs, legal)));
        }
        if empty < ORDERED_FROM {
            return self.search_few(discs, legal, alpha, beta);
        }
        self.search_many(discs, legal, empty, alpha, beta)
    }

    /// Few squares are left: those in quarters with an odd number of empty squares first.
    fn search_few(
        &mut self,
        discs: Discs<u64>,
        legal: u64,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let odd = odd_quarters::<SIDE>(discs);
        let mut best = i32::MIN;
        for mut squares in [legal & odd, legal & !odd] {
            while squares != 0 {
                let square = squares & squares.wrapping_neg();
                squares ^= square;
                let score = -self.search(after::<SIDE>(discs, square), -beta, -alpha)?;
                if score > best {
                    best = score;
                    if best >= beta {
                        return Ok(best);
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        Ok(best)
    }

    /// Many squares are left: moves that leave few replies first, the known best move before them.
    fn search_many(
        &mut self,
        discs: Discs<u64>,
        legal: u64,
        empty: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        let (first_alpha, first_beta) = (alpha, beta);
        let place = self.place(discs, empty);
        let mut known = Self::NONE;
        if let Some(kept) = place.and_then(|place| self.table.get(place))
            && (kept.own, kept.opp) == (discs.own, discs.opp)
        {
            let (least, most) = (i32::from(kept.least), i32::from(kept.most));
            if least >= beta || least == most {
                return Ok(least);
            }
            if most <= alpha {
                return Ok(most);
            }
            (alpha, beta) = (alpha.max(least), beta.min(most));
            known = kept.best;
        }
        let mut moves = [(0u32, 0u64, Discs { own: 0, opp: 0 }); 64];
        let mut count = 0;
        let mut squares = legal;
        let odd = odd_quarters::<SIDE>(discs);
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            let next = after::<SIDE>(discs, square);
            let replies = Othello::<SIDE>::legal(next);
            let corners = (replies & corners::<SIDE>()).count_ones();
            let is_known = square.trailing_zeros() == u32::from(known);
            let cost = if is_known { 0 } else { 2 + 4 * (replies.count_ones() + corners) };
            let cost = cost
                .saturating_sub(u32::from(square & odd != 0) + 3 * u32::from(square & corners_of(SIDE) != 0));
            moves[count] = (cost, square, next);
            count += 1;
        }
        let moves = &mut moves[..count];
        moves.sort_unstable_by_key(|&(cost, square, _)| (cost, square));
        let (mut best, mut best_square) = (i32::MIN, Self::NONE);
        for (number, &(_, square, next)) in moves.iter().enumerate() {
            // After the first move, a window without width asks only whether a move is better.
            let mut score = i32::MIN;
            if number > 0 && beta > alpha + 1 {
                score = -self.search(next, -alpha - 1, -alpha)?;
            }
            if number == 0 || beta <= alpha + 1 || (score > alpha && score < beta) {
                score = -self.search(next, -beta, -alpha)?;
            }
            if score > best {
                (best, best_square) = (score, square.trailing_zeros() as u8);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        if let Some(place) = place.and_then(|place| self.table.get_mut(place)) {
            let all = (-(Self::SQUARES as i8), Self::SQUARES as i8);
            let is_same = (place.own, place.opp) == (discs.own, discs.opp);
            let (mut least, mut most) = if is_same { (place.least, place.most) } else { all };
            if best > first_alpha {
                least = least.max(best as i8);
            }
            if best < first_beta {
                most = most.min(best as i8);
            }
            *place = ScoreBounds { own: discs.own, opp: discs.opp, least, most, best: best_square };
        }
        Ok(best)
    }

    /// The place of a position in the table, if it is kept.
    fn place(&self, discs: Discs<u64>, empty: u32) -> Option<usize> {
        if empty < KEPT_FROM || self.table.is_empty() {
            return None;
        }
        let mixed = (discs.own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ discs.opp.rotate_left(32))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        Some((mixed >> 32) as usize & (self.table.len() - 1))
    }
}

fn empties<const SIDE: usize>(discs: Discs<u64>) -> u32 {
    (SIDE * SIDE) as u32 - discs.occupied().count_ones()
}

/// The position after a legal move.
#[inline]
fn after<const SIDE: usize>(discs: Discs<u64>, square: u64) -> Discs<u64> {
    let widest = Layout::new(8, 8).and_then(|layout| layout.square(square.trailing_zeros() as usize));
    widest.map_or(discs, |square| Othello::<SIDE>::apply(discs, OneHot::from_square(square, 0u64)))
}

/// The score of the player to move on a full board.
fn final_after_last<const SIDE: usize>(discs: Discs<u64>) -> i32 {
    discs.own.count_ones() as i32 - discs.opp.count_ones() as i32
}

/// The score of the player to move when neither can move.
fn final_score<const SIDE: usize>(discs: Discs<u64>) -> i32 {
    let difference = discs.own.count_ones() as i32 - discs.opp.count_ones() as i32;
    difference + difference.signum() * empties::<SIDE>(discs) as i32
}

const fn corners_of(side: usize) -> u64 {
    1 | 1 << (side - 1) | 1 << (side * (side - 1)) | 1 << (side * side - 1)
}

const fn corners<const SIDE: usize>() -> u64 {
    corners_of(SIDE)
}

/// The quarters of the board with an odd number of empty squares.
fn odd_quarters<const SIDE: usize>(discs: Discs<u64>) -> u64 {
    let quarters = const {
        let mut quarters = [0u64; 4];
        let mut index = 0;
        while index < SIDE * SIDE {
            let (right, below) = (index % SIDE >= SIDE / 2, index / SIDE >= SIDE / 2);
            quarters[right as usize + 2 * below as usize] |= 1 << index;
            index += 1;
        }
        quarters
    };
    let empty = !discs.occupied();
    let odd = quarters.into_iter().filter(|quarter| (quarter & empty).count_ones() % 2 == 1);
    odd.fold(0, |all, quarter| all | quarter)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score by trying everything.
    fn plain<const SIDE: usize>(discs: Discs<u64>) -> i32 {
        let legal = Othello::<SIDE>::legal(discs);
        if legal == 0 {
            return if Othello::<SIDE>::legal(discs.passed()) == 0 {
                final_score::<SIDE>(discs)
            } else {
                -plain::<SIDE>(discs.passed())
            };
        }
        let squares = (0..SIDE * SIDE).map(|index| 1 << index).filter(|square| legal & square != 0);
        squares.map(|square| -plain::<SIDE>(after::<SIDE>(discs, square))).max().unwrap()
    }

    /// A position after random moves, with this number of empty squares or at the end of the game.
    fn random<const SIDE: usize>(seed: u64, empty: u32) -> Discs<u64> {
        let mut discs: Discs<u64> = Othello::<SIDE>::START.like(0);
        let mut state = seed;
        while empties::<SIDE>(discs) > empty {
            let legal = Othello::<SIDE>::legal(discs);
            if legal == 0 {
                if Othello::<SIDE>::legal(discs.passed()) == 0 {
                    break;
                }
                discs = discs.passed();
                continue;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let squares: Vec<u64> =
                (0..64).map(|index| 1 << index).filter(|square| legal & square != 0).collect();
            discs = after::<SIDE>(discs, squares[(state >> 33) as usize % squares.len()]);
        }
        discs
    }

    #[test]
    fn scores_are_those_of_a_search_of_everything() {
        for seed in 0..40 {
            let discs = random::<8>(seed, 8);
            let expected = plain::<8>(discs);
            let mut endgame = Endgame::<8>::new(&Stop::new());
            assert_eq!(endgame.compare(discs, expected), ScoreComparison::Equal, "{discs:?}");
            for claimed in [expected - 2, expected + 2, -64, 64, 0] {
                let mut endgame = Endgame::<8>::new(&Stop::new());
                let solved = endgame.compare(discs, claimed);
                let right = if claimed == expected {
                    ScoreComparison::Equal
                } else {
                    ScoreComparison::Other(expected)
                };
                assert_eq!(solved, right, "{discs:?}");
            }
        }
    }

    /// Othello on 4x4 is lost by Black, 3 to 11 (J. Feinstein for 6x6, and many for 4x4); the two empty squares go to the
    /// winner.
    #[test]
    fn four_by_four_is_solved() {
        let start: Discs<u64> = Othello::<4>::START.like(0);
        let mut endgame = Endgame::<4>::new(&Stop::new());
        assert_eq!(endgame.compare(start, 3 - 13), ScoreComparison::Equal);
        let stop = Stop::new();
        stop.request();
        let deep: Discs<u64> = Othello::<8>::START.like(0);
        assert_eq!(Endgame::<8>::new(&stop).compare(deep, 0), ScoreComparison::Stopped);
    }
}
