//! Whether a player wins within some plies, as a formula with quantifiers: for solvers that know them.
//!
//! What it does not show: anything by itself. The names of plies and the positions behind them are those of the native rules;
//! whoever reads a solver's choice has the naive game replay it.

use certamen_search::{RuledPly, RuledSearch, SearchGame};
use encodings::quantified::QuantifiedFormula;
use encodings::rules::{
    Boards, Ending, ForcedWin, FormulaTooLarge, Players, Position, Rules, Side, state_forced_win,
};
use encodings::word::Word;
use std::ops::Deref;

/// Why a forced win is no question, or a choice no ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForcedWinError {
    /// The other player of a puzzle is to win.
    #[error("a puzzle has no other player who could win")]
    Puzzle,
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] FormulaTooLarge),
    /// A text is no position.
    #[error("{0} is no position of this game")]
    Position(String),
    /// The choice is not a legal ply of the position.
    #[error("the choice in {0} is not a legal ply")]
    Illegal(String),
}

/// The question whether a player wins from a position.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub struct ForcedWinQuestion {
    /// What is asked.
    pub claim: ForcedWin,
    /// The formula that is true if and only if the player wins.
    pub formula: QuantifiedFormula,
    /// The position as text.
    pub position: String,
    /// The flags that choose the board, with their values.
    pub flags: Vec<(String, String)>,
    /// Whether it is about a game for two, or a puzzle.
    pub players: Players,
    plies: Box<PliesOf>,
}

/// The plies of a position; `None` if the text is not one.
type PliesOf = dyn Fn(&str) -> Option<Vec<NamedPly>>;

/// A ply of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPly {
    /// The values of its choices, a square and a kind of step; `None` for a pass, which any values choose.
    pub values: Option<[String; 2]>,
    /// Its name, as the player to move gives it.
    pub name: String,
    /// The position after it.
    pub after: String,
    /// How the game has ended there, as the player sees it who would be to move.
    pub ending: Option<Ending>,
}

impl ForcedWinQuestion {
    /// The question about a position.
    ///
    /// # Errors
    /// [`ForcedWinError`] if the other player of a puzzle is to win, or if the formula is too large.
    pub fn new<H>(
        game: RuledSearch<H>,
        here: &Position<H::Target>,
        flags: Vec<(String, String)>,
        claim: ForcedWin,
    ) -> Result<Self, ForcedWinError>
    where
        H: Deref + Sync + 'static,
        H::Target: Rules + Sized,
    {
        let players = game.players();
        if players == Players::One && claim.winner == Side::Other {
            return Err(ForcedWinError::Puzzle);
        }
        let formula = state_forced_win(game.rules(), *here, claim)?;
        let position = game.text(here);
        let plies = Box::new(move |text: &str| plies_of(&game, &game.read(text)?));
        Ok(Self { claim, formula, position, flags, players, plies })
    }

    /// The ply of a position of the game that has these values of its choices, the square and the kind; `None` if the game has
    /// ended there.
    ///
    /// # Errors
    /// [`ForcedWinError`] if the position cannot be read, or if the choice is not legal.
    pub fn chosen(
        &self,
        position: &str,
        values: [Option<&str>; 2],
    ) -> Result<Option<NamedPly>, ForcedWinError> {
        let unread = || ForcedWinError::Position(position.to_owned());
        let plies = (self.plies)(position).ok_or_else(unread)?;
        let is_chosen = |ply: &NamedPly| match &ply.values {
            None => true,
            Some([square, kind]) => values == [Some(square.as_str()), Some(kind.as_str())],
        };
        match plies.iter().find(|ply| is_chosen(ply)) {
            None if !plies.is_empty() => Err(ForcedWinError::Illegal(position.to_owned())),
            ply => Ok(ply.cloned()),
        }
    }
}

/// The plies of a position; none if the game has ended.
fn plies_of<H>(game: &RuledSearch<H>, position: &Position<H::Target>) -> Option<Vec<NamedPly>>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    let mut plies = Vec::new();
    if game.plies(position, &mut plies).is_some() {
        return Some(Vec::new());
    }
    let layout = game.rules().layout();
    let named = |ply| {
        let values = match ply {
            RuledPly::Pass => None,
            RuledPly::Step(step) => {
                let at: <H::Target as Boards>::Native = step.at().word();
                let square = layout.all().find(|square| at.bit(square.index()))?;
                Some([layout.name(square).to_string(), step.kind().name().to_owned()])
            }
        };
        let next = game.after(position, ply);
        let ending = game.plies(&next, &mut Vec::new());
        Some(NamedPly { values, name: game.name(position, ply), after: game.text(&next), ending })
    };
    plies.into_iter().map(named).collect()
}
