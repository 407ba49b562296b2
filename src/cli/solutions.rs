//! `certamen count` of a question's answers, by decision diagram.

use super::Count;
use crate::cli::progress::Progress;
use crate::cli::question::QueryName;
use crate::cli::{Outcome, Session};
use crate::query::Query;
use clap::Args;
use cnf_out::decision_diagram::{self, DiagramError};
use serde_json::json;
use std::time::{Duration, Instant};

/// Where the help shows the flags.
const HEADING: &str = "Options of questions, which are counted by decision diagram";

/// Which words are counted, and for how long.
#[derive(Args, Debug)]
pub(super) struct SolutionFlags {
    /// Count the values of these words, for which there is an answer; where none is named, the positions.
    #[arg(help_heading = HEADING, long, value_name = "WORD,...", value_delimiter = ',')]
    of: Option<Vec<String>>,
    /// End after so many seconds.
    #[arg(help_heading = HEADING, long, value_name = "S", value_parser = crate::cli::question::seconds)]
    time_limit: Option<Duration>,
}

impl SolutionFlags {
    /// The flags, and which of them are there.
    pub(super) fn given(&self) -> [(&'static str, bool); 2] {
        [("--of", self.of.is_some()), ("--time-limit", self.time_limit.is_some())]
    }
}

impl Count {
    pub(super) fn count_solutions(&self, session: &Session, query: QueryName) -> anyhow::Result<Outcome> {
        let question = self.parameters.exact(query)?;
        let formula = question.formula();
        let words = match &self.solutions.of {
            Some(words) => words.clone(),
            None => question.position().iter().map(ToString::to_string).collect(),
        };
        let begun = Instant::now();
        let deadline = self.solutions.time_limit.and_then(|limit| begun.checked_add(limit));
        let progress = Progress::new(session);
        progress.estimate(format!("counting {question}"));
        let mut told = begun;
        let mut proceed = |seen: decision_diagram::Progress| {
            let done = seen.done as f64 / seen.gates.max(1) as f64;
            let stage = format!("{} of {} gates, {} nodes", seen.done, seen.gates, seen.nodes);
            progress.arrive(done, &stage);
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                progress.line(&format!("{:.0} %, {stage}", done * 100.0));
            }
            !session.stop.is_requested() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let counted = decision_diagram::count(&formula, Some(&words), self.memory, &mut proceed);
        drop(progress);
        let undecided = |why: &str| {
            session.answer(
                &format!("undecided ({why})\n"),
                &json!({ "query": question, "verdict": "undecided", "reason": why }),
            )?;
            Ok(Outcome::Undecided)
        };
        let counted = match counted {
            Ok(Some(counted)) => counted,
            Ok(None) if session.stop.is_requested() => return undecided("interrupted"),
            Ok(None) => return undecided("the time limit is over"),
            Err(error @ DiagramError::TooLarge(_)) => return undecided(&error.to_string()),
            Err(error) => return Err(error.into()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        session
            .note(&format!("{} nodes over {} variables, {seconds:.2} s", counted.nodes, counted.variables));
        session.answer(
            &format!("{}\n", counted.solutions),
            &json!({
                "query": question,
                "count": counted.solutions.to_string(),
                "nodes": counted.nodes,
                "variables": counted.variables,
                "seconds": seconds,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
