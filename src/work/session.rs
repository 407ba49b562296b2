//! What all commands share: how they print answers, and the meaning of their exit codes.

use crate::answer::{Answer, Outcome};
use crate::file::{self, FileError};
use crate::limits::Limits;
use crate::stop::Stop;
use crate::text::escaped_lines;
use serde::Serialize;
use serde_json::json;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The settings that all commands share. Clones are the same session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Answers are JSON objects.
    pub json: bool,
    /// Nothing but errors goes to standard error.
    pub quiet: bool,
    /// The request to stop, made by Ctrl-C.
    pub stop: Stop,
    /// The names of games and questions that have no second opinion.
    without_second_opinion: Arc<Mutex<Vec<String>>>,
    /// What answers with `--json` remark on.
    remarks: Arc<Mutex<Vec<String>>>,
}

impl Session {
    /// A session with these flags and this request to stop.
    pub fn new(json: bool, quiet: bool, stop: Stop) -> Self {
        Self { json, quiet, stop, ..Self::default() }
    }

    /// The limits of work that Ctrl-C ends, with this time for each question.
    pub fn limits(&self, time: Option<Duration>) -> Limits {
        Limits { time, deadline: None, stop: self.stop.clone() }
    }

    /// Every later answer says that `name` has no naive twin, so nothing else has confirmed the claims about it.
    pub fn without_second_opinion(&self, name: &str) {
        let mut names = self.without_second_opinion.lock().unwrap_or_else(PoisonError::into_inner);
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Begins an answer that is printed part by part.
    pub fn listing(&self) -> ListPrinter<'_> {
        ListPrinter { session: self, has_begun: false }
    }

    /// Prints an answer: its text, or with `--json` its object. If the reader of the output is gone, the exit code still
    /// reports the outcome.
    ///
    /// # Errors
    /// [`FileError`] if standard output cannot be written.
    pub fn answer(&self, answer: &(impl Serialize + fmt::Display)) -> Result<(), FileError> {
        unless_unread(file::write_out(self.answer_text(answer)?.as_bytes()))
    }

    /// Prints an answer, which ends a command.
    ///
    /// # Errors
    /// As [`Session::answer`].
    #[expect(clippy::needless_pass_by_value, reason = "nothing is done with an answer once it is printed")]
    pub fn conclude<E: From<FileError>>(&self, answer: Answer) -> Result<Outcome, E> {
        self.answer(&answer)?;
        Ok(answer.outcome)
    }

    /// The text that [`Session::answer`] writes.
    fn answer_text(&self, answer: &(impl Serialize + fmt::Display)) -> Result<String, FileError> {
        let names = self.without_second_opinion.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = if self.json {
            let mut object = serde_json::to_string(answer)?;
            if !names.is_empty() {
                object = with_member(object, "\"second_opinion\":false");
            }
            let remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
            if remarks.is_empty() {
                object
            } else {
                with_member(object, &format!("\"remarks\":{}", json!(*remarks)))
            }
        } else {
            escaped_lines(&answer.to_string()).into_owned()
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if !self.json {
            names.iter().for_each(|name| {
                text = format!("{text}c no second opinion: {name} has no naive twin\n");
            });
        }
        Ok(text)
    }

    /// Prints the answer that the work was interrupted.
    ///
    /// # Errors
    /// As [`Session::answer`].
    pub fn interrupted<E: From<FileError>>(&self) -> Result<Outcome, E> {
        self.conclude(Answer::interrupted())
    }

    /// Remarks on something: a line on standard error, and with `--json` a member of the list `remarks` of later answers.
    pub fn remark(&self, text: &str) {
        self.note(text);
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    /// Writes a line to standard error that is not part of the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

/// An answer that is printed part by part: as lines, or with `--json` as the members of a list in one object.
#[derive(Debug)]
pub struct ListPrinter<'s> {
    session: &'s Session,
    /// Whether a member has been written.
    has_begun: bool,
}

impl ListPrinter<'_> {
    /// Prints a part: its text, or with `--json` its object as a member of the list `list`.
    ///
    /// # Errors
    /// [`FileError`] if standard output cannot be written.
    pub fn add(&mut self, list: &str, text: &str, object: &impl Serialize) -> Result<(), FileError> {
        let part = if self.session.json {
            let object = serde_json::to_string(object)?;
            let before = if self.has_begun { ",".to_owned() } else { format!("{{{}:[", json!(list)) };
            before + &object
        } else {
            escaped_lines(text).into_owned()
        };
        self.has_begun = true;
        file::write_out(part.as_bytes())
    }

    /// Ends the list with an answer: its text, or with `--json` the members of its object after the list. If nobody reads
    /// the output, the exit code still reports the outcome.
    ///
    /// # Errors
    /// As [`Session::answer`].
    pub fn finish<E: From<FileError>>(self, answer: Answer) -> Result<Outcome, E> {
        if !self.session.json || !self.has_begun {
            return self.session.conclude(answer);
        }
        let end = self.session.answer_text(&answer)?;
        let members = end.strip_prefix('{').unwrap_or(&end);
        let comma = if members.starts_with('}') { "" } else { "," };
        unless_unread(file::write_out(format!("]{comma}{members}").as_bytes()))?;
        Ok(answer.outcome)
    }
}

/// Ignores the error that the reader of the output is gone.
fn unless_unread(written: Result<(), FileError>) -> Result<(), FileError> {
    match written {
        Err(error) if crate::failure::is_broken_pipe(&error) => Ok(()),
        written => written,
    }
}

/// Writes a line to standard error. If nobody can read it, the exit code still reports the outcome.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", escaped_lines(line));
}

/// A JSON object with one more member at its end. A text that is not an object is returned unchanged.
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

    fn text(text: &str) -> Answer {
        Answer::holds(text, json!(null))
    }

    #[test]
    fn answers_are_lines() {
        let session = Session::new(false, false, Stop::new());
        assert_eq!(session.answer_text(&text("34")).unwrap(), "34\n");
        assert_eq!(session.answer_text(&text("34\n")).unwrap(), "34\n");
        let json = Session::new(true, false, Stop::new());
        assert_eq!(
            json.answer_text(&Answer::holds("34", json!({ "bound": 34 }))).unwrap(),
            "{\"bound\":34}\n"
        );
    }

    #[test]
    fn control_characters_are_escaped() {
        let session = Session::new(false, false, Stop::new());
        let answer = session.answer_text(&text("a \u{1b}[31m\u{7}\0\r\nb\tc")).unwrap();
        assert_eq!(answer, "a \\u{1b}[31m\\u{7}\\u{0}\\r\nb\tc\n");
    }

    #[test]
    fn every_answer_says_that_a_second_opinion_is_missing() {
        let session = Session::new(false, false, Stop::new());
        session.clone().without_second_opinion("nim");
        session.without_second_opinion("nim");
        for answer in ["34", "34\n"] {
            let expected = "34\nc no second opinion: nim has no naive twin\n";
            assert_eq!(session.answer_text(&text(answer)).unwrap(), expected);
        }
        let json = Session { json: true, ..session };
        let cases = [
            (json!({}), "{\"second_opinion\":false}\n"),
            (json!({ "bound": 34 }), "{\"bound\":34,\"second_opinion\":false}\n"),
            (json!([1]), "[1]\n"),
        ];
        for (object, expected) in cases {
            assert_eq!(json.answer_text(&Answer::holds("", object)).unwrap(), expected);
        }
    }
}
