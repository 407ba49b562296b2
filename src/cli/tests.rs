//! A stranger's program, whose question has flags that verbs have as well.

use crate::App;
use crate::frame::parse::parse;
use crate::frame::process::threads;
use crate::frame::tree::command;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::{Kind, KindAbilities};
use certamen_ask::question::Question;
use certamen_ask::sample::SetBits;
use certamen_work::{Outcome, Session};
use serde_json::Value;
use std::ffi::OsString;
use std::sync::Arc;

/// Set bits, with flags whose names are taken: by `solve`, by `cube` and by the program.
struct Clashing;

impl Kind for Clashing {
    fn name(&self) -> &'static str {
        "sample.clash"
    }

    fn about(&self) -> &'static str {
        "Words by their set bits"
    }

    fn flags(&self) -> Vec<Flag> {
        let taken = ["time-limit", "count", "json"].map(|name| Flag::number(name, "N", "Taken"));
        [&taken[..], &[Flag::number("bits", "K", "At least this many set bits")]].concat()
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        let at_least = given.number("bits").ok_or(QuestionError::Missing { question: "it", flag: "bits" })?;
        Ok(SetBits { at_least }.into())
    }

    fn parse(&self, parameters: Value) -> Result<Question, QuestionError> {
        Ok(serde_json::from_value::<SetBits>(parameters)?.into())
    }

    fn abilities(&self) -> KindAbilities {
        KindAbilities::of::<SetBits>()
    }
}

fn app() -> App {
    App::new("stranger").kind(Arc::new(Clashing))
}

fn outcome(line: &str) -> Outcome {
    let app = app();
    let parsed = parse(&app, line.split(' ').map(OsString::from).collect());
    let Ok(parsed) = parsed else { panic!("{line}") };
    (parsed.run)(&app, &Session::default()).expect(line)
}

#[test]
fn flags_that_a_verb_has_as_well_are_the_verbs() {
    command(&app()).debug_assert();
    assert_eq!(outcome("stranger solve sample.clash --bits 4 --time-limit 60"), Outcome::Satisfiable);
    assert_eq!(outcome("stranger --json solve --bits 5 sample.clash"), Outcome::Unsatisfiable);
    // Where the verb does not have it, it is the question's.
    assert_eq!(outcome("stranger solve sample.clash --bits 1 --count 7"), Outcome::Satisfiable);
}

#[test]
fn examples_name_the_program_that_runs() {
    let app = app();
    let command = command(&app);
    for verb in ["check", "decode", "run-cube", "completions"] {
        let command = command.find_subcommand(verb).expect(verb);
        let help = command.get_after_help().expect(verb).to_string();
        assert!(
            help.contains("stranger ") && !help.contains("PROGRAM") && !help.contains("certamen"),
            "{help}"
        );
    }
}

#[test]
fn no_more_threads_than_help_are_started() {
    let processors = threads(None);
    for (asked, expected) in [("1", 1), ("2", 2), ("0", processors), ("many", processors), ("-1", processors)]
    {
        assert_eq!(threads(Some(asked)), expected, "{asked}");
    }
    for asked in ["5000", "18446744073709551615"] {
        assert_eq!(threads(Some(asked)), 8 * processors, "{asked}");
    }
    assert_eq!(threads(Some("18446744073709551616")), processors);
}
