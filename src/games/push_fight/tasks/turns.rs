//! `certamen retro turns`

use crate::cli::progress::Progress;
use crate::cli::{Game, Outcome, Session};
use crate::query::{PushFightBoard, on_board};
use crate::retro::push_fight::{CLIMBS, Most, camps, many_turns, most_turns, turn_count};
use anyhow::{bail, ensure};
use clap::Args;
use encodings::push_fight::board::Board;
use encodings::push_fight::notation;
use serde_json::json;
use std::fmt::Write as _;

/// How many camps are looked at between two looks at how far it has got.
const STEP: usize = 500;

/// Find the positions with the most legal turns, by a search of all positions.
///
/// A camp is where the other player's pieces stand, and which of them has the anchor; of two that half a turn exchanges
/// there is one. Ranges of camps can be shared out: the most of all is the most of the ranges. Which of the other
/// player's pieces are pushers, but for the anchor's, makes no difference; one way is told.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen retro turns push-fight --board 4x4\n  \
    certamen retro turns push-fight --at-least 12214 --from 0 --to 2000\n\n\
    Exit codes: 0 the range is done, 2 bad usage or input, 3 ended before.")]
pub(in crate::cli) struct Turns {
    /// The game.
    game: Game,
    /// The board: 4x3, 4x4 or 8x4.
    #[arg(long, value_enum, default_value = "8x4")]
    board: PushFightBoard,
    /// The first camp.
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: usize,
    /// The first camp that is not of the range; all where none is given.
    #[arg(long, value_name = "B")]
    to: Option<usize>,
    /// Look for at least so many turns; where none is given, for as many as a position has that is found by climbing.
    #[arg(long, value_name = "K")]
    at_least: Option<u32>,
}

impl Turns {
    pub(in crate::cli) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if self.game != Game::PushFight {
            bail!("retro turns counts turns of push-fight");
        }
        on_board!(self.board, B => self.search::<B>(session))
    }

    fn search<B: Board>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let camps = camps::<B>();
        let to = self.to.unwrap_or(camps.len());
        ensure!(
            self.from <= to && to <= camps.len(),
            "camps {} to {to}: expected a range within 0 to {}",
            self.from,
            camps.len()
        );
        let stop = &session.stop;
        let climbed = || turn_count(many_turns::<B>(CLIMBS, || stop.is_requested()));
        let at_least = self.at_least.unwrap_or_else(climbed);
        let mut most = Most::<B> { turns: at_least, positions: Vec::new(), counted: 0 };
        let progress = Progress::new(session);
        let mut next = self.from;
        while next < to {
            progress.begin(format!("{} of {} camps, {} turns", next - self.from, to - self.from, most.turns));
            let end = to.min(next + STEP);
            let Some(found) = most_turns::<B>(&camps[next..end], most.turns, stop) else { break };
            most = most.and(found);
            next = end;
        }
        drop(progress);
        answer(session, &most, self.from..to, next)
    }
}

fn answer<B: Board>(
    session: &Session,
    most: &Most<B>,
    range: std::ops::Range<usize>,
    next: usize,
) -> anyhow::Result<Outcome> {
    let positions: Vec<String> = most.positions.iter().map(|&position| notation::print(position)).collect();
    let (turns, counted) = (most.turns, most.counted);
    let mut text: String = positions.iter().map(|position| position.clone() + "\n").collect();
    let _ = match positions.len() {
        0 => writeln!(text, "no position with {turns} legal turns or more"),
        1 => writeln!(text, "the most legal turns are {turns}, in this position"),
        count => writeln!(text, "the most legal turns are {turns}, in these {count} positions"),
    };
    let is_complete = next == range.end;
    if !is_complete {
        let _ = writeln!(text, "not complete (stopped on request): from {next} on");
    }
    session.note(&format!("turns of {counted} positions counted one by one"));
    session.answer(
        &text,
        &json!({
            "from": range.start, "to": range.end, "next": next, "turns": turns, "positions": positions,
            "counted": counted,
        }),
    )?;
    Ok(if is_complete { Outcome::Holds } else { Outcome::Undecided })
}
