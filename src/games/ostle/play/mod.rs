//! What the commands for any game do for Ostle.

mod line;
mod perft;
mod replay;

pub(super) use line::check_line;
pub(super) use perft::perft;
pub(super) use replay::{replay, replay_file};

use super::show::Format;
use super::{Outcome, Session};
use crate::diagram::ostle::{self as diagram, Drawing};
use crate::query::{OstleVariant, on_side, side_of};
use anyhow::Context;
use encodings::board::Layout;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::variant::Variant;
use serde_json::json;
use verify::ostle as naive;

/// The variant as the naive game knows it.
fn naive_variant(variant: Variant) -> anyhow::Result<naive::Variant> {
    OstleVariant::from(variant).naive().map_err(anyhow::Error::msg)
}

/// Reads a position of a variant.
fn position<const SIDE: usize>(text: &str, variant: Variant) -> anyhow::Result<Position<SIDE>> {
    let pieces = notation::parse(text, Position::<SIDE>::LAYOUT).context("the position")?;
    Position::new(pieces, variant).context("the position")
}

fn name<const SIDE: usize>(played: Move) -> String {
    notation::print_move(played, Position::<SIDE>::LAYOUT)
}

/// `certamen show ostle`: any position with one hole and a piece a side at least, on the board that the text fills.
pub(super) fn show(session: &Session, text: &str, format: Format) -> anyhow::Result<Outcome> {
    let side = side_of(text);
    let variant = Variant::new(side, side, 0)?;
    on_side!(side, SIDE => show_on::<SIDE>(session, text, variant, format))
}

fn show_on<const SIDE: usize>(
    session: &Session,
    text: &str,
    variant: Variant,
    format: Format,
) -> anyhow::Result<Outcome> {
    let (position, layout): (_, Layout) = (position::<SIDE>(text, variant)?, Position::<SIDE>::LAYOUT);
    let (pieces, moves): (_, Vec<String>) = (position.pieces(), position.moves().map(name::<SIDE>).collect());
    let caption = format!("{} moves, rule 8 aside", moves.len());
    let drawn = match format {
        Format::Ascii => format!("{}{caption}\n", diagram::text(pieces, layout)),
        Format::Svg => {
            let board = notation::print(pieces, layout);
            diagram::svg(&board, &[Drawing { pieces, layout, caption: vec![caption] }])
        }
    };
    session.answer(
        &drawn,
        &json!({ "position": notation::print(pieces, layout), "moves": moves, "mobility": moves.len() }),
    )?;
    Ok(Outcome::Holds)
}
