//! The vocabulary of a game: the words that it shows to questions, by name, with their meanings.
//!
//! Idea: the words of the board, the kinds of moves and the words of [`Rules::derived_words`] have names already. Words that
//! every game has, such as `empty` and `moves`, are added. If two have the same name, the first in the list keeps it.

use crate::syntax::{DIRECTIONS, KEYWORDS};
use encodings::board::{Layout, Mask, Symmetry};
use encodings::rules::{Origin, Players, Position, Rules, SECOND, StepKind};

/// The words that a game shows.
///
/// # Examples
/// ```
/// use certamen_language::Vocabulary;
/// use encodings::othello::rules::Othello;
///
/// let vocabulary = Vocabulary::new(&Othello::<8>);
/// let names: Vec<&str> = vocabulary.entries().iter().map(|entry| entry.name.as_str()).collect();
/// assert_eq!(names[..5], ["own", "opp", "their", "flips(m)", "legal"]);
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    pub(crate) layout: Layout,
    /// The squares of the board.
    pub(crate) squares: Mask,
    pub(crate) kinds: Vec<StepKind>,
    pub(crate) turn: Option<Symmetry>,
    /// Why `won in` has no meaning in the game, if it has none.
    pub(crate) not_forced: Option<&'static str>,
    entries: Vec<VocabularyEntry>,
}

/// A word with its meaning.
#[derive(Clone, Debug)]
pub struct VocabularyEntry {
    /// The name as a question has it.
    pub name: String,
    /// Its meaning, in a few words.
    pub meaning: String,
    pub(crate) noun: Noun,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noun {
    /// A word of the board, by its index.
    Board(usize),
    /// Whether the second player is to move: the first bit of the word with this index.
    Second(usize),
    /// A word that the game shows, by its index.
    Shown(usize),
    /// A word of a move, by its index among the words that the game shows.
    OfMove(usize),
    /// The moves of one kind.
    Kind(usize),
    /// All moves.
    Moves,
    /// The turns of several parts.
    Turns,
    /// The empty squares.
    Empty,
    /// The other squares.
    Occupied,
    /// Whether the game is over, or how it ended.
    Ending(Ending),
}

/// How a game ended for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// In any way.
    Over,
    Won,
    Lost,
    Drawn,
}

impl Vocabulary {
    /// The words that the rules of a game show.
    pub fn new<R: Rules>(rules: &R) -> Self {
        let kinds: Vec<StepKind> =
            rules.moves(Position::start(rules).board()).iter().map(|(kind, _)| kind).collect();
        let mut found = Self {
            layout: rules.layout(),
            squares: rules.squares(),
            turn: rules.turn(),
            not_forced: not_forced(rules),
            kinds: kinds.clone(),
            entries: Vec::new(),
        };
        let letters: Vec<char> = rules.letters().chars().collect();
        let pieces = rules.words_of_pieces();
        for (index, name) in rules.names().iter().enumerate().take(pieces) {
            let letter = letters.get(index).map(|letter| format!(", {letter} in boards")).unwrap_or_default();
            found.add(
                name,
                &format!("a word of the board, as the player to move sees it{letter}"),
                Noun::Board(index),
            );
        }
        if rules.has_second() {
            found.add(SECOND, "whether the second player is to move", Noun::Second(pieces));
        }
        for (index, shown) in rules.derived_words().iter().enumerate() {
            let noun = if shown.is_of_step() { Noun::OfMove(index) } else { Noun::Shown(index) };
            found.add(shown.name(), shown.meaning(), noun);
        }
        for (index, kind) in kinds.iter().enumerate() {
            found.add(kind.name(), &meaning_of(*kind), Noun::Kind(index));
        }
        let has_parts = !rules.parts_of_turn().is_empty();
        let of_one_part = if has_parts { ", as turns of one part" } else { "" };
        let moves = format!("the legal moves of all kinds{of_one_part}; none if the game is over");
        found.add("moves", &moves, Noun::Moves);
        if has_parts {
            let turns = "the legal turns: one is chosen by `some t in turns: ...` or `for t in turns`, but they are not \
                         counted";
            found.add("turns", turns, Noun::Turns);
        }
        found.add("empty", "the squares with nothing on them", Noun::Empty);
        found.add("occupied", "the squares with something on them", Noun::Occupied);
        found.add("over", "whether the game is over", Noun::Ending(Ending::Over));
        found.add("won", "whether the game is over, won by the player to move", Noun::Ending(Ending::Won));
        found.add("lost", "whether the game is over, lost by the player to move", Noun::Ending(Ending::Lost));
        found.add("drawn", "whether the game is over without a winner", Noun::Ending(Ending::Drawn));
        found
    }

    /// The words of a board alone, as rules see it: its own, who moves, `empty` and `occupied`. No name of a kind is a word.
    pub(crate) fn of_words(layout: Layout, squares: Mask, names: &[&str], kinds: Vec<StepKind>) -> Self {
        let not_forced = Some("cannot stand in rules");
        let mut found = Self { layout, squares, turn: None, not_forced, kinds, entries: Vec::new() };
        for (index, name) in names.iter().enumerate() {
            let noun = if *name == SECOND { Noun::Second(index) } else { Noun::Board(index) };
            found.add(name, "a word of the board", noun);
        }
        found.add("empty", "the squares with nothing on them", Noun::Empty);
        found.add("occupied", "the squares with something on them", Noun::Occupied);
        found
    }

    /// The kind of moves with this name.
    pub(crate) fn kind(&self, name: &str) -> Option<usize> {
        match self.noun(name) {
            Some(Noun::Kind(kind)) => Some(kind),
            Some(_) => None,
            None => self.kinds.iter().position(|kind| kind.name() == name),
        }
    }

    /// All words, each once.
    pub fn entries(&self) -> &[VocabularyEntry] {
        &self.entries
    }

    /// Adds a word if its name can be written in a question and is free.
    fn add(&mut self, name: &str, meaning: &str, noun: Noun) {
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && (!KEYWORDS.contains(&name) || DIRECTIONS.iter().any(|(known, _)| *known == name));
        if is_name && self.noun(name).is_none() {
            let name = if matches!(noun, Noun::OfMove(_)) { format!("{name}(m)") } else { name.to_owned() };
            self.entries.push(VocabularyEntry { name, meaning: meaning.to_owned(), noun });
        }
    }

    /// What a name stands for.
    pub(crate) fn noun(&self, name: &str) -> Option<Noun> {
        let is_it = |entry: &&VocabularyEntry| entry.name.strip_suffix("(m)").unwrap_or(&entry.name) == name;
        self.entries.iter().find(is_it).map(|entry| entry.noun)
    }
}

/// Why nobody forces a win by these rules, or why that is not stated.
fn not_forced<R: Rules>(rules: &R) -> Option<&'static str> {
    if rules.players() == Players::One {
        return Some("are for games of two players, not for puzzles: use reach");
    }
    (!rules.parts_of_turn().is_empty()).then_some("are not for games whose turns have several parts")
}

fn meaning_of(kind: StepKind) -> String {
    let name = kind.name();
    let square = match kind.origin() {
        Origin::Placed => "the squares on which something can be placed",
        Origin::From(_) => "the squares that something can enter",
        Origin::Leaving(_) => "the squares that something can leave",
    };
    format!("the legal moves of the kind `{name}`: {square}")
}
