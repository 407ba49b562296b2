//! Sweeps over the positions of a group: delivers known values to the positions before.
//!
//! Idea: sweep n delivers the values of n - 1 plies. A position whose best value has n - 1 plies delivers it to each
//! position before it, except to those whose move forbids its only best move; these get its second value when that is
//! known. So each move of the game is followed backwards once (K. Thompson, Retrograde analysis of certain endgames,
//! 1986), and each learns its value exactly when its plies are due. A position that has learnt enough is due in the
//! next sweep. Solved layers below take part in each sweep as if they were being solved as well.
//!
//! Cost: that of a sweep through the group ([`SweptGroup`]): four bytes are written and read for each move, and each cell
//! is looked at once, apart from stretches of cells in which nothing is due.

use super::cell::Cell;
use super::checkpoint::Cursor;
use super::game::{Arrival, Forbidden, Game, Group, LayerShape, MoveList, Place};
use super::layers_below::LayersBelow;
use super::run::Sweeps;
use super::swept::{BATCH, STRETCH_CELLS, Source, SweptGroup, SweptLayer, Visit};
use super::table::{self, BLOCK};
use super::value::{MoveIndex, Value};
use crate::table::{Monitor, SolverProgress, TableError};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The bit of a parcel that says whether the move wins, after the five bits of its number.
const WINS: u32 = 5;
/// The number of cells that are looked at together.
const GLANCE: usize = 16;

/// A group that is being solved.
pub(super) struct Sweeper<'a, G> {
    game: &'a G,
    group: &'a Group,
    below: &'a LayersBelow,
    pub(super) swept: SweptGroup<'a>,
}

impl<'a, G: Game> Sweeper<'a, G> {
    pub(super) fn new(
        game: &'a G,
        group: &'a Group,
        shapes: &[&'a LayerShape],
        below: &'a LayersBelow,
        cells: Vec<&'a mut [u32]>,
    ) -> Self {
        let beside = below.layers.iter().map(|(_, table, _)| table.blocks());
        Self { game, group, below, swept: SweptGroup::new(group, shapes, cells, beside) }
    }

    /// Counts the moves of every position, and records those that end the game.
    fn open(&mut self, monitor: &mut Monitor<'_>) -> Result<(), TableError> {
        let (game, mut done) = (self.game, 0);
        for layer in &mut self.swept.layers {
            for (part, cells) in layer.cells.chunks_mut(STRETCH_CELLS).enumerate() {
                monitor.proceed()?;
                let first = (part * STRETCH_CELLS) as u32;
                let refused = AtomicU32::new(u32::MAX);
                cells.par_iter_mut().enumerate().with_min_len(BLOCK as usize).for_each(|(place, cell)| {
                    let at = Place { layer: layer.number, rank: first + place as u32 };
                    let opening = game.opening(at);
                    if is_solvable(opening) {
                        *cell = Cell::opening(opening).bits();
                    } else {
                        refused.fetch_min(at.rank, Ordering::Relaxed);
                    }
                });
                let rank = refused.into_inner();
                if rank != u32::MAX {
                    return Err(refusal(game, layer.number, layer.shape, rank));
                }
                done += cells.len() as u64;
            }
        }
        monitor.report(SolverProgress::Begun(&format!("{}: {done} positions", self.group.name)));
        Ok(())
    }

    /// Delivers everything that waits.
    fn deliver(&mut self, plies: u8) {
        self.swept.deliver(|visit| teach(visit, plies));
    }

    /// Whether a value of this number of plies may have been learnt.
    fn is_due(&self, plies: u8) -> bool {
        self.swept.is_marked(plies)
    }
}

impl<'a, G: Game> Sweeps<'a> for Sweeper<'a, G> {
    type Cursor = Cursor;

    fn swept(&mut self) -> &mut SweptGroup<'a> {
        &mut self.swept
    }

    fn step(cursor: &Cursor) -> (u8, u64) {
        (cursor.plies, cursor.stretch)
    }

    fn begin(&mut self, monitor: &mut Monitor<'_>) -> Result<Cursor, TableError> {
        self.open(monitor)?;
        Ok(Cursor { plies: 2, stretch: 0, learnt: false })
    }

    fn expect_everything(&self, cursor: &Cursor) {
        self.swept.mark_all(cursor.plies - 1);
        if cursor.learnt {
            self.swept.mark_all(cursor.plies);
        }
    }

    fn settle(&mut self, cursor: &Cursor, stretch: u64) -> Cursor {
        self.deliver(cursor.plies);
        Cursor { stretch, learnt: self.is_due(cursor.plies), ..*cursor }
    }

    /// Finds the moves to the values of a stretch that have one ply less. What they bring may wait to be delivered.
    fn sweep(&mut self, cursor: &Cursor, stretch: u64) -> Result<(), TableError> {
        let plies = cursor.plies;
        let (game, below, due) = (self.game, self.below, plies - 1);
        let find = |swept: &SweptGroup<'_>, source, block, batch: &mut Batch| {
            let finder = Finder { game, below, swept, due };
            match source {
                Source::Beside(place) => finder.sweep_below(place, block, batch)?,
                Source::Own(slot) => finder.sweep_own(&swept.layers[slot], block, batch),
            }
            finder.send(batch);
            Ok(())
        };
        self.swept.sweep(stretch, find, |visit| teach(visit, plies))
    }

    fn next(&mut self, cursor: Cursor) -> Result<(Cursor, bool), TableError> {
        let plies = cursor.plies;
        self.deliver(plies);
        let goes_on = self.is_due(plies) || self.below.most_plies >= plies;
        if goes_on && plies == Value::MOST_PLIES {
            return Err(TableError::TooLong(self.group.name.clone()));
        }
        Ok((Cursor { plies: plies.saturating_add(1), stretch: 0, learnt: false }, goes_on))
    }
}

/// Finds the moves to values of `due` plies.
struct Finder<'f, 'a, G> {
    game: &'f G,
    below: &'f LayersBelow,
    swept: &'f SweptGroup<'a>,
    due: u8,
}

impl<G: Game> Finder<'_, '_, G> {
    fn sweep_below(&self, place: usize, block: u64, batch: &mut Batch) -> Result<(), TableError> {
        let (layer, table, noted) = &self.below.layers[place];
        if !noted[block as usize].has(self.due) {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut batch.buffer);
        for (rank, entry) in (block as u32 * BLOCK..).zip(table.block(block, &mut buffer)?) {
            if entry.best.plies() == self.due {
                self.gather(Place { layer: *layer, rank }, Forbidden::Whatever, entry.best, batch);
            }
        }
        batch.buffer = buffer;
        Ok(())
    }

    fn sweep_own(&self, layer: &SweptLayer<'_>, block: u64, batch: &mut Batch) {
        for ranks in layer.marks.of(self.due, table::positions(layer.shape, block)) {
            let cells = &layer.cells[ranks.start as usize..ranks.end as usize];
            for (rank, cells) in ranks.step_by(GLANCE).zip(cells.chunks(GLANCE)) {
                if Cell::is_any_due(cells, self.due) {
                    self.sweep_cells(Place { layer: layer.number, rank }, cells, batch);
                }
            }
        }
    }

    /// The same for some cells, the first of which belongs to the position `first`.
    fn sweep_cells(&self, first: Place, cells: &[u32], batch: &mut Batch) {
        for (rank, &bits) in (first.rank..).zip(cells) {
            let cell = Cell::of_bits(bits);
            if !cell.is_due(self.due) {
                continue;
            }
            let to = Place { rank, ..first };
            let (best, second) = (cell.best(), cell.second());
            if best == second {
                self.gather(to, Forbidden::Whatever, best, batch);
                continue;
            }
            if best.plies() == self.due {
                self.gather(to, Forbidden::AllBut(cell.only()), best, batch);
            }
            if second.plies() == self.due {
                self.gather(to, Forbidden::Just(cell.only()), second, batch);
            }
        }
    }

    /// Finds the moves that lead to a state with this value, and sends them when there are enough.
    #[inline]
    fn gather(&self, to: Place, forbidden: Forbidden, value: Value, batch: &mut Batch) {
        let moves = if value.is_win() { &mut batch.lost } else { &mut batch.won };
        self.game.arrivals(to, forbidden, self.swept.members, moves);
        if moves.len() >= BATCH {
            self.send(batch);
        }
    }

    /// Sends what moves bring on its way: for each, its number and whether it wins.
    fn send(&self, batch: &mut Batch) {
        for (moves, wins) in [(&mut batch.won, 1 << WINS), (&mut batch.lost, 0)] {
            let contents = |by: MoveIndex| u32::from(by.get() & 31) | wins;
            self.swept.send(moves.drain(..).map(|arrival| (arrival.from, contents(arrival.by))));
        }
    }
}

/// Delivers the parcels of a visit.
fn teach(visit: &mut Visit<'_>, plies: u8) {
    let (win, loss) = (Value::win(plies), Value::loss(plies));
    for parcel in visit.parcels {
        let (offset, contents) = (parcel.offset(), parcel.contents());
        let (by, wins) = (MoveIndex::of_bits(contents), contents >> WINS & 1 == 1);
        let before = Cell::of_bits(visit.cells[offset]);
        let after = before.learn(by, if wins { win } else { loss });
        visit.cells[offset] = after.bits();
        if before.best() != after.best() || before.second() != after.second() {
            visit.mark(plies, offset);
        }
    }
}

/// Why a position cannot be solved.
#[cold]
fn refusal(game: &impl Game, layer: u8, shape: &LayerShape, rank: u32) -> TableError {
    let legal = game.opening(Place { layer, rank }).legal;
    let layer = shape.name.clone();
    if legal.has_too_many() {
        TableError::TooManyMoves { layer, rank }
    } else if legal.count() < 2 {
        TableError::TooFewMoves { layer, rank }
    } else {
        TableError::StrayMove { layer, rank }
    }
}

/// Whether an entry holds what these moves may come to.
#[inline]
fn is_solvable(MoveList { legal, won, lost }: MoveList) -> bool {
    legal.count() >= 2 && !legal.has_too_many() && won.is_within(legal) && lost.is_within(legal)
}

/// Moves whose value is known but not sent.
#[derive(Debug, Default)]
struct Batch {
    won: Vec<Arrival>,
    lost: Vec<Arrival>,
    buffer: Vec<u8>,
}
