//! The trait of a naive twin: a game by its printed rules, with arrays and loops.
//!
//! A naive twin is written without looking at the fast rules, and exchanges text with its callers: positions as lines,
//! plies by name. So a mistake in the fast rules, the circuit or the clauses cannot hide in the code that judges them.
//!
//! A line has a letter for each square, a1 first, rank by rank with `/` between the ranks, as the player to move sees
//! the board. A ply is named from the same point of view. [`squares`], [`line()`], [`square`] and [`exchange`] read and
//! write such boards.

use std::fmt;

/// A game by its printed rules.
///
/// # Examples
/// ```
/// use verify::naive::{GameResult, Naive, NaiveError};
///
/// /// A heap from which one or two are taken; who takes the last one wins.
/// struct Heap;
///
/// impl Naive for Heap {
///     type Position = u32;
///     fn parse(&self, text: &str) -> Result<u32, NaiveError> {
///         text.parse().map_err(|_| format!("`{text}` is not a number").into())
///     }
///     fn print(&self, heap: &u32) -> String {
///         heap.to_string()
///     }
///     fn ended(&self, heap: &u32) -> Option<GameResult> {
///         (*heap == 0).then_some(GameResult::Lost)
///     }
///     fn plies(&self, heap: &u32) -> Vec<(String, u32)> {
///         (1..=2.min(*heap)).map(|taken| (taken.to_string(), heap - taken)).collect()
///     }
/// }
/// assert_eq!(Heap.play(&3, "2"), Ok(1));
/// assert_eq!(Heap.play(&1, "2"), Err(NaiveError::Illegal("2".to_owned())));
/// ```
pub trait Naive {
    /// A position with everything that the rules depend on.
    type Position: Clone;

    /// Reads a position. A text that is not a position by the rules is refused.
    ///
    /// # Errors
    /// [`NaiveError::NotAPosition`], which a text with the reason becomes by `into()` or `?`, or [`NaiveError::NotJudged`].
    fn parse(&self, text: &str) -> Result<Self::Position, NaiveError>;

    /// Writes a position as [`Naive::parse`] reads it.
    fn print(&self, position: &Self::Position) -> String;

    /// How the game has ended for the player to move, if it has ended.
    fn ended(&self, position: &Self::Position) -> Option<GameResult>;

    /// The legal plies by name, each once, with the positions after them as the next player sees them. Empty if the game
    /// has ended, or if the player can only pass.
    fn plies(&self, position: &Self::Position) -> Vec<(String, Self::Position)>;

    /// The names of the legal plies, as [`Naive::plies`] has them. A game that finds them without what they lead to is
    /// much faster on a large board.
    fn ply_names(&self, position: &Self::Position) -> Vec<String> {
        self.plies(position).into_iter().map(|(name, _)| name).collect()
    }

    /// How the game has ended, and the names of the legal plies if it has not, as [`Naive::ended`] and
    /// [`Naive::ply_names`] have them. A game that needs the plies to know whether it has ended finds them once.
    fn result_and_names(&self, position: &Self::Position) -> (Option<GameResult>, Vec<String>) {
        let result = self.ended(position);
        let names = if result.is_some() { Vec::new() } else { self.ply_names(position) };
        (result, names)
    }

    /// The position after a pass, as the next player sees it. It is asked for if no ply is legal and the game has not
    /// ended. By default no player passes.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// [`NaiveError::NotJudged`] if the position is beyond the limits of the game. There, no ply is legal and the game has
    /// not ended. By default there are no limits.
    fn refusal(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Whether the text of a position says all of it. It may not where two pieces stand on one square.
    fn is_faithful(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Whether one player plays: every position is that player's, and a result is not turned for the next position. By
    /// default two players move in turn.
    fn is_puzzle(&self) -> bool {
        false
    }

    /// The score of the player to move where the game has ended; `None` if the game has no scores, or does not judge the
    /// position.
    fn score(&self, _position: &Self::Position) -> Option<i64> {
        None
    }

    /// How the game has ended, as [`Naive::ended`] has it, or the reason of [`Naive::refusal`].
    ///
    /// # Errors
    /// [`NaiveError::NotJudged`]
    fn judged_end(&self, position: &Self::Position) -> Result<Option<GameResult>, NaiveError> {
        match self.ended(position) {
            Some(result) => Ok(Some(result)),
            None => self.refusal(position).map_or(Ok(None), |limit| Err(NaiveError::NotJudged(limit))),
        }
    }

    /// How the game has ended, and the legal plies if it has not, as [`Naive::ended`] and [`Naive::plies`] have them, or
    /// the reason of [`Naive::refusal`]: that a position is not judged never looks like a position without plies.
    ///
    /// # Errors
    /// [`NaiveError::NotJudged`]
    fn judged_plies(&self, position: &Self::Position) -> Result<ResultAndPlies<Self::Position>, NaiveError> {
        let result = self.judged_end(position)?;
        Ok((result, if result.is_some() { Vec::new() } else { self.plies(position) }))
    }

    /// The position after a ply, or after `pass`.
    ///
    /// # Errors
    /// [`NaiveError::Illegal`], or [`NaiveError::NotJudged`] if the game cannot say whether it is.
    fn play(&self, position: &Self::Position, ply: &str) -> Result<Self::Position, NaiveError> {
        let named = || self.plies(position).into_iter().find(|(name, _)| name == ply).map(|(_, next)| next);
        let next = if ply == "pass" { self.pass(position) } else { named() };
        let illegal = || NaiveError::Illegal(ply.to_owned());
        next.ok_or_else(|| self.refusal(position).map_or_else(illegal, NaiveError::NotJudged))
    }

    /// The names of the squares of a word that the game shows to questions besides those of its board and its moves;
    /// `None` if it shows none of this name.
    fn word(&self, _position: &Self::Position, _name: &str) -> Option<Vec<String>> {
        None
    }

    /// A condition of a position that the game shows to questions; `None` if it shows none of this name.
    fn condition(&self, _position: &Self::Position, _name: &str) -> Option<bool> {
        None
    }

    /// The same as [`Naive::word`] for a word of a ply.
    fn word_of_ply(&self, _position: &Self::Position, _ply: &str, _name: &str) -> Option<Vec<String>> {
        None
    }
}

/// Why a naive game does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NaiveError {
    /// The text is not a position of the game, for this reason.
    #[error("{0}")]
    NotAPosition(String),
    /// The ply of this name is not legal.
    #[error("`{0}` is not legal")]
    Illegal(String),
    /// The game gives no judgement, for this reason: a limit of its own, which says nothing about the position.
    #[error("{0}")]
    NotJudged(String),
}

/// Words as an error say why a text is not a position.
impl<S: Into<String>> From<S> for NaiveError {
    fn from(reason: S) -> NaiveError {
        NaiveError::NotAPosition(reason.into())
    }
}

/// How the game has ended, and the legal plies by name with the positions after them if it has not.
pub type ResultAndPlies<P> = (Option<GameResult>, Vec<(String, P)>);

/// How a game has ended for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player to move has won.
    Won,
    /// The player to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        })
    }
}

/// The letters of a line, rank by rank from the first.
///
/// # Errors
/// [`NaiveError::NotAPosition`] if the line does not have this number of ranks, or a rank not this number of squares.
///
/// # Examples
/// ```
/// use verify::naive::{exchange, line, square, squares};
///
/// let mut board = squares("X.O/.X.", 3, 2)?;
/// assert_eq!((board[1][1], square(1, 1)), ('X', "b2".to_owned()));
/// exchange(&mut board, 'X', 'O');
/// assert_eq!(line(&board), "O.X/.O.");
/// # Ok::<(), verify::naive::NaiveError>(())
/// ```
pub fn squares(line: &str, files: usize, ranks: usize) -> Result<Vec<Vec<char>>, NaiveError> {
    let squares: Vec<Vec<char>> = line.split('/').map(|rank| rank.chars().collect()).collect();
    if squares.len() != ranks || squares.iter().any(|rank| rank.len() != files) {
        return Err(format!("expected {ranks} ranks of {files} squares").into());
    }
    Ok(squares)
}

/// The line of these letters.
pub fn line(squares: &[Vec<char>]) -> String {
    squares.iter().map(|rank| rank.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The name of a square by its file and its rank, both counted from 0.
pub fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Each of two letters becomes the other one.
pub fn exchange(squares: &mut [Vec<char>], one: char, other: char) {
    for letter in squares.iter_mut().flatten() {
        *letter = match *letter {
            letter if letter == one => other,
            letter if letter == other => one,
            letter => letter,
        };
    }
}
