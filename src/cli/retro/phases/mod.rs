//! `plan build`: the whole solution of a game by phases, as a campaign. Every game whose moves are numbers has it.
//!
//! Stage `plies-000` looks at each number alone. For each number of plies from 1 there are two stages: `back-001` takes
//! back what the phase before decided, and `plies-001` finds the values of this number of plies. A task is a chunk of the
//! numbers, and its output is the set of numbers that it has decided. Outputs show after which phase nothing changes, and
//! in which phases it is cheaper to look at all open positions, so that nothing has to be taken back; other stages need no
//! outputs. The result has the bytes of `retro build`. Sweeps ([`sweeps`](super::sweeps)) would do the same at 7 to 25
//! times the cost: see `docs/notebook/campaigns.md`.

mod outputs;
#[cfg(test)]
mod tests;
mod work;

use super::campaign::{ChosenGame, TableDivision};
use super::chunks::{ChunkFlags, ChunkedGame, Chunks, window};
use certamen_ask::flag::Given;
use certamen_campaign::{CampaignDirectory, Stage, TaskDivision, Work};
use certamen_play::Game;
use certamen_retro::positions::{Kind, LAST_PHASE, PhaseTimes, PhaseWay, SampleCounts};
use certamen_retro::subject::DividedGame;
use certamen_work::{Failure, Progress};
use clap::{Args, ValueEnum};
use outputs::{name, plies_of};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use work::PhaseWork;

/// The numbers of a task by default.
const USUAL: u64 = 1 << 22;
/// The memory of a process beside its sets, in bytes.
const BESIDE: u64 = 32 << 20;
/// The number of stages.
const STAGES: usize = 2 * LAST_PHASE as usize + 1;
/// The seconds for a number of a set that is read or written.
const SECONDS_OF_MEMBER: f64 = 1e-9;

/// Divide `retro build` into phases over chunks of numbers, for many machines.
///
/// A phase finds the values of one number of plies; how many phases there are is not known before. The plan has stages for
/// as many as a table can hold, and those that turn out to have nothing to do end at once. The result is the directory of
/// tables that `retro build` writes, with the same bytes.
#[derive(Args, Debug)]
pub(super) struct PlanBuild {
    #[command(flatten)]
    tasks: ChunkFlags,
    /// Which open positions a phase looks at. The values are the same.
    #[arg(long, value_enum, default_value = "cheaper")]
    way: WayName,
    /// Do not first check numbers, moves and moves backwards on samples.
    #[arg(long)]
    no_check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WayName {
    /// For each phase the way that the model says is cheaper.
    Cheaper,
    /// All.
    Forwards,
    /// Those from which a move leads to what the phase before decided.
    Backwards,
}

/// `plan build` by phases.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildByPhases {
    flags: Given,
    subject: String,
    memory: u64,
    /// The way of all phases. `None`: the cheaper one.
    way: Option<PhaseWay>,
    /// What the costs of ways are estimated from.
    tried: SampleCounts,
}

impl TableDivision for BuildByPhases {
    const VERB: &'static str = "build";
    const TASKS: u64 = 8;
    const HAS_FILES: bool = false;
    type Flags = PlanBuild;

    fn plan(
        PlanBuild { tasks, way, no_check }: PlanBuild,
        ChosenGame { flags, subject }: ChosenGame,
        game: &dyn DividedGame,
        progress: &Progress,
    ) -> Result<(Self, TaskDivision), Failure> {
        let memory = tasks.memory;
        let phases = game.solver(Kind::Plies, memory);
        if !no_check {
            progress.begin("comparing samples".to_owned());
        }
        phases.check(!no_check)?;
        progress.begin("making moves of samples for an estimate".to_owned());
        let (tried, times) = phases.tried()?;
        let chunks = tasks.chunks(phases.size()?, USUAL);
        let windows = chunks.size.div_ceil(window_of(chunks, memory)?);
        let way = match way {
            WayName::Cheaper => None,
            WayName::Forwards => Some(PhaseWay::Forwards),
            WayName::Backwards => Some(PhaseWay::Backwards),
        };
        let model = format!(
            "{} numbers; {:.0} ns for one alone, {:.0} ns for a move by samples; later phases were taken to be half as \
             long as those before",
            chunks.size,
            times.alone * 1e9,
            times.step * 1e9,
        );
        let stages = stages(chunks, windows, memory, &tried, times);
        let division = TaskDivision { text: subject.clone(), model, stages, ..TaskDivision::default() };
        Ok((Self { flags, subject, memory, way, tried }, division))
    }

    fn open(
        self,
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        _: &Arc<dyn Game>,
    ) -> Result<Box<dyn Work>, Failure> {
        let divided = ChunkedGame::open(place, game, self.memory, window_of)?;
        let Self { subject, memory, way, tried, .. } = self;
        let planned = stages(divided.chunks, 1, memory, &tried, PhaseTimes::default());
        place.require_stages(&planned, &subject)?;
        let (counted, loaded) = Default::default();
        Ok(Box::new(PhaseWork { divided, subject, way, tried, counted, loaded }))
    }
}

/// The window for a memory limit: sets of wins or losses, of candidates and of numbers without positions at the same
/// time, beside four sets of a chunk.
fn window_of(chunks: Chunks, memory: u64) -> Result<u64, Failure> {
    window(chunks.size, memory, BESIDE + 4 * chunks.bytes(), 3)
}

/// The stages with their expected costs. Moves are made again for each window.
fn stages(chunks: Chunks, windows: u64, memory: u64, tried: &SampleCounts, times: PhaseTimes) -> Vec<Stage> {
    let (numbers, tasks) = (chunks.size as f64, chunks.count as u64);
    let share = |count: u64| numbers * count as f64 / tried.numbers.max(1) as f64;
    let scan = numbers * SECONDS_OF_MEMBER;
    let (open, lost) = (share(tried.open) as u64, share(tried.lost) as u64);
    let halved = |plies: u16| 2f64.powi(i32::from(plies.saturating_sub(2) / 2));
    let cost = |plies: u16, decided: u64| {
        let of = |way| tried.cost(way, plies, open, decided, tasks);
        of(PhaseWay::Forwards).min(of(PhaseWay::Backwards)) * times.step * windows as f64
    };
    let seconds = |stage: usize| {
        let plies = plies_of(stage);
        // What is taken back and what is looked at share the cost of a phase.
        let part = match plies {
            0 => return numbers * times.alone,
            1 => 0.0,
            2 if stage % 2 == 1 => 0.0,
            2 => tried.cost(PhaseWay::Forwards, 2, open, 0, tasks) * times.step * windows as f64,
            _ => cost(plies, lost) / 2.0,
        };
        (scan + part) / halved(plies)
    };
    // The bytes of a set in a file: two for each member, or a bit for each number.
    let bytes = |members: f64| (2.0 * members).min(numbers / 8.0);
    let (known, unmoves) =
        (bytes(numbers - open as f64), tried.unmoves as f64 / tried.positions.max(1) as f64);
    let moving = |stage: usize| {
        let plies = plies_of(stage);
        let (last, each) = (lost as f64 / halved(plies), tasks as f64);
        // Of its own numbers a task reads what is decided; of all numbers, a set that moves lead to.
        let (own, all, written) = match stage {
            0 => (0.0, 0.0, known),
            _ if stage % 2 == 1 => (bytes(last), 0.0, bytes(last * unmoves)),
            _ if plies % 2 == 1 => (known, bytes(last * unmoves), bytes(last)),
            _ => (known, known, bytes(last)),
        };
        // Without windows, the tasks of a process share it.
        let (read, shared) = if windows == 1 { (own / each, all) } else { (own / each + all, 0.0) };
        (read as u64, shared as u64, (written / each) as u64)
    };
    (0..STAGES)
        .map(|number| {
            let (read, shared, written) = moving(number);
            let mut stage = Stage::new(&name(number), chunks.count, seconds(number) / tasks as f64, memory)
                .moving(read, shared, written);
            // A phase follows if the one before has found something.
            let plies = plies_of(number);
            stage.estimate.is_unlikely = plies > 2 && (lost as f64) < halved(plies);
            match number {
                0 => stage,
                _ if number % 2 == 1 => stage.after(&name(number - 1)),
                _ => stage.after(&name(number - 2)).after(&name(number - 1)),
            }
        })
        .collect()
}
