//! Numbers that are equal for equal games.
//!
//! The start has four symmetries that keep its colours; of the four images of a game or of its last position, the one
//! with the least number counts.

use super::line::Line;
use certamen_records::{Keys, Record};

/// Mixes a number into another one (the finalizer of splitmix64).
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A square under the symmetries that keep the start and its colours.
const fn images<const SIDE: usize>(index: usize) -> [usize; 4] {
    let (file, rank) = (index % SIDE, index / SIDE);
    let (far_file, far_rank) = (SIDE - 1 - file, SIDE - 1 - rank);
    [index, far_rank * SIDE + far_file, file * SIDE + rank, far_file * SIDE + far_rank]
}

/// The numbers of a legal record.
pub(super) fn keys<const SIDE: usize>(record: &Record, line: &Line) -> Keys {
    let begin = match &record.start {
        None => SIDE as u64,
        // A start of its own has no symmetry that would be known, so that only the first image counts.
        Some(start) => start.board.bytes().fold(1, |key, byte| mixed(key ^ u64::from(byte))),
    };
    let count = if record.start.is_none() { 4 } else { 1 };
    let mut moves = [begin; 4];
    for &ply in line.plies.iter().flatten() {
        for (key, image) in moves.iter_mut().zip(images::<SIDE>(usize::from(ply))) {
            *key = key.rotate_left(5).wrapping_add(image as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    let last = line.last();
    let mut end = [u64::from(last.black); 4];
    for (discs, colour) in [(last.discs.own, 0), (last.discs.opp, 64)] {
        let mut left = discs;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            for (key, image) in end.iter_mut().zip(images::<SIDE>(index)) {
                *key = key.wrapping_add(mixed(image as u64 + colour + 1));
            }
        }
    }
    let least = |keys: &[u64; 4]| keys[..count].iter().copied().min().unwrap_or_default();
    Keys { moves: mixed(least(&moves)), end: mixed(least(&end)) }
}
