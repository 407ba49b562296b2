//! Sums of residues as they are stored, several moduli at a time.
//!
//! A residue r below the modulus p is stored as the signed number r - 2^63. The sum of two residues is at least p if one
//! of them is greater than p - 1 minus the other, and in the stored form this is a comparison of signed numbers.
//! Processors compare those, and not unsigned ones, in vectors. A sum of three residues takes eleven operations for each
//! four residues, without branches, and is below p again.

use super::residue::Modulus;

/// A residue below its modulus, minus 2^63.
pub(super) type StoredResidue = i64;

/// The stored form of a residue below its modulus.
#[inline(always)]
pub(super) fn stored(residue: u64) -> StoredResidue {
    (residue ^ 1 << 63) as StoredResidue
}

/// The residue of a stored form.
#[inline(always)]
pub(super) fn residue_of(stored: StoredResidue) -> u64 {
    stored as u64 ^ 1 << 63
}

/// The residues of one state.
pub(super) type Values<const R: usize> = [StoredResidue; R];

/// The values of states one after the other.
pub(super) fn of_states<const R: usize>(words: &[StoredResidue]) -> &[Values<R>] {
    words.as_chunks().0
}

/// The same, to be changed.
pub(super) fn of_states_mut<const R: usize>(words: &mut [StoredResidue]) -> &mut [Values<R>] {
    words.as_chunks_mut().0
}

/// The number of 64-bit lanes of a vector.
const LANES: usize = 4;

/// The moduli of the residues of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums<const R: usize> {
    /// The moduli minus 1, modulo 2^64.
    greatest: [i64; R],
    /// What a carry out of 64 bits counts.
    complements: [i64; R],
}

impl<const R: usize> Sums<R> {
    /// Zeros, as they are stored.
    pub(super) const ZERO: Values<R> = [StoredResidue::MIN; R];

    pub(super) fn new(moduli: &[Modulus; R]) -> Self {
        let greatest = moduli.map(|modulus| (modulus.value() - 1) as i64);
        Self { greatest, complements: moduli.map(|modulus| modulus.value().wrapping_neg() as i64) }
    }

    /// The same moduli again and again, for states side by side.
    pub(super) fn repeated<const W: usize>(&self) -> Sums<W> {
        let repeated = |values: &[i64; R]| std::array::from_fn(|lane| values[lane % R]);
        Sums { greatest: repeated(&self.greatest), complements: repeated(&self.complements) }
    }

    /// The sums of three states.
    #[inline(always)]
    pub(super) fn add3(&self, a: &Values<R>, b: &Values<R>, c: &Values<R>) -> Values<R> {
        let mut sums = [0; R];
        let mut from = 0;
        while from + LANES <= R {
            self.lanes::<LANES>(from, (a, b, c), &mut sums);
            from += LANES;
        }
        if from < R {
            if R > LANES {
                // A vector that overlaps the last one computes some sums again, which costs nothing.
                self.lanes::<LANES>(R - LANES, (a, b, c), &mut sums);
            } else {
                self.lanes::<R>(0, (a, b, c), &mut sums);
            }
        }
        sums
    }

    /// The sums of `N` residues from number `from`.
    #[inline(always)]
    fn lanes<const N: usize>(
        &self,
        from: usize,
        (a, b, c): (&Values<R>, &Values<R>, &Values<R>),
        sums: &mut Values<R>,
    ) {
        let lanes = |values: &[i64; R]| -> [i64; N] { std::array::from_fn(|lane| values[from + lane]) };
        let (a, b, c) = (lanes(a), lanes(b), lanes(c));
        let (greatest, complements) = (lanes(&self.greatest), lanes(&self.complements));
        let sum: [i64; N] =
            std::array::from_fn(|lane| add3(greatest[lane], complements[lane], a[lane], b[lane], c[lane]));
        sums[from..from + N].copy_from_slice(&sum);
    }
}

#[inline(always)]
fn add3(
    greatest: i64,
    complement: i64,
    a: StoredResidue,
    b: StoredResidue,
    c: StoredResidue,
) -> StoredResidue {
    let carry = |one, two: StoredResidue| if one > greatest.wrapping_sub(two) { complement } else { 0 };
    // Two stored forms add up to the number itself, because 2^63 is subtracted twice.
    let sum = a.wrapping_add(b).wrapping_add(carry(b, a));
    sum.wrapping_add(c).wrapping_add(carry(sum ^ StoredResidue::MIN, c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sums of some numbers by the first `R` moduli.
    fn check<const R: usize>(moduli: &[Modulus], numbers: [u64; 3]) {
        let moduli: &[Modulus; R] = moduli.first_chunk().expect("enough primes");
        let of = |number: u64| moduli.map(|modulus| stored(modulus.reduce(number)));
        let sums = Sums::new(moduli).add3(&of(numbers[0]), &of(numbers[1]), &of(numbers[2]));
        for (modulus, sum) in moduli.iter().zip(sums) {
            let wide: u128 = numbers.iter().map(|&number| u128::from(number)).sum();
            assert_eq!(u128::from(residue_of(sum)), wide % u128::from(modulus.value()), "{numbers:?}");
        }
    }

    fn check_all(numbers: [u64; 3]) {
        let moduli: Vec<Modulus> = Modulus::largest().take(8).collect();
        check::<1>(&moduli, numbers);
        check::<2>(&moduli, numbers);
        check::<3>(&moduli, numbers);
        check::<4>(&moduli, numbers);
        check::<5>(&moduli, numbers);
        check::<6>(&moduli, numbers);
        check::<7>(&moduli, numbers);
        check::<8>(&moduli, numbers);
    }

    #[test]
    fn sums_at_the_ends_of_the_range_are_right() {
        let moduli: Vec<Modulus> = Modulus::largest().take(5).collect();
        let values: Vec<u64> =
            (0..4).chain((1 << 63) - 2..(1 << 63) + 2).chain(u64::MAX - 400..=u64::MAX).collect();
        for (index, &a) in values.iter().enumerate() {
            for &b in values.iter().skip(index % 3).step_by(3) {
                for &c in values.iter().skip((index + b as usize % 7) % 7).step_by(7) {
                    check::<5>(&moduli, [a, b, c]);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn sums_are_those_of_wide_integers(a: u64, b: u64, c: u64) {
            check_all([a, b, c]);
            check_all([!(a & 1023), b, !(c & 1023)]);
        }
    }
}
