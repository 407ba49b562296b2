//! `certamen retro phase`

use crate::cli::progress::Progress;
use crate::cli::{Game, Outcome, Session};
use crate::retro::push_fight::phase::classify;
use crate::retro::push_fight::{Checkpoint, Phase, Task};
use anyhow::{bail, ensure};
use clap::Args;
use encodings::push_fight::Standard;
use encodings::push_fight::index::Indexes;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many positions are classified between two checkpoints.
const STEP: u64 = 1_000_000;
/// The time between two lines that tell how far it has got.
const INTERVAL: Duration = Duration::from_secs(10);

/// Classify a range of indexes as a phase of a whole solution does, and count the classes.
///
/// Phase 0 finds the positions that are won at once (and those without a legal turn, which are lost), phase 1 also those
/// that are lost to the opponent's next turn. With --dir the work goes on where it was ended, and ranges can be shared
/// out: their counts add up.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen retro phase push-fight --phase 0 --from 0 --to 1000000\n  \
    certamen retro phase push-fight --phase 1 --from 0 --to 54054000 --dir chunks\n\n\
    Exit codes: 0 the range is done, 2 bad usage or input, 3 ended before.")]
pub(in crate::cli) struct Classify {
    /// The game.
    game: Game,
    /// Which phase.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    phase: u8,
    /// The first index.
    #[arg(long, value_name = "A")]
    from: u64,
    /// The first index that is not of the range.
    #[arg(long, value_name = "B")]
    to: u64,
    /// Keep how far the work has got in this directory, and go on from there.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Classify {
    pub(in crate::cli) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if self.game != Game::PushFight {
            bail!("retro phase classifies positions of push-fight");
        }
        let indexes = Indexes::<Standard>::new();
        let task = self.task(&indexes)?;
        let mut done = match &self.dir {
            Some(directory) => Checkpoint::read(directory, task)?,
            None => Checkpoint::start(task),
        };
        let progress = Progress::new(session);
        let (start, begun) = (Instant::now(), done.next);
        let mut told: Option<Instant> = None;
        while !done.is_complete() {
            if told.is_none_or(|told| told.elapsed() >= INTERVAL) {
                told = Some(Instant::now());
                progress.begin(format!("{} of {} positions", done.next - task.from, task.to - task.from));
            }
            let end = task.to.min(done.next + STEP);
            let Some(tally) = classify(&indexes, task.phase, done.next..end, &session.stop) else { break };
            done = done.advanced(end, tally);
            if let Some(directory) = &self.dir {
                done.write(directory)?;
            }
        }
        drop(progress);
        let seconds = start.elapsed().as_secs_f64();
        session.note(&format!("{} positions in {seconds:.2} s", done.next - begun));
        answer(session, &done)
    }

    fn task(&self, indexes: &Indexes<Standard>) -> anyhow::Result<Task> {
        ensure!(
            self.from <= self.to && self.to <= indexes.len(),
            "indexes {} to {}: expected a range within 0 to {}",
            self.from,
            self.to,
            indexes.len()
        );
        let phase = if self.phase == 0 { Phase::Zero } else { Phase::One };
        Ok(Task { phase, from: self.from, to: self.to })
    }
}

fn answer(session: &Session, done: &Checkpoint) -> anyhow::Result<Outcome> {
    let tally = done.tally;
    let mut text = format!("undecided {}\nlosses {}\nwins {}\n", tally.undecided, tally.losses, tally.wins);
    if !done.is_complete() {
        let _ = writeln!(text, "not complete (stopped on request): from {} on", done.next);
    }
    session.answer(
        &text,
        &json!({
            "phase": u8::from(done.task.phase), "from": done.task.from, "to": done.task.to, "next": done.next,
            "undecided": tally.undecided, "losses": tally.losses, "wins": tally.wins,
        }),
    )?;
    Ok(if done.is_complete() { Outcome::Holds } else { Outcome::Undecided })
}
