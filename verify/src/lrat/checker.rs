//! Checks one step after the other, by the rules of the proof system.

use rustc_hash::FxHashSet;

use super::assignment::{Effect, Value};
use super::code::{Code, Variables};
use super::decode::Decode;
use super::error::LratReason;
use super::follow::{Follower, Pending};
use super::occurrences::Occurrences;
use super::report::{Report, SatisfiedHints};
use super::store::{Place, Store};
use super::threads::ThreadPool;
use crate::dimacs::{Formula, Literal};

mod batch;
mod run;

/// The state between two steps.
#[derive(Debug)]
pub(super) struct Checker {
    satisfied: SatisfiedHints,
    variables: Variables,
    store: Store,
    own: Follower,
    threads: ThreadPool,
    /// Kept from the first step that needs it.
    occurrences: Option<Occurrences>,
    /// The greatest id so far.
    last: u64,
    /// The id of the clause that is being added.
    step: Option<u64>,
    /// Its literals. In a batch there may be repetitions, which are refused when its hints are followed.
    clause: Vec<Code>,
    batch: Batch,
    /// The greatest number of steps of the next batch.
    limit: u64,
    report: Report,
}

/// A batch: steps at the start of a window.
#[derive(Debug, Default)]
struct Batch {
    additions: Vec<Pending>,
    /// The ids of the deletion that is being read.
    ids: Vec<u64>,
    steps: u64,
    /// The length of the steps in bytes.
    length: usize,
    /// Whether the last step adds the empty clause.
    is_refutation: bool,
    /// The last id and the counts before the steps.
    before: (u64, Report),
}

/// The state of an addition while its hints are read.
#[derive(Debug)]
enum Progress {
    /// There has been no conflict and no negative hint.
    Open,
    /// The clause is implied; further hints are not needed.
    Implied,
    /// A clause with the negated pivot is being treated; others may have been treated before.
    Candidate(Candidates),
}

/// The clauses with the negated pivot that have been treated.
#[derive(Debug)]
struct Candidates {
    /// The last one.
    current: u64,
    /// Whether its resolvent is implied.
    implied: bool,
    /// All of them so far.
    seen: FxHashSet<u64>,
    /// The number of times that they contain the negated pivot.
    covered: u64,
    /// The number of values that do not depend on the candidate.
    mark: usize,
}

impl Checker {
    pub(super) fn new(formula: &Formula, satisfied: SatisfiedHints) -> Checker {
        let mut checker = Checker {
            satisfied,
            variables: Variables::new(formula),
            store: Store::default(),
            own: Follower::default(),
            threads: ThreadPool::default(),
            occurrences: None,
            last: 0,
            step: None,
            clause: Vec::new(),
            batch: Batch::default(),
            limit: u64::MAX,
            report: Report::default(),
        };
        for clause in formula.clauses() {
            checker.clause.clear();
            checker.clause.extend(clause.iter().map(|&literal| checker.variables.code(literal)));
            checker.keep(checker.last + 1);
        }
        checker.own.assignment.make_room(checker.variables.indices());
        checker
    }

    /// This checker, which follows hints by `threads`.
    #[cfg(test)]
    pub(super) fn with(self, threads: ThreadPool) -> Checker {
        Checker { threads, ..self }
    }

    /// The id of the clause that is being added.
    pub(super) fn step(&self) -> Option<u64> {
        self.step
    }

    /// Checks a deletion: all its ids belong to live clauses.
    fn delete(&mut self, label: Option<i64>, proof: &mut impl Decode) -> Result<(), LratReason> {
        if let Some(label) = label {
            let label = clause_id(label)?;
            if label < self.last {
                return Err(LratReason::DeletionLabel { label, last: self.last });
            }
        }
        while let Some(number) = proof.number()? {
            let id = clause_id(number)?;
            if !self.mark(id) {
                return Err(LratReason::UnknownDeletion { id });
            }
        }
        self.store.bury();
        proof.close()
    }

    /// Checks an addition: the clause must follow from the hints.
    fn add(&mut self, id: i64, proof: &mut impl Decode) -> Result<(), LratReason> {
        let id = clause_id(id)?;
        self.step = Some(id);
        if id <= self.last {
            return Err(LratReason::NotAscending { id, last: self.last });
        }
        let mut progress = if self.assume(proof)? { Progress::Open } else { Progress::Implied };
        while let Some(hint) = proof.number()? {
            self.report.hints += 1;
            self.follow(hint, &mut progress)?;
        }
        self.conclude(&progress)?;
        proof.close()?;
        self.report.additions += 1;
        self.keep(id);
        Ok(())
    }

    /// Reads the clause and makes each of its literals false. Returns false if that is impossible because the clause
    /// has both literals of a variable. Then it is a tautology, and the assignment is useless.
    fn assume(&mut self, proof: &mut impl Decode) -> Result<bool, LratReason> {
        self.clause.clear();
        self.own.assignment.begin();
        let mut possible = true;
        while let Some(number) = proof.number()? {
            let literal = i32::try_from(number).ok().and_then(Literal::new);
            let code = self.variables.code(literal.ok_or(LratReason::LiteralRange)?);
            self.own.assignment.make_room(self.variables.indices());
            if self.own.assignment.is_false(code) {
                // A repeated literal.
                continue;
            }
            possible &= !self.own.assignment.is_false(code.negated());
            self.clause.push(code);
            self.own.assignment.assign(code.negated());
        }
        Ok(possible)
    }

    /// Processes one hint of an addition.
    fn follow(&mut self, hint: i64, progress: &mut Progress) -> Result<(), LratReason> {
        let id = hint.unsigned_abs();
        let settled = match progress {
            Progress::Implied => true,
            Progress::Candidate(candidates) => candidates.implied && hint > 0,
            Progress::Open => false,
        };
        if settled {
            // Nothing remains to be shown, but a proof that names clauses that do not exist must not be trusted.
            return self.store.get(id).map(|_| ()).ok_or(LratReason::UnknownHint { hint: id });
        }
        if hint < 0 {
            return self.open_candidate(id, progress);
        }
        if self.propagate(id)? == Effect::Conflict {
            match progress {
                Progress::Candidate(candidates) => candidates.implied = true,
                _ => *progress = Progress::Implied,
            }
        }
        Ok(())
    }

    /// The clause of a positive hint must have one literal that is not false, which then becomes true, or none. If
    /// satisfied hints are skipped, it may have a true literal.
    fn propagate(&mut self, hint: u64) -> Result<Effect, LratReason> {
        let clause = self.store.get(hint).ok_or(LratReason::UnknownHint { hint })?;
        match (self.own.assignment.propagate(clause), self.satisfied) {
            (Effect::NotUnit, _) => Err(LratReason::NotUnit { hint }),
            (Effect::Nothing, SatisfiedHints::Refused) => Err(LratReason::SatisfiedHint { hint }),
            (effect, _) => Ok(effect),
        }
    }

    /// Handles a negative hint: from here on, the resolvent of clause `hint` on the pivot has to be shown.
    fn open_candidate(&mut self, hint: u64, progress: &mut Progress) -> Result<(), LratReason> {
        let pivot = self.clause.first().ok_or(LratReason::NoPivot)?.negated();
        let mut candidates = match std::mem::replace(progress, Progress::Open) {
            Progress::Candidate(candidates) => candidates.finished()?,
            _ => Candidates::new(self.own.assignment.mark()),
        };
        self.own.assignment.undo(candidates.mark);
        let clause = self.store.get(hint).ok_or(LratReason::UnknownHint { hint })?;
        if !candidates.seen.insert(hint) {
            return Err(LratReason::RepeatedCandidate { hint });
        }
        let holds = clause.count(pivot);
        if holds == 0 {
            return Err(LratReason::NotCandidate { hint });
        }
        (candidates.current, candidates.implied) = (hint, false);
        candidates.covered += holds;
        for code in clause.codes().filter(|&code| code != pivot) {
            match self.own.assignment.value(code) {
                Value::False => {}
                Value::Unassigned => self.own.assignment.assign(code.negated()),
                // The other values make a literal of the resolvent true.
                Value::True => candidates.implied = true,
            }
        }
        *progress = Progress::Candidate(candidates);
        Ok(())
    }

    /// Whether the hints have shown the clause.
    fn conclude(&mut self, progress: &Progress) -> Result<(), LratReason> {
        let covered = match progress {
            Progress::Implied => return Ok(()),
            Progress::Open => 0,
            Progress::Candidate(candidates) => candidates.check_last().map(|()| candidates.covered)?,
        };
        let pivot = self.clause.first().ok_or(LratReason::NoConflict)?.negated();
        let occurrences = self.occurrences.get_or_insert_with(|| Occurrences::new(&self.store));
        if occurrences.count(pivot) != covered {
            return Err(self.missing_candidate(pivot, progress));
        }
        self.report.rat_additions += 1;
        Ok(())
    }

    /// The error that a clause with the negated pivot has no hint.
    #[cold]
    fn missing_candidate(&self, pivot: Code, progress: &Progress) -> LratReason {
        let Progress::Candidate(candidates) = progress else { return LratReason::NoConflict };
        let mut clauses = self.store.iter();
        let missing = clauses.find(|(id, clause)| !candidates.seen.contains(id) && clause.count(pivot) > 0);
        missing.map_or(LratReason::NoConflict, |(clause, _)| LratReason::MissingCandidate { clause })
    }

    /// Stores the clause under `id`.
    fn keep(&mut self, id: u64) -> Place {
        self.last = id;
        let place = self.store.insert(id, &self.clause);
        if let Some(occurrences) = &mut self.occurrences {
            self.clause.iter().for_each(|&code| occurrences.add(code));
        }
        self.report.peak_clauses = self.report.peak_clauses.max(self.store.len() as u64);
        self.report.peak_literals = self.report.peak_literals.max(self.store.literals() as u64);
        place
    }
}

impl Batch {
    /// Forgets all steps.
    fn begin(&mut self, before: (u64, Report)) {
        self.additions.clear();
        (self.steps, self.length, self.is_refutation, self.before) = (0, 0, false, before);
    }

    /// The time of the next step: the number of additions before it.
    fn time(&self) -> u32 {
        // Each takes more than one byte of a chunk.
        self.additions.len() as u32
    }
}

impl Candidates {
    fn new(mark: usize) -> Candidates {
        Candidates { current: 0, implied: true, seen: FxHashSet::default(), covered: 0, mark }
    }

    /// Checks that the resolvent with the last candidate was shown to be implied.
    fn check_last(&self) -> Result<(), LratReason> {
        if self.implied { Ok(()) } else { Err(LratReason::CandidateOpen { hint: self.current }) }
    }

    /// These candidates, if the last one is finished.
    fn finished(self) -> Result<Candidates, LratReason> {
        self.check_last().map(|()| self)
    }
}

/// The clause id that `number` stands for.
fn clause_id(number: i64) -> Result<u64, LratReason> {
    u64::try_from(number).ok().filter(|&id| id != 0).ok_or(LratReason::Id { found: number })
}
