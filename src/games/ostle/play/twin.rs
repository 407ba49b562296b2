//! The rules of Ostle and the naive game, stepped together. Rule 8 is kept as it is printed.

use super::search::exchanged;
use super::state::{parts, state, state_text};
use super::{naive_variant, name, replay, start};
use crate::variant::on_side;
use certamen_play::game::PlayError;
use certamen_play::twin::{Engine, EngineError, Opinion, faithful};
use certamen_play::{TwinGame, Twins};
use encodings::ostle::notation;
use encodings::ostle::position::{Move, MoveOutcome, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use verify::ostle as naive;

/// The games of a variant.
pub(super) fn twins(variant: Variant) -> Result<Box<dyn Twins>, PlayError> {
    let naive = Some(TwinEngine { variant: naive_variant(variant)?, start: replay::start(variant, None)? });
    Ok(on_side!(variant.side(), SIDE => Box::new(TwinGame::new(RulesEngine::<SIDE>(variant), naive))))
}

/// The native rules.
struct RulesEngine<const SIDE: usize>(Variant);

/// The naive game.
struct TwinEngine {
    variant: naive::Variant,
    /// The start of the rules: of an even board, nothing printed says where the hole is.
    start: naive::Position,
}

/// The end of a game.
const WON: &str = "the last move won";
const LOST: &str = "the last move lost";

/// A position, or the pieces at the end as the next player would see them.
#[derive(Clone, Copy)]
enum Native<const SIDE: usize> {
    Open(Position<SIDE>, Option<Move>),
    Over(Pieces<u32>, &'static str),
}

impl<const SIDE: usize> Engine for RulesEngine<SIDE> {
    type State = Native<SIDE>;

    fn start(&self, text: Option<&str>) -> Result<Native<SIDE>, EngineError> {
        let read = match text {
            Some(text) => state::<SIDE>(self.0, text),
            None => start::<SIDE>(self.0).map(|start| (start, None)),
        };
        Ok(read.map(|(position, forbidden)| Native::Open(position, forbidden))?)
    }

    fn opinion(&self, state: &Native<SIDE>) -> Result<Opinion, EngineError> {
        let layout = Position::<SIDE>::LAYOUT;
        let leads_back = |pieces| notation::parse(&notation::print(pieces, layout), layout) == Ok(pieces);
        Ok(match *state {
            Native::Over(pieces, how) => {
                let line = faithful(notation::print(pieces, layout), leads_back(pieces));
                Opinion::new(line, Vec::new(), Some(how.to_owned()))
            }
            Native::Open(position, forbidden) => {
                let plies = position.moves().filter(|&played| Some(played) != forbidden);
                let line = faithful(state_text(position, forbidden), leads_back(position.pieces()));
                Opinion::new(line, plies.map(name::<SIDE>).collect(), None)
            }
        })
    }

    fn play(&self, state: &Native<SIDE>, ply: &str) -> Result<Native<SIDE>, EngineError> {
        let Native::Open(position, forbidden) = *state else { return Err("the game is over".into()) };
        let played = notation::parse_move(ply, Position::<SIDE>::LAYOUT)?;
        if !position.is_legal(played) || Some(played) == forbidden {
            return Err("the move is not legal".into());
        }
        Ok(match position.play(played, self.0.lose_at()) {
            MoveOutcome::Won => Native::Over(position.after(played), WON),
            MoveOutcome::Lost => Native::Over(position.after(played), LOST),
            MoveOutcome::Position(next) => Native::Open(next, position.way_back(played)),
        })
    }
}

impl Engine for TwinEngine {
    type State = naive::Outcome<naive::State>;

    fn start(&self, text: Option<&str>) -> Result<Self::State, EngineError> {
        let Some(text) = text else {
            return Ok(naive::Outcome::Continues(naive::State::new(self.start.clone())));
        };
        let (board, forbidden) = parts(text);
        let position = naive::parse_position(self.variant, board)?;
        let Some(forbidden) = forbidden else {
            return Ok(naive::Outcome::Continues(naive::State::new(position)));
        };
        let forbidden = forbidden.parse()?;
        let state = naive::State::with_forbidden(position, forbidden);
        Ok(state.map(naive::Outcome::Continues)?)
    }

    fn opinion(&self, state: &Self::State) -> Result<Opinion, EngineError> {
        let over = |board, how: &str| {
            // This board is as the last mover sees it.
            Opinion::new(exchanged(&naive::write_line(board)), Vec::new(), Some(how.to_owned()))
        };
        Ok(match state {
            naive::Outcome::Wins(board) => over(board, WON),
            naive::Outcome::Loses(board) => over(board, LOST),
            naive::Outcome::Continues(state) => {
                let board = naive::write_line(state.position().board());
                let line = state.forbidden().map_or(board.clone(), |played| format!("{board}!{played}"));
                Opinion::new(line, state.legal_moves().iter().map(ToString::to_string).collect(), None)
            }
        })
    }

    fn play(&self, state: &Self::State, ply: &str) -> Result<Self::State, EngineError> {
        let naive::Outcome::Continues(state) = state else { return Err("the game is over".into()) };
        let played = ply.parse()?;
        Ok(state.play(played)?)
    }
}
