//! `retro distances`, and its division for many machines.

mod plan;
mod work;

pub(super) use plan::DividedDistances;

use super::{TableVerb, answered};
use certamen_play::{Game, START};
use certamen_retro::positions::{Capacity, MEMORY};
use certamen_retro::subject::{AnyRetro, DistancesReport, Options};
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, OrUndecided, of_answer};
use certamen_work::wait_flag::WaitFlags;
use certamen_work::{Answer, Outcome, Session, amount, disk};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Search from the start, or from a position, and count the positions at each distance. Needs no tables.
///
/// Takes two bits for each number, in memory, or on disk in the directory that --scratch names. A search that is stopped or
/// killed begins anew.
///
/// Positions that share a number by symmetry count once; a pass is a ply. Positions in which the game is over count if
/// they are well formed.
#[derive(Args, Debug)]
pub(super) struct Distances {
    /// Begin at this position [default: START]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "plan")]
    position: Option<String>,
    /// The allowed memory, such as 8G.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// A directory for what does not fit in memory. Its file there is removed at the end.
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// The space on disk that is allowed, such as 500G; what is free, if none is given.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, requires = "scratch")]
    disk: Option<u64>,
    /// Say what it would cost, by samples, and do nothing.
    #[arg(long)]
    plan: bool,
    /// Seconds between two checkpoints, for a game whose search keeps some [default: 1200].
    #[arg(long, value_name = "S", value_parser = amount::interval)]
    checkpoint_every: Option<Duration>,
    #[command(flatten)]
    waiting: WaitFlags,
}

/// What it would cost, in bytes, as JSON.
#[derive(Serialize, JsonSchema)]
struct PlanReport<'a> {
    game: &'a str,
    fits: bool,
    numbers: String,
    needed: String,
    allowed: u64,
    /// `memory` or `disk`.
    way: &'static str,
    /// The bytes of disk that are free or allowed.
    room: Option<u64>,
}

impl TableVerb for Distances {
    const VERB: &'static [&'static str] = &["retro", "distances"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<Either<PlanReport<'_>, DistancesReport<'_>>>>);
    const READS_TABLES: bool = false;

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let options = Options {
            memory: self.memory,
            disk: self.disk,
            checkpoint_every: self.checkpoint_every,
            ..Options::default()
        };
        if self.plan {
            return self.answer_plan(game, &options, session);
        }
        answered(session, |monitor| {
            self.waiting.until_free(session, |wait| {
                let options = Options { wait, ..options };
                let position = self.position.as_deref().filter(|&text| text != START);
                game.distances(position, &options, self.scratch.as_deref(), monitor)
            })
        })
    }
}

impl Distances {
    /// Answers what the search would cost. Layers that the samples do not reach are missing.
    fn answer_plan(
        &self,
        game: &dyn AnyRetro,
        options: &Options,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let plan = game.plan(options, &session.stop)?;
        let needed = Capacity::of_distances(plan.numbers());
        let is_in_memory = needed <= u128::from(self.memory);
        let room = self.scratch.as_deref().and_then(|scratch| self.disk.or_else(|| disk::free(scratch)));
        let fits =
            is_in_memory || self.scratch.is_some() && room.is_none_or(|room| needed <= u128::from(room));
        let text = format!(
            "{}: by samples {} numbers, {needed} bytes; {} bytes of memory are allowed: {}\n",
            game.subject(),
            plan.numbers(),
            self.memory,
            match (is_in_memory, fits) {
                (true, _) => "in memory",
                (false, true) => "on disk",
                (false, false) => "it does not fit; --scratch names a directory on a disk that has room",
            },
        );
        let object = PlanReport {
            game: &game.subject(),
            fits,
            numbers: plan.numbers().to_string(),
            needed: needed.to_string(),
            allowed: self.memory,
            way: if is_in_memory { "memory" } else { "disk" },
            room,
        };
        session.conclude(Answer::judged(fits, text, object))
    }
}
