//! A group that is being solved: its numbers, and the positions after each move of a number.

use super::error::RetroError;
use super::game::{LayerShape, Place};
use super::groups::Group;
use super::numbered::{MoveTarget, NumberContent, NumberedGame, Reader};
use super::resident::Resident;
use super::value::{Kind, NOTHING};
use super::value_rule::ValueRule;
use std::ops::Range;

/// The number of numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 12;
/// The layer is not in the group.
const ELSEWHERE: u64 = u64::MAX;

/// A range in pieces of this length, of which the last may be shorter.
pub fn pieces(range: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> {
    let end = range.end;
    range.step_by(length as usize).map(move |start| start..end.min(start.saturating_add(length)))
}

/// A range in chunks for threads.
pub(super) fn parts_of(range: Range<u64>) -> Vec<Range<u64>> {
    pieces(range, CHUNK).collect()
}

/// A group that is being solved: the numbers of its layers, one layer after the other.
pub(super) struct Field<'a> {
    pub(super) game: &'a dyn NumberedGame,
    pub(super) group: &'a Group,
    pub(super) below: &'a Resident,
    pub(super) kind: Kind,
    pub(super) rule: ValueRule,
    /// The first number of each layer. Where values are on disk, the layers below follow those of the group, so that
    /// each of their numbers has an address as well.
    first: Vec<u64>,
    /// The layers that each layer of the group leads to, in order.
    leads_to: Vec<Vec<u32>>,
}

/// What a thread uses for one number after another.
pub(super) struct Scratch<'a> {
    reader: Box<dyn Reader + 'a>,
    after: Vec<MoveTarget>,
    /// The numbers within the group that moves lead to, each once.
    pub(super) inner: Vec<u64>,
    /// The codes of the positions outside the group that moves lead to, turned as the rule of values says.
    pub(super) known: Vec<u16>,
}

impl<'a> Field<'a> {
    pub(super) fn new(game: &'a dyn NumberedGame, group: &'a Group, below: &'a Resident) -> Self {
        let layers = game.layers();
        let mut first = vec![ELSEWHERE; layers.len()];
        let mut next = 0;
        for &layer in &group.layers {
            first[layer as usize] = next;
            next += layers[layer as usize].size;
        }
        let sorted = |&layer: &u32| {
            let mut to = game.leads_to(layer).to_vec();
            to.sort_unstable();
            to
        };
        let leads_to = group.layers.iter().map(sorted).collect();
        Self { game, group, below, kind: below.kind(), rule: game.value_rule(), first, leads_to }
    }

    /// The same for values on disk: no layer below is in memory, and [`Field::expand`] finds addresses in all layers.
    ///
    /// # Errors
    /// [`RetroError::Overflow`] if the layers have more than 2^64 numbers together.
    pub(super) fn on_disk(
        game: &'a dyn NumberedGame,
        group: &'a Group,
        nothing: &'a Resident,
    ) -> Result<Self, RetroError> {
        let mut field = Self::new(game, group, nothing);
        let mut next = group.size;
        for &layer in &group.below {
            let first = &mut field.first[layer as usize];
            if *first == ELSEWHERE {
                *first = next;
                let after = next.checked_add(game.layers()[layer as usize].size);
                next = after.ok_or_else(|| RetroError::Overflow(group.name.clone()))?;
            }
        }
        Ok(field)
    }

    /// The first number or address of a layer. `None` if it has none.
    pub(super) fn first(&self, layer: u32) -> Option<u64> {
        self.first.get(layer as usize).copied().filter(|&first| first != ELSEWHERE)
    }

    /// What a thread needs to look at numbers.
    pub(super) fn scratch(&self) -> Scratch<'a> {
        Scratch { reader: self.game.reader(), after: Vec::new(), inner: Vec::new(), known: Vec::new() }
    }

    fn shape(&self, layer: u32) -> &'a LayerShape {
        &self.game.layers()[layer as usize]
    }

    /// The numbers in chunks for threads. Each chunk lies in one layer.
    pub(super) fn chunks(&self) -> Vec<Range<u64>> {
        let of = |&layer: &u32| {
            let (first, size) = (self.first[layer as usize], self.shape(layer).size);
            parts_of(first..first + size)
        };
        self.group.layers.iter().flat_map(of).collect()
    }

    /// The place of a number.
    pub(super) fn place(&self, index: u64) -> Place {
        let after = self.group.layers.partition_point(|&layer| self.first[layer as usize] <= index);
        let layer = self.group.layers[after - 1];
        Place { layer, rank: index - self.first[layer as usize] }
    }

    /// The text of a position for an error.
    pub(super) fn show(&self, index: u64) -> String {
        let at = self.place(index);
        let number = || format!("number {} of layer {}", at.rank, self.shape(at.layer).name);
        self.game.show(at).unwrap_or_else(number)
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
    pub(super) fn expand(&self, index: u64, scratch: &mut Scratch<'_>) -> Result<NumberContent, RetroError> {
        let at = self.place(index);
        let Scratch { reader, after, inner, known } = scratch;
        inner.clear();
        known.clear();
        let found = reader.look(at, self.kind, after)?;
        for (number, after) in after.iter().enumerate() {
            let to = match after {
                MoveTarget::Numbered(place) => *place,
                MoveTarget::Over(code) => {
                    known.push(self.rule.turned(*code));
                    continue;
                }
            };
            if !self.is_allowed(at.layer, to) {
                return Err(self.not_allowed(at, number, to));
            }
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
            known.push(self.rule.turned(code));
        }
        inner.sort_unstable();
        inner.dedup();
        Ok(found)
    }

    /// Whether a move from a layer may lead to a place.
    #[inline]
    fn is_allowed(&self, layer: u32, to: Place) -> bool {
        let slot = self.group.layers.binary_search(&layer).unwrap_or_default();
        self.leads_to[slot].binary_search(&to.layer).is_ok() && self.game.has(to)
    }

    /// The error that one of the moves of a position leads to a place where it may not.
    #[cold]
    fn not_allowed(&self, at: Place, number: usize, to: Place) -> RetroError {
        if !self.game.has(to) {
            return self.game.out_of_range(at, number, to);
        }
        RetroError::Undeclared {
            from: self.game.show(at).unwrap_or_default(),
            to: self.game.show_after(at, number),
            layer: self.shape(at.layer).name.clone(),
            other: self.shape(to.layer).name.clone(),
        }
    }
}
