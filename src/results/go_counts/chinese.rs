//! Computes numbers from residues: Chinese remaindering, one modulus after the other (Garner).

use super::residue::Modulus;
use num_bigint::BigUint;

/// The least number with these residues (Garner's algorithm).
pub fn combine(residues: &[(Modulus, u64)]) -> BigUint {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1_u32));
    for &(modulus, residue) in residues {
        let known = remainder(&number, modulus);
        let missing = modulus.subtract(modulus.reduce(residue), known);
        let digit = modulus.multiply(missing, modulus.invert(remainder(&product, modulus)));
        number += &product * digit;
        product *= modulus.value();
    }
    number
}

/// The residue of a number.
pub fn remainder(number: &BigUint, modulus: Modulus) -> u64 {
    (number % modulus.value()).iter_u64_digits().next().unwrap_or(0)
}

/// The largest moduli, enough to distinguish all numbers up to a bound.
pub fn moduli_for(bound: &BigUint) -> Vec<Modulus> {
    let mut product = BigUint::from(1_u32);
    let mut moduli = Vec::new();
    for modulus in Modulus::largest() {
        if product > *bound {
            break;
        }
        product *= modulus.value();
        moduli.push(modulus);
    }
    moduli
}

/// The moduli of an exact count of an m x n board. The bound is the number of its colourings, 3^(mn).
pub fn moduli_for_board(points: u32) -> Vec<Modulus> {
    moduli_for(&colourings(points))
}

/// The number of colourings of a board of `points` points: an upper bound for counts of positions.
pub fn colourings(points: u32) -> BigUint {
    BigUint::from(3_u32).pow(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn boards_take_as_many_residues_as_their_digits_need() {
        let needed = |side: u32| moduli_for_board(side * side).len();
        assert_eq!([9, 11, 12, 13, 14, 15, 19].map(needed), [3, 3, 4, 5, 5, 6, 9]);
    }

    proptest! {
        #[test]
        fn numbers_are_recovered_from_their_residues(digits in proptest::collection::vec(any::<u32>(), 0..12)) {
            let number = BigUint::new(digits);
            let moduli = moduli_for(&number);
            let residues: Vec<_> = moduli.into_iter().map(|modulus| (modulus, remainder(&number, modulus))).collect();
            prop_assert_eq!(combine(&residues), number);
        }
    }
}
