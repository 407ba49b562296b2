//! The shortest linear recurrence of a sequence modulo a prime, by the algorithm of Berlekamp and Massey.
//!
//! If a sequence satisfies any recurrence of order at most B, its first 2B terms determine the shortest one. The time
//! is the number of terms times the order, counted in multiplications.

use crate::residue::Modulus;

/// The shortest recurrence of the terms: with c the result, term(k + r) is the sum of c\[i\] term(k + r - 1 - i), where
/// r is the length of the result.
pub fn shortest(terms: &[u64], modulus: Modulus) -> Vec<u64> {
    // 1 - c[0] x - c[1] x^2 - ..., and the previous polynomial before its length last grew, with the discrepancy at
    // that time.
    let (mut current, mut previous) = (vec![1], vec![1]);
    let (mut order, mut shift, mut old) = (0, 1, 1);
    for end in 0..terms.len() {
        let mut discrepancy = terms[end];
        for (index, &coefficient) in current.iter().enumerate().take(order + 1).skip(1) {
            let product = modulus.multiply(coefficient, terms[end - index]);
            discrepancy = modulus.add(discrepancy, product);
        }
        let discrepancy = modulus.reduce(discrepancy);
        if discrepancy == 0 {
            shift += 1;
            continue;
        }
        let factor = modulus.multiply(discrepancy, modulus.invert(old));
        let grows = 2 * order <= end;
        let kept = grows.then(|| current.clone());
        if current.len() < previous.len() + shift {
            current.resize(previous.len() + shift, 0);
        }
        for (place, &coefficient) in current[shift..].iter_mut().zip(&previous) {
            *place = modulus.subtract(*place, modulus.multiply(factor, coefficient));
        }
        if let Some(kept) = kept {
            order = end + 1 - order;
            previous = kept;
            old = discrepancy;
            shift = 1;
        } else {
            shift += 1;
        }
    }
    current.resize(order + 1, 0);
    current[1..].iter().map(|&coefficient| modulus.subtract(0, coefficient)).collect()
}

/// Whether the terms satisfy a recurrence in the form of [`shortest`].
pub fn holds(coefficients: &[u64], terms: &[u64], modulus: Modulus) -> bool {
    let order = coefficients.len();
    (order..terms.len()).all(|end| {
        let products = (0..order).map(|index| modulus.multiply(coefficients[index], terms[end - 1 - index]));
        modulus.reduce(products.fold(0, |sum, product| modulus.add(sum, product)))
            == modulus.reduce(terms[end])
    })
}
