//! Points of a border, as far as points that are placed later depend on them.

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// White. Classes of states are written with their first stone white.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// Both colours.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The number of a libertyless string within a strip, in the order of first points.
pub(super) type Label = u8;

/// A point of a border: empty, a stone with liberties, a stone of a libertyless string, or beyond the edge of the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Beyond the edge of the board: neither a liberty nor a stone.
    Edge,
    /// Empty.
    Empty,
    /// A stone whose string has a liberty.
    Free(Colour),
    /// A stone whose string has no liberty yet, and the number of the string.
    Libertyless(Colour, Label),
}

impl Point {
    /// Beyond the edge.
    pub const EDGE: Self = Self(3);
    /// Empty.
    pub const EMPTY: Self = Self(0);

    /// A stone with liberties.
    pub fn free(colour: Colour) -> Self {
        Self(1 + colour as u8)
    }

    /// A stone without liberties, of the string with this number (below 126).
    pub fn libertyless(colour: Colour, label: u8) -> Self {
        Self(4 + 2 * label + colour as u8)
    }

    /// The content of the point.
    pub fn content(self) -> Content {
        let colour = |black: bool| if black { Colour::Black } else { Colour::White };
        match self.0 {
            0 => Content::Empty,
            1 | 2 => Content::Free(colour(self.0 == 2)),
            3 => Content::Edge,
            code => Content::Libertyless(colour(code & 1 == 1), (code - 4) / 2),
        }
    }

    /// The colour of the stone, if there is one.
    pub fn colour(self) -> Option<Colour> {
        match self.content() {
            Content::Free(colour) | Content::Libertyless(colour, _) => Some(colour),
            Content::Edge | Content::Empty => None,
        }
    }

    /// The number of the libertyless string, if the point belongs to one.
    pub fn label(self) -> Option<u8> {
        (self.0 >= 4).then(|| (self.0 - 4) / 2)
    }

    /// The point with colours exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self.content() {
            Content::Free(colour) => Self::free(colour.other()),
            Content::Libertyless(colour, label) => Self::libertyless(colour.other(), label),
            Content::Edge | Content::Empty => self,
        }
    }

    /// Whether the point gives a liberty to a stone of this colour beside it: it is empty, or belongs to a string of
    /// that colour with a liberty.
    pub(super) fn offers_liberty(self, colour: Colour) -> bool {
        self == Self::EMPTY || self == Self::free(colour)
    }

    /// Whether two points of one side may be neighbours: a string has one state, and an empty point gives a liberty.
    pub(super) fn may_neighbour(self, other: Self) -> bool {
        match (self.content(), other.content()) {
            (Content::Libertyless(..), Content::Empty) | (Content::Empty, Content::Libertyless(..)) => false,
            (Content::Libertyless(colour, _), Content::Free(free))
            | (Content::Free(free), Content::Libertyless(colour, _)) => colour != free,
            (Content::Libertyless(one, a), Content::Libertyless(two, b)) => one != two || a == b,
            _ => true,
        }
    }
}

impl std::fmt::Debug for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.content() {
            Content::Edge => write!(f, "|"),
            Content::Empty => write!(f, "."),
            Content::Free(Colour::White) => write!(f, "O"),
            Content::Free(Colour::Black) => write!(f, "X"),
            Content::Libertyless(Colour::White, label) => write!(f, "o{label}"),
            Content::Libertyless(Colour::Black, label) => write!(f, "x{label}"),
        }
    }
}
