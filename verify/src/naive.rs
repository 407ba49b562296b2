//! The trait of a naive twin: a game by its printed rules, with arrays and loops.
//!
//! A naive twin is written without looking at the fast rules, and exchanges text with its callers: positions as lines,
//! plies by name. So a mistake in the fast rules, the circuit or the clauses cannot hide in the code that judges them.
//!
//! A line has a letter for each square, a1 first, rank by rank with `/` between the ranks, as the player to move sees
//! the board. A ply is named from the same point of view.

/// A game by its printed rules.
///
/// # Examples
/// ```
/// use verify::naive::{Ended, Naive};
///
/// /// A heap from which one or two are taken; who takes the last one wins.
/// struct Heap;
///
/// impl Naive for Heap {
///     type Position = u32;
///     fn parse(&self, text: &str) -> Result<u32, String> {
///         text.parse().map_err(|_| format!("`{text}` is not a number"))
///     }
///     fn print(&self, heap: &u32) -> String {
///         heap.to_string()
///     }
///     fn ended(&self, heap: &u32) -> Option<Ended> {
///         (*heap == 0).then_some(Ended::Lost)
///     }
///     fn plies(&self, heap: &u32) -> Vec<String> {
///         (1..=2.min(*heap)).map(|taken| taken.to_string()).collect()
///     }
///     fn play(&self, heap: &u32, ply: &str) -> Result<u32, String> {
///         let taken: u32 = ply.parse().map_err(|_| format!("`{ply}` is not a number"))?;
///         heap.checked_sub(taken).ok_or_else(|| format!("there are only {heap}"))
///     }
/// }
/// assert_eq!(Heap.plies(&1), ["1"]);
/// ```
pub trait Naive {
    /// A position with everything that the rules depend on.
    type Position: Clone;

    /// Reads a position. A text that is not a position by the rules is refused.
    ///
    /// # Errors
    /// The reason, in words.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;

    /// Writes a position as [`Naive::parse`] reads it.
    fn print(&self, position: &Self::Position) -> String;

    /// How the game has ended for the player to move, if it has ended.
    fn ended(&self, position: &Self::Position) -> Option<Ended>;

    /// The names of the legal plies, each once; empty if the game has ended, or if the player can only pass.
    fn plies(&self, position: &Self::Position) -> Vec<String>;

    /// The position after a ply, as the next player sees it. If no ply is legal and the game has not ended, the ply `pass`
    /// is asked for.
    ///
    /// # Errors
    /// The reason why the ply is not legal, in words.
    fn play(&self, position: &Self::Position, ply: &str) -> Result<Self::Position, String>;

    /// The names of the squares of a word that the game shows to questions besides those of its board and its moves;
    /// `None` if it shows none of this name.
    fn word(&self, _position: &Self::Position, _name: &str) -> Option<Vec<String>> {
        None
    }

    /// The same for a word of a ply.
    fn word_of_ply(&self, _position: &Self::Position, _ply: &str, _name: &str) -> Option<Vec<String>> {
        None
    }
}

impl<N: Naive> Naive for &N {
    type Position = N::Position;

    fn parse(&self, text: &str) -> Result<Self::Position, String> {
        (**self).parse(text)
    }

    fn print(&self, position: &Self::Position) -> String {
        (**self).print(position)
    }

    fn ended(&self, position: &Self::Position) -> Option<Ended> {
        (**self).ended(position)
    }

    fn plies(&self, position: &Self::Position) -> Vec<String> {
        (**self).plies(position)
    }

    fn play(&self, position: &Self::Position, ply: &str) -> Result<Self::Position, String> {
        (**self).play(position, ply)
    }

    fn word(&self, position: &Self::Position, name: &str) -> Option<Vec<String>> {
        (**self).word(position, name)
    }

    fn word_of_ply(&self, position: &Self::Position, ply: &str, name: &str) -> Option<Vec<String>> {
        (**self).word_of_ply(position, ply, name)
    }
}

/// How a game has ended for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// The player to move has won.
    Won,
    /// The player to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}
