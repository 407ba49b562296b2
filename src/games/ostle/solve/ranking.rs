//! Numbers for positions up to symmetry, without gaps, and their inverse.
//!
//! Idea: positions are divided into layers by the numbers of pieces of both sides, and each layer into classes by the
//! orbit of the hole (a1, a2, a3, b2, b3 and c3 on 5x5: the 24 classes of table 1 of the publication). A symmetry maps
//! the hole to the representative of its orbit. The symmetries that keep this square act on the sets of own pieces. For
//! each such set, a table has the symmetry that maps it to the least set of its orbit, and the first number of its
//! positions. If no symmetry keeps that least set, each set of opposing pieces is a position of its own, and its number
//! among the subsets of the remaining squares is added. For the few sets that a symmetry keeps, there is a sorted list
//! of the opposing sets that are the least of their orbits.
//!
//! Cost of ranking: nine loads for the images (six in a frame, none in a frame whose hole no symmetry but the identity
//! keeps), one load from the table of own sets (4 bytes for each set, 1 MB for five pieces of each side), and two numbers
//! of subsets. Cost of unranking: the orbit by a table of stretches, and one subset. Both are measured in
//! `docs/notebook/ostle.md`.

use super::class::Class;
use super::subsets::{Subsets, open_gaps};
use super::symmetry::{Images, Which};
use certamen_retro::states::Place;
use encodings::board::{Grid, Layout, Square};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use rayon::prelude::*;

/// The positions with these numbers of pieces.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) own: u32,
    pub(super) opp: u32,
    pub(super) owns: Subsets,
    pub(super) opps: Subsets,
    pub(super) classes: Vec<Class>,
    /// The numbers of the first positions of the classes.
    offsets: Vec<u32>,
    size: u32,
}

/// The place of a position's class, and how the position is mapped to its representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedPosition {
    /// The layer and the number in it.
    pub place: Place,
    /// The symmetry that maps the position to its representative.
    pub(super) which: Which,
    /// The own pieces of the representative.
    pub(super) own: u32,
    /// Whether a symmetry other than the identity keeps the position.
    pub symmetric: bool,
}

/// A class of table 1: the orbit of the hole, the numbers of pieces, and the number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSize {
    /// The orbit's representative.
    pub hole: Square,
    /// The pieces of the player to move.
    pub own: u32,
    /// The pieces of the other player.
    pub opp: u32,
    /// The number of positions up to symmetry.
    pub positions: u32,
}

/// The numbering of all positions of a variant on `SIDE` by `SIDE` squares.
#[derive(Clone, Debug)]
pub struct Ranking<const SIDE: usize> {
    pub(super) images: Images<SIDE>,
    /// For each square of the hole: the index of its class, and the symmetry that maps it to the representative.
    pub(super) holes: [(u8, Which); 32],
    pub(super) layers: Vec<Layer>,
    /// The index of a layer, by the numbers of pieces of both sides.
    pub(super) places: [[u8; 8]; 8],
}

impl<const SIDE: usize> Ranking<SIDE> {
    /// The numbering for a variant on a board of this size.
    pub fn new(variant: Variant) -> Self {
        let images = Images::new();
        let (holes, representatives) = hole_orbits(&images);
        let playing: Vec<u32> = (1..=variant.pieces()).filter(|&pieces| variant.is_playing(pieces)).collect();
        let mut sizes: Vec<(u32, u32)> =
            playing.iter().flat_map(|&own| playing.iter().map(move |&opp| (own, opp))).collect();
        // Layers that depend on each other are adjacent, and come after the layers that captures lead to.
        sizes.sort_by_key(|&(own, opp)| (own + opp, own.max(opp), opp));
        let mut places = [[0; 8]; 8];
        for (place, &(own, opp)) in sizes.iter().enumerate() {
            places[own as usize][opp as usize] = place as u8;
        }
        let layers =
            sizes.par_iter().map(|&(own, opp)| Layer::new(&images, &representatives, own, opp)).collect();
        Self { images, holes, layers, places }
    }

    /// For each layer, the numbers of pieces of both sides and the number of positions.
    pub fn layers(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        self.layers.iter().map(|layer| (layer.own, layer.opp, layer.size))
    }

    /// The classes of table 1.
    pub fn classes(&self) -> impl Iterator<Item = ClassSize> {
        self.layers.iter().flat_map(|layer| {
            layer.classes.iter().map(|class| ClassSize {
                hole: Square::of_bit(class.hole),
                own: layer.own,
                opp: layer.opp,
                positions: class.size,
            })
        })
    }

    pub(super) fn images(&self) -> &Images<SIDE> {
        &self.images
    }

    /// The representative of a place, and whether a symmetry other than the identity keeps it.
    #[inline]
    pub fn unrank(&self, place: Place) -> (Pieces<u32>, bool) {
        let layer = &self.layers[usize::from(place.layer)];
        // Counts instead of searching: the end of a search could not be predicted.
        let begun = layer.offsets.iter().filter(|&&offset| offset <= place.rank).count();
        let class = &layer.classes[begun.saturating_sub(1)];
        let within = place.rank - class.offset;
        let orbit = class.orbit(within);
        let kept = class.kept.get(orbit.kept as usize);
        let number = within - orbit.base;
        let number = kept.map_or(number, |kept| kept.least.get(number));
        let opp = open_gaps(layer.opps.set(number), orbit.own | class.hole);
        let symmetric = kept.is_some_and(|kept| kept.by.iter().any(|&by| self.images.word(by, opp) == opp));
        (Pieces { own: orbit.own, opp, hole: class.hole }, symmetric)
    }

    /// The symmetries that keep a position, including the identity.
    pub(super) fn keeping(&self, pieces: Pieces<u32>) -> impl Iterator<Item = Which> {
        (0..8).filter(move |&which| {
            let image = |word| self.images.word(which, word);
            image(pieces.own) == pieces.own
                && image(pieces.opp) == pieces.opp
                && image(pieces.hole) == pieces.hole
        })
    }

    /// The layer with these numbers of pieces, if there is one.
    #[inline(always)]
    pub fn layer(&self, own: u32, opp: u32) -> Option<u8> {
        // Where there is no such layer, the table has the first one.
        let place = self.places[own as usize & 7][opp as usize & 7];
        let layer = &self.layers[usize::from(place)];
        ((layer.own, layer.opp) == (own, opp)).then_some(place)
    }

    /// The layout of the board.
    pub const fn layout() -> Layout {
        Grid::<SIDE, SIDE>::LAYOUT
    }
}

/// For each square, the index of its orbit and a symmetry that maps it to the representative; and the representatives.
/// The representative of an orbit is its first square by file and then by rank, as in table 1 (a1, a2, a3, b2, b3, c3).
fn hole_orbits<const SIDE: usize>(images: &Images<SIDE>) -> ([(u8, Which); 32], Vec<u32>) {
    let mut by_file: Vec<usize> = (0..SIDE * SIDE).collect();
    by_file.sort_by_key(|&index| (index % SIDE, index / SIDE));
    let key = |bit: u32| by_file.iter().position(|&index| 1 << index == bit);
    let mut representatives = Vec::new();
    let mut holes = [(0, 0); 32];
    for &index in &by_file {
        let best = (0..8u8).min_by_key(|&which| key(images.word(which, 1 << index))).unwrap_or_default();
        let least = images.word(best, 1 << index);
        if !representatives.contains(&least) {
            representatives.push(least);
        }
        let place = representatives.iter().position(|&hole| hole == least).unwrap_or_default();
        holes[index] = (place as u8, best);
    }
    (holes, representatives)
}

impl Layer {
    fn new<const SIDE: usize>(images: &Images<SIDE>, holes: &[u32], own: u32, opp: u32) -> Self {
        let free = (SIDE * SIDE) as u32 - 1;
        let (owns, opps) = (Subsets::new(free, own), Subsets::new(free - own, opp));
        let mut classes: Vec<Class> =
            holes.par_iter().map(|&hole| Class::new(images, hole, &owns, &opps)).collect();
        let mut size = 0;
        for class in &mut classes {
            class.offset = size;
            size += class.size;
        }
        let offsets = classes.iter().map(|class| class.offset).collect();
        Self { own, opp, owns, opps, classes, offsets, size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;
    use std::sync::LazyLock;

    static PUBLISHED: LazyLock<Ranking<5>> = LazyLock::new(|| Ranking::new(Variant::PUBLISHED));

    /// Ranks and unranks every place and every position of a small variant.
    fn exhaust<const SIDE: usize>(pieces: usize, lose_at: usize) {
        let variant = Variant::new(SIDE, pieces, lose_at).unwrap();
        let ranking = Ranking::<SIDE>::new(variant);
        let mut places = HashSet::new();
        for (layer, (.., size)) in ranking.layers().enumerate() {
            for rank in 0..size {
                let place = Place { layer: layer as u8, rank };
                let (position, symmetric) = ranking.unrank(place);
                assert_eq!(symmetric, ranking.keeping(position).count() > 1);
                for which in 0..8 {
                    let word = |word| ranking.images.word(which, word);
                    let image = Pieces {
                        own: word(position.own),
                        opp: word(position.opp),
                        hole: word(position.hole),
                    };
                    let ranked = ranking.rank(image);
                    assert_eq!((ranked.place, ranked.symmetric), (place, symmetric));
                    let frame = ranking.frame(image.own.count_ones(), image.opp.count_ones(), image.hole).0;
                    assert_eq!(frame.has(image), image.hole == position.hole);
                    assert_eq!(frame.rank(image), ranked);
                    if frame.has(image) && frame.is_rigid() {
                        assert_eq!(frame.rank_rigid(image), ranked);
                    }
                    let word = |word| ranking.images.word(ranked.which, word);
                    let back = Pieces { own: word(image.own), opp: word(image.opp), hole: word(image.hole) };
                    assert_eq!(back, position);
                }
                places.insert((position.own, position.opp, position.hole));
            }
        }
        assert_eq!(places.len(), ranking.layers().map(|(.., size)| size as usize).sum::<usize>());
        // Burnside: the number of pairs of a position and a symmetry that keeps it is eight times the number of orbits.
        let mut fixed = 0;
        let sides = || (0..1u32 << (SIDE * SIDE)).filter(|side| variant.is_playing(side.count_ones()));
        let sides: Vec<u32> = sides().collect();
        for hole in (0..SIDE * SIDE).map(|index| 1u32 << index) {
            for &own in sides.iter().filter(|&own| own & hole == 0) {
                for &opp in sides.iter().filter(|&opp| opp & (own | hole) == 0) {
                    fixed += ranking.keeping(Pieces { own, opp, hole }).count();
                }
            }
        }
        assert_eq!(fixed, 8 * places.len());
    }

    #[test]
    fn small_boards_are_numbered_without_gaps() {
        exhaust::<3>(2, 0);
        exhaust::<4>(2, 1);
        exhaust::<3>(3, 1);
    }

    #[test]
    fn the_classes_are_those_of_table_1() {
        let cases = include_str!("../data/ostle_table1.tsv");
        let mut expected: Vec<(String, u32, u32, u32)> = Vec::new();
        for line in cases.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let [hole, own, opp, positions] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let number = |text: &str| text.parse::<u32>().unwrap();
            expected.push((hole.to_owned(), number(own), number(opp), number(positions)));
        }
        let layout = Ranking::<5>::layout();
        let mut found: Vec<_> = PUBLISHED
            .classes()
            .map(|class| (layout.name(class.hole).to_string(), class.own, class.opp, class.positions))
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(PUBLISHED.layers().map(|(.., size)| u64::from(size)).sum::<u64>(), 2_735_147_685);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn numbers_of_the_published_game_round_trip(layer in 0u8..4, share: u32, which in 0u8..8) {
            let ranking = &*PUBLISHED;
            let size = ranking.layers[usize::from(layer)].size;
            let place = Place { layer, rank: ((u64::from(share) * u64::from(size)) >> 32) as u32 };
            let (position, symmetric) = ranking.unrank(place);
            let word = |word| ranking.images.word(which, word);
            let image = Pieces { own: word(position.own), opp: word(position.opp), hole: word(position.hole) };
            let ranked = ranking.rank(image);
            prop_assert_eq!((ranked.place, ranked.symmetric), (place, symmetric));
            let frame = ranking.frame_beside(Pieces { own: position.opp, opp: position.own, ..position });
            let fewer = Pieces { own: position.own & (position.own - 1), ..position };
            prop_assert!(frame.has(position) && !frame.has(fewer));
            prop_assert_eq!(frame.rank(position), ranking.rank(position));
            if frame.is_rigid() {
                prop_assert_eq!(frame.rank_rigid(position), ranking.rank(position));
            }
        }
    }

    #[test]
    fn symmetric_positions_of_the_published_game_round_trip() {
        for (layer, part) in PUBLISHED.layers.iter().enumerate() {
            for class in &part.classes {
                for kept in class.kept.iter().step_by(37) {
                    for within in (0..kept.least.len()).step_by(101) {
                        let rank = class.offset + kept.base + within;
                        let place = Place { layer: layer as u8, rank };
                        let (position, symmetric) = PUBLISHED.unrank(place);
                        let ranked = PUBLISHED.rank(position);
                        assert_eq!((ranked.place, ranked.symmetric), (place, symmetric));
                    }
                }
            }
        }
    }
}
