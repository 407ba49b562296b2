//! The count state by state, from the left: explicit borders in a hash map, as the method is usually described.
//!
//! It counts boards of height 1, is compared with the engine in tests, and is the baseline of the benchmark.

use super::point::{Colour, Point};
use super::strip::Strip;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

/// The border before the first column: all edge.
pub fn edge(height: usize) -> Strip {
    Strip::new(vec![Point::EDGE; height])
}

/// The classes of borders after a point: empty, or a stone of either colour if that is legal.
pub fn successors(border: &Strip, point: usize) -> impl Iterator<Item = Strip> {
    let stones = [None, Some(Colour::White), Some(Colour::Black)];
    let beside = point.checked_sub(1);
    stones.into_iter().filter_map(move |stone| Some(border.place(point, beside, stone)?.0.class()))
}

/// Places one point on all borders, and adds up by class. Returns the number of borders that were expanded.
pub fn expand<K, V, S>(
    borders: &mut HashMap<K, V, S>,
    point: usize,
    read: impl Fn(&K) -> Strip,
    write: impl Fn(&Strip) -> K,
    add: impl Fn(&mut V, &V),
) -> u64
where
    K: Eq + Hash,
    V: Clone + Default,
    S: BuildHasher + Default,
{
    let mut next = HashMap::default();
    for (border, count) in borders.iter() {
        for successor in successors(&read(border), point) {
            add(next.entry(write(&successor)).or_default(), count);
        }
    }
    let expanded = borders.len() as u64;
    *borders = next;
    expanded
}

/// The numbers of legal positions of all boards of a height up to a width, and the number of borders that were
/// expanded.
pub fn count(height: usize, width: usize) -> (Vec<BigUint>, u64) {
    let mut borders = HashMap::from([(edge(height), BigUint::from(1_u32))]);
    let mut expanded = 0;
    let counts = (0..width).map(|_| {
        for point in 0..height {
            expanded += expand(&mut borders, point, Clone::clone, Clone::clone, |sum, count| *sum += count);
        }
        borders.iter().filter(|(border, _)| border.is_legal()).map(|(_, count)| count).sum()
    });
    (counts.collect(), expanded)
}
