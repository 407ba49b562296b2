//! How many turns a position would have if a move could take a piece to any free square, as if pieces leapt.
//!
//! Every legal turn is one of these turns, so a bound on these bounds the legal turns. And they can be counted without
//! listing arrangements. Whether a push is legal depends on its lane alone: the square of the pusher, the row that is
//! pushed, and the square behind it. The number of arrangements two leaps away that have a certain lane depends only on
//! what the lane holds before, because the numbers of pieces and of free squares elsewhere follow from it. So the
//! number of turns is a sum over lanes of numbers from a table (`ways`), which combinatorics fills.
//!
//! As a row grows square by square, two things are known of it: how many of its squares are free, and how many pushers
//! and movers of the player to move are on it (`Row`). The row ends at the anchor, and where two moves cannot fill it.

use super::board::Board;
use super::rules::Pieces;
use crate::board::{Direction, Mask};
use crate::word::{Sum, Word};
use std::collections::BTreeMap;

/// What a square without a piece of the other player holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SquareContent {
    Pusher,
    Mover,
    Nothing,
}

const ANY: [SquareContent; 3] = [SquareContent::Pusher, SquareContent::Mover, SquareContent::Nothing];

/// What the squares of a row hold, not counting the other player's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    free: usize,
    pushers: usize,
    movers: usize,
}

impl Row {
    fn with(self, holds: SquareContent) -> Self {
        match holds {
            SquareContent::Pusher => Self { pushers: self.pushers + 1, ..self },
            SquareContent::Mover => Self { movers: self.movers + 1, ..self },
            SquareContent::Nothing => Self { free: self.free + 1, ..self },
        }
    }

    /// Whether a position has enough pieces for this row, and two moves can fill its free squares.
    fn is_possible<B: Board>(self) -> bool {
        self.free <= 2 && self.pushers <= B::PUSHERS && self.movers <= B::MOVERS
    }
}

/// The number of turns with leaping whose push goes in one of these directions.
pub fn turns<B: Board, W: Word>(pieces: Pieces<W>, directions: &[Direction]) -> Sum<W::Bit> {
    let mut lanes = Lanes::<B, W>::new(pieces);
    let mut sums = Vec::new();
    for from in B::SQUARES.indices() {
        for &direction in directions {
            sums.push(lanes.pushes(from, direction));
        }
    }
    Sum::total(lanes.nothing, sums)
}

/// The number of arrangements of the pieces of the player to move after at most two leaps, including the arrangement
/// before them. It is the same in every position.
pub fn arrangements<B: Board>() -> u32 {
    let pieces = [
        (SquareContent::Pusher, B::PUSHERS),
        (SquareContent::Mover, B::MOVERS),
        (SquareContent::Nothing, B::FREE),
    ];
    let slots: Vec<SquareContent> =
        pieces.into_iter().flat_map(|(holds, count)| std::iter::repeat_n(holds, count)).collect();
    let mut count = 0;
    each_arrangement(&slots, |_| count += 1);
    count
}

/// The squares of the board by what they hold.
struct Lanes<B, W: Word> {
    nothing: W::Bit,
    holds: [(SquareContent, W); 3],
    loose: W,
    table: BTreeMap<(SquareContent, Row, Option<SquareContent>), u32>,
    board: std::marker::PhantomData<B>,
}

impl<B: Board, W: Word> Lanes<B, W> {
    fn new(pieces: Pieces<W>) -> Self {
        let Pieces { own, opp, anchor } = pieces;
        let free = pieces.free::<B>();
        Self {
            nothing: anchor.constant(&Mask::EMPTY).any(),
            holds: [
                (SquareContent::Pusher, own.pushers),
                (SquareContent::Mover, own.movers),
                (SquareContent::Nothing, free),
            ],
            loose: opp.all() ^ (opp.all() & anchor),
            table: BTreeMap::new(),
            board: std::marker::PhantomData,
        }
    }

    /// The number of turns that push from a square in a direction, over rows of all lengths.
    fn pushes(&mut self, from: usize, direction: Direction) -> Sum<W::Bit> {
        let ray: Vec<usize> = ray::<B>(from, direction).collect();
        let mut rows = BTreeMap::from([(Row::default(), !self.nothing)]);
        let mut sums = Vec::new();
        for (place, &last) in ray.iter().enumerate() {
            rows = self.longer(&rows, last);
            let sum = match ray.get(place + 1) {
                Some(&gap) => self.pushes_into(from, &rows, gap),
                None if B::open(direction).contains(last) => self.pushes_off(from, &rows, last),
                None => Sum::zero(self.nothing),
            };
            sums.push(sum);
        }
        Sum::total(self.nothing, sums)
    }

    /// The rows with one more square.
    fn longer(&self, rows: &BTreeMap<Row, W::Bit>, square: usize) -> BTreeMap<Row, W::Bit> {
        let mut longer: BTreeMap<Row, W::Bit> = BTreeMap::new();
        let mut add = |row: Row, bit: W::Bit| {
            if row.is_possible::<B>() {
                let known = longer.entry(row).or_insert(self.nothing);
                *known = *known | bit;
            }
        };
        for (&row, &is_row) in rows {
            add(row, is_row & self.loose.bit(square));
            for (holds, word) in self.holds {
                add(row.with(holds), is_row & word.bit(square));
            }
        }
        longer
    }

    /// The number of turns that push one of these rows onto the square behind it.
    fn pushes_into(&mut self, from: usize, rows: &BTreeMap<Row, W::Bit>, gap: usize) -> Sum<W::Bit> {
        let mut choices = Vec::new();
        for (&row, &is_row) in rows {
            for (holds, word) in self.holds {
                for (behind, word_behind) in self.holds {
                    let here = is_row & word.bit(from) & word_behind.bit(gap);
                    choices.push((self.ways(holds, row, Some(behind)), here));
                }
            }
        }
        self.of_one(choices)
    }

    /// The number of turns that push a piece of the other player, the last one of one of these rows, off the board.
    fn pushes_off(&mut self, from: usize, rows: &BTreeMap<Row, W::Bit>, last: usize) -> Sum<W::Bit> {
        let mut choices = Vec::new();
        for (&row, &is_row) in rows {
            for (holds, word) in self.holds {
                let here = is_row & word.bit(from) & self.loose.bit(last);
                choices.push((self.ways(holds, row, None), here));
            }
        }
        self.of_one(choices)
    }

    fn of_one(&self, mut choices: Vec<(u32, W::Bit)>) -> Sum<W::Bit> {
        choices.retain(|&(weight, _)| weight > 0);
        Sum::of_one(self.nothing, &choices)
    }

    fn ways(&mut self, from: SquareContent, row: Row, gap: Option<SquareContent>) -> u32 {
        *self.table.entry((from, row, gap)).or_insert_with(|| ways::<B>(from, row, gap))
    }
}

/// The squares ahead of a square, to the edge of the board.
fn ray<B: Board>(from: usize, direction: Direction) -> impl Iterator<Item = usize> {
    let (files, ranks) = direction.delta();
    let next = move |&index: &usize| {
        let (file, rank) = B::LAYOUT.coordinates(B::LAYOUT.square(index)?);
        let next = B::LAYOUT.at(file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?)?;
        Some(next.index()).filter(|&index| B::SQUARES.contains(index))
    };
    std::iter::successors(Some(from), next).skip(1)
}

/// The number of arrangements after at most two leaps that have a pusher on a square, a piece on every square of a row,
/// and none on the square behind it, given what these squares hold before.
fn ways<B: Board>(from: SquareContent, row: Row, gap: Option<SquareContent>) -> u32 {
    let mut lane: Vec<SquareContent> = vec![from];
    for (holds, count) in [
        (SquareContent::Nothing, row.free),
        (SquareContent::Pusher, row.pushers),
        (SquareContent::Mover, row.movers),
    ] {
        lane.extend(std::iter::repeat_n(holds, count));
    }
    let row_ends = lane.len();
    lane.extend(gap);
    let here = |holds: SquareContent| lane.iter().filter(|&&here| here == holds).count();
    let mut elsewhere = Vec::new();
    for (holds, count) in ANY.into_iter().zip([B::PUSHERS, B::MOVERS, B::FREE]) {
        let Some(left) = count.checked_sub(here(holds)) else { return 0 };
        elsewhere.extend(std::iter::repeat_n(holds, left));
    }
    let slots: Vec<SquareContent> = lane.into_iter().chain(elsewhere).collect();
    let has = |arranged: &[SquareContent]| {
        arranged[0] == SquareContent::Pusher
            && arranged[1..row_ends].iter().all(|&holds| holds != SquareContent::Nothing)
            && gap.is_none_or(|_| arranged[row_ends] == SquareContent::Nothing)
    };
    let mut found = 0;
    each_arrangement(&slots, |arranged| found += u32::from(has(arranged)));
    found
}

/// Gives each arrangement after at most two leaps once.
///
/// The pieces that leave their squares are of one kind and go to squares that were free, or they are of two kinds. In
/// the second case one of them may take the other's square, but they cannot swap squares: that takes three moves.
fn each_arrangement(slots: &[SquareContent], mut give: impl FnMut(&[SquareContent])) {
    let mut arranged = slots.to_vec();
    give(&arranged);
    let places = |holds: SquareContent| move |&place: &usize| slots[place] == holds;
    let free: Vec<usize> = (0..slots.len()).filter(places(SquareContent::Nothing)).collect();
    let own: Vec<usize> = (0..slots.len()).filter(|&place| slots[place] != SquareContent::Nothing).collect();
    for (at, &one) in own.iter().enumerate() {
        for &to in &free {
            arranged.swap(one, to);
            give(&arranged);
            arranged.swap(one, to);
        }
        for &other in &own[at + 1..] {
            let alike = slots[one] == slots[other];
            let to_one = free.iter().copied().chain((!alike).then_some(other));
            for to in to_one {
                for other_to in free.iter().copied().chain((!alike).then_some(one)) {
                    if to == other_to || alike && to > other_to || (to, other_to) == (other, one) {
                        continue;
                    }
                    for place in [one, other] {
                        arranged[place] = SquareContent::Nothing;
                    }
                    arranged[to] = slots[one];
                    arranged[other_to] = slots[other];
                    give(&arranged);
                    arranged.copy_from_slice(slots);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push_fight::{PushFight, Standard};
    use std::collections::BTreeSet;

    /// One leap after the other, each arrangement put into a set.
    fn by_leaps(slots: &[SquareContent]) -> BTreeSet<Vec<SquareContent>> {
        let mut found = BTreeSet::from([slots.to_vec()]);
        for _ in 0..2 {
            for arranged in found.clone() {
                for from in 0..slots.len() {
                    for to in 0..slots.len() {
                        if arranged[from] != SquareContent::Nothing && arranged[to] == SquareContent::Nothing
                        {
                            let mut next = arranged.clone();
                            next.swap(from, to);
                            found.insert(next);
                        }
                    }
                }
            }
        }
        found
    }

    #[test]
    fn arrangements_are_given_once_each() {
        for [pushers, movers, free] in [[3, 2, 4], [1, 1, 1], [2, 0, 3], [1, 1, 0], [2, 1, 4]] {
            let mut slots = vec![SquareContent::Pusher; pushers];
            slots.extend(std::iter::repeat_n(SquareContent::Mover, movers));
            slots.extend(std::iter::repeat_n(SquareContent::Nothing, free));
            let mut given = Vec::new();
            each_arrangement(&slots, |arranged| given.push(arranged.to_vec()));
            let distinct: BTreeSet<Vec<SquareContent>> = given.iter().cloned().collect();
            assert_eq!(distinct.len(), given.len());
            assert_eq!(distinct, by_leaps(&slots));
        }
    }

    #[test]
    fn the_published_board_has_2193_arrangements() {
        assert_eq!(arrangements::<Standard>(), 2193);
        // A pusher in its place in front of a piece of the other player, with a free square behind that.
        assert_eq!(
            ways::<Standard>(SquareContent::Pusher, Row::default(), Some(SquareContent::Nothing)),
            1231
        );
        assert_eq!(
            ways::<Standard>(SquareContent::Nothing, Row::default(), Some(SquareContent::Nothing)),
            135
        );
        assert_eq!(
            ways::<PushFight<4, 3, 1, 1>>(SquareContent::Pusher, Row { free: 3, ..Row::default() }, None),
            0
        );
    }
}
