//! Questions with everything expanded that does not depend on the position: definitions, constants and directions.
//!
//! Idea: a name that is defined is replaced by the tree of its definition, and what stands in parentheses replaces its
//! parameters. Names that a definition binds are renamed where the question binds the same names. A part that is
//! there for each of several directions is written out, and a constant becomes a number or a set of squares of the board.
//! So certificates, maps and lists need no definitions, and of the longer forms only `if`, `closure` and `repeat` are left.
//!
//! Cost: linear in the expanded question, which has limits on size and depth.

mod constants;

use crate::check::{Wanted, unknown};
use crate::error::{DEPTH_LIMIT, FORCED_PLIES_LIMIT, LanguageError, Reason, SIZE_LIMIT};
use crate::syntax::lexer::shortened;
use crate::syntax::{
    Aim, Choice, DIRECTIONS, Definition, Definitions, Iteration, Join, Node, Part, Sentence, SourceText,
    direction_name, parse,
};
use crate::vocabulary::Vocabulary;
use certamen_work::text::did_you_mean;
pub(crate) use constants::{Constant, is_of_every_board, is_set_of_directions};
use encodings::board::Direction;
use std::collections::HashMap;

/// What expressions are expanded with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion<'a> {
    pub(crate) definitions: &'a Definitions,
    /// The board, and the names of the game, which come before names such as `W` and `dark`.
    pub(crate) vocabulary: &'a Vocabulary,
    /// The numbers and directions that are bound, which definitions see as well.
    pub(crate) constants: &'a HashMap<String, Constant>,
    /// The names that are bound otherwise, such as that of the move that is played.
    pub(crate) bound: &'a [&'a str],
}

impl Expansion<'_> {
    /// An expression, expanded.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub(crate) fn node(&self, node: &Node) -> Result<Node, LanguageError> {
        self.expand(|expander, within| expander.node(node, within))
    }

    /// The value of a constant.
    ///
    /// # Errors
    /// [`LanguageError`] if it is no number, or depends on the position.
    pub(crate) fn number(&self, node: &Node) -> Result<i64, LanguageError> {
        self.expand(|expander, within| expander.number(node, within))
    }

    /// A direction: its name, a name that is bound to it, or `opposite(d)`.
    ///
    /// # Errors
    /// [`LanguageError`] if it is none.
    pub(crate) fn direction(&self, node: &Node) -> Result<Direction, LanguageError> {
        self.expand(|expander, within| expander.direction(node, within))
    }

    /// The directions that are named: in a list, or by a name such as `directions` that is free.
    pub(crate) fn directions(&self, set: &Node) -> Option<Vec<Direction>> {
        self.expand(|expander, within| expander.directions(set, within))
    }

    /// A question, expanded; the question itself if there is nothing to expand.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub(crate) fn sentence(&self, text: Sentence) -> Result<Sentence, LanguageError> {
        let expanded = self.expand(|expander, within| expander.text(&text, within))?;
        if expanded == text {
            return Ok(text);
        }
        // Certificates hold the expanded text, so that it has to be a question as well.
        parse(&expanded.to_string()).map_err(|error| LanguageError { at: 1, ..error })?;
        let written = if text.written.0.is_some() { text.written } else { SourceText(Some(Box::new(text))) };
        Ok(Sentence { written, ..expanded })
    }

    fn expand<T>(&self, change: impl FnOnce(&mut Expander<'_>, ExpansionSite<'_>) -> T) -> T {
        let bound = self.bound.iter().map(|&name| name.to_owned()).collect();
        let mut expander = Expander { of: *self, size: 0, depth: 0, bound, numbers: Vec::new() };
        change(&mut expander, ExpansionSite { meanings: &Meanings::new(), definition: None })
    }
}

impl Definitions {
    /// The question of a text, with all definitions expanded, for the board of a game.
    ///
    /// # Errors
    /// [`LanguageError`] with the character of the text.
    pub fn question(&self, text: &str, vocabulary: &Vocabulary) -> Result<Sentence, LanguageError> {
        self.expanded(parse(text)?, vocabulary)
    }

    /// The same for a question that has been read.
    pub(crate) fn expanded(
        &self,
        text: Sentence,
        vocabulary: &Vocabulary,
    ) -> Result<Sentence, LanguageError> {
        Expansion { definitions: self, vocabulary, constants: &HashMap::new(), bound: &[] }.sentence(text)
    }
}

/// What names stand for within a part: parameters, directions, and bound names that are renamed.
type Meanings = HashMap<String, Node>;

struct Expander<'a> {
    of: Expansion<'a>,
    size: usize,
    depth: usize,
    /// The names that are bound where the expansion stands.
    bound: Vec<String>,
    /// Those of them that stand for numbers.
    numbers: Vec<String>,
}

/// The place of a part: in the question, or in a definition that is expanded at a place of the question.
#[derive(Clone, Copy)]
struct ExpansionSite<'d> {
    meanings: &'d Meanings,
    /// The definition, the place at which it is expanded, and how many names were bound there.
    definition: Option<(&'d Definition, usize, usize)>,
}

impl Expander<'_> {
    fn text(&mut self, text: &Sentence, within: ExpansionSite<'_>) -> Result<Sentence, LanguageError> {
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
        Ok(Sentence { aim, choice, written: SourceText::default() })
    }

    fn choice(&mut self, choice: &Choice, within: ExpansionSite<'_>) -> Result<Choice, LanguageError> {
        let set = self.node(&choice.set, within)?;
        Ok(Choice { at: place(choice.at, within), variable: choice.variable.clone(), set })
    }

    fn grow(&mut self, at: usize, size: usize) -> Result<(), LanguageError> {
        self.size += size;
        if self.size > SIZE_LIMIT { Err(LanguageError::new(at, Reason::TooLarge)) } else { Ok(()) }
    }

    fn node(&mut self, node: &Node, within: ExpansionSite<'_>) -> Result<Node, LanguageError> {
        let at = place(node.at, within);
        self.grow(at, 1)?;
        self.depth += 1;
        if self.depth > 4 * DEPTH_LIMIT {
            return Err(LanguageError::new(at, Reason::TooDeep));
        }
        let expanded = self.expanded(node, at, within);
        self.depth -= 1;
        expanded
    }

    fn expanded(&mut self, node: &Node, at: usize, within: ExpansionSite<'_>) -> Result<Node, LanguageError> {
        match &node.part {
            Part::Name(name) => self.named(name, at, within),
            Part::Call(name, arguments) => self.called(name, arguments, at, within),
            Part::Toward(direction, of) => {
                let direction = self.direction(direction, within)?;
                Ok(Node::new(at, Part::Shift(direction, Box::new(self.node(of, within)?))))
            }
            Part::Product(factors) => Ok(Node::constant(at, self.product(factors, at, within)?)),
            Part::File(letter) => {
                self.lines(false, &Node::new(at, Part::Name(letter.to_string())), None, at, within)
            }
            Part::Lines(of_ranks, from, to) => self.lines(*of_ranks, from, to.as_deref(), at, within),
            Part::Quantified(is_all, choice, body) => {
                if let Some(directions) = self.directions(&choice.set, within) {
                    let each = self.for_each(&directions, choice, body, within)?;
                    return Ok(Node::joined(at, each, if *is_all { Part::And } else { Part::Or }));
                }
                let mut choice = self.choice(choice, within)?;
                let (variable, body) = self.binding(&choice.variable, body, within)?;
                choice.variable = variable;
                Ok(Node::new(at, Part::Quantified(*is_all, Box::new(choice), Box::new(body))))
            }
            Part::Unique(choice, body) => {
                let mut choice = self.choice(choice, within)?;
                let (variable, body) = self.binding(&choice.variable, body, within)?;
                choice.variable = variable;
                Ok(Node::new(at, Part::Unique(Box::new(choice), Box::new(body))))
            }
            Part::Forced(of, plies) => {
                let plies = self.number(plies, within)?;
                if !(0..=i64::from(FORCED_PLIES_LIMIT)).contains(&plies) {
                    return Err(LanguageError::new(at, Reason::ForcedPlies));
                }
                let of = Box::new(self.node(of, within)?);
                Ok(Node::new(at, Part::Forced(of, Box::new(Node::constant(at, plies)))))
            }
            Part::Union(choice, body) => {
                let Some(directions) = self.directions(&choice.set, within) else {
                    let found = format!("`{}`", shortened(&choice.set.to_string()));
                    return Err(LanguageError::expected(
                        place(choice.set.at, within),
                        "names of directions",
                        found,
                    ));
                };
                let each = self.for_each(&directions, choice, body, within)?;
                Ok(Node::joined(at, each, |parts| Part::Words(Join::Either, parts)))
            }
            Part::Let(name, value, body) => {
                let value = self.node(value, within)?;
                let is_number = constants::constant(&value).is_some();
                self.numbers.extend(is_number.then(|| name.clone()));
                let bound = self.binding(name, body, within);
                self.numbers.truncate(self.numbers.len() - usize::from(is_number));
                let (name, body) = bound?;
                Ok(Node::new(at, Part::Let(name, Box::new(value), Box::new(body))))
            }
            Part::Iterate(iteration) => {
                let rounds = match &iteration.rounds {
                    Some(rounds) => self.rounds(rounds, within)?,
                    None => self.of.vocabulary.squares.len() as i64,
                };
                let seed = self.node(&iteration.seed, within)?;
                let (variable, body) = self.binding(&iteration.variable, &iteration.body, within)?;
                let accumulates = iteration.accumulates;
                let rounds = Some(Node::constant(at, rounds));
                Ok(Node::new(
                    at,
                    Part::Iterate(Box::new(Iteration { accumulates, rounds, seed, variable, body })),
                ))
            }
            part => {
                let part =
                    part.try_map(&mut |child| self.node(child, within), &|inner| place(inner, within))?;
                Ok(Node::new(at, part))
            }
        }
    }

    fn named(&mut self, name: &str, at: usize, within: ExpansionSite<'_>) -> Result<Node, LanguageError> {
        if let Some(meaning) = within.meanings.get(name) {
            self.size += meaning.size();
            return Ok(meaning.clone());
        }
        self.require_visible(name, at, within)?;
        let itself = || Ok(Node::new(at, Part::Name(name.to_owned())));
        if self.bound.iter().any(|known| known == name) {
            return itself();
        }
        if let Some(constant) = self.of.constants.get(name) {
            return Ok(constant.node(at));
        }
        if let Some(definition) = self.of.definitions.get(name) {
            return self.call(definition, Vec::new(), at, false);
        }
        match self.of.vocabulary.noun(name) {
            None => match self.of_board(name, at)? {
                None if self.is_nearly_defined(name) => Err(self.unknown(at, name, Wanted::Name)),
                of_board => of_board.map_or_else(itself, Ok),
            },
            Some(_) => itself(),
        }
    }

    /// Whether a name that nothing has is like that of a definition or a constant.
    fn is_nearly_defined(&self, name: &str) -> bool {
        let names = self.of.definitions.names().chain(self.of.constants.keys().map(String::as_str));
        self.of.vocabulary.kind(name).is_none()
            && !self.of.constants.contains_key(name)
            && !self.bound.iter().any(|known| known == name)
            && !is_set_of_directions(name)
            && DIRECTIONS.iter().all(|(known, _)| *known != name)
            && !did_you_mean(name, names).is_empty()
    }

    /// The error that a name is unknown, which knows the definitions.
    fn unknown(&self, at: usize, name: &str, wanted: Wanted) -> LanguageError {
        let mut defined: Vec<String> = self.of.constants.keys().cloned().collect();
        defined.sort_unstable();
        defined.extend(self.of.definitions.signatures());
        unknown(self.of.vocabulary, at, name, wanted, defined)
    }

    fn called(
        &mut self,
        name: &str,
        arguments: &[Node],
        at: usize,
        within: ExpansionSite<'_>,
    ) -> Result<Node, LanguageError> {
        let bound = match within.meanings.get(name) {
            Some(meaning) => constants::direction(meaning),
            None => self.of.constants.get(name).and_then(|constant| constants::direction(&constant.node(at))),
        };
        let mut arguments: Vec<Node> =
            arguments.iter().map(|argument| self.node(argument, within)).collect::<Result<_, _>>()?;
        if let (Some(direction), 1) = (bound, arguments.len()) {
            return Ok(Node::new(at, Part::Shift(direction, Box::new(arguments.remove(0)))));
        }
        if let Some(definition) = self.of.definitions.get(name) {
            return self.call(definition, arguments, at, true);
        }
        match (self.of.vocabulary.noun(name), name) {
            (None, name) if constants::is_function(name) => self.of_constants(name, arguments, at),
            (None, _) if self.is_nearly_defined(name) => Err(self.unknown(at, name, Wanted::Function)),
            _ => Ok(Node::new(at, Part::Call(name.to_owned(), arguments))),
        }
    }

    /// A part for each of some directions.
    fn for_each(
        &mut self,
        directions: &[Direction],
        choice: &Choice,
        body: &Node,
        within: ExpansionSite<'_>,
    ) -> Result<Vec<Node>, LanguageError> {
        let name = &choice.variable;
        let is_bound = within.definition.is_none() && self.bound.contains(name);
        if is_bound || self.of.vocabulary.noun(name).is_some() {
            return Err(LanguageError::new(place(choice.at, within), Reason::Taken(name.clone())));
        }
        let mut meanings = within.meanings.clone();
        self.bound.push(name.clone());
        let mut each = Vec::with_capacity(directions.len());
        for &direction in directions {
            let meaning = Node::new(place(body.at, within), Part::Name(direction_name(direction).to_owned()));
            meanings.insert(name.clone(), meaning);
            each.push(self.node(body, ExpansionSite { meanings: &meanings, ..within })?);
        }
        self.bound.pop();
        Ok(each)
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
        arguments: Vec<Node>,
        at: usize,
        has_parentheses: bool,
    ) -> Result<Node, LanguageError> {
        let name = shortened(&definition.name);
        let parameters = &definition.parameters;
        if parameters.len() != arguments.len() {
            let expected = match parameters.len() {
                0 => format!("`{name}`"),
                _ => format!("`{name}({})`", parameters.join(", ")),
            };
            let found = match (has_parentheses, parameters.len()) {
                (false, _) => format!("`{name}`"),
                (true, 0) => format!("`{name}(`"),
                (true, _) => format!("`{name}(` with {} between the parentheses", arguments.len()),
            };
            return Err(LanguageError::expected(at, expected, found));
        }
        let meanings: Meanings = parameters.iter().cloned().zip(arguments).collect();
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
        let new = if within.definition.is_some() { self.free(name) } else { name.to_owned() };
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

    /// A name like this one that is not bound.
    fn free(&self, name: &str) -> String {
        let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}_{number}")));
        let mut free = names.skip_while(|name| self.bound.contains(name));
        free.next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;

/// The place in the question.
fn place(at: usize, within: ExpansionSite<'_>) -> usize {
    within.definition.map_or(at, |(_, place, _)| place)
}
