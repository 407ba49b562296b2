//! A game as the engine sees it: numbers, and what their moves lead to.
//!
//! Idea: the engine is compiled once, not once for each game and each size of its board. It asks a game through
//! [`NumberedGame`], which is object-safe. Each thread has a [`Reader`] of its own, which keeps its buffers.
//!
//! Cost: a call by a pointer for each position, beside all its moves.

use super::check;
use super::direct::Chunks;
use super::disk::Extent;
use super::error::RetroError;
use super::game::{Game, LayerShape, Place, Turn};
use super::solver::Solver;
use super::value::{Kind, score};
use super::value_rule::ValueRule;
use encodings::rules::Ending;
use std::time::Duration;

/// What a number represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberContent {
    /// No position.
    Nothing,
    /// A position in which the game is over, with its code.
    Over(u16),
    /// A position with moves.
    Moves,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveTarget {
    /// A position with a number.
    Numbered(Place),
    /// A position without a number in which the game is over, with its code.
    Over(u16),
}

/// A game whose positions have numbers.
pub(super) trait NumberedGame: Sync {
    fn subject(&self) -> String;

    fn layers(&self) -> &[LayerShape];

    fn leads_to(&self, layer: u32) -> &[u32];

    fn has_scores(&self) -> bool;

    fn is_listed(&self) -> bool;

    fn value_rule(&self) -> ValueRule;

    /// The moves as numbers, if the game has them.
    fn direct(&self) -> Option<&dyn Chunks>;

    /// The text of the position with this number. `None` if the number has no position.
    fn show(&self, at: Place) -> Option<String>;

    /// The text of the position after one of the moves that a [`Reader`] found there.
    fn show_after(&self, at: Place, number: usize) -> String;

    /// Compares numbers and moves on samples.
    fn check(&self) -> Result<(), RetroError>;

    /// A reader for one thread.
    fn reader(&self) -> Box<dyn Reader + '_>;
}

impl dyn NumberedGame + '_ {
    /// Whether a place is in a layer.
    #[inline]
    pub(super) fn has(&self, at: Place) -> bool {
        self.layers().get(at.layer as usize).is_some_and(|shape| at.rank < shape.size)
    }

    /// The error that one of the moves of a position leads to a place that is in no layer.
    #[cold]
    pub(super) fn out_of_range(&self, at: Place, number: usize, to: Place) -> RetroError {
        let shape = self.layers().get(to.layer as usize);
        RetroError::Range {
            from: self.show(at).unwrap_or_default(),
            to: self.show_after(at, number),
            layer: shape.map_or_else(|| to.layer.to_string(), |shape| shape.name.clone()),
            rank: to.rank,
            size: shape.map_or(0, |shape| shape.size),
        }
    }
}

/// Reads the positions of numbers, with buffers of its own.
pub(super) trait Reader {
    /// What a number represents. Replaces `after` by what the moves lead to.
    fn look(
        &mut self,
        at: Place,
        kind: Kind,
        after: &mut Vec<MoveTarget>,
    ) -> Result<NumberContent, RetroError>;
}

/// What a user sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) kind: Kind,
    pub(super) memory: u64,
    pub(super) checks: bool,
    pub(super) disk: Option<u64>,
    pub(super) interval: Duration,
    /// How memory is used where values are on disk, in place of what follows from the memory limit.
    pub(super) extent: Option<Extent>,
}

impl Settings {
    /// How memory is used where values are on disk.
    pub(super) fn extent(&self) -> Extent {
        self.extent.unwrap_or_else(|| Extent::of(self.memory))
    }
}

/// A game and the settings: all that the engine needs.
#[derive(Clone, Copy)]
pub(super) struct SolverContext<'a> {
    pub(super) game: &'a dyn NumberedGame,
    pub(super) settings: Settings,
}

impl<G: Game> NumberedGame for Solver<'_, G> {
    fn subject(&self) -> String {
        self.game.subject()
    }

    fn layers(&self) -> &[LayerShape] {
        self.game.layers()
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        self.game.leads_to(layer)
    }

    fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    fn is_listed(&self) -> bool {
        self.game.is_listed()
    }

    fn value_rule(&self) -> ValueRule {
        self.game.value_rule()
    }

    fn direct(&self) -> Option<&dyn Chunks> {
        self.direct.as_deref()
    }

    fn show(&self, at: Place) -> Option<String> {
        self.game.position(at).map(|position| self.game.show(&position))
    }

    fn show_after(&self, at: Place, number: usize) -> String {
        let mut next = Vec::new();
        if let Some(position) = self.game.position(at) {
            self.game.turn(&position, &mut next);
        }
        next.get(number).map(|after| self.game.show(after)).unwrap_or_default()
    }

    fn check(&self) -> Result<(), RetroError> {
        check::check(self)
    }

    fn reader(&self) -> Box<dyn Reader + '_> {
        Box::new(Buffers { solver: self, next: Vec::new(), spare: Vec::new() })
    }
}

/// The positions that a thread is looking at.
struct Buffers<'s, 'g, G: Game> {
    solver: &'s Solver<'g, G>,
    next: Vec<G::Position>,
    spare: Vec<G::Position>,
}

impl<G: Game> Reader for Buffers<'_, '_, G> {
    fn look(
        &mut self,
        at: Place,
        kind: Kind,
        after: &mut Vec<MoveTarget>,
    ) -> Result<NumberContent, RetroError> {
        let game = self.solver.game;
        after.clear();
        let Some(position) = game.position(at) else { return Ok(NumberContent::Nothing) };
        self.next.clear();
        if let Turn::Over(ending) = game.turn(&position, &mut self.next) {
            return Ok(NumberContent::Over(over(self.solver, &position, ending, kind)?));
        }
        if self.next.is_empty() {
            return Err(RetroError::NoMoves(game.show(&position)));
        }
        for next in &self.next {
            after.push(if let Some(place) = game.place(next) {
                MoveTarget::Numbered(place)
            } else {
                self.spare.clear();
                let Turn::Over(ending) = game.turn(next, &mut self.spare) else {
                    let (from, to) = (game.show(&position), game.show(next));
                    return Err(RetroError::NotNumbered { from, to });
                };
                MoveTarget::Over(over(self.solver, next, ending, kind)?)
            });
        }
        Ok(NumberContent::Moves)
    }
}

/// The code of a position in which the game is over.
fn over<G: Game>(
    solver: &Solver<'_, G>,
    position: &G::Position,
    ending: Ending,
    kind: Kind,
) -> Result<u16, RetroError> {
    match (kind, &solver.score) {
        (Kind::Plies, _) => Ok(solver.game.value_rule().ending(ending).code()),
        (Kind::Score, None) => Err(RetroError::NoScores(solver.game.subject())),
        (Kind::Score, Some(count)) => {
            let score = count(position);
            let too_great = || RetroError::Score { position: solver.game.show(position), score };
            score::code(score).ok_or_else(too_great)
        }
    }
}
