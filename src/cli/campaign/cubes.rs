//! `plan cube`: a question as a campaign of cubes. Any registered question can be divided so.
//!
//! Stage `solve` has a task for each cube; its output is the verdict on a line, and then the proof of a refutation. Stage
//! `check` has a task for each proof; its output says which proof is valid. The result is a directory of cubes, as `cube`
//! and `run-cube` write it, for `check`.

use super::question::QuestionPlan;
use crate::cube::{Cube, CubesReport, SplitFlags};
use crate::frame::question_verb::{QuestionCall, QuestionVerb as _};
use certamen_ask::cube::run::{CubeVerdict, JobOutcome};
use certamen_ask::cube::{CubeError, Cubes, MANIFEST};
use certamen_ask::emission::sha256_of;
use certamen_ask::flag::Given;
use certamen_ask::kind::Kind;
use certamen_ask::registry::Registry;
use certamen_ask::solution::Solution;
use certamen_campaign::{
    CampaignDirectory, Output, Stage, TaskDivision, TaskId, TaskRun, Work, spread, write_value,
};
use certamen_work::durable::{self, Pending};
use certamen_work::memory;
use certamen_work::{Answer, Failure, Interrupted, Progress, Session, Stop};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead as _, Read, Seek as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of cubes that are solved to estimate the cost.
const PROBES: usize = 3;
/// The longest verdict, in bytes.
const VERDICT_LIMIT: u64 = 1 << 24;
const SOLVE: &str = "solve";
const CHECK: &str = "check";
/// The numbers of these stages.
const SOLVING: usize = 0;
const CHECKING: usize = 1;

/// Divide a question into cubes, for many machines.
///
/// Each cube fixes some bits of the unknown words, and together the cubes cover all cases. A task solves a cube, and
/// another one checks its proof. To estimate the cost, three cubes are solved now. The result is a directory of cubes.
#[derive(Args, Debug)]
pub(crate) struct PlanCube {
    #[command(flatten)]
    splitting: SplitFlags,
    /// Give up on a cube that is solved for the estimate after this many seconds.
    #[arg(long, value_name = "S", default_value = "20", value_parser = certamen_work::amount::seconds)]
    probe: Duration,
}

/// What was found of a cube, unless a request to stop ended it.
fn unstopped<T>(found: Result<T, CubeError>) -> Result<T, Failure> {
    found.map_err(|error| match error {
        CubeError::Stopped => Interrupted.into(),
        error => error.into(),
    })
}

/// A registry that knows this kind only.
fn registry(kind: &Arc<dyn Kind>) -> Registry {
    let mut registry = Registry::new();
    registry.add_kind(kind.clone());
    registry
}

impl QuestionPlan for PlanCube {
    const VERB: &'static str = "cube";
    const SAMPLE: &'static str = Cube::SAMPLE;

    fn plan(&self, kind: &Arc<dyn Kind>, given: Given, session: &Session) -> Result<TaskDivision, Failure> {
        let asked = QuestionCall { kind: &**kind, given: &given };
        let (emission, cubes) = self.splitting.split(asked, session)?.ok_or(Interrupted)?;
        let text = Cubes::text(&emission, &cubes)?;
        let cubes = Cubes::parse(Path::new(MANIFEST), &text, &registry(kind))?;
        let cost = Cost::estimate(&cubes, self.probe, session)?;
        let count = cubes.cubes.len();
        Ok(TaskDivision {
            text: cubes.emission.map.question.to_string(),
            question: json!({ "question": cubes.emission.map.question }),
            files: [(MANIFEST.to_owned(), text)].into(),
            stages: stages(count, &cost),
            model: cost.model,
        })
    }

    fn open(kind: &Arc<dyn Kind>, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let text = place.input(MANIFEST)?;
        let path = place.path().join("input").join(MANIFEST);
        let cubes = Cubes::parse(&path, &text, &registry(kind))?;
        let count = cubes.cubes.len();
        place.require_stages(&stages(count, &Cost::default()), &format!("{count} cubes"))?;
        Ok(Box::new(CubeWork(cubes)))
    }
}

/// The stages for a number of cubes.
fn stages(count: usize, cost: &Cost) -> Vec<Stage> {
    let Cost { solving, checking, spread, proof, memory, .. } = *cost;
    vec![
        Stage::new(SOLVE, count, solving, memory).moving(0, 0, proof).with_spread(spread),
        Stage::new(CHECK, count, checking, memory).after(SOLVE).moving(proof, 0, 0).with_spread(spread),
    ]
}

/// What a cube is expected to take.
#[derive(Default)]
struct Cost {
    solving: f64,
    checking: f64,
    /// The spread of the seconds of cubes, if all that were tried were solved.
    spread: Option<f64>,
    /// The bytes of a proof.
    proof: u64,
    memory: u64,
    model: String,
}

impl Cost {
    /// The mean of some cubes, spread over all.
    fn estimate(cubes: &Cubes, limit: Duration, session: &Session) -> Result<Self, Failure> {
        let count = cubes.cubes.len();
        let probes = PROBES.min(count);
        let progress = Progress::new(session);
        let (mut solving, mut checking, mut unfinished) = (Vec::new(), 0.0, 0);
        let mut bytes = 0;
        for probe in 0..probes {
            let index = (2 * probe + 1) * count / (2 * probes);
            progress.begin(format!("solving cube {index} of {count} for an estimate"));
            let mut proof = tempfile::tempfile()?;
            let limits = session.limits(Some(limit));
            let begun = Instant::now();
            let ran = cubes.solve(index, proof.try_clone()?, &limits)?;
            solving.push(begun.elapsed().as_secs_f64());
            bytes += proof.metadata()?.len();
            let begun = Instant::now();
            match ran {
                JobOutcome::Verdict(CubeVerdict::Unsatisfiable) => {
                    proof.rewind()?;
                    let name = Path::new("the proof of a probe");
                    unstopped(cubes.refutes(index, name, proof, &session.stop))?;
                }
                JobOutcome::Verdict(CubeVerdict::Satisfiable(_)) => {}
                JobOutcome::Stopped(_) if session.stop.is_requested() => return Err(Interrupted.into()),
                // The check of a proof takes about a third of the time.
                JobOutcome::Stopped(_) => {
                    unfinished += 1;
                    checking += limit.as_secs_f64() / 3.0;
                }
            }
            checking += begun.elapsed().as_secs_f64();
        }
        let model = match unfinished {
            0 => format!("the mean of {probes} cubes that were solved now"),
            _ => format!(
                "at least: {unfinished} of {probes} cubes were given up after {} s",
                limit.as_secs_f64()
            ),
        };
        let mean = |sum: f64| sum / probes.max(1) as f64;
        Ok(Self {
            solving: mean(solving.iter().sum()),
            checking: mean(checking),
            spread: spread(&solving).filter(|_| unfinished == 0),
            proof: bytes / probes.max(1) as u64,
            memory: memory_of_a_task(),
            model,
        })
    }
}

/// Twice what this process has used at most so far, in steps of 256 MiB, and at least 512 MiB: longer runs learn more.
fn memory_of_a_task() -> u64 {
    let step = 256 << 20;
    memory::peak().map_or(4 * step, |peak| (2 * peak).next_multiple_of(step).max(2 * step))
}

/// The cubes of a campaign.
struct CubeWork(Cubes);

/// The first line of an output of stage `solve`.
#[derive(Serialize, Deserialize)]
struct SolveOutput<W> {
    verdict: CubeVerdict<W>,
}

/// The output of stage `check`.
#[derive(Serialize, Deserialize)]
struct CheckOutput {
    cube: usize,
    /// The SHA-256 of the proof of a refutation; `None` for a model, which was checked.
    proof: Option<String>,
}

impl Work for CubeWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        if run.at.stage == SOLVING { self.solve(run, output) } else { self.check(run, output) }
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let Self(cubes) = self;
        fs::write(result.join(MANIFEST), place.input(MANIFEST)?)?;
        let count = cubes.cubes.len();
        let mut answer = None;
        for index in 0..count {
            stop.proceed()?;
            let checked: CheckOutput =
                serde_json::from_slice(&place.bytes(TaskId { stage: CHECKING, index }, VERDICT_LIMIT)?)?;
            let (verdict, mut rest) = Self::read(place, index)?;
            if let CubeVerdict::Satisfiable(model) = &verdict {
                answer.get_or_insert((index, model.clone()));
            }
            if checked.cube != index || checked.proof.is_some() != (verdict == CubeVerdict::Unsatisfiable) {
                return Err(format!("check {index}: not about the verdict of solve {index}").into());
            }
            if let Some(sum) = &checked.proof {
                let copy = result.join(Cubes::proof_name(index));
                io::copy(&mut rest, &mut fs::File::create(&copy)?)?;
                if sha256_of(durable::open(&copy)?)? != *sum {
                    return Err(format!("check {index}: not about the proof of solve {index}").into());
                }
            }
            let text = cubes.verdict_text(index, &verdict, checked.proof)?;
            fs::write(result.join(Cubes::verdict_name(index)), text)?;
        }
        let question = &cubes.emission.map.question;
        if let Some((index, model)) = answer {
            return Ok(match cubes.model(index, model, stop)?.witness {
                Solution::Answer(witness) => {
                    let report = CubesReport::Possible { possible: question, cube: index, witness: &witness };
                    Answer::holds(report.text(""), report)
                }
                Solution::Relaxed(_) => {
                    let reason = CubeError::Relaxed(index).to_string();
                    Answer::undecided(
                        format!("undecided: {question}\n{reason}\n"),
                        json!({ "undecided": question, "cube": index, "reason": reason }),
                    )
                }
            });
        }
        unstopped(cubes.cover(stop))?;
        let report = CubesReport::Refuted { refuted: question, cubes: count };
        Ok(Answer::holds(report.text("proofs, checked by tasks"), report))
    }
}

impl CubeWork {
    /// Solves a cube.
    fn solve(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let proof = Pending::inside(&run.scratch())?;
        let JobOutcome::Verdict(verdict) = self.0.solve(run.at.index, proof.reopen()?, run.limits)? else {
            return Err(Interrupted.into());
        };
        let is_refuted = verdict == CubeVerdict::Unsatisfiable;
        write_value(&mut *output, &SolveOutput { verdict })?;
        if is_refuted {
            io::copy(&mut proof.reopen()?, output)?;
        }
        Ok(())
    }

    /// Checks the proof of a cube, or replays its answer.
    fn check(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let (cube, stop) = (run.at.index, &run.limits.stop);
        let (verdict, rest) = Self::read(run.place, cube)?;
        let proof = match verdict {
            CubeVerdict::Satisfiable(stored) => {
                unstopped(self.0.model(cube, stored, stop))?;
                None
            }
            CubeVerdict::Unsatisfiable => {
                let path = run.place.output_path(TaskId { stage: SOLVING, index: cube });
                Some(unstopped(self.0.refutes(cube, &path, rest, stop))?)
            }
        };
        write_value(output, &CheckOutput { cube, proof })
    }

    /// The verdict of a cube as its output has it, and the rest of the output: the proof.
    fn read(place: &CampaignDirectory, index: usize) -> Result<(CubeVerdict<Value>, Output), Failure> {
        let mut output = place.output(TaskId { stage: SOLVING, index })?;
        let mut line = Vec::new();
        output.by_ref().take(VERDICT_LIMIT).read_until(b'\n', &mut line)?;
        let solved: SolveOutput<Value> = serde_json::from_slice(&line)?;
        Ok((solved.verdict, output))
    }
}
