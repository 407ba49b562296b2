//! The answers of the verbs, as text and as JSON.

use super::{Longest, ProbeResult, Puzzles, RatedMove, Verdict};
use crate::positions::{Game, Value, ValueRule};
use certamen_work::answer::Answer;
use schemars::JsonSchema;
use serde::Serialize;
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
        Answer::holds(text, probe_report(self))
    }
}

/// A value as JSON, for the player to move.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum ValueReport {
    /// Neither player can win.
    Draw,
    /// Won in this number of plies.
    Win {
        /// The plies.
        plies: u16,
    },
    /// Lost in this number of plies.
    Loss {
        /// The plies.
        plies: u16,
    },
    /// A puzzle that is solved in this number of moves.
    Solved {
        /// The moves.
        moves: u16,
    },
    /// A puzzle without a solution.
    Unsolvable,
}

/// The result for a position as JSON.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct VerdictReport {
    /// The value, if values have been computed.
    #[serde(flatten)]
    pub value: Option<ValueReport>,
    /// The best score, if scores have been computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The player who wins, if the players have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
}

/// A move with its value as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The value after it, for the player who makes it.
    pub value: Option<ValueReport>,
    /// The same as a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// The answer of `retro probe` as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProbeReport {
    /// The position.
    pub position: String,
    /// Its value.
    pub value: VerdictReport,
    /// Its moves, the best first.
    pub moves: Vec<MoveReport>,
    /// A line of best play.
    pub line: String,
    /// The move that is forbidden, in a game in which a move can be forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Option<String>>,
}

/// A listed position as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineReport {
    /// The position.
    pub position: String,
    /// A line of best play.
    pub line: String,
}

/// The answer of `retro longest` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LongestReport<'a> {
    game: &'a str,
    /// `win` or `loss`, for the player to move.
    outcome: &'static str,
    /// The plies; null if there is no such position.
    plies: Option<u16>,
    /// How many positions there are.
    count: u64,
    positions: Vec<LineReport>,
}

/// A listed puzzle as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleReport {
    /// The position.
    pub position: String,
    /// Its value.
    pub value: Option<ValueReport>,
    /// A line of best play.
    pub line: String,
}

/// The answer of `retro puzzles` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PuzzlesReport<'a> {
    game: &'a str,
    /// What a puzzle is.
    about: &'a str,
    /// How many there are.
    puzzles: u64,
    positions: Vec<PuzzleReport>,
}

/// The answer of `retro distances` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DistancesReport<'a> {
    game: &'a str,
    /// The number of positions at each distance from the start.
    positions: &'a [u64],
}

/// The answer of `retro build` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum BuildReport<'a> {
    /// The game is solved.
    Solved {
        /// The game.
        game: &'a str,
        /// The number of layers.
        layers: usize,
        /// The number of numbers.
        numbers: u64,
        /// The value of the start; null if there is no fixed start.
        start: Option<VerdictReport>,
    },
    /// The work was stopped. The same command continues.
    Undecided,
}

impl Longest {
    /// The listed positions as JSON.
    pub fn listed(&self) -> Vec<LineReport> {
        let report = |(position, line): &(String, Vec<String>)| LineReport {
            position: position.clone(),
            line: line.join(" "),
        };
        self.positions.iter().map(report).collect()
    }
}

impl Puzzles {
    /// The listed positions of a game for two as JSON.
    pub fn listed(&self) -> Vec<PuzzleReport> {
        self.listed_by(ValueRule::Turns)
    }

    fn listed_by(&self, rule: ValueRule) -> Vec<PuzzleReport> {
        let report = |(position, value, line): &(String, Option<Value>, Vec<String>)| PuzzleReport {
            position: position.clone(),
            value: value.map(|value| report_by(rule, value)),
            line: line.join(" "),
        };
        self.positions.iter().map(report).collect()
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
    let (outcome, positions) = (if losses { "loss" } else { "win" }, found.listed());
    let report = LongestReport { game, outcome, plies: found.plies, count: found.count, positions };
    Answer::holds(text, report)
}

/// The puzzles of a game.
pub(super) fn puzzles(game: &str, rule: ValueRule, about: &str, found: &Puzzles) -> Answer {
    let mut text = format!("{} positions in which {about}\n", found.count);
    for (position, value, line) in &found.positions {
        let value = value.map(|value| rule.in_words(value)).unwrap_or_default();
        let _ = writeln!(text, "{position}  {value}  {}", line.join(" "));
    }
    let report = PuzzlesReport { game, about, puzzles: found.count, positions: found.listed_by(rule) };
    Answer::holds(text, report)
}

/// The number of positions at each distance from the start.
pub(super) fn distances(game: &str, counts: &[u64]) -> Answer {
    let mut text = format!("{} positions by the plies from the start\n", counts.iter().sum::<u64>());
    for (plies, count) in counts.iter().enumerate() {
        let _ = writeln!(text, "{plies:>6} {count:>14}");
    }
    Answer::holds(text, DistancesReport { game, positions: counts })
}

/// A game has been solved: its layers, numbers, and the result for its start.
pub(super) fn built(name: &str, game: &impl Game, start: Option<&Verdict>) -> Answer {
    let in_words = start.map_or_else(|| "this game has no fixed start".to_owned(), in_words);
    let (layers, numbers) = (game.layers().len(), game.layers().iter().map(|layer| layer.size).sum::<u64>());
    let what = if game.is_listed() { "positions, all that are reached" } else { "numbers" };
    let text = format!("{name}: {layers} layers, {numbers} {what}\nstart: {in_words}\n");
    let report = BuildReport::Solved { game: name, layers, numbers, start: start.map(verdict_report) };
    Answer::holds(text, report)
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
fn report_by(rule: ValueRule, value: Value) -> ValueReport {
    match (rule, value) {
        (ValueRule::Turns, value) => value_report(value),
        (ValueRule::Puzzle, Value::Win(moves)) => ValueReport::Solved { moves },
        (ValueRule::Puzzle, Value::Draw | Value::Loss(_)) => ValueReport::Unsolvable,
    }
}

/// A value of a game for two as JSON.
pub fn value_report(value: Value) -> ValueReport {
    match value {
        Value::Draw => ValueReport::Draw,
        Value::Win(plies) => ValueReport::Win { plies },
        Value::Loss(plies) => ValueReport::Loss { plies },
    }
}

/// The result for a position as JSON.
pub fn verdict_report(verdict: &Verdict) -> VerdictReport {
    let &Verdict { value, score, winner, rule } = verdict;
    VerdictReport { value: value.map(|value| report_by(rule, value)), score, winner }
}

/// The answer to a query as JSON.
pub fn probe_report(probed: &ProbeResult) -> ProbeReport {
    let rule = probed.verdict.rule;
    let of_move = |RatedMove { name, value, score }: &RatedMove| MoveReport {
        name: name.clone(),
        value: value.map(|value| report_by(rule, value)),
        score: *score,
    };
    ProbeReport {
        position: probed.position.clone(),
        value: verdict_report(&probed.verdict),
        moves: probed.moves.iter().map(of_move).collect(),
        line: probed.record(),
        forbidden: probed.can_forbid.then(|| probed.forbidden.clone()),
    }
}
