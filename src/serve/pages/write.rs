//! A game is written: a text, what is wrong with it, and the game that it states, to play with. The script asks the API.

use super::loaded::Refusal;
use super::{PageHeader, page, refused};
use crate::explorer::Explorer;
use crate::page_request::PageRequest;
use crate::texts::{position, puzzles, work, write as texts};
use axum::extract::State;
use axum::response::Response;
use maud::html;
use std::sync::Arc;

/// A text that begins as the rules of `from`, or as the shortest rules that there are.
pub(super) async fn write(State(explorer): State<Arc<Explorer>>, asked: PageRequest) -> Response {
    let rules = || explorer.games.iter().filter_map(|game| Some((game.name(), game.rules_text()?)));
    let chosen = match asked.value("from") {
        Some(name) => rules().find(|(known, _)| *known == name),
        None => rules().min_by_key(|(_, text)| text.len()).or(Some(("", ""))),
    };
    let Some((_, text)) = chosen else { return refused(&explorer, None, &Refusal::no_game()) };
    let body = html! {
        h1 { (texts::TITLE) }
        p.hint { (texts::HINT) }
        noscript { p.note { (texts::NO_SCRIPT) } }
        p.hint {
            (texts::BEGIN_WITH)
            @for (number, (name, _)) in rules().enumerate() {
                @if number > 0 { " · " }
                a href={ "/write?from=" (name) } { (name) }
            }
        }
        div.position #write {
            section aria-label=(texts::TEXT) {
                label for="text" { (texts::TEXT) }
                textarea #text rows="24" spellcheck="false" autocomplete="off" aria-describedby="said" { "\n" (text) }
                p #said role="status" aria-live="polite" {}
                div #mistake hidden {
                    pre.mistake-line tabindex="0" aria-label=(texts::MISTAKE) {}
                    button #to-mistake type="button" { (texts::GO_THERE) }
                }
                p.buttons { a #save href="#" download="my.game" { (texts::SAVE) } }
            }
            section #written aria-label=(texts::GAME) hidden {
                p #about {}
                label for="on" { (texts::BOARD) } " "
                select #on {}
                div.board {}
                p.ended #ended {}
                p #choice role="status" aria-live="polite" {}
                p.hint #perft {}
                p.buttons {
                    button #back type="button" { (texts::BACK) } " "
                    button #again type="button" { (puzzles::AGAIN) }
                }
                ol.line #played aria-label=(puzzles::MOVES) {}
                ol.list #plies tabindex="0" aria-label=(position::PLIES) {}
                form.setup #ask {
                    label for="question" { (work::QUESTION) }
                    textarea #question name="question" rows="2" spellcheck="false" autocomplete="off" required {}
                    p.hint { (texts::ABOUT_QUESTIONS) code #words {} }
                    button { (work::ASK) }
                }
                div.answer aria-live="polite" {}
                form.setup #check {
                    p.hint { (texts::CHECK_MEANS) }
                    button { (texts::CHECK) }
                }
                div.answer aria-live="polite" {}
            }
        }
    };
    page(&explorer, &PageHeader { title: texts::TITLE, game: None }, &body)
}
