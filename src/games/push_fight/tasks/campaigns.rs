//! `plan phase push-fight`: a search of all positions, by ranges.

use super::phase;
use crate::NAME;
use crate::play::require_published;
use crate::search::phase::classify;
use crate::search::{Phase, Tally};
use certamen_campaign::{ByRanges, Campaign, Gathered, Ranged, by_ranges};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::{Outcome, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use encodings::push_fight::Standard;
use encodings::push_fight::index::Indexes;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::Range;
use std::sync::Arc;

/// The indexes of a task, those of a chunk of the public solution.
const INDEXES: u64 = 54_054_000;

/// The campaigns.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![by_ranges(Classify)]
}

/// Divide `retro phase` into ranges of indexes, for many machines.
///
/// Without --from and --to: all positions. The file `ranges.jsonl` of the result has the counts of each range.
#[derive(Args, Debug)]
struct PlanPhase {
    /// The board: 8x4, the published one.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The phase.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    phase: u8,
    /// The first index.
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: u64,
    /// The first index after the last one [default: all further ones].
    #[arg(long, value_name = "B")]
    to: Option<u64>,
}

struct Classify;

/// A phase over some indexes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PhaseOfIndexes {
    phase: Phase,
    from: u64,
    to: u64,
}

/// The same, with the tables of indexes.
struct Opened {
    phase: Phase,
    numbers: Range<u64>,
    indexes: Indexes<Standard>,
}

impl ByRanges for Classify {
    type Question = PhaseOfIndexes;
    type Ranged = Opened;

    fn verb(&self) -> &'static str {
        "phase"
    }

    fn subject(&self) -> &str {
        NAME
    }

    fn command(&self) -> Command {
        PlanPhase::augment_args(Command::new(NAME))
    }

    fn examples(&self) -> Vec<(String, String)> {
        let command = |flags: &str, remark: &str| (format!("plan phase {NAME} {flags}"), remark.to_owned());
        vec![
            command("--phase 1 --to 432432000 --out camp", "the first eight chunks of the public solution"),
            command("--phase 0 --out camp", "all positions"),
        ]
    }

    fn question(&self, matches: &ArgMatches, _: &Session) -> Result<(String, PhaseOfIndexes), Failure> {
        let PlanPhase { board, phase, from, to } = PlanPhase::from_arg_matches(matches)?;
        require_published(board.as_deref())?;
        let to = to.unwrap_or_else(|| Indexes::<Standard>::new().len());
        let text = format!("{NAME} --phase {phase} --from {from} --to {to}");
        Ok((text, PhaseOfIndexes { phase: Phase::try_from(phase)?, from, to }))
    }

    fn open(&self, PhaseOfIndexes { phase, from, to }: PhaseOfIndexes) -> Result<Opened, Failure> {
        let indexes = Indexes::new();
        if from > to || to > indexes.len() {
            let last = indexes.len();
            return Err(format!("indexes {from} to {to}: expected a range within 0 to {last}").into());
        }
        Ok(Opened { phase, numbers: from..to, indexes })
    }
}

impl Ranged for Opened {
    type Part = Tally;

    fn numbers(&self) -> Range<u64> {
        self.numbers.clone()
    }

    fn usual(&self) -> u64 {
        INDEXES
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<Tally>, Failure> {
        Ok(classify(&self.indexes, self.phase, range, &limits.stop))
    }

    fn answer(&self, parts: Vec<(Range<u64>, Tally)>) -> Result<Gathered, Failure> {
        if let Some((range, _)) = parts.iter().find(|(range, tally)| tally.total() > range.end - range.start)
        {
            let Range { start, end } = range;
            return Err(format!("indexes {start} to {end}: more positions than indexes").into());
        }
        let tally = parts.iter().fold(Tally::default(), |all, (_, part)| all.plus(*part));
        let object = json!({
            "phase": u8::from(self.phase), "from": self.numbers.start, "to": self.numbers.end,
            "undecided": tally.undecided, "losses": tally.losses, "wins": tally.wins,
        });
        Ok(Gathered { text: phase::describe(tally), object, outcome: Outcome::Holds })
    }
}
