//! A record: the board behind each ply, the verdict of the naive game, and for solved games the value behind each ply.

use super::fields::fields;
use super::home::examples;
use super::loaded::{Refusal, blocking};
use super::{PageHeader, below, page, refused, sample, value};
use crate::address;
use crate::explorer::{Explorer, Tables, flags, given};
use crate::page_request::PageRequest;
use crate::texts::record as texts;
use axum::extract::State;
use axum::response::Response;
use certamen_play::{Game, PositionView, ReplayReport};
use certamen_retro::positions::Value;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::sync::Arc;

/// The most plies of a record that are drawn.
const MOST: usize = 400;

/// A record that has been replayed.
struct ReplayedRecord {
    replayed: ReplayReport,
    boards: Vec<PositionView>,
    /// The value of each board for the player to move there.
    values: Vec<Option<Value>>,
    kept: Vec<(String, String)>,
}

pub(super) async fn record(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let record = asked.value("record").unwrap_or_default().to_owned();
    let PageRequest { game, query, .. } = asked;
    let Some(known) = explorer.game(&game) else { return refused(&explorer, None, &Refusal::no_game()) };
    let shared = explorer.clone();
    let played = blocking({
        let (known, record, query) = (known.clone(), record.clone(), query.clone());
        move || {
            if record.is_empty() { Ok(None) } else { replay(&shared, &*known, &record, &query).map(Some) }
        }
    });
    match played.await {
        Ok(played) => {
            let title = format!("{game}: record");
            let body = body(&explorer, &*known, (&record, &query), played.as_ref());
            page(&explorer, &PageHeader { title: &title, game: Some(&game) }, &body)
        }
        Err(refusal) => refused(&explorer, Some(&game), &refusal),
    }
}

fn replay(
    explorer: &Explorer,
    game: &dyn Game,
    record: &str,
    query: &[(String, String)],
) -> Result<ReplayedRecord, Refusal> {
    let flags = flags(game);
    let given = given(&flags, query).map_err(Refusal::bad)?;
    let table = game.table(&given)?;
    let replayed = table.replay(None, record)?;
    let boards = table.follow(None, record, MOST).unwrap_or_default();
    let tables: Vec<&Tables> = explorer.tables_of(game.name()).collect();
    let value = |board: &PositionView| {
        let found = tables.iter().find_map(|tables| tables.atlas.look_up(Some(&board.known_as)).ok());
        found.and_then(|looked| looked.probed.verdict.value)
    };
    let values = boards.iter().map(value).collect();
    let is_flag = |name: &str| flags.iter().any(|flag| flag.name == name);
    let kept = query.iter().filter(|(name, text)| is_flag(name) && !text.is_empty()).cloned().collect();
    Ok(ReplayedRecord { replayed, boards, values, kept })
}

fn body(
    explorer: &Explorer,
    game: &dyn Game,
    (record, query): (&str, &[(String, String)]),
    played: Option<&ReplayedRecord>,
) -> Markup {
    let name = game.name();
    html! {
        h1 { (texts::TITLE) (name) }
        (below(explorer, name))
        form.setup action={ "/" (name) "/record" } method="get" {
            label for="record" { (texts::RECORD) }
            textarea #record name="record" rows="3" spellcheck="false" autocomplete="off" aria-describedby="form" { (record) }
            p.hint #form { (game.record_form()) }
            (fields(&flags(game), &sample::boards(game), query))
            button { (texts::REPLAY) }
        }
        (examples(&sample::records(game)))
        @if let Some(played) = played { (shown(game, played)) }
    }
}

fn shown(game: &dyn Game, played: &ReplayedRecord) -> Markup {
    let ReplayedRecord { replayed, boards, values, kept } = played;
    let class = if replayed.is_legal { "legal" } else { "trouble" };
    let last = boards.len().saturating_sub(1);
    html! {
        p.verdict.(class) role="status" { (replayed.verdict) }
        @if values.iter().any(Option::is_some) { (curve(values)) }
        @if !boards.is_empty() {
            div.slider #replay {
                label for="ply" { "Ply " output #ply-number { (last) } " of " (last) }
                input #ply type="range" min="0" max=(last) value=(last);
            }
            ol.boards start="0" {
                @for (place, board) in boards.iter().enumerate() {
                    li data-ply=(place) {
                        a href=(address::position(game.name(), &board.position, kept)) { (PreEscaped(&board.shown.svg)) }
                        p {
                            @if let Some(Some(found)) = values.get(place) { (value::shown(Some(*found), None)) }
                            @if is_mistake(values, place) { " " strong.mistake { (texts::MISTAKE) } }
                        }
                    }
                }
            }
        }
    }
}

/// Whether the ply before this board made the outcome worse for the player who made it.
fn is_mistake(values: &[Option<Value>], place: usize) -> bool {
    let at = |place: usize| values.get(place).copied().flatten().map(value::outcome);
    let before = place.checked_sub(1).and_then(at);
    matches!((before, at(place)), (Some(before), Some(after)) if -after < before)
}

/// The values as a curve, for the first player to move.
fn curve(values: &[Option<Value>]) -> Markup {
    let width = 24 * values.len().max(2);
    let mut svg = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {width} 100\" role=\"img\" aria-label=\"{}\">\
         <path d=\"M0 50H{width}\" class=\"axis\"/><polyline points=\"",
        texts::CURVE
    );
    let point = |place: usize, value: Value| {
        let side = if place.is_multiple_of(2) { 1.0 } else { -1.0 };
        (12 + 24 * place, 50.0 - 45.0 * side * value::height(value))
    };
    let known: Vec<(usize, Value)> =
        values.iter().enumerate().filter_map(|(place, value)| value.map(|value| (place, value))).collect();
    for &(place, value) in &known {
        let (x, y) = point(place, value);
        let _ = write!(svg, "{x},{y:.1} ");
    }
    svg.push_str("\"/>");
    for &(place, value) in &known {
        let (x, y) = point(place, value);
        let class = if is_mistake(values, place) { "mistake" } else { "point" };
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y:.1}\" r=\"4\" class=\"{class}\"/>");
    }
    svg.push_str("</svg>");
    PreEscaped(svg)
}
