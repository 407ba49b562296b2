//! `check --cnf FILE --proof FILE`: a proof from any solver, in any form.

use super::report::{CheckedForm, ProofReport, VerifiedBy};
use crate::frame::verdict::{not_verified, undecided};
use anyhow::bail;
use certamen_work::compression::{PlainReader, plain};
use certamen_work::file;
use certamen_work::input::Input;
use certamen_work::{Answer, Outcome, Progress, Session};
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use verify::dimacs::{DimacsReason, Formula};
use verify::drat::{self, DratError, DratReason, Stage};
use verify::file_form::FileForm;
use verify::lrat::{self, LratError, LratReason, SatisfiedHints};
use verify::proof_form::{FormReport, ProofForm, beginning};

/// The result of checking a proof in one form.
enum ProofVerdict {
    Holds {
        text: String,
        report: CheckedForm,
    },
    Refused(String),
    /// It cannot be read in this form, which is no verdict.
    Unreadable(String),
    Stopped,
}

/// Checks a proof. If its beginning fits several forms, all are tried, and one in which it is valid is enough. A proof
/// that cannot be read in any form is an error, and not refused.
pub(crate) fn check(session: &Session, cnf: &Path, proof: &Path) -> anyhow::Result<Outcome> {
    let formula = read_formula(cnf, session)?;
    let (mut first, length) = open(proof, session)?;
    let progress = Progress::new(session);
    progress.measure("checking the proof", length.unwrap_or(0));
    let (begun, is_whole) = beginning(&mut first).map_err(|source| cannot_read(proof, source))?;
    let mut readings = ProofForm::readings(&begun, is_whole, formula.len());
    if readings.iter().all(|reading| reading.error.is_some())
        && let Some(form) = FileForm::detect(&begun)
    {
        bail!("{}: {form}", file::name_of(proof));
    }
    if !is_whole && length.is_none() {
        // A pipe is read once.
        readings.truncate(1);
    }
    let (mut reasons, mut is_judged) = (Vec::new(), false);
    for (attempt, reading) in readings.iter().enumerate() {
        if let Some(error) = &reading.error {
            reasons.push(format!("{}: {error}", name(reading.form)));
            continue;
        }
        let rest = match attempt {
            _ if is_whole => Box::new(io::empty()),
            0 => std::mem::replace(&mut first, Box::new(io::empty())),
            _ => again(open(proof, session)?.0, begun.len() as u64)
                .map_err(|source| cannot_read(proof, source))?,
        };
        let reader = Cursor::new(begun.as_slice()).chain(rest);
        let checked = match reading.form {
            ProofForm::LratText | ProofForm::LratBinary => {
                check_lrat(session, &progress, &formula, reader, reading)
            }
            ProofForm::DratText => check_drat(session, &progress, &formula, reader, drat::Format::Text),
            ProofForm::DratBinary => check_drat(session, &progress, &formula, reader, drat::Format::Binary),
        };
        match checked.map_err(|source| cannot_read(proof, source))? {
            ProofVerdict::Holds { text, report } => {
                drop(progress);
                let report = ProofReport { verdict: "verified", by: VerifiedBy::Own(report) };
                return session.conclude(Answer::holds(format!("c {text}\ns VERIFIED\n"), report));
            }
            ProofVerdict::Stopped => {
                drop(progress);
                return undecided(session);
            }
            ProofVerdict::Refused(reason) => {
                is_judged = true;
                reasons.push(format!("{}: {reason}", name(reading.form)));
            }
            ProofVerdict::Unreadable(reason) => reasons.push(format!("{}: {reason}", name(reading.form))),
        }
    }
    drop(progress);
    let (place, reasons) = (file::name_of(proof), reasons.join("; "));
    if is_judged {
        return not_verified(session, &format!("{place}: {reasons}"));
    }
    if reasons.is_empty() {
        bail!("{place}: its first byte begins no proof, neither LRAT nor DRAT, as text or binary");
    }
    bail!("{place}: cannot be read as a proof: {reasons}");
}

fn name(form: ProofForm) -> &'static str {
    match form {
        ProofForm::LratText => "as LRAT",
        ProofForm::LratBinary => "as binary LRAT",
        ProofForm::DratText => "as DRAT",
        ProofForm::DratBinary => "as binary DRAT",
    }
}

/// The same proof behind its first bytes.
fn again(mut proof: PlainReader, bytes: u64) -> io::Result<PlainReader> {
    io::copy(&mut (&mut proof).take(bytes), &mut io::sink())?;
    Ok(proof)
}

/// Opens a file, which may be compressed, with its length if it is a regular one.
fn open(path: &Path, session: &Session) -> anyhow::Result<(PlainReader, Option<u64>)> {
    let opened = Input::open(path, &session.stop).and_then(|input| {
        let length = input.length();
        Ok((plain(input)?, length))
    });
    opened.map_err(|source| cannot_read(path, source))
}

fn cannot_read(path: &Path, source: io::Error) -> anyhow::Error {
    anyhow::Error::new(source).context(format!("cannot read {}", path.display()))
}

pub(crate) fn read_formula(cnf: &Path, session: &Session) -> anyhow::Result<Formula> {
    verify::dimacs::read(open(cnf, session)?.0).map_err(|error| match error.reason {
        DimacsReason::Io(source) => cannot_read(cnf, source),
        _ => anyhow::anyhow!("{}: {error}", cnf.display()),
    })
}

fn proceed(session: &Session) -> ControlFlow<()> {
    if session.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// What is asked if there are signs that a proof belongs to another formula.
const OTHER_FORMULA: &str = "is it a proof of another formula, with or without symmetry breaking?";

fn check_lrat(
    session: &Session,
    progress: &Progress,
    formula: &Formula,
    proof: impl Read,
    reading: &FormReport,
) -> io::Result<ProofVerdict> {
    let format = if reading.form == ProofForm::LratText { lrat::Format::Text } else { lrat::Format::Binary };
    let watch = |bytes| {
        progress.advance(bytes);
        proceed(session)
    };
    match lrat::check_with(formula, proof, format, SatisfiedHints::Skipped, watch) {
        Ok(report) => {
            let lrat::Report { additions, deletions, rat_additions, hints, bytes, .. } = report;
            Ok(ProofVerdict::Holds {
                text: format!("{additions} additions ({rat_additions} RAT), {deletions} deletions"),
                report: CheckedForm::Lrat { additions, rat_additions, deletions, hints, bytes },
            })
        }
        Err(LratError { reason: LratReason::Stopped, .. }) => Ok(ProofVerdict::Stopped),
        Err(LratError { reason: LratReason::Io(source), .. }) => Err(source),
        Err(error) if error.reason.is_unreadable() => Ok(ProofVerdict::Unreadable(error.to_string())),
        Err(error) => {
            let clauses = formula.len() as u64;
            // Solvers number the clauses of a proof after those of the formula.
            let other = reading.first_id.filter(|&first| first != clauses + 1).map(|first| {
                format!(
                    "; the proof's own clauses begin with {first}, the formula has {clauses}: {OTHER_FORMULA}"
                )
            });
            Ok(ProofVerdict::Refused(error.to_string() + &other.unwrap_or_default()))
        }
    }
}

fn check_drat(
    session: &Session,
    progress: &Progress,
    formula: &Formula,
    proof: impl Read,
    format: drat::Format,
) -> io::Result<ProofVerdict> {
    let mut last = Stage::Reading;
    let watch = |stage, done| {
        match stage {
            Stage::Reading => progress.advance(done),
            Stage::Forwards if last != stage => progress.begin("looking for the conflict".to_owned()),
            Stage::Backwards if last != stage => progress.begin("checking what it uses".to_owned()),
            Stage::Forwards | Stage::Backwards => {}
        }
        last = stage;
        proceed(session)
    };
    match drat::check_with(formula, proof, format, watch) {
        Ok(report) => {
            let drat::Report { additions, used, rat_additions, deletions, ignored_deletions, .. } = report;
            Ok(ProofVerdict::Holds {
                text: format!(
                    "{additions} additions, {used} used ({rat_additions} RAT), {deletions} deletions, \
                     {ignored_deletions} ignored"
                ),
                report: CheckedForm::Drat {
                    additions,
                    used,
                    rat_additions,
                    deletions,
                    ignored_deletions,
                    used_inputs: report.used_inputs,
                    bytes: report.bytes,
                },
            })
        }
        Err(DratError { reason: DratReason::Stopped, .. }) => Ok(ProofVerdict::Stopped),
        Err(DratError { reason: DratReason::Malformed(LratReason::Io(source)), .. }) => Err(source),
        Err(error) if error.reason.is_unreadable() => Ok(ProofVerdict::Unreadable(error.to_string())),
        Err(error @ DratError { unmatched: 1.., .. }) => {
            let unmatched = error.unmatched;
            Ok(ProofVerdict::Refused(format!(
                "{error}; {unmatched} deleted clauses do not exist: {OTHER_FORMULA}"
            )))
        }
        Err(error) => Ok(ProofVerdict::Refused(error.to_string())),
    }
}
