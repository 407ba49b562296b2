//! Random words, the same in every run and on every machine.

/// S. Vigna's splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A word whose bits are set with probability `sixteenths`/16 each, from none at 0 to all at 16.
    pub(crate) fn dense(&mut self, sixteenths: usize) -> u64 {
        // The probability in binary, least significant digit first: each digit halves it and adds its own share.
        let thin = (0..4).fold(0, |bits, digit| {
            let word = self.word();
            if sixteenths >> digit & 1 == 1 { bits | word } else { bits & word }
        });
        if sixteenths >= 16 { u64::MAX } else { thin }
    }
}
