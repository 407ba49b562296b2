//! Reads a text into nodes.

use super::{LENGTH_LIMIT, NESTING_LIMIT, NODE_LIMIT, SgfPlace, SgfPlaces};
use sgf_parse::go::{Move as Played, Point as Spot, Prop};
use sgf_parse::{Color, SgfProp};
use verify::go::{Action, MAX_EDGE, Move, Point, Size, Stone};

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The games, in the order of the text.
    pub games: Vec<SgfGame>,
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The size of the board.
    pub size: Size,
    /// The nodes in the order of the text; a node comes after its parent.
    pub(super) nodes: Vec<Node>,
}

/// A node: its setup, then its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    /// The byte where it begins.
    pub(super) offset: usize,
    /// The node before it; `None` for the first one of a game.
    pub(super) parent: Option<usize>,
    /// The number of nodes before it on its line of play.
    pub(super) depth: u32,
    /// The points that get or lose a stone, in the order in which they are set.
    pub(super) setup: Vec<(Point, Option<Stone>)>,
    /// The player to move, if it is given.
    pub(super) to_move: Option<Stone>,
    /// The move, with the byte where it is given.
    pub(super) played: Option<(usize, Move)>,
}

/// Why a text is not a collection of games, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct ReadError {
    /// The place.
    pub place: SgfPlace,
    /// The reason.
    pub reason: String,
}

/// Reads the games of a text.
///
/// # Errors
/// [`ReadError`], with the place, if the text is malformed, exceeds a limit, or has no game of Go.
pub fn read(text: &str) -> Result<Collection, ReadError> {
    let mut reader = Reader { text, at: 0, nodes: 0 };
    reader.run().map_err(|(offset, reason)| ReadError { place: SgfPlaces::of(text).at(offset), reason })
}

/// The byte of an error, and its reason.
type Fault = (usize, String);

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The nodes of all games so far.
    nodes: usize,
}

/// A variation that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The node that it continues.
    parent: Option<usize>,
    /// The number of nodes of the game before it.
    nodes: usize,
}

impl Reader<'_> {
    fn run(&mut self) -> Result<Collection, Fault> {
        // Some programs write a line or two, or the headers of a mail, before the first game.
        let begins = |&(at, _): &(usize, &str)| self.text[at + 1..].trim_ascii_start().starts_with(';');
        self.at = self.text.match_indices('(').find(begins).map_or(self.text.len(), |(at, _)| at);
        let mut games = Vec::new();
        while self.skip_blanks() < self.text.len() {
            games.push(self.game()?);
        }
        if games.is_empty() {
            return Err((0, "no game: expected `(;`".to_owned()));
        }
        Ok(Collection { games })
    }

    /// Skips blanks; returns the offset of the next character.
    fn skip_blanks(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.at
    }

    fn game(&mut self) -> Result<SgfGame, Fault> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut size = None;
        let mut open: Vec<Open> = Vec::new();
        let mut current = None;
        loop {
            let at = self.skip_blanks();
            let Some(&byte) = self.text.as_bytes().get(at) else {
                return Err((
                    at,
                    format!("the text ends within a game: {} of its `(` are not closed", open.len()),
                ));
            };
            match byte {
                b'(' if open.len() == NESTING_LIMIT => {
                    return Err((at, format!("more than {NESTING_LIMIT} nested variations")));
                }
                b'(' if open.last().is_some_and(|open| open.nodes == nodes.len()) => {
                    return Err((at, "a variation begins with a node, `;`".to_owned()));
                }
                b'(' => open.push(Open { parent: current, nodes: nodes.len() }),
                b')' => match open.pop() {
                    Some(closed) if closed.nodes < nodes.len() => current = closed.parent,
                    _ => return Err((at, "a variation without a node".to_owned())),
                },
                b';' if !open.is_empty() => {
                    let node = self.node(at, current, &nodes, &mut size)?;
                    current = Some(nodes.len());
                    nodes.push(node);
                    continue;
                }
                _ => {
                    let found = self.text[at..].chars().next().unwrap_or_default();
                    return Err((at, format!("found {found:?}, expected `(`, `)` or `;`")));
                }
            }
            self.at += 1;
            if open.is_empty() {
                break;
            }
        }
        let size = match size {
            Some(size) => size,
            None => Size::new(MAX_EDGE, MAX_EDGE).map_err(|error| (self.at, error.to_string()))?,
        };
        let game = SgfGame { size, nodes };
        game.check_points().map_or(Ok(game), Err)
    }

    fn node(
        &mut self,
        offset: usize,
        parent: Option<usize>,
        nodes: &[Node],
        size: &mut Option<Size>,
    ) -> Result<Node, Fault> {
        let depth = parent.and_then(|parent| nodes.get(parent)).map_or(0, |parent| parent.depth + 1);
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err((offset, format!("more than {NODE_LIMIT} nodes")));
        }
        if depth >= LENGTH_LIMIT {
            return Err((offset, format!("more than {LENGTH_LIMIT} nodes on one line of play")));
        }
        let mut node = Node { offset, parent, depth, ..Node::default() };
        self.at += 1;
        while self.text[self.skip_blanks()..].starts_with(|next: char| next.is_ascii_alphabetic()) {
            self.property(&mut node, size)?;
        }
        Ok(node)
    }

    /// Reads a property and records it in the node.
    fn property(&mut self, node: &mut Node, size: &mut Option<Size>) -> Result<(), Fault> {
        let at = self.at;
        let rest = &self.text[at..];
        let length = rest.find(|next: char| !next.is_ascii_alphabetic()).unwrap_or(rest.len());
        // FF[3] allows lower-case letters, which are ignored.
        let name: String = rest[..length].chars().filter(char::is_ascii_uppercase).take(4).collect();
        self.at += length;
        let heeded = matches!(name.as_str(), "B" | "W" | "AB" | "AW" | "AE" | "PL" | "SZ" | "GM");
        let mut values = Vec::new();
        let mut count = 0;
        while self.text[self.skip_blanks()..].starts_with('[') {
            let value = self.value(heeded)?;
            values.extend(value);
            count += 1;
        }
        if count == 0 {
            return Err((self.at, format!("the property {name} has no value: expected `[`")));
        }
        if !heeded {
            return Ok(());
        }
        let shown = values.first().map_or(String::new(), |value| value.chars().take(16).collect());
        let wrong = |what: &str| (at, format!("{name}[{shown}]: {what}"));
        match Prop::new(name.clone(), values) {
            Prop::B(played) => {
                node.play(at, Stone::Black, played).ok_or_else(|| wrong("a second move, or off any board"))
            }
            Prop::W(played) => {
                node.play(at, Stone::White, played).ok_or_else(|| wrong("a second move, or off any board"))
            }
            Prop::AB(spots) => {
                node.set_up(spots, Some(Stone::Black)).ok_or_else(|| wrong("not a point of a board"))
            }
            Prop::AW(spots) => {
                node.set_up(spots, Some(Stone::White)).ok_or_else(|| wrong("not a point of a board"))
            }
            Prop::AE(spots) => node.set_up(spots, None).ok_or_else(|| wrong("not a point of a board")),
            Prop::PL(colour) => {
                node.to_move = Some(if colour == Color::Black { Stone::Black } else { Stone::White });
                Ok(())
            }
            Prop::SZ(_) if node.parent.is_some() || size.is_some() => {
                Err(wrong("the size is given once, in the first node"))
            }
            Prop::SZ((columns, rows)) => {
                let found = Size::new(usize::from(rows), usize::from(columns));
                *size = Some(found.map_err(|error| wrong(&error.to_string()))?);
                Ok(())
            }
            Prop::GM(1) => Ok(()),
            Prop::GM(_) => Err(wrong("this is not a game of Go, which is GM[1]")),
            _ => Err(wrong("cannot be read")),
        }
    }

    /// Reads a value in brackets; returns it only if it is wanted.
    fn value(&mut self, wanted: bool) -> Result<Option<String>, Fault> {
        let begin = self.at;
        let mut escaped = false;
        for (place, &byte) in self.text.as_bytes().iter().enumerate().skip(begin + 1) {
            match byte {
                b'\\' if !escaped => escaped = true,
                b']' if !escaped => {
                    self.at = place + 1;
                    return Ok(wanted.then(|| self.text[begin + 1..place].trim_ascii().to_owned()));
                }
                _ => escaped = false,
            }
        }
        Err((begin, "this value is never closed by `]`".to_owned()))
    }
}

impl Node {
    /// Records a move; `None` if the node already has one, or if no board has the point.
    fn play(&mut self, offset: usize, by: Stone, played: Played) -> Option<()> {
        let action = match played {
            // The second form is FF[3]'s way to write a pass.
            Played::Pass | Played::Move(Spot { x: 19, y: 19 }) => Action::Pass,
            Played::Move(spot) => Action::Place(point(spot)?),
        };
        self.played.replace((offset, Move { by, action })).is_none().then_some(())
    }

    /// Records stones of a setup; `None` if no board has one of the points.
    fn set_up(&mut self, spots: impl IntoIterator<Item = Spot>, cell: Option<Stone>) -> Option<()> {
        let mut points = spots.into_iter().map(point).collect::<Option<Vec<_>>>()?;
        // A set has no order, but the result must have one.
        points.sort_unstable();
        self.setup.extend(points.into_iter().map(|point| (point, cell)));
        Some(())
    }
}

fn point(spot: Spot) -> Option<Point> {
    Point::new(usize::from(spot.x), usize::from(spot.y))
}

impl SgfGame {
    /// The first node that sets up a stone off the board. Moves off the board are refused by the rules.
    fn check_points(&self) -> Option<Fault> {
        self.nodes.iter().find_map(|node| {
            let (point, _) = node.setup.iter().find(|(point, _)| !self.size.contains(*point))?;
            Some((node.offset, format!("{point} is off the {} board", self.size)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fmt::Write as _;

    fn complaint(text: &str) -> String {
        read(text).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            ("", "line 1, column 1: no game: expected `(;`"),
            ("(;SZ[9]\n;B[aa]", "line 2, column 7: the text ends within a game: 1 of its `(` are not closed"),
            ("(;SZ[9];B[aa)", "line 1, column 10: this value is never closed by `]`"),
            ("(;SZ[9]())", "line 1, column 9: a variation without a node"),
            ("(;SZ[9]((;B[aa])))", "line 1, column 9: a variation begins with a node, `;`"),
            ("(;SZ[9];B)", "line 1, column 10: the property B has no value: expected `[`"),
            (
                "(;SZ[25])",
                "line 1, column 3: SZ[25]: a board of 25x25 points: expected 1 to 19 rows and columns",
            ),
            ("(;SZ[0])", "line 1, column 3: SZ[0]: a board of 0x0 points: expected 1 to 19 rows and columns"),
            ("(;GM[2])", "line 1, column 3: GM[2]: this is not a game of Go, which is GM[1]"),
            ("(;B[a])", "line 1, column 3: B[a]: cannot be read"),
            ("(;B[aa]W[bb])", "line 1, column 8: W[bb]: a second move, or off any board"),
            ("(;SZ[9]AB[jj])", "line 1, column 2: jj is off the 9x9 board"),
            ("(;AB[zz])", "line 1, column 3: AB[zz]: not a point of a board"),
            ("(;SZ[9]é)", "line 1, column 8: found 'é', expected `(`, `)` or `;`"),
            ("(;)x", "line 1, column 4: found 'x', expected `(`, `)` or `;`"),
        ];
        for (text, expected) in cases {
            assert_eq!(complaint(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_files_are_refused_and_long_ones_read() {
        let deep = "(;".repeat(1_000_000);
        assert!(complaint(&deep).contains("1000 nested variations"), "{}", complaint(&deep));
        let long = format!("({})", ";".repeat(20_000));
        assert!(complaint(&long).contains("10000 nodes on one line of play"));
        let wide = format!("(;{})", "(;)".repeat(20_000));
        assert_eq!(read(&wide).map(|collection| collection.games[0].nodes.len()), Ok(20_001));
        let open = format!("(;C[{}", "\\]".repeat(1_000_000));
        assert!(complaint(&open).contains("never closed"));
    }

    proptest! {
        #[test]
        fn reading_any_text_never_panics(text in "[(;)\\[\\]BWAEPLSZGM:a-t\\\\ ]{0,80}|.{0,80}") {
            let _ = read(&text);
            let _ = read(&format!("(;{text}"));
        }

        /// The crate also reads every text that is read as a game here, with the same number of nodes.
        #[test]
        fn the_crate_finds_the_same_nodes(moves in proptest::collection::vec(("[BW]", "[a-s]{2}", 0..4u8), 0..40)) {
            let mut text = String::from("(;GM[1]SZ[19]");
            let mut open = 1;
            for (colour, point, kind) in moves {
                match kind {
                    0 => { text += "("; open += 1; }
                    1 if open > 1 && text.ends_with(']') => { text += ")"; open -= 1; }
                    _ => {}
                }
                let _ = write!(text, ";{colour}[{point}]C[a \\] ; ( b]");
            }
            text += &")".repeat(open);
            let found = read(&text).map(|collection| collection.games[0].nodes.len());
            let parsed = sgf_parse::go::parse(&text).expect("the crate reads it");
            let mut stack = vec![&parsed[0]];
            let mut nodes = 0;
            while let Some(node) = stack.pop() {
                nodes += 1;
                stack.extend(node.children());
            }
            prop_assert_eq!(found, Ok(nodes));
        }
    }
}
