//! What a page of an earlier profile says, so that no run begins anew.
//!
//! Idea: records are taken from anywhere in the text, because each is replayed. The rows of the table of a page also say
//! which number is impossible, and why. That a proof was found and checked rests on the page, and the entry says so in
//! the words of the page; `profile` without the page proves it anew.

use super::Scope;
use super::plot::title;
use certamen_othello::OthelloSize;
use certamen_othello::query::{OthelloWitness, ToMove};

/// The reason ends with this if exhaustive search agreed.
const AGREES: &str = "; exhaustive search agrees";
/// What follows the number that is impossible.
const REASONS: [&str; 3] = [REFUTED, NOT_AMONG, NOT_REACHED];
/// A proof was checked.
pub(super) const REFUTED: &str = " refuted: proof of ";
/// All positions were searched.
pub(super) const NOT_AMONG: &str = " not among all positions";
/// The ends of such games were listed, and no game leads to any.
pub(super) const NOT_REACHED: &str = " not reached: ";
/// The shortest text that is read as a record, in bytes: one move.
const SHORTEST: usize = 2;

/// What a page says about a number of discs and a side to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) discs: u32,
    pub(super) to_move: ToMove,
    pub(super) witness: Option<OthelloWitness>,
    /// The number that is impossible, and why.
    pub(super) impossible: Option<(u32, String)>,
    pub(super) exhaustive: bool,
}

/// The lines of a page. What is neither a row of its table nor a legal record is passed over; rows count if the title is
/// that of the page of this profile.
pub(super) fn lines(scope: Scope, text: &str) -> Vec<Line> {
    let board = scope.board;
    let is_its = text.lines().next() == Some(title(scope).as_str());
    let rows = text.lines().filter(|_| is_its).filter_map(row);
    let is_word = |letter: char| !letter.is_ascii_alphanumeric();
    let words = text.split(is_word).filter(|word| word.len() >= SHORTEST);
    rows.chain(words.filter_map(|word| record(board, word))).collect()
}

/// A row `| 14 | black | 18..26 | RECORD | 27 refuted: proof of ... |`.
fn row(line: &str) -> Option<Line> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let ["", discs, to_move, _, _, reason, ""] = cells.as_slice() else { return None };
    let to_move = match *to_move {
        "black" => ToMove::Black,
        "white" => ToMove::White,
        _ => return None,
    };
    let (impossible, _) = REASONS.iter().find_map(|said| reason.split_once(said))?;
    let (reason, exhaustive) = reason.strip_suffix(AGREES).map_or((*reason, false), |reason| (reason, true));
    let impossible = Some((impossible.parse().ok()?, reason.to_owned()));
    Some(Line { discs: discs.parse().ok()?, to_move, witness: None, impossible, exhaustive })
}

/// A record, as the line of the position to which it leads.
fn record(board: OthelloSize, word: &str) -> Option<Line> {
    let witness = OthelloWitness::of_game(board, word).ok()?;
    let to_move = match witness.mover() {
        verify::othello::Disc::Black => ToMove::Black,
        verify::othello::Disc::White => ToMove::White,
    };
    let discs = board.squares() - witness.empties;
    Some(Line { discs, to_move, witness: Some(witness), impossible: None, exhaustive: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_records_are_taken_and_the_rest_is_passed_over() {
        let scope = Scope { board: OthelloSize::Eight, reachable: true };
        let page = "\n\n| 13 | black | 6 | D3C3F5D2D1E1B2C1PAD6 | 7 refuted: proof of 9 bytes, SHA-256 16; exhaustive \
                    search agrees |\n| 30 | white | 30..34 |  | 34 squares are empty |\nF5D6C3D3C4F5, F5D6C3D3C4F4.\n";
        let found = lines(scope, &(title(scope) + page));
        let said = |line: &Line| (line.discs, line.to_move, line.witness.is_some(), line.impossible.clone());
        let reason = "7 refuted: proof of 9 bytes, SHA-256 16".to_owned();
        assert_eq!(
            found.iter().map(said).collect::<Vec<_>>(),
            [
                (13, ToMove::Black, false, Some((7, reason))),
                (13, ToMove::Black, true, None),
                (10, ToMove::Black, true, None),
            ]
        );
        assert!(found[0].exhaustive);
        assert_eq!(lines(scope, page).len(), 2, "a page about something else has records at the most");
    }
}
