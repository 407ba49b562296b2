//! Hints about the steps of a formula: values that no cut has, whatever its number.
//!
//! Idea: a board on which a disc lies far from all others is no position of a game. A solver finds that out for each
//! cut and each such board, by a search back to the first step. The rules say it at once, for all boards with such a
//! disc, in a cube of a few literals. So when a segment proposes values of the cut before it, a hint may name cubes that
//! exclude them, and the chain proves the cubes for one cut after the other, from the first. The proof of each takes
//! little more than unit propagation, if the cubes together are preserved by a step. What is not proved is not used: a
//! wrong hint costs time, and nothing else.

use crate::clausify::BitValue;
use rustsat::types::Lit;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// A bit of a cut that has a value.
///
/// # Examples
/// ```
/// use cnf_out::solver::chain::Setting;
///
/// let empty = Setting { word: 0, bit: 27, is_set: false };
/// assert!(empty < Setting { is_set: true, ..empty });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setting {
    /// The number of the word among the words of the cut, from 0.
    pub word: usize,
    /// The number of the bit in the word, from 0.
    pub bit: usize,
    /// The value of the bit.
    pub is_set: bool,
}

/// Some bits of a cut and their values.
///
/// # Examples
/// ```
/// use cnf_out::solver::chain::{Cube, Setting};
///
/// let one = Setting { word: 0, bit: 1, is_set: true };
/// let other = Setting { word: 0, bit: 0, is_set: false };
/// assert_eq!(Cube::from_iter([one, other]), Cube::from_iter([other, one, one]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cube(Vec<Setting>);

impl FromIterator<Setting> for Cube {
    fn from_iter<I: IntoIterator<Item = Setting>>(settings: I) -> Self {
        let mut settings: Vec<Setting> = settings.into_iter().collect();
        settings.sort_unstable();
        settings.dedup();
        Self(settings)
    }
}

impl Cube {
    /// Whether words have these bits.
    fn holds(&self, words: &[Vec<bool>]) -> bool {
        let value = |setting: &Setting| words.get(setting.word).and_then(|word| word.get(setting.bit));
        self.0.iter().all(|setting| value(setting) == Some(&setting.is_set))
    }
}

/// The bits of one word of a cut.
type WordBits = Vec<BitValue>;

/// A function that names cubes that no cut has, at least one of which holds for the given values of a cut, word by word.
/// No cubes if it knows none.
type Hint = Box<dyn Fn(&[Vec<bool>]) -> Vec<Cube>>;

/// The hints of a chain, and what has been proved of them.
pub(super) struct Hints {
    /// The words of each cut.
    cuts: Vec<Vec<WordBits>>,
    hint: Hint,
    /// For how many cuts a cube has been excluded, from the first.
    excluded: HashMap<Cube, usize>,
    /// Cubes that could not be excluded from some cut. A hint with one of them is not followed again.
    refused: HashSet<Cube>,
}

impl Hints {
    pub(super) fn new(cuts: Vec<Vec<WordBits>>, hint: Hint) -> Self {
        Self { cuts, hint, excluded: HashMap::new(), refused: HashSet::new() }
    }

    /// Cubes that are said to exclude these values of a cut. None if none of them holds for the values, if some were refused,
    /// or if all are excluded from this cut already.
    pub(super) fn cubes(&self, cut: usize, values: impl Fn(Lit) -> bool) -> Vec<Cube> {
        let value = |bit: &BitValue| match *bit {
            BitValue::Literal(literal) => values(literal),
            BitValue::Constant(value) => value,
        };
        let words: Vec<Vec<bool>> =
            self.cuts[cut].iter().map(|word| word.iter().map(value).collect()).collect();
        let mut cubes = (self.hint)(&words);
        let is_open = |cube: &Cube| self.is_cube(cube) && !self.refused.contains(cube);
        let excludes = |cube: &Cube| self.excluded_from(cube) <= cut && cube.holds(&words);
        if !cubes.iter().all(is_open) || !cubes.iter().any(excludes) {
            cubes.clear();
        }
        cubes
    }

    /// Notes that a cube could not be excluded.
    pub(super) fn refuse(&mut self, cube: Cube) {
        self.refused.insert(cube);
    }

    /// Whether each cut has all bits of the cube.
    fn is_cube(&self, cube: &Cube) -> bool {
        let has = |words: &Vec<WordBits>, setting: &Setting| {
            words.get(setting.word).is_some_and(|word| setting.bit < word.len())
        };
        self.cuts.iter().all(|words| cube.0.iter().all(|setting| has(words, setting)))
    }

    /// For how many cuts, from the first, the cube has been excluded.
    pub(super) fn excluded_from(&self, cube: &Cube) -> usize {
        self.excluded.get(cube).copied().unwrap_or(0)
    }

    /// Notes that a cube is excluded from all cuts up to this one.
    pub(super) fn exclude(&mut self, cube: &Cube, cut: usize) {
        self.excluded.insert(cube.clone(), cut + 1);
    }

    /// The literals of a cube in a cut; `None` if a constant of the cut excludes it, or if it contradicts itself.
    pub(super) fn literals(&self, cube: &Cube, cut: usize) -> Option<Vec<Lit>> {
        let mut literals = Vec::new();
        for setting in &cube.0 {
            match self.cuts[cut][setting.word][setting.bit] {
                BitValue::Literal(literal) => literals.push(if setting.is_set { literal } else { !literal }),
                BitValue::Constant(value) if value == setting.is_set => {}
                BitValue::Constant(_) => return None,
            }
        }
        literals.sort_unstable();
        literals.dedup();
        // A literal and its negation are neighbours now.
        let is_possible = literals.windows(2).all(|two| two[0].var() != two[1].var());
        is_possible.then_some(literals)
    }
}

impl fmt::Debug for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hints")
            .field("cuts", &self.cuts.len())
            .field("excluded", &self.excluded.len())
            .finish_non_exhaustive()
    }
}
