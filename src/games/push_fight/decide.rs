//! Values on demand: a search, and its line replayed by the naive game.
//!
//! What it does not show: that no line is better for the other side. That depends on the search alone.

use crate::play::{PushFightGame, naively, parse};
use crate::search::solve::MAX_TURNS_AHEAD;
use crate::search::{Progress, SearchLimits, Solution, TurnValue, solve_watched};
use certamen_ask::flag::Given;
use certamen_play::{Depth, PlayError, SearchedValue, ValueSearch};
use certamen_work::limits::Limits;
use certamen_work::memory;
use encodings::push_fight::{Position, Standard, Turn};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;
use verify::push_fight as naive;

/// The usual number of turns of a player to search ahead.
pub const USUAL_TURNS: u32 = 3;
/// The number of bytes of the table, if the machine has that many.
pub const TABLE: u64 = 256 << 20;
/// How often progress is reported.
const BEAT: Duration = Duration::from_millis(250);

impl ValueSearch for PushFightGame {
    fn depth(&self) -> Depth {
        Depth { of: "turns of a player", usual: USUAL_TURNS, most: MAX_TURNS_AHEAD }
    }

    fn decide(
        &self,
        _: &Given,
        position: &str,
        depth: u32,
        limits: &Limits,
        watch: &mut dyn FnMut(String),
    ) -> Result<SearchedValue, PlayError> {
        let here = parse(position)?;
        let memory = memory::allowed(None, TABLE).map_err(|error| PlayError::Flags(error.to_string()))?;
        let search = SearchLimits { turns: depth, time: limits.time, memory: memory as usize };
        let solution = watched(here, search, limits, watch)?;
        let line = replayed_line(here, &solution).map_err(PlayError::Disagreement)?;
        let ended = if limits.stop.is_requested() { "stopped" } else { "time limit" };
        let ended = solution.is_ended.then_some(ended);
        let text = in_words(&solution, depth, ended);
        Ok(SearchedValue { object: object(position, &solution, &line, &[], ended), text, line })
    }
}

/// Searches in a thread of its own, and reports progress meanwhile.
fn watched(
    here: Position<Standard>,
    search: SearchLimits,
    limits: &Limits,
    watch: &mut dyn FnMut(String),
) -> Result<Solution, PlayError> {
    let progress = Progress::default();
    let failed = || PlayError::File("the search has failed: this is a defect of the program".to_owned());
    thread::scope(|scope| {
        let work = || solve_watched(here, search, &limits.stop, &progress);
        let working = thread::Builder::new().spawn_scoped(scope, work);
        let working =
            working.map_err(|error| PlayError::File(format!("no thread for the search: {error}")))?;
        while !working.is_finished() {
            let turns = progress.turns.load(Ordering::Relaxed).max(1);
            let positions = progress.positions.load(Ordering::Relaxed);
            watch(format!("{turns} turns ahead, {positions} positions so far"));
            thread::park_timeout(BEAT);
        }
        working.join().map_err(|_| failed())
    })
}

/// The turns of the line by name. The naive game replays them: they must be legal, and end as the value says.
pub(crate) fn replayed_line(
    position: Position<Standard>,
    solution: &Solution,
) -> Result<Vec<String>, String> {
    let line: Vec<String> = solution.line.iter().map(Turn::name::<Standard>).collect();
    let turns = match solution.value {
        TurnValue::Open(_) | TurnValue::Loss(0) => return Ok(line),
        TurnValue::Win(turns) => 2 * turns - 1,
        TurnValue::Loss(turns) => 2 * turns,
    };
    let start = naively(position).map_err(|error| format!("the naive game: {error}"))?;
    let played = naive::replay(&start, &line.join(" "));
    let end = played.map_err(|complaint| format!("the line that was found is not legal: {complaint}"))?.end;
    let is_stuck = matches!(&end, naive::Outcome::Continues(end) if !naive::has_legal_turn(end));
    if is_stuck || end == naive::Outcome::Wins && line.len() == turns as usize {
        return Ok(line);
    }
    Err(format!("the line that was found does not show {}: {}", solution.value, line.join(" ")))
}

/// The value in words; if the search was cut off, how many of the `turns` it looked ahead. `ended` is the limit that cut it off.
pub(crate) fn in_words(solution: &Solution, turns: u32, ended: Option<&str>) -> String {
    match (solution.value, ended) {
        (TurnValue::Open(done), Some(reason)) => {
            format!("not decided within {done} of {turns} turns ({reason})")
        }
        (value, _) => value.to_string(),
    }
}

/// The answer as JSON. `ended` is the limit that ended the search.
pub(crate) fn object(
    position: &str,
    solution: &Solution,
    line: &[String],
    refuted: &[(String, String)],
    ended: Option<&str>,
) -> Value {
    let (kind, turns) = match solution.value {
        TurnValue::Win(turns) => ("win", turns),
        TurnValue::Loss(turns) => ("loss", turns),
        TurnValue::Open(turns) => ("undecided", turns),
    };
    let value = (kind != "undecided").then(|| solution.value.to_string());
    json!({
        "position": position, "verdict": kind, "turns": turns, "value": value, "line": line,
        "refutations": refuted, "ended": ended, "positions": solution.positions,
    })
}
