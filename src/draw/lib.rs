//! Boards for people, as text and SVG.
//!
//! A [`Diagram`] has a piece or a mark on each square, a1 at the bottom left, and lines of caption below; it is drawn
//! as text or as an SVG document. Games with pictures of their own take the document around them from [`svg`].

mod diagram;
pub mod svg;

pub use diagram::{Diagram, Mark, Piece, Shape};
