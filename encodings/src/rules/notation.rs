//! Boards and steps as text.
//!
//! A board is a line of letters, a1 first, with `/` between ranks. A step is written as the square on which something
//! is placed (`d3`), as the squares that it goes from and to (`b2b3`) or, if it may leave the board, as the square that
//! it leaves and the direction (`c3ne`). A step of a kind with an index has the kind's name added (`b7b8=queen`). Where a
//! position says which player moves, ` second` follows the board if it is the second one.

use super::{Boards, NamedWords, Origin, Phase, Position, Rules, SECOND, Step};
use crate::board::{Layout, Square, Symmetry};
use crate::word::{NativeWord, Word};

/// Why a text is not a board.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::parse;
///
/// let error = parse(&Othello::<4>, "..../.OX/.XO./....").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 9 ends rank 2 after 3 squares: expected 4".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A character that has no meaning here.
    #[error("character {place} of the board is `{found}`: expected one of {expected}")]
    Foreign {
        /// Which character, counted from 1.
        place: usize,
        /// The character.
        found: char,
        /// The letters of the game, with that of an empty square last.
        expected: String,
    },
    /// A rank whose length differs from that of the board's ranks.
    #[error("character {place} ends rank {rank} after {found} squares: expected {expected}")]
    Rank {
        /// The character that ends the rank, counted from 1.
        place: usize,
        /// Which rank, counted from 1.
        rank: usize,
        /// The number of squares given.
        found: usize,
        /// The number of squares of a rank.
        expected: usize,
    },
    /// More or fewer ranks than the board has.
    #[error("the board has {found} ranks, expected {expected} ({layout})")]
    Ranks {
        /// The number of ranks given.
        found: usize,
        /// The number of ranks of the layout.
        expected: usize,
        /// The layout.
        layout: Layout,
    },
}

/// Why a text is not a step of a position.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, View, parse_step};
///
/// let rules = Othello::<4>;
/// let error = parse_step(&rules, Position::start(&rules), View::Straight, "a1").map_err(|error| error.to_string());
/// assert_eq!(error, Err("`a1` is not a step here: expected one of b1, a2, d3, c4".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The game is over.
    #[error("`{0}` cannot be played: the game is over")]
    Over(String),
    /// A pass is due.
    #[error("`{0}` cannot be played: the player to move has no step and passes")]
    MustPass(String),
    /// No step here has this name.
    #[error("`{text}` is not a step here: expected one of {expected}")]
    Unknown {
        /// The text.
        text: String,
        /// Steps of the position; only the first ones if there are many.
        expected: String,
    },
}

/// How a board is seen: as the first player sees it, or as `play` has turned it for the other player ([`Rules::turn`]).
///
/// # Examples
/// ```
/// use encodings::rules::View;
///
/// assert_eq!(View::after(0), View::Straight);
/// assert_eq!(View::after(3), View::Turned);
/// assert_eq!(View::after(3).next(), View::after(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// Squares have their own names.
    #[default]
    Straight,
    /// Each square has the name of its image under the turn.
    Turned,
}

impl View {
    /// The view of the next player.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Straight => Self::Turned,
            Self::Turned => Self::Straight,
        }
    }

    /// The view after this number of plies from a position that is seen straight.
    pub const fn after(plies: usize) -> Self {
        if plies.is_multiple_of(2) { Self::Straight } else { Self::Turned }
    }

    fn turn<R: Rules>(self, rules: &R) -> Option<Symmetry> {
        rules.turn().filter(|_| self == Self::Turned)
    }

    /// The board with the names of its squares as the first player sees them.
    pub fn of_board<R: Rules, W: Word>(self, rules: &R, board: R::Board<W>) -> R::Board<W> {
        self.turn(rules).map_or(board, |turn| rules.image(board, turn))
    }

    fn of_square<R: Rules>(self, rules: &R, square: Square) -> Square {
        self.turn(rules).map_or(square, |turn| turn.square(rules.layout(), square))
    }
}

/// Writes a board on one line. A square that is in several words gets the letter of the last of them.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, print};
///
/// let start = Position::start(&Othello::<4>);
/// assert_eq!(print(&Othello::<4>, start.board()), "..../.OX./.XO./....");
/// ```
pub fn print<R: Boards, W: Word<Bit = bool>>(rules: &R, board: R::Board<W>) -> String {
    let layout = rules.layout();
    let letters: Vec<char> = rules.letters().chars().collect();
    let empty = letters.last().copied().unwrap_or('.');
    let pieces = rules.words_of_pieces();
    let letter = |square: Square| {
        let on_it = board.words().take(pieces).zip(&letters).filter(|(word, _)| word.bit(square.index()));
        on_it.last().map_or(empty, |(_, &letter)| letter)
    };
    let squares: Vec<Square> = layout.all().collect();
    let ranks =
        squares.chunks(layout.files()).map(|rank| rank.iter().map(|&square| letter(square)).collect());
    let line = ranks.collect::<Vec<String>>().join("/");
    let is_second = rules.has_second() && board.get(pieces).bit(0);
    if is_second { format!("{line} {SECOND}") } else { line }
}

/// Reads a board; white space around it is skipped. [`Position::new`] decides whether the board is a position.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, parse};
///
/// let board = parse(&Othello::<4>, "..../.OX./.XO./....")?;
/// assert_eq!(Position::new(&Othello::<4>, board)?, Position::start(&Othello::<4>));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BoardError`], which names the place.
pub fn parse<R: Boards>(rules: &R, text: &str) -> Result<R::Board<R::Native>, BoardError> {
    let layout = rules.layout();
    let letters: Vec<char> = rules.letters().chars().collect();
    let (count, all) = (rules.words_of_pieces(), rules.names().len());
    let mut words = vec![R::Native::default(); all];
    let mut place = 0;
    let mut ranks = 0;
    let mut text = text.trim();
    if rules.has_second()
        && let Some(board) = text.strip_suffix(SECOND).and_then(|board| board.strip_suffix(' '))
    {
        text = board;
        words[count] = R::Native::default().unit(0);
    }
    for (rank, line) in text.split('/').enumerate() {
        for (file, found) in line.chars().enumerate() {
            place += 1;
            let word = letters.iter().take(count).position(|&letter| letter == found);
            if word.is_none() && letters.last() != Some(&found) {
                return Err(foreign(&letters, count, place, found));
            }
            if let (Some(word), Some(square)) = (word, layout.at(file, rank)) {
                words[word] = words[word] | R::Native::default().unit(square.index());
            }
        }
        place += 1;
        let (found, expected) = (line.chars().count(), layout.files());
        if found != expected {
            return Err(BoardError::Rank { place, rank: rank + 1, found, expected });
        }
        ranks = rank + 1;
    }
    if ranks != layout.ranks() {
        return Err(BoardError::Ranks { found: ranks, expected: layout.ranks(), layout });
    }
    Ok(NamedWords::build(all, |index| words[index]))
}

fn foreign(letters: &[char], count: usize, place: usize, found: char) -> BoardError {
    let known = letters.iter().take(count).chain(letters.last());
    let expected = known.map(|letter| format!("`{letter}`")).collect::<Vec<_>>().join(", ");
    BoardError::Foreign { place, found, expected }
}

/// The name of a step.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, View, print_step};
///
/// let rules = Othello::<4>;
/// let steps = Position::start(&rules).steps(&rules);
/// let names: Vec<String> = steps.map(|step| print_step(&rules, step, View::Straight)).collect();
/// assert_eq!(names, ["b1", "a2", "d3", "c4"]);
/// ```
pub fn print_step<R: Rules>(rules: &R, step: Step<R::Native>, view: View) -> String {
    let layout = rules.layout();
    let name = |word: R::Native| {
        let square = word.first().and_then(|index| layout.square(index));
        square.map(|square| layout.name(view.of_square(rules, square)).to_string()).unwrap_or_default()
    };
    let mut text = match step.kind().origin() {
        Origin::Placed => name(step.to()),
        Origin::From(_) => name(step.from()) + &name(step.to()),
        Origin::Leaving(direction) => {
            let seen = view.turn(rules).map_or(direction, |turn| turn.direction(direction));
            name(step.from()) + seen.letters()
        }
    };
    if step.kind().index() > 0 {
        text = text + "=" + step.kind().name();
    }
    text
}

/// The greatest number of steps that an error lists.
const NAMED: usize = 8;

/// The step of a position that has this name, in upper or lower case.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Position, View, parse_step};
///
/// let rules = Othello::<4>;
/// let step = parse_step(&rules, Position::start(&rules), View::Straight, "D3")?;
/// assert_eq!(step.to(), 1 << 11);
/// # Ok::<(), encodings::rules::StepError>(())
/// ```
///
/// # Errors
/// [`StepError`] if no step has this name.
pub fn parse_step<R: Rules>(
    rules: &R,
    position: Position<R>,
    view: View,
    text: &str,
) -> Result<Step<R::Native>, StepError> {
    let quoted = || text.chars().take(16).collect::<String>();
    let family = match position.phase(rules) {
        Phase::Over(_) => return Err(StepError::Over(quoted())),
        Phase::Passes(_) => return Err(StepError::MustPass(quoted())),
        Phase::Moves(family) => family,
    };
    let named = |step: &Step<R::Native>| print_step(rules, *step, view);
    let mut steps = family.clone().steps(rules.layout());
    steps.find(|step| named(step).eq_ignore_ascii_case(text.trim())).ok_or_else(|| {
        let names: Vec<String> =
            family.steps(rules.layout()).take(NAMED + 1).map(|step| named(&step)).collect();
        let more = if names.len() > NAMED { ", ..." } else { "" };
        StepError::Unknown { text: quoted(), expected: names[..names.len().min(NAMED)].join(", ") + more }
    })
}
