//! The text of a game, read into nodes.
//!
//! A game is one list of nodes in the order of the text, each with its parent. Nothing recurses, so variations may be
//! nested deeply; the size of a game is limited.

use super::Dialect;

/// The greatest number of nodes of a game.
pub const NODE_LIMIT: usize = 1_000_000;
/// The greatest number of nodes of one line of play.
pub const LENGTH_LIMIT: u32 = 10_000;
/// The greatest depth of nested variations.
pub const NESTING_LIMIT: usize = 1_000;

/// A property: its name, its values, and the byte of the text where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capital letters.
    pub name: String,
    /// Its values, without escapes.
    pub values: Vec<String>,
    /// The byte of the text at which it begins, from 0.
    pub at: usize,
}

impl Property {
    /// The first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", |value| value.trim())
    }
}

/// A node of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The byte of the text at which it begins, from 0.
    pub at: usize,
    /// The node before it; `None` for the first one.
    pub parent: Option<usize>,
    /// The number of nodes before it on its line of play.
    depth: u32,
    /// Its properties, in order.
    pub properties: Vec<Property>,
}

/// The nodes of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// They, in the order of the text; a node comes after its parent.
    pub list: Vec<Node>,
    /// The byte of the first property whose name has no capital letter.
    pub(super) lower_case: Option<usize>,
}

impl Nodes {
    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        let next = |&(index, node): &(usize, &Node)| node.parent.is_none_or(|parent| parent + 1 == index);
        self.list.iter().enumerate().take_while(next).map(|(_, node)| node)
    }

    /// The number of lines of play beside the main line.
    pub fn variations(&self) -> usize {
        let begins = |(index, node): (usize, &Node)| node.parent.is_some_and(|parent| parent + 1 != index);
        self.list.iter().enumerate().filter(|&(index, node)| begins((index, node))).count()
    }

    /// The properties of the main line.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.main_line().flat_map(|node| &node.properties)
    }

    /// The first value of a property of the main line.
    pub fn value(&self, name: &str) -> Option<&str> {
        Some(self.properties().find(|property| property.name == name)?.value())
    }
}

/// The byte of an error, and its reason.
pub type Fault = (usize, String);

/// Reads the text of a game, from its `(` on.
///
/// # Errors
/// [`Fault`] if the text is malformed or exceeds a limit.
pub fn nodes(text: &str, end: Dialect) -> Result<Nodes, Fault> {
    let mut reader = Reader { text, at: 0, end, nodes: Nodes::default() };
    reader.run()?;
    Ok(reader.nodes)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: Dialect,
    nodes: Nodes,
}

/// A variation that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct OpenVariation {
    /// The node that it continues.
    parent: Option<usize>,
    /// The number of nodes before it.
    nodes: usize,
}

impl Reader<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        let mut open: Vec<OpenVariation> = Vec::new();
        let mut current = None;
        loop {
            let at = self.skip_blanks();
            let count = self.nodes.list.len();
            let is_fresh = open.last().is_some_and(|open| open.nodes == count);
            match self.text.as_bytes().get(at) {
                None => {
                    let open = open.len();
                    return Err((
                        at,
                        format!("the text ends within a game: {open} of its `(` are not closed"),
                    ));
                }
                Some(b'(') if open.len() == NESTING_LIMIT => {
                    return Err((at, format!("more than {NESTING_LIMIT} nested variations")));
                }
                Some(b'(') if is_fresh => {
                    return Err((at, "a variation begins with a node, `;`".to_owned()));
                }
                Some(b'(') => open.push(OpenVariation { parent: current, nodes: count }),
                Some(b')') => match open.pop() {
                    Some(closed) if closed.nodes < count => current = closed.parent,
                    _ => return Err((at, "a variation without a node".to_owned())),
                },
                Some(b';') if !open.is_empty() => {
                    self.at += 1;
                    self.node(at, current)?;
                    current = Some(count);
                    continue;
                }
                // Some programs leave out the `;` behind `(`.
                Some(byte) if is_fresh && byte.is_ascii_alphabetic() => {
                    self.node(at, current)?;
                    current = Some(count);
                    continue;
                }
                Some(_) => {
                    let found = self.text[at..].chars().next().unwrap_or_default();
                    return Err((at, format!("found {found:?}, expected `(`, `)` or `;`")));
                }
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips blanks; returns the offset of the next character.
    fn skip_blanks(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.at
    }

    /// Whether the next character after blanks is one of these.
    fn is_next(&mut self, is_it: impl Fn(u8) -> bool) -> bool {
        let at = self.skip_blanks();
        self.text.as_bytes().get(at).is_some_and(|&byte| is_it(byte))
    }

    fn node(&mut self, at: usize, parent: Option<usize>) -> Result<(), Fault> {
        let list = &self.nodes.list;
        let depth = parent.and_then(|parent| list.get(parent)).map_or(0, |parent| parent.depth + 1);
        if list.len() == NODE_LIMIT {
            return Err((at, format!("more than {NODE_LIMIT} nodes")));
        }
        if depth >= LENGTH_LIMIT {
            return Err((at, format!("more than {LENGTH_LIMIT} nodes on one line of play")));
        }
        let mut properties = Vec::new();
        while self.is_next(|byte| byte.is_ascii_alphabetic()) {
            properties.push(self.property()?);
        }
        self.nodes.list.push(Node { at, parent, depth, properties });
        Ok(())
    }

    fn property(&mut self) -> Result<Property, Fault> {
        let at = self.at;
        let rest = &self.text[at..];
        let length = rest.find(|next: char| !next.is_ascii_alphabetic()).unwrap_or(rest.len());
        // FF[1] to FF[3] have lower-case letters, which are ignored: `Black` is `B`. A name of only such letters has no
        // meaning there; programs that write them mean capitals.
        let mut name: String = rest[..length].chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            name = rest[..length].to_ascii_uppercase();
            self.nodes.lower_case.get_or_insert(at);
        }
        self.at += length;
        let mut values = Vec::new();
        while self.is_next(|byte| byte == b'[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            let name: String = name.chars().take(16).collect();
            return Err((self.at, format!("the property {name} has no value: expected `[`")));
        }
        Ok(Property { name, values, at })
    }

    fn value(&mut self) -> Result<String, Fault> {
        let begin = self.at;
        let mut value = String::new();
        let mut is_escaped = false;
        for (place, character) in self.text[begin + 1..].char_indices() {
            match character {
                '\\' if !is_escaped && self.end == Dialect::Sgf => is_escaped = true,
                ']' if !is_escaped => {
                    self.at = begin + place + 2;
                    return Ok(value);
                }
                character => {
                    value.push(character);
                    is_escaped = false;
                }
            }
        }
        Err((begin, "this value is never closed by `]`".to_owned()))
    }
}
