//! Boards as SVG pictures.

use super::{Cell, caption, cell};
use certamen_draw::svg::{Caption, MARGIN, UNIT, open};
use std::fmt::Write as _;
use verify::othello::{Disc, Position, Square};

/// A position as an SVG document: discs, small dots on legal moves, coordinates, and a caption that names the mover.
pub fn svg(position: &Position, mover: &str) -> String {
    let board = &position.board;
    let legal = position.legal_moves();
    let edge = board.size().edge();
    let side = edge * UNIT;
    let width = side + 2 * MARGIN;
    let title = caption(position, mover);
    let caption = Caption::new(&[&title], width);
    let mut svg = open((width, side + MARGIN + caption.height() + 8), 14, &title);
    let _ = writeln!(
        svg,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\" fill=\"#2e7d4f\"/>"
    );
    grid(&mut svg, edge);
    for square in board.size().squares() {
        let (x, y) = centre(square);
        let (radius, fill) = match cell(board, &legal, square) {
            Cell::Disc(Disc::Black) => (17, "#111"),
            Cell::Disc(Disc::White) => (17, "#f4f4f0"),
            Cell::Legal => (5, "#f0c419"),
            Cell::Empty => continue,
        };
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>");
    }
    caption.draw(&mut svg, side + MARGIN + 20);
    svg + "</svg>\n"
}

fn centre(square: Square) -> (usize, usize) {
    (MARGIN + square.file() * UNIT + UNIT / 2, MARGIN + square.rank() * UNIT + UNIT / 2)
}

fn grid(svg: &mut String, edge: usize) {
    let end = MARGIN + edge * UNIT;
    for (line, file) in (0..=edge).zip('a'..) {
        let at = MARGIN + line * UNIT;
        let _ = writeln!(svg, "<path d=\"M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}\" stroke=\"#123\"/>");
        if line < edge {
            let middle = at + UNIT / 2;
            let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\">{file}</text>", MARGIN - 7);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, middle + 5, line + 1);
        }
    }
}
