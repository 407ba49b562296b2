//! The entrance to the search.

use crate::depth_first::DepthFirst;
use crate::keep;
use crate::proof_number::ProofNumber;
use crate::space::{Node, Space};
use crate::strategy::Collector;
use crate::table::{self, Busy, Memory};
use crate::{Answer, Attacker, Claim, Facts, Goal, Question, SearchError, SearchGame, Strategy};
use certamen_work::Limits;
use encodings::rules::Players;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The way in which a question is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Both in turn, or each in half of the threads: which one is quicker depends on the game. With a limit on the plies depth
    /// first, and where the game goes round, proof numbers and the set that the opponent never leaves.
    #[default]
    Auto,
    /// Proof-number search; with a limit on the plies depth first. Its strategies are smaller.
    ProofNumber,
    /// Depth-first search. Without a limit on the plies it is for games that do not go round.
    DepthFirst,
}

/// The means of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The bytes of the table of facts.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
    /// The engine.
    pub engine: Engine,
}

impl Default for Settings {
    fn default() -> Self {
        Self { memory: 1 << 28, threads: 1, engine: Engine::Auto }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is asked about the position.
    pub question: Question,
    /// The number of positions that were looked at for this question.
    pub positions: u64,
    /// The number of lines of a strategy that is being collected; 0 before.
    pub lines: u64,
}

/// A search over one game, with a table of facts that all questions share.
#[derive(Debug)]
pub struct Search<G: SearchGame> {
    game: G,
    settings: Settings,
    memory: Memory,
    busy: Busy,
}

/// The stack of a thread: enough for the deepest recursion.
const STACK: usize = 1 << 26;
/// How often limits are looked at, and how often progress is reported.
const TICK: Duration = Duration::from_millis(20);
const REPORT: Duration = Duration::from_secs(1);

impl<G: SearchGame> Search<G> {
    /// A search with an empty table.
    ///
    /// # Errors
    /// [`SearchError::Memory`]
    pub fn new(game: G, settings: Settings) -> Result<Self, SearchError> {
        Ok(Self { game, settings, memory: Memory::new(settings.memory)?, busy: Busy::new() })
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Answers a question about a position. `watch` is called about once a second.
    ///
    /// # Errors
    /// [`SearchError`] if the question has no meaning for the game.
    pub fn decide(
        &mut self,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Answer, SearchError> {
        self.decide_among(position, question, u64::MAX, limits, watch)
    }

    /// The same, with about so many positions for each thread, if the question has no limit on the plies.
    pub(crate) fn decide_among(
        &mut self,
        position: &G::Position,
        question: Question,
        most: u64,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Answer, SearchError> {
        if question.attacker == Attacker::Other && self.game.players() == Players::One {
            return Err(SearchError::NoOpponent);
        }
        if question.within.is_some_and(|within| within > Facts::MOST_PLIES) {
            return Err(SearchError::Plies);
        }
        let attacks = question.attacker == Attacker::Mover;
        if let Some(ending) = self.game.plies(position, &mut Vec::new()) {
            let facts = self.quietly(question.goal, |space| space.at_end(position, attacks, ending));
            return Ok(facts.answer(question.within));
        }
        // No thread has to be started for what the table knows.
        let known = self.quietly(question.goal, |space| space.known(&space.node(position, attacks)));
        if known.decides(question.within).is_some() {
            return Ok(known.answer(question.within));
        }
        let engine = self.settings.engine;
        let threads = self.settings.threads.max(1);
        let mut facts = Facts::default();
        let mut decided = |found: Facts| {
            facts = facts.and(found);
            facts.decides(question.within).is_some()
        };
        let started = AtomicUsize::new(0);
        let run = |space: Space<'_, G>, node: &Node<G::Position>| {
            let thread = started.fetch_add(1, Relaxed);
            let (mut deep, mut shallow) = (ProofNumber::new(space), DepthFirst::new(space));
            let found = match (question.within, engine) {
                (None, Engine::ProofNumber) => keep::decide(&mut deep, None, space, node, most),
                (None, Engine::Auto) if threads == 1 => {
                    keep::decide(&mut deep, Some(&mut shallow), space, node, most)
                }
                (None, Engine::Auto) if thread.is_multiple_of(2) => {
                    keep::decide(&mut deep, None, space, node, most)
                }
                (within, _) => deepen(&mut shallow, node, within, most),
            };
            found.and(space.known(node))
        };
        self.work(threads, position, question, limits, watch, &mut decided, run)?;
        Ok(facts.answer(question.within))
    }

    /// Lets threads work on a position until `is_decided` accepts a result, or limits end the work.
    #[allow(clippy::too_many_arguments, reason = "what is asked, within which limits, and who is told")]
    fn work<T: Send>(
        &mut self,
        threads: usize,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
        is_decided: &mut dyn FnMut(T) -> bool,
        run: impl Fn(Space<'_, G>, &Node<G::Position>) -> T + Sync,
    ) -> Result<(), SearchError> {
        let limits = limits.within(limits.time);
        let (over, looked, lines) = (AtomicBool::new(limits.is_over()), AtomicU64::new(0), AtomicU64::new(0));
        let (game, goal, table) = (&self.game, question.goal, self.memory.table());
        let space =
            Space { game, goal, table, busy: &self.busy, over: &over, looked: &looked, lines: &lines };
        let attacks = question.attacker == Attacker::Mover;
        let text = game.text(position);
        let (run, text) = (&run, text.as_str());
        let progress = || Progress { question, positions: looked.load(Relaxed), lines: lines.load(Relaxed) };
        let (send, receive) = channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let send = send.clone();
                let work = move || {
                    let node = game.read(text).map(|position| space.node(&position, attacks));
                    // The receiver waits for all threads.
                    let _ = send.send(node.map(|node| run(space, &node)));
                };
                if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                    over.store(true, Relaxed);
                    return Err(SearchError::Thread(error));
                }
            }
            drop(send);
            let mut reported = Instant::now();
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(Some(found)) => {
                        if is_decided(found) {
                            over.store(true, Relaxed);
                        }
                    }
                    Ok(None) => return Err(SearchError::Rules(format!("`{text}` is not a position"))),
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if limits.is_over() {
                    over.store(true, Relaxed);
                }
                if reported.elapsed() >= REPORT {
                    reported = Instant::now();
                    watch(progress());
                }
            }
        })?;
        watch(progress());
        Ok(())
    }

    /// Looks at the table without a search.
    pub(crate) fn quietly<T>(&mut self, goal: Goal, look: impl FnOnce(Space<'_, G>) -> T) -> T {
        let (over, looked, lines) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let (game, table) = (&self.game, self.memory.table());
        look(Space { game, goal, table, busy: &self.busy, over: &over, looked: &looked, lines: &lines })
    }

    /// The strategy that shows an answer: the attacker's if the goal is reached, or else that of the opponent.
    ///
    /// # Errors
    /// [`SearchError::Undecided`], [`SearchError::Ended`] and those of [`Search::decide`].
    pub fn strategy(
        &mut self,
        position: &G::Position,
        question: Question,
        answer: Answer,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Strategy, SearchError> {
        let goal = question.goal;
        let claim = match answer {
            Answer::Reached { plies } => Claim::Wins { plies, goal },
            Answer::Unknown(_) => return Err(SearchError::Undecided),
            _ if goal != Goal::Win => return Err(SearchError::OtherScore),
            _ if self.game.players() == Players::One => return Err(SearchError::NoOpponent),
            Answer::Never => Claim::Keeps,
            Answer::NotWithin { plies } => Claim::Holds { plies },
        };
        let attacks = answer.is_reached() == Some(true);
        let mut result = Err(SearchError::Ended);
        let mut take = |found| {
            result = found;
            true
        };
        let collect = |space: Space<'_, G>, node: &Node<G::Position>| {
            Collector::new(space, attacks).collect(node, claim)
        };
        self.work(1, position, question, limits, watch, &mut take, collect)?;
        let (lines, number) = result?;
        let claim =
            if let Claim::Wins { goal, .. } = claim { Claim::Wins { plies: number, goal } } else { claim };
        Ok(Strategy {
            position: self.game.text(position),
            is_mover: attacks == (question.attacker == Attacker::Mover),
            claim,
            lines,
            symmetries: self.game.symmetries(),
        })
    }

    /// Writes the table, so that a search can be continued. `subject` says which game it belongs to.
    ///
    /// # Errors
    /// [`SearchError::Work`]
    pub fn save(&mut self, path: &Path, subject: &str) -> Result<(), SearchError> {
        Ok(table::save(&mut self.memory, path, subject)?)
    }

    /// Reads a table that [`Search::save`] wrote. It has its own size, which is
    /// refused if it exceeds the memory of the settings.
    ///
    /// # Errors
    /// [`SearchError::Work`], also if the file is damaged or belongs to another subject.
    pub fn load(&mut self, path: &Path, subject: &str) -> Result<(), SearchError> {
        self.memory = table::load(path, subject, self.settings.memory)??;
        Ok(())
    }
}

/// Searches with limits that grow, so that the order of the plies is learnt from shallow searches, and so that the number of
/// plies of a win is the smallest of its parity. Without a limit there is one search.
fn deepen<G: SearchGame>(
    search: &mut DepthFirst<'_, G>,
    node: &Node<G::Position>,
    within: Option<u32>,
    most: u64,
) -> Facts {
    let Some(within) = within else { return search.decide(node, None, most) };
    let mut facts = Facts::default();
    for limit in (within % 2..=within).step_by(2) {
        facts = facts.and(search.decide(node, Some(limit), u64::MAX));
        if facts.decides(Some(within)).is_some() || facts.decides(Some(limit)).is_none() {
            break;
        }
    }
    facts
}
