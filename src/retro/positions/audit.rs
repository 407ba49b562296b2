//! Derives every value of the tables again, from the values after its moves.
//!
//! Idea: one pass over all numbers, by moves forwards only. It proves that wins and losses are right: because values
//! count plies, the equations have one solution (by the induction of [`crate::engine::audit()`]). Scores also have one
//! solution if positions do not repeat. That positions do not repeat was found when the tables were built. The audit
//! does not show it again.
//!
//! What it does not prove: that the moves and the numbers are those of the game. The naive game and the tests check
//! this.
//!
//! Cost: each move of each position is made once, and two bytes for each number of a layer and of the layers that its
//! moves lead to. If these do not fit in memory, they are read from the tables, and moves are sorted as for
//! [`disk`](super::disk).

use super::direct;
use super::disk::{Answers, Derived, Extent, Lookup};
use super::error::RetroError;
use super::field::Field;
use super::game::{Game, Place};
use super::groups::Group;
use super::numbered::{Found, Solving};
use super::resident::Resident;
use super::solver::Solver;
use super::store::Store;
use super::value::{Kind, NOTHING, OPEN, Value, score};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::ops::Range;

/// The number of disagreements that are listed.
const MOST_NAMED: usize = 10;
/// The number of chunks between two checks for a request to stop.
const BATCH: usize = 256;

/// A number whose value differs from the value that its moves give.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The number of positions whose values were derived again.
    pub positions: u64,
    /// The number of positions that disagree.
    pub wrong: u64,
    /// The first disagreements.
    pub first: Vec<Disagreement>,
    /// The number of layers that were checked.
    pub layers: usize,
    /// Whether a request to stop ended the audit.
    pub is_stopped: bool,
}

impl Audit {
    pub(super) fn joined(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.wrong += other.wrong;
        self.first.extend(other.first);
        self.first.truncate(MOST_NAMED);
        self.layers += other.layers;
        self.is_stopped |= other.is_stopped;
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
                code.map_or("nothing that a table holds".to_owned(), |code| shown(field.kind, code))
            };
            let (at, position, found) = (field.place(index), field.show(index), written(Some(found)));
            self.first.push(Disagreement { at, position, found, derived: written(derived) });
        }
    }
}

impl<G: Game> Solver<'_, G> {
    /// Derives the values of all layers again.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged, or if a move leads to a position without a value.
    pub fn audit(
        &self,
        store: &Store,
        stop: &Stop,
        watch: &mut dyn FnMut(&str, u64),
    ) -> Result<Audit, RetroError> {
        self.solving().audit(store, stop, watch)
    }
}

impl Solving<'_> {
    fn audit(
        &self,
        store: &Store,
        stop: &Stop,
        watch: &mut dyn FnMut(&str, u64),
    ) -> Result<Audit, RetroError> {
        let shapes = self.game.layers();
        let mut resident = Resident::new(self.settings.kind, shapes.len());
        let mut audit = Audit::default();
        for (layer, shape) in (0u32..).zip(shapes) {
            let mut needed = self.game.leads_to(layer).to_vec();
            needed.push(layer);
            needed.sort_unstable();
            needed.dedup();
            watch(&shape.name, shape.size);
            // The layer is treated as a group of its own, so all its moves are looked up in tables.
            let group = Group {
                layers: vec![layer],
                below: needed.clone(),
                name: shape.name.clone(),
                size: shape.size,
            };
            if let Some(chunks) = self.direct()
                && u128::from(shape.size) <= u128::from(self.settings.memory)
                && let Some(codes) = store.table(shape, self.settings.kind)?.narrow()?
            {
                audit = direct::audit(self.game, chunks, &group, &codes, stop)?;
                audit.layers = usize::from(!audit.is_stopped);
                return Ok(audit);
            }
            if self.settings.extent.is_some() || self.memory_below(&group) > u128::from(self.settings.memory)
            {
                resident.keep(&[]);
                audit = audit.joined(self.audit_on_disk(&group, &resident, store, stop)?);
                if audit.is_stopped {
                    return Ok(audit);
                }
                audit.layers += 1;
                continue;
            }
            resident.keep(&needed);
            store.load(shapes, &needed, &mut resident)?;
            let field = Field::new(self.game, &group, &resident);
            let of = |chunk: &Range<u64>| derive(&field, &resident, chunk.clone());
            for batch in field.chunks().chunks(BATCH) {
                if stop.is_requested() {
                    audit.is_stopped = true;
                    return Ok(audit);
                }
                let found = batch.par_iter().map(of).collect::<Result<Vec<Audit>, RetroError>>()?;
                audit = found.into_iter().fold(audit, Audit::joined);
            }
            audit.layers += 1;
        }
        Ok(audit)
    }

    /// The same for a layer whose tables do not fit in memory.
    fn audit_on_disk(
        &self,
        group: &Group,
        nothing: &Resident,
        store: &Store,
        stop: &Stop,
    ) -> Result<Audit, RetroError> {
        let extent = self.settings.extent.unwrap_or_else(|| Extent::of(self.settings.memory));
        let field = Field::on_disk(self.game, group, nothing)?;
        let mut lookup = Lookup::of_tables(&field, store);
        let mut audit = Audit::default();
        let mut first = 0;
        while first < group.size {
            if stop.is_requested() {
                return Ok(Audit { is_stopped: true, ..audit });
            }
            let window = first..group.size.min(first.saturating_add(extent.window));
            let mut answers = Answers::new(&field, window.clone(), extent.requests);
            answers.ask(&|_| true, false, &mut lookup)?;
            for (place, index) in window.clone().enumerate() {
                let found = lookup.code(index)?;
                audit.compare(&field, index, found, code(field.kind, answers.derived(place)));
            }
            first = window.end;
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
            let plies = u16::try_from(due).ok().filter(|&plies| plies <= Value::MOST_PLIES)?;
            Some(if is_win { Value::Win(plies) } else { Value::Loss(plies) }.code())
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
            Found::Nothing => Some(NOTHING),
            Found::Over(code) => Some(code),
            Found::Moves => {
                for &to in &scratch.inner {
                    scratch.known.push(tables.code(field.place(to)));
                }
                if scratch.known.contains(&NOTHING) { None } else { best(field.kind, &scratch.known) }
            }
        };
        audit.compare(field, index, found, derived);
    }
    Ok(audit)
}

/// The best of the moves to positions with these codes. `None` if a table cannot hold it.
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
fn shown(kind: Kind, code: u16) -> String {
    match (kind, Value::of_code(code)) {
        (_, None) => "no position".to_owned(),
        (Kind::Plies, Some(value)) => value.to_string(),
        (Kind::Score, Some(_)) => format!("score {}", score::of_code(code)),
    }
}
