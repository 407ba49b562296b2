//! A second checker, forwards and as simple as possible: it checks each step against a list of clauses, whether the
//! step is used or not.

/// A step of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Add(Vec<i64>),
    Delete(Vec<i64>),
}

/// The steps of a text that is well formed.
pub(super) fn steps_of_text(text: &str) -> Vec<Step> {
    let step = |line: &str| {
        let is_deletion = line.starts_with('d');
        let numbers = line.trim_start_matches('d').split_whitespace();
        let numbers: Vec<i64> = numbers.map(|word| word.parse().expect("a number")).collect();
        let clause = numbers[..numbers.len() - 1].to_vec();
        if is_deletion { Step::Delete(clause) } else { Step::Add(clause) }
    };
    text.lines().map(step).collect()
}

/// The text of `steps`.
pub(super) fn text_of(steps: &[Step]) -> String {
    let list = |clause: &[i64]| clause.iter().chain([&0]).map(i64::to_string).collect::<Vec<_>>().join(" ");
    let line = |step: &Step| match step {
        Step::Add(clause) => format!("{}\n", list(clause)),
        Step::Delete(clause) => format!("d {}\n", list(clause)),
    };
    steps.iter().map(line).collect()
}

/// The binary form of `steps`.
pub(super) fn binary_of(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in steps {
        let (letter, clause) = match step {
            Step::Add(clause) => (b'a', clause),
            Step::Delete(clause) => (b'd', clause),
        };
        bytes.push(letter);
        for &number in clause {
            let mut rest = 2 * number.unsigned_abs() + u64::from(number < 0);
            while rest > 0x7f {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes.push(0);
    }
    bytes
}

/// The live clauses.
#[derive(Debug, Clone)]
pub(super) struct Naive {
    pub(super) clauses: Vec<Vec<i64>>,
}

impl Naive {
    pub(super) fn new(clauses: &[Vec<i64>]) -> Naive {
        Naive { clauses: clauses.to_vec() }
    }

    /// Whether unit propagation reaches a conflict if these literals are true.
    pub(super) fn conflicts(&self, assumed: &[i64]) -> bool {
        self.propagate(assumed).is_none()
    }

    /// Whether a clause may be the reason of a propagated literal.
    pub(super) fn may_be_reason(&self, clause: &[i64]) -> bool {
        let Some(truths) = self.propagate(&[]) else { return true };
        let (yes, no): (Vec<i64>, Vec<i64>) = clause.iter().partition(|literal| truths.contains(literal));
        !yes.is_empty()
            && yes.iter().all(|literal| *literal == yes[0])
            && no.iter().all(|literal| truths.contains(&-literal))
    }

    /// The literals that are true if these are; `None` at a conflict.
    fn propagate(&self, assumed: &[i64]) -> Option<Vec<i64>> {
        let mut truths: Vec<i64> = assumed.to_vec();
        if truths.iter().any(|literal| truths.contains(&-literal)) {
            return None;
        }
        loop {
            let mut unit = None;
            for clause in &self.clauses {
                if clause.iter().any(|literal| truths.contains(literal)) {
                    continue;
                }
                let mut free: Vec<i64> =
                    clause.iter().copied().filter(|literal| !truths.contains(&-literal)).collect();
                free.dedup();
                free.sort_unstable();
                free.dedup();
                match free[..] {
                    [] => return None,
                    [literal] => unit = Some(literal),
                    _ => {}
                }
            }
            match unit {
                Some(literal) => truths.push(literal),
                None => return Some(truths),
            }
        }
    }

    /// Whether a clause may be added.
    pub(super) fn admits(&self, clause: &[i64]) -> bool {
        let negated: Vec<i64> = clause.iter().map(|literal| -literal).collect();
        if self.conflicts(&negated) {
            return true;
        }
        let Some(pivot) = clause.first() else { return false };
        self.clauses.iter().filter(|candidate| candidate.contains(&-pivot)).all(|candidate| {
            let others = candidate.iter().filter(|&&literal| literal != -pivot).map(|literal| -literal);
            self.conflicts(&negated.iter().copied().chain(others).collect::<Vec<_>>())
        })
    }

    /// Takes a step; false if it is an addition of a clause that does not follow.
    pub(super) fn step(&mut self, step: &Step) -> bool {
        match step {
            Step::Add(clause) => {
                if !self.admits(clause) {
                    return false;
                }
                self.clauses.push(clause.clone());
            }
            Step::Delete(clause) => {
                if let Some(at) = self.clauses.iter().position(|other| same(other, clause)) {
                    self.clauses.remove(at);
                }
            }
        }
        true
    }
}

fn same(one: &[i64], other: &[i64]) -> bool {
    let set = |clause: &[i64]| clause.iter().copied().collect::<std::collections::BTreeSet<i64>>();
    set(one) == set(other)
}

/// Whether some assignment of the first `variables` variables satisfies all clauses.
pub(super) fn is_satisfiable(clauses: &[Vec<i64>], variables: u32) -> bool {
    (0_u64..1 << variables).any(|bits| {
        let is_true = |literal: &i64| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}
