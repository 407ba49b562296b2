//! The largest mobility with few discs, by exhaustive search.

use super::{ProfileEntry, ProfileError, Store, kept_search};
use crate::OthelloSize;
use crate::query::{OthelloWitness, ToMove};
use crate::search::{self as native, ByPlayer};
use encodings::othello::position::Player;
use std::collections::BTreeSet;

/// The memory that the positions may take, up to the usual number of discs and beyond it.
const BUDGETS: [native::Budget; 2] = [native::Budget(1 << 31), native::Budget(5 << 30)];
/// The largest number of discs of 8x8 whose positions are kept; of positions with more discs only the greatest mobility
/// is.
const KEPT: u32 = 16;

/// The largest number of discs for which all positions are searched.
pub const fn discs(board: OthelloSize) -> u32 {
    match board {
        OthelloSize::Four => 16,
        OthelloSize::Six | OthelloSize::Eight => 14,
    }
}

/// What is asked, so that a search may leave out the rest where positions are not kept.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The numbers of discs that are asked about.
    pub discs: &'a BTreeSet<u32>,
    /// All entries, with their records.
    pub entries: &'a [ProfileEntry],
}

impl Asked<'_> {
    /// The record that is known for a number of discs and a side to move.
    fn record(&self, discs: u32, to_move: ToMove) -> Option<&OthelloWitness> {
        let is_its = |entry: &&ProfileEntry| (entry.discs, entry.to_move) == (discs, to_move);
        self.entries.iter().find(is_its)?.witness.as_ref()
    }
}

/// The result of exhaustive search for one number of discs and one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greatest {
    discs: u32,
    to_move: ToMove,
    /// A record to the greatest number of legal moves; `None` if there is no position.
    pub record: Option<OthelloWitness>,
}

/// The results of exhaustive search for small numbers of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small(Vec<Greatest>);

impl Small {
    /// Searches all positions with at most this number of discs. Where positions are not kept, only for the numbers of discs
    /// that are asked about, and only for more legal moves than a record has; the store has a checkpoint of that. `None` if
    /// the memory does not suffice or `watch` stops the search.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] if a record is not valid.
    pub fn of(
        board: OthelloSize,
        most: u32,
        asked: Asked<'_>,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        match board {
            OthelloSize::Four => Self::on::<4>(board, most, asked, store, watch),
            OthelloSize::Six => Self::on::<6>(board, most, asked, store, watch),
            OthelloSize::Eight => Self::on::<8>(board, most, asked, store, watch),
        }
    }

    /// The result for this number of discs, if they were searched.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&Greatest> {
        self.0.iter().find(|greatest| (greatest.discs, greatest.to_move) == (discs, to_move))
    }

    fn on<const SIDE: usize>(
        board: OthelloSize,
        most: u32,
        asked: Asked<'_>,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        let kept = most.min(if board == OthelloSize::Four { most } else { KEPT });
        let budget = BUDGETS[usize::from(most > discs(board))];
        let Ok(reach) = native::Reach::<SIDE>::new(kept, budget, watch) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for layer in reach.layers() {
            let census = layer.census();
            for (player, to_move) in SIDES {
                let side = census.sides.of(player);
                let found = side.example(player).map(|state| (side.mobility, state));
                let record = found.map(|found| way_to(&reach, board, found, watch)).transpose()?;
                all.push(Greatest { discs: census.discs, to_move, record });
            }
        }
        let Some(last) = reach.layers().last() else { return Ok(Some(Self(all))) };
        for &discs in asked.discs.range(..=most).filter(|&&discs| discs > last.discs()) {
            let known = ByPlayer::from_fn(|player| asked.record(discs, side(player)));
            let mobility = ByPlayer::from_fn(|player| known.of(player).map(|record| record.mobility));
            let Some(deepest) = kept_search::deepest(store, last, discs, mobility, watch)? else {
                return Ok(None);
            };
            for (player, to_move) in SIDES {
                let found = deepest.of(player).map(|found| way_to(&reach, board, found, watch));
                let record = found.transpose()?.or_else(|| known.of(player).cloned());
                all.push(Greatest { discs, to_move, record });
            }
        }
        Ok(Some(Self(all)))
    }
}

/// The sides to move.
const SIDES: [(Player, ToMove); 2] = [(Player::Black, ToMove::Black), (Player::White, ToMove::White)];

const fn side(player: Player) -> ToMove {
    match player {
        Player::Black => ToMove::Black,
        Player::White => ToMove::White,
    }
}

/// A game to a position that the search has found, with its number of legal moves.
fn way_to<const SIDE: usize>(
    reach: &native::Reach<SIDE>,
    board: OthelloSize,
    (mobility, state): (u32, native::State<SIDE>),
    watch: &mut native::Watch,
) -> Result<OthelloWitness, ProfileError> {
    match reach.decide(state.into(), native::SearchLimits::default(), watch).answer {
        native::Answer::Reachable(record) => Ok(OthelloWitness::of_game(board, &record.to_string())?),
        answer => Err(ProfileError::Disagreement {
            discs: state.discs(),
            to_move: side(state.mover),
            census: mobility.to_string(),
            solver: format!("no way back: {answer:?}"),
        }),
    }
}
