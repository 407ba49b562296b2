//! Minimal recurrences: their order, proved modulo primes, and their integer coefficients.
//!
//! The states give a bound for the order: the number of classes that partial boards really have at the start of a
//! column, up to reversal from top to bottom (lemma 10), bounds the length of the recurrence. Twice as many terms
//! determine the shortest recurrence modulo a prime. Over the integers the order is at least that modulo any prime, and
//! at most the bound. Primes just below 2^64 are so unlikely to shorten the recurrence that two that agree are
//! accepted. Integer coefficients are combined from residues until two further primes change nothing.

use super::berlekamp_massey::shortest;
use crate::chinese::combine;
use crate::error::CountError;
use crate::residue::Modulus;
use crate::run::residues;
use crate::states::{edge, successors};
use crate::strip::Strip;
use certamen_work::stop::Stop;
use num_bigint::{BigInt, BigUint};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

/// A minimal recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The height of the boards.
    pub height: usize,
    /// The number of state classes that occur at the start of a column.
    pub constructible: usize,
    /// The same up to reversal: an upper bound for the order.
    pub bound: usize,
    /// The order modulo each of the primes.
    pub order: usize,
    /// The primes.
    pub primes: Vec<u64>,
    /// L(m, k + r) is the sum of c\[i\] L(m, k + r - 1 - i); empty unless they were requested.
    pub coefficients: Vec<BigInt>,
}

/// The number of primes that are used together.
const BATCH: usize = 8;
/// The number of primes that have to confirm the result of the others.
const CONFIRMATIONS: usize = 2;

/// The minimal recurrence of boards of a height, with its coefficients if `with_coefficients`. `None` if it was
/// stopped.
///
/// # Errors
/// [`CountError`]
pub fn minimal(height: usize, with_coefficients: bool, stop: &Stop) -> Result<Option<Minimal>, CountError> {
    let Some((constructible, bound)) = classes(height, stop) else { return Ok(None) };
    let mut found =
        Minimal { height, constructible, bound, order: 0, primes: Vec::new(), coefficients: Vec::new() };
    let mut known: Vec<(Modulus, Vec<u64>)> = Vec::new();
    let mut lifted: Option<(usize, Vec<BigInt>)> = None;
    loop {
        let batch = if with_coefficients { BATCH } else { CONFIRMATIONS };
        let moduli: Vec<Modulus> = Modulus::largest().skip(known.len()).take(batch).collect();
        // Twice the bound is necessary; two more terms are a check.
        let Some(terms) = residues(height, 2 * bound + 2, &moduli, stop)? else { return Ok(None) };
        let batch: Vec<Vec<u64>> = moduli
            .par_iter()
            .enumerate()
            .map(|(index, &modulus)| {
                let terms: Vec<u64> = terms.iter().map(|residues| residues[index]).collect();
                shortest(&terms, modulus)
            })
            .collect();
        known.extend(moduli.into_iter().zip(batch));
        // A prime that shortens the recurrence is ignored.
        let order = known.iter().map(|(_, recurrence)| recurrence.len()).max().unwrap_or_default();
        known.retain(|(_, recurrence)| recurrence.len() == order);
        found.order = order;
        found.primes = known.iter().map(|(modulus, _)| modulus.value()).collect();
        if !with_coefficients {
            return Ok(Some(found));
        }
        if let Some((confirmed, coefficients)) = lifted.take()
            && known.len() >= confirmed + CONFIRMATIONS
            && known[confirmed..].iter().all(|(modulus, residues)| agree(&coefficients, *modulus, residues))
        {
            found.coefficients = coefficients;
            return Ok(Some(found));
        }
        let used = known.len().saturating_sub(CONFIRMATIONS);
        let coefficients = lift(&known[..used]);
        if known[used..].iter().all(|(modulus, residues)| agree(&coefficients, *modulus, residues)) {
            found.coefficients = coefficients;
            return Ok(Some(found));
        }
        lifted = Some((known.len(), lift(&known)));
    }
}

/// The integers nearest to 0 with these residues.
fn lift(known: &[(Modulus, Vec<u64>)]) -> Vec<BigInt> {
    let product = known.iter().fold(BigUint::from(1_u32), |product, (modulus, _)| product * modulus.value());
    let order = known.first().map_or(0, |(_, residues)| residues.len());
    let coefficients = (0..order).into_par_iter().map(|index| {
        let residues: Vec<_> = known.iter().map(|(modulus, residues)| (*modulus, residues[index])).collect();
        let least = combine(&residues);
        if &least * 2_u32 > product {
            BigInt::from(least) - BigInt::from(product.clone())
        } else {
            least.into()
        }
    });
    coefficients.collect()
}

fn agree(coefficients: &[BigInt], modulus: Modulus, residues: &[u64]) -> bool {
    let prime = BigInt::from(modulus.value());
    coefficients.iter().zip(residues).all(|(coefficient, &residue)| {
        let difference: BigInt = coefficient - BigInt::from(residue);
        difference % &prime == BigInt::ZERO
    })
}

/// The number of state classes that occur at the start of a column, and the same up to reversal.
fn classes(height: usize, stop: &Stop) -> Option<(usize, usize)> {
    let mut found = FxHashSet::default();
    let mut border = FxHashSet::from_iter([edge(height)]);
    // Only states that a column newly reaches can lead to unknown states.
    while !border.is_empty() {
        for point in 0..height {
            if stop.is_requested() {
                return None;
            }
            border = border.iter().flat_map(|state| successors(state, point)).collect();
        }
        border.retain(|state| found.insert(state.clone()));
    }
    let reversed = |state: &Strip| Strip::new(state.points().iter().rev().copied().collect()).class();
    let palindromes = found.iter().filter(|state| reversed(state) == **state).count();
    Some((found.len(), found.len().midpoint(palindromes)))
}
