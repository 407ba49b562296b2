//! Verbs without a subject that another crate adds to a program.

use crate::app::App;
use crate::examples::Example;
use crate::verb::{SubjectCall, Verb};
use certamen_work::failure::Failure;
use certamen_work::session::{Outcome, Session};
use clap::{ArgMatches, Command};

/// A verb that works on all that a program knows, such as a server.
pub trait ProgramVerb: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The command, with its flags and its help. `PROGRAM` stands for the name of the program.
    fn command(&self) -> Command;

    /// Runs it.
    ///
    /// # Errors
    /// [`Failure`], which is printed as one line.
    fn run(&self, app: &App, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure>;
}

impl Verb for Box<dyn ProgramVerb> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn command(&self) -> Command {
        (**self).command()
    }

    fn subject_word(&self) -> Option<&'static str> {
        None
    }

    fn subjects(&self, _: &App) -> Vec<String> {
        Vec::new()
    }

    fn subject_command(&self, _: &App, _: &str) -> Command {
        (**self).command()
    }

    fn examples(&self, _: &App, _: &str) -> Vec<Example> {
        Vec::new()
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        (**self).run(call.app, matches, call.session)
    }
}
