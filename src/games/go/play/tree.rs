//! Game trees: stones and passes are plies, and two passes end the game.

use super::rules::RuleFlags;
use certamen_play::tree::{Tree, perft};
use certamen_play::{PerftCount, PlayError};
use certamen_work::Stop;
use encodings::go::position::{Line, NativeWord};
use encodings::go::{Board, Position, Stones, notation};
use encodings::rules::Leaves;
use encodings::word::WidestWord;
use std::marker::PhantomData;
use verify::go::Size;

/// The trees of a board, with positions in machine words of one type.
struct Games<'b, W> {
    board: &'b Board,
    word: PhantomData<fn() -> W>,
}

/// Counts from the empty board.
pub(super) fn count(
    size: Size,
    rules: RuleFlags,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Result<PerftCount, PlayError> {
    let board = Board::of_size(size.rows(), size.columns());
    let board = board.ok_or_else(|| PlayError::Flags(format!("{size}: not a board")))?;
    let stones = Stones { own: WidestWord::EMPTY, opp: WidestWord::EMPTY };
    count_stones(&board, stones, rules, depth, divide, stop)
}

/// Counts from a position, X to move.
pub(super) fn count_from(
    position: &str,
    rules: RuleFlags,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Result<PerftCount, PlayError> {
    let (board, stones) =
        notation::parse(position).map_err(|error| PlayError::Position(error.to_string()))?;
    count_stones(&board, stones, rules, depth, divide, stop)
}

/// Counts with the smallest word that has room for the board.
fn count_stones(
    board: &Board,
    stones: Stones<WidestWord>,
    rules: RuleFlags,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Result<PerftCount, PlayError> {
    let [own, opp] = [stones.own, stones.opp].map(|side| side.limbs()[0]);
    if board.points() <= 64 {
        Games::count(board, Stones { own, opp }, rules, depth, divide, stop)
    } else {
        Games::count(board, stones, rules, depth, divide, stop)
    }
}

impl<'b, W: NativeWord + Send + Sync> Games<'b, W> {
    fn count(
        board: &'b Board,
        stones: Stones<W>,
        rules: RuleFlags,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        let start = Position::new(board, stones).map_err(|error| PlayError::Position(error.to_string()))?;
        let (suicide, ko) = rules.of_trees();
        let games = Self { board, word: PhantomData };
        perft(&games, &Line::new(start, suicide, ko), depth, divide, stop)
    }
}

impl<'b, W: NativeWord + Send + Sync> Tree for Games<'b, W> {
    type Node = Line<'b, W>;

    const TASK: u32 = 2;

    fn children(&self, line: &Line<'b, W>) -> Vec<Line<'b, W>> {
        line.successors().map(|(_, next)| next).collect()
    }

    fn names(&self, line: &Line<'b, W>) -> Vec<String> {
        let name = |point: Option<_>| {
            point.map_or_else(|| "pass".to_owned(), |point| notation::print_point(self.board, point))
        };
        line.successors().map(|(point, _)| name(point)).collect()
    }

    fn leaves(&self, line: &Line<'b, W>, depth: u32) -> Leaves {
        line.leaves(depth)
    }
}
