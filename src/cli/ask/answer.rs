//! Answers to the questions of the shell.

use crate::frame::question_verb::add_remark;
use certamen_ask::flag::Given;
use certamen_ask::kind::Kind;
use certamen_ask::objective::Extreme;
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, AskOutcome, Event, ask_question, check_proof};
use certamen_ask::witness::AnyWitness;
use certamen_language::{Explanation, Vocabulary};
use certamen_prove::exact_bound::{ClimbOutcome, climb};
use certamen_work::{Answer, Failure, Progress, Session};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Seek as _;
use std::time::Duration;

/// What answers lines that are no commands of the shell.
pub(super) struct Asker<'a> {
    kind: &'a dyn Kind,
    given: Given,
    session: &'a Session,
    time_limit: Option<Duration>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        kind: &'a dyn Kind,
        given: Given,
        session: &'a Session,
        time_limit: Option<Duration>,
    ) -> Self {
        Self { kind, given, session, time_limit }
    }

    /// Lists the words of the game.
    pub(super) fn list(&self, words: &Vocabulary) -> Result<(), Failure> {
        let width = words.entries().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for entry in words.entries() {
            let _ = writeln!(text, "{:width$}  {}", entry.name, entry.meaning);
        }
        let names: Vec<&str> = words.entries().iter().map(|entry| entry.name.as_str()).collect();
        Ok(self.session.answer(&Answer::holds(text, json!({ "words": names })))?)
    }

    /// Answers a line. What is wrong with it is one line of text.
    pub(super) fn answer(&mut self, line: &str) -> Result<(), String> {
        if let Some(question) = line.strip_prefix("explain ") {
            return self.explain(question);
        }
        // A definition has no `:`, with which a `let` of a question goes on.
        if line.starts_with("let ") && self.asked(line).is_err() {
            return self.define(line);
        }
        let question = self.asked(line)?.with_symmetry_breaking(true);
        if !question.has_second_opinion() {
            self.session.without_second_opinion(question.subject());
        }
        let answered =
            if question.lacks_bound().is_some() { self.bound(&question) } else { self.find(&question) };
        answered.map_err(|error| certamen_work::failure::with_causes(&*error))
    }

    fn asked(&self, line: &str) -> Result<Question, String> {
        self.kind.ask(&self.given.clone().with_text("ask", line)).map_err(|error| error.to_string())
    }

    /// Adds a definition, if all of them can be read.
    fn define(&mut self, line: &str) -> Result<(), String> {
        let known = self.given.text("define").unwrap_or_default();
        let given = self.given.clone().with_text("define", &format!("{known}\n{line}"));
        // Any question reads the definitions.
        self.kind
            .ask(&given.clone().with_text("ask", "over or not over"))
            .map_err(|error| error.to_string())?;
        self.given = given;
        Ok(())
    }

    fn explain(&self, question: &str) -> Result<(), String> {
        let question = self.asked(question)?;
        let Some(Explanation(text)) = question.ability() else {
            return Err("nothing explains it".to_owned());
        };
        let object = json!({ "question": question, "explanation": text });
        self.session.answer(&Answer::holds(text, object)).map_err(|error| error.to_string())
    }

    /// A position in which a condition holds.
    fn find(&self, question: &Question) -> Result<(), Failure> {
        let progress = Progress::begun(self.session, format!("solving {question:#}"));
        let outcome = ask_question(
            question,
            &self.session.limits(self.time_limit),
            || Ok(std::io::sink()),
            &mut |_: Event<'_>| {},
        )?;
        drop(progress);
        let (text, object) = match outcome {
            AskOutcome::Found(solution) => {
                let remark = solution.remark().map(|remark| format!("{remark}\n")).unwrap_or_default();
                let verdict = if remark.is_empty() { "found" } else { "undecided" };
                let mut object = json!({ "verdict": verdict, "question": question, "witness": solution });
                add_remark(&mut object, &solution);
                (solution.witness().text() + &remark, object)
            }
            AskOutcome::Refuted(_) => (
                format!("no position: {question:#}\n"),
                json!({ "verdict": "none", "question": question, "proof_checked": false }),
            ),
            AskOutcome::Stopped(reason) => (
                format!("undecided ({reason})\n"),
                json!({ "verdict": "undecided", "reason": reason.to_string() }),
            ),
        };
        Ok(self.session.answer(&Answer::holds(text, object))?)
    }

    /// The exact bound of a number, with its refutation checked.
    fn bound(&self, question: &Question) -> Result<(), Failure> {
        question.require_decidable().map_err(|error| error.to_string())?;
        let bounded = question.bounded().ok_or("this question has no number")?;
        let objective = bounded.objectives().first().copied().ok_or("this question has no number")?;
        let proof = tempfile::tempfile()?;
        let fresh = || {
            let mut file = proof.try_clone()?;
            file.set_len(0)?;
            file.rewind()?;
            Ok(file)
        };
        let progress = Progress::new(self.session);
        let mut watch = |event: Event<'_>| match event {
            Event::Asking(question) => progress.begin(format!("solving {question:#}")),
            Event::Found(witness, _) | Event::Recorded(witness) => {
                progress.report(&format!("  found {witness}"));
            }
            Event::Refuted(..) => {}
        };
        let climbed = climb(&bounded, objective, &self.session.limits(self.time_limit), fresh, &mut watch)?;
        let value = |witness: &AnyWitness| -> Result<Extreme, Failure> {
            Ok(bounded.extreme(objective, bounded.measure(objective, witness)?))
        };
        let (text, object) = match climbed {
            ClimbOutcome::Closed(best, refutation) => {
                let mut written = proof.try_clone()?;
                written.rewind()?;
                let checked = check_proof(&refutation, written, &self.session.stop);
                checked.map_err(|error| match error {
                    AskError::Refuted(error) => Failure::from(error),
                    error => error.into(),
                })?;
                match best {
                    Some(best) => {
                        let extreme = value(&best)?;
                        let text = format!(
                            "{}{}: {question:#}; {} refuted, proof checked\n",
                            best.text(),
                            objective.of(extreme),
                            objective.of(extreme.beyond())
                        );
                        (text, json!({ "verdict": "exact", "value": extreme.value(), "witness": best }))
                    }
                    None => (format!("no position: {question:#}\n"), json!({ "verdict": "none" })),
                }
            }
            ClimbOutcome::Open(best, reason) => {
                let found = best.as_deref().map(value).transpose()?;
                let so_far = match (&best, found) {
                    (Some(best), Some(found)) => format!("{}best so far {}\n", best.text(), found.value()),
                    _ => String::new(),
                };
                (
                    format!("{so_far}undecided ({reason})\n"),
                    json!({ "verdict": "undecided", "best": found.map(Extreme::value) }),
                )
            }
        };
        drop(progress);
        Ok(self.session.answer(&Answer::holds(text, object))?)
    }
}
