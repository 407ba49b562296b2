//! `check DIR`: certificates, lists and cubes; with `--checker` another program checks every proof in them.
//!
//! The other program runs after all checks of this one, because only this one can check that the clauses belong to the
//! question. It gets the proofs uncompressed, as binary LRAT.

use super::checker::{Checker, CheckerVerdict};
use super::report::{CheckerReport, ClaimReport, RefutationReport, VerifiedReport};
use crate::app::App;
use crate::campaign::ProvenanceRemarks;
use crate::cube::CubesReport;
use crate::prove::verdict;
use crate::question_verb::second_opinion;
use crate::verdict::{not_verified, undecided};
use anyhow::{Context, bail};
use certamen_ask::cube::compose::CubesAnswer;
use certamen_ask::cube::{CubeError, Cubes};
use certamen_ask::registry::{Registry, RegistryError};
use certamen_campaign::{Provenance, Recheck};
use certamen_prove::certificate::{self, CheckError, ClauseRefutation, games as about_games, list};
use certamen_prove::proof::ProofReader;
use certamen_work::file::shown;
use certamen_work::{Answer, Interrupted, Outcome, Progress, Session, Stop};
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

/// A directory that is to be checked.
#[derive(Clone, Copy)]
pub(crate) struct DirectoryCheck<'a> {
    pub(crate) app: &'a App,
    pub(crate) session: &'a Session,
    pub(crate) directory: &'a Path,
    /// The other program that checks each proof.
    pub(crate) checker: Option<&'a Checker<'a>>,
}

/// Checks the files of a directory, and tells how many bytes of proofs have been read.
type CheckFiles<T> = fn(&Path, &Registry, &Stop, &mut dyn FnMut(u64)) -> Result<T, CheckError>;

impl DirectoryCheck<'_> {
    /// Checks the files, shows the progress in bytes of proofs, and reports the result.
    fn judged<T>(
        &self,
        check: CheckFiles<T>,
        answer: impl FnOnce(T) -> anyhow::Result<Outcome>,
    ) -> anyhow::Result<Outcome> {
        let Self { app, session, directory, .. } = *self;
        let progress = Progress::begun(session, format!("checking {}", directory.display()));
        let checked = check(directory, app.registry(), &session.stop, &mut |bytes| progress.advance(bytes));
        drop(progress);
        match checked {
            Ok(checked) => answer(checked),
            Err(error) if error.is_stopped() => undecided(session),
            // Not read, and so not judged.
            Err(error @ CheckError::Foreign(_)) => {
                Err(error).with_context(|| directory.display().to_string())
            }
            Err(error) => not_verified(session, &format!("{}: {error}", directory.display())),
        }
    }
}

/// Checks a certificate.
pub(crate) fn certificate(call: &DirectoryCheck<'_>) -> anyhow::Result<Outcome> {
    let DirectoryCheck { session, checker, .. } = *call;
    call.judged(|at, kinds, stop, read| certificate::check(at, kinds, stop, read), |checked| {
        second_opinion(session, &checked.claim.question.question());
        if checker.is_some() && checked.proofs().count() < checked.refutations.len() {
            bail!(
                "--checker: a list of splits refutes the question, and only this program checks such a list"
            );
        }
        let diagrams: String = checked.witnesses.iter().map(|witness| witness.text()).collect();
        let text = format!("{diagrams}{}", verdict(&checked.claim, &checked.claim.question));
        let (claim, witnesses) = (&checked.claim, &*checked.witnesses);
        let refutations = checked.refutations.iter().map(RefutationReport::from).collect();
        let report = ClaimReport::Bound { claim, witnesses, refutations };
        conclude(session, checker, text, (report, (None, None)), checked.proofs().map(StoredProof::Stored))
    })
}

/// Checks the certificate of a list.
pub(crate) fn list(call: &DirectoryCheck<'_>) -> anyhow::Result<Outcome> {
    let DirectoryCheck { session, checker, .. } = *call;
    call.judged(
        |at, kinds, stop, read| list::check(at, kinds, stop, read),
        |checked| {
            second_opinion(session, &checked.claim.question.question());
            let closing = checked.closing().map(|closing| closing + "\n").unwrap_or_default();
            let text = format!("{}\n{closing}", checked.claim.sentence());
            let report = ClaimReport::List { claim: &checked.claim, closed_by: checked.closed_by.as_deref() };
            let proof = std::iter::once(StoredProof::Stored(&checked.refutation));
            conclude(session, checker, text, (report, (None, None)), proof)
        },
    )
}

/// Checks the certificate of a claim about games of every length.
pub(crate) fn games(call: &DirectoryCheck<'_>) -> anyhow::Result<Outcome> {
    let DirectoryCheck { session, checker, .. } = *call;
    call.judged(
        |at, kinds, stop, read| about_games::check(at, kinds, stop, read),
        |checked| {
            second_opinion(session, &checked.claim);
            let text = format!("{}\nrefuted: {}\n", checked.sentence, checked.claim);
            let report = ClaimReport::Games { claim: &checked.claim, statement: &checked.sentence };
            let proof = std::iter::once(StoredProof::Stored(&checked.refutation));
            conclude(session, checker, text, (report, (None, None)), proof)
        },
    )
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
