//! `plan build`: the whole solution of a game in parts, as a campaign. Every game that is solved by positions has it.
//!
//! The groups of layers are the stages, from the last positions of the game on ([`Layout`]). A group that is small is a
//! task, or a part of one. A larger one is divided into windows of its numbers: a stage finds the positions that are over,
//! and a stage for each number of plies finds its values from what the stage before has left. How many there are is not
//! known before, so the plan has more, and outputs show which have something to do. The result has the bytes of
//! `retro build`, and every value of it was derived anew from those after its moves.

mod layout;
mod outputs;
#[cfg(test)]
mod tests;
mod work;

use super::campaign::{NewGame, examples, flags_of, planned};
use crate::examples::Example;
use crate::flags::{arguments, given};
use certamen_ask::flag::Given;
use certamen_campaign::{Campaign, CampaignDirectory, TaskDivision, Work, time};
use certamen_play::Game;
use certamen_retro::positions::{GroupCost, Kind};
use certamen_retro::subject::BuildParts;
use certamen_work::{Failure, Progress, Session, amount};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use layout::Layout;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The numbers of a task by default: about a minute of work, if a position takes some microseconds.
const USUAL: u64 = 1 << 22;
/// The greatest number of tasks of a stage.
const MOST_TASKS: u64 = 100_000;
/// The memory of a task.
const MEMORY: u64 = 1 << 30;
/// The memory of a process beside it, in bytes.
const BESIDE: u64 = 64 << 20;
/// The greatest number of stages for the sweeps of a level.
const MOST_SWEEPS: u16 = 200;

/// Divide `retro build` into parts, for many machines.
///
/// Groups of layers are solved after those that they need. A large one is divided into windows of its numbers, and swept
/// for one number of plies after another; how many there are is not known before, and stages that turn out to have nothing
/// to do end at once. The result is the directory of tables that `retro build` writes, with the same bytes.
#[derive(Args, Debug)]
struct PlanSweeps {
    /// The greatest number of tasks of a stage, more if their memory is too small [default: by the number of numbers].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TASKS))]
    tasks: Option<u64>,
    /// The memory of a task, such as 2G.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// The greatest number of stages for the sweeps of a level. What they leave open, one task for each group ends.
    #[arg(long, value_name = "N", default_value_t = MOST_SWEEPS, value_parser = clap::value_parser!(u16).range(1..=900))]
    sweeps: u16,
    /// Compute the best score at the end, for a game that has scores, in place of the plies to a win.
    #[arg(long)]
    score: bool,
    /// Do not first check numbers and moves on samples.
    #[arg(long)]
    no_check: bool,
}

/// The question of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    flags: Given,
    subject: String,
    kind: Kind,
    memory: u64,
    tasks: u64,
    sweeps: u16,
}

/// `plan build` for a game.
struct Build(Arc<dyn Game>);

/// The campaign of a game that is solved by positions.
pub(super) fn campaign(game: &Arc<dyn Game>) -> Option<Arc<dyn Campaign>> {
    let is_swept = game.solvable()?.features().parts == Some(BuildParts::Sweeps);
    is_swept.then(|| -> Arc<dyn Campaign> { Arc::new(Build(game.clone())) })
}

impl Campaign for Build {
    fn verb(&self) -> &'static str {
        "build"
    }

    fn subject(&self) -> &str {
        self.0.name()
    }

    fn command(&self) -> Command {
        let command = PlanSweeps::augment_args(Command::new(self.0.name().to_owned()));
        let has_scores = self.0.solvable().is_some_and(|solvable| solvable.features().scores);
        let command = command.mut_arg("score", |score| score.hide(!has_scores));
        command.args(arguments(&flags_of(&*self.0), &format!("Options of {}", self.0.name())))
    }

    fn examples(&self) -> Vec<Example> {
        examples(&*self.0, self.verb(), 20)
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let PlanSweeps { tasks, memory, sweeps: most, score, no_check } =
            PlanSweeps::from_arg_matches(matches)?;
        let flags = given(&flags_of(&*self.0), matches);
        let kind = if score { Kind::Score } else { Kind::Plies };
        let NewGame { subject, game, files } = NewGame::find(&*self.0, &flags, session)?;
        let progress = Progress::new(session);
        let sweeps = game.sweeps(kind, memory);
        if !no_check {
            progress.begin("comparing samples".to_owned());
        }
        sweeps.check(!no_check)?;
        progress.begin("making moves of samples for an estimate".to_owned());
        let costs = sweeps.cost()?;
        let largest = sweeps.groups()?.iter().map(|group| group.size).max().unwrap_or(0);
        let tasks = tasks.unwrap_or_else(|| largest.div_ceil(USUAL).clamp(1, MOST_TASKS));
        let layout = Layout::new(&sweeps, tasks, most)?;
        let sum = |of: fn(&GroupCost) -> f64| costs.iter().map(of).sum::<f64>();
        let model = format!(
            "{:.0} positions by samples, {} for all their moves; later sweeps were taken to look at half as many after each two",
            sum(|cost| cost.positions),
            time(sum(|cost| cost.seconds)),
        );
        let stages = layout.stages(&costs, memory.saturating_add(BESIDE));
        let question = serde_json::to_value(Question {
            flags,
            subject: subject.clone(),
            kind,
            memory,
            tasks,
            sweeps: most,
        })?;
        let text = if score { format!("{subject} --score") } else { subject };
        Ok(TaskDivision { text, question, files, model, stages })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = serde_json::from_value(place.plan().question.clone())?;
        let (subject, game) = planned(&*self.0, &question.flags, place)?;
        let sweeps = game.sweeps(question.kind, question.memory);
        sweeps.check(false)?;
        let layout = Layout::new(&sweeps, question.tasks, question.sweeps)?;
        drop(sweeps);
        let stages = place.plan().stages.iter().map(|stage| (stage.name.as_str(), stage.count()));
        let shape = layout.shape();
        let is_right = subject == question.subject
            && stages.eq(shape.iter().map(|(name, count)| (name.as_str(), *count)));
        if !is_right {
            return Err(format!("{}: its stages are not those of {subject}", place.path().display()).into());
        }
        Ok(Box::new(work::SweepWork::new(self.0.clone(), game, question, layout)))
    }
}
