//! `certamen check`

use super::progress::Progress;
use super::prove::verdict;
use super::{Outcome, Session};
use crate::certificate::{self, CheckError};
use crate::diagram;
use anyhow::bail;
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use verify::dimacs::DimacsReason;
use verify::lrat::{self, LratReason};

/// Check a certificate again, or any LRAT proof of any CNF.
///
/// A certificate: its files are those that were written, the naive game replays the witness, the clauses are written
/// anew and compared byte for byte, the proof is checked, and the parts together are the claim. It exits 1 where
/// anything is missing, altered or wrong.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  certamen check cert\n  certamen check --cnf m35.cnf --proof m35.lrat")]
pub(super) struct Check {
    /// The certificate.
    #[arg(value_name = "DIR", required_unless_present = "cnf", conflicts_with_all = ["cnf", "proof"])]
    certificate: Option<PathBuf>,
    /// A CNF in DIMACS.
    #[arg(long, value_name = "FILE", requires = "proof")]
    cnf: Option<PathBuf>,
    /// An LRAT proof, text or binary.
    #[arg(long, value_name = "FILE", requires = "cnf")]
    proof: Option<PathBuf>,
}

impl Check {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match (&self.certificate, &self.cnf, &self.proof) {
            (Some(directory), _, _) => check_certificate(session, directory),
            (None, Some(cnf), Some(proof)) => check_proof(session, cnf, proof),
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

fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    session.answer(
        &format!("c {reason}\ns NOT VERIFIED\n"),
        &json!({ "verdict": "not verified", "reason": reason }),
    )?;
    Ok(Outcome::DoesNotHold)
}

fn cannot_read(path: &Path, source: io::Error) -> anyhow::Error {
    anyhow::Error::new(source).context(format!("cannot read {}", path.display()))
}

fn check_proof(session: &Session, cnf: &Path, proof: &Path) -> anyhow::Result<Outcome> {
    let open = |path: &Path| File::open(path).map_err(|source| cannot_read(path, source));
    let formula = verify::dimacs::read(BufReader::new(open(cnf)?)).map_err(|error| match error.reason {
        DimacsReason::Io(source) => cannot_read(cnf, source),
        _ => anyhow::anyhow!("{}: {error}", cnf.display()),
    })?;
    let file = open(proof)?;
    let progress = Progress::new(session);
    progress.measure("checking the proof", file.metadata()?.len());
    let watch = |bytes| {
        progress.advance(bytes);
        if session.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = lrat::check_with(&formula, file, lrat::Format::Auto, watch);
    drop(progress);
    match report {
        Ok(report) => {
            let lrat::Report { additions, deletions, rat_additions, .. } = report;
            let text =
                format!("c {additions} additions ({rat_additions} RAT), {deletions} deletions\ns VERIFIED\n");
            let object = json!({
                "verdict": "verified", "additions": additions, "rat_additions": rat_additions,
                "deletions": deletions, "hints": report.hints, "bytes": report.bytes,
            });
            session.answer(&text, &object)?;
            Ok(Outcome::Holds)
        }
        Err(error) => match error.reason {
            LratReason::Stopped => {
                session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
                Ok(Outcome::Undecided)
            }
            LratReason::Io(source) => Err(cannot_read(proof, source)),
            _ => not_verified(session, &format!("{}: {error}", proof.display())),
        },
    }
}
