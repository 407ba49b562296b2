//! Compares the values of positions under two readings of rule 8.
//!
//! Both readings number positions in the same way, so the two tables are read side by side. The comparison is about
//! states in which nothing is forbidden. If these values are equal, the values of other states may still differ. For
//! each kind of difference, the case with the fewest plies is kept, because it is the easiest to explain.

use super::game::OstleGame;
use certamen_retro::states::{CompleteTables, Place, TableError, Value};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// The number of blocks between two checks for a request to stop.
const STRETCH: u64 = 4096;

/// The winner, as tablebases report it: the player to move, nobody, or the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The player to move.
    Win,
    /// Nobody.
    Draw,
    /// The other player.
    Loss,
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        })
    }
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Self {
        match (value.is_draw(), value.is_win()) {
            (true, _) => Self::Draw,
            (_, true) => Self::Win,
            _ => Self::Loss,
        }
    }
}

/// The results of a position under both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// The result under the first reading.
    pub one: Wdl,
    /// The result under the second reading.
    pub other: Wdl,
    /// The plies under the first reading compared with those under the second, if the results are equal.
    pub plies: Option<Ordering>,
}

impl Kind {
    /// The kind of a position with these two values.
    pub fn new(one: Value, other: Value) -> Self {
        let (first, second) = (Wdl::from(one), Wdl::from(other));
        let plies = (first == second).then(|| one.plies().cmp(&other.plies()));
        Self { one: first, other: second, plies }
    }

    /// Whether both readings agree.
    pub fn is_same(self) -> bool {
        self.plies == Some(Ordering::Equal)
    }
}

/// A position with its values under both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The position.
    pub place: Place,
    /// Its value under the first reading.
    pub one: Value,
    /// Its value under the second reading.
    pub other: Value,
    /// Whether the readings disagree about the position in some state, with or without a forbidden move.
    pub differs: bool,
}

impl Case {
    fn key(&self) -> (bool, u8, u8, Place) {
        let (one, other) = (self.one.plies(), self.other.plies());
        (!self.differs, one.max(other), one.min(other), self.place)
    }

    /// The better example of two: a case that differs before one that does not, then the one with fewer plies.
    fn simpler(self, other: Self) -> Self {
        if other.key() < self.key() { other } else { self }
    }
}

/// The positions of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions whose values differ in some state, with or without a forbidden move, whether rule 8 ever
    /// forbids that move there or not.
    pub differing: u64,
    /// The case with the fewest plies, among those that differ if there are any.
    pub simplest: Case,
}

/// The positions of two solutions, grouped by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The tally of each kind.
    pub kinds: BTreeMap<Kind, Tally>,
}

impl Comparison {
    fn add(&mut self, case: Case) {
        let tally = Tally { positions: 1, differing: u64::from(case.differs), simplest: case };
        self.join(Kind::new(case.one, case.other), tally);
    }

    fn join(&mut self, kind: Kind, tally: Tally) {
        let join = |have: &mut Tally| {
            have.positions += tally.positions;
            have.differing += tally.differing;
            have.simplest = have.simplest.simpler(tally.simplest);
        };
        self.kinds.entry(kind).and_modify(join).or_insert(tally);
    }

    /// The sum of two comparisons.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        other.kinds.iter().for_each(|(&kind, &tally)| self.join(kind, tally));
        self
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// Compares a layer of two solutions of the same variant. `watch` is called with the finished fraction.
    ///
    /// # Errors
    /// [`TableError`] if the layer is not built, or if its table is damaged; after a request to stop.
    pub fn compare(
        one: &CompleteTables<'_, Self>,
        other: &CompleteTables<'_, Self>,
        layer: u8,
        stop: &Stop,
        watch: &mut dyn FnMut(f64),
    ) -> Result<Comparison, TableError> {
        let (one, other) = (one.layer(layer)?, other.layer(layer)?);
        let of_block = |block: u64| {
            let (mut buffer, mut others) = (Vec::new(), Vec::new());
            let mut comparison = Comparison::default();
            let entries = one.block(block, &mut buffer)?.zip(other.block(block, &mut others)?);
            for (rank, (one, other)) in one.ranks(block).zip(entries) {
                let place = Place { layer, rank };
                comparison.add(Case { place, one: one.best, other: other.best, differs: one != other });
            }
            Ok::<_, TableError>(comparison)
        };
        let mut comparison = Comparison::default();
        for first in (0..one.blocks()).step_by(STRETCH as usize) {
            stop.proceed()?;
            let last = (first + STRETCH).min(one.blocks());
            let compared = (first..last).into_par_iter().map(of_block);
            let compared = compared.try_reduce(Comparison::default, |a, b| Ok(a.joined(&b)))?;
            comparison = comparison.joined(&compared);
            watch(last as f64 / one.blocks() as f64);
        }
        Ok(comparison)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![Just(Value::DRAW), (1u8..5).prop_map(Value::win), (1u8..5).prop_map(Value::loss)]
    }

    proptest! {
        #[test]
        fn cases_are_counted_in_any_order(
            values in prop::collection::vec((value(), value(), any::<bool>()), 0..30),
            split in 0usize..30,
        ) {
            let cases: Vec<Case> = (0..).zip(values).map(|(rank, (one, other, differs))| {
                Case { place: Place { layer: 0, rank }, one, other, differs: differs || one != other }
            }).collect();
            let count = |cases: &[Case]| {
                let mut all = Comparison::default();
                for &case in cases {
                    all.add(case);
                }
                all
            };
            let (first, rest) = cases.split_at(split.min(cases.len()));
            let all = count(&cases);
            prop_assert_eq!(&count(rest).joined(&count(first)), &all);
            for (&kind, tally) in &all.kinds {
                let of_kind = || cases.iter().filter(|case| Kind::new(case.one, case.other) == kind);
                prop_assert_eq!(tally.positions, of_kind().count() as u64);
                let differing = of_kind().filter(|case| case.differs);
                prop_assert_eq!(tally.differing, differing.clone().count() as u64);
                let most = |case: &Case| case.one.plies().max(case.other.plies());
                let least = if tally.differing > 0 { differing.map(most).min() } else { of_kind().map(most).min() };
                prop_assert_eq!(Some(most(&tally.simplest)), least);
                prop_assert_eq!(tally.simplest.differs, tally.differing > 0);
                prop_assert_eq!(kind.is_same(), tally.simplest.one == tally.simplest.other);
            }
        }
    }
}
