//! A game of your own: Breakthrough, with every verb.
//!
//! Each player begins with two ranks of pawns. A pawn goes one rank ahead, straight or diagonally, to a free square;
//! diagonally it may also capture. A player who reaches the last rank wins, and a player without pawns has lost. The
//! player to move goes up the board: after a move the board is turned for the other player.
//!
//! Run it: `cargo run --release -p own_game -- games`, or copy the directory as a package of your own.

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
    /// The number of pawns of a player at the start.
    const PAWNS: usize = if N < 4 { N } else { 2 * N };

    fn on_rank<W: Word>(word: W, rank: usize) -> W::Bit {
        (word & word.constant(&Grid::<N, N>::rank(rank))).any()
    }
}

impl<const N: usize> Boards for Breakthrough<N> {
    board!(Pawns on Grid<N, N>);

    fn name(&self) -> &'static str {
        "breakthrough"
    }

    fn symmetries(&self) -> &[Symmetry] {
        &[Symmetry::MIRROR_FILES]
    }

    /// Neither player has more pawns than at the start, or a pawn on the goal.
    fn well_formed<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> W::Bit {
        let has_too_many = |word: W| word.popcount().at_least(Self::PAWNS as u32 + 1);
        let at_goal = Self::on_rank(own, N - 1) | Self::on_rank(opp, 0);
        !((own & opp).any() | has_too_many(own) | has_too_many(opp) | at_goal)
    }
}

impl<const N: usize> Rules for Breakthrough<N> {
    fn start(&self) -> Pawns<Mask> {
        let own = Mask::first(Self::PAWNS);
        Pawns { own, opp: Grid::<N, N>::FULL.without(&Mask::first(N * N - Self::PAWNS)) }
    }

    fn turn(&self) -> Option<Symmetry> {
        Some(Symmetry::MIRROR_RANKS)
    }

    fn moves<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Family<W> {
        let ahead = |direction| Grid::<N, N>::shift(own, direction).without(own);
        Family::new()
            .with(STRAIGHT, ahead(Direction::North).without(opp))
            .with(LEFT, ahead(Direction::NorthWest))
            .with(RIGHT, ahead(Direction::NorthEast))
    }

    fn play<W: Word>(&self, Pawns { own, opp }: Pawns<W>, step: Step<W>) -> Pawns<W> {
        Pawns { own: opp.without(step.to()), opp: own ^ step.from() | step.to() }
    }

    /// Lost if the other player has just reached the goal, or if no pawn is left.
    fn outcome<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Outcome<W::Bit> {
        Outcome::lost_if(Self::on_rank(opp, 0) | !own.any())
    }
}

/// The naive twin: the same game from the printed rules, with letters and loops.
impl<const N: usize> Naive for Breakthrough<N> {
    /// Letters by rank and file, as the player to move sees them: `X` is an own pawn, `O` the other player's, `.` free.
    type Position = Vec<Vec<char>>;

    fn parse(&self, text: &str) -> Result<Self::Position, NaiveError> {
        let squares = naive::squares(text, N, N)?;
        let pawns = |letter| squares.iter().flatten().filter(|&&square| square == letter).count();
        let most = if N < 4 { N } else { 2 * N };
        if pawns('X') > most || pawns('O') > most {
            return Err(format!("more than {most} pawns").into());
        }
        Ok(squares)
    }

    fn print(&self, squares: &Self::Position) -> String {
        naive::line(squares)
    }

    fn ended(&self, squares: &Self::Position) -> Option<GameResult> {
        let has_none = !squares.iter().flatten().any(|&square| square == 'X');
        (squares[0].contains(&'O') || has_none).then_some(GameResult::Lost)
    }

    fn plies(&self, squares: &Self::Position) -> Vec<(String, Self::Position)> {
        let mut plies = Vec::new();
        for (from, rank) in (0..N * (N - 1)).map(|square| (square % N, square / N)) {
            for to in from.saturating_sub(1)..=(from + 1).min(N - 1) {
                let there = squares[rank + 1][to];
                if squares[rank][from] != 'X' || there == 'X' || there == 'O' && to == from {
                    continue;
                }
                let mut next = squares.clone();
                (next[rank][from], next[rank + 1][to]) = ('.', 'X');
                next.reverse();
                naive::exchange(&mut next, 'X', 'O');
                plies.push((naive::square(from, rank) + &naive::square(to, rank + 1), next));
            }
        }
        plies
    }
}

fn main() -> ExitCode {
    let breakthrough = RuledGame::new("Breakthrough, from 3x3 to 5x5: perft, records, pictures, mobility")
        .twinned(Breakthrough::<5>)
        .twinned(Breakthrough::<4>)
        .twinned(Breakthrough::<3>);
    App::new("own_game").rules(breakthrough).run()
}
