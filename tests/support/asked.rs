//! A question put to the embedded solver.

use certamen::ask::solve;
use certamen::work::Limits;
use certamen::ask::emission::Emission;
use certamen::ask::query::Query;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, Verdict};
use std::io;

/// What the solver finds, which the naive game has held against the question; `None` where there is nothing.
pub(crate) fn witness<Q: Query>(query: Q) -> Option<Q::Witness> {
    let emission = Emission::of(query, Encoding::default());
    let run = bound::ask(&emission, io::sink(), LratFormat::Text, &Limits::default()).expect("an answer");
    match run.verdict {
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of(query, |variable| bound::model_value(&model, variable));
            Some(witness.unwrap_or_else(|error| panic!("{query}: {error}")))
        }
        Verdict::Unsatisfiable(_) => None,
        Verdict::Interrupted(reason) => panic!("{query}: {reason}"),
    }
}
