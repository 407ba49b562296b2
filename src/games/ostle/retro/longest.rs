//! `retro longest`

use super::report::{LongestReport, StateReport};
use super::{OstleRetro, board, move_name, move_names, object_of, own, position_at};
use crate::diagram::{self, Drawing};
use crate::solve::check_line;
use crate::solve::{Decision, LongestStates, OstleGame, Probe};
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::{CompleteTables, Game, MoveIndex, Place, Tables, Value};
use certamen_retro::subject::Monitor;
use certamen_work::answer::Answer;
use encodings::ostle::position::{Move, Position};
use std::fmt::Write as _;
use std::path::Path;

pub(super) const HELP: &str = "States are listed and drawn. As in table 2, a state counts if some move leads to it; states are \
    counted up to symmetry. The naive game replays the lines before they are shown.";

/// How many states are listed and drawn.
const LISTED: usize = 100;

/// A state with its line.
pub(super) struct State<const SIDE: usize> {
    pub(super) position: Position<SIDE>,
    pub(super) forbidden: Option<Move>,
    pub(super) line: Vec<Move>,
}

impl<const SIDE: usize> State<SIDE> {
    fn forbidden_text(&self) -> Option<String> {
        self.forbidden.map(move_name::<SIDE>)
    }

    fn record(&self) -> String {
        move_names::<SIDE>(&self.line).join(",")
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
        let name = &tables.game.shape(layer).name;
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
        let value = value_of(&found, losses);
        let listed = with_lines(&tables, &found, value, limit.unwrap_or(LISTED))?;
        let summary = summary(&found, value);
        let text = if self.draws_svg() {
            diagram::svg(&summary, &drawings(&listed, value))
        } else {
            describe(&summary, &listed)
        };
        let states: Vec<_> = listed
            .iter()
            .map(|state| StateReport {
                position: board(state.position),
                forbidden: state.forbidden_text(),
                line: state.record(),
            })
            .collect();
        let (value, count) = (object_of(value), found.states.len());
        let object = LongestReport { game: &game.subject(), value, count, states };
        Ok(Answer::holds(text, object))
    }
}

/// The first states of those with this value, each with a line that the naive game has replayed.
pub(super) fn with_lines<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    found: &LongestStates,
    value: Value,
    limit: usize,
) -> Result<Vec<State<SIDE>>, RetroError> {
    let with_line = |&(place, forbidden): &(Place, Option<MoveIndex>)| {
        let position = position_at(tables.game, place);
        let forbidden = forbidden.map(|index| OstleGame::<SIDE>::play(position.pieces(), index));
        let line = tables.line(position, forbidden, usize::from(value.plies()))?;
        check_line(tables.game, position, forbidden, &line, value).map_err(own)?;
        Ok(State { position, forbidden, line })
    };
    found.states.iter().take(limit).map(with_line).collect()
}

/// The value of these states.
pub(super) fn value_of(found: &LongestStates, losses: bool) -> Value {
    if losses { Value::loss(found.plies) } else { Value::win(found.plies) }
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
            let _ = writeln!(text, "{}", board(state.position));
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
