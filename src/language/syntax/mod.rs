//! The text of a question: tokens, a tree with places, and the text of a tree.
//!
//! Idea: recursive descent, one function for each level of precedence. Chains such as `a & b & c` are one node with
//! many arguments, so that only nesting makes a tree deep, and the depth is limited. The grammar is in
//! `docs/language.md`.
//!
//! Cost: linear in the text.

mod definitions;
mod lexer;
mod parser;
mod phrase;
mod print;
mod walk;

pub use definitions::{DefinitionError, Definitions};
pub use parser::parse;
pub use phrase::phrase;

use encodings::board::Direction;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What is asked for.
    pub aim: Aim,
    /// The move that the question is about, and its set.
    pub choice: Option<Choice>,
    /// What the user wrote.
    pub written: SourceText,
}

/// The question as the user wrote it, if definitions were expanded in it. It is for people, and no part of the meaning.
#[derive(Clone, Debug, Default, Eq)]
pub struct SourceText(pub Option<Box<Sentence>>);

impl PartialEq for SourceText {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Sentence {
    /// The text in the words of the user.
    pub fn as_written(&self) -> &Self {
        self.written.0.as_deref().unwrap_or(self)
    }
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Positions with this property.
    Condition(Node),
    /// The largest or the smallest value of a number.
    Extreme {
        /// Which of the two.
        extreme: Extreme,
        /// The number.
        number: Node,
        /// The condition that positions have to satisfy.
        condition: Option<Node>,
    },
}

/// The largest or the smallest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The largest.
    Maximum,
    /// The smallest.
    Minimum,
}

/// A move that is chosen from a set: `for m in legal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where the name stands.
    pub at: usize,
    /// The name.
    pub variable: String,
    /// The set.
    pub set: Node,
}

/// A part of a question with its place: the character at which it begins, from 0.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place.
    pub at: usize,
    /// What it is.
    pub part: Part,
}

impl PartialEq for Node {
    /// The place is no part of the meaning.
    fn eq(&self, other: &Self) -> bool {
        self.part == other.part
    }
}

impl Eq for Node {}

/// What a part of a question is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A number.
    Number(u32),
    /// `true` or `false`.
    Truth(bool),
    /// A name.
    Name(String),
    /// `board`, `corners` or `edges`.
    Region(Region),
    /// `rank 3`, counted from 1.
    Rank(u32),
    /// `file c`.
    File(char),
    /// `{a1 h8}`: names of squares, each with its place.
    Set(Vec<(usize, String)>),
    /// `count(W)`
    Count(Box<Node>),
    /// `any(W)`, or `none(W)` with `false`.
    Any(bool, Box<Node>),
    /// `north(W)`
    Shift(Direction, Box<Node>),
    /// `after(m)`
    After(Box<Node>),
    /// `flips(m)`
    Call(String, Box<Node>),
    /// `m.to`
    Field(Box<Node>, usize, String),
    /// `own[d3]`: a word, and the name of a square with its place.
    Square(Box<Node>, usize, String),
    /// `~W`
    Complement(Box<Node>),
    /// `A & B`, `A ^ B`, `A | B`
    Words(Join, Vec<Node>),
    /// `A + B - C`: each with whether it is subtracted.
    Sum(Vec<(bool, Node)>),
    /// `A >= B`
    Compare(Comparison, Box<Node>, Box<Node>),
    /// `not A`
    Not(Box<Node>),
    /// `A and B`
    And(Vec<Node>),
    /// `A or B`
    Or(Vec<Node>),
    /// `A => B`
    Implies(Box<Node>, Box<Node>),
    /// `some m in W: A`, or `all` with `true`.
    Quantified(bool, Box<Choice>, Box<Node>),
    /// `let x = A: B`
    Let(String, Box<Node>, Box<Node>),
}

/// A set of squares that every board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// All squares.
    Board,
    /// The four corners.
    Corners,
    /// The squares on the edge.
    Edges,
}

/// How parts are joined, from the strongest binding to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `&`
    Both,
    /// `^`
    One,
    /// `|`
    Either,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `subset`
    Subset,
}

/// The reserved words of the language, which cannot be names.
pub const KEYWORDS: &[&str] = &[
    "max",
    "min",
    "where",
    "for",
    "in",
    "some",
    "all",
    "let",
    "and",
    "or",
    "not",
    "true",
    "false",
    "subset",
    "count",
    "any",
    "none",
    "after",
    "board",
    "corners",
    "edges",
    "rank",
    "file",
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
];

/// The directions by name.
pub(crate) const DIRECTIONS: [(&str, Direction); 8] = [
    ("north", Direction::North),
    ("northeast", Direction::NorthEast),
    ("east", Direction::East),
    ("southeast", Direction::SouthEast),
    ("south", Direction::South),
    ("southwest", Direction::SouthWest),
    ("west", Direction::West),
    ("northwest", Direction::NorthWest),
];

/// The name of a direction.
pub(crate) fn direction_name(direction: Direction) -> &'static str {
    DIRECTIONS.iter().find(|(_, known)| *known == direction).map_or("", |(name, _)| name)
}

impl Node {
    pub(crate) const fn new(at: usize, part: Part) -> Self {
        Self { at, part }
    }

    /// The condition that compares a number with a value. Texts have no negative numbers: a negative value is added to
    /// the other side.
    pub(crate) fn compared(self, comparison: Comparison, value: i64) -> Self {
        let constant = |value: i64| Self::new(0, Part::Number(value.unsigned_abs() as u32));
        let (left, right) = if value < 0 {
            (Self::new(0, Part::Sum(vec![(false, self), (false, constant(value))])), constant(0))
        } else {
            (self, constant(value))
        };
        Self::new(0, Part::Compare(comparison, Box::new(left), Box::new(right)))
    }
}

#[cfg(test)]
mod tests;
