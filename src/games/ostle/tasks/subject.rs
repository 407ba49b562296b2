//! The flags that the commands share: the game, and the directory of its tables.

use crate::flags::{BoardName, variant_on};
use crate::solve::{OstleGame, Rule, Wdl};
use anyhow::{Context, ensure};
use certamen_retro::engine::{Game, Place, Store, Tables, Value};
use certamen_work::session::Session;
use certamen_work::waiting::Waiting;
use clap::{Args, ValueEnum};
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

/// The game, and the directory of its tables.
#[derive(Args, Debug)]
pub(super) struct Subject {
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    pub(super) dir: PathBuf,
    /// The board.
    #[arg(long, value_name = "BOARD", default_value = "5x5")]
    board: BoardName,
    /// The number of pieces of each side [default: the length of a rank].
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// A side with N pieces left has lost [default: two less than at the start].
    #[arg(long, value_name = "N")]
    lose_at: Option<usize>,
    /// The reading of rule 8: as it is printed, or as the published program implements it.
    #[arg(long, value_enum, default_value = "literal")]
    pub(super) rule: RuleName,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Literal => Self::Literal,
            RuleName::Paper => Self::Paper,
        }
    }
}

/// The readings of rule 8 by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RuleName {
    /// No position may equal the one two plies before.
    Literal,
    /// One move to a position that is symmetric to the position two plies before is forbidden.
    Paper,
}

/// Which layers a command is about.
#[derive(Args, Debug)]
pub(super) struct Layers {
    /// The layer, such as 4v4, or `all`.
    #[arg(long, value_name = "LAYER", default_value = "all")]
    pub(super) layer: String,
}

impl Layers {
    /// Their names.
    pub(super) fn names(&self, variant: Variant) -> anyhow::Result<Vec<String>> {
        let all = OstleGame::<5>::layer_names(variant);
        if self.layer == "all" {
            return Ok(all);
        }
        let names = all.join(", ");
        ensure!(
            all.contains(&self.layer),
            "there is no layer `{}`: expected one of all, {names}",
            self.layer
        );
        Ok(vec![self.layer.clone()])
    }

    /// The number of the layer, if it is one.
    pub(super) fn one<const SIDE: usize>(&self, game: &OstleGame<SIDE>) -> Option<u8> {
        game.layers().iter().position(|shape| shape.name == self.layer).map(|place| place as u8)
    }
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text.
    Ascii,
    /// A picture.
    Svg,
}

impl Subject {
    /// The number of squares along an edge of the board.
    pub(super) const fn side(&self) -> usize {
        self.board.side
    }

    pub(super) fn variant(&self) -> anyhow::Result<Variant> {
        Ok(variant_on(self.side(), self.pieces, self.lose_at)?)
    }

    pub(super) fn rule(&self) -> Rule {
        self.rule.into()
    }

    pub(super) fn game<const SIDE: usize>(&self) -> anyhow::Result<OstleGame<SIDE>> {
        Ok(OstleGame::new(self.variant()?, self.rule()))
    }

    /// The game of the tables. Missing tables are an error before the positions are numbered, which takes seconds.
    pub(super) fn solved_game<const SIDE: usize>(
        &self,
        layers: &[String],
    ) -> anyhow::Result<OstleGame<SIDE>> {
        let subject = OstleGame::<SIDE>::subject_of(self.variant()?, self.rule());
        Store::require(&self.dir, &subject, layers).context("no solved game")?;
        self.game()
    }

    /// Opens the directory to build in it, before the positions are numbered.
    pub(super) fn store<const SIDE: usize>(
        &self,
        waiting: Waiting,
        session: &Session,
    ) -> anyhow::Result<Store> {
        let subject = OstleGame::<SIDE>::subject_of(self.variant()?, self.rule());
        let open = |wait| Store::create_after(&self.dir, &subject, wait, &session.stop);
        Ok(waiting.until_free(session, open)?)
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

/// The notation of the position that represents a place.
pub(super) fn position_at<const SIDE: usize>(game: &OstleGame<SIDE>, place: Place) -> String {
    notation::print(game.ranking().unrank(place).0, Position::<SIDE>::LAYOUT)
}

/// A value as JSON.
pub(super) fn value_object(value: Value) -> serde_json::Value {
    let outcome = Wdl::from(value);
    if outcome == Wdl::Draw {
        return json!({ "outcome": outcome.to_string() });
    }
    json!({ "outcome": outcome.to_string(), "plies": value.plies() })
}
