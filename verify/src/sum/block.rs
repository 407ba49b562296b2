//! The tables: squares, blocks and partitions.

use super::counts::{Count, Counts, Things};
use super::error::{SumError, within};
use super::square::{Kind, Kinds, MAX_KINDS, MAX_SQUARES, Square};
use std::collections::BTreeSet;

/// The largest number of entries in the table of a block.
pub const MAX_TABLE: usize = 1 << 20;

/// Squares of a board, and a value for everything that they can hold.
#[derive(Clone, Debug)]
pub struct Block {
    squares: Vec<Square>,
    values: Vec<u32>,
}

/// A block within a sum: with the number of things of each kind, by content.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) squares: Vec<Square>,
    pub(super) values: Vec<u32>,
    /// By content; `None` if it has too many things of a kind.
    pub(super) counts: Vec<Option<Count>>,
}

/// A sum over the blocks of one or more partitions of a board.
///
/// # Examples
/// Two rooks on a board of 2x2: in each rank and in each file, a pair of them counts.
/// ```
/// use verify::sum::{Square, Kind, Block, BlockSum, Things};
///
/// let both = |held: &[Kind]| u32::from(held == [Kind(1), Kind(1)]);
/// let block = |squares: [usize; 2]| Block::new(squares.map(Square).to_vec(), 2, both);
/// let names = ["a1", "b1", "a2", "b2"].map(String::from).to_vec();
/// let ranks = vec![block([0, 1])?, block([2, 3])?];
/// let sum = BlockSum::new(names, vec![Things::Exactly(2); 2], ranks)?
///     .with_partition(vec![block([0, 2])?, block([1, 3])?])?;
/// assert_eq!(sum.value(&[1, 1, 0, 0].map(Kind)), 1);
/// assert_eq!(sum.value(&[1, 0, 0, 1].map(Kind)), 0);
/// # Ok::<(), verify::sum::SumError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockSum {
    pub(super) names: Vec<String>,
    pub(super) counts: Counts,
    pub(super) allowed: Vec<Kinds>,
    /// At least one.
    pub(super) partitions: Vec<Partition>,
}

/// Blocks that have every square once.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) blocks: Vec<Counted>,
    /// By square: the number of its block, and its place there.
    pub(super) places: Vec<(usize, usize)>,
}

impl Block {
    /// A block of these squares, on a board with this number of kinds. `value` is called for everything that the squares
    /// can hold.
    ///
    /// # Errors
    /// [`SumError`] if there are too many kinds or squares.
    pub fn new(
        squares: Vec<Square>,
        kinds: usize,
        mut value: impl FnMut(&[Kind]) -> u32,
    ) -> Result<Self, SumError> {
        within("kinds", kinds, MAX_KINDS)?;
        let entries = u32::try_from(squares.len()).ok().and_then(|length| kinds.checked_pow(length));
        let entries = entries.unwrap_or(usize::MAX);
        within("entries in the table of a block", entries, MAX_TABLE)?;
        let mut held = vec![Kind(0); squares.len()];
        let values = (0..entries).map(|content| {
            decode(content, kinds, &mut held);
            value(&held)
        });
        Ok(Self { values: values.collect(), squares })
    }
}

impl BlockSum {
    /// A sum over one partition of a board of squares with these names, and with this number of things of each kind.
    ///
    /// # Errors
    /// [`SumError`] if a limit is exceeded, the things do not fill the squares, names are missing or equal, or as for
    /// [`with_partition`](Self::with_partition).
    pub fn new(names: Vec<String>, things: Vec<Things>, blocks: Vec<Block>) -> Result<Self, SumError> {
        let squares = names.len();
        within("squares", squares, MAX_SQUARES)?;
        within("kinds", things.len(), MAX_KINDS)?;
        let allowed = vec![Kinds::all(things.len()); squares];
        let different: BTreeSet<&String> = names.iter().collect();
        if different.len() < squares || names.iter().any(|name| name.is_empty() || name.contains('\n')) {
            return Err(SumError::Names);
        }
        let counts = Counts::new(things, squares)?;
        Self { names, counts, allowed, partitions: Vec::new() }.with_partition(blocks)
    }

    /// The same sum, over assignments in which a thing of this kind is on one of these squares only.
    #[must_use]
    pub fn only_on(mut self, kind: Kind, squares: impl Fn(Square) -> bool) -> Self {
        for (number, allowed) in self.allowed.iter_mut().enumerate() {
            if !squares(Square(number)) {
                *allowed = allowed.without(kind);
            }
        }
        self
    }

    /// The same sum with one more partition.
    ///
    /// # Errors
    /// [`SumError`] if a square is not in exactly one of the blocks, or a table has the wrong size.
    pub fn with_partition(mut self, blocks: Vec<Block>) -> Result<Self, SumError> {
        let (squares, kinds) = (self.squares(), self.kinds());
        let mut places = vec![None; squares];
        for (number, block) in blocks.iter().enumerate() {
            let entries =
                u32::try_from(block.squares.len()).ok().and_then(|length| kinds.checked_pow(length));
            if entries != Some(block.values.len()) {
                return Err(SumError::Block { squares, kinds });
            }
            for (place, square) in block.squares.iter().enumerate() {
                let known = places.get_mut(square.0).ok_or(SumError::Block { squares, kinds })?;
                if known.replace((number, place)).is_some() {
                    return Err(SumError::Partition { square: square.0, times: 2 });
                }
            }
        }
        let all: Option<Vec<(usize, usize)>> = places.iter().copied().collect();
        let Some(places) = all else {
            let square = places.iter().position(Option::is_none).unwrap_or_default();
            return Err(SumError::Partition { square, times: 0 });
        };
        let counted = |Block { squares: own, values }: Block| {
            let mut held = vec![Kind(0); own.len()];
            let counts = (0..values.len()).map(|content| {
                decode(content, kinds, &mut held);
                self.counts.of(&held)
            });
            Counted { counts: counts.collect(), squares: own, values }
        };
        let blocks = blocks.into_iter().map(counted).collect();
        self.partitions.push(Partition { blocks, places });
        Ok(self)
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.names.len()
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.counts.kinds()
    }

    /// The name of a square; empty if there is no such square.
    pub fn name(&self, square: Square) -> &str {
        self.names.get(square.0).map_or("", String::as_str)
    }

    /// The sum of an assignment, which has one kind for each square.
    pub fn value(&self, held: &[Kind]) -> u64 {
        let kinds = self.kinds();
        let blocks = self.partitions.iter().flat_map(|partition| &partition.blocks);
        let value = |block: &Counted| {
            let content = block.squares.iter().rev().fold(0, |content, square| {
                content * kinds + held.get(square.0).map_or(0, |kind| usize::from(kind.0))
            });
            u64::from(block.values.get(content).copied().unwrap_or_default())
        };
        blocks.map(value).sum()
    }
}

impl Counted {
    /// The kind that a place of the block holds, if the block has this content.
    pub(super) fn holds(content: u32, place: usize, kinds: usize) -> Kind {
        Kind((content as usize / kinds.pow(place as u32) % kinds) as u8)
    }
}

/// What the squares hold by the number of a content: the first square is its lowest digit.
fn decode(content: usize, kinds: usize, held: &mut [Kind]) {
    let mut left = content;
    for kind in held {
        *kind = Kind((left % kinds) as u8);
        left /= kinds;
    }
}
