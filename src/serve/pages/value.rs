//! Values for people: a sign and words, and a class for the colour; never the colour alone.

use certamen_retro::positions::Value;
use certamen_retro::subject::Verdict;
use maud::{Markup, html};

/// The class, the sign and the words of a value.
pub(super) fn words(value: Value) -> (&'static str, &'static str, String) {
    match value {
        Value::Win(0) => ("win", "+", "won".to_owned()),
        Value::Win(plies) => ("win", "+", format!("win in {plies}")),
        Value::Draw => ("draw", "=", "draw".to_owned()),
        Value::Loss(0) => ("loss", "−", "lost".to_owned()),
        Value::Loss(plies) => ("loss", "−", format!("loss in {plies}")),
    }
}

/// A value or a score.
pub(super) fn shown(value: Option<Value>, score: Option<i32>) -> Markup {
    html! {
        @if let Some((class, sign, words)) = value.map(words) {
            span.value.(class) { span.sign aria-hidden="true" { (sign) } " " (words) }
        }
        @if let Some(score) = score { " " span.score { "score " (format!("{score:+}")) } }
        @if value.is_none() && score.is_none() { span.value.unknown { "?" } }
    }
}

/// The result for a position.
pub(super) fn verdict(verdict: &Verdict) -> Markup {
    html! {
        (shown(verdict.value, verdict.score))
        @if let Some(winner) = verdict.winner { " " (winner) " wins" }
    }
}

/// The height of a value in a curve, from -1 to 1: quick wins are high.
pub(super) fn height(value: Value) -> f64 {
    match value {
        Value::Win(plies) => 0.4 + 0.6 / (1.0 + f64::from(plies) / 8.0),
        Value::Draw => 0.0,
        Value::Loss(plies) => -0.4 - 0.6 / (1.0 + f64::from(plies) / 8.0),
    }
}

/// Whether a value is a win, a draw or a loss: 1, 0, -1.
pub(super) fn outcome(value: Value) -> i32 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}
