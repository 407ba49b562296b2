//! The search of all positions with more discs than are kept, with a checkpoint in the directory of the profile.
//!
//! A checkpoint is worth something only for the same layer, which is made anew, and for the same records: the search looks
//! for more legal moves than they have. Otherwise the search begins anew.

use super::{ProfileError, Store};
use crate::search::{ByPlayer, Deepest, Descent, Layer, Watch};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The time between two checkpoints. Each has a few hundred bytes.
const INTERVAL: Duration = Duration::from_secs(20);

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept<const SIDE: usize> {
    /// The [`Layer::fingerprint`] of the layer from which it goes on.
    layer: u64,
    /// The number of legal moves that was known for each side to move.
    known: ByPlayer<Option<u32>>,
    found: Deepest<SIDE>,
}

/// The greatest mobility with this number of discs, for each side to move, if it is greater than what is known. `None` if
/// the watch stops the search; its checkpoint then stays. It also stays when the search is complete, until its answers are
/// written elsewhere.
///
/// # Errors
/// [`ProfileError::Work`] if the checkpoint is damaged or cannot be written.
pub(super) fn deepest<const SIDE: usize>(
    store: &Store,
    layer: &Layer<SIDE>,
    discs: u32,
    known: ByPlayer<Option<u32>>,
    watch: &mut Watch,
) -> Result<Option<Deepest<SIDE>>, ProfileError> {
    let begun = Kept { layer: layer.fingerprint(), known, found: Deepest::nothing(discs) };
    let is_its =
        |kept: &Kept<SIDE>| (kept.layer, kept.known, kept.found.discs) == (begun.layer, known, discs);
    let kept: Kept<SIDE> = store.search(discs)?.filter(is_its).unwrap_or(begun);
    let keep = |found| store.write_search(discs, &Kept { found, ..begun });
    let mut descent = Descent::new(layer, known, kept.found);
    let mut saved = Instant::now();
    while descent.advance() {
        if watch(descent.progress()).is_break() {
            keep(descent.found())?;
            return Ok(None);
        }
        if saved.elapsed() >= INTERVAL {
            keep(descent.found())?;
            saved = Instant::now();
        }
    }
    keep(descent.found())?;
    Ok(Some(descent.found()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloSize;
    use crate::profile::Scope;
    use crate::search::unwatched;
    use certamen_work::Stop;
    use certamen_work::durable::Wait;
    use encodings::othello::position::Player;
    use std::ops::ControlFlow;

    const SCOPE: Scope = Scope { board: OthelloSize::Six, reachable: true };

    #[test]
    fn a_search_goes_on_from_its_checkpoint_and_from_no_other() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap();
        let layer = Layer::<6>::start();
        let nothing = ByPlayer::default();
        let mut blocks = 0;
        let mut stop_at_once = |_| {
            blocks += 1;
            ControlFlow::Break(())
        };
        assert_eq!(deepest(&store, &layer, 8, nothing, &mut stop_at_once).unwrap(), None);
        // The only block was gone through, so that nothing is left to watch.
        let found = deepest(&store, &layer, 8, nothing, &mut stop_at_once).unwrap().unwrap();
        assert_eq!(blocks, 1);
        assert_eq!(found.done, 1);
        let (most, _) = found.of(Player::Black).unwrap();
        // With other knowledge it begins anew.
        let known = ByPlayer { black: Some(most), white: None };
        let more = deepest(&store, &layer, 8, known, &mut unwatched).unwrap().unwrap();
        assert!(more.of(Player::Black).is_none());
        let kept: Kept<6> = store.search(8).unwrap().unwrap();
        assert_eq!((kept.known, kept.found), (known, more));
        let other = Layer::<6>::start().next(crate::search::Budget(1 << 20), &mut unwatched).unwrap();
        assert_eq!(deepest(&store, &other, 8, known, &mut unwatched).unwrap().unwrap().done, 1);
        let kept: Kept<6> = store.search(8).unwrap().unwrap();
        assert_eq!(kept.layer, other.fingerprint());
        store.remove_search(8).unwrap();
        assert_eq!(store.search::<Kept<6>>(8).unwrap(), None);
    }

    #[test]
    fn a_damaged_checkpoint_is_an_error_that_names_it() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap();
        let layer = Layer::<6>::start();
        deepest(&store, &layer, 7, ByPlayer::default(), &mut unwatched).unwrap();
        let path = directory.path().join("search-7.json");
        let text = std::fs::read(&path).unwrap();
        for place in (0..text.len()).step_by(7) {
            let mut changed = text.clone();
            changed[place] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let error =
                deepest(&store, &layer, 7, ByPlayer::default(), &mut unwatched).unwrap_err().to_string();
            assert!(error.contains("search-7.json") && error.lines().count() == 1, "{place}: {error}");
        }
    }
}
