//! Audits, censuses and puzzles by ranges of numbers: for tables that several machines go through together.
//!
//! Numbers go through the layers one after the other.

use super::opened::KindTables;
use super::{Puzzles, Subject, ValueCounts, Wanted, answer, audit, stats};
use crate::positions::{Audit, AuditedLayer, CompleteTables, Game, Kind, RetroError};
use certamen_work::answer::Answer;
use certamen_work::stop::{Interrupted, Stop};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What is done with each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RangeVerb {
    /// Its value is derived anew.
    Audit,
    /// It is counted by its value.
    Stats,
    /// Puzzles are listed.
    Puzzles,
}

/// What is done with each number, and which puzzles are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeRequest {
    /// What is done.
    pub what: RangeVerb,
    /// The puzzles that are wanted.
    pub wanted: Wanted,
    /// How many of them are listed.
    pub limit: usize,
}

/// What was found in ranges, in their order.
pub type FoundParts<'a> = &'a mut dyn Iterator<Item = Json>;

/// Tables that are open, by ranges of their numbers. What is found in ranges that follow each other is put together in
/// the answer, which is that of one run over all numbers.
pub trait RangedTables: Send + Sync {
    /// The number of numbers in all layers, or of parts that are not divided.
    fn size(&self) -> u64;

    /// How many of them a task has, for a minute's work.
    fn usual(&self) -> u64;

    /// What identifies these tables: see [`Store::tables`](crate::positions::Store::tables).
    ///
    /// # Errors
    /// [`RetroError`] if they cannot be read.
    fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError>;

    /// The bytes of memory that the work takes at most.
    fn memory(&self, what: RangeVerb) -> u64;

    /// What is found in a range.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged, or if the game has no puzzles.
    fn part(&self, asked: RangeRequest, range: Range<u64>, stop: &Stop) -> Result<Json, RetroError>;

    /// The answer, from what was found in all ranges in order. Of a part, only what the answer needs stays in memory.
    ///
    /// # Errors
    /// [`RetroError::Part`] if this is not what was asked.
    fn answer(&self, asked: RangeRequest, parts: FoundParts<'_>) -> Result<Answer, RetroError>;
}

/// What was found in a range.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RangePart {
    Audit(Vec<(Kind, Audit)>),
    Stats(Vec<ValueCounts>),
    Puzzles(Puzzles),
}

/// Adds the audits of the range that follows.
fn join_audits(all: &mut Vec<(Kind, Audit)>, part: Vec<(Kind, Audit)>) {
    for (kind, audit) in part {
        match all.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known = std::mem::take(known).joined(audit),
            None => all.push((kind, audit)),
        }
    }
}

/// Adds the censuses of the range that follows.
fn join_stats(all: &mut Vec<ValueCounts>, part: Vec<ValueCounts>) {
    for ValueCounts { kind, layers } in part {
        let at = all.iter().position(|known| known.kind == kind).unwrap_or_else(|| {
            all.push(ValueCounts { kind, layers: Vec::new() });
            all.len() - 1
        });
        for (name, census) in layers {
            match all[at].layers.last_mut().filter(|(known, _)| *known == name) {
                Some((_, known)) => *known = std::mem::take(known).joined(&census),
                None => all[at].layers.push((name, census)),
            }
        }
    }
}

/// Adds the puzzles of the range that follows; the first `limit` are listed.
fn join_puzzles(all: &mut Puzzles, part: Puzzles, limit: usize) {
    all.count = all.count.saturating_add(part.count);
    let free = limit.saturating_sub(all.positions.len());
    all.positions.extend(part.positions.into_iter().take(free));
}

/// Tables with what the last audit of a range had in memory, which the next one probably needs.
pub(super) struct RangeTables<H: Deref<Target: Subject>> {
    tables: KindTables<H>,
    complete: Vec<CompleteTables>,
    loaded: Mutex<Vec<(Kind, Arc<AuditedLayer>)>>,
}

impl<S: Subject, H: Deref<Target = S>> RangeTables<H> {
    pub(super) fn open(subject: H, directory: &Path) -> Result<Self, RetroError> {
        let tables = KindTables::open(subject, directory)?;
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

/// The number of numbers of a task: about a minute of work, if a move takes a microsecond and a position has some hundred.
const USUAL: u64 = 1 << 18;

impl<S: Subject, H: Deref<Target = S>> RangeTables<H> {
    fn audit(&self, numbers: &Range<u64>, stop: &Stop) -> Result<RangePart, RetroError> {
        let reading = &self.tables.reading;
        let mut audits = Vec::new();
        for tables in &self.complete {
            let mut all = Audit::default();
            for (layer, ranks) in reading.ranks(numbers) {
                let audited = self.loaded(tables, layer)?;
                let solver = reading.solver(tables.kind());
                all = all.joined(solver.audit_ranks(&audited, ranks, tables, stop)?);
            }
            audits.push((tables.kind(), all));
        }
        Ok(RangePart::Audit(audits))
    }

    fn stats(&self, numbers: &Range<u64>, stop: &Stop) -> Result<RangePart, RetroError> {
        let reading = &self.tables.reading;
        let mut all = Vec::new();
        for tables in &self.complete {
            let mut layers = Vec::new();
            for (layer, ranks) in reading.ranks(numbers) {
                stop.proceed()?;
                let name = &reading.game.layers()[layer as usize].name;
                let census = reading.solver(tables.kind()).census_of(layer, ranks, tables)?;
                layers.push((name.clone(), census));
            }
            all.push(ValueCounts { kind: tables.kind(), layers });
        }
        Ok(RangePart::Stats(all))
    }

    fn puzzles(
        &self,
        asked: RangeRequest,
        numbers: Range<u64>,
        stop: &Stop,
    ) -> Result<RangePart, RetroError> {
        let reading = &self.tables.reading;
        let tables = reading.store.complete(&reading.game, Kind::Plies)?;
        let found = self.tables.puzzles_of(&tables, numbers, asked.wanted, asked.limit, stop)?;
        if found.is_stopped { Err(Interrupted.into()) } else { Ok(RangePart::Puzzles(found)) }
    }
}

impl<S: Subject, H: Deref<Target = S> + Send + Sync> RangedTables for RangeTables<H>
where
    S::Game: Sync,
{
    fn size(&self) -> u64 {
        self.tables.reading.size()
    }

    fn usual(&self) -> u64 {
        USUAL
    }

    fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError> {
        self.tables.reading.store.tables()
    }

    fn memory(&self, what: RangeVerb) -> u64 {
        if what != RangeVerb::Audit {
            return 0;
        }
        // Two bytes for each number of a layer and of those that its moves lead to.
        let game = &self.tables.reading.game;
        let size = |layer: u32| game.layers().get(layer as usize).map_or(0, |shape| shape.size);
        let of = |layer: u32| size(layer) + game.leads_to(layer).iter().map(|&to| size(to)).sum::<u64>();
        2 * (0..game.layers().len() as u32).map(of).max().unwrap_or(0)
    }

    fn part(&self, asked: RangeRequest, range: Range<u64>, stop: &Stop) -> Result<Json, RetroError> {
        let found = match asked.what {
            RangeVerb::Audit => self.audit(&range, stop)?,
            RangeVerb::Stats => self.stats(&range, stop)?,
            RangeVerb::Puzzles => self.puzzles(asked, range, stop)?,
        };
        serde_json::to_value(found).map_err(|_| RetroError::Part)
    }

    fn answer(&self, asked: RangeRequest, parts: FoundParts<'_>) -> Result<Answer, RetroError> {
        let (mut audits, mut counted, mut listed) =
            (Vec::<(Kind, Audit)>::new(), Vec::new(), Puzzles::default());
        for part in parts {
            match (serde_json::from_value(part).map_err(|_| RetroError::Part)?, asked.what) {
                (RangePart::Audit(part), RangeVerb::Audit) => join_audits(&mut audits, part),
                (RangePart::Stats(part), RangeVerb::Stats) => join_stats(&mut counted, part),
                (RangePart::Puzzles(part), RangeVerb::Puzzles) => {
                    join_puzzles(&mut listed, part, asked.limit);
                }
                _ => return Err(RetroError::Part),
            }
        }
        let reading = &self.tables.reading;
        let subject = Subject::subject(&*reading.subject);
        let rule = reading.subject.value_rule();
        Ok(match asked.what {
            RangeVerb::Audit => {
                let layers = reading.game.layers().len();
                for (_, audit) in &mut audits {
                    audit.layers = layers;
                }
                audit::answer(&subject, &audits, &[])
            }
            RangeVerb::Stats => stats::answer(&subject, rule, counted),
            RangeVerb::Puzzles => {
                let about = reading.subject.condition().map_or("", |condition| condition.about);
                answer::puzzles(&subject, rule, about, &listed)
            }
        })
    }
}
