//! A formula that excludes many assignments, refuted along the gaps between them.
//!
//! Idea: a list of answers is complete if the formula has no model once each answer is excluded by a clause. Such
//! clauses are long and many, and mislead a solver that looks for a refutation anywhere. But in the order of their
//! variables the excluded assignments leave gaps, and a gap is the union of a few prefixes. So the formula is refuted
//! prefix by prefix, from the least to the greatest. A prefix of excluded assignments is tried for a few conflicts, and if
//! that is not enough it is split by the next variable. A prefix with which no excluded assignment begins is left to the
//! solver. The core of each refutation is a lemma. The lemmas of both values of a variable resolve to the lemma of the
//! prefix without it, and a lemma that does not have the last variable skips what is left. All is one LRAT proof.
//!
//! Source: splitting by both values of a variable is that of M. Davis and H. Putnam, "A computing procedure for
//! quantification theory", JACM 1960; cores as lemmas are those of a [`Chain`](super::chain::Chain).
//!
//! Cost: the memory of the solver, sixteen bytes for each clause that it has derived, and the bits of the excluded
//! assignments. What it does not show: the same as [`Refuter`](super::Refuter).

use super::refuter::refuse_options_of_the_environment;
use super::stage::{Found, Ledger, Lemma, Stage, Until, model};
use super::{LratFormat, Refuted, Run, SolverError, Statistics, StopReason, Verdict};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Clause, Lit, Var};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The conflicts after which a prefix of excluded assignments is split. In tests it is small, so that small formulas are
/// split, and so is the next number.
const BRIEF: u32 = if cfg!(test) { 1 } else { 100 };
/// The conflicts after which the solver keeps the lemma of a prefix.
const WORTH_KEEPING: u64 = if cfg!(test) { 2 } else { 1000 };

/// An assignment that a clause of the formula excludes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Excluded {
    /// The values of the variables, in order.
    bits: Vec<bool>,
    /// The number of the clause, from 1.
    clause: u64,
}

/// A solver that refutes a formula along its gaps.
///
/// ```
/// use cnf_out::solver::{Gaps, LratFormat, Verdict};
/// use rustsat::{clause, instances::Cnf, lit};
///
/// // One of two is true: three assignments, all of them excluded.
/// let mut cnf = Cnf::new();
/// cnf.add_clause(clause![lit![0], lit![1]]);
/// cnf.add_clause(clause![lit![0], !lit![1]]);
/// cnf.add_clause(clause![!lit![0], lit![1]]);
/// cnf.add_clause(clause![!lit![0], !lit![1]]);
/// let gaps = Gaps::new(&cnf, 2, &[lit![0], lit![1]], LratFormat::Text, Vec::new())?;
/// assert!(matches!(gaps.solve()?.verdict, Verdict::Unsatisfiable(_)));
/// # Ok::<(), cnf_out::solver::SolverError>(())
/// ```
pub struct Gaps<W: Write + 'static> {
    stage: Stage<W>,
    ledger: Rc<RefCell<Ledger<W>>>,
    /// A literal of each variable by which assignments are ordered.
    order: Vec<Lit>,
    excluded: Vec<Excluded>,
    until: Until,
    variables: u32,
    clauses: usize,
    start: Instant,
    work: Work,
}

/// How often a search did what small formulas seldom need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Two lemmas were resolved.
    pub(super) resolved: u64,
    /// A lemma made the rest of a prefix needless.
    pub(super) skipped: u64,
    /// The solver kept a lemma.
    pub(super) kept: u64,
}

/// A clause that follows from the formula, about a prefix.
struct Learnt {
    lemma: Lemma,
    /// Whether it can be deleted: only this search knows it.
    is_own: bool,
}

/// Why a search ended.
enum Halt {
    Model,
    Refuted,
    Stopped(StopReason),
    Failed(SolverError),
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Failed(error)
    }
}

impl<W: Write + 'static> Gaps<W> {
    /// A solver for a formula of `variables` variables, which writes its proof to `proof`. The literals give the order of
    /// assignments: the first one counts most, and false comes before true; of a variable that occurs again only the first
    /// literal counts. Clauses with exactly these variables exclude an assignment.
    ///
    /// # Errors
    /// [`SolverError`] if an environment variable would set options of CaDiCaL, or if a literal is too large for it.
    pub fn new(
        cnf: &Cnf,
        variables: u32,
        order: &[Lit],
        format: LratFormat,
        proof: W,
    ) -> Result<Self, SolverError> {
        refuse_options_of_the_environment()?;
        let ledger = Rc::new(RefCell::new(Ledger::new(cnf.len(), format, proof)));
        let mut known = HashSet::new();
        let order: Vec<Lit> = order.iter().copied().filter(|literal| known.insert(literal.var())).collect();
        let cut: Vec<Var> = order.iter().map(|literal| literal.var()).collect();
        let stage = Stage::new(cnf, 0..cnf.len(), [&[], &cut], None, &ledger)?;
        Ok(Self {
            stage,
            ledger,
            excluded: excluded(cnf, &order),
            order,
            until: Until::default(),
            variables,
            clauses: cnf.len(),
            start: Instant::now(),
            work: Work::default(),
        })
    }

    /// Ends the run after this wall-clock time.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.until.set_time_limit(limit);
    }

    /// Attaches a callback that may end the run. A panic in it ends the process.
    pub fn attach_terminator<CB: FnMut() -> ControlSignal + 'static>(&mut self, callback: CB) {
        self.until.attach(callback, [&mut self.stage]);
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// [`SolverError`] if the proof could not be written or is not complete.
    pub fn solve(self) -> Result<Run<W>, SolverError> {
        self.run().map(|(run, _)| run)
    }

    /// The same, and what it took.
    pub(super) fn run(mut self) -> Result<(Run<W>, Work), SolverError> {
        let whole = 0..self.excluded.len();
        let verdict = match self.refute(&mut Vec::new(), whole) {
            Ok(_) | Err(Halt::Refuted) => {
                let (proof, bytes) = self.ledger.borrow_mut().finish()?;
                Verdict::Unsatisfiable(Refuted { proof, bytes })
            }
            Err(Halt::Model) => Verdict::Satisfiable(model([&self.stage], self.variables)),
            Err(Halt::Stopped(reason)) => Verdict::Interrupted(reason),
            Err(Halt::Failed(error)) => return Err(error),
        };
        let statistics = Statistics {
            variables: self.variables,
            clauses: self.clauses,
            time: self.start.elapsed(),
            ..self.stage.statistics()
        };
        Ok((Run { verdict, statistics }, self.work))
    }

    /// Refutes a prefix, given the excluded assignments that begin with it.
    fn refute(&mut self, prefix: &mut Vec<Lit>, within: Range<usize>) -> Result<Learnt, Halt> {
        if let Some(reason) = self.until.over() {
            return Err(Halt::Stopped(reason));
        }
        let before = self.stage.statistics().conflicts;
        let learnt = match self.whole(prefix, &within)? {
            Some(learnt) => learnt,
            None => self.parts(prefix, within)?,
        };
        if self.stage.statistics().conflicts - before < WORTH_KEEPING || !learnt.is_own {
            return Ok(learnt);
        }
        self.stage.learn(&learnt.lemma)?;
        self.work.kept += 1;
        self.go_on()?;
        Ok(Learnt { is_own: false, ..learnt })
    }

    /// Refutes a prefix as a whole. `None` if it has excluded assignments and takes more than a few conflicts.
    fn whole(&mut self, prefix: &[Lit], within: &Range<usize>) -> Result<Option<Learnt>, Halt> {
        let first = self.excluded.get(within.start).filter(|_| !within.is_empty() && !self.order.is_empty());
        if let Some(excluded) = first.filter(|_| prefix.len() == self.order.len()) {
            let clause = prefix.iter().map(|&literal| !literal).collect();
            return Ok(Some(Learnt { lemma: Lemma { id: excluded.clause, clause }, is_own: false }));
        }
        self.stage.set_conflict_limit(first.map(|_| BRIEF));
        match self.stage.ask(prefix, &self.until)? {
            Found::Lemma(lemma) => Ok(Some(Learnt { lemma, is_own: true })),
            Found::Model => Err(Halt::Model),
            Found::Contradiction => Err(Halt::Refuted),
            Found::Stopped(StopReason::ConflictLimit) => Ok(None),
            Found::Stopped(reason) => Err(Halt::Stopped(reason)),
        }
    }

    /// Refutes a prefix by both values of the next variable.
    fn parts(&mut self, prefix: &mut Vec<Lit>, within: Range<usize>) -> Result<Learnt, Halt> {
        let (place, next) = (prefix.len(), self.order[prefix.len()]);
        let lower = self.excluded[within.clone()].partition_point(|excluded| !excluded.bits[place]);
        let middle = within.start + lower;
        let mut refute = |literal, within| {
            prefix.push(literal);
            let learnt = self.refute(prefix, within);
            prefix.pop();
            learnt
        };
        let needs = |learnt: &Learnt| learnt.lemma.clause.iter().any(|literal| literal.var() == next.var());
        let lower = refute(!next, within.start..middle)?;
        if !needs(&lower) {
            self.work.skipped += 1;
            return Ok(lower);
        }
        let upper = refute(next, middle..within.end)?;
        if !needs(&upper) {
            self.forget(&lower);
            return Ok(upper);
        }
        let lemma = self.ledger.borrow_mut().resolve(&lower.lemma, &upper.lemma, next.var())?;
        self.work.resolved += 1;
        self.go_on()?;
        self.forget(&lower);
        self.forget(&upper);
        Ok(Learnt { lemma, is_own: true })
    }

    /// Ends the search if the proof has the empty clause.
    fn go_on(&self) -> Result<(), Halt> {
        if self.ledger.borrow().is_complete() { Err(Halt::Refuted) } else { Ok(()) }
    }

    /// Deletes a lemma that is not needed any more.
    fn forget(&self, learnt: &Learnt) {
        if learnt.is_own {
            self.ledger.borrow_mut().delete(learnt.lemma.id);
        }
    }
}

/// The assignments that clauses exclude, in order, each once.
fn excluded(cnf: &Cnf, order: &[Lit]) -> Vec<Excluded> {
    let places: HashMap<Var, usize> =
        order.iter().zip(0..).map(|(literal, place)| (literal.var(), place)).collect();
    let bits = |clause: &Clause| {
        let mut bits = vec![None; order.len()];
        for literal in clause {
            let place = *places.get(&literal.var())?;
            let bit = *literal != order[place];
            // A clause with both literals of a variable excludes nothing.
            if bits[place].replace(bit).is_some_and(|before| before != bit) {
                return None;
            }
        }
        bits.into_iter().collect::<Option<Vec<bool>>>()
    };
    let numbered = cnf.iter().zip(1..).filter(|(clause, _)| clause.len() >= order.len());
    let mut all: Vec<_> = numbered
        .filter_map(|(clause, number)| Some(Excluded { bits: bits(clause)?, clause: number }))
        .collect();
    all.sort_unstable();
    all.dedup_by(|one, other| one.bits == other.bits);
    all
}

impl<W: Write + 'static> fmt::Debug for Gaps<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gaps")
            .field("clauses", &self.clauses)
            .field("excluded", &self.excluded.len())
            .finish_non_exhaustive()
    }
}
