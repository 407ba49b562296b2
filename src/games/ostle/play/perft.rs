//! The game tree, with rule 8 as printed.

use super::{name, position, start};
use certamen_play::game::PlayError;
use certamen_play::tree::{self, PerftCount, Tree};
use certamen_work::stop::Stop;
use encodings::ostle::position::{Move, MoveOutcome, Position};
use encodings::ostle::variant::Variant;
use encodings::rules::Leaves;

/// The tree of a variant.
struct PositionTree<const SIDE: usize> {
    lose_at: u32,
}

/// A node of the tree.
enum Node<const SIDE: usize> {
    /// The game is over.
    Over,
    /// The game goes on.
    Open {
        position: Position<SIDE>,
        /// The move that rule 8 forbids.
        forbidden: Option<Move>,
    },
}

/// Counts the leaves below a position or the start.
pub(super) fn count<const SIDE: usize>(
    variant: Variant,
    text: Option<&str>,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Result<PerftCount, PlayError> {
    let position = match text {
        Some(text) => position::<SIDE>(text, variant)?,
        None => start(variant)?,
    };
    let root = Node::Open { position, forbidden: None };
    tree::perft(&PositionTree { lose_at: variant.lose_at() }, &root, depth, divide, stop)
}

impl<const SIDE: usize> Node<SIDE> {
    /// The position and its moves. `None` if the game is over.
    fn moves(&self) -> Option<(Position<SIDE>, impl Iterator<Item = Move>)> {
        match *self {
            Self::Over => None,
            Self::Open { position, forbidden } => {
                Some((position, position.moves().filter(move |&played| Some(played) != forbidden)))
            }
        }
    }
}

impl<const SIDE: usize> Tree for PositionTree<SIDE> {
    type Node = Node<SIDE>;

    /// A few milliseconds of work.
    const TASK: u32 = 4;

    fn children(&self, node: &Node<SIDE>) -> Vec<Node<SIDE>> {
        let Some((position, moves)) = node.moves() else { return Vec::new() };
        let child = |played: Move| match position.play(played, self.lose_at) {
            MoveOutcome::Won | MoveOutcome::Lost => Node::Over,
            MoveOutcome::Position(next) => {
                Node::Open { position: next, forbidden: position.way_back(played) }
            }
        };
        moves.map(child).collect()
    }

    fn names(&self, node: &Node<SIDE>) -> Vec<String> {
        node.moves().map_or_else(Vec::new, |(_, moves)| moves.map(name::<SIDE>).collect())
    }

    fn leaves(&self, node: &Node<SIDE>, depth: u32) -> Leaves {
        match *node {
            Node::Over if depth > 0 => Leaves::ENDED,
            Node::Over => Leaves::going_on(1),
            Node::Open { position, forbidden } => position.leaves(depth, self.lose_at, forbidden),
        }
    }
}
