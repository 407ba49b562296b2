//! The manifest: the question, its clauses, and the cubes.

use super::{Cube, CubeError};
use crate::emission::Emission;
use crate::question::Question;
use crate::registry::Registry;
use certamen_work::durable::{self, Pending};
use cnf_out::clausify::Encoding;
use cnf_out::map::CnfIdentity;
use rustsat::types::Lit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the manifest in its directory.
pub const MANIFEST: &str = "cubes.json";
/// The tag that it starts with.
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
        let manifest: Manifest<Question> = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            certamen: env!("CARGO_PKG_VERSION").to_owned(),
            question: emission.map.question.clone(),
            encoding: emission.map.encoding,
            cnf: emission.map.cnf.clone(),
            cubes: cubes.iter().map(|cube| numbers(cube)).collect(),
        };
        write_line(&directory.join(MANIFEST), &manifest)?;
        Ok(Self { directory: directory.to_owned(), emission, cubes })
    }

    /// Reads a manifest, or that of a directory, and makes its clauses anew.
    ///
    /// # Errors
    /// [`CubeError`]; that the clauses are other ones, or a cube has a literal that they have not, is one.
    pub fn read(path: &Path, registry: &Registry) -> Result<Self, CubeError> {
        let path = if path.is_dir() { path.join(MANIFEST) } else { path.to_owned() };
        let manifest: Manifest<serde_json::Value> = read_json(&path)?;
        let malformed = |reason: String| CubeError::Malformed { path: path.clone(), reason };
        if (manifest.format.as_str(), manifest.version) != (FORMAT, VERSION) {
            return Err(malformed(format!(
                "format `{}`, version {}: this program reads `{FORMAT}`, version {VERSION}",
                manifest.format, manifest.version
            )));
        }
        let question = registry.question(manifest.question)?;
        let emission = Emission::of(&question, manifest.encoding);
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
        Ok(durable::sweep(&self.directory)?)
    }

    /// A temporary file beside the manifest.
    pub(super) fn temporary(&self) -> Result<Pending, CubeError> {
        Ok(Pending::inside(&self.directory)?)
    }
}

/// Literals as DIMACS writes them.
pub(super) fn numbers(cube: &[Lit]) -> Vec<i32> {
    cube.iter().map(|literal| literal.to_ipasir()).collect()
}

/// Writes an object on one line.
fn write_line(path: &Path, object: &impl Serialize) -> Result<(), CubeError> {
    let malformed =
        |error: serde_json::Error| CubeError::Malformed { path: path.to_owned(), reason: error.to_string() };
    let mut text = serde_json::to_vec(object).map_err(malformed)?;
    text.push(b'\n');
    Ok(durable::write(path, &text)?)
}

/// Reads an object.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, CubeError> {
    let malformed =
        |error: serde_json::Error| CubeError::Malformed { path: path.to_owned(), reason: error.to_string() };
    serde_json::from_slice(&durable::read(path, SIZE_LIMIT)?).map_err(malformed)
}
