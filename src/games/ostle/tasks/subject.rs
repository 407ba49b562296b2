//! What the commands share: which game is solved, and where its tables are.

use crate::flags::{BoardName, variant_on};
use crate::solve::{OstleGame, Rule, Wdl};
use anyhow::Context;
use certamen_retro::engine::{Place, Store, Tables, Value};
use clap::{Args, ValueEnum};
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use serde_json::json;
use std::path::PathBuf;

/// Which game is solved, and where its tables are.
#[derive(Args, Debug)]
pub(super) struct Subject {
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    pub(super) dir: PathBuf,
    /// The board.
    #[arg(long, value_name = "BOARD", default_value = "5x5")]
    board: BoardName,
    /// The pieces a side [default: as many as a rank has squares].
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// A side with N pieces left has lost [default: two less than at the start].
    #[arg(long, value_name = "N")]
    lose_at: Option<usize>,
    /// How rule 8 is read: as it is printed, or as the published program has it.
    #[arg(long, value_enum, default_value = "literal")]
    rule: RuleName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RuleName {
    /// No position may equal the one two plies before.
    Literal,
    /// One move back to the class, up to symmetry, of the position two plies before is forbidden.
    Paper,
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text.
    Ascii,
    /// A picture.
    Svg,
}

impl Subject {
    /// The number of squares along an edge of the board.
    pub(super) fn side(&self) -> anyhow::Result<usize> {
        Ok(self.board.side()?)
    }

    pub(super) fn variant(&self) -> anyhow::Result<Variant> {
        Ok(variant_on(self.side()?, self.pieces, self.lose_at)?)
    }

    fn rule(&self) -> Rule {
        match self.rule {
            RuleName::Literal => Rule::Literal,
            RuleName::Paper => Rule::Paper,
        }
    }

    pub(super) fn game<const SIDE: usize>(&self) -> anyhow::Result<OstleGame<SIDE>> {
        Ok(OstleGame::new(self.variant()?, self.rule()))
    }

    /// The game of which there are tables. That there are none is said at once: to number all positions takes seconds.
    pub(super) fn solved_game<const SIDE: usize>(&self) -> anyhow::Result<OstleGame<SIDE>> {
        let subject = OstleGame::<SIDE>::subject_of(self.variant()?, self.rule());
        Store::require(&self.dir, &subject).context("no solved game")?;
        self.game()
    }

    /// The tables that have been built.
    pub(super) fn tables<'a, const SIDE: usize>(
        &self,
        game: &'a OstleGame<SIDE>,
    ) -> anyhow::Result<Tables<'a, OstleGame<SIDE>>> {
        let store = Store::open(&self.dir, game).context("no solved game")?;
        Ok(Tables::open(game, store)?)
    }
}

/// The position that stands for a place, as its notation has it.
pub(super) fn position_at<const SIDE: usize>(game: &OstleGame<SIDE>, place: Place) -> String {
    notation::print(game.ranking().unrank(place).0, Position::<SIDE>::LAYOUT)
}

/// A value as JSON has it.
pub(super) fn value_object(value: Value) -> serde_json::Value {
    let outcome = Wdl::from(value);
    if outcome == Wdl::Draw {
        return json!({ "outcome": outcome.to_string() });
    }
    json!({ "outcome": outcome.to_string(), "plies": value.plies() })
}
