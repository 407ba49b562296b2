//! `check DIR`: certificates, lists and cubes; with `--checker` another program checks every proof in them.
//!
//! The other program runs after all checks of this one, because only this one can check that the clauses belong to the
//! question. It gets the proofs uncompressed, as binary LRAT.

use super::checker::{Checker, CheckerVerdict};
use super::report::{CheckerReport, ClaimReport, RefutationReport, VerifiedReport};
use crate::campaign::ProvenanceRemarks;
use crate::cube::CubesReport;
use crate::frame::app::App;
use crate::frame::question_verb::second_opinion;
use crate::frame::verdict::{not_verified, undecided};
use crate::prove::verdict;
use anyhow::{Context, bail};
use certamen_ask::cube::compose::CubesAnswer;
use certamen_ask::cube::{CubeError, Cubes};
use certamen_ask::registry::RegistryError;
use certamen_campaign::{Provenance, Recheck};
use certamen_prove::certificate::games::CheckedGames;
use certamen_prove::certificate::{CheckedCertificate, CheckedClaim, ClauseRefutation};
use certamen_prove::proof::ProofReader;
use certamen_work::file::shown;
use certamen_work::{Answer, Interrupted, Outcome, Progress, Session};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A proof, and the clauses that it refutes.
struct ExternalCheck {
    cnf: PathBuf,
    proof: PathBuf,
}

/// Checks a certificate, and shows the progress in bytes of proofs.
pub(crate) fn certificate(
    app: &App,
    session: &Session,
    directory: &Path,
    checker: Option<&Checker<'_>>,
) -> anyhow::Result<Outcome> {
    let progress = Progress::begun(session, format!("checking {}", directory.display()));
    let watch = |bytes| progress.advance(bytes);
    let checked = CheckedClaim::check(directory, app.registry(), &session.stop, watch);
    drop(progress);
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) if error.is_stopped() => return undecided(session),
        // Not read, and so not judged.
        Err(error) if error.is_unjudged() => {
            return Err(error).with_context(|| directory.display().to_string());
        }
        Err(error) => return not_verified(session, &format!("{}: {error}", directory.display())),
    };
    second_opinion(session, &checked.question());
    if checker.is_some() && checked.has_splits() {
        bail!("--checker: a list of splits refutes the question, and only this program checks such a list");
    }
    let (text, report) = match &checked {
        CheckedClaim::Bound(CheckedCertificate { claim, witnesses, refutations }) => {
            let diagrams: String = witnesses.iter().map(|witness| witness.text()).collect();
            let refutations = refutations.iter().map(RefutationReport::from).collect();
            (
                diagrams + &verdict(claim, &claim.question),
                ClaimReport::Bound { claim, witnesses, refutations },
            )
        }
        CheckedClaim::List(list) => {
            let closing = list.closing().map(|closing| closing + "\n").unwrap_or_default();
            let report = ClaimReport::List { claim: &list.claim, closed_by: list.closed_by.as_deref() };
            (format!("{}\n{closing}", list.claim.sentence()), report)
        }
        CheckedClaim::Games(CheckedGames { claim, sentence, .. }) => {
            let report = ClaimReport::Games { claim, statement: sentence };
            (format!("{sentence}\nrefuted: {claim}\n"), report)
        }
    };
    let proofs = checked.proofs().into_iter().map(StoredProof::Stored);
    conclude(session, checker, text, (report, (None, None)), proofs)
}

/// Checks cubes.
pub(crate) fn cubes(
    app: &App,
    session: &Session,
    path: &Path,
    checker: Option<&Checker<'_>>,
    of_campaign: Option<(Option<&Recheck>, &ProvenanceRemarks)>,
) -> anyhow::Result<Outcome> {
    let recomputed = of_campaign.and_then(|(recomputed, _)| recomputed);
    let provenance = of_campaign.and_then(|(_, remarks)| remarks.provenance.as_ref());
    let remarks = of_campaign.map_or("", |(_, remarks)| &*remarks.text);
    let progress = Progress::begun(session, format!("checking the cubes of {}", path.display()));
    let composed = Cubes::read(path, app.registry()).and_then(|cubes| {
        second_opinion(session, &cubes.emission.map.question);
        cubes.compose(&session.stop, |_| {}).map(|composed| (composed, cubes))
    });
    drop(progress);
    let text = |report: CubesReport<'_>| {
        report.text("proofs checked") + &recomputed.map(Recheck::to_string).unwrap_or_default() + remarks
    };
    match composed {
        Ok((CubesAnswer::Refuted(question), cubes)) => {
            let count = cubes.cubes.len();
            let report = CubesReport::Refuted { refuted: &question, cubes: count };
            let each = (0..count).map(|index| StoredProof::Cube(&cubes, index));
            let proofs = std::iter::once(StoredProof::Cover(&cubes)).chain(each);
            conclude(
                session,
                checker,
                text(report),
                (ClaimReport::Cubes(report), (recomputed, provenance)),
                proofs,
            )
        }
        Ok((CubesAnswer::Answered(question, cube, witness), _)) => {
            let report = CubesReport::Possible { possible: &question, cube, witness: &witness };
            let proofs = std::iter::empty();
            conclude(
                session,
                None,
                text(report),
                (ClaimReport::Cubes(report), (recomputed, provenance)),
                proofs,
            )
        }
        Err(CubeError::Stopped) => undecided(session),
        Err(error @ CubeError::Registry(RegistryError::Foreign(_))) => {
            Err(error).with_context(|| path.display().to_string())
        }
        Err(error) => not_verified(session, &format!("{}: {error}", path.display())),
    }
}

/// A proof of a directory, before the other program gets it.
enum StoredProof<'a> {
    Stored(&'a ClauseRefutation),
    Cover(&'a Cubes),
    Cube(&'a Cubes, usize),
}

impl StoredProof<'_> {
    /// Its name in messages.
    fn name(&self) -> String {
        match self {
            Self::Stored(refuted) => shown(&refuted.proof),
            Self::Cover(_) => "the cover of the cubes".to_owned(),
            Self::Cube(cubes, index) => shown(&cubes.proof_path(*index)),
        }
    }

    /// Writes the files for the program into a temporary directory.
    fn hand(&self, session: &Session, place: &Path) -> anyhow::Result<ExternalCheck> {
        let (cnf, proof) = (place.join("clauses.cnf"), place.join("proof.lrat"));
        match self {
            Self::Stored(refuted) => {
                unpack(session, &refuted.proof, &proof)?;
                return Ok(ExternalCheck { cnf: refuted.cnf.clone(), proof });
            }
            Self::Cover(cubes) => {
                let cover = cubes.cover(&session.stop).map_err(|error| match error {
                    CubeError::Stopped => anyhow::Error::new(Interrupted),
                    error => error.into(),
                })?;
                fs::write(&cnf, cover.cnf)?;
                fs::write(&proof, cover.proof)?;
            }
            Self::Cube(cubes, index) => {
                fs::write(&cnf, cubes.clauses(*index)?)?;
                return Ok(ExternalCheck { cnf, proof: cubes.proof_path(*index) });
            }
        }
        Ok(ExternalCheck { cnf, proof })
    }
}

/// Writes a proof uncompressed.
fn unpack(session: &Session, stored: &Path, to: &Path) -> io::Result<()> {
    let (mut proof, mut file) = (ProofReader::open(stored)?, File::create(to)?);
    let mut buffer = vec![0; 1 << 18];
    loop {
        session.stop.proceed()?;
        match proof.read(&mut buffer)? {
            0 => return Ok(()),
            length => file.write_all(&buffer[..length])?,
        }
    }
}

/// Has the other program, if one is given, check every proof, and reports the result.
fn conclude<'a>(
    session: &Session,
    checker: Option<&Checker<'_>>,
    mut text: String,
    (claim, (recheck, provenance)): (ClaimReport<'_>, (Option<&Recheck>, Option<&Provenance>)),
    proofs: impl Iterator<Item = StoredProof<'a>>,
) -> anyhow::Result<Outcome> {
    let mut report = VerifiedReport { verdict: "verified", claim, recheck, provenance, checker: None };
    if let Some(checker) = checker {
        let name = checker.name()?;
        let mut count = 0;
        for proof in proofs {
            let place = TempDir::new().context("cannot make a directory for the proofs")?;
            let handed = proof.hand(session, place.path()).with_context(|| proof.name())?;
            match checker.ask(&session.stop, &handed.cnf, &handed.proof)? {
                CheckerVerdict::Verified => count += 1,
                CheckerVerdict::Refused(reason) => {
                    return not_verified(session, &format!("{}: {reason}", proof.name()));
                }
                CheckerVerdict::Stopped => return undecided(session),
            }
        }
        let _ = writeln!(text, "c {count} proofs by {name}");
        report.checker = Some(CheckerReport { checker: name, checked_by_it: count });
    }
    session.conclude(Answer::holds(text + "s VERIFIED\n", report))
}
