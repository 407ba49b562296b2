//! Long work, sent part by part as server-sent events: `progress` with a text, then `answer` or `failure` with an object.
//!
//! The work ends when it is done, when its time is over, when the server ends, or when its connection does: the stream
//! that a connection holds requests a stop when it is dropped.

use crate::explorer::Explorer;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use certamen_work::{Limits, Stop};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Sender, channel};

/// How often a stream without events sends a comment, so that a closed connection is noticed.
const PULSE: Duration = Duration::from_secs(1);
/// How many parts wait for a slow reader; further progress is left out.
const WAITING: usize = 16;

/// What a job works with: its limits, and the stream of its results.
pub(crate) struct JobContext {
    pub(crate) limits: Limits,
    parts: Sender<Event>,
}

impl JobContext {
    /// Reports progress. If the reader is slow, it is left out.
    pub(crate) fn progress(&self, text: &str) {
        let _ =
            self.parts.try_send(Event::default().event("progress").data(json!({ "text": text }).to_string()));
    }
}

/// Requests a stop when the connection is gone.
struct EndsWithConnection(Stop);

impl Drop for EndsWithConnection {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// Does the work in a thread of its own, if there is a place for it.
pub(crate) fn stream(
    explorer: &Explorer,
    work: impl FnOnce(&JobContext) -> Result<Value, String> + Send + 'static,
) -> Response {
    let Ok(place) = explorer.searches.clone().try_acquire_owned() else {
        let busy = "all places for searches are taken: try again later\n";
        return (StatusCode::SERVICE_UNAVAILABLE, busy).into_response();
    };
    let stop = explorer.stop.child();
    let (parts, received) = channel(WAITING);
    let deadline = Instant::now().checked_add(explorer.time_limit);
    let limits = Limits { time: Some(explorer.time_limit), deadline, stop: stop.clone() };
    let context = JobContext { limits, parts: parts.clone() };
    let time = explorer.time_limit;
    let guard = Arc::new(EndsWithConnection(stop.clone()));
    let watched = Arc::downgrade(&guard);
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        if let Some(guard) = watched.upgrade() {
            guard.0.request();
        }
    });
    tokio::task::spawn_blocking(move || {
        let (kind, object) = match work(&context) {
            Ok(answer) => ("answer", answer),
            Err(reason) => ("failure", json!({ "error": reason })),
        };
        drop(place);
        // If the connection is gone, nobody receives the answer.
        let _ = parts.blocking_send(Event::default().event(kind).data(object.to_string()));
    });
    let parts = futures_util::stream::unfold((received, guard), |(mut received, guard)| async move {
        let part = received.recv().await?;
        Some((Ok::<Event, Infallible>(part), (received, guard)))
    });
    Sse::new(parts).keep_alive(KeepAlive::new().interval(PULSE)).into_response()
}
