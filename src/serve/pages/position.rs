//! A position: the board, every ply with its value, and the line of best play. The address of the page is the position.

use super::seen::{Refusal, Seen, blocking, look};
use super::{Here, below, home, page, refused, value};
use crate::address;
use crate::api::named_tables;
use crate::shelf::{Explorer, flags};
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use certamen_play::{After, Looked, Onward, Sight};
use certamen_retro::subject::Judged;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::sync::Arc;

/// How many boards of the line of best play are drawn.
const STRIP: usize = 12;

pub(super) async fn in_path(
    State(explorer): State<Arc<Explorer>>,
    Path((game, position)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    shown(explorer, game, Some(position), address::pairs(query.as_deref())).await
}

/// The start, or the position that a form asks for.
pub(super) async fn in_query(
    State(explorer): State<Arc<Explorer>>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = address::pairs(query.as_deref());
    let at = address::value(&query, "at").map(str::to_owned);
    shown(explorer, game, at, query).await
}

/// A random position of tables.
pub(super) async fn random(
    State(explorer): State<Arc<Explorer>>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = address::pairs(query.as_deref());
    let (shared, name) = (explorer.clone(), game.clone());
    let found = blocking(move || {
        let tables = named_tables(&shared, &name, &query).map_err(Refusal::bad)?;
        let near =
            tables.atlas.near(fastrand::u64(..)).map_err(|error| Refusal::broken(error.to_string()))?;
        let position = near.ok_or_else(|| Refusal::bad("the tables have no position".to_owned()))?;
        Ok(address::position(&name, &position, &[("table".to_owned(), tables.name.clone())]))
    });
    match found.await {
        Ok(place) => Redirect::to(&place).into_response(),
        Err(refusal) => refused(&explorer, Some(&game), &refusal),
    }
}

async fn shown(
    explorer: Arc<Explorer>,
    game: String,
    position: Option<String>,
    query: Vec<(String, String)>,
) -> Response {
    let (shared, name) = (explorer.clone(), game.clone());
    let found = blocking(move || {
        let seen = look(&shared, &name, position.as_deref(), &query)?;
        let strip = strip(&seen);
        Ok((seen, strip))
    });
    match found.await {
        Ok((seen, strip)) => {
            let name = seen.game.name();
            let title = format!("{name}: {}", seen.sight.position);
            page(&explorer, &Here { title: &title, game: Some(name) }, &body(&explorer, &seen, &strip))
        }
        Err(refusal) => refused(&explorer, Some(&game), &refusal),
    }
}

/// The boards of the line of best play, each with the ply that leads there.
fn strip(seen: &Seen) -> Vec<(String, Sight)> {
    let Some(Ok(looked)) = &seen.looked else { return Vec::new() };
    let record = looked.probed.line.join(" ");
    let boards = seen.table.follow(Some(&seen.sight.position), &record, STRIP).unwrap_or_default();
    looked.probed.line.iter().cloned().zip(boards.into_iter().skip(1)).collect()
}

fn body(explorer: &Explorer, seen: &Seen, strip: &[(String, Sight)]) -> Markup {
    let Seen { sight, kept, .. } = seen;
    let game = seen.game.name();
    html! {
        h1.place { (game) }
        (below(explorer, game))
        div.position {
            section.board aria-label="Board" {
                (board(sight))
                p.line { code { (sight.position) } }
                @if let Some(note) = &sight.note { p.note { (note) } }
                @if let Some(ended) = &sight.ended { p.ended { (ended) } }
                p #choice role="status" aria-live="polite" {}
            }
            section.plies aria-label="Plies" {
                (verdict(seen))
                (plies(seen))
            }
        }
        @if !strip.is_empty() {
            section aria-label="Best play" {
                h2 { "Best play" }
                p.line { @for name in looked_line(seen) { code { (name) } " " } }
                ol.strip {
                    @for (name, next) in strip {
                        li {
                            a href=(address::position(game, &next.position, kept)) {
                                (PreEscaped(&next.shown.svg))
                                span { (name) }
                            }
                        }
                    }
                }
            }
        }
        @if !seen.has_twin { p.note { "No second opinion: this game has no naive twin." } }
        @if seen.game.reaching().is_some() {
            section {
                h2 { "Is it reachable?" }
                button.search data-stream={ "/api/v1/" (game) "/reach" (reach_query(seen)) } { "Search a game to this position" }
                div.answer aria-live="polite" {}
            }
        }
        (home::set_up(game, seen.game.notation(), &flags(&*seen.game), &sight.position))
    }
}

fn looked_line(seen: &Seen) -> &[String] {
    match &seen.looked {
        Some(Ok(looked)) => &looked.probed.line,
        _ => &[],
    }
}

fn reach_query(seen: &Seen) -> String {
    let mut pairs = vec![("position".to_owned(), seen.sight.position.clone())];
    pairs.extend(seen.kept.iter().filter(|(name, _)| name != "table").cloned());
    address::query(&pairs)
}

/// The picture, with a place to click for each square that a ply touches.
fn board(sight: &Sight) -> Markup {
    let Some(open) = sight.shown.svg.rfind("</svg>") else { return html! { pre { (sight.shown.text) } } };
    let mut svg = sight.shown.svg[..open].to_owned();
    for spot in &sight.spots {
        let is_touched = sight.plies.iter().any(|ply| ply.squares.contains(&spot.name));
        if is_touched {
            let name = certamen_draw::svg::escaped(&spot.name);
            let (x, y, edge) = (spot.x, spot.y, spot.edge);
            let _ = write!(
                svg,
                "<rect class=\"spot\" data-square=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"{edge}\" height=\"{edge}\" \
                 tabindex=\"0\" role=\"button\" aria-label=\"{name}\"/>"
            );
        }
    }
    svg.push_str("</svg>");
    PreEscaped(svg)
}

fn verdict(seen: &Seen) -> Markup {
    html! {
        @match &seen.looked {
            Some(Ok(looked)) => {
                p.verdict { (value::verdict(&looked.probed.verdict)) }
                @if let Some(tables) = &seen.tables { p.hint { (tables.atlas.subject()) } }
            }
            Some(Err(reason)) => { p.trouble role="alert" { "The tables have no answer: " (reason) } }
            None => {}
        }
    }
}

/// The plies, sorted by value if values are known.
fn plies(seen: &Seen) -> Markup {
    let Seen { sight, kept, .. } = seen;
    let judged = match &seen.looked {
        Some(Ok(looked)) => sorted(sight, looked),
        _ => sight.plies.iter().map(|ply| (ply, None)).collect(),
    };
    html! {
        @if !judged.is_empty() { h2 { (sight.plies.len()) " plies" } }
        ol.list #plies {
            @for (ply, judged) in judged {
                li data-squares=(ply.squares.join(" ")) {
                    @match &ply.after {
                        After::Position(next) => {
                            a href=(address::position(seen.game.name(), next, kept)) { (ply.name) }
                        }
                        After::Ended(how) => { span.end title=(how) { (ply.name) } " " span.how { (how) } }
                    }
                    @if let Some(judged) = judged { (value::shown(judged.value, judged.score)) }
                }
            }
        }
    }
}

/// The plies with their values, the best first; a ply that the tables do not name comes last.
fn sorted<'s>(sight: &'s Sight, looked: &'s Looked) -> Vec<(&'s Onward, Option<&'s Judged>)> {
    let find = |ply: &Onward| {
        let mut moves = looked.probed.moves.iter().enumerate();
        moves.find(|(_, judged)| judged.name.eq_ignore_ascii_case(&ply.name))
    };
    let mut all: Vec<_> = sight.plies.iter().map(|ply| (ply, find(ply))).collect();
    all.sort_by_key(|(_, found)| found.map_or(usize::MAX, |(place, _)| place));
    all.into_iter().map(|(ply, found)| (ply, found.map(|(_, judged)| judged))).collect()
}
