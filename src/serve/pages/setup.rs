//! A position is set up: by clicking on squares, with the keyboard, or as text.

use super::fields::fields;
use super::loaded::{Refusal, blocking, look};
use super::{PageHeader, below, page, refused, sample};
use crate::explorer::{Explorer, flags};
use crate::page_request::PageRequest;
use crate::texts::setup as texts;
use axum::extract::State;
use axum::response::Response;
use certamen_play::{Game, PositionView, Setup};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::sync::Arc;

/// The margin around the board, with which the names of the outer squares are seen.
const MARGIN: usize = 4;

pub(super) async fn setup(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let (shared, from) = (explorer.clone(), asked.clone());
    let found = blocking(move || {
        let seen = look(&shared, &from.game, from.position.as_deref(), &from.query)?;
        let setup = seen.table.setup(&seen.view);
        let setup = setup.ok_or_else(|| Refusal::bad(texts::ONLY_TEXT.to_owned()))?;
        Ok((seen, setup))
    });
    match found.await {
        Ok((seen, setup)) => {
            let game = seen.game.name();
            let title = format!("{game}: {}", texts::TITLE);
            let body = html! {
                h1 { (title) }
                (below(&explorer, game))
                (editor(game, &setup, &seen.view, &seen.kept, seen.game.notation()))
            };
            page(&explorer, &PageHeader { title: &title, game: Some(game) }, &body)
        }
        Err(refusal) => refused(&explorer, Some(&asked.game), &refusal),
    }
}

fn editor(
    game: &str,
    setup: &Setup,
    view: &PositionView,
    kept: &[(String, String)],
    notation: &str,
) -> Markup {
    let ending = &setup.ending;
    html! {
        form #palette {}
        form.editor #editor action={ "/" (game) "/position" } method="get" data-game=(game) {
            p.hint { (texts::HINT) }
            fieldset.palette {
                legend { (texts::PIECE) }
                @for (number, token) in setup.tokens.iter().enumerate() {
                    label title=(token.name) {
                        input type="radio" form="palette" name="piece" value=(token.letter) data-name=(token.name)
                            checked[number == 0];
                        svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" {
                            rect class="field" x="0.5" y="0.5" width="39" height="39" {}
                            (PreEscaped(&token.picture))
                        }
                        span { (token.letter) " " (token.name) }
                    }
                }
            }
            div.board { (board(setup, view)) }
            div.setup {
                @if !setup.endings.is_empty() {
                    label for="ending" { (texts::ENDING) }
                    select #ending {
                        @for (end, means) in &setup.endings {
                            option value=(end) selected[end == ending] { (means) }
                        }
                    }
                }
                button #clear type="button" { (texts::CLEAR) }
                label for="at" { (texts::POSITION) }
                textarea #at name="at" rows="2" spellcheck="false" autocomplete="off" aria-describedby="notation" {
                    (setup.text) (ending)
                }
                p.hint #notation { (notation) }
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                p #valid role="status" aria-live="polite" {}
                button { (texts::SHOW) }
            }
        }
    }
}

/// The squares, each with all that can be on it; the script shows what the text says.
fn board(setup: &Setup, view: &PositionView) -> Markup {
    let squares = &view.squares;
    let far =
        |edge: fn(&certamen_draw::svg::SquarePlace) -> usize| squares.iter().map(edge).max().unwrap_or(0);
    let near =
        |edge: fn(&certamen_draw::svg::SquarePlace) -> usize| squares.iter().map(edge).min().unwrap_or(0);
    let (left, top) =
        (near(|square| square.x).saturating_sub(MARGIN), near(|square| square.y).saturating_sub(MARGIN));
    let (width, height) = (
        far(|square| square.x + square.edge) + MARGIN - left,
        far(|square| square.y + square.edge) + MARGIN - top,
    );
    let mut svg = format!(
        "<svg viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"group\" \
         aria-label=\"{}\">",
        crate::texts::position::BOARD
    );
    for (name, place) in &setup.squares {
        let Some(square) = squares.iter().find(|square| square.name == *name) else { continue };
        let (x, y, edge, name) = (square.x, square.y, square.edge, certamen_draw::svg::escaped(name));
        let _ = write!(
            svg,
            "<g class=\"cell\" tabindex=\"0\" role=\"button\" aria-label=\"{name}\" data-square=\"{name}\" \
             data-place=\"{place}\" data-x=\"{x}\" data-y=\"{y}\">\
             <rect class=\"field\" x=\"{x}\" y=\"{y}\" width=\"{edge}\" height=\"{edge}\"/>\
             <g class=\"token\" transform=\"translate({x} {y}) scale({})\"></g></g>",
            edge as f64 / 40.0
        );
    }
    svg.push_str("</svg>");
    PreEscaped(svg)
}

/// A form for a position as text, with the flags of the game.
pub(super) fn as_text(game: &dyn Game, position: &str, query: &[(String, String)]) -> Markup {
    html! {
        form.setup action={ "/" (game.name()) "/position" } method="get" {
            h2 { (texts::TITLE) }
            label for="at" { (texts::POSITION) }
            textarea #at name="at" rows="2" spellcheck="false" autocomplete="off" aria-describedby="notation" { (position) }
            p.hint #notation { (game.notation()) }
            (fields(&flags(game), &sample::boards(game), query))
            button { (texts::SHOW) }
        }
    }
}

/// The same for a view, with a link to the board on which it can be changed.
pub(super) fn of_sight(seen: &super::loaded::LoadedPosition, kept: &[(String, String)]) -> Markup {
    let game = seen.game.name();
    let can_click = seen.table.setup(&seen.view).is_some();
    let mut pairs = vec![("at".to_owned(), seen.view.position.clone())];
    pairs.extend_from_slice(kept);
    html! {
        (as_text(&*seen.game, &seen.view.position, kept))
        @if can_click {
            p { a #by-clicking href={ "/" (game) "/setup" (crate::address::query(&pairs)) } { (texts::BY_CLICKING) } }
        }
    }
}
