//! A second checker: it ignores the hints and propagates through all live clauses until nothing changes. Also the two
//! forms of proofs, and a search for proofs. Everything is as simple as possible.

use std::collections::{BTreeMap, BTreeSet};

/// A step of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Add { id: i64, clause: Vec<i64>, hints: Vec<i64> },
    Delete(Vec<i64>),
}

/// The steps of a text that is well formed.
pub(super) fn steps_of_text(text: &str) -> Vec<Step> {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let numbers =
        |words: &[&str]| words.iter().map(|word| word.parse().expect("a number")).collect::<Vec<i64>>();
    lines
        .filter(|words| words.first().is_some_and(|word| !word.starts_with('c')))
        .map(|words| {
            if words[1] == "d" {
                return Step::Delete(numbers(&words[2..words.len() - 1]));
            }
            let words = numbers(&words);
            let mut lists = words[1..].split(|&number| number == 0).map(<[i64]>::to_vec);
            let mut list = || lists.next().expect("a list");
            Step::Add { id: words[0], clause: list(), hints: list() }
        })
        .collect()
}

/// The numbers of a list, and the 0 that closes it.
pub(super) fn list(numbers: &[i64]) -> String {
    let words: Vec<String> = numbers.iter().chain([&0]).map(i64::to_string).collect();
    words.join(" ")
}

/// The text of `steps`; deletions are labelled with the last id, which at first is `clauses`.
pub(super) fn text_of(steps: &[Step], clauses: usize) -> String {
    let mut last = clauses as i64;
    let line = |step: &Step| match step {
        Step::Delete(ids) => format!("{last} d {}\n", list(ids)),
        Step::Add { id, clause, hints } => {
            last = last.max(*id);
            format!("{id} {} {}\n", list(clause), list(hints))
        }
    };
    steps.iter().map(line).collect()
}

/// The binary form of `steps`.
pub(super) fn binary_of(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let put = |bytes: &mut Vec<u8>, number: i64| {
        let mut rest = 2 * number.unsigned_abs() + u64::from(number < 0);
        while rest > 0x7f {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    };
    for step in steps {
        let lists = match step {
            Step::Delete(ids) => vec![ids],
            Step::Add { clause, hints, .. } => vec![clause, hints],
        };
        if let Step::Add { id, .. } = step {
            bytes.push(b'a');
            put(&mut bytes, *id);
        } else {
            bytes.push(b'd');
        }
        for list in lists {
            list.iter().chain([&0]).for_each(|&number| put(&mut bytes, number));
        }
    }
    bytes
}

/// The steps of binary `bytes` that are well formed.
pub(super) fn steps_of_binary(bytes: &[u8]) -> Vec<Step> {
    let mut bytes = bytes.iter().copied();
    let mut steps = Vec::new();
    while let Some(letter) = bytes.next() {
        let mut number = || -> i64 {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = bytes.next().expect("a byte");
                value |= i64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    return if value & 1 == 1 { -(value >> 1) } else { value >> 1 };
                }
            }
        };
        let id = if letter == b'a' { number() } else { 0 };
        let mut list = || std::iter::from_fn(|| Some(number()).filter(|&number| number != 0)).collect();
        steps.push(if letter == b'a' {
            Step::Add { id, clause: list(), hints: list() }
        } else {
            Step::Delete(list())
        });
    }
    steps
}

/// Literals that are true.
type Values = BTreeSet<i64>;

/// Live clauses by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Naive {
    live: BTreeMap<i64, Vec<i64>>,
}

impl Naive {
    pub(super) fn new(clauses: &[Vec<i64>]) -> Naive {
        Naive { live: (1..).zip(clauses.iter().cloned()).collect() }
    }

    pub(super) fn ids(&self) -> Vec<i64> {
        self.live.keys().copied().collect()
    }

    pub(super) fn last(&self) -> i64 {
        self.live.keys().next_back().copied().unwrap_or(0)
    }

    pub(super) fn delete(&mut self, id: i64) {
        self.live.remove(&id).expect("a live clause");
    }

    pub(super) fn add(&mut self, id: i64, clause: Vec<i64>) {
        assert!(self.live.insert(id, clause).is_none());
    }

    /// Makes `literal` true; false if it is false.
    fn assume(values: &mut Values, literal: i64) -> bool {
        values.insert(literal);
        !values.contains(&-literal)
    }

    /// Propagates to the end. Returns the clauses that were used, and whether the last one is falsified.
    fn propagate(&self, values: &mut Values) -> (Vec<i64>, bool) {
        let mut used = Vec::new();
        loop {
            let before = used.len();
            for (&id, clause) in &self.live {
                let open: BTreeSet<i64> =
                    clause.iter().copied().filter(|&literal| !values.contains(&-literal)).collect();
                match (open.first(), open.len()) {
                    (None, _) => {
                        used.push(id);
                        return (used, true);
                    }
                    (Some(&unit), 1) if !values.contains(&unit) => {
                        used.push(id);
                        values.insert(unit);
                    }
                    _ => {}
                }
            }
            if used.len() == before {
                return (used, false);
            }
        }
    }

    /// Hints for `clause`, by RAT on its first literal if necessary.
    pub(super) fn hints(&self, clause: &[i64]) -> Option<Vec<i64>> {
        let mut values = Values::new();
        if !clause.iter().all(|&literal| Naive::assume(&mut values, -literal)) {
            return Some(Vec::new());
        }
        let (mut hints, conflict) = self.propagate(&mut values);
        if conflict {
            return Some(hints);
        }
        let pivot = -clause.first()?;
        for (&id, candidate) in self.live.iter().filter(|(_, candidate)| candidate.contains(&pivot)) {
            hints.push(-id);
            let mut values = values.clone();
            let mut rest = candidate.iter().filter(|&&literal| literal != pivot);
            if rest.all(|&literal| Naive::assume(&mut values, -literal)) {
                let (used, conflict) = self.propagate(&mut values);
                hints.extend(used);
                if !conflict {
                    return None;
                }
            }
        }
        Some(hints)
    }

    /// Checks `steps` up to the empty clause.
    pub(super) fn check(mut self, steps: &[Step]) -> Result<(), String> {
        for step in steps {
            match step {
                Step::Delete(ids) => ids.iter().for_each(|&id| self.delete(id)),
                Step::Add { id, clause, .. } => {
                    self.hints(clause).ok_or_else(|| format!("{step:?} does not follow"))?;
                    if clause.is_empty() {
                        return Ok(());
                    }
                    self.add(*id, clause.clone());
                }
            }
        }
        Err("no empty clause".to_owned())
    }
}

/// Refutes `clauses` by splitting on the variables in turn and resolving on the way back; `None` if they have a model.
/// Clauses that have been resolved are deleted.
pub(super) fn refute(clauses: &[Vec<i64>]) -> Option<Vec<Step>> {
    let mut prover = Prover { clauses: Naive::new(clauses), steps: Vec::new(), given: clauses.len() as i64 };
    let last = prover.split(&mut Values::new(), 1)?;
    assert!(prover.clauses.live[&last].is_empty(), "a clause is falsified by nothing");
    if last <= prover.given {
        let id = prover.clauses.last() + 1;
        prover.steps.push(Step::Add { id, clause: Vec::new(), hints: vec![last] });
    }
    Some(prover.steps)
}

struct Prover {
    clauses: Naive,
    steps: Vec<Step>,
    given: i64,
}

impl Prover {
    /// The id of a clause that `values` falsify; the variables from `variable` on have no value.
    fn split(&mut self, values: &mut Values, variable: i64) -> Option<i64> {
        let falsified = |clause: &[i64]| clause.iter().all(|&literal| values.contains(&-literal));
        if let Some((&id, _)) = self.clauses.live.iter().find(|(_, clause)| falsified(clause)) {
            return Some(id);
        }
        if self.clauses.live.values().flatten().all(|literal| literal.abs() < variable) {
            return None;
        }
        let mut sides = Vec::new();
        for literal in [variable, -variable] {
            values.insert(literal);
            let side = self.split(values, variable + 1);
            values.remove(&literal);
            let side = side?;
            if !self.clauses.live[&side].contains(&-literal) {
                return Some(side);
            }
            sides.push(side);
        }
        Some(self.resolve(&sides, variable))
    }

    fn resolve(&mut self, sides: &[i64], variable: i64) -> i64 {
        let literals = sides.iter().flat_map(|side| self.clauses.live[side].clone());
        let clause: BTreeSet<i64> = literals.filter(|literal| literal.abs() != variable).collect();
        let clause: Vec<i64> = clause.into_iter().collect();
        let last = self.steps.iter().filter_map(|step| match step {
            Step::Add { id, .. } => Some(*id),
            Step::Delete(_) => None,
        });
        let id = last.max().unwrap_or(self.given) + 1;
        self.clauses.add(id, clause.clone());
        self.steps.push(Step::Add { id, clause, hints: sides.to_vec() });
        let derived: Vec<i64> = sides.iter().copied().filter(|&side| side > self.given).collect();
        for &side in &derived {
            self.clauses.delete(side);
        }
        if !derived.is_empty() {
            self.steps.push(Step::Delete(derived));
        }
        id
    }
}
