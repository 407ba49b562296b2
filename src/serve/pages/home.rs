//! The first page, and the page of a game.

use super::loaded::Refusal;
use super::sample::Sample;
use super::setup::as_text;
use super::{PageHeader, below, page, refused};
use crate::explorer::Explorer;
use crate::texts::{self, campaigns, links, profiles, work, write};
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, html};
use std::sync::Arc;

/// All games.
pub(super) async fn home(State(explorer): State<Arc<Explorer>>) -> Response {
    let body = html! {
        h1 { (texts::HOME) }
        p { a href="/write" { (write::LINK) } }
        div.cards {
            @for game in &explorer.games {
                section.card {
                    img.start loading="lazy" src={ "/api/v1/" (game.name()) "/board.svg" } alt={ (texts::START_OF) (game.name()) };
                    h2 { a href={ "/" (game.name()) } { (game.name()) } }
                    p { (game.about()) }
                    @for tables in explorer.tables_of(game.name()) {
                        p.solved {
                            (texts::SOLVED)
                            a href={ "/" (game.name()) "/position?table=" (tables.name) } { (tables.atlas.subject()) }
                        }
                    }
                    p { a href={ "/" (game.name()) "/position" } { (texts::PLAY) } }
                }
            }
        }
        @if !explorer.certificates.is_empty() {
            section.card {
                h2 { a href="/certificates" { (links::CERTIFICATES) } }
                p { (work::CLAIMS) (explorer.certificates.len()) }
            }
        }
        @if !explorer.profiles.is_empty() {
            section.card {
                h2 { a href="/profiles" { (links::PROFILES) } }
                p { (profiles::ABOUT) (explorer.profiles.len()) }
            }
        }
        @if !explorer.campaigns.is_empty() {
            section.card #campaigns {
                h2 { (links::CAMPAIGNS) }
                p { (campaigns::KNOWN) (explorer.campaigns.len()) }
                ul { @for shown in &explorer.campaigns { li { a href={ "/campaigns/" (shown.name) } { (shown.name) } } } }
            }
        }
    };
    page(&explorer, &PageHeader { title: texts::GAMES, game: None }, &body)
}

/// A game: its boards and tables, and a field for a position.
pub(super) async fn game(State(explorer): State<Arc<Explorer>>, Path(name): Path<String>) -> Response {
    let Some(game) = explorer.game(&name) else { return refused(&explorer, None, &Refusal::no_game()) };
    let name = game.name();
    let body = html! {
        h1 { (name) }
        (below(&explorer, name))
        p { (game.about()) }
        p { (texts::BOARDS) (game.boards().join(", ")) }
        @if !game.has_naive_twin() {
            p.note { (texts::NO_TWIN_GAME) }
        }
        @for tables in explorer.tables_of(name) {
            p.solved {
                (texts::SOLVED) a href={ "/" (name) "/position?table=" (tables.name) } { (tables.atlas.subject()) }
                " · " a href={ "/" (name) "/random?table=" (tables.name) } { (links::RANDOM) }
            }
        }
        (as_text(&*game, "", &[]))
    };
    page(&explorer, &PageHeader { title: name, game: Some(name) }, &body)
}

/// Links that fill in a form.
pub(super) fn examples(examples: &[Sample]) -> Markup {
    html! {
        @if !examples.is_empty() {
            p.hint {
                (texts::EXAMPLES)
                @for (number, Sample { text, address }) in examples.iter().enumerate() {
                    @if number > 0 { " · " }
                    a href=(address) { code { (text) } }
                }
            }
        }
    }
}
