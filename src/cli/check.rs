//! `certamen check`

use crate::app::App;
use crate::check_proof::check_proof;
use crate::prove::verdict;
use crate::verb::{Plain, second_opinion};
use crate::{checker, cube};
use anyhow::bail;
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::{self, CheckError, list};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use verify::lrat::LratReason;

/// Check a certificate again, or any LRAT or DRAT proof of any CNF.
///
/// A certificate: its files are those that were written, the naive game replays the witness, the clauses are written
/// anew and compared byte for byte, the proof is checked, and the parts together are the claim. It exits 1 where
/// anything is missing, altered or wrong.
///
/// A list: the naive game looks at each position, the clauses with all of them excluded are written anew and compared,
/// and the proof that nothing is left is checked.
///
/// Cubes: they leave nothing out, and the proof of each is checked, so that the question is refuted; or one of them
/// has an answer, which is replayed.
///
/// A proof: LRAT or DRAT, text or binary, from any solver. With `--checker` it goes to another program, of which only
/// the line `s VERIFIED` is believed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM check cert\n  PROGRAM check --cnf q.cnf --proof q.lrat\n  \
    kissat q.cnf q.drat; PROGRAM check --cnf q.cnf --proof q.drat\n  \
    PROGRAM check --cnf q.cnf --proof q.drat --checker 'drat-trim {cnf} {proof}'")]
pub(crate) struct Check {
    /// The certificate, or a directory of cubes.
    #[arg(value_name = "DIR", required_unless_present = "cnf", conflicts_with_all = ["cnf", "proof"])]
    certificate: Option<PathBuf>,
    /// A CNF in DIMACS.
    #[arg(long, value_name = "FILE", requires = "proof")]
    cnf: Option<PathBuf>,
    /// An LRAT or DRAT proof, text or binary.
    #[arg(long, value_name = "FILE", requires = "cnf")]
    proof: Option<PathBuf>,
    /// Have this program check the proof: a command with {cnf} and {proof} in the places of the files.
    #[arg(long, value_name = "CMD", requires = "proof")]
    checker: Option<String>,
}

impl Plain for Check {
    const NAME: &'static str = "check";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        match (&self.certificate, &self.cnf, &self.proof) {
            (Some(directory), _, _) if cube::is_manifest(directory) => cube::check(app, session, directory),
            (Some(directory), _, _) if list::is_list(directory) => check_list(app, session, directory),
            (Some(directory), _, _) => check_certificate(app, session, directory),
            (None, Some(cnf), Some(proof)) => match &self.checker {
                Some(command) => checker::run(session, command, cnf, proof),
                None => check_proof(session, cnf, proof),
            },
            _ => bail!("give a certificate, or --cnf and --proof"),
        }
    }
}

fn check_certificate(app: &App, session: &Session, directory: &Path) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    progress.begin(format!("checking {}", directory.display()));
    let checked =
        certificate::check(directory, app.registry(), &session.stop, |bytes| progress.advance(bytes));
    drop(progress);
    match checked {
        Ok(checked) => {
            second_opinion(session, &checked.claim.question.question());
            let diagrams: String = checked.witnesses.iter().map(AnyWitness::text).collect();
            let text = format!("{diagrams}{}s VERIFIED\n", verdict(&checked.claim));
            let object =
                json!({ "verdict": "verified", "claim": checked.claim, "witnesses": checked.witnesses });
            session.answer(&text, &object)?;
            Ok(Outcome::Holds)
        }
        Err(CheckError::Proof { source, .. }) if matches!(source.reason, LratReason::Stopped) => {
            session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
            Ok(Outcome::Undecided)
        }
        Err(error) => not_verified(session, &format!("{}: {error}", directory.display())),
    }
}

fn check_list(app: &App, session: &Session, directory: &Path) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    progress.begin(format!("checking {}", directory.display()));
    let checked = list::check(directory, app.registry(), &session.stop, |bytes| progress.advance(bytes));
    drop(progress);
    match checked {
        Ok(checked) => {
            second_opinion(session, &checked.claim.question.question());
            let text = format!("{}\ns VERIFIED\n", checked.claim.sentence());
            session.answer(&text, &json!({ "verdict": "verified", "claim": checked.claim }))?;
            Ok(Outcome::Holds)
        }
        Err(CheckError::Proof { source, .. }) if matches!(source.reason, LratReason::Stopped) => {
            session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
            Ok(Outcome::Undecided)
        }
        Err(error) => not_verified(session, &format!("{}: {error}", directory.display())),
    }
}

pub(crate) fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    session.answer(
        &format!("c {reason}\ns NOT VERIFIED\n"),
        &json!({ "verdict": "not verified", "reason": reason }),
    )?;
    Ok(Outcome::DoesNotHold)
}
