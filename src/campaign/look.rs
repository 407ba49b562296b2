//! [`status()`]: how far a campaign is, as this machine sees it now and as it saw it before.
//!
//! What it saw is kept in `looks/HOST.json`. It also sees whether the lock of a run is held.

use crate::campaign::Work;
use crate::directory::CampaignDirectory;
use crate::overview::Observer;
use crate::record::{RunSign, SILENCE, host};
use crate::stages::Status;
use certamen_work::durable;
use certamen_work::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

/// The largest file of looks, in bytes.
const LIMIT: u64 = 64 << 20;

/// What `status` saw, in a file.
#[derive(Serialize, Deserialize)]
struct Look {
    /// Seconds since 1970 by the observer's clock.
    at: f64,
    beats: BTreeMap<String, RunSign>,
}

/// Looks at a campaign, and compares with what this machine saw before. Without its work, all stages count.
///
/// # Errors
/// [`CampaignError`](crate::CampaignError), and the errors of [`Work::need`].
pub fn status(place: &CampaignDirectory, work: Option<&dyn Work>) -> Result<Status, Failure> {
    let path = place.path().join("looks").join(format!("{}.json", host()));
    let before: Option<Look> =
        durable::read(&path, LIMIT).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    // A clock that was set back makes the earlier look useless.
    let apart = before.as_ref().and_then(|look| Duration::try_from_secs_f64(at - look.at).ok());
    let is_late = apart.is_none_or(|apart| apart >= SILENCE);
    let since = apart.filter(|_| is_late).and_then(|apart| Instant::now().checked_sub(apart));
    let known = since
        .zip(before)
        .into_iter()
        .flat_map(|(since, look)| look.beats.into_iter().map(move |(task, sign)| (task, (sign, since))));
    let mut observer = Observer::once(known.collect());
    let status = observer.survey(place, work).status;
    if let Some(failure) = observer.trouble {
        return Err(failure);
    }
    if is_late {
        let beats = observer.beats.into_iter().map(|(task, (sign, _))| (task, sign)).collect();
        // A directory that cannot be written only makes the next look the first.
        let _ = durable::write_json(&path, &Look { at, beats });
    }
    Ok(status)
}
