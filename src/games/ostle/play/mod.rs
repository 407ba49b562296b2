//! Ostle at a table: replays records, counts game trees, and draws positions.
//!
//! The naive game judges records. The fast rules count trees and draw positions. Rule 8 is applied as printed.

mod perft;
mod replay;
mod search;
pub(crate) mod state;
mod twin;
mod view;

use crate::diagram::{self, Drawing};
use crate::flags::{self, BOARD, LOSE_AT, PIECES};
use crate::solve::Rule;
use crate::variant::{OstleVariant, on_side};
use certamen_ask::flag::{Flag, Given};
use certamen_play::game::PlayError;
use certamen_play::records::each_line;
use certamen_play::{
    Game, PerftCount, Picture, PositionView, Purpose, RecordFile, RecordReport, RecordSearch, ReplayReport,
    Setup, Solvable, Table, Twins,
};
use certamen_work::stop::Stop;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::variant::Variant;
use serde_json::json;
use verify::ostle::OstleGame;
use verify::strategy::StrategyReferee;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ostle;

/// A table, with the flags that choose its board and pieces.
#[derive(Clone, Debug)]
struct OstleTable(Given);

impl OstleTable {
    /// The variant of a position, or of the start if there is no position.
    fn variant(&self, position: Option<&str>) -> Result<Variant, PlayError> {
        flags::variant_of(&self.0, position).map_err(|error| PlayError::Flags(error.to_string()))
    }
}

impl Game for Ostle {
    fn name(&self) -> &'static str {
        "ostle"
    }

    fn about(&self) -> &'static str {
        "Ostle, 3x3 to 5x5: solved backwards into tables and searched forwards under both readings of rule 8; puzzles, \
         records, the most legal moves and wins within K plies"
    }

    fn boards(&self) -> Vec<String> {
        ["3x3", "4x4", "5x5"].map(ToOwned::to_owned).into()
    }

    fn notation(&self) -> &'static str {
        "a digit for each square, the last rank first, ranks between dashes or on lines: 1 the side to move, 2 the other, 3 the hole, 0 \
         empty"
    }

    fn record_form(&self) -> &'static str {
        "moves with commas between them, such as d2L,a1R,c2L: a square and a direction, U, D, L or R"
    }

    fn flags(&self, purpose: Purpose) -> Vec<Flag> {
        match purpose {
            Purpose::Replay | Purpose::Perft => vec![BOARD, PIECES, LOSE_AT],
            // Pictures have any number of pieces.
            Purpose::Show => vec![BOARD],
        }
    }

    fn takes_position(&self, purpose: Purpose) -> bool {
        purpose != Purpose::Show
    }

    fn help(&self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Replay => "Moves stand between commas. Rule 8 is kept as it is printed.",
            Purpose::Perft => {
                "Rule 8 is kept as it is printed, and a game that has ended is one leaf at every greater depth. In a \
                 position 1 is to move."
            }
            Purpose::Show => {
                "Any position with one hole and at least one piece a side, on the least board that has room for the text, or \
                 on --board. 1 is to move."
            }
        }
    }

    fn examples(&self, purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        match purpose {
            Purpose::Replay => &[("replay ostle c1U,c3R", "moves between commas")],
            Purpose::Perft => &[("perft ostle 4", "191994")],
            Purpose::Show => &[("show ostle 22222-00000-00300-00000-11111", "")],
        }
    }

    fn record_search(&self) -> Option<&dyn RecordSearch> {
        Some(self)
    }

    fn solvable(&self) -> Option<&dyn Solvable> {
        Some(self)
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        flags::variant(given).map_err(|error| PlayError::Flags(error.to_string()))?;
        Ok(Box::new(OstleTable(given.clone())))
    }
}

impl Table for OstleTable {
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        let variant = self.variant(position)?;
        on_side!(variant.side(), SIDE => perft::count::<SIDE>(variant, position, depth, divide, stop))
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
        let variant = self.variant(position)?;
        Ok(replay::replayed(variant, &replay::start(variant, position)?, record))
    }

    fn replay_file(
        &self,
        position: Option<&str>,
        file: &mut RecordFile<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(RecordReport),
    ) -> Result<&'static str, PlayError> {
        let variant = self.variant(position)?;
        let start = replay::start(variant, position)?;
        each_line(file, stop, report, |record| Ok(replay::replayed(variant, &start, record)))?;
        Ok("records")
    }

    fn twins(&self, position: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        Ok(Some(twin::twins(self.variant(position.map(|text| state::parts(text).0))?)?))
    }

    /// The naive game knows rule 8 as it is printed.
    fn referee(&self) -> Option<Box<dyn StrategyReferee>> {
        let variant = self.variant(None).ok().filter(|_| self.0.text(flags::RULE) != Some("paper"))?;
        Some(Box::new(OstleGame::new(naive_variant(variant).ok()?)))
    }

    fn show(&self, position: &str) -> Result<Picture, PlayError> {
        on_side!(self.variant(Some(position))?.side(), SIDE => show::<SIDE>(position))
    }

    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        let variant = self.variant(position.map(|text| state::parts(text).0))?;
        let rule = if self.0.text(flags::RULE) == Some("paper") { Rule::Paper } else { Rule::Literal };
        on_side!(variant.side(), SIDE => view::view::<SIDE>(variant, rule, position))
    }

    fn setup(&self, view: &PositionView) -> Option<Setup> {
        view::setup(view)
    }

    fn images(&self, view: &PositionView) -> Vec<String> {
        view::symmetric(view)
    }
}

/// Draws any position with one hole and at least one piece of each side.
fn show<const SIDE: usize>(text: &str) -> Result<Picture, PlayError> {
    let largest = Variant::new(SIDE, SIDE, 0).map_err(|error| PlayError::Flags(error.to_string()))?;
    let (pieces, layout) = (position::<SIDE>(text, largest)?.pieces(), Position::<SIDE>::LAYOUT);
    let moves: Vec<String> = Position::<SIDE>::trusted(pieces).moves().map(name::<SIDE>).collect();
    let caption = format!("{} moves, rule 8 aside", moves.len());
    let board = notation::print(pieces, layout);
    twin::twins(largest)?.compare(Some(&board))?;
    Ok(Picture {
        text: format!("{}{caption}\n", diagram::text(pieces, layout)),
        svg: diagram::svg(&board, &[Drawing { pieces, layout, caption: vec![caption] }]),
        object: json!({ "position": board, "moves": moves, "mobility": moves.len() }),
    })
}

/// The variant in the form of the naive game.
fn naive_variant(variant: Variant) -> Result<verify::ostle::Variant, PlayError> {
    OstleVariant::from(variant).naive().map_err(PlayError::Flags)
}

/// Reads a position of a variant.
fn position<const SIDE: usize>(text: &str, variant: Variant) -> Result<Position<SIDE>, PlayError> {
    let pieces = notation::parse(text, Position::<SIDE>::LAYOUT);
    let pieces = pieces.map_err(|error| PlayError::Position(error.to_string()))?;
    Position::new(pieces, variant).map_err(|error| PlayError::Position(error.to_string()))
}

/// The start position of a variant.
pub(crate) fn start<const SIDE: usize>(variant: Variant) -> Result<Position<SIDE>, PlayError> {
    Position::start(variant).map_err(|error| PlayError::Position(error.to_string()))
}

fn name<const SIDE: usize>(played: Move) -> String {
    notation::print_move(played, Position::<SIDE>::LAYOUT)
}
