//! Memory for the values of states.

use super::error::CountError;
use super::sums::StoredResidue;
use memmap2::MmapMut;
use zerocopy::FromBytes;

/// Values in memory, in huge pages if the system has them. With small pages most accesses would also miss the TLB.
#[derive(Debug)]
pub(super) struct ValueMemory(MmapMut);

impl ValueMemory {
    /// So many values, or an error if the machine lacks the memory for them.
    pub(super) fn new(words: usize) -> Result<Self, CountError> {
        let bytes = words.max(1).saturating_mul(size_of::<StoredResidue>());
        let refused =
            |_| CountError::Memory(format!("the machine refuses {} MiB of memory", bytes.div_ceil(1 << 20)));
        let map = MmapMut::map_anon(bytes).map_err(refused)?;
        #[cfg(target_os = "linux")]
        {
            // Advice only: without huge pages it is slower, but still correct.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self(map))
    }

    // Pages are aligned, and their length is a multiple of a value, so neither of these is ever empty.

    pub(super) fn words(&self) -> &[StoredResidue] {
        <[StoredResidue]>::ref_from_bytes(&self.0).unwrap_or_default()
    }

    pub(super) fn words_mut(&mut self) -> &mut [StoredResidue] {
        <[StoredResidue]>::mut_from_bytes(&mut self.0).unwrap_or_default()
    }
}
