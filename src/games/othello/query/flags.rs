//! The flags of `othello.mobility`, and the questions that they ask.

use super::mobility::OthelloMobility;
use super::play::OthelloPlay;
use super::reach::{LastSteps, Reach, ToMove, WholeGame};
use crate::BoardSize;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::query::Query;
use certamen_ask::system::System;
use std::ops::RangeInclusive;

/// What they are.
pub(super) const FLAGS: &[Flag] = &[
    Flag::text("board", "BOARD", "The board: 4x4, 6x6 or 8x8; 8x8 where none is given"),
    Flag::number("at-least", "K", "At least this many legal moves"),
    Flag::number("empties", "E", "At least this many empty squares"),
    Flag::switch(
        "reachable",
        "Only positions that a game from the start reaches. All commands but `prove` need --discs",
    ),
    Flag::text(
        "discs",
        "N",
        "Exactly this many discs; with --last-steps also a range such as 12..30, its ends included",
    ),
    Flag::choice("to-move", "SIDE", SIDES, "With --reachable: who is to move").requires("reachable"),
    Flag::switch(
        "any-order",
        "With --reachable: either colour may place at every step, a weaker assumption than the rules",
    )
    .requires("reachable"),
    Flag::number(
        "last-steps",
        "J",
        "With --reachable: only the last J steps of a game, from any connected position. A refutation holds for games \
         all the same; a position that is found may not be reachable",
    )
    .requires("reachable")
    .conflicts_with("to-move"),
];

const SIDES: &[(&str, &str)] = &[("black", "Black"), ("white", "White"), ("either", "Whoever it is")];

/// Commands that ask it.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("emit othello.mobility --at-least 34 -o m34.cnf --map m34.map.json", ""),
    (
        "emit othello.mobility --board 4x4 --reachable --transition-system --at-least 7 --format aig -o r7.aig",
        "",
    ),
    (
        "emit othello.mobility --board 4x4 --at-least 8 --full --projection show -o m8.cnf",
        "for model counters",
    ),
    ("solve othello.mobility --at-least 35 --proof m35.lrat", ""),
    ("solve othello.mobility --at-least 34 --solver kissat --time-limit 60 --memory-limit 2000", ""),
    ("solve othello.mobility --at-least 30 --solver 'z3 -smt2 {smt2}'", ""),
    ("prove othello.mobility --out cert", ""),
    ("prove othello.mobility --reachable --out cert-reach", ""),
    ("prove othello.mobility --at-least 33 --objective empties --out cert-empties", ""),
    ("enumerate othello.mobility --board 4x4 --at-least 8", ""),
    ("enumerate othello.mobility --board 4x4 --reachable --discs 8 --at-least 5", ""),
    ("enumerate othello.mobility --at-least 34 --empties 37 --up-to-symmetry", ""),
    ("count othello.mobility --board 4x4 --at-least 8 --time-limit 60", ""),
    ("cube othello.mobility --at-least 35 --count 16 --out cubes", ""),
];

/// What was given.
#[derive(Clone, Debug)]
pub(super) struct Flags {
    board: BoardSize,
    at_least: Option<u32>,
    empties: Option<u32>,
    is_reachable: bool,
    discs: Option<RangeInclusive<u32>>,
    to_move: Option<ToMove>,
    any_order: bool,
    last_steps: Option<u32>,
}

impl Flags {
    /// Reads them.
    ///
    /// # Errors
    /// What is no board, side or number of discs, in words.
    pub(super) fn read(given: &Given) -> Result<Self, String> {
        let board = match given.text("board") {
            None => BoardSize::default(),
            Some(name) => BoardSize::named(name).ok_or_else(|| {
                let boards = BoardSize::ALL.map(|board| board.to_string()).join(", ");
                format!("--board {name}: {} is about {boards}", OthelloMobility::NAME)
            })?,
        };
        let discs = |text: &str| read_discs(text).map_err(|reason| format!("--discs {text}: {reason}"));
        Ok(Self {
            board,
            at_least: given.number("at-least"),
            empties: given.number("empties"),
            is_reachable: given.has("reachable"),
            discs: given.text("discs").map(discs).transpose()?,
            to_move: given.parsed("to-move")?,
            any_order: given.has("any-order"),
            last_steps: given.number("last-steps"),
        })
    }

    /// The question, of any symmetric position.
    pub(super) fn question(&self) -> Result<OthelloMobility, String> {
        let (board, squares) = (self.board, self.board.squares());
        for (flag, value) in [("--at-least", self.at_least), ("--empties", self.empties)] {
            if let Some(value) = value.filter(|&value| value > squares) {
                return Err(format!("{flag} {value}: the {board} board has {squares} squares"));
            }
        }
        Ok(OthelloMobility {
            at_least: self.at_least.unwrap_or(0),
            empties: self.empties.unwrap_or(0),
            discs: self.exactly()?,
            reach: self.reach()?,
            ..OthelloMobility::any(board)
        })
    }

    /// The board, if the question is about every position that a game reaches, whatever its number of discs. `is_other`
    /// says whether the bound is to be on something else than the number of legal moves.
    pub(super) fn all_reachable(&self, is_other: bool) -> Result<Option<BoardSize>, String> {
        if !self.is_reachable || self.discs.is_some() {
            return Ok(None);
        }
        let is_narrowed = self.at_least.is_some()
            || self.empties.is_some()
            || self.to_move.is_some()
            || self.any_order
            || self.last_steps.is_some();
        if is_narrowed || is_other {
            return Err(
                "--reachable without --discs proves the number of legal moves, and takes no other flag \
                        than --board"
                    .to_owned(),
            );
        }
        Ok(Some(self.board))
    }

    /// The question as a transition system: of games of any length, or with --discs of that many discs.
    pub(super) fn play(&self) -> Result<OthelloPlay, String> {
        if !self.is_reachable {
            return Err("--transition-system is about games: it needs --reachable".to_owned());
        }
        if self.any_order || self.last_steps.is_some() {
            return Err(
                "--transition-system takes the rules as they are: no --any-order and no --last-steps"
                    .to_owned(),
            );
        }
        let play = OthelloPlay {
            board: self.board,
            at_least: self.at_least.unwrap_or(0),
            empties: self.empties.unwrap_or(0),
            discs: self.one_number_of_discs()?,
            to_move: self.to_move.unwrap_or_default(),
        };
        play.validate()?;
        Ok(play)
    }

    /// The number of discs of any position; games have theirs in [`Self::reach`].
    fn exactly(&self) -> Result<Option<u32>, String> {
        let (board, squares) = (self.board, self.board.squares());
        if self.is_reachable {
            return Ok(None);
        }
        match self.one_number_of_discs()? {
            Some(discs) if !(4..=squares).contains(&discs) => {
                Err(format!("--discs {discs}: a position on the {board} board has 4 to {squares}"))
            }
            discs => Ok(discs),
        }
    }

    fn one_number_of_discs(&self) -> Result<Option<u32>, String> {
        match &self.discs {
            Some(range) if range.start() < range.end() => {
                Err(format!("--discs {}..{}: a range applies to --last-steps", range.start(), range.end()))
            }
            discs => Ok(discs.as_ref().map(|range| *range.start())),
        }
    }

    fn reach(&self) -> Result<Option<Reach>, String> {
        if !self.is_reachable {
            return Ok(None);
        }
        let (board, squares) = (self.board, self.board.squares());
        let Some(range) = &self.discs else {
            return Err("--reachable: give the number of discs with --discs N".to_owned());
        };
        let (least, most) = (*range.start(), *range.end());
        if let Some(discs) = [least, most].into_iter().find(|discs| !(5..=squares).contains(discs)) {
            return Err(format!(
                "--discs {discs}: a game on the {board} board has 5 to {squares} after its first move"
            ));
        }
        if let Some(steps) = self.last_steps {
            if steps > least - 4 {
                return Err(format!("--last-steps {steps}: a game of {least} discs has {} steps", least - 4));
            }
            return Ok(Some(Reach::Window(LastSteps { steps, least, most, any_order: self.any_order })));
        }
        let Some(discs) = self.one_number_of_discs()? else { return Ok(None) };
        let to_move = self.to_move.unwrap_or_default();
        Ok(Some(Reach::Game(WholeGame { discs, to_move, any_order: self.any_order })))
    }
}

/// A number of discs, or the least and the most of them: `12..30`.
fn read_discs(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| "expected a number of discs, or a range of them".to_owned())
    };
    match (number(least)?, number(most)?) {
        (least, most) if least <= most => Ok(least..=most),
        (least, most) => Err(format!("{least} is more than {most}")),
    }
}
