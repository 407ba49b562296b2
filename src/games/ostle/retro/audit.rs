//! `retro audit`

use super::audited::{LayerAudit, answer};
use super::report::SampleReport;
use super::{OstleRetro, board, move_name, own, refused};
use crate::solve::OstleGame;
use crate::solve::refute::{Answer as Refutation, Sample};
use certamen_ask::flag::Flag;
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::audit;
use certamen_retro::states::{CompleteTables, Game, Place, Resident, Store, TableError};
use certamen_retro::subject::Monitor;
use certamen_retro::table::kept_audit::{KeptAudit, TableEnds};
use certamen_work::answer::Answer;
use certamen_work::durable::{Wait, WorkError};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The number of positions in one question to the solver.
const SAMPLE: usize = 64;
/// The number of blocks between two looks at the clock for a checkpoint: a few seconds of work.
const STEP: u64 = 1024;

pub(super) const HELP: &str = "Only one table agrees with its moves: if a layer and every layer that it leads to agree, all their \
    values are right, including draws. The audit relies on the forward moves and the numbering of positions, but not on the \
    un-moves from which the tables were made. The layer and the layers that its moves lead to are kept in memory, with 3 bytes \
    for each position: 0.5 GB for 4v4, 7.7 GB for 5v5.\n\n\
    The audit of a layer keeps a checkpoint in a directory `audit-LAYER` beside the tables: after Ctrl-C or a kill, the same \
    command continues from it, and takes its word for what was audited before. A complete audit removes these directories.\n\n\
    Exit codes: 0 all agree, 1 some do not, 2 bad usage or input, 3 stopped early.";

/// The flags.
pub(super) const FLAGS: [Flag; 4] = [
    Flag::text(
        "samples",
        "N",
        "Instead, have a solver check N samples of each layer, with 64 positions each. It refutes that, by the circuit of the \
         rules, the entry of a position disagrees with its moves, and the refutation is checked",
    )
    .conflicts_with("from"),
    Flag::text("seed", "SEED", "The seed of the random samples [default: 1]").requires("samples"),
    Flag::text("from", "BLOCK", "Audit the layer from this block on, without a checkpoint")
        .conflicts_with("checkpoints"),
    Flag::text("checkpoints", "DIR", "Keep checkpoints in this directory, not beside the tables")
        .conflicts_with("samples"),
];

impl OstleRetro {
    fn number(&self, flag: &str) -> Result<Option<u64>, RetroError> {
        self.asked.read(flag).map_err(own)
    }

    pub(super) fn audit_on<const SIDE: usize>(
        &self,
        directory: &Path,
        wait: Wait,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let names = self.layers()?;
        let (samples, from) = (self.number("samples")?, self.number("from")?);
        if samples == Some(0) {
            return Err(refused("--samples 0: expected at least one"));
        }
        let only = self.layer().unwrap_or("all");
        if from.is_some() && only == "all" {
            return Err(refused("--from is a block of one layer: name it by --layer"));
        }
        let game = self.solved::<SIDE>(directory, &names)?;
        let layer = self.layer_of(&game);
        if let (Some(from), Some(layer)) = (from, layer) {
            let blocks = audit::blocks(&game, layer);
            if from >= blocks {
                return Err(refused(format!("--from {from}: {only} has {blocks} blocks")));
            }
        }
        let tables = Self::tables(directory, &game)?.complete(layer)?;
        if let Some(samples) = samples {
            return self.refute(&tables, samples, monitor);
        }
        for &layer in tables.layers() {
            audit::needed(&game, layer).into_iter().try_for_each(|layer| tables.layer(layer).map(drop))?;
        }
        let ends = Store::open(directory, &game)?.tables()?;
        let (mut all, mut checkpoints) = (Vec::new(), Vec::new());
        for &layer in tables.layers() {
            let start = Instant::now();
            let name = &game.shape(layer).name;
            let mut kept = match from {
                // An audit that begins at a block has no checkpoint.
                Some(_) => None,
                None => Some(self.kept(directory, &game, layer, &ends, wait, monitor)?),
            };
            let found = kept.as_ref().and_then(KeptAudit::found).filter(|found| found.fits(&game, layer));
            let mut audited = found.unwrap_or_else(|| LayerAudit::begun(name, from.unwrap_or_default()));
            if audited.next().is_some() {
                monitor.report(SolverProgress::Begun(&format!("{name}: reading the tables")));
                let needed = audit::needed(&game, layer);
                match Resident::load(&tables, &needed, monitor.stop()) {
                    Err(TableError::Stopped(_)) => {}
                    resident => audited = audit_layer(&resident?, layer, audited, kept.as_mut(), monitor)?,
                }
            }
            monitor.report(SolverProgress::Done(&format!("{name}: {:.0} s", start.elapsed().as_secs_f64())));
            let is_complete = audited.next().is_none();
            all.push(audited);
            checkpoints.extend(kept);
            if !is_complete {
                break;
            }
        }
        match (all.last().and_then(LayerAudit::next), from) {
            (None, _) => checkpoints.into_iter().try_for_each(KeptAudit::complete)?,
            (Some(next), Some(_)) => {
                monitor.report(SolverProgress::Done(&format!("to continue: --layer {only} --from {next}")));
            }
            (Some(_), None) => monitor.report(SolverProgress::Done("the same command continues")),
        }
        Ok(answer(&game.subject(), &all))
    }

    /// The checkpoint of a layer.
    fn kept<const SIDE: usize>(
        &self,
        directory: &Path,
        game: &OstleGame<SIDE>,
        layer: u8,
        ends: &TableEnds,
        wait: Wait,
        monitor: &mut Monitor<'_>,
    ) -> Result<KeptAudit<LayerAudit>, RetroError> {
        let shape = |layer: u8| game.shape(layer);
        let name = &shape(layer).name;
        let beside = self.asked.text("checkpoints").map(PathBuf::from);
        let path = beside.unwrap_or_else(|| directory.to_owned()).join(format!("audit-{name}"));
        let subject = format!("layer {name} of {}", game.subject());
        // Other layers may be built meanwhile.
        let needed = audit::needed(game, layer);
        let is_needed = |(table, ..): &&(String, u64, u32)| {
            needed.iter().any(|&layer| table.starts_with(&shape(layer).name))
        };
        let ends: TableEnds = ends.iter().filter(is_needed).cloned().collect();
        let kept = KeptAudit::open(&path, &subject, ends, wait, monitor.stop());
        let kept = kept.map_err(|error| own(NoCheckpoint(error)))?;
        if kept.is_stale() {
            monitor.report(SolverProgress::Done(&format!(
                "{name}: the tables have changed, so the audit begins anew"
            )));
        }
        Ok(kept)
    }

    /// Has a solver check samples.
    fn refute<const SIDE: usize>(
        &self,
        tables: &CompleteTables<'_, OstleGame<SIDE>>,
        samples: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let mut chance = fastrand::Rng::with_seed(self.number("seed")?.unwrap_or(1));
        let (mut asked, mut clauses, mut steps) = (0, 0, 0);
        for &layer in tables.layers() {
            let shape = tables.game.shape(layer);
            for number in 1..=samples {
                if monitor.stop().is_requested() {
                    let text = format!("undecided (interrupted): {asked} positions are justified\n");
                    return Ok(Answer::undecided(text, SampleReport::Undecided { positions: asked }));
                }
                monitor
                    .report(SolverProgress::Begun(&format!("{}: sample {number} of {samples}", shape.name)));
                let places: Vec<Place> =
                    (0..SAMPLE).map(|_| Place { layer, rank: chance.u32(0..shape.size) }).collect();
                match Sample::new(tables, &places)?.ask().map_err(own)? {
                    Refutation::Justified { clauses: more, steps: taken } => {
                        (asked, clauses, steps) = (asked + places.len(), clauses + more, steps + taken);
                    }
                    Refutation::Unjustified { position, played } => {
                        let (board, played) = (board(position), move_name::<SIDE>(played));
                        let text = format!("{board} is not justified: see {played}\n");
                        return Ok(Answer::fails(text, SampleReport::Wrong { position: board, played }));
                    }
                }
            }
        }
        let text = format!(
            "{asked} positions are justified: {clauses} clauses refuted in {steps} steps, which were checked\n"
        );
        Ok(Answer::holds(text, SampleReport::Justified { positions: asked, clauses, steps }))
    }
}

/// There is no room for the checkpoint of an audit, or it is that of something else.
#[derive(Debug, thiserror::Error)]
#[error("the checkpoint of the audit: --checkpoints DIR keeps it elsewhere")]
struct NoCheckpoint(#[source] WorkError);

/// Audits a layer from where an earlier run has come to.
fn audit_layer<const SIDE: usize>(
    resident: &Resident<'_, OstleGame<SIDE>>,
    layer: u8,
    mut audited: LayerAudit,
    mut kept: Option<&mut KeptAudit<LayerAudit>>,
    monitor: &mut Monitor<'_>,
) -> Result<LayerAudit, RetroError> {
    let blocks = audit::blocks(resident.game, layer);
    let name = &resident.game.shape(layer).name;
    if let Some(next) = audited.next().filter(|&next| next > 0 && kept.is_some()) {
        monitor.report(SolverProgress::Done(&format!("{name}: continuing with block {next} of {blocks}")));
    }
    monitor.report(SolverProgress::Estimated(&format!("{name}: deriving {blocks} blocks anew")));
    while let Some(first) = audited.next().filter(|_| !monitor.stop().is_requested()) {
        let last = blocks.min(first + STEP);
        let found = audit::audit_blocks(resident, layer, first..last, monitor.stop(), &mut |_| ());
        let next = found.next.or((last < blocks).then_some(last));
        audited = audited.joined(LayerAudit::of(resident.game, layer, &found).before(next));
        let done = next.unwrap_or(blocks);
        let doing = format!("{name}: block {done} of {blocks}");
        monitor.report(SolverProgress::Share { doing: &doing, share: done as f64 / blocks as f64 });
        if let Some(kept) = &mut kept {
            kept.advance(&audited)?;
        }
    }
    if let Some(kept) = kept {
        kept.write(&audited)?;
    }
    Ok(audited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::variant_on;
    use crate::solve::Rule;
    use certamen_ask::flag::Given;
    use certamen_retro::states::solve;
    use certamen_work::stop::Stop;
    use serde_json::json;
    use std::time::Duration;

    /// 4x4 with two pieces of each side, lost at one: 18,970 positions in five blocks.
    fn built(directory: &Path) -> OstleGame<4> {
        let game = OstleGame::<4>::new(variant_on(4, Some(2), Some(1)).unwrap(), Rule::Literal);
        let store = Store::create(directory, &game).unwrap();
        for group in game.groups() {
            solve(&game, &store, group, Duration::from_secs(3600), &mut Monitor::silent(&Stop::new()))
                .unwrap();
        }
        game
    }

    #[test]
    fn an_interrupted_audit_continues_from_its_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let game = built(directory.path());
        let audit = OstleRetro { variant: game.variant(), rule: game.rule(), asked: Given::new() };
        let tables = OstleRetro::tables(directory.path(), &game).unwrap();
        let resident = Resident::load(&tables, &[0], &Stop::new()).unwrap();
        let ends = Store::open(directory.path(), &game).unwrap().tables().unwrap();
        let name = game.layers()[0].name.clone();
        let begun = LayerAudit::begun(&name, 0);
        let run = |stop: Stop| {
            let monitor = &mut Monitor::silent(&stop);
            let mut kept = audit.kept(directory.path(), &game, 0, &ends, Wait::No, monitor).unwrap();
            let audited = kept.found().filter(|found| found.fits(&game, 0)).unwrap_or_else(|| begun.clone());
            let audited = audit_layer(&resident, 0, audited, Some(&mut kept), monitor).unwrap();
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
