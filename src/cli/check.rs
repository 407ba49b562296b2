//! `certamen check`

use crate::app::App;
use crate::check_proof::check_proof;
use crate::checker::{self, Checker};
use crate::verb::Plain;
use crate::{campaign, check_directory, cube};
use anyhow::{Context, bail};
use certamen_campaign::Place;
use certamen_prove::certificate::list;
use certamen_work::session::{Outcome, Session};
use certamen_work::text::one_line;
use clap::Args;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Check a certificate again, or any LRAT or DRAT proof of any CNF.
///
/// A certificate: its files are those that were written, the naive game replays the witness, the clauses are derived
/// again and compared byte for byte, the proof is checked, and the parts together show the claim. In place of clauses
/// and a proof there can be the splits of a branch and bound, which are walked through again. Exits 1 if anything is
/// missing, changed or wrong.
///
/// A list: the naive game checks each position, the clauses that exclude all of them are derived again and compared,
/// and the proof that there are no others is checked.
///
/// Cubes: together they cover all cases, and the proof of each is checked, so the question is refuted; or one of them
/// has an answer, which is replayed.
///
/// A campaign: its cubes, with the proof of each, if it is about cubes. Otherwise seals, witnesses and clauses are checked,
/// the result is put together again and compared, and the answer is `outputs agree with the plan; not computed again`, exit
/// code 3: who wrote an output is not known. --recompute computes tasks again. Only if all of them have the same bytes again,
/// the campaign is VERIFIED: by this program twice, without a proof.
///
/// A proof: LRAT or DRAT, text or binary, from any solver, of this CNF (`solve --proof FILE --cnf FILE` writes both).
/// A file that cannot be read as a proof is not judged: exit code 2. With `--checker` another program checks the
/// proof, and only its line `s VERIFIED` counts. It gets the proofs of a directory after all other checks.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM check cert\n  PROGRAM check --cnf q.cnf --proof q.lrat\n  \
    PROGRAM check camp --recompute 10\n  kissat q.cnf q.drat; PROGRAM check --cnf q.cnf --proof q.drat\n  \
    PROGRAM check --cnf q.cnf --proof q.drat --checker 'drat-trim {cnf} {proof}'")]
pub(crate) struct Check {
    /// The certificate, list, directory of cubes, or campaign.
    #[arg(value_name = "DIR", required_unless_present = "cnf", conflicts_with_all = ["cnf", "proof"])]
    certificate: Option<PathBuf>,
    /// A CNF in DIMACS.
    #[arg(long, value_name = "FILE", requires = "proof")]
    cnf: Option<PathBuf>,
    /// An LRAT or DRAT proof, text or binary.
    #[arg(long, value_name = "FILE", requires = "cnf")]
    proof: Option<PathBuf>,
    /// Have another program check the proof: a command with the placeholders {cnf} and {proof}. It checks every proof
    /// of a directory, as uncompressed binary LRAT.
    #[arg(long, value_name = "CMD")]
    checker: Option<String>,
    #[command(flatten)]
    again: campaign::Again,
}

impl Plain for Check {
    const NAME: &'static str = "check";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        match (&self.certificate, &self.cnf, &self.proof) {
            (Some(directory), _, _) => {
                let checker = self.checker.as_deref().map(Checker::new).transpose()?;
                let checker = checker.as_ref();
                let metadata = fs::metadata(directory)
                    .with_context(|| format!("cannot read {}", directory.display()))?;
                if !metadata.is_dir() && !cube::is_manifest(directory) {
                    bail!("{} is not a directory", directory.display());
                }
                if Place::is_one(directory) {
                    campaign::check(app, session, directory, checker, &self.again)
                } else if self.again.sample.is_some() {
                    bail!("--recompute: {} is not a campaign", directory.display());
                } else if cube::is_manifest(directory) {
                    check_directory::cubes(app, session, directory, checker, None)
                } else if list::is_list(directory) {
                    check_directory::list(app, session, directory, checker)
                } else {
                    check_directory::certificate(app, session, directory, checker)
                }
            }
            (None, ..) if self.again.sample.is_some() => {
                bail!("--recompute is about the directory of a campaign")
            }
            (None, Some(cnf), Some(proof)) => match &self.checker {
                Some(command) => checker::run(session, command, cnf, proof),
                None => check_proof(session, cnf, proof),
            },
            _ => bail!("give a certificate, or --cnf and --proof"),
        }
    }
}

pub(crate) fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    let reason = one_line(reason);
    session.answer(
        &format!("c {reason}\ns NOT VERIFIED\n"),
        &json!({ "verdict": "not verified", "reason": reason }),
    )?;
    Ok(Outcome::DoesNotHold)
}
