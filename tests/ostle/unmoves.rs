//! Un-moves compared with moves, for all boards at once. A list of un-move patterns, written over words, is the inverse
//! of the circuit of `apply`: a solver refutes that it is not. And the engine's un-moves are these patterns, on every
//! small board and on random ones of 5x5.

use crate::support::miter::{Outcome, stated};
use encodings::board::{Grid, Mask, Square};
use encodings::circuit::CircuitWord;
use encodings::ostle::position::{Heading, Move};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::unmove;
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word};
use proptest::prelude::*;

/// The piece that a move has removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fell {
    Nothing,
    Own,
    Opponent,
}

/// A way in which a move can have happened, without its first square and its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// The hole has moved.
    Hole,
    /// A piece has moved and pushed others; `stay` of these are still on the board.
    Push { stay: usize, fell: Fell },
}

/// All patterns on a board of `SIDE` by `SIDE` squares.
fn patterns<const SIDE: usize>() -> Vec<Pattern> {
    let mut patterns = vec![Pattern::Hole];
    for stay in 0..SIDE {
        patterns.extend((stay > 0).then_some(Pattern::Push { stay, fell: Fell::Nothing }));
        patterns.push(Pattern::Push { stay, fell: Fell::Own });
        patterns.extend((stay > 0).then_some(Pattern::Push { stay, fell: Fell::Opponent }));
    }
    patterns
}

/// The square `steps` steps further; no square beyond the edge.
fn along<W: Word, const SIDE: usize>(from: W, heading: Heading, steps: usize) -> W {
    (0..steps).fold(from, |at, _| Grid::<SIDE, SIDE>::shift(at, heading.direction()))
}

impl Pattern {
    /// Whether a move from `from` can have happened in this way.
    fn fits<W: Word, const SIDE: usize>(self, after: Pieces<W>, from: W, heading: Heading) -> W::Bit {
        let empty = Grid::<SIDE, SIDE>::complement(after.occupied() | after.hole);
        let left = (from & empty).any();
        let at = |steps| along::<W, SIDE>(from, heading, steps);
        let Self::Push { stay, fell } = self else { return left & (at(1) & after.hole).any() };
        let first = (1..=stay.min(1)).fold(left, |fits, _| fits & (at(1) & after.opp).any());
        let line = (2..=stay).fold(first, |fits, steps| fits & (at(steps) & after.occupied()).any());
        let firm = Grid::<SIDE, SIDE>::complement(after.hole);
        if fell == Fell::Nothing { line } else { line & !(at(stay + 1) & firm).any() }
    }

    /// The position before, if the pattern fits.
    fn before<W: Word, const SIDE: usize>(self, after: Pieces<W>, from: W, heading: Heading) -> Pieces<W> {
        let Self::Push { stay, fell } = self else {
            return Pieces { own: after.opp, opp: after.own, hole: from };
        };
        let nothing = from.constant(&Mask::EMPTY);
        let line = (1..=stay).fold(nothing, |line, steps| line | along::<W, SIDE>(from, heading, steps));
        let back = |side: W| {
            let stepped = Grid::<SIDE, SIDE>::shift(side & line, heading.direction().opposite());
            side & Grid::<SIDE, SIDE>::complement(line) | stepped
        };
        let fallen = along::<W, SIDE>(from, heading, stay);
        let (own, opp) = (back(after.opp), back(after.own));
        match fell {
            Fell::Nothing => Pieces { own, opp, hole: after.hole },
            Fell::Own => Pieces { own: own | fallen, opp, hole: after.hole },
            Fell::Opponent => Pieces { own, opp: opp | fallen, hole: after.hole },
        }
    }
}

/// Any position: one hole, and no two things on one square.
fn position<'c, const SIDE: usize>(statement: &mut CircuitStatement<'c>) -> Pieces<CircuitWord<'c>> {
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    let own = statement.unknown("own", layout);
    let opp = statement.unknown("opp", layout);
    let pieces = Pieces { own, opp, hole: statement.unknown("hole", layout) };
    statement.require(Ostle::<SIDE>::well_formed(pieces, (SIDE * SIDE) as u32));
    pieces
}

fn square<'c, const SIDE: usize>(statement: &mut CircuitStatement<'c>) -> OneHot<CircuitWord<'c>> {
    let word = statement.unknown("from", Grid::<SIDE, SIDE>::LAYOUT);
    statement.require_one_hot(word);
    OneHot::assume(word)
}

/// A legal move that no pattern takes back.
fn missed<const SIDE: usize>(heading: Heading, patterns: &[Pattern]) -> Outcome {
    stated(|statement| {
        let before = position::<SIDE>(statement);
        let moved = square::<SIDE>(statement);
        let legal = Ostle::<SIDE>::legal(before, heading.direction());
        statement.require((legal & moved.word()).any());
        let after = Ostle::<SIDE>::apply(before, moved, heading.direction());
        for pattern in patterns {
            let fits = pattern.fits::<_, SIDE>(after, moved.word(), heading);
            let found = pattern.before::<_, SIDE>(after, moved.word(), heading);
            statement.require(!(fits & found.same(before)));
        }
        patterns.len()
    })
}

/// A pattern that fits although the move is not legal or does not lead back.
fn invented<const SIDE: usize>(heading: Heading, patterns: &[Pattern]) -> Outcome {
    stated(|statement| {
        let after = position::<SIDE>(statement);
        let moved = square::<SIDE>(statement);
        let wrong = patterns.iter().map(|pattern| {
            let fits = pattern.fits::<_, SIDE>(after, moved.word(), heading);
            let before = pattern.before::<_, SIDE>(after, moved.word(), heading);
            let legal = Ostle::<SIDE>::legal(before, heading.direction());
            let is_legal = (legal & moved.word()).any();
            let again = Ostle::<SIDE>::apply(before, moved, heading.direction());
            fits & !(is_legal & again.same(after))
        });
        let wrong = wrong.reduce(|wrong, next| wrong | next).expect("a pattern");
        statement.require(wrong);
        patterns.len()
    })
}

#[test]
fn patterns_are_the_inverse_of_the_circuit() {
    for heading in Heading::ALL {
        missed::<3>(heading, &patterns::<3>()).equal();
        invented::<3>(heading, &patterns::<3>()).equal();
    }
    // The other headings are images of this one under symmetries of the board.
    missed::<5>(Heading::Right, &patterns::<5>()).equal();
    invented::<5>(Heading::Right, &patterns::<5>()).equal();
}

#[test]
fn wrong_patterns_are_told_apart() {
    let all = patterns::<4>();
    for left_out in &all {
        let some: Vec<Pattern> = all.iter().copied().filter(|pattern| pattern != left_out).collect();
        missed::<4>(Heading::Up, &some).differ();
    }
    // More pieces than fit into a line.
    let too_long = [Pattern::Push { stay: 0, fell: Fell::Opponent }];
    invented::<4>(Heading::Up, &too_long).differ();
}

type Found = (Pieces<u32>, Move);

fn by_patterns<const SIDE: usize>(after: Pieces<u32>) -> Vec<Found> {
    let mut found = Vec::new();
    for index in 0..SIDE * SIDE {
        let from = 1u32 << index;
        for heading in Heading::ALL {
            let fitting = patterns::<SIDE>()
                .into_iter()
                .filter(|pattern| pattern.fits::<_, SIDE>(after, from, heading));
            let played = Move { square: Square::of_bit(from), heading };
            found.extend(fitting.map(|pattern| (pattern.before::<_, SIDE>(after, from, heading), played)));
        }
    }
    found.sort_unstable();
    found
}

fn by_engine<const SIDE: usize>(after: Pieces<u32>) -> Vec<Found> {
    let mut found = Vec::new();
    unmove::quiet::<SIDE>(after, |unmove| found.push((unmove.before, unmove.played)));
    unmove::falling::<SIDE>(after, true, true, |unmove| found.push((unmove.before, unmove.played)));
    found.sort_unstable();
    found
}

#[test]
fn the_engine_takes_back_by_the_patterns_on_every_board_of_3x3() {
    for cells in 0..3u32.pow(9) {
        let cell = |index: u32| cells / 3u32.pow(index) % 3;
        let side =
            |wanted| (0..9).filter(|&index| cell(index) == wanted).fold(0, |side, index| side | 1 << index);
        let (own, opp): (u32, u32) = (side(1), side(2));
        for hole in (0..9).map(|index| 1 << index).filter(|hole| (own | opp) & hole == 0) {
            let after = Pieces { own, opp, hole };
            assert_eq!(by_engine::<3>(after), by_patterns::<3>(after), "{after:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn the_engine_takes_back_by_the_patterns_on_5x5(own: u32, opp: u32, thin: u32, hole in 0usize..25) {
        let hole = 1 << hole;
        let free = ((1 << 25) - 1) & !hole;
        let own = own & free;
        let after = Pieces { own, opp: opp & thin & free & !own, hole };
        prop_assert_eq!(by_engine::<5>(after), by_patterns::<5>(after));
    }
}
