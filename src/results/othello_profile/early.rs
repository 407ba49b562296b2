//! Games whose last pass comes with few discs: the most legal moves of the side that needs a pass, by native search.
//!
//! Idea: the positions after an early pass are rare, and are kept by the number of their discs
//! ([`OddGames`](crate::search::OddGames)). Beyond what fits in memory a search goes on from them that keeps none.
//!
//! What it does not show: there is no proof, and the page says so.

use super::census::{GreatestMobility, KEPT, SEARCH_BUDGET, way_to};
use super::entry::ProfileEntry;
use super::store::Store;
use super::{ProfileError, SearchStage, checkpoint};
use crate::search::OddGames;
use certamen_othello::query::OthelloWitness;
use certamen_othello::search::{self as native, ByPlayer, LayerError, by_turns};
use certamen_othello::{OthelloSize, on_side};
use encodings::othello::position::Player;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};

/// The largest mobility in games whose last pass comes early, for some numbers of discs.
#[derive(Clone, Debug)]
pub(super) struct EarlyPasses {
    /// Without a record if there is no game with more legal moves than are known.
    found: Vec<GreatestMobility>,
    /// The least number of discs whose positions are too many.
    pub(super) too_many: Option<u32>,
}

/// A callback that receives the progress of each search, and decides whether to continue.
pub(super) type StageWatch<'a> = dyn FnMut(SearchStage, native::SearchProgress) -> ControlFlow<()> + 'a;

/// The number of legal moves that is known for the side that needs a pass, by the number of discs.
pub(super) type KnownMobility = BTreeMap<u32, Option<u32>>;

/// How many more discs the positions may have than those that fit in memory. They are not kept, and take ten times as long for
/// each disc.
const BEYOND: u32 = 3;

impl EarlyPasses {
    /// Searches the games whose last pass comes with at most `searched` discs, for these numbers of discs, each
    /// with the number of legal moves that is known. `None` if `watch` stops the search. Numbers of discs whose positions are too
    /// many are left out.
    ///
    /// # Errors
    /// [`ProfileError::Memory`] if not even the positions with few discs fit, [`ProfileError::Witness`] if a record is not valid,
    /// and the errors of the checkpoint.
    pub(super) fn of(
        board: OthelloSize,
        searched: u32,
        known: &KnownMobility,
        store: &Store,
        watch: &mut StageWatch<'_>,
    ) -> Result<Option<Self>, ProfileError> {
        let room = (KEPT.min(searched), SEARCH_BUDGET);
        on_side!(board, SIDE => Self::on::<SIDE>(board, room, searched, known, store, watch))
    }

    pub(super) fn on<const SIDE: usize>(
        board: OthelloSize,
        (kept, budget): (u32, native::Budget),
        searched: u32,
        known: &KnownMobility,
        store: &Store,
        watch: &mut StageWatch<'_>,
    ) -> Result<Option<Self>, ProfileError> {
        let reach =
            native::ForwardLayers::<SIDE>::new(kept, budget, &mut |at| watch(SearchStage::Positions, at));
        let Some(reach) = fitting(reach)? else {
            return Ok(None);
        };
        let mut early = Self { found: Vec::new(), too_many: None };
        let Some(all) = reach.layers().last() else { return Ok(Some(early)) };
        let Some(passed) =
            checkpoint::passed(store, all, searched, &mut |at| watch(SearchStage::Passes, at))?
        else {
            return Ok(None);
        };
        let kept: usize = reach.layers().iter().map(native::Layer::bytes).sum();
        let budget = native::Budget(budget.0.saturating_sub(kept));
        let mut odd = OddGames::new(all, passed);
        let mut is_full = false;
        for (&discs, &known) in known.range(all.discs()..) {
            while odd.layer().discs() < discs && !is_full {
                match odd.advance(budget, &mut |at| watch(SearchStage::AfterPass, at)) {
                    Ok(()) => {}
                    Err(LayerError::Interrupted { .. }) => return Ok(None),
                    Err(LayerError::Memory { .. }) => is_full = true,
                }
            }
            let stored = odd.layer().discs();
            let beyond = discs - stored;
            // Passes with more discs than the stored positions have would be missed.
            if beyond > BEYOND || (beyond > 0 && stored < searched) {
                return Ok(Some(Self { too_many: Some(discs), ..early }));
            }
            let mover = by_turns(discs).other();
            let after_pass = &mut |at| watch(SearchStage::AfterPass, at);
            let Continue(found) = most(store, odd.layer(), discs, (mover, known), after_pass)? else {
                return Ok(None);
            };
            let way_back = &mut |at| watch(SearchStage::Positions, at);
            let Continue(record) = way_to(&reach, board, found, way_back)? else { return Ok(None) };
            early.found.push(GreatestMobility { discs, to_move: mover.into(), record });
        }
        Ok(Some(early))
    }

    /// The record with the most legal moves for an entry, or no record if no game has more than are known. `None` if the
    /// entry was not searched.
    pub(super) fn get(&self, entry: &ProfileEntry) -> Option<&Option<OthelloWitness>> {
        let is_its = |found: &&GreatestMobility| (found.discs, found.to_move) == (entry.discs, entry.to_move);
        self.found.iter().find(is_its).map(|found| &found.record)
    }
}

/// The largest mobility for a side, at least where it is more than is known, and a position with it: in the layer, or after
/// further moves from it, without keeping positions. It breaks if the watch stops the search, whose checkpoint then stays.
fn most<const SIDE: usize>(
    store: &Store,
    layer: &native::Layer<SIDE>,
    discs: u32,
    (mover, known): (Player, Option<u32>),
    watch: &mut native::Watch,
) -> Result<ControlFlow<(), Option<(u32, native::State<SIDE>)>>, ProfileError> {
    if layer.discs() == discs {
        let census = layer.census();
        let side = census.sides.of(mover);
        return Ok(Continue(side.example(mover).map(|state| (side.mobility, state))));
    }
    // The other side's number is not needed, and nobody has more legal moves than there are squares.
    let squares = Some((SIDE * SIDE) as u32);
    let known = ByPlayer::from_fn(|player| if player == mover { known } else { squares });
    let deepest = checkpoint::deepest(store, layer, discs, known, watch)?;
    Ok(deepest.map_or(Break(()), |deepest| Continue(deepest.of(mover))))
}

/// Returns `None` if the search was stopped.
fn fitting<T>(made: Result<T, LayerError>) -> Result<Option<T>, ProfileError> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(LayerError::Interrupted { .. }) => Ok(None),
        Err(LayerError::Memory { discs, .. }) => Err(ProfileError::Memory(discs)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Scope;
    use super::*;
    use certamen_othello::search::unwatched;
    use certamen_work::Stop;
    use certamen_work::durable::Wait;

    pub(in super::super) const SCOPE: Scope = Scope { board: OthelloSize::Four, reachable: true };
    pub(in super::super) const ALL: std::ops::RangeInclusive<u32> = 8..=16;

    pub(in super::super) fn store(directory: &tempfile::TempDir) -> Store {
        Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap()
    }

    fn early(store: &Store, searched: u32, watch: &mut native::Watch) -> Option<EarlyPasses> {
        let known = ALL.map(|discs| (discs, None)).collect();
        within(native::Budget(1 << 30), &known, store, searched, watch).unwrap()
    }

    fn within(
        budget: native::Budget,
        known: &KnownMobility,
        store: &Store,
        searched: u32,
        watch: &mut native::Watch,
    ) -> Result<Option<EarlyPasses>, ProfileError> {
        let watch = &mut |_: SearchStage, at| watch(at);
        EarlyPasses::on::<4>(SCOPE.board, (7, budget), searched, known, store, watch)
    }

    /// From too little for the first positions to enough for all.
    fn budgets() -> impl Iterator<Item = native::Budget> {
        (15..22).flat_map(|shift| [2 << shift, 3 << shift]).map(native::Budget)
    }

    fn mobility(one: &GreatestMobility) -> Option<u32> {
        one.record.as_ref().map(|record| record.mobility)
    }

    #[test]
    fn positions_that_do_not_fit_in_memory_are_searched_a_little_further() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory);
        let (mut left_out, mut not_kept) = (0, 0);
        for searched in [9, 12] {
            let all = early(&store, searched, &mut unwatched).unwrap();
            assert_eq!((all.found.len(), all.too_many), (ALL.count(), None));
            for budget in budgets() {
                for less in [None, Some(1), Some(0)] {
                    let known = |one| mobility(one)?.checked_sub(less?);
                    let known: KnownMobility = all.found.iter().map(|one| (one.discs, known(one))).collect();
                    let small = match within(budget, &known, &store, searched, &mut unwatched) {
                        Ok(small) => small.unwrap(),
                        Err(error) => {
                            assert!(matches!(error, ProfileError::Memory(5..=7)), "{error}");
                            continue;
                        }
                    };
                    for (small, one) in small.found.iter().zip(&all.found) {
                        assert_eq!((small.discs, small.to_move), (one.discs, one.to_move));
                        let is_known = mobility(small).is_none() && mobility(one).is_some();
                        assert!(
                            mobility(small) == mobility(one) || (is_known && less == Some(0)),
                            "{small:?}"
                        );
                        not_kept += u32::from(is_known);
                    }
                    left_out += u32::from(small.too_many.is_some());
                }
            }
        }
        assert!(left_out > 0 && not_kept > 0, "{left_out} and {not_kept}");
    }

    #[test]
    fn a_search_that_is_stopped_has_no_result() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory);
        for stop_after in [0, 2, 5, 8] {
            let mut left = stop_after;
            let mut watch = |_| {
                left -= 1;
                if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            assert!(early(&store, 12, &mut watch).is_none(), "{stop_after}");
        }
        let known = ALL.map(|discs| (discs, None)).collect();
        let all = early(&store, 12, &mut unwatched).unwrap();
        let mut continued = 0;
        for budget in budgets() {
            for stop_after in [0, 8, 16, 20, 24, 28, 32] {
                let mut left = stop_after;
                let mut watch = |_| {
                    left -= 1;
                    if left < 0 { Break(()) } else { Continue(()) }
                };
                let Ok(early) = within(budget, &known, &store, 12, &mut watch) else { continue };
                assert_eq!(early.is_none(), left < 0, "{budget:?} {stop_after}");
                for (early, one) in early.iter().flat_map(|early| &early.found).zip(&all.found) {
                    assert_eq!(mobility(early), mobility(one), "{budget:?} {stop_after}");
                    continued += 1;
                }
            }
        }
        assert!(continued > 0);
    }
}
