//! Mutated proofs against satisfiable formulas: if one is verified, that is a defect, because such a formula has no
//! refutation.
//!
//! Idea: a random formula without a model gets a proof; then the literals are changed so that a chosen assignment
//! satisfies every clause. Most steps of the proof still hold for the changed formula, and mutations make others.

use crate::Tried;
use crate::flips::alter;
use crate::place::Place;
use crate::subjects::Prepared;
use cnf_out::solver::{LratFormat, Refuter, Verdict};
use fastrand::Rng;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};
use verify::dimacs::Formula;
use verify::{drat, lrat};

/// The number of mutations of one proof that are tried.
const MUTATIONS: u64 = 300;

type Clauses = Vec<Vec<i32>>;

pub(crate) fn trial(random: &mut Rng, place: &Place, _: &Prepared) -> Tried {
    let variables = random.i32(4..=14);
    let (clauses, proofs) = loop {
        let clauses = clauses(random, variables);
        let proofs = [LratFormat::Text, LratFormat::Binary].map(|format| refuted(&clauses, format));
        if let [Some(text), Some(binary)] = proofs {
            break (clauses, [text, binary]);
        }
    };
    let model: Vec<bool> = (0..variables).map(|_| random.bool()).collect();
    let satisfied = satisfied(random, &clauses, &model);
    let (without, with) = (formula(&clauses), formula(&satisfied));
    for (proof, format) in proofs.iter().zip([lrat::Format::Text, lrat::Format::Binary]) {
        if let Err(refusal) = lrat::check(&without, proof.as_slice(), format) {
            return Err(format!("a good proof is refused: {refusal}"));
        }
        for _ in 0..MUTATIONS {
            let mutant = mutated(random, proof, format == lrat::Format::Text);
            if let Some(checker) = verified(&with, &mutant, format) {
                std::fs::write(place.path().join("mutant.lrat"), &mutant).expect("room");
                std::fs::write(place.path().join("formula.cnf"), dimacs(&satisfied)).expect("room");
                return Err(format!("{checker} verifies a refutation of a formula that has a model"));
            }
        }
    }
    by_program(random, place, &satisfied, &proofs[0])?;
    Ok(2 * MUTATIONS + 1)
}

/// The same check by the program.
fn by_program(random: &mut Rng, place: &Place, clauses: &Clauses, proof: &[u8]) -> Result<(), String> {
    std::fs::write(place.path().join("formula.cnf"), dimacs(clauses)).expect("room");
    std::fs::write(place.path().join("mutant.lrat"), mutated(random, proof, true)).expect("room");
    let ran = place.run("check --cnf formula.cnf --proof mutant.lrat");
    // Mutants that cannot be read are errors.
    let is_verified = !matches!(ran.code, Some(1 | 2)) || ran.out.lines().any(|line| line == "s VERIFIED");
    if is_verified { Err(format!("the program ends with {ran:?}")) } else { Ok(()) }
}

fn verified(formula: &Formula, proof: &[u8], format: lrat::Format) -> Option<&'static str> {
    let as_drat = if format == lrat::Format::Text { drat::Format::Text } else { drat::Format::Binary };
    let lenient = |_| std::ops::ControlFlow::Continue(());
    let skipped = lrat::SatisfiedHints::Skipped;
    if lrat::check(formula, proof, format).is_ok() || lrat::check(formula, proof, lrat::Format::Auto).is_ok()
    {
        Some("LRAT")
    } else if lrat::check_with(formula, proof, format, skipped, lenient).is_ok() {
        Some("LRAT with skipped hints")
    } else if drat::check(formula, without_hints(proof, format).as_slice(), as_drat).is_ok() {
        Some("DRAT")
    } else {
        None
    }
}

/// A text proof without ids and hints, which is DRAT; a binary proof unchanged.
fn without_hints(proof: &[u8], format: lrat::Format) -> Vec<u8> {
    if format != lrat::Format::Text {
        return proof.to_vec();
    }
    let line = |line: &str| {
        let mut words = line.split_ascii_whitespace().skip(1);
        let clause: Vec<&str> = words.by_ref().take_while(|&word| word != "0").collect();
        if clause.first() == Some(&"d") { String::new() } else { format!("{} 0\n", clause.join(" ")) }
    };
    String::from_utf8_lossy(proof).lines().map(line).collect::<String>().into_bytes()
}

/// Clauses of up to three literals: enough of them to make a random formula probably unsatisfiable.
fn clauses(random: &mut Rng, variables: i32) -> Clauses {
    let count = variables * random.i32(5..9);
    let literal = |random: &mut Rng| random.i32(1..=variables) * if random.bool() { 1 } else { -1 };
    (0..count).map(|_| (0..random.usize(2..=3)).map(|_| literal(random)).collect()).collect()
}

/// Negates one literal of each clause that a model does not satisfy.
fn satisfied(random: &mut Rng, clauses: &Clauses, model: &[bool]) -> Clauses {
    let holds = |literal: i32| model[literal.unsigned_abs() as usize - 1] == (literal > 0);
    let turned = |clause: &Vec<i32>| {
        let mut clause = clause.clone();
        if !clause.iter().any(|&literal| holds(literal)) {
            let place = random.usize(..clause.len());
            clause[place] = -clause[place];
        }
        clause
    };
    clauses.iter().map(turned).collect()
}

fn refuted(clauses: &Clauses, format: LratFormat) -> Option<Vec<u8>> {
    let clause = |clause: &Vec<i32>| -> Clause {
        clause.iter().map(|&number| Lit::from_ipasir(number).expect("a literal")).collect()
    };
    let cnf: Cnf = clauses.iter().map(clause).collect();
    let mut refuter = Refuter::new(clauses.len(), format, Vec::new()).expect("a solver");
    refuter.add_cnf(&cnf).expect("clauses");
    match refuter.solve().expect("a verdict").verdict {
        Verdict::Unsatisfiable(refuted) => Some(refuted.proof),
        _ => None,
    }
}

fn dimacs(clauses: &Clauses) -> String {
    let most = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    let line = |clause: &Vec<i32>| {
        let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
        format!("{} 0\n", words.join(" "))
    };
    let lines: String = clauses.iter().map(line).collect();
    format!("p cnf {most} {}\n{lines}", clauses.len())
}

fn formula(clauses: &Clauses) -> Formula {
    verify::dimacs::read(dimacs(clauses).as_bytes()).expect("DIMACS")
}

/// A proof with a few changes: of bytes, or in a text also of numbers and lines.
fn mutated(random: &mut Rng, proof: &[u8], is_text: bool) -> Vec<u8> {
    let mut proof = proof.to_vec();
    for _ in 0..random.usize(0..6) {
        if proof.is_empty() {
            break;
        }
        if is_text && random.u8(..4) > 0 {
            proof = with_other_steps(random, &proof);
        } else {
            alter(random, &mut proof);
        }
    }
    proof
}

/// A text with a number or a line changed.
fn with_other_steps(random: &mut Rng, proof: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(proof);
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let (at, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
    let word = random.usize(..lines[at].len().max(1));
    match random.u8(..7) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, other),
        2 => {
            let copy = lines[at].clone();
            lines.insert(other, copy);
        }
        3 if !lines[at].is_empty() => drop(lines[at].remove(word)),
        4 => lines[at].insert(word, random.i32(-20..40).to_string()),
        // The empty clause with the hints of another step.
        5 => {
            let zero = lines[at].iter().position(|word| word == "0").unwrap_or(0);
            lines[at].drain(1.min(zero)..zero);
        }
        _ => {
            if let Some(number) = lines[at].get_mut(word) {
                let old: i64 = number.parse().unwrap_or(1);
                let any = random.i64(-20..40);
                *number = random.choice([-old, old + 1, old - 1, any]).unwrap_or(0).to_string();
            }
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    format!("{}\n", lines.join("\n")).into_bytes()
}
