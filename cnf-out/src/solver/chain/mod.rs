//! A formula in stages, refuted from its last stage backwards.
//!
//! A formula about a sequence (a game, say) falls apart at the words between its steps: only the board connects the
//! steps before it with those after it. Each stage, the part between two such cuts, has its own solver. The last stage
//! proposes values of the cut before it; the stage before is asked whether it can produce them, and so on backwards.
//! Values that a stage cannot produce become a clause, as short as the solver's core, which the next stage keeps. So the
//! question becomes a backward search over boards, in which every learned clause holds for whole classes of boards. A
//! single solver for all stages would search through the orders of steps instead.
//!
//! All stages write one LRAT proof about the original formula: a clause about a cut follows from the clauses of a stage
//! and from clauses learned before.
//!
//! Source: property directed reachability, A. R. Bradley, "SAT-based model checking without unrolling", VMCAI 2011.
//! Here the steps belong to an unrolled formula, so a clause only has to hold for its own step, and need not be
//! inductive. Only those of [`Chain::set_hint`] are.
//!
//! Cost: one solver for each stage, one solver call for each board that is looked at, and sixteen bytes for each clause
//! that any solver has derived. What it does not show: the same as [`Refuter`](super::Refuter). If the cuts do not
//! separate the formula, there is no chain.

mod hint;
mod plan;

pub use self::hint::{Cube, Setting};
pub use self::plan::Plan;

use self::hint::Hints;
use self::plan::Planned;
use super::refuter::refuse_options_of_the_environment;
use super::stage::{Found, Ledger, Questions, Stage, Until, lock, model};
use super::{LratFormat, Refuted, Run, SolverError, Statistics, StopReason, Verdict};
use crate::clausify::BitValue;
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Lit, Var};
use std::collections::HashSet;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The questions of all stages but the last. What CaDiCaL does besides learning a clause (to shorten it, to count the
/// literals of reasons as used, to look for clauses that it subsumes) takes more time than it saves here
/// (docs/notebook/othello.md, "What was tried").
const MANY: Questions<'_> =
    Questions::Many(&[("shrink", 0), ("minimize", 0), ("bumpreason", 0), ("eagersubsume", 0)]);

/// The stages of a formula, each with its solver.
pub struct Chain<W: Write + 'static> {
    /// In their order; there is a cut between each two of them.
    stages: Vec<Stage<W>>,
    /// The variables of each cut.
    cuts: Vec<Vec<Var>>,
    ledger: Arc<Mutex<Ledger<W>>>,
    hints: Option<Hints>,
    until: Until,
    variables: u32,
    clauses: usize,
    start: Instant,
}

impl<W: Write + 'static> Chain<W> {
    /// Solvers for the stages of a formula, which write their proof to `proof`. The last stage is solved with CaDiCaL's
    /// `configuration`; the others answer many small questions.
    ///
    /// # Errors
    /// [`SolverError`] if an environment variable would set options of CaDiCaL, if it has no such configuration, or if
    /// the plan belongs to a formula with another number of clauses.
    pub fn new(
        cnf: &Cnf,
        plan: &Plan,
        configuration: &str,
        format: LratFormat,
        proof: W,
    ) -> Result<Self, SolverError> {
        if plan.clauses() != cnf.len() {
            return Err(SolverError::ClauseCount { announced: plan.clauses(), added: cnf.len() });
        }
        refuse_options_of_the_environment()?;
        let ledger = Arc::new(Mutex::new(Ledger::new(cnf.len() as u64, format, proof)));
        let last = plan.stages().len().saturating_sub(1);
        let stage = |(number, planned): (usize, &Planned)| {
            let questions = if number == last { Questions::Few(configuration) } else { MANY };
            let cuts = [planned.before.as_slice(), &planned.after];
            Stage::new(cnf, planned.clauses.iter().copied(), cuts, questions, &ledger)
        };
        let stages = plan.stages().iter().enumerate().map(stage).collect::<Result<_, _>>()?;
        Ok(Self {
            stages,
            cuts: plan.stages().iter().map(|stage| stage.after.clone()).take(last).collect(),
            ledger,
            hints: None,
            until: Until::default(),
            variables: plan.variables(),
            clauses: cnf.len(),
            start: Instant::now(),
        })
    }

    /// Asks `hint` about values of a cut that a stage proposes, word by word: for cubes that no cut has, of which at least
    /// one holds for these values, or for none. They are proved before they are used. `cuts` has the words of each cut.
    ///
    /// # Errors
    /// [`SolverError::Cuts`] if the words are not about the cuts of the plan.
    pub fn set_hint(
        &mut self,
        cuts: Vec<Vec<Vec<BitValue>>>,
        hint: impl Fn(&[Vec<bool>]) -> Vec<Cube> + 'static,
    ) -> Result<(), SolverError> {
        let variables = |cut: &Vec<Vec<BitValue>>| -> HashSet<Var> {
            let literals = cut.iter().flatten().filter_map(|bit| bit.literal());
            literals.map(Lit::var).collect()
        };
        let given = cuts.iter().map(variables);
        if !given.eq(self.cuts.iter().map(|cut| cut.iter().copied().collect())) {
            return Err(SolverError::Cuts);
        }
        self.hints = Some(Hints::new(cuts, Box::new(hint)));
        Ok(())
    }

    /// Ends the run after this wall-clock time.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.until.set_time_limit(limit);
    }

    /// Attaches a callback that may end the run. A panic in it ends the process.
    pub fn attach_terminator<CB: FnMut() -> ControlSignal + 'static>(&mut self, callback: CB) {
        self.until.attach(callback, &mut self.stages);
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// [`SolverError`] if the proof could not be written or is not complete.
    pub fn solve(mut self) -> Result<Run<W>, SolverError> {
        let verdict = match self.search()? {
            End::Model(model) => Verdict::Satisfiable(model),
            End::Stopped(reason) => Verdict::Interrupted(reason),
            End::Refuted => {
                let (proof, bytes) = lock(&self.ledger).finish()?;
                Verdict::Unsatisfiable(Refuted { proof, bytes })
            }
        };
        Ok(Run { verdict, statistics: self.statistics() })
    }

    /// Searches backwards. `open` has the wanted values of cuts, the latest cut first. The search ends when the first
    /// stage can produce the wanted values, or when some stage cannot produce any values.
    fn search(&mut self) -> Result<End, SolverError> {
        let mut open: Vec<Vec<Lit>> = Vec::new();
        loop {
            if let Some(reason) = self.until.over() {
                return Ok(End::Stopped(reason));
            }
            let index = self.stages.len() - 1 - open.len();
            let wanted = open.last().map_or(&[][..], Vec::as_slice);
            let found = self.stages[index].ask(wanted, &self.until)?;
            match found {
                Found::Stopped(reason) => return Ok(End::Stopped(reason)),
                Found::Contradiction => return Ok(End::Refuted),
                Found::Model if index == 0 => return Ok(End::Model(model(&self.stages, self.variables))),
                Found::Model => match self.follow_hint(index - 1)? {
                    Followed::Again => {}
                    Followed::Not => open.push(self.stages[index].values_before()),
                    Followed::End(end) => return Ok(end),
                },
                Found::Lemma(lemma) => {
                    // The stage itself does without: it is asked only for values that the next one proposes.
                    if let Some(next) = self.stages.get_mut(index + 1) {
                        next.learn(&lemma)?;
                    }
                    open.pop();
                }
            }
        }
    }

    /// Excludes the values of a cut that the stage after it has proposed, by the cubes that a hint names for them. All
    /// cubes are excluded from one cut before the first of them is from the next: each step need only preserve them
    /// together.
    fn follow_hint(&mut self, proposed: usize) -> Result<Followed, SolverError> {
        let Some(hints) = &mut self.hints else { return Ok(Followed::Not) };
        let next = &self.stages[proposed + 1];
        let cubes = hints.cubes(proposed, |literal| next.value(literal.var()) != literal.is_neg());
        if cubes.is_empty() {
            return Ok(Followed::Not);
        }
        // A stage that has learned a clause has no model any more.
        let mut has_learned = false;
        for cut in 0..=proposed {
            for cube in &cubes {
                if hints.excluded_from(cube) > cut {
                    continue;
                }
                if let Some(literals) = hints.literals(cube, cut) {
                    match self.stages[cut].ask(&literals, &self.until)? {
                        Found::Lemma(lemma) => {
                            self.stages[cut + 1].learn(&lemma)?;
                            has_learned |= cut == proposed;
                        }
                        Found::Contradiction => return Ok(Followed::End(End::Refuted)),
                        Found::Stopped(reason) => return Ok(Followed::End(End::Stopped(reason))),
                        Found::Model => {
                            hints.refuse(cube.clone());
                            return Ok(if has_learned { Followed::Again } else { Followed::Not });
                        }
                    }
                }
                hints.exclude(cube, cut);
            }
        }
        Ok(Followed::Again)
    }

    fn statistics(&self) -> Statistics {
        let work = self.stages.iter().map(Stage::statistics);
        let sum = work.fold(Statistics::default(), |sum, stage| Statistics {
            conflicts: sum.conflicts + stage.conflicts,
            decisions: sum.decisions + stage.decisions,
            propagations: sum.propagations + stage.propagations,
            ..sum
        });
        Statistics { variables: self.variables, clauses: self.clauses, time: self.start.elapsed(), ..sum }
    }
}

/// What came of a hint.
enum Followed {
    /// The stage that proposed the values has learned more: ask it again.
    Again,
    /// There was none, or nothing could be proved.
    Not,
    /// The search ended.
    End(End),
}

/// How a search ended.
enum End {
    Model(Assignment),
    Refuted,
    Stopped(StopReason),
}

impl<W: Write + 'static> fmt::Debug for Chain<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("stages", &self.stages.len())
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}
