//! A naive LRAT checker: text or binary is read into steps, and each addition is checked by unit propagation.
//!
//! It is strict where a checker may be lenient: ids ascend, a deleted clause exists, each hint is unit or falsified
//! when it is reached, and a falsified hint is the last.

use std::collections::{HashMap, HashSet};

use crate::solver::LratFormat;

enum Step {
    Add { id: i64, clause: Vec<i32>, hints: Vec<i64> },
    Delete(Vec<i64>),
}

/// Checks that the proof refutes the clauses; the error says why it does not.
pub(super) fn check(clauses: &[Vec<i32>], format: LratFormat, proof: &[u8]) -> Result<(), String> {
    let steps = match format {
        LratFormat::Text => read_text(proof)?,
        LratFormat::Binary => read_binary(proof)?,
    };
    let mut known: HashMap<i64, Vec<i32>> = (1..).zip(clauses.iter().cloned()).collect();
    let mut last = clauses.len() as i64;
    for step in steps {
        match step {
            Step::Delete(ids) => {
                for id in ids {
                    known.remove(&id).ok_or(format!("clause {id} is deleted, but is not there"))?;
                }
            }
            Step::Add { id, clause, hints } => {
                if id <= last {
                    return Err(format!("clause {id} comes after {last}"));
                }
                last = id;
                follows(&known, &clause, &hints).map_err(|reason| format!("clause {id}: {reason}"))?;
                if clause.is_empty() {
                    return Ok(());
                }
                known.insert(id, clause);
            }
        }
    }
    Err("there is no empty clause".to_owned())
}

/// Checks that unit propagation over the hints, in their order, refutes the negation of `clause`.
fn follows(known: &HashMap<i64, Vec<i32>>, clause: &[i32], hints: &[i64]) -> Result<(), String> {
    let mut truth: HashSet<i32> = clause.iter().map(|literal| -literal).collect();
    for (number, hint) in hints.iter().enumerate() {
        let hinted = known.get(hint).ok_or(format!("the hint {hint} is not there"))?;
        let open: HashSet<i32> =
            hinted.iter().copied().filter(|literal| !truth.contains(&-literal)).collect();
        let mut open = open.into_iter();
        match (open.next(), open.next()) {
            (None, _) if number + 1 == hints.len() => return Ok(()),
            (None, _) => return Err(format!("the hint {hint} is falsified, but not the last")),
            (Some(unit), None) if truth.insert(unit) => {}
            _ => return Err(format!("the hint {hint} is neither unit nor falsified")),
        }
    }
    Err("the hints end without a conflict".to_owned())
}

fn read_text(proof: &[u8]) -> Result<Vec<Step>, String> {
    let text = std::str::from_utf8(proof).map_err(|error| error.to_string())?;
    if !text.ends_with('\n') {
        return Err("the last line does not end".to_owned());
    }
    text.lines().map(read_line).collect::<Option<_>>().ok_or("a line is malformed".to_owned())
}

fn read_line(line: &str) -> Option<Step> {
    let mut words = line.split(' ').peekable();
    let id: i64 = words.next()?.parse().ok()?;
    let is_deletion = words.next_if_eq(&"d").is_some();
    let numbers: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let mut lists = numbers.split(|&number| number == 0);
    // The text after the last 0 is one more list, which must be empty.
    match (is_deletion, lists.next()?, lists.next()?, lists.next()) {
        (true, ids, [], None) => Some(Step::Delete(ids.to_vec())),
        (false, clause, hints, Some([])) if lists.next().is_none() => Some(addition(id, clause, hints)),
        _ => None,
    }
}

fn read_binary(proof: &[u8]) -> Result<Vec<Step>, String> {
    let mut bytes = proof.iter();
    let mut steps = Vec::new();
    while let Some(kind) = bytes.next() {
        let mut list = || -> Option<Vec<i64>> {
            let mut numbers = Vec::new();
            loop {
                match read_number(&mut bytes)? {
                    0 => return Some(numbers),
                    number => numbers.push(number),
                }
            }
        };
        let step = match kind {
            b'd' => list().map(Step::Delete),
            b'a' => list().zip(list()).and_then(|(head, hints)| {
                let (&id, clause) = head.split_first()?;
                Some(addition(id, clause, &hints))
            }),
            _ => None,
        };
        steps.push(step.ok_or(format!("the step number {} is malformed", steps.len() + 1))?);
    }
    Ok(steps)
}

fn read_number<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<i64> {
    let mut number = 0_i64;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.next()?;
        number |= i64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(if number & 1 == 1 { -(number >> 1) } else { number >> 1 });
        }
    }
    None
}

fn addition(id: i64, clause: &[i64], hints: &[i64]) -> Step {
    Step::Add { id, clause: clause.iter().map(|&literal| literal as i32).collect(), hints: hints.to_vec() }
}

#[test]
fn the_checker_refuses_wrong_proofs() {
    let clauses = [vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    let text = |proof: &str| check(&clauses, LratFormat::Text, proof.as_bytes());
    assert_eq!(text("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(()));
    for (proof, reason) in [
        ("", "the last line does not end"),
        ("5 2 0 1 2 0\n", "there is no empty clause"),
        ("5 2 0 1 2 0\n6 0 5 3 4 0", "the last line does not end"),
        ("5 2 0 1 2 0\n6 0 5 3 0\n", "clause 6: the hints end without a conflict"),
        ("5 2 0 1 0\n", "clause 5: the hints end without a conflict"),
        ("5 0 1 2 0\n", "clause 5: the hint 1 is neither unit nor falsified"),
        ("5 2 0 1 2 3 0\n", "clause 5: the hint 2 is falsified, but not the last"),
        ("4 2 0 1 2 0\n", "clause 4 comes after 4"),
        ("5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "clause 6: the hint 3 is not there"),
        ("4 d 9 0\n", "clause 9 is deleted, but is not there"),
        ("5 2 0 1 2\n", "a line is malformed"),
        ("5 x 0 1 0\n", "a line is malformed"),
    ] {
        assert_eq!(text(proof), Err(reason.to_owned()), "{proof:?}");
    }
}
