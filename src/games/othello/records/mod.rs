//! Finds records that reach a number of legal moves.
//!
//! Idea: find ends with enough legal moves, and for each let the native backward search decide whether a game leads
//! there. Ends come from walks by chance ([`annealed_record`]), which meet thousands in a second, and from a solver
//! ([`listed_record`]), which lists ends of last steps of games. The naive game replays each record. If no game need lead to a
//! position, the walks alone find it ([`annealed_position`]).

mod annealed;
mod anywhere;
mod listed;

pub use annealed::annealed_record;
pub use anywhere::annealed_position;
pub use listed::listed_record;

use crate::on_side;
use crate::query::{OthelloMobility, OthelloWitness, Reachability, ToMove, WholeGame};
use crate::search as native;
use certamen_ask::query::Query;
use certamen_ask::solve::{AskError, Event};
use certamen_work::Limits;
use encodings::othello::position::{Player, Position};
use std::ops::{ControlFlow, RangeInclusive};

/// The number of layers for backward searches to meet: a second of work and 100 MB.
const LAYERS: u32 = 12;

/// What a record is to have.
#[derive(Clone, Copy, Debug)]
pub struct RecordRequest {
    /// The board and the number of legal moves at the end.
    pub query: OthelloMobility,
    /// The number of discs at the end.
    pub discs: u32,
    /// The player to move at the end.
    pub to_move: ToMove,
}

/// Finds a game that ends with the number of legal moves that `query` requires and with this player to move; `None` if
/// no game does, or if the limits end the search before.
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
    let all = discs.rev().filter(|&discs| discs > 4).map(|discs| RecordRequest { query, discs, to_move });
    let (mut order, other): (Vec<RecordRequest>, Vec<RecordRequest>) =
        all.partition(RecordRequest::needs_no_pass);
    order.extend(other);
    on_side!(query.board, SIDE => {
        let Some(reach) = layers::<SIDE>(LAYERS, limits) else { return Ok(None) };
        find_in_order(&order, &reach, limits, watch)
    })
}

/// Both ways for one number of discs after the other.
fn find_in_order<const SIDE: usize>(
    order: &[RecordRequest],
    reach: &native::ForwardLayers<SIDE>,
    limits: &Limits,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<OthelloWitness>, AskError> {
    for &sought in order {
        let way = WayBack { sought, reach, limits };
        let mut record = way.annealed(sought.query.at_least, watch)?;
        if record.is_none() && !limits.is_over() {
            record = way.listed(watch)?;
        }
        if record.is_some() || limits.is_over() {
            return Ok(record);
        }
    }
    Ok(None)
}

impl RecordRequest {
    /// Whether the player is to move after this number of discs if nobody passed.
    fn needs_no_pass(&self) -> bool {
        self.discs % 2 == u32::from(self.to_move == ToMove::White)
    }

    fn mover(&self) -> Player {
        if self.to_move == ToMove::White { Player::White } else { Player::Black }
    }

    /// The witness of a record, which the naive game has replayed.
    fn witness(&self, record: &str) -> Result<OthelloWitness, AskError> {
        let game = WholeGame { discs: self.discs, to_move: self.to_move, any_order: false };
        let query = OthelloMobility { reach: Some(Reachability::Game(game)), ..self.query };
        let witness = OthelloWitness::of_game(query.board, record)?;
        query.verify(&witness)?;
        Ok(witness)
    }
}

/// The layers up to this number of discs; `None` if the limits end before they are computed.
fn layers<const SIDE: usize>(discs: u32, limits: &Limits) -> Option<native::ForwardLayers<SIDE>> {
    native::ForwardLayers::new(LAYERS.min(discs), native::Budget(1 << 31), &mut |_| proceed(limits)).ok()
}

/// Searches for a game to an end: the way back to the layers.
struct WayBack<'a, const SIDE: usize> {
    sought: RecordRequest,
    reach: &'a native::ForwardLayers<SIDE>,
    limits: &'a Limits,
}

impl<const SIDE: usize> WayBack<'_, SIDE> {
    /// The record of a game that leads to a position in which X is to move and is the player's colour.
    fn record(&self, position: Position<SIDE>, within: native::SearchLimits) -> Option<String> {
        let target = native::Target { position, mover: Some(self.sought.mover()) };
        match self.reach.decide(target, within, &mut |_| proceed(self.limits)).answer {
            native::Answer::Reachable(record) => Some(record.to_string()),
            native::Answer::Unreachable | native::Answer::Undecided(_) => None,
        }
    }
}

fn proceed(limits: &Limits) -> ControlFlow<()> {
    if limits.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
