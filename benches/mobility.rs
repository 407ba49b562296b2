//! The effect of choices in the encoding of `othello.mobility` on the solver: the encoding of bounds, the order in which
//! squares are counted, and symmetry breaking.
//!
//! Each line is one run of the embedded solver, with its proof, on an unsatisfiable question. Runs differ by luck: compare
//! conflicts as well as times, and ignore differences of less than a third. The adder takes minutes, and runs only with
//! `cargo bench --bench mobility -- adder`; any other name selects the lines that contain it.
//!
//! After these lines, the harness measures the writing of clauses, and two searches for the same record.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::ask::emission::Emission;
use certamen::ask::question::Question;
use certamen::ask::solve::CONFIGURATION;
use certamen::games::registry;
use certamen::prove::strategy::{Job, PortfolioOutcome, Strategies, decide};
use cnf_out::clausify::{Cardinality, Directions, Encoding, clausify};
use cnf_out::solver::{LratFormat, Refuter, Verdict};
use divan::Bencher;
use encodings::board::{Grid, Layout};
use encodings::statement::{Formula, Requirement};
use serde_json::json;
use std::io;

/// At least 35 legal moves; or 34 with at least 38 empty squares. Both are refuted.
const QUESTIONS: [(&str, u32, u32); 2] = [("35", 35, 0), ("34-38", 34, 38)];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if std::env::args().any(|argument| argument == "--bench") {
        compare(&wanted);
    }
    divan::main();
}

fn question(at_least: u32, empties: u32, symmetry_breaking: bool) -> Question {
    let question = json!({
        "query": "othello.mobility", "board": "8x8", "at_least": at_least, "empties": empties,
        "symmetry_breaking": symmetry_breaking,
    });
    registry().question(question).expect("a question")
}

/// One way to encode the question.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    encoding: Encoding,
    symmetry_breaking: bool,
    order: Order,
}

/// The order in which the squares are counted.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Quarters,
    Rows,
}

fn variants() -> Vec<Variant> {
    let plain = Variant {
        name: "as it is",
        encoding: Encoding::default(),
        symmetry_breaking: true,
        order: Order::Quarters,
    };
    let with = |cardinality| Encoding { cardinality, ..plain.encoding };
    let both = Encoding { directions: Directions::Both, ..plain.encoding };
    vec![
        plain,
        Variant { name: "count-true", encoding: with(Cardinality::CountTrue), ..plain },
        Variant { name: "rows", order: Order::Rows, ..plain },
        Variant { name: "unbroken-symmetry", symmetry_breaking: false, ..plain },
        Variant { name: "both-directions", encoding: both, ..plain },
        Variant { name: "adder", encoding: with(Cardinality::Adder), ..plain },
    ]
}

fn compare(wanted: &[String]) {
    println!("question  variant            variables  clauses  conflicts  proof MB  seconds");
    for (question, at_least, empties) in QUESTIONS {
        for variant in variants() {
            let line = format!("{question} {}", variant.name);
            let by_name = wanted.iter().any(|name| line.contains(name.as_str()));
            let is_slow = variant.name == "adder" || empties > 0 && variant.order == Order::Rows;
            if by_name || wanted.is_empty() && !is_slow {
                refute(question, at_least, empties, variant);
            }
        }
    }
}

fn refute(name: &str, at_least: u32, empties: u32, variant: Variant) {
    let mut formula = question(at_least, empties, variant.symmetry_breaking).formula();
    if variant.order == Order::Rows {
        in_rows(&mut formula);
    }
    let clausified = clausify(&formula, variant.encoding);
    let mut refuter = Refuter::new(clausified.cnf.len(), LratFormat::Binary, io::sink()).expect("a solver");
    refuter.configure(CONFIGURATION).expect("a configuration");
    refuter.add_cnf(&clausified.cnf).expect("clauses that fit");
    let run = refuter.solve().expect("an answer");
    let Verdict::Unsatisfiable(refuted) = run.verdict else { panic!("not refuted") };
    println!(
        "{name:8}  {:17}  {:9}  {:7}  {:9}  {:8.1}  {:7.2}",
        variant.name,
        clausified.variables,
        clausified.cnf.len(),
        run.statistics.conflicts,
        refuted.bytes as f64 / 1e6,
        run.statistics.time.as_secs_f64()
    );
}

/// Counts the squares rank by rank instead of quarter by quarter.
fn in_rows(formula: &mut Formula) {
    let layout: Layout = Grid::<8, 8>::LAYOUT;
    for requirement in &mut formula.requirements {
        if let Requirement::AtLeast { signals, .. } = requirement {
            let mut rows = signals.clone();
            for (square, &signal) in layout.by_quarters().iter().zip(signals.iter()) {
                rows[square.index()] = signal;
            }
            *signals = rows;
        }
    }
}

/// From the question to the bytes of DIMACS and the map.
#[divan::bench(args = [0, 38])]
fn emission(bencher: Bencher<'_, '_>, empties: u32) {
    let question = question(34, empties, true);
    bencher.bench(|| Emission::new(divan::black_box(&question), Encoding::default()));
}

/// The circuit alone.
#[divan::bench]
fn circuit(bencher: Bencher<'_, '_>) {
    let question = question(35, 0, true);
    bencher.bench(|| divan::black_box(&question).formula());
}

/// A game to 33 legal moves with 31 discs, White to move: from ends that walks by chance meet, and from ends that a
/// solver lists. Each search is the same in every run.
#[divan::bench(args = ["annealing", "backwards"], sample_count = 3, sample_size = 1)]
fn record(bencher: Bencher<'_, '_>, strategy: &str) {
    let question = json!({
        "query": "othello.mobility", "board": "8x8", "at_least": 33, "empties": 0, "symmetry_breaking": true,
        "reach": {"game": {"discs": 31, "to_move": "white", "any_order": false}},
    });
    let question = registry().question(question).expect("a question");
    let strategies = question.ability::<Strategies>().expect("strategies");
    bencher.bench_local(|| {
        let decision = decide(&Job::new(&question), &strategies, Some(strategy), &|_| {});
        assert!(matches!(decision.expect("a decision").decided, PortfolioOutcome::Found(..)));
    });
}
