//! Campaigns that are shown while they run. Their directories are only read, and what was seen stays in memory for some time,
//! so that many requests cost no more than one.

use crate::pages::loaded::Refusal;
use certamen_campaign::{Campaign, CampaignDirectory, Observer, Overview, Work};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long what was seen is shown: this many times as long as it took to see, within these limits.
const TIMES: u32 = 10;
const LEAST: Duration = Duration::from_secs(2);
const MOST: Duration = Duration::from_secs(20);

/// A campaign that is shown.
pub(crate) struct ShownCampaign {
    /// Its name in addresses.
    pub(crate) name: String,
    directory: PathBuf,
    known: Vec<Arc<dyn Campaign>>,
    watch: Mutex<Watch>,
    last: Mutex<Option<Snapshot>>,
}

/// What was seen, or why that cannot be.
type Seen = Result<Arc<Overview>, String>;

#[derive(Clone)]
struct Snapshot {
    seen: Seen,
    /// Until when it is shown.
    until: Instant,
}

/// Who looks.
#[derive(Default)]
struct Watch {
    observer: Observer,
    /// The work, if what it needs is there, of the text of a plan.
    work: Option<(String, Option<Box<dyn Work>>)>,
}

impl ShownCampaign {
    pub(crate) fn new(name: String, directory: PathBuf, known: Vec<Arc<dyn Campaign>>) -> Self {
        Self { name, directory, known, watch: Mutex::default(), last: Mutex::default() }
    }

    /// The campaign as it was seen lately, or is now. One request at a time looks; others get what was seen before.
    ///
    /// # Errors
    /// [`Refusal`] if there is no plan that this program can read.
    pub(crate) fn look(&self) -> Result<Arc<Overview>, Refusal> {
        let seen = self.lately(true).unwrap_or_else(|| match self.watch.try_lock() {
            Ok(watch) => self.look_with(watch),
            Err(TryLockError::Poisoned(poisoned)) => self.look_with(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => self
                .lately(false)
                .unwrap_or_else(|| self.look_with(self.watch.lock().unwrap_or_else(PoisonError::into_inner))),
        });
        seen.map_err(Refusal::broken)
    }

    /// What was seen before; with `fresh`, only if it is still to be shown.
    fn lately(&self, fresh: bool) -> Option<Seen> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let last = last.as_ref().filter(|last| !fresh || Instant::now() < last.until);
        last.map(|last| last.seen.clone())
    }

    fn look_with(&self, mut watch: MutexGuard<'_, Watch>) -> Seen {
        // Another request may have looked while this one waited.
        if let Some(seen) = self.lately(true) {
            return seen;
        }
        let begun = Instant::now();
        let seen = match CampaignDirectory::open(&self.directory) {
            Ok(place) => Ok(Arc::new(watch.look(&place, &self.known))),
            Err(error) => Err(error.to_string()),
        };
        let kept = begun.elapsed().saturating_mul(TIMES).clamp(LEAST, MOST);
        let snapshot = Snapshot { seen: seen.clone(), until: Instant::now() + kept };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
        seen
    }
}

impl Watch {
    fn look(&mut self, place: &CampaignDirectory, known: &[Arc<dyn Campaign>]) -> Overview {
        // Without what the work needs, such as tables, the files can still be counted.
        if self.work.as_ref().is_none_or(|(identity, _)| identity != place.identity()) {
            self.work = Some((place.identity().to_owned(), place.work(known).ok()));
        }
        let work = self.work.as_ref().and_then(|(_, work)| work.as_deref());
        self.observer.look(place, work)
    }
}
