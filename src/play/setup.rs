//! Positions that are put together square by square, and their images under the symmetries of a board.
//!
//! Idea: in the text of a position, each square has one character. A [`Setup`] says which, and what the characters mean,
//! so that a page can offer the pieces and change the text at a click. A text that results may be no position; the table
//! says so when it reads it.

use encodings::board::{Layout, Square, Symmetry};

/// A board to put pieces on.
///
/// # Examples
/// ```
/// use certamen_play::{Setup, Token};
/// use encodings::board::{Layout, Symmetry};
///
/// let layout = Layout::new(2, 2).ok_or("a layout")?;
/// let tokens = vec![Token::new('X', "a piece", ""), Token::new('.', "empty", "")];
/// // a1 b1 / a2 b2
/// let setup = Setup::of_layout("X./..".to_owned(), layout, |square| square.index() + square.index() / 2, tokens);
/// assert_eq!(setup.squares[2], ("a2".to_owned(), 3));
/// assert_eq!(setup.images(layout, &[Symmetry::HALF_TURN]), ["../.X"]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The text of the position, without an ending.
    pub text: String,
    /// The squares by name, each with the place of its character in the text, in the order of reading.
    pub squares: Vec<(String, usize)>,
    /// What can be on a square.
    pub tokens: Vec<Token>,
    /// What the text can end with, and what that means, such as who is to move. Empty if texts have no endings.
    pub endings: Vec<(String, String)>,
    /// The ending that this position has.
    pub ending: String,
}

/// What can be on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its character.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Its picture: SVG elements within a square of [`UNIT`](certamen_draw::svg::UNIT) by the same. Empty for nothing.
    pub picture: String,
}

impl Token {
    /// A piece, or nothing.
    pub fn new(letter: char, name: impl Into<String>, picture: impl Into<String>) -> Self {
        Self { letter, name: name.into(), picture: picture.into() }
    }
}

impl Setup {
    /// The squares of a layout, whose characters have these places in the text.
    pub fn of_layout(
        text: String,
        layout: Layout,
        place: impl Fn(Square) -> usize,
        tokens: Vec<Token>,
    ) -> Self {
        let length = text.chars().count();
        let squares = layout.all().map(|square| (layout.name(square).to_string(), place(square)));
        let mut squares: Vec<(String, usize)> = squares.filter(|&(_, place)| place < length).collect();
        squares.sort_by_key(|&(_, place)| place);
        Self { text, squares, tokens, endings: Vec::new(), ending: String::new() }
    }

    /// The same, with endings of the text, and the one that this position has.
    #[must_use]
    pub fn with_endings(self, endings: &[(&str, &str)], ending: &str) -> Self {
        let owned = |&(ending, means): &(&str, &str)| (ending.to_owned(), means.to_owned());
        Self { endings: endings.iter().map(owned).collect(), ending: ending.to_owned(), ..self }
    }

    /// The texts that symmetries of the layout make of this one. A symmetry that leads off the squares is left out.
    pub fn images(&self, layout: Layout, symmetries: &[Symmetry]) -> Vec<String> {
        let from: Vec<char> = self.text.chars().collect();
        let place_of = |name: &str| self.squares.iter().find(|(known, _)| known == name).map(|&(_, at)| at);
        let image = |symmetry: &Symmetry| {
            let mut to = from.clone();
            for (name, place) in &self.squares {
                let square = symmetry.square(layout, layout.parse(name).ok()?);
                *to.get_mut(place_of(&layout.name(square).to_string())?)? = *from.get(*place)?;
            }
            Some(to.into_iter().collect())
        };
        symmetries.iter().filter_map(image).collect()
    }
}
