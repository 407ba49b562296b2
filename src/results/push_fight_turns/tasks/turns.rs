//! `certamen retro turns`

use crate::{MostTurns, camps, most_turns};
use certamen_push_fight::board::{PushFightBoard, on_board};
use certamen_push_fight::search::{CLIMBS, many_turns, turn_count};
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::push_fight::board::Board;
use encodings::push_fight::notation;
use serde_json::json;
use std::fmt::Write as _;

/// The number of camps that are searched between two reports of progress.
const STEP: usize = 500;

/// Find the positions with the most legal turns, by a search of all positions.
///
/// A camp is the set of squares of the other player's pieces, and the piece with the anchor. Of two camps that half a
/// turn of the board exchanges, one is searched. Ranges of camps can be divided among machines: the greatest number of
/// all ranges is the answer. It does not matter which of the other player's pieces are pushers, apart from the one with
/// the anchor; the answer shows one choice.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro turns push-fight --board 4x4\n  \
    PROGRAM retro turns push-fight --at-least 12214 --from 0 --to 2000\n\n\
    Exit codes: 0 the range is done, 2 bad usage or input, 3 stopped early.")]
pub(super) struct Turns {
    /// The board: 4x3, 4x4 or 8x4.
    #[arg(long, value_enum, default_value = "8x4")]
    board: PushFightBoard,
    /// The first camp.
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: usize,
    /// The first camp after the range [default: the range has all further camps].
    #[arg(long, value_name = "B")]
    to: Option<usize>,
    /// Look for at least this many turns [default: the number of a position that is found by climbing].
    #[arg(long, value_name = "K")]
    at_least: Option<u32>,
}

impl Run for Turns {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        on_board!(self.board, B => self.search::<B>(session))
    }
}

impl Turns {
    fn search<B: Board>(&self, session: &Session) -> Result<Outcome, Failure> {
        let camps = camps::<B>();
        let (from, to) = (self.from, self.to.unwrap_or(camps.len()));
        if from > to || to > camps.len() {
            let last = camps.len();
            return Err(format!("camps {from} to {to}: expected a range within 0 to {last}").into());
        }
        let stop = &session.stop;
        let climbed = || turn_count(many_turns::<B>(CLIMBS, || stop.is_requested()));
        let at_least = self.at_least.unwrap_or_else(climbed);
        let mut most = MostTurns::<B> { turns: at_least, positions: Vec::new(), counted: 0 };
        let progress = Progress::new(session);
        let mut next = from;
        while next < to {
            progress.begin(format!("{} of {} camps, {} turns", next - from, to - from, most.turns));
            let end = to.min(next + STEP);
            let Some(found) = most_turns::<B>(&camps[next..end], most.turns, stop) else { break };
            most = most.and(found);
            next = end;
        }
        drop(progress);
        answer(session, &most, from..to, next)
    }
}

fn answer<B: Board>(
    session: &Session,
    most: &MostTurns<B>,
    range: std::ops::Range<usize>,
    next: usize,
) -> Result<Outcome, Failure> {
    let mut positions: Vec<String> =
        most.positions.iter().map(|&position| notation::print(position)).collect();
    positions.sort_unstable();
    let (turns, counted) = (most.turns, most.counted);
    let mut text = describe(turns, &positions);
    let is_complete = next == range.end;
    if !is_complete {
        let _ = writeln!(text, "not complete (stopped on request): from {next} on");
    }
    session.note(&format!("turns of {counted} positions counted one by one"));
    session.conclude(Answer::new(
        if is_complete { Outcome::Holds } else { Outcome::Undecided },
        text,
        json!({
            "from": range.start, "to": range.end, "next": next, "turns": turns, "positions": positions,
            "counted": counted,
        }),
    ))
}

/// The positions with the most turns, in words.
pub(super) fn describe(turns: u32, positions: &[String]) -> String {
    let mut text: String = positions.iter().map(|position| position.clone() + "\n").collect();
    let _ = match positions.len() {
        0 => writeln!(text, "no position with {turns} legal turns or more"),
        1 => writeln!(text, "the most legal turns are {turns}, in this position"),
        count => writeln!(text, "the most legal turns are {turns}, in these {count} positions"),
    };
    text
}
