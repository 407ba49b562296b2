//! The tables by ranges of blocks, for many machines: audit, census and puzzles of all layers.
//!
//! Where the parts are put together, each puzzle is looked up again in the tables, so a part that claims one too many is
//! found. One that leaves a puzzle out, or counts wrongly, is found by computing it again.

use super::audited::{LayerAudit, answer};
use super::puzzles::require_puzzles;
use super::{OstleRetro, own};
use crate::solve::{Census, OstleGame, Puzzle};
use certamen_retro::positions::RetroError;
use certamen_retro::states::{Entry, Game, OpenTables, Resident, ResidentLayers, Store, Tables};
use certamen_retro::states::{audit, table};
use certamen_retro::subject::{FoundParts, RangeRequest, RangeVerb, RangedTables, in_layers};
use certamen_work::answer::Answer;
use certamen_work::stop::{Interrupted, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The blocks of a task: for some milliseconds a block, a minute's.
const USUAL: u64 = 1 << 13;

impl OstleRetro {
    /// The blocks of all layers, one layer after the other.
    pub(super) fn blocks<const SIDE: usize>(
        self,
        directory: &Path,
    ) -> Result<Box<dyn RangedTables>, RetroError> {
        let game = self.solved::<SIDE>(directory, &OstleGame::<SIDE>::layer_names(self.variant))?;
        let store = Store::open(directory, &game)?;
        let open = Arc::new(OpenTables::new(&game, store.clone()));
        let tables = Tables::kept(&game, open.clone()).complete(None)?;
        let layers = tables.layers().iter().map(|&layer| (layer, audit::blocks(&game, layer))).collect();
        Ok(Box::new(Blocks { ostle: self, game, store, open, layers, loaded: Mutex::default() }))
    }
}

struct Blocks<const SIDE: usize> {
    ostle: OstleRetro,
    game: OstleGame<SIDE>,
    store: Store,
    open: Arc<OpenTables>,
    /// The layers, each with the number of its blocks.
    layers: Vec<(u8, u64)>,
    /// What the audit of a layer has in memory; the next range probably needs it again.
    loaded: Mutex<Option<(u8, Arc<ResidentLayers>)>>,
}

impl<const SIDE: usize> Blocks<SIDE> {
    fn tables(&self) -> Tables<'_, OstleGame<SIDE>> {
        Tables::kept(&self.game, self.open.clone())
    }

    /// The layer with what its moves lead to.
    fn resident(&self, layer: u8, stop: &Stop) -> Result<Resident<'_, OstleGame<SIDE>>, RetroError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = loaded.as_ref().filter(|(known, _)| *known == layer) {
            return Ok(Resident::kept(&self.game, found.clone()));
        }
        *loaded = None;
        let resident = Resident::load(&self.tables(), &audit::needed(&self.game, layer), stop)?;
        let layers = resident.layers();
        *loaded = Some((layer, layers.clone()));
        Ok(Resident::kept(&self.game, layers))
    }

    /// The blocks of a range, layer by layer.
    fn within(&self, range: &Range<u64>) -> Vec<(u8, Range<u64>)> {
        in_layers(self.layers.iter().copied(), range)
    }

    fn audit(&self, range: &Range<u64>, stop: &Stop) -> Result<Vec<LayerAudit>, RetroError> {
        let mut found = Vec::new();
        for (layer, blocks) in self.within(range) {
            let resident = self.resident(layer, stop)?;
            let audited = audit::audit_blocks(&resident, layer, blocks, stop, &mut |_| ());
            if audited.next.is_some() {
                return Err(Interrupted.into());
            }
            found.push(LayerAudit::of(&self.game, layer, &audited));
        }
        Ok(found)
    }

    fn census(&self, range: &Range<u64>, stop: &Stop) -> Result<Census, RetroError> {
        let (tables, mut all) = (self.tables().complete(None)?, Census::default());
        for (layer, blocks) in self.within(range) {
            all = all.joined(&OstleGame::census(&tables, layer, blocks, stop, &mut |_| ())?);
        }
        Ok(all)
    }

    /// The places of the puzzles, by layer and rank.
    fn puzzles(&self, range: &Range<u64>, stop: &Stop) -> Result<Vec<(u8, u32)>, RetroError> {
        require_puzzles(&self.game)?;
        let (with_puzzles, mut found) = (self.game.puzzle_layers(), Vec::new());
        for (layer, blocks) in self.within(range) {
            if !with_puzzles.contains(&layer) {
                continue;
            }
            let resident = self.resident(layer, stop)?;
            let shape = self.game.shape(layer);
            let ranks =
                table::positions(shape, blocks.start).start..table::positions(shape, blocks.end - 1).end;
            let puzzles = OstleGame::puzzles(&resident, layer, ranks, stop, &mut |_| ())?;
            found.extend(puzzles.iter().map(|puzzle| (puzzle.place.layer, puzzle.place.rank)));
        }
        Ok(found)
    }

    /// The puzzles at these places, each looked up again.
    fn looked_up(&self, places: &[(u8, u32)]) -> Result<Vec<Puzzle>, RetroError> {
        let (with_puzzles, mut puzzles) = (self.game.puzzle_layers(), Vec::new());
        if !places.is_sorted_by(|one, next| one < next) {
            return Err(RetroError::Part);
        }
        for &(layer, rank) in places {
            let size = self.game.layers().get(usize::from(layer)).map_or(0, |shape| shape.size);
            if !with_puzzles.contains(&layer) || rank >= size {
                return Err(RetroError::Part);
            }
            let never = Stop::new();
            let resident = self.resident(layer, &never)?;
            let mut found = OstleGame::puzzles(&resident, layer, rank..rank + 1, &never, &mut |_| ())?;
            puzzles.push(found.pop().ok_or(RetroError::Part)?);
        }
        Ok(puzzles)
    }
}

/// What a task found, as JSON.
fn as_part(found: impl Serialize) -> Result<Value, RetroError> {
    serde_json::to_value(found).map_err(own)
}

/// What a task found.
fn of_part<T: DeserializeOwned>(part: Value) -> Result<T, RetroError> {
    serde_json::from_value(part).map_err(|_| RetroError::Part)
}

impl<const SIDE: usize> RangedTables for Blocks<SIDE> {
    fn size(&self) -> u64 {
        self.layers.iter().map(|(_, blocks)| blocks).sum()
    }

    fn usual(&self) -> u64 {
        USUAL
    }

    fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError> {
        Ok(self.store.tables()?)
    }

    fn memory(&self, what: RangeVerb) -> u64 {
        if what == RangeVerb::Stats {
            return 0;
        }
        let size = |layer: u8| u64::from(self.game.shape(layer).size);
        let of =
            |&(layer, _): &(u8, u64)| audit::needed(&self.game, layer).into_iter().map(size).sum::<u64>();
        Entry::BYTES as u64 * self.layers.iter().map(of).max().unwrap_or(0)
    }

    fn part(&self, asked: RangeRequest, range: Range<u64>, stop: &Stop) -> Result<Value, RetroError> {
        match asked.what {
            RangeVerb::Audit => as_part(self.audit(&range, stop)?),
            RangeVerb::Stats => as_part(self.census(&range, stop)?),
            RangeVerb::Puzzles => as_part(self.puzzles(&range, stop)?),
        }
    }

    fn answer(&self, asked: RangeRequest, parts: FoundParts<'_>) -> Result<Answer, RetroError> {
        match asked.what {
            RangeVerb::Audit => {
                let mut layers: Vec<LayerAudit> = Vec::new();
                for part in parts {
                    for part in of_part::<Vec<LayerAudit>>(part)? {
                        match layers.pop_if(|last| last.layer == part.layer) {
                            Some(last) => layers.push(last.joined(part)),
                            None => layers.push(part),
                        }
                    }
                }
                Ok(answer(&self.game.subject(), &layers))
            }
            RangeVerb::Stats => {
                let mut all = Census::default();
                for part in parts {
                    all = all.joined(&of_part(part)?);
                }
                let names = self.game.layers().iter().map(|shape| shape.name.clone()).collect::<Vec<_>>();
                OstleRetro::counted(&self.game, &self.store, &all, &names)
            }
            RangeVerb::Puzzles => {
                let mut places: Vec<(u8, u32)> = Vec::new();
                for part in parts {
                    places.extend(of_part::<Vec<(u8, u32)>>(part)?);
                }
                let (tables, request) = (self.tables().complete(None)?, (asked.wanted, asked.limit));
                self.ostle.listed(&tables, self.looked_up(&places)?, request, None)
            }
        }
    }
}
