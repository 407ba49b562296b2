//! Constants: numbers, directions, and the squares that they name on a board.

use super::{Expander, ExpansionSite, place};
use crate::error::{LanguageError, NUMBER_LIMIT, Reason};
use crate::squares;
use crate::syntax::lexer::shortened;
use crate::syntax::parser::is_letter;
use crate::syntax::{DIRECTIONS, Iteration, Join, Node, Part, SETS_OF_DIRECTIONS, direction_name};
use encodings::board::Direction;

/// The greatest number of rounds of `closure` and `repeat`.
const ROUNDS_LIMIT: i64 = 1_024;

/// Words of squares that every board has, and functions of constants.
const SQUARES: [&str; 3] = ["dark", "light", "middle"];
const FUNCTIONS: [&str; 4] = ["near", "opposite", "min", "max"];

/// Whether a name is that of a set of directions.
pub(crate) fn is_set_of_directions(name: &str) -> bool {
    SETS_OF_DIRECTIONS.contains(&name)
}

/// Whether a name is that of a function of constants.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

/// Whether expressions have this name on every board, so that a value that is bound to it would hide that.
pub(crate) fn is_of_every_board(name: &str) -> bool {
    matches!(name, "W" | "H" | "at" | "most")
        || SQUARES.contains(&name)
        || is_set_of_directions(name)
        || is_function(name)
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Number(u32),
    Direction(Direction),
}

impl Constant {
    pub(super) fn node(self, at: usize) -> Node {
        Node::new(
            at,
            match self {
                Self::Number(number) => Part::Number(number),
                Self::Direction(direction) => Part::Name(direction_name(direction).to_owned()),
            },
        )
    }
}

/// The direction that an expanded part names.
pub(super) fn direction(node: &Node) -> Option<Direction> {
    let Part::Name(name) = &node.part else { return None };
    DIRECTIONS.into_iter().find(|(known, _)| known == name).map(|(_, direction)| direction)
}

/// The value of an expanded part, if it is a constant number.
pub(super) fn constant(node: &Node) -> Option<i64> {
    match &node.part {
        Part::Number(number) => Some(i64::from(*number)),
        Part::Sum(terms) => terms.iter().try_fold(0, |sum, (is_subtracted, term)| {
            let term = constant(term)?;
            Some(if *is_subtracted { sum - term } else { sum + term })
        }),
        _ => None,
    }
}

/// The number that an expanded part has to be.
fn number_of(node: &Node) -> Result<i64, LanguageError> {
    let value = constant(node).ok_or_else(|| {
        let found = format!("`{}`", shortened(&node.to_string()));
        LanguageError::expected(node.at, "a number that does not depend on the position", found)
    })?;
    within_limit(value, node.at)
}

fn within_limit(value: i64, at: usize) -> Result<i64, LanguageError> {
    let is_within = value.unsigned_abs() <= u64::from(NUMBER_LIMIT);
    if is_within { Ok(value) } else { Err(LanguageError::new(at, Reason::Number)) }
}

impl Expander<'_> {
    pub(super) fn number(&mut self, node: &Node, within: ExpansionSite<'_>) -> Result<i64, LanguageError> {
        number_of(&self.node(node, within)?)
    }

    pub(super) fn direction(
        &mut self,
        node: &Node,
        within: ExpansionSite<'_>,
    ) -> Result<Direction, LanguageError> {
        direction_of(&self.node(node, within)?)
    }

    /// The product of constants; a quotient is rounded down.
    pub(super) fn product(
        &mut self,
        factors: &[(bool, Node)],
        at: usize,
        within: ExpansionSite<'_>,
    ) -> Result<i64, LanguageError> {
        let mut product = 1;
        for (divides, factor) in factors {
            let value = self.number(factor, within)?;
            product = match (divides, value) {
                (false, _) => within_limit(product * value, at)?,
                (true, 0) => {
                    let place = place(factor.at, within);
                    return Err(LanguageError::expected(place, "a number other than 0 after `/`", "0"));
                }
                (true, _) => {
                    product.div_euclid(value) - i64::from(value < 0 && product.rem_euclid(value) > 0)
                }
            };
        }
        Ok(product)
    }

    /// A number of rounds.
    pub(super) fn rounds(&mut self, node: &Node, within: ExpansionSite<'_>) -> Result<i64, LanguageError> {
        let rounds = self.number(node, within)?;
        rounds_of(rounds, place(node.at, within))
    }

    /// The directions that are named after `in`, if it is so.
    pub(super) fn directions(&self, set: &Node, within: ExpansionSite<'_>) -> Option<Vec<Direction>> {
        let name = match &set.part {
            Part::Directions(directions) => return Some(directions.clone()),
            Part::Name(name) => name,
            _ => return None,
        };
        let is_known = within.meanings.contains_key(name)
            || self.bound.contains(name)
            || self.of.constants.contains_key(name)
            || self.of.definitions.get(name).is_some()
            || self.of.vocabulary.noun(name).is_some();
        let belongs = |(files, ranks): (isize, isize)| match name.as_str() {
            "directions" => true,
            "orthogonals" => files == 0 || ranks == 0,
            _ => files != 0 && ranks != 0,
        };
        if is_known || !is_set_of_directions(name) {
            return None;
        }
        Some(
            DIRECTIONS.into_iter().map(|(_, direction)| direction).filter(|of| belongs(of.delta())).collect(),
        )
    }

    /// What a name of every board stands for.
    pub(super) fn of_board(&mut self, name: &str, at: usize) -> Result<Option<Node>, LanguageError> {
        let layout = self.of.vocabulary.layout;
        let (files, ranks) = (layout.files(), layout.ranks());
        let is_middle = |at: usize, length: usize| ((length - 1) / 2..=length / 2).contains(&at);
        let belongs = |(file, rank): (usize, usize)| match name {
            "dark" => (file + rank) % 2 == 0,
            "light" => (file + rank) % 2 == 1,
            _ => is_middle(file, files) && is_middle(rank, ranks),
        };
        match name {
            "W" => return Ok(Some(Node::constant(at, files as i64))),
            "H" => return Ok(Some(Node::constant(at, ranks as i64))),
            name if SQUARES.contains(&name) => {}
            _ => return Ok(None),
        }
        let of_board = self.of.vocabulary.squares;
        let found = layout
            .all()
            .filter(|&square| of_board.contains(square.index()) && belongs(layout.coordinates(square)));
        let names: Vec<(usize, String)> = found.map(|square| (at, layout.name(square).to_string())).collect();
        self.grow(at, names.len())?;
        Ok(Some(Node::new(at, Part::Set(names))))
    }

    /// `near(W, n)`, `opposite(d)`, `min(a, b)`, `max(a, b)`
    pub(super) fn of_constants(
        &self,
        name: &str,
        arguments: Vec<Node>,
        at: usize,
    ) -> Result<Node, LanguageError> {
        let found = format!("`{name}(` with {} between the parentheses", arguments.len());
        match (name, <[Node; 1]>::try_from(arguments)) {
            ("opposite", Ok([of])) => Ok(Constant::Direction(direction_of(&of)?.opposite()).node(at)),
            ("opposite", Err(_)) => Err(LanguageError::expected(at, "`opposite(direction)`", found)),
            ("near", Err(arguments)) if arguments.len() == 2 => {
                let rounds = rounds_of(number_of(&arguments[1])?, arguments[1].at)?;
                let seed = arguments[0].clone();
                Ok(if rounds == 0 { seed } else { self.near(seed, rounds, at) })
            }
            ("min" | "max", Err(arguments)) if arguments.len() == 2 => {
                let (one, other) = (number_of(&arguments[0])?, number_of(&arguments[1])?);
                Ok(Node::constant(at, if name == "min" { one.min(other) } else { one.max(other) }))
            }
            ("near", _) => Err(LanguageError::expected(at, "`near(word, number)`", found)),
            _ => Err(LanguageError::expected(at, format!("`{name}(number, number)`"), found)),
        }
    }

    /// A word and what is at most so many steps from it.
    fn near(&self, seed: Node, rounds: i64, at: usize) -> Node {
        let variable = self.free("S");
        let beside = |direction| {
            Node::new(at, Part::Shift(direction, Box::new(Node::new(at, Part::Name(variable.clone())))))
        };
        let mut parts = vec![Node::new(at, Part::Name(variable.clone()))];
        parts.extend([Direction::North, Direction::East, Direction::South, Direction::West].map(beside));
        let body = Node::new(at, Part::Words(Join::Either, parts));
        let rounds = Some(Node::constant(at, rounds));
        Node::new(at, Part::Iterate(Box::new(Iteration { accumulates: false, rounds, seed, variable, body })))
    }

    /// Ranks, or files: one, or those from one to another.
    pub(super) fn lines(
        &mut self,
        of_ranks: bool,
        from: &Node,
        to: Option<&Node>,
        at: usize,
        within: ExpansionSite<'_>,
    ) -> Result<Node, LanguageError> {
        let from = self.line(of_ranks, from, within)?;
        let to = to.map_or(Ok(from), |to| self.line(of_ranks, to, within))?;
        let layout = self.of.vocabulary.layout;
        let mut parts = Vec::new();
        for number in from..=to {
            // The first one that is not on the board ends the loop.
            parts.push(Node::new(
                at,
                if of_ranks {
                    squares::rank(layout, at, number)?;
                    Part::Rank(number as u32)
                } else {
                    Part::File(squares::letter(layout, at, number)?)
                },
            ));
        }
        self.grow(at, parts.len())?;
        Ok(if parts.is_empty() {
            Node::new(at, Part::Set(Vec::new()))
        } else {
            Node::joined(at, parts, |parts| Part::Words(Join::Either, parts))
        })
    }

    /// The number of a rank or a file. A letter is that of a file unless a number is bound to it.
    fn line(&mut self, of_ranks: bool, node: &Node, within: ExpansionSite<'_>) -> Result<i64, LanguageError> {
        if let (false, Part::Name(name)) = (of_ranks, &node.part)
            && is_letter(name)
        {
            if self.numbers.contains(name) {
                let found = format!("`{name}`, which is bound here");
                return Err(LanguageError::expected(node.at, "the letter or the number of a file", found));
            }
            let bound = match within.meanings.get(name) {
                Some(meaning) => constant(meaning),
                None => self.of.constants.get(name).and_then(|known| constant(&known.node(node.at))),
            };
            return Ok(bound.unwrap_or_else(|| i64::from(name.as_bytes()[0] - b'a') + 1));
        }
        self.number(node, within)
    }
}

fn direction_of(node: &Node) -> Result<Direction, LanguageError> {
    direction(node).ok_or_else(|| {
        let found = format!("`{}`", shortened(&node.to_string()));
        LanguageError::expected(node.at, "a direction such as north", found)
    })
}

fn rounds_of(rounds: i64, at: usize) -> Result<i64, LanguageError> {
    let is_within = (0..=ROUNDS_LIMIT).contains(&rounds);
    let expected = format!("a number of rounds from 0 to {ROUNDS_LIMIT}");
    if is_within { Ok(rounds) } else { Err(LanguageError::expected(at, expected, rounds.to_string())) }
}
