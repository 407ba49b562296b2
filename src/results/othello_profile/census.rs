//! The largest mobility with few discs, by exhaustive search.

use super::{ProfileEntry, ProfileError, Store, checkpoint};
use certamen_othello::query::{OthelloWitness, ToMove};
use certamen_othello::search::{self as native, ByPlayer};
use certamen_othello::{OthelloSize, on_side};
use encodings::othello::position::Player;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};

/// The memory that the positions may take, up to the usual number of discs and beyond it.
const BUDGETS: [native::Budget; 2] = [native::Budget(1 << 31), SEARCH_BUDGET];
/// The memory that a search beyond the usual number of discs may take.
pub(super) const SEARCH_BUDGET: native::Budget = native::Budget(5 << 30);
/// The largest number of discs of 8x8 whose positions are kept; of positions with more discs only the greatest mobility
/// is.
pub(super) const KEPT: u32 = 16;

/// The largest number of discs for which all positions are searched.
pub const fn discs(board: OthelloSize) -> u32 {
    match board {
        OthelloSize::Four => 16,
        OthelloSize::Six | OthelloSize::Eight => 14,
    }
}

/// What is asked, so that a search may leave out the rest where positions are not kept.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The numbers of discs that are asked about.
    pub discs: &'a BTreeSet<u32>,
    /// All entries, with their records.
    pub entries: &'a [ProfileEntry],
}

impl Request<'_> {
    /// Compares what a search has found with what was shown to be impossible.
    fn require_possible(&self, discs: u32, to_move: ToMove, found: Option<u32>) -> Result<(), ProfileError> {
        match (found, self.entry(discs, to_move)) {
            (Some(mobility), Some(entry)) if mobility >= entry.impossible => {
                Err(ProfileError::Disagreement {
                    discs,
                    to_move,
                    census: mobility.to_string(),
                    solver: format!("that {} are impossible", entry.impossible),
                })
            }
            _ => Ok(()),
        }
    }

    /// The record that is known for a number of discs and a side to move.
    fn record(&self, discs: u32, to_move: ToMove) -> Option<&OthelloWitness> {
        self.entry(discs, to_move)?.witness.as_ref()
    }

    fn entry(&self, discs: u32, to_move: ToMove) -> Option<&ProfileEntry> {
        self.entries.iter().find(|entry| (entry.discs, entry.to_move) == (discs, to_move))
    }
}

/// The result of exhaustive search for one number of discs and one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreatestMobility {
    pub(super) discs: u32,
    pub(super) to_move: ToMove,
    /// A record to the greatest number of legal moves; `None` if there is no position.
    pub record: Option<OthelloWitness>,
}

/// The results of exhaustive search for small numbers of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallCensus(Vec<GreatestMobility>);

impl SmallCensus {
    /// Searches all positions with at most this number of discs. Where positions are not kept, only for the numbers of discs
    /// that are asked about, and only for more legal moves than a record has; the store has a checkpoint of that. `None` if
    /// the memory does not suffice or `watch` stops the search.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] if a record is not valid, [`ProfileError::Disagreement`] if the search finds more than is
    /// possible by an entry, and the errors of the checkpoint.
    pub fn of(
        board: OthelloSize,
        most: u32,
        asked: Request<'_>,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        let kept = if board == OthelloSize::Four { most } else { most.min(KEPT) };
        Self::keeping(board, kept, most, asked, store, watch)
    }

    /// The same; positions with more than `kept` discs are not kept.
    fn keeping(
        board: OthelloSize,
        kept: u32,
        most: u32,
        asked: Request<'_>,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        on_side!(board, SIDE => Self::on::<SIDE>(board, kept, most, asked, store, watch))
    }

    /// The result for this number of discs, if they were searched.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&GreatestMobility> {
        self.0.iter().find(|greatest| (greatest.discs, greatest.to_move) == (discs, to_move))
    }

    fn on<const SIDE: usize>(
        board: OthelloSize,
        kept: u32,
        most: u32,
        asked: Request<'_>,
        store: &Store,
        watch: &mut native::Watch,
    ) -> Result<Option<Self>, ProfileError> {
        let budget = BUDGETS[usize::from(most > discs(board))];
        let Ok(reach) = native::ForwardLayers::<SIDE>::new(kept, budget, watch) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for layer in reach.layers() {
            let census = layer.census();
            for (player, to_move) in SIDES {
                let side = census.sides.of(player);
                let found = side.example(player).map(|state| (side.mobility, state));
                let Continue(record) = way_to(&reach, board, found, watch)? else { return Ok(None) };
                all.push(GreatestMobility { discs: census.discs, to_move, record });
            }
        }
        let Some(last) = reach.layers().last() else { return Ok(Some(Self(all))) };
        for &discs in asked.discs.range(..=most).filter(|&&discs| discs > last.discs()) {
            let known = ByPlayer::from_fn(|player| asked.record(discs, player.into()));
            let mobility = ByPlayer::from_fn(|player| known.of(player).map(|record| record.mobility));
            let Some(deepest) = checkpoint::deepest(store, last, discs, mobility, watch)? else {
                return Ok(None);
            };
            for (player, to_move) in SIDES {
                let found = deepest.of(player);
                asked.require_possible(discs, to_move, found.map(|(mobility, _)| mobility))?;
                let Continue(record) = way_to(&reach, board, found, watch)? else { return Ok(None) };
                all.push(GreatestMobility {
                    discs,
                    to_move,
                    record: record.or_else(|| known.of(player).cloned()),
                });
            }
        }
        Ok(Some(Self(all)))
    }
}

/// The sides to move.
const SIDES: [(Player, ToMove); 2] = [(Player::Black, ToMove::Black), (Player::White, ToMove::White)];

/// A game to a position that the search has found, with its number of legal moves; none if nothing was found. It
/// breaks if the watch stops the search for it.
pub(super) fn way_to<const SIDE: usize>(
    reach: &native::ForwardLayers<SIDE>,
    board: OthelloSize,
    found: Option<(u32, native::State<SIDE>)>,
    watch: &mut native::Watch,
) -> Result<ControlFlow<(), Option<OthelloWitness>>, ProfileError> {
    let Some((mobility, state)) = found else { return Ok(Continue(None)) };
    match reach.decide(state.into(), native::SearchLimits::default(), watch).answer {
        native::Answer::Reachable(record) => {
            Ok(Continue(Some(OthelloWitness::of_game(board, &record.to_string())?)))
        }
        native::Answer::Undecided(native::Limit::Interrupted) => Ok(Break(())),
        answer => Err(ProfileError::Disagreement {
            discs: state.discs(),
            to_move: state.mover.into(),
            census: mobility.to_string(),
            solver: format!("no way back: {answer:?}"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scope;
    use certamen_othello::search::unwatched;
    use certamen_work::Stop;
    use certamen_work::durable::Wait;

    const SCOPE: Scope = Scope { board: OthelloSize::Four, reachable: true };
    const ALL: u32 = 16;

    /// Searches 4x4, with the positions of up to 8 discs kept.
    fn deep(
        store: &Store,
        entries: &[ProfileEntry],
        discs: &[u32],
        watch: &mut native::Watch,
    ) -> Result<Option<SmallCensus>, ProfileError> {
        let discs = discs.iter().copied().collect();
        SmallCensus::keeping(OthelloSize::Four, 8, ALL, Request { discs: &discs, entries }, store, watch)
    }

    #[test]
    fn without_keeping_positions_the_search_finds_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap();
        let entries = store.read_all().unwrap();
        let asked = Request { discs: &BTreeSet::new(), entries: &entries };
        let kept = SmallCensus::of(OthelloSize::Four, ALL, asked, &store, &mut unwatched).unwrap().unwrap();
        let mobility = |small: &SmallCensus, discs, to_move| {
            small.get(discs, to_move).map(|one| one.record.as_ref().map(|record| record.mobility))
        };
        let all: Vec<u32> = (9..=ALL).collect();
        let found = deep(&store, &entries, &all, &mut unwatched).unwrap().unwrap();
        let only = deep(&store, &entries, &[11], &mut unwatched).unwrap().unwrap();
        for (discs, to_move) in (4..=ALL).flat_map(|discs| SIDES.map(|(_, to_move)| (discs, to_move))) {
            let expected = mobility(&kept, discs, to_move);
            assert_eq!(mobility(&found, discs, to_move), expected, "{discs} {to_move}");
            let expected = expected.filter(|_| discs <= 8 || discs == 11);
            assert_eq!(mobility(&only, discs, to_move), expected, "{discs} {to_move}");
        }
        // With the best records known, they stay.
        let known = |entry: &ProfileEntry| ProfileEntry {
            witness: kept.get(entry.discs, entry.to_move).and_then(|one| one.record.clone()),
            ..entry.clone()
        };
        let entries: Vec<ProfileEntry> = entries.iter().map(known).collect();
        assert_eq!(deep(&store, &entries, &all, &mut unwatched).unwrap().unwrap().0.len(), 2 * 13);
        for entry in &entries {
            let found = deep(&store, &entries, &[entry.discs], &mut unwatched).unwrap().unwrap();
            let record = found.get(entry.discs, entry.to_move).and_then(|one| one.record.clone());
            assert_eq!(record.map(|one| one.mobility), entry.witness.as_ref().map(|one| one.mobility));
        }
    }

    #[test]
    fn a_stop_is_no_answer_and_an_impossible_find_is_a_contradiction() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap();
        let mut entries = store.read_all().unwrap();
        let mut stop_at_11 = |progress| match progress {
            native::SearchProgress::Layer { discs: 11, .. } => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        assert_eq!(deep(&store, &entries, &[10, 11, 12], &mut stop_at_11).unwrap(), None);
        for entry in entries.iter_mut().filter(|entry| entry.discs == 10) {
            entry.impossible = 1;
        }
        let error = deep(&store, &entries, &[10], &mut unwatched).unwrap_err();
        assert!(matches!(error, ProfileError::Disagreement { discs: 10, .. }), "{error}");
    }
}
