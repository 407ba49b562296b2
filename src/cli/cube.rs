//! `certamen cube` and `certamen run-cube`

use super::progress::Progress;
use super::question::QueryArgs;
use super::{Outcome, Session};
use crate::bound::Limits;
use crate::cube::compose::Composed;
use crate::cube::run::{CubeVerdict, Ran};
use crate::cube::split::split;
use crate::cube::{CubeError, Cubes, MANIFEST};
use crate::diagram;
use crate::emission::Emission;
use anyhow::bail;
use clap::Args;
use cnf_out::clausify::Encoding;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most cubes that a question is split into.
const COUNT_LIMIT: usize = 100_000;

/// Split a question into jobs that can run anywhere.
///
/// Writes a manifest of cubes, which fix bits of the words that the solver chooses and together leave nothing out.
/// `run-cube` solves one of them, and `check` on the directory puts the answers together.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
    certamen cube othello.mobility --at-least 35 --count 16 --out cubes\n  \
    seq 0 15 | parallel certamen run-cube cubes\n  \
    certamen check cubes")]
pub(super) struct Cube {
    #[command(flatten)]
    query: QueryArgs,
    /// How many cubes.
    #[arg(long, value_name = "N")]
    count: usize,
    /// The directory to write; it must be empty or not be there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Ask for any position, not only for one of each class of symmetric ones.
    #[arg(long)]
    no_symmetry_breaking: bool,
}

impl Cube {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if !(1..=COUNT_LIMIT).contains(&self.count) {
            bail!("--count {}: from 1 to {COUNT_LIMIT}", self.count);
        }
        let question = self.query.question(!self.no_symmetry_breaking)?;
        let progress = Progress::new(session);
        progress.begin(format!("splitting {question}"));
        let emission = Emission::of(question, Encoding::default());
        let cubes = match split(&emission, self.count, &session.stop) {
            Err(CubeError::Stopped) => return undecided(session),
            cubes => cubes?,
        };
        let written = Cubes::write(&self.out, emission, cubes)?;
        drop(progress);
        let manifest = self.out.join(MANIFEST);
        let text = format!("{} cubes in {}\n", written.cubes.len(), manifest.display());
        session.answer(
            &text,
            &json!({ "manifest": manifest, "cubes": written.cubes.len(), "question": question,
                     "cnf": written.emission.map.cnf }),
        )?;
        Ok(Outcome::Holds)
    }
}

/// Solve one cube of a manifest.
///
/// Writes the verdict, and the proof of a refutation, beside the manifest. A cube that has been solved before is not
/// solved again; a job that is killed leaves nothing that would be taken for a verdict. It exits 0 for either answer, and
/// 3 if a limit or an interrupt ended it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen run-cube cubes 0\n  \
    seq 0 15 | xargs -P 4 -n 1 certamen run-cube cubes")]
pub(super) struct RunCube {
    /// The manifest, or its directory.
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The number of the cube, from 0.
    #[arg(value_name = "INDEX")]
    index: usize,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
}

impl RunCube {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let cubes = Cubes::read(&self.manifest)?;
        let progress = Progress::new(session);
        progress.begin(format!("solving cube {} of {}", self.index, self.manifest.display()));
        let limits = Limits { time: self.time_limit, deadline: None, stop: session.stop.clone() };
        let ran = cubes.run(self.index, &limits)?;
        drop(progress);
        match ran {
            Ran::Stopped(reason) => {
                session.note(&reason.to_string());
                undecided(session)
            }
            Ran::Verdict(CubeVerdict::Unsatisfiable) => {
                let text = format!("cube {}: unsatisfiable\n", self.index);
                session.answer(&text, &json!({ "cube": self.index, "verdict": "unsatisfiable" }))?;
                Ok(Outcome::Holds)
            }
            Ran::Verdict(CubeVerdict::Satisfiable(witness)) => {
                let text = format!("{}cube {}: satisfiable\n", diagram::of_witness(&witness), self.index);
                let object = json!({ "cube": self.index, "verdict": "satisfiable", "witness": witness });
                session.answer(&text, &object)?;
                Ok(Outcome::Holds)
            }
        }
    }
}

/// Whether a path is that of a manifest of cubes, or of its directory.
pub(super) fn is_manifest(path: &Path) -> bool {
    path.join(MANIFEST).is_file() || (path.is_file() && path.file_name().is_some_and(|name| name == MANIFEST))
}

/// `certamen check` of cubes.
pub(super) fn check(session: &Session, path: &Path) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    progress.begin(format!("checking the cubes of {}", path.display()));
    let composed = Cubes::read(path).and_then(|cubes| {
        let count = cubes.cubes.len();
        cubes.compose(&session.stop, |_| {}).map(|composed| (composed, count))
    });
    drop(progress);
    match composed {
        Ok((Composed::Refuted(question), count)) => {
            let text = format!(
                "refuted: {question}\n{count} cubes, which leave nothing out; {count} proofs checked\ns VERIFIED\n"
            );
            session.answer(&text, &json!({ "verdict": "verified", "refuted": question, "cubes": count }))?;
            Ok(Outcome::Holds)
        }
        Ok((Composed::Answered(question, index, witness), _)) => {
            let diagram = diagram::of_witness(&witness);
            let text = format!("{diagram}possible: {question}\nfound in cube {index}\ns VERIFIED\n");
            let object =
                json!({ "verdict": "verified", "possible": question, "cube": index, "witness": witness });
            session.answer(&text, &object)?;
            Ok(Outcome::Holds)
        }
        Err(CubeError::Stopped) => undecided(session),
        Err(error) => super::check::not_verified(session, &format!("{}: {error}", path.display())),
    }
}

fn undecided(session: &Session) -> anyhow::Result<Outcome> {
    session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
    Ok(Outcome::Undecided)
}
