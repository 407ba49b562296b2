//! The manifest: the question, its clauses, and the cubes.

use super::{Cube, CubeError};
use crate::emission::Emission;
use crate::query::{Query, Question};
use crate::unfinished;
use cnf_out::clausify::Encoding;
use cnf_out::map::CnfIdentity;
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The name of the manifest in its directory.
pub const MANIFEST: &str = "cubes.json";
/// The tag that it starts with.
const FORMAT: &str = "certamen-cubes";
/// The version that this code reads and writes.
const VERSION: u32 = 1;
/// The largest manifest that is read, in bytes.
const SIZE_LIMIT: u64 = 64 << 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u32,
    certamen: String,
    question: Question,
    encoding: Encoding,
    cnf: CnfIdentity,
    /// Literals as DIMACS writes them.
    cubes: Vec<Vec<i32>>,
}

/// A question and its cubes, as a manifest tells them.
#[derive(Debug)]
pub struct Cubes {
    /// Where the manifest is, and what comes of its cubes.
    pub directory: PathBuf,
    /// The question as clauses, made anew.
    pub emission: Emission,
    /// The cubes.
    pub cubes: Vec<Cube>,
}

impl Cubes {
    /// Writes a manifest into a directory, which is made, or has to be empty.
    ///
    /// # Errors
    /// [`CubeError`]; nothing is half written.
    pub fn write(directory: &Path, emission: Emission, cubes: Vec<Cube>) -> Result<Self, CubeError> {
        fs::create_dir_all(directory).map_err(CubeError::io(directory))?;
        if fs::read_dir(directory).map_err(CubeError::io(directory))?.next().is_some() {
            return Err(CubeError::Occupied(directory.to_owned()));
        }
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            certamen: env!("CARGO_PKG_VERSION").to_owned(),
            question: emission.map.question,
            encoding: emission.map.encoding,
            cnf: emission.map.cnf.clone(),
            cubes: cubes.iter().map(|cube| numbers(cube)).collect(),
        };
        write_json(&directory.join(MANIFEST), &manifest)?;
        Ok(Self { directory: directory.to_owned(), emission, cubes })
    }

    /// Reads a manifest, or that of a directory, and makes its clauses anew.
    ///
    /// # Errors
    /// [`CubeError`]; that the clauses are other ones, or a cube has a literal that they have not, is one.
    pub fn read(path: &Path) -> Result<Self, CubeError> {
        let path = if path.is_dir() { path.join(MANIFEST) } else { path.to_owned() };
        let manifest: Manifest = read_json(&path)?;
        let malformed = |reason: String| CubeError::Malformed { path: path.clone(), reason };
        if (manifest.format.as_str(), manifest.version) != (FORMAT, VERSION) {
            return Err(malformed(format!(
                "format `{}`, version {}: this program reads `{FORMAT}`, version {VERSION}",
                manifest.format, manifest.version
            )));
        }
        manifest.question.validate().map_err(malformed)?;
        let emission = Emission::of(manifest.question, manifest.encoding);
        if emission.map.cnf != manifest.cnf {
            return Err(malformed(
                "its CNF is not what this program writes for the question: another version, or altered"
                    .to_owned(),
            ));
        }
        let cube = |(index, numbers): (usize, &Vec<i32>)| {
            let literal = |&number: &i32| {
                let is_variable = number.unsigned_abs() <= emission.clausified.variables;
                Lit::from_ipasir(number).ok().filter(|_| is_variable).ok_or(number)
            };
            let literals: Result<Cube, i32> = numbers.iter().map(literal).collect();
            literals.map_err(|number| malformed(format!("cube {index}: {number} is no literal of the CNF")))
        };
        let cubes = manifest.cubes.iter().enumerate().map(cube).collect::<Result<_, _>>()?;
        let directory = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { directory, emission, cubes })
    }

    /// Where the verdict of a cube is, or will be.
    pub(super) fn verdict_path(&self, index: usize) -> PathBuf {
        self.directory.join(format!("cube-{index:06}.json"))
    }

    /// Where the proof of a cube is, or will be.
    pub(super) fn proof_path(&self, index: usize) -> PathBuf {
        self.directory.join(format!("cube-{index:06}.lrat"))
    }

    /// Removes what killed jobs have left beside the manifest.
    pub(super) fn sweep(&self) -> Result<(), CubeError> {
        unfinished::sweep(&self.directory).map_err(CubeError::io(&self.directory))
    }

    /// A temporary file beside the manifest.
    pub(super) fn temporary(&self) -> Result<NamedTempFile, CubeError> {
        unfinished::file_in(&self.directory).map_err(CubeError::io(&self.directory))
    }
}

/// Literals as DIMACS writes them.
pub(super) fn numbers(cube: &[Lit]) -> Vec<i32> {
    cube.iter().map(|literal| literal.to_ipasir()).collect()
}

/// Writes an object as one file, which takes its name when it is complete.
pub(super) fn write_json(path: &Path, object: &impl Serialize) -> Result<(), CubeError> {
    let write = || {
        let mut text = serde_json::to_vec(object)?;
        text.push(b'\n');
        let mut file = unfinished::file_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(&text)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error).map(drop)
    };
    write().map_err(CubeError::io(path))
}

/// Reads an object.
pub(super) fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, CubeError> {
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(SIZE_LIMIT + 1).read_to_end(&mut text));
    read.map_err(CubeError::io(path))?;
    let malformed = |reason: String| CubeError::Malformed { path: path.to_owned(), reason };
    if text.len() as u64 > SIZE_LIMIT {
        return Err(malformed(format!("more than {SIZE_LIMIT} bytes")));
    }
    serde_json::from_slice(&text).map_err(|error| malformed(error.to_string()))
}
