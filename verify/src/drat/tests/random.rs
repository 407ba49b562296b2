//! Random formulas and proofs: proofs that the naive checker accepts are accepted, and no satisfiable formula is
//! refuted.

use super::naive::{Naive, Step, binary_of, is_satisfiable, text_of};
use super::{Format, Report, check, formula, verdict};
use crate::drat::read::read;
use crate::lrat::decode::{Binary, Text};
use crate::lrat::input::Input;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::ops::ControlFlow;

/// The variables of a formula; a proof has two more.
const VARIABLES: i64 = 4;

fn literal(variables: i64) -> impl Strategy<Value = i64> {
    (1..=variables, any::<bool>()).prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn clause(variables: i64, longest: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(literal(variables), 1..=longest)
}

fn formulas() -> impl Strategy<Value = Vec<Vec<i64>>> {
    // Three different variables in each clause, so that propagation alone rarely reaches a conflict.
    let signs = prop::collection::vec(any::<bool>(), 3);
    let clause = (prop::sample::subsequence((1..=VARIABLES).collect::<Vec<_>>(), 3), signs).prop_map(
        |(variables, signs)| {
            variables.iter().zip(signs).map(|(v, sign)| if sign { *v } else { -v }).collect()
        },
    );
    prop::collection::vec(clause, 16..40)
}

/// A proposed step: a clause, or the deletion of the clause with an index.
#[derive(Debug, Clone)]
enum Proposal {
    Add(Vec<i64>),
    Delete(prop::sample::Index),
}

fn proposals() -> impl Strategy<Value = Vec<Proposal>> {
    let proposal = prop_oneof![
        4 => clause(VARIABLES + 2, 3).prop_map(Proposal::Add),
        1 => any::<prop::sample::Index>().prop_map(Proposal::Delete),
    ];
    prop::collection::vec(proposal, 0..60)
}

fn dimacs(clauses: &[Vec<i64>]) -> String {
    dimacs_over(VARIABLES, clauses)
}

fn dimacs_over(variables: i64, clauses: &[Vec<i64>]) -> String {
    let lines: String = text_of(&clauses.iter().cloned().map(Step::Add).collect::<Vec<_>>());
    format!("p cnf {variables} {}\n{lines}", clauses.len())
}

/// The proposals that are valid when they are reached, up to a conflict. Deletions skip clauses that may be reasons,
/// because there the two checkers differ on purpose.
fn proof_of(clauses: &[Vec<i64>], proposals: &[Proposal]) -> (Vec<Step>, bool) {
    let mut naive = Naive::new(clauses);
    let mut steps = Vec::new();
    for proposal in proposals {
        if naive.conflicts(&[]) {
            break;
        }
        let step = match proposal {
            Proposal::Add(clause) if naive.admits(clause) => Step::Add(clause.clone()),
            Proposal::Delete(index) => {
                let clause = index.get(&naive.clauses);
                if naive.may_be_reason(clause) {
                    continue;
                }
                Step::Delete(clause.iter().rev().copied().collect())
            }
            Proposal::Add(_) => continue,
        };
        assert!(naive.step(&step), "what is admitted is taken");
        steps.push(step);
    }
    (steps, naive.conflicts(&[]))
}

#[test]
fn proofs_that_the_naive_checker_accepts_are_accepted() {
    let mut runner = TestRunner::new(Config::with_cases(600));
    let counts = std::cell::Cell::new([0_u32; 3]);
    let run = runner.run(&(formulas(), proposals()), |(clauses, proposals)| {
        let (steps, is_refuted) = proof_of(&clauses, &proposals);
        let cnf = formula(&dimacs(&clauses));
        let [mut proofs, mut rats, mut deleted] = counts.get();
        for explicit in [false, true] {
            let mut steps = steps.clone();
            if explicit {
                steps.push(Step::Add(Vec::new()));
            }
            let text = check(&cnf, text_of(&steps).as_bytes(), Format::Text);
            let binary = check(&cnf, binary_of(&steps).as_slice(), Format::Binary);
            prop_assert_eq!(text.is_ok(), is_refuted, "{:?}: {:?}", text_of(&steps), text);
            prop_assert_eq!(binary.is_ok(), is_refuted);
            if let Ok(report) = text {
                proofs += u32::from(report.used > 0);
                rats += u32::from(report.rat_additions > 0);
                deleted += u32::from(report.deletions > report.ignored_deletions);
            }
        }
        counts.set([proofs, rats, deleted]);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    let [proofs, rats, deleted] = counts.get();
    assert!(
        proofs > 100 && rats > 10 && deleted > 50,
        "{proofs} proofs, {rats} with RAT, {deleted} with deletions"
    );
}

/// The same with another clause in place of each.
fn with_clauses(steps: &[Step], other: impl Fn(&[i64]) -> Vec<i64>) -> Vec<Step> {
    let replaced = steps.iter().map(|step| match step {
        Step::Add(clause) => Step::Add(other(clause)),
        Step::Delete(clause) => Step::Delete(other(clause)),
    });
    replaced.collect()
}

/// Literals of clauses take two bytes up to this variable.
const GREATEST_OF_TWO_BYTES: i64 = (1 << 15) - 1;

#[test]
fn a_check_does_not_depend_on_how_large_the_variables_are() {
    let mut runner = TestRunner::new(Config::with_cases(30));
    let run = runner.run(&(formulas(), proposals()), |(clauses, proposals)| {
        let (steps, _) = proof_of(&clauses, &proposals);
        let verdict_of = |shift: i64| {
            let shifted =
                |clause: &[i64]| clause.iter().map(|literal| literal + shift * literal.signum()).collect();
            let clauses: Vec<Vec<i64>> = clauses.iter().map(|clause| shifted(clause)).collect();
            let cnf = formula(&dimacs_over(VARIABLES + shift, &clauses));
            let proof = text_of(&with_clauses(&steps, shifted));
            // The length in bytes differs.
            verdict(2, &cnf, proof.as_bytes(), Format::Text).map(|report| Report { bytes: 0, ..report })
        };
        let expected = verdict_of(0).ok();
        // A proof has two variables more.
        for greatest in -3..=1 {
            let shift = GREATEST_OF_TWO_BYTES + greatest - VARIABLES;
            prop_assert_eq!(verdict_of(shift).ok(), expected, "{}", shift);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn false_literals_in_clauses_change_no_verdict() {
    // Up to three blocks of literals that are not watched.
    const FALSE: std::ops::Range<i64> = 10..20;
    let longer = |clause: &[i64]| {
        let (pivot, others) = clause.split_at(clause.len().min(1));
        let sum: i64 = clause.iter().map(|literal| literal * literal * 7 + literal).sum();
        let more = FALSE.filter(|variable| !pivot.is_empty() && (sum >> (variable % 7)) & 1 == 1);
        let more: Vec<i64> = more.collect();
        // Some before the others, some after them.
        let (before, after) = more.split_at(sum.rem_euclid(5).min(more.len() as i64) as usize);
        [pivot, before, others, after].concat()
    };
    let mut runner = TestRunner::new(Config::with_cases(600));
    let longest = std::cell::Cell::new(0);
    let run = runner.run(&(formulas(), proposals()), |(clauses, proposals)| {
        let (steps, is_refuted) = proof_of(&clauses, &proposals);
        let units = FALSE.map(|variable| vec![-variable]);
        let clauses: Vec<Vec<i64>> = clauses.iter().map(|clause| longer(clause)).chain(units).collect();
        let steps = with_clauses(&steps, longer);
        longest.set(clauses.iter().map(Vec::len).fold(longest.get(), usize::max));
        let cnf = formula(&dimacs_over(FALSE.end - 1, &clauses));
        for segments in [1, 2] {
            let found = verdict(segments, &cnf, text_of(&steps).as_bytes(), Format::Text);
            prop_assert_eq!(found.is_ok(), is_refuted, "{:?}: {:?}", text_of(&steps), found);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert!(longest.get() > 2 + 2 * 4, "{} literals", longest.get());
}

/// The text with two blanks in place of one: no step with literals is read as a whole then.
fn with_wide_blanks(text: &str) -> String {
    text.replace(' ', "  ")
}

#[test]
fn steps_in_any_form_are_the_same_steps() {
    let mut runner = TestRunner::new(Config::with_cases(200));
    let run = runner.run(&(formulas(), proposals()), |(clauses, proposals)| {
        let (steps, _) = proof_of(&clauses, &proposals);
        let cnf = formula(&dimacs(&clauses));
        let report = |text: &str| {
            let found = check(&cnf, text.as_bytes(), Format::Text);
            found.map(|report| Report { bytes: 0, ..report }).map_err(|error| error.reason.to_string())
        };
        let text = text_of(&steps);
        let expected = report(&text);
        prop_assert_eq!(report(&with_wide_blanks(&text)), expected.clone());
        prop_assert_eq!(report(&text.replace('\n', "\r\n")), expected.clone());
        // Without this line, steps near the end of the proof are not read as a whole.
        prop_assert_eq!(report(&(text + "c the end of the proof\n")), expected);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_size_of_chunks_changes_nothing() {
    let mut runner = TestRunner::new(Config::with_cases(200));
    let run = runner.run(&(formulas(), proposals(), 0..4_u8), |(clauses, proposals, form)| {
        let (steps, _) = proof_of(&clauses, &proposals);
        let cnf = formula(&dimacs(&clauses));
        // Some of them end within a step.
        let is_binary = form % 2 == 1;
        let mut proof = if is_binary { binary_of(&steps) } else { text_of(&steps).into_bytes() };
        proof.truncate(proof.len() - usize::from(form / 2).min(proof.len()));
        let read_in = |size| {
            let (mut bytes, mut advance) = (proof.as_slice(), |_| ControlFlow::Continue(()));
            let input = Input::with_chunk(size, &mut bytes, &mut advance);
            let found = if is_binary { read(&cnf, Binary::new(input)) } else { read(&cnf, Text::new(input)) };
            // All clauses, steps and offsets, or the error and its place.
            format!("{found:?}")
        };
        let expected = read_in(1 << 12);
        for size in [1, 7, 20, 33, 100] {
            prop_assert_eq!(read_in(size), expected.clone(), "{}", size);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn no_satisfiable_formula_is_refuted() {
    let mut runner = TestRunner::new(Config::with_cases(2000));
    let counts = std::cell::Cell::new([0_u32; 2]);
    // Unchecked steps, most of which do not follow.
    let strategy = (formulas(), prop::collection::vec((clause(VARIABLES + 1, 2), any::<bool>()), 0..12));
    let run = runner.run(&strategy, |(clauses, steps)| {
        let steps: Vec<Step> = steps
            .into_iter()
            .map(|(clause, adds)| if adds { Step::Add(clause) } else { Step::Delete(clause) })
            .collect();
        let (cnf, text) = (formula(&dimacs(&clauses)), text_of(&steps));
        // In how many segments may decide whether a wrong step matters.
        let is_accepted = |segments| verdict(segments, &cnf, text.as_bytes(), Format::Text).is_ok();
        let accepted = [1, 2, 3].map(is_accepted).contains(&true);
        let satisfiable = is_satisfiable(&clauses, VARIABLES as u32);
        prop_assert!(!(accepted && satisfiable), "{clauses:?} {steps:?}");
        let [yes, no] = counts.get();
        counts.set([yes + u32::from(accepted), no + u32::from(satisfiable)]);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    let [accepted, satisfiable] = counts.get();
    assert!(accepted > 50 && satisfiable > 50, "{accepted} accepted, {satisfiable} satisfiable");
}

#[test]
fn reading_any_bytes_never_panics() {
    let mut runner = TestRunner::new(Config::with_cases(1000));
    let cnf = formula(super::SQUARE);
    let satisfiable = formula("p cnf 2 2\n1 2 0\n-1 -2 0\n");
    let text = prop::collection::vec(prop::sample::select(b"0123456789 -d\nca\r\t\0".to_vec()), 0..64);
    let run = runner.run(&(text, prop::collection::vec(any::<u8>(), 0..64)), |(text, bytes)| {
        for proof in [&text, &bytes] {
            for format in [Format::Text, Format::Binary] {
                for segments in [1, 2] {
                    let _ = verdict(segments, &cnf, proof.as_slice(), format);
                    prop_assert!(verdict(segments, &satisfiable, proof.as_slice(), format).is_err());
                }
            }
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}
