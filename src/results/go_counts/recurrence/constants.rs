//! The constants of the asymptotic formula: L(m, n) is A B^(m+n) L^(mn), up to a factor that tends to 1 (theorem 6, if
//! conjecture 1 holds).
//!
//! They are computed from the counts of square boards and of boards that are one longer: L(n,n) L(n+1,n+1) / L(n,n+1)^2
//! tends to L, then L(n,n+1) / (L(n,n) L^n) to B, and L(n,n) / (B^(2n) L^(n^2)) to A (corollary 6).

use super::decimal::Decimal;
use num_bigint::BigUint;

/// The constants computed from boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    /// The size n: from the boards n x n, n x (n + 1) and (n + 1) x (n + 1).
    pub size: usize,
    /// L, the base of liberties.
    pub base: Decimal,
    /// B
    pub side: Decimal,
    /// A
    pub factor: Decimal,
}

impl Constants {
    /// The constants from the counts of n x n, n x (n + 1) and (n + 1) x (n + 1).
    pub fn new(size: usize, square: &BigUint, longer: &BigUint, next: &BigUint) -> Self {
        let base = Decimal::ratio(&(square * next), &(longer * longer));
        // The count nearest to the next square gives the best approximation of B.
        let side = &Decimal::ratio(next, longer) / &base.power(size + 1);
        let factor =
            &Decimal::whole(next) / &(&side.power(2 * size + 2) * &base.power((size + 1) * (size + 1)));
        Self { size, base, side, factor }
    }

    /// The formula's value for a board.
    pub fn estimate(&self, rows: usize, columns: usize) -> Decimal {
        &(&self.factor * &self.side.power(rows + columns)) * &self.base.power(rows * columns)
    }
}
