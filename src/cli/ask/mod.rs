//! `certamen ask GAME`: a shell for questions in the language.
//!
//! Each line is a question: a condition is answered by a position, `max` and `min` by the exact bound, whose refutation
//! is checked. `let` defines a name for the lines that follow. Ctrl-C ends the question and not the shell, the end of the
//! input ends the shell.
//!
//! Lines come from an editor with history and completion of the game's words, or, where standard input is not a
//! terminal, as they are.

mod answer;
mod lines;

use crate::frame::app::App;
use crate::frame::examples::Example;
use crate::frame::verb::{Details, SubjectCall, SubjectVerb};
use answer::Asker;
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_ask::kind::{Kind, ability};
use certamen_language::Vocabulary;
use certamen_work::{Answer, Failure, Outcome};
use clap::Args;
use lines::{Line, Lines};
use std::time::Duration;

/// Ask questions about a game, one on each line, and see positions that answer them.
///
/// A condition is answered by a position, `max E` and `min E` by the exact bound. `let NAME = ...` defines a name for the
/// lines that follow, `explain QUESTION` says what a question means and how large it is, `words` lists the words of the
/// game, `help` the commands. Ctrl-C ends a question, Ctrl-D or `quit` the shell. Lines are also read from a pipe.
#[derive(Args, Debug)]
pub(crate) struct AskFlags {
    /// End each question after this many seconds.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

/// The verb.
pub(crate) struct Shell;

/// The vocabulary of a kind, if it is asked in the language.
fn vocabulary(kind: &dyn Kind) -> Option<Vocabulary> {
    ability(kind)
}

impl SubjectVerb for Shell {
    type Flags = AskFlags;
    const NAME: &'static str = "ask";
    const WORD: &'static str = "GAME";

    fn subjects(app: &App) -> Vec<String> {
        let kinds = app.registry().kinds().iter().filter(|kind| vocabulary(&***kind).is_some());
        kinds.map(|kind| kind.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let kind = app.registry().kind(subject).ok()?;
        let is_kept = |flag: &Flag| !matches!(flag.value, FlagValue::Positional(_));
        let flags = kind.flags().into_iter().filter(is_kept).collect();
        Some(Details { about: format!("Ask questions about {subject}, line by line"), help: "", flags })
    }

    fn examples(_: &App, subject: &str) -> Vec<Example> {
        vec![
            (format!("ask {subject}"), String::new()),
            (format!("ask {subject} --time-limit 60"), "a minute for each question".to_owned()),
        ]
    }

    /// No flag can be missing.
    fn look(_: &App, _: &str, _: &Given) -> Result<(), Failure> {
        Ok(())
    }

    fn run(flags: &AskFlags, call: SubjectCall<'_>, given: &Given) -> Result<Outcome, Failure> {
        let SubjectCall { app, subject, session } = call;
        let kind = &**app.registry().kind(subject)?;
        let words = vocabulary(kind).ok_or("this game has no words")?;
        let mut lines = Lines::new(subject, &words);
        let mut asker = Asker::new(kind, given.clone(), session, flags.time_limit);
        if lines.is_edited() {
            session.note(&format!(
                "questions about {subject}, one on each line; `help` for help, Ctrl-D to leave"
            ));
        }
        let mut outcome = Outcome::Holds;
        loop {
            // A request to stop was about the question before.
            session.stop.take_back();
            match lines.next()? {
                Line::End => return Ok(outcome),
                Line::Interrupted => {}
                Line::Text(line) => match line.trim() {
                    "" => {}
                    "quit" | "exit" => return Ok(outcome),
                    "help" => session.answer(&Answer::holds(HELP, serde_json::json!({ "help": HELP })))?,
                    "words" => asker.list(&words)?,
                    line => match asker.answer(line) {
                        Ok(()) => {}
                        // A pipe goes on after a mistake, and its end says that there was one.
                        Err(mistake) => {
                            app.print_error(&mistake);
                            outcome = if lines.is_edited() { Outcome::Holds } else { Outcome::DoesNotHold };
                        }
                    },
                },
            }
        }
    }
}

const HELP: &str = "\
count(legal) >= 30 and none(corners & occupied)   a condition: a position in which it holds
max count(legal) where not over                   the largest value of a number; `min` the smallest
let safe = own & corners                          a name for the lines that follow
explain count(legal) >= 30                        what a question says, and how large it is
words                                             the words of the game
quit                                              the end
docs/language.md has the language.
";
