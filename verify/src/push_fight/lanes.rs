//! The number of turns with leaping as a sum over ranks and files.
//!
//! Idea: whether a push is legal depends on the squares of one rank or file alone: the pusher, the row of pieces in front
//! of it, and what is behind the row. How many arrangements two leaps away have a pusher, a row and a free square there
//! depends only on what these squares hold before, because the numbers of pieces elsewhere follow from it. So the number
//! of turns with leaping is a sum over ranks and files, and every legal turn is also a turn with leaping. Without moves,
//! there is one arrangement, and the sum is the number of pushes.
//!
//! A table has an entry for everything that a rank or file can hold. Half a turn of the board changes no number of
//! turns, so the anchor is in the first half of the squares, if half a turn maps the board to itself.
//!
//! Cost: a second for the tables of the published board.
//!
//! Source: the rules as in [`super`]; leaping as in [`super::count`].

use std::collections::{BTreeMap, BTreeSet};

use super::count::{Moves, PushAxis};
use super::layout::{Direction, Layout, Neighbour, Square};
use super::position::{Kind, Piece, Position, PositionError, Side, Variant};
use crate::sum::{self, Block, BlockSum, SumError, Things};

/// What a square holds, as far as the number of turns depends on it. The order is that of the kinds in a sum: those on
/// which it depends most come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SquareContent {
    Pusher,
    Mover,
    /// A piece of the opponent that can be pushed.
    Loose,
    Anchored,
    Nothing,
}

const KINDS: [SquareContent; 5] = [
    SquareContent::Pusher,
    SquareContent::Mover,
    SquareContent::Loose,
    SquareContent::Anchored,
    SquareContent::Nothing,
];

/// The number of turns with leaping, or without moves, of every position of a variant with an anchor, as a sum. With
/// legal moves there are at most as many as with leaping. `along` counts only the turns that push in that direction.
///
/// # Errors
/// [`SumError`] if the board is too large.
pub fn turn_sum(variant: &Variant, moves: Moves, along: Option<PushAxis>) -> Result<BlockSum, SumError> {
    let layout = variant.layout();
    let squares = layout.squares();
    let own = [Kind::Pusher, Kind::Mover].map(|kind| variant.pieces(kind));
    let pieces = own[0] + own[1];
    let things = [own[0], own[1], pieces - 1, 1, squares.len() - 2 * pieces].map(Things::Exactly).to_vec();
    let names = squares.iter().map(Square::to_string).collect();
    let first_half = |square: sum::Square| !is_symmetric(layout) || square.0 < squares.len().div_ceil(2);
    let mut ways = Arrangements::new(variant, moves);
    let mut blocks = |along| -> Result<Vec<Block>, SumError> {
        lanes(layout, along).iter().map(|lane| lane.block(layout, &mut ways)).collect()
    };
    let sum = match along {
        None => BlockSum::new(names, things, blocks(PushAxis::Ranks)?)?
            .with_partition(blocks(PushAxis::Files)?)?,
        Some(along) => BlockSum::new(names, things, blocks(along)?)?,
    };
    Ok(sum.only_on(kind_of(SquareContent::Anchored), first_half))
}

/// The position of an assignment of [`turn_sum`]. Of the opponent's pieces, the first ones in print order are the pushers,
/// apart from the anchored one.
///
/// # Errors
/// [`PositionError`] if it is no assignment of the variant.
pub fn position_of(variant: &Variant, held: &[sum::Kind]) -> Result<Position, PositionError> {
    let layout = variant.layout();
    let holds = |square: Square| {
        let kind = layout.index(square).and_then(|index| held.get(index));
        kind.and_then(|kind| KINDS.get(usize::from(kind.0))).copied().unwrap_or(SquareContent::Nothing)
    };
    let anchor = layout.squares().into_iter().find(|&square| holds(square) == SquareContent::Anchored);
    let mut pushers = variant.pieces(Kind::Pusher).saturating_sub(1);
    let piece = |square: Square| {
        let (side, kind) = match holds(square) {
            SquareContent::Nothing => return None,
            SquareContent::Pusher => (Side::Own, Kind::Pusher),
            SquareContent::Mover => (Side::Own, Kind::Mover),
            SquareContent::Anchored => (Side::Opponent, Kind::Pusher),
            SquareContent::Loose if pushers > 0 => {
                pushers -= 1;
                (Side::Opponent, Kind::Pusher)
            }
            SquareContent::Loose => (Side::Opponent, Kind::Mover),
        };
        Some(Piece { side, kind })
    };
    Position::new(variant, piece, anchor)
}

/// Whether half a turn maps a board to itself, its railing included.
fn is_symmetric(layout: &Layout) -> bool {
    let squares = layout.squares();
    squares.iter().zip(squares.iter().rev()).all(|(&square, &turned)| {
        Direction::ALL.iter().all(|&direction| {
            match (layout.beside(square, direction), layout.beside(turned, direction.back())) {
                (Neighbour::Square(next), Neighbour::Square(back)) => layout
                    .index(next)
                    .zip(layout.index(back))
                    .is_some_and(|(next, back)| next + back + 1 == squares.len()),
                (beside, turned) => beside == turned,
            }
        })
    })
}

/// A rank or a file, with its squares in order.
struct Lane {
    squares: Vec<Square>,
    towards: Direction,
}

/// The lanes of a direction: each begins at a square that has none behind it.
fn lanes(layout: &Layout, along: PushAxis) -> Vec<Lane> {
    let towards = match along {
        PushAxis::Ranks => Direction::Right,
        PushAxis::Files => Direction::Up,
    };
    let next = |square: &Square, direction| match layout.beside(*square, direction) {
        Neighbour::Square(next) => Some(next),
        Neighbour::Railing | Neighbour::Open => None,
    };
    let firsts = layout.squares().into_iter().filter(|square| next(square, towards.back()).is_none());
    let lane = |first| std::iter::successors(Some(first), |square| next(square, towards)).collect();
    firsts.map(|first| Lane { squares: lane(first), towards }).collect()
}

impl Lane {
    fn block(&self, layout: &Layout, ways: &mut Arrangements) -> Result<Block, SumError> {
        let squares =
            self.squares.iter().filter_map(|&square| layout.index(square)).map(sum::Square).collect();
        let ends = |square: Option<&Square>, direction| {
            square.is_some_and(|&last| layout.beside(last, direction) == Neighbour::Open)
        };
        let open_end = ends(self.squares.last(), self.towards);
        let open_start = ends(self.squares.first(), self.towards.back());
        Block::new(squares, KINDS.len(), |held| {
            let forwards: Vec<SquareContent> = held.iter().map(|kind| KINDS[usize::from(kind.0)]).collect();
            let backwards: Vec<SquareContent> = forwards.iter().rev().copied().collect();
            ways.pushes(&forwards, open_end) + ways.pushes(&backwards, open_start)
        })
    }
}

/// Squares of a push: what the pusher's square holds, how many squares of the row hold nothing, a pusher or a mover, and
/// what the square behind the row holds.
type Row = (SquareContent, [usize; 3], Option<SquareContent>);

/// What a square without a piece of the opponent holds, in the order of [`Row`].
const GIVING_WAY: [SquareContent; 3] = [SquareContent::Nothing, SquareContent::Pusher, SquareContent::Mover];

/// The arrangements of the player's pieces that moves lead to, from one arrangement that stands for all.
struct Arrangements {
    start: Vec<SquareContent>,
    ends: BTreeSet<Vec<SquareContent>>,
    /// The number of moves.
    moves: usize,
    known: BTreeMap<Row, u32>,
}

impl Arrangements {
    fn new(variant: &Variant, moves: Moves) -> Self {
        let own = [(SquareContent::Pusher, Kind::Pusher), (SquareContent::Mover, Kind::Mover)];
        let opponents = variant.pieces(Kind::Pusher) + variant.pieces(Kind::Mover);
        let mut start = vec![SquareContent::Nothing; variant.layout().area() - 2 * opponents];
        for (holds, kind) in own {
            start.extend(std::iter::repeat_n(holds, variant.pieces(kind)));
        }
        let moves = if moves == Moves::None { 0 } else { 2 };
        let mut ends = BTreeSet::from([start.clone()]);
        for _ in 0..moves {
            for slots in ends.clone() {
                for from in (0..slots.len()).filter(|&from| slots[from] != SquareContent::Nothing) {
                    for to in (0..slots.len()).filter(|&to| slots[to] == SquareContent::Nothing) {
                        let mut next = slots.clone();
                        next.swap(from, to);
                        ends.insert(next);
                    }
                }
            }
        }
        Self { start, ends, moves, known: BTreeMap::new() }
    }

    /// The number of turns that push towards the end of a lane.
    fn pushes(&mut self, lane: &[SquareContent], is_open: bool) -> u32 {
        let mut turns = 0;
        for (from, &holds) in lane.iter().enumerate() {
            let mut row = [0; 3];
            for (end, &last) in lane.iter().enumerate().skip(from + 1) {
                match last {
                    SquareContent::Anchored => break,
                    SquareContent::Loose => {}
                    SquareContent::Nothing => row[0] += 1,
                    SquareContent::Pusher => row[1] += 1,
                    SquareContent::Mover => row[2] += 1,
                }
                if row[0] > self.moves {
                    break;
                }
                let behind = lane.get(end + 1).copied();
                if behind.is_some() || is_open && last == SquareContent::Loose {
                    turns += self.of_row((holds, row, behind));
                }
            }
        }
        turns
    }

    /// The number of arrangements with a pusher in its place, a piece on every square of the row, and none behind it.
    fn of_row(&mut self, row: Row) -> u32 {
        if let Some(&known) = self.known.get(&row) {
            return known;
        }
        let ways = self.count(row);
        self.known.insert(row, ways);
        ways
    }

    fn count(&self, (from, row, behind): Row) -> u32 {
        let row =
            GIVING_WAY.into_iter().zip(row).flat_map(|(holds, count)| std::iter::repeat_n(holds, count));
        let mut taken = Vec::new();
        for holds in std::iter::once(from).chain(row).chain(behind) {
            // A place that holds the same. There is none if pieces are lacking, or a piece of the opponent does not give way.
            let place = (0..self.start.len()).find(|at| self.start[*at] == holds && !taken.contains(at));
            let Some(place) = place else { return 0 };
            taken.push(place);
        }
        let (row, behind) = taken[1..].split_at(taken.len() - 1 - usize::from(behind.is_some()));
        let fits = |end: &&Vec<SquareContent>| {
            end[taken[0]] == SquareContent::Pusher
                && row.iter().all(|&place| end[place] != SquareContent::Nothing)
                && behind.iter().all(|&place| end[place] == SquareContent::Nothing)
        };
        self.ends.iter().filter(fits).count() as u32
    }
}

fn kind_of(holds: SquareContent) -> sum::Kind {
    sum::Kind(holds as u8)
}
