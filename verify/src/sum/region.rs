//! The tables: cells, regions and covers.

use super::counts::{Count, Counts};
use thiserror::Error;

/// The largest number of cells.
pub const MAX_CELLS: usize = 64;
/// The largest number of kinds.
pub const MAX_KINDS: usize = 8;
/// The largest number of entries in the table of a region.
pub const MAX_TABLE: usize = 1 << 20;
/// The largest number of ways to choose how many things of each kind, apart from the most frequent one, are counted.
pub const MAX_COUNTS: usize = 1024;

/// A cell, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub usize);

/// The kind of thing that a cell holds, by its number. To hold nothing is a kind, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

/// Some of the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

/// Cells of a board, and a value for everything that they can hold.
#[derive(Clone, Debug)]
pub struct Region {
    cells: Vec<Cell>,
    values: Vec<u32>,
}

/// A region within a sum: with the number of things of each kind, by content.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) cells: Vec<Cell>,
    pub(super) values: Vec<u32>,
    /// By content; `None` if it has too many things of a kind.
    pub(super) counts: Vec<Option<Count>>,
}

/// A sum over the regions of one or more covers of a board.
///
/// # Examples
/// Two rooks on a board of 2x2: in each rank and in each file, a pair of them counts.
/// ```
/// use verify::sum::{Cell, Kind, Region, RegionSum};
///
/// let both = |held: &[Kind]| u32::from(held == [Kind(1), Kind(1)]);
/// let region = |cells: [usize; 2]| Region::new(cells.map(Cell).to_vec(), 2, both);
/// let names = ["a1", "b1", "a2", "b2"].map(String::from).to_vec();
/// let sum = RegionSum::new(names, vec![2, 2])?
///     .with_cover(vec![region([0, 1])?, region([2, 3])?])?
///     .with_cover(vec![region([0, 2])?, region([1, 3])?])?;
/// assert_eq!(sum.value(&[1, 1, 0, 0].map(Kind)), 1);
/// assert_eq!(sum.value(&[1, 0, 0, 1].map(Kind)), 0);
/// # Ok::<(), verify::sum::SumError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionSum {
    pub(super) names: Vec<String>,
    pub(super) counts: Counts,
    pub(super) allowed: Vec<Kinds>,
    pub(super) covers: Vec<Vec<Counted>>,
}

/// Tables that are not a sum, or are too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SumError {
    /// A number is zero or above its limit.
    #[error("{found} {what}: expected 1 to {limit}")]
    Limit {
        /// What was counted.
        what: &'static str,
        /// The number.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The things do not fill the cells.
    #[error("{things} things for {cells} cells: expected one for each")]
    Things {
        /// The number of things.
        things: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A cover does not have every cell exactly once.
    #[error("a cover has cell {cell} {times} times: expected once")]
    Cover {
        /// The number of the cell.
        cell: usize,
        /// In how many regions of the cover it is.
        times: usize,
    },
    /// A region has a cell, or a table, that does not fit the board.
    #[error("a region does not fit a board of {cells} cells and {kinds} kinds")]
    Region {
        /// The number of cells of the board.
        cells: usize,
        /// The number of kinds.
        kinds: usize,
    },
}

impl Kinds {
    pub(super) fn all(kinds: usize) -> Self {
        Self((0..kinds).fold(0, |all, kind| all | 1 << kind))
    }

    pub(super) fn only(kind: Kind) -> Self {
        Self(1 << kind.0)
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn each(self) -> impl Iterator<Item = Kind> {
        (0..MAX_KINDS as u8).map(Kind).filter(move |&kind| self.has(kind))
    }
}

impl Region {
    /// A region of these cells, on a board with this number of kinds. `value` is called for everything that the cells
    /// can hold.
    ///
    /// # Errors
    /// [`SumError`] if there are too many kinds or cells.
    pub fn new(
        cells: Vec<Cell>,
        kinds: usize,
        mut value: impl FnMut(&[Kind]) -> u32,
    ) -> Result<Self, SumError> {
        within("kinds", kinds, MAX_KINDS)?;
        let entries = u32::try_from(cells.len()).ok().and_then(|length| kinds.checked_pow(length));
        let entries = entries.unwrap_or(usize::MAX);
        within("entries in the table of a region", entries, MAX_TABLE)?;
        let mut held = vec![Kind(0); cells.len()];
        let values = (0..entries).map(|content| {
            decode(content, kinds, &mut held);
            value(&held)
        });
        Ok(Self { values: values.collect(), cells })
    }
}

impl RegionSum {
    /// A sum without covers on a board of cells with these names, and with this number of things of each kind.
    ///
    /// # Errors
    /// [`SumError`] if a limit is exceeded, or the things do not fill the cells.
    pub fn new(names: Vec<String>, things: Vec<usize>) -> Result<Self, SumError> {
        let cells = names.len();
        within("cells", cells, MAX_CELLS)?;
        within("kinds", things.len(), MAX_KINDS)?;
        let total = things.iter().fold(0_usize, |total, &more| total.saturating_add(more));
        if total != cells {
            return Err(SumError::Things { things: total, cells });
        }
        let allowed = vec![Kinds::all(things.len()); cells];
        Ok(Self { names, counts: Counts::new(things)?, allowed, covers: Vec::new() })
    }

    /// The same sum, over assignments in which a thing of this kind is on one of these cells only.
    #[must_use]
    pub fn only_on(mut self, kind: Kind, cells: impl Fn(Cell) -> bool) -> Self {
        for (number, allowed) in self.allowed.iter_mut().enumerate() {
            if !cells(Cell(number)) {
                *allowed = Kinds(allowed.0 & !Kinds::only(kind).0);
            }
        }
        self
    }

    /// The same sum with one more cover.
    ///
    /// # Errors
    /// [`SumError`] if a cell is not in exactly one of the regions, or a table has the wrong size.
    pub fn with_cover(mut self, regions: Vec<Region>) -> Result<Self, SumError> {
        let (cells, kinds) = (self.cells(), self.kinds());
        for cell in 0..cells {
            let times = regions.iter().flat_map(|region| &region.cells).filter(|held| held.0 == cell).count();
            if times != 1 {
                return Err(SumError::Cover { cell, times });
            }
        }
        let mut counted = Vec::new();
        for Region { cells: own, values } in regions {
            let entries = u32::try_from(own.len()).ok().and_then(|length| kinds.checked_pow(length));
            if own.iter().any(|cell| cell.0 >= cells) || entries != Some(values.len()) {
                return Err(SumError::Region { cells, kinds });
            }
            let mut held = vec![Kind(0); own.len()];
            let counts = (0..values.len()).map(|content| {
                decode(content, kinds, &mut held);
                self.counts.of(&held)
            });
            counted.push(Counted { counts: counts.collect(), cells: own, values });
        }
        self.covers.push(counted);
        Ok(self)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.names.len()
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.counts.kinds()
    }

    /// The name of a cell; empty if there is no such cell.
    pub fn name(&self, cell: Cell) -> &str {
        self.names.get(cell.0).map_or("", String::as_str)
    }

    /// The sum of an assignment, which has one kind for each cell.
    pub fn value(&self, held: &[Kind]) -> u64 {
        let kinds = self.kinds();
        let regions = self.covers.iter().flatten();
        let value = |region: &Counted| {
            let content = region.cells.iter().rev().fold(0, |content, cell| {
                content * kinds + held.get(cell.0).map_or(0, |kind| usize::from(kind.0))
            });
            u64::from(region.values.get(content).copied().unwrap_or_default())
        };
        regions.map(value).sum()
    }
}

impl Counted {
    /// The kind that a place of the region holds, if the region has this content.
    pub(super) fn holds(content: u32, place: usize, kinds: usize) -> Kind {
        Kind((content as usize / kinds.pow(place as u32) % kinds) as u8)
    }
}

/// What the cells hold by the number of a content: the first cell is its lowest digit.
fn decode(content: usize, kinds: usize, held: &mut [Kind]) {
    let mut left = content;
    for kind in held {
        *kind = Kind((left % kinds) as u8);
        left /= kinds;
    }
}

pub(super) fn within(what: &'static str, found: usize, limit: usize) -> Result<(), SumError> {
    if (1..=limit).contains(&found) { Ok(()) } else { Err(SumError::Limit { what, found, limit }) }
}
