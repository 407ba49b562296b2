//! Games in which either player may place the next disc: records that say whose it is, and what no such game leads to.
//!
//! Idea: every game of Othello is one of these, with or without passes. So a board to which none of these leads is reached
//! by no game. Whether one does is decided backwards: each disc may have been the last one placed, with each choice of
//! discs that it may have turned, and the rules say whether that placement really leads here.
//!
//! Cost: some microseconds for each choice that is tried; boards of which little can be taken back take a moment, those
//! of games with many discs more than anybody waits for, so that the search is given a limit.

use super::record::{Complaint, Expected, RECORD_LIMIT, Reason, reason, square_to_place};
use super::rules::lines_from;
use super::{Board, Disc, Place, Size, Square, apply};
use std::collections::HashSet;

/// Plays a record of a game from the start in which each disc is written as its colour and its square: `Xf5Of6`, X for
/// Black. Blanks may stand between discs.
///
/// # Errors
/// [`Complaint`] with the first disc that cannot be read or placed, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay_in_any_order(size: Size, record: &str) -> Result<Board, Complaint> {
    if record.len() > RECORD_LIMIT {
        return Err(Complaint::TooLong { bytes: record.len() });
    }
    let characters: Vec<char> = record.chars().collect();
    let mut board = Board::start(size);
    let (mut index, mut ply) = (0, 1);
    while let Some(&mark) = characters.get(index) {
        if mark.is_ascii_whitespace() {
            index += 1;
            continue;
        }
        let complain = |reason| Complaint::AtPly { ply, place: Place::of(record, index), reason };
        let colour = colour(mark).map_err(complain)?;
        let square = &characters[index + 1..characters.len().min(index + 3)];
        let place = || -> Result<Board, Reason> {
            if square.len() < 2 {
                return Err(Reason::Truncated { expected: Expected::Square });
            }
            let written: String = square.iter().map(char::to_ascii_lowercase).collect();
            let square = square_to_place(&board, colour, &written)?;
            apply(&board, colour, square).map_err(|illegal| reason(&board, colour, illegal))
        };
        board = place().map_err(complain)?;
        (index, ply) = (index + 3, ply + 1);
    }
    Ok(board)
}

fn colour(mark: char) -> Result<Disc, Reason> {
    match mark {
        'X' | 'x' => Ok(Disc::Black),
        'O' | 'o' => Ok(Disc::White),
        found => Err(Reason::Foreign { found, expected: Expected::Colour }),
    }
}

/// Whether a game in any order leads from the start to this board; `None` where more than so many boards would have to be
/// looked at.
pub fn is_reached_in_any_order(board: &Board, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([board.clone()]);
    let mut waiting = vec![board.clone()];
    let start = Board::start(board.size());
    while let Some(board) = waiting.pop() {
        if board == start {
            return Some(true);
        }
        for before in boards_before(&board) {
            if seen.insert(before.clone()) {
                waiting.push(before);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// Every board from which placing one disc, of either colour, leads to this one.
fn boards_before(board: &Board) -> Vec<Board> {
    let size = board.size();
    let centre: Vec<Square> = size.centre().collect();
    let mut boards = Vec::new();
    for placed in size.squares().filter(|square| !centre.contains(square)) {
        let Some(colour) = board.disc(placed) else { continue };
        for turned in choices(board, placed, colour) {
            let before = Board::from_fn(size, |here| match board.disc(here) {
                _ if here == placed => None,
                _ if turned.contains(&here) => Some(colour.opponent()),
                disc => disc,
            });
            if apply(&before, colour, placed).as_ref() == Ok(board) {
                boards.push(before);
            }
        }
    }
    boards
}

/// Every set of squares that begins, in each direction from one of them, with so many squares of this colour: what a disc
/// that was placed there may have turned.
fn choices(board: &Board, placed: Square, colour: Disc) -> Vec<Vec<Square>> {
    let mut choices: Vec<Vec<Square>> = vec![Vec::new()];
    for line in lines_from(board.size(), placed) {
        let turned: Vec<Square> = line.take_while(|&square| board.disc(square) == Some(colour)).collect();
        let longer = choices.iter().flat_map(|choice| {
            (1..=turned.len()).map(|count| choice.iter().chain(&turned[..count]).copied().collect::<Vec<_>>())
        });
        let longer: Vec<_> = longer.collect();
        choices.extend(longer);
    }
    choices
}
