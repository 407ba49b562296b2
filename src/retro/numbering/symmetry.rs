//! The symmetries of a board as a group that acts on sets of squares.

use encodings::board::{Layout, Symmetry};

/// The images of all sets of eight squares: by the group of eight squares, and by the set within it.
type Images = Vec<[u64; 256]>;

/// A group of symmetries of a board. The identity is first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    squares: u32,
    images: Vec<Images>,
}

impl Symmetries {
    /// The group that the generators make on a layout. `None` if the board has more than 64 squares.
    pub fn new(layout: Layout, generators: &[Symmetry]) -> Option<Self> {
        let squares = u32::try_from(layout.squares()).ok().filter(|&squares| squares <= 64)?;
        let target = |symmetry: &Symmetry| -> Option<Vec<u8>> {
            symmetry.permutation(layout)?;
            Some(layout.all().map(|square| symmetry.square(layout, square).index() as u8).collect())
        };
        let generators: Vec<Vec<u8>> = generators.iter().filter_map(target).collect();
        let mut group: Vec<Vec<u8>> = vec![(0..squares as u8).collect()];
        let mut at = 0;
        while at < group.len() {
            for generator in &generators {
                let product: Vec<u8> =
                    group[at].iter().map(|&square| generator[usize::from(square)]).collect();
                if !group.contains(&product) {
                    group.push(product);
                }
            }
            at += 1;
        }
        let images = group.iter().map(|targets| images(targets)).collect();
        Some(Self { squares, images })
    }

    /// The number of squares of the board.
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The set of all squares.
    pub const fn board(&self) -> u64 {
        if self.squares == 64 { u64::MAX } else { (1 << self.squares) - 1 }
    }

    /// The number of symmetries, including the identity.
    pub fn count(&self) -> usize {
        self.images.len()
    }

    /// Whether the group has only the identity.
    pub fn is_trivial(&self) -> bool {
        self.images.len() == 1
    }

    /// The images of sets under all symmetries except the identity.
    pub fn images<'s>(&'s self, sets: &'s [u64]) -> impl Iterator<Item = Vec<u64>> + 's {
        (1..self.count()).map(|symmetry| sets.iter().map(|&set| self.image(symmetry, set)).collect())
    }

    /// The image of a set under a symmetry. The identity is symmetry 0.
    #[inline]
    pub fn image(&self, symmetry: usize, set: u64) -> u64 {
        if symmetry == 0 {
            return set;
        }
        let parts = self.images[symmetry].iter().zip(set.to_le_bytes());
        parts.fold(0, |image, (part, byte)| image | part[usize::from(byte)])
    }
}

fn images(targets: &[u8]) -> Images {
    let part = |eight: &[u8]| {
        let mut images = [0; 256];
        for (set, image) in images.iter_mut().enumerate() {
            let squares = eight.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            *image = squares.fold(0, |image, (_, &target)| image | 1 << target);
        }
        images
    };
    targets.chunks(8).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::word::Word;

    #[test]
    fn symmetries_form_a_group_and_move_words_as_they_do() {
        let layout = Layout::new(3, 3).unwrap();
        let two = Symmetries::new(layout, &[Symmetry::MIRROR_FILES, Symmetry::TRANSPOSE]).unwrap();
        assert_eq!(two.count(), 8);
        let half = Symmetries::new(layout, &[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS]).unwrap();
        assert_eq!(half.count(), 4);
        let layout = Layout::new(8, 8).unwrap();
        let all = Symmetries::new(layout, Symmetry::besides_identity(layout)).unwrap();
        for set in [1u64, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
            let mut found: Vec<u64> = (0..8).map(|symmetry| all.image(symmetry, set)).collect();
            let permuted = Symmetry::ALL.map(|symmetry| set.permute(&symmetry.permutation(layout).unwrap()));
            let mut expected = permuted.to_vec();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
        assert!(Symmetries::new(Layout::new(9, 9).unwrap(), &[]).is_none());
    }
}
