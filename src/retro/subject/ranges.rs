//! Audits, censuses and puzzles by ranges of numbers: for tables that several machines go through together.
//!
//! Numbers go through the layers one after the other. What is found in ranges that follow each other is put together by
//! [`Joined`], and is then what one run over all numbers finds.

use super::opened::OfKinds;
use super::{Counted, Puzzles, Subject};
use crate::positions::{Audit, AuditedLayer, CompleteTables, Game, Kind, RetroError};
use certamen_work::stop::Stop;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables that are open, by ranges of their numbers.
pub trait InRanges: Send + Sync {
    /// The number of numbers in all layers.
    fn size(&self) -> u64;

    /// The number of layers.
    fn layers(&self) -> usize;

    /// What tells these tables from others: see [`Store::tables`](crate::positions::Store::tables).
    ///
    /// # Errors
    /// [`RetroError`] if they cannot be read.
    fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError>;

    /// The bytes of memory that an audit takes at most.
    fn memory(&self) -> u64;

    /// Derives the values of some numbers anew. `None` after a request to stop.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn audit(&self, numbers: Range<u64>, stop: &Stop) -> Result<Option<Vec<(Kind, Audit)>>, RetroError>;

    /// Counts some numbers by their values. `None` after a request to stop.
    ///
    /// # Errors
    /// [`RetroError`] if a table is damaged.
    fn stats(&self, numbers: Range<u64>, stop: &Stop) -> Result<Option<Vec<Counted>>, RetroError>;

    /// The puzzles among some numbers: see [`AnyRetro::puzzles`](super::AnyRetro::puzzles).
    ///
    /// # Errors
    /// [`RetroError`] if the game has no puzzles, or if a table is damaged.
    fn puzzles(
        &self,
        numbers: Range<u64>,
        plies: Option<u16>,
        limit: usize,
        stop: &Stop,
    ) -> Result<Puzzles, RetroError>;
}

/// What was found in ranges that follow each other.
#[expect(missing_debug_implementations, reason = "a name for functions")]
pub struct Joined;

impl Joined {
    /// Audits, of tables with this number of layers.
    pub fn audits(parts: Vec<Vec<(Kind, Audit)>>, layers: usize) -> Vec<(Kind, Audit)> {
        let mut all: Vec<(Kind, Audit)> = Vec::new();
        for (kind, audit) in parts.into_iter().flatten() {
            match all.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, known)) => *known = std::mem::take(known).joined(audit),
                None => all.push((kind, audit)),
            }
        }
        for (_, audit) in &mut all {
            audit.layers = layers;
        }
        all
    }

    /// Censuses.
    pub fn stats(parts: Vec<Vec<Counted>>) -> Vec<Counted> {
        let mut all: Vec<Counted> = Vec::new();
        for Counted { kind, layers } in parts.into_iter().flatten() {
            let at = all.iter().position(|known| known.kind == kind).unwrap_or_else(|| {
                all.push(Counted { kind, layers: Vec::new() });
                all.len() - 1
            });
            for (name, census) in layers {
                match all[at].layers.last_mut().filter(|(known, _)| *known == name) {
                    Some((_, known)) => *known = std::mem::take(known).joined(&census),
                    None => all[at].layers.push((name, census)),
                }
            }
        }
        all
    }

    /// Puzzles, of which the first `limit` are listed.
    pub fn puzzles(parts: Vec<Puzzles>, limit: usize) -> Puzzles {
        let mut all = Puzzles::default();
        for part in parts {
            all.count += part.count;
            all.positions.extend(part.positions);
        }
        all.positions.truncate(limit);
        all
    }
}

/// Tables with what the last audit of a range had in memory, which the next one probably needs.
pub(super) struct OfRanges<H: Deref<Target: Subject>> {
    tables: OfKinds<H>,
    complete: Vec<CompleteTables>,
    loaded: Mutex<Vec<(Kind, Arc<AuditedLayer>)>>,
}

impl<S: Subject, H: Deref<Target = S>> OfRanges<H> {
    pub(super) fn open(subject: H, directory: &Path) -> Result<Self, RetroError> {
        let tables = OfKinds::open(subject, directory)?;
        let complete = tables.reading.complete()?;
        Ok(Self { tables, complete, loaded: Mutex::default() })
    }

    /// The tables for an audit of a layer. Threads that need the same ones share them.
    fn loaded(&self, tables: &CompleteTables, layer: u32) -> Result<Arc<AuditedLayer>, RetroError> {
        let kind = tables.kind();
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) =
            loaded.iter().find(|(known, audited)| *known == kind && audited.layer() == layer)
        {
            return Ok(found.clone());
        }
        let of_kind = loaded.iter().position(|(known, _)| *known == kind);
        let earlier = of_kind.and_then(|at| Arc::into_inner(loaded.swap_remove(at).1));
        let solver = self.tables.reading.solver(kind);
        let audited = Arc::new(solver.audited_layer(layer, tables, earlier)?);
        loaded.push((kind, audited.clone()));
        Ok(audited)
    }
}

impl<S: Subject, H: Deref<Target = S> + Send + Sync> InRanges for OfRanges<H>
where
    S::Game: Sync,
{
    fn size(&self) -> u64 {
        self.tables.reading.size()
    }

    fn layers(&self) -> usize {
        self.tables.reading.game.layers().len()
    }

    fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError> {
        self.tables.reading.store.tables()
    }

    fn memory(&self) -> u64 {
        // Two bytes for each number of a layer and of those that its moves lead to.
        let game = &self.tables.reading.game;
        let size = |layer: u32| game.layers().get(layer as usize).map_or(0, |shape| shape.size);
        let of = |layer: u32| size(layer) + game.leads_to(layer).iter().map(|&to| size(to)).sum::<u64>();
        2 * (0..game.layers().len() as u32).map(of).max().unwrap_or(0)
    }

    fn audit(&self, numbers: Range<u64>, stop: &Stop) -> Result<Option<Vec<(Kind, Audit)>>, RetroError> {
        let reading = &self.tables.reading;
        let mut audits = Vec::new();
        for tables in &self.complete {
            let mut all = Audit::default();
            for (layer, ranks) in reading.ranks(numbers.clone()) {
                let audited = self.loaded(tables, layer)?;
                let solver = reading.solver(tables.kind());
                all = all.joined(solver.audit_ranks(&audited, ranks, tables, stop)?);
                if all.is_stopped {
                    return Ok(None);
                }
            }
            audits.push((tables.kind(), all));
        }
        Ok(Some(audits))
    }

    fn stats(&self, numbers: Range<u64>, stop: &Stop) -> Result<Option<Vec<Counted>>, RetroError> {
        let reading = &self.tables.reading;
        let mut all = Vec::new();
        for tables in &self.complete {
            let mut layers = Vec::new();
            for (layer, ranks) in reading.ranks(numbers.clone()) {
                if stop.is_requested() {
                    return Ok(None);
                }
                let name = &reading.game.layers()[layer as usize].name;
                let census = reading.solver(tables.kind()).census_of(layer, ranks, tables)?;
                layers.push((name.clone(), census));
            }
            all.push(Counted { kind: tables.kind(), layers });
        }
        Ok(Some(all))
    }

    fn puzzles(
        &self,
        numbers: Range<u64>,
        plies: Option<u16>,
        limit: usize,
        stop: &Stop,
    ) -> Result<Puzzles, RetroError> {
        let reading = &self.tables.reading;
        let tables = reading.store.complete(&reading.game, Kind::Plies)?;
        self.tables.puzzles_of(&tables, numbers, plies, limit, stop)
    }
}
