//! The rules of Push Fight and the naive game, stepped together. A ply is the position that a turn leads to, because
//! many turns lead to the same.

use crate::search;
use certamen_play::twin_game::{Engine, EngineError, Opinion, RandomGames, faithful};
use encodings::push_fight::{Position, Standard, notation};
use verify::push_fight::{self as naive, Variant};

/// The native rules, from a position if none is given.
pub(crate) struct RulesEngine(pub(crate) &'static str);

/// The naive game, from the same position.
pub(crate) struct TwinEngine(pub(crate) &'static str);

fn opinion(line: String, wins: bool, plies: Vec<String>) -> Opinion {
    let outcome = (plies.is_empty() && !wins).then(|| "no push is possible".to_owned());
    let line = if wins { line + ", where a turn wins" } else { line };
    Opinion::new(line, plies, outcome)
}

fn line(position: Position<Standard>) -> String {
    let line = notation::print(position);
    let leads_back = notation::parse(&line) == Ok(position);
    faithful(line, leads_back)
}

impl Engine for RulesEngine {
    type State = Position<Standard>;

    const ENDED_IS_A_LEAF: bool = false;
    const NAMES_PLIES: bool = false;
    // The naive game tries all turns of each position.
    const USUAL: RandomGames = RandomGames { games: 4, plies: 10, seed: 0 };

    fn start(&self, text: Option<&str>) -> Result<Position<Standard>, EngineError> {
        Ok(notation::parse(text.unwrap_or(self.0))?)
    }

    fn opinion(&self, position: &Position<Standard>) -> Result<Opinion, EngineError> {
        let plies = search::successors(*position).into_iter().map(line).collect();
        Ok(opinion(line(*position), search::winning(*position).is_some(), plies))
    }

    fn play(&self, _: &Position<Standard>, ply: &str) -> Result<Position<Standard>, EngineError> {
        self.start(Some(ply))
    }
}

impl Engine for TwinEngine {
    type State = naive::Position;

    fn start(&self, text: Option<&str>) -> Result<naive::Position, EngineError> {
        Ok(naive::parse_position(&Variant::full(), text.unwrap_or(self.0))?)
    }

    fn opinion(&self, position: &naive::Position) -> Result<Opinion, EngineError> {
        let naive::Successors { positions, wins } = naive::successors(position);
        Ok(opinion(naive::write_line(position), wins, positions.iter().map(naive::write_line).collect()))
    }

    fn play(&self, _: &naive::Position, ply: &str) -> Result<naive::Position, EngineError> {
        self.start(Some(ply))
    }
}
