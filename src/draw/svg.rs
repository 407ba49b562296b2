//! The common parts of pictures: the document around them, and boards of squares whose first rank is at the bottom.

use encodings::board::{Layout, Square};
use std::fmt::{Display, Write as _};

/// The edge of a square in user units.
pub const UNIT: usize = 40;
/// The margin for the coordinates.
pub const MARGIN: usize = 24;

/// The height of a line of a caption in user units.
pub const LINE: usize = 20;
/// The least width of a picture with a caption: half a dozen words beside each other.
pub const NARROWEST: usize = 200;

/// Text below a picture, in lines that fit its width.
///
/// # Examples
/// ```
/// use certamen_draw::svg::Caption;
/// let caption = Caption::new(&["Black to move: 4 legal moves, 12 empty squares"], 208);
/// assert_eq!(caption.height(), 40);
/// let mut svg = String::new();
/// caption.draw(&mut svg, 100);
/// assert!(svg.contains("y=\"100\">Black to move: 4 legal</text>") && svg.contains("y=\"120\">moves, 12"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    lines: Vec<String>,
    /// The middle of its lines.
    middle: usize,
}

impl Caption {
    /// Lines below a picture of this width. Those that are wider go on in the next line.
    pub fn new(lines: &[impl AsRef<str>], width: usize) -> Self {
        // A letter is seven and a half units wide, or less, and there is a little room at both ends.
        let letters = (width.saturating_sub(12) * 2 / 15).max(1);
        let lines = lines.iter().flat_map(|line| broken(line.as_ref(), letters)).collect();
        Self { lines, middle: width / 2 }
    }

    /// Its height in user units.
    pub const fn height(&self) -> usize {
        self.lines.len() * LINE
    }

    /// Draws it. The letters of the first line stand at this height.
    pub fn draw(&self, svg: &mut String, first: usize) {
        for (line, text) in self.lines.iter().enumerate() {
            let y = first + line * LINE;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{}</text>", self.middle, escaped(text));
        }
    }
}

/// A line in parts of at most so many letters, broken between words where that is possible.
fn broken(line: &str, letters: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in line.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        while let Some(part) = parts.last_mut() {
            let length = part.chars().count();
            let blank = usize::from(length > 0);
            if length + blank + word.len() <= letters {
                part.extend(std::iter::repeat_n(' ', blank).chain(word));
                break;
            }
            if length == 0 {
                part.extend(word.drain(..letters));
            }
            parts.push(String::new());
        }
    }
    parts
}

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
pub struct SquarePlace {
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
pub fn square_places(layout: Layout) -> Vec<SquarePlace> {
    let place = |square: Square| {
        let (x, y) = corner(layout, square.index());
        SquarePlace { name: layout.name(square).to_string(), x, y, edge: UNIT }
    };
    layout.all().map(place).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_fit_and_lose_nothing() {
        let facts = "Black to move: 4 legal moves, 12 empty squares";
        assert_eq!(broken(facts, 46), [facts]);
        assert_eq!(broken(facts, 27), ["Black to move: 4 legal", "moves, 12 empty squares"]);
        assert_eq!(broken("", 5), [""]);
        assert_eq!(broken("a bcdefghijk l", 4), ["a", "bcde", "fghi", "jk l"]);
        for letters in 1..60 {
            let parts = broken(facts, letters);
            assert!(parts.iter().all(|part| part.chars().count() <= letters));
            assert_eq!(parts.concat().replace(' ', ""), facts.replace(' ', ""));
        }
    }
}
