//! Checks lines of best play with the naive game.
//!
//! Idea: a line comes from the tables and the fast rules. The naive game replays it, under the tables' reading of rule
//! 8, and reports who has won at the end. What it does not show: that no other line is better.

use super::game::{OstleGame, Rule};
use crate::variant::OstleVariant;
use certamen_retro::states::Value;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use verify::ostle::{self as naive, Outcome};

/// Why a line is not a line of best play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The naive game refuses the position or a move.
    #[error("the naive game: {0}")]
    Unknown(String),
    /// A move of the line is not legal.
    #[error("the line that was found is not legal: {line}: {reason}")]
    Illegal {
        /// The position and the moves.
        line: String,
        /// The first error, as text.
        reason: String,
    },
    /// The line does not end as the value says.
    #[error("the line that was found does not show a {value}: {line}")]
    Other {
        /// The position and the moves.
        line: String,
        /// The value.
        value: Value,
    },
}

/// Checks a line of best play with the naive game: every move is legal under the rule, and the line ends as the value
/// says.
///
/// # Errors
/// [`LineError`] with the first error.
pub fn check_line<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    position: Position<SIDE>,
    forbidden: Option<Move>,
    line: &[Move],
    value: Value,
) -> Result<(), LineError> {
    let layout = Position::<SIDE>::LAYOUT;
    let text = notation::print(position.pieces(), layout);
    let variant = OstleVariant::from(game.variant()).naive().map_err(LineError::Unknown)?;
    let start = naive::parse_position(variant, &text).map_err(unknown)?;
    let naively = |played: Move| notation::print_move(played, layout).parse::<naive::Move>().map_err(unknown);
    let forbidden = forbidden.map(naively).transpose()?;
    let line: Vec<naive::Move> = line.iter().copied().map(naively).collect::<Result<_, _>>()?;
    let record = naive::write_record(&line);
    let whole = || format!("{text} {record}");
    let has_won = match game.rule() {
        Rule::Literal => replay_literally(start, forbidden, &record),
        Rule::Paper => replay_by_class(start, forbidden, &line),
    };
    let has_won = has_won.map_err(|reason| LineError::Illegal { line: whole(), reason })?;
    let mover_has_won = has_won.map(|last| last == (line.len() % 2 == 1));
    if mover_has_won == Some(value.is_win()) && line.len() == usize::from(value.plies()) {
        return Ok(());
    }
    Err(LineError::Other { line: whole(), value })
}

fn unknown(error: impl std::error::Error) -> LineError {
    LineError::Unknown(error.to_string())
}

/// Whether the player who moved last has won. `None` if the game is not over.
fn last_has_won<S>(end: &Outcome<S>) -> Option<bool> {
    match end {
        Outcome::Wins(_) => Some(true),
        Outcome::Loses(_) => Some(false),
        Outcome::Continues(_) => None,
    }
}

/// Replays a line under rule 8 as printed.
fn replay_literally(
    start: naive::Position,
    forbidden: Option<naive::Move>,
    record: &str,
) -> Result<Option<bool>, String> {
    let state = match forbidden {
        None => naive::State::new(start),
        Some(forbidden) => {
            naive::State::with_forbidden(start, forbidden).map_err(|error| error.to_string())?
        }
    };
    let played = naive::replay_from(&state, record).map_err(|error| error.to_string())?;
    Ok(last_has_won(&played.end))
}

/// Replays a line under the published program's reading of rule 8. One of the moves that lead back to the class of the
/// position two plies before is forbidden. Which one depends on the order of moves. So if there are several, this check
/// allows all of them.
fn replay_by_class(
    start: naive::Position,
    forbidden: Option<naive::Move>,
    line: &[naive::Move],
) -> Result<Option<bool>, String> {
    let mut banned: Vec<naive::Move> = forbidden.into_iter().collect();
    let mut end = Outcome::Continues(start);
    for &played in line {
        let Outcome::Continues(position) = &end else {
            return Err(format!("{played}: the game is already over"));
        };
        if banned == [played] {
            return Err(format!("{played} is forbidden"));
        }
        let next = naive::apply(position, played).map_err(|illegal| illegal.to_string())?;
        banned.clear();
        if let Outcome::Continues(next) = &next {
            let before = naive::canonical(position);
            let is_back = |mv: &naive::Move| match naive::apply(next, *mv) {
                Ok(Outcome::Continues(after)) => naive::canonical(&after) == before,
                _ => false,
            };
            banned.extend(naive::moves(next).into_iter().filter(is_back));
        }
        end = next;
    }
    Ok(last_has_won(&end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::ostle::variant::Variant;

    fn check(
        rule: Rule,
        board: &str,
        forbidden: Option<&str>,
        line: &[&str],
        value: Value,
    ) -> Result<(), LineError> {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 1).unwrap(), rule);
        let layout = Position::<3>::LAYOUT;
        let position = Position::new(notation::parse(board, layout).unwrap(), game.variant()).unwrap();
        let read = |text: &str| notation::parse_move(text, layout).unwrap();
        let line: Vec<Move> = line.iter().map(|text| read(text)).collect();
        check_line(&game, position, forbidden.map(read), &line, value)
    }

    #[test]
    fn lines_are_played_to_their_end() {
        for rule in [Rule::Literal, Rule::Paper] {
            // b2 pushes c2 off the board. This wins, because a side with two pieces has lost.
            assert_eq!(check(rule, "020-112-300", None, &["b2R"], Value::win(1)), Ok(()));
            let other = |line: &[&str], value| check(rule, "020-112-300", None, line, value).unwrap_err();
            assert!(matches!(other(&["b2R"], Value::loss(1)), LineError::Other { .. }));
            assert!(matches!(other(&["b2R"], Value::win(3)), LineError::Other { .. }));
            assert!(matches!(other(&["a2U"], Value::win(1)), LineError::Other { .. }));
            for line in [&["b2R", "b3D"][..], &["c2R"], &["a3U"]] {
                assert!(matches!(other(line, Value::win(1)), LineError::Illegal { .. }), "{line:?}");
            }
        }
    }

    #[test]
    fn rule_8_is_kept() {
        for rule in [Rule::Literal, Rule::Paper] {
            // The hole must not move back at once.
            let back = check(rule, "220-000-113", None, &["c1U", "c2D"], Value::DRAW).unwrap_err();
            assert!(matches!(back, LineError::Illegal { .. }), "{rule}: {back}");
            // The same holds if the move is forbidden at the start.
            let at_start = check(rule, "220-003-110", Some("c2D"), &["c2D"], Value::DRAW).unwrap_err();
            assert!(matches!(at_start, LineError::Illegal { .. }), "{rule}: {at_start}");
        }
    }
}
