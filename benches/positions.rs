//! The speed of expanding border states: the engine compared with explicit borders in a hash map, and with what the
//! memory of the machine allows.
//!
//! The baseline is the usual method, which the published program uses too: states packed into a key, a hash map from keys
//! to one residue, every state unpacked, expanded and looked up. One thread each; the counter is the number of expansions,
//! counting each residue of a state. `cargo bench --bench positions`.
//!
//! The second comparison (`memory`, `moved`) is in bytes a second, with all threads. Each value has to be read and written
//! once for each point that is placed, 16 bytes; `memory` does that and nothing else, to an array that no cache holds.
//! A count that reaches its rate is bound by memory; a higher rate means that values stay in the cache for several points.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::results::go_counts::engine::{Engine, Pass};
use certamen::results::go_counts::point::{Colour, Content, Point};
use certamen::results::go_counts::residue::Modulus;
use certamen::results::go_counts::run::{Settings, count, residues, residues_of};
use certamen::results::go_counts::states::{edge, expand};
use certamen::results::go_counts::strip::Strip;
use certamen::work::Stop;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use encodings::go::BoardSides;
use rayon::prelude::*;
use std::collections::HashMap;

fn main() {
    // One thread, because processor times are compared.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("threads");
    divan::main();
}

/// All processors, for what is compared with the memory.
fn all_threads() -> rayon::ThreadPool {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// A border, with 5 bits for each point.
fn pack(border: &Strip) -> u64 {
    let code = |point: &Point| match point.content() {
        Content::Empty => 0,
        Content::Edge => 3,
        Content::Free(colour) => 1 + colour as u64,
        Content::Libertyless(colour, label) => 4 + 2 * u64::from(label) + colour as u64,
    };
    border.points().iter().fold(0, |key, point| key << 5 | code(point))
}

fn unpack(height: usize, key: u64) -> Strip {
    let point = |code: u64| {
        let colour = Colour::BOTH[code as usize & 1];
        match code {
            0 => Point::EMPTY,
            3 => Point::EDGE,
            1 => Point::free(Colour::White),
            2 => Point::free(Colour::Black),
            _ => Point::libertyless(colour, ((code - 4) / 2) as u8),
        }
    };
    Strip::new((0..height).rev().map(|place| point(key >> (5 * place) & 31)).collect())
}

/// One residue of the count, and the number of expanded states.
fn hashed(side: usize) -> (u64, u64) {
    let modulus = Modulus::largest().next().expect("a prime");
    let mut borders = HashMap::from([(pack(&edge(side)), 1_u64)]);
    let mut expanded = 0;
    for step in 0..side * side {
        let read = |key: &u64| unpack(side, *key);
        expanded +=
            expand(&mut borders, step % side, read, pack, |sum, term| *sum = modulus.add(*sum, *term));
    }
    let legal = borders.iter().filter(|(key, _)| unpack(side, **key).is_legal());
    (modulus.reduce(legal.fold(0, |sum, (_, &count)| modulus.add(sum, count))), expanded)
}

#[divan::bench(args = [7, 8], sample_count = 3, sample_size = 1)]
fn hash_map(bencher: Bencher<'_, '_>, side: usize) {
    let (residue, expanded) = hashed(side);
    let modulus = [Modulus::largest().next().expect("a prime")];
    let sums = residues(side, side, &modulus, &Stop::new()).expect("room").expect("an answer");
    assert_eq!(sums.last().map(Vec::as_slice), Some(&[residue][..]), "the two ways agree");
    bencher.counter(ItemsCount::new(expanded)).bench(|| hashed(divan::black_box(side)));
}

/// The exact count, from the tables to the Chinese remainder theorem.
#[divan::bench(args = [7, 8, 9, 10, 11], sample_count = 3, sample_size = 1)]
fn engine(bencher: Bencher<'_, '_>, side: usize) {
    let board = BoardSides::new(side, side).expect("a board");
    let run = || {
        let stop = Stop::new();
        let settings = Settings::in_memory(4 << 30, &stop);
        count(divan::black_box(board), &settings, &mut |_| ()).expect("room").expect("an answer")
    };
    let counted = run();
    bencher.counter(ItemsCount::new(counted.expansions * counted.residues as u64)).bench(run);
}

/// Reads and writes every word of an array of 512 MiB.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn memory(bencher: Bencher<'_, '_>) {
    let pool = all_threads();
    let mut words = vec![1_u64; 64 << 20];
    let bytes = 2 * size_of_val(words.as_slice());
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        pool.install(|| {
            words.par_chunks_mut(1 << 18).for_each(|words| {
                for word in words {
                    *word = word.wrapping_mul(3);
                }
            });
        });
        divan::black_box(words[0])
    });
}

/// Residues of two columns of a high board, with the bytes that placing points moves. The tables of the height are made
/// before.
#[divan::bench(args = [(11, 1), (11, 2), (11, 5), (12, 2), (12, 5)], sample_count = 3, sample_size = 1)]
fn moved(bencher: Bencher<'_, '_>, (height, together): (usize, usize)) {
    const WIDTH: usize = 3;
    let pool = all_threads();
    let engine = Engine::new(height);
    let moduli: Vec<Modulus> = Modulus::largest().take(together).collect();
    let steps = engine.passes().into_iter().filter(|pass| matches!(pass, Pass::Step(..)));
    let states: u64 = steps.map(|pass| engine.states(pass)).sum::<u64>() * (WIDTH as u64 - 1);
    let bytes = states * together as u64 * 16;
    let run = || pool.install(|| residues_of(&engine, WIDTH, divan::black_box(&moduli), &Stop::new()));
    bencher.counter(BytesCount::new(bytes)).bench(|| run().expect("room").expect("an answer"));
}
