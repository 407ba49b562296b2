//! Numbers in order, each found by its place and each place by its number.
//!
//! Cost: four bytes for each number, and 16 for each 64 numbers up to the greatest. A place takes one load and the count of a
//! word's bits, where a search of the list takes a dozen branches that cannot be predicted.

/// Some numbers below a limit, in order.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    list: Vec<u32>,
    blocks: Vec<Block>,
}

/// Which of 64 numbers there are, and how many there are before them.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    bits: u64,
    before: u32,
}

impl Numbers {
    /// The numbers of a list, which has to be in order.
    pub(super) fn new(list: Vec<u32>) -> Self {
        debug_assert!(list.is_sorted_by(|one, next| one < next), "numbers in order");
        let limit = list.last().map_or(0, |&last| last as usize + 1);
        let mut blocks = vec![Block::default(); limit.div_ceil(64)];
        for &number in &list {
            blocks[number as usize / 64].bits |= 1 << (number % 64);
        }
        let mut before = 0;
        for block in &mut blocks {
            block.before = before;
            before += block.bits.count_ones();
        }
        Self { list, blocks }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    /// The number at a place.
    #[inline(always)]
    pub(super) fn get(&self, place: u32) -> u32 {
        self.list[place as usize]
    }

    /// The place of a number, which has to be there.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> u32 {
        let Block { bits, before } = self.blocks[number as usize / 64];
        before + (bits & ((1 << (number % 64)) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_number_has_its_place(list in prop::collection::btree_set(0u32..1000, 0..300)) {
            let list: Vec<u32> = list.into_iter().collect();
            let numbers = Numbers::new(list.clone());
            prop_assert_eq!(numbers.len() as usize, list.len());
            for (place, &number) in list.iter().enumerate() {
                prop_assert_eq!((numbers.get(place as u32), numbers.place(number)), (number, place as u32));
            }
        }
    }
}
