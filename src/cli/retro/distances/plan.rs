//! `plan distances`: the search from a position, ply by ply, as a campaign.
//!
//! A stage is a ply, and a task has a chunk of the numbers of all layers. It takes those that moves of the stage before lead
//! to, and keeps the new ones; how many stages have something to do is not known before.

use super::super::campaign::{NewGame, Numbering, examples, flags_of, planned};
use super::work;
use crate::examples::Example;
use crate::flags::{arguments, given};
use certamen_ask::flag::Given;
use certamen_campaign::{Campaign, CampaignDirectory, Stage, TaskDivision, Work};
use certamen_play::{Game, START};
use certamen_retro::positions::{Kind, NumberSet};
use certamen_work::{Failure, Session, amount};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
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
struct PlanDistances {
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
pub(super) struct Question {
    flags: Given,
    subject: String,
    position: Option<String>,
    memory: u64,
}

/// `plan distances` for a game.
struct DividedDistances(Arc<dyn Game>);

/// The campaign of a game that is solved by positions.
pub(in super::super) fn campaign(game: &Arc<dyn Game>) -> Option<Arc<dyn Campaign>> {
    let is_divided = game.solvable()?.features().parts.is_some();
    is_divided.then(|| -> Arc<dyn Campaign> { Arc::new(DividedDistances(game.clone())) })
}

impl Campaign for DividedDistances {
    fn verb(&self) -> &'static str {
        "distances"
    }

    fn subject(&self) -> &str {
        self.0.name()
    }

    fn command(&self) -> Command {
        let command = PlanDistances::augment_args(Command::new(self.0.name().to_owned()));
        command.args(arguments(&flags_of(&*self.0), &format!("Options of {}", self.0.name())))
    }

    fn examples(&self) -> Vec<Example> {
        examples(&*self.0, self.verb(), 8)
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let PlanDistances { position, tasks, memory } = PlanDistances::from_arg_matches(matches)?;
        let flags = given(&flags_of(&*self.0), matches);
        let NewGame { subject, game, files } = NewGame::find(&*self.0, &flags, session)?;
        let sweeps = game.sweeps(Kind::Plies, memory);
        let position = position.filter(|text| text != START);
        game.place(position.as_deref())?;
        let costs = sweeps.cost()?;
        let size = sweeps.size()?;
        let tasks = tasks.unwrap_or_else(|| size.div_ceil(USUAL).clamp(1, MOST_TASKS)).clamp(1, size.max(1));
        window(size, tasks, memory)?;
        let seconds: f64 = costs.iter().map(|cost| cost.seconds).sum();
        let model = format!(
            "{size} numbers, {} for all moves by samples; all were taken to be reached within {PLIES} plies",
            certamen_campaign::time(seconds)
        );
        let each = seconds / (PLIES * tasks as usize) as f64;
        let stages = stages(size, tasks, each, memory);
        let text =
            position.as_ref().map_or_else(|| subject.clone(), |from| format!("{subject}, from {from}"));
        let question = serde_json::to_value(Question { flags, subject, position, memory })?;
        Ok(TaskDivision { text, question, files, model, stages })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = serde_json::from_value(place.plan().question.clone())?;
        let (subject, game) = planned(&*self.0, &question.flags, place)?;
        let size = game.sweeps(Kind::Plies, question.memory).size()?;
        let found = &place.plan().stages;
        let tasks = found.first().map_or(0, Stage::count) as u64;
        let of = |stage: &Stage| (stage.name.clone(), stage.count(), stage.after.clone());
        let is_right = (1..=size.max(1)).contains(&tasks)
            && tasks <= MOST_TASKS
            && found.iter().map(of).eq(stages(size, tasks, 0.0, 0).iter().map(of))
            && subject == question.subject;
        if !is_right {
            return Err(format!("{}: its stages are not those of {subject}", place.path().display()).into());
        }
        let start = game.place(question.position.as_deref())?;
        let numbers = Numbering { size, tasks, window: window(size, tasks, question.memory)? };
        Ok(Box::new(work::DistanceWork::new(game, start, question.memory, numbers)))
    }
}

/// The name of the stage of a ply.
pub(super) fn name(plies: usize) -> String {
    format!("plies-{plies:03}")
}

/// The stages. A task reads all outputs of the stage before; these have three sets of a chunk, or of all numbers.
fn stages(size: u64, tasks: u64, seconds: f64, memory: u64) -> Vec<Stage> {
    let written = 3 * NumberSet::bytes(size.div_ceil(tasks.max(1)));
    let of = |plies: usize| {
        let is_unlikely = plies >= PLIES;
        let cost = if is_unlikely { 0.0 } else { seconds };
        let mut stage = Stage::new(&name(plies), tasks as usize, cost, memory.saturating_add(BESIDE));
        stage.estimate.is_unlikely = is_unlikely;
        let stage = stage.moving(tasks.saturating_mul(written), 0, written);
        if plies == 0 { stage } else { stage.after(&name(plies - 1)) }
    };
    (0..STAGES).map(of).collect()
}

/// The window for a memory limit: the numbers that moves lead to, beside three sets of a chunk.
fn window(size: u64, tasks: u64, memory: u64) -> Result<u64, Failure> {
    let chunks = 3 * NumberSet::bytes(size.div_ceil(tasks.max(1)));
    let divisor = NumberSet::divisor();
    let least = chunks + NumberSet::bytes(divisor);
    if memory < least {
        let needed = amount::size(least);
        return Err(format!("--memory {memory}: a task needs at least {needed}; more tasks need less").into());
    }
    let most = (memory - chunks).saturating_sub(NumberSet::bytes(0)).saturating_mul(8);
    Ok((most / divisor * divisor).clamp(divisor, size.div_ceil(divisor).max(1) * divisor))
}
