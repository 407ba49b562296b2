//! The search of all positions with more discs than are stored, with a checkpoint in the directory of the profile.
//!
//! A checkpoint is worth something only for the same layer, which is made anew, and if no record has fewer legal moves than
//! at its time: the search only looks for more than records have. Otherwise the search begins anew.

use super::{ProfileError, Store};
use crate::search::{DeepSearch, Deepest, PassPositions, PassSearch};
use certamen_othello::search::{ByPlayer, Layer, Watch};
use encodings::othello::position::Player;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The time between two checkpoints. Each has a few hundred bytes.
const INTERVAL: Duration = Duration::from_secs(20);
/// The version of the search. A search whose result may differ from those of this version has to have another one.
const VERSION: u32 = 1;

/// `search-19.json`: how far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint<const SIDE: usize> {
    version: u32,
    /// The [`Layer::fingerprint`] of the layer from which it goes on.
    layer: u64,
    /// The number of legal moves that was known for each side to move.
    known: ByPlayer<Option<u32>>,
    found: Deepest<SIDE>,
}

impl<const SIDE: usize> Checkpoint<SIDE> {
    /// Whether a search from `begun` may go on from here.
    fn continues(&self, begun: &Self) -> bool {
        let knew_no_more = |player| self.known.of(player) <= begun.known.of(player);
        (self.version, self.layer, self.found.discs) == (begun.version, begun.layer, begun.found.discs)
            && knew_no_more(Player::Black)
            && knew_no_more(Player::White)
    }
}

/// The greatest mobility with this number of discs, for each side to move, if it is greater than what is known. `None` if
/// the watch stops the search; its checkpoint then stays. It also stays when the search is complete, until its answers are
/// written elsewhere.
///
/// # Errors
/// [`ProfileError::Damaged`] if the checkpoint is damaged, [`ProfileError::Work`] if it cannot be read or written.
pub(super) fn deepest<const SIDE: usize>(
    store: &Store,
    layer: &Layer<SIDE>,
    discs: u32,
    known: ByPlayer<Option<u32>>,
    watch: &mut Watch,
) -> Result<Option<Deepest<SIDE>>, ProfileError> {
    let found = Deepest::nothing(discs);
    let begun = Checkpoint { version: VERSION, layer: layer.fingerprint(), known, found };
    let kept = store.search(discs)?.filter(|kept: &Checkpoint<SIDE>| kept.continues(&begun)).unwrap_or(begun);
    // What is searched from here on is only searched for more than is known now.
    let is_complete = kept.found.done >= layer.len() as u64;
    let known_to_search = if is_complete { kept.known } else { known };
    let keep = |found| store.write_search(discs, &Checkpoint { found, known: known_to_search, ..kept });
    let mut search = DeepSearch::new(layer, known, kept.found);
    let mut saved = Instant::now();
    let mut is_stopped = watch(search.progress()).is_break();
    while !is_stopped && search.advance() {
        is_stopped = watch(search.progress()).is_break();
        if saved.elapsed() >= INTERVAL {
            keep(search.found())?;
            saved = Instant::now();
        }
    }
    keep(search.found())?;
    Ok((!is_stopped).then(|| search.found().above(known)))
}

/// `passes-19.json`: how far a search for passes has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Passes<const SIDE: usize> {
    version: u32,
    /// The [`Layer::fingerprint`] of the layer from which it goes on.
    layer: u64,
    found: PassPositions<SIDE>,
}

/// The time between two checkpoints of the passes, which have up to a hundred megabytes.
const PASSES_INTERVAL: Duration = Duration::from_secs(60);
/// The version of the search for passes.
const PASSES_VERSION: u32 = 1;

/// All passes with more discs than the layer has and at most `most`. `None` if the watch stops the search; its checkpoint stays
/// then, and when the search is complete.
///
/// # Errors
/// [`ProfileError::Damaged`] if the checkpoint is damaged, [`ProfileError::Work`] if it cannot be read or written.
pub(super) fn passed<const SIDE: usize>(
    store: &Store,
    layer: &Layer<SIDE>,
    most: u32,
    watch: &mut Watch,
) -> Result<Option<PassPositions<SIDE>>, ProfileError> {
    let found = PassPositions::nothing(most);
    let begun = Passes { version: PASSES_VERSION, layer: layer.fingerprint(), found };
    let is_its = |kept: &Passes<SIDE>| {
        (kept.version, kept.layer, kept.found.most) == (begun.version, begun.layer, most)
    };
    let mut kept = store.passes(most)?.filter(is_its).unwrap_or(begun);
    let total = layer.len() as u64;
    let mut search = PassSearch::new(layer, &kept.found);
    let mut is_stopped = watch(search.progress()).is_break();
    let mut saved = Instant::now();
    while !is_stopped && search.advance() {
        is_stopped = watch(search.progress()).is_break();
        if saved.elapsed() >= PASSES_INTERVAL {
            (kept.found, search) = search.found();
            store.write_passes(most, &kept)?;
            saved = Instant::now();
        }
    }
    if kept.found.done < total {
        kept.found = search.found().0;
        store.write_passes(most, &kept)?;
    }
    Ok((!is_stopped).then_some(kept.found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scope;
    use certamen_othello::OthelloSize;
    use certamen_othello::search::{Budget, unwatched};
    use certamen_work::Stop;
    use certamen_work::durable::Wait;
    use std::ops::ControlFlow;
    use std::path::Path;

    const SCOPE: Scope = Scope { board: OthelloSize::Six, reachable: true };

    fn open(directory: &Path) -> Store {
        Store::open(directory, SCOPE, false, Wait::No, &Stop::new()).unwrap()
    }

    fn layer(discs: u32) -> Layer<6> {
        let next = |layer: Layer<6>| layer.next(Budget(1 << 24), &mut unwatched).unwrap();
        (4..discs).fold(Layer::start(), |layer, _| next(layer))
    }

    /// The number of blocks in which a search goes through a layer: its shards that are not empty.
    fn blocks(layer: &Layer<6>) -> u64 {
        let after = |&done: &u64| layer.block(done, usize::MAX).map(|block| done + block.len() as u64);
        std::iter::successors(Some(0), after).count() as u64 - 1
    }

    /// The result, and how many blocks were gone through.
    fn search(
        store: &Store,
        layer: &Layer<6>,
        known: ByPlayer<Option<u32>>,
        stop_after: u64,
    ) -> (Option<Deepest<6>>, u64) {
        let mut reports = 0;
        let mut watch = |_| {
            reports += 1;
            if reports > stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = deepest(store, layer, 10, known, &mut watch).unwrap();
        (found, reports - 1)
    }

    #[test]
    fn a_search_goes_on_from_its_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let (layer, nothing) = (layer(7), ByPlayer::default());
        let blocks = blocks(&layer);
        assert_eq!(search(&store, &layer, nothing, 3), (None, 3));
        let (found, left) = search(&store, &layer, nothing, u64::MAX);
        let found = found.unwrap();
        assert_eq!((left, found.done), (blocks - 3, layer.len() as u64));
        assert_eq!(search(&store, &layer, nothing, u64::MAX), (Some(found), 0));
        // Better records than at the time of the checkpoint: it answers for them too.
        let most = [Player::Black, Player::White]
            .into_iter()
            .filter_map(|player| found.of(player))
            .map(|(most, _)| most);
        let most = most.max().unwrap();
        let known = ByPlayer { black: Some(most), white: Some(most) };
        let (above, left) = search(&store, &layer, known, u64::MAX);
        let above = above.unwrap();
        assert_eq!((left, above.of(Player::Black), above.of(Player::White)), (0, None, None));
        store.remove_searches(|discs| discs != 10).unwrap();
        assert!(directory.path().join("search-10.json").exists());
        store.remove_searches(|discs| discs == 10).unwrap();
        assert!(!directory.path().join("search-10.json").exists());
    }

    #[test]
    fn a_search_that_went_on_with_better_records_does_not_answer_for_lesser_ones() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let (layer, nothing) = (layer(7), ByPlayer::default());
        let fresh = tempfile::tempdir().unwrap();
        let whole = search(&open(fresh.path()), &layer, nothing, u64::MAX).0;
        assert_eq!(search(&store, &layer, nothing, 3), (None, 3));
        let known = ByPlayer { black: Some(36), white: Some(36) };
        assert!(search(&store, &layer, known, u64::MAX).0.is_some());
        let blocks = blocks(&layer);
        assert_eq!(search(&store, &layer, nothing, u64::MAX), (whole, blocks));
    }

    #[test]
    fn a_search_for_passes_goes_on_from_its_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let layer = layer(8);
        let search = |store: &Store, stop_after: u64| {
            let mut reports = 0;
            let mut watch = |_| {
                reports += 1;
                if reports > stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            (passed(store, &layer, 11, &mut watch).unwrap(), reports - 1)
        };
        assert_eq!(search(&store, 3), (None, 3));
        let (found, left) = search(&store, u64::MAX);
        let fresh = tempfile::tempdir().unwrap();
        let (whole, blocks) = search(&open(fresh.path()), u64::MAX);
        assert_eq!((&found, left), (&whole, blocks - 3));
        assert_eq!(search(&store, u64::MAX), (found, 0));
        let path = directory.path().join("passes-11.json");
        let mut text = std::fs::read(&path).unwrap();
        let middle = text.len() / 2;
        text[middle] ^= 1;
        std::fs::write(&path, &text).unwrap();
        let error = passed(&store, &layer, 11, &mut unwatched).unwrap_err().to_string();
        assert!(error.contains("passes-11.json") && error.contains("remove "), "{error}");
        store.remove_passes().unwrap();
        store.remove_passes().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_search_of_another_layer_or_with_lesser_records_begins_anew() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let few = ByPlayer { black: Some(1), white: Some(1) };
        let begin_anew = |layer: &Layer<6>, known| {
            let (found, looked_at) = search(&store, layer, known, u64::MAX);
            assert_eq!(looked_at, blocks(layer));
            let fresh = tempfile::tempdir().unwrap();
            assert_eq!(search(&open(fresh.path()), layer, known, u64::MAX).0, found);
        };
        begin_anew(&layer(6), few);
        begin_anew(&layer(7), few);
        begin_anew(&layer(7), ByPlayer { black: Some(1), white: None });
    }

    #[test]
    fn a_damaged_checkpoint_is_an_error_that_names_it() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let layer = layer(5);
        search(&store, &layer, ByPlayer::default(), u64::MAX);
        let path = directory.path().join("search-10.json");
        let text = std::fs::read(&path).unwrap();
        for place in (0..text.len()).step_by(7) {
            let mut changed = text.clone();
            changed[place] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let error =
                deepest(&store, &layer, 10, ByPlayer::default(), &mut unwatched).unwrap_err().to_string();
            assert!(error.contains("search-10.json") && error.lines().count() == 1, "{place}: {error}");
            assert!(error.contains("remove "), "the error says what to do: {error}");
        }
    }
}
