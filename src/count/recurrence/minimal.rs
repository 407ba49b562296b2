//! Minimal recurrences: their order, proved modulo primes, and their integer coefficients.
//!
//! An order bound comes from the states: the classes that partial boards really have at the start of a column, up to
//! reversal from top to bottom (lemma 10), bound the length of the recurrence. Twice as many terms make the
//! shortest recurrence modulo a prime certain. Over the integers the order is at least that modulo any prime, and at
//! most the bound; primes just below 2^64 are so unlikely to shorten it that two that agree are believed. Integer
//! coefficients are put together from residues until two further primes change nothing.

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
    /// State classes that occur at the start of a column.
    pub constructible: usize,
    /// The same up to reversal: no recurrence needs a higher order.
    pub bound: usize,
    /// The order, modulo each of the primes.
    pub order: usize,
    /// The primes.
    pub primes: Vec<u64>,
    /// L(m, k + r) is the sum of c\[i\] L(m, k + r - 1 - i); empty unless they were wanted.
    pub coefficients: Vec<BigInt>,
}

/// Primes that are used at once.
const BATCH: usize = 8;
/// How many primes have to confirm what the others gave.
const CONFIRMATIONS: usize = 2;

/// The minimal recurrence of boards of a height, with its coefficients if they are wanted. `None` if it was stopped.
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
        // Twice the bound are needed; two more are a check.
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
        // A prime that shortens the recurrence, if there ever is one, is ignored.
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

/// How many state classes occur at the start of a column, and how many up to reversal.
fn classes(height: usize, stop: &Stop) -> Option<(usize, usize)> {
    let mut found = FxHashSet::default();
    let mut border = FxHashSet::from_iter([edge(height)]);
    // A state that a column newly reaches may lead to others; what was known led to what is known.
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
