//! The same clauses in another order, under other names: instances of a benchmark.
//!
//! Idea: solvers depend on the numbers of variables, on signs and on orders, so one formula is one measurement and its
//! shuffles are many. Variables are renumbered, each is negated or not, clauses change places, and so do the literals of a
//! clause. A model or a proof of the formula becomes one of its shuffle by the same renaming, without another search.
//!
//! Source: the tool scranfilize of Biere and Heule, "The effect of scrambling CNFs", POS 2018; `cnfgen -T shuffle`.

mod stream;

pub use stream::Stream;

use crate::clausify::Clausified;
use crate::dimacs;
use rustsat::types::{Clause, Lit};
use std::io::{self, BufRead, Write};

/// A part of a formula that is shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The numbers of variables.
    Variables,
    /// Whether a variable is negated everywhere.
    Signs,
    /// The order of clauses.
    Clauses,
    /// The order of literals within a clause.
    Literals,
}

impl Part {
    /// Each part with its name, in the order in which they take numbers from the stream.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("variables", Self::Variables),
        ("signs", Self::Signs),
        ("clauses", Self::Clauses),
        ("literals", Self::Literals),
    ];
}

/// A shuffled formula.
///
/// # Examples
/// ```
/// use cnf_out::clausify::Clausified;
/// use cnf_out::shuffle::{Part, Shuffle};
/// use rustsat::{clause, instances::Cnf, lit};
///
/// let cnf: Cnf = [clause![lit![0], lit![1]], clause![!lit![0]]].into_iter().collect();
/// let formula = Clausified { cnf, variables: 2, words: Vec::new() };
/// let shuffled = Shuffle::new(&formula, &[Part::Variables, Part::Clauses], 7);
/// assert_eq!(shuffled.dimacs(&[]), b"p cnf 2 2\n-2 0\n2 1 0\n");
/// // The only model, "not the first, but the second".
/// assert_eq!(shuffled.values(&[false, true]), [true, false]);
/// ```
#[derive(Clone, Debug)]
pub struct Shuffle {
    formula: Clausified,
    /// The literal that takes the place of each variable.
    literals: Vec<Lit>,
    /// The new number of each clause, from 1.
    clauses: Vec<u64>,
}

impl Shuffle {
    /// Shuffles parts of a formula. The same formula, parts and seed give the same shuffle.
    pub fn new(formula: &Clausified, parts: &[Part], seed: u64) -> Self {
        let mut stream = Stream::new(seed);
        let mut names: Vec<u32> = (0..formula.variables).collect();
        if parts.contains(&Part::Variables) {
            stream.shuffle(&mut names);
        }
        let mut literal =
            |name: u32| Lit::new(name, parts.contains(&Part::Signs) && stream.number() >> 63 == 1);
        let literals: Vec<Lit> = names.into_iter().map(&mut literal).collect();
        let mut order: Vec<usize> = (0..formula.cnf.len()).collect();
        if parts.contains(&Part::Clauses) {
            stream.shuffle(&mut order);
        }
        let old: Vec<&Clause> = formula.cnf.iter().collect();
        let mut clauses = vec![0; order.len()];
        let shuffled = order.iter().enumerate().map(|(place, &number)| {
            clauses[number] = place as u64 + 1;
            let mut new: Vec<Lit> =
                old[number].iter().map(|&old| signed(literals[old.vidx()], old)).collect();
            if parts.contains(&Part::Literals) {
                stream.shuffle(&mut new);
            }
            new.into_iter().collect::<Clause>()
        });
        let cnf = shuffled.collect();
        let formula = Clausified { cnf, variables: formula.variables, words: Vec::new() };
        Self { formula, literals, clauses }
    }

    /// Its DIMACS file, after one comment line for each of `comments`.
    pub fn dimacs(&self, comments: &[String]) -> Vec<u8> {
        let mut text = Vec::new();
        // Writing to a vector does not fail.
        let _ = dimacs::write(&self.formula, comments, &mut text);
        text
    }

    /// The values of its variables, from those of the variables of the formula.
    pub fn values(&self, of_formula: &[bool]) -> Vec<bool> {
        let mut values = vec![false; self.literals.len()];
        for (literal, &value) in self.literals.iter().zip(of_formula) {
            values[literal.vidx()] = value != literal.is_neg();
        }
        values
    }

    /// Writes its LRAT proof, from one of the formula; both are text.
    ///
    /// # Errors
    /// Those of either side, and [`io::ErrorKind::InvalidData`] if a word is no number or no variable of the formula.
    pub fn prove(&self, of_formula: impl BufRead, mut out: impl Write) -> io::Result<()> {
        let clause = |old: i64| {
            let place = usize::try_from(old).ok()?.checked_sub(1)?;
            // The proof's own clauses keep their numbers.
            Some(self.clauses.get(place).map_or(old, |&new| new as i64))
        };
        let literal = |old: i64| {
            let old = Lit::from_ipasir(i32::try_from(old).ok()?).ok()?;
            Some(i64::from(signed(*self.literals.get(old.vidx())?, old).to_ipasir()))
        };
        for line in of_formula.lines() {
            let line = line?;
            // The number of the step, then literals up to the first 0 or `d`, then numbers of clauses.
            let (mut words, mut new): (_, &dyn Fn(i64) -> Option<i64>) = (line.split(' '), &literal);
            write!(out, "{}", words.next().unwrap_or_default())?;
            for word in words {
                if let "0" | "d" = word {
                    new = &clause;
                    write!(out, " {word}")?;
                } else {
                    let new = word.parse().ok().and_then(new);
                    write!(out, " {}", new.ok_or(io::ErrorKind::InvalidData)?)?;
                }
            }
            writeln!(out)?;
        }
        out.flush()
    }
}

/// The literal for an old one, from that for its variable.
fn signed(new: Lit, old: Lit) -> Lit {
    if old.is_neg() { !new } else { new }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{LratFormat, Refuter, Verdict};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn formula(clauses: &[Vec<i32>], variables: u32) -> Clausified {
        let literal = |&number: &i32| Lit::from_ipasir(number).expect("not 0");
        let cnf = clauses.iter().map(|clause| clause.iter().map(literal).collect::<Clause>()).collect();
        Clausified { cnf, variables, words: Vec::new() }
    }

    const ALL: [Part; 4] = [Part::Variables, Part::Signs, Part::Clauses, Part::Literals];

    #[test]
    fn each_part_changes_only_what_it_names() {
        let clauses: Vec<Vec<i32>> = (1..=20).map(|first| vec![first, -(first % 20 + 1), 21]).collect();
        let formula = formula(&clauses, 21);
        let plain = Shuffle::new(&formula, &[], 3).dimacs(&[]);
        assert_eq!(plain, Shuffle::new(&formula, &[], 4).dimacs(&[]), "no part, no seed");
        let rows = |text: &[u8], number: fn(i32) -> i32| -> Vec<Vec<i32>> {
            let text = std::str::from_utf8(text).expect("ASCII");
            let numbers =
                |line: &str| line.split(' ').map(|word| number(word.parse().expect("a number"))).collect();
            text.lines().skip(1).map(numbers).collect()
        };
        let shuffled = |part: Part| Shuffle::new(&formula, &[part], 3).dimacs(&[]);
        for (_, part) in Part::NAMES {
            assert_ne!(shuffled(part), plain, "{part:?}");
        }
        let as_sets = |rows: Vec<Vec<i32>>| rows.into_iter().map(BTreeSet::from_iter).collect::<Vec<_>>();
        assert_eq!(
            rows(&shuffled(Part::Clauses), |number| number).into_iter().collect::<BTreeSet<_>>(),
            rows(&plain, |number| number).into_iter().collect::<BTreeSet<_>>()
        );
        assert_eq!(
            as_sets(rows(&shuffled(Part::Literals), |number| number)),
            as_sets(rows(&plain, |number| number))
        );
        assert_eq!(rows(&shuffled(Part::Signs), i32::abs), rows(&plain, i32::abs));
        assert_eq!(rows(&shuffled(Part::Variables), i32::signum), rows(&plain, i32::signum));
    }

    #[test]
    fn the_smallest_formulas_have_shuffles() {
        for (clauses, variables, text) in [
            (vec![], 0, "p cnf 0 0\n"),
            (vec![], 1, "p cnf 1 0\n"),
            (vec![vec![]], 0, "p cnf 0 1\n0\n"),
            (vec![vec![], vec![]], 2, "p cnf 2 2\n0\n0\n"),
        ] {
            let shuffle = Shuffle::new(&formula(&clauses, variables), &ALL, u64::MAX);
            assert_eq!(shuffle.dimacs(&[]), text.as_bytes());
            assert_eq!(shuffle.values(&vec![false; variables as usize]).len(), variables as usize);
        }
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let shuffle = Shuffle::new(&formula(&[vec![1], vec![-1]], 1), &[], 0);
        let proof = |text: &str| shuffle.prove(text.as_bytes(), Vec::new()).map_err(|error| error.kind());
        assert_eq!(proof("3 0 1 2 0\n3 d 1 0\n"), Ok(()));
        assert_eq!(proof(""), Ok(()));
        for text in ["3 x 0 1 0", "3 2 0 1 0", "3 0 -1 0", "3 0 y 0", "3  0", "3 99999999999 0 1 0"] {
            assert_eq!(proof(text), Err(io::ErrorKind::InvalidData), "{text}");
        }
    }

    proptest! {
        /// A model of the formula becomes a model of its shuffle, a proof becomes a proof: the solver decides both alike.
        #[test]
        fn shuffles_are_as_satisfiable_as_their_formula(
            clauses in prop::collection::vec(
                prop::collection::vec((1..=6_i32).prop_flat_map(|name| prop_oneof![Just(name), Just(-name)]), 1..4),
                0..40,
            ),
            seed: u64,
        ) {
            let formula = formula(&clauses, 6);
            let shuffle = Shuffle::new(&formula, &ALL, seed);
            let text = shuffle.dimacs(&["seed".to_owned()]);
            let is_true = |values: &[bool], literal: Lit| values[literal.vidx()] != literal.is_neg();
            let models = |formula: &Clausified| -> BTreeSet<Vec<bool>> {
                let all = (0..64_u32).map(|bits| (0..6).map(|bit| bits >> bit & 1 == 1).collect::<Vec<bool>>());
                all.filter(|values| {
                    formula.cnf.iter().all(|clause| clause.iter().any(|&literal| is_true(values, literal)))
                }).collect()
            };
            let mapped: BTreeSet<_> = models(&formula).iter().map(|model| shuffle.values(model)).collect();
            prop_assert_eq!(&mapped, &models(&shuffle.formula));
            prop_assert_eq!(text, Shuffle::new(&formula, &ALL, seed).dimacs(&["seed".to_owned()]));
            let mut refuter = Refuter::new(formula.cnf.len(), LratFormat::Text, Vec::new()).unwrap();
            refuter.add_cnf(&formula.cnf).unwrap();
            if let Verdict::Unsatisfiable(refuted) = refuter.solve().unwrap().verdict {
                prop_assert!(mapped.is_empty());
                let mut proof = Vec::new();
                shuffle.prove(refuted.proof.as_slice(), &mut proof).unwrap();
                // The last step adds the empty clause. tests/cli/families.rs follows the hints.
                let last = String::from_utf8(proof).unwrap().lines().last().map(str::to_owned).unwrap_or_default();
                prop_assert!(last.split(' ').nth(1) == Some("0"), "{last}");
            }
        }
    }
}
