//! The number of valid border states, without listing them.
//!
//! A border is read from its first point to its last. A libertyless stone says whether its string has an earlier and a
//! later point. Of the strings that still need a later point, only the colours matter, and only the last one may be
//! continued. (Tromp and Farnebäck, 2009, section 4.2; at most 2^(m/2) stacks of colours, each a bit string.)

use super::point::Colour;
use rustc_hash::FxHashMap;

/// A point, as far as later points depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum View {
    /// There is no such point.
    Nothing,
    Empty,
    Free(Colour),
    /// A stone of a libertyless string: whether the string's previous stone is its neighbour or elsewhere, and whether
    /// the string continues.
    Libertyless {
        colour: Colour,
        earlier: Earlier,
        later: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Earlier {
    None,
    Neighbour,
    Elsewhere,
}

/// The state of reading: the last point but one, the last point, and the colours of the strings that must continue.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct ReadState {
    before: View,
    last: View,
    open: Vec<Colour>,
}

impl View {
    fn colour(self) -> Option<Colour> {
        match self {
            Self::Free(colour) | Self::Libertyless { colour, .. } => Some(colour),
            Self::Nothing | Self::Empty => None,
        }
    }

    /// Whether a point may be a neighbour of the next; `joined` says that the next belongs to the same string.
    fn may_neighbour(self, next: Self, joined: bool) -> bool {
        match (self, next) {
            (Self::Libertyless { .. }, Self::Empty) | (Self::Empty, Self::Libertyless { .. }) => false,
            (Self::Libertyless { colour, .. }, Self::Free(free))
            | (Self::Free(free), Self::Libertyless { colour, .. }) => colour != free,
            (Self::Libertyless { colour: one, .. }, Self::Libertyless { colour: two, .. }) => {
                one != two || joined
            }
            _ => true,
        }
    }
}

impl ReadState {
    /// Whether the last point, which ends the new column, is virtually a neighbour of the next (definition 3).
    fn is_bent(&self) -> bool {
        match self.last {
            View::Libertyless { earlier, later, .. } => {
                (later || earlier != Earlier::None) && earlier != Earlier::Neighbour
            }
            View::Free(colour) => {
                self.before == View::Nothing || self.before.colour() == Some(colour.other())
            }
            View::Nothing | View::Empty => false,
        }
    }

    /// All ways to read one more point.
    fn next(&self, kink: Kink) -> Vec<Self> {
        let mut found = Vec::new();
        let mut read = |point: View, open: Vec<Colour>, joined: bool| {
            let is_neighbour = kink == Kink::Elsewhere || kink == Kink::Bent && self.is_bent();
            if self.last == View::Nothing || !is_neighbour || self.last.may_neighbour(point, joined) {
                found.push(Self { before: self.last, last: point, open });
            }
        };
        read(View::Empty, self.open.clone(), false);
        for colour in Colour::BOTH {
            read(View::Free(colour), self.open.clone(), false);
            let stone = |earlier, later| View::Libertyless { colour, earlier, later };
            read(stone(Earlier::None, false), self.open.clone(), false);
            read(stone(Earlier::None, true), [&self.open[..], &[colour]].concat(), false);
            if let Some((&awaited, rest)) = self.open.split_last()
                && awaited == colour
            {
                let joined = matches!(self.last, View::Libertyless { later: true, .. });
                let earlier = if joined { Earlier::Neighbour } else { Earlier::Elsewhere };
                read(stone(earlier, true), self.open.clone(), joined);
                read(stone(earlier, false), rest.to_vec(), joined);
            }
        }
        found
    }
}

/// What lies between the last point and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kink {
    /// They are neighbours.
    Elsewhere,
    /// The new column ends between them: they may be neighbours virtually.
    Bent,
    /// The same, but validity is not checked.
    Open,
}

/// The number of ways to read a border of a height with a kink after `placed` points. All strings must be complete,
/// unless `halves` holds.
fn readings(height: usize, placed: usize, at_kink: Kink, halves: bool) -> u64 {
    let start = ReadState { before: View::Nothing, last: View::Nothing, open: Vec::new() };
    let mut readings = FxHashMap::from_iter([(start, 1_u64)]);
    for point in 0..height {
        let kink = if point == placed && placed > 0 { at_kink } else { Kink::Elsewhere };
        let mut next: FxHashMap<ReadState, u64> = FxHashMap::default();
        for (reading, states) in readings {
            for mut reading in reading.next(kink) {
                if halves || reading.open.len() < height - point {
                    if point + 1 != placed {
                        // The point before the last matters only at the kink.
                        reading.before = View::Empty;
                    }
                    *next.entry(reading).or_default() += states;
                }
            }
        }
        readings = next;
    }
    readings
        .into_iter()
        .filter(|(reading, _)| halves || reading.open.is_empty())
        .map(|(_, states)| states)
        .sum()
}

/// The number of valid classes of border states of a height after `placed` points of the new column (fewer than the
/// height), as in table 1.
pub fn classes(height: usize, placed: usize) -> u64 {
    // Only the state without stones equals its own reversal.
    readings(height, placed, Kink::Bent, false).div_ceil(2)
}

/// The same, including states that are invalid at the kink only.
pub(super) fn classes_with_open_kink(height: usize, placed: usize) -> u64 {
    readings(height, placed, Kink::Open, false).div_ceil(2)
}

/// The approximate number of halves of `points` points, up to exchange of colours.
pub(super) fn halves(points: usize) -> u64 {
    readings(points, 0, Kink::Elsewhere, true) / 2
}

#[cfg(test)]
mod tests {
    use super::classes;

    /// Table 1 of Tromp and Farnebäck.
    const TABLE: &str = include_str!("../../../tests/data/go_state_classes.tsv");

    #[test]
    fn the_numbers_agree_with_table_1() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let mut heights = 0;
        for line in lines {
            let fields: Vec<u64> = line.split('\t').map(|field| field.parse().expect("a number")).collect();
            let [height, least, most] = fields[..] else { panic!("three fields") };
            let height = height as usize;
            assert_eq!(classes(height, 0), least, "height {height}");
            assert_eq!(classes(height, height - 1), most, "height {height}");
            heights += 1;
        }
        assert_eq!(heights, 19);
    }
}
