//! Positions whose side to move is not the one that turns without a pass would give, by the place of the last pass.
//!
//! Idea: somebody has passed. If the last pass came with few discs, native search knows all games
//! ([`OddGames`](crate::search::OddGames)). If it came later, few steps follow it, and that is a strong constraint: before
//! the first of them one player had no legal move, and soon after that somebody is to have many. For each number of steps it is
//! refuted by a solver, or a list of all such positions has none that a game reaches ([`Ends`]).
//!
//! What it does not show: of the games whose last pass came early, and of the list, there is no proof, and the page says so.

use super::census::{Greatest, KEPT, SEARCH_BUDGET, way_to};
use super::close::checked;
use super::ends::{Ends, NotReached, Reached};
use super::entry::{ProfileEntry, Refuted, Shown};
use super::store::Store;
use super::{Notice, ProfileError, Scope, Watch, checkpoint, seen};
use crate::OthelloSize;
use crate::query::{LastSteps, OthelloMobility, OthelloWitness, Reach};
use crate::search::{self as native, ByPlayer, LayerError, OddGames, by_turns};
use certamen_ask::solve::{AskOutcome, Event, ask_question};
use certamen_work::Limits;
use encodings::othello::position::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// Why no game leads to a number of legal moves: there is no place for its last pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoPass {
    /// All games whose last pass comes with at most this number of discs were searched natively.
    pub searched: u32,
    /// Later passes, each with the question that names the number of steps after it.
    pub later: Vec<Refuted>,
    /// The list of the positions right after a pass, unless there are none.
    pub ends: Option<NotReached>,
}

/// Whether the side to move of an entry needs a pass.
pub(super) fn is_odd(entry: &ProfileEntry) -> bool {
    entry.to_move.player().is_some_and(|player| player != by_turns(entry.discs))
}

/// The largest mobility in games whose last pass comes early, for some numbers of discs.
#[derive(Clone, Debug)]
struct Early {
    /// Without a record if there is no game with more legal moves than are known.
    found: Vec<Greatest>,
    /// The least number of discs whose positions are too many.
    too_many: Option<u32>,
}

/// The number of legal moves that is known for the side that needs a pass, by the number of discs.
type Known = BTreeMap<u32, Option<u32>>;

/// How long a solver refutes later passes for one entry, if there is no time limit.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many more discs the positions may have than those that fit in memory. They are not kept, and take ten times as long for
/// each disc.
const BEYOND: u32 = 3;

impl Early {
    /// Searches the games whose last pass comes with at most `searched` discs, for these numbers of discs, each
    /// with the number of legal moves that is known. `None` if `watch` stops the search. Numbers of discs whose positions are too
    /// many are left out.
    ///
    /// # Errors
    /// [`ProfileError::Memory`] if not even the positions with few discs fit, [`ProfileError::Witness`] if a record is not valid,
    /// and the errors of the checkpoint.
    fn of(
        board: OthelloSize,
        searched: u32,
        known: &Known,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        let room = (KEPT.min(searched), SEARCH_BUDGET);
        match board {
            OthelloSize::Four => Self::on::<4>(board, room, searched, known, store, watch),
            OthelloSize::Six => Self::on::<6>(board, room, searched, known, store, watch),
            OthelloSize::Eight => Self::on::<8>(board, room, searched, known, store, watch),
        }
    }

    fn on<const SIDE: usize>(
        board: OthelloSize,
        (kept, budget): (u32, native::Budget),
        searched: u32,
        known: &Known,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        let Some(reach) = fitting(native::Reach::<SIDE>::new(kept, budget, watch))? else {
            return Ok(None);
        };
        let mut early = Self { found: Vec::new(), too_many: None };
        let Some(all) = reach.layers().last() else { return Ok(Some(early)) };
        let Some(passed) = checkpoint::passed(store, all, searched, watch)? else { return Ok(None) };
        let kept: usize = reach.layers().iter().map(native::Layer::bytes).sum();
        let budget = native::Budget(budget.0.saturating_sub(kept));
        let mut odd = OddGames::new(all, passed);
        let mut is_full = false;
        for (&discs, &known) in known.range(all.discs()..) {
            while odd.layer().discs() < discs && !is_full {
                match odd.advance(budget, watch) {
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
            let Continue(found) = most(store, odd.layer(), discs, (mover, known), watch)? else {
                return Ok(None);
            };
            let Continue(record) = way_to(&reach, board, found, watch)? else { return Ok(None) };
            early.found.push(Greatest { discs, to_move: mover.into(), record });
        }
        Ok(Some(early))
    }

    /// The record with the most legal moves for an entry, or no record if no game has more than are known. `None` if the
    /// entry was not searched.
    fn get(&self, entry: &ProfileEntry) -> Option<&Option<OthelloWitness>> {
        let is_its = |found: &&Greatest| (found.discs, found.to_move) == (entry.discs, entry.to_move);
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
    // Of the other side nothing is asked, and nobody has more legal moves than there are squares.
    let squares = Some((SIDE * SIDE) as u32);
    let known = ByPlayer::from_fn(|player| if player == mover { known } else { squares });
    let watch = &mut |progress: native::SearchProgress| watch(progress.after_pass());
    let deepest = checkpoint::deepest(store, layer, discs, known, watch)?;
    Ok(deepest.map_or(Break(()), |deepest| Continue(deepest.of(mover))))
}

/// What was computed; `None` if it was stopped.
fn fitting<T>(made: Result<T, LayerError>) -> Result<Option<T>, ProfileError> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(LayerError::Interrupted { .. }) => Ok(None),
        Err(LayerError::Memory { discs, .. }) => Err(ProfileError::Memory(discs)),
    }
}

/// What a search for records and reasons by the place of the last pass works with.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) scope: Scope,
    /// Passes with up to this number of discs are searched.
    pub(super) searched: u32,
    /// Lists, some of positions right after a pass.
    pub(super) ends: &'a [Ends],
    pub(super) store: &'a Store,
    pub(super) limits: &'a Limits,
}

/// Narrows the open entries whose side to move needs a pass and about whose numbers of discs the profile asks.
///
/// # Errors
/// [`ProfileError`]; what was found before is kept.
pub(super) fn narrow(
    asked: Asked<'_>,
    entries: &mut [ProfileEntry],
    is_asked: impl Fn(u32) -> bool,
    watch: &mut Watch<'_>,
) -> Result<(), ProfileError> {
    let Asked { scope, searched, store, limits, .. } = asked;
    // With fewer discs, exhaustive search of all positions has the answer.
    let is_searched = |discs: u32| discs >= KEPT.min(searched) && is_asked(discs);
    let needs_it = |entry: &ProfileEntry| is_odd(entry) && !entry.is_closed() && is_searched(entry.discs);
    let mobility = |entry: &ProfileEntry| entry.witness.as_ref().map(|witness| witness.mobility);
    let known: Known =
        entries.iter().filter(|entry| needs_it(entry)).map(|entry| (entry.discs, mobility(entry))).collect();
    if known.is_empty() {
        return Ok(());
    }
    let mut seen = |progress| seen(progress, limits, watch);
    let Some(early) = Early::of(scope.board, searched, &known, store, &mut seen)? else { return Ok(()) };
    if let Some(discs) = early.too_many {
        watch(Notice::TooMany { discs });
    }
    let by_passes = ByPasses { asked, early: &early };
    for entry in entries.iter_mut().filter(|entry| needs_it(entry)) {
        if by_passes.narrow(entry, watch)? {
            store.write(entry)?;
        }
    }
    Ok(())
}

/// What is needed to close an entry by the place of its last pass.
struct ByPasses<'a> {
    asked: Asked<'a>,
    early: &'a Early,
}

/// Which places of the last pass are left.
enum Places {
    None(NoPass),
    /// A game with many legal moves has one.
    Game(OthelloWitness),
    Open,
}

impl ByPasses<'_> {
    /// Takes the record of the early passes; then rules out one more legal move than is known, if that is not reached after a
    /// later pass either. Returns whether the entry changed.
    fn narrow(&self, entry: &mut ProfileEntry, watch: &mut Watch<'_>) -> Result<bool, ProfileError> {
        let Some(record) = self.early.get(entry) else { return Ok(false) };
        let mut is_changed = match record {
            Some(record) => entry.take(self.asked.scope, record)?,
            None => false,
        };
        // Without later passes and without a record there is no position at all, not even one without a legal move.
        let fewest = u32::from(entry.discs > self.asked.searched);
        let limits = self.asked.limits.within(Some(self.asked.limits.time.unwrap_or(PATIENCE)));
        while !limits.is_over() {
            let at_least = entry.next().max(fewest);
            if at_least >= entry.impossible {
                break;
            }
            match self.places(entry, at_least, &limits, watch)? {
                Places::None(shown) => entry.rule_out(at_least, Shown::Passes(Box::new(shown)))?,
                Places::Game(witness) => _ = entry.take(self.asked.scope, &witness)?,
                Places::Open => break,
            }
            is_changed = true;
        }
        Ok(is_changed)
    }

    /// Looks for a place of the last pass beyond the early ones.
    fn places(
        &self,
        entry: &ProfileEntry,
        at_least: u32,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Places, ProfileError> {
        let searched = self.asked.searched;
        let mut shown = NoPass { searched, later: Vec::new(), ends: None };
        let steps = 0..entry.discs.saturating_sub(searched);
        // A list is there or not, and few steps are decided soon.
        for steps in steps {
            if let Some((reached, not_reached)) = self.listed(entry, at_least, steps)? {
                match reached {
                    Reached::Nothing => shown.ends = Some(not_reached),
                    Reached::Undecided => return Ok(Places::Open),
                    Reached::Record(record) => {
                        return Ok(Places::Game(OthelloWitness::of_game(self.asked.scope.board, &record)?));
                    }
                }
            } else if let Some(refuted) =
                self.refuted(self.after_pass(entry, at_least, steps), limits, watch)?
            {
                shown.later.push(refuted);
            } else {
                return Ok(Places::Open);
            }
        }
        Ok(Places::None(shown))
    }

    /// Searches back from the positions of a list of those right after a pass, if there is one.
    fn listed(
        &self,
        entry: &ProfileEntry,
        at_least: u32,
        steps: u32,
    ) -> Result<Option<(Reached, NotReached)>, ProfileError> {
        let asked = self.after_pass(entry, at_least, steps);
        let lists = self.asked.ends.iter().filter(|ends| ends.has_all_of(&asked));
        lists
            .max_by_key(|ends| ends.at_least())
            .map(|ends| ends.reached_from(entry, at_least, &self.asked.limits.stop))
            .transpose()
    }

    /// Asks a solver to refute a question about steps after a pass. `None` if there is a model, or no answer.
    fn refuted(
        &self,
        question: OthelloMobility,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Refuted>, ProfileError> {
        let proof = self.asked.store.scratch()?;
        let mut tell = |event: Event<'_>| watch(Notice::Event(event));
        let asked = ask_question(&question.into(), limits, || proof.reopen_empty(), &mut tell)?;
        let AskOutcome::Refuted(refutation) = asked else { return Ok(None) };
        checked(question, &refutation, proof.path(), self.asked.store, &limits.stop)
    }

    /// The question about positions of an entry with this number of steps after the last pass.
    fn after_pass(&self, entry: &ProfileEntry, at_least: u32, steps: u32) -> OthelloMobility {
        let discs = entry.discs;
        let window = LastSteps { steps, least: discs, most: discs, any_order: false };
        let (reach, discs) =
            if steps > 0 { (Some(Reach::Window(window)), None) } else { (None, Some(discs)) };
        let any = OthelloMobility::any(self.asked.scope.board);
        OthelloMobility { at_least, discs, reach, symmetry_breaking: true, after_pass: true, ..any }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::ToMove;
    use crate::search::{Budget, Layer, unwatched};
    use certamen_work::Stop;
    use certamen_work::durable::Wait;

    const SCOPE: Scope = Scope { board: OthelloSize::Four, reachable: true };
    const ALL: std::ops::RangeInclusive<u32> = 8..=16;

    fn store(directory: &tempfile::TempDir) -> Store {
        Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap()
    }

    fn early(store: &Store, searched: u32, watch: &mut native::Watch) -> Option<Early> {
        let known = ALL.map(|discs| (discs, None)).collect();
        within(native::Budget(1 << 30), &known, store, searched, watch).unwrap()
    }

    fn within(
        budget: native::Budget,
        known: &Known,
        store: &Store,
        searched: u32,
        watch: &mut native::Watch,
    ) -> Result<Option<Early>, ProfileError> {
        Early::on::<4>(SCOPE.board, (7, budget), searched, known, store, watch)
    }

    /// From too little for the first positions to enough for all.
    fn budgets() -> impl Iterator<Item = native::Budget> {
        (15..22).flat_map(|shift| [2 << shift, 3 << shift]).map(native::Budget)
    }

    fn mobility(one: &Greatest) -> Option<u32> {
        one.record.as_ref().map(|record| record.mobility)
    }

    /// The largest mobility for the side that needs a pass, by the layers; `None` if there is no position.
    fn truth() -> Vec<(ProfileEntry, Option<u32>)> {
        let mut layer = Layer::<4>::start();
        let mut all = Vec::new();
        while layer.discs() < *ALL.end() {
            layer = layer.next(Budget(1 << 30), &mut unwatched).unwrap();
            let player = by_turns(layer.discs()).other();
            let census = layer.census();
            let side = census.sides.of(player);
            let most = (side.positions > 0).then_some(side.mobility);
            all.push((ProfileEntry::new(SCOPE, layer.discs(), ToMove::from(player)), most));
        }
        all.retain(|(entry, _)| ALL.contains(&entry.discs));
        all
    }

    #[test]
    fn what_is_ruled_out_is_not_reached() {
        let limits = Limits::default();
        let (mut closed, mut refuted) = (0, 0);
        for searched in [8, 10, 13, 16] {
            let directory = tempfile::tempdir().unwrap();
            let store = store(&directory);
            let early = early(&store, searched, &mut unwatched).unwrap();
            let by_passes = ByPasses {
                asked: Asked { scope: SCOPE, searched, ends: &[], store: &store, limits: &limits },
                early: &early,
            };
            for (mut entry, most) in truth() {
                by_passes.narrow(&mut entry, &mut |_| {}).unwrap();
                for steps in 1..=3 {
                    let at_least = most.unwrap_or(0) + 1;
                    let question = by_passes.after_pass(&entry, at_least, steps);
                    let later = by_passes.refuted(question, &limits, &mut |_| {}).unwrap();
                    refuted += u32::from(later.is_some_and(|later| later.question == question));
                }
                let record = entry.witness.as_ref().map(|witness| witness.mobility);
                assert!(record <= most && entry.impossible > most.unwrap_or(0), "{searched}: {entry:?}");
                let Shown::Passes(shown) = &entry.shown_by else { continue };
                assert_eq!(entry.impossible, most.unwrap_or(0) + 1, "{searched}: {entry:?}");
                assert_eq!(shown.later.len() as u32, entry.discs.saturating_sub(searched));
                closed += 1;
            }
        }
        assert!(closed > 5 && refuted > 0, "{closed} and {refuted}");
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
                    let known: Known = all.found.iter().map(|one| (one.discs, known(one))).collect();
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
    fn a_search_that_is_stopped_rules_out_nothing() {
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
        let stop = Stop::new();
        stop.request();
        let limits = Limits { stop, ..Limits::default() };
        let asked = Asked { scope: SCOPE, searched: 9, ends: &[], store: &store, limits: &limits };
        let begun: Vec<ProfileEntry> = truth().into_iter().map(|(entry, _)| entry).collect();
        let mut entries = begun.clone();
        narrow(asked, &mut entries, |_| true, &mut |_| {}).unwrap();
        assert_eq!(entries, begun);
    }

    /// With six discs nobody can have passed, on any board.
    #[test]
    fn no_position_is_no_legal_move() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory);
        let limits = Limits::default();
        for searched in [5, 6, 9] {
            let asked = Asked { scope: SCOPE, searched, ends: &[], store: &store, limits: &limits };
            let mut entries = vec![ProfileEntry::new(SCOPE, 6, ToMove::White)];
            narrow(asked, &mut entries, |_| true, &mut |_| {}).unwrap();
            let is_none = entries[0].impossible == 0 && matches!(entries[0].shown_by, Shown::Passes(_));
            assert_eq!(is_none, searched == 6, "{entries:?}");
        }
    }

    #[test]
    fn a_side_needs_a_pass_if_turns_alone_do_not_give_it_the_move() {
        let needs = |discs, side| is_odd(&ProfileEntry::new(SCOPE, discs, side));
        assert!(!needs(6, ToMove::Black) && needs(6, ToMove::White) && needs(7, ToMove::Black));
        assert!(!needs(7, ToMove::White) && !needs(7, ToMove::Either));
    }
}
