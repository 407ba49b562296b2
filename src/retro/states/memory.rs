//! Memory for the positions that are being worked on.

use super::game::LayerShape;
use crate::table::TableError;
use memmap2::{Advice, MmapMut};
use std::io;
use zerocopy::FromBytes;

/// `bytes` bytes of zeros, in huge pages if the system has them. With small pages most accesses would also miss the
/// TLB.
pub(super) fn pages(group: &str, bytes: u64) -> Result<MmapMut, TableError> {
    let failed = |source| TableError::Memory { group: group.to_owned(), bytes, source };
    let map = MmapMut::map_anon(bytes as usize).map_err(failed)?;
    #[cfg(target_os = "linux")]
    {
        // Advice only: without huge pages it is slower, but still correct.
        let _ = map.advise(Advice::HugePage);
    }
    Ok(map)
}

/// The cells of a group.
pub(super) struct Memory(Vec<MmapMut>);

impl Memory {
    /// Four bytes of zeros for each position of the layers, if there is room for `more` bytes beside them.
    pub(super) fn new(group: &str, shapes: &[&LayerShape], more: u64) -> Result<Self, TableError> {
        let bytes = more + shapes.iter().map(|shape| 4 * u64::from(shape.size)).sum::<u64>();
        let refused = |source| TableError::Memory { group: group.to_owned(), bytes, source };
        certamen_work::memory::require(bytes).map_err(io::Error::other).map_err(refused)?;
        let map = |shape: &&LayerShape| pages(group, 4 * u64::from(shape.size));
        Ok(Self(shapes.iter().map(map).collect::<Result<_, _>>()?))
    }

    pub(super) fn cells(&mut self) -> Vec<&mut [u32]> {
        // Pages are aligned, and their length is a multiple of a word, so this never fails.
        self.0.iter_mut().filter_map(|map| <[u32]>::mut_from_bytes(map).ok()).collect()
    }
}
