//! A group that is being solved: its numbers, and the positions after each move of a number.

use super::error::RetroError;
use super::game::{Game, LayerShape, Place, Turn};
use super::groups::Group;
use super::resident::Resident;
use super::solver::Solver;
use super::value::{Kind, NOTHING, Value, score};
use std::ops::Range;

/// The number of numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 12;
/// The layer is not in the group.
const ELSEWHERE: u64 = u64::MAX;

/// A group that is being solved: the numbers of its layers, one layer after the other.
pub(super) struct Field<'a, G: Game> {
    pub(super) solver: &'a Solver<'a, G>,
    pub(super) group: &'a Group,
    pub(super) below: &'a Resident,
    pub(super) kind: Kind,
    /// The first number of each layer. Where values are on disk, the layers below follow those of the group, so that
    /// each of their numbers has an address as well.
    first: Vec<u64>,
    /// The layers that each layer of the group leads to, in order.
    leads_to: Vec<Vec<u32>>,
}

/// What a number represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No position.
    Nothing,
    /// A position in which the game is over, with its code.
    Over(u16),
    /// A position with moves. The results of the moves are in [`Scratch`].
    Moves,
}

/// Buffers that are reused.
pub(super) struct Scratch<P> {
    next: Vec<P>,
    spare: Vec<P>,
    /// The numbers within the group that moves lead to, each once.
    pub(super) inner: Vec<u64>,
    /// The codes of the positions outside the group that moves lead to.
    pub(super) known: Vec<u16>,
}

impl<P> Default for Scratch<P> {
    fn default() -> Self {
        Self { next: Vec::new(), spare: Vec::new(), inner: Vec::new(), known: Vec::new() }
    }
}

impl<'a, G: Game> Field<'a, G> {
    pub(super) fn new(solver: &'a Solver<'a, G>, group: &'a Group, below: &'a Resident) -> Self {
        let layers = solver.game.layers();
        let mut first = vec![ELSEWHERE; layers.len()];
        let mut next = 0;
        for &layer in &group.layers {
            first[layer as usize] = next;
            next += layers[layer as usize].size;
        }
        let sorted = |&layer: &u32| {
            let mut to = solver.game.leads_to(layer).to_vec();
            to.sort_unstable();
            to
        };
        let leads_to = group.layers.iter().map(sorted).collect();
        Self { solver, group, below, kind: below.kind(), first, leads_to }
    }

    /// The same for values on disk: no layer below is in memory, and [`Field::expand`] finds addresses in all layers.
    ///
    /// # Errors
    /// [`RetroError::Overflow`] if the layers have more than 2^64 numbers together.
    pub(super) fn on_disk(
        solver: &'a Solver<'a, G>,
        group: &'a Group,
        nothing: &'a Resident,
    ) -> Result<Self, RetroError> {
        let mut field = Self::new(solver, group, nothing);
        let mut next = group.size;
        for &layer in &group.below {
            let first = &mut field.first[layer as usize];
            if *first == ELSEWHERE {
                *first = next;
                let after = next.checked_add(solver.game.layers()[layer as usize].size);
                next = after.ok_or_else(|| RetroError::Overflow(group.name.clone()))?;
            }
        }
        Ok(field)
    }

    /// The first number or address of a layer. `None` if it has none.
    pub(super) fn first(&self, layer: u32) -> Option<u64> {
        self.first.get(layer as usize).copied().filter(|&first| first != ELSEWHERE)
    }

    pub(super) fn game(&self) -> &'a G {
        self.solver.game
    }

    fn shape(&self, layer: u32) -> &'a LayerShape {
        &self.solver.game.layers()[layer as usize]
    }

    /// The numbers in chunks for threads. Each chunk lies in one layer.
    pub(super) fn chunks(&self) -> Vec<Range<u64>> {
        let of = |&layer: &u32| {
            let (first, size) = (self.first[layer as usize], self.shape(layer).size);
            let starts = (0..size).step_by(CHUNK as usize);
            starts.map(move |start| first + start..first + (start + CHUNK).min(size))
        };
        self.group.layers.iter().flat_map(of).collect()
    }

    /// The place of a number.
    pub(super) fn place(&self, index: u64) -> Place {
        let after = self.group.layers.partition_point(|&layer| self.first[layer as usize] <= index);
        let layer = self.group.layers[after - 1];
        Place { layer, rank: index - self.first[layer as usize] }
    }

    /// The number of a place. `None` if the place is not in the group.
    pub(super) fn index(&self, at: Place) -> Option<u64> {
        let first = *self.first.get(at.layer as usize)?;
        (first != ELSEWHERE && at.rank < self.shape(at.layer).size).then(|| first + at.rank)
    }

    /// The text of a position for an error.
    pub(super) fn show(&self, index: u64) -> String {
        let at = self.place(index);
        match self.game().position(at) {
            Some(position) => self.game().show(&position),
            None => format!("number {} of layer {}", at.rank, self.shape(at.layer).name),
        }
    }

    /// The error that a move leads to a number without a position.
    pub(super) fn vacant(&self, index: u64) -> RetroError {
        let is_here = |&&layer: &&u32| {
            self.first(layer).is_some_and(|first| (first..first + self.shape(layer).size).contains(&index))
        };
        let below = self.group.below.iter().find(is_here);
        let at = match below.and_then(|&layer| Some(Place { layer, rank: index - self.first(layer)? })) {
            Some(at) if index >= self.group.size => at,
            _ => self.place(index),
        };
        RetroError::Vacant { layer: self.shape(at.layer).name.clone(), rank: at.rank }
    }

    /// Finds what a number represents, and the results of its moves.
    pub(super) fn expand(&self, index: u64, scratch: &mut Scratch<G::Position>) -> Result<Found, RetroError> {
        let at = self.place(index);
        let Some(position) = self.game().position(at) else { return Ok(Found::Nothing) };
        self.expand_position(at.layer, &position, scratch)
    }

    /// Finds the results of the moves of a position in a layer of the group.
    pub(super) fn expand_position(
        &self,
        layer: u32,
        position: &G::Position,
        scratch: &mut Scratch<G::Position>,
    ) -> Result<Found, RetroError> {
        let Scratch { next, spare, inner, known } = scratch;
        next.clear();
        inner.clear();
        known.clear();
        if let Turn::Over(ending) = self.game().turn(position, next) {
            return Ok(Found::Over(self.over(position, ending)?));
        }
        if next.is_empty() {
            return Err(RetroError::NoMoves(self.game().show(position)));
        }
        for after in next.iter() {
            let Some(to) = self.game().place(after) else {
                spare.clear();
                let Turn::Over(ending) = self.game().turn(after, spare) else {
                    let (from, to) = (self.game().show(position), self.game().show(after));
                    return Err(RetroError::NotNumbered { from, to });
                };
                known.push(self.over(after, ending)?);
                continue;
            };
            self.allow(layer, position, after, to)?;
            let first = self.first[to.layer as usize];
            if first != ELSEWHERE {
                inner.push(first + to.rank);
                continue;
            }
            let code = self.below.code(to);
            if code == NOTHING {
                let layer = self.shape(to.layer).name.clone();
                return Err(RetroError::Vacant { layer, rank: to.rank });
            }
            known.push(code);
        }
        inner.sort_unstable();
        inner.dedup();
        Ok(Found::Moves)
    }

    /// The code of a position in which the game is over.
    fn over(&self, position: &G::Position, ending: encodings::rules::Ending) -> Result<u16, RetroError> {
        match (self.kind, &self.solver.score) {
            (Kind::Plies, _) => Ok(Value::of(ending).code()),
            (Kind::Score, None) => Err(RetroError::NoScores(self.game().subject())),
            (Kind::Score, Some(count)) => {
                let score = count(position);
                let too_great = || RetroError::Score { position: self.game().show(position), score };
                score::code(score).ok_or_else(too_great)
            }
        }
    }

    /// Checks that a move may lead to a place.
    #[inline]
    fn allow(
        &self,
        layer: u32,
        from: &G::Position,
        after: &G::Position,
        to: Place,
    ) -> Result<(), RetroError> {
        let slot = self.group.layers.binary_search(&layer).unwrap_or_default();
        let is_declared = self.leads_to[slot].binary_search(&to.layer).is_ok();
        let shape = self.game().layers().get(to.layer as usize);
        if is_declared && shape.is_some_and(|shape| to.rank < shape.size) {
            return Ok(());
        }
        let (from, after) = (self.game().show(from), self.game().show(after));
        let name = shape.map_or_else(|| to.layer.to_string(), |shape| shape.name.clone());
        Err(match shape {
            Some(shape) if to.rank < shape.size => {
                let layer = self.shape(layer).name.clone();
                RetroError::Undeclared { from, to: after, layer, other: name }
            }
            _ => {
                let size = shape.map_or(0, |shape| shape.size);
                RetroError::Range { from, to: after, layer: name, rank: to.rank, size }
            }
        })
    }
}
