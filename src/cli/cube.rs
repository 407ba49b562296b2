//! `cube`

use crate::app::App;
use crate::verb::{AboutQuestions, Asking};
use anyhow::bail;
use certamen_ask::cube::split::split;
use certamen_ask::cube::{CubeError, Cubes, MANIFEST};
use certamen_ask::emission::Emission;
use certamen_ask::kind::Kind;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use cnf_out::clausify::Encoding;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The most cubes that a question is split into.
const COUNT_LIMIT: usize = 100_000;

/// Split a question into jobs that can run anywhere.
///
/// Writes a manifest of cubes. Each cube fixes some bits of the unknown words, and together the cubes cover all cases.
/// `run-cube` solves one of them, and `check` on the directory combines the answers.
#[derive(Args, Debug)]
pub(crate) struct Cube {
    /// The number of cubes.
    #[arg(long, value_name = "N")]
    count: usize,
    /// The directory to write; it must be empty or not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Do not break symmetries: ask for any position, not for one of each class of symmetric positions.
    #[arg(long)]
    no_symmetry_breaking: bool,
}

impl AboutQuestions for Cube {
    const NAME: &'static str = "cube";
    const SAMPLE: &'static str = "--count 16 --out cubes";

    fn applies(_: &dyn Kind) -> bool {
        true
    }

    fn run(&self, _: &App, asked: Asking<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if !(1..=COUNT_LIMIT).contains(&self.count) {
            bail!("--count {}: expected 1 to {COUNT_LIMIT}", self.count);
        }
        let question = asked.question(session, !self.no_symmetry_breaking)?;
        let progress = Progress::new(session);
        progress.begin(format!("splitting {question}"));
        let emission = Emission::of(&question, Encoding::default());
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

/// Whether a path is that of a manifest of cubes, or of its directory.
pub(crate) fn is_manifest(path: &Path) -> bool {
    path.join(MANIFEST).is_file() || (path.is_file() && path.file_name().is_some_and(|name| name == MANIFEST))
}

pub(crate) fn undecided(session: &Session) -> anyhow::Result<Outcome> {
    session.answer("s UNKNOWN\n", &json!({ "verdict": "undecided" }))?;
    Ok(Outcome::Undecided)
}
