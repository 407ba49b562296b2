//! `certamen retro probe`

use super::subject::Subject;
use crate::atlas::{LINE_LIMIT, probed_object};
use crate::solve::{Probe as _, layer_name};
use anyhow::{Context, bail};
use certamen_play::START;
use certamen_retro::engine::Value;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use std::fmt::Write as _;

/// Look up the value of a position and of each of its moves.
///
/// Values count plies to the end of the game: the winner minimizes them, the loser maximizes them. The checksum of
/// every block that is read is checked, and the value of the position is compared with the best value of its moves.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro probe ostle 22222-00000-00300-00000-11111 --dir ostle\n  \
    PROGRAM retro probe ostle 22220-00000-00300-00000-11110 --dir ostle --forbidden a1U")]
pub(super) struct Probe {
    #[command(flatten)]
    subject: Subject,
    /// The position: one digit for each square, the last rank first: 1 the mover, 2 the opponent, 3 the hole, 0 empty; or
    /// START.
    #[arg(value_name = "POSITION", default_value = START, hide_default_value = true)]
    position: String,
    /// The move that rule 8 forbids.
    #[arg(long, value_name = "MOVE")]
    forbidden: Option<String>,
}

on_every_side!(Probe, probe);

impl Probe {
    fn probe<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let layout = Position::<SIDE>::LAYOUT;
        let variant = self.subject.variant()?;
        let position = if self.position == START {
            Position::<SIDE>::start(variant)
        } else {
            Position::<SIDE>::new(notation::parse(&self.position, layout).context("the position")?, variant)
        };
        let position = position.context("the position")?;
        let pieces = position.pieces();
        let layer = layer_name(pieces.own.count_ones(), pieces.opp.count_ones());
        let game = self.subject.solved_game::<SIDE>(&[layer])?;
        let tables = self.subject.tables(&game)?;
        let forbidden = match &self.forbidden {
            None => None,
            Some(text) => {
                let played = notation::parse_move(text, layout).context("the forbidden move")?;
                if !game.can_be_forbidden(position, played) {
                    bail!(
                        "the forbidden move: the opponent has no move to this position that {text} takes back"
                    );
                }
                Some(played)
            }
        };
        let value = tables.value(position, forbidden)?;
        let judged = tables.judge(position, forbidden)?;
        let best = judged.first().map(|judged| judged.value);
        if best != Some(value) {
            let best = best.unwrap_or(Value::DRAW);
            bail!("the tables contradict themselves: the position is a {value}, its best move a {best}");
        }
        let line = tables.line(position, forbidden, LINE_LIMIT)?;
        let name = |played: Move| notation::print_move(played, layout);
        let record = line.iter().map(|&played| name(played)).collect::<Vec<_>>().join(",");
        let mut text = format!("{value}\n");
        for judged in &judged {
            let _ = writeln!(text, "{} {}", name(judged.played), judged.value);
        }
        if !record.is_empty() {
            let _ = writeln!(text, "line {record}");
        }
        session.answer(&text, &probed_object(position, forbidden, value, &judged, &line))?;
        Ok(Outcome::Holds)
    }
}
