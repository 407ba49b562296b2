//! The layers of a game and where moves lead, as they are kept beside its tables.

use serde::{Deserialize, Serialize};

/// The layers of a game and where moves lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerGraph {
    /// For each layer, the number of squares in each word.
    pub(super) counts: Vec<Vec<u32>>,
    /// The layers that moves lead to from each layer.
    pub(super) leads_to: Vec<Vec<u32>>,
    /// The list of the positions, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<KeptList>,
}

impl LayerGraph {
    /// The number of layers.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no layers.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// What the file of the layers says about a list of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptList {
    /// The number of positions in each layer.
    pub(super) sizes: Vec<u64>,
    /// The checksum of the list.
    pub(super) checksum: u32,
}
