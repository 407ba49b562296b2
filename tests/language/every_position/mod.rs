//! Random questions in every way in which they are asked, against every position of small boards: lists, counts, answers of
//! solvers and exact bounds of Othello on 4x4 and of Ostle on 3x3 are those that the naive game and the naive evaluator find
//! by trying all positions.
//!
//! The default is a short run. `CERTAMEN_QUESTIONS=20000 cargo test --release --test language every_position -- --nocapture`
//! asks as many, `CERTAMEN_SEED=N` begins with another seed. A question whose answers differ is printed with its seed, and
//! `CERTAMEN_SEED=N CERTAMEN_QUESTIONS=1` repeats it.

mod boards;
mod compared;
mod positions;
mod settings;

use compared::compare;
use settings::Table;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The questions of a run if nothing else is asked for.
const QUESTIONS: u64 = 40;
/// A line of a long run is printed after so many questions.
const INTERVAL: u64 = 500;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text} is no number")))
}

/// What became of the questions of one way to ask.
#[derive(Default)]
struct Row {
    questions: u64,
    found: u64,
    answers: usize,
    counted: u64,
    differences: u64,
}

#[test]
fn answers_are_those_of_every_position() {
    let (questions, first) = (number("CERTAMEN_QUESTIONS", QUESTIONS), number("CERTAMEN_SEED", 1));
    let (mut table, begun) = (Table::new(), Instant::now());
    let (mut rows, mut differences): (BTreeMap<String, Row>, Vec<String>) = Default::default();
    for seed in first..first + questions {
        let asked = table.ask(seed);
        let compared = catch_unwind(AssertUnwindSafe(|| compare(&asked, seed)));
        let compared = compared.unwrap_or_else(|_| Err("it panics".to_owned()));
        let row = rows.entry(asked.way.clone()).or_default();
        row.questions += 1;
        match compared {
            Ok(is_counted) => {
                row.counted += u64::from(is_counted);
                row.found += u64::from(!asked.answers.is_empty());
                row.answers += asked.answers.len();
            }
            Err(reason) => {
                row.differences += 1;
                let difference = format!("CERTAMEN_SEED={seed}: {}: {reason}", asked.command);
                println!("{difference}");
                differences.push(difference);
            }
        }
        let asked = seed + 1 - first;
        if asked.is_multiple_of(INTERVAL) {
            let seconds = begun.elapsed().as_secs();
            println!("{asked} questions up to seed {seed}, {} differences, {seconds} s", differences.len());
        }
    }
    let head = ["questions", "found", "answers", "counted", "differences"];
    println!("{:36} {}", "way", head.map(|word| format!("{word:>11}")).concat());
    for (way, Row { questions, found, answers, counted, differences }) in &rows {
        println!("{way:36} {questions:>11}{found:>11}{answers:>11}{counted:>11}{differences:>11}");
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    let found: u64 = rows.values().map(|row| row.found).sum();
    assert!(questions < QUESTIONS || (found > 0 && found < questions), "{found} of {questions} have answers");
}
