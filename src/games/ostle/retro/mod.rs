//! Ostle for the verbs of `retro` and for `puzzles`, a file for each answer.
//!
//! [`OstleRetro`] is a board with its pieces and a reading of rule 8. `opened` has its tables position by position, `blocks`
//! divides the work on them, `figures` writes computed beside published figures, and `repairs` rebuilds damaged files.

mod audit;
mod audited;
mod blocks;
mod build;
mod compare;
mod distances;
mod figures;
mod longest;
mod opened;
mod puzzles;
mod repairs;
mod report;
mod stats;

use crate::flags::{BOARD, LOSE_AT, PIECES, RULE, variant};
use crate::play::Ostle;
use crate::solve::{OstleGame, Rule};
use crate::variant::on_side;
use certamen_ask::flag::{Flag, Given};
use certamen_play::{PlayError, Solvable, SolvableFeatures};
use certamen_retro::positions::{self, Plan, RetroError};
use certamen_retro::states::{Game, Place, Store, Tables, Value};
use certamen_retro::subject::{
    AnyRetro, Monitor, Options, PositionTables, RangeVerb, RangedTables, ValueReport, Wanted, value_report,
};
use certamen_work::answer::Answer;
use certamen_work::schema::Schema;
use certamen_work::stop::Stop;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::variant::Variant;
use opened::SolvedTables;
use std::error::Error;
use std::path::Path;

/// A board with its pieces and a reading of rule 8, as something that can be solved.
#[derive(Clone, Debug)]
struct OstleRetro {
    variant: Variant,
    rule: Rule,
    /// The flags of the verb.
    asked: Given,
}

/// An error that only this game knows.
fn own(error: impl Error + Send + Sync + 'static) -> RetroError {
    RetroError::Game(Box::new(error))
}

/// The same as a text.
fn refused(text: impl Into<Box<dyn Error + Send + Sync>>) -> RetroError {
    RetroError::Game(text.into())
}

impl OstleRetro {
    /// The subject that its tables carry.
    fn name(&self) -> String {
        OstleGame::<5>::subject_of(self.variant, self.rule)
    }

    fn game<const SIDE: usize>(&self) -> OstleGame<SIDE> {
        OstleGame::new(self.variant, self.rule)
    }

    /// The names of the layers that `--layer` chooses.
    fn layers(&self) -> Result<Vec<String>, RetroError> {
        let all = OstleGame::<5>::layer_names(self.variant);
        match self.layer() {
            None => Ok(all),
            Some(layer) if all.iter().any(|name| name == layer) => Ok(vec![layer.to_owned()]),
            Some(layer) => {
                let names = all.join(", ");
                Err(refused(format!("there is no layer `{layer}`: expected one of all, {names}")))
            }
        }
    }

    /// The layer that `--layer` names, if it names one.
    fn layer(&self) -> Option<&str> {
        self.asked.text("layer").filter(|&layer| layer != "all")
    }

    /// The number of this layer.
    fn layer_of<const SIDE: usize>(&self, game: &OstleGame<SIDE>) -> Option<u8> {
        let layer = self.layer()?;
        game.layers().iter().position(|shape| shape.name == layer).map(|place| place as u8)
    }

    /// The game of the tables. Missing tables are an error before the positions are numbered, which takes seconds.
    fn solved<const SIDE: usize>(
        &self,
        directory: &Path,
        layers: &[String],
    ) -> Result<OstleGame<SIDE>, RetroError> {
        Store::require(directory, &self.name(), layers)
            .map_err(|error| refused(format!("no solved game: {error}")))?;
        Ok(self.game())
    }

    /// The tables that have been built.
    fn tables<'g, const SIDE: usize>(
        directory: &Path,
        game: &'g OstleGame<SIDE>,
    ) -> Result<Tables<'g, OstleGame<SIDE>>, RetroError> {
        Ok(Tables::open(game, Store::open(directory, game)?)?)
    }

    /// Whether pictures are to be drawn as SVG.
    fn draws_svg(&self) -> bool {
        self.asked.text("format") == Some("svg")
    }
}

/// The position that represents a place.
fn position_at<const SIDE: usize>(game: &OstleGame<SIDE>, place: Place) -> Position<SIDE> {
    Position::trusted(game.ranking().unrank(place).0)
}

/// The notation of a position.
fn board<const SIDE: usize>(position: Position<SIDE>) -> String {
    notation::print(position.pieces(), Position::<SIDE>::LAYOUT)
}

/// The notation of a move.
fn move_name<const SIDE: usize>(played: Move) -> String {
    notation::print_move(played, Position::<SIDE>::LAYOUT)
}

/// The notations of the moves of a line.
fn move_names<const SIDE: usize>(line: &[Move]) -> Vec<String> {
    line.iter().map(|&played| move_name::<SIDE>(played)).collect()
}

/// A value of the tables in the form that all games share.
fn shared(value: Value) -> positions::Value {
    let plies = u16::from(value.plies());
    match value {
        value if value.is_win() => positions::Value::Win(plies),
        value if value.is_loss() => positions::Value::Loss(plies),
        _ => positions::Value::Draw,
    }
}

/// A value as JSON.
fn object_of(value: Value) -> ValueReport {
    value_report(shared(value))
}

/// What a puzzle is.
const PUZZLE: &str = "only a sacrifice wins";

impl AnyRetro for OstleRetro {
    fn subject(&self) -> String {
        self.name()
    }

    fn puzzle(&self) -> Option<&'static str> {
        (self.variant.pieces() > self.variant.lose_at() + 1).then_some(PUZZLE)
    }

    fn variant_of(&self) -> Option<String> {
        Some(self.variant.to_string())
    }

    fn has_ranges(&self, what: RangeVerb) -> bool {
        what != RangeVerb::Puzzles || self.puzzle().is_some()
    }

    fn plan(&self, _: &Options, _: &Stop) -> Result<Plan, RetroError> {
        Err(refused("the cost of solving Ostle is not estimated: its tables take three bytes a position"))
    }

    fn build(
        &self,
        directory: &Path,
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.build_on::<SIDE>(directory, options, monitor))
    }

    fn probe(&self, directory: &Path, position: Option<&str>) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.probe_on::<SIDE>(directory, position))
    }

    fn stats(&self, directory: &Path, monitor: &mut Monitor<'_>) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.stats_on::<SIDE>(directory, monitor))
    }

    fn longest(
        &self,
        directory: &Path,
        losses: bool,
        limit: Option<usize>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.longest_on::<SIDE>(directory, losses, limit, monitor))
    }

    fn audit(
        &self,
        directory: &Path,
        options: &Options,
        _: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.audit_on::<SIDE>(directory, options.wait, monitor))
    }

    fn distances(
        &self,
        _: Option<&str>,
        options: &Options,
        _: Option<&Path>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.distances_on::<SIDE>(options, monitor))
    }

    fn compare(
        &self,
        directory: &Path,
        (_, with): (&dyn AnyRetro, &Path),
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.compare_on::<SIDE>(directory, with, monitor))
    }

    fn puzzles(
        &self,
        directory: &Path,
        wanted: Wanted,
        limit: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        on_side!(self.variant.side(), SIDE => self.puzzles_on::<SIDE>(directory, wanted, limit, monitor))
    }

    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn PositionTables + 's>, RetroError> {
        on_side!(self.variant.side(), SIDE => Ok(Box::new(SolvedTables::<SIDE>::open(self.game(), directory)?)))
    }

    fn opened(
        self: Box<Self>,
        directory: &Path,
    ) -> Result<Box<dyn PositionTables + Send + Sync>, RetroError> {
        on_side!(self.variant.side(), SIDE => Ok(Box::new(SolvedTables::<SIDE>::open(self.game(), directory)?)))
    }

    fn in_ranges(self: Box<Self>, directory: &Path) -> Result<Box<dyn RangedTables>, RetroError> {
        on_side!(self.variant.side(), SIDE => self.blocks::<SIDE>(directory))
    }
}

/// The readings of rule 8 by name.
const RULES: &[(&str, &str)] = &[
    ("literal", "No position may equal the one two plies before"),
    ("paper", "One move to a position that is symmetric to the position two plies before is forbidden"),
];
const LAYER: Flag = Flag::text("layer", "LAYER", "The layer, such as 4v4, or `all` [default: all]");
const FORMAT: Flag = Flag::choice(
    "format",
    "FORMAT",
    &[("ascii", "Text"), ("svg", "A picture")],
    "The form of the pictures [default: ascii]",
);
const REPAIR: Flag = Flag::switch(
    "repair",
    "Build a layer again if its file is damaged or belongs to another game. Otherwise a damaged file is an error",
);

impl Solvable for Ostle {
    fn flags(&self) -> Vec<Flag> {
        let rule = "The reading of rule 8: as it is printed, or as the published program implements it";
        vec![BOARD, PIECES, LOSE_AT, Flag::choice(RULE, "RULE", RULES, rule)]
    }

    fn flags_of(&self, verb: &str) -> Vec<Flag> {
        match verb {
            "retro build" => vec![LAYER, REPAIR],
            "retro probe" => vec![Flag::text("forbidden", "MOVE", "The move that rule 8 forbids")],
            "retro stats" | "retro compare" => vec![LAYER],
            "retro longest" => vec![LAYER, FORMAT],
            "retro audit" => [LAYER].into_iter().chain(audit::FLAGS).collect(),
            "retro distances" => [distances::FLAGS[0], distances::FLAGS[1], REPAIR].into(),
            "puzzles" => vec![puzzles::LINE, FORMAT],
            _ => Vec::new(),
        }
    }

    fn schema_of(&self, verb: &str) -> Option<Schema> {
        report::schema_of(verb)
    }

    fn lacks(&self, verb: &str) -> &'static [&'static str] {
        match verb {
            "retro build" => &["plan", "memory", "disk", "score", "no-check"],
            "retro audit" => &["memory", "sample"],
            "retro distances" => &["memory", "scratch", "disk", "plan", "position"],
            _ => &[],
        }
    }

    fn help_of(&self, verb: &str) -> &'static str {
        match verb {
            "retro build" => build::HELP,
            "retro stats" => stats::HELP,
            "retro longest" => longest::HELP,
            "retro audit" => audit::HELP,
            "retro distances" => distances::HELP,
            "retro compare" => compare::HELP,
            "puzzles" => puzzles::HELP,
            _ => "",
        }
    }

    fn examples(&self) -> Vec<(String, String)> {
        let line = |command: &str| (command.to_owned(), String::new());
        [
            "retro build ostle --layer 4v4 --dir ostle",
            "retro build ostle --dir small --board 3x3 --pieces 2 --lose-at 1",
            "retro build ostle --dir ostle-paper --rule paper",
            "retro probe ostle 22222-00000-00300-00000-11111 --dir ostle",
            "retro probe ostle 22220-00000-00300-00000-11110 --dir ostle --forbidden a1U",
            "retro stats ostle --dir ostle",
            "retro stats ostle --dir ostle-paper --rule paper",
            "retro longest ostle --dir ostle",
            "retro longest ostle --dir ostle --format svg > longest.svg",
            "retro export ostle --dir small --to csv",
            "retro audit ostle --dir ostle",
            "retro audit ostle --dir ostle --layer 4v4",
            "retro audit ostle --dir ostle --layer 4v4 --samples 10",
            "retro distances ostle --dir ostle-paper --rule paper --moves all",
            "retro distances ostle --dir small --board 3x3 --pieces 2 --lose-at 1",
            "retro compare ostle --dir ostle --with ostle-paper",
            "puzzles ostle --dir ostle --plies 7 --single",
            "puzzles ostle --dir ostle --line d2L,a1R,c2L,b1R,b2R,c1U,c3U",
            "puzzles ostle --dir ostle --limit 12 --format svg > puzzles.svg",
        ]
        .map(line)
        .into()
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        let all = every().map(|(variant, rule)| -> Box<dyn AnyRetro> {
            Box::new(OstleRetro { variant, rule, asked: Given::new() })
        });
        all.collect()
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        let variant = variant(given).map_err(|error| PlayError::Flags(error.to_string()))?;
        let rule = if given.text(RULE) == Some("paper") { Rule::Paper } else { Rule::Literal };
        Ok(Box::new(OstleRetro { variant, rule, asked: given.clone() }))
    }

    fn given_of(&self, subject: &str) -> Given {
        let is_it = |&(variant, rule): &(Variant, Rule)| OstleGame::<5>::subject_of(variant, rule) == subject;
        let Some((variant, rule)) = every().find(is_it) else { return Given::new() };
        let given = Given::new().with_text(BOARD.name, &format!("{0}x{0}", variant.side()));
        let given = given.with_number(PIECES.name, variant.pieces());
        let given = given.with_number(LOSE_AT.name, variant.lose_at());
        if rule == Rule::Paper { given.with_text(RULE, "paper") } else { given }
    }

    fn features(&self) -> SolvableFeatures {
        SolvableFeatures { variants: true, puzzle: Some(PUZZLE), ..SolvableFeatures::default() }
    }
}

/// Every board with every number of pieces, under both readings of rule 8.
fn every() -> impl Iterator<Item = (Variant, Rule)> {
    let of_side = |side: usize| {
        let pieces = (1..=side * side).flat_map(|pieces| (0..pieces).map(move |lose_at| (pieces, lose_at)));
        pieces.filter_map(move |(pieces, lose_at)| Variant::new(side, pieces, lose_at).ok())
    };
    let rules = |variant| [Rule::Literal, Rule::Paper].map(|rule| (variant, rule));
    (3..=5).flat_map(of_side).flat_map(rules)
}
