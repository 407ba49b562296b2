//! Converts Ostle's words to boards of the naive game, and the rules to circuits.
//!
//! The two sides share only the names of squares and moves.

use super::lanes::Lanes;
use encodings::board::Layout;
use encodings::circuit::CircuitWord;
use encodings::ostle::family::WithoutRule8;
use encodings::ostle::notation;
use encodings::ostle::position::{Heading, Move, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::variant::Variant;
use encodings::word::OneHot;
use verify::ostle::{self as naive, Cell, Outcome, Owner, Size, State};

/// A game for both sides.
pub(crate) struct Both<const SIDE: usize> {
    pub(crate) variant: Variant,
    pub(crate) naive: naive::Variant,
    pub(crate) rules: WithoutRule8<SIDE>,
}

impl<const SIDE: usize> Both<SIDE> {
    pub(crate) const LAYOUT: Layout = Position::<SIDE>::LAYOUT;

    pub(crate) fn new(pieces: usize, lose_at: usize) -> Self {
        let variant = Variant::new(SIDE, pieces, lose_at).expect("a variant");
        let size = Size::new(SIDE).expect("a size");
        Self {
            variant,
            naive: naive::Variant::new(size, pieces, lose_at).expect("a variant"),
            rules: WithoutRule8::new(variant).expect("a variant of this board"),
        }
    }

    /// All positions of a small board.
    pub(crate) fn all(&self) -> Vec<naive::Position> {
        naive::all_positions(self.naive).expect("a small board")
    }

    /// The native move with the name of a naive one.
    pub(crate) fn named(played: naive::Move) -> Move {
        notation::parse_move(&played.to_string(), Self::LAYOUT).expect("a move")
    }
}

/// The words of a naive board.
pub(crate) fn read(board: &naive::Board) -> Pieces<u32> {
    let size = board.size();
    let of = |cell| {
        let squares = size.squares().filter(|&square| board.cell(square) == Some(cell));
        squares.fold(0, |word, square| word | 1 << (square.rank() * size.edge() + square.file()))
    };
    Pieces { own: of(Cell::Piece(Owner::Mover)), opp: of(Cell::Piece(Owner::Opponent)), hole: of(Cell::Hole) }
}

/// The board after a move, as the other player sees it.
pub(crate) fn board_after(outcome: &Outcome<State>) -> naive::Board {
    match outcome {
        Outcome::Continues(state) => state.position().board().clone(),
        Outcome::Wins(board) | Outcome::Loses(board) => board.turned(),
    }
}

/// The rules as circuits.
pub(crate) struct Circuits {
    position: Lanes,
    moved: Lanes,
}

impl Circuits {
    pub(crate) fn new<const SIDE: usize>(variant: Variant) -> Self {
        let position = Lanes::of(SIDE * SIDE, |[own, opp, hole]| {
            let pieces = Pieces { own, opp, hole };
            let legal =
                Heading::ALL.map(|heading| Ostle::<SIDE>::legal(pieces, heading.direction()).signals());
            let well_formed = Ostle::<SIDE>::well_formed(pieces, variant.pieces());
            let terminal = Ostle::<SIDE>::terminal(pieces, variant.lose_at());
            legal.into_iter().chain([vec![well_formed.signal()], vec![terminal.signal()]]).collect()
        });
        let moved = Lanes::of(SIDE * SIDE, |[own, opp, hole, moved]| {
            let (pieces, moved) = (Pieces { own, opp, hole }, OneHot::assume(moved));
            let after = Heading::ALL.map(|heading| Ostle::<SIDE>::apply(pieces, moved, heading.direction()));
            let words = after.into_iter().flat_map(|after| [after.own, after.opp, after.hole]);
            words.map(CircuitWord::signals).collect()
        });
        Self { position, moved }
    }

    /// The words of legal moves by heading, whether the board is well formed, and whether the game is over.
    pub(crate) fn judge(&self, boards: &[Pieces<u32>]) -> Vec<[u64; 6]> {
        self.position.run(&boards.iter().map(|&pieces| inputs(pieces)).collect::<Vec<_>>())
    }

    /// The result of each move.
    pub(crate) fn play(&self, pieces: Pieces<u32>, moves: &[Move]) -> Vec<Pieces<u32>> {
        let [own, opp, hole] = inputs(pieces);
        let cases: Vec<_> = moves.iter().map(|played| [own, opp, hole, 1 << played.square.index()]).collect();
        let along = |(after, played): ([u64; 12], &Move)| {
            let [own, opp, hole] = [0, 1, 2].map(|word| after[3 * played.heading as usize + word] as u32);
            Pieces { own, opp, hole }
        };
        self.moved.run(&cases).into_iter().zip(moves).map(along).collect()
    }
}

fn inputs(pieces: Pieces<u32>) -> [u64; 3] {
    [pieces.own, pieces.opp, pieces.hole].map(u64::from)
}
