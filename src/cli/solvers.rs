//! `solvers`: the solvers that `solve --solver` can ask.

use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use crate::solve::program_verdict::EMBEDDED;
use anyhow::Context;
use certamen_ask::installed::{self, Executable, KNOWN, KnownSolver};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::{io, thread};

/// List the solvers that `solve --solver` can ask, with their versions.
///
/// A solver is found where its variable says (`CERTAMEN_KISSAT`, `CERTAMEN_Z3`, `CERTAMEN_CVC5`, `CERTAMEN_BITWUZLA`,
/// `CERTAMEN_DEPQBF`), or else in the directories of `PATH`, beside this program, or in the environments that `VIRTUAL_ENV`
/// and `CONDA_PREFIX` name, in this order. `pip install 'certamen[solvers]'` puts all but `depqbf`, a package of Debian,
/// beside the program.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM solvers\n  PROGRAM solvers --json")]
pub(crate) struct Solvers {}

#[derive(Serialize, JsonSchema)]
struct SolversAnswer {
    solvers: Vec<Entry>,
}

/// A solver, and what is known about it.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Entry {
    solver: &'static str,
    /// Whether `solve` can ask it.
    found: bool,
    version: Option<String>,
    /// The executable; that of Python for a module.
    path: Option<PathBuf>,
    module: Option<&'static str>,
    place: Option<String>,
    /// Why it was not found, or why its version is not known.
    problem: Option<String>,
    /// How to get it, if it was not found.
    get: Option<String>,
}

impl PlainVerb for Solvers {
    const NAME: &'static str = "solvers";
    const SCHEMA: AnswerSchema = Some(of_answer::<SolversAnswer>);

    fn run(&self, _: &App, session: &Session) -> anyhow::Result<Outcome> {
        let programs: Vec<Entry> = thread::scope(|scope| {
            let look = |known| thread::Builder::new().spawn_scoped(scope, move || program(session, known));
            let running: io::Result<Vec<_>> = KNOWN.iter().map(look).collect();
            let running = running.context("cannot start a thread that follows a solver")?.into_iter();
            let ended =
                running.map(|thread| thread.join().ok().context("a thread that followed a solver failed"));
            ended.collect::<anyhow::Result<_>>()
        })?;
        let entries: Vec<Entry> = [embedded(), libz3()].into_iter().chain(programs).collect();
        let column = |cell: fn(&Entry) -> &str| entries.iter().map(cell).map(str::len).max().unwrap_or(0);
        let (names, versions) = (column(|entry| entry.solver), column(Entry::shown_version));
        let line = |entry: &Entry| {
            let (version, rest) = (entry.shown_version(), entry.rest());
            format!("{:names$}  {version:versions$}  {rest}\n", entry.solver)
        };
        let text: String = entries.iter().map(line).collect();
        session.conclude(Answer::holds(text, SolversAnswer { solvers: entries }))
    }
}

impl Entry {
    fn shown_version(&self) -> &str {
        self.version.as_deref().unwrap_or("-")
    }

    /// Where it is, or how to get it.
    fn rest(&self) -> String {
        let problem = self.problem.as_deref();
        let Some(path) = &self.path else {
            let get = self.get.as_deref().map(|get| format!("not found: {get}"));
            return problem.map(str::to_owned).or(get).or(self.place.clone()).unwrap_or_default();
        };
        let module = self.module.map(|module| format!(", module {module}")).unwrap_or_default();
        let problem = problem.map(|problem| format!(": {problem}")).unwrap_or_default();
        format!("{}{module} ({}){problem}", path.display(), self.place.as_deref().unwrap_or_default())
    }
}

fn built_in(solver: &'static str, version: &str) -> Entry {
    let version = version.split(' ').next_back().map(str::to_owned);
    Entry { solver, found: true, version, place: Some("in the program".to_owned()), ..Entry::default() }
}

fn embedded() -> Entry {
    built_in(EMBEDDED, &cnf_out::solver::embedded())
}

#[cfg(feature = "z3")]
fn libz3() -> Entry {
    built_in("libz3", cnf_out::solver::z3::version())
}

#[cfg(not(feature = "z3"))]
fn libz3() -> Entry {
    let get = "a build with the feature z3, see docs/formats.md".to_owned();
    Entry { solver: "libz3", get: Some(get), ..Entry::default() }
}

/// Looks for a program, and asks for its version.
fn program(session: &Session, known: &KnownSolver) -> Entry {
    let entry = Entry { solver: known.name, ..Entry::default() };
    match installed::find(known.name) {
        Ok(Some(found)) => {
            let version = found.version(|| session.stop.is_requested());
            let problem = version.as_ref().err().map(ToString::to_string);
            let Executable { path, place, module, .. } = found;
            let (path, place) = (Some(path), Some(place.to_string()));
            Entry { found: true, version: version.ok(), path, module, place, problem, ..entry }
        }
        Ok(None) => Entry { get: Some(known.get.to_owned()), ..entry },
        Err(error) => Entry { problem: Some(error.to_string()), ..entry },
    }
}
