//! What an evaluation knows besides the position: definitions and bound names, the work it may do, and its errors.

use super::Refusal;
use super::reader::Tree;
use crate::naive::NaiveError;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many files and ranks a direction leads.
pub(crate) type Direction = (isize, isize);

/// The eight directions with their names and letters.
pub(crate) const DIRECTIONS: [(&str, Direction, &str); 8] = [
    ("north", (0, 1), "n"),
    ("northeast", (1, 1), "ne"),
    ("east", (1, 0), "e"),
    ("southeast", (1, -1), "se"),
    ("south", (0, -1), "s"),
    ("southwest", (-1, -1), "sw"),
    ("west", (-1, 0), "w"),
    ("northwest", (-1, 1), "nw"),
];

/// The direction of a name.
pub(crate) fn direction(name: &str) -> Option<Direction> {
    DIRECTIONS.iter().find(|(known, ..)| *known == name).map(|(_, direction, _)| *direction)
}

/// A value of the name of a `for` block, or of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Number(i64),
    Direction(Direction),
}

/// The settings of a game, and the names of the blocks around a statement.
pub(crate) type Bounds = Vec<(String, Bound)>;

/// A definition of a file.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) parameters: Vec<String>,
    pub(crate) body: Arc<Tree>,
    pub(crate) bounds: Bounds,
}

/// What the rules of a file can use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) definitions: BTreeMap<String, Definition>,
}

/// How much an evaluation may do. A part costs one, a word one for each of its squares.
pub(crate) struct Work {
    left: Cell<u64>,
    depth_limit: usize,
    depth: Cell<usize>,
}

/// How much a question, and the rules of a file in one position, may do.
const QUESTION_LIMIT: u64 = 1 << 32;
const RULES_LIMIT: u64 = 20_000_000;
/// How deep parts nest, those of definitions in the parts that use them.
const QUESTION_DEPTH: usize = 600;
const RULES_DEPTH: usize = 300;

impl Work {
    pub(crate) fn of_question() -> Work {
        Work { left: Cell::new(QUESTION_LIMIT), depth_limit: QUESTION_DEPTH, depth: Cell::new(0) }
    }

    pub(crate) fn of_rules() -> Work {
        Self::of_position(1)
    }

    /// For a position with at most so many moves.
    pub(crate) fn of_position(moves: usize) -> Work {
        let left = RULES_LIMIT.min(QUESTION_LIMIT / moves.max(1) as u64);
        Work { left: Cell::new(left), depth_limit: RULES_DEPTH, depth: Cell::new(0) }
    }

    pub(crate) fn spend(&self, cost: usize) -> Result<(), Refusal> {
        let left = self.left.get().checked_sub(cost as u64);
        self.left.set(left.unwrap_or(0));
        let limit = || NaiveError::NotJudged("this takes more work than is allowed".to_owned());
        left.map(|_| ()).ok_or_else(|| limit().into())
    }

    pub(crate) fn deeper(&self) -> Result<Deeper<'_>, Refusal> {
        if self.depth.get() >= self.depth_limit {
            return Err(Refusal::Value(
                "nested too deep, or definitions use each other in a circle".to_owned(),
            ));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(Deeper(self))
    }
}

/// A part that is evaluated inside another one.
pub(crate) struct Deeper<'w>(&'w Work);

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.depth.set(self.0.depth.get() - 1);
    }
}

/// Why an expression has no value, and the character at which it was noticed; 0 if it is not known yet.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) refusal: Refusal,
}

impl Fault {
    pub(crate) fn at(at: usize, refusal: Refusal) -> Fault {
        Fault { at, refusal }
    }

    pub(crate) fn new(at: usize, reason: impl Into<String>) -> Fault {
        Fault { at, refusal: Refusal::Value(reason.into()) }
    }

    pub(crate) fn expected(tree: &Tree, expected: &'static str) -> Fault {
        Fault { at: tree.at, refusal: Refusal::Type { expected } }
    }

    pub(crate) fn or_at(self, at: usize) -> Fault {
        Fault { at: if self.at == 0 { at } else { self.at }, ..self }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        let at = if let Refusal::Text { at, .. } = &refusal { *at } else { 0 };
        Fault { at, refusal }
    }
}
