//! Boards for people: text diagrams and SVG, a folder for each game.

pub mod go;
pub mod ostle;
pub mod othello;
pub mod push_fight;
pub(crate) mod svg;

use crate::query::Witness;

/// A witness as text, with its caption.
pub fn of_witness(witness: &Witness) -> String {
    match witness {
        Witness::Othello(witness) => othello::of_witness(witness),
        Witness::Ostle(witness) => ostle::of_witness(witness),
        Witness::Go(witness) => go::of_witness(witness),
        Witness::PushFight(witness) => push_fight::of_witness(witness),
    }
}

/// A witness as an SVG document, with its caption.
pub fn svg_of_witness(witness: &Witness) -> String {
    match witness {
        Witness::Othello(witness) => othello::svg_of_witness(witness),
        Witness::Ostle(witness) => ostle::svg_of_witness(witness),
        Witness::Go(witness) => go::svg_of_witness(witness),
        Witness::PushFight(witness) => push_fight::svg_of_witness(witness),
    }
}
