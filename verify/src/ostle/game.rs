//! Ostle with rule 8 as a naive game, with texts for its positions and its ends.
//!
//! Idea: a position is a state of [`State`]. Its text is the board, and after `!` the move that rule 8 forbids there. After
//! the last move, it is the board as the next player sees it, on which one side has too few pieces.

use super::board::{Board, Cell, Owner};
use super::notation::{parse_position, read_board, write_line};
use super::position::Variant;
use super::rules::{Move, MoveError, Outcome};
use super::state::State;
use crate::naive::{GameResult, Naive, NaiveError};

/// What separates the board from the forbidden move.
const FORBIDDEN: char = '!';

/// Ostle of a variant.
///
/// # Examples
/// ```
/// use verify::naive::Naive as _;
/// use verify::ostle::{OstleGame, Size, Variant};
///
/// let game = OstleGame::new(Variant::new(Size::new(3)?, 2, 1)?);
/// let start = game.parse("220-030-110")?;
/// let after = game.play(&start, "a1R")?;
/// assert_eq!(game.print(&after), "110-030-022");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OstleGame {
    variant: Variant,
}

/// A position of [`OstleGame`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OstlePosition {
    /// The game goes on.
    Open(State),
    /// The game is over. The board is as the next player sees it.
    Over(Board),
}

impl OstleGame {
    /// Ostle of this variant.
    pub fn new(variant: Variant) -> OstleGame {
        OstleGame { variant }
    }

    /// Whether a side has lost: as many pieces as that are left to it.
    fn has_lost(self, board: &Board, owner: Owner) -> bool {
        board.count(Cell::Piece(owner)) == self.variant.lose_at()
    }

    /// A board after the last move of a game.
    fn over(self, text: &str) -> Option<Board> {
        let board = read_board(self.variant.size(), text).ok()?;
        let is_full = |owner| {
            let pieces = board.count(Cell::Piece(owner));
            (self.variant.lose_at() + 1..=self.variant.pieces()).contains(&pieces)
        };
        let ends = [(Owner::Mover, Owner::Opponent), (Owner::Opponent, Owner::Mover)];
        let is_over = ends.into_iter().any(|(one, other)| self.has_lost(&board, one) && is_full(other));
        (is_over && board.count(Cell::Hole) == 1).then_some(board)
    }
}

/// The position after a legal move.
fn after(state: &State, played: Move) -> Option<OstlePosition> {
    Some(match state.play(played).ok()? {
        Outcome::Continues(state) => OstlePosition::Open(state),
        Outcome::Wins(board) | Outcome::Loses(board) => OstlePosition::Over(board.turned()),
    })
}

impl Naive for OstleGame {
    type Position = OstlePosition;

    fn parse(&self, text: &str) -> Result<OstlePosition, NaiveError> {
        let (board, forbidden) = text.split_once(FORBIDDEN).map_or((text, None), |(b, f)| (b, Some(f)));
        if let (None, Some(board)) = (forbidden, self.over(board)) {
            return Ok(OstlePosition::Over(board));
        }
        let position = parse_position(self.variant, board).map_err(|error| error.to_string())?;
        let Some(forbidden) = forbidden else { return Ok(OstlePosition::Open(State::new(position))) };
        let forbidden =
            forbidden.parse().map_err(|error: MoveError| format!("the forbidden move: {error}"))?;
        let state = State::with_forbidden(position, forbidden).map_err(|error| error.to_string())?;
        Ok(OstlePosition::Open(state))
    }

    fn print(&self, position: &OstlePosition) -> String {
        match position {
            OstlePosition::Over(board) => write_line(board),
            OstlePosition::Open(state) => {
                let board = write_line(state.position().board());
                match state.forbidden() {
                    Some(forbidden) => format!("{board}{FORBIDDEN}{forbidden}"),
                    None => board,
                }
            }
        }
    }

    fn ended(&self, position: &OstlePosition) -> Option<GameResult> {
        let OstlePosition::Over(board) = position else { return None };
        Some(if self.has_lost(board, Owner::Mover) { GameResult::Lost } else { GameResult::Won })
    }

    fn plies(&self, position: &OstlePosition) -> Vec<(String, OstlePosition)> {
        let OstlePosition::Open(state) = position else { return Vec::new() };
        let moves = state.legal_moves().into_iter();
        moves.filter_map(|played| Some((played.to_string(), after(state, played)?))).collect()
    }

    fn ply_names(&self, position: &OstlePosition) -> Vec<String> {
        let OstlePosition::Open(state) = position else { return Vec::new() };
        state.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn play(&self, position: &OstlePosition, ply: &str) -> Result<OstlePosition, NaiveError> {
        let played = ply.parse().ok().filter(|played: &Move| played.to_string() == ply);
        let next = match (position, played) {
            (OstlePosition::Open(state), Some(played)) => after(state, played),
            _ => None,
        };
        next.ok_or_else(|| NaiveError::Illegal(ply.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ostle::{Size, Value, all_positions, solve};

    /// What the player to move gets in a position where the game goes on or is over, with the plies to the end.
    fn value(position: &OstlePosition, solution: &crate::ostle::Solution<State>) -> (Option<bool>, u32) {
        let OstlePosition::Open(state) = position else {
            let lost = OstleGame::new(variant()).ended(position) == Some(GameResult::Lost);
            return (Some(!lost), 0);
        };
        match solution.value(state).expect("a state of the graph") {
            Value::Win(plies) => (Some(true), plies),
            Value::Loss(plies) => (Some(false), plies),
            Value::Draw => (None, 0),
        }
    }

    fn variant() -> Variant {
        Variant::new(Size::new(3).expect("a size"), 2, 1).expect("a variant")
    }

    #[test]
    fn texts_and_plies_are_those_of_states_and_their_values() {
        let game = OstleGame::new(variant());
        let starts = all_positions(variant()).expect("a small board").into_iter().map(State::new);
        let solution = solve(starts, State::successors);
        let mut met = [0; 4];
        for (state, found) in solution.iter().step_by(3) {
            let position = OstlePosition::Open(state.clone());
            let text = game.print(&position);
            met[0] += usize::from(text.contains(FORBIDDEN));
            let again = game.parse(&text).expect("a position");
            assert_eq!(game.print(&again), text);
            let plies = game.plies(&position);
            assert_eq!(plies.len(), state.successors().len());
            // A text has all that the plies depend on.
            let texts = |position| {
                let plies = game.plies(position).into_iter();
                plies.map(|(name, next)| (name, game.print(&next))).collect::<Vec<_>>()
            };
            assert_eq!(texts(&position), texts(&again));
            let mut next = plies.iter().map(|(name, next)| {
                assert_eq!(game.play(&position, name).as_ref(), Ok(next));
                let printed = game.print(next);
                let read = game.parse(&printed).expect("a position");
                assert_eq!((game.ended(&read), game.print(&read)), (game.ended(next), printed));
                met[1] += usize::from(game.ended(next) == Some(GameResult::Won));
                met[2] += usize::from(game.ended(next) == Some(GameResult::Lost));
                value(next, &solution)
            });
            let values: Vec<_> = next.by_ref().collect();
            let wins = values.iter().filter(|(won, _)| *won == Some(false)).map(|(_, plies)| plies + 1).min();
            let loses = values.iter().all(|(won, _)| *won == Some(true));
            let longest = values.iter().map(|(_, plies)| plies + 1).max();
            let expected = match (wins, loses, longest) {
                (Some(plies), ..) => Value::Win(plies),
                (None, true, Some(plies)) => Value::Loss(plies),
                _ => Value::Draw,
            };
            assert_eq!(found, expected, "{text}");
            met[3] += usize::from(expected != Value::Draw);
        }
        assert!(met.iter().all(|&times| times > 0), "{met:?}");
        for wrong in
            ["220-030-110!a1", "220-030-110!b2U", "220-000-110", "000-030-110", "220-030-110!a1R!a1R"]
        {
            assert!(game.parse(wrong).is_err(), "{wrong}");
        }
    }
}
