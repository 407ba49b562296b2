//! Rules from a file against the same rules in Rust, with one thread: games counted to a depth, games solved in memory,
//! positions of records judged by a question, and the clauses of a question. `cargo bench --bench game_files`;
//! `docs/notebook/interfaces.md` has what was found.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the example is a program, and its main function is not called here"
)]
#[path = "../examples/own_game/src/main.rs"]
mod own_game;

use certamen::ask::flag::Given;
use certamen::language::game_file::{AnyFileRules, FileRules, GameFile};
use certamen::play::{Game, RuledGame};
use certamen::retro::positions::{Monitor, Solver};
use certamen::retro::ruled::{Exploration, Ruled};
use certamen::work::Stop;
use cnf_out::clausify::{Encoding, clausify};
use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::board;
use encodings::board::{Direction, Grid, Mask, Symmetry};
use encodings::circuit::Circuit;
use encodings::othello::rules::Othello;
use encodings::rules::{
    Boards, Family, Outcome, Position, Rules, Step, StepKind, View, print_step, require_steps, unknown_board,
};
use encodings::statement::CircuitStatement;
use encodings::word::Word;
use own_game::Breakthrough;

const BREAKTHROUGH: &str = include_str!("../src/games/files/breakthrough.game");
const CLOBBER: &str = include_str!("../src/games/files/clobber.game");
const OTHELLO: &str = include_str!("../src/games/files/othello.game");

/// A condition on positions of records.
const CONDITION: &str = "count(moves) >= 34 and any(north(own) & opp)";

/// The plies of games of Breakthrough, and of Othello.
const PLIES: (u32, u32) = (5, 8);

fn main() {
    // One thread, because processor times are compared.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("threads");
    println!("question            variables  clauses");
    clauses("breakthrough file", &of_file(BREAKTHROUGH, "8x8"), 30);
    clauses("breakthrough Rust", &Breakthrough::<8>, 30);
    clauses("othello file", &of_file(OTHELLO, "8x8"), 20);
    clauses("othello Rust", &Othello::<8>, 20);
    divan::main();
}

fn of_file(text: &str, board: &str) -> FileRules<u64> {
    let file = GameFile::parse(text).expect("a game file");
    let AnyFileRules::Narrow(rules) = file.rules(board).expect("a board") else { panic!("64 squares") };
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
    perft(bencher, &of_file(BREAKTHROUGH, "8x8"), PLIES.0);
}

#[divan::bench(sample_size = 1)]
fn breakthrough_rust(bencher: Bencher<'_, '_>) {
    perft(bencher, &Breakthrough::<8>, PLIES.0);
}

#[divan::bench(sample_size = 1)]
fn othello_file(bencher: Bencher<'_, '_>) {
    perft(bencher, &of_file(OTHELLO, "8x8"), PLIES.1);
}

#[divan::bench(sample_size = 1)]
fn othello_rust(bencher: Bencher<'_, '_>) {
    perft(bencher, &Othello::<8>, PLIES.1);
}

board! {
    /// The stones of the player to move, and those of the other player.
    struct Stones { own, opp }
}

/// Clobber on 5x3 squares: a stone captures one beside it.
struct Clobber;

const BESIDE: [StepKind; 4] = [
    StepKind::from("north", Direction::North),
    StepKind::from("east", Direction::East),
    StepKind::from("south", Direction::South),
    StepKind::from("west", Direction::West),
];

impl Boards for Clobber {
    board!(Stones on Grid<5, 3>);

    fn name(&self) -> &'static str {
        "clobber"
    }

    fn symmetries(&self) -> &[Symmetry] {
        &[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS]
    }

    fn well_formed<W: Word>(&self, Stones { own, opp }: Stones<W>) -> W::Bit {
        !(own & opp).any()
    }
}

impl Rules for Clobber {
    fn start(&self) -> Stones<Mask> {
        let own = (0..15).step_by(2).fold(Mask::EMPTY, Mask::with);
        Stones { own, opp: Mask::first(15).without(&own) }
    }

    fn moves<W: Word>(&self, Stones { own, opp }: Stones<W>) -> Family<W> {
        let captures = |direction| Grid::<5, 3>::shift(own, direction) & opp;
        Family::new()
            .with(BESIDE[0], captures(Direction::North))
            .with(BESIDE[1], captures(Direction::East))
            .with(BESIDE[2], captures(Direction::South))
            .with(BESIDE[3], captures(Direction::West))
    }

    fn play<W: Word>(&self, Stones { own, opp }: Stones<W>, step: Step<W>) -> Stones<W> {
        Stones { own: opp.without(step.to()), opp: own ^ step.from() | step.to() }
    }

    fn outcome<W: Word>(&self, Stones { own, .. }: Stones<W>) -> Outcome<W::Bit> {
        Outcome::open(own.any())
    }

    fn ends_only_when_stuck(&self) -> bool {
        true
    }
}

/// Finds the layers of a game and solves it.
fn solved<R: Rules>(bencher: Bencher<'_, '_>, rules: &R) {
    let solve = || {
        let never = Stop::new();
        let game = Ruled::explore(rules, Exploration::All, u64::MAX, &mut Monitor::silent(&never));
        let game = game.expect("layers");
        Solver::new(&game).solve().expect("values");
        game.graph().len()
    };
    bencher.bench_local(solve);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn solve_breakthrough_file(bencher: Bencher<'_, '_>) {
    solved(bencher, &of_file(BREAKTHROUGH, "4x4"));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn solve_breakthrough_rust(bencher: Bencher<'_, '_>) {
    solved(bencher, &Breakthrough::<4>);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn solve_clobber_file(bencher: Bencher<'_, '_>) {
    solved(bencher, &of_file(CLOBBER, "5x3"));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn solve_clobber_rust(bencher: Bencher<'_, '_>) {
    solved(bencher, &Clobber);
}

/// Games at random, and the number of their positions.
fn records<R: Rules>(rules: &R) -> (Vec<String>, usize) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = 0;
    let mut record = |_| {
        let (mut position, mut plies) = (Position::start(rules), Vec::new());
        loop {
            positions += 1;
            let steps: Vec<_> = position.steps(rules).collect();
            let Some(&step) = random.choice(&steps) else { return plies.join(" ") };
            plies.push(print_step(rules, step, View::after(plies.len())));
            position = position.after(rules, step);
        }
    };
    let records = (0..200).map(&mut record).collect();
    (records, positions)
}

/// Judges the positions of records, as `replay --where` does.
fn judged(bencher: Bencher<'_, '_>, game: &RuledGame) {
    let (records, positions) = records(&Breakthrough::<8>);
    let search = game.record_search().expect("an ability");
    let given = Given::new().with_text("board", "8x8");
    let condition = search.search(&given, None, CONDITION).expect("a condition");
    let judge =
        || -> usize { records.iter().map(|record| condition.hits(record).expect("a record").len()).sum() };
    bencher.counter(ItemsCount::new(positions)).bench_local(judge);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn where_file(bencher: Bencher<'_, '_>) {
    judged(bencher, &RuledGame::of_file(GameFile::parse(BREAKTHROUGH).expect("a game file")));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn where_rust(bencher: Bencher<'_, '_>) {
    judged(bencher, &RuledGame::new("Breakthrough").twinned(Breakthrough::<8>));
}
