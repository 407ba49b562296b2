//! What sweeps over a group cost, for a division among machines.
//!
//! Idea: a sweep looks only at positions that are still open. How many a first sweep leaves open, a second look at some
//! samples says: at the positions after their moves too.
//!
//! Cost: in the second look the moves squared, for one sample in [`JUDGED`] while [`MOST_MOVES`] allows more.

use super::game::Place;
use super::groups::Group;
use super::known_moves::{Derived, KnownMoves};
use super::numbered::{MoveTarget, NumberContent, Reader, SolverContext};
use super::plan::{SAMPLES, Sampled, samples};
use super::value::{Kind, OPEN};

/// One sample of this many is looked at together with the positions after its moves.
const JUDGED: usize = 10;
/// No further sample of a layer is looked at together with them after this many moves.
const MOST_MOVES: usize = 3_000_000;

/// What sweeps over a group cost, estimated from samples.
#[derive(Clone, Copy, Debug)]
pub struct SweepCost {
    /// The number of its positions.
    pub positions: f64,
    /// The seconds of one processor in which all numbers are looked at once.
    pub seconds: f64,
    /// Those of them for positions in which the game is not over.
    pub moving_seconds: f64,
    /// The part of these positions that a first sweep leaves open: for scores those with a move to a position of the
    /// group, else those that are not decided in one ply.
    pub waiting: f64,
}

impl SweepCost {
    pub(super) fn of(solving: &SolverContext<'_>, group: &Group) -> Self {
        let Sampled { positions, seconds, moving_seconds, .. } = Sampled::of(solving, group);
        Self { positions, seconds, moving_seconds, waiting: waiting(solving, group) }
    }
}

/// The part of the positions of a group that a first sweep leaves open.
fn waiting(solving: &SolverContext<'_>, group: &Group) -> f64 {
    let SolverContext { game, settings } = *solving;
    let (mut reader, mut after) = (game.reader(), Vec::new());
    let (mut judged, mut waiting) = (0.0, 0.0);
    for &layer in &group.layers {
        let size = game.layers()[layer as usize].size;
        let (mut moves, mut looked, mut seen, mut open) = (0, 0_u32, 0_u32, 0_u32);
        for rank in samples(size, SAMPLES).step_by(JUDGED) {
            if moves > MOST_MOVES {
                break;
            }
            looked += 1;
            if let Ok(NumberContent::Moves) = reader.look(Place { layer, rank }, settings.kind, &mut after) {
                seen += 1;
                open += u32::from(waits(solving, group, &mut *reader, &after, &mut moves));
            }
        }
        let share = size as f64 / f64::from(looked.max(1));
        judged += share * f64::from(seen);
        waiting += share * f64::from(open);
    }
    waiting / f64::max(judged, 1.0)
}

/// Whether a first sweep leaves a position with these moves open. Adds the moves that were made to `moves`.
fn waits(
    solving: &SolverContext<'_>,
    group: &Group,
    reader: &mut dyn Reader,
    after: &[MoveTarget],
    moves: &mut usize,
) -> bool {
    let SolverContext { game, settings } = *solving;
    let numbered = |to: &MoveTarget| if let MoveTarget::Numbered(to) = to { Some(*to) } else { None };
    if settings.kind == Kind::Score {
        return after.iter().filter_map(numbered).any(|to| group.layers.binary_search(&to.layer).is_ok());
    }
    let (mut known, mut beyond) = (KnownMoves::new(settings.kind), Vec::new());
    for to in after {
        let code = match *to {
            MoveTarget::Over(code) => code,
            // A mistake of the game is reported when it is solved.
            MoveTarget::Numbered(to) if !game.has(to) => return false,
            MoveTarget::Numbered(to) => match reader.look(to, settings.kind, &mut beyond) {
                Ok(NumberContent::Over(code)) => code,
                Ok(NumberContent::Moves) => {
                    *moves += beyond.len();
                    OPEN
                }
                _ => OPEN,
            },
        };
        known.learn(game.value_rule().turned(code));
    }
    matches!(known.derived(), Derived::Moves { due: None, .. })
}
