//! What the statements of a file mean on one board, before they are compiled.

use super::rules::WhenStuck;
use crate::meaning::{Bit, Word};
use encodings::board::{Layout, Mask, Symmetry};
use encodings::rules::{Ending, StepKind};

/// Values of numbers of the file that are not the default, by name.
pub(super) type Settings = Vec<(String, i64)>;

/// The meaning of a statement, with its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Stated<T> {
    pub(crate) at: usize,
    pub(crate) of: T,
}

/// The rules on one board: loops unrolled, names resolved.
#[derive(Clone, Debug)]
pub(crate) struct FileMeaning {
    pub(crate) layout: Layout,
    pub(crate) squares: Mask,
    /// The words of pieces, and who moves if the file asks for it.
    pub(crate) words: Vec<&'static str>,
    pub(crate) has_second: bool,
    pub(crate) turn: Option<Symmetry>,
    pub(crate) symmetries: Vec<Symmetry>,
    pub(crate) start: Vec<Mask>,
    pub(crate) require: Vec<Stated<Bit>>,
    /// For each kind, in the order of the file, its squares.
    pub(crate) moves: Vec<Stated<(StepKind, Word)>>,
    /// For each kind, the words of pieces after the move, as its player sees them.
    pub(crate) effects: Vec<Stated<Vec<Word>>>,
    /// The two words that change places after a ply.
    pub(crate) swap: Option<(usize, usize)>,
    /// The conditions that end a game. The first that holds decides.
    pub(crate) endings: Vec<Stated<(Ending, Bit)>>,
    pub(crate) at_the_end: Vec<Stated<(Ending, Bit)>>,
    pub(crate) stuck: WhenStuck,
}

impl FileMeaning {
    /// The words after a ply as the next player sees them before the board is turned; and who moves then.
    pub(crate) fn for_next_player(&self, mut words: Vec<Word>) -> Vec<Word> {
        if let Some((one, other)) = self.swap {
            words.swap(one, other);
        }
        if self.has_second {
            let second = Word::Board(None, words.len());
            words.push(Word::Xor(vec![second, Word::Constant(Mask::first(1))]));
        }
        words
    }
}
