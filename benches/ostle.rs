//! Numbers and moves of Ostle as the retrograde engine uses them, on random positions with five pieces a side.
//!
//! Items are positions unless the name says that they are moves or cells. `random_exchanges` is what memory allows if
//! cells at random places are exchanged one by one, with nothing to compute, as the engine did until it sorted what moves bring
//! by regions.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::games::ostle::solve::{OstleGame, Rule};
use certamen::retro::numbering::{Numbering, Symmetries};
use certamen::retro::states::{Arrival, Forbidden, Game, Place};
use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::board::{Grid, Symmetry};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use memmap2::{Advice, MmapMut};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use zerocopy::FromBytes;

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

/// The size of the cells: more than any cache, less than the layer 5v5 has.
const BYTES: u64 = 4 << 30;
/// The cells of a batch.
const BATCH: u64 = 1024;

/// Cells in huge pages, each page written once so that it is there.
static MEMORY: LazyLock<&[AtomicU32]> = LazyLock::new(|| {
    let mut memory = MmapMut::map_anon(usize::try_from(BYTES).expect("64 bits")).expect("4 GB");
    // Advice only: without huge pages it is slower.
    let _ = memory.advise(Advice::HugePage);
    memory.chunks_mut(4096).for_each(|page| page[0] = 1);
    let memory = Box::leak(Box::new(memory));
    <[AtomicU32]>::mut_from_bytes(memory).expect("pages are aligned")
});

/// Cells at random places: first all of a batch are read, then each is exchanged. Items are cells.
#[divan::bench(threads = [1, 2])]
fn random_exchanges(bencher: Bencher<'_, '_>) {
    let cells = *MEMORY;
    let next = AtomicU64::new(1);
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        // Steps of the golden ratio: no two of a batch are close.
        let place = |index: u64| (index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 34) as usize % cells.len();
        let places = (first..first + BATCH).map(place);
        let read = places.clone().fold(0, |all, place| all ^ cells[place].load(Ordering::Relaxed));
        let exchange = |place: usize| {
            let found = cells[place].load(Ordering::Relaxed);
            cells[place].compare_exchange(found, found ^ 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        read ^ places.filter(|&place| exchange(place)).count() as u32
    });
}
