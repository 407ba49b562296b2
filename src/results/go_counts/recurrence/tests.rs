//! The published recurrences and constants.

use super::berlekamp_massey::{holds, shortest};
use super::constants::Constants;
use super::growth::growth;
use super::minimal::minimal;
use super::sampling::estimate;
use crate::residue::Modulus;
use crate::run::{Settings, count_widths};
use certamen_work::stop::Stop;
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

/// Table 2: height, order, a, lambda.
const GROWTH: &str = include_str!("../../../../tests/data/go_growth.tsv");

/// More than enough memory here.
const MEMORY: u64 = 1 << 30;

fn counts(height: usize, width: usize) -> Vec<BigUint> {
    count_widths(height, width, &Settings::in_memory(MEMORY, &Stop::new()), &mut |_| ())
        .expect("room")
        .expect("an answer")
        .counts
}

fn coefficients(height: usize) -> Vec<BigInt> {
    minimal(height, true, &Stop::new()).expect("room").expect("an answer").coefficients
}

#[test]
fn published_recurrences_are_found() {
    let published: [&[i64]; 3] = [
        &[3, -1, 1],
        &[10, -16, 31, -13, 20, 2, -1],
        &[
            33, -233, 1171, -3750, 9426, -16646, 22072, -19993, 9083, 1766, -4020, 6018, -2490, -5352, 1014,
            -1402, 100, 73, -5,
        ],
    ];
    for (height, known) in (1..).zip(published) {
        let known: Vec<BigInt> = known.iter().map(|&coefficient| coefficient.into()).collect();
        assert_eq!(coefficients(height), known, "height {height}");
    }
}

#[test]
fn integer_recurrences_give_the_exact_counts() {
    let coefficients = coefficients(4);
    assert_eq!(coefficients.len(), 57);
    let counts: Vec<BigInt> = counts(4, 70).into_iter().map(BigInt::from).collect();
    for end in 57..70 {
        let sum: BigInt = (0..57).map(|index| &coefficients[index] * &counts[end - 1 - index]).sum();
        assert_eq!(sum, counts[end], "width {}", end + 1);
    }
}

#[test]
fn orders_and_growth_are_those_of_table_2() {
    let mut heights = 0;
    for line in GROWTH.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [height, order, factor, base] = fields[..] else { panic!("four fields") };
        let height: usize = height.parse().expect("a height");
        if height <= 5 {
            let found = minimal(height, false, &Stop::new()).expect("room").expect("an answer");
            assert_eq!(found.order.to_string(), order, "height {height}");
            assert!(found.order <= found.bound && found.primes.len() == 2);
        }
        if height <= 7 {
            let growth =
                growth(height, &Settings::in_memory(MEMORY, &Stop::new())).expect("room").expect("an answer");
            // The last three digits of the published a_1 to a_4 are wrong: the recurrence of height 1 gives
            // 0.69412340909080771789.
            assert_eq!(growth.factor.rounded(20)[..19], factor[..19], "height {height}");
            assert_eq!(growth.base.rounded(20), base, "height {height}");
        }
        heights += 1;
    }
    assert_eq!(heights, 9);
}

#[test]
fn constants_converge_as_in_table_6() {
    let constants = |size: usize| {
        let (square, next) = (counts(size, size + 1), counts(size + 1, size + 1));
        Constants::new(size, &square[size - 1], &square[size], &next[size])
    };
    for (size, digits) in
        [(1, "2.28"), (2, "3.0"), (3, "2.979"), (4, "2.9756"), (5, "2.975732"), (6, "2.9757343")]
    {
        assert_eq!(constants(size).base.rounded(digits.len() as u32 - 2), digits, "{size}");
    }
    // The formula is off by less than one in a million on a board that it was not computed from.
    let exact = counts(6, 9).pop().expect("nine widths");
    let number = |text: String| text.parse::<f64>().expect("a number");
    let ratio = number(constants(6).estimate(6, 9).rounded(30)) / number(exact.to_string());
    assert!((ratio - 1.0).abs() < 1e-5, "{ratio}");
}

#[test]
fn estimates_are_near_exact_counts() {
    let found = estimate(5, 5, 4000, 7, &Stop::new()).expect("an answer");
    let exact = 414_295_148_741.0 / 3_f64.powi(25);
    assert!(found.standard_error < 0.01 * exact, "{found:?}");
    assert!((found.legal - exact).abs() < 4.0 * found.standard_error, "{found:?}, exactly {exact}");
    assert_eq!(estimate(5, 5, 4000, 7, &Stop::new()), Some(found));
    let (leading, _, power) = found.positions();
    assert_eq!((power, (leading * 10.0).round() as i32), (11, 41));
}

proptest! {
    #[test]
    fn the_shortest_recurrence_is_found_and_holds(
        start in proptest::collection::vec(any::<u64>(), 1..6),
        factors in proptest::collection::vec(any::<u64>(), 1..6),
    ) {
        let modulus = Modulus::largest().next().expect("a prime");
        let order = start.len().min(factors.len());
        let mut terms: Vec<u64> = start[..order].iter().map(|&term| modulus.reduce(term)).collect();
        for end in order..4 * order + 4 {
            let sum = (0..order).fold(0, |sum, index| {
                modulus.add(sum, modulus.multiply(factors[index], terms[end - 1 - index]))
            });
            terms.push(modulus.reduce(sum));
        }
        let found = shortest(&terms, modulus);
        prop_assert!(found.len() <= order);
        prop_assert!(holds(&found, &terms, modulus));
        prop_assert_eq!(shortest(&terms[..2 * order], modulus), found);
    }
}
