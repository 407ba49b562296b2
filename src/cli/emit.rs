//! `certamen emit`

use super::question::QueryArgs;
use super::{Outcome, Session, file};
use crate::emission::Emission;
use crate::query::Query;
use anyhow::bail;
use clap::{Args, ValueEnum};
use cnf_out::clausify::{Directions, Encoding};
use cnf_out::smtlib;
use serde_json::json;
use std::path::PathBuf;

/// Write a question for a solver of your own.
///
/// DIMACS comes with a map from names such as `legal[d3]` to literals; `certamen decode` reads the solver's answer back
/// through it. Definitions are written in the direction that yes and no need; `--full` writes both, so that every
/// variable is a function of the board and models can be counted.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
    certamen emit othello.mobility --at-least 34 -o m34.cnf --map m34.map.json\n  \
    kissat m34.cnf | certamen decode --map m34.map.json -")]
pub(super) struct Emit {
    #[command(flatten)]
    query: QueryArgs,
    /// The format.
    #[arg(long, value_enum, default_value = "dimacs")]
    format: Format,
    /// The file to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Write the map of a DIMACS file here.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Ask only for one position of each class of symmetric ones.
    #[arg(long)]
    symmetry_breaking: bool,
    /// Write both directions of every definition.
    #[arg(long)]
    full: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// CNF, for SAT solvers.
    Dimacs,
    /// SMT-LIB 2.6 `QF_BV` with word-level terms.
    Smt2,
}

impl Emit {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match self.format {
            Format::Dimacs => self.dimacs(session),
            Format::Smt2 => self.smt2(session),
        }
    }

    fn dimacs(&self, session: &Session) -> anyhow::Result<Outcome> {
        let directions = if self.full { Directions::Both } else { Directions::Needed };
        let encoding = Encoding { directions, ..Encoding::default() };
        let question = self.query.question(self.symmetry_breaking)?;
        if self.map.as_ref() == Some(&self.output) {
            bail!("-o and --map name the same file, {}", self.output.display());
        }
        let emission = Emission::of(question, encoding);
        let map = emission.map.to_text()?;
        let mut files = vec![(self.output.as_path(), emission.dimacs.as_slice())];
        files.extend(self.map.as_ref().map(|path| (path.as_path(), map.as_bytes())));
        file::write_all(&files)?;
        let cnf = &emission.map.cnf;
        session.note(&format!("{} variables, {} clauses", cnf.variables, cnf.clauses));
        self.summary(session, &json!({ "question": emission.map.question, "cnf": cnf }))
    }

    fn smt2(&self, session: &Session) -> anyhow::Result<Outcome> {
        if self.map.is_some() || self.full {
            bail!("--map and --full apply to DIMACS: SMT-LIB has names of its own");
        }
        let question = self.query.question(self.symmetry_breaking)?;
        let mut text = Vec::new();
        smtlib::write(&question.script(), &mut text)?;
        file::write(&self.output, &text)?;
        self.summary(session, &json!({ "question": question, "bytes": text.len() }))
    }

    /// With `--json`, what was written; not where a file itself went to standard output.
    fn summary(&self, session: &Session, object: &serde_json::Value) -> anyhow::Result<Outcome> {
        if session.json && !file::is_dash(&self.output) && !self.map.as_deref().is_some_and(file::is_dash) {
            session.answer("", object)?;
        }
        Ok(Outcome::Holds)
    }
}
