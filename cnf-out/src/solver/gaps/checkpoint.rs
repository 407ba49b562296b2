//! How far a run has come, in a form that can be stored.
//!
//! Idea: a run goes on from the prefixes that are left, the lemmas of halves, the lemmas that all solvers know, and the length
//! of its proof. What the solvers learnt beside is lost, and is learnt again.
//!
//! Cost: a few bytes for each literal of a kept lemma. What it does not show: that the lemmas are those of the proof. Whoever
//! checks the finished proof sees that.

use super::excluded::Prefix;
use super::tree::{PrefixLemma, Split, Tree};
use crate::solver::SolverError;
use crate::solver::ledger::{Lemma, ProofLength};
use rustsat::types::{Clause, Lit, Var};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The progress of a run, from which a later run continues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapsCheckpoint {
    /// The number of bytes of its proof. Bytes beyond them do not count.
    pub bytes: u64,
    /// How many clauses were added to the formula.
    added: u64,
    /// The highest number that the proof does not use for its own clauses.
    reserved: u64,
    /// The highest number of a clause in the proof.
    latest: u64,
    /// The clauses that all solvers know, each as its number in the proof and its literals.
    known: Vec<String>,
    /// The prefixes that are left, each as digits.
    left: Vec<String>,
    split: Vec<SplitPrefix>,
}

/// The highest number of a clause with which a run goes on: a proof has twice the number.
const LAST_NUMBER: u64 = 1 << 61;

/// A prefix that is split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitPrefix {
    prefix: String,
    conflicts: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    half: Option<HalfLemma>,
}

/// The lemma of a part of a prefix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HalfLemma {
    lemma: String,
    is_own: bool,
}

/// Where a run begins.
pub(super) struct RunStart {
    pub(super) tree: Tree,
    pub(super) news: Vec<Lemma>,
    /// How many clauses were added to the formula.
    pub(super) added: u64,
    pub(super) proof: ProofLength,
}

impl RunStart {
    /// With nothing refuted. The highest number of a clause that is not the proof's own is `reserved`.
    pub(super) fn new(order: Vec<Var>, reserved: u64) -> Self {
        let proof = ProofLength { bytes: 0, latest: reserved };
        Self { tree: Tree::new(order), news: Vec::new(), added: 0, proof }
    }
}

impl GapsCheckpoint {
    pub(super) fn new(tree: &Tree, news: &[Lemma], [added, reserved]: [u64; 2], proof: ProofLength) -> Self {
        let half =
            |learnt: &PrefixLemma| HalfLemma { lemma: lemma_text(&learnt.lemma), is_own: learnt.is_own };
        let split = |(prefix, split): (&Prefix, &Split)| SplitPrefix {
            prefix: digits(prefix),
            conflicts: split.spent,
            half: split.half.as_ref().map(half),
        };
        Self {
            bytes: proof.bytes,
            added,
            reserved,
            latest: proof.latest,
            known: news.iter().map(lemma_text).collect(),
            left: tree.left().map(digits).collect(),
            split: tree.split_prefixes().map(split).collect(),
        }
    }

    /// The run that goes on. The clauses of the formula have the numbers up to `given`; the highest number of a clause that is
    /// not the proof's own is `reserved`.
    ///
    /// # Errors
    /// [`SolverError::Resume`] if no run of a formula with these variables in this order can have come to it.
    pub(super) fn restore(
        &self,
        order: Vec<Var>,
        variables: u32,
        [given, reserved]: [u64; 2],
    ) -> Result<RunStart, SolverError> {
        let lemma = |text: &str| {
            let lemma = lemma_of(text, variables).filter(|lemma| (1..=self.latest).contains(&lemma.id));
            lemma.ok_or_else(|| refused(format!("`{text}` is not a clause of the run")))
        };
        let prefix = |text: &str| {
            bits(text).filter(|bits| bits.len() <= order.len()).ok_or_else(|| {
                refused(format!("`{text}` is not a prefix of an assignment of {} variables", order.len()))
            })
        };
        if self.reserved != reserved {
            let before = self.reserved;
            return Err(refused(format!("{before} clauses could have been added or given, not {reserved}")));
        }
        let (added, room) = (self.added, reserved - given);
        if added > room {
            return Err(refused(format!("{added} clauses were added, and there is room for {room}")));
        }
        if !(reserved..=LAST_NUMBER).contains(&self.latest) {
            return Err(refused(format!("its clauses cannot end with {}", self.latest)));
        }
        let news = self.known.iter().map(|text| lemma(text)).collect::<Result<_, _>>()?;
        let left: BTreeSet<Prefix> = self.left.iter().map(|text| prefix(text)).collect::<Result<_, _>>()?;
        let mut split = BTreeMap::new();
        for SplitPrefix { prefix: text, conflicts, half } in &self.split {
            let half = match half {
                Some(HalfLemma { lemma: text, is_own }) => {
                    Some(PrefixLemma { lemma: lemma(text)?, is_own: *is_own })
                }
                None => None,
            };
            split.insert(prefix(text)?, Split { spent: *conflicts, half });
        }
        let tree = Tree::restored(order, left, split)
            .ok_or_else(|| refused("its prefixes do not cover all assignments".to_owned()))?;
        Ok(RunStart { tree, news, added, proof: ProofLength { bytes: self.bytes, latest: self.latest } })
    }
}

fn refused(reason: String) -> SolverError {
    SolverError::Resume(reason)
}

fn digits(prefix: &Prefix) -> String {
    prefix.iter().map(|&bit| if bit { '1' } else { '0' }).collect()
}

fn bits(text: &str) -> Option<Prefix> {
    let bit = |digit| match digit {
        '0' => Some(false),
        '1' => Some(true),
        _ => None,
    };
    text.chars().map(bit).collect()
}

/// The number of a clause and its literals, as DIMACS writes them.
fn lemma_text(lemma: &Lemma) -> String {
    let mut text = lemma.id.to_string();
    for literal in &lemma.clause {
        text.push(' ');
        text.push_str(&literal.to_ipasir().to_string());
    }
    text
}

fn lemma_of(text: &str, variables: u32) -> Option<Lemma> {
    let mut numbers = text.split(' ');
    let id = numbers.next()?.parse().ok()?;
    let literal = |number: &str| {
        let literal = Lit::from_ipasir(number.parse().ok()?).ok()?;
        (literal.var().idx32() < variables).then_some(literal)
    };
    Some(Lemma { id, clause: numbers.map(literal).collect::<Option<Clause>>()? })
}
