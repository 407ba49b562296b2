//! The growth of counts of one height: L(m, n) is `a_m lambda_m^n`, up to a factor that tends to 1 (theorem 2).
//!
//! The next eigenvalues are smaller by a constant factor, so each column adds about as many correct digits to
//! L(m, n + 1) / L(m, n). Columns are added until the wanted digits no longer change.

use super::decimal::Decimal;
use crate::error::CountError;
use crate::run::{Settings, count_widths};
use num_bigint::BigUint;

/// The growth of boards of one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// `a_m`
    pub factor: Decimal,
    /// `lambda_m`
    pub base: Decimal,
    /// The number of columns from which they were computed.
    pub columns: usize,
}

/// The number of columns at the beginning.
const COLUMNS: usize = 40;
/// The number of digits that the last columns must share; 20 are printed.
const DIGITS: usize = 26;

/// `a_m` and `lambda_m` to at least 20 decimals. `None` if it was stopped.
///
/// # Errors
/// [`CountError`]
pub fn growth(height: usize, settings: &Settings<'_>) -> Result<Option<Growth>, CountError> {
    let mut columns = COLUMNS;
    loop {
        let Some(counted) = count_widths(height, columns, settings, &mut |_| ())? else { return Ok(None) };
        if let Some(growth) = of(&counted.counts) {
            return Ok(Some(growth));
        }
        columns += COLUMNS / 2;
    }
}

/// The growth from the counts of widths 1, 2, ..., if these are enough.
fn of(counts: &[BigUint]) -> Option<Growth> {
    let base = |columns: usize| Decimal::ratio(&counts[columns - 1], &counts[columns - 2]);
    let factor =
        |columns: usize, base: &Decimal| &Decimal::whole(&counts[columns - 1]) / &base.power(columns);
    let (last, columns) = (base(counts.len()), counts.len());
    // An error of the base enters the factor once for each column, so compare the factor from a few columns earlier,
    // too.
    let (before, there) = (base(columns - 4), columns - 4);
    let (one, two) = (factor(columns, &last), factor(there, &before));
    let is_still = last.shared_digits(&before) >= DIGITS && one.shared_digits(&two) >= DIGITS;
    is_still.then_some(Growth { factor: one, base: last, columns })
}
