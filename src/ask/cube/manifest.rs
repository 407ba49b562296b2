//! The manifest: a file with the question, a checksum of its clauses, and the cubes.

use super::{Cube, CubeError, formula};
use crate::emission::{Emission, sha256};
use crate::question::Question;
use crate::registry::Registry;
use certamen_work::durable::{self, Pending};
use cnf_out::clausify::Encoding;
use cnf_out::map::CnfIdentity;
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of the manifest in its directory.
pub const MANIFEST: &str = "cubes.json";
/// The tag at the start of the file.
const FORMAT: &str = "certamen-cubes";
/// The version that this code reads and writes.
const VERSION: u32 = 1;
/// The largest manifest that is read, in bytes.
pub(super) const SIZE_LIMIT: u64 = 64 << 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest<Q> {
    format: String,
    version: u32,
    certamen: String,
    question: Q,
    encoding: Encoding,
    cnf: CnfIdentity,
    /// Literals as DIMACS writes them.
    cubes: Vec<Vec<i32>>,
}

/// A question and its cubes, as stored in a manifest.
///
/// # Examples
/// ```
/// use certamen_ask::cube::compose::CubesAnswer;
/// use certamen_ask::cube::{Cubes, split::split};
/// use certamen_ask::emission::Emission;
/// use certamen_ask::sample::SetBits;
/// use certamen_work::{Limits, Stop};
/// use cnf_out::clausify::Encoding;
///
/// let emission = Emission::new(&SetBits { at_least: 5 }.into(), Encoding::default());
/// let stop = Stop::new();
/// # let temporary = tempfile::tempdir()?;
/// # let directory = temporary.path().join("cubes");
/// let cubes = split(&emission, 2, &stop)?;
/// let cubes = Cubes::write(&directory, emission, cubes)?;
/// for index in 0..cubes.cubes.len() {
///     cubes.run(index, &Limits::default())?;
/// }
/// assert!(matches!(cubes.compose(&stop, |_| {})?, CubesAnswer::Refuted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cubes {
    /// The directory of the manifest, and of the verdicts and proofs of its cubes.
    pub directory: PathBuf,
    /// The question as clauses, made anew.
    pub emission: Emission,
    /// The cubes.
    pub cubes: Vec<Cube>,
    /// The SHA-256 of the manifest, which the verdicts name.
    pub(super) sum: String,
    /// The clauses as the second opinion has read them. All cubes have them, so they are read once.
    read: OnceLock<verify::dimacs::Formula>,
}

impl Cubes {
    /// Refuses a directory that exists and is not empty, before a question is split.
    ///
    /// # Errors
    /// [`CubeError::Occupied`], [`CubeError::Io`]
    pub fn require_free(directory: &Path) -> Result<(), CubeError> {
        if !directory.exists() {
            return Ok(());
        }
        // An earlier run that was killed here has left only unfinished files.
        durable::sweep(directory)?;
        let is_used = fs::read_dir(directory).map_err(CubeError::io(directory))?.next().is_some();
        if is_used { Err(CubeError::Occupied(directory.to_owned())) } else { Ok(()) }
    }

    /// Writes a manifest into a directory. The directory is created, or it has to be empty.
    ///
    /// # Errors
    /// [`CubeError`]. No partial manifest is left behind.
    pub fn write(directory: &Path, emission: Emission, cubes: Vec<Cube>) -> Result<Self, CubeError> {
        fs::create_dir_all(directory).map_err(CubeError::io(directory))?;
        Self::require_free(directory)?;
        let path = directory.join(MANIFEST);
        let text = Self::text(&emission, &cubes).map_err(CubeError::io(&path))?;
        durable::write(&path, &text)?;
        Ok(Self {
            directory: directory.to_owned(),
            emission,
            cubes,
            sum: sha256(&text),
            read: OnceLock::new(),
        })
    }

    /// The manifest of a question and its cubes, on one line.
    ///
    /// # Errors
    /// An error if the parameters of the question cannot be written as JSON.
    pub fn text(emission: &Emission, cubes: &[Cube]) -> io::Result<Vec<u8>> {
        let manifest: Manifest<Question> = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            certamen: env!("CARGO_PKG_VERSION").to_owned(),
            question: emission.map.question.clone(),
            encoding: emission.map.encoding,
            cnf: emission.map.cnf.clone(),
            cubes: cubes.iter().map(|cube| numbers(cube)).collect(),
        };
        let mut text = serde_json::to_vec(&manifest)?;
        text.push(b'\n');
        Ok(text)
    }

    /// Whether the manifest of a directory is this text, byte for byte.
    ///
    /// # Errors
    /// [`CubeError`] if it cannot be read.
    pub fn has_manifest(directory: &Path, text: &[u8]) -> Result<bool, CubeError> {
        Ok(durable::read(&directory.join(MANIFEST), SIZE_LIMIT)? == text)
    }

    /// Reads a manifest from a file or directory, and makes the clauses of its question anew.
    ///
    /// # Errors
    /// [`CubeError`], also if the clauses differ, or if a cube has a literal of an unknown variable.
    pub fn read(path: &Path, registry: &Registry) -> Result<Self, CubeError> {
        let path = if path.is_dir() { path.join(MANIFEST) } else { path.to_owned() };
        let text = durable::read(&path, SIZE_LIMIT)?;
        Self::parse(&path, &text, registry)
    }

    /// Reads the text of a manifest. `path` is its file: it is named in errors, and verdicts and proofs are beside it.
    ///
    /// # Errors
    /// As [`Cubes::read`].
    pub fn parse(path: &Path, text: &[u8], registry: &Registry) -> Result<Self, CubeError> {
        let malformed = |reason: String| CubeError::Malformed { path: path.to_owned(), reason };
        let manifest: Manifest<serde_json::Value> =
            serde_json::from_slice(text).map_err(|error| malformed(error.to_string()))?;
        if (manifest.format.as_str(), manifest.version) != (FORMAT, VERSION) {
            return Err(malformed(format!(
                "format `{}`, version {}: this program reads `{FORMAT}`, version {VERSION}",
                manifest.format, manifest.version
            )));
        }
        let question = registry.question(manifest.question)?;
        let emission = Emission::new(&question, manifest.encoding);
        if emission.map.cnf != manifest.cnf {
            return Err(malformed(
                "its CNF is not what this program writes for the question: written by another version, or changed"
                    .to_owned(),
            ));
        }
        let cube = |(index, numbers): (usize, &Vec<i32>)| {
            let literal = |&number: &i32| literal_of(&emission, number).ok_or(number);
            let literals: Result<Cube, i32> = numbers.iter().map(literal).collect();
            literals
                .map_err(|number| malformed(format!("cube {index}: {number} is not a literal of the CNF")))
        };
        let cubes = manifest.cubes.iter().enumerate().map(cube).collect::<Result<_, _>>()?;
        let directory = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { directory, emission, cubes, sum: sha256(text), read: OnceLock::new() })
    }

    /// The literal that DIMACS writes as this number, if the clauses have its variable.
    pub(super) fn literal(&self, number: i32) -> Option<Lit> {
        literal_of(&self.emission, number)
    }

    /// The clauses of the question, as the second opinion reads them.
    pub(super) fn clauses_read(&self) -> Result<&verify::dimacs::Formula, CubeError> {
        if let Some(read) = self.read.get() {
            return Ok(read);
        }
        let read = formula(&self.emission.clausified)?;
        Ok(self.read.get_or_init(|| read))
    }

    /// The file name of a cube's verdict.
    pub fn verdict_name(index: usize) -> String {
        format!("cube-{index:06}.json")
    }

    /// The file name of a cube's proof.
    pub fn proof_name(index: usize) -> String {
        format!("cube-{index:06}.lrat")
    }

    /// The path of a cube's verdict, whether the file exists or not.
    pub(super) fn verdict_path(&self, index: usize) -> PathBuf {
        self.directory.join(Self::verdict_name(index))
    }

    /// The path of a cube's proof, whether the file exists or not.
    pub fn proof_path(&self, index: usize) -> PathBuf {
        self.directory.join(Self::proof_name(index))
    }

    /// Removes the unfinished files that killed jobs left beside the manifest.
    pub(super) fn sweep(&self) -> Result<(), CubeError> {
        Ok(durable::sweep(&self.directory)?)
    }

    /// A temporary file beside the manifest.
    pub(super) fn temporary(&self) -> Result<Pending, CubeError> {
        Ok(Pending::inside(&self.directory)?)
    }
}

fn literal_of(emission: &Emission, number: i32) -> Option<Lit> {
    let is_variable = number.unsigned_abs() <= emission.clausified.variables;
    Lit::from_ipasir(number).ok().filter(|_| is_variable)
}

/// Literals as DIMACS writes them.
pub(super) fn numbers(cube: &[Lit]) -> Vec<i32> {
    cube.iter().map(|literal| literal.to_ipasir()).collect()
}
