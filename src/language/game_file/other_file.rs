//! Another file of the same game as the second opinion on this one.
//!
//! Idea: the other file is read by `verify` alone. What both have to share before any move is compared when a board is
//! made: words, letters, squares, who moves, the start. All else is compared position by position, as with every naive
//! twin: plies, what they lead to, ends, scores. Kinds of moves may have other names and be divided in another way, so a
//! ply of the other file gets the name that this one gives to the ply with the same squares and the same result.
//!
//! Does not show: that both say what their authors meant.

use super::error::FileError;
use super::rules::{FilePlayers, FileRules};
use encodings::rules::{Boards as _, Position, View, parse, print, print_step};
use encodings::word::NativeWord;
use verify::game_file::{FileGame, FilePosition, Players};
use verify::language::NaiveView;
use verify::naive::Naive;

/// Another file of the same game.
#[derive(Clone, Debug)]
pub(super) struct OtherFile {
    /// Its name in errors.
    pub(super) path: String,
    pub(super) file: verify::game_file::GameFile,
}

impl OtherFile {
    /// The game on a board.
    pub(super) fn on(&self, board: &str) -> Result<FileGame, FileError> {
        self.file.on(board).map_err(|error| FileError::Whole(format!("{}: {error}", self.path)))
    }

    /// Requires that its boards are those of these rules, of which it is the twin.
    pub(super) fn require_same_board<N: NativeWord>(&self, rules: &FileRules<N>) -> Result<(), FileError> {
        let (definition, twin) = (&rules.definition, &rules.twin);
        let refused = |reason: String| Err(FileError::Whole(format!("{}: {reason}", self.path)));
        let differ = |what: &str, there: &str, here: &str| {
            if there == here { Ok(()) } else { refused(format!("{what} {there}, and here {here}")) }
        };
        let has_second = Naive::condition(twin, &twin.start(), "second").is_some();
        let there = words(twin.words().iter().map(|(name, letter)| (name.as_str(), *letter)), has_second);
        let here = definition.words.iter().copied().zip(definition.letters.chars());
        let here = words(here.take(rules.words_of_pieces()), definition.has_second);
        differ("the words are", &there, &here)?;
        let layout = definition.layout;
        let squares = layout.all().filter(|square| definition.squares.contains(square.index()));
        if NaiveView::squares(twin) != squares.map(|square| layout.coordinates(square)).collect() {
            return refused("its board has other squares".to_owned());
        }
        if (*twin.players() == Players::One) != (definition.players == FilePlayers::One) {
            return refused("it is for another number of players".to_owned());
        }
        let here = print(rules, Position::start(rules).board());
        differ("the start is", &Naive::print(twin, &twin.start()), &here)
    }
}

/// Words with their letters, in the order of their names.
fn words<'n>(all: impl Iterator<Item = (&'n str, char)>, has_second: bool) -> String {
    let mut all: Vec<String> = all.map(|(name, letter)| format!("{name} {letter}")).collect();
    all.sort_unstable();
    all.extend(has_second.then(|| "second".to_owned()));
    all.join(", ")
}

impl<N: NativeWord> FileRules<N> {
    /// The plies of another file under the names that these rules give them: a ply with the same squares and the same
    /// result, else one with the same squares. Those that these rules lack keep their names.
    pub(super) fn named_here(
        &self,
        position: &FilePosition,
        mut plies: Vec<(String, FilePosition)>,
    ) -> Vec<(String, FilePosition)> {
        let Ok(board) = parse(self, &Naive::print(&self.twin, position)) else { return plies };
        let here = Position::<Self>::trusted(board);
        let own = here.steps(self).map(|step| {
            let name = print_step(self, step, View::Straight);
            (name, print(self, here.after(self, step).board()))
        });
        let (mut own, mut named): (Vec<(String, String)>, Vec<_>) = (own.collect(), Vec::new());
        for is_exact in [true, false] {
            own.retain(|(name, after)| {
                let is_it = |(other, next): &(String, FilePosition)| {
                    squares(other) == squares(name) && (!is_exact || Naive::print(&self.twin, next) == *after)
                };
                let found = plies.iter().position(is_it);
                named.extend(found.map(|place| (name.clone(), plies.swap_remove(place).1)));
                found.is_none()
            });
        }
        named.extend(plies);
        named
    }
}

/// The name of a ply without that of its kind.
fn squares(name: &str) -> &str {
    name.split('=').next().unwrap_or(name)
}
