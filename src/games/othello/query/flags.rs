//! The flags of `othello.mobility`.

use crate::query::{BoardSize, LastSteps, Objective, OthelloMobility, OthelloPlay, Reach, ToMove, WholeGame};
use anyhow::bail;
use clap::Args;
use std::ops::RangeInclusive;

/// Where the help shows them.
const HEADING: &str = "Options of othello.mobility";

/// What is asked of a position of Othello.
#[derive(Args, Debug)]
pub(super) struct OthelloMobilityFlags {
    /// At least this many empty squares.
    #[arg(help_heading = HEADING, long, value_name = "E")]
    empties: Option<u32>,
    /// Only positions that a game from the start reaches. All commands but `prove` need --discs.
    #[arg(help_heading = HEADING, long)]
    reachable: bool,
    /// Exactly this many discs; with --last-steps also a range such as 12..30, its ends included.
    #[arg(help_heading = HEADING, long, value_name = "N", value_parser = discs)]
    discs: Option<RangeInclusive<u32>>,
    /// With --reachable: who is to move.
    #[arg(help_heading = HEADING, long, value_enum, value_name = "SIDE", requires = "reachable")]
    to_move: Option<ToMove>,
    /// With --reachable: either colour may place at every step, a weaker assumption than the rules.
    #[arg(help_heading = HEADING, long, requires = "reachable")]
    any_order: bool,
    /// With --reachable: only the last J steps of a game, from any connected position. A refutation holds for
    /// games all the same; a position that is found may not be reachable.
    #[arg(help_heading = HEADING, long, value_name = "J", requires = "reachable", conflicts_with = "to_move")]
    last_steps: Option<u32>,
}

impl OthelloMobilityFlags {
    /// The flags, and which of them are there.
    pub(super) fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("--empties", self.empties.is_some()),
            ("--reachable", self.reachable),
            ("--discs", self.discs.is_some()),
            ("--to-move", self.to_move.is_some()),
            ("--any-order", self.any_order),
            ("--last-steps", self.last_steps.is_some()),
        ]
    }

    pub(super) fn question(
        &self,
        board: BoardSize,
        at_least: Option<u32>,
        symmetry_breaking: bool,
    ) -> anyhow::Result<OthelloMobility> {
        let squares = board.squares();
        for (flag, value) in [("--at-least", at_least), ("--empties", self.empties)] {
            if let Some(value) = value.filter(|&value| value > squares) {
                bail!("{flag} {value}: the {board} board has {squares} squares");
            }
        }
        Ok(OthelloMobility {
            board,
            at_least: at_least.unwrap_or(0),
            empties: self.empties.unwrap_or(0),
            symmetry_breaking,
            discs: self.exactly(board)?,
            reach: self.reach(board)?,
        })
    }

    /// Whether the question is about every position that a game reaches, whatever its number of discs.
    pub(super) fn is_all_reachable(
        &self,
        at_least: Option<u32>,
        objective: Option<Objective>,
    ) -> anyhow::Result<bool> {
        if !self.reachable || self.discs.is_some() {
            return Ok(false);
        }
        let is_narrowed = at_least.is_some()
            || self.empties.is_some()
            || self.to_move.is_some()
            || self.any_order
            || self.last_steps.is_some();
        if is_narrowed || objective.is_some_and(|objective| objective != Objective::Mobility) {
            bail!(
                "--reachable without --discs proves the number of legal moves, and takes no other flag than --board"
            );
        }
        Ok(true)
    }

    /// The number of discs of any position; games have theirs in [`Self::reach`].
    fn exactly(&self, board: BoardSize) -> anyhow::Result<Option<u32>> {
        let squares = board.squares();
        if self.reachable {
            return Ok(None);
        }
        match self.one_number_of_discs()? {
            Some(discs) if !(4..=squares).contains(&discs) => {
                bail!("--discs {discs}: a position on the {board} board has 4 to {squares}")
            }
            discs => Ok(discs),
        }
    }

    fn one_number_of_discs(&self) -> anyhow::Result<Option<u32>> {
        match &self.discs {
            Some(range) if range.start() < range.end() => {
                bail!("--discs {}..{}: a range applies to --last-steps", range.start(), range.end())
            }
            discs => Ok(discs.as_ref().map(|range| *range.start())),
        }
    }

    /// The question as a transition system: of games of any length, or with --discs of that many discs.
    pub(super) fn play(&self, board: BoardSize, at_least: Option<u32>) -> anyhow::Result<OthelloPlay> {
        if !self.reachable {
            bail!("--transition-system is about games: it needs --reachable");
        }
        if self.any_order || self.last_steps.is_some() {
            bail!("--transition-system takes the rules as they are: no --any-order and no --last-steps");
        }
        let play = OthelloPlay {
            board,
            at_least: at_least.unwrap_or(0),
            empties: self.empties.unwrap_or(0),
            discs: self.one_number_of_discs()?,
            to_move: self.to_move.unwrap_or_default(),
        };
        play.validate().map_err(anyhow::Error::msg)?;
        Ok(play)
    }

    fn reach(&self, board: BoardSize) -> anyhow::Result<Option<Reach>> {
        if !self.reachable {
            return Ok(None);
        }
        let squares = board.squares();
        let Some(range) = &self.discs else {
            bail!("--reachable: give the number of discs with --discs N");
        };
        let (least, most) = (*range.start(), *range.end());
        if let Some(discs) = [least, most].into_iter().find(|discs| !(5..=squares).contains(discs)) {
            bail!("--discs {discs}: a game on the {board} board has 5 to {squares} after its first move");
        }
        if let Some(steps) = self.last_steps {
            if steps > least - 4 {
                bail!("--last-steps {steps}: a game of {least} discs has {} steps", least - 4);
            }
            return Ok(Some(Reach::Window(LastSteps { steps, least, most, any_order: self.any_order })));
        }
        let Some(discs) = self.one_number_of_discs()? else { return Ok(None) };
        let to_move = self.to_move.unwrap_or_default();
        Ok(Some(Reach::Game(WholeGame { discs, to_move, any_order: self.any_order })))
    }
}

/// A number of discs, or the least and the most of them: `12..30`.
fn discs(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| "expected a number of discs, or a range of them".to_owned())
    };
    match (number(least)?, number(most)?) {
        (least, most) if least <= most => Ok(least..=most),
        (least, most) => Err(format!("{least} is more than {most}")),
    }
}
