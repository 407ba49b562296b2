//! The rules of Othello and the naive game, stepped together.

use crate::{OthelloSize, on_side};
use certamen_play::twin_game::{Engine, EngineError, Opinion, PASS, faithful};
use certamen_play::values::ReplayedLine;
use certamen_play::{NaiveEngine, PlayError, TwinGame, Twins};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::position::Position;
use encodings::othello::rules::Othello;
use encodings::rules;
use verify::othello::{self as naive, OthelloGame};

/// The games of a board.
pub(crate) fn twins(board: OthelloSize) -> Box<dyn Twins> {
    let naive = by_twin(board.into());
    on_side!(board, SIDE => Box::new(TwinGame::new(ByRules::<SIDE>, Some(naive))))
}

/// Replays plies from a position by both games.
pub(crate) fn replayed<const SIDE: usize>(
    position: &str,
    names: &[String],
) -> Result<ReplayedLine, PlayError> {
    let size = naive::Size::new(SIDE).map_err(|error| PlayError::Flags(error.to_string()))?;
    let game = TwinGame::new(ByRules::<SIDE>, Some(by_twin(size)));
    let end = names.iter().try_fold(game.start(Some(position))?, |at, name| game.play(&at, name))?;
    let ending = rules::Position::<Othello<SIDE>>::trusted(end.native.discs()).ending(&Othello);
    Ok(ReplayedLine { record: names.to_vec(), ending })
}

/// The native rules.
struct ByRules<const SIDE: usize>;

/// The naive game on a board. A line has X for the player to move.
fn by_twin(size: naive::Size) -> NaiveEngine<OthelloGame> {
    NaiveEngine { game: OthelloGame(size), start: naive::write_line(&naive::Position::start(size).board) }
}

impl<const SIDE: usize> Engine for ByRules<SIDE> {
    type State = Position<SIDE>;

    fn start(&self, text: Option<&str>) -> Result<Position<SIDE>, EngineError> {
        Ok(text.map_or_else(|| Ok(Position::start()), str::parse)?)
    }

    fn opinion(&self, position: &Position<SIDE>) -> Result<Opinion, EngineError> {
        let (layout, discs) = (Grid::<SIDE, SIDE>::LAYOUT, position.discs());
        let line = notation::print(discs, layout);
        let leads_back = notation::parse(&line, layout) == Ok(discs);
        let ending = rules::Position::<Othello<SIDE>>::trusted(discs).ending(&Othello);
        let mut plies: Vec<String> = position.moves().map(|square| layout.name(square).to_string()).collect();
        if plies.is_empty() && !position.is_terminal() {
            plies.push(PASS.to_owned());
        }
        Ok(Opinion::new(faithful(line, leads_back), plies, ending.map(|ending| ending.to_string())))
    }

    fn play(&self, position: &Position<SIDE>, ply: &str) -> Result<Position<SIDE>, EngineError> {
        if ply == PASS {
            return position.pass().ok_or_else(|| "there is a move".into());
        }
        let square = Grid::<SIDE, SIDE>::LAYOUT.parse(ply)?;
        position.play(square).ok_or_else(|| "the move is not legal".into())
    }
}
