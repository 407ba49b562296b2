//! Runs along gaps that end at any point and go on: the same verdict, one proof, and no other beginning is believed.

use super::formulas::{Clauses, Numbers, clause, cnf};
use super::gaps::{ORDERED, answers, bits, exclusion, gaps, order, random, some_choices};
use super::lrat_checker::check;
use crate::solver::{Gaps, GapsCheckpoint, LratFormat, SolverError, Verdict, WrittenProof};
use rustsat::instances::Cnf;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const ROOM: u64 = 64;

/// A proof that outlives its run, as a file does.
#[derive(Clone, Debug, Default)]
struct Outliving(Arc<Mutex<Vec<u8>>>);

impl Outliving {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("no panic").clone()
    }
}

impl Write for Outliving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A run that ends after it was stored some times, and what it left.
struct Interrupted {
    reached: GapsCheckpoint,
    met: Vec<u32>,
    proof: Vec<u8>,
}

/// The outcome of a run.
enum Ended {
    /// The models that it met, and the whole proof.
    Refuted(Vec<u32>, Vec<u8>),
    Interrupted(Interrupted),
}

/// Runs from where another came to, until it was stored `times` times.
fn run(
    formula: &Cnf,
    order: &[i32],
    (workers, by_cases): (usize, bool),
    before: Option<Interrupted>,
    times: usize,
) -> Ended {
    let (proof, met, last) = (Outliving::default(), Mutex::new(Vec::new()), Mutex::new(None));
    let mut left = times;
    let mut solver = gaps(formula, order, LratFormat::Text, proof.clone());
    solver.set_workers(NonZeroUsize::new(workers).expect("a worker"));
    if by_cases {
        solver.split_by_cases(&some_choices(), "unsat");
    }
    if let Some(Interrupted { reached, met: known, proof: bytes }) = before {
        proof.0.lock().expect("no panic").extend_from_slice(&bytes[..reached.bytes as usize]);
        solver.go_on_from(reached);
        met.lock().expect("no panic").extend(known);
    }
    solver.exclude_models(ROOM, |model| {
        met.lock().expect("no panic").push(bits(model));
        Some(vec![clause(&exclusion(bits(model)))])
    });
    solver.keep(Duration::ZERO, |reached| {
        if left == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        left -= 1;
        let text = serde_json::to_string(reached).expect("JSON");
        assert_eq!(serde_json::from_str::<GapsCheckpoint>(&text).expect("JSON"), *reached);
        *last.lock().expect("no panic") = Some((reached.clone(), met.lock().expect("no panic").clone()));
        Ok(())
    });
    let ended = solver.solve();
    match ended {
        Ok(run) => match run.verdict {
            Verdict::Unsatisfiable(WrittenProof { bytes, .. }) => {
                assert_eq!(bytes, proof.bytes().len() as u64);
                Ended::Refuted(met.into_inner().expect("no panic"), proof.bytes())
            }
            other => panic!("{other:?}"),
        },
        Err(SolverError::Keep(_)) => {
            let (reached, met) = last.into_inner().expect("no panic").expect("it was stored");
            Ended::Interrupted(Interrupted { reached, met, proof: proof.bytes() })
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_run_that_ends_with_a_model_goes_on() {
    for workers in 1..4 {
        let mut numbers = Numbers(7);
        let formula =
            (0..1000).map(|_| random(&mut numbers)).find(|formula| answers(formula).len() > 3).expect("some");
        let (count, order, asked) = (answers(&formula).len(), order(&mut numbers), cnf(&formula));
        let (proof, met, last) = (Outliving::default(), Mutex::new(Vec::new()), Mutex::new(None));
        let mut solver = gaps(&asked, &order, LratFormat::Text, proof.clone());
        solver.set_workers(NonZeroUsize::new(workers).expect("a worker"));
        solver.exclude_models(ROOM, |model| {
            let mut met = met.lock().expect("no panic");
            (met.len() < 2).then(|| {
                met.push(bits(model));
                vec![clause(&exclusion(bits(model)))]
            })
        });
        solver.keep(Duration::from_secs(3600), |reached| {
            *last.lock().expect("no panic") = Some(reached.clone());
            Ok(())
        });
        assert!(matches!(solver.solve().expect("a run").verdict, Verdict::Satisfiable(_)));
        let (reached, met) = (last.into_inner().expect("no panic"), met.into_inner().expect("no panic"));
        let before = Interrupted { reached: reached.expect("it was stored"), met, proof: proof.bytes() };
        match run(&asked, &order, (workers, false), Some(before), 1000) {
            Ended::Refuted(met, _) => assert_eq!(met.len(), count),
            Ended::Interrupted(_) => panic!("more points than expected"),
        }
    }
}

#[test]
fn a_run_goes_on_from_any_point() {
    let mut interruptions = 0;
    for round in 0..600 {
        let mut numbers = Numbers(3000 + round);
        let formula = random(&mut numbers);
        let (answers, order) = (answers(&formula), order(&mut numbers));
        let known: Vec<u32> = answers.iter().copied().filter(|_| numbers.below(2) == 0).collect();
        let mut clauses = formula.clone();
        clauses.extend(known.iter().map(|&bits| exclusion(bits)));
        let asked = cnf(&clauses);
        let how = (1 + round as usize % 3, round % 2 == 0);
        let mut before = None;
        let (met, proof) = loop {
            match run(&asked, &order, how, before, 1 + numbers.below(4)) {
                Ended::Refuted(met, proof) => break (met, proof),
                Ended::Interrupted(interrupted) => before = Some(interrupted),
            }
            interruptions += 1;
        };
        clauses.extend(met.iter().map(|&bits| exclusion(bits)));
        clauses.resize(asked.len() + ROOM as usize, vec![1, -1]);
        assert_eq!(check(&clauses, LratFormat::Text, &proof), Ok(()), "{clauses:?} in the order {order:?}");
        let mut all: Vec<u32> = known.iter().chain(&met).copied().collect();
        all.sort_unstable();
        assert_eq!(all, answers, "{formula:?} in the order {order:?}");
    }
    assert!(interruptions > 300, "{interruptions} interruptions");
}

#[test]
fn nothing_goes_on_from_what_no_run_came_to() {
    let clauses: Clauses = vec![vec![1, 2], vec![3, 4]];
    let formula = cnf(&clauses);
    let from = |reached: &serde_json::Value| -> Gaps<'_, io::Sink> {
        let order: Vec<i32> = (1..=ORDERED).collect();
        let mut solver = gaps(&formula, &order, LratFormat::Text, io::sink());
        solver.exclude_models(ROOM, |model| Some(vec![clause(&exclusion(bits(model)))]));
        solver.go_on_from(serde_json::from_value(reached.clone()).expect("the members"));
        solver
    };
    let sound = serde_json::json!({
        "bytes": 0, "added": 0, "reserved": 66, "latest": 70, "known": ["67 1 -6"], "left": ["1", "01"],
        "split": [
            { "prefix": "", "conflicts": 5 },
            { "prefix": "0", "conflicts": 3, "half": { "lemma": "68 1 2", "is_own": true } },
        ],
    });
    assert!(from(&sound).solve().is_ok());
    let wrong = [
        ("/latest", serde_json::json!(65), "its clauses cannot end with 65"),
        ("/latest", serde_json::json!(u64::MAX), "its clauses cannot end with"),
        ("/reserved", serde_json::json!(67), "67 clauses could have been added or given, not 66"),
        ("/added", serde_json::json!(65), "65 clauses were added, and there is room for 64"),
        ("/known/0", serde_json::json!("71 1"), "`71 1` is not a clause"),
        ("/known/0", serde_json::json!("0 1"), "`0 1` is not a clause"),
        ("/known/0", serde_json::json!("67 7"), "`67 7` is not a clause"),
        ("/known/0", serde_json::json!("67 0"), "`67 0` is not a clause"),
        ("/known/0", serde_json::json!("67 1 "), "`67 1 ` is not a clause"),
        ("/split/1/half/lemma", serde_json::json!(""), "`` is not a clause"),
        ("/left/0", serde_json::json!("2"), "`2` is not a prefix of an assignment of 6 variables"),
        ("/left/0", serde_json::json!("1000000"), "`1000000` is not a prefix"),
        ("/left/0", serde_json::json!("10"), "do not cover"),
        ("/left/0", serde_json::json!("0"), "do not cover"),
        ("/left", serde_json::json!(["1", "01", "00"]), "do not cover"),
        ("/left", serde_json::json!(["01"]), "do not cover"),
        ("/left", serde_json::json!([]), "do not cover"),
        ("/split", serde_json::json!([]), "do not cover"),
        ("/split/1/prefix", serde_json::json!("1"), "do not cover"),
        ("/split/0/prefix", serde_json::json!("00"), "do not cover"),
    ];
    for (place, value, reason) in wrong {
        let mut reached = sound.clone();
        *reached.pointer_mut(place).expect("a member") = value.clone();
        match from(&reached).solve() {
            Err(SolverError::Resume(text)) => assert!(text.contains(reason), "{place}, {value}: {text}"),
            other => panic!("{place}, {value}: {other:?}"),
        }
    }
}
