//! `cube`

use crate::decode::read_unpacked;
use crate::frame::app::App;
use crate::frame::flags::Symmetries;
use crate::frame::question_verb::{QuestionCall, QuestionVerb};
use crate::frame::verdict::undecided;
use anyhow::bail;
use certamen_ask::cube::icnf::{self, MOST_CUBES};
use certamen_ask::cube::split::split;
use certamen_ask::cube::{CubeError, Cubes, MANIFEST};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::witness::AnyWitness;
use certamen_work::durable;
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, JsonSchema, OrUndecided, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use cnf_out::clausify::Encoding;
use cnf_out::map::CnfIdentity;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Split a question into jobs that can run anywhere.
///
/// Writes a manifest of cubes. Each cube fixes some bits of the unknown words, and together the cubes cover all cases.
/// `run-cube` solves one of them, and `check` on the directory combines the answers.
#[derive(Args, Debug)]
pub(crate) struct Cube {
    #[command(flatten)]
    splitting: SplitFlags,
    /// The directory to write; it must be empty or not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Also write the clauses and the cubes in the format iCNF, for other solvers.
    #[arg(long, value_name = "FILE")]
    icnf: Option<PathBuf>,
}

/// How a question is split.
#[derive(Args, Debug)]
pub(crate) struct SplitFlags {
    /// The number of cubes.
    #[arg(long, value_name = "N", required_unless_present = "cubes", conflicts_with = "cubes")]
    count: Option<usize>,
    /// Take the cubes of a file in the format iCNF, as march_cu writes it, with or without the clauses.
    #[arg(long, value_name = "FILE")]
    cubes: Option<PathBuf>,
    #[command(flatten)]
    symmetries: Symmetries,
}

/// A question as clauses, and its cubes.
pub(crate) type SplitQuestion = (Emission, Vec<certamen_ask::cube::Cube>);

/// The longest file of cubes that is read, in bytes.
const ICNF_LIMIT: u64 = 1 << 28;

impl SplitFlags {
    /// Splits a question. `None` after a request to stop.
    pub(crate) fn split(
        &self,
        asked: QuestionCall<'_>,
        session: &Session,
    ) -> anyhow::Result<Option<SplitQuestion>> {
        let count = self.count.unwrap_or(1);
        if !(1..=MOST_CUBES).contains(&count) {
            bail!("--count {count}: expected 1 to {MOST_CUBES}");
        }
        let question = asked.question(session, self.symmetries.are_broken())?;
        let _progress = Progress::begun(session, format!("splitting {question:#}"));
        let emission = Emission::new(&question, Encoding::default());
        let cubes = match &self.cubes {
            Some(path) => {
                let text = file::text_of(path, read_unpacked(path, ICNF_LIMIT, session)?)?;
                icnf::read(path, &text, &emission)
            }
            None => split(&emission, count, &session.stop),
        };
        match cubes {
            Err(CubeError::Stopped) => Ok(None),
            cubes => Ok(Some((emission, cubes?))),
        }
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct CubeAnswer<'a> {
    manifest: &'a Path,
    /// The number of cubes.
    cubes: usize,
    question: &'a Question,
    cnf: &'a CnfIdentity,
}

impl QuestionVerb for Cube {
    const NAME: &'static str = "cube";
    const SAMPLE: &'static str = "--count 16 --out cubes";
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<CubeAnswer<'_>>>);

    fn run(&self, _: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        Cubes::require_free(&self.out)?;
        self.icnf.as_deref().map_or(Ok(()), file::require_writable)?;
        let Some((emission, cubes)) = self.splitting.split(asked, session)? else {
            return undecided(session);
        };
        let question = emission.map.question.clone();
        let written = Cubes::write(&self.out, emission, cubes)?;
        if let Some(path) = &self.icnf {
            durable::write(path, icnf::write(&written.emission, &written.cubes).as_bytes())?;
        }
        let manifest = self.out.join(MANIFEST);
        let text = format!("{} cubes in {}\n", written.cubes.len(), file::shown(&manifest));
        session.conclude(Answer::holds(
            text,
            CubeAnswer {
                manifest: &manifest,
                cubes: written.cubes.len(),
                question: &question,
                cnf: &written.emission.map.cnf,
            },
        ))
    }
}

/// Whether a path is that of a manifest of cubes, or of its directory.
pub(crate) fn is_manifest(path: &Path) -> bool {
    path.join(MANIFEST).is_file() || (path.is_file() && path.file_name().is_some_and(|name| name == MANIFEST))
}

/// What cubes say together, as JSON.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
pub(crate) enum CubesReport<'a> {
    /// All cubes are refuted.
    Refuted { refuted: &'a Question, cubes: usize },
    /// A cube has a position.
    Possible { possible: &'a Question, cube: usize, witness: &'a AnyWitness },
}

impl CubesReport<'_> {
    /// The same as text. `proofs` says by what the cubes are refuted.
    pub(crate) fn text(&self, proofs: &str) -> String {
        match self {
            Self::Refuted { refuted, cubes } => {
                format!("refuted: {refuted}\n{cubes} cubes that cover all cases; {cubes} {proofs}\n")
            }
            Self::Possible { possible, cube, witness } => {
                format!("{}possible: {possible}\nfound in cube {cube}\n", witness.text())
            }
        }
    }
}
