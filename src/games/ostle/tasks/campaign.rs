//! `plan audit ostle`: the audit of all layers by ranges of blocks, for many machines.

use super::audited::{LayerAudit, answer};
use super::subject::{RuleName, Subject};
use crate::solve::OstleGame;
use crate::variant::{OstleVariant, on_side};
use certamen_ask::emission::sha256;
use certamen_campaign::{ByRanges, Campaign, Gathered, Ranged, by_ranges};
use certamen_retro::engine::audit;
use certamen_retro::engine::{Entry, Game, OpenTables, Resident, ResidentLayers, Store, Tables};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::Session;
use certamen_work::stop::Stop;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const GAME: &str = "ostle";
/// The blocks of a task: for some milliseconds a block, a minute's.
const USUAL: u64 = 1 << 13;
/// The memory of a process beside its tables, in bytes.
const BESIDE: u64 = 64 << 20;

/// The campaigns.
pub(crate) fn all() -> Vec<Arc<dyn Campaign>> {
    vec![by_ranges(Auditing)]
}

/// Divide `retro audit` into ranges of blocks, for many machines.
///
/// A task derives the values of some blocks of the layers anew. The answer is that of `retro audit`. Each process loads the
/// layer and those that its moves lead to.
#[derive(Args, Debug)]
struct PlanAudit {
    #[command(flatten)]
    subject: Subject,
}

struct Auditing;

/// The question of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    dir: PathBuf,
    variant: OstleVariant,
    rule: RuleName,
    /// The SHA-256 of what tells the tables from others.
    tables: String,
}

impl ByRanges for Auditing {
    type Question = Question;
    type Ranged = Blocks;

    fn verb(&self) -> &'static str {
        "audit"
    }

    fn subject(&self) -> &str {
        GAME
    }

    fn command(&self) -> Command {
        PlanAudit::augment_args(Command::new(GAME))
    }

    fn examples(&self) -> Vec<(String, String)> {
        let command = |flags: &str| (format!("plan audit {GAME} {flags}--out camp"), String::new());
        vec![command("--dir ostle --tasks 100 "), command("--board 4x4 --dir small ")]
    }

    fn question(&self, matches: &ArgMatches, _: &Session) -> Result<(String, Question), Failure> {
        let PlanAudit { subject } = PlanAudit::from_arg_matches(matches)?;
        let (variant, rule) = (OstleVariant::from(subject.variant()?), subject.rule);
        let blocks = Blocks::open(&subject.dir, variant, rule)?;
        // The tables of a plan are found from every directory.
        let dir = std::path::absolute(&subject.dir)?;
        let tables = blocks.0.tables()?;
        Ok((blocks.0.subject(), Question { dir, variant, rule, tables }))
    }

    fn open(&self, Question { dir, variant, rule, tables }: Question) -> Result<Blocks, Failure> {
        let blocks = Blocks::open(&dir, variant, rule)?;
        if blocks.0.tables()? != tables {
            return Err(format!("{}: these are not the tables that were planned with", dir.display()).into());
        }
        Ok(blocks)
    }
}

/// The blocks of all layers, one layer after the other.
struct Blocks(Box<dyn AnyBoard>);

impl Blocks {
    fn open(dir: &Path, variant: OstleVariant, rule: RuleName) -> Result<Self, Failure> {
        let side = variant.get().side();
        Ok(Self(on_side!(side, SIDE => Box::new(OnBoard::<SIDE>::open(dir, variant, rule)?))))
    }
}

impl Ranged for Blocks {
    type Part = Vec<LayerAudit>;

    fn numbers(&self) -> Range<u64> {
        0..self.0.layers().iter().map(|(_, blocks)| blocks).sum()
    }

    fn usual(&self) -> u64 {
        USUAL
    }

    fn memory(&self) -> u64 {
        BESIDE + self.0.memory()
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<Vec<LayerAudit>>, Failure> {
        let (mut first, mut found) = (0, Vec::new());
        for &(layer, blocks) in self.0.layers() {
            let within = |number: u64| number.clamp(first, first + blocks) - first;
            let of_layer = within(range.start)..within(range.end);
            first += blocks;
            if of_layer.is_empty() {
                continue;
            }
            match self.0.audit(layer, of_layer, &limits.stop)? {
                Some(audit) => found.push(audit),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    fn answer(&self, parts: Vec<(Range<u64>, Vec<LayerAudit>)>) -> Result<Gathered, Failure> {
        let mut layers: Vec<LayerAudit> = Vec::new();
        for part in parts.into_iter().flat_map(|(_, parts)| parts) {
            match layers.pop_if(|last| last.layer == part.layer) {
                Some(last) => layers.push(last.joined(part)),
                None => layers.push(part),
            }
        }
        let (text, object, outcome) = answer(&self.0.subject(), &layers);
        Ok(Gathered { text, object, outcome })
    }
}

/// The tables of a board, whatever its size.
trait AnyBoard: Send + Sync {
    fn subject(&self) -> String;

    /// The layers, each with the number of its blocks.
    fn layers(&self) -> &[(u8, u64)];

    /// The SHA-256 of what tells the tables from others.
    fn tables(&self) -> Result<String, Failure>;

    /// The bytes of the layers that an audit loads at most.
    fn memory(&self) -> u64;

    /// Audits some blocks. `None` after a request to stop.
    fn audit(&self, layer: u8, blocks: Range<u64>, stop: &Stop) -> Result<Option<LayerAudit>, Failure>;
}

struct OnBoard<const SIDE: usize> {
    game: OstleGame<SIDE>,
    store: Store,
    open: Arc<OpenTables>,
    layers: Vec<(u8, u64)>,
    /// What the audit of a layer has in memory; the next range probably needs it again.
    loaded: Mutex<Option<(u8, Arc<ResidentLayers>)>>,
}

impl<const SIDE: usize> OnBoard<SIDE> {
    fn open(dir: &Path, variant: OstleVariant, rule: RuleName) -> Result<Self, Failure> {
        let (variant, rule) = (variant.get(), rule.into());
        // Missing tables are an error before the positions are numbered, which takes seconds.
        let names = OstleGame::<SIDE>::layer_names(variant);
        Store::require(dir, &OstleGame::<SIDE>::subject_of(variant, rule), &names)?;
        let game = OstleGame::<SIDE>::new(variant, rule);
        let store = Store::open(dir, &game)?;
        let open = Arc::new(OpenTables::new(&game, store.clone()));
        let tables = Tables::kept(&game, open.clone()).complete(None)?;
        let layers = tables.layers().iter().map(|&layer| (layer, audit::blocks(&game, layer))).collect();
        Ok(Self { game, store, open, layers, loaded: Mutex::default() })
    }

    /// What the audit of a layer needs. `None` after a request to stop.
    fn loaded(&self, layer: u8, stop: &Stop) -> Result<Option<Arc<ResidentLayers>>, Failure> {
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

impl<const SIDE: usize> AnyBoard for OnBoard<SIDE> {
    fn subject(&self) -> String {
        self.game.subject()
    }

    fn layers(&self) -> &[(u8, u64)] {
        &self.layers
    }

    fn tables(&self) -> Result<String, Failure> {
        Ok(sha256(serde_json::to_string(&self.store.tables()?)?.as_bytes()))
    }

    fn memory(&self) -> u64 {
        let size = |layer: u8| u64::from(self.game.layers()[usize::from(layer)].size);
        let of =
            |&(layer, _): &(u8, u64)| audit::needed(&self.game, layer).into_iter().map(size).sum::<u64>();
        Entry::BYTES as u64 * self.layers.iter().map(of).max().unwrap_or(0)
    }

    fn audit(&self, layer: u8, blocks: Range<u64>, stop: &Stop) -> Result<Option<LayerAudit>, Failure> {
        let Some(layers) = self.loaded(layer, stop)? else { return Ok(None) };
        let resident = Resident::kept(&self.game, layers);
        let audited = audit::audit_blocks(&resident, layer, blocks, stop, &mut |_| ());
        Ok(audited.next.is_none().then(|| LayerAudit::of(&self.game, layer, &audited)))
    }
}
