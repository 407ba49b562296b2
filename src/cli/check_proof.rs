//! `check --cnf FILE --proof FILE`: a proof from any solver, in any form.

use crate::check::not_verified;
use certamen_work::input::Input;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use serde_json::json;
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use verify::dimacs::{DimacsReason, Formula};
use verify::drat::{self, DratReason, Stage};
use verify::lrat::{self, LratReason, SatisfiedHints};
use verify::proof_form::{ProofForm, beginning};

/// The result of checking a proof in one form.
enum Checked {
    Holds { text: String, object: serde_json::Value },
    Refused(String),
    Stopped,
}

/// Checks a proof. If its beginning fits several forms, all are tried, and one in which it is valid is enough.
pub(crate) fn check_proof(session: &Session, cnf: &Path, proof: &Path) -> anyhow::Result<Outcome> {
    let formula = read_formula(cnf, session)?;
    let file = open(proof, session)?;
    let length = file.length();
    let mut first = decompressed(file).map_err(|source| cannot_read(proof, source))?;
    let progress = Progress::new(session);
    progress.measure("checking the proof", length.unwrap_or(0));
    let (begun, is_whole) = beginning(&mut first).map_err(|source| cannot_read(proof, source))?;
    let mut forms = ProofForm::candidates(&begun, is_whole);
    if !is_whole && length.is_none() {
        // A pipe is read once.
        forms.truncate(1);
    }
    let mut refusals = Vec::new();
    for (attempt, &form) in forms.iter().enumerate() {
        let rest = match attempt {
            _ if is_whole => Box::new(io::empty()),
            0 => std::mem::replace(&mut first, Box::new(io::empty())),
            _ => again(open(proof, session)?, begun.len() as u64)
                .map_err(|source| cannot_read(proof, source))?,
        };
        let reader = Cursor::new(begun.as_slice()).chain(rest);
        let checked = match form {
            ProofForm::LratText => check_lrat(session, &progress, &formula, reader, lrat::Format::Text),
            ProofForm::LratBinary => check_lrat(session, &progress, &formula, reader, lrat::Format::Binary),
            ProofForm::DratText => check_drat(session, &progress, &formula, reader, drat::Format::Text),
            ProofForm::DratBinary => check_drat(session, &progress, &formula, reader, drat::Format::Binary),
        };
        match checked.map_err(|source| cannot_read(proof, source))? {
            Checked::Holds { text, object } => {
                drop(progress);
                session.answer(&format!("c {text}\ns VERIFIED\n"), &object)?;
                return Ok(Outcome::Holds);
            }
            Checked::Stopped => {
                drop(progress);
                session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
                return Ok(Outcome::Undecided);
            }
            Checked::Refused(reason) => refusals.push(format!("{}: {reason}", name(form))),
        }
    }
    drop(progress);
    not_verified(session, &format!("{}: {}", proof.display(), refusals.join("; ")))
}

fn name(form: ProofForm) -> &'static str {
    match form {
        ProofForm::LratText => "as LRAT",
        ProofForm::LratBinary => "as binary LRAT",
        ProofForm::DratText => "as DRAT",
        ProofForm::DratBinary => "as binary DRAT",
    }
}

/// The first bytes of data that zstd has compressed. No form of proof begins with them.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Opens a proof, uncompressed: the proofs of certificates are compressed.
fn decompressed(mut file: Input) -> io::Result<Box<dyn Read>> {
    let mut begun = Vec::new();
    (&mut file).take(ZSTD.len() as u64).read_to_end(&mut begun)?;
    let is_compressed = begun == ZSTD;
    let whole = Cursor::new(begun).chain(file);
    Ok(if is_compressed { Box::new(zstd::Decoder::new(whole)?) } else { Box::new(whole) })
}

/// The same proof behind its first bytes.
fn again(file: Input, bytes: u64) -> io::Result<Box<dyn Read>> {
    let mut proof = decompressed(file)?;
    io::copy(&mut (&mut proof).take(bytes), &mut io::sink())?;
    Ok(proof)
}

fn open(path: &Path, session: &Session) -> anyhow::Result<Input> {
    Input::open(path, &session.stop).map_err(|source| cannot_read(path, source))
}

fn cannot_read(path: &Path, source: io::Error) -> anyhow::Error {
    anyhow::Error::new(source).context(format!("cannot read {}", path.display()))
}

pub(crate) fn read_formula(cnf: &Path, session: &Session) -> anyhow::Result<Formula> {
    verify::dimacs::read(BufReader::new(open(cnf, session)?)).map_err(|error| match error.reason {
        DimacsReason::Io(source) => cannot_read(cnf, source),
        _ => anyhow::anyhow!("{}: {error}", cnf.display()),
    })
}

fn proceed(session: &Session) -> ControlFlow<()> {
    if session.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn check_lrat(
    session: &Session,
    progress: &Progress,
    formula: &Formula,
    proof: impl Read,
    format: lrat::Format,
) -> io::Result<Checked> {
    let watch = |bytes| {
        progress.advance(bytes);
        proceed(session)
    };
    match lrat::check_with(formula, proof, format, SatisfiedHints::Skipped, watch) {
        Ok(report) => {
            let lrat::Report { additions, deletions, rat_additions, hints, bytes, .. } = report;
            Ok(Checked::Holds {
                text: format!("{additions} additions ({rat_additions} RAT), {deletions} deletions"),
                object: json!({
                    "verdict": "verified", "form": "lrat", "additions": additions,
                    "rat_additions": rat_additions, "deletions": deletions, "hints": hints, "bytes": bytes,
                }),
            })
        }
        Err(error) => match error.reason {
            LratReason::Stopped => Ok(Checked::Stopped),
            LratReason::Io(source) => Err(source),
            _ => Ok(Checked::Refused(error.to_string())),
        },
    }
}

fn check_drat(
    session: &Session,
    progress: &Progress,
    formula: &Formula,
    proof: impl Read,
    format: drat::Format,
) -> io::Result<Checked> {
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
            Ok(Checked::Holds {
                text: format!(
                    "{additions} additions, {used} used ({rat_additions} RAT), {deletions} deletions, \
                     {ignored_deletions} ignored"
                ),
                object: json!({
                    "verdict": "verified", "form": "drat", "additions": additions, "used": used,
                    "rat_additions": rat_additions, "deletions": deletions,
                    "ignored_deletions": ignored_deletions, "used_inputs": report.used_inputs,
                    "bytes": report.bytes,
                }),
            })
        }
        Err(error) => match error.reason {
            DratReason::Stopped => Ok(Checked::Stopped),
            DratReason::Malformed(LratReason::Io(source)) => Err(source),
            _ => Ok(Checked::Refused(error.to_string())),
        },
    }
}
