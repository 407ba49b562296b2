//! `certamen check`

use super::check_proof::check_proof;
use super::progress::Progress;
use super::prove::verdict;
use super::{Outcome, Session, checker, cube};
use crate::certificate::{self, CheckError, list};
use crate::diagram;
use anyhow::bail;
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
#[command(
    after_help = "Examples:\n  certamen check cert\n  certamen check --cnf m35.cnf --proof m35.lrat\n  \
    kissat m35.cnf m35.drat; certamen check --cnf m35.cnf --proof m35.drat\n  \
    certamen check --cnf m35.cnf --proof m35.drat --checker 'drat-trim {cnf} {proof}'"
)]
pub(super) struct Check {
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

impl Check {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match (&self.certificate, &self.cnf, &self.proof) {
            (Some(directory), _, _) if cube::is_manifest(directory) => cube::check(session, directory),
            (Some(directory), _, _) if list::is_list(directory) => check_list(session, directory),
            (Some(directory), _, _) => check_certificate(session, directory),
            (None, Some(cnf), Some(proof)) => match &self.checker {
                Some(command) => checker::run(session, command, cnf, proof),
                None => check_proof(session, cnf, proof),
            },
            _ => bail!("give a certificate, or --cnf and --proof"),
        }
    }
}

fn check_certificate(session: &Session, directory: &Path) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    progress.begin(format!("checking {}", directory.display()));
    let checked = certificate::check(directory, &session.stop, |bytes| progress.advance(bytes));
    drop(progress);
    match checked {
        Ok(checked) => {
            let diagrams: String = checked.witnesses.iter().map(diagram::of_witness).collect();
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

fn check_list(session: &Session, directory: &Path) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    progress.begin(format!("checking {}", directory.display()));
    let checked = list::check(directory, &session.stop, |bytes| progress.advance(bytes));
    drop(progress);
    match checked {
        Ok(checked) => {
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

pub(super) fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    session.answer(
        &format!("c {reason}\ns NOT VERIFIED\n"),
        &json!({ "verdict": "not verified", "reason": reason }),
    )?;
    Ok(Outcome::DoesNotHold)
}
