//! The value of a position within a number of turns, with a line that shows it.
//!
//! The search deepens by one turn at a time, so the number of turns of a win or a loss is exact. The turns of the
//! position are distributed over all cores, which share the table. With several cores, the winning turn that is found
//! may differ from run to run; the value does not.
//!
//! What it shows: the line of the answer, which can be replayed, and for a loss on request an answer to every turn.
//! What it does not show: that no line is better for the other side depends on this code; there is no proof.

use super::decide::{Child, Interruption, SearchMemory, Watch};
use super::table::{NOTED, Table};
use super::turns::{first_successor, is_stuck, successors, turn_between, turn_to, written};
use super::win::winning_turn;
use certamen_work::stop::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Position, Turn};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The greatest number of turns that can be requested: no position that needs more is decided in practice.
pub const MAX_TURNS_AHEAD: u32 = NOTED;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// The number of turns of a player to search ahead.
    pub turns: u32,
    /// The time limit.
    pub time: Option<Duration>,
    /// The number of bytes of the table.
    pub memory: usize,
}

/// The value of a position for the player to move, in that player's turns, as the public solution counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnValue {
    /// Won by this turn of the player.
    Win(u32),
    /// Lost after this turn of the player.
    Loss(u32),
    /// Neither won nor lost within this number of turns.
    Open(u32),
}

impl fmt::Display for TurnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(turns) => write!(f, "W{turns}"),
            Self::Loss(turns) => write!(f, "L{turns}"),
            Self::Open(turns) => write!(f, "not decided within {turns}"),
        }
    }
}

/// The result for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value. [`TurnValue::Open`] has the number of turns that were searched completely.
    pub value: TurnValue,
    /// For a decided position: the turns to the end of the game, with the longest resistance of the loser.
    pub line: Vec<Turn>,
    /// Whether a limit or a request ended the search before all turns were searched.
    pub is_ended: bool,
    /// The approximate number of positions that were searched.
    pub positions: u64,
}

/// How far a search has come, for other threads to read.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of turns that is being searched.
    pub turns: AtomicU32,
    /// The approximate number of positions that were searched.
    pub positions: AtomicU64,
}

/// Decides a position within the limits.
pub fn solve<B: Board>(position: Position<B>, limits: SearchLimits, stop: &Stop) -> Solution {
    solve_watched(position, limits, stop, &Progress::default())
}

/// The same; `progress` says meanwhile how far it has come.
pub fn solve_watched<B: Board>(
    position: Position<B>,
    limits: SearchLimits,
    stop: &Stop,
    progress: &Progress,
) -> Solution {
    let solver = Solver::<B>::new(limits, stop, progress);
    let (value, is_ended) = solver.value(position, limits.turns.min(MAX_TURNS_AHEAD));
    let line = solver.line(position.pieces(), value).unwrap_or_default();
    Solution { value, line, is_ended, positions: solver.watch.positions.load(Ordering::Relaxed) }
}

/// For a position that is lost within `turns` turns: for each position after a turn, such a turn and an answer that
/// wins. `None` if a limit ended the search.
pub fn refutations<B: Board>(
    position: Position<B>,
    turns: u32,
    limits: SearchLimits,
    stop: &Stop,
) -> Option<Vec<(Turn, Turn)>> {
    let progress = Progress::default();
    let solver = Solver::<B>::new(limits, stop, &progress);
    let mut search = SearchMemory::new(&solver.table, &solver.watch);
    let answered = |next: Position<B>| {
        let turn = turn_between(position, next)?;
        Some((turn, Solver::<B>::winning(&mut search, &next.pieces(), turns, 1).ok()??.0))
    };
    successors(position).into_iter().map(answered).collect()
}

/// A winning turn and the position after it; `None` if the turn ends the game.
type WinningTurn = (Turn, Option<Pieces<u32>>);

struct Solver<'s, B> {
    table: Table,
    watch: Watch<'s>,
    turns: &'s AtomicU32,
    board: std::marker::PhantomData<B>,
}

impl<'s, B: Board> Solver<'s, B> {
    fn new(limits: SearchLimits, stop: &'s Stop, progress: &'s Progress) -> Self {
        let watch = Watch {
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            stop,
            is_moot: AtomicBool::new(false),
            positions: &progress.positions,
        };
        let (table, turns) = (Table::new(limits.memory), &progress.turns);
        Self { table, watch, turns, board: std::marker::PhantomData }
    }

    /// The value, and whether the search was ended.
    fn value(&self, position: Position<B>, most: u32) -> (TurnValue, bool) {
        if is_stuck(position) {
            return (TurnValue::Loss(0), false);
        }
        let pieces = position.pieces();
        for turns in 1..=most {
            self.turns.store(turns, Ordering::Relaxed);
            match self.decided(&pieces, turns) {
                Ok(None) => {}
                Ok(Some(value)) => return (value, false),
                Err(Interruption) => return (TurnValue::Open(turns - 1), true),
            }
        }
        (TurnValue::Open(most), false)
    }

    /// The value of a position that is neither won nor lost in one turn less.
    fn decided(&self, pieces: &Pieces<u32>, turns: u32) -> Result<Option<TurnValue>, Interruption> {
        let mut search = SearchMemory::<B>::new(&self.table, &self.watch);
        if turns <= 2 {
            let won = search.wins(pieces, turns, 0)?;
            let lost = !won && turns == 1 && search.loses(pieces, turns, 0)?;
            if won || lost {
                return Ok(Some(if won { TurnValue::Win(turns) } else { TurnValue::Loss(turns) }));
            }
        } else {
            let children: Vec<Child> =
                search.ordered(pieces, 0)?.into_iter().map(|(_, child)| child).collect();
            if self.any(&children, |search, child| search.loses(&child.next, turns - 1, 1))?.is_some() {
                return Ok(Some(TurnValue::Win(turns)));
            }
        }
        if turns == 1 {
            return Ok(None);
        }
        let children = search.children(pieces, 0)?;
        let held = self.any(&children, |search, child| Ok(!search.wins(&child.next, turns, 1)?))?;
        Ok(held.is_none().then_some(TurnValue::Loss(turns)))
    }

    /// Searches a child with a property, on all cores.
    fn any(
        &self,
        children: &[Child],
        holds: impl Fn(&mut SearchMemory<'_, '_, B>, &Child) -> Result<bool, Interruption> + Sync,
    ) -> Result<Option<Child>, Interruption> {
        let next = AtomicUsize::new(0);
        let is_ended = AtomicBool::new(false);
        let found = Mutex::new(None);
        let work = || {
            let mut search = SearchMemory::new(&self.table, &self.watch);
            while let Some(child) = children.get(next.fetch_add(1, Ordering::Relaxed)) {
                match holds(&mut search, child) {
                    Ok(false) => {}
                    Ok(true) => {
                        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(*child);
                        self.watch.is_moot.store(true, Ordering::Relaxed);
                        return;
                    }
                    Err(Interruption) => {
                        is_ended.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        };
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads() {
                scope.spawn(|_| work());
            }
        });
        self.watch.is_moot.store(false, Ordering::Relaxed);
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() && is_ended.load(Ordering::Relaxed) { Err(Interruption) } else { Ok(found) }
    }

    /// A turn that wins within `turns` turns, and the position after it; `None` if the turn ends the game.
    fn winning(
        search: &mut SearchMemory<'_, '_, B>,
        pieces: &Pieces<u32>,
        turns: u32,
        side: usize,
    ) -> Result<Option<WinningTurn>, Interruption> {
        if let Some(win) = winning_turn::<B>(pieces) {
            return Ok(written::<B>(&win).map(|turn| (turn, None)));
        }
        for turns in 2..=turns {
            if let Some(child) = search.wins_in(pieces, turns, side)? {
                let turn = turn_to::<B>(pieces, child.own, child.from, child.direction);
                return Ok(turn.map(|turn| (turn, Some(child.next))));
            }
        }
        Ok(None)
    }

    /// The turns from a decided position to the end of the game.
    fn line(&self, mut pieces: Pieces<u32>, value: TurnValue) -> Result<Vec<Turn>, Interruption> {
        let mut search = SearchMemory::new(&self.table, &self.watch);
        let (mut is_won, mut turns) = match value {
            TurnValue::Win(turns) => (true, turns),
            TurnValue::Loss(turns) => (false, turns),
            TurnValue::Open(_) => return Ok(Vec::new()),
        };
        let mut line = Vec::new();
        let mut side = 0;
        while turns > 0 {
            let next = if is_won {
                let Some((turn, next)) = Self::winning(&mut search, &pieces, turns, side)? else { break };
                line.push(turn);
                turns -= 1;
                next
            } else {
                let Some(next) = Self::hold_out(&mut search, &pieces, turns, side)? else { break };
                line.extend(turn_between(Position::<B>::assume(pieces), Position::assume(next)));
                Some(next)
            };
            let Some(next) = next else { break };
            (pieces, is_won, side) = (next, !is_won, 1 - side);
        }
        Ok(line)
    }

    /// The position after the turn that makes the opponent need the most turns.
    fn hold_out(
        search: &mut SearchMemory<'_, '_, B>,
        pieces: &Pieces<u32>,
        turns: u32,
        side: usize,
    ) -> Result<Option<Pieces<u32>>, Interruption> {
        let first = || first_successor(Position::<B>::assume(*pieces)).map(Position::pieces);
        if turns <= 1 {
            // Every turn loses to the next reply.
            return Ok(first());
        }
        let mut longest = None;
        for child in search.children(pieces, side)? {
            longest = Some(child.next);
            if !search.wins(&child.next, turns - 1, 1 - side)? {
                break;
            }
        }
        Ok(longest.or_else(first))
    }
}
