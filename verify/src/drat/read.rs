//! Reads the bytes of a proof into steps, and matches each deletion with the clause that it deletes.

use rustc_hash::FxHashMap;

use super::clauses::{Cell, Clauses, Place, Ref};
use super::error::{DratError, DratReason};
use super::report::Report;
use crate::dimacs::{Formula, Literal};
use crate::lrat::LratReason;
use crate::lrat::code::{Code, Variables};
use crate::lrat::decode::DecodeDrat;
use crate::lrat::step::Kind;
use crate::lrat::whole::{BinaryStep, TextStep, WholeStep, Window};

/// A step of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProofStep {
    /// The clause becomes live.
    Add(Ref),
    /// The clause is deleted.
    Delete(Ref),
}

impl ProofStep {
    /// The same step with another number for its clause.
    pub(super) fn with(self, number: impl Fn(Ref) -> Ref) -> ProofStep {
        match self {
            ProofStep::Add(clause) => ProofStep::Add(number(clause)),
            ProofStep::Delete(clause) => ProofStep::Delete(number(clause)),
        }
    }
}

/// A formula and a proof that have been read.
#[derive(Debug)]
pub(super) struct Proof {
    pub(super) clauses: Clauses<u32>,
    /// The number of clauses of the formula, which come first.
    pub(super) inputs: u32,
    pub(super) steps: Vec<ProofStep>,
    /// The offset of each added clause.
    pub(super) offsets: Vec<u64>,
    /// The DIMACS literals, by their codes.
    pub(super) numbers: Vec<i32>,
    unmatched: u64,
    bytes: u64,
}

impl Proof {
    /// The part of the report that is known after reading.
    pub(super) fn report(&self) -> Report {
        let additions = self.offsets.len() as u64;
        let deletions = self.steps.len() as u64 - additions + self.unmatched;
        Report {
            additions,
            deletions,
            ignored_deletions: self.unmatched,
            bytes: self.bytes,
            ..Report::default()
        }
    }
}

/// Reads a whole proof.
pub(super) fn read(formula: &Formula, mut proof: impl DecodeDrat) -> Result<Proof, DratError> {
    let mut reader = Reader::new(formula)?;
    loop {
        let offset = proof.offset();
        match reader.step(&mut proof, offset) {
            Ok(true) => {}
            Ok(false) => break,
            Err(reason) => return Err(DratError { offset: Some(proof.offset()), ..reason.nowhere() }),
        }
    }
    Ok(Proof {
        clauses: reader.clauses,
        inputs: formula.len() as u32,
        steps: reader.steps,
        offsets: reader.offsets,
        numbers: reader.variables.numbers(),
        unmatched: reader.unmatched,
        bytes: proof.offset(),
    })
}

struct Reader {
    variables: Variables,
    clauses: Clauses<u32>,
    living: LiveClauses,
    steps: Vec<ProofStep>,
    offsets: Vec<u64>,
    unmatched: u64,
    /// The clause that is being read, without repeated literals.
    clause: Vec<Code>,
    marks: Marks,
}

impl Reader {
    fn new(formula: &Formula) -> Result<Reader, DratError> {
        let mut reader = Reader {
            variables: Variables::new(formula),
            clauses: Clauses::new(),
            living: LiveClauses::default(),
            steps: Vec::new(),
            offsets: Vec::new(),
            unmatched: 0,
            clause: Vec::new(),
            marks: Marks::default(),
        };
        for clause in formula.clauses() {
            reader.begin();
            for &literal in clause {
                let code = reader.variables.code(literal);
                reader.put(code);
            }
            reader.add().map_err(DratReason::nowhere)?;
        }
        Ok(reader)
    }

    /// Reads a step; false at the end of the proof.
    fn step(&mut self, proof: &mut impl DecodeDrat, offset: u64) -> Result<bool, DratReason> {
        let whole = match proof.window() {
            Window::Text(window) => self.whole::<TextStep<'_>>(window),
            Window::Binary(window) => self.whole::<BinaryStep<'_>>(window),
        };
        let kind = if let Some((kind, length)) = whole {
            proof.accept(length, 1);
            kind
        } else {
            let Some(kind) = proof.kind()? else { return Ok(false) };
            self.numbers(proof)?;
            kind
        };
        match kind {
            Kind::Addition => {
                let clause = self.add()?;
                self.steps.push(ProofStep::Add(clause));
                self.offsets.push(offset);
            }
            Kind::Deletion => match self.living.take(&self.clauses, &self.clause, &self.marks) {
                Some(clause) => self.steps.push(ProofStep::Delete(clause)),
                None => self.unmatched += 1,
            },
        }
        Ok(true)
    }

    /// Reads the clause of a step in the usual form, whose variables are known. Gives the length of the step in bytes.
    fn whole<'w, W: WholeStep<'w>>(&mut self, window: &'w [u8]) -> Option<(Kind, usize)> {
        let (kind, mut clause) = W::open_list(window)?;
        self.begin();
        loop {
            match clause.last_literal()? {
                0 => return Some((kind, window.len() - clause.rest().len())),
                number => {
                    let code = self.variables.known_code(number)?;
                    self.put(code);
                }
            }
        }
    }

    /// Reads the clause of any other step, number by number.
    fn numbers(&mut self, proof: &mut impl DecodeDrat) -> Result<(), DratReason> {
        self.begin();
        while let Some(number) = proof.number()? {
            let literal = i32::try_from(number).ok().and_then(Literal::new);
            let code = self.variables.code(literal.ok_or(LratReason::LiteralRange)?);
            self.put(code);
        }
        Ok(proof.close()?)
    }

    fn begin(&mut self) {
        self.clause.clear();
        self.marks.clear();
    }

    fn put(&mut self, code: Code) {
        if self.marks.mark(code) {
            self.clause.push(code);
        }
    }

    fn add(&mut self) -> Result<Ref, DratReason> {
        if self.clauses.len() >= Ref::MAX_CLAUSES as usize {
            return Err(DratReason::TooManyClauses { max: Ref::MAX_CLAUSES });
        }
        if !self.clauses.has_room_for(&self.clause) {
            return Err(DratReason::TooManyLiterals { max: Place::MAX_CELLS });
        }
        let is_tautology = self.clause.iter().any(|code| self.marks.has(code.negated()));
        let clause = self.clauses.push(&self.clause, is_tautology);
        self.living.put(clause, &self.clause);
        Ok(clause)
    }
}

/// A set of literals that can be emptied at once.
#[derive(Debug, Default)]
struct Marks {
    stamps: Vec<u64>,
    stamp: u64,
}

impl Marks {
    fn clear(&mut self) {
        self.stamp += 1;
    }

    fn has(&self, code: Code) -> bool {
        self.stamps.get(code.0 as usize) == Some(&self.stamp)
    }

    /// Adds a literal; false if it is already in the set.
    fn mark(&mut self, code: Code) -> bool {
        let slot = code.0 as usize;
        if slot >= self.stamps.len() {
            self.stamps.resize((slot + 1).next_power_of_two(), 0);
        }
        std::mem::replace(&mut self.stamps[slot], self.stamp) != self.stamp
    }
}

/// The live clauses by their literals, regardless of order.
#[derive(Debug, Default)]
struct LiveClauses {
    /// The last clause of each hash.
    last: FxHashMap<u64, Ref>,
    /// For each clause, the previous clause with the same hash.
    before: Vec<Option<Ref>>,
}

impl LiveClauses {
    fn put(&mut self, clause: Ref, literals: &[Code]) {
        let before = self.last.insert(hash(literals), clause);
        self.before.push(before);
    }

    /// Removes a clause with these literals, which are the marked ones.
    fn take(&mut self, clauses: &Clauses<u32>, literals: &[Code], marks: &Marks) -> Option<Ref> {
        let is_same = |clause: Ref| {
            let other = clauses.get(clause);
            other.len() == literals.len() && other.iter().all(|cell| marks.has(cell.code()))
        };
        let hash = hash(literals);
        let mut after = None;
        let mut at = self.last.get(&hash).copied();
        while let Some(clause) = at {
            let before = self.before[clause.index()];
            if is_same(clause) {
                match (after, before) {
                    (Some(Ref(after)), _) => self.before[after as usize] = before,
                    (None, Some(before)) => {
                        self.last.insert(hash, before);
                    }
                    (None, None) => {
                        self.last.remove(&hash);
                    }
                }
                return Some(clause);
            }
            (after, at) = (Some(clause), before);
        }
        None
    }
}

/// A hash of a set of literals.
fn hash(literals: &[Code]) -> u64 {
    // Each literal is mixed alone (the finalizer of splitmix64), and the sum does not depend on the order.
    let mix = |code: &Code| {
        let mut bits = u64::from(code.0).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    };
    literals.iter().map(mix).fold(literals.len() as u64, u64::wrapping_add)
}
