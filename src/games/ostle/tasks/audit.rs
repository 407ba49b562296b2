//! `certamen retro audit`

use super::audited::{LayerAudit, answer};
use super::subject::{Layers, Subject};
use crate::solve::OstleGame;
use crate::solve::refute::{Answer, Sample};
use anyhow::{Context, ensure};
use certamen_retro::engine::audit;
use certamen_retro::engine::{CompleteTables, Game, Place, Resident, Store};
use certamen_retro::kept_audit::{KeptAudit, TableEnds};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use certamen_work::waiting::Waiting;
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// The number of positions in one question to the solver.
const SAMPLE: usize = 64;
/// The number of blocks between two looks at the clock for a checkpoint: a few seconds of work.
const STEP: u64 = 1024;

/// Derive every value of the tables again from the values of its moves, with forward moves only.
///
/// Values count plies, so only one table agrees with its moves: if a layer and every layer that it leads to agree, all
/// their values are right, including draws. The audit relies on the forward moves and the numbering of positions, but
/// not on the un-moves from which the tables were made. The layer and the layers that its moves lead to are kept in
/// memory, with 3 bytes for each position: 0.5 GB for 4v4, 7.7 GB for 5v5.
///
/// The audit of a layer keeps a checkpoint in a directory `audit-LAYER` beside the tables: after Ctrl-C or a kill, the same
/// command continues from it, and takes its word for what was audited before. A complete audit removes these directories.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro audit ostle --dir ostle --layer 4v4\n  \
    PROGRAM retro audit ostle --dir ostle\n  \
    PROGRAM retro audit ostle --dir ostle --layer 4v4 --samples 10\n\n\
    Exit codes: 0 all agree, 1 some do not, 2 bad usage or input, 3 stopped early.")]
pub(super) struct Audit {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    layers: Layers,
    /// Instead, have a solver check N samples of each layer, with 64 positions each. It refutes that, by the circuit of
    /// the rules, the entry of a position disagrees with its moves, and the refutation is checked.
    #[arg(long, value_name = "N", conflicts_with = "from", value_parser = clap::value_parser!(u32).range(1..))]
    samples: Option<u32>,
    /// The seed of the random samples.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "samples")]
    seed: u64,
    /// Audit the layer from this block on, without a checkpoint.
    #[arg(long, value_name = "BLOCK")]
    from: Option<u64>,
    /// Keep checkpoints in this directory, not beside the tables.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "samples"])]
    checkpoints: Option<PathBuf>,
    #[command(flatten)]
    waiting: Waiting,
}

on_every_side!(Audit, audit);

impl Audit {
    fn audit<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let names = self.layers.names(self.subject.variant()?)?;
        ensure!(
            self.from.is_none() || self.layers.layer != "all",
            "--from is a block of one layer: name it by --layer"
        );
        let game = self.subject.solved_game::<SIDE>(&names)?;
        let layer = self.layers.one(&game);
        if let (Some(from), Some(layer)) = (self.from, layer) {
            let blocks = audit::blocks(&game, layer);
            ensure!(from < blocks, "--from {from}: {} has {blocks} blocks", self.layers.layer);
        }
        let tables = self.subject.tables(&game)?.complete(layer)?;
        if let Some(samples) = self.samples {
            return self.refute(&tables, samples, session);
        }
        for &layer in tables.layers() {
            audit::needed(&game, layer).into_iter().try_for_each(|layer| tables.layer(layer).map(drop))?;
        }
        let ends = Store::open(&self.subject.dir, &game)?.tables()?;
        let progress = Progress::new(session);
        let (mut all, mut checkpoints) = (Vec::new(), Vec::new());
        for &layer in tables.layers() {
            let start = Instant::now();
            let name = &game.layers()[usize::from(layer)].name;
            let mut kept = self.kept(&game, layer, &ends, session, &progress)?;
            let found = kept.as_ref().and_then(KeptAudit::found).filter(|found| found.fits(&game, layer));
            let mut audited = found.unwrap_or_else(|| LayerAudit::begun(name, self.from.unwrap_or_default()));
            if audited.next().is_some() {
                progress.begin(format!("{name}: reading the tables"));
                let needed = audit::needed(&game, layer);
                if let Some(resident) = Resident::load(&tables, &needed, &session.stop)? {
                    audited =
                        Self::audit_layer(&resident, layer, audited, kept.as_mut(), session, &progress)?;
                }
            }
            progress.report(&format!("{name}: {:.0} s", start.elapsed().as_secs_f64()));
            let is_complete = audited.next().is_none();
            all.push(audited);
            checkpoints.extend(kept);
            if !is_complete {
                break;
            }
        }
        drop(progress);
        let next = all.last().and_then(LayerAudit::next);
        if next.is_none() {
            checkpoints.into_iter().try_for_each(KeptAudit::complete)?;
        }
        let (text, object, outcome) = answer(&game.subject(), &all);
        session.answer(&text, &object)?;
        if let Some(next) = next {
            session.note(&match self.from {
                Some(_) => format!("to continue: --layer {} --from {next}", self.layers.layer),
                None => "the same command continues".to_owned(),
            });
        }
        Ok(outcome)
    }

    /// The checkpoint of a layer; none if the audit begins at a block.
    fn kept<const SIDE: usize>(
        &self,
        game: &OstleGame<SIDE>,
        layer: u8,
        ends: &TableEnds,
        session: &Session,
        progress: &Progress,
    ) -> anyhow::Result<Option<KeptAudit<LayerAudit>>> {
        if self.from.is_some() {
            return Ok(None);
        }
        let shape = |layer: u8| &game.layers()[usize::from(layer)];
        let name = &shape(layer).name;
        let path = self.checkpoints.as_ref().unwrap_or(&self.subject.dir).join(format!("audit-{name}"));
        let subject = format!("layer {name} of {}", game.subject());
        // Other layers may be built meanwhile.
        let needed = audit::needed(game, layer);
        let is_needed = |(table, ..): &&(String, u64, u32)| {
            needed.iter().any(|&layer| table.starts_with(&shape(layer).name))
        };
        let ends: TableEnds = ends.iter().filter(is_needed).cloned().collect();
        let open = |wait| KeptAudit::open(&path, &subject, ends.clone(), wait, &session.stop);
        let kept = self.waiting.until_free(session, open);
        let kept = kept.context("the checkpoint of the audit: --checkpoints DIR keeps it elsewhere")?;
        if kept.is_stale() {
            progress.report(&format!("{name}: the tables have changed, so the audit begins anew"));
        }
        Ok(Some(kept))
    }

    /// Audits a layer from where an earlier run has come to.
    fn audit_layer<const SIDE: usize>(
        resident: &Resident<'_, OstleGame<SIDE>>,
        layer: u8,
        mut audited: LayerAudit,
        mut kept: Option<&mut KeptAudit<LayerAudit>>,
        session: &Session,
        progress: &Progress,
    ) -> anyhow::Result<LayerAudit> {
        let blocks = audit::blocks(resident.game, layer);
        let name = &resident.game.layers()[usize::from(layer)].name;
        if let Some(next) = audited.next().filter(|&next| next > 0 && kept.is_some()) {
            progress.report(&format!("{name}: continuing with block {next} of {blocks}"));
        }
        progress.estimate(format!("{name}: deriving {blocks} blocks anew"));
        while let Some(first) = audited.next().filter(|_| !session.stop.is_requested()) {
            let last = blocks.min(first + STEP);
            let found = audit::audit_blocks(resident, layer, first..last, &session.stop, &mut |_| ());
            let next = found.next.or((last < blocks).then_some(last));
            audited = audited.joined(LayerAudit::of(resident.game, layer, &found).before(next));
            let done = next.unwrap_or(blocks);
            progress.arrive(done as f64 / blocks as f64, &format!("{name}: block {done} of {blocks}"));
            if let Some(kept) = &mut kept {
                kept.advance(&audited)?;
            }
        }
        if let Some(kept) = kept {
            kept.write(&audited)?;
        }
        Ok(audited)
    }

    /// Has a solver check samples.
    fn refute<const SIDE: usize>(
        &self,
        tables: &CompleteTables<'_, OstleGame<SIDE>>,
        samples: u32,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        let mut chance = fastrand::Rng::with_seed(self.seed);
        let (mut asked, mut clauses, mut steps) = (0, 0, 0);
        for &layer in tables.layers() {
            let shape = &tables.game.layers()[usize::from(layer)];
            for number in 1..=samples {
                if session.stop.is_requested() {
                    let text = format!("undecided (interrupted): {asked} positions are justified\n");
                    session.answer(&text, &json!({ "verdict": "undecided", "positions": asked }))?;
                    return Ok(Outcome::Undecided);
                }
                progress.begin(format!("{}: sample {number} of {samples}", shape.name));
                let places: Vec<Place> =
                    (0..SAMPLE).map(|_| Place { layer, rank: chance.u32(0..shape.size) }).collect();
                match Sample::new(tables, &places)?.ask()? {
                    Answer::Justified { clauses: more, steps: taken } => {
                        (asked, clauses, steps) = (asked + places.len(), clauses + more, steps + taken);
                    }
                    Answer::Unjustified { position, played } => {
                        let board = notation::print(position.pieces(), Position::<SIDE>::LAYOUT);
                        let played = notation::print_move(played, Position::<SIDE>::LAYOUT);
                        let text = format!("{board} is not justified: see {played}\n");
                        session.answer(
                            &text,
                            &json!({ "verdict": "wrong", "position": board, "move": played }),
                        )?;
                        return Ok(Outcome::DoesNotHold);
                    }
                }
            }
        }
        drop(progress);
        let text = format!(
            "{asked} positions are justified: {clauses} clauses refuted in {steps} steps, which were checked\n"
        );
        session.answer(
            &text,
            &json!({ "verdict": "justified", "positions": asked, "clauses": clauses, "steps": steps }),
        )?;
        Ok(Outcome::Holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::variant_on;
    use crate::solve::Rule;
    use certamen_retro::engine::solve;
    use certamen_work::Stop;
    use certamen_work::durable::Wait;
    use clap::Parser;
    use std::path::Path;
    use std::time::Duration;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        audit: Audit,
    }

    /// 4x4 with two pieces of each side, lost at one: 18,970 positions in five blocks.
    fn built(directory: &Path) -> OstleGame<4> {
        let game = OstleGame::<4>::new(variant_on(4, Some(2), Some(1)).unwrap(), Rule::Literal);
        let store = Store::create(directory, &game).unwrap();
        for group in game.groups() {
            solve(&game, &store, group, Duration::from_secs(3600), &Stop::new(), &mut |_| ()).unwrap();
        }
        game
    }

    #[test]
    fn an_interrupted_audit_continues_from_its_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let game = built(directory.path());
        let path = directory.path().to_str().unwrap();
        let arguments = ["audit", "--dir", path, "--board", "4x4", "--pieces", "2", "--lose-at", "1"];
        let audit = Command::parse_from(arguments).audit;
        let tables = audit.subject.tables(&game).unwrap();
        let resident = Resident::load(&tables, &[0], &Stop::new()).unwrap().unwrap();
        let ends = Store::open(directory.path(), &game).unwrap().tables().unwrap();
        let name = game.layers()[0].name.clone();
        let begun = LayerAudit::begun(&name, 0);
        let run = |stop: Stop| {
            let session = Session::new(false, true, stop);
            let progress = Progress::new(&session);
            let mut kept = audit.kept(&game, 0, &ends, &session, &progress).unwrap().unwrap();
            let audited = kept.found().filter(|found| found.fits(&game, 0)).unwrap_or_else(|| begun.clone());
            let audited =
                Audit::audit_layer(&resident, 0, audited, Some(&mut kept), &session, &progress).unwrap();
            if audited.next().is_none() {
                kept.complete().unwrap();
            }
            audited
        };
        let whole = run(Stop::new());
        let written = |audit: &LayerAudit| serde_json::to_value(audit).unwrap();
        assert_eq!(written(&whole)["positions"], u64::from(game.layers()[0].size));
        let checkpoint = directory.path().join(format!("audit-{name}"));
        assert!(!checkpoint.exists(), "a complete audit leaves no checkpoint");

        let stopped = Stop::new();
        stopped.request();
        assert_eq!(run(stopped).next(), Some(0));
        // As if the first two of the blocks had been audited, with a wrong entry: the answer has it only if these blocks
        // are not gone through again.
        let first = audit::audit_blocks(&resident, 0, 0..2, &Stop::new(), &mut |_| ());
        let first = LayerAudit::of(&game, 0, &first).before(Some(2)).with_wrong(1);
        let subject = format!("layer {name} of {}", game.subject());
        let mut kept = KeptAudit::open(&checkpoint, &subject, ends.clone(), Wait::No, &Stop::new()).unwrap();
        kept.write(&first).unwrap();
        drop(kept);
        let continued = written(&run(Stop::new()));
        for field in ["positions", "moves"] {
            assert_eq!(continued[field], written(&whole)[field], "{field}");
        }
        assert_eq!((&continued["wrong"], &continued["next"]), (&json!(1), &json!(null)));
        assert!(!checkpoint.exists());
        // A checkpoint that goes beyond the layer is not believed.
        assert!(!begun.clone().before(Some(5)).fits(&game, 0) && !begun.before(None).fits(&game, 0));
        assert!(whole.fits(&game, 0));
    }
}
