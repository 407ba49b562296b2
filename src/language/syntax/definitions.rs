//! The user's definitions.
//!
//! ```text
//! # What a move leaves to the other player.
//! let replies(m) = count(after(m).legal)
//! let safe       = own & corners
//! ```
//!
//! A definition is a tree with names for its parameters. `expansion` puts it into questions.

use super::lexer::{TextKind, tokens_of};
use super::parser::Parser;
use super::{Node, Part};
use crate::error::{LanguageError, Reason};
use std::collections::HashMap;

/// The greatest number of definitions.
const DEFINITIONS_LIMIT: usize = 1_000;

/// A definition.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) at: usize,
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) body: Node,
}

/// Definitions, which may use each other in any order.
///
/// # Examples
/// ```
/// use certamen_language::Vocabulary;
/// use certamen_language::syntax::Definitions;
/// use encodings::othello::rules::Othello;
///
/// let own = Definitions::parse("let safe = own & corners  let ahead = count(own) - count(opp)")?;
/// let question = own.question("max ahead where any(safe)", &Vocabulary::new(&Othello::<8>))?;
/// assert_eq!(question.to_string(), "max count(own) - count(opp) where any(own & corners)");
/// assert_eq!(question.as_written().to_string(), "max ahead where any(safe)");
///
/// let circle = Definitions::parse("let a = b | own let b = ~a").map_err(|error| error.to_string());
/// assert_eq!(circle.err().as_deref(), Some("line 1, character 5: a definition refers to itself: a, b, a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    by_name: HashMap<String, Definition>,
}

/// Why a file holds no definitions, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {at}: {reason}")]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub at: usize,
    /// The reason.
    pub reason: Reason,
}

impl DefinitionError {
    fn new(text: &str, error: LanguageError) -> Self {
        let before: Vec<char> = text.chars().take(error.at.saturating_sub(1)).collect();
        let line = 1 + before.iter().filter(|&&letter| letter == '\n').count();
        let at = 1 + before.iter().rev().take_while(|&&letter| letter != '\n').count();
        Self { line, at, reason: error.reason }
    }
}

impl Definitions {
    /// Reads definitions.
    ///
    /// # Errors
    /// [`DefinitionError`] if the text is not a list of definitions, if two have one name, or if one refers to itself.
    pub fn parse(text: &str) -> Result<Self, DefinitionError> {
        Self::read(text).map_err(|error| DefinitionError::new(text, error))
    }

    fn read(text: &str) -> Result<Self, LanguageError> {
        let mut parser = Parser::new(tokens_of(TextKind::Definitions, text, 0)?);
        let mut found = Self::default();
        while !parser.is_at_end() {
            if !parser.takes_word("let") {
                return parser.refuse("`let` before a definition, or the end");
            }
            found.insert(parser.definition()?)?;
        }
        found.require_no_circle()?;
        Ok(found)
    }

    /// Adds a definition.
    ///
    /// # Errors
    /// [`LanguageError`] if there is one of that name, or too many.
    pub(crate) fn insert(&mut self, definition: Definition) -> Result<(), LanguageError> {
        let (at, name) = (definition.at, definition.name.clone());
        if self.by_name.len() == DEFINITIONS_LIMIT {
            return Err(LanguageError::new(at, Reason::TooLarge));
        }
        match self.by_name.insert(name.clone(), definition) {
            Some(_) => Err(LanguageError::new(at, Reason::Taken(name))),
            None => Ok(()),
        }
    }

    /// The definition of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name)
    }

    /// The names that are defined.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The names with their parameters, in the order of the text.
    pub(crate) fn signatures(&self) -> Vec<String> {
        let mut all: Vec<&Definition> = self.by_name.values().collect();
        all.sort_by_key(|definition| definition.at);
        let signature = |definition: &Definition| match definition.parameters.as_slice() {
            [] => definition.name.clone(),
            parameters => format!("{}({})", definition.name, parameters.join(", ")),
        };
        all.into_iter().map(signature).collect()
    }

    /// Follows every definition to those that it uses.
    ///
    /// # Errors
    /// [`LanguageError`] if one refers to itself.
    pub(crate) fn require_no_circle(&self) -> Result<(), LanguageError> {
        let mut names: Vec<&String> = self.by_name.keys().collect();
        names.sort_by_key(|name| self.by_name[*name].at);
        let mut finished: Vec<&str> = Vec::new();
        for name in names {
            let mut path: Vec<(&str, Vec<&str>)> = vec![(name, self.used(name))];
            while let Some((_, used)) = path.last_mut() {
                let Some(next) = used.pop() else {
                    finished.extend(path.pop().map(|(name, _)| name));
                    continue;
                };
                if let Some(place) = path.iter().position(|(known, _)| *known == next) {
                    let circle: Vec<&str> =
                        path[place..].iter().map(|(name, _)| *name).chain([next]).collect();
                    return Err(LanguageError::new(self.by_name[next].at, Reason::Circle(circle.join(", "))));
                }
                if !finished.contains(&next) {
                    path.push((next, self.used(next)));
                }
            }
        }
        Ok(())
    }

    /// The definitions that a definition uses, the first one last.
    fn used(&self, name: &str) -> Vec<&str> {
        let mut names = Vec::new();
        let definition = &self.by_name[name];
        names_in(&definition.body, &mut names);
        let is_parameter = |name: &str| definition.parameters.iter().any(|parameter| parameter == name);
        let known = |name: &&str| self.by_name.get_key_value(*name).filter(|_| !is_parameter(name));
        names.iter().rev().filter_map(known).map(|(name, _)| name.as_str()).collect()
    }
}

/// The names that a part mentions.
fn names_in<'n>(node: &'n Node, names: &mut Vec<&'n str>) {
    match &node.part {
        Part::Name(name) | Part::Call(name, _) => names.push(name),
        _ => {}
    }
    node.part.children().into_iter().for_each(|child| names_in(child, names));
}

impl Parser {
    /// What follows `let`: `name = expression` or `name(parameter, parameter) = expression`.
    pub(crate) fn definition(&mut self) -> Result<Definition, LanguageError> {
        let at = self.at();
        let name = self.name("a name")?;
        let mut parameters = Vec::new();
        if self.takes_sign("(") {
            loop {
                let at = self.at();
                let parameter = self.name("the name of a parameter")?;
                if parameters.contains(&parameter) {
                    return Err(LanguageError::new(at, Reason::Taken(parameter)));
                }
                parameters.push(parameter);
                if !self.takes_sign(",") {
                    break;
                }
            }
            self.sign(")")?;
        }
        self.sign("=")?;
        let body = self.expression()?;
        Ok(Definition { at, name, parameters, body })
    }
}
