//! The common parts of pictures: the document around them, and boards of squares whose first rank is at the bottom.

use encodings::board::{Layout, Square};
use std::fmt::{Display, Write as _};

/// The edge of a square in user units.
pub const UNIT: usize = 40;
/// The margin for the coordinates.
pub const MARGIN: usize = 24;

/// The beginning of a document of this size in user units, with text of this size. It is closed by `</svg>`.
pub fn open((width, height): (impl Display, impl Display), text: u32, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"{text}\" text-anchor=\"middle\">\n\
         <title>{title}</title>\n"
    )
}

/// The upper left corner of a square.
pub fn corner(layout: Layout, index: usize) -> (usize, usize) {
    let (files, ranks) = (layout.files(), layout.ranks());
    (MARGIN + index % files * UNIT, MARGIN + (ranks - 1 - index / files) * UNIT)
}

/// The place of a square in a picture, so that a page can react to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The name of the square, as plies write it.
    pub name: String,
    /// The left edge in user units.
    pub x: usize,
    /// The upper edge.
    pub y: usize,
    /// The length of an edge.
    pub edge: usize,
}

/// The places of the squares of a board whose first rank is at the bottom.
pub fn spots(layout: Layout) -> Vec<Spot> {
    let spot = |square: Square| {
        let (x, y) = corner(layout, square.index());
        Spot { name: layout.name(square).to_string(), x, y, edge: UNIT }
    };
    layout.all().map(spot).collect()
}

/// Letters below the files, numbers beside the ranks.
pub fn coordinates(svg: &mut String, layout: Layout) {
    let (files, ranks) = (layout.files(), layout.ranks());
    for (file, name) in (0..files).zip('a'..) {
        let (x, y) = (MARGIN + file * UNIT + UNIT / 2, 2 * MARGIN + ranks * UNIT - 7);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
    }
    for rank in 0..ranks {
        let y = MARGIN + (ranks - 1 - rank) * UNIT + UNIT / 2 + 5;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{}</text>", MARGIN / 2, rank + 1);
    }
}

/// Lines of text as a document, for results without a picture.
pub fn lines_of_text(lines: &[&str]) -> String {
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) * 8 + 2 * MARGIN;
    let height = lines.len() * 20 + MARGIN;
    let mut svg = open((width, height), 14, &lines.last().map(|line| escaped(line)).unwrap_or_default());
    for (place, line) in lines.iter().enumerate() {
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", width / 2, 20 * (place + 1), escaped(line));
    }
    svg + "</svg>\n"
}

/// A text with the characters escaped that a document reserves.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
