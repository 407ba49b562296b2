//! Rules from a file against the same rules in Rust: games counted to a depth, with one thread, and the clauses of a
//! question. `cargo bench --bench game_files`; `docs/notebook/interfaces.md` has what was found.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the example is a program, and its main function is not called here"
)]
#[path = "../examples/own_game/src/main.rs"]
mod own_game;

use certamen::language::game_file::{AnyFileRules, FileRules, GameFile};
use cnf_out::clausify::{Encoding, clausify};
use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::circuit::Circuit;
use encodings::othello::rules::Othello;
use encodings::rules::{Position, Rules, require_steps, unknown_board};
use encodings::statement::CircuitStatement;
use own_game::Breakthrough;

const BREAKTHROUGH: &str = include_str!("../src/games/files/breakthrough.game");
const OTHELLO: &str = include_str!("../src/games/files/othello.game");

/// The plies of games of Breakthrough, and of Othello.
const PLIES: (u32, u32) = (5, 8);

fn main() {
    println!("question            variables  clauses");
    clauses("breakthrough file", &of_file(BREAKTHROUGH), 30);
    clauses("breakthrough Rust", &Breakthrough::<8>, 30);
    clauses("othello file", &of_file(OTHELLO), 20);
    clauses("othello Rust", &Othello::<8>, 20);
    divan::main();
}

fn of_file(text: &str) -> FileRules<u64> {
    let file = GameFile::parse(text).expect("a game file");
    let AnyFileRules::Narrow(rules) = file.rules("8x8").expect("a board") else { panic!("64 squares") };
    rules
}

/// Prints the size of the formula "a position with this number of moves".
fn clauses<R: Rules>(name: &str, rules: &R, at_least: u32) {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, rules);
    require_steps(&mut statement, rules, board, at_least);
    let clausified = clausify(&statement.finish(), Encoding::default());
    println!("{name:18}  {:9}  {:7}", clausified.variables, clausified.cnf.len());
}

fn perft<R: Rules>(bencher: Bencher<'_, '_>, rules: &R, plies: u32) {
    let start = Position::start(rules);
    let games = start.perft(rules, plies);
    bencher.counter(ItemsCount::new(games)).bench_local(|| divan::black_box(start).perft(rules, plies));
}

#[divan::bench(sample_size = 1)]
fn breakthrough_file(bencher: Bencher<'_, '_>) {
    perft(bencher, &of_file(BREAKTHROUGH), PLIES.0);
}

#[divan::bench(sample_size = 1)]
fn breakthrough_rust(bencher: Bencher<'_, '_>) {
    perft(bencher, &Breakthrough::<8>, PLIES.0);
}

#[divan::bench(sample_size = 1)]
fn othello_file(bencher: Bencher<'_, '_>) {
    perft(bencher, &of_file(OTHELLO), PLIES.1);
}

#[divan::bench(sample_size = 1)]
fn othello_rust(bencher: Bencher<'_, '_>) {
    perft(bencher, &Othello::<8>, PLIES.1);
}
