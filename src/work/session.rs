//! What all commands share: how an answer is given, and what an exit code means.

use crate::file::{self, FileError};
use crate::stop::Stop;
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// What a command came to, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was asked holds: 0.
    Holds,
    /// It does not: 1.
    DoesNotHold,
    /// A limit or an interrupt ended the work: 3.
    Undecided,
    /// There is a solution: 10, as in the SAT competition.
    Satisfiable,
    /// There is no solution: 20.
    Unsatisfiable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Holds => 0,
            Outcome::DoesNotHold => 1,
            Outcome::Undecided => 3,
            Outcome::Satisfiable => 10,
            Outcome::Unsatisfiable => 20,
        })
    }
}

/// What all commands share. Clones are the same session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Answers are JSON objects.
    pub json: bool,
    /// Nothing but errors goes to standard error.
    pub quiet: bool,
    /// The request to stop that Ctrl-C makes.
    pub stop: Stop,
    /// What has no second implementation.
    without_second_opinion: Arc<Mutex<Vec<String>>>,
}

impl Session {
    /// A session with its flags and its request to stop.
    pub fn new(json: bool, quiet: bool, stop: Stop) -> Self {
        Self { json, quiet, stop, without_second_opinion: Arc::default() }
    }

    /// Every later answer says that `name` has no naive twin, so that nothing else has confirmed what is claimed of it.
    pub fn without_second_opinion(&self, name: &str) {
        let mut names = self.without_second_opinion.lock().unwrap_or_else(PoisonError::into_inner);
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Gives the answer: the text, or with `--json` the object. If nobody reads it, the exit code still says it.
    ///
    /// # Errors
    /// [`FileError`] where standard output cannot be written.
    pub fn answer(&self, text: &str, object: &impl Serialize) -> Result<(), FileError> {
        let answer = self.answer_text(text, object)?;
        match file::write_out(answer.as_bytes()) {
            Err(error) if crate::failure::is_broken_pipe(&error) => Ok(()),
            written => written,
        }
    }

    /// What [`Session::answer`] writes.
    fn answer_text(&self, text: &str, object: &impl Serialize) -> Result<String, FileError> {
        let names = self.without_second_opinion.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answer = if self.json {
            let object = serde_json::to_string(object)?;
            if names.is_empty() { object } else { with_member(object, "\"second_opinion\":false") }
        } else {
            text.to_owned()
        };
        if !answer.ends_with('\n') {
            answer.push('\n');
        }
        if !self.json {
            names.iter().for_each(|name| {
                answer = format!("{answer}c no second opinion: {name} has no naive twin\n");
            });
        }
        Ok(answer)
    }

    /// Answers that the work was ended before it was done.
    ///
    /// # Errors
    /// As [`Session::answer`].
    pub fn interrupted(&self) -> Result<Outcome, FileError> {
        self.answer("undecided (interrupted)", &serde_json::json!({ "verdict": "undecided" }))?;
        Ok(Outcome::Undecided)
    }

    /// Writes a line to standard error that is not the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

/// Writes a line to standard error. If nobody can read it, the exit code still says it.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A JSON object with one more member at its end. What is no object stays.
fn with_member(object: String, member: &str) -> String {
    match object.strip_suffix('}') {
        Some("{") => format!("{{{member}}}"),
        Some(members) => format!("{members},{member}}}"),
        None => object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_lines() {
        let session = Session::new(false, false, Stop::new());
        assert_eq!(session.answer_text("34", &()).unwrap(), "34\n");
        assert_eq!(session.answer_text("34\n", &()).unwrap(), "34\n");
        let json = Session::new(true, false, Stop::new());
        assert_eq!(json.answer_text("34", &serde_json::json!({ "bound": 34 })).unwrap(), "{\"bound\":34}\n");
    }

    #[test]
    fn a_missing_second_opinion_is_said_in_every_later_answer() {
        let session = Session::new(false, false, Stop::new());
        session.clone().without_second_opinion("nim");
        session.without_second_opinion("nim");
        for text in ["34", "34\n"] {
            let expected = "34\nc no second opinion: nim has no naive twin\n";
            assert_eq!(session.answer_text(text, &()).unwrap(), expected);
        }
        let json = Session { json: true, ..session };
        let cases = [
            (serde_json::json!({}), "{\"second_opinion\":false}\n"),
            (serde_json::json!({ "bound": 34 }), "{\"bound\":34,\"second_opinion\":false}\n"),
            (serde_json::json!([1]), "[1]\n"),
        ];
        for (object, expected) in cases {
            assert_eq!(json.answer_text("", &object).unwrap(), expected);
        }
    }
}
