//! The answers of the verbs, as text and as JSON.

use super::{Longest, ProbeResult, Puzzles, RatedMove, Verdict};
use crate::positions::{Game, Value, ValueRule};
use certamen_work::answer::Answer;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;

impl ProbeResult {
    /// The values of a position and of its moves.
    pub fn answer(&self) -> Answer {
        let mut text = format!("{}\n", self.position);
        if let Some(forbidden) = &self.forbidden {
            let _ = writeln!(text, "{forbidden} is forbidden");
        }
        let _ = writeln!(text, "{}", in_words(&self.verdict));
        for judged in &self.moves {
            let verdict = Verdict { value: judged.value, score: judged.score, winner: None, ..self.verdict };
            let _ = writeln!(text, "{} {}", judged.name, in_words(&verdict));
        }
        if !self.line.is_empty() {
            let _ = writeln!(text, "line {}", self.record());
        }
        Answer::holds(text, probed_object(self))
    }
}

impl Longest {
    /// The listed positions as JSON.
    pub fn listed(&self) -> Vec<Json> {
        let listed = self.positions.iter();
        listed.map(|(position, line)| json!({ "position": position, "line": line.join(" ") })).collect()
    }
}

impl Puzzles {
    /// The listed positions of a game for two as JSON.
    pub fn listed(&self) -> Vec<Json> {
        self.listed_by(ValueRule::Turns)
    }

    fn listed_by(&self, rule: ValueRule) -> Vec<Json> {
        let object = |(position, value, line): &(String, Option<Value>, Vec<String>)| json!({ "position": position, "value": value.map(|value| object_by(rule, value)), "line": line.join(" ") });
        self.positions.iter().map(object).collect()
    }
}

/// The longest wins or losses of a game.
pub(super) fn longest(game: &str, rule: ValueRule, losses: bool, found: &Longest) -> Answer {
    let (what, plies) = match (losses, rule) {
        (true, _) => ("lost", "plies"),
        (false, ValueRule::Turns) => ("won", "plies"),
        (false, ValueRule::Puzzle) => ("solved", "moves"),
    };
    let mut text = match found.plies {
        Some(most) => {
            format!("{} positions are {what} in {most} {plies}, and none in more\n", found.count)
        }
        None => format!("no position is {what}\n"),
    };
    for (position, line) in &found.positions {
        let _ = writeln!(text, "{position}  {}", line.join(" "));
    }
    let object = json!({
        "game": game, "outcome": if losses { "loss" } else { "win" }, "plies": found.plies, "count": found.count,
        "positions": found.listed(),
    });
    Answer::holds(text, object)
}

/// The puzzles of a game.
pub(super) fn puzzles(game: &str, rule: ValueRule, about: &str, found: &Puzzles) -> Answer {
    let mut text = format!("{} positions in which {about}\n", found.count);
    for (position, value, line) in &found.positions {
        let value = value.map(|value| rule.in_words(value)).unwrap_or_default();
        let _ = writeln!(text, "{position}  {value}  {}", line.join(" "));
    }
    let object =
        json!({ "game": game, "about": about, "puzzles": found.count, "positions": found.listed_by(rule) });
    Answer::holds(text, object)
}

/// The number of positions at each distance from the start.
pub(super) fn distances(game: &str, counts: &[u64]) -> Answer {
    let mut text = format!("{} positions by the plies from the start\n", counts.iter().sum::<u64>());
    for (plies, count) in counts.iter().enumerate() {
        let _ = writeln!(text, "{plies:>6} {count:>14}");
    }
    Answer::holds(text, json!({ "game": game, "positions": counts }))
}

/// A game has been solved: its layers, numbers, and the result for its start.
pub(super) fn built(name: &str, game: &impl Game, start: Option<&Verdict>) -> Answer {
    let in_words = start.map_or_else(|| "this game has no fixed start".to_owned(), in_words);
    let (layers, numbers) = (game.layers().len(), game.layers().iter().map(|layer| layer.size).sum::<u64>());
    let what = if game.is_listed() { "positions, all that are reached" } else { "numbers" };
    let text = format!("{name}: {layers} layers, {numbers} {what}\nstart: {in_words}\n");
    let object = json!({
        "verdict": "solved", "game": name, "layers": layers, "numbers": numbers, "start": start.map(verdict_object),
    });
    Answer::holds(text, object)
}

/// The result for a position, in words.
pub(super) fn in_words(verdict: &Verdict) -> String {
    let value = verdict.value.map(|value| verdict.rule.in_words(value));
    let score = verdict.score.map(|score| format!("best score {score:+}"));
    let known: Vec<String> = value.into_iter().chain(score).collect();
    let winner = verdict.winner.map(|winner| format!(": {winner} wins")).unwrap_or_default();
    known.join(", ") + &winner
}

/// A value as JSON.
fn object_by(rule: ValueRule, value: Value) -> Json {
    match (rule, value) {
        (ValueRule::Turns, value) => value_object(value),
        (ValueRule::Puzzle, Value::Win(moves)) => json!({ "outcome": "solved", "moves": moves }),
        (ValueRule::Puzzle, Value::Draw | Value::Loss(_)) => json!({ "outcome": "unsolvable" }),
    }
}

/// A value of a game for two as JSON.
pub fn value_object(value: Value) -> Json {
    match value {
        Value::Draw => json!({ "outcome": "draw" }),
        Value::Win(plies) => json!({ "outcome": "win", "plies": plies }),
        Value::Loss(plies) => json!({ "outcome": "loss", "plies": plies }),
    }
}

/// The result for a position as JSON.
pub fn verdict_object(verdict: &Verdict) -> Json {
    let mut object = verdict.value.map_or_else(|| json!({}), |value| object_by(verdict.rule, value));
    if let Some(score) = verdict.score {
        object["score"] = json!(score);
    }
    if let Some(winner) = verdict.winner {
        object["winner"] = json!(winner);
    }
    object
}

/// The answer to a query as JSON.
pub fn probed_object(probed: &ProbeResult) -> Json {
    let moves: Vec<Json> =
        probed.moves.iter().map(|judged| judged_object(probed.verdict.rule, judged)).collect();
    let mut object = json!({
        "position": probed.position, "value": verdict_object(&probed.verdict), "moves": moves, "line": probed.record(),
    });
    if probed.can_forbid {
        object["forbidden"] = json!(probed.forbidden);
    }
    object
}

fn judged_object(rule: ValueRule, judged: &RatedMove) -> Json {
    let mut object =
        json!({ "move": judged.name, "value": judged.value.map(|value| object_by(rule, value)) });
    if let Some(score) = judged.score {
        object["score"] = json!(score);
    }
    object
}
