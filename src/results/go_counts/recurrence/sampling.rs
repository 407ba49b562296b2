//! Estimates of the number of legal positions, by Chen's heuristic sampling.
//!
//! The tree of borders is walked level by level, point by point. Borders with the same number of libertyless strings
//! are one stratum (Tromp and Farnebäck, 2009, section 4.8). In each stratum one border is kept, drawn with a
//! probability in proportion to the weights of all, and gets the sum of their weights. The weight of the legal borders
//! at the end is an unbiased estimate (Chen, SIAM J. Comput. 21(2), 1992). A run costs about points times strata times
//! the height.

use crate::states::{edge, successors};
use crate::strip::Strip;
use certamen_work::stop::Stop;
use fastrand::Rng;
use rayon::prelude::*;

/// The greatest length of a side for which labels of strings and floating-point weights suffice.
pub const LONGEST: usize = 120;

/// An estimate of a number of legal positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of runs.
    pub runs: usize,
    /// The probability that a random position is legal.
    pub legal: f64,
    /// The standard error of that probability.
    pub standard_error: f64,
    /// The number of points of the board.
    pub points: usize,
}

impl Estimate {
    /// The number of legal positions, as a number from 1 to 10 and a power of 10; the standard error in the same unit.
    pub fn positions(&self) -> (f64, f64, i64) {
        let log = self.legal.log10() + self.points as f64 * 3_f64.log10();
        let power = log.floor();
        let leading = 10_f64.powf(log - power);
        (leading, leading * self.standard_error / self.legal, power as i64)
    }
}

/// An estimate from `runs` independent runs. The same seed gives the same estimate. `None` if it was stopped.
pub fn estimate(height: usize, width: usize, runs: usize, seed: u64, stop: &Stop) -> Option<Estimate> {
    let chances: Option<Vec<f64>> =
        (0..runs as u64).into_par_iter().map(|run| sample(height, width, seed ^ run << 20, stop)).collect();
    let chances = chances?;
    let legal = chances.iter().sum::<f64>() / runs as f64;
    let squares: f64 = chances.iter().map(|chance| (chance - legal).powi(2)).sum();
    let standard_error = (squares / (runs as f64 - 1.0).max(1.0) / runs as f64).sqrt();
    Some(Estimate { runs, legal, standard_error, points: height * width })
}

/// One run: an unbiased estimate of the probability that a random position is legal.
fn sample(height: usize, width: usize, seed: u64, stop: &Stop) -> Option<f64> {
    let mut random = Rng::with_seed(seed);
    // By the number of libertyless strings: the border that represents its stratum, and the weight of the stratum.
    let mut strata: Vec<Option<(Strip, f64)>> = vec![Some((edge(height), 1.0))];
    for _ in 0..width {
        if stop.is_requested() {
            return None;
        }
        for point in 0..height {
            let mut next: Vec<Option<(Strip, f64)>> = vec![None; height + 1];
            for (border, chance) in strata.iter().flatten() {
                // Each of the three contents of a point has the same probability; an illegal one leads to no border.
                let chance = chance / 3.0;
                for successor in successors(border, point) {
                    let stratum = &mut next[successor.libertyless()];
                    match stratum {
                        None => *stratum = Some((successor, chance)),
                        Some((kept, sum)) => {
                            *sum += chance;
                            if random.f64() * *sum < chance {
                                *kept = successor;
                            }
                        }
                    }
                }
            }
            strata = next;
        }
    }
    Some(strata[0].as_ref().map_or(0.0, |&(_, chance)| chance))
}
