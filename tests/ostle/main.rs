//! Ostle three ways: the native engine, the naive game solved by definition, and the circuit.

mod counts;
mod distances;
mod engine;
mod mobility;
mod questions;
#[path = "../support"]
mod support {
    pub(crate) mod asked;
    #[allow(dead_code, reason = "these tests need only some kinds of miters")]
    pub(crate) mod miter;
    #[allow(dead_code, reason = "these tests need only some ways to run the program")]
    pub(crate) mod run;
    pub(crate) mod written;
}
mod table;
mod tables;
mod unmoves;
mod win;

use certamen::games::ostle::solve::{OstleGame, Rule};
use certamen::retro::states::{self as retro, Game, RunOutcome, Store, Value};
use certamen::work::Stop;
use encodings::ostle::variant::Variant;
use std::path::Path;
use std::time::Duration;
use verify::ostle::{self as naive, Size};

/// Solves all groups in a directory.
fn build<const SIDE: usize>(game: &OstleGame<SIDE>, directory: &Path) {
    let store = Store::create(directory, game).expect("tables");
    for group in game.groups() {
        let (hour, never) = (Duration::from_secs(3600), Stop::new());
        let ended = retro::solve(game, &store, group, hour, &mut retro::Monitor::silent(&never));
        assert_eq!(ended.expect("solved"), RunOutcome::Solved);
    }
}

fn game<const SIDE: usize>(pieces: usize, lose_at: usize, rule: Rule) -> OstleGame<SIDE> {
    OstleGame::new(Variant::new(SIDE, pieces, lose_at).expect("a variant"), rule)
}

fn naive_variant(side: usize, pieces: usize, lose_at: usize) -> naive::Variant {
    naive::Variant::new(Size::new(side).expect("a variant"), pieces, lose_at).expect("a variant")
}

fn value(value: naive::Value) -> Value {
    match value {
        naive::Value::Win(plies) => Value::win(u8::try_from(plies).expect("few plies")),
        naive::Value::Loss(plies) => Value::loss(u8::try_from(plies).expect("few plies")),
        naive::Value::Draw => Value::DRAW,
    }
}
