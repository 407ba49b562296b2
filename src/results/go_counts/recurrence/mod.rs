//! Results derived from counts of legal positions of Go.
//!
//! For a fixed height m the numbers L(m, n) satisfy a linear recurrence (Tromp and Farnebäck, 2009, section 4.4), since
//! each column multiplies a vector of state classes by one matrix. [`minimal`] finds the shortest one modulo primes and
//! over the integers, with Berlekamp and Massey's algorithm ([`berlekamp_massey`]); [`growth`] the leading factor `a_m`
//! and base `lambda_m`; [`constants`] the constants of the asymptotic formula A B^(m+n) L^(mn), and [`plot`] how they
//! converge; [`sampling`] estimates boards beyond exact counting, by Chen's heuristic sampling.

pub mod berlekamp_massey;
pub mod constants;
pub mod decimal;
pub mod growth;
pub mod minimal;
pub mod plot;
pub mod sampling;

#[cfg(test)]
mod tests;
