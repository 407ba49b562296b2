//! Pictures of Push Fight boards: a square is a pusher, a circle a mover, a ring on a pusher the anchor.

use crate::board::on_board;
use crate::query::PushFightWitness;
use certamen_draw::svg::{MARGIN, UNIT, coordinates, corner, open};
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{Position, notation};
use std::fmt::Write as _;

/// The height of the caption.
const CAPTION: usize = 28;

/// A position as text: the grid of the notation. o and O are to move, Y is the pusher with the anchor.
pub fn text<B: Board>(position: Position<B>) -> String {
    notation::grid(position)
}

/// A position as an SVG document: the light pieces are to move; rails are thick lines.
pub fn svg<B: Board>(position: Position<B>, caption: &str) -> String {
    let (files, ranks) = (B::LAYOUT.files(), B::LAYOUT.ranks());
    let (width, height) = (files * UNIT + 2 * MARGIN, ranks * UNIT + 2 * MARGIN + CAPTION);
    let mut svg = open((width, height), 14, caption);
    for index in B::SQUARES.indices() {
        let (x, y) = corner(B::LAYOUT, index);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"#c9a76a\" stroke=\"#5b4a2a\"/>"
        );
    }
    rails::<B>(&mut svg);
    coordinates(&mut svg, B::LAYOUT);
    for index in B::SQUARES.indices() {
        piece(&mut svg, position, index);
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{caption}</text>\n</svg>", width / 2, height - 10);
    svg
}

/// A witness as text, with its caption.
pub(crate) fn of_witness(witness: &PushFightWitness) -> String {
    on_board!(witness.board, B => match notation::parse::<B>(&witness.position) {
        Ok(position) => format!("{}{witness}\n", text(position)),
        Err(error) => format!("{error}\n"),
    })
}

/// A witness as an SVG document.
pub(crate) fn svg_of_witness(witness: &PushFightWitness) -> String {
    on_board!(witness.board, B => match notation::parse::<B>(&witness.position) {
        Ok(position) => svg(position, &witness.to_string()),
        Err(error) => format!("{error}\n"),
    })
}

fn rails<B: Board>(svg: &mut String) {
    for (direction, below) in [(DIRECTIONS[0], 0), (DIRECTIONS[2], UNIT)] {
        for index in B::railed(direction).indices() {
            let (x, y) = corner(B::LAYOUT, index);
            let y = y + below;
            let _ = writeln!(svg, "<path d=\"M{x} {y}h{UNIT}\" stroke=\"#222\" stroke-width=\"6\"/>");
        }
    }
}

fn piece<B: Board>(svg: &mut String, position: Position<B>, index: usize) {
    let pieces = position.pieces();
    let on = |word: u32| word >> index & 1 == 1;
    let (x, y) = corner(B::LAYOUT, index);
    let (cx, cy) = (x + UNIT / 2, y + UNIT / 2);
    let fill = if on(pieces.own.all()) { "#f4f4f0" } else { "#7a2e22" };
    if on(pieces.own.pushers | pieces.opp.pushers) {
        let (x, y) = (x + 6, y + 6);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"28\" height=\"28\" fill=\"{fill}\" stroke=\"#222\"/>"
        );
    } else if on(pieces.own.movers | pieces.opp.movers) {
        let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>");
    }
    if on(pieces.anchor) {
        let _ = writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"none\" stroke=\"#f0c419\" stroke-width=\"4\"/>"
        );
    }
}
