//! Reads a question from JSON, and puts a question to the embedded solver.

use certamen::ask::emission::Emission;
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::ask::registry::RegistryError;
use certamen::ask::solve::ask;
use certamen::games::registry;
use certamen::work::Limits;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, Verdict};
use std::io;

/// The solver's witness, which the naive game has compared with the question; `None` if there is none.
#[allow(clippy::needless_pass_by_value, reason = "questions are written where they are asked")]
pub(crate) fn witness<Q: Query>(query: Q) -> Option<Q::Witness> {
    let emission = Emission::new(&Question::from(query.clone()), Encoding::default());
    let run = ask(&emission, io::sink(), LratFormat::Text, &Limits::default()).expect("an answer");
    match run.verdict {
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of_model(&model);
            let witness = witness.unwrap_or_else(|error| panic!("{query}: {error}"));
            Some(witness.witness().expect::<Q::Witness>().expect("a witness of the query's type").clone())
        }
        Verdict::Unsatisfiable(_) => None,
        Verdict::Interrupted(reason) => panic!("{query}: {reason}"),
    }
}

/// The question in a JSON text.
pub(crate) fn question_of(text: &str) -> Result<Question, RegistryError> {
    registry().question(serde_json::from_str(text).expect("JSON"))
}
