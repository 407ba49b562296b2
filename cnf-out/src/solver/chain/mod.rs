//! A formula in segments, refuted from its last segment backwards.
//!
//! A formula about a sequence (a game, say) falls apart at the words between its steps: only the board connects the
//! steps before it with those after it. Each segment, the part between two such cuts, has its own solver. The last segment
//! proposes values of the cut before it; the segment before is asked whether it can produce them, and so on backwards.
//! Values that a segment cannot produce become a clause, as short as the solver's core, which the next segment keeps. So the
//! question becomes a backward search over boards, in which every learned clause holds for whole classes of boards. A
//! single solver for all segments would search through the orders of steps instead.
//!
//! All segments write one LRAT proof about the original formula: a clause about a cut follows from the clauses of a segment
//! and from clauses learned before.
//!
//! Source: property directed reachability, A. R. Bradley, "SAT-based model checking without unrolling", VMCAI 2011.
//! Here the steps belong to an unrolled formula, so a clause only has to hold for its own step, and need not be
//! inductive. Only those of [`Chain::set_hint`] are.
//!
//! Cost: one solver for each segment, one solver call for each board that is looked at, and sixteen bytes for each clause
//! that any solver has derived. What it does not show: the same as [`Refuter`](super::Refuter). If the cuts do not
//! separate the formula, there is no chain.

mod hint;
mod plan;

pub use self::hint::{Cube, Setting};
pub use self::plan::Plan;

use self::hint::Hints;
use self::plan::PlannedSegment;
use super::ledger::{Ledger, lock};
use super::refuter::refuse_options_of_the_environment;
use super::segment::{Segment, SegmentAnswer, StopCondition, Workload, model};
use super::{LratFormat, Run, SolverError, Statistics, StopReason, Verdict, WrittenProof};
use crate::clausify::BitValue;
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Lit, Var};
use std::collections::HashSet;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The questions of all segments but the last. What CaDiCaL does besides learning a clause (to shorten it, to count the
/// literals of reasons as used, to look for clauses that it subsumes) takes more time than it saves here
/// (docs/notebook/othello.md, "What was tried").
const MANY: Workload<'_> =
    Workload::Many(&[("shrink", 0), ("minimize", 0), ("bumpreason", 0), ("eagersubsume", 0)]);

/// The segments of a formula, each with its solver.
pub struct Chain<W: Write + 'static> {
    /// In their order; there is a cut between each two of them.
    segments: Vec<Segment<W>>,
    /// The variables of each cut.
    cuts: Vec<Vec<Var>>,
    ledger: Arc<Mutex<Ledger<W>>>,
    hints: Option<Hints>,
    until: StopCondition,
    variables: u32,
    clauses: usize,
    start: Instant,
}

impl<W: Write + 'static> Chain<W> {
    /// Solvers for the segments of a formula, which write their proof to `proof`. The last segment is solved with CaDiCaL's
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
        let last = plan.segments().len().saturating_sub(1);
        let segment = |(number, planned): (usize, &PlannedSegment)| {
            let questions = if number == last { Workload::Few(configuration) } else { MANY };
            let cuts = [planned.before.as_slice(), &planned.after];
            Segment::new(cnf, planned.clauses.iter().copied(), cuts, questions, &ledger)
        };
        let segments = plan.segments().iter().enumerate().map(segment).collect::<Result<_, _>>()?;
        Ok(Self {
            segments,
            cuts: plan.segments().iter().map(|segment| segment.after.clone()).take(last).collect(),
            ledger,
            hints: None,
            until: StopCondition::default(),
            variables: plan.variables(),
            clauses: cnf.len(),
            start: Instant::now(),
        })
    }

    /// Calls `hint` with the values of a cut that a segment proposes, word by word. It returns cubes that hold in no cut, at
    /// least one of which holds for these values, or nothing. They are proved before they are used. `cuts` has the words of
    /// each cut.
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

    /// Ends the run after this wall-clock time, counted from this call.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.until.set_time_limit(limit);
    }

    /// Attaches a callback that may end the run. A panic in it ends the process.
    pub fn attach_terminator<CB: FnMut() -> ControlSignal + 'static>(&mut self, callback: CB) {
        self.until.attach(callback, &mut self.segments);
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// [`SolverError`] if the proof could not be written or is not complete.
    pub fn solve(mut self) -> Result<Run<W>, SolverError> {
        let verdict = match self.search()? {
            ChainOutcome::Model(model) => Verdict::Satisfiable(model),
            ChainOutcome::Stopped(reason) => Verdict::Interrupted(reason),
            ChainOutcome::Refuted => {
                let (proof, bytes) = lock(&self.ledger).finish()?;
                Verdict::Unsatisfiable(WrittenProof { proof, bytes })
            }
        };
        Ok(Run { verdict, statistics: self.statistics() })
    }

    /// Searches backwards. `open` has the wanted values of cuts, the latest cut first. The search ends when the first
    /// segment can produce the wanted values, or when some segment cannot produce any values.
    fn search(&mut self) -> Result<ChainOutcome, SolverError> {
        let mut open: Vec<Vec<Lit>> = Vec::new();
        loop {
            if let Some(reason) = self.until.over() {
                return Ok(ChainOutcome::Stopped(reason));
            }
            let index = self.segments.len() - 1 - open.len();
            let wanted = open.last().map_or(&[][..], Vec::as_slice);
            let found = self.segments[index].ask(wanted, &self.until)?;
            match found {
                SegmentAnswer::Stopped(reason) => return Ok(ChainOutcome::Stopped(reason)),
                SegmentAnswer::Contradiction => return Ok(ChainOutcome::Refuted),
                SegmentAnswer::Model if index == 0 => {
                    return Ok(ChainOutcome::Model(model(&self.segments, self.variables)));
                }
                SegmentAnswer::Model => match self.follow_hint(index - 1)? {
                    HintOutcome::Again => {}
                    HintOutcome::NotUsed => open.push(self.segments[index].values_before()),
                    HintOutcome::Ended(end) => return Ok(end),
                },
                SegmentAnswer::Lemma(lemma) => {
                    // The segment itself need not learn it: it is only asked about values that the next one proposes.
                    if let Some(next) = self.segments.get_mut(index + 1) {
                        next.learn(&lemma)?;
                    }
                    open.pop();
                }
            }
        }
    }

    /// Excludes the values that a segment has proposed for the cut before it, by the cubes of a hint. They are excluded cut by
    /// cut, all cubes from one cut first, because a step may preserve them only together.
    fn follow_hint(&mut self, proposed: usize) -> Result<HintOutcome, SolverError> {
        let Some(hints) = &mut self.hints else { return Ok(HintOutcome::NotUsed) };
        let next = &self.segments[proposed + 1];
        let cubes = hints.cubes(proposed, |literal| next.value(literal.var()) != literal.is_neg());
        if cubes.is_empty() {
            return Ok(HintOutcome::NotUsed);
        }
        // A segment that learns a clause loses its model, and has to be asked again.
        let mut has_learned = false;
        for cut in 0..=proposed {
            for cube in &cubes {
                if hints.excluded_from(cube) > cut {
                    continue;
                }
                if let Some(literals) = hints.literals(cube, cut) {
                    match self.segments[cut].ask(&literals, &self.until)? {
                        SegmentAnswer::Lemma(lemma) => {
                            self.segments[cut + 1].learn(&lemma)?;
                            has_learned |= cut == proposed;
                        }
                        SegmentAnswer::Contradiction => return Ok(HintOutcome::Ended(ChainOutcome::Refuted)),
                        SegmentAnswer::Stopped(reason) => {
                            return Ok(HintOutcome::Ended(ChainOutcome::Stopped(reason)));
                        }
                        SegmentAnswer::Model => {
                            hints.refuse(cube.clone());
                            return Ok(if has_learned { HintOutcome::Again } else { HintOutcome::NotUsed });
                        }
                    }
                }
                hints.exclude(cube, cut);
            }
        }
        Ok(HintOutcome::Again)
    }

    fn statistics(&self) -> Statistics {
        let work = self.segments.iter().map(Segment::statistics);
        let sum = work.fold(Statistics::default(), |sum, segment| Statistics {
            conflicts: sum.conflicts + segment.conflicts,
            decisions: sum.decisions + segment.decisions,
            propagations: sum.propagations + segment.propagations,
            ..sum
        });
        Statistics { variables: self.variables, clauses: self.clauses, time: self.start.elapsed(), ..sum }
    }
}

/// The outcome of a hint.
enum HintOutcome {
    /// The segment that proposed the values has learned more: ask it again.
    Again,
    /// There was none, or nothing could be proved.
    NotUsed,
    /// The search ended.
    Ended(ChainOutcome),
}

/// How a search ended.
enum ChainOutcome {
    Model(Assignment),
    Refuted,
    Stopped(StopReason),
}

impl<W: Write + 'static> fmt::Debug for Chain<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("segments", &self.segments.len())
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}
