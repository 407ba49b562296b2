//! `run-cube`

use crate::frame::app::App;
use crate::frame::question_verb::second_opinion;
use crate::frame::verb::PlainVerb;
use crate::frame::verdict::undecided;
use certamen_ask::cube::Cubes;
use certamen_ask::cube::run::{CubeModel, CubeVerdict, JobOutcome};
use certamen_ask::solution::Solution;
use certamen_work::schema::{AnswerSchema, JsonSchema, OrUndecided, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Solve one cube of a manifest.
///
/// Writes the verdict, and the proof of a refutation, beside the manifest. A cube that has a verdict is not solved
/// again. A killed job leaves nothing that could be mistaken for a verdict. Exits 0 for either answer, and 3 if a limit
/// or an interrupt ended the job.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM run-cube cubes 0\n  \
    PROGRAM run-cube cubes 1 --time-limit 600\n  \
    seq 0 15 | xargs -P 4 -n 1 PROGRAM run-cube cubes")]
pub(crate) struct RunCube {
    /// The manifest, or its directory.
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The number of the cube, from 0.
    #[arg(value_name = "INDEX")]
    index: usize,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum RunCubeAnswer<'a> {
    Unsatisfiable {
        cube: usize,
    },
    Satisfiable {
        cube: usize,
        witness: &'a Solution,
        /// The remark that the witness need not be an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        relaxation: Option<&'a str>,
    },
}

impl PlainVerb for RunCube {
    const NAME: &'static str = "run-cube";
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<RunCubeAnswer<'_>>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let cubes = Cubes::read(&self.manifest, app.registry())?;
        second_opinion(session, &cubes.emission.map.question);
        let progress =
            Progress::begun(session, format!("solving cube {} of {}", self.index, self.manifest.display()));
        let limits = session.limits(self.time_limit);
        let ran = cubes.run(self.index, &limits)?;
        drop(progress);
        match ran {
            JobOutcome::Stopped(reason) => {
                session.note(&reason.to_string());
                undecided(session)
            }
            JobOutcome::Verdict(CubeVerdict::Unsatisfiable) => {
                let text = format!("cube {}: unsatisfiable\n", self.index);
                session.conclude(Answer::holds(text, RunCubeAnswer::Unsatisfiable { cube: self.index }))
            }
            JobOutcome::Verdict(CubeVerdict::Satisfiable(CubeModel { witness, .. })) => {
                let (diagram, remark) = (witness.witness().text(), witness.remark());
                let by = remark.map(|remark| format!(" by {remark}")).unwrap_or_default();
                let text = format!("{diagram}cube {}: satisfiable{by}\n", self.index);
                let (cube, relaxation) = (self.index, remark);
                let object = RunCubeAnswer::Satisfiable { cube, witness: &witness, relaxation };
                session.conclude(Answer::holds(text, object))
            }
        }
    }
}
