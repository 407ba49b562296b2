//! The figures of the publication, for comparison with the computed ones.
//!
//! The tests read the same data, which are in `src/games/ostle/data` together with their source.

use super::ranking::{ClassSize, Ranking};
use encodings::ostle::variant::Variant;
use std::collections::BTreeMap;

const TABLE_1: &str = include_str!("../data/ostle_table1.tsv");
const TABLE_2: &str = include_str!("../data/ostle_table2.tsv");

const TABLE_3: &str = include_str!("../data/ostle.tsv");

/// The fields of each line of a table.
fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

/// Table 1: the number of positions of a class up to symmetry. `None` if the variant is not the published one.
pub fn positions(variant: Variant, class: &ClassSize) -> Option<u64> {
    let wanted =
        [Ranking::<5>::layout().name(class.hole).to_string(), class.own.to_string(), class.opp.to_string()];
    let line = lines(TABLE_1).find(|line| line[..3] == wanted)?;
    (variant == Variant::PUBLISHED).then(|| line[3].parse().ok())?
}

/// Table 2: the number of states for each number of plies to a position with a move that wins at once. The key `None`
/// is for drawn states. All layers are included.
pub fn states() -> BTreeMap<Option<u8>, u64> {
    lines(TABLE_2).filter_map(|line| Some((line[0].parse().ok(), line[1].parse().ok()?))).collect()
}

/// Table 3: the number of states at each distance from the start. These numbers are obtained if moves that rule 8
/// forbids are made as well.
pub fn distances() -> Vec<u64> {
    let table = lines(TABLE_3).filter(|line| line[0] == "distance");
    table.filter_map(|line| line[2].parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_tables_have_the_published_sums() {
        let ranking = Ranking::<5>::new(Variant::PUBLISHED);
        let classes = ranking.classes().map(|class| positions(Variant::PUBLISHED, &class).expect("a line"));
        assert_eq!(classes.sum::<u64>(), 2_735_147_685);
        let states = states();
        assert_eq!(states.values().sum::<u64>(), 11_148_725_918);
        assert_eq!((states[&None], states[&Some(146)], states.len()), (339_367_091, 7, 147));
        assert_eq!((distances().len(), distances().iter().sum::<u64>()), (27, 12_919_984_336));
        let small = Variant::new(5, 5, 2).unwrap();
        assert!(ranking.classes().all(|class| positions(small, &class).is_none()));
    }
}
