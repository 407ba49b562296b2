//! Positions of Othello with many legal moves, which no game need reach: those that walks by chance meet, and all that one
//! disc after the other, turned or moved, leads to from there. `enumerate` checks them, and proves that there are no others:
//!
//! ```text
//! cargo run --release --example many_moves -- 27 34 4096 >target/known.txt
//! cargo run --release -- enumerate othello.mobility --at-least 34 --empties 37 --up-to-symmetry --from target/known.txt
//! ```

use certamen::games::othello::search::{Origin, TargetPositions, Walks};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::{Discs, Othello};
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};

type Board = Othello<8>;

/// The most positions that are listed: half a gigabyte of text.
const MOST: usize = 1 << 23;

/// The squares of a word, as bits.
fn squares(word: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|square| 1 << square).filter(move |square| word & square != 0)
}

/// The boards with a disc turned, or moved to an empty square as a disc of either colour.
fn beside(discs: Discs<u64>) -> impl Iterator<Item = Discs<u64>> {
    let Discs { own, opp } = discs;
    let centre = Board::CENTRE.low_bits() as u64;
    let turned = squares(own | opp).map(move |square| Discs { own: own ^ square, opp: opp ^ square });
    let moved = squares((own | opp) & !centre).flat_map(move |from| {
        let (own_left, opp_left) = (own & !from, opp & !from);
        squares(!(own | opp)).flat_map(move |to| {
            [Discs { own: own_left | to, opp: opp_left }, Discs { own: own_left, opp: opp_left | to }]
        })
    });
    turned.chain(moved)
}

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: many_moves DISCS MOVES [WALKS] [SEED]";
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>().map_err(|_| usage)?;
    let (discs, at_least, count, seed) = match *arguments {
        [discs, at_least] => (discs, at_least, 1024, 1),
        [discs, at_least, count] => (discs, at_least, count, 1),
        [discs, at_least, count, seed] => (discs, at_least, count, seed),
        _ => return Err(usage.into()),
    };
    let (discs, at_least) = (u32::try_from(discs)?, u32::try_from(at_least)?);
    if !(4..=64).contains(&discs) {
        return Err("a board has 4 to 64 discs".into());
    }
    let mut walks = Walks::<8>::new(TargetPositions { discs, at_least, origin: Origin::Anywhere }, seed);
    let mut found = BTreeSet::new();
    let is_new = |position: Discs<u64>, found: &mut BTreeSet<(u64, u64)>| {
        Board::legal(position).count_ones() >= at_least && found.insert((position.own, position.opp))
    };
    for _ in 0..count {
        let mut waiting = walks.walk();
        waiting.retain(|&position| is_new(position, &mut found));
        while let Some(position) = waiting.pop() {
            waiting.extend(beside(position).filter(|&next| is_new(next, &mut found)));
            if found.len() > MOST {
                return Err("too many positions to list: ask for more moves".into());
            }
        }
    }
    if found.is_empty() {
        eprintln!("no walk meets such a position");
    }
    let mut out = BufWriter::new(stdout().lock());
    for (own, opp) in found {
        writeln!(out, "{}", notation::print(Discs { own, opp }, Grid::<8, 8>::LAYOUT))?;
    }
    out.flush()?;
    Ok(())
}
