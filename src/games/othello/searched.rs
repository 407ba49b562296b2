//! The rules in the notation of the game, with the difference of discs at the end as score, for searches and tables.

use certamen_search::{Notation, RuledSearch, SearchGame as _};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::{Discs, Othello};
use encodings::rules::Position;

/// The rules to be searched.
pub(crate) fn game<const SIDE: usize>() -> RuledSearch<&'static Othello<SIDE>> {
    let game = RuledSearch::new(&Othello, Some(|_, position| difference(position.board())));
    let write = |_: &Othello<SIDE>, position| write(position);
    game.with_notation(Notation { write, read: |&rules, text| read(rules, text).ok() })
}

/// The symmetries of positions as texts.
pub(crate) fn symmetries<const SIDE: usize>() -> Vec<Vec<usize>> {
    game::<SIDE>().symmetries()
}

/// The discs of the player to move minus those of the other one.
pub(crate) fn difference(discs: Discs<u64>) -> i32 {
    discs.own.count_ones() as i32 - discs.opp.count_ones() as i32
}

/// Reads a position in the notation of the game.
pub(crate) fn read<const SIDE: usize>(
    rules: Othello<SIDE>,
    text: &str,
) -> Result<Position<Othello<SIDE>>, String> {
    let discs = notation::parse(text, Grid::<SIDE, SIDE>::LAYOUT).map_err(|error| error.to_string())?;
    Position::new(&rules, discs).map_err(|error| error.to_string())
}

/// Writes a position in the notation of the game.
pub(crate) fn write<const SIDE: usize>(position: Position<Othello<SIDE>>) -> String {
    notation::print(position.board(), Grid::<SIDE, SIDE>::LAYOUT)
}
