//! A game made of rules over words: every verb from one implementation of [`Rules`].
//!
//! Idea: [`Rules`] says what positions and moves are; a [`Seat`] is one value of them, usually one size of the board,
//! with its naive twin where there is one. A [`RuledGame`] is some seats under one name: `--board` chooses. It is a
//! [`Game`], and [`RuledGame::mobility`] is the question of how many legal moves a position can have.
//!
//! Everything that is native is held against the naive twin: the moves of every position of a record, of every witness,
//! and of every position that is drawn.

mod mobility;
mod seat;
mod table;

pub use mobility::{Mobility, MobilityWitness};
pub use seat::Seat;

use crate::game::{Game, PlayError, Purpose, Table};
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::Kind;
use encodings::rules::Rules;
use mobility::MobilityKind;
use seat::AnySeat;
use std::sync::Arc;
use verify::naive::Naive;

/// A game made of rules over words, on one or several boards.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_play::{Game, RuledGame};
/// use certamen_work::Stop;
/// use encodings::othello::rules::Othello;
///
/// // Othello's rules alone, without their naive twin: records and pictures say so.
/// let game = RuledGame::new("Othello on 4x4").alone(Othello::<4>);
/// assert!(!game.has_naive_twin());
/// let table = game.table(&Given::new())?;
/// assert_eq!(table.perft(None, 2, false, &Stop::new())?.leaves, 12);
/// # Ok::<(), certamen_play::PlayError>(())
/// ```
#[derive(Clone)]
pub struct RuledGame {
    name: String,
    about: String,
    notation: String,
    seats: Vec<Arc<dyn AnySeat>>,
}

impl RuledGame {
    /// A game without a board yet, and what lists say of it.
    pub fn new(about: &str) -> Self {
        Self { name: String::new(), about: about.to_owned(), notation: String::new(), seats: Vec::new() }
    }

    /// Adds a board whose rules have a naive twin. The first board is the one that is meant where none is named.
    #[must_use]
    pub fn twinned<R: Rules + Naive>(self, rules: R) -> Self
    where
        R::Position: Send + Sync,
    {
        self.with(Seat::twinned(rules))
    }

    /// Adds a board whose rules have no naive twin: every answer will say so.
    #[must_use]
    pub fn alone<R: Rules>(self, rules: R) -> Self {
        self.with(Seat::alone(rules))
    }

    fn with<R: Rules>(mut self, seat: Seat<R>) -> Self {
        seat.name().clone_into(&mut self.name);
        self.notation = seat.notation();
        self.seats.push(Arc::new(Arc::new(seat)));
        self
    }

    /// The question `GAME.mobility`: positions with at least so many legal moves.
    pub fn mobility(&self) -> Arc<dyn Kind> {
        Arc::new(MobilityKind::new(&self.name, self.seats.clone()))
    }

    fn seat(&self, given: &Given) -> Result<&Arc<dyn AnySeat>, PlayError> {
        chosen(&self.seats, given.text("board")).map_err(PlayError::Flags)
    }
}

/// The seat of the board of this name, or the first.
fn chosen<'s>(seats: &'s [Arc<dyn AnySeat>], board: Option<&str>) -> Result<&'s Arc<dyn AnySeat>, String> {
    let seat = match board {
        Some(board) => seats.iter().find(|seat| seat.board() == board),
        None => seats.first(),
    };
    seat.ok_or_else(|| {
        let known: Vec<String> = seats.iter().map(|seat| seat.board()).collect();
        format!("--board {}: there is {}", board.unwrap_or_default(), known.join(", "))
    })
}

/// The flag that chooses a board.
fn board_flag() -> Flag {
    Flag::text("board", "BOARD", "The board; the first one of the game where none is given")
}

impl Game for RuledGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn boards(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.board()).collect()
    }

    fn notation(&self) -> &str {
        &self.notation
    }

    fn record_form(&self) -> &'static str {
        "plies by the squares that they go from and to, or on which something is placed, between blanks or commas"
    }

    fn flags(&self, _purpose: Purpose) -> Vec<Flag> {
        vec![board_flag()]
    }

    fn has_naive_twin(&self) -> bool {
        self.seats.iter().all(|seat| seat.has_naive_twin())
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        Ok(self.seat(given)?.clone().table())
    }
}

impl std::fmt::Debug for RuledGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let boards: Vec<String> = self.seats.iter().map(|seat| seat.board()).collect();
        f.debug_struct("RuledGame").field("name", &self.name).field("boards", &boards).finish_non_exhaustive()
    }
}
