//! `plan turns push-fight` and `plan phase push-fight`: searches of all positions, by ranges.

use super::{phase, turns};
use crate::NAME;
use crate::board::{PushFightBoard, on_board};
use crate::play::require_published;
use crate::search::phase::classify;
use crate::search::{CLIMBS, Most, Phase, Tally, camps, many_turns, most_turns, turn_count};
use certamen_campaign::{ByRanges, Campaign, Gathered, Ranged, by_ranges};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::{Outcome, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use encodings::push_fight::board::Board;
use encodings::push_fight::index::Indexes;
use encodings::push_fight::{Standard, notation};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::Range;
use std::sync::Arc;

/// The camps of a task: some 20 ms each.
const CAMPS: u64 = 2000;
/// The indexes of a task, those of a chunk of the public solution.
const INDEXES: u64 = 54_054_000;

/// The campaigns.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![by_ranges(Turns), by_ranges(Classify)]
}

/// Divide `retro turns` into ranges of camps, for many machines.
#[derive(Args, Debug)]
struct PlanTurns {
    /// The board: 4x3, 4x4 or 8x4.
    #[arg(long, value_enum, default_value = "8x4")]
    board: PushFightBoard,
    /// Look for at least this many turns [default: the number of a position that is found by climbing].
    #[arg(long, value_name = "K")]
    at_least: Option<u32>,
}

struct Turns;

/// The camps of a board.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Camps {
    board: PushFightBoard,
    at_least: u32,
}

/// The positions with the most turns of some camps, as lines.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MostOfCamps {
    turns: u32,
    positions: Vec<String>,
}

impl ByRanges for Turns {
    type Question = Camps;
    type Ranged = Camps;

    fn verb(&self) -> &'static str {
        "turns"
    }

    fn subject(&self) -> &str {
        NAME
    }

    fn command(&self) -> Command {
        PlanTurns::augment_args(Command::new(NAME))
    }

    fn examples(&self) -> Vec<(String, String)> {
        let command = |flags: &str| (format!("plan turns {NAME} {flags}--out camp"), String::new());
        vec![command("--board 4x4 "), command("--at-least 12214 --tasks 80 ")]
    }

    fn question(&self, matches: &ArgMatches, session: &Session) -> Result<(String, Camps), Failure> {
        let PlanTurns { board, at_least } = PlanTurns::from_arg_matches(matches)?;
        let stop = &session.stop;
        let at_least = at_least.unwrap_or_else(
            || on_board!(board, B => turn_count(many_turns::<B>(CLIMBS, || stop.is_requested()))),
        );
        Ok((format!("{NAME} --board {board} --at-least {at_least}"), Camps { board, at_least }))
    }

    fn open(&self, camps: Camps) -> Result<Camps, Failure> {
        Ok(camps)
    }
}

impl Ranged for Camps {
    type Part = MostOfCamps;

    fn numbers(&self) -> Range<u64> {
        0..on_board!(self.board, B => camps::<B>().len()) as u64
    }

    fn usual(&self) -> u64 {
        CAMPS
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<MostOfCamps>, Failure> {
        on_board!(self.board, B => {
            let range = range.start as usize..range.end as usize;
            let camps = camps::<B>();
            let camps = camps.get(range).ok_or("there are fewer camps")?;
            Ok(most_turns::<B>(camps, self.at_least, &limits.stop).map(MostOfCamps::of))
        })
    }

    fn answer(&self, parts: Vec<(Range<u64>, MostOfCamps)>) -> Result<Gathered, Failure> {
        let turns = parts.iter().map(|(_, part)| part.turns).max().unwrap_or(self.at_least);
        let best = parts.into_iter().filter(|(_, part)| part.turns == turns);
        let mut positions: Vec<String> = best.flat_map(|(_, part)| part.positions).collect();
        positions.sort_unstable();
        let text = turns::describe(turns, &positions);
        let object = json!({ "board": self.board, "turns": turns, "positions": positions });
        Ok(Gathered { text, object, outcome: Outcome::Holds })
    }
}

impl MostOfCamps {
    fn of<B: Board>(most: Most<B>) -> Self {
        let positions = most.positions.into_iter().map(notation::print).collect();
        Self { turns: most.turns, positions }
    }
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
