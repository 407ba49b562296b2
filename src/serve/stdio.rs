//! The API on standard input and output, for programs: `serve --stdio`.
//!
//! Idea: a line is a request, and goes to the handlers that answer browsers. Its answer is a line with the same `id`, or,
//! if it comes part by part, several of which the last has `"last": true`.
//!
//! - A request is a JSON object: `id` (any value, which comes back as it is written), `path`, `query` (names and texts), and
//!   `body`, the text of a game, which makes it a POST.
//! - An answer has `id`, `status`, `last` and `body`: an object, or a text if it is a picture. `event` names a part. What is
//!   no answer has a `body` with `error`. If a line cannot be read, that names the line, and the next line is read.
//! - Requests are worked on at the same time, so that a short one need not wait for a long one, and answers come in any
//!   order. At the end of the input the open ones are answered; then the program ends.
//!
//! Only the process that started this one can ask, so there is nothing to guard but lengths.

use crate::explorer::Explorer;
use crate::{address, api};
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use certamen_work::file::{self, FileError};
use certamen_work::input::Input;
use certamen_work::stop::is_interrupted;
use certamen_work::{Failure, Outcome, Session, Stop};
use futures_util::StreamExt as _;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest line of a request, in bytes.
const LINE_LIMIT: usize = 1 << 20;
/// The longest answer that does not come part by part, in bytes.
const ANSWER_LIMIT: usize = 64 << 20;
/// The most requests that are worked on at the same time; the next one is read when one of them is answered.
const REQUESTS: u32 = 32;
/// How often a request to stop is looked for while all places are taken.
const GLANCE: Duration = Duration::from_millis(2);
/// The time that open requests have to end after a request to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// The `id` of an answer to a request without one.
const NO_ID: &str = "null";

type Service = TowerToHyperService<axum::Router>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    id: Option<Box<RawValue>>,
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
    body: Option<String>,
}

/// Answers requests until the end of the input, or until a stop is requested.
pub(crate) fn run(explorer: Explorer, session: &Session) -> Result<Outcome, Failure> {
    let unreadable = |source| FileError::Read { name: "standard input".to_owned(), source };
    let mut input = BufReader::new(Input::open(Path::new("-"), &session.stop).map_err(unreadable)?);
    let explorer = Arc::new(explorer);
    let service = TowerToHyperService::new(api::routes(&explorer).with_state(explorer));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build()?;
    let places = Arc::new(Semaphore::new(REQUESTS as usize));
    let output = Arc::new(Output { stop: session.stop.clone(), broken: Mutex::new(None) });
    let mut line = Vec::new();
    for number in 1_u64.. {
        match next_line(&mut input, &mut line) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) if is_interrupted(&error) => break,
            Err(error) => return Err(unreadable(error).into()),
        }
        let Some(place) = free(&places, 1, &session.stop) else { break };
        let (service, output, call) = (service.clone(), output.clone(), call(&line));
        runtime.spawn(async move {
            match call {
                Ok(call) => answer(&service, call, &output).await,
                Err(reason) => {
                    Part::failure(NO_ID, 400, &format!("line {number}{reason}")).write(&output);
                }
            }
            drop(place);
        });
    }
    drop(free(&places, REQUESTS, &session.stop));
    runtime.shutdown_timeout(FAREWELL);
    let broken = output.broken.lock().unwrap_or_else(PoisonError::into_inner).take();
    broken.map_or(Ok(Outcome::Holds), |error| Err(error.into()))
}

/// Waits for places, also while no thread goes on because nobody reads the output. `None` after a request to stop.
fn free(places: &Arc<Semaphore>, wanted: u32, stop: &Stop) -> Option<OwnedSemaphorePermit> {
    while !stop.is_requested() {
        if let Ok(free) = places.clone().try_acquire_many_owned(wanted) {
            return Some(free);
        }
        std::thread::sleep(GLANCE);
    }
    None
}

/// Reads a line; of one that is too long, the beginning. Returns whether there is one.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(LINE_LIMIT as u64 + 1).read_until(b'\n', line)?;
    if read > LINE_LIMIT && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// The request of a line, or the place in it and the reason why it is none.
fn call(line: &[u8]) -> Result<Call, String> {
    if line.len() > LINE_LIMIT && !line.ends_with(b"\n") {
        return Err(format!(": more than {LINE_LIMIT} bytes"));
    }
    // Serde would also take a list of the members.
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err(": expected a JSON object".to_owned());
    }
    serde_json::from_slice(line).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.rsplit_once(" at line ").map_or(&*reason, |(reason, _)| reason);
        format!(", column {}: {reason}", error.column())
    })
}

/// Carries out a request.
async fn answer(service: &Service, call: Call, output: &Output) {
    let Call { id, path, query, body } = call;
    let id = id.as_deref().map_or(NO_ID, RawValue::get);
    if path.contains(['?', '#']) {
        let reason = "path: names and their values belong into `query`, and a position is encoded";
        return Part::failure(id, 400, reason).write(output);
    }
    let address = path + &address::query(&query.into_iter().collect::<Vec<_>>());
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let request = Request::builder().method(method).uri(address).body(Body::from(body.unwrap_or_default()));
    let request = match request {
        Ok(request) => request,
        Err(error) => return Part::failure(id, 400, &format!("path: {error}")).write(output),
    };
    let (head, body) = match service.call(request).await {
        Ok(response) => response.into_parts(),
        Err(never) => match never {},
    };
    let status = head.status.as_u16();
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("text/event-stream") {
        return events(id, status, body, output).await;
    }
    let text = to_bytes(body, ANSWER_LIMIT).await.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match text {
        Err(_) => Part::failure(id, 500, &format!("the answer has more than {ANSWER_LIMIT} bytes")),
        // A line break in JSON stands between its parts.
        Ok(text) if kind == "application/json" => Part::whole(id, status, text.replace('\n', " ")),
        Ok(text) if head.status.is_success() => Part::whole(id, status, json!(text).to_string()),
        Ok(text) => {
            let known = head.status.canonical_reason().unwrap_or_default();
            Part::failure(id, status, if text.is_empty() { known } else { text.trim_end() })
        }
    }
    .write(output);
}

/// Passes on the events of long work as they come, each as a line.
async fn events(id: &str, status: u16, body: Body, output: &Output) {
    let mut received = body.into_data_stream();
    let mut waiting = Vec::new();
    while let Some(Ok(bytes)) = received.next().await {
        waiting.extend_from_slice(&bytes);
        while let Some(end) = waiting.windows(2).position(|pair| pair == b"\n\n") {
            let event: Vec<u8> = waiting.drain(..end + 2).collect();
            let event = String::from_utf8_lossy(&event);
            let member = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
            if let (Some(kind), Some(body)) = (member("event: "), member("data: ")) {
                let is_last = kind != "progress";
                Part { id, status, event: Some(kind), body: body.to_owned(), is_last }.write(output);
                if is_last {
                    return;
                }
            }
        }
    }
    Part::failure(id, 500, "the work failed: this is a defect of the program").write(output);
}

/// A line of output.
struct Part<'a> {
    /// JSON, as the request has it.
    id: &'a str,
    status: u16,
    event: Option<&'a str>,
    /// JSON without line breaks.
    body: String,
    is_last: bool,
}

impl<'a> Part<'a> {
    const fn whole(id: &'a str, status: u16, body: String) -> Self {
        Self { id, status, event: None, body, is_last: true }
    }

    fn failure(id: &'a str, status: u16, reason: &str) -> Self {
        Self::whole(id, status, json!({ "error": reason }).to_string())
    }

    fn write(self, output: &Output) {
        let Self { id, status, event, body, is_last } = self;
        let event = event.map(|event| format!(",\"event\":\"{event}\"")).unwrap_or_default();
        output.write(&format!(
            "{{\"id\":{id},\"status\":{status}{event},\"last\":{is_last},\"body\":{body}}}\n"
        ));
    }
}

/// Standard output. If nobody reads it, the program stops.
struct Output {
    stop: Stop,
    broken: Mutex<Option<FileError>>,
}

impl Output {
    fn write(&self, line: &str) {
        if let Err(error) = file::write_out(line.as_bytes()) {
            self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.stop.request();
        }
    }
}
