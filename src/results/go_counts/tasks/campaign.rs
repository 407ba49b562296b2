//! `plan count go.positions`: a count as a campaign, with a task for each residue.
//!
//! The count modulo one prime needs the whole work of a pass, and nothing of the other primes. The output of a task is
//! the prime and, for each width, the residue. Together they give the counts ([`combine`]). A task that is stopped or
//! killed is continued from its checkpoint.

use crate::chinese::{colourings, combine, moduli_for_board};
use crate::plan::Plan;
use crate::residue::Modulus;
use crate::run::{self, Settings};
use anyhow::anyhow;
use certamen_campaign::{
    Campaign, CampaignDirectory, CampaignError, Stage, TaskDivision, TaskGroup, TaskId, TaskRun, Work,
    write_value,
};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::session::Session;
use certamen_work::stop::{Interrupted, Stop};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use encodings::go::BoardSides;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::str::FromStr as _;
use std::time::Duration;

const SUBJECT: &str = "go.positions";
const STAGE: &str = "residues";
/// The longest output, in bytes.
const OUTPUT_LIMIT: u64 = 1 << 16;
/// The memory of a process beside its states, in bytes.
const BESIDE: u64 = 64 << 20;
/// The time between two checkpoints of a task.
const INTERVAL: Duration = Duration::from_secs(600);

/// Divide the count of the legal positions of a board of Go into residues, for many machines.
///
/// A task counts modulo one prime near 2^64. The count is exact when all residues are known.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM plan count go.positions --board 13x13 --out camp       5 tasks\n  \
    PROGRAM plan count go.positions --board 17x17 --threads 8 --out camp")]
struct PlanPositions {
    /// The board: two sides of 1 to 19 points, as in 13x13.
    #[arg(long, value_name = "BOARD")]
    board: BoardSides,
    /// The number of threads of a task.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// `count go.positions` in residues.
pub(super) struct Positions;

/// The question of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: String,
}

/// The output of a task.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Residues {
    modulus: u64,
    /// For each width from 1.
    residues: Vec<u64>,
}

impl Campaign for Positions {
    fn verb(&self) -> &'static str {
        "count"
    }

    fn subject(&self) -> &'static str {
        SUBJECT
    }

    fn command(&self) -> Command {
        PlanPositions::augment_args(Command::new(SUBJECT))
    }

    fn plan(&self, matches: &ArgMatches, _: &Session) -> Result<TaskDivision, Failure> {
        let PlanPositions { board, threads } = PlanPositions::from_arg_matches(matches)?;
        let threads = usize::from(threads);
        let residues = moduli_for_board(board.points() as u32).len();
        // The cost of one residue in memory.
        let all = Plan::new(board, u64::MAX, threads);
        let (one, batches) = (1.0 / all.residues_at_once as f64, all.batches as f64);
        let seconds = all.seconds / batches * (ALONE + (1.0 - ALONE) * one);
        let stage = Stage {
            tasks: vec![TaskGroup { count: residues, seconds }],
            threads,
            ..Stage::new(STAGE, residues, seconds, all.memory / all.residues_at_once as u64 + BESIDE)
                .with_checkpoints(INTERVAL.as_secs_f64())
        };
        Ok(TaskDivision {
            text: format!("go.positions --board {board}"),
            question: json!(Question { board: board.to_string() }),
            model: "from the number of states".to_owned(),
            stages: vec![stage],
            ..TaskDivision::default()
        })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = place.question()?;
        let board = BoardSides::from_str(&question.board).map_err(|error| anyhow!("{error}"))?;
        let moduli = moduli_for_board(board.points() as u32);
        place.require_stages(&[Stage::new(STAGE, moduli.len(), 0.0, 0)], "a count")?;
        Ok(Box::new(Count { board, moduli, threads: place.plan().stages[0].threads }))
    }
}

/// The part of the time of a batch that does not depend on the number of residues.
const ALONE: f64 = 0.3;

struct Count {
    board: BoardSides,
    moduli: Vec<Modulus>,
    threads: usize,
}

impl Work for Count {
    fn run(&self, task: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let modulus = *self.moduli.get(task.at.index).ok_or("no such residue")?;
        let (height, width) = (self.board.height(), self.board.width());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let stop = &task.limits.stop;
        let settings = Settings {
            directory: task.kept.as_deref(),
            interval: INTERVAL,
            ..Settings::in_memory(u64::MAX, stop)
        };
        let counted = pool.install(|| run::residues_with(height, width, &[modulus], &settings))?;
        let residues = counted.ok_or(Interrupted)?;
        let residues =
            residues.iter().map(|of_width| of_width.first().copied().unwrap_or_default()).collect();
        write_value(output, &Residues { modulus: modulus.value(), residues })
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let (height, width) = (self.board.height(), self.board.width());
        let mut known: Vec<Vec<(Modulus, u64)>> = vec![Vec::new(); width];
        for (index, &modulus) in self.moduli.iter().enumerate() {
            let at = TaskId { stage: 0, index };
            let found: Residues = place.parsed(at, OUTPUT_LIMIT, stop)?;
            if found.modulus != modulus.value() || found.residues.len() != width {
                let reason = "not the residues of this board and modulus";
                return Err(CampaignError::wrong(place.name_of(at), reason).into());
            }
            for (known, residue) in known.iter_mut().zip(found.residues) {
                known.push((modulus, residue));
            }
        }
        let mut text = String::new();
        let mut counts = Vec::new();
        for (width, residues) in (1..).zip(&known) {
            let count = combine(residues);
            // An error in one residue gives a number of all digits.
            if count > colourings((height * width) as u32) {
                let reason = format!(
                    "those of {height}x{width} give a number above that of its colourings: one is wrong"
                );
                return Err(CampaignError::wrong(STAGE, reason).into());
            }
            let _ = writeln!(text, "{height}x{width} {count}");
            counts.push(count.to_string());
        }
        fs::write(result.join("counts.txt"), &text)?;
        let count = counts.last().cloned().unwrap_or_default();
        let object = json!({ "query": "go.positions", "board": self.board.to_string(), "count": count, "widths": counts });
        Ok(Answer::holds(format!("{count}\n"), object))
    }
}
