//! Writing a certificate: climb to the bound, write the parts beside the destination, check them, rename.

use super::check::{CheckError, check};
use super::sums::{file_names, listed, sums_of};
use super::{Certificate, Claim, FORMAT, MANIFEST, Part, SUMS, VERSION};
use crate::bound::{BoundError, CONFIGURATION, Climb, Event, Limits, Refutation, climb};
use crate::diagram;
use crate::query::{Objective, Question, Witness};
use cnf_out::clausify::Encoding;
use cnf_out::solver::StopReason;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use verify::lrat::LratReason;

/// What `prove` arrived at.
#[derive(Debug)]
pub enum Proved {
    /// The claim stands, and was checked as it lies on disk.
    Exact(Claim, Box<Witness>),
    /// Not even the question's own bound can be reached; nothing was written.
    Impossible(Question),
    /// The limits ended it; nothing was written.
    Undecided(Option<Witness>, StopReason),
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The destination is there and is not a certificate.
    #[error("{0} exists and is not a certificate: it is left alone")]
    Occupied(PathBuf),
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bound could not be found.
    #[error(transparent)]
    Bound(#[from] BoundError),
    /// The certificate could not be made into text.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The finished certificate does not check.
    #[error("the new certificate does not check: {0}")]
    Check(#[from] CheckError),
}

/// The names of the files of the one refutation.
const CNF: &str = "refutation.cnf";
const MAP: &str = "refutation.map.json";
const PROOF: &str = "refutation.lrat";
const DIAGRAM: &str = "witness.txt";

/// Finds the exact bound of a question and writes its certificate to `destination`.
///
/// The files are written to a temporary directory beside the destination, checked there, and renamed in one step; a
/// certificate that was there before is replaced only then.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn prove(
    question: Question,
    objective: Objective,
    destination: &Path,
    limits: &Limits,
    watch: impl FnMut(Event<'_>),
    progress: impl FnMut(u64),
) -> Result<Proved, WriteError> {
    require_free(destination)?;
    let scratch = scratch_beside(destination)?;
    let proof_path = scratch.path().join(PROOF);
    let climbed = climb(question, objective, limits, || File::create(&proof_path), watch)?;
    let (witness, refutation) = match climbed {
        Climb::Open(witness, reason) => return Ok(Proved::Undecided(witness, reason)),
        Climb::Closed(None, refutation) => return Ok(Proved::Impossible(refutation.question)),
        Climb::Closed(Some(witness), refutation) => (witness, refutation),
    };
    let bound = objective.measure(&witness);
    let question = question.with_bound(objective, bound).without_symmetry_breaking();
    let claim = Claim { question, objective, bound };
    write_parts(scratch.path(), claim, &witness, &refutation)?;
    match check(scratch.path(), &limits.stop, progress) {
        Ok(_) => {}
        Err(CheckError::Proof { source, .. }) if matches!(source.reason, LratReason::Stopped) => {
            return Ok(Proved::Undecided(Some(witness), StopReason::Callback));
        }
        Err(error) => return Err(error.into()),
    }
    move_into_place(scratch, destination)?;
    Ok(Proved::Exact(claim, Box::new(witness)))
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { path, source }
}

/// Refuses a destination that holds something else than a certificate.
fn require_free(destination: &Path) -> Result<(), WriteError> {
    let free = match fs::symlink_metadata(destination) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(found) => found.is_dir() && holds_nothing_else(destination),
    };
    if free { Ok(()) } else { Err(WriteError::Occupied(destination.to_owned())) }
}

/// Whether a directory is empty or holds the files of a certificate, whole or damaged, and none besides.
fn holds_nothing_else(directory: &Path) -> bool {
    let Ok(present) = file_names(directory) else {
        return false;
    };
    let sums = fs::read_to_string(directory.join(SUMS));
    let sums = sums.as_deref().unwrap_or_default();
    let is_certificate = present.iter().any(|name| name == MANIFEST);
    present.is_empty()
        || is_certificate && present.iter().all(|name| listed(sums).any(|listed| listed == name))
}

fn scratch_beside(destination: &Path) -> Result<TempDir, WriteError> {
    let parent = match destination.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(io_error(parent))?;
    tempfile::Builder::new().prefix(".certamen-").tempdir_in(parent).map_err(io_error(parent))
}

fn write_parts(
    directory: &Path,
    claim: Claim,
    witness: &Witness,
    refutation: &Refutation<File>,
) -> Result<(), WriteError> {
    let write = |name: &str, bytes: &[u8]| {
        let path = directory.join(name);
        let written =
            File::create(&path).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
        written.map_err(io_error(&path))
    };
    refutation.proof.sync_all().map_err(io_error(&directory.join(PROOF)))?;
    write(CNF, &refutation.emission.dimacs)?;
    write(MAP, refutation.emission.map.to_text()?.as_bytes())?;
    write(DIAGRAM, diagram::of_witness(witness).as_bytes())?;
    let certificate = Certificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        certamen: env!("CARGO_PKG_VERSION").to_owned(),
        claim,
        parts: vec![
            Part::Witness { question: claim.question, witness: witness.clone(), diagram: DIAGRAM.to_owned() },
            Part::Refutation {
                question: refutation.question,
                encoding: Encoding::default(),
                cnf: CNF.to_owned(),
                map: MAP.to_owned(),
                proof: PROOF.to_owned(),
                solver: format!("CaDiCaL 3.0.1, configuration {CONFIGURATION}"),
            },
        ],
    };
    write(MANIFEST, certificate.to_text()?.as_bytes())?;
    let sums = sums_of(directory).map_err(io_error(directory))?;
    write(SUMS, sums.as_bytes())
}

/// Puts the finished directory in place of what was there.
fn move_into_place(scratch: TempDir, destination: &Path) -> Result<(), WriteError> {
    // A temporary directory is private; a certificate is to be read by others.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(scratch.path(), open).map_err(io_error(scratch.path()))?;
    }
    let replaced = if destination.exists() {
        let old = scratch_beside(destination)?;
        fs::rename(destination, old.path()).map_err(io_error(destination))?;
        Some(old)
    } else {
        None
    };
    if let Err(error) = fs::rename(scratch.path(), destination) {
        // What was there before goes back; where even that fails it keeps its temporary name.
        if let Some(old) = replaced {
            let old = old.keep();
            let _ = fs::rename(old, destination);
        }
        return Err(io_error(destination)(error));
    }
    // The directory has its final name now: nothing is to be cleaned up under the old one.
    let _ = scratch.keep();
    drop(replaced);
    Ok(())
}
