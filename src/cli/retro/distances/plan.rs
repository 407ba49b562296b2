//! `plan distances`: the search from a position, ply by ply, as a campaign.
//!
//! A stage is a ply, and a task has a chunk of the numbers of all layers. It takes those that moves of the stage before lead
//! to, and keeps the new ones; how many stages have something to do is not known before.

use super::super::campaign::{ChosenGame, TableDivision};
use super::super::chunks::{ChunkFlags, ChunkedGame, Chunks, HeadSums, window};
use super::work::{DistanceWork, name};
use certamen_ask::flag::Given;
use certamen_campaign::{CampaignDirectory, Stage, TaskDivision, Work, time};
use certamen_play::{Game, START};
use certamen_retro::positions::Kind;
use certamen_retro::subject::DividedGame;
use certamen_work::{Failure, Progress};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The numbers of a task by default.
const USUAL: u64 = 1 << 24;
/// The stages, so that distances up to 499 plies are found.
const STAGES: usize = 500;
/// In how many plies most positions are taken to be reached, for the estimate.
const PLIES: usize = 40;
/// The memory of a process beside its sets, in bytes.
const BESIDE: u64 = 64 << 20;

/// Divide `retro distances` into plies over chunks of numbers, for many machines.
///
/// The answer is that of `retro distances`. Layers are found before, as in `retro build`; there is no division for a game with
/// an engine of its own. Distances up to 499 plies are found.
#[derive(Args, Debug)]
pub(in super::super) struct PlanDistances {
    /// Begin at this position [default: START]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    tasks: ChunkFlags,
}

/// `plan distances`
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct DividedDistances {
    flags: Given,
    subject: String,
    position: Option<String>,
    memory: u64,
}

impl TableDivision for DividedDistances {
    const VERB: &'static str = "distances";
    const TASKS: u64 = 8;
    type Flags = PlanDistances;

    fn plan(
        PlanDistances { position, tasks }: PlanDistances,
        ChosenGame { flags, subject }: ChosenGame,
        game: &dyn DividedGame,
        _: &Progress,
    ) -> Result<(Self, TaskDivision), Failure> {
        let memory = tasks.memory;
        let solver = game.solver(Kind::Plies, memory);
        let position = position.filter(|text| text != START);
        game.place(position.as_deref())?;
        let costs = solver.costs()?;
        let chunks = tasks.chunks(solver.size()?, USUAL);
        window_of(chunks, memory)?;
        let seconds: f64 = costs.iter().map(|cost| cost.seconds).sum();
        let model = format!(
            "{} numbers, {} for all moves by samples; all were taken to be reached within {PLIES} plies",
            chunks.size,
            time(seconds)
        );
        let stages = stages(chunks, seconds / (PLIES * chunks.count) as f64, memory);
        let text =
            position.as_ref().map_or_else(|| subject.clone(), |from| format!("{subject}, from {from}"));
        let division = TaskDivision { text, model, stages, ..TaskDivision::default() };
        Ok((Self { flags, subject, position, memory }, division))
    }

    fn open(
        self,
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        _: &Arc<dyn Game>,
    ) -> Result<Box<dyn Work>, Failure> {
        let divided = ChunkedGame::open(place, game, self.memory, window_of)?;
        place.require_stages(&stages(divided.chunks, 0.0, 0), &self.subject)?;
        let start = divided.game.place(self.position.as_deref())?;
        Ok(Box::new(DistanceWork { divided, start, counts: HeadSums::default() }))
    }
}

/// The bytes of three sets of a chunk, which are in memory beside the numbers that moves lead to. An output has as many.
fn beside(chunks: Chunks) -> u64 {
    3 * chunks.bytes()
}

/// The window for a memory limit: beside three sets of a chunk, one of the numbers that moves lead to.
fn window_of(chunks: Chunks, memory: u64) -> Result<u64, Failure> {
    window(chunks.size, memory, beside(chunks), 1)
}

/// The stages. A task reads all outputs of the stage before.
fn stages(chunks: Chunks, seconds: f64, memory: u64) -> Vec<Stage> {
    let written = beside(chunks);
    let of = |plies: usize| {
        let is_unlikely = plies >= PLIES;
        let cost = if is_unlikely { 0.0 } else { seconds };
        let mut stage = Stage::new(&name(plies), chunks.count, cost, memory.saturating_add(BESIDE));
        stage.estimate.is_unlikely = is_unlikely;
        let stage = stage.moving(written.saturating_mul(chunks.count as u64), 0, written);
        if plies == 0 { stage } else { stage.after(&name(plies - 1)) }
    };
    (0..STAGES).map(of).collect()
}
