//! `certamen retro audit`

use super::audited::{LayerAudit, answer};
use super::subject::Subject;
use crate::solve::OstleGame;
use crate::solve::refute::{Answer, Sample};
use anyhow::{bail, ensure};
use certamen_retro::engine::audit;
use certamen_retro::engine::{Game, Place, Resident, Store, Tables};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use serde_json::json;
use std::time::Instant;

/// The number of positions in one question to the solver.
const SAMPLE: usize = 64;

/// Derive every value of the tables again from the values of its moves, with forward moves only.
///
/// Values count plies, so only one table agrees with its moves: if a layer and every layer that it leads to agree, all
/// their values are right, including draws. The audit relies on the forward moves and the numbering of positions, but
/// not on the un-moves from which the tables were made. The layer and the layers that its moves lead to are kept in
/// memory, with 3 bytes for each position: 0.5 GB for 4v4, 7.7 GB for 5v5.
///
/// An interrupted run names the block from which to continue.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro audit ostle --dir ostle --layer 4v4\n  \
    PROGRAM retro audit ostle --dir ostle\n  \
    PROGRAM retro audit ostle --dir ostle --layer 4v4 --samples 10\n\n\
    Exit codes: 0 all agree, 1 some do not, 2 bad usage or input, 3 stopped early.")]
pub(super) struct Audit {
    #[command(flatten)]
    subject: Subject,
    /// The layer, such as 4v4, or `all` layers that have been built.
    #[arg(long, value_name = "LAYER", default_value = "all")]
    layer: String,
    /// Instead, have a solver check N samples of each layer, with 64 positions each. It refutes that, by the circuit of
    /// the rules, the entry of a position disagrees with its moves, and the refutation is checked.
    #[arg(long, value_name = "N", conflicts_with = "from")]
    samples: Option<u32>,
    /// The seed of the random samples.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "samples")]
    seed: u64,
    /// Continue from this block of the layer.
    #[arg(long, value_name = "BLOCK", default_value_t = 0)]
    from: u64,
}

on_every_side!(Audit, audit);

impl Audit {
    fn audit<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let game = self.subject.solved_game::<SIDE>()?;
        let layers = self.layers(&game)?;
        let tables = self.subject.tables(&game)?;
        if let Some(samples) = self.samples {
            return self.refute(&tables, &layers, samples, session);
        }
        let progress = Progress::new(session);
        let mut all = Vec::new();
        for layer in layers {
            let name = &game.layers()[usize::from(layer)].name;
            let start = Instant::now();
            progress.begin(format!("{name}: reading the tables"));
            let resident = Resident::load(&tables, &audit::needed(&game, layer), &session.stop)?;
            let audited = match &resident {
                Some(resident) => self.audit_layer(resident, layer, session, &progress),
                None => audit::Audit { next: Some(self.from), ..audit::Audit::default() },
            };
            progress.report(&format!("{name}: {:.0} s", start.elapsed().as_secs_f64()));
            all.push(LayerAudit::of(&game, layer, &audited));
            if audited.next.is_some() {
                break;
            }
        }
        drop(progress);
        let (text, object, outcome) = answer(&game.subject(), &all);
        session.answer(&text, &object)?;
        Ok(outcome)
    }

    fn audit_layer<const SIDE: usize>(
        &self,
        resident: &Resident<'_, OstleGame<SIDE>>,
        layer: u8,
        session: &Session,
        progress: &Progress,
    ) -> audit::Audit {
        let blocks = audit::blocks(resident.game, layer);
        let name = &resident.game.layers()[usize::from(layer)].name;
        progress.estimate(format!("{name}: deriving {blocks} blocks anew"));
        let mut reported = 0;
        let mut watch = |done: u64| {
            progress.arrive(done as f64 / blocks as f64, &format!("{name}: block {done} of {blocks}"));
            if 10 * done / blocks > reported {
                reported = 10 * done / blocks;
                progress.line(&format!("{name}: block {done} of {blocks}"));
            }
        };
        audit::audit(resident, layer, self.from, &session.stop, &mut watch)
    }

    /// Has a solver check samples.
    fn refute<const SIDE: usize>(
        &self,
        tables: &Tables<'_, OstleGame<SIDE>>,
        layers: &[u8],
        samples: u32,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        let mut chance = fastrand::Rng::with_seed(self.seed);
        let (mut asked, mut clauses, mut steps) = (0, 0, 0);
        for &layer in layers {
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

    /// The layers to audit.
    fn layers<const SIDE: usize>(&self, game: &OstleGame<SIDE>) -> anyhow::Result<Vec<u8>> {
        let shapes = game.layers();
        if self.layer == "all" {
            ensure!(self.from == 0, "--from is a block of one layer: name it by --layer");
            let store = Store::open(&self.subject.dir, game)?;
            let built = (0..shapes.len()).filter(|&layer| store.is_solved(&shapes[layer]));
            return Ok(built.map(|layer| layer as u8).collect());
        }
        let Some(layer) = shapes.iter().position(|shape| shape.name == self.layer) else {
            let names: Vec<&str> = shapes.iter().map(|shape| shape.name.as_str()).collect();
            bail!("there is no layer `{}`: expected one of all, {}", self.layer, names.join(", "));
        };
        let blocks = audit::blocks(game, layer as u8);
        ensure!(self.from < blocks, "--from {}: {} has {blocks} blocks", self.from, self.layer);
        Ok(vec![layer as u8])
    }
}
