//! `certamen retro stats`

use super::{Subject, on_board};
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::retro::engine::{Game, Store};
use crate::retro::ostle::{Census, OstleGame, Ranking};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;

/// Count positions and states: tables 1 and 2 of the publication, for the layers that have been built.
///
/// Table 1 counts positions up to symmetry by the hole's square and the pieces. Table 2 counts the states that some move
/// leads to, without those where a move wins at once, by the plies to a state where one does.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  certamen retro stats ostle --dir ostle --rule paper")]
pub(super) struct Stats {
    #[command(flatten)]
    subject: Subject,
}

impl Stats {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        on_board!(self.subject, self.stats(session))
    }

    fn stats<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let game = self.subject.game::<SIDE>()?;
        let store = Store::open(&self.subject.dir, &game)?;
        let tables = self.subject.tables(&game)?;
        let progress = Progress::new(session);
        let mut text = String::from("positions\n");
        let layout = Ranking::<SIDE>::layout();
        let mut classes = Vec::new();
        for class in game.ranking().classes() {
            let hole = layout.name(class.hole).to_string();
            let _ = writeln!(text, "  {hole} {}v{} {}", class.own, class.opp, class.positions);
            classes.push(json!({
                "hole": hole, "own": class.own, "opponent": class.opp, "positions": class.positions,
            }));
        }
        let (mut all, mut layers) = (Census::default(), Vec::new());
        for (layer, shape) in game.layers().iter().enumerate().filter(|(_, shape)| store.is_solved(shape)) {
            progress.begin(format!("counting the states of {}", shape.name));
            all = all.joined(&OstleGame::census(&tables, layer as u8)?);
            layers.push(shape.name.clone());
        }
        drop(progress);
        let _ = writeln!(text, "layers {}", layers.join(" "));
        let _ = writeln!(text, "positions where a move wins at once {}", all.checkmates);
        let _ = writeln!(text, "other states {}, by the plies to such a position", all.states());
        let _ = writeln!(text, "  inf {}", all.drawn);
        for (plies, states) in &all.decided {
            let _ = writeln!(text, "  {plies} {states}");
        }
        session.answer(
            &text,
            &json!({
                "game": game.subject(), "classes": classes, "layers": layers, "checkmates": all.checkmates,
                "states": all.states(), "drawn": all.drawn, "plies": all.decided,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
