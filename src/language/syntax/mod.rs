//! The text of a question: tokens, a tree with places, and the text of a tree.
//!
//! Idea: recursive descent, one function for each level of precedence. Chains such as `a & b & c` are one node with
//! many arguments, so that only nesting makes a tree deep, and the depth is limited. The grammar is in
//! `docs/language.md`.
//!
//! Cost: linear in the text.

mod definitions;
pub(crate) mod lexer;
pub(crate) mod parser;
mod phrase;
mod print;
mod walk;

pub(crate) use definitions::Definition;
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
    /// `rank H-1`, `files a..c`: ranks, or files with `false`, by constants; the last one too if it is a range.
    Lines(bool, Box<Node>, Option<Box<Node>>),
    /// `{a1 h8}`: names of squares, each with its place.
    Set(Vec<(usize, String)>),
    /// `count(W)`
    Count(Box<Node>),
    /// `any(W)`, or `none(W)` with `false`.
    Any(bool, Box<Node>),
    /// `north(W)`
    Shift(Direction, Box<Node>),
    /// `opposite(d)(W)`: a direction, and the word that is moved.
    Toward(Box<Node>, Box<Node>),
    /// Names of directions, after `in`.
    Directions(Vec<Direction>),
    /// `after(m)`
    After(Box<Node>),
    /// `flips(m)`, `run(d, own)`
    Call(String, Vec<Node>),
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
    /// `A * B / C` of constants: each with whether it divides.
    Product(Vec<(bool, Node)>),
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
    /// `unique m in W: A`
    Unique(Box<Choice>, Box<Node>),
    /// `won in 3`, `after(m).lost in 2`: what stands before `in`, and the number of plies.
    Forced(Box<Node>, Box<Node>),
    /// `let x = A: B`
    Let(String, Box<Node>, Box<Node>),
    /// `union d in directions: A`
    Union(Box<Choice>, Box<Node>),
    /// `if A then B else C`
    If(Box<[Node; 3]>),
    /// `closure(A, S: B, at most 8)`, `repeat(8, A, S: B)`
    Iterate(Box<Iteration>),
}

/// A word that is replaced several times by a part in which it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Whether the word keeps its squares: `closure`, else `repeat`.
    pub accumulates: bool,
    /// How many times. `None`: as often as the board has squares.
    pub rounds: Option<Node>,
    /// What the word is at first.
    pub seed: Node,
    /// The name of the word.
    pub variable: String,
    /// The part.
    pub body: Node,
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
    "if",
    "then",
    "else",
    "closure",
    "repeat",
    "union",
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

/// The sets of directions that have a name.
pub(crate) const SETS_OF_DIRECTIONS: [&str; 3] = ["orthogonals", "diagonals", "directions"];

/// The name of a direction.
pub(crate) fn direction_name(direction: Direction) -> &'static str {
    DIRECTIONS.iter().find(|(_, known)| *known == direction).map_or("", |(name, _)| name)
}

impl Node {
    pub(crate) const fn new(at: usize, part: Part) -> Self {
        Self { at, part }
    }

    /// Several parts as one; a part alone is itself.
    pub(crate) fn joined(at: usize, mut parts: Vec<Self>, join: impl FnOnce(Vec<Self>) -> Part) -> Self {
        if parts.len() == 1 { parts.remove(0) } else { Self::new(at, join(parts)) }
    }

    /// A constant. Texts have no negative numbers: such a one is taken from 0.
    pub(crate) fn constant(at: usize, value: i64) -> Self {
        let number = Self::new(at, Part::Number(value.unsigned_abs() as u32));
        if value >= 0 {
            return number;
        }
        Self::new(at, Part::Sum(vec![(false, Self::new(at, Part::Number(0))), (true, number)]))
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
