//! `retro longest`

use super::report::{LongestReport, StateReport};
use super::{OstleRetro, object_of, own};
use crate::diagram::{self, Drawing};
use crate::solve::check_line;
use crate::solve::{Decision, LongestStates, OstleGame, Probe};
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::{CompleteTables, Game, Place, Tables, Value};
use certamen_retro::subject::Monitor;
use certamen_work::answer::Answer;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use std::fmt::Write as _;
use std::path::Path;

pub(super) const HELP: &str = "States are listed and drawn. As in table 2, a state counts if some move leads to it; states are \
    counted up to symmetry. The naive game replays the lines before they are shown.";

/// How many states are listed and drawn.
const LISTED: usize = 100;

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

/// The states that take longest to win, or to lose.
pub(super) fn longest_states<const SIDE: usize>(
    tables: &CompleteTables<'_, OstleGame<SIDE>>,
    losses: bool,
    monitor: &mut Monitor<'_>,
) -> Result<LongestStates, RetroError> {
    let decision = if losses { Decision::Lost } else { Decision::Won };
    let mut found = LongestStates::default();
    for &layer in tables.layers() {
        monitor.proceed()?;
        let name = &tables.game.layers()[usize::from(layer)].name;
        monitor.report(SolverProgress::Begun(&format!("looking through {name}")));
        let least = found.plies;
        found = found.joined(OstleGame::longest(tables, layer, decision, least)?);
    }
    Ok(found)
}

impl OstleRetro {
    pub(super) fn longest_on<const SIDE: usize>(
        &self,
        directory: &Path,
        losses: bool,
        limit: Option<usize>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let game = self.solved::<SIDE>(directory, &self.layers()?)?;
        let tables = Self::tables(directory, &game)?.complete(self.layer_of(&game))?;
        let found = longest_states(&tables, losses, monitor)?;
        let value = if losses { Value::loss(found.plies) } else { Value::win(found.plies) };
        let listed: Vec<State<SIDE>> = found
            .states
            .iter()
            .take(limit.unwrap_or(LISTED))
            .map(|&(place, forbidden)| {
                let pieces = game.ranking().unrank(place).0;
                let forbidden = forbidden.map(|index| OstleGame::<SIDE>::play(pieces, index));
                with_line(&tables, Position::trusted(pieces), forbidden, value)
            })
            .collect::<Result<_, RetroError>>()?;
        let summary = summary(&found, value);
        let text = if self.draws_svg() {
            diagram::svg(&summary, &drawings(&listed, value))
        } else {
            describe(&summary, &listed)
        };
        let states: Vec<_> = listed
            .iter()
            .map(|state| StateReport {
                position: state.position_text(),
                forbidden: state.forbidden_text(),
                line: state.record(),
            })
            .collect();
        let (value, count) = (object_of(value), found.states.len());
        let object = LongestReport { game: &game.subject(), value, count, states };
        Ok(Answer::holds(text, object))
    }
}

fn with_line<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    position: Position<SIDE>,
    forbidden: Option<Move>,
    value: Value,
) -> Result<State<SIDE>, RetroError> {
    let line = tables.line(position, forbidden, usize::from(value.plies()))?;
    check_line(tables.game, position, forbidden, &line, value).map_err(own)?;
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
