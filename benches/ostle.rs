//! Numbers and moves of Ostle as the retrograde engine uses them, on random positions with five pieces a side.
//!
//! Items are positions unless the name says that they are moves.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::games::ostle::solve::{OstleGame, Rule};
use certamen::retro::engine::{Arrival, Forbidden, Game, Place};
use certamen::retro::numbering::{Numbering, Symmetries};
use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::board::{Grid, Symmetry};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use std::sync::LazyLock;

/// The number of positions of a sample: a fraction of a millisecond, so that some samples are not interrupted.
const SAMPLE: usize = 256;

fn main() {
    divan::main();
}

static GAME: LazyLock<OstleGame<5>> = LazyLock::new(|| OstleGame::new(Variant::PUBLISHED, Rule::Literal));

/// Positions spread over the largest layer by the golden ratio.
static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let size = u64::from(GAME.layers()[3].size);
    let rank = |index: u64| ((((index * 0x9e37_79b9) & 0xffff_ffff) * size) >> 32) as u32;
    (0..SAMPLE as u64).map(|index| Place { layer: 3, rank: rank(index) }).collect()
});

static PIECES: LazyLock<Vec<Pieces<u32>>> =
    LazyLock::new(|| PLACES.iter().map(|&place| GAME.ranking().unrank(place).0).collect());

#[divan::bench]
fn rank(bencher: Bencher<'_, '_>) {
    let pieces = &*PIECES;
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .bench(|| pieces.iter().fold(0, |all, &pieces| all ^ GAME.ranking().rank(pieces).place.rank));
}

#[divan::bench]
fn unrank(bencher: Bencher<'_, '_>) {
    let places = &*PLACES;
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .bench(|| places.iter().fold(0, |all, &place| all ^ GAME.ranking().unrank(place).0.opp));
}

/// The generic numbering of pieces on squares, and the layer of these positions, to compare with Ostle's own numbering.
static GENERAL: LazyLock<(Numbering, u32)> = LazyLock::new(|| {
    let layout = Grid::<5, 5>::LAYOUT;
    let symmetries = Symmetries::new(layout, Symmetry::besides_identity(layout)).expect("25 squares");
    let mut numbering = Numbering::new(symmetries);
    let counts = sets(PIECES[0]).map(u64::count_ones);
    let layer = numbering.add(&counts).expect("below 2^64");
    (numbering, layer)
});

fn sets(pieces: Pieces<u32>) -> [u64; 3] {
    [pieces.own, pieces.opp, pieces.hole].map(u64::from)
}

#[divan::bench]
fn rank_by_any_numbering(bencher: Bencher<'_, '_>) {
    let (numbering, _) = &*GENERAL;
    let pieces = &*PIECES;
    let number = |&pieces: &Pieces<u32>| numbering.place(&sets(pieces)).map_or(0, |(_, number)| number);
    bencher.counter(ItemsCount::new(SAMPLE)).bench(|| pieces.iter().fold(0, |all, at| all ^ number(at)));
}

#[divan::bench]
fn unrank_by_any_numbering(bencher: Bencher<'_, '_>) {
    let (numbering, layer) = &*GENERAL;
    let pieces = PIECES.iter().filter_map(|&pieces| Some(numbering.place(&sets(pieces))?.1));
    let numbers: Vec<u64> = pieces.collect();
    bencher.counter(ItemsCount::new(SAMPLE)).bench(|| {
        let mut found = [0; 3];
        numbers.iter().filter(|&&number| numbering.sets(*layer, number, &mut found)).count()
    });
}

/// The moves that lead to a position, with their numbers; items are moves.
#[divan::bench]
fn arrivals(bencher: Bencher<'_, '_>) {
    let mut found: Vec<Arrival> = Vec::new();
    let mut gather = || {
        found.clear();
        PLACES.iter().for_each(|&place| GAME.arrivals(place, Forbidden::Whatever, u64::MAX, &mut found));
        found.len()
    };
    let moves = gather();
    bencher.counter(ItemsCount::new(moves)).bench_local(gather);
}
