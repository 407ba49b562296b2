//! Finds records that reach a number of legal moves.
//!
//! Idea: find ends with so many legal moves, and for each let the native backward search decide whether a game leads
//! there. Ends come from walks by chance ([`annealed_record`]), which meet thousands in a second, and from a solver
//! ([`listed_record`]), which lists ends of last steps of games. The naive game replays each record.

mod annealed;
mod listed;

pub use annealed::{Aim, annealed_record};
pub use listed::listed_record;

use crate::OthelloSize;
use crate::query::{OthelloMobility, OthelloWitness, Reach, ToMove, WholeGame};
use crate::search as native;
use certamen_ask::query::Query;
use certamen_ask::solve::{AskError, Event};
use certamen_work::Limits;
use encodings::othello::position::Player;
use std::ops::{ControlFlow, RangeInclusive};

/// The number of layers for backward searches to meet: a second of work and 100 MB.
const LAYERS: u32 = 12;

/// Finds a game that ends with the number of legal moves that `query` requires and with this player to move; `None` if
/// the limits end the search.
///
/// Numbers of discs are tried from the largest. Those after which the player is to move if nobody passed come first.
///
/// # Errors
/// If the solver fails, or its model is not valid.
pub fn find_record(
    query: OthelloMobility,
    discs: RangeInclusive<u32>,
    to_move: ToMove,
    limits: &Limits,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<OthelloWitness>, AskError> {
    let (natural, other): (Vec<u32>, Vec<u32>) =
        discs.filter(|&discs| discs > 4).rev().partition(|&discs| Sought::is_natural(discs, to_move));
    for discs in natural.into_iter().chain(other) {
        for way in [enough, listed_record] {
            let record = way(query, discs, to_move, limits, watch)?;
            if record.is_some() || limits.is_over() {
                return Ok(record);
            }
        }
    }
    Ok(None)
}

/// [`annealed_record`], which ends with the first record.
fn enough(
    query: OthelloMobility,
    discs: u32,
    to_move: ToMove,
    limits: &Limits,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<OthelloWitness>, AskError> {
    annealed_record(query, discs, to_move, Aim::Enough, limits, watch)
}

/// What a record is to have.
#[derive(Clone, Copy, Debug)]
struct Sought {
    query: OthelloMobility,
    discs: u32,
    to_move: ToMove,
}

impl Sought {
    /// Whether the player is to move after so many discs if nobody passed.
    fn is_natural(discs: u32, to_move: ToMove) -> bool {
        discs % 2 == u32::from(to_move == ToMove::White)
    }

    fn mover(&self) -> Player {
        if self.to_move == ToMove::White { Player::White } else { Player::Black }
    }

    /// The witness of a record, which the naive game has replayed.
    fn witness(&self, record: &str) -> Result<OthelloWitness, AskError> {
        let game = WholeGame { discs: self.discs, to_move: self.to_move, any_order: false };
        let query = OthelloMobility { reach: Some(Reach::Game(game)), ..self.query };
        let witness = OthelloWitness::of_game(query.board, record)?;
        query.verify(&witness)?;
        Ok(witness)
    }
}

/// The layers that backward searches meet; `None` if the limits end their computation.
fn layers<const SIDE: usize>(discs: u32, limits: &Limits) -> Option<native::Reach<SIDE>> {
    native::Reach::new(LAYERS.min(discs), native::Budget(1 << 31), &mut |_| proceed(limits)).ok()
}

fn proceed(limits: &Limits) -> ControlFlow<()> {
    if limits.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The record of a verdict.
fn record_of<const SIDE: usize>(verdict: &native::Verdict<SIDE>) -> Option<String> {
    match &verdict.answer {
        native::Answer::Reachable(record) => Some(record.to_string()),
        native::Answer::Unreachable | native::Answer::Undecided(_) => None,
    }
}

/// Searches that are the same for every board, whose side is a constant.
trait Search {
    fn on<const SIDE: usize>(&mut self) -> Result<Option<OthelloWitness>, AskError>;
}

/// Searches on a board.
fn on_board(board: OthelloSize, search: &mut impl Search) -> Result<Option<OthelloWitness>, AskError> {
    match board {
        OthelloSize::Four => search.on::<4>(),
        OthelloSize::Six => search.on::<6>(),
        OthelloSize::Eight => search.on::<8>(),
    }
}
