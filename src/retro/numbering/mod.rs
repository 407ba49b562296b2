//! Numbers for positions that are disjoint sets of pieces on a board, up to the symmetries of the board.
//!
//! Idea: a layer fixes the number of pieces in each set. Within a layer, the first set is numbered up to symmetry, by a
//! list of representatives. The other sets are numbered by combinations of the remaining squares ([`Combinations`]). A
//! position has several images whose first set is a representative if symmetries keep that set. The image with the
//! least number represents all of them, and the numbers of the others are gaps. So a layer has only slightly more
//! numbers than positions up to symmetry.
//!
//! A first set with more than [`MOST_SETS`] arrangements is numbered without symmetries. Then only about one number
//! in `n` is used, for `n` symmetries, and the others are gaps.
//!
//! [`PositionList`] numbers only the positions that a game reaches.

mod combinations;
mod list;
mod symmetry;

pub use combinations::Combinations;
pub(crate) use list::{FoundPositions, Key, SetSizes, sizes_of};
pub use list::{MOST_LISTED, PositionList};
pub use symmetry::Symmetries;

use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of arrangements of the first set that are listed up to symmetry.
pub const MOST_SETS: u64 = 1 << 21;
/// Marks a set that is not a representative.
const NONE: u32 = u32::MAX;

/// The representatives of the sets of a given size.
#[derive(Debug)]
struct Orbits {
    /// The index of each representative by the number of its set; [`NONE`] for other sets.
    index: Vec<u32>,
    sets: Vec<u64>,
}

/// The numbers of pieces in a layer, and how its positions are numbered.
#[derive(Clone, Debug)]
struct Layer {
    /// Without that of the flag.
    counts: Vec<u32>,
    /// What the layer says of the flag, if positions have one.
    flag: Option<u32>,
    /// The set that is numbered first. Its representatives follow if they are listed.
    first: usize,
    orbits: Option<Arc<Orbits>>,
    /// The number of arrangements of the other sets on the squares that the first set leaves free.
    others: u64,
    size: u64,
}

/// Numbers for disjoint sets of pieces.
#[derive(Debug)]
pub struct Numbering {
    combinations: Combinations,
    symmetries: Symmetries,
    /// Whether the last set is a flag: it is empty or has the first bit, belongs to no square, and chooses the layer only.
    has_flag: bool,
    layers: Vec<Layer>,
    by_counts: HashMap<Vec<u32>, u32>,
    /// The representatives for each size of sets.
    lists: HashMap<u32, Arc<Orbits>>,
}

impl Numbering {
    /// A numbering without layers, for a board with these symmetries.
    pub fn new(symmetries: Symmetries) -> Self {
        Self {
            combinations: Combinations::new(symmetries.squares()),
            symmetries,
            has_flag: false,
            layers: Vec::new(),
            by_counts: HashMap::new(),
            lists: HashMap::new(),
        }
    }

    /// The same, for positions whose last set is a flag or is none.
    #[must_use]
    pub fn with_flag(self, has_flag: bool) -> Self {
        Self { has_flag, ..self }
    }

    /// The layer of these numbers of pieces. It is added if it is missing. `None` if it has more than 2^64 numbers.
    pub fn add(&mut self, counts: &[u32]) -> Option<u32> {
        if let Some(layer) = self.layer(counts) {
            return Some(layer);
        }
        let Self { combinations, symmetries, layers, lists, has_flag, .. } = self;
        let (flag, of_pieces) = match counts.split_last().filter(|_| *has_flag) {
            Some((&flag, of_pieces)) => (Some(flag), of_pieces),
            None => (None, counts),
        };
        let mut layer = Layer { flag, ..shape(combinations, of_pieces)? };
        let count = of_pieces[layer.first];
        if combinations.count(symmetries.squares(), count) <= MOST_SETS && !symmetries.is_trivial() {
            let list =
                lists.entry(count).or_insert_with(|| Arc::new(orbits(combinations, symmetries, count)));
            layer.orbits = Some(list.clone());
            layer.size = list.sets.len() as u64 * layer.others;
        }
        let number = layers.len() as u32;
        layers.push(layer);
        self.by_counts.insert(counts.to_vec(), number);
        Some(number)
    }

    /// An upper bound for the numbers of a layer, by the counts of its pieces. `None` above 2^64.
    pub fn bound(squares: u32, counts: &[u32]) -> Option<u64> {
        shape(&Combinations::new(squares), counts).map(|layer| layer.size)
    }

    /// The layer of these numbers of pieces, if it exists.
    pub fn layer(&self, counts: &[u32]) -> Option<u32> {
        self.by_counts.get(counts).copied()
    }

    /// The number of numbers in a layer.
    pub fn size(&self, layer: u32) -> u64 {
        self.layers[layer as usize].size
    }

    /// The layer and the number of disjoint sets. `None` if there is no such layer.
    pub fn place(&self, sets: &[u64]) -> Option<(u32, u64)> {
        let mut counts = [0; MOST_WORDS];
        let counts = &mut counts[..sets.len()];
        for (count, set) in counts.iter_mut().zip(sets) {
            *count = set.count_ones();
        }
        let number = self.layer(counts)?;
        let layer = &self.layers[number as usize];
        let mut least = u64::MAX;
        for symmetry in 0..self.symmetries.count() {
            let image = self.symmetries.image(symmetry, sets[layer.first]);
            let rank = self.combinations.rank(image);
            let first = match &layer.orbits {
                Some(orbits) => match orbits.index[rank as usize] {
                    NONE => continue,
                    index => u64::from(index),
                },
                None => rank,
            };
            least = least.min(first * layer.others + self.rest(layer, symmetry, image, sets));
        }
        Some((number, least))
    }

    /// The number of all sets except the first, after a symmetry is applied.
    fn rest(&self, layer: &Layer, symmetry: usize, first: u64, sets: &[u64]) -> u64 {
        let mut free = self.symmetries.board() & !first;
        let mut number = 0;
        for (place, (&set, &count)) in sets.iter().zip(&layer.counts).enumerate() {
            if place == layer.first || count == 0 {
                continue;
            }
            let image = self.symmetries.image(symmetry, set);
            number = number * self.combinations.count(free.count_ones(), count)
                + self.combinations.rank_within(image, free);
            free &= !image;
        }
        number
    }

    /// Finds the sets of a number. Returns `false` if the number is a gap.
    pub fn sets(&self, layer: u32, number: u64, sets: &mut [u64]) -> bool {
        let shape = &self.layers[layer as usize];
        let (first, mut rest) = (number / shape.others, number % shape.others);
        let own = match &shape.orbits {
            Some(orbits) => orbits.sets[first as usize],
            None => self.combinations.unrank(shape.counts.get(shape.first).copied().unwrap_or(0), first),
        };
        let mut free = self.symmetries.board() & !own;
        if let (Some(flag), Some(set)) = (shape.flag, sets.last_mut()) {
            *set = u64::from(flag);
        }
        let mut below = shape.others;
        for (place, &count) in shape.counts.iter().enumerate() {
            sets[place] = 0;
            if place == shape.first {
                sets[place] = own;
                continue;
            }
            if count == 0 {
                continue;
            }
            below /= self.combinations.count(free.count_ones(), count);
            sets[place] = self.combinations.unrank_within(count, rest / below, free);
            rest %= below;
            free &= !sets[place];
        }
        !self.has_smaller_image(shape, number, sets)
    }

    /// Whether some image of the sets has a smaller number.
    fn has_smaller_image(&self, layer: &Layer, number: u64, sets: &[u64]) -> bool {
        let own = sets[layer.first];
        (1..self.symmetries.count()).any(|symmetry| {
            let image = self.symmetries.image(symmetry, own);
            if layer.orbits.is_some() {
                // Only one image of a representative is a representative: the set itself.
                return image == own
                    && number / layer.others * layer.others + self.rest(layer, symmetry, image, sets)
                        < number;
            }
            self.combinations.rank(image) * layer.others + self.rest(layer, symmetry, image, sets) < number
        })
    }

    /// The symmetries up to which positions are numbered.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }
}

/// The largest number of words of a board.
pub const MOST_WORDS: usize = 16;

/// A layer without symmetries. `None` if it has more than 2^64 numbers.
fn shape(combinations: &Combinations, counts: &[u32]) -> Option<Layer> {
    let squares = combinations.squares();
    let arrangements = |&place: &usize| {
        let count = combinations.count(squares, counts[place]);
        // Prefers the set with the most arrangements, among those that can be listed.
        if count <= MOST_SETS { (1, count) } else { (0, u64::MAX - count) }
    };
    let first = (0..counts.len()).rev().max_by_key(arrangements)?;
    let mut free = squares.checked_sub(counts[first])?;
    let mut others = 1u64;
    for (_, &count) in counts.iter().enumerate().filter(|&(place, _)| place != first) {
        others = others.checked_mul(combinations.count(free, count))?;
        free = free.checked_sub(count)?;
    }
    let size = others.checked_mul(combinations.count(squares, counts[first]))?;
    Some(Layer { counts: counts.to_vec(), flag: None, first, orbits: None, others, size })
}

/// The sets of a size that are less than or equal to all their images.
fn orbits(combinations: &Combinations, symmetries: &Symmetries, count: u32) -> Orbits {
    let mut list = Orbits { index: Vec::new(), sets: Vec::new() };
    for number in 0..combinations.count(symmetries.squares(), count) {
        let set = combinations.unrank(count, number);
        let is_least = (1..symmetries.count())
            .all(|symmetry| combinations.rank(symmetries.image(symmetry, set)) >= number);
        list.index.push(if is_least { list.sets.len() as u32 } else { NONE });
        if is_least {
            list.sets.push(set);
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::board::{Layout, Symmetry};
    use std::collections::HashSet;

    fn numbering(layout: Layout, symmetries: &[Symmetry], layers: &[Vec<u32>]) -> Numbering {
        let mut numbering = Numbering::new(Symmetries::new(layout, symmetries).unwrap());
        for (number, counts) in (0..).zip(layers) {
            assert_eq!(numbering.add(counts), Some(number));
        }
        numbering
    }

    /// Every arrangement of disjoint sets of these sizes on a number of squares.
    fn arrangements(squares: u32, counts: &[u32]) -> Vec<Vec<u64>> {
        let Some((&count, rest)) = counts.split_last() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for before in arrangements(squares, rest) {
            let taken = before.iter().fold(0, |taken, set| taken | set);
            let sets = (0..1u64 << squares).filter(|set| set.count_ones() == count && set & taken == 0);
            all.extend(sets.map(|set| [before.clone(), vec![set]].concat()));
        }
        all
    }

    #[test]
    fn every_orbit_has_one_number() {
        for (files, ranks, symmetries) in [
            (3, 3, Symmetry::besides_identity(Layout::new(3, 3).unwrap())),
            (4, 2, Symmetry::besides_identity(Layout::new(4, 2).unwrap())),
            (3, 3, &[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS][..]),
            (3, 2, &[][..]),
        ] {
            let layout = Layout::new(files, ranks).unwrap();
            let layers = [vec![0, 0, 0], vec![1, 0, 2], vec![2, 3, 0], vec![1, 2, 1], vec![2, 2, 2]];
            let numbering = numbering(layout, symmetries, &layers);
            for (layer, counts) in (0..).zip(&layers) {
                let all = arrangements(layout.squares() as u32, counts);
                let orbit =
                    |sets: &[u64]| numbering.symmetries().images(sets).chain([sets.to_vec()]).min().unwrap();
                let orbits: HashSet<Vec<u64>> = all.iter().map(|sets| orbit(sets)).collect();
                let mut met = HashSet::new();
                for number in 0..numbering.size(layer) {
                    let mut sets = [0; 3];
                    if numbering.sets(layer, number, &mut sets) {
                        assert_eq!(numbering.place(&sets), Some((layer, number)));
                        assert!(met.insert(orbit(&sets)));
                    }
                }
                assert_eq!(met, orbits, "{counts:?}");
                for sets in &all {
                    let number = numbering.place(sets);
                    assert!(
                        numbering.symmetries().images(sets).all(|image| numbering.place(&image) == number)
                    );
                }
            }
            assert_eq!(numbering.place(&[1, 2, 0]), None);
        }
    }

    #[test]
    fn a_flag_chooses_the_layer_and_belongs_to_no_square() {
        let layout = Layout::new(3, 2).unwrap();
        let symmetries = Symmetries::new(layout, Symmetry::besides_identity(layout)).unwrap();
        let mut numbering = Numbering::new(symmetries).with_flag(true);
        let layers = [vec![2, 1, 0], vec![2, 1, 1]].map(|counts| numbering.add(&counts).unwrap());
        assert_eq!(layers, [0, 1]);
        for layer in layers {
            let mut found = 0;
            for number in 0..numbering.size(layer) {
                let mut sets = [0; 3];
                if numbering.sets(layer, number, &mut sets) {
                    found += 1;
                    assert_eq!(sets[2], u64::from(layer));
                    assert_eq!(numbering.place(&sets), Some((layer, number)));
                }
            }
            // Burnside: 60 arrangements, and 4 that one mirror carries to themselves.
            assert_eq!(found, 16);
        }
    }

    #[test]
    fn layers_beyond_64_bits_are_named() {
        let mut numbering = numbering(Layout::new(8, 8).unwrap(), &[], &[vec![1, 1]]);
        assert_eq!(numbering.add(&[20, 20]), None);
        assert_eq!(Numbering::bound(64, &[1, 1]), Some(64 * 63));
    }

    #[test]
    fn sets_that_are_too_many_to_list_are_numbered_with_gaps() {
        let layout = Layout::new(6, 6).unwrap();
        let numbering = numbering(layout, Symmetry::besides_identity(layout), &[vec![12, 10]]);
        assert_eq!(Some(numbering.size(0)), Numbering::bound(36, &[12, 10]));
        for number in (0..numbering.size(0)).step_by(usize::try_from(numbering.size(0) / 1000).unwrap()) {
            let mut sets = [0; 2];
            let is_one = numbering.sets(0, number, &mut sets);
            let (_, least) = numbering.place(&sets).unwrap();
            assert_eq!(is_one, least == number);
            assert!(least <= number);
        }
    }
}
