//! Derives every value of the tables again, from the values after its moves.
//!
//! Idea: one pass over all numbers, by moves forwards only. It proves that wins and losses are right: because values
//! count plies, the equations have one solution (by the induction of [`crate::states::audit()`]). Scores also have one
//! solution if positions do not repeat. That is found when tables are built. The audit does not show
//! it again: [`Solver::require_order`] does.
//!
//! What it does not prove: that the moves and the numbers are those of the game. The naive game and the tests check
//! this.
//!
//! Cost: each move of each position is made once, and two bytes for each number of a layer and of the layers that its
//! moves lead to. If these do not fit in memory, they are read from the tables, and moves are sorted as for
//! [`disk`](super::disk).

use super::direct;
use super::disk::{Answers, Lookup, StoredTables};
use super::error::RetroError;
use super::game::{Game, Place};
use super::groups::Group;
use super::known_moves::Derived;
use super::numbered::{NumberContent, SolverContext};
use super::open_group::{Field, parts_of, pieces};
use super::resident::Resident;
use super::solver::Solver;
use super::store::{CompleteTables, Store};
use super::value::{Kind, NOTHING, OPEN, Value, score};
use crate::table::{Monitor, SolverProgress};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The number of disagreements that are listed.
const MOST_NAMED: usize = 10;
/// The number of chunks between two checks for a request to stop.
const BATCH: usize = 256;

/// A number whose value differs from the value that its moves give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The number.
    pub at: Place,
    /// The position, or a description of the number.
    pub position: String,
    /// The value in the table.
    pub found: String,
    /// The value that its moves give.
    pub derived: String,
}

/// The result of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audit {
    /// The number of positions whose values were derived again.
    pub positions: u64,
    /// The number of positions that disagree.
    pub wrong: u64,
    /// The first disagreements.
    pub first: Vec<Disagreement>,
    /// The number of layers that were checked.
    pub layers: usize,
}

impl Audit {
    /// The sum of two audits, of which the second is about later numbers.
    #[must_use]
    pub fn joined(mut self, other: Self) -> Self {
        self.positions = self.positions.saturating_add(other.positions);
        self.wrong = self.wrong.saturating_add(other.wrong);
        self.first.extend(other.first);
        self.first.truncate(MOST_NAMED);
        self.layers = self.layers.saturating_add(other.layers);
        self
    }

    /// Takes a number into account: the code in the table, and the code that its moves give.
    pub(super) fn compare(&mut self, field: &Field<'_>, index: u64, found: u16, derived: Option<u16>) {
        self.positions += u64::from(found != NOTHING);
        if derived == Some(found) {
            return;
        }
        self.wrong += 1;
        if self.first.len() < MOST_NAMED {
            let written = |code: Option<u16>| {
                code.map_or("nothing that a table holds".to_owned(), |code| shown(field, code))
            };
            let (at, position, found) = (field.place(index), field.show(index), written(Some(found)));
            self.first.push(Disagreement { at, position, found, derived: written(derived) });
        }
    }
}

/// A layer with the tables that its audit looks values up in.
#[derive(Debug)]
pub struct AuditedLayer {
    group: Group,
    tables: Tables,
}

/// Where the values are.
#[derive(Debug)]
enum Tables {
    /// In memory, a byte for each number, of a game that makes moves as numbers.
    Bytes(Vec<u8>),
    /// In memory, of this layer and of those that its moves lead to.
    Codes(Resident),
    /// In the files.
    Files,
}

impl AuditedLayer {
    /// The layer.
    pub fn layer(&self) -> u32 {
        self.group.layers.first().copied().unwrap_or_default()
    }
}

impl<G: Game> Solver<'_, G> {
    /// Derives the values of all layers again.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged, or if a move leads to a position without a value.
    pub fn audit(&self, tables: &CompleteTables, monitor: &mut Monitor<'_>) -> Result<Audit, RetroError> {
        self.solving().audit(tables, monitor)
    }

    /// Loads the tables that the audit of a layer needs. Tables of `earlier` that are needed again are kept.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    pub fn audited_layer(
        &self,
        layer: u32,
        tables: &CompleteTables,
        earlier: Option<AuditedLayer>,
    ) -> Result<AuditedLayer, RetroError> {
        self.solving().audited_layer(layer, &tables.store, earlier)
    }

    /// Derives the values of some numbers of a layer again.
    ///
    /// # Errors
    /// As [`Solver::audit`].
    pub fn audit_ranks(
        &self,
        audited: &AuditedLayer,
        ranks: Range<u64>,
        tables: &CompleteTables,
        stop: &Stop,
    ) -> Result<Audit, RetroError> {
        self.solving().audit_ranks(audited, ranks, &tables.store, stop)
    }
}

impl SolverContext<'_> {
    fn audit(&self, tables: &CompleteTables, monitor: &mut Monitor<'_>) -> Result<Audit, RetroError> {
        let (mut audit, mut audited) = (Audit::default(), None);
        for (layer, shape) in (0u32..).zip(self.game.layers()) {
            monitor.report(SolverProgress::Auditing { layer: &shape.name, size: shape.size });
            let loaded = self.audited_layer(layer, &tables.store, audited.take())?;
            audit = audit.joined(self.audit_ranks(&loaded, 0..shape.size, &tables.store, monitor.stop())?);
            audit.layers += 1;
            audited = Some(loaded);
        }
        Ok(audit)
    }

    fn audited_layer(
        &self,
        layer: u32,
        store: &Store,
        earlier: Option<AuditedLayer>,
    ) -> Result<AuditedLayer, RetroError> {
        let shapes = self.game.layers();
        let shape = &shapes[layer as usize];
        let mut needed = self.game.leads_to(layer).to_vec();
        needed.push(layer);
        needed.sort_unstable();
        needed.dedup();
        // The layer is treated as a group of its own, so all its moves are looked up in tables.
        let group =
            Group { layers: vec![layer], below: needed.clone(), name: shape.name.clone(), size: shape.size };
        if self.direct().is_some()
            && u128::from(shape.size) <= u128::from(self.settings.memory)
            && let Some(codes) = store.table(shape, self.settings.kind)?.narrow()?
        {
            return Ok(AuditedLayer { group, tables: Tables::Bytes(codes) });
        }
        if self.settings.extent.is_some() || self.memory_below(&group) > u128::from(self.settings.memory) {
            return Ok(AuditedLayer { group, tables: Tables::Files });
        }
        let mut resident = match earlier {
            Some(AuditedLayer { tables: Tables::Codes(resident), .. })
                if resident.kind() == self.settings.kind =>
            {
                resident
            }
            _ => Resident::new(self.settings.kind, shapes.len()),
        };
        resident.keep(&needed);
        store.load(shapes, &needed, &mut resident)?;
        Ok(AuditedLayer { group, tables: Tables::Codes(resident) })
    }

    fn audit_ranks(
        &self,
        AuditedLayer { group, tables }: &AuditedLayer,
        ranks: Range<u64>,
        store: &Store,
        stop: &Stop,
    ) -> Result<Audit, RetroError> {
        let resident = match (tables, self.direct()) {
            (Tables::Bytes(codes), Some(chunks)) => {
                return direct::audit(self.game, chunks, group, ranks, codes, stop);
            }
            (Tables::Codes(resident), _) => resident,
            _ => return self.audit_on_disk(group, ranks, store, stop),
        };
        let mut audit = Audit::default();
        let field = Field::new(self.game, group, resident);
        let of = |chunk: &Range<u64>| derive(&field, resident, chunk.clone());
        for batch in parts_of(ranks).chunks(BATCH) {
            stop.proceed()?;
            let found = batch.par_iter().map(of).collect::<Result<Vec<Audit>, RetroError>>()?;
            audit = found.into_iter().fold(audit, Audit::joined);
        }
        Ok(audit)
    }

    /// The same for a layer whose tables do not fit in memory.
    fn audit_on_disk(
        &self,
        group: &Group,
        ranks: Range<u64>,
        store: &Store,
        stop: &Stop,
    ) -> Result<Audit, RetroError> {
        let extent = self.settings.extent();
        let nothing = Resident::new(self.settings.kind, self.game.layers().len());
        let field = Field::on_disk(self.game, group, &nothing)?;
        let tables = StoredTables::new(store, self.game.layers(), self.settings.kind);
        let mut lookup = Lookup::of_source(&field, Box::new(tables));
        let mut audit = Audit::default();
        for window in pieces(ranks, extent.window) {
            stop.proceed()?;
            let mut answers = Answers::new(&field, window.clone(), extent.requests);
            answers.ask(&|_| true, false, &mut lookup)?;
            for (place, index) in window.enumerate() {
                let found = lookup.code(index)?;
                audit.compare(&field, index, found, code(field.kind, answers.derived(place)));
            }
        }
        Ok(audit)
    }
}

/// The code that a table should have for a number, given the codes after its moves. `None` if a table cannot hold it.
fn code(kind: Kind, derived: Derived) -> Option<u16> {
    match (derived, kind) {
        (Derived::Nothing, _) => Some(NOTHING),
        (Derived::Over(code), _) => Some(code),
        (Derived::Moves { score, .. }, Kind::Score) => score,
        (Derived::Moves { due: None, .. }, Kind::Plies) => Some(OPEN),
        (Derived::Moves { due: Some((due, is_win)), .. }, Kind::Plies) => {
            Value::decided(due, is_win).map(Value::code)
        }
    }
}

fn derive(field: &Field<'_>, tables: &Resident, chunk: Range<u64>) -> Result<Audit, RetroError> {
    let mut audit = Audit::default();
    let mut scratch = field.scratch();
    for index in chunk {
        let at = field.place(index);
        let found = tables.code(at);
        let derived = match field.expand(index, &mut scratch)? {
            NumberContent::Nothing => Some(NOTHING),
            NumberContent::Over(code) => Some(code),
            NumberContent::Moves => {
                for &to in &scratch.inner {
                    scratch.known.push(field.rule.turned(tables.code(field.place(to))));
                }
                if scratch.known.contains(&NOTHING) { None } else { best(field.kind, &scratch.known) }
            }
        };
        audit.compare(field, index, found, derived);
    }
    Ok(audit)
}

/// The best of the moves to positions with these codes, turned as the rule of values says. `None` if a table cannot hold it.
pub(super) fn best(kind: Kind, after: &[u16]) -> Option<u16> {
    match kind {
        Kind::Score if after.contains(&OPEN) => None,
        Kind::Score => after.iter().map(|&code| score::turned(code)).max(),
        Kind::Plies => {
            let values = after.iter().map(|&code| Value::of_code(code)?.before());
            let values = values.collect::<Option<Vec<Value>>>()?;
            values.into_iter().max_by_key(|value| value.merit()).map(Value::code)
        }
    }
}

/// A code as text.
fn shown(field: &Field<'_>, code: u16) -> String {
    match (field.kind, Value::of_code(code)) {
        (_, None) => "no position".to_owned(),
        (Kind::Plies, Some(value)) => field.rule.in_words(value),
        (Kind::Score, Some(_)) => format!("score {}", score::of_code(code)),
    }
}
