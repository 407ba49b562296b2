//! Game records.
//!
//! Idea: a transcript lists the squares played, one after the other (`F5D6C3...`), in upper or lower case. Blanks,
//! commas, semicolons, single dashes and numbers with a dot (`1.`) may stand between the moves. A pass may be marked
//! (`pa`, `ps`, `pass`, `--` or `@@`) if the side to move has no move, or left out: it is then inserted, at the end
//! of the record as well. Both spellings give the same [`Replay`].
//!
//! The record is read and played move by move, so that the first error in the text is the one that is reported.
//!
//! Does not show: that the record is a whole game. A record may end anywhere between two moves.

use std::fmt;

use thiserror::Error;

use super::board::{Board, Disc};
use super::rules::{IllegalMove, Position, Turn};
use super::square::{Size, Square};
use crate::place::TextPlace;

pub use crate::record::RECORD_LIMIT;

/// One ply of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A disc is placed on this square.
    Move(Square),
    /// The side to move has no move.
    Pass,
}

/// A record that has been played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The position at the end. Its mover has a move unless the game is over, because a pass that is due has been made.
    pub position: Position,
    /// The plies in order, including passes that the record left out.
    pub plies: Vec<Ply>,
}

impl Replay {
    /// The number of passes among the plies.
    pub fn passes(&self) -> usize {
        self.plies.iter().filter(|&&ply| ply == Ply::Pass).count()
    }

    /// The number of discs placed: the number of plies that are not passes.
    pub fn moves(&self) -> usize {
        self.plies.len() - self.passes()
    }

    /// The number of discs on the board at the end.
    pub fn discs(&self) -> usize {
        self.position.board.discs()
    }
}

/// Why a record is refused.
pub type RecordError = crate::record::RecordError<Reason>;

/// What is wrong with a ply. Squares that are off the board are given as written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// The square already holds a disc.
    #[error("{mover} plays {square}: the square is occupied by a disc of {by}")]
    Occupied {
        /// The side to move.
        mover: Disc,
        /// The square played.
        square: Square,
        /// The colour of the disc that is there.
        by: Disc,
    },
    /// No line of the opponent's discs is bracketed.
    #[error("{mover} plays {square}: the move flips nothing")]
    FlipsNothing {
        /// The side to move.
        mover: Disc,
        /// The square played.
        square: Square,
    },
    /// There is no such square on the board.
    #[error("{mover} plays {written}: the square is off the {size} board")]
    OffBoard {
        /// The side to move.
        mover: Disc,
        /// The square as it is written, in lower case.
        written: String,
        /// The size of the board.
        size: Size,
    },
    /// The record continues although neither player can move.
    #[error("{written}: the game is already over")]
    GameOver {
        /// The move or pass mark as it is written, in lower case.
        written: String,
    },
    /// A pass mark where there are moves.
    #[error("{mover} passes: unexpected pass, for there are {moves} legal moves")]
    UnexpectedPass {
        /// The side to move.
        mover: Disc,
        /// The number of its legal moves, at least 1.
        moves: usize,
    },
    /// The text ends within a move or a pass mark, for example if its length is odd.
    #[error("the record is truncated: it ends where {expected} was expected")]
    Truncated {
        /// What was expected next.
        expected: Expected,
    },
    /// A character that has no meaning in a record, or not in this place.
    #[error("found {found:?}, expected {expected}")]
    Foreign {
        /// The character.
        found: char,
        /// What was expected instead.
        expected: Expected,
    },
}

/// What a record may continue with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The start of a ply.
    Ply,
    /// The second half of a move.
    RankDigit,
    /// The rest of a pass mark.
    PassMark,
    /// The colour of the next disc, in records without turns.
    Colour,
    /// The square of a disc whose colour is given.
    Square,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Ply => "a move such as d3, or a pass mark",
            Expected::RankDigit => "the digit of a rank",
            Expected::PassMark => "the rest of a pass mark: pa, ps, pass, -- or @@",
            Expected::Colour => "X or O, the colour of the next disc",
            Expected::Square => "a square such as d3",
        })
    }
}

/// Plays a record from the start of the game on a board of `size`.
///
/// # Errors
/// [`RecordError`] with the first ply that cannot be read or played, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay(size: Size, record: &str) -> Result<Replay, RecordError> {
    replay_from(&Position::start(size), record)
}

/// Plays a record from `position`; its first ply has number 1.
///
/// # Errors
/// As [`replay`].
pub fn replay_from(position: &Position, record: &str) -> Result<Replay, RecordError> {
    if record.len() > RECORD_LIMIT {
        return Err(RecordError::TooLong { bytes: record.len() });
    }
    let characters: Vec<char> = record.chars().collect();
    let mut game = Replay { position: position.clone(), plies: Vec::new() };
    let mut index = 0;
    while let Some(rest) = characters.get(index..).filter(|rest| !rest.is_empty()) {
        let gap = separator(|at| rest.get(at).and_then(|&c| u8::try_from(c).ok()));
        if gap > 0 {
            index += gap;
            continue;
        }
        let (offset, outcome) = match read_mark(rest) {
            Ok(mark) => (0, play(&mut game, &mark).map(|()| mark.length)),
            Err((offset, reason)) => (offset, Err(reason)),
        };
        index += outcome.map_err(|reason| RecordError::AtPly {
            ply: game.plies.len() + 1,
            place: TextPlace::at_index(record, index + offset),
            reason,
        })?;
    }
    if game.position.turn() == Turn::Pass {
        game.pass();
    }
    Ok(game)
}

/// The length of what separates plies at the start of a text: a blank, a comma, a semicolon, a dash that is not the half
/// of a pass mark, or a number of up to four digits with its dots. 0 if a ply begins there.
pub(super) fn separator(character: impl Fn(usize) -> Option<u8>) -> usize {
    match (character(0), character(1)) {
        (Some(b'-'), Some(b'-')) => 0,
        (Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b',' | b';' | b'-'), _) => 1,
        (Some(b'0'..=b'9'), _) => {
            let digits = (0..4).take_while(|&at| character(at).is_some_and(|c| c.is_ascii_digit())).count();
            let dots = (digits..digits + 4).take_while(|&at| character(at) == Some(b'.')).count();
            if dots > 0 { digits + dots } else { 0 }
        }
        _ => 0,
    }
}

/// A move or a pass mark as written.
#[derive(Debug)]
struct Mark {
    written: String,
    /// The number of characters it takes.
    length: usize,
    is_pass: bool,
}

/// Reads the mark at the start of `rest`, which is not empty. The error has the length that could be read, and the
/// reason.
fn read_mark(rest: &[char]) -> Result<Mark, (usize, Reason)> {
    let lower = |index: usize| rest.get(index).map(char::to_ascii_lowercase);
    let is_digit = |index: usize| lower(index).is_some_and(|c| c.is_ascii_digit());
    let mark = |length: usize, is_pass: bool| {
        let written = rest.iter().take(length).map(char::to_ascii_lowercase).collect();
        Ok(Mark { written, length, is_pass })
    };
    let fault = |offset: usize, expected: Expected| match rest.get(offset) {
        Some(&found) if !only_blanks(rest, offset) => Err((offset, Reason::Foreign { found, expected })),
        _ => Err((offset, Reason::Truncated { expected })),
    };
    match (lower(0), lower(1), lower(2)) {
        // A letter and a digit form a square name, even if there is no such square. Further digits belong to it: a10 is
        // not a1.
        (Some('a'..='z'), Some('0'..='9'), _) => mark(if is_digit(2) { 3 } else { 2 }, false),
        (Some('p'), Some('a'), Some('s')) => {
            if lower(3) == Some('s') {
                mark(4, true)
            } else {
                fault(3, Expected::PassMark)
            }
        }
        (Some('p'), Some('a' | 's'), _) | (Some('-'), Some('-'), _) | (Some('@'), Some('@'), _) => {
            mark(2, true)
        }
        (Some('p' | '-' | '@'), _, _) => fault(1, Expected::PassMark),
        (Some('a'..='z'), _, _) => fault(1, Expected::RankDigit),
        _ => fault(0, Expected::Ply),
    }
}

/// Whether only blanks follow from `offset` on. The newline at the end of a file is not part of the record.
fn only_blanks(rest: &[char], offset: usize) -> bool {
    rest.iter().skip(offset).all(char::is_ascii_whitespace)
}

/// Plays one mark, after the pass that the record left out if one is due.
fn play(game: &mut Replay, mark: &Mark) -> Result<(), Reason> {
    match game.position.turn() {
        Turn::Over => return Err(Reason::GameOver { written: mark.written.clone() }),
        Turn::Move(moves) if mark.is_pass => {
            return Err(Reason::UnexpectedPass { mover: game.position.mover, moves: moves.len() });
        }
        Turn::Move(_) => {}
        Turn::Pass => game.pass(),
    }
    if mark.is_pass { Ok(()) } else { game.play(&mark.written) }
}

impl Replay {
    /// Makes the pass that is due.
    fn pass(&mut self) {
        self.position = self.position.handed_over();
        self.plies.push(Ply::Pass);
    }

    /// Plays a move, given as text.
    fn play(&mut self, written: &str) -> Result<(), Reason> {
        let square = square_to_place(&self.position.board, self.position.mover, written)?;
        let played = self.position.play(square);
        self.position =
            played.map_err(|illegal| reason(&self.position.board, self.position.mover, illegal))?;
        self.plies.push(Ply::Move(square));
        Ok(())
    }
}

/// The square of this name, if it is on the board.
pub(super) fn square_to_place(board: &Board, mover: Disc, written: &str) -> Result<Square, Reason> {
    let square: Option<Square> = written.parse().ok().filter(|&square| board.size().contains(square));
    let off_board = || Reason::OffBoard { mover, written: written.to_owned(), size: board.size() };
    square.ok_or_else(off_board)
}

/// The reason why a ply is not a legal move.
pub(super) fn reason(board: &Board, mover: Disc, illegal: IllegalMove) -> Reason {
    match illegal {
        IllegalMove::OffBoard { square, .. } => {
            Reason::OffBoard { mover, written: square.to_string(), size: board.size() }
        }
        IllegalMove::Occupied { square, by } => Reason::Occupied { mover, square, by },
        IllegalMove::FlipsNothing { square, mover } => Reason::FlipsNothing { mover, square },
    }
}

/// Writes plies as a transcript: upper-case squares without blanks, and `PA` for a pass.
pub fn write_transcript(plies: &[Ply]) -> String {
    let written = plies.iter().map(|ply| match ply {
        Ply::Move(square) => square.to_string().to_uppercase(),
        Ply::Pass => "PA".to_owned(),
    });
    written.collect()
}
