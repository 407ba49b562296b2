//! `certamen retro build`

use super::repairs::Repairs;
use super::subject::{Layers, Subject};
use certamen_retro::engine::{self, Ended, Game, Group};
use certamen_work::amount;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use certamen_work::waiting::Waiting;
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Solve a game, layer by layer.
///
/// A layer is named by the numbers of pieces, the mover's first. It needs the layers with fewer pieces, which are built
/// first. Ctrl-C leaves a checkpoint, and a killed run the one before: the same command continues from it, and writes
/// the same bytes in the end. The checksums of existing tables are compared. On 5x5 with five pieces, 4v4 takes 1 GB
/// of memory and 0.5 GB on disk, all layers 8 GB and 8.3 GB.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro build ostle --layer 4v4 --dir ostle\n  \
    PROGRAM retro build ostle --dir small --board 3x3 --pieces 2 --lose-at 1")]
pub(super) struct Build {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    layers: Layers,
    /// The seconds between two checkpoints.
    #[arg(long, value_name = "S", default_value = "1200", value_parser = amount::interval)]
    checkpoint_every: Duration,
    /// Build a layer again if its table is damaged or belongs to another game. Otherwise a damaged table is an error.
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    waiting: Waiting,
}

on_every_side!(Build, build);

impl Build {
    fn build<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        self.layers.names(self.subject.variant()?)?;
        let store = self.subject.store::<SIDE>(self.waiting, session)?;
        let game = self.subject.game::<SIDE>()?;
        let groups = wanted(&game, self.layers.one(&game));
        let progress = Progress::new(session);
        let mut repairs = Repairs::new(self.repair);
        let mut text = String::new();
        let mut layers = Vec::new();
        for group in groups {
            let start = Instant::now();
            let mut watch = |now: engine::GroupProgress<'_>| report(&progress, &start, now);
            let is_read = repairs.read(&progress, || engine::repair(&game, &store, group, &session.stop))?;
            let ended = if is_read {
                let interval = self.checkpoint_every;
                repairs.done(engine::solve(&game, &store, group, interval, &session.stop, &mut watch))?
            } else {
                Ended::Stopped
            };
            let seconds = start.elapsed().as_secs_f64();
            match ended {
                Ended::Stopped => {
                    drop(progress);
                    let undecided = json!({ "verdict": "undecided", "group": group.name });
                    return Ok(session.resumable(&undecided)?);
                }
                Ended::Solved => progress.report(&format!("{} solved in {seconds:.0} s", group.name)),
                Ended::SolvedBefore => progress.report(&format!("{} was solved before", group.name)),
            }
            for shape in group.layers.iter().map(|&layer| &game.layers()[usize::from(layer)]) {
                let _ = writeln!(text, "{} {} positions", shape.name, shape.size);
                layers.push(json!({ "layer": shape.name, "positions": shape.size }));
            }
        }
        drop(progress);
        let mut object = json!({ "verdict": "solved", "game": game.subject(), "layers": layers });
        repairs.tell(&mut text, &mut object);
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}

/// The group of a layer after the groups that it needs, or all groups.
fn wanted(game: &impl Game, layer: Option<u8>) -> Vec<&Group> {
    let groups = game.groups();
    let Some(layer) = layer else { return groups.iter().collect() };
    let mut needed = vec![layer];
    let mut chosen = Vec::new();
    for group in groups.iter().rev() {
        if group.layers.iter().any(|layer| needed.contains(layer)) {
            needed.extend(&group.below);
            chosen.push(group);
        }
    }
    chosen.reverse();
    chosen
}

/// Reports the progress of the solver.
fn report(progress: &Progress, start: &Instant, now: engine::GroupProgress<'_>) {
    let seconds = start.elapsed().as_secs();
    match now {
        engine::GroupProgress::Resumed { group, plies } => {
            progress.report(&format!("{group}: continuing with values of {plies} plies"));
        }
        engine::GroupProgress::Opening { group, done, total } if done == total => {
            progress.begin(format!("{group}: {total} positions"));
        }
        engine::GroupProgress::Sweep { group, plies, done, total } if done == total => {
            progress.begin(format!("{group}: values of {plies} plies are known ({seconds} s)"));
        }
        engine::GroupProgress::Sweep { group, plies, done, total } if progress.is_terminal() => {
            progress.begin(format!("{group}: values of {plies} plies, {done} of {total} parts"));
        }
        engine::GroupProgress::Checkpoint => progress.report("checkpoint written"),
        engine::GroupProgress::Writing { group } => progress.begin(format!("{group}: writing tables")),
        engine::GroupProgress::Opening { .. } | engine::GroupProgress::Sweep { .. } => {}
    }
}
