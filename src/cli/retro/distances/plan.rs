//! `plan distances`: the search from a position, ply by ply, as a campaign.
//!
//! A stage is a ply, and a task has a chunk of the numbers of all layers. It takes those that moves of the stage before lead
//! to, and keeps the new ones; how many stages have something to do is not known before.

use super::super::campaign::{ChosenGame, TableDivision};
use super::super::chunks::{Chunks, window};
use super::work::{DistanceWork, name};
use certamen_ask::flag::Given;
use certamen_campaign::{CampaignDirectory, Stage, TaskDivision, Work, time};
use certamen_play::{Game, START};
use certamen_retro::positions::{Kind, NumberSet};
use certamen_retro::subject::DividedGame;
use certamen_work::{Failure, Progress, amount};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The numbers of a task by default.
const USUAL: u64 = 1 << 24;
/// The greatest number of tasks of a stage: so that all stages together have less than a million.
const MOST_TASKS: u64 = 1900;
/// The stages, so that distances up to 499 plies are found.
const STAGES: usize = 500;
/// In how many plies most positions are taken to be reached, for the estimate.
const PLIES: usize = 40;
/// The memory of a task.
const MEMORY: u64 = 1 << 30;
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
    /// The number of tasks of a stage [default: by the number of numbers].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TASKS))]
    tasks: Option<u64>,
    /// The memory of a task, such as 2G. What does not fit is done in windows, and moves are made again for each.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
}

/// The question of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    flags: Given,
    subject: String,
    position: Option<String>,
    memory: u64,
}

/// `plan distances`
pub(in super::super) struct DividedDistances;

impl TableDivision for DividedDistances {
    const VERB: &'static str = "distances";
    const TASKS: u64 = 8;
    type Flags = PlanDistances;

    fn plan(
        PlanDistances { position, tasks, memory }: PlanDistances,
        ChosenGame { flags, subject }: ChosenGame,
        game: &dyn DividedGame,
        _: &Progress,
    ) -> Result<TaskDivision, Failure> {
        let solver = game.solver(Kind::Plies, memory);
        let position = position.filter(|text| text != START);
        game.place(position.as_deref())?;
        let costs = solver.costs()?;
        let size = solver.size()?;
        let tasks = tasks.unwrap_or_else(|| size.div_ceil(USUAL).clamp(1, MOST_TASKS)).clamp(1, size.max(1));
        let chunks = Chunks { size, count: tasks as usize };
        window(size, memory, beside(chunks), 1)?;
        let seconds: f64 = costs.iter().map(|cost| cost.seconds).sum();
        let model = format!(
            "{size} numbers, {} for all moves by samples; all were taken to be reached within {PLIES} plies",
            time(seconds)
        );
        let stages = stages(chunks, seconds / (PLIES * chunks.count) as f64, memory);
        let text =
            position.as_ref().map_or_else(|| subject.clone(), |from| format!("{subject}, from {from}"));
        let question = serde_json::to_value(Question { flags, subject, position, memory })?;
        Ok(TaskDivision { text, question, model, stages, ..TaskDivision::default() })
    }

    fn open(
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        _: &Arc<dyn Game>,
    ) -> Result<Option<Box<dyn Work>>, Failure> {
        let Question { position, memory, .. } = serde_json::from_value(place.plan().question.clone())?;
        let size = game.solver(Kind::Plies, memory).size()?;
        let found = &place.plan().stages;
        let chunks = Chunks { size, count: found.first().map_or(0, Stage::count) };
        let of = |stage: &Stage| (stage.name.clone(), stage.count(), stage.after.clone());
        let is_right = (1..=size.clamp(1, MOST_TASKS)).contains(&(chunks.count as u64))
            && found.iter().map(of).eq(stages(chunks, 0.0, 0).iter().map(of));
        if !is_right {
            return Ok(None);
        }
        let start = game.place(position.as_deref())?;
        let window = window(size, memory, beside(chunks), 1)?;
        Ok(Some(Box::new(DistanceWork::new(game, start, memory, chunks, window))))
    }
}

/// The bytes of three sets of a chunk, which are in memory beside the numbers that moves lead to. An output has as many.
fn beside(chunks: Chunks) -> u64 {
    3 * NumberSet::bytes(chunks.size.div_ceil(chunks.count as u64))
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
