//! `count`: the answers to a question, by decision diagram.

use crate::frame::app::App;
use crate::frame::question_verb::{QuestionCall, QuestionVerb};
use anyhow::Context;
use certamen_ask::question::Question;
use certamen_work::answer::Undecided;
use certamen_work::memory;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use cnf_out::decision_diagram::{self, DiagramError};
use serde::Serialize;
use std::time::{Duration, Instant};

/// The default memory limit, if the machine has that much.
const DEFAULT_MEMORY: u64 = 8 << 30;

/// Count exactly: all answers to a question, or the numbers for which a game has its own method.
///
/// The answers to a question are counted by a binary decision diagram of its circuit. Every position counts once, even
/// if several games or turns show that it is an answer. The cost depends on the rules more than on the size: small
/// boards take a second, moves along lines of 8 squares are out of reach. It cannot be foreseen, so set --time-limit
/// and --memory. For questions that are out of reach, use `emit --full --projection show` and a model counter.
#[derive(Args, Debug)]
pub(crate) struct Count {
    /// Count the values of these words for which there is an answer [default: the positions].
    #[arg(long, value_name = "WORD,...", value_delimiter = ',')]
    of: Option<Vec<String>>,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
    /// The approximate memory to use: bytes, or with K, M, G or T [default: 8G, or what the machine has].
    #[arg(long, value_name = "SIZE", value_parser = certamen_work::amount::bytes)]
    memory: Option<u64>,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum CountAnswer<'a> {
    Counted {
        query: &'a Question,
        /// The number of answers, in decimal digits: it may have any length.
        count: String,
        /// The nodes of the decision diagram.
        nodes: usize,
        variables: usize,
        seconds: f64,
    },
    Undecided {
        query: &'a Question,
        #[serde(flatten)]
        verdict: Undecided,
        reason: &'a str,
    },
}

impl QuestionVerb for Count {
    const NAME: &'static str = "count";
    const SAMPLE: &'static str = "--time-limit 60";
    const SCHEMA: AnswerSchema = Some(of_answer::<CountAnswer<'_>>);

    fn run(&self, _: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let memory = memory::allowed(self.memory, DEFAULT_MEMORY).context("--memory")?;
        let question = asked.exact(session)?;
        let formula = question.formula();
        let words = match &self.of {
            Some(words) => words.clone(),
            None => question.position(&formula),
        };
        let begun = Instant::now();
        let deadline = self.time_limit.and_then(|limit| begun.checked_add(limit));
        let progress = Progress::new(session);
        progress.estimate(format!("counting {question:#}"));
        let mut reported = begun;
        let mut proceed = |seen: decision_diagram::DiagramProgress| {
            let done = seen.done as f64 / seen.gates.max(1) as f64;
            let stage = format!("{} of {} gates, {} nodes", seen.done, seen.gates, seen.nodes);
            progress.arrive(done, &stage);
            if reported.elapsed() > Duration::from_secs(10) {
                reported = Instant::now();
                progress.line(&format!("{:.0} %, {stage}", done * 100.0));
            }
            !session.stop.is_requested() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let counted = decision_diagram::count(&formula, Some(&words), memory, &mut proceed);
        drop(progress);
        let undecided = |why: &str| {
            session.conclude(Answer::undecided(
                format!("undecided ({why})\n"),
                CountAnswer::Undecided { query: &question, verdict: Undecided::Undecided, reason: why },
            ))
        };
        let counted = match counted {
            Ok(Some(counted)) => counted,
            Ok(None) if session.stop.is_requested() => return undecided("interrupted"),
            Ok(None) => return undecided("the time limit is reached"),
            Err(error @ DiagramError::TooLarge(_)) => return undecided(&error.to_string()),
            Err(error) => return Err(error.into()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        session
            .note(&format!("{} nodes over {} variables, {seconds:.2} s", counted.nodes, counted.variables));
        session.conclude(Answer::holds(
            format!("{}\n", counted.solutions),
            CountAnswer::Counted {
                query: &question,
                count: counted.solutions.to_string(),
                nodes: counted.nodes,
                variables: counted.variables,
                seconds,
            },
        ))
    }
}
