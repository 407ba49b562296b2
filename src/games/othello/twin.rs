//! The rules of Othello and the naive game, stepped together.

use crate::{OthelloSize, on_side};
use certamen_play::twin::{Engine, EngineError, Opinion, PASS, faithful};
use certamen_play::values::ReplayedLine;
use certamen_play::{PlayError, TwinGame, Twins};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::position::Position;
use encodings::othello::rules::Othello;
use encodings::rules::{self, Ending};
use std::cmp::Ordering;
use verify::othello::{self as naive, Disc, Turn};

/// The games of a board.
pub(crate) fn twins(board: OthelloSize) -> Box<dyn Twins> {
    let naive = Some(ByTwin(board.into()));
    on_side!(board, SIDE => Box::new(TwinGame::new(ByRules::<SIDE>, naive)))
}

/// Replays plies from a position by both games.
pub(crate) fn replayed<const SIDE: usize>(
    position: &str,
    names: &[String],
) -> Result<ReplayedLine, PlayError> {
    let size = naive::Size::new(SIDE).map_err(|error| PlayError::Flags(error.to_string()))?;
    let game = TwinGame::new(ByRules::<SIDE>, Some(ByTwin(size)));
    let end = names.iter().try_fold(game.start(Some(position))?, |at, name| game.play(&at, name))?;
    let ending = rules::Position::<Othello<SIDE>>::trusted(end.native.discs()).ending(&Othello);
    Ok(ReplayedLine { record: names.to_vec(), ending })
}

/// The native rules.
struct ByRules<const SIDE: usize>;

/// The naive game on a board.
struct ByTwin(naive::Size);

/// How a game has ended for the player to move, with the discs of both.
fn outcome(how: &str, own: usize, opp: usize) -> String {
    format!("{how} with {own} discs to {opp}")
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
        let of = |side: u64| side.count_ones() as usize;
        let outcome = rules::Position::<Othello<SIDE>>::trusted(discs).ending(&Othello).map(|ending| {
            let how = match ending {
                Ending::Won => "won",
                Ending::Lost => "lost",
                Ending::Drawn => "drawn",
            };
            outcome(how, of(discs.own), of(discs.opp))
        });
        let mut plies: Vec<String> = position.moves().map(|square| layout.name(square).to_string()).collect();
        if plies.is_empty() && !position.is_terminal() {
            plies.push(PASS.to_owned());
        }
        Ok(Opinion::new(faithful(line, leads_back), plies, outcome))
    }

    fn play(&self, position: &Position<SIDE>, ply: &str) -> Result<Position<SIDE>, EngineError> {
        if ply == PASS {
            return position.pass().ok_or_else(|| "there is a move".into());
        }
        let square = Grid::<SIDE, SIDE>::LAYOUT.parse(ply)?;
        position.play(square).ok_or_else(|| "the move is not legal".into())
    }
}

impl Engine for ByTwin {
    type State = naive::Position;

    /// A line has X for the player to move.
    fn start(&self, text: Option<&str>) -> Result<naive::Position, EngineError> {
        let Some(text) = text else { return Ok(naive::Position::start(self.0)) };
        let board = naive::parse_board(text)?;
        Ok(naive::Position { board, mover: Disc::Black })
    }

    fn opinion(&self, position: &naive::Position) -> Result<Opinion, EngineError> {
        let of = |disc: Disc| position.board.count(disc);
        let (plies, outcome) = match position.turn() {
            Turn::Move(squares) => {
                (squares.iter().map(|square| square.to_string().to_lowercase()).collect(), None)
            }
            Turn::Pass => (vec![PASS.to_owned()], None),
            Turn::Over => {
                let (own, opp) = (of(position.mover), of(position.mover.opponent()));
                let how = match own.cmp(&opp) {
                    Ordering::Less => "lost",
                    Ordering::Equal => "drawn",
                    Ordering::Greater => "won",
                };
                (Vec::new(), Some(outcome(how, own, opp)))
            }
        };
        Ok(Opinion::new(naive::write_line(&position.board.seen_by(position.mover)), plies, outcome))
    }

    fn play(&self, position: &naive::Position, ply: &str) -> Result<naive::Position, EngineError> {
        if ply == PASS {
            return Ok(position.pass()?);
        }
        let square = ply.parse()?;
        Ok(position.play(square)?)
    }
}
