//! Tries the strategies of a question, several at a time, until one of them decides it.
//!
//! Idea: each worker takes the strategy that was tried least, the first worker preferably one that can refute, the second
//! one that can find. An attempt has a share of time, twice as long each time; without a result, the next strategy has
//! its turn. A strategy whose result says nothing (a relaxation with an answer, a restriction without one) is not tried
//! again. If no more strategies are left than workers, each has all the time, and so has one that ends by itself. The
//! first that decides ends the others.
//!
//! Cost: an attempt begins anew, so at most half of the time of a strategy is lost. Which strategy is first, and so the
//! answer that is found, depends on the clock; whether there is an answer does not.

use super::completion::complete;
use super::{Attempt, Job, ProofFile, Strategies, Strategy, Worth};
use certamen_ask::solution::Solution;
use certamen_ask::solve::{AskError, Refutation, stop_reason};
use certamen_work::limits::Limits;
use certamen_work::stop::StopGuard;
use cnf_out::solver::{SolverError, Statistics, StopReason};
use rustsat::types::Assignment;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many strategies are at work at the same time.
    pub workers: usize,
    /// The time of the first attempt of each.
    pub share: Duration,
}

impl Default for Effort {
    /// As many as there are cores, but at least two, so that one can refute while another one searches.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { workers: cores.max(2), share: Duration::from_secs(120) }
    }
}

/// Why a portfolio has no result that can be relied on.
#[derive(Debug, thiserror::Error)]
pub enum PortfolioError {
    /// A strategy failed.
    #[error("strategy {strategy}: {source}")]
    Strategy {
        /// Its name.
        strategy: String,
        /// What failed.
        source: AskError,
    },
    /// There is no strategy of this name.
    #[error("there is no strategy {name}; this question has {}", .known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names of those that there are.
        known: Vec<String>,
    },
}

impl From<PortfolioError> for AskError {
    fn from(error: PortfolioError) -> Self {
        match error {
            PortfolioError::Strategy { source, .. } => source,
            error @ PortfolioError::Unknown { .. } => Self::Incremental(error.into()),
        }
    }
}

/// What was decided, and by which strategy.
#[derive(Debug)]
pub struct Decision {
    /// The name of the strategy; empty if the question is undecided.
    pub by: String,
    /// How many strategies the question has, or how many were given.
    pub among: usize,
    /// Which of its answers hold for the question.
    pub worth: Worth,
    /// The result.
    pub decided: PortfolioOutcome,
    /// The work of the strategy.
    pub statistics: Statistics,
}

/// The result of a portfolio.
#[derive(Debug)]
pub enum PortfolioOutcome {
    /// A model of the question's own clauses, and what it is.
    Found(Assignment, Solution),
    /// A refutation of the question, or of a relaxation of it.
    Refuted(Box<Refutation<ProofFile>>),
    /// No strategy decided it: a limit ended the last, or all ended by themselves.
    Undecided(Option<StopReason>),
}

/// An event of a portfolio, for reports. `Display` writes it on one line.
pub struct PortfolioEvent<'a> {
    /// The strategy.
    pub strategy: &'a dyn Strategy,
    /// The time since the beginning.
    pub at: Duration,
    /// What happens.
    pub step: StrategyEvent<'a>,
}

/// An event of one strategy.
#[derive(Clone, Copy, Debug)]
pub enum StrategyEvent<'a> {
    /// An attempt begins, with this share of time if it has not all the time.
    Begins(Option<Duration>),
    /// An attempt ended like this.
    Ended(&'a str, Statistics),
}

impl std::fmt::Display for PortfolioEvent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:8.2} s  {}: ", self.at.as_secs_f64(), self.strategy.name())?;
        match self.step {
            StrategyEvent::Begins(None) => {
                write!(f, "begins ({}; {})", self.strategy.about(), self.strategy.worth())
            }
            StrategyEvent::Begins(Some(share)) => {
                let (about, worth) = (self.strategy.about(), self.strategy.worth());
                write!(f, "begins, for {} s at most ({about}; {worth})", share.as_secs())
            }
            StrategyEvent::Ended(how, Statistics { conflicts: 0, .. }) => f.write_str(how),
            StrategyEvent::Ended(how, statistics) => write!(f, "{how}, {} conflicts", statistics.conflicts),
        }
    }
}

impl std::fmt::Debug for PortfolioEvent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PortfolioEvent({self})")
    }
}

/// Called for each event.
pub type PortfolioObserver<'a> = &'a (dyn Fn(&PortfolioEvent<'_>) + Sync);

/// Decides the question of a job by its strategies and by its own formula, or by the strategy named `only`.
///
/// # Errors
/// [`PortfolioError`]. An error of one strategy ends all.
pub fn decide(
    job: &Job<'_>,
    strategies: &Strategies,
    only: Option<&str>,
    watch: PortfolioObserver<'_>,
) -> Result<Decision, PortfolioError> {
    let mut chosen = strategies.all(&job.emission);
    let among = chosen.len();
    chosen.retain(|one| only.is_none_or(|name| one.name() == name));
    if chosen.is_empty() {
        let (name, known) = (only.unwrap_or_default().to_owned(), strategies.names(&job.emission));
        return Err(PortfolioError::Unknown { name, known });
    }
    Ok(Decision { among, ..decide_by(job, chosen, Effort::default(), watch)? })
}

/// Decides the question of a job by these strategies alone.
///
/// # Errors
/// As [`decide`].
pub fn decide_by(
    job: &Job<'_>,
    chosen: Vec<Arc<dyn Strategy>>,
    effort: Effort,
    watch: PortfolioObserver<'_>,
) -> Result<Decision, PortfolioError> {
    let limits = Limits { stop: job.limits.stop.child(), ..job.limits.within(job.limits.time) };
    let job = Job { limits, ..job.clone() };
    let among = chosen.len();
    let workers = effort.workers.min(among).max(1);
    let pool = Pool {
        job: &job,
        among,
        begun: Instant::now(),
        effort: Effort { workers, ..effort },
        watch,
        state: Mutex::new(State {
            waiting: chosen,
            at_work: 0,
            tried: Vec::new(),
            decision: None,
            reason: None,
            spent: Statistics::default(),
        }),
    };
    thread::scope(|scope| {
        let start = |index| {
            let pool = &pool;
            thread::Builder::new().spawn_scoped(scope, move || pool.work(index)).ok()
        };
        // This thread is a worker, and the only one if no more threads are available.
        let others: Vec<_> = (1..workers).map_while(start).collect();
        pool.work(0);
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    let time = pool.begun.elapsed();
    let state = pool.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let undecided = || {
        // An attempt that was stopped may have been made again, and have ended by itself.
        let reason = job.limits.is_over().then(|| state.reason.unwrap_or(stop_reason(&job.limits)));
        let spent = state.spent;
        let clausified = &job.emission.clausified;
        let (variables, clauses) = (clausified.variables, clausified.cnf.len());
        // The work of all attempts; they were made at the same time.
        let statistics = Statistics { variables, clauses, time, ..spent };
        Ok(Decision {
            by: String::new(),
            among,
            worth: Worth::Exact,
            decided: PortfolioOutcome::Undecided(reason),
            statistics,
        })
    };
    state.decision.unwrap_or_else(undecided)
}

struct Pool<'a, 'j> {
    job: &'a Job<'j>,
    among: usize,
    begun: Instant,
    effort: Effort,
    watch: PortfolioObserver<'a>,
    state: Mutex<State>,
}

struct State {
    /// Those that no worker has, the next first.
    waiting: Vec<Arc<dyn Strategy>>,
    /// How many the workers have.
    at_work: usize,
    /// The names of those that ended without a result, once for each attempt.
    tried: Vec<String>,
    decision: Option<Result<Decision, PortfolioError>>,
    /// Why the last attempt was stopped, and the work of all attempts that decided nothing.
    reason: Option<StopReason>,
    spent: Statistics,
}

impl Pool<'_, '_> {
    /// Takes strategies until the question is decided, or none is left.
    fn work(&self, worker: usize) {
        while !self.job.limits.is_over() {
            let Some((strategy, share)) = self.take(worker) else { return };
            let job = Job { limits: self.job.limits.within(share), ..self.job.clone() };
            self.report(&*strategy, StrategyEvent::Begins(share));
            // A panic ends the others as well.
            let guard = StopGuard::new(&self.job.limits.stop);
            let attempt = strategy.attempt(&job);
            guard.off();
            self.lock().at_work -= 1;
            let decision = match attempt {
                Ok(attempt) => self.judge(&*strategy, attempt),
                Err(error) => Some(Err(error)),
            };
            match decision {
                None => {}
                Some(Ok(None)) => self.give_back(strategy),
                Some(Ok(Some(decision))) => return self.end(Ok(decision)),
                Some(Err(source)) => {
                    let strategy = strategy.name().to_owned();
                    return self.end(Err(PortfolioError::Strategy { strategy, source }));
                }
            }
        }
    }

    /// The next strategy for a worker and its share of time.
    fn take(&self, worker: usize) -> Option<(Arc<dyn Strategy>, Option<Duration>)> {
        let mut state = self.lock();
        if state.decision.is_some() {
            return None;
        }
        let attempts = |state: &State, name: &str| state.tried.iter().filter(|tried| *tried == name).count();
        let is_for = |one: &Arc<dyn Strategy>| (one.worth() == Worth::Finds) == (worker % 2 == 1);
        let places = 0..state.waiting.len();
        let place = places.min_by_key(|&place| {
            let one = &state.waiting[place];
            (attempts(&state, one.name()), !is_for(one), place)
        })?;
        let strategy = state.waiting.remove(place);
        state.at_work += 1;
        let doubled = 1_u32.checked_shl(attempts(&state, strategy.name()) as u32).unwrap_or(u32::MAX);
        // If there are more than workers, all of them have to have their turn before long.
        let are_more = state.waiting.len() + state.at_work > self.effort.workers;
        let is_shared = are_more && !strategy.is_bounded();
        Some((strategy, is_shared.then(|| self.effort.share.saturating_mul(doubled))))
    }

    fn give_back(&self, strategy: Arc<dyn Strategy>) {
        let mut state = self.lock();
        state.tried.push(strategy.name().to_owned());
        state.waiting.push(strategy);
    }

    /// What an attempt means for the question: nothing, so that the strategy is not tried again; no result yet; or a
    /// decision.
    fn judge(&self, strategy: &dyn Strategy, attempt: Attempt) -> Option<Result<Option<Decision>, AskError>> {
        let (by, among, worth) = (strategy.name().to_owned(), self.among, strategy.worth());
        let emission = &self.job.emission;
        let decided = |decided, statistics| {
            Some(Ok(Some(Decision { by: by.clone(), among, worth, decided, statistics })))
        };
        match attempt {
            Attempt::Nothing(why, statistics) => {
                self.report(
                    strategy,
                    StrategyEvent::Ended(&format!("{why}: that decides nothing"), statistics),
                );
                self.spend(statistics, None);
                None
            }
            Attempt::Stopped(reason, statistics) => {
                self.report(strategy, StrategyEvent::Ended(&reason.to_string(), statistics));
                self.spend(statistics, Some(reason));
                Some(Ok(None))
            }
            Attempt::Refuted(_) if worth == Worth::Finds => Some(Err(misplaced())),
            Attempt::Refuted(refutation) => {
                let statistics = refutation.statistics;
                self.report(strategy, StrategyEvent::Ended("refuted", statistics));
                decided(PortfolioOutcome::Refuted(refutation), statistics)
            }
            Attempt::Model(..) | Attempt::Words(..) if worth == Worth::Refutes => Some(Err(misplaced())),
            Attempt::Model(model, statistics) => match emission.witness_of_model(&model) {
                Err(error) => Some(Err(error.into())),
                Ok(witness) => {
                    self.report(strategy, StrategyEvent::Ended("found an answer", statistics));
                    decided(PortfolioOutcome::Found(model, witness), statistics)
                }
            },
            Attempt::Words(words, statistics) => match complete(emission, &words, &self.job.limits) {
                Err(error) => Some(Err(error)),
                Ok(None) => Some(Ok(None)),
                Ok(Some(model)) => {
                    let (variables, clauses) = (emission.clausified.variables, emission.clausified.cnf.len());
                    let statistics = Statistics { variables, clauses, ..statistics };
                    self.judge(strategy, Attempt::Model(model, statistics))
                }
            },
        }
    }

    /// Ends all work with a decision. Two that contradict each other are an error.
    fn end(&self, result: Result<Decision, PortfolioError>) {
        self.job.limits.stop.request();
        let mut state = self.lock();
        let is_found = |decision: &Decision| matches!(decision.decided, PortfolioOutcome::Found(..));
        let is_contradiction = match (&state.decision, &result) {
            (Some(Ok(one)), Ok(other)) => is_found(one) != is_found(other),
            (None | Some(Err(_)), _) | (_, Err(_)) => false,
        };
        if is_contradiction {
            let strategy = result.as_ref().map_or_else(|_| String::new(), |decision| decision.by.clone());
            let source = SolverError::Disagreement.into();
            state.decision = Some(Err(PortfolioError::Strategy { strategy, source }));
        } else if state.decision.is_none() || result.is_err() {
            state.decision = Some(result);
        }
    }

    /// Counts the work of an attempt that decided nothing.
    fn spend(&self, statistics: Statistics, reason: Option<StopReason>) {
        let mut state = self.lock();
        state.reason = reason.or(state.reason);
        let spent = &mut state.spent;
        spent.conflicts += statistics.conflicts;
        spent.decisions += statistics.decisions;
        spent.propagations += statistics.propagations;
    }

    fn report(&self, strategy: &dyn Strategy, step: StrategyEvent<'_>) {
        (self.watch)(&PortfolioEvent { strategy, at: self.begun.elapsed(), step });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A strategy gave an answer that it said it could not give.
fn misplaced() -> AskError {
    AskError::Incremental(anyhow::anyhow!("it gave an answer that it said to be worth nothing"))
}
