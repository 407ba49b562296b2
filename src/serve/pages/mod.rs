//! The pages. All text that comes from a request or a file is escaped by `maud`; pictures are those that `show` draws.

mod campaign;
mod fields;
mod home;
pub(crate) mod loaded;
mod position;
mod profile;
mod puzzle;
mod record;
mod sample;
mod setup;
mod value;
mod work;
mod write;

use crate::explorer::Explorer;
use crate::texts::{self, links};
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use loaded::Refusal;
use maud::{DOCTYPE, Markup, html};
use std::sync::Arc;

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/explorer.js");
const SETUP_SCRIPT: &str = include_str!("../assets/setup.js");
const PUZZLE_SCRIPT: &str = include_str!("../assets/puzzle.js");
const WRITE_SCRIPT: &str = include_str!("../assets/write.js");
const ICON: &str = include_str!("../assets/icon.svg");

/// The addresses of the pages.
pub(crate) fn routes() -> Router<Arc<Explorer>> {
    Router::new()
        .route("/", get(home::home))
        .route("/style.css", get(|| async { asset("text/css", STYLE) }))
        .route("/texts.js", get(|| async { asset("text/javascript", texts_script()) }))
        .route("/explorer.js", get(|| async { asset("text/javascript", SCRIPT) }))
        .route("/setup.js", get(|| async { asset("text/javascript", SETUP_SCRIPT) }))
        .route("/puzzle.js", get(|| async { asset("text/javascript", PUZZLE_SCRIPT) }))
        .route("/write.js", get(|| async { asset("text/javascript", WRITE_SCRIPT) }))
        .route("/icon.svg", get(|| async { asset("image/svg+xml", ICON) }))
        .route("/favicon.ico", get(|| async { asset("image/svg+xml", ICON) }))
        .route("/write", get(write::write))
        .route("/certificates", get(work::certificates))
        .route("/campaigns/{name}", get(campaign::campaign))
        .route("/profiles", get(profile::list))
        .route("/profiles/{name}", get(profile::profile))
        .route("/{game}", get(home::game))
        .route("/{game}/position", get(position::position))
        .route("/{game}/position/{position}", get(position::position))
        .route("/{game}/setup", get(setup::setup))
        .route("/{game}/random", get(position::random))
        .route("/{game}/record", get(record::record))
        .route("/{game}/questions", get(work::questions))
        .route("/{game}/puzzles", get(puzzle::list))
        .route("/{game}/puzzle", get(puzzle::puzzle))
        .route("/{game}/longest", get(work::longest))
}

fn asset(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=3600")], text).into_response()
}

/// The texts of the script, as a script.
fn texts_script() -> String {
    let all: serde_json::Map<String, serde_json::Value> =
        texts::SCRIPT.iter().map(|&(name, text)| (name.to_owned(), text.into())).collect();
    format!("\"use strict\";\nconst TEXT = {};\n", serde_json::Value::Object(all))
}

/// What the head of a page shows: its title, and a link to its game.
#[derive(Clone, Debug)]
struct PageHeader<'a> {
    title: &'a str,
    /// The game, if the page belongs to one.
    game: Option<&'a str>,
}

/// A whole page.
fn page(explorer: &Explorer, here: &PageHeader<'_>, body: &Markup) -> Response {
    let PageHeader { title, game } = here;
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
                @for script in ["/texts.js", "/explorer.js", "/setup.js", "/puzzle.js", "/write.js"] {
                    script src=(script) defer {}
                }
            }
            body {
                a.skip href="#main" { (texts::SKIP) }
                header {
                    nav aria-label=(texts::MAIN) {
                        a.name href="/" { (explorer.program) }
                        @for known in &explorer.games {
                            a href={ "/" (known.name()) } aria-current=[(*game == Some(known.name())).then_some("true")] {
                                (known.name())
                            }
                        }
                        @if !explorer.certificates.is_empty() { a href="/certificates" { (links::CERTIFICATES) } }
                        @if !explorer.profiles.is_empty() { a href="/profiles" { (links::PROFILES) } }
                        @if !explorer.campaigns.is_empty() { a href="/#campaigns" { (links::CAMPAIGNS) } }
                    }
                }
                main #main { (body) }
                footer { p { (texts::FOOTER) a href="/api/v1/openapi.json" { "API" } } }
            }
        }
    };
    Html(markup.into_string()).into_response()
}

/// The links between the pages of a game.
fn below(explorer: &Explorer, game: &str) -> Markup {
    let has_puzzles = explorer.tables_of(game).any(|tables| tables.atlas.puzzle().is_some());
    let at = |page: &str| format!("/{game}{page}");
    html! {
        nav.below aria-label={ "Pages of " (game) } {
            a href=(at("")) { (links::ABOUT) }
            a href=(at("/position")) { (links::START) }
            a href=(at("/setup")) { (links::SETUP) }
            a href=(at("/record")) { (links::RECORD) }
            @if work::has_language(explorer, game) { a href=(at("/questions")) { (links::QUESTIONS) } }
            @if explorer.tables_of(game).next().is_some() {
                a href=(at("/random")) { (links::RANDOM) }
                a href=(at("/longest")) { (links::LONGEST) }
            }
            @if explorer.game(game).is_some_and(|game| game.rules_text().is_some()) {
                a href={ "/write?from=" (game) } { (links::RULES) }
            }
            @if has_puzzles { a href=(at("/puzzles")) { (links::PUZZLES) } }
        }
    }
}

/// The page of a refusal.
fn refused(explorer: &Explorer, game: Option<&str>, refusal: &Refusal) -> Response {
    let known = game.filter(|name| explorer.game(name).is_some());
    let body = html! {
        h1 { (texts::CANNOT_BE_SHOWN) }
        p.trouble role="alert" { (refusal.reason) }
        @if let Some(game) = known { (below(explorer, game)) }
    };
    let mut response = page(explorer, &PageHeader { title: texts::NOT_SHOWN, game: known }, &body);
    *response.status_mut() = refusal.status;
    response
}

/// The answer for an address that is not served.
pub(crate) async fn missing() -> Response {
    (StatusCode::NOT_FOUND, texts::NO_PAGE).into_response()
}
