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

use super::campaign::{ChosenGame, TableDivision};
use super::chunks::MEMORY;
use certamen_ask::flag::Given;
use certamen_campaign::{CampaignDirectory, TaskDivision, Work, time};
use certamen_play::{Game, Solvable};
use certamen_retro::positions::{Kind, SweepCost};
use certamen_retro::subject::DividedGame;
use certamen_work::{Failure, Progress, amount};
use clap::{Args, Command};
use layout::Layout;
use outputs::HeadCache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use work::SweepWork;

/// The numbers of a task by default: about a minute of work, if a position takes some microseconds.
const USUAL: u64 = 1 << 22;
/// The greatest number of tasks of a stage.
const MOST_TASKS: u64 = 100_000;
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
pub(super) struct PlanSweeps {
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

/// `plan build` by groups and sweeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildBySweeps {
    flags: Given,
    subject: String,
    kind: Kind,
    memory: u64,
    tasks: u64,
    sweeps: u16,
}

impl TableDivision for BuildBySweeps {
    const VERB: &'static str = "build";
    const TASKS: u64 = 20;
    type Flags = PlanSweeps;

    fn adapted(command: Command, solvable: &dyn Solvable) -> Command {
        let has_scores = solvable.features().scores;
        command.mut_arg("score", |score| score.hide(!has_scores))
    }

    fn plan(
        PlanSweeps { tasks, memory, sweeps, score, no_check }: PlanSweeps,
        ChosenGame { flags, subject }: ChosenGame,
        game: &dyn DividedGame,
        progress: &Progress,
    ) -> Result<(Self, TaskDivision), Failure> {
        let kind = if score { Kind::Score } else { Kind::Plies };
        let solver = game.solver(kind, memory);
        if !no_check {
            progress.begin("comparing samples".to_owned());
        }
        solver.check(!no_check)?;
        progress.begin("making moves of samples for an estimate".to_owned());
        let costs = solver.sweep_costs()?;
        let largest = solver.groups()?.iter().map(|group| group.size).max().unwrap_or(0);
        let tasks = tasks.unwrap_or_else(|| largest.div_ceil(USUAL).clamp(1, MOST_TASKS));
        let layout = Layout::new(&solver, tasks, sweeps)?;
        let sum = |of: fn(&SweepCost) -> f64| costs.iter().map(of).sum::<f64>();
        let model = format!(
            "{:.0} positions by samples, {} for all their moves; {}",
            sum(|cost| cost.positions),
            time(sum(|cost| cost.seconds)),
            if score {
                "later sweeps were taken to look at those with moves inside their group"
            } else {
                "later sweeps were taken to look at those that one ply leaves open, from the sixth on at half as many after each two"
            }
        );
        let stages = layout.estimated(&costs, memory.saturating_add(BESIDE));
        let text = if score { format!("{subject} --score") } else { subject.clone() };
        let division = TaskDivision { text, model, stages, ..TaskDivision::default() };
        Ok((Self { flags, subject, kind, memory, tasks, sweeps }, division))
    }

    fn open(
        self,
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        source: &Arc<dyn Game>,
    ) -> Result<Box<dyn Work>, Failure> {
        let Self { flags, kind, memory, .. } = self;
        let solver = game.solver(kind, memory);
        solver.check(false)?;
        let layout = Layout::new(&solver, self.tasks, self.sweeps)?;
        drop(solver);
        place.require_stages(&layout.stages(0), &self.subject)?;
        let (source, heads) = (source.clone(), HeadCache::default());
        Ok(Box::new(SweepWork { source, game, flags, kind, memory, layout, heads }))
    }
}
