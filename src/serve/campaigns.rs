//! Campaigns that are shown while they run. Their directories are only read, and what was seen stays in memory for some time,
//! so that many requests cost no more than one.

use certamen_campaign::{Campaign, CampaignDirectory, Observer, Overview, Work};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
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
}

/// What was seen, or why that cannot be.
pub(crate) type Seen = Result<Arc<Overview>, String>;

/// One request at a time looks.
#[derive(Default)]
struct Watch {
    observer: Observer,
    /// The work, if what it needs is there, with what its outputs belong to.
    work: Option<(String, Option<Box<dyn Work>>)>,
    /// What was seen last, and until when it is shown.
    last: Option<(Seen, Instant)>,
}

impl ShownCampaign {
    pub(crate) fn new(name: String, directory: PathBuf, known: Vec<Arc<dyn Campaign>>) -> Self {
        Self { name, directory, known, watch: Mutex::default() }
    }

    /// The campaign as it was seen lately, or is now.
    ///
    /// # Errors
    /// A text that says why there is no plan that this program can read.
    pub(crate) fn look(&self) -> Seen {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        if let Some((seen, until)) = &watch.last
            && begun < *until
        {
            return seen.clone();
        }
        let place = CampaignDirectory::open(&self.directory).map_err(|error| error.to_string());
        let seen = place.map(|place| Arc::new(watch.look(&place, &self.known)));
        let kept = begun.elapsed().saturating_mul(TIMES).clamp(LEAST, MOST);
        watch.last = Some((seen.clone(), Instant::now() + kept));
        seen
    }
}

impl Watch {
    fn look(&mut self, place: &CampaignDirectory, known: &[Arc<dyn Campaign>]) -> Overview {
        // Without what the work needs, such as tables, the files can still be counted.
        if self.work.as_ref().is_none_or(|(identity, _)| identity != place.identity()) {
            self.work = Some((place.identity().to_owned(), place.work(known).ok()));
        }
        self.observer.look(place, self.work.as_ref().and_then(|(_, work)| work.as_deref()))
    }
}
