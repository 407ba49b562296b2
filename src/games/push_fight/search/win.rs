//! Tests whether a turn wins at once, without making any.
//!
//! Idea: a winning push has a victim on the brink, a row of occupied squares up to it without the anchor, and a pusher
//! behind the row. The opponent's pieces do not move, so the squares where such a goal lacks a piece are known at once:
//! holes of the row, and the pusher's place if there is no pusher on it. A goal that lacks no piece wins. Moves can
//! supply one or two missing pieces:
//!
//! - one missing, one move: by a piece beside the component of the square;
//! - one missing, two moves: a piece makes way for another, or a piece of the goal fills the square and is replaced;
//! - two missing: one piece each, in either order; a mover on the pusher's place has to leave it for the hole.
//!
//! Two moves cannot supply more. Cost: 0.1 to 0.2 microseconds for each position. A test compares the answer with all
//! turns.

use super::component::Components;
use super::lane::{Bits, Lanes};
use encodings::push_fight::Pieces;
use encodings::push_fight::board::Board;
use encodings::push_fight::rules::connected;

/// A move from one square to another, each as a word of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A winning push, as it will be after the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The squares of the row that is pushed; the victim's square is its end.
    pub(super) row: u32,
    /// The square of the piece that is pushed off.
    pub(super) victim: u32,
    /// The square of the pusher.
    pub(super) pusher: u32,
    /// The direction of the push.
    pub(super) direction: usize,
}

/// A turn that wins at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win {
    pub(super) moves: [Option<Hop>; 2],
    pub(super) goal: Goal,
}

/// A goal that lacks a piece on one or two squares.
#[derive(Clone, Copy)]
struct IncompleteGoal {
    goal: Goal,
    holes: u32,
    needs_pusher: bool,
}

/// An upper bound for the number of goals on any board.
const MOST: usize = 64;

/// A turn that wins at once, if there is one.
pub(super) fn winning_turn<B: Board>(pieces: &Pieces<u32>) -> Option<Win> {
    Goals::<B::Shape>::new(pieces).winning_turn()
}

struct Goals<'p, B> {
    pieces: &'p Pieces<u32>,
    free: u32,
    own: u32,
    components: Components,
    lacking: [Option<IncompleteGoal>; MOST],
    len: usize,
    board: std::marker::PhantomData<B>,
}

impl<'p, B: Board> Goals<'p, B> {
    fn winning_turn(mut self) -> Option<Win> {
        if let Some(goal) = self.collect() {
            return Some(Win { moves: [None, None], goal });
        }
        self.by_one_move().or_else(|| self.by_two_moves())
    }

    fn new(pieces: &'p Pieces<u32>) -> Self {
        let free = pieces.free::<B>();
        Self {
            pieces,
            free,
            own: pieces.own.all(),
            components: Components::new(free),
            lacking: [None; MOST],
            len: 0,
            board: std::marker::PhantomData,
        }
    }

    /// Collects the goals that lack one or two pieces, until one lacks no piece; returns that one.
    #[inline(always)]
    fn collect(&mut self) -> Option<Goal> {
        for direction in 0..4 {
            let brink = B::OPEN[direction].low_bits() as u32;
            for victim in Bits(self.pieces.opp.all() & brink & !self.pieces.anchor) {
                if let Some(goal) = self.collect_behind(victim, direction) {
                    return Some(goal);
                }
            }
        }
        None
    }

    #[inline(always)]
    fn collect_behind(&mut self, victim: usize, direction: usize) -> Option<Goal> {
        let back = direction ^ 2;
        let victim = 1 << victim;
        let (mut row, mut at) = (0, victim);
        loop {
            row |= at;
            let holes = row & self.free;
            if at & self.pieces.anchor != 0 || holes.count_ones() > 2 {
                return None;
            }
            let pusher = Lanes::<B>::lane(back, at.trailing_zeros() as usize).next;
            if pusher == 0 {
                return None;
            }
            at = pusher;
            if pusher & self.pieces.opp.all() != 0 {
                continue;
            }
            let goal = Goal { row, victim, pusher, direction };
            let needs_pusher = pusher & self.pieces.own.pushers == 0;
            match holes.count_ones() + u32::from(needs_pusher) {
                0 => return Some(goal),
                1 | 2 => {
                    self.lacking[self.len % MOST] = Some(IncompleteGoal { goal, holes, needs_pusher });
                    self.len += 1;
                }
                _ => {}
            }
        }
    }

    fn goals(&self) -> impl Iterator<Item = IncompleteGoal> + use<B> {
        self.lacking.into_iter().take(self.len).flatten()
    }

    /// The pieces that may go to a square without leaving another square that the goal needs.
    #[inline(always)]
    fn spare(&self, goal: &Goal, to: u32) -> u32 {
        if to == goal.pusher {
            self.pieces.own.pushers & !goal.row
        } else {
            self.own & !goal.row & !(goal.pusher & self.pieces.own.pushers)
        }
    }

    #[inline(always)]
    fn by_one_move(&mut self) -> Option<Win> {
        for at in 0..self.len.min(MOST) {
            let Some(IncompleteGoal { goal, holes, needs_pusher }) = self.lacking[at] else { continue };
            let to = holes | if needs_pusher { goal.pusher } else { 0 };
            if to & (to - 1) != 0 || to & self.free == 0 {
                continue;
            }
            let around = B::beside(self.components.containing::<B>(to));
            let pieces = self.spare(&goal, to) & around;
            if pieces != 0 {
                return Some(Win { moves: [Some(Hop { from: lowest(pieces), to }), None], goal });
            }
        }
        None
    }

    fn by_two_moves(&mut self) -> Option<Win> {
        for IncompleteGoal { goal, holes, needs_pusher } in self.goals() {
            let is_blocked = needs_pusher && goal.pusher & self.own != 0;
            let place = if needs_pusher { goal.pusher } else { 0 };
            let moves = match (holes | place).count_ones() {
                1 if is_blocked => self.make_way(&goal, goal.pusher, goal.pusher),
                1 => self.replace(&goal, holes | place).or_else(|| {
                    let around = B::beside(self.components.containing::<B>(holes | place));
                    let movable = self.own & !goal.row & !(goal.pusher & self.own) & around;
                    Bits(movable).find_map(|piece| self.make_way(&goal, holes | place, 1 << piece))
                }),
                _ if is_blocked => self.step_aside(&goal, holes),
                _ => {
                    let first = lowest(holes | place);
                    let second = (holes | place) & !first;
                    self.fill(&goal, first, second).or_else(|| self.fill(&goal, second, first))
                }
            };
            if let Some([first, second]) = moves {
                return Some(Win { moves: [Some(first), Some(second)], goal });
            }
        }
        None
    }

    /// One piece gets out of the way, and then another goes to the square that lacks one.
    fn make_way(&mut self, goal: &Goal, to: u32, piece: u32) -> Option<[Hop; 2]> {
        let free = self.free | piece;
        let spare = self.spare(goal, to) & !piece;
        if spare & B::beside(connected::<B, u32>(to, free)) == 0 {
            return None;
        }
        let reach = self.components.reach::<B>(piece.trailing_zeros() as usize) & !to;
        Bits(reach).find_map(|aside| {
            let aside = 1 << aside;
            let pieces = spare & B::beside(connected::<B, u32>(to, free & !aside));
            (pieces != 0).then(|| [Hop { from: piece, to: aside }, Hop { from: lowest(pieces), to }])
        })
    }

    /// A piece that is already in its place for the goal goes to the square that lacks one, and another takes its
    /// place.
    fn replace(&mut self, goal: &Goal, to: u32) -> Option<[Hop; 2]> {
        let around = B::beside(self.components.containing::<B>(to));
        let in_place = self.own & goal.row | self.pieces.own.pushers & goal.pusher;
        let able = if to == goal.pusher { self.pieces.own.pushers } else { self.own };
        Bits(in_place & able & around).find_map(|piece| {
            let piece = 1 << piece;
            let free = (self.free | piece) & !to;
            let others = if piece == goal.pusher { self.pieces.own.pushers } else { self.own };
            let spare = others & !goal.row & !goal.pusher;
            let pieces = spare & B::beside(connected::<B, u32>(piece, free));
            (pieces != 0).then(|| [Hop { from: piece, to }, Hop { from: lowest(pieces), to: piece }])
        })
    }

    /// The mover on the pusher's place goes to the hole, and a pusher takes its place.
    fn step_aside(&mut self, goal: &Goal, hole: u32) -> Option<[Hop; 2]> {
        let place = goal.pusher;
        if self.components.reach::<B>(place.trailing_zeros() as usize) & hole == 0 {
            return None;
        }
        let free = (self.free | place) & !hole;
        let pieces = self.spare(goal, place) & B::beside(connected::<B, u32>(place, free));
        (pieces != 0).then(|| [Hop { from: place, to: hole }, Hop { from: lowest(pieces), to: place }])
    }

    /// One piece goes to the first square that lacks one, and then another to the second.
    fn fill(&mut self, goal: &Goal, first: u32, second: u32) -> Option<[Hop; 2]> {
        let around = B::beside(self.components.containing::<B>(first));
        Bits(self.spare(goal, first) & around).find_map(|piece| {
            let piece = 1 << piece;
            let free = (self.free | piece) & !first;
            let spare = self.spare(goal, second) & !piece;
            let pieces = spare & B::beside(connected::<B, u32>(second, free));
            (pieces != 0).then(|| [Hop { from: piece, to: first }, Hop { from: lowest(pieces), to: second }])
        })
    }
}

#[inline(always)]
fn lowest(word: u32) -> u32 {
    word & word.wrapping_neg()
}
