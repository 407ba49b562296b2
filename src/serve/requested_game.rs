//! A game whose text comes with the request: shown, asked and checked as the games of the program are.
//!
//! No file is read or written. The games of the last texts stay in memory, so that a ply does not make the rules again;
//! no answer depends on it. While a request works, it has one of the places for searches. A text that states no game is no
//! error of the request: the answer says what is wrong, and where.

use crate::api::{ExplorerState, answer, game_object, view_object, view_of};
use crate::explorer::{Explorer, given};
use crate::job::{self, JobContext};
use crate::page_request::PageRequest;
use crate::pages::loaded::{Refusal, blocking};
use crate::recent_games::RecentGames;
use crate::streamed_work;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::StatusCode;
use axum::response::Response;
use certamen_ask::kind::ability;
use certamen_language::Vocabulary;
use certamen_language::game_file::FileError;
use certamen_play::{Game as _, PlayError, Purpose, RuledGame, Table};
use certamen_work::Stop;
use serde_json::{Value, json};
use std::sync::Arc;

/// The longest text that is read, in bytes: that of a game file.
pub(crate) const TEXT_LIMIT: usize = 64 << 10;
/// The greatest number of plies to which games are counted.
const PERFT_DEPTH: usize = 3;
/// The greatest number of games of a length of which those that are a ply longer are counted.
const PERFT_LIMIT: u64 = 20_000;

/// The most moves of a position that is judged.
const MOVES_LIMIT: usize = 400;
type Body = Result<String, StringRejection>;

fn text(body: Body) -> Result<String, Refusal> {
    body.map_err(|refused| match refused.status() {
        status @ StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal { status, reason: format!("a game file has at most {TEXT_LIMIT} bytes") }
        }
        status => Refusal { status, reason: refused.body_text() },
    })
}

/// The game, a position of it with its picture and its plies, and how many games there are from it.
pub(crate) async fn board(State(explorer): ExplorerState, asked: PageRequest, body: Body) -> Response {
    let found = async {
        let text = text(body)?;
        let place = explorer.searches.clone().acquire_owned().await;
        let place = place.map_err(|closed| Refusal::broken(closed.to_string()))?;
        blocking(move || {
            let _place = place;
            shown(&explorer.written, &text, &asked)
        })
        .await
    };
    answer(found.await)
}

fn shown(games: &RecentGames, text: &str, asked: &PageRequest) -> Result<Value, Refusal> {
    let found = match games.read(text) {
        Ok(game) => view_in(&game, asked),
        Err(error) => {
            let (line, character) = match error {
                FileError::At { line, at, .. } => (Some(line), Some(at)),
                FileError::Whole(_) => (None, None),
            };
            return Ok(json!({ "error": error.to_string(), "line": line, "character": character }));
        }
    };
    match found {
        Err(Refusal { status: StatusCode::BAD_REQUEST, reason }) => Ok(json!({ "error": reason })),
        found => found,
    }
}

/// Refuses a position with more moves than are judged: what each leads to is compared, with all of its moves.
fn require_few_moves(game: &RuledGame, asked: &PageRequest) -> Result<(), Refusal> {
    let given = given(&game.flags(Purpose::Show), &asked.query).map_err(Refusal::bad)?;
    match game.moves_at(&given, asked.position.as_deref())? {
        Some(moves) if moves > MOVES_LIMIT => {
            Err(Refusal::bad(format!("a position with {moves} moves: at most {MOVES_LIMIT} are shown here")))
        }
        _ => Ok(()),
    }
}

fn view_in(game: &RuledGame, asked: &PageRequest) -> Result<Value, Refusal> {
    require_few_moves(game, asked)?;
    let (table, view) = view_of(game, asked)?;
    let words = ability::<Vocabulary>(&*game.questions());
    let words: Vec<&str> =
        words.iter().flat_map(Vocabulary::entries).map(|entry| entry.name.as_str()).collect();
    let mut object = view_object(&view);
    object["game"] = game_object(game);
    object["words"] = json!(words);
    object["perft"] = json!(perft(&*table, &view.position)?);
    Ok(object)
}

/// The number of games of one ply, of two plies, and so on, as far as they are few.
fn perft(table: &dyn Table, position: &str) -> Result<Vec<u64>, PlayError> {
    let mut leaves: Vec<u64> = Vec::new();
    for depth in (1..).take(PERFT_DEPTH) {
        if leaves.last().is_none_or(|&before| before <= PERFT_LIMIT) {
            leaves.push(table.perft(Some(position), depth, false, &Stop::new())?.leaves);
        }
    }
    Ok(leaves)
}

/// Answers a question of the language about the game.
pub(crate) async fn ask(State(explorer): ExplorerState, asked: PageRequest, body: Body) -> Response {
    streamed(&explorer, asked, body, |game, asked, context| {
        let kind = game.questions();
        let given = given(&kind.flags(), &asked.query)?;
        let question = asked.value("question").ok_or("question: a text is missing")?;
        streamed_work::answered(&streamed_work::question_of(&*kind, given, question)?, context)
    })
}

/// What `games --check` says of the game, on one board or on all.
pub(crate) async fn check(State(explorer): ExplorerState, asked: PageRequest, body: Body) -> Response {
    streamed(&explorer, asked, body, |game, asked, context| {
        context.progress("proving what the file declares, and comparing the readers");
        let boards =
            asked.value("board").map_or_else(|| game.checked_boards(), |board| vec![board.to_owned()]);
        let boards: Vec<Option<String>> = boards.into_iter().map(Some).collect();
        let seed = u64::from(fastrand::u32(..));
        let checked = certamen_cli::check_rules(game, &boards, None, seed, &context.limits.stop);
        let checked = checked.map_err(|error| error.to_string())?;
        let mut object = checked.object;
        object["text"] = json!(checked.text);
        Ok(object)
    })
}

fn streamed(
    explorer: &Arc<Explorer>,
    asked: PageRequest,
    body: Body,
    work: impl FnOnce(&RuledGame, &PageRequest, &JobContext) -> Result<Value, String> + Send + 'static,
) -> Response {
    let shared = explorer.clone();
    match text(body) {
        Ok(text) => job::stream(explorer, move |context| {
            let game = shared.written.read(&text).map_err(|error| error.to_string())?;
            require_few_moves(&game, &asked).map_err(|refusal| refusal.reason)?;
            work(&game, &asked, context)
        }),
        Err(refusal) => answer(Err(refusal)),
    }
}
