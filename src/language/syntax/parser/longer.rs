//! Names of directions, words that are replaced several times, and the constants of ranks and files.

use super::{Kind, Parser, Token};
use crate::error::LanguageError;
use crate::syntax::{DIRECTIONS, Iteration, KEYWORDS, Node, Part, SETS_OF_DIRECTIONS};
use certamen_work::text::did_you_mean;

impl Parser {
    /// Names of directions, if they stand here. One alone is the kind of moves of that name, except after `union`.
    pub(crate) fn directions(&mut self, is_union: bool) -> Result<Option<Node>, LanguageError> {
        let at = self.at();
        let named = |token: &Token| {
            let name = if let Kind::Name(name) = &token.kind { name.as_str() } else { "" };
            DIRECTIONS.into_iter().find(|(known, _)| *known == name).map(|(_, direction)| direction)
        };
        let after = |place: usize| self.tokens.get(self.next + place);
        let begins_list = |place: usize| {
            let is_next = |next: &Token| next.kind == Kind::Sign(",") || named(next).is_some();
            after(place).is_some_and(|first| named(first).is_some())
                && (is_union || after(place + 1).is_some_and(is_next))
        };
        if self.is_sign("(") && begins_list(1) {
            return self.refuse("directions without parentheses, such as `in north, east`");
        }
        if !begins_list(0) {
            let is_set = self.word().is_none_or(|word| SETS_OF_DIRECTIONS.contains(&word));
            if is_union && !is_set && after(1).is_some_and(|next| next.kind == Kind::Sign(":")) {
                return Err(self.no_directions());
            }
            return Ok(None);
        }
        let mut found = Vec::new();
        while let Some(direction) = named(self.here()) {
            found.push(direction);
            self.skip();
            if self.takes_sign(",") && named(self.here()).is_none() {
                return self.refuse("the name of a direction");
            }
        }
        Ok(Some(Node::new(at, Part::Directions(found))))
    }

    /// The error that the name that stands here is no set of directions.
    fn no_directions(&self) -> LanguageError {
        let known = SETS_OF_DIRECTIONS.into_iter().chain(DIRECTIONS.into_iter().map(|(name, _)| name));
        let found = self.here().kind.named();
        let meant = did_you_mean(self.word().unwrap_or_default(), known);
        let expected = format!("{}, or names such as north, east", SETS_OF_DIRECTIONS.join(", "));
        LanguageError::expected(self.at(), expected, found + &meant)
    }

    /// What follows `closure` or `repeat`.
    pub(super) fn iteration(&mut self, accumulates: bool) -> Result<Part, LanguageError> {
        self.sign("(")?;
        let mut rounds = None;
        if !accumulates {
            rounds = Some(self.expression()?);
            self.sign(",")?;
        }
        let seed = self.expression()?;
        self.sign(",")?;
        let variable = self.name("a name for the word")?;
        self.sign(":")?;
        let body = self.expression()?;
        if accumulates && self.takes_sign(",") {
            self.keyword("at")?;
            self.keyword("most")?;
            rounds = Some(self.expression()?);
        }
        self.sign(")")?;
        Ok(Part::Iterate(Box::new(Iteration { accumulates, rounds, seed, variable, body })))
    }

    /// What follows `rank`, `file`, `ranks` or `files`.
    pub(super) fn lines(&mut self, name: &str) -> Result<Part, LanguageError> {
        let of_ranks = name.starts_with('r');
        let from = self.line(of_ranks)?;
        if name.ends_with('s') {
            self.sign("..")?;
            let to = self.line(of_ranks)?;
            return Ok(Part::Lines(of_ranks, Box::new(from), Some(Box::new(to))));
        }
        Ok(match (&from.part, of_ranks) {
            (Part::Number(rank), true) => Part::Rank(*rank),
            (Part::Name(name), false) if is_letter(name) => Part::File(char::from(name.as_bytes()[0])),
            _ => Part::Lines(of_ranks, Box::new(from), None),
        })
    }

    /// The number of a rank or a file.
    fn line(&mut self, of_ranks: bool) -> Result<Node, LanguageError> {
        self.constant(if of_ranks { "the number of a rank" } else { "the letter of a file" })
    }

    /// A sum of products of numbers, names and parentheses, which goes as far as it can.
    pub(crate) fn constant(&mut self, expected: &str) -> Result<Node, LanguageError> {
        let factor = |parser: &mut Self| parser.factor(expected);
        let product = |parser: &mut Self| parser.signed(["*", "/"], Part::Product, &factor);
        self.deeper(|parser| parser.signed(["+", "-"], Part::Sum, &product))
    }

    /// A number, a name or parentheses.
    pub(crate) fn factor(&mut self, expected: &str) -> Result<Node, LanguageError> {
        if is_number(&self.here().kind) { self.primary() } else { self.refuse(expected) }
    }

    /// Whether `unique`, which stands here, binds a move; else it is a name.
    pub(super) fn begins_unique(&self) -> bool {
        let is_name = |place: usize| {
            self.tokens.get(self.next + place).and_then(|token| match &token.kind {
                Kind::Name(name) => Some(name.as_str()),
                _ => None,
            })
        };
        is_name(1).is_some_and(|name| !KEYWORDS.contains(&name)) && is_name(2) == Some("in")
    }

    /// Whether `in` and a number of plies follow `won` or `lost`.
    pub(super) fn begins_plies(&self, node: &Node) -> bool {
        let (Part::Name(name) | Part::Field(_, _, name)) = &node.part else { return false };
        matches!(name.as_str(), "won" | "lost")
            && self.word() == Some("in")
            && self.tokens.get(self.next + 1).is_some_and(|next| is_number(&next.kind))
    }

    /// Whether `ranks` or `files`, which stands here, begins a range; else it is a name of the game.
    pub(super) fn is_range(&self) -> bool {
        let (mut depth, mut is_operand) = (0_usize, false);
        for (place, Token { kind, .. }) in self.tokens.iter().skip(self.next + 1).enumerate() {
            match kind {
                // Nothing else can follow a name.
                Kind::Number(_) | Kind::Name(_) if place == 0 => return is_number(kind),
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") if depth > 0 => {
                    depth -= 1;
                    is_operand = true;
                }
                Kind::End(_) => return false,
                _ if depth > 0 => {}
                Kind::Sign("..") => return true,
                Kind::Sign("+" | "-" | "*" | "/") if is_operand => is_operand = false,
                kind if is_number(kind) && !is_operand => is_operand = true,
                _ => return false,
            }
        }
        false
    }
}

/// Whether a name is the letter of a file.
pub(crate) fn is_letter(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'z'])
}

/// Whether the number of a rank or a file can have this token.
fn is_number(kind: &Kind) -> bool {
    match kind {
        Kind::Number(_) | Kind::Sign("(") => true,
        Kind::Name(name) => !KEYWORDS.contains(&name.as_str()) || matches!(name.as_str(), "min" | "max"),
        _ => false,
    }
}
