//! Residues: numbers modulo primes just below 2^64.
//!
//! A modulus is 2^64 - c with a small c, so a carry out of 64 bits counts as c, and a sum needs no division. Residues
//! may be anywhere in 0..2^64 and are reduced below the modulus when they are read. Values of states are always reduced, and
//! are added in another way (`sums`).

/// A prime 2^64 - c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modulus {
    /// c: the value of a carry out of 64 bits, modulo the modulus.
    complement: u64,
}

impl Modulus {
    /// The largest primes below 2^64, in descending order.
    pub fn largest() -> impl Iterator<Item = Self> {
        (1..).step_by(2).map(|complement| Self { complement }).filter(|modulus| is_prime(modulus.value()))
    }

    /// The prime.
    pub fn value(self) -> u64 {
        self.complement.wrapping_neg()
    }

    /// The residue below the modulus.
    pub fn reduce(self, number: u64) -> u64 {
        if number >= self.value() { number - self.value() } else { number }
    }

    /// A sum modulo the modulus, not reduced: anywhere in 0..2^64.
    #[inline(always)]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let (sum, carry) = a.overflowing_add(b);
        // After a carry the sum is below 2^64 - 1, so a second carry leaves less than c.
        let (sum, again) = sum.overflowing_add(if carry { self.complement } else { 0 });
        if again { sum + self.complement } else { sum }
    }

    /// A product of any two numbers, reduced below the modulus.
    pub fn multiply(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        // 2^64 counts as c, so fold the high half twice.
        let folded = (product >> 64) * u128::from(self.complement) + (product & u128::from(u64::MAX));
        let folded = (folded >> 64) * u128::from(self.complement) + (folded & u128::from(u64::MAX));
        let carry = (folded >> 64) as u64;
        self.reduce(self.add(folded as u64, carry * self.complement))
    }

    /// A power, reduced below the modulus.
    #[must_use]
    pub fn power(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut square) = (1, base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.multiply(power, square);
            }
            square = self.multiply(square, square);
            exponent >>= 1;
        }
        power
    }

    /// The inverse of a number that the modulus does not divide.
    #[must_use]
    pub fn invert(self, number: u64) -> u64 {
        self.power(number, self.value() - 2)
    }

    /// The difference of two numbers below the modulus.
    #[must_use]
    pub fn subtract(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a.wrapping_sub(b).wrapping_sub(self.complement) }
    }
}

/// Whether an odd number above 40 is prime, by Miller and Rabin's test with bases that decide all numbers up to 2^64.
fn is_prime(number: u64) -> bool {
    let wide = u128::from(number);
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % wide) as u64;
    let twos = (number - 1).trailing_zeros();
    [2_u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut power = 1;
        for bit in (0..64).rev() {
            power = times(power, power);
            if (number - 1) >> twos >> bit & 1 == 1 {
                power = times(power, base);
            }
        }
        let mut is_witness = power != 1 && power != number - 1;
        for _ in 1..twos {
            power = times(power, power);
            is_witness &= power != number - 1;
        }
        !is_witness
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_moduli_are_the_primes_below_two_to_the_64() {
        let complements: Vec<u64> =
            Modulus::largest().take(10).map(|modulus| modulus.value().wrapping_neg()).collect();
        // Sequence A013597 at 64 gives the first; the others come from PARI's precprime.
        assert_eq!(complements, [59, 83, 95, 179, 189, 257, 279, 323, 353, 363]);
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_wide_integers(a: u64, b: u64, which in 0_usize..40) {
            let modulus = Modulus::largest().nth(which).expect("a prime");
            let value = u128::from(modulus.value());
            for (a, b) in [(a, b), (!(a & 255), !(b & 255))] {
                let (wide_a, wide_b) = (u128::from(a), u128::from(b));
                prop_assert_eq!(u128::from(modulus.add(a, b)) % value, (wide_a + wide_b) % value);
                prop_assert_eq!(u128::from(modulus.multiply(a, b)), wide_a * wide_b % value);
                let (a, b) = (modulus.reduce(a), modulus.reduce(b));
                let difference = (u128::from(a) + value - u128::from(b)) % value;
                prop_assert_eq!(u128::from(modulus.subtract(a, b)), difference);
                prop_assert!(a == 0 || modulus.multiply(a, modulus.invert(a)) == 1);
            }
        }
    }
}
