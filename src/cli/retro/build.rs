//! `retro build`

use super::{TableVerb, answered_after};
use anyhow::ensure;
use certamen_play::{Game, Solvable};
use certamen_retro::positions::{Cost, Kind, MEMORY, Plan, Way};
use certamen_retro::subject::{AnyRetro, BuildReport, Options};
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, of_answer};
use certamen_work::wait_flag::WaitFlags;
use certamen_work::{Answer, Outcome, Session, amount, disk};
use clap::{Args, Command};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Solve a game backwards from its ends: find the value of every position, and print that of the start.
///
/// A layer is solved after the layers that its moves lead to. If a run is stopped or killed, the same command continues it
/// from its last checkpoint, and it ends with the same bytes. If the moves of a group do not fit in memory, they are made
/// again for each number of plies; if not even its values fit, they lie on disk. Both are slower, and give the same bytes.
#[derive(Args, Debug)]
pub(super) struct Build {
    /// The directory of the tables.
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    dir: Option<PathBuf>,
    /// Only estimate the cost, from samples.
    #[arg(long)]
    plan: bool,
    /// The allowed memory, such as 8G.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// The allowed space on disk, such as 500G, if values do not fit in memory [default: all free space].
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes)]
    disk: Option<u64>,
    /// Seconds between two checkpoints [default: 600, or more if checkpoints are large].
    #[arg(long, value_name = "S", value_parser = amount::interval)]
    checkpoint_every: Option<Duration>,
    /// Compute the best score at the end, for a game that has scores, in place of the plies to a win.
    #[arg(long)]
    score: bool,
    /// Do not first check numbers, moves and moves backwards on samples.
    #[arg(long)]
    no_check: bool,
    #[command(flatten)]
    waiting: WaitFlags,
}

/// What it would cost, in bytes, as JSON. Numbers that may need more than 64 bits are texts of decimal digits.
#[derive(Serialize, JsonSchema)]
struct PlanReport<'a> {
    game: &'a str,
    fits: bool,
    memory: f64,
    allowed: u64,
    numbers: String,
    disk: String,
    working_disk: String,
    /// The bytes of disk that are free or allowed.
    room: Option<u64>,
    groups: Vec<GroupCost>,
    /// Whether the numbers are those of a list of all positions that are reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    listed: bool,
}

/// The cost of a group of layers.
#[derive(Serialize, JsonSchema)]
struct GroupCost {
    group: String,
    layers: usize,
    numbers: u64,
    positions: f64,
    moves: f64,
    memory: f64,
    way: String,
    /// The batches of moves for each number of plies.
    batches: f64,
    /// The bytes that each batch reads at most.
    read: String,
}

impl TableVerb for Build {
    const VERB: &'static [&'static str] = &["retro", "build"];
    const SCHEMA: AnswerSchema = Some(of_answer::<Either<PlanReport<'_>, BuildReport<'_>>>);
    const READS_TABLES: bool = false;

    fn adapted(command: Command, solvable: &dyn Solvable) -> Command {
        let has_scores = solvable.features().scores;
        command.mut_arg("score", |score| score.hide(!has_scores))
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let kind = if self.score { Kind::Score } else { Kind::Plies };
        let mut options = Options {
            memory: self.memory,
            disk: self.disk,
            kind,
            checks: !self.no_check,
            checkpoint_every: self.checkpoint_every,
            ..Options::default()
        };
        if self.plan {
            let directory = self.dir.as_deref().unwrap_or(Path::new("."));
            options.disk = self.disk.or_else(|| disk::free(directory));
            return answer_plan(game, &game.plan(&options, &session.stop)?, session);
        }
        ensure!(self.dir.is_some(), "--dir is missing: name the directory for the tables");
        let directory = self.dir.clone().unwrap_or_default();
        answered_after(self.waiting, session, |wait, monitor| {
            game.build(&directory, &Options { wait, ..options }, monitor)
        })
    }
}

/// How many groups a plan lists.
const LISTED: usize = 20;

fn answer_plan(game: &dyn AnyRetro, plan: &Plan, session: &Session) -> anyhow::Result<Outcome> {
    let positions: f64 = plan.groups.iter().map(|group| group.positions).sum();
    let moves: f64 = plan.groups.iter().map(|group| group.moves).sum();
    let memory = plan.groups.iter().map(|group| group.memory).fold(0.0, f64::max);
    let mut text = format!(
        "{}: {} groups of layers, {} {}; from samples: {positions:.3e} positions with {moves:.3e} moves\n\
         memory {memory:.3e} bytes of {} allowed, {} bytes on disk{}\n",
        game.subject(),
        plan.groups.len(),
        plan.numbers(),
        if plan.is_listed { "positions, all that are reached, by a list" } else { "numbers" },
        plan.allowed,
        plan.disk(),
        match plan.working_disk() {
            0 => String::new(),
            working => format!(" and {working} while it is solved"),
        },
    );
    let mut largest: Vec<_> = plan.groups.iter().collect();
    largest.sort_by(|one, other| other.memory.total_cmp(&one.memory));
    for group in largest.iter().take(LISTED) {
        let _ = writeln!(
            text,
            "{:>24} {:>14} numbers {:>11.3e} bytes  {}",
            group.group, group.numbers, group.memory, group.way
        );
        if group.way == Way::Disk {
            let _ = writeln!(
                text,
                "{:>24} for each number of plies {:.0} batches of moves; each reads at most {} bytes",
                "", group.batches, group.read
            );
        }
    }
    if let Some(room) = plan.room.filter(|_| !plan.fits()) {
        let _ = writeln!(text, "there is no room for it: {room} bytes of disk are free or allowed");
    }
    let group = |group: &Cost| GroupCost {
        group: group.group.clone(),
        layers: group.layers,
        numbers: group.numbers,
        positions: group.positions.round(),
        moves: group.moves.round(),
        memory: group.memory.round(),
        way: group.way.to_string(),
        batches: group.batches,
        read: group.read.to_string(),
    };
    let object = PlanReport {
        game: &game.subject(),
        fits: plan.fits(),
        memory: memory.round(),
        allowed: plan.allowed,
        numbers: plan.numbers().to_string(),
        disk: plan.disk().to_string(),
        working_disk: plan.working_disk().to_string(),
        room: plan.room,
        groups: plan.groups.iter().map(group).collect(),
        listed: plan.is_listed,
    };
    session.conclude(Answer::judged(plan.fits(), text, object))
}
