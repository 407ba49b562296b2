//! Interprets the nodes of a game.

use certamen_records::brackets::{Fault, Nodes, Property};
use sgf_parse::go::{Move as Played, Point as Spot, Prop};
use sgf_parse::{Color, SgfProp};
use verify::go::{Action, MAX_EDGE, Move, Point, Size, Stone};

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
    /// The points that get or lose a stone, in the order in which they are set.
    pub(super) setup: Vec<(Point, Option<Stone>)>,
    /// The player to move, if it is given.
    pub(super) to_move: Option<Stone>,
    /// The move, with the byte where it is given.
    pub(super) played: Option<(usize, Move)>,
}

/// Reads a game.
///
/// # Errors
/// The byte and the reason, if a property cannot be read or if it is not a game of Go.
pub fn read(nodes: &Nodes) -> Result<SgfGame, Fault> {
    let (mut read, mut size) = (Vec::with_capacity(nodes.list.len()), None);
    for node in &nodes.list {
        let mut next = Node { offset: node.at, parent: node.parent, ..Node::default() };
        for property in &node.properties {
            next.add(property, &mut size)?;
        }
        read.push(next);
    }
    let usual = || Size::new(MAX_EDGE, MAX_EDGE).map_err(|error| (0, error.to_string()));
    let game = SgfGame { size: size.map_or_else(usual, Ok)?, nodes: read };
    game.check_points().map_or(Ok(game), Err)
}

impl Node {
    /// Records a property.
    fn add(
        &mut self,
        Property { name, values, at }: &Property,
        size: &mut Option<Size>,
    ) -> Result<(), Fault> {
        if !matches!(name.as_str(), "B" | "W" | "AB" | "AW" | "AE" | "PL" | "SZ" | "GM") {
            return Ok(());
        }
        let values: Vec<String> = values.iter().map(|value| value.trim_ascii().to_owned()).collect();
        let shown: String = values.first().into_iter().flat_map(|value| value.chars().take(16)).collect();
        let wrong = |what: &str| Err((*at, format!("{name}[{shown}]: {what}")));
        let not_a_point = "not a point of a board";
        let fault = match Prop::new(name.clone(), values) {
            Prop::B(played) => self.play(*at, Stone::Black, played).err(),
            Prop::W(played) => self.play(*at, Stone::White, played).err(),
            Prop::AB(spots) => self.set_up(spots, Some(Stone::Black)).is_none().then_some(not_a_point),
            Prop::AW(spots) => self.set_up(spots, Some(Stone::White)).is_none().then_some(not_a_point),
            Prop::AE(spots) => self.set_up(spots, None).is_none().then_some(not_a_point),
            Prop::PL(colour) => {
                self.to_move = Some(if colour == Color::Black { Stone::Black } else { Stone::White });
                None
            }
            Prop::SZ(_) if self.parent.is_some() || size.is_some() => {
                Some("the size is given once, in the first node")
            }
            Prop::SZ((columns, rows)) => match Size::new(usize::from(rows), usize::from(columns)) {
                Ok(found) => {
                    *size = Some(found);
                    None
                }
                Err(error) => return wrong(&error.to_string()),
            },
            Prop::GM(1) => None,
            Prop::GM(_) => Some("this is not a game of Go, which is GM[1]"),
            _ => Some("cannot be read"),
        };
        fault.map_or(Ok(()), wrong)
    }

    /// Records a move, unless the node already has one or no board has the point.
    fn play(&mut self, offset: usize, by: Stone, played: Played) -> Result<(), &'static str> {
        let refusal = "a second move, or off any board";
        let action = match played {
            // The second form is FF[3]'s way to write a pass.
            Played::Pass | Played::Move(Spot { x: 19, y: 19 }) => Action::Pass,
            Played::Move(spot) => Action::Place(point(spot).ok_or(refusal)?),
        };
        if self.played.replace((offset, Move { by, action })).is_some() { Err(refusal) } else { Ok(()) }
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
    use certamen_records::TextPlace;
    use certamen_records::brackets::{Dialect, Games, nodes};
    use proptest::prelude::*;
    use std::fmt::Write as _;

    /// Why the first game of a text cannot be read.
    fn complaint(text: &str) -> String {
        let game = Games::new(text.as_bytes(), Dialect::Sgf, None).next().unwrap().unwrap();
        assert_eq!((game.begins, text), (TextPlace::FIRST, game.text.as_str()));
        match game.nodes.as_ref().map(read) {
            Ok(Ok(_)) => String::new(),
            Ok(Err((at, reason))) => game.at(at, reason),
            Err(error) => error.clone(),
        }
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
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
        let wide = nodes(&format!("(;{})", "(;)".repeat(20_000)), Dialect::Sgf).unwrap();
        assert_eq!(read(&wide).map(|game| game.nodes.len()), Ok(20_001));
        let open = format!("(;C[{}", "\\]".repeat(1_000_000));
        assert!(complaint(&open).contains("never closed"));
    }

    proptest! {
        #[test]
        fn reading_any_text_never_panics(text in "[(;)\\[\\]BWAEPLSZGM:a-t\\\\ ]{0,80}|.{0,80}") {
            for text in [format!("(;{text}"), format!("(;{text})"), text] {
                let _ = nodes(&text, Dialect::Sgf).map(|nodes| read(&nodes));
            }
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
            let found = nodes(&text, Dialect::Sgf).and_then(|nodes| read(&nodes)).map(|game| game.nodes.len());
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
