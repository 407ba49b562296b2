//! Games in which either player may place the next disc: records with colours, and boards that no such game reaches.
//!
//! Idea: every game of Othello is also one of these, whether or not it has passes. So a board that none of these
//! reaches is reached by no game. The decision works backwards: each disc may have been the last one, with each choice
//! of discs that it may have turned, and the rules say whether that placement really leads to this board.
//!
//! Cost: a few microseconds for each choice that is tried. Boards with few possible last discs take a moment; boards of
//! games with many discs take too long, so the search has a limit.

use super::record::{Expected, RECORD_LIMIT, Reason, RecordError, reason, square_to_place};
use super::rules::lines_from;
use super::{Board, Disc, Size, Square, TextPlace, apply};
use std::collections::HashSet;

/// Plays a record of a game from the start. Each disc is written as its colour and its square: `Xf5Of6`, X for Black.
/// Blanks may stand between discs.
///
/// # Errors
/// [`RecordError`] with the first disc that cannot be read or placed, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay_in_any_order(size: Size, record: &str) -> Result<Board, RecordError> {
    if record.len() > RECORD_LIMIT {
        return Err(RecordError::TooLong { bytes: record.len() });
    }
    let characters: Vec<char> = record.chars().collect();
    let mut board = Board::start(size);
    let (mut index, mut ply) = (0, 1);
    while let Some(&mark) = characters.get(index) {
        if mark.is_ascii_whitespace() {
            index += 1;
            continue;
        }
        let complain = |reason| RecordError::AtPly { ply, place: TextPlace::at_index(record, index), reason };
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

/// Whether a game in any order leads from the start to this board; `None` if that needs a look at more than `most`
/// boards.
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

/// Every board from which a disc of either colour can be placed so that this board results.
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

/// Every set of squares that consists, in each direction from `placed`, of the first few squares of this colour: the
/// discs that a disc placed there may have turned.
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
