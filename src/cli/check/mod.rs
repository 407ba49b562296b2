//! `check`: finds out what lies before it, and has it checked.

mod campaign;
mod checker;
mod directory;
pub(crate) mod proof;
mod report;

pub(crate) use report::ProofSize;

use crate::campaign::RecomputeFlags;
use crate::cube;
use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use crate::value_certificate;
use anyhow::{Context, bail};
use certamen_campaign::CampaignDirectory;
use certamen_prove::certificate::value;
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, of_answer};
use certamen_work::{Outcome, Session};
use checker::Checker;
use clap::Args;
use report::CheckAnswer;
use std::fs;
use std::path::{Path, PathBuf};

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
/// A claim about games of every length: the clauses of its step are derived again and compared, the proof that no ply breaks
/// it is checked, and the start is judged, also by the naive game.
///
/// Strategies: by the naive game alone, each reply to each ply of the owner is in the strategy or ends the game as claimed,
/// and the plies that are left fall. What they show together is the value of the position. That no shorter win exists is
/// not shown.
///
/// Cubes: together they cover all cases, and the proof of each is checked, so the question is refuted; or one of them
/// has an answer, which is replayed.
///
/// A campaign: its cubes, with the proof of each, if it is about cubes; its strategies, if it is about a value that they show.
/// Otherwise seals, witnesses and clauses are checked, the result is put together again and compared, and the answer is
/// `outputs agree with the plan; not computed again`, exit code 3: who wrote an output is not known. --recompute computes
/// tasks again. Only if all of them have the same bytes again, the campaign is VERIFIED: by this program twice, without a proof.
///
/// A proof: LRAT or DRAT, text or binary, from any solver, of this CNF (`solve --proof FILE --cnf FILE` writes both).
/// A file that cannot be read as a proof is not judged: exit code 2. With `--checker` another program checks the
/// proof, and only its line `s VERIFIED` counts. It gets the proofs of a directory after all other checks.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM check cert\n  PROGRAM check --cnf q.cnf --proof q.lrat\n  \
    PROGRAM check camp --recompute 10\n  kissat q.cnf q.drat; PROGRAM check --cnf q.cnf --proof q.drat\n  \
    PROGRAM check --cnf q.cnf --proof q.drat --checker 'drat-trim {cnf} {proof}'")]
pub(crate) struct Check {
    /// The certificate, list, strategies, directory of cubes, or campaign.
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
    again: RecomputeFlags,
}

impl PlainVerb for Check {
    const NAME: &'static str = "check";
    const SCHEMA: AnswerSchema = Some(of_answer::<CheckAnswer<'_>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let claim = self.claim()?;
        if self.again.sample.is_some() && !matches!(claim, Claim::Campaign(_)) {
            bail!("--recompute: {} is not a campaign", claim.name());
        }
        let checker = self.checker.as_deref().map(Checker::new).transpose()?;
        let checker = checker.as_ref();
        match claim {
            Claim::Proof { cnf, proof } => match checker {
                Some(checker) => checker.judge(session, cnf, proof),
                None => proof::check(session, cnf, proof),
            },
            Claim::Campaign(place) => campaign::check(app, session, place, checker, &self.again),
            Claim::Cubes(manifest) => directory::cubes(app, session, manifest, checker, None),
            Claim::Value(place) => {
                if checker.is_some() {
                    bail!("--checker: {} has strategies and no proofs", place.display());
                }
                value_certificate::check(app, session, place)
            }
            Claim::Certificate(place) => directory::certificate(app, session, place, checker),
        }
    }
}

/// What there is to check, and where it lies.
enum Claim<'a> {
    Campaign(&'a Path),
    Cubes(&'a Path),
    Value(&'a Path),
    Certificate(&'a Path),
    Proof { cnf: &'a Path, proof: &'a Path },
}

impl Claim<'_> {
    /// The file or directory, for error messages.
    fn name(&self) -> String {
        match self {
            Self::Campaign(path) | Self::Cubes(path) | Self::Value(path) | Self::Certificate(path) => {
                shown(path)
            }
            Self::Proof { proof, .. } => shown(proof),
        }
    }
}

impl Check {
    /// Decides by the names of its files what a directory holds.
    fn claim(&self) -> anyhow::Result<Claim<'_>> {
        let path = match (&self.certificate, &self.cnf, &self.proof) {
            (Some(path), ..) => path,
            (None, Some(cnf), Some(proof)) => return Ok(Claim::Proof { cnf, proof }),
            _ => bail!("give a certificate, or --cnf and --proof"),
        };
        let metadata = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(if CampaignDirectory::is_one(path) {
            Claim::Campaign(path)
        } else if cube::is_manifest(path) {
            Claim::Cubes(path)
        } else if !metadata.is_dir() {
            bail!("{} is not a directory", path.display());
        } else if value::is_value(path) {
            Claim::Value(path)
        } else {
            Claim::Certificate(path)
        })
    }
}
