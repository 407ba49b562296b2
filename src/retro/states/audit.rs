//! Derives every value of a layer again from the values of its moves.
//!
//! Idea: one pass over the positions, by moves forwards only. The entry of a position (the best and the second best
//! value of its moves, and the only best move) is derived from the entries of the positions that its moves lead to, and
//! compared with the one in the table.
//!
//! What it proves: values count plies, so the equations have one solution. Let every entry agree with its moves, in
//! this layer and in all layers that its moves lead to, directly or not. A win in n then depends on a move that ends
//! the game (if n is 1) or on a loss in n - 1; a loss in n depends on moves that all win for the other player, in at
//! most n - 1 plies. By induction on n, each finite value of the table can be forced in its number of plies.
//! Conversely, by induction on the plies k of the true value: a state that is won or lost in k has that value in the
//! table, because the states that prove it have theirs. So a finite value is the true one, and no decided state is
//! called a draw. A table of all draws passes only if no move ends the game. (Values without plies would not suffice: a
//! cycle of wins that depend on each other agrees with its moves.)
//!
//! What it does not prove: that moves forwards, the numbers of positions and the forbidden moves are those of the game,
//! because the solver uses the same ones; they are tested against the naive game. It also says nothing about a layer
//! below that was not audited itself.
//!
//! Cost: one look at each move of each position, and three bytes of memory for each position of the layers involved.

use super::game::{Departure, Destination, Game, Place};
use super::resident::Resident;
use super::table;
use super::value::{Entry, MoveIndex, Value};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::ops::Range;

/// The number of blocks between two checks for a stop.
const STRETCH: u64 = 256;
/// The number of positions that are looked up together.
const BATCH: u32 = 64;
/// The number of disagreements of a layer that are listed.
const MOST_NAMED: usize = 10;

/// A position whose entry differs from the one derived from its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The position.
    pub at: Place,
    /// The entry of the table.
    pub found: Entry,
    /// The entry derived from its moves; `None` if one of them takes more plies than a value holds.
    pub derived: Option<Entry>,
}

/// The result of an audit of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The number of positions whose entries were derived.
    pub positions: u64,
    /// The number of their moves.
    pub moves: u64,
    /// The number of positions whose entries disagree.
    pub wrong: u64,
    /// The first of them.
    pub first: Vec<Disagreement>,
    /// The block from which to continue, if it was stopped.
    pub next: Option<u64>,
}

impl Audit {
    fn joined(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.moves += other.moves;
        self.wrong += other.wrong;
        self.first.extend(other.first);
        self.first.sort_unstable_by_key(|wrong| wrong.at);
        self.first.truncate(MOST_NAMED);
        self
    }
}

/// The layers that an audit of a layer needs in memory: those that its moves lead to, and itself.
pub fn needed(game: &impl Game, layer: u8) -> Vec<u8> {
    let group = game.groups().iter().find(|group| group.layers.contains(&layer));
    group.map_or_else(Vec::new, |group| group.layers.iter().chain(&group.below).copied().collect())
}

/// The number of blocks of a layer.
pub fn blocks(game: &impl Game, layer: u8) -> u64 {
    table::blocks(game.shape(layer))
}

/// Derives the entries of a layer again, starting at a block; the layers of [`needed`] must be in memory.
pub fn audit<G: Game>(
    tables: &Resident<'_, G>,
    layer: u8,
    from: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Audit {
    audit_blocks(tables, layer, from..blocks(tables.game, layer), stop, watch)
}

/// The same for some blocks.
pub fn audit_blocks<G: Game>(
    tables: &Resident<'_, G>,
    layer: u8,
    blocks: Range<u64>,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Audit {
    let shape = tables.game.shape(layer);
    let mut audit = Audit::default();
    for first in blocks.clone().step_by(STRETCH as usize) {
        if stop.is_requested() {
            audit.next = Some(first);
            return audit;
        }
        let last = (first + STRETCH).min(blocks.end);
        let block = |block| derive(tables, layer, table::positions(shape, block));
        audit = audit.joined((first..last).into_par_iter().map(block).reduce(Audit::default, Audit::joined));
        watch(last);
    }
    audit
}

/// Derives the entries of some positions.
fn derive<G: Game>(tables: &Resident<'_, G>, layer: u8, ranks: Range<u32>) -> Audit {
    let mut audit = Audit::default();
    let (mut moves, mut ends) = (Vec::new(), Vec::new());
    for first in ranks.clone().step_by(BATCH as usize) {
        let batch = first..(first + BATCH).min(ranks.end);
        moves.clear();
        ends.clear();
        for rank in batch.clone() {
            tables.game.departures(Place { layer, rank }, &mut moves);
            ends.push(moves.len());
        }
        read_ahead(tables, &moves);
        let mut begin = 0;
        for (rank, &end) in batch.zip(&ends) {
            let at = Place { layer, rank };
            let (found, derived) = (tables.entry(at), entry(tables, at, &moves[begin..end]));
            begin = end;
            if derived != Some(found) {
                audit.wrong += 1;
                audit.first.push(Disagreement { at, found, derived });
                audit.first.truncate(MOST_NAMED);
            }
        }
        audit.moves += moves.len() as u64;
    }
    audit.positions = u64::from(ranks.end - ranks.start);
    audit
}

/// Prefetches the entries of many positions at a time.
fn read_ahead<G: Game>(tables: &Resident<'_, G>, moves: &[Departure]) {
    let plies = moves.iter().map(|departure| match departure.to {
        Destination::Position { place, .. } => tables.entry(place).best.plies(),
        Destination::Won | Destination::Lost => 0,
    });
    std::hint::black_box(plies.fold(0, |all, plies| all ^ plies));
}

/// The entry derived from the moves of a position.
fn entry<G: Game>(tables: &Resident<'_, G>, at: Place, moves: &[Departure]) -> Option<Entry> {
    // Below every value.
    let worst = (i16::MIN, Value::DRAW);
    let (mut best, mut second, mut only) = (worst, worst, MoveIndex::NONE);
    for departure in moves {
        let value = tables.value(at, departure)?;
        let judged = (value.merit(), value);
        if judged.0 > best.0 {
            (second, best, only) = (best, judged, departure.by);
        } else if judged.0 > second.0 {
            second = judged;
        }
        if judged.0 == best.0 && departure.by != only {
            only = MoveIndex::NONE;
        }
    }
    Some(Entry { best: best.1, second: second.1, only })
}

#[cfg(test)]
mod tests {
    use super::super::tests::example::Example;
    use super::super::{Monitor, Store, Tables, solve};
    use super::*;
    use std::time::Duration;
    use tempfile::TempDir;

    /// Solves a small game and calls `look` with its tables.
    fn with_tables(look: impl Fn(&mut Resident<'_, Example>)) {
        let game = Example::new(3, [60, 40, 50, 70]);
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        for group in game.groups() {
            solve(&game, &store, group, Duration::from_secs(3600), &mut Monitor::silent(&Stop::new()))
                .unwrap();
        }
        let tables = Tables::open(&game, store).unwrap();
        let all: Vec<u8> = (0..game.layers().len() as u8).collect();
        let mut resident = Resident::load(&tables, &all, &Stop::new()).unwrap();
        look(&mut resident);
    }

    fn audit_all(resident: &Resident<'_, Example>) -> Audit {
        let layers = 0..resident.game.layers().len() as u8;
        let one = |layer| audit(resident, layer, 0, &Stop::new(), &mut |_| ());
        layers.map(one).fold(Audit::default(), Audit::joined)
    }

    #[test]
    fn solved_games_agree_with_their_moves() {
        with_tables(|resident| {
            let audit = audit_all(resident);
            let positions: u64 = resident.game.layers().iter().map(|layer| u64::from(layer.size)).sum();
            assert_eq!((audit.positions, audit.wrong, audit.next), (positions, 0, None));
        });
    }

    #[test]
    fn a_forged_entry_is_named() {
        with_tables(|resident| {
            let layer = 3;
            for rank in (0..resident.game.layers()[3].size).step_by(5) {
                let at = Place { layer, rank };
                let entry = resident.entry(at);
                let forged = [
                    Entry { best: Value::DRAW, second: Value::DRAW, only: MoveIndex::NONE },
                    Entry { best: Value::win(40), ..entry },
                    Entry { second: entry.best, only: MoveIndex::NONE, ..entry },
                ];
                for forged in forged.into_iter().filter(|&forged| forged != entry) {
                    resident.forge(at, forged);
                    let audit = audit(resident, layer, 0, &Stop::new(), &mut |_| ());
                    let named = audit.first.iter().find(|wrong| wrong.at == at);
                    // Other entries that depend on it may disagree as well, and be listed first.
                    assert!(named.is_some() || audit.wrong > MOST_NAMED as u64, "{at:?}");
                    if let Some(named) = named {
                        assert_eq!((named.found, named.derived != Some(forged)), (forged, true));
                    }
                }
                resident.forge(at, entry);
            }
            assert_eq!(audit_all(resident).wrong, 0);
        });
    }

    #[test]
    fn a_table_of_draws_is_refused() {
        with_tables(|resident| {
            let drawn = Entry { best: Value::DRAW, second: Value::DRAW, only: MoveIndex::NONE };
            for (layer, shape) in resident.game.layers().iter().enumerate() {
                (0..shape.size).for_each(|rank| resident.forge(Place { layer: layer as u8, rank }, drawn));
            }
            assert!(audit_all(resident).wrong > 0);
        });
    }

    #[test]
    fn an_audit_that_is_stopped_says_where() {
        with_tables(|resident| {
            let stop = Stop::new();
            stop.request();
            let audit = audit(resident, 3, 0, &stop, &mut |_| ());
            assert_eq!((audit.positions, audit.next), (0, Some(0)));
        });
    }
}
