//! Diagrams of Ostle boards: the dark pieces are to move, the light ones are the opponent's, and a black disc is the
//! hole.

use certamen_draw::svg::{Caption, MARGIN, UNIT, coordinates, corner, open};
use encodings::board::Layout;
use encodings::ostle::rules::Pieces;
use std::fmt::Write as _;

/// The number of boards side by side.
const COLUMNS: usize = 4;

/// A board with lines of text below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The pieces and the hole.
    pub pieces: Pieces<u32>,
    /// Its squares.
    pub layout: Layout,
    /// The lines of text below the board.
    pub caption: Vec<String>,
}

/// A position as text: 1 is the side to move, 2 the other side, O the hole.
pub fn text(pieces: Pieces<u32>, layout: Layout) -> String {
    let mut text = String::new();
    for rank in (0..layout.ranks()).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..layout.files() {
            let on = |word: u32| word >> (rank * layout.files() + file) & 1 == 1;
            text.push_str(match (on(pieces.own), on(pieces.opp), on(pieces.hole)) {
                (true, ..) => " 1",
                (_, true, _) => " 2",
                (.., true) => " O",
                _ => " .",
            });
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in ('a'..).take(layout.files()) {
        let _ = write!(text, " {file}");
    }
    text.push('\n');
    text
}

/// Boards as an SVG document, four in a row.
pub fn svg(title: &str, drawings: &[Drawing]) -> String {
    let width = drawings.iter().map(width_of).max().unwrap_or(2 * MARGIN);
    let height = drawings.iter().map(height_of).max().unwrap_or(2 * MARGIN);
    let columns = drawings.len().clamp(1, COLUMNS);
    let rows = drawings.len().div_ceil(COLUMNS).max(1);
    let mut svg = open((columns * width, rows * height), 14, title);
    for (place, drawing) in drawings.iter().enumerate() {
        let (x, y) = (place % COLUMNS * width, place / COLUMNS * height);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        board(&mut svg, drawing);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn width_of(drawing: &Drawing) -> usize {
    drawing.layout.files() * UNIT + 2 * MARGIN
}

fn height_of(drawing: &Drawing) -> usize {
    drawing.layout.ranks() * UNIT + 2 * MARGIN + caption_of(drawing).height()
}

fn caption_of(drawing: &Drawing) -> Caption {
    Caption::new(&drawing.caption, width_of(drawing))
}

fn board(svg: &mut String, drawing: &Drawing) {
    let (files, ranks) = (drawing.layout.files(), drawing.layout.ranks());
    for index in 0..files * ranks {
        let (x, y) = corner(drawing.layout, index);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"#d9c7a3\" stroke=\"#5b4a2a\"/>"
        );
        let on = |word: u32| word >> index & 1 == 1;
        let (cx, cy) = (x + UNIT / 2, y + UNIT / 2);
        if on(drawing.pieces.hole) {
            let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"16\" fill=\"#000\"/>");
        } else if on(drawing.pieces.own | drawing.pieces.opp) {
            let fill = if on(drawing.pieces.own) { "#55585c" } else { "#fbfbf8" };
            let (x, y) = (x + 7, y + 7);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"26\" height=\"26\" rx=\"4\" fill=\"{fill}\" stroke=\"#222\"/>"
            );
        }
    }
    coordinates(svg, drawing.layout);
    caption_of(drawing).draw(svg, 2 * MARGIN + ranks * UNIT + 14);
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::ostle::notation;

    #[test]
    fn boards_are_drawn_as_they_are_printed() {
        let layout = Layout::new(3, 3).unwrap();
        let pieces = notation::parse("020-112-300", layout).unwrap();
        assert_eq!(text(pieces, layout), "3  . 2 .\n2  1 1 2\n1  O . .\n   a b c\n");
        let drawing = Drawing { pieces, layout, caption: vec!["win in 1".to_owned()] };
        let svg = svg("five", &vec![drawing; 5]);
        assert_eq!(svg.matches("<g ").count(), 5);
        assert_eq!(svg.matches("rx=").count(), 5 * 4);
        assert_eq!(svg.matches("r=\"16\"").count(), 5);
        // The hole on a1 of the fifth board, which begins the second row.
        assert!(svg.contains("<circle cx=\"44\" cy=\"124\""));
        assert!(svg.contains("translate(0 188)"));
    }
}
