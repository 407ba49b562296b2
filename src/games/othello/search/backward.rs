//! Decides whether a game reaches a position: a backward search that meets layers computed forwards.
//!
//! Idea: from the given position, take back every move that may have led to it, and so on, down to the deepest layer
//! that was computed forwards. A position there is reachable if and only if the layer has it, and the layers below lead
//! on to the start. First only the most promising positions of each number of discs are followed (`beam`), in
//! attempts of growing width; that finds a record if there are many. Then everything is tried, depth first. Failures
//! are recorded up to symmetry, for either colour and either start (`memo`).
//!
//! Pruning: a last disc is only taken from squares where the remaining discs can still have been built up from the
//! centre ([`shape`]). Every position of a game can be built that way, so no reachable position is lost.
//!
//! Source: H. Takizawa, The maximum number of legal moves of Othello in reachable positions is 33, which searches depth
//! first down to a table of the positions with 15 discs. Cost, with the layers to 13 discs, on one core: the three
//! published boards with 33 and 34 moves are refuted by their shape at once. A record takes a tenth of a second for
//! each published position with 33 moves, and usually a second or two for the end of a random game of up to 60 discs.
//! Unreachable positions with more than 30 discs whose shape does not refute them stay undecided for a long time.
//!
//! What it shows: a record, which is part of the answer and can be replayed. What it does not show: "unreachable"
//! depends on this code, on the completeness of the un-moves and on the completeness of the layers; there is no proof
//! to check.
//!
//! [`shape`]: super::shape

use super::beam::{self, Outcome, promise};
use super::class::{Class, RoutedPosition, Routes};
use super::layer::ForwardLayers;
use super::limits::{Limit, Meter, SearchLimits};
use super::memo::Memo;
use super::progress::Watch;
use super::shape::{buildable, removable};
use super::state::{State, must_pass};
use super::transcript::Transcript;
use super::unmove::{Unmove, routes_before, unmoves};
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::Discs;
use std::cmp::Reverse;

/// The numbers of positions of each number of discs that the attempts follow, beside those that await a pass, before everything
/// is tried.
const WIDTHS: [usize; 5] = [1 << 6, 1 << 9, 1 << 11, 1 << 14, 1 << 17];

/// The state in which a layer is met, and the squares played from there on.
type History = (RoutedPosition, Vec<u64>);

/// A position to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target<const SIDE: usize> {
    /// The discs as the mover sees them. If the mover has to pass, the position is the one before the pass.
    pub position: Position<SIDE>,
    /// The colour of the mover; `None` for either.
    pub mover: Option<Player>,
}

impl<const SIDE: usize> Target<SIDE> {
    fn routes(self) -> Routes {
        self.mover.map_or(Routes::EITHER, Routes::mover)
    }
}

impl<const SIDE: usize> From<State<SIDE>> for Target<SIDE> {
    fn from(state: State<SIDE>) -> Self {
        Self { position: state.position, mover: Some(state.mover) }
    }
}

/// The answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<const SIDE: usize> {
    /// This game leads to it.
    Reachable(Transcript<SIDE>),
    /// No game leads to it.
    Unreachable,
    /// A limit ended the search.
    Undecided(Limit),
}

/// An answer and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<const SIDE: usize> {
    /// The answer.
    pub answer: Answer<SIDE>,
    /// The number of positions that were expanded backwards.
    pub positions: u64,
    /// The number of positions that were looked up in the layers.
    pub lookups: u64,
}

impl<const SIDE: usize> ForwardLayers<SIDE> {
    /// Decides whether a game reaches the position. `watch` is called regularly and decides whether to continue.
    ///
    /// # Panics
    /// If the record that was found does not replay to the position, which would be a bug in the search.
    pub fn decide(&self, target: Target<SIDE>, limits: SearchLimits, watch: &mut Watch) -> Verdict<SIDE> {
        let (discs, routes) = (target.position.discs(), target.routes());
        let mut meter = Meter::new(limits, watch);
        let answer = match self.history(RoutedPosition { discs, routes }, limits.memo_bytes, &mut meter) {
            Err(limit) => Answer::Undecided(limit),
            Ok(None) => Answer::Unreachable,
            Ok(Some((meeting, trail))) => {
                let mut squares = self.descend(meeting);
                squares.extend(trail);
                let record = Transcript::replayed(&squares, target.position.discs())
                    .filter(|record| target.mover.is_none_or(|mover| mover == record.mover()));
                Answer::Reachable(record.expect("the moves that were taken back replay"))
            }
        };
        Verdict { answer, positions: meter.positions, lookups: meter.lookups }
    }

    /// The state in which the way back from a position meets a layer, and the squares played from there on.
    fn history(
        &self,
        target: RoutedPosition,
        memo_bytes: usize,
        meter: &mut Meter,
    ) -> Result<Option<History>, Limit> {
        let RoutedPosition { discs, routes } = target;
        if !buildable::<SIDE>(discs.occupied()) {
            return Ok(None);
        }
        // Layers have no positions in which a pass is due; these are searched from one move back.
        let due = must_pass::<SIDE>(discs);
        if let Some(layer) = self.layer(discs.occupied().count_ones()).filter(|_| !due) {
            meter.lookups += 1;
            let routes = layer.routes(discs).and(routes);
            return Ok((!routes.is_none()).then_some((RoutedPosition { discs, routes }, Vec::new())));
        }
        for width in WIDTHS {
            match beam::search(self, target, width, meter)? {
                Outcome::Met(meeting, trail) => return Ok(Some((meeting, trail))),
                Outcome::Exhausted => return Ok(None),
                Outcome::Inconclusive => {}
            }
        }
        let room = vec![Vec::new(); SIDE * SIDE];
        let memo = Memo::new(memo_bytes);
        let mut search = BackwardSearch { reach: self, memo, meter, trail: Vec::new(), room };
        let met = search.expand(discs, routes)?;
        Ok(met.map(|meeting| (meeting, search.trail)))
    }

    /// The squares played from the start to a state that a layer has.
    fn descend(&self, mut state: RoutedPosition) -> Vec<u64> {
        let mut squares = Vec::new();
        while let Some(below) = self.layer(state.discs.occupied().count_ones() - 1) {
            let mut earlier = None;
            unmoves::<SIDE>(state.discs, u64::MAX, |unmove| {
                let routes = routes_before(unmove, state.routes);
                if earlier.is_none() && !below.routes(unmove.before).and(routes).is_none() {
                    let routes = below.routes(unmove.before).and(routes);
                    earlier = Some((unmove.placed, RoutedPosition { discs: unmove.before, routes }));
                }
            });
            let Some((placed, meeting)) = earlier else { break };
            squares.push(placed);
            state = meeting;
        }
        squares.reverse();
        squares
    }
}

/// A depth-first search, which ends only when everything has been tried.
struct BackwardSearch<'a, 'm, 'w, const SIDE: usize> {
    reach: &'a ForwardLayers<SIDE>,
    memo: Memo<SIDE>,
    meter: &'a mut Meter<'m, 'w>,
    /// When a layer has been met: the squares played from there on.
    trail: Vec<u64>,
    /// For each number of discs, a buffer for the moves to take back.
    room: Vec<Vec<Unmove>>,
}

impl<const SIDE: usize> BackwardSearch<'_, '_, '_, SIDE> {
    /// The state in which the way back from a position, by the wanted routes, meets a layer, if it meets one.
    fn search(&mut self, discs: Discs<u64>, want: Routes) -> Result<Option<RoutedPosition>, Limit> {
        if let Some(layer) = self.reach.layer(discs.occupied().count_ones()) {
            self.meter.lookups += 1;
            let routes = layer.routes(discs).and(want);
            return Ok((!routes.is_none()).then_some(RoutedPosition { discs, routes }));
        }
        let class = Class::<SIDE>::of(discs, want);
        if class.routes().without(self.memo.failed(class)).is_none() {
            return Ok(None);
        }
        let found = self.expand(discs, want)?;
        if found.is_none() {
            self.memo.note(class);
        }
        Ok(found)
    }

    /// Takes back each move that may have led to a position, and continues the search from there.
    fn expand(&mut self, discs: Discs<u64>, want: Routes) -> Result<Option<RoutedPosition>, Limit> {
        self.meter.count()?;
        let depth = discs.occupied().count_ones() as usize - 1;
        let mut moves = std::mem::take(&mut self.room[depth]);
        moves.clear();
        let squares = removable::<SIDE>(discs.occupied());
        unmoves::<SIDE>(discs, squares, |unmove| moves.push(unmove));
        moves.sort_by_cached_key(|unmove| Reverse(promise::<SIDE>(unmove.before)));
        let mut found = Ok(None);
        for &unmove in &moves {
            found = self.search(unmove.before, routes_before(unmove, want));
            if !matches!(found, Ok(None)) {
                self.trail.push(unmove.placed);
                break;
            }
        }
        self.room[depth] = moves;
        found
    }
}
