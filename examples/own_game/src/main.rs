//! A game of your own: Breakthrough, with every verb.
//!
//! Each player begins with two ranks of pawns. A pawn goes one rank ahead, straight or diagonally, to a free square;
//! diagonally it may also capture. A player who reaches the last rank wins, and a player without pawns has lost. The
//! player to move goes up the board: after a move the board is turned for the other player.
//!
//! Run it: `cargo run --release --example own_game -- games`, or copy the directory as a package of your own.

use certamen::prelude::*;
use std::process::ExitCode;

board! {
    /// The pawns of the player to move, and those of the other player.
    pub struct Pawns {
        /// They go up.
        own,
        /// They go down.
        opp,
    }
}

/// Breakthrough on a board of `N` by `N` squares.
#[derive(Debug)]
pub struct Breakthrough<const N: usize>;

/// The kinds of steps of a pawn.
const STRAIGHT: StepKind = StepKind::from("straight", Direction::North);
const LEFT: StepKind = StepKind::from("left", Direction::NorthWest);
const RIGHT: StepKind = StepKind::from("right", Direction::NorthEast);

impl<const N: usize> Breakthrough<N> {
    /// The number of ranks of pawns at the start.
    const RANKS: usize = if N < 4 { 1 } else { 2 };

    fn goal<W: Word>(word: W) -> W {
        word.constant(&Mask::first(N * N).without(&Mask::first(N * (N - 1))))
    }

    fn home<W: Word>(word: W) -> W {
        word.constant(&Mask::first(N))
    }
}

impl<const N: usize> Boards for Breakthrough<N> {
    type Board<W: Copy> = Pawns<W>;
    type Native = u64;

    fn name(&self) -> &'static str {
        "breakthrough"
    }

    fn layout(&self) -> Layout {
        Grid::<N, N>::LAYOUT
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::MIRROR_FILES]
    }

    /// Neither player has more pawns than at the start, or a pawn on the goal.
    fn well_formed<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> W::Bit {
        let pawns = (N * Self::RANKS) as u32;
        let too_many = own.popcount().at_least(pawns + 1) | opp.popcount().at_least(pawns + 1);
        !((own & opp).any() | too_many | (own & Self::goal(own)).any() | (opp & Self::home(opp)).any())
    }
}

impl<const N: usize> Rules for Breakthrough<N> {
    fn start(&self) -> Pawns<Mask> {
        let (all, pawns) = (Mask::first(N * N), N * Self::RANKS);
        Pawns { own: Mask::first(pawns), opp: all.without(&Mask::first(N * N - pawns)) }
    }

    fn turn(&self) -> Option<Symmetry> {
        Some(Symmetry::MIRROR_RANKS)
    }

    fn moves<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Family<W> {
        let free = Grid::<N, N>::complement(own | opp);
        let not_own = Grid::<N, N>::complement(own);
        let ahead = |direction| Grid::<N, N>::shift(own, direction);
        Family::new()
            .with(STRAIGHT, ahead(Direction::North) & free)
            .with(LEFT, ahead(Direction::NorthWest) & not_own)
            .with(RIGHT, ahead(Direction::NorthEast) & not_own)
    }

    fn play<W: Word>(&self, Pawns { own, opp }: Pawns<W>, step: Step<W>) -> Pawns<W> {
        let moved = (own ^ step.from()) | step.to();
        let left = opp & Grid::<N, N>::complement(step.to());
        let turned = |word: W| match Symmetry::MIRROR_RANKS.permutation(self.layout()) {
            Some(permutation) => word.permute(&permutation),
            None => word,
        };
        Pawns { own: turned(left), opp: turned(moved) }
    }

    /// Lost if the other player has just reached the goal, or if no pawn is left.
    fn outcome<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Outcome<W::Bit> {
        Outcome::lost_if((opp & Self::home(opp)).any() | !own.any())
    }
}

/// The naive twin: the same game from the printed rules, with arrays and loops.
mod naive {
    use super::{Breakthrough, Ended, Naive};

    /// Squares by rank and file, as the player to move sees them: `X` is an own pawn, `O` the other player's, `.` free.
    pub(crate) type Squares = Vec<Vec<char>>;

    fn square(rank: usize, file: usize) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    impl<const N: usize> Naive for Breakthrough<N> {
        type Position = Squares;

        fn parse(&self, text: &str) -> Result<Squares, String> {
            let squares: Squares = text.split('/').map(|rank| rank.chars().collect()).collect();
            if squares.len() != N || squares.iter().any(|rank| rank.len() != N) {
                return Err(format!("expected {N} ranks of {N} squares"));
            }
            let pawns = if N < 4 { N } else { 2 * N };
            for letter in ['X', 'O'] {
                if squares.iter().flatten().filter(|&&square| square == letter).count() > pawns {
                    return Err(format!("more than {pawns} pawns {letter}"));
                }
            }
            Ok(squares)
        }

        fn print(&self, squares: &Squares) -> String {
            squares.iter().map(|rank| rank.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        }

        fn ended(&self, squares: &Squares) -> Option<Ended> {
            let has_arrived = squares[0].contains(&'O');
            let has_none = !squares.iter().flatten().any(|&square| square == 'X');
            (has_arrived || has_none).then_some(Ended::Lost)
        }

        fn plies(&self, squares: &Squares) -> Vec<String> {
            let mut plies = Vec::new();
            for rank in 0..N - 1 {
                for file in 0..N {
                    if squares[rank][file] != 'X' {
                        continue;
                    }
                    for (to, &there) in squares[rank + 1].iter().enumerate() {
                        if to.abs_diff(file) > 1 {
                            continue;
                        }
                        if there == '.' || there == 'O' && to != file {
                            plies.push(square(rank, file) + &square(rank + 1, to));
                        }
                    }
                }
            }
            plies
        }

        fn play(&self, squares: &Squares, ply: &str) -> Result<Squares, String> {
            if !self.plies(squares).iter().any(|legal| legal == ply) {
                return Err(format!("`{ply}` is not legal"));
            }
            let at = |place: usize| usize::from(ply.as_bytes()[place]);
            let (file, rank, to) =
                (at(0) - usize::from(b'a'), at(1) - usize::from(b'1'), at(2) - usize::from(b'a'));
            let mut next = squares.clone();
            next[rank][file] = '.';
            next[rank + 1][to] = 'X';
            next.reverse();
            let turned = |square: &char| match square {
                'X' => 'O',
                'O' => 'X',
                other => *other,
            };
            Ok(next.iter().map(|rank| rank.iter().map(turned).collect()).collect())
        }
    }
}

fn main() -> ExitCode {
    let breakthrough = RuledGame::new("Breakthrough, from 3x3 to 5x5: perft, records, pictures, mobility")
        .twinned(Breakthrough::<5>)
        .twinned(Breakthrough::<4>)
        .twinned(Breakthrough::<3>);
    App::new("own_game").rules(breakthrough).run()
}
