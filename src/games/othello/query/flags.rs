//! The flags of `othello.mobility`, and the questions that they ask.

use super::mobility::OthelloMobility;
use super::play::OthelloPlay;
use super::{Alternating, LastSteps, Reachability, ToMove, WholeGame};
use crate::OthelloSize;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::query::Query;
use certamen_ask::system::System;
use certamen_work::amount;
use std::ops::RangeInclusive;

/// The flags.
pub(super) const FLAGS: &[Flag] = &[
    Flag::text("board", "BOARD", "The board: 4x4, 6x6 or 8x8 [default: 8x8]"),
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
    Flag::choice("to-move", "SIDE", SIDES, "With --reachable: the player to move").requires("reachable"),
    Flag::switch(
        "any-order",
        "With --reachable: either colour may place at every step, a weaker assumption than the rules",
    )
    .requires("reachable"),
    Flag::number(
        "last-steps",
        "J",
        "With --reachable: only the last J steps of a game, from any connected position. A refutation holds for games \
         too; a position that is found may be unreachable",
    )
    .requires("reachable")
    .conflicts_with("to-move"),
    Flag::switch(
        "no-passes",
        "With --reachable: only games in which nobody passes. A position that is found is reachable; a refutation holds \
         for these games only",
    )
    .requires("reachable")
    .conflicts_with("to-move"),
    Flag::switch(
        "after-pass",
        "Only positions in which the other player has no legal move, as after a pass; with --last-steps J, the last J \
         steps after the last pass of a game",
    )
    .conflicts_with("no-passes"),
];

const SIDES: &[(&str, &str)] = &[("black", "Black"), ("white", "White"), ("either", "Either of them")];

/// Commands that ask the question.
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
    ("enumerate othello.mobility --board 4x4 --at-least 6 --after-pass", ""),
    ("count othello.mobility --board 4x4 --at-least 8 --time-limit 60", ""),
    ("cube othello.mobility --at-least 35 --count 16 --out cubes", ""),
];

/// The values given.
#[derive(Clone, Debug)]
pub(super) struct Flags {
    board: OthelloSize,
    at_least: Option<u32>,
    empties: Option<u32>,
    is_reachable: bool,
    discs: Option<RangeInclusive<u32>>,
    to_move: Option<ToMove>,
    any_order: bool,
    last_steps: Option<u32>,
    passes: Passes,
}

/// What is asked of the passes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    /// Nothing.
    Any,
    /// Nobody passes.
    None,
    /// One comes just before the position, or the last one before the last steps.
    Before,
}

impl Flags {
    /// Reads the flags.
    ///
    /// # Errors
    /// [`QuestionError::Value`] of what is no board, side or number of discs.
    pub(super) fn read(given: &Given) -> Result<Self, QuestionError> {
        let board = match given.text("board") {
            None => OthelloSize::default(),
            Some(name) => OthelloSize::named(name).ok_or_else(|| {
                let boards = OthelloSize::ALL.map(|board| board.to_string()).join(", ");
                QuestionError::value("board", name, format!("{} is about {boards}", OthelloMobility::NAME))
            })?,
        };
        let discs =
            |text: &str| amount::range(text).map_err(|reason| QuestionError::value("discs", text, reason));
        let passes = match (given.has("no-passes"), given.has("after-pass")) {
            (false, false) => Passes::Any,
            (true, false) => Passes::None,
            (false, true) => Passes::Before,
            (true, true) => {
                return Err(QuestionError::flag("after-pass", "it does not go with --no-passes"));
            }
        };
        Ok(Self {
            board,
            at_least: given.number("at-least"),
            empties: given.number("empties"),
            is_reachable: given.has("reachable"),
            discs: given.text("discs").map(discs).transpose()?,
            to_move: given.parsed("to-move")?,
            any_order: given.has("any-order"),
            last_steps: given.number("last-steps"),
            passes,
        })
    }

    /// The question, of any symmetric position.
    pub(super) fn question(&self) -> Result<OthelloMobility, QuestionError> {
        let (board, squares) = (self.board, self.board.squares());
        for (flag, value) in [("at-least", self.at_least), ("empties", self.empties)] {
            if let Some(value) = value.filter(|&value| value > squares) {
                let reason = format!("the {board} board has {squares} squares");
                return Err(QuestionError::value(flag, value, reason));
            }
        }
        Ok(OthelloMobility {
            at_least: self.at_least.unwrap_or(0),
            empties: self.empties.unwrap_or(0),
            discs: self.exactly()?,
            reach: self.reach()?,
            after_pass: self.passes == Passes::Before,
            ..OthelloMobility::any(board)
        })
    }

    /// The board, if the question is about every position that a game reaches, whatever its number of discs. `is_other`
    /// says whether the bound is to be on something else than the number of legal moves.
    pub(super) fn all_reachable(&self, is_other: bool) -> Result<Option<OthelloSize>, QuestionError> {
        if !self.is_reachable || self.discs.is_some() {
            return Ok(None);
        }
        let is_narrowed = self.at_least.is_some()
            || self.empties.is_some()
            || self.to_move.is_some()
            || self.any_order
            || self.last_steps.is_some()
            || self.passes != Passes::Any;
        if is_narrowed || is_other {
            return Err(QuestionError::refused(
                "--reachable without --discs proves the number of legal moves, and takes no other flag than --board",
            ));
        }
        Ok(Some(self.board))
    }

    /// The question as a transition system: of games of any length, or with --discs of that many discs.
    pub(super) fn play(&self) -> Result<OthelloPlay, QuestionError> {
        if !self.is_reachable {
            return Err(QuestionError::refused("--transition-system is about games: it needs --reachable"));
        }
        if self.any_order || self.last_steps.is_some() || self.passes != Passes::Any {
            return Err(QuestionError::refused(
                "--transition-system takes the rules as they are: no --any-order, --last-steps, --no-passes or --after-pass",
            ));
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
    fn exactly(&self) -> Result<Option<u32>, QuestionError> {
        let (board, squares) = (self.board, self.board.squares());
        if self.is_reachable {
            return Ok(None);
        }
        match self.one_number_of_discs()? {
            Some(discs) if !(4..=squares).contains(&discs) => {
                let reason = format!("a position on the {board} board has 4 to {squares}");
                Err(QuestionError::value("discs", discs, reason))
            }
            discs => Ok(discs),
        }
    }

    fn one_number_of_discs(&self) -> Result<Option<u32>, QuestionError> {
        match &self.discs {
            Some(range) if range.start() < range.end() => {
                let range = format!("{}..{}", range.start(), range.end());
                Err(QuestionError::value("discs", range, "a range applies to --last-steps"))
            }
            discs => Ok(discs.as_ref().map(|range| *range.start())),
        }
    }

    fn reach(&self) -> Result<Option<Reachability>, QuestionError> {
        if !self.is_reachable {
            return Ok(None);
        }
        let (board, squares) = (self.board, self.board.squares());
        let Some(range) = &self.discs else {
            return Err(QuestionError::flag("reachable", "give the number of discs with --discs N"));
        };
        if self.passes == Passes::None && (self.any_order || self.last_steps.is_some()) {
            return Err(QuestionError::flag(
                "no-passes",
                "it goes with neither --any-order nor --last-steps",
            ));
        }
        if self.passes == Passes::Before && (self.any_order || self.last_steps.is_none()) {
            return Err(QuestionError::flag(
                "after-pass",
                "with --reachable it needs --last-steps, without --any-order",
            ));
        }
        let (least, most) = (*range.start(), *range.end());
        if let Some(discs) = [least, most].into_iter().find(|discs| !(5..=squares).contains(discs)) {
            let reason = format!("a game on the {board} board has 5 to {squares} after its first move");
            return Err(QuestionError::value("discs", discs, reason));
        }
        if let Some(steps) = self.last_steps {
            if steps > least - 4 {
                let reason = format!("a game of {least} discs has {} steps", least - 4);
                return Err(QuestionError::value("last-steps", steps, reason));
            }
            return Ok(Some(Reachability::Window(LastSteps {
                steps,
                least,
                most,
                any_order: self.any_order,
            })));
        }
        let Some(discs) = self.one_number_of_discs()? else { return Ok(None) };
        if self.passes == Passes::None {
            return Ok(Some(Reachability::Alternating(Alternating { discs })));
        }
        let to_move = self.to_move.unwrap_or_default();
        Ok(Some(Reachability::Game(WholeGame { discs, to_move, any_order: self.any_order })))
    }
}
