//! The profile of `othello.mobility`: its exact bound for every number of discs; for reachable positions also for each
//! side to move. `task`, with the feature `cli`, has the command `profile othello.mobility`.
//!
//! A published result, reproduced and extended. Idea: each question is closed from both sides. Records come from the native
//! search: of all positions if there are few discs ([`census`]), else of the most promising ones ([`games`]), and backwards from
//! candidates. That no position has more legal moves is shown by a refutation whose proof is checked, or by the number of empty
//! squares. If limits end a question, an interval remains. Every question has its own file ([`store`]), which gets its name when
//! it is complete, so that a killed run only loses the questions in progress.
//!
//! Where few positions have as many moves, they are listed, and the search goes back from each ([`ends`]).
//!
//! If somebody must have passed, games with an early pass are searched, and late ones are refuted ([`NoPass`]).
//!
//! A refutation also helps with other numbers of discs and the other side, because last steps belong to either colour.
//! Questions are asked in parallel (`jobs`).
//!
//! What it does not show: the proofs are checked, but kept only on request. Their hashes and sizes are kept; to see a
//! proof again, ask the question again.

pub mod census;
mod checkpoint;
mod close;
mod early;
pub mod ends;
pub mod entry;
pub mod games;
mod jobs;
mod lemma;
mod page;
mod passes;
pub mod plot;
pub mod search;
pub mod store;
#[cfg(feature = "cli")]
mod task;

pub use ends::{Ends, UnreachedList};
pub use entry::{CheckedRefutation, ProfileEntry, Reason};
pub use jobs::Watch;
pub use lemma::{Lemma, LemmaError, lemmas};
pub use passes::NoPass;
pub use store::Store;
#[cfg(feature = "cli")]
pub use task::commands;

use certamen_ask::solve::{AskError, Event};
use certamen_ask::witness::WitnessError;
use certamen_othello::OthelloSize;
use certamen_othello::query::ToMove;
use certamen_othello::search::SearchProgress;
use certamen_prove::strategy::portfolio::PortfolioError;
use certamen_work::{Limits, WorkError};
use jobs::Work;
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

/// Why a profile was not made.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The directory holds something else, another process writes there, or a file cannot be read or written.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// A file of the profile is damaged.
    #[error("{path}: {reason}; remove the file, and {then}", path = .path.display())]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// The reason.
        reason: String,
        /// What is then done again.
        then: RepeatedWork,
    },
    /// The solver or a record failed.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A record is not what it claims to be.
    #[error("a record is not valid: {0}")]
    Witness(#[from] WitnessError),
    /// A strategy failed.
    #[error(transparent)]
    Strategy(#[from] PortfolioError),
    /// The clauses that were refuted cannot be read.
    #[error("the clauses cannot be read: {0}")]
    Clauses(String),
    /// A proof is not valid.
    #[error("the proof is not valid: {0}")]
    Proof(#[from] verify::lrat::LratError),
    /// Exhaustive search and solver contradict each other.
    #[error("{discs} discs, {to_move} to move: exhaustive search finds {census}, the solver {solver}")]
    Disagreement {
        /// The number of discs.
        discs: u32,
        /// Who is to move.
        to_move: ToMove,
        /// The largest mobility by exhaustive search.
        census: String,
        /// The result of the solver.
        solver: String,
    },
    /// The positions of the search that was asked for are too many.
    #[error("the positions with at most {0} discs do not fit in memory")]
    Memory(u32),
    /// A record and a refutation contradict each other.
    #[error(
        "{discs} discs, {to_move} to move: a record has {mobility} legal moves, and a proof refutes {impossible}"
    )]
    Contradiction {
        /// The number of discs.
        discs: u32,
        /// Who is to move.
        to_move: ToMove,
        /// The number of legal moves of the record.
        mobility: u32,
        /// The number that is refuted.
        impossible: u32,
    },
}

/// What has to be done again without a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedWork {
    /// A question is asked again.
    Question,
    /// A search begins anew.
    Search,
}

impl fmt::Display for RepeatedWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Question => "its question is asked again",
            Self::Search => "the search begins anew",
        })
    }
}

/// Which positions a profile is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The board.
    pub board: OthelloSize,
    /// Whether only reachable positions count.
    pub reachable: bool,
}

impl Scope {
    /// The sides to move with questions of their own. If any position counts, exchanging the colours of all discs maps
    /// the positions of one side to those of the other.
    pub const fn sides(self) -> &'static [ToMove] {
        if self.reachable { &[ToMove::Black, ToMove::White] } else { &[ToMove::Either] }
    }
}

/// What a native search goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStage {
    /// All positions with a number of discs.
    Positions,
    /// All passes with up to a number of discs.
    Passes,
    /// The positions with a number of discs after an early pass.
    AfterPass,
}

/// An event of the work, for the callback.
#[derive(Debug)]
pub enum Notice<'a> {
    /// A solver's or a search's step.
    Event(Event<'a>),
    /// All positions with few discs are being searched.
    Census,
    /// A part of a search is done.
    Searched {
        /// What is searched.
        stage: SearchStage,
        /// The number of discs.
        discs: u32,
        /// The part, from 0 to 1.
        done: f64,
    },
    /// After an early pass, the positions with `discs` discs take too much memory or time. They and those with more are not
    /// searched.
    TooMany {
        /// The number of discs.
        discs: u32,
    },
    /// Games with many legal moves are being searched.
    Games,
    /// A question is finished for now.
    Done(&'a ProfileEntry),
}

/// What a profile begins with.
#[derive(Clone, Debug, Default)]
pub struct ProfileStart<'a> {
    /// The text of pages of earlier profiles, from which records and refutations are taken.
    pub pages: &'a [String],
    /// Refutations of certificates that were checked.
    pub lemmas: &'a [Lemma],
    /// Lists that are complete, whose positions are searched back.
    pub ends: &'a [Ends],
    /// Search all positions with at most this number of discs, if it is more than usual.
    pub searched: Option<u32>,
    /// For a side that has the move only if somebody passed: search all games whose last pass comes with at most this number
    /// of discs, and refute later passes.
    pub passes: Option<u32>,
    /// Ask only about these numbers of discs.
    pub discs: Option<RangeInclusive<u32>>,
}

/// Makes or continues a profile, with `jobs` questions in parallel. The time of `limits` holds for one question.
///
/// # Errors
/// [`ProfileError`]; results found before the error are kept.
pub fn mobility(
    scope: Scope,
    store: &Store,
    beginning: &ProfileStart<'_>,
    limits: &Limits,
    jobs: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<Vec<ProfileEntry>, ProfileError> {
    let mut entries = store.read_all()?;
    for line in beginning.pages.iter().flat_map(|page| page::lines(scope, page)) {
        let is_its = |entry: &&mut ProfileEntry| (entry.discs, entry.to_move) == (line.discs, line.to_move);
        let Some(entry) = entries.iter_mut().find(is_its) else { continue };
        if entry.discs > 4 && entry.take_line(scope, &line)? {
            store.write(entry)?;
        }
    }
    for entry in &mut entries {
        for lemma in beginning.lemmas {
            let shown = || Reason::Certificate(Box::new(lemma.clone()));
            if entry.discs > 4 && entry.learn(scope, lemma.question, shown)? {
                store.write(entry)?;
            }
        }
        for ends in beginning.ends {
            if scope.reachable && ends.search(scope, entry, &limits.stop)? {
                store.write(entry)?;
            }
        }
    }
    let searched = beginning.searched.unwrap_or(0).max(census::discs(scope.board));
    // The start is known without asking.
    let is_asked =
        |discs: u32| discs == 4 || beginning.discs.as_ref().is_none_or(|asked| asked.contains(&discs));
    if let Some(searched) = beginning.passes.filter(|_| scope.reachable) {
        let asked = passes::Request { scope, searched, ends: beginning.ends, store, limits };
        passes::narrow(asked, &mut entries, is_asked, watch)?;
    }
    let is_due = |entry: &&ProfileEntry| {
        scope.reachable && is_asked(entry.discs) && entry.is_due(limits.time, entry.discs <= searched)
    };
    let due: Vec<&ProfileEntry> = entries.iter().filter(is_due).collect();
    let discs: BTreeSet<u32> = due.iter().map(|entry| entry.discs).collect();
    let mut census = None;
    if discs.first().is_some_and(|&fewest| fewest <= searched) {
        let asked = census::Request { discs: &discs, entries: &entries };
        census = search_all(scope.board, searched, asked, store, limits, watch)?;
        if census.is_none() && beginning.searched.is_some() && !limits.stop.is_requested() {
            return Err(ProfileError::Memory(searched));
        }
    }
    let is_searched = |entry: &ProfileEntry| {
        census.as_ref().is_some_and(|census| census.get(entry.discs, entry.to_move).is_some())
    };
    if !due.iter().all(|entry| is_searched(entry)) {
        watch(Notice::Games);
        let found = games::Games::of(scope.board, limits.time, &limits.stop)?;
        for entry in &mut entries {
            let Some(game) = found.get(entry.discs, entry.to_move) else { continue };
            if entry.take(scope, game)? {
                store.write(entry)?;
            }
        }
    }
    let entries = Work { scope, store, limits, census, is_asked: &is_asked }.run(entries, jobs, watch)?;
    let is_open = |discs: u32| entries.iter().any(|entry| entry.discs == discs && !entry.is_closed());
    store.remove_searches(|discs| !is_open(discs))?;
    if !entries.iter().any(|entry| passes::is_odd(entry) && !entry.is_closed()) {
        store.remove_passes()?;
    }
    store.write_report(&entries)?;
    Ok(entries)
}

/// Searches all positions with at most `most` discs; `None` if the memory does not suffice or a stop is requested.
fn search_all(
    board: OthelloSize,
    most: u32,
    asked: census::Request<'_>,
    store: &Store,
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Result<Option<census::SmallCensus>, ProfileError> {
    watch(Notice::Census);
    let mut seen = |progress: SearchProgress| seen(SearchStage::Positions, progress, limits, watch);
    census::SmallCensus::of(board, most, asked, store, &mut seen)
}

/// Reports the progress of an exhaustive search, and returns whether it should go on.
fn seen(
    stage: SearchStage,
    progress: SearchProgress,
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> ControlFlow<()> {
    if let SearchProgress::Layer { discs, done, total } = progress {
        watch(Notice::Searched { stage, discs, done: done as f64 / total as f64 });
    }
    if limits.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
