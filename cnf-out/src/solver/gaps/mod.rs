//! A formula that excludes many assignments, refuted along the gaps between them.
//!
//! Idea: a list of answers is complete if the formula has no model once each answer is excluded by a clause. Such
//! clauses are long and many, and mislead a solver that looks for a refutation anywhere. But in the order of their
//! variables the excluded assignments leave gaps, and a gap is the union of a few prefixes. So the formula is refuted
//! prefix by prefix. A prefix of excluded assignments is tried for a few conflicts, and if that is not enough it is split
//! by the next variable. A prefix that no excluded assignment has gets many more conflicts before it is split. The core of each
//! refutation is a lemma. The lemmas of both values of a variable resolve to the lemma of the prefix without it. A lemma
//! without the last variable refutes the other value too, so the other half is skipped ([`tree`]). All is one LRAT proof, to
//! which several workers add, each with its own solver ([`worker`]).
//!
//! A model does not end the run if the caller excludes it by more clauses ([`Gaps::exclude_models`]). They count as clauses of
//! the formula, and what is refuted already stays refuted. So a list is found and closed in one run. A long run can be stored
//! from time to time, and go on later ([`GapsCheckpoint`]).
//!
//! Prefixes may also follow choices, such as the squares of the last moves ([`Gaps::split_by_cases`]).
//!
//! Source: splitting by both values of a variable is that of M. Davis and H. Putnam, "A computing procedure for
//! quantification theory", JACM 1960; cores as lemmas are those of a [`Chain`](super::chain::Chain).
//!
//! Cost: the memory of a solver for each worker, sixteen bytes for each clause that it has derived, and the bits of the
//! excluded assignments. With one worker the same formula has the same proof. What it does not show: the same as
//! [`Refuter`](super::Refuter).

mod cases;
mod checkpoint;
mod excluded;
mod halt;
mod tree;
mod worker;

pub use self::checkpoint::GapsCheckpoint;
pub(super) use self::tree::WorkCounts;

use self::cases::Cases;
use self::checkpoint::RunStart;
use self::excluded::ExcludedAssignments;
use self::halt::Halt;
use self::worker::{ExcludeModel, Observer, SearchState, StoreCheckpoint, Terminator, WorkerPool};
use super::ledger::{Ledger, lock};
use super::refuter::refuse_options_of_the_environment;
use super::{LratFormat, Run, SolverError, Statistics, Verdict, WrittenProof};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Clause, Lit, Var};
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// More clauses than can ever be added, and few enough for the numbers of a proof.
const ROOM_LIMIT: u64 = 1 << 62;

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
pub struct Gaps<'a, W: Write + Send + 'static> {
    cnf: &'a Cnf,
    variables: u32,
    /// The order of assignments: one literal for each variable, the most significant first.
    order: Vec<Lit>,
    /// The choices that prefixes follow, and CaDiCaL's configuration for cases.
    cases: Option<(Cases, String)>,
    format: LratFormat,
    proof: W,
    workers: NonZeroUsize,
    /// How many clauses can be added, and what adds them.
    room: u64,
    exclude: Option<ExcludeModel<'a>>,
    observer: Option<Observer<'a>>,
    /// What stores how far it is, and how often.
    keep: Option<(Duration, StoreCheckpoint<'a>)>,
    /// Where it begins, if not with the whole formula.
    reached: Option<GapsCheckpoint>,
    deadline: Option<Instant>,
    terminator: Option<Terminator>,
}

impl<'a, W: Write + Send + 'static> Gaps<'a, W> {
    /// A solver for a formula of `variables` variables, which writes its proof to `proof`. The literals give the order of
    /// assignments: the first one counts most, and false comes before true; of a variable that occurs again only the first
    /// literal counts. Clauses with exactly these variables exclude an assignment. There is one worker.
    ///
    /// # Errors
    /// [`SolverError`] if an environment variable would set options of CaDiCaL.
    pub fn new(
        cnf: &'a Cnf,
        variables: u32,
        order: &[Lit],
        format: LratFormat,
        proof: W,
    ) -> Result<Self, SolverError> {
        refuse_options_of_the_environment()?;
        let mut known = HashSet::new();
        let order: Vec<Lit> = order.iter().copied().filter(|literal| known.insert(literal.var())).collect();
        Ok(Self {
            cnf,
            variables,
            order,
            cases: None,
            format,
            proof,
            workers: NonZeroUsize::MIN,
            room: 0,
            exclude: None,
            observer: None,
            keep: None,
            reached: None,
            deadline: None,
            terminator: None,
        })
    }

    /// Splits by cases instead of by single variables, each asked with CaDiCaL's `configuration`. A choice has literals of
    /// which every model has one, such as the squares of a move. The cases of the first choice are tried first; one that is
    /// not soon refuted is split by the next choice. A model that has none of a choice's literals is found, too.
    ///
    /// ```
    /// use cnf_out::solver::{Gaps, LratFormat, Verdict};
    /// use rustsat::{clause, instances::Cnf, lit};
    ///
    /// // Two discs and two squares; each square takes one disc.
    /// let (first, second) = (vec![lit![0], lit![1]], vec![lit![2], lit![3]]);
    /// let mut cnf = Cnf::new();
    /// cnf.add_clause(clause![lit![0], lit![1]]);
    /// cnf.add_clause(clause![lit![2], lit![3]]);
    /// cnf.add_clause(clause![!lit![0], !lit![2]]);
    /// cnf.add_clause(clause![!lit![1], !lit![3]]);
    /// let mut gaps = Gaps::new(&cnf, 4, &[], LratFormat::Text, Vec::new())?;
    /// gaps.split_by_cases(&[first, second], "unsat");
    /// assert!(matches!(gaps.solve()?.verdict, Verdict::Satisfiable(_)));
    /// # Ok::<(), cnf_out::solver::SolverError>(())
    /// ```
    pub fn split_by_cases(&mut self, choices: &[Vec<Lit>], configuration: &str) {
        self.cases = Some((Cases::new(choices), configuration.to_owned()));
    }

    /// Has this many workers, each with its own solver. With more than one, the proof depends on the clock.
    pub fn set_workers(&mut self, workers: NonZeroUsize) {
        self.workers = workers;
    }

    /// Excludes models. `exclude` is called with each model, and returns clauses about the variables of the order, one of
    /// which the model violates. They are added to the formula, and have the next numbers in the proof after its own
    /// clauses. A model ends the run if `exclude` returns `None`, if no clause excludes it, or if there would be more than
    /// `room` clauses.
    pub fn exclude_models(
        &mut self,
        room: u64,
        exclude: impl FnMut(&Assignment) -> Option<Vec<Clause>> + Send + 'a,
    ) {
        self.room = room.min(ROOM_LIMIT);
        self.exclude = Some(Box::new(exclude));
    }

    /// Calls `observer` once a second with the share of the search that is done, from 0 to 1: of the excluded assignments, or
    /// of the cases. The share falls when models are excluded.
    pub fn attach_observer(&mut self, observer: impl FnMut(f64) + Send + 'a) {
        self.observer = Some(Box::new(observer));
    }

    /// Stores how far the run is: calls `keep` once in each `interval` and when the run is stopped or ends with a model. The
    /// proof so far is written before. An error of `keep` ends the run.
    pub fn keep(
        &mut self,
        interval: Duration,
        keep: impl FnMut(&GapsCheckpoint) -> io::Result<()> + Send + 'a,
    ) {
        self.keep = Some((interval, Box::new(keep)));
    }

    /// Goes on from where another run came, which had the same formula, order, choices, room and format. What is written
    /// follows the first [`GapsCheckpoint::bytes`] bytes of its proof.
    pub fn go_on_from(&mut self, reached: GapsCheckpoint) {
        self.reached = Some(reached);
    }

    /// Ends the run after this wall-clock time, counted from this call.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Attaches a callback that may end the run. A panic in it ends the process.
    pub fn attach_terminator<CB: FnMut() -> ControlSignal + Send + 'static>(&mut self, callback: CB) {
        self.terminator = Some(Arc::new(Mutex::new(callback)));
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// [`SolverError`] if a literal is too large for CaDiCaL, if the run cannot go on from where it should, if the proof or how
    /// far it is could not be written, or if the proof is not complete.
    pub fn solve(self) -> Result<Run<W>, SolverError> {
        self.run().map(|(run, _)| run)
    }

    /// The same, and what it took.
    pub(super) fn run(self) -> Result<(Run<W>, WorkCounts), SolverError> {
        let begun = Instant::now();
        let clauses = self.cnf.len();
        let (given, reserved) = (clauses as u64, clauses as u64 + self.room);
        let split_by = self.cases.as_ref().map_or(&self.order, |(cases, _)| cases.order());
        let order: Vec<Var> = split_by.iter().map(|literal| literal.var()).collect();
        let RunStart { tree, news, added, proof } = match &self.reached {
            None => RunStart::new(order, reserved),
            Some(reached) => reached.restore(order, self.variables, [given, reserved])?,
        };
        let mut excluded = ExcludedAssignments::new(self.cnf, &self.order);
        excluded.add_news(&news, given + 1..=given + added);
        let ledger = Ledger::resumed(proof, self.format, self.proof);
        let pool = WorkerPool {
            cnf: self.cnf,
            variables: self.variables,
            ledger: Arc::new(Mutex::new(ledger)),
            deadline: self.deadline,
            terminator: self.terminator,
            search: Mutex::new(SearchState {
                tree,
                excluded,
                news,
                added,
                room: self.room,
                reserved,
                exclude: self.exclude,
                observer: self.observer.map(|observer| (observer, begun)),
                keep: self.keep.map(|(interval, keep)| (keep, interval, begun)),
                halt: None,
                statistics: Statistics::default(),
            }),
            order: self.order,
            cases: self.cases,
            changed: std::sync::Condvar::new(),
        };
        pool.work(self.workers);
        let (ledger, mut search) = pool.end();
        let mut ledger = lock(&ledger);
        if matches!(search.halt, Some(Halt::Stopped(_) | Halt::Model(_))) {
            search.keep(&mut ledger)?;
        }
        let verdict = match search.halt {
            Some(Halt::Failed(error)) => return Err(error),
            // One worker may have been stopped while another found the empty clause.
            Some(Halt::Stopped(reason)) if !ledger.is_complete() => Verdict::Interrupted(reason),
            Some(Halt::Model(model)) => Verdict::Satisfiable(model),
            None | Some(Halt::Refuted | Halt::Stopped(_)) => {
                let (proof, bytes) = ledger.finish()?;
                Verdict::Unsatisfiable(WrittenProof { proof, bytes })
            }
        };
        let clauses = clauses + search.added as usize;
        let statistics =
            Statistics { variables: self.variables, clauses, time: begun.elapsed(), ..search.statistics };
        Ok((Run { verdict, statistics }, search.tree.work))
    }
}

impl<W: Write + Send + 'static> fmt::Debug for Gaps<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gaps")
            .field("clauses", &self.cnf.len())
            .field("workers", &self.workers)
            .field("room", &self.room)
            .finish_non_exhaustive()
    }
}
