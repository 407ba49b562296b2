//! The user's definitions, and questions with these definitions expanded.
//!
//! ```text
//! # What a move leaves to the other player.
//! let replies(m) = count(after(m).legal)
//! let safe       = own & corners
//! ```
//!
//! Idea: a definition is a tree, and its name in a question is replaced by the tree; what stands in parentheses replaces
//! the parameter. Names that a definition binds are renamed where the question binds the same names. So certificates,
//! maps and lists need no definitions, and `verify` knows nothing of them.
//!
//! Cost: linear in the expanded question, which has limits on size and depth.

use super::lexer::shortened;
use super::parser::Parser;
use super::{Aim, Choice, Node, Part, Sentence, SourceText, parse};
use crate::error::{DEPTH_LIMIT, LanguageError, Reason, SIZE_LIMIT};
use std::collections::HashMap;

/// The greatest number of definitions.
const DEFINITIONS_LIMIT: usize = 1_000;

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) parameter: Option<String>,
    pub(super) body: Node,
}

/// Definitions, which may use each other in any order.
///
/// # Examples
/// ```
/// use certamen_language::syntax::Definitions;
///
/// let own = Definitions::parse("let safe = own & corners  let ahead = count(own) - count(opp)")?;
/// let question = own.question("max ahead where any(safe)")?;
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
        let mut parser = Parser::new(text)?;
        let mut found = Self::default();
        while !parser.is_at_end() {
            let definition = parser.definition()?;
            let (at, name) = (definition.at, definition.name.clone());
            if found.by_name.len() == DEFINITIONS_LIMIT {
                return Err(LanguageError::new(at, Reason::TooLarge));
            }
            if found.by_name.insert(name.clone(), definition).is_some() {
                return Err(LanguageError::new(at, Reason::Taken(name)));
            }
        }
        found.require_no_circle()?;
        Ok(found)
    }

    /// The question of a text, with all definitions expanded.
    ///
    /// # Errors
    /// [`LanguageError`] with the character of the text.
    pub fn question(&self, text: &str) -> Result<Sentence, LanguageError> {
        let question = parse(text)?;
        if self.by_name.is_empty() {
            return Ok(question);
        }
        let mut expander = Expander { definitions: self, size: 0, depth: 0, bound: Vec::new() };
        let expanded = expander.text(&question)?;
        // Certificates hold the expanded text, so that it has to be a question as well.
        parse(&expanded.to_string()).map_err(|error| LanguageError { at: 1, ..error })?;
        Ok(expanded)
    }

    /// The names that are defined.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Follows every definition to those that it uses.
    fn require_no_circle(&self) -> Result<(), LanguageError> {
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
        let is_parameter = |name: &str| definition.parameter.as_deref() == Some(name);
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

/// What names stand for within a part of a definition: the parameter, and bound names that are renamed.
type Meanings = HashMap<String, Node>;

struct Expander<'d> {
    definitions: &'d Definitions,
    size: usize,
    depth: usize,
    /// The names that are bound where the expansion stands.
    bound: Vec<String>,
}

/// The place of a part: in the question, or in a definition that is expanded at a place of the question.
#[derive(Clone, Copy)]
struct ExpansionSite<'d> {
    meanings: &'d Meanings,
    /// The definition, the place at which it is expanded, and how many names were bound there.
    definition: Option<(&'d Definition, usize, usize)>,
}

impl Expander<'_> {
    fn text(&mut self, text: &Sentence) -> Result<Sentence, LanguageError> {
        let meanings = Meanings::new();
        let within = ExpansionSite { meanings: &meanings, definition: None };
        let choice = text.choice.as_ref().map(|choice| self.choice(choice, within)).transpose()?;
        self.bound.extend(choice.as_ref().map(|choice| choice.variable.clone()));
        let aim = match &text.aim {
            Aim::Condition(condition) => Aim::Condition(self.node(condition, within)?),
            Aim::Extreme { extreme, number, condition } => Aim::Extreme {
                extreme: *extreme,
                number: self.node(number, within)?,
                condition: condition.as_ref().map(|condition| self.node(condition, within)).transpose()?,
            },
        };
        Ok(Sentence { aim, choice, written: SourceText(Some(Box::new(text.clone()))) })
    }

    fn choice(&mut self, choice: &Choice, within: ExpansionSite<'_>) -> Result<Choice, LanguageError> {
        let set = self.node(&choice.set, within)?;
        Ok(Choice { at: place(choice.at, within), variable: choice.variable.clone(), set })
    }

    fn node(&mut self, node: &Node, within: ExpansionSite<'_>) -> Result<Node, LanguageError> {
        let at = place(node.at, within);
        self.size += 1;
        self.depth += 1;
        if self.size > SIZE_LIMIT {
            return Err(LanguageError::new(at, Reason::TooLarge));
        }
        if self.depth > 4 * DEPTH_LIMIT {
            return Err(LanguageError::new(at, Reason::TooDeep));
        }
        let expanded = self.expanded(node, at, within);
        self.depth -= 1;
        expanded
    }

    fn expanded(&mut self, node: &Node, at: usize, within: ExpansionSite<'_>) -> Result<Node, LanguageError> {
        match &node.part {
            Part::Name(name) => {
                if let Some(meaning) = within.meanings.get(name) {
                    self.size += meaning.size();
                    return Ok(meaning.clone());
                }
                self.require_visible(name, at, within)?;
                match self.definitions.by_name.get(name).filter(|_| !self.bound.contains(name)) {
                    Some(definition) => self.call(definition, None, at),
                    None => Ok(Node::new(at, node.part.clone())),
                }
            }
            Part::Call(name, argument) => {
                let argument = self.node(argument, within)?;
                match self.definitions.by_name.get(name) {
                    Some(definition) => self.call(definition, Some(argument), at),
                    None => Ok(Node::new(at, Part::Call(name.clone(), Box::new(argument)))),
                }
            }
            Part::Quantified(is_all, choice, body) => {
                let mut choice = self.choice(choice, within)?;
                let (variable, body) = self.binding(&choice.variable, body, within)?;
                choice.variable = variable;
                Ok(Node::new(at, Part::Quantified(*is_all, Box::new(choice), Box::new(body))))
            }
            Part::Let(name, value, body) => {
                let value = self.node(value, within)?;
                let (name, body) = self.binding(name, body, within)?;
                Ok(Node::new(at, Part::Let(name, Box::new(value), Box::new(body))))
            }
            part => {
                let part =
                    part.try_map(&mut |child| self.node(child, within), &|inner| place(inner, within))?;
                Ok(Node::new(at, part))
            }
        }
    }

    /// A definition does not see what the question binds: its meaning would depend on where it is used.
    fn require_visible(&self, name: &str, at: usize, within: ExpansionSite<'_>) -> Result<(), LanguageError> {
        match within.definition {
            Some((definition, _, outer)) if self.bound[..outer].iter().any(|known| known == name) => {
                let expected = format!("a parameter: let {}({name}) = ...", definition.name);
                let found = format!("`{name}` in the definition, which the question binds outside of it");
                Err(LanguageError::expected(at, expected, found))
            }
            _ => Ok(()),
        }
    }

    fn call(
        &mut self,
        definition: &Definition,
        argument: Option<Node>,
        at: usize,
    ) -> Result<Node, LanguageError> {
        let name = shortened(&definition.name);
        let meanings = match (&definition.parameter, argument) {
            (Some(parameter), Some(argument)) => Meanings::from([(parameter.clone(), argument)]),
            (None, None) => Meanings::new(),
            (Some(parameter), None) => {
                return Err(LanguageError::expected(
                    at,
                    format!("`{name}({parameter})`"),
                    format!("`{name}`"),
                ));
            }
            (None, Some(_)) => {
                return Err(LanguageError::expected(at, format!("`{name}`"), format!("`{name}(`")));
            }
        };
        let within =
            ExpansionSite { meanings: &meanings, definition: Some((definition, at, self.bound.len())) };
        self.node(&definition.body, within)
    }

    /// A part in which a name is bound. In a definition it takes another name where its own is in use.
    fn binding(
        &mut self,
        name: &str,
        body: &Node,
        within: ExpansionSite<'_>,
    ) -> Result<(String, Node), LanguageError> {
        let is_used = |name: &String| self.bound.contains(name);
        let mut new = name.to_owned();
        let mut number = 1;
        while within.definition.is_some() && is_used(&new) {
            number += 1;
            new = format!("{name}_{number}");
        }
        let mut meanings = within.meanings.clone();
        if new == name {
            meanings.remove(name);
        } else {
            meanings.insert(name.to_owned(), Node::new(body.at, Part::Name(new.clone())));
        }
        self.bound.push(new.clone());
        let body = self.node(body, ExpansionSite { meanings: &meanings, ..within });
        self.bound.pop();
        Ok((new, body?))
    }
}

/// The place in the question.
fn place(at: usize, within: ExpansionSite<'_>) -> usize {
    within.definition.map_or(at, |(_, place, _)| place)
}

impl Parser {
    /// `let name = expression` or `let name(parameter) = expression`
    fn definition(&mut self) -> Result<Definition, LanguageError> {
        if !self.takes_word("let") {
            return self.refuse("`let` before a definition, or the end");
        }
        let at = self.at();
        let name = self.name("a name")?;
        let parameter = if self.takes_sign("(") {
            let parameter = self.name("the name of a parameter")?;
            self.sign(")")?;
            Some(parameter)
        } else {
            None
        };
        self.sign("=")?;
        let body = self.expression()?;
        Ok(Definition { at, name, parameter, body })
    }
}
