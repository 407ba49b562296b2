//! A position: the board, every ply with its value, and the line of best play. The address of the page is the position.

use super::loaded::{LoadedPosition, Refusal, blocking, look};
use super::{PageHeader, below, page, refused, setup, value};
use crate::address;
use crate::api::named_tables;
use crate::explorer::Explorer;
use crate::page_request::PageRequest;
use crate::texts::{NO_TWIN, position as texts};
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use certamen_play::{PlyOutcome, PlyView, PositionView, ProbeAnswer};
use certamen_retro::subject::RatedMove;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::sync::Arc;

/// How many boards of the line of best play are drawn.
const STRIP: usize = 12;

/// The position of the path or the query, or the start.
pub(super) async fn position(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let shared = explorer.clone();
    let game = asked.game.clone();
    let found = blocking(move || {
        let seen = look(&shared, &asked.game, asked.position.as_deref(), &asked.query)?;
        let strip = strip(&seen);
        Ok((seen, strip))
    });
    match found.await {
        Ok((seen, strip)) => {
            let name = seen.game.name();
            let title = format!("{name}: {}", seen.view.position);
            page(&explorer, &PageHeader { title: &title, game: Some(name) }, &body(&explorer, &seen, &strip))
        }
        Err(refusal) => refused(&explorer, Some(&game), &refusal),
    }
}

/// A random position of tables.
pub(super) async fn random(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let (shared, game) = (explorer.clone(), asked.game.clone());
    let found = blocking(move || {
        let tables = named_tables(&shared, &asked.game, &asked.query).map_err(Refusal::bad)?;
        let near =
            tables.atlas.near(fastrand::u64(..)).map_err(|error| Refusal::broken(error.to_string()))?;
        let position = near.ok_or_else(|| Refusal::bad("the tables have no position".to_owned()))?;
        Ok(address::position(&asked.game, &position, &[("table".to_owned(), tables.name.clone())]))
    });
    match found.await {
        Ok(place) => Redirect::to(&place).into_response(),
        Err(refusal) => refused(&explorer, Some(&game), &refusal),
    }
}

/// The boards of the line of best play, each with the ply that leads there.
fn strip(seen: &LoadedPosition) -> Vec<(String, PositionView)> {
    let Some(Ok(looked)) = &seen.looked else { return Vec::new() };
    let record = looked.probed.line.join(" ");
    let boards = seen.table.follow(Some(&seen.view.position), &record, STRIP).unwrap_or_default();
    looked.probed.line.iter().cloned().zip(boards.into_iter().skip(1)).collect()
}

fn body(explorer: &Explorer, seen: &LoadedPosition, strip: &[(String, PositionView)]) -> Markup {
    let LoadedPosition { view, kept, .. } = seen;
    let game = seen.game.name();
    html! {
        h1.place { (game) }
        (below(explorer, game))
        div.position {
            section.board aria-label=(texts::BOARD) {
                (board(view))
                p.line { code { (view.position) } }
                @if let Some(note) = &view.note { p.note { (note) } }
                @if let Some(ended) = &view.ended { p.ended { (ended) } }
                @if let Some(image) = &seen.representative {
                    p.image {
                        (texts::IMAGE)
                        a href=(address::position(game, image, kept)) title=(texts::REPRESENTATIVE) { code { (image) } }
                    }
                }
                p #choice role="status" aria-live="polite" {}
            }
            section.plies aria-label=(texts::PLIES) {
                (verdict(seen))
                (plies(seen))
            }
        }
        @if !view.facts.is_empty() {
            details.facts {
                summary { (texts::FACTS) }
                ul { @for fact in &view.facts { li { (fact) } } }
            }
        }
        @if !strip.is_empty() {
            section aria-label=(texts::BEST) {
                h2 { (texts::BEST) }
                p.line { @for name in looked_line(seen) { code { (name) } " " } }
                ol.strip tabindex="0" {
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
        @if !seen.has_twin { p.note { (NO_TWIN) } }
        (searches(seen))
        (setup::of_sight(seen, kept))
    }
}

/// The searches that the game can make from this position.
fn searches(seen: &LoadedPosition) -> Markup {
    let game = seen.game.name();
    let depth =
        seen.game.value_search().filter(|_| seen.looked.is_none()).map(certamen_play::ValueSearch::depth);
    html! {
        @if let Some(depth) = depth {
            section.decide {
                h2 { (texts::VALUE) }
                p.hint { (texts::DECIDE_HINT) }
                form.setup.ask data-stream={ "/api/v1/" (game) "/decide" } data-game=(game) {
                    @for (name, value) in asked_pairs(seen) { input type="hidden" name=(name) value=(value); }
                    label for="depth" { (depth.of) }
                    input #depth name="depth" type="number" min="1" max=(depth.most) value=(depth.usual);
                    button { (texts::DECIDE) }
                }
                div.answer aria-live="polite" {}
            }
        }
        @if seen.game.reach_search().is_some() {
            section {
                h2 { (texts::REACHABLE) }
                button.search data-stream={ "/api/v1/" (game) "/reach" (address::query(&asked_pairs(seen))) } { (texts::REACH) }
                div.answer aria-live="polite" {}
            }
        }
    }
}

fn looked_line(seen: &LoadedPosition) -> &[String] {
    match &seen.looked {
        Some(Ok(looked)) => &looked.probed.line,
        _ => &[],
    }
}

/// The position and the flags, for a search.
fn asked_pairs(seen: &LoadedPosition) -> Vec<(String, String)> {
    let mut pairs = vec![("position".to_owned(), seen.view.position.clone())];
    pairs.extend(seen.kept.iter().filter(|(name, _)| name != "table").cloned());
    pairs
}

/// The picture, with a place to click for each square that a ply touches.
pub(super) fn board(view: &PositionView) -> Markup {
    let Some(open) = view.shown.svg.rfind("</svg>") else { return html! { pre { (view.shown.text) } } };
    let mut svg = view.shown.svg[..open].to_owned();
    for square in &view.squares {
        let is_touched = view.plies.iter().any(|ply| ply.squares.contains(&square.name));
        let is_changed = view.plies.iter().any(|ply| ply.changes.contains(&square.name));
        let name = certamen_draw::svg::escaped(&square.name);
        let (x, y, edge) = (square.x, square.y, square.edge);
        if is_changed && !is_touched {
            let _ = write!(
                svg,
                "<rect class=\"change\" data-square=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"{edge}\" height=\"{edge}\"/>"
            );
        }
        if is_touched {
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

fn verdict(seen: &LoadedPosition) -> Markup {
    html! {
        @match &seen.looked {
            Some(Ok(looked)) => {
                p.verdict { (value::verdict(&looked.probed.verdict)) }
                @if let Some(tables) = &seen.tables { p.hint { (tables.atlas.subject()) } }
            }
            Some(Err(reason)) => { p.trouble role="alert" { (texts::TABLES_FAILED) (reason) } }
            None => {}
        }
    }
}

/// The plies, sorted by value if values are known.
fn plies(seen: &LoadedPosition) -> Markup {
    let LoadedPosition { view, kept, .. } = seen;
    let judged = match &seen.looked {
        Some(Ok(looked)) => sorted(view, looked),
        _ => view.plies.iter().map(|ply| (ply, None)).collect(),
    };
    html! {
        @if !judged.is_empty() { h2 { (view.plies.len()) " plies" } }
        ol.list #plies tabindex="0" {
            @for (ply, judged) in judged {
                li data-squares=(ply.squares.join(" ")) data-changes=(ply.changes.join(" ")) {
                    @match &ply.after {
                        PlyOutcome::Position(next) => {
                            a href=(address::position(seen.game.name(), next, kept)) { (ply.name) }
                        }
                        PlyOutcome::Ended(how) => { span.end title=(how) { (ply.name) } " " span.how { (how) } }
                    }
                    @if let Some(remark) = &ply.remark { span.how { (remark) } }
                    @if let Some(judged) = judged { (value::shown(judged.value, judged.score)) }
                }
            }
        }
    }
}

/// The plies with their values, the best first; a ply that the tables do not name comes last.
fn sorted<'s>(view: &'s PositionView, looked: &'s ProbeAnswer) -> Vec<(&'s PlyView, Option<&'s RatedMove>)> {
    let find = |ply: &PlyView| {
        let mut moves = looked.probed.moves.iter().enumerate();
        moves.find(|(_, judged)| judged.name.eq_ignore_ascii_case(&ply.name))
    };
    let mut all: Vec<_> = view.plies.iter().map(|ply| (ply, find(ply))).collect();
    all.sort_by_key(|(_, found)| found.map_or(usize::MAX, |(place, _)| place));
    all.into_iter().map(|(ply, found)| (ply, found.map(|(_, judged)| judged))).collect()
}
