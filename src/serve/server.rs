//! Connections: accepted until a stop is requested, each with limits on time and size.

use crate::explorer::Explorer;
use crate::guard::{self, Guard};
use crate::options::Options;
use crate::{api, pages};
use axum::Router;
use certamen_work::{Answer, Failure, Outcome, Session};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The most connections at a time; others wait.
const CONNECTIONS: usize = 256;
/// The time in which the head of a request has to arrive; a connection without one is closed.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// The longest head of a request, in bytes.
const HEAD_LIMIT: usize = 32 << 10;
/// How often a request to stop is looked for.
const GLANCE: Duration = Duration::from_millis(50);
/// The time that open answers have to end after a request to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until a stop is requested.
pub(crate) fn run(explorer: Explorer, options: &Options, session: &Session) -> Result<Outcome, Failure> {
    let explorer = Arc::new(explorer);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_io().enable_time().build()?;
    let served = runtime.block_on(serve(explorer, options, session));
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn serve(explorer: Arc<Explorer>, options: &Options, session: &Session) -> Result<Outcome, Failure> {
    let asked = SocketAddr::new(options.bind, options.port);
    let unusable = |error: io::Error| format!("cannot listen on {asked}: {error}");
    let listener = TcpListener::bind(asked).await.map_err(unusable)?;
    let bound = listener.local_addr()?;
    let address = format!("http://{bound}/");
    session.answer(&Answer::holds(format!("{address}\n"), json!({ "address": address })))?;
    if !options.bind.is_loopback() {
        session.note(&format!("everybody who reaches {bound} can look up positions and start searches"));
    }
    if options.open {
        open_browser(&address, session);
    }
    let guard = Arc::new(Guard::new(bound, &options.hosts, options.cors));
    let routes = Router::new().merge(api::routes(&explorer)).merge(pages::routes()).fallback(pages::missing);
    let routes = routes.with_state(explorer).layer(axum::middleware::from_fn_with_state(guard, guard::check));
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    while !session.stop.is_requested() {
        let Ok(permit) = timeout(GLANCE, permits.clone().acquire_owned()).await else { continue };
        let Ok(accepted) = timeout(GLANCE, listener.accept()).await else { continue };
        // A failure concerns one connection; the next one may work.
        let Ok((stream, _)) = accepted else { continue };
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(HEAD_LIMIT)
                .serve_connection(TokioIo::new(stream), service);
            // A client that goes away in the middle is its own affair.
            let _ = connection.await;
            drop(permit);
        });
    }
    session.note("stopped");
    Ok(Outcome::Holds)
}

fn open_browser(address: &str, session: &Session) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if let Err(error) = std::process::Command::new(program).arg(address).spawn() {
        session.note(&format!("cannot open a browser with {program}: {error}"));
    }
}
