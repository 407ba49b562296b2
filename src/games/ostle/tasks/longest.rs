//! `certamen retro longest`

use super::subject::{Format, Layers, Subject, value_object};
use crate::diagram::{self, Drawing};
use crate::solve::check_line;
use crate::solve::{Decision, LongestStates, OstleGame, Probe};
use certamen_retro::engine::{Game, Place, Tables, Value};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use serde_json::json;
use std::fmt::Write as _;

/// Find and draw the states whose win takes the most plies, each with a line of best play.
///
/// As in table 2, a state counts if some move leads to it; states are counted up to symmetry. The naive game replays the
/// lines before they are shown.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro longest ostle --dir ostle\n  \
    PROGRAM retro longest ostle --dir ostle --format svg > longest.svg")]
pub(super) struct Longest {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    layers: Layers,
    /// Find the longest losses instead.
    #[arg(long)]
    losses: bool,
    /// List and draw at most N states. All are counted.
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// The form of the pictures.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
}

/// A state with its line.
struct State<const SIDE: usize> {
    position: Position<SIDE>,
    forbidden: Option<Move>,
    line: Vec<Move>,
}

impl<const SIDE: usize> State<SIDE> {
    fn position_text(&self) -> String {
        notation::print(self.position.pieces(), Position::<SIDE>::LAYOUT)
    }

    fn forbidden_text(&self) -> Option<String> {
        self.forbidden.map(|played| notation::print_move(played, Position::<SIDE>::LAYOUT))
    }

    fn record(&self) -> String {
        let moves = self.line.iter().map(|&played| notation::print_move(played, Position::<SIDE>::LAYOUT));
        moves.collect::<Vec<_>>().join(",")
    }
}

on_every_side!(Longest, longest);

impl Longest {
    fn longest<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let game = self.subject.solved_game::<SIDE>(&self.layers.names(self.subject.variant()?)?)?;
        let tables = self.subject.tables(&game)?.complete(self.layers.one(&game))?;
        let progress = Progress::new(session);
        let decision = if self.losses { Decision::Lost } else { Decision::Won };
        let mut found = LongestStates::default();
        for &layer in tables.layers() {
            progress.begin(format!("looking through {}", game.layers()[usize::from(layer)].name));
            let least = found.plies;
            found = found.joined(OstleGame::longest(&tables, layer, decision, least)?);
        }
        drop(progress);
        let value = if self.losses { Value::loss(found.plies) } else { Value::win(found.plies) };
        let listed: Vec<State<SIDE>> = found
            .states
            .iter()
            .take(self.limit)
            .map(|&(place, forbidden)| {
                let pieces = game.ranking().unrank(place).0;
                let forbidden = forbidden.map(|index| OstleGame::<SIDE>::play(pieces, index));
                with_line(&tables, Position::trusted(pieces), forbidden, value)
            })
            .collect::<anyhow::Result<_>>()?;
        let summary = summary(&found, value);
        let text = match self.format {
            Format::Ascii => describe(&summary, &listed),
            Format::Svg => diagram::svg(&summary, &drawings(&listed, value)),
        };
        let states: Vec<_> = listed
            .iter()
            .map(|state| {
                json!({
                    "position": state.position_text(), "forbidden": state.forbidden_text(), "line": state.record(),
                })
            })
            .collect();
        session.answer(
            &text,
            &json!({
                "game": game.subject(), "value": value_object(value), "count": found.states.len(), "states": states,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}

fn with_line<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    position: Position<SIDE>,
    forbidden: Option<Move>,
    value: Value,
) -> anyhow::Result<State<SIDE>> {
    let line = tables.line(position, forbidden, usize::from(value.plies()))?;
    check_line(tables.game, position, forbidden, &line, value)?;
    Ok(State { position, forbidden, line })
}

fn summary(found: &LongestStates, value: Value) -> String {
    if found.plies == 0 {
        return "no state is decided in this way".to_owned();
    }
    let mut positions: Vec<Place> = found.states.iter().map(|&(place, _)| place).collect();
    positions.dedup();
    format!("{value} plies: {} states of {} positions", found.states.len(), positions.len())
}

fn describe<const SIDE: usize>(summary: &str, states: &[State<SIDE>]) -> String {
    let mut text = format!("{summary}\n");
    let mut drawn = None;
    for state in states {
        if drawn != Some(state.position) {
            drawn = Some(state.position);
            let _ = write!(text, "\n{}", diagram::text(state.position.pieces(), Position::<SIDE>::LAYOUT));
            let _ = writeln!(text, "{}", state.position_text());
        }
        let _ = match state.forbidden_text() {
            None => writeln!(text, "nothing forbidden: {}", state.record()),
            Some(forbidden) => writeln!(text, "{forbidden} forbidden: {}", state.record()),
        };
    }
    text
}

/// Each position once, with the moves that can be forbidden there.
fn drawings<const SIDE: usize>(states: &[State<SIDE>], value: Value) -> Vec<Drawing> {
    let mut drawings = Vec::new();
    for states in states.chunk_by(|a, b| a.position == b.position) {
        let names = states.iter().map(|state| state.forbidden_text().unwrap_or_else(|| "none".to_owned()));
        let names = names.collect::<Vec<_>>().join(" ");
        drawings.push(Drawing {
            pieces: states[0].position.pieces(),
            layout: Position::<SIDE>::LAYOUT,
            caption: vec![value.to_string(), format!("forbidden: {names}")],
        });
    }
    drawings
}
