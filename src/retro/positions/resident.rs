//! Solved layers in memory, two bytes for each number.

use super::game::{LayerShape, Place};
use super::groups::Group;
use super::value::{Kind, NOTHING, Value, score};

/// Solved layers in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resident {
    kind: Kind,
    /// The codes of each layer. `None` if the layer is not in memory.
    layers: Vec<Option<Vec<u16>>>,
}

impl Resident {
    /// An empty store for this number of layers.
    pub(super) fn new(kind: Kind, layers: usize) -> Self {
        Self { kind, layers: vec![None; layers] }
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn has(&self, layer: u32) -> bool {
        self.layers[layer as usize].is_some()
    }

    pub(super) fn put(&mut self, layer: u32, codes: Vec<u16>) {
        self.layers[layer as usize] = Some(codes);
    }

    /// Takes the codes of a layer out.
    pub(super) fn take(&mut self, layer: u32) -> Vec<u16> {
        self.layers[layer as usize].take().unwrap_or_default()
    }

    /// Drops all layers except these, which are sorted.
    pub(super) fn keep(&mut self, wanted: &[u32]) {
        for (number, layer) in (0..).zip(&mut self.layers) {
            if wanted.binary_search(&number).is_err() {
                *layer = None;
            }
        }
    }

    /// Splits the codes of a group into its layers.
    pub(super) fn put_group(&mut self, group: &Group, shapes: &[LayerShape], mut codes: Vec<u16>) {
        for &layer in group.layers.iter().rev() {
            let rest = codes.len() - shapes[layer as usize].size as usize;
            self.put(layer, codes.split_off(rest));
        }
    }

    /// The code of a number in a layer that is in memory.
    #[inline]
    pub(super) fn code(&self, at: Place) -> u16 {
        self.layers[at.layer as usize].as_ref().map_or(NOTHING, |codes| codes[at.rank as usize])
    }

    /// The value of a position. `None` if its number has no position, if its layer is not in memory, or if these are
    /// scores.
    pub fn value(&self, at: Place) -> Option<Value> {
        let code = *self.layers.get(at.layer as usize)?.as_ref()?.get(usize::try_from(at.rank).ok()?)?;
        (self.kind == Kind::Plies).then(|| Value::of_code(code)).flatten()
    }

    /// The best score of a position. `None` if its number has no position, if its layer is not in memory, or if these
    /// are values.
    pub fn score(&self, at: Place) -> Option<i32> {
        let code = *self.layers.get(at.layer as usize)?.as_ref()?.get(usize::try_from(at.rank).ok()?)?;
        (self.kind == Kind::Score && code != NOTHING).then(|| score::of_code(code))
    }
}
