//! `plan turns push-fight`: a search of all positions, by ranges of camps.

use super::turns;
use crate::{MostTurns, camps, most_turns};
use certamen_campaign::{
    Campaign, CampaignDirectory, RangeParts, RangeTask, TaskDivision, Work, by_ranges, range_work, tasks_flag,
};
use certamen_push_fight::NAME;
use certamen_push_fight::board::{PushFightBoard, on_board};
use certamen_push_fight::search::{CLIMBS, many_turns, turn_count};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::Session;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use encodings::push_fight::board::Board;
use encodings::push_fight::notation;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::Range;

/// The camps of a task: some 20 ms each.
const CAMPS: u64 = 2000;

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

pub(super) struct Turns;

/// The camps of a board.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Camps {
    board: PushFightBoard,
    at_least: u32,
}

/// The positions with the most turns of some camps, as lines.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MostTurnsOfCamps {
    turns: u32,
    positions: Vec<String>,
}

impl Campaign for Turns {
    fn verb(&self) -> &'static str {
        "turns"
    }

    fn subject(&self) -> &str {
        NAME
    }

    fn command(&self) -> Command {
        PlanTurns::augment_args(Command::new(NAME)).arg(tasks_flag())
    }

    fn examples(&self) -> Vec<(String, String)> {
        let command = |flags: &str| (format!("plan turns {NAME} {flags}--out camp"), String::new());
        vec![command("--board 4x4 "), command("--at-least 12214 --tasks 80 ")]
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let PlanTurns { board, at_least } = PlanTurns::from_arg_matches(matches)?;
        let stop = &session.stop;
        let at_least = at_least.unwrap_or_else(
            || on_board!(board, B => turn_count(many_turns::<B>(CLIMBS, || stop.is_requested()))),
        );
        let camps = Camps { board, at_least };
        by_ranges(format!("{NAME} --board {board} --at-least {at_least}"), &camps, &camps, matches, session)
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        range_work(place, place.question::<Camps>()?)
    }
}

impl RangeTask for Camps {
    type Part = MostTurnsOfCamps;

    fn numbers(&self) -> Range<u64> {
        0..on_board!(self.board, B => camps::<B>().len()) as u64
    }

    fn usual(&self) -> u64 {
        CAMPS
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<MostTurnsOfCamps>, Failure> {
        on_board!(self.board, B => {
            let range = range.start as usize..range.end as usize;
            let camps = camps::<B>();
            let camps = camps.get(range).ok_or("there are fewer camps")?;
            Ok(most_turns::<B>(camps, self.at_least, &limits.stop).map(MostTurnsOfCamps::of))
        })
    }

    fn answer(&self, parts: RangeParts<'_, MostTurnsOfCamps>) -> Result<Answer, Failure> {
        let mut most: Option<MostTurnsOfCamps> = None;
        for (_, part) in parts {
            match &mut most {
                Some(most) if part.turns == most.turns => most.positions.extend(part.positions),
                Some(most) if part.turns < most.turns => {}
                _ => most = Some(part),
            }
        }
        let (turns, mut positions) =
            most.map_or((self.at_least, Vec::new()), |most| (most.turns, most.positions));
        positions.sort_unstable();
        let text = turns::describe(turns, &positions);
        let object = json!({ "board": self.board, "turns": turns, "positions": positions });
        Ok(Answer::holds(text, object))
    }
}

impl MostTurnsOfCamps {
    fn of<B: Board>(most: MostTurns<B>) -> Self {
        let positions = most.positions.into_iter().map(notation::print).collect();
        Self { turns: most.turns, positions }
    }
}
