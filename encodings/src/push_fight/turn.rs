//! Turns by name, such as `d1-a2,d3-c3,c2-d2`: up to two moves and a push, each from a square to a square.

use super::board::{Board, DIRECTIONS};
use super::position::Position;
use super::rules::{self, Move, Pieces, Push};
use crate::board::{Layout, Square, SquareError};
use crate::word::OneHot;
use std::fmt::{self, Write as _};

/// The greatest length of the text of a turn, in bytes.
pub const TURN_LIMIT: usize = 64;

/// From a square to a square.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Standard, Turn};
///
/// let turn = Turn::parse::<Standard>("c2-d2")?;
/// assert_eq!(turn.push.name::<Standard>(), "c2-d2");
/// # Ok::<(), encodings::push_fight::turn::TurnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnPart {
    /// Where a piece is.
    pub from: Square,
    /// The square that it goes to, or that it pushes.
    pub to: Square,
}

/// A turn of the game: moves, then a push.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Standard, Turn};
///
/// let turn = Turn::parse::<Standard>("d1-a2, d3-c3, c2-d2")?;
/// assert_eq!(turn.moves.len(), 2);
/// # Ok::<(), encodings::push_fight::turn::TurnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// At most two moves.
    pub moves: Vec<TurnPart>,
    /// The push.
    pub push: TurnPart,
}

/// Why a text is not a turn.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Standard, Turn};
///
/// let error = Turn::parse::<Standard>("d1-a2,a1-b1").map_err(|error| error.to_string());
/// assert_eq!(error, Err("part 2 of the turn: the board has no square a1".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// Longer than any turn.
    #[error("the turn has more than {TURN_LIMIT} bytes")]
    TooLong,
    /// Not one, two or three parts.
    #[error("the turn has {0} parts, expected up to two moves and a push")]
    Parts(usize),
    /// A part without a hyphen.
    #[error("part {part} of the turn is `{text}`: expected two squares, like d1-a2")]
    Malformed {
        /// Which part, counted from 1.
        part: usize,
        /// The part.
        text: String,
    },
    /// A part with a text that does not name a square.
    #[error("part {part} of the turn: {reason}")]
    Square {
        /// Which part, counted from 1.
        part: usize,
        /// What is wrong with the square.
        reason: SquareError,
    },
    /// A square of the rectangle that is not on the board.
    #[error("part {part} of the turn: the board has no square {name}")]
    Missing {
        /// Which part, counted from 1.
        part: usize,
        /// The square.
        name: String,
    },
}

/// Why a turn is not legal.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Position, Standard, Turn, notation};
///
/// let position: Position<Standard> = notation::parse(".OX.....oxY....Oox.....OX.")?;
/// let error = position.play(&Turn::parse::<Standard>("c2-b2")?).map_err(|error| error.to_string());
/// assert_eq!(error, Err("push c2-b2: there is nothing to push".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTurn {
    /// A move that the rules do not allow.
    #[error("move {part} ({text}): {reason}")]
    Move {
        /// Which move, counted from 1.
        part: usize,
        /// The move.
        text: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// A push that the rules do not allow.
    #[error("push {text}: {reason}")]
    Push {
        /// The push.
        text: String,
        /// What is wrong.
        reason: &'static str,
    },
}

/// The result of a legal turn.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Position, Standard, Turn, TurnOutcome, notation};
///
/// let position: Position<Standard> = notation::parse(".OX.....oxY....Oox.....OX.")?;
/// let turn = Turn::parse::<Standard>("d1-a2,d3-c3,c2-d2")?;
/// let TurnOutcome::Next(next) = position.play(&turn)? else { return Err("the game goes on".into()) };
/// assert_eq!(next.to_string(), ".XO....x.oO..X..Yxo.....O.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOutcome<B: Board> {
    /// The player whose turn it was has won.
    Won,
    /// The other player is to move.
    Next(Position<B>),
}

impl TurnPart {
    /// The text of a step, such as `d1-a2`, on a board.
    pub fn name<B: Board>(self) -> String {
        self.name_on(B::LAYOUT)
    }

    fn name_on(self, layout: Layout) -> String {
        format!("{}-{}", layout.name(self.from), layout.name(self.to))
    }

    fn parse<B: Board>(part: usize, text: &str) -> Result<Self, TurnError> {
        let malformed = || TurnError::Malformed { part, text: text.to_owned() };
        let (from, to) = text.split_once('-').ok_or_else(malformed)?;
        let square = |name: &str| {
            let square = B::LAYOUT.parse(name).map_err(|reason| TurnError::Square { part, reason })?;
            let missing = || TurnError::Missing { part, name: name.to_owned() };
            B::SQUARES.contains(square.index()).then_some(square).ok_or_else(missing)
        };
        Ok(Self { from: square(from)?, to: square(to)? })
    }
}

impl Turn {
    /// Reads a turn; blanks around its parts are skipped.
    ///
    /// # Errors
    /// [`TurnError`], which names the part.
    pub fn parse<B: Board>(text: &str) -> Result<Self, TurnError> {
        if text.len() > TURN_LIMIT {
            return Err(TurnError::TooLong);
        }
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() > 3 {
            return Err(TurnError::Parts(parts.len()));
        }
        let steps = parts.iter().enumerate().map(|(at, part)| TurnPart::parse::<B>(at + 1, part));
        let mut moves = steps.collect::<Result<Vec<_>, _>>()?;
        let push = moves.pop().ok_or(TurnError::Parts(0))?;
        Ok(Self { moves, push })
    }

    /// The text of a turn on a board.
    pub fn name<B: Board>(&self) -> String {
        self.name_on(B::LAYOUT)
    }

    fn name_on(&self, layout: Layout) -> String {
        let mut text = String::new();
        for step in &self.moves {
            let _ = write!(text, "{},", step.name_on(layout));
        }
        text + &self.push.name_on(layout)
    }
}

impl<B: Board> Position<B> {
    /// Plays a turn by the rules as they are written over words.
    ///
    /// # Errors
    /// [`IllegalTurn`], which names the part that is not legal and the reason.
    pub fn play(self, turn: &Turn) -> Result<TurnOutcome<B>, IllegalTurn> {
        let mut pieces = self.pieces();
        for (at, step) in turn.moves.iter().enumerate() {
            let text = step.name::<B>();
            let illegal = |reason| IllegalTurn::Move { part: at + 1, text: text.clone(), reason };
            if at >= 2 {
                return Err(illegal("a turn has at most two moves"));
            }
            pieces = moved::<B>(pieces, *step).map_err(illegal)?;
        }
        let TurnPart { from, to } = turn.push;
        let push = Push { from: OneHot::from_square(from, 0), to: OneHot::from_square(to, 0) };
        let pushed = rules::pushed::<B, u32>(pieces, push);
        if !pushed.legal {
            let reason = why_no_push::<B>(pieces, push);
            return Err(IllegalTurn::Push { text: turn.push.name::<B>(), reason });
        }
        Ok(if pushed.wins { TurnOutcome::Won } else { TurnOutcome::Next(Self::assume(pushed.next)) })
    }
}

fn moved<B: Board>(
    pieces: Pieces<u32>,
    TurnPart { from, to }: TurnPart,
) -> Result<Pieces<u32>, &'static str> {
    let step = Move { from: OneHot::from_square(from, 0), to: OneHot::from_square(to, 0) };
    if from == to {
        return Err("the piece stays where it is");
    }
    if pieces.own.all() & step.from.word() == 0 {
        return Err("there is no piece of the player to move");
    }
    if pieces.occupied() & step.to.word() != 0 {
        return Err("the square is not free");
    }
    if !rules::may_move::<B, u32>(pieces, step) {
        return Err("no way over free squares leads there");
    }
    Ok(rules::moved(pieces, step))
}

/// The reason why a push is not legal.
fn why_no_push<B: Board>(pieces: Pieces<u32>, Push { from, to }: Push<u32>) -> &'static str {
    if pieces.own.pushers & from.word() == 0 {
        return "there is no pusher of the player to move";
    }
    let towards = |direction: &_| B::shift(from.word(), *direction) & to.word() != 0;
    let Some(direction) = DIRECTIONS.into_iter().find(towards) else {
        return "a push goes one square up, down, left or right";
    };
    if pieces.occupied() & to.word() == 0 {
        return "there is nothing to push";
    }
    let mut row = from.word();
    while B::shift(row, direction) & pieces.occupied() & !row != 0 {
        row |= B::shift(row, direction) & pieces.occupied();
    }
    if row & pieces.anchor != 0 {
        "the anchored piece cannot be pushed"
    } else if row & B::railed(direction).low_bits() as u32 != 0 {
        "a rail is in the way"
    } else {
        "it would take a piece of the player's own off the board"
    }
}

impl<B: Board> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::notation::print(*self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Standard;
    use super::super::notation::parse;
    use super::*;
    use proptest::prelude::*;

    const START: &str = ".OX.....oxY....Oox.....OX.";

    fn play(position: &str, turn: &str) -> Result<TurnOutcome<Standard>, String> {
        let position = parse::<Standard>(position).unwrap();
        let turn = Turn::parse::<Standard>(turn).map_err(|error| error.to_string())?;
        assert_eq!(Turn::parse::<Standard>(&turn.name::<Standard>()), Ok(turn.clone()));
        position.play(&turn).map_err(|error| error.to_string())
    }

    #[test]
    fn the_published_turn_leads_to_the_published_position() {
        let Ok(TurnOutcome::Next(next)) = play(START, "d1-a2,d3-c3,c2-d2") else { panic!("a legal turn") };
        assert_eq!(next.to_string(), ".XO....x.oO..X..Yxo.....O.");
    }

    #[test]
    fn errors_name_the_part_and_the_reason() {
        let complaint = |turn: &str| play(START, turn).unwrap_err();
        assert_eq!(complaint("d1-a2"), "push d1-a2: a push goes one square up, down, left or right");
        assert_eq!(complaint("e3-f3"), "push e3-f3: there is no pusher of the player to move");
        assert_eq!(complaint("c2-b2"), "push c2-b2: there is nothing to push");
        assert_eq!(complaint("d4-e4,c2-d2"), "move 1 (d4-e4): the square is not free");
        assert_eq!(complaint("d1-a2,d2-g4,c2-d2"), "move 2 (d2-g4): no way over free squares leads there");
        assert_eq!(complaint("a2-a3,c2-d2"), "move 1 (a2-a3): there is no piece of the player to move");
        assert_eq!(complaint("a1-a3,c2-d2"), "part 1 of the turn: the board has no square a1");
        assert_eq!(complaint("c2d2"), "part 1 of the turn is `c2d2`: expected two squares, like d1-a2");
        assert_eq!(
            complaint("a2-a3,a2-a3,a2-a3,c2-d2"),
            "the turn has 4 parts, expected up to two moves and a push"
        );
        assert!(complaint("z9-a3").starts_with("part 1 of the turn: `z9` is not on the 8x4 board"));
        assert_eq!(complaint("d4-d3"), "push d4-d3: a rail is in the way");
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[a-h1-4,\\-]{0,40}|\\PC{0,40}") {
            let _ = Turn::parse::<Standard>(&text);
        }
    }
}
