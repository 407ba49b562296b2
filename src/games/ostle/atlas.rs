//! The tables of a solved game of Ostle, kept open for the explorer.
//!
//! The positions are numbered once, which takes seconds on 5x5. A file is opened when it is first read and stays open, so
//! that a table that is built meanwhile is found. Each block that is read is compared with its checksum, so that damage is
//! noticed.

use crate::flags::{BOARD, LOSE_AT, PIECES};
use crate::play::sight::{state, state_text};
use crate::solve::{Decision, Judged, LongestStates, OstleGame, Probe as _, Rule};
use crate::variant::on_side;
use certamen_ask::flag::Given;
use certamen_play::atlas::{Atlas, AtlasError, Looked, Wanted};
use certamen_retro::engine::{
    Game as _, OpenTables, Place, Resident, Store, TableError, Tables, Value, audit,
};
use certamen_retro::positions;
use certamen_retro::subject::{self, Longest, Probed, Puzzles, Verdict};
use certamen_work::stop::Stop;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::variant::Variant;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// The longest line that is shown, in plies.
pub(crate) const LINE_LIMIT: usize = 512;
/// How many numbers are looked through for a position.
const FAR: u32 = 1 << 16;
/// What a puzzle is.
const PUZZLE: &str = "only a sacrifice wins";

/// The tables of a directory.
struct Solved<const SIDE: usize> {
    game: OstleGame<SIDE>,
    open: Arc<OpenTables>,
}

/// The tables in a directory, if it has some of this game.
pub(crate) fn open(directory: &Path) -> Result<Option<Box<dyn Atlas>>, AtlasError> {
    let Some(subject) = Store::held(directory).map_err(|error| of_tables(&error))? else { return Ok(None) };
    for side in 3..=5 {
        for pieces in 1..=side * side {
            for lose_at in 0..pieces {
                let Ok(variant) = Variant::new(side, pieces, lose_at) else { continue };
                let rules = [Rule::Literal, Rule::Paper];
                let is_it = |&rule: &Rule| OstleGame::<5>::subject_of(variant, rule) == subject;
                if let Some(rule) = rules.into_iter().find(is_it) {
                    return on_side!(side, SIDE => kept::<SIDE>(variant, rule, directory)).map(Some);
                }
            }
        }
    }
    Ok(None)
}

fn kept<const SIDE: usize>(
    variant: Variant,
    rule: Rule,
    directory: &Path,
) -> Result<Box<dyn Atlas>, AtlasError> {
    let game = OstleGame::<SIDE>::new(variant, rule);
    let store = Store::open(directory, &game).map_err(|error| of_tables(&error))?;
    let open = Arc::new(OpenTables::new(&game, store));
    Ok(Box::new(Solved { game, open }))
}

fn of_tables(error: &TableError) -> AtlasError {
    AtlasError::Tables(error.to_string())
}

/// A value of the tables in the form that all games share.
fn value(value: Value) -> positions::Value {
    let plies = u16::from(value.plies());
    match value {
        value if value.is_win() => positions::Value::Win(plies),
        value if value.is_loss() => positions::Value::Loss(plies),
        _ => positions::Value::Draw,
    }
}

fn verdict(found: Value) -> Verdict {
    Verdict { value: Some(value(found)), ..Verdict::default() }
}

fn name<const SIDE: usize>(played: Move) -> String {
    notation::print_move(played, Position::<SIDE>::LAYOUT)
}

fn names<const SIDE: usize>(line: &[Move]) -> Vec<String> {
    line.iter().map(|&played| name::<SIDE>(played)).collect()
}

/// The answer to a query as JSON, as `retro probe` gives it.
pub(crate) fn probed_object<const SIDE: usize>(
    position: Position<SIDE>,
    forbidden: Option<Move>,
    found: Value,
    judged: &[Judged<SIDE>],
    line: &[Move],
) -> serde_json::Value {
    use certamen_play::atlas::value_object;
    let moves: Vec<_> = judged
        .iter()
        .map(|one| json!({ "move": name::<SIDE>(one.played), "value": value_object(value(one.value)) }))
        .collect();
    json!({
        "position": notation::print(position.pieces(), Position::<SIDE>::LAYOUT),
        "forbidden": forbidden.map(name::<SIDE>), "value": value_object(value(found)), "moves": moves,
        "line": names::<SIDE>(line).join(","),
    })
}

impl<const SIDE: usize> Solved<SIDE> {
    fn tables(&self) -> Tables<'_, OstleGame<SIDE>> {
        Tables::kept(&self.game, self.open.clone())
    }

    /// Whether exactly one move of a puzzle wins.
    fn is_single(&self, here: Position<SIDE>) -> Result<bool, AtlasError> {
        let judged = self.tables().judge(here, None).map_err(|error| of_tables(&error))?;
        Ok(judged.iter().filter(|one| one.value.is_win()).count() == 1)
    }

    fn position(&self, place: Place) -> Position<SIDE> {
        Position::trusted(self.game.ranking().unrank(place).0)
    }
}

impl<const SIDE: usize> Atlas for Solved<SIDE> {
    fn subject(&self) -> String {
        OstleGame::<SIDE>::subject_of(self.game.variant(), self.game.rule())
    }

    fn given(&self) -> Given {
        let variant = self.game.variant();
        let given = Given::new().with_text(BOARD.name, &format!("{SIDE}x{SIDE}"));
        let given =
            given.with_number(PIECES.name, variant.pieces()).with_number(LOSE_AT.name, variant.lose_at());
        match self.game.rule() {
            Rule::Literal => given,
            Rule::Paper => given.with_text(crate::flags::RULE, "paper"),
        }
    }

    fn look_up(&self, position: Option<&str>) -> Result<Looked, AtlasError> {
        let variant = self.game.variant();
        let refused = |error: certamen_play::PlayError| {
            let reason = error.to_string();
            AtlasError::Position(reason.strip_prefix("the position: ").unwrap_or(&reason).to_owned())
        };
        let (here, forbidden) = match position {
            Some(text) => state::<SIDE>(variant, text).map_err(refused)?,
            None => (crate::play::start::<SIDE>(variant).map_err(refused)?, None),
        };
        if let Some(played) = forbidden.filter(|&played| !self.game.can_be_forbidden(here, played)) {
            let reason = format!(
                "nothing leads here that {} takes back, so it is not forbidden",
                name::<SIDE>(played)
            );
            return Err(AtlasError::Position(reason));
        }
        let tables = self.tables();
        let found = tables.value(here, forbidden).map_err(|error| of_tables(&error))?;
        let judged = tables.judge(here, forbidden).map_err(|error| of_tables(&error))?;
        let text = state_text(here, forbidden);
        if judged.first().is_some_and(|best| best.value != found) {
            return Err(AtlasError::Tables(format!("the tables contradict themselves at {text}")));
        }
        let line = tables.line(here, forbidden, LINE_LIMIT).map_err(|error| of_tables(&error))?;
        let object = probed_object(here, forbidden, found, &judged, &line);
        let moves = judged.iter().map(|one| subject::Judged {
            name: name::<SIDE>(one.played),
            value: Some(value(one.value)),
            score: None,
        });
        let probed = Probed {
            position: text,
            verdict: verdict(found),
            moves: moves.collect(),
            line: names::<SIDE>(&line),
        };
        Ok(Looked { probed, object })
    }

    fn near(&self, number: u64) -> Result<Option<String>, AtlasError> {
        let tables = self.tables();
        let built = |&(layer, _): &(u8, u32)| tables.layer(layer).is_ok();
        let layers: Vec<(u8, u32)> = (0..).zip(self.game.layers().iter().map(|layer| layer.size)).collect();
        let layers: Vec<(u8, u32)> = layers.into_iter().filter(|one| one.1 > 0).filter(built).collect();
        let count: u64 = layers.iter().map(|&(_, size)| u64::from(size)).sum();
        let mut rank = number.checked_rem(count).unwrap_or(0);
        for (layer, size) in layers {
            if rank >= u64::from(size) {
                rank -= u64::from(size);
                continue;
            }
            let ranks = (rank as u32..size).take(FAR as usize);
            let is_state = |&rank: &u32| self.game.states(Place { layer, rank }).count() > 0;
            let found = { ranks }.find(is_state).unwrap_or(rank as u32);
            return Ok(Some(state_text(self.position(Place { layer, rank: found }), None)));
        }
        Ok(None)
    }

    fn longest(&self, losses: bool, limit: usize, stop: &Stop) -> Result<Longest, AtlasError> {
        let tables = self.tables().complete(None).map_err(|error| of_tables(&error))?;
        let decision = if losses { Decision::Lost } else { Decision::Won };
        let mut found = LongestStates::default();
        for &layer in tables.layers() {
            if stop.is_requested() {
                return Err(AtlasError::Tables("stopped".to_owned()));
            }
            let least = found.plies;
            found = found.joined(
                OstleGame::longest(&tables, layer, decision, least).map_err(|error| of_tables(&error))?,
            );
        }
        let mut positions = Vec::new();
        for &(place, forbidden) in found.states.iter().take(limit) {
            let here = self.position(place);
            let forbidden = forbidden.map(|index| OstleGame::<SIDE>::play(here.pieces(), index));
            let line =
                tables.line(here, forbidden, usize::from(found.plies)).map_err(|error| of_tables(&error))?;
            positions.push((state_text(here, forbidden), names::<SIDE>(&line)));
        }
        let plies = (found.plies > 0).then_some(u16::from(found.plies));
        Ok(Longest { plies, count: found.states.len() as u64, positions })
    }

    fn puzzle(&self) -> Option<&'static str> {
        (!self.game.puzzle_layers().is_empty()).then_some(PUZZLE)
    }

    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError> {
        let tables = self.tables().complete(None).map_err(|error| of_tables(&error))?;
        let mut found = Puzzles::default();
        for layer in self.game.puzzle_layers() {
            let needed = audit::needed(&self.game, layer);
            let resident = Resident::load(&tables, &needed, stop).map_err(|error| of_tables(&error))?;
            let puzzles =
                resident.and_then(|resident| OstleGame::puzzles(&resident, layer, stop, &mut |_| ()));
            let Some(puzzles) = puzzles else { return Ok(Puzzles { is_stopped: true, ..found }) };
            for puzzle in puzzles {
                let here = self.position(puzzle.place);
                if !wanted.has_plies(Some(value(puzzle.value))) || wanted.single && !self.is_single(here)? {
                    continue;
                }
                found.count += 1;
                if found.positions.len() < limit {
                    let line = tables
                        .line(here, None, usize::from(puzzle.value.plies()))
                        .map_err(|error| of_tables(&error))?;
                    found.positions.push((
                        state_text(here, None),
                        Some(value(puzzle.value)),
                        names::<SIDE>(&line),
                    ));
                }
            }
        }
        Ok(found)
    }
}
