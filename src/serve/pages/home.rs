//! The first page, and the page of a game.

use super::{Here, below, page, refused};
use crate::shelf::{Explorer, flags};
use axum::extract::{Path, State};
use axum::response::Response;
use certamen_ask::flag::{Flag, FlagValue};
use maud::{Markup, html};
use std::sync::Arc;

use super::seen::Refusal;

/// All games.
pub(super) async fn home(State(explorer): State<Arc<Explorer>>) -> Response {
    let body = html! {
        h1 { "Solved games, records and proofs" }
        div.cards {
            @for game in &explorer.games {
                section.card {
                    h2 { a href={ "/" (game.name()) } { (game.name()) } }
                    p { (game.about()) }
                    @for tables in explorer.tables_of(game.name()) {
                        p.solved {
                            "Solved: " a href={ "/" (game.name()) "/position?table=" (tables.name) } { (tables.atlas.subject()) }
                        }
                    }
                    p { a href={ "/" (game.name()) "/position" } { "Play from the start" } }
                }
            }
        }
        @if !explorer.certificates.is_empty() {
            section.card {
                h2 { a href="/certificates" { "certificates" } }
                p { "Claims with proofs: " (explorer.certificates.len()) }
            }
        }
    };
    page(&explorer, &Here { title: "Games", game: None }, &body)
}

/// A game: its boards and tables, and fields for a position and a record.
pub(super) async fn game(State(explorer): State<Arc<Explorer>>, Path(name): Path<String>) -> Response {
    let Some(game) = explorer.game(&name) else { return refused(&explorer, None, &Refusal::no_game()) };
    let name = game.name();
    let body = html! {
        h1 { (name) }
        (below(&explorer, name))
        p { (game.about()) }
        p { "Boards: " (game.boards().join(", ")) }
        @if !game.has_naive_twin() {
            p.note { "This game has no naive twin: there is no second opinion on what is shown." }
        }
        @for tables in explorer.tables_of(name) {
            p.solved {
                "Solved: " a href={ "/" (name) "/position?table=" (tables.name) } { (tables.atlas.subject()) }
                " · " a href={ "/" (name) "/random?table=" (tables.name) } { "random position" }
            }
        }
        (set_up(name, game.notation(), &flags(&*game), ""))
    };
    page(&explorer, &Here { title: name, game: Some(name) }, &body)
}

/// A form for a position, with the flags of the game.
pub(super) fn set_up(game: &str, notation: &str, flags: &[Flag], position: &str) -> Markup {
    html! {
        form.setup action={ "/" (game) "/position" } method="get" {
            h2 { "Set up a position" }
            label for="at" { "Position" }
            textarea #at name="at" rows="2" spellcheck="false" autocomplete="off" aria-describedby="notation" { (position) }
            p.hint #notation { (notation) }
            (fields(flags))
            button { "Show" }
        }
    }
}

/// Fields for flags.
pub(super) fn fields(flags: &[Flag]) -> Markup {
    html! {
        @for flag in flags {
            @let id = format!("flag-{}", flag.name);
            @match flag.value {
                FlagValue::Text(word) | FlagValue::Number(word) => {
                    label for=(id) { (flag.name) }
                    input id=(id) name=(flag.name) placeholder=(word) title=(flag.help) autocomplete="off";
                }
                FlagValue::Choice(_, choices) => {
                    label for=(id) { (flag.name) }
                    select id=(id) name=(flag.name) title=(flag.help) {
                        option value="" { "default" }
                        @for (choice, _) in choices { option { (choice) } }
                    }
                }
                _ => {}
            }
        }
    }
}
