//! Fixed-point numbers of many decimals, for constants to 20 digits.

use num_bigint::BigUint;
use std::ops::{Div, Mul};

/// The number of decimals.
const DECIMALS: u32 = 400;

/// A number of 400 decimals, not negative; results are rounded down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(BigUint);

impl Decimal {
    fn one() -> BigUint {
        BigUint::from(10_u32).pow(DECIMALS)
    }

    /// A whole number.
    pub fn whole(number: &BigUint) -> Self {
        Self(number * Self::one())
    }

    /// The quotient of two whole numbers, the second above 0.
    pub fn ratio(number: &BigUint, by: &BigUint) -> Self {
        Self(number * Self::one() / by)
    }

    /// A power.
    #[must_use]
    pub fn power(&self, mut exponent: usize) -> Self {
        let (mut power, mut square) = (Self(Self::one()), self.clone());
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = &power * &square;
            }
            square = &square * &square;
            exponent >>= 1;
        }
        power
    }

    /// The number of leading digits that two numbers share; numbers of different sizes share none.
    pub fn shared_digits(&self, other: &Self) -> usize {
        let (one, two) = (self.0.to_string(), other.0.to_string());
        if one.len() == two.len() {
            one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count()
        } else {
            0
        }
    }

    /// The number of correct digits: minus the decimal logarithm of the relative error. Infinite for equal numbers.
    pub fn right_digits(&self, exact: &Self) -> f64 {
        let error = if self.0 > exact.0 { &self.0 - &exact.0 } else { &exact.0 - &self.0 };
        logarithm(&exact.0) - logarithm(&error)
    }

    /// The number with `decimals` decimals, rounded to the nearest.
    pub fn rounded(&self, decimals: u32) -> String {
        let decimals = decimals.min(DECIMALS);
        let unit = BigUint::from(10_u32).pow(DECIMALS - decimals);
        let rounded = (&self.0 + &unit / 2_u32) / unit;
        let digits = format!("{rounded:0>width$}", width = decimals as usize + 1);
        let (whole, part) = digits.split_at(digits.len() - decimals as usize);
        if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
    }
}

/// The decimal logarithm, from the leading digits.
fn logarithm(number: &BigUint) -> f64 {
    let digits = number.to_string();
    let leading = &digits[..digits.len().min(17)];
    leading.parse::<f64>().map_or(f64::NAN, f64::log10) + (digits.len() - leading.len()) as f64
}

impl Mul for &Decimal {
    type Output = Decimal;

    fn mul(self, other: Self) -> Decimal {
        Decimal(&self.0 * &other.0 / Decimal::one())
    }
}

impl Div for &Decimal {
    type Output = Decimal;

    fn div(self, by: Self) -> Decimal {
        Decimal(&self.0 * Decimal::one() / &by.0)
    }
}
