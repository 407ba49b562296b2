//! A board with pieces and marks, as text or SVG.

use crate::svg::{Caption, MARGIN, NARROWEST, UNIT, coordinates, corner, escaped, open};
use encodings::board::{Layout, Square};
use std::fmt::Write as _;

/// The form of a piece in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A dark disc: the player to move, usually.
    Dark,
    /// A light disc: the other player, usually.
    Light,
    /// A square block with the letter on it: any other piece.
    Block,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter for it in text.
    pub letter: char,
    /// Its form in a picture.
    pub shape: Shape,
}

impl Piece {
    /// Its picture with this centre: SVG elements.
    pub fn svg(self, x: usize, y: usize) -> String {
        let mut svg = String::new();
        draw(&mut svg, x, y, self);
        svg
    }
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Empty,
    /// Nothing, but the player to move can go there.
    Target,
    /// A piece.
    Piece(Piece),
    /// A piece, and the player to move can go there.
    Capture(Piece),
}

/// A board with the contents of its squares, and a caption.
///
/// # Examples
/// ```
/// use certamen_draw::{Diagram, Mark, Piece, Shape};
/// use encodings::board::Layout;
/// let layout = Layout::new(2, 2).expect("a board");
/// let mut diagram = Diagram::new(layout, vec!["X to move".to_owned()]);
/// let a1 = layout.at(0, 0).expect("a square");
/// diagram.set(a1, Mark::Piece(Piece { letter: 'X', shape: Shape::Dark }));
/// assert_eq!(diagram.text(), "2  . .\n1  X .\n   a b\nX to move\n");
/// assert!(diagram.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    layout: Layout,
    marks: Vec<Mark>,
    caption: Vec<String>,
}

impl Diagram {
    /// An empty board.
    pub fn new(layout: Layout, caption: Vec<String>) -> Self {
        Self { layout, marks: vec![Mark::Empty; layout.squares()], caption }
    }

    /// Sets the content of a square. A square of another board has no effect.
    pub fn set(&mut self, square: Square, mark: Mark) {
        if let Some(place) = self.marks.get_mut(square.index()) {
            *place = mark;
        }
    }

    /// The board as text: `.` is an empty square, `+` a target. The caption follows, one line for each entry.
    pub fn text(&self) -> String {
        let (files, ranks) = (self.layout.files(), self.layout.ranks());
        let width = if ranks > 9 { 2 } else { 1 };
        let mut text = String::new();
        for rank in (0..ranks).rev() {
            let _ = write!(text, "{:>width$} ", rank + 1);
            for mark in &self.marks[rank * files..(rank + 1) * files] {
                text.push(' ');
                text.push(match mark {
                    Mark::Empty => '.',
                    Mark::Target => '+',
                    Mark::Piece(piece) | Mark::Capture(piece) => piece.letter,
                });
            }
            text.push('\n');
        }
        text.push_str(&" ".repeat(width + 1));
        for file in ('a'..).take(files) {
            let _ = write!(text, " {file}");
        }
        text.push('\n');
        for line in &self.caption {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The board as an SVG document.
    pub fn svg(&self) -> String {
        let (files, ranks) = (self.layout.files(), self.layout.ranks());
        let width = (files * UNIT + 2 * MARGIN).max(NARROWEST);
        let caption = Caption::new(&self.caption, width);
        let height = ranks * UNIT + 2 * MARGIN + caption.height();
        let title = self.caption.first().map(|line| escaped(line)).unwrap_or_default();
        let mut svg = open((width, height), 14, &title);
        for (index, mark) in self.marks.iter().enumerate() {
            self.square(&mut svg, index, *mark);
        }
        coordinates(&mut svg, self.layout);
        caption.draw(&mut svg, 2 * MARGIN + ranks * UNIT + 14);
        svg.push_str("</svg>\n");
        svg
    }

    fn square(&self, svg: &mut String, index: usize, mark: Mark) {
        let (x, y) = corner(self.layout, index);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"#e3d5b8\" stroke=\"#5b4a2a\"/>"
        );
        let (cx, cy) = (x + UNIT / 2, y + UNIT / 2);
        match mark {
            Mark::Empty => {}
            Mark::Target => target(svg, cx, cy),
            Mark::Piece(piece) => draw(svg, cx, cy, piece),
            Mark::Capture(piece) => {
                draw(svg, cx, cy, piece);
                target(svg, cx, cy);
            }
        }
    }
}

fn target(svg: &mut String, x: usize, y: usize) {
    let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#f0c419\"/>");
}

fn draw(svg: &mut String, x: usize, y: usize, Piece { letter, shape }: Piece) {
    let fill = match shape {
        Shape::Dark => "#222",
        Shape::Light => "#f8f8f4",
        Shape::Block => {
            let (left, top) = (x - 14, y - 14);
            let _ = writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"28\" height=\"28\" fill=\"#8a8f98\" stroke=\"#222\"/>\n\
                 <text x=\"{x}\" y=\"{}\" fill=\"#fff\">{}</text>",
                y + 5,
                escaped(&letter.to_string())
            );
            return;
        }
    };
    let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_targets_and_captions_are_drawn() {
        let layout = Layout::new(3, 2).expect("a board");
        let mut diagram = Diagram::new(layout, vec!["a < b".to_owned()]);
        let square = |index| layout.square(index).expect("a square");
        let light = Piece { letter: 'O', shape: Shape::Light };
        diagram.set(square(0), Mark::Piece(Piece { letter: 'N', shape: Shape::Block }));
        diagram.set(square(4), Mark::Capture(light));
        diagram.set(square(5), Mark::Target);
        assert_eq!(diagram.text(), "2  . O +\n1  N . .\n   a b c\na < b\n");
        let svg = diagram.svg();
        assert_eq!(svg.matches("r=\"15\"").count(), 1);
        assert_eq!(svg.matches("r=\"5\"").count(), 2);
        assert!(svg.contains("a &lt; b") && !svg.contains("a < b"));
    }
}
