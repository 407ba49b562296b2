//! Pictures of Push Fight boards: a square is a pusher, a circle a mover, a ring on a pusher the anchor.

use crate::board::on_board;
use crate::query::PushFightWitness;
use certamen_draw::svg::{Caption, MARGIN, UNIT, coordinates, corner, open};
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{Position, notation};
use std::fmt::Write as _;

/// A position as text: the grid of the notation. o and O are to move, Y is the pusher with the anchor.
pub fn text<B: Board>(position: Position<B>) -> String {
    notation::grid(position)
}

/// A position as an SVG document: the light pieces are to move; rails are thick lines.
pub fn svg<B: Board>(position: Position<B>, caption: &str) -> String {
    let (files, ranks) = (B::LAYOUT.files(), B::LAYOUT.ranks());
    let (width, bottom) = (files * UNIT + 2 * MARGIN, ranks * UNIT + 2 * MARGIN);
    let below = Caption::new(&[caption], width);
    let mut svg = open((width, bottom + below.height() + 8), 14, caption);
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
    below.draw(&mut svg, bottom + 18);
    svg + "</svg>\n"
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
    let is_own = on(pieces.own.all());
    let letter = match (on(pieces.own.pushers | pieces.opp.pushers), on(pieces.own.all() | pieces.opp.all()))
    {
        (true, _) if on(pieces.anchor) => 'Y',
        (true, _) if is_own => 'O',
        (true, _) => 'X',
        (_, true) if is_own => 'o',
        (_, true) => 'x',
        _ => return,
    };
    draw(svg, corner(B::LAYOUT, index), letter);
}

/// The picture of a character of the notation: SVG elements in a square of its own.
pub(crate) fn token(letter: char) -> String {
    let mut svg = String::new();
    if letter != '.' {
        draw(&mut svg, (0, 0), letter);
    }
    svg
}

/// The piece of a character of the notation, in the square with this corner.
fn draw(svg: &mut String, (x, y): (usize, usize), letter: char) {
    let (cx, cy) = (x + UNIT / 2, y + UNIT / 2);
    let fill = if letter.eq_ignore_ascii_case(&'o') { "#f4f4f0" } else { "#7a2e22" };
    if letter.is_ascii_uppercase() {
        let (x, y) = (x + 6, y + 6);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"28\" height=\"28\" fill=\"{fill}\" stroke=\"#222\"/>"
        );
    } else {
        let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>");
    }
    if letter == 'Y' {
        let _ = writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"none\" stroke=\"#f0c419\" stroke-width=\"4\"/>"
        );
    }
}
