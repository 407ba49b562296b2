//! The speed of a condition of the language on machine words, with one thread, compared with the same condition written
//! by hand over the rules. `cargo bench --bench language`.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::language::Predicate;
use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::othello::rules::{Discs, Othello};

fn main() {
    divan::main();
}

/// The number of boards for each run.
const BOARDS: usize = 1 << 14;

/// Boards with an occupied centre; each square holds either disc or none.
fn boards() -> Vec<Discs<u64>> {
    let mut random = fastrand::Rng::with_seed(8);
    let board = |_| {
        let (own, other) = (random.u64(..) & random.u64(..), random.u64(..) & random.u64(..));
        let centre = 0x0000_0018_1800_0000;
        let own = own | centre & !other;
        Discs { own, opp: other & !own }
    };
    (0..BOARDS).map(board).collect()
}

/// Evaluates a condition on all boards.
fn evaluated(bencher: Bencher<'_, '_>, text: &str) {
    let boards = boards();
    let Ok(predicate) = Predicate::new(&Othello::<8>, text) else { return };
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| predicate.holds(&Othello::<8>, &boards));
}

#[divan::bench]
fn many_moves_by_hand(bencher: Bencher<'_, '_>) {
    let boards = boards();
    let by_hand = || -> Vec<bool> {
        boards.iter().map(|&board| Othello::<8>::legal(board).count_ones() >= 20).collect()
    };
    bencher.counter(ItemsCount::new(BOARDS)).bench(by_hand);
}

#[divan::bench]
fn many_moves(bencher: Bencher<'_, '_>) {
    evaluated(bencher, "count(legal) >= 20");
}

#[divan::bench]
fn words_and_sums(bencher: Bencher<'_, '_>) {
    evaluated(
        bencher,
        "count(legal & edges) - count(own & corners) >= 8 or own[c3] and none(north(opp) & own)",
    );
}

#[divan::bench]
fn every_reply(bencher: Bencher<'_, '_>) {
    evaluated(bencher, "all m in legal: count(after(m).legal) >= 3");
}
