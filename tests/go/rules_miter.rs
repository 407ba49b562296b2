//! The rules of Go compared with another formulation, for all positions at once, legal or not: the circuits are joined
//! in a miter, and it is refuted that they ever differ, with a checked proof.
//!
//! The other formulation is S. Warshall's transitive closure (1962): a matrix of connected stones, computed point by
//! point, without a bound that could be too small. Wrong twins show that the miters can tell rules apart: each is
//! refuted by a position that the naive game confirms.

use crate::support::go::{bits, draw, read, size_of};
use crate::support::miter::{Outcome, miter, stated};
use encodings::board::Mask;
use encodings::circuit::CircuitWord;
use encodings::go::Board;
use encodings::go::rules::{Placement, Stones, Suicide};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word};
use verify::go::{self as naive, Stone};

/// For each point of `side`, the points of its string; empty for other points.
fn matrix<W: Word>(board: &Board, side: W) -> Vec<W> {
    let nothing = side.constant(&Mask::EMPTY);
    let of = |bit: W::Bit, word: W| W::select(bit, word, nothing);
    let mut connected: Vec<W> = (0..board.points())
        .map(|point| {
            let unit = side.unit(point);
            of(side.bit(point), side & (unit | board.neighbours(unit)))
        })
        .collect();
    for by in 0..board.points() {
        let through = connected[by];
        for word in &mut connected {
            *word = *word | of(word.bit(by), through);
        }
    }
    connected
}

/// The stones of `side` whose string has a liberty.
fn alive<W: Word>(board: &Board, side: W, empty: W) -> W {
    let beside = board.neighbours(empty);
    let nothing = side.constant(&Mask::EMPTY);
    let each = matrix(board, side).into_iter().enumerate();
    each.fold(nothing, |alive, (point, string)| {
        alive | W::select((string & beside).any(), side.unit(point), nothing)
    })
}

fn is_legal<W: Word>(board: &Board, stones: Stones<W>) -> W::Bit {
    let empty = board.empty(stones);
    alive(board, stones.own, empty).equals(stones.own) & alive(board, stones.opp, empty).equals(stones.opp)
}

fn place<W: Word>(board: &Board, stones: Stones<W>, placed: OneHot<W>) -> Stones<W> {
    let own = stones.own | placed.word();
    let opp = alive(board, stones.opp, board.complement(own | stones.opp));
    Stones { own: opp, opp: alive(board, own, board.complement(own | opp)) }
}

fn heads<W: Word>(board: &Board, side: W) -> W {
    let nothing = side.constant(&Mask::EMPTY);
    let each = matrix(board, side).into_iter().enumerate();
    each.fold(nothing, |heads, (point, string)| {
        let before = side.constant(&Mask::first(point));
        let first = side.bit(point) & !(string & before).any();
        heads | W::select(first, side.unit(point), nothing)
    })
}

fn unknown<'c>(statement: &mut CircuitStatement<'c>, board: &Board) -> Stones<CircuitWord<'c>> {
    let stones = Stones {
        own: statement.unknown("own", board.layout()),
        opp: statement.unknown("opp", board.layout()),
    };
    statement.require(board.well_formed(stones));
    stones
}

/// A position with one of its empty points.
fn unknown_move<'c>(
    statement: &mut CircuitStatement<'c>,
    board: &Board,
) -> (Stones<CircuitWord<'c>>, OneHot<CircuitWord<'c>>) {
    let stones = unknown(statement, board);
    let placed = statement.unknown_one_hot("placed", board.layout(), board.full());
    statement.require(!(placed.word() & stones.occupied()).any());
    (stones, placed)
}

/// A truth value as a word with one bit or none, so that it can be compared as a word.
fn as_word<W: Word>(bit: W::Bit, like: W) -> W {
    W::select(bit, like.unit(0), like.constant(&Mask::EMPTY))
}

/// The boards on which a solver compares all positions.
fn boards() -> impl Iterator<Item = Board> {
    [(1, 6), (2, 3), (3, 3), (3, 4)]
        .into_iter()
        .map(|(rows, columns)| Board::of_size(rows, columns).expect("a board"))
}

#[test]
fn the_rules_agree_with_the_matrix() {
    for board in boards() {
        let refutation = miter(|statement| {
            let stones = unknown(statement, &board);
            vec![[as_word(board.is_legal(stones), stones.own), as_word(is_legal(&board, stones), stones.own)]]
        });
        let legal = refutation.equal();
        let refutation = miter(|statement| {
            let (stones, placed) = unknown_move(statement, &board);
            let Placement { next, .. } = board.place(stones, placed);
            let other = place(&board, stones, placed);
            vec![[next.own, other.own], [next.opp, other.opp]]
        });
        let placed = refutation.equal();
        let refutation = miter(|statement| {
            let side = statement.unknown("own", board.layout());
            vec![[board.heads(side), heads(&board, side)]]
        });
        for refutation in [legal, placed, refutation.equal()] {
            println!("{}: {refutation:?}", board.layout());
            assert!(refutation.open > 0 && refutation.steps.additions > 0, "{refutation:?}");
            assert!(refutation.clauses > refutation.variables as usize, "{refutation:?}");
        }
    }
}

/// If suicide is forbidden, the listed points are those where the placed stone is not lost.
#[test]
fn legal_points_are_those_where_no_own_stone_is_lost() {
    for board in boards() {
        let refutation = miter(|statement| {
            let (stones, placed) = unknown_move(statement, &board);
            statement.require(board.is_legal(stones));
            let listed = (board.legal_points(stones, Suicide::Forbidden) & placed.word()).any();
            let lost = board.place(stones, placed).lost.any();
            vec![[as_word(listed, stones.own), as_word(!lost, stones.own)]]
        });
        refutation.equal();
    }
}

/// No string needs more steps than the bound, for all positions; and on 1x6, where the bound is tight, some string
/// needs more than two steps fewer.
#[test]
fn the_closures_are_settled() {
    for board in boards() {
        let outcome = stated(|statement| {
            let stones = unknown(statement, &board);
            let empty = board.empty(stones);
            let settled = board.alive(stones.own, empty).settled;
            let seed = statement.unknown("seed", board.layout());
            statement.require(!(settled & board.connected(seed, stones.own).settled));
            board.points()
        });
        match outcome {
            // On a single row, structural hashing already finds it.
            Outcome::SameNodes => assert_eq!(board.rows(), 1),
            Outcome::Equal(refutation) => println!("{}: {refutation:?}", board.layout()),
            Outcome::Differ(model) => panic!("{}: {model:x?}", board.layout()),
        }
    }
}

/// A twin of the rules that is wrong.
#[derive(Clone, Copy, Debug)]
enum Twin {
    /// Strings grow by one step less than necessary.
    ShortBound,
    /// Own strings are removed before those of the opponent.
    OwnFirst,
    /// A stone at the end of a row is next to the first of the next row.
    Wrapped,
    /// Own strings without liberties stay.
    NoSuicide,
}

impl Twin {
    fn alive<W: Word>(self, board: &Board, side: W, empty: W) -> W {
        let beside = |word: W| match self {
            Self::Wrapped => board.neighbours(word) | word.up(1),
            _ => board.neighbours(word),
        };
        // The longest string with one liberty at its end needs one step for each of its other stones.
        let bound = if matches!(self, Self::ShortBound) { board.points() - 3 } else { board.points() };
        (beside(empty) & side).closure(bound, |met| met | side & beside(met)).value
    }

    fn place<W: Word>(self, board: &Board, stones: Stones<W>, placed: OneHot<W>) -> Stones<W> {
        let own = stones.own | placed.word();
        let alive = |side, of: W| self.alive(board, side, board.complement(own | stones.opp) | of);
        let nothing = own.constant(&Mask::EMPTY);
        match self {
            Self::OwnFirst => {
                let left = alive(own, nothing);
                Stones { own: alive(stones.opp, own ^ left), opp: left }
            }
            Self::NoSuicide => Stones { own: alive(stones.opp, nothing), opp: own },
            Self::ShortBound | Self::Wrapped => {
                let opp = alive(stones.opp, nothing);
                Stones { own: opp, opp: alive(own, stones.opp ^ opp) }
            }
        }
    }
}

#[test]
fn wrong_twins_are_told_apart() {
    let cases =
        [(Twin::ShortBound, 1, 6), (Twin::OwnFirst, 3, 3), (Twin::Wrapped, 3, 3), (Twin::NoSuicide, 2, 2)];
    for (twin, rows, columns) in cases {
        let board = Board::of_size(rows, columns).expect("a board");
        let model = miter(|statement| {
            let (stones, placed) = unknown_move(statement, &board);
            statement.require(board.is_legal(stones));
            let next = board.place(stones, placed).next;
            let other = twin.place(&board, stones, placed);
            vec![[next.own, other.own], [next.opp, other.opp]]
        })
        .differ();
        let stones = Stones { own: model.word("own"), opp: model.word("opp") };
        let drawn = draw(&board, stones, Stone::Black);
        let size = size_of(&board);
        let point = size.points().nth(model.word("placed").trailing_zeros() as usize).expect("a point");
        let naively =
            naive::place(&drawn, Stone::Black, point, naive::Suicide::Allowed).expect("an empty point");
        let expected: Stones<u64> = read(&naively.board, Stone::White);
        let placed = OneHot::assume(bits::<u64>(size, [point]));
        assert_eq!(board.place(stones, placed).next, expected, "{twin:?}: {drawn}, {point}");
        assert_ne!(twin.place(&board, stones, placed), expected, "{twin:?}: {drawn}, {point}");
    }
}
