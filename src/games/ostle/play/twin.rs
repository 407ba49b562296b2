//! The rules of Ostle and the naive game, stepped together. Rule 8 is kept as it is printed.

use super::state::{state, state_text};
use super::{naive_variant, name, replay, start};
use crate::variant::on_side;
use certamen_play::game::PlayError;
use certamen_play::twin_game::{Engine, EngineError, Opinion, faithful};
use certamen_play::{NaiveEngine, TwinGame, Twins};
use encodings::ostle::notation;
use encodings::ostle::position::{Move, MoveOutcome, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use encodings::rules::Ending;
use verify::ostle::OstleGame;

/// The games of a variant.
pub(super) fn twins(variant: Variant) -> Result<Box<dyn Twins>, PlayError> {
    let game = OstleGame::new(naive_variant(variant)?);
    // The start of the rules: of an even board, nothing printed says where the hole is.
    let naive = NaiveEngine { game, start: replay::start(variant, None)?.to_string() };
    Ok(on_side!(variant.side(), SIDE => Box::new(TwinGame::new(RulesEngine::<SIDE>(variant), Some(naive)))))
}

/// The native rules.
struct RulesEngine<const SIDE: usize>(Variant);

/// A position, or the pieces at the end as the next player would see them, and what that player has.
#[derive(Clone, Copy)]
enum Native<const SIDE: usize> {
    Open(Position<SIDE>, Option<Move>),
    Over(Pieces<u32>, Ending),
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
            Native::Over(pieces, ending) => {
                let line = faithful(notation::print(pieces, layout), leads_back(pieces));
                Opinion::new(line, Vec::new(), Some(ending.to_string()))
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
            MoveOutcome::Won => Native::Over(position.after(played), Ending::Lost),
            MoveOutcome::Lost => Native::Over(position.after(played), Ending::Won),
            MoveOutcome::Position(next) => Native::Open(next, position.way_back(played)),
        })
    }
}
