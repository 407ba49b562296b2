//! The positions of a board that have the most legal turns, by a search of all.
//!
//! Idea: the number of turns does not depend on which of the other player's pieces are pushers, apart from the one with
//! the anchor. So only camps have to be searched: the squares of these pieces, and which of them has the anchor. Half a
//! turn of the board halves the number of camps. With leaping, the turns of all arrangements of a camp are counted
//! together ([`leaps`](super::leaps)). Only where that count reaches the best position so far are the legal turns
//! counted one by one.
//!
//! Cost: 164,450 camps of the published board, twenty milliseconds each; ranges of them can be distributed.
//!
//! What it does not show: there is no proof to check. `encodings::push_fight::leaping` counts the same turns with
//! leaping in another way, and the naive game counts the turns of the positions found.

use super::camp::Camp;
use super::leaps::Leaps;
use certamen_push_fight::search::turn_count;
use certamen_work::stop::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The positions with the most legal turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostTurns<B: Board> {
    /// The number of their turns.
    pub turns: u32,
    /// The positions, in order.
    pub positions: Vec<Position<B>>,
    /// The number of positions whose legal turns were counted one by one.
    pub counted: u64,
}

/// The positions of these camps with the most legal turns, if they have `at_least` turns or more; `None` if a stop was
/// requested.
pub fn most_turns<B: Board>(camps: &[Camp], at_least: u32, stop: &Stop) -> Option<MostTurns<B>> {
    let best = AtomicU32::new(at_least);
    let look =
        |leaps: &mut Leaps<B>, &camp: &Camp| (!stop.is_requested()).then(|| most_of(leaps, camp, &best));
    let nothing = || MostTurns { turns: at_least, positions: Vec::new(), counted: 0 };
    let mut most = camps
        .par_iter()
        .map_init(Leaps::<B>::new, look)
        .try_reduce(nothing, |one, other| Some(one.and(other)))?;
    most.positions.sort_unstable();
    Some(most)
}

/// The positions of a camp with the most turns, if they reach the best number so far.
fn most_of<B: Board>(leaps: &mut Leaps<B>, camp: Camp, best: &AtomicU32) -> MostTurns<B> {
    leaps.fill(camp);
    let mut most = MostTurns { turns: best.load(Ordering::Relaxed), positions: Vec::new(), counted: 0 };
    leaps.each_with(
        || best.load(Ordering::Relaxed),
        |own| {
            let pieces = Pieces { own, opp: camp.opp, anchor: camp.anchor };
            let position = Position::assume(pieces);
            let turns = turn_count(position);
            best.fetch_max(turns, Ordering::Relaxed);
            most.counted += 1;
            if turns > most.turns {
                most.turns = turns;
                most.positions.clear();
            }
            if turns == most.turns {
                most.positions.push(position);
            }
        },
    );
    most
}

impl<B: Board> MostTurns<B> {
    /// The result of two searches together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let counted = self.counted + other.counted;
        let (mut more, less) = if self.turns < other.turns { (other, self) } else { (self, other) };
        if less.turns == more.turns {
            more.positions.extend(less.positions);
        }
        Self { counted, ..more }
    }
}
