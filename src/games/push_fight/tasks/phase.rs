//! `certamen retro phase`

use crate::play::require_published;
use crate::search::phase::classify;
use crate::search::{Checkpoint, Phase, Tally, Task};
use certamen_work::failure::Failure;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use certamen_work::task::Run;
use certamen_work::waiting::Waiting;
use clap::Args;
use encodings::push_fight::Standard;
use encodings::push_fight::index::Indexes;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of positions that are classified between two checkpoints.
const STEP: u64 = 1_000_000;
/// The time between two reports of progress.
const INTERVAL: Duration = Duration::from_secs(10);

/// Classify the positions of a range of indexes as a phase of the public solution does, and count the classes.
///
/// Phase 0 finds the positions that are won at once (and those without a legal turn, which are lost), phase 1 also
/// those that are lost to the opponent's next turn. With --dir a stopped run continues where it was. Ranges can be
/// divided among machines, because their counts add up.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro phase push-fight --phase 0 --from 0 --to 1000000\n  \
    PROGRAM retro phase push-fight --phase 1 --from 0 --to 54054000 --dir chunks\n\n\
    Exit codes: 0 the range is done, 2 bad usage or input, 3 stopped early.")]
pub(super) struct Classify {
    /// The board: 8x4, the published one.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The phase.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    phase: u8,
    /// The first index.
    #[arg(long, value_name = "A")]
    from: u64,
    /// The first index after the range.
    #[arg(long, value_name = "B")]
    to: u64,
    /// Keep checkpoints in this directory, and continue from them.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    waiting: Waiting,
}

impl Run for Classify {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        require_published(self.board.as_deref())?;
        let indexes = Indexes::<Standard>::new();
        let task = self.task(&indexes)?;
        let (kept, mut done) = match &self.dir {
            Some(directory) => {
                let open = |wait| Checkpoint::open(directory, task, wait, &session.stop);
                let (kept, done) = self.waiting.until_free(session, open)?;
                (Some(kept), done)
            }
            None => (None, Checkpoint::start(task)),
        };
        let progress = Progress::new(session);
        let (start, begun) = (Instant::now(), done.next);
        let mut reported: Option<Instant> = None;
        while !done.is_complete() {
            if reported.is_none_or(|reported| reported.elapsed() >= INTERVAL) {
                reported = Some(Instant::now());
                progress.begin(format!("{} of {} positions", done.next - task.from, task.to - task.from));
            }
            let end = task.to.min(done.next + STEP);
            let Some(tally) = classify(&indexes, task.phase, done.next..end, &session.stop) else { break };
            done = done.advanced(end, tally);
            if let Some(kept) = &kept {
                done.write(kept)?;
            }
        }
        drop(progress);
        let seconds = start.elapsed().as_secs_f64();
        session.note(&format!("{} positions in {seconds:.2} s", done.next - begun));
        answer(session, &done)
    }
}

impl Classify {
    fn task(&self, indexes: &Indexes<Standard>) -> Result<Task, String> {
        let Self { from, to, .. } = *self;
        if from > to || to > indexes.len() {
            let last = indexes.len();
            return Err(format!("indexes {from} to {to}: expected a range within 0 to {last}"));
        }
        let phase = if self.phase == 0 { Phase::Zero } else { Phase::One };
        Ok(Task { phase, from, to })
    }
}

fn answer(session: &Session, done: &Checkpoint) -> Result<Outcome, Failure> {
    let tally = done.tally;
    let mut text = describe(tally);
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

/// The counts, in words.
pub(super) fn describe(Tally { undecided, losses, wins }: Tally) -> String {
    format!("undecided {undecided}\nlosses {losses}\nwins {wins}\n")
}
