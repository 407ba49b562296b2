//! Pages with long work: questions, longest games, certificates. The work itself is a stream of the API.

use super::fields::fields;
use super::home::examples;
use super::loaded::Refusal;
use super::{PageHeader, below, page, refused, sample};
use crate::explorer::Explorer;
use crate::page_request::PageRequest;
use crate::texts::{links, work as texts};
use axum::extract::{Path, State};
use axum::response::Response;
use certamen_ask::flag::{Flag, FlagValue};
use certamen_ask::kind::{Kind, ability};
use certamen_language::Vocabulary;
use maud::{Markup, html};
use std::sync::Arc;

type ExplorerState = State<Arc<Explorer>>;

fn vocabulary(explorer: &Explorer, game: &str) -> Option<(Arc<dyn Kind>, Vocabulary)> {
    let kind = explorer.registry.kind(game).ok()?.clone();
    let words = ability::<Vocabulary>(&*kind)?;
    Some((kind, words))
}

/// Whether questions about a game can be asked in the language.
pub(super) fn has_language(explorer: &Explorer, game: &str) -> bool {
    vocabulary(explorer, game).is_some()
}

pub(super) fn page_of(explorer: &Explorer, game: &str, what: &str, content: &Markup) -> Response {
    if explorer.game(game).is_none() {
        return refused(explorer, None, &Refusal::no_game());
    }
    let title = format!("{game}: {what}");
    let body = html! {
        h1 { (title) }
        (below(explorer, game))
        (content)
    };
    page(explorer, &PageHeader { title: &title, game: Some(game) }, &body)
}

/// A button that begins work, and the place for its answer.
fn work(address: &str, label: &str) -> Markup {
    html! {
        button.search data-stream=(address) { (label) }
        div.answer aria-live="polite" {}
    }
}

/// A field for a question, with the words of the game beside it.
pub(super) async fn questions(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let game = &asked.game;
    let Some((kind, words)) = vocabulary(&explorer, game) else {
        return refused(&explorer, Some(game), &Refusal::bad(texts::NO_LANGUAGE.to_owned()));
    };
    let text = asked.value("question").unwrap_or_default();
    let is_shown = |flag: &Flag| matches!(flag.value, FlagValue::Text(_)) && flag.name == "board";
    let flags: Vec<Flag> = kind.flags().into_iter().filter(is_shown).collect();
    let boards = explorer.game(game).map(|game| game.usual_boards()).unwrap_or_default();
    let content = html! {
        form.setup.ask data-stream={ "/api/v1/" (game) "/ask" } data-game=(game) {
            label for="question" { (texts::QUESTION) }
            textarea #question name="question" rows="3" spellcheck="false" autocomplete="off" { (text) }
            p.hint {
                "A condition, such as " code { "count(legal) >= 3" } ", or a largest value: "
                code { "max count(legal)" } ". A search ends after " (explorer.time_limit.as_secs()) " s."
            }
            (fields(&flags, &boards, &asked.query))
            button { (texts::ASK) }
        }
        div.answer aria-live="polite" {}
        (examples(&sample::questions(&*kind)))
        h2 { (texts::WORDS) }
        dl.words { @for entry in words.entries() { dt { code { (entry.name) } } dd { (entry.meaning) } } }
    };
    page_of(&explorer, game, links::QUESTIONS, &content)
}

/// The longest wins and losses of each of the tables.
pub(super) async fn longest(State(explorer): ExplorerState, Path(game): Path<String>) -> Response {
    let content = html! {
        @for tables in explorer.tables_of(&game) {
            @for (flag, what) in [("", texts::WINS), ("&losses=1", texts::LOSSES)] {
                section {
                    h2 { (what) ": " (tables.atlas.subject()) }
                    div data-game=(game) data-table=(tables.name) {
                        (work(&format!("/api/v1/{game}/longest?table={}{flag}", tables.name), texts::FIND))
                    }
                }
            }
        }
    };
    page_of(&explorer, &game, links::LONGEST, &content)
}

/// The certificates, each with a button that checks it.
pub(super) async fn certificates(State(explorer): ExplorerState) -> Response {
    let body = html! {
        h1 { (texts::CERTIFICATES) }
        p { (texts::CHECK_MEANS) }
        @for kept in &explorer.certificates {
            section.card {
                h2 { (kept.name) }
                p { (texts::CLAIMED) (kept.claim) }
                (work(&format!("/api/v1/certificates/{}/check", kept.name), texts::CHECK))
            }
        }
        @if explorer.certificates.is_empty() { p { (texts::NONE) code { "serve --dir" } "." } }
    };
    page(&explorer, &PageHeader { title: texts::CERTIFICATES, game: None }, &body)
}
