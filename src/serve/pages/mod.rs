//! The pages. All text that comes from a request or a file is escaped by `maud`; pictures are those that `show` draws.

mod home;
mod position;
mod record;
pub(crate) mod seen;
mod value;
mod work;

use crate::shelf::Explorer;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};
use seen::Refusal;
use std::sync::Arc;

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/explorer.js");
const ICON: &str = include_str!("../assets/icon.svg");

/// The addresses of the pages.
pub(crate) fn routes() -> Router<Arc<Explorer>> {
    Router::new()
        .route("/", get(home::home))
        .route("/style.css", get(|| async { asset("text/css", STYLE) }))
        .route("/explorer.js", get(|| async { asset("text/javascript", SCRIPT) }))
        .route("/icon.svg", get(|| async { asset("image/svg+xml", ICON) }))
        .route("/favicon.ico", get(|| async { asset("image/svg+xml", ICON) }))
        .route("/certificates", get(work::certificates))
        .route("/{game}", get(home::game))
        .route("/{game}/position", get(position::in_query))
        .route("/{game}/position/{position}", get(position::in_path))
        .route("/{game}/random", get(position::random))
        .route("/{game}/record", get(record::record))
        .route("/{game}/questions", get(work::questions))
        .route("/{game}/puzzles", get(work::puzzles))
        .route("/{game}/longest", get(work::longest))
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=3600")], text).into_response()
}

/// A place that the head of a page links to.
#[derive(Clone, Debug)]
struct Here<'a> {
    title: &'a str,
    /// The game, if the page belongs to one.
    game: Option<&'a str>,
}

/// A whole page.
fn page(explorer: &Explorer, here: &Here<'_>, body: &Markup) -> Response {
    let Here { title, game } = here;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · " (explorer.program) }
                link rel="stylesheet" href="/style.css";
                link rel="icon" href="/icon.svg";
                script src="/explorer.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header {
                    nav aria-label="Main" {
                        a.name href="/" { (explorer.program) }
                        @for known in &explorer.games {
                            a href={ "/" (known.name()) } aria-current=[(*game == Some(known.name())).then_some("true")] {
                                (known.name())
                            }
                        }
                        @if !explorer.certificates.is_empty() { a href="/certificates" { "certificates" } }
                    }
                }
                main #main { (body) }
                footer { p { "Values come from tables on this machine. " a href="/api/v1/openapi.json" { "API" } } }
            }
        }
    };
    Html(markup.into_string()).into_response()
}

/// The links between the pages of a game.
fn below(explorer: &Explorer, game: &str) -> Markup {
    let has_puzzles = explorer.tables_of(game).any(|tables| tables.atlas.puzzle().is_some());
    html! {
        nav.below aria-label={ "Pages of " (game) } {
            a href={ "/" (game) } { "about" }
            a href={ "/" (game) "/position" } { "start" }
            a href={ "/" (game) "/record" } { "record" }
            @if work::has_language(explorer, game) { a href={ "/" (game) "/questions" } { "questions" } }
            @if explorer.tables_of(game).next().is_some() {
                a href={ "/" (game) "/random" } { "random position" }
                a href={ "/" (game) "/longest" } { "longest games" }
            }
            @if has_puzzles { a href={ "/" (game) "/puzzles" } { "puzzles" } }
        }
    }
}

/// The page of a refusal.
fn refused(explorer: &Explorer, game: Option<&str>, refusal: &Refusal) -> Response {
    let known = game.filter(|name| explorer.game(name).is_some());
    let body = html! {
        h1 { "This cannot be shown" }
        p.trouble role="alert" { (refusal.reason) }
        @if let Some(game) = known { (below(explorer, game)) }
    };
    let mut response = page(explorer, &Here { title: "Not shown", game: known }, &body);
    *response.status_mut() = refusal.status;
    response
}

/// The answer for an address that is not served.
pub(crate) async fn missing() -> Response {
    (StatusCode::NOT_FOUND, "there is no such page\n").into_response()
}
