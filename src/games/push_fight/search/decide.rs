//! Decides whether a position is won or lost within `k` turns.
//!
//! Idea: two functions that call each other. A position is won within one turn if a piece can be pushed off; within
//! `k`, if a turn leads to a position that is lost within `k - 1`. It is lost within `k` if no turn wins and every turn
//! leads to a position that is won within `k`; a player without a legal turn has lost. What makes it fast:
//!
//! - the last level is one test that makes no turn ([`win`](super::win)). Usually a recently useful
//!   [`threat`](super::threat) answers without it;
//! - a turn that refuted one position is tried first on the next ([`reply`](super::reply)), so most of the thousand
//!   turns that do not win cost one reply each;
//! - turns that are hard to refute are tried in order: first those that leave the opponent the fewest replies that do
//!   not lose at once;
//! - results of two or more turns of search are stored in a [`table`](super::table).
//!
//! Turns are counted for the player who wins or loses, as in the public solution: W1 is won by the next turn, L1 is
//! lost to the opponent's reply to any turn.

use super::lane::Effect;
use super::reply::{Replies, Reply};
use super::table::{KnownResult, Table};
use super::threat::Threats;
use super::turns::each_turn;
use certamen_work::stop::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Side};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// A limit or a request ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interruption;

/// The conditions that end a search; shared by all threads.
#[derive(Debug)]
pub(super) struct Watch<'s> {
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'s Stop,
    /// Whether another thread has found the result.
    pub(super) is_moot: AtomicBool,
    /// The number of positions that were searched.
    pub(super) positions: &'s AtomicU64,
}

/// The number of positions between two looks at the clock.
const ROUND: u64 = 1 << 14;

/// The greatest depth of a search, in turns of both players.
const DEEPEST: usize = 64;

/// Turns that leave more replies than this that do not lose at once are not distinguished.
const REPLIES_COUNTED: usize = 12;

/// A turn and the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) own: Side<u32>,
    pub(super) from: usize,
    pub(super) direction: usize,
    pub(super) next: Pieces<u32>,
}

impl Child {
    fn reply(&self, before: &Pieces<u32>) -> Reply {
        Reply::new(before.own, self.own, self.from, self.direction)
    }
}

/// What a thread remembers between positions. `side` is the player to move: threats and replies of one player are
/// useless for the other.
#[derive(Debug)]
pub(super) struct SearchMemory<'t, 's, B> {
    table: &'t Table,
    watch: &'t Watch<'s>,
    threats: [Threats; 2],
    /// By side and turns: turns that prevented a loss, and turns that won.
    escapes: Vec<Replies>,
    attacks: Vec<Replies>,
    count: u64,
    board: PhantomData<B>,
}

type Found = Result<bool, Interruption>;

impl<'t, 's, B: Board> SearchMemory<'t, 's, B> {
    pub(super) fn new(table: &'t Table, watch: &'t Watch<'s>) -> Self {
        Self {
            table,
            watch,
            threats: [Threats::new(), Threats::new()],
            escapes: vec![Replies::new(); DEEPEST],
            attacks: vec![Replies::new(); DEEPEST],
            count: 0,
            board: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Interruption> {
        self.count += 1;
        if self.count.is_multiple_of(ROUND) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&self) -> Result<(), Interruption> {
        self.watch.positions.fetch_add(ROUND, Ordering::Relaxed);
        let is_late = self.watch.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.watch.is_moot.load(Ordering::Relaxed) || self.watch.stop.is_requested() {
            return Err(Interruption);
        }
        Ok(())
    }

    /// Whether a turn wins at once.
    #[inline(always)]
    pub(super) fn wins_at_once(&mut self, pieces: &Pieces<u32>, side: usize) -> bool {
        self.threats[side].wins::<B>(pieces)
    }

    /// Whether the player to move wins within `turns` turns.
    pub(super) fn wins(&mut self, pieces: &Pieces<u32>, turns: u32, side: usize) -> Found {
        self.count()?;
        if turns == 0 {
            return Ok(false);
        }
        if self.wins_at_once(pieces, side) {
            return Ok(true);
        }
        if turns == 1 {
            return Ok(false);
        }
        let known = self.table.get::<B>(pieces);
        if known.win.is_some_and(|won| won <= turns) {
            return Ok(true);
        }
        if known.loss.is_some() || known.no_win >= turns {
            return Ok(false);
        }
        for turns in known.no_win.max(1) + 1..=turns {
            if self.wins_in(pieces, turns, side)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A turn that wins within `turns` turns, in a position that is not won in fewer.
    pub(super) fn wins_in(
        &mut self,
        pieces: &Pieces<u32>,
        turns: u32,
        side: usize,
    ) -> Result<Option<Child>, Interruption> {
        let found = match self.attack_again(pieces, turns, side)? {
            Some(child) => Some(child),
            None if turns == 2 => self.attack(pieces, side)?,
            None => self.attack_in_order(pieces, turns, side)?,
        };
        let known = if found.is_some() { KnownResult::win(turns) } else { KnownResult::no_win(turns) };
        self.table.note::<B>(pieces, known);
        if let Some(child) = found {
            self.attacks[slot(turns, side)].keep(child.reply(pieces));
        }
        Ok(found)
    }

    /// Tries recent winning turns.
    fn attack_again(
        &mut self,
        pieces: &Pieces<u32>,
        turns: u32,
        side: usize,
    ) -> Result<Option<Child>, Interruption> {
        for at in 0.. {
            let Some(reply) = self.attacks[slot(turns, side)].get(at) else { break };
            if let Some((own, Effect::Next(next))) = reply.play::<B>(pieces)
                && self.loses(&next, turns - 1, 1 - side)?
            {
                let (from, direction) = (reply.from.into(), reply.direction.into());
                return Ok(Some(Child { own, from, direction, next }));
            }
        }
        Ok(None)
    }

    /// A turn after which every reply loses at once.
    fn attack(&mut self, pieces: &Pieces<u32>, side: usize) -> Result<Option<Child>, Interruption> {
        let mut found = Ok(None);
        let _ = each_turn::<B>(pieces, |own, from, direction, effect| {
            let Effect::Next(next) = effect else { return ControlFlow::Continue(()) };
            match self.loses(&next, 1, 1 - side) {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => found = Ok(Some(Child { own, from, direction, next })),
                Err(ended) => found = Err(ended),
            }
            ControlFlow::Break(())
        });
        found
    }

    /// A turn that wins within `turns` turns. Turns that leave the fewest replies are tried first.
    fn attack_in_order(
        &mut self,
        pieces: &Pieces<u32>,
        turns: u32,
        side: usize,
    ) -> Result<Option<Child>, Interruption> {
        for (_, child) in self.ordered(pieces, side)? {
            if self.loses(&child.next, turns - 1, 1 - side)? {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }

    /// The turns after which the opponent does not win at once, each with the number of replies that do not lose at
    /// once, the fewest first. Counting stops at [`REPLIES_COUNTED`].
    pub(super) fn ordered(
        &mut self,
        pieces: &Pieces<u32>,
        side: usize,
    ) -> Result<Vec<(usize, Child)>, Interruption> {
        let mut children = Vec::new();
        for child in self.children(pieces, side)? {
            let replies = self.safe_replies(&child.next, side)?;
            children.push((replies, child));
        }
        children.sort_by_key(|&(replies, child)| (replies, child.next));
        children.dedup_by_key(|(_, child)| child.next);
        Ok(children)
    }

    fn safe_replies(&mut self, pieces: &Pieces<u32>, side: usize) -> Result<usize, Interruption> {
        self.count()?;
        let mut safe = 0;
        let _ = each_turn::<B>(pieces, |_, _, _, effect| {
            if let Effect::Next(next) = effect
                && !self.wins_at_once(&next, side)
            {
                safe += 1;
            }
            if safe < REPLIES_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(safe)
    }

    /// The turns after which the opponent does not win at once.
    pub(super) fn children(&mut self, pieces: &Pieces<u32>, side: usize) -> Result<Vec<Child>, Interruption> {
        self.count()?;
        let mut children = Vec::new();
        let _ = each_turn::<B>(pieces, |own, from, direction, effect| {
            if let Effect::Next(next) = effect
                && !self.wins_at_once(&next, 1 - side)
            {
                children.push(Child { own, from, direction, next });
            }
            ControlFlow::Continue(())
        });
        Ok(children)
    }

    /// Whether the player to move loses within `turns` turns; a player without a legal turn has lost.
    pub(super) fn loses(&mut self, pieces: &Pieces<u32>, turns: u32, side: usize) -> Found {
        self.count()?;
        if self.wins_at_once(pieces, side) {
            return Ok(false);
        }
        if turns <= 1 {
            return Ok(self.escape(pieces, side).is_none());
        }
        let known = self.table.get::<B>(pieces);
        if known.loss.is_some_and(|lost| lost <= turns) {
            return Ok(true);
        }
        if known.win.is_some() || known.no_loss >= turns {
            return Ok(false);
        }
        if known.no_loss == 0 && self.escape(pieces, side).is_none() {
            self.table.note::<B>(pieces, KnownResult::loss(1));
            return Ok(true);
        }
        let lost = self.loses_all(pieces, turns, side)?;
        self.table
            .note::<B>(pieces, if lost { KnownResult::loss(turns) } else { KnownResult::no_loss(turns) });
        Ok(lost)
    }

    /// A turn after which the opponent does not win at once, in a position that is not won at once.
    #[inline(always)]
    fn escape(&mut self, pieces: &Pieces<u32>, side: usize) -> Option<Child> {
        for at in 0.. {
            let Some(reply) = self.escapes[slot(1, side)].get(at) else { break };
            if let Some((own, Effect::Next(next))) = reply.play::<B>(pieces)
                && !self.wins_at_once(&next, 1 - side)
            {
                self.escapes[slot(1, side)].serve(at);
                let (from, direction) = (reply.from.into(), reply.direction.into());
                return Some(Child { own, from, direction, next });
            }
        }
        self.new_escape(pieces, side)
    }

    #[inline(never)]
    fn new_escape(&mut self, pieces: &Pieces<u32>, side: usize) -> Option<Child> {
        let mut found = None;
        let _ = each_turn::<B>(pieces, |own, from, direction, effect| {
            if let Effect::Next(next) = effect
                && !self.wins_at_once(&next, 1 - side)
            {
                found = Some(Child { own, from, direction, next });
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(child) = found {
            self.escapes[slot(1, side)].keep(child.reply(pieces));
        }
        found
    }

    /// Whether the opponent wins within `turns` turns after every turn.
    fn loses_all(&mut self, pieces: &Pieces<u32>, turns: u32, side: usize) -> Found {
        for at in 0.. {
            let Some(reply) = self.escapes[slot(turns, side)].get(at) else { break };
            if let Some((_, Effect::Next(next))) = reply.play::<B>(pieces)
                && !self.wins(&next, turns, 1 - side)?
            {
                self.escapes[slot(turns, side)].serve(at);
                return Ok(false);
            }
        }
        for child in self.children(pieces, side)? {
            if !self.wins(&child.next, turns, 1 - side)? {
                self.escapes[slot(turns, side)].keep(child.reply(pieces));
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The index of the list of replies for this number of turns and this side.
fn slot(turns: u32, side: usize) -> usize {
    (2 * turns as usize + side).min(DEEPEST - 1)
}
