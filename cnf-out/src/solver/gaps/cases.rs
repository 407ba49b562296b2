//! Cases: prefixes that follow choices, sets of literals of which every model has one.
//!
//! Idea: the choice of a square splits a formula into as many cases as there are squares, and each case is much easier than
//! the whole. In the order of a choice's literals, the prefix that ends with the first true literal is a case; those that end
//! with a false one lead to the cases that follow. So only cases are tried, and are asked by their true literals alone: then
//! their lemmas are short. A case that takes more than a few conflicts is split by the next choice.

use rustsat::types::Lit;
use std::collections::HashSet;
use std::ops::Range;

/// The conflicts after which a case is split by the next choice. In tests it is small, so that small formulas are split.
const BRIEF: u32 = if cfg!(test) { 2 } else { 5000 };

/// What is done with a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// It is split at once.
    Split,
    /// It is split after this number of conflicts.
    Conflicts(u32),
    /// It is refuted, however long that takes.
    Refute,
}

/// The choices, one after the other in the order of the prefixes.
#[derive(Debug)]
pub(super) struct Cases {
    order: Vec<Lit>,
    /// Where each choice ends in the order.
    ends: Vec<usize>,
}

impl Cases {
    /// These choices. Of a variable that occurs again only the first literal counts.
    pub(super) fn new(choices: &[Vec<Lit>]) -> Self {
        let (mut known, mut order, mut ends) = (HashSet::new(), Vec::new(), Vec::new());
        for choice in choices {
            let before = order.len();
            order.extend(choice.iter().copied().filter(|literal| known.insert(literal.var())));
            if order.len() > before {
                ends.push(order.len());
            }
        }
        Self { order, ends }
    }

    /// The literals of all choices.
    pub(super) fn order(&self) -> &Vec<Lit> {
        &self.order
    }

    /// The share of all cases that begin with a prefix, if all of a choice are equally many.
    pub(super) fn share(&self, prefix: &[bool]) -> f64 {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let choices = starts.zip(&self.ends).take_while(|(start, _)| *start < prefix.len());
        choices
            .map(|(start, &end)| {
                let bits = &prefix[start..end.min(prefix.len())];
                let left = match bits.iter().filter(|&&bit| bit).count() {
                    0 => end - start - bits.len(),
                    chosen => usize::from(chosen == 1),
                };
                left as f64 / (end - start) as f64
            })
            .product()
    }

    /// What is done with a prefix.
    pub(super) fn effort(&self, prefix: &[bool]) -> Effort {
        if prefix.len() >= self.order.len() {
            return Effort::Refute;
        }
        let Some(choice) = self.last_choice(prefix) else { return Effort::Conflicts(BRIEF) };
        let is_last = self.ends.last() == Some(&choice.end);
        let chosen = prefix[choice.start..].iter().filter(|&&bit| bit).count();
        match (chosen, prefix.last() == Some(&true)) {
            // With two of a choice there is mostly no model; if there is one, it is found.
            (2.., true) => Effort::Refute,
            (1, true) if is_last => Effort::Refute,
            (1, true) => Effort::Conflicts(BRIEF),
            // No model has none.
            (0, _) if prefix.len() == choice.end => Effort::Refute,
            _ => Effort::Split,
        }
    }

    /// The places in the order whose values say what a prefix means: of a choice with a true literal only this one.
    pub(super) fn asked(&self, prefix: &[bool]) -> impl Iterator<Item = usize> {
        let choice = self.last_choice(prefix).unwrap_or(0..0);
        let is_open = !prefix[choice.clone().start..].contains(&true);
        prefix
            .iter()
            .enumerate()
            .filter(move |&(place, &bit)| bit || is_open && choice.contains(&place))
            .map(|(place, _)| place)
    }

    /// The choice to which the last value of a prefix belongs, as places in the order. `None` for the empty prefix.
    fn last_choice(&self, prefix: &[bool]) -> Option<Range<usize>> {
        let last = prefix.len().checked_sub(1)?;
        let number = self.ends.iter().position(|&end| last < end)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[number])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    /// Two choices of three and of two literals.
    fn cases() -> Cases {
        Cases::new(&[vec![lit![0], lit![1], lit![2]], vec![], vec![lit![3], lit![1], lit![4]]])
    }

    #[test]
    fn only_cases_are_tried() {
        let effort = |bits: &str| cases().effort(&bits.chars().map(|bit| bit == '1').collect::<Vec<_>>());
        for bits in ["", "1", "01", "001"] {
            assert_eq!(effort(bits), Effort::Conflicts(BRIEF), "{bits}");
        }
        for bits in ["0", "00", "10", "100", "0010"] {
            assert_eq!(effort(bits), Effort::Split, "{bits}");
        }
        for bits in ["000", "11", "011", "1001", "10001", "10000"] {
            assert_eq!(effort(bits), Effort::Refute, "{bits}");
        }
    }

    #[test]
    fn the_shares_of_the_parts_are_that_of_the_whole() {
        let sixths = |bits: &str| {
            let share = cases().share(&bits.chars().map(|bit| bit == '1').collect::<Vec<_>>());
            (6.0 * share).round() as u32
        };
        assert_eq!(["", "1", "10", "00", "000", "11"].map(sixths), [6, 2, 2, 2, 0, 0]);
        assert_eq!(["1000", "1001", "10001"].map(sixths), [1, 1, 1]);
    }

    #[test]
    fn a_case_is_asked_by_its_true_literals() {
        let asked = |bits: &str| {
            cases().asked(&bits.chars().map(|bit| bit == '1').collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        assert_eq!(asked(""), Vec::<usize>::new());
        assert_eq!(asked("01"), [1]);
        assert_eq!(asked("000"), [0, 1, 2]);
        assert_eq!(asked("1001"), [0, 3]);
        assert_eq!(asked("10000"), [0, 3, 4]);
    }
}
