//! The tables by ranges of blocks: the audit of all layers, for many machines.

use super::audited::{LayerAudit, answer};
use super::{OstleRetro, own};
use crate::solve::OstleGame;
use certamen_retro::positions::RetroError;
use certamen_retro::states::audit;
use certamen_retro::states::{Entry, Game, OpenTables, Resident, ResidentLayers, Store, Tables};
use certamen_retro::subject::{RangeRequest, RangeVerb, RangedTables};
use certamen_work::answer::Answer;
use certamen_work::stop::Stop;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The blocks of a task: for some milliseconds a block, a minute's.
const USUAL: u64 = 1 << 13;

impl OstleRetro {
    /// The blocks of all layers, one layer after the other.
    pub(super) fn blocks<const SIDE: usize>(
        &self,
        directory: &Path,
    ) -> Result<Box<dyn RangedTables>, RetroError> {
        let game = self.solved::<SIDE>(directory, &OstleGame::<SIDE>::layer_names(self.variant))?;
        let store = Store::open(directory, &game)?;
        let open = Arc::new(OpenTables::new(&game, store.clone()));
        let tables = Tables::kept(&game, open.clone()).complete(None)?;
        let layers = tables.layers().iter().map(|&layer| (layer, audit::blocks(&game, layer))).collect();
        Ok(Box::new(Blocks { game, store, open, layers, loaded: Mutex::default() }))
    }
}

struct Blocks<const SIDE: usize> {
    game: OstleGame<SIDE>,
    store: Store,
    open: Arc<OpenTables>,
    /// The layers, each with the number of its blocks.
    layers: Vec<(u8, u64)>,
    /// What the audit of a layer has in memory; the next range probably needs it again.
    loaded: Mutex<Option<(u8, Arc<ResidentLayers>)>>,
}

impl<const SIDE: usize> Blocks<SIDE> {
    /// What the audit of a layer needs. `None` after a request to stop.
    fn loaded(&self, layer: u8, stop: &Stop) -> Result<Option<Arc<ResidentLayers>>, RetroError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = loaded.as_ref().filter(|(known, _)| *known == layer) {
            return Ok(Some(found.clone()));
        }
        *loaded = None;
        let tables = Tables::kept(&self.game, self.open.clone());
        let resident = Resident::load(&tables, &audit::needed(&self.game, layer), stop)?;
        let layers = resident.map(|resident| resident.layers());
        *loaded = layers.clone().map(|layers| (layer, layers));
        Ok(layers)
    }
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

    fn memory(&self, _: RangeVerb) -> u64 {
        let size = |layer: u8| u64::from(self.game.layers()[usize::from(layer)].size);
        let of =
            |&(layer, _): &(u8, u64)| audit::needed(&self.game, layer).into_iter().map(size).sum::<u64>();
        Entry::BYTES as u64 * self.layers.iter().map(of).max().unwrap_or(0)
    }

    fn part(&self, _: RangeRequest, range: Range<u64>, stop: &Stop) -> Result<Option<Value>, RetroError> {
        let (mut first, mut found) = (0, Vec::new());
        for &(layer, blocks) in &self.layers {
            let within = |number: u64| number.clamp(first, first + blocks) - first;
            let of_layer = within(range.start)..within(range.end);
            first += blocks;
            if of_layer.is_empty() {
                continue;
            }
            let Some(layers) = self.loaded(layer, stop)? else { return Ok(None) };
            let resident = Resident::kept(&self.game, layers);
            let audited = audit::audit_blocks(&resident, layer, of_layer, stop, &mut |_| ());
            if audited.next.is_some() {
                return Ok(None);
            }
            found.push(LayerAudit::of(&self.game, layer, &audited));
        }
        serde_json::to_value(found).map(Some).map_err(own)
    }

    fn answer(&self, _: RangeRequest, parts: Vec<Value>) -> Result<Answer, RetroError> {
        let mut layers: Vec<LayerAudit> = Vec::new();
        for part in parts {
            let part: Vec<LayerAudit> = serde_json::from_value(part).map_err(|_| RetroError::Part)?;
            for part in part {
                match layers.pop_if(|last| last.layer == part.layer) {
                    Some(last) => layers.push(last.joined(part)),
                    None => layers.push(part),
                }
            }
        }
        Ok(answer(&self.game.subject(), &layers))
    }
}
