//! Sums of bits and of weights, for numbers that exceed the size of a set of squares.
//!
//! Numbers are in binary, added by full adders of two gates. If the summands are in a meaningful order (such as
//! neighbouring squares), a solver can learn bounds on the parts.

use super::Bit;

/// An unsigned number, the least significant bit first.
///
/// # Examples
/// ```
/// use encodings::word::Sum;
///
/// let [three, five] = [3, 5].map(|weight| Sum::of_one(false, &[(weight, true)]));
/// let sum = three.plus(&five);
/// assert_eq!(sum.value(), 8);
/// assert!(sum.at_least(8) && !sum.at_least(9));
/// ```
#[derive(Clone, Debug)]
pub struct Sum<B> {
    bits: Vec<B>,
    /// The constant false, which cannot be made without an existing bit.
    nothing: B,
}

impl<B: Bit> Sum<B> {
    /// The number 0, given the constant false.
    pub fn zero(nothing: B) -> Self {
        Self { bits: Vec::new(), nothing }
    }

    /// The weight of the one bit that holds; no two of the bits may hold together.
    pub fn of_one(nothing: B, choices: &[(u32, B)]) -> Self {
        let most = choices.iter().map(|&(weight, _)| weight).max().unwrap_or_default();
        let places = u32::BITS - most.leading_zeros();
        let bit = |place: u32| {
            let with = choices.iter().filter(|(weight, _)| weight >> place & 1 == 1);
            with.fold(nothing, |found, &(_, bit)| found | bit)
        };
        Self { bits: (0..places).map(bit).collect(), nothing }
    }

    /// The sum of two numbers.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let digit = |number: &Self, place| number.bits.get(place).copied().unwrap_or(self.nothing);
        let mut carry = self.nothing;
        let mut bits = Vec::new();
        for place in 0..self.bits.len().max(other.bits.len()) {
            let (a, b) = (digit(self, place), digit(other, place));
            bits.push(a ^ b ^ carry);
            carry = a.majority(b, carry);
        }
        bits.push(carry);
        Self { bits, nothing: self.nothing }
    }

    /// The sum of numbers, adding neighbours first.
    #[must_use]
    pub fn total(nothing: B, mut numbers: Vec<Self>) -> Self {
        while numbers.len() > 1 {
            let pair = |pair: &[Self]| match pair {
                [one, other] => one.plus(other),
                rest => rest.first().cloned().unwrap_or_else(|| Self::zero(nothing)),
            };
            numbers = numbers.chunks(2).map(pair).collect();
        }
        numbers.pop().unwrap_or_else(|| Self::zero(nothing))
    }

    /// Whether the number is `bound` or more.
    pub fn at_least(&self, bound: u32) -> B {
        let places = self.bits.len().max((u32::BITS - bound.leading_zeros()) as usize);
        let digits = (0..places).map(|place| (place, self.bits.get(place).copied().unwrap_or(self.nothing)));
        digits.fold(!self.nothing, |rest, (place, digit)| {
            if place < u32::BITS as usize && bound >> place & 1 == 1 { digit & rest } else { digit | rest }
        })
    }
}

impl Sum<bool> {
    /// The number.
    pub fn value(&self) -> u64 {
        self.bits.iter().rev().fold(0, |value, &bit| value << 1 | u64::from(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: u32) -> Sum<bool> {
        Sum::of_one(false, &[(77, false), (value, true), (5, false)])
    }

    #[test]
    fn sums_are_those_of_numbers() {
        let values = [0, 1, 2, 5, 77, 200, 1231, 4095];
        for a in values {
            for b in values {
                let sum = number(a).plus(&number(b));
                assert_eq!(sum.value(), u64::from(a + b));
                for bound in values.into_iter().chain([a + b, a + b + 1]) {
                    assert_eq!(sum.at_least(bound), a + b >= bound, "{a} + {b} >= {bound}");
                }
            }
        }
        let all = Sum::total(false, values.map(number).to_vec());
        assert_eq!(all.value(), u64::from(values.iter().sum::<u32>()));
        assert_eq!(Sum::total(false, Vec::new()).value(), 0);
        assert!(!Sum::zero(false).at_least(1) && Sum::zero(false).at_least(0));
        assert!(!number(1).at_least(u32::MAX));
    }
}
