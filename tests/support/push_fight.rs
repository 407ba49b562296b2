//! Converts Push Fight's positions to those of the naive game.
//!
//! The two sides exchange text; otherwise they share only the names of squares.

use encodings::push_fight::board::Board;
use encodings::push_fight::{Position, notation};
use verify::push_fight as naive;

/// The naive game's board of the same shape.
pub(crate) fn variant<B: Board>() -> naive::Variant {
    variant_of((B::LAYOUT.files(), B::LAYOUT.ranks()), B::PUSHERS, B::MOVERS)
}

/// The naive game's board of a size, with as many pieces for each player.
pub(crate) fn variant_of((files, ranks): (usize, usize), pushers: usize, movers: usize) -> naive::Variant {
    let row = |rank: usize| match rank {
        0 => (1, files - 3),
        _ if rank == ranks - 1 => (2, files - 3),
        _ => (0, files),
    };
    let rows: Vec<(usize, usize)> = (0..ranks).rev().map(row).collect();
    let layout = naive::Layout::new(&rows).expect("a layout");
    naive::Variant::new(layout, movers, pushers).expect("a variant")
}

/// The naive game's position of the same text.
pub(crate) fn naively<B: Board>(position: Position<B>) -> naive::Position {
    naive::parse_position(&variant::<B>(), &notation::print(position)).expect("a position")
}
