//! From some words of an answer to a model of the question's clauses.
//!
//! Idea: the words are added as units, and a solver finds the rest. If the words determine the answer, as the squares of
//! a game determine its boards, that is little more than propagation.

use super::ChosenWord;
use certamen_ask::emission::Emission;
use certamen_ask::solve::{AskError, load};
use certamen_ask::witness::WitnessError;
use certamen_work::limits::Limits;
use cnf_out::clausify::BitValue;
use cnf_out::map::MapError;
use cnf_out::solver::Cadical;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Assignment, Clause};

/// A model of the clauses in which the words have these values; `None` if the limits end the search.
///
/// # Errors
/// [`AskError::Witness`] if the question lacks such a word or has no such answer: then the strategy that found the words
/// does not fit the question.
///
/// # Examples
/// ```
/// use certamen_ask::emission::Emission;
/// use certamen_ask::sample::SetBits;
/// use certamen_prove::strategy::ChosenWord;
/// use certamen_prove::strategy::completion::complete;
/// use certamen_work::Limits;
/// use cnf_out::clausify::Encoding;
///
/// let emission = Emission::new(&SetBits { at_least: 2 }.into(), Encoding::default());
/// let word = |bits: [bool; 4]| [ChosenWord { name: "word".to_owned(), bits: bits.to_vec() }];
/// let model = complete(&emission, &word([false, true, true, false]), &Limits::default())?.ok_or("no limit")?;
/// assert_eq!(emission.witness_of_model(&model)?.witness().position(), "0110");
/// assert!(complete(&emission, &word([false, true, false, false]), &Limits::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn complete(
    emission: &Emission,
    words: &[ChosenWord],
    limits: &Limits,
) -> Result<Option<Assignment>, AskError> {
    let mut solver = Cadical::new();
    load(&mut solver, &emission.clausified.cnf, limits)?;
    for chosen in words {
        let known = emission.clausified.words.iter().find(|known| known.name == chosen.name);
        let known = known.ok_or_else(|| WitnessError::from(MapError::MissingWord(chosen.name.clone())))?;
        for (&bit, &value) in known.word.iter().zip(&chosen.bits) {
            let unit: Clause = match bit {
                BitValue::Literal(literal) => [if value { literal } else { !literal }].into_iter().collect(),
                BitValue::Constant(constant) if constant == value => continue,
                BitValue::Constant(_) => return Err(misfit(&chosen.name)),
            };
            solver.add_clause(unit).map_err(AskError::Incremental)?;
        }
    }
    match solver.solve().map_err(AskError::Incremental)? {
        SolverResult::Sat => Ok(Some(solver.full_solution().map_err(AskError::Incremental)?)),
        SolverResult::Interrupted => Ok(None),
        SolverResult::Unsat => Err(misfit("all words together")),
    }
}

fn misfit(what: &str) -> AskError {
    WitnessError::Refused(format!("what a strategy found does not fit the clauses of the question: {what}"))
        .into()
}
