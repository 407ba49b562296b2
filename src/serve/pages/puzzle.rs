//! Puzzles: lists of them, and a page on which one is played against the table.
//!
//! The values are not on the page: the script asks for them after each ply. It keeps what was solved in the browser.

use super::loaded::{Refusal, blocking, look};
use super::position::board;
use super::work::page_of;
use super::{PageHeader, below, page, refused};
use crate::address;
use crate::explorer::{Explorer, Tables};
use crate::page_request::PageRequest;
use crate::texts::{links, position, puzzles as texts};
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, html};
use std::sync::Arc;

/// The puzzles of each of the tables, and a list of the user's own.
pub(super) async fn list(State(explorer): State<Arc<Explorer>>, Path(game): Path<String>) -> Response {
    let all: Vec<&Tables> =
        explorer.tables_of(&game).filter(|tables| tables.atlas.puzzle().is_some()).collect();
    let content = html! {
        div #puzzles data-game=(game) {
            p #progress role="status" {}
            @for tables in &all {
                section {
                    h2 { (tables.atlas.subject()) }
                    p { (texts::INTRODUCTION) (tables.atlas.puzzle().unwrap_or_default()) "." }
                    (filters(&game, tables))
                    div.answer data-table=(tables.name) aria-live="polite" {}
                }
            }
            @if all.is_empty() { p { (texts::NONE) } }
            section {
                h2 { (texts::OWN) }
                form.setup #own {
                    label for="own-list" { (texts::OWN) }
                    textarea #own-list rows="4" spellcheck="false" autocomplete="off" aria-describedby="own-hint" {}
                    p.hint #own-hint { (texts::OWN_HINT) }
                    button { (texts::OWN_USE) }
                }
                div.answer aria-live="polite" {}
            }
            button #forget type="button" { (texts::FORGET) }
        }
    };
    page_of(&explorer, &game, links::PUZZLES, &content)
}

fn filters(game: &str, tables: &Tables) -> Markup {
    let name = &tables.name;
    html! {
        form.setup.ask.find data-stream={ "/api/v1/" (game) "/puzzles" } data-game=(game) data-table=(name) {
            input type="hidden" name="table" value=(name);
            label for={ "plies-" (name) } { (texts::PLIES) }
            input id={ "plies-" (name) } name="plies" type="number" min="1";
            label.check { input type="checkbox" name="single" value="1"; " " (texts::SINGLE) }
            label.check { input.unsolved type="checkbox"; " " (texts::UNSOLVED) }
            button { (texts::FIND) }
        }
    }
}

/// A puzzle to play.
pub(super) async fn puzzle(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let (shared, from) = (explorer.clone(), asked.clone());
    let found = blocking(move || look(&shared, &from.game, from.position.as_deref(), &from.query));
    let seen = match found.await {
        Ok(seen) => seen,
        Err(refusal) => return refused(&explorer, Some(&asked.game), &refusal),
    };
    if seen.looked.is_none() {
        return refused(&explorer, Some(&asked.game), &Refusal::bad(texts::NO_TABLES.to_owned()));
    }
    let game = seen.game.name();
    let title = format!("{game}: {}", texts::PLAY);
    let all = address::position(game, &seen.view.position, &seen.kept);
    let body = html! {
        h1 { (title) }
        (below(&explorer, game))
        div.position #puzzle data-game=(game) data-position=(seen.view.position) data-kept=(address::query(&seen.kept)) {
            section aria-label=(position::BOARD) {
                div.board { (board(&seen.view)) }
                p #choice role="status" aria-live="polite" {}
            }
            section aria-label=(texts::PLAY) {
                p.verdict #said role="status" aria-live="polite" {}
                p.buttons {
                    button #hint type="button" { (texts::HINT) } " "
                    button #solution type="button" { (texts::SOLUTION) } " "
                    button #again type="button" { (texts::AGAIN) } " "
                    button #next type="button" hidden { (texts::NEXT) }
                }
                noscript { p.note { (texts::NO_SCRIPT) a href=(all) { (texts::VALUES) } } }
                ol.list #plies tabindex="0" aria-label=(position::PLIES) {}
                h2 { (texts::MOVES) }
                ol.line #played {}
            }
        }
    };
    page(&explorer, &PageHeader { title: &title, game: Some(game) }, &body)
}
