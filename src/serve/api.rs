//! The API: what the command line gives with `--json`, at `/api/v1/`. `openapi.json` describes it.

use crate::address::{pairs, value};
use crate::long;
use crate::pages::seen::{Refusal, blocking, look};
use crate::shelf::{Explorer, flags, given, table};
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use certamen_play::{After, Onward};
use serde_json::{Value, json};
use std::sync::Arc;

/// The description of the API.
pub const OPENAPI: &str = include_str!("assets/openapi.json");

type Shared = State<Arc<Explorer>>;

/// The addresses of the API.
pub(crate) fn routes() -> Router<Arc<Explorer>> {
    Router::new()
        .route("/api/v1/openapi.json", get(|| async { json_text(OPENAPI.to_owned()) }))
        .route("/api/v1/games", get(games))
        .route("/api/v1/{game}/position/{position}", get(position))
        .route("/api/v1/{game}/position", get(position_in_query))
        .route("/api/v1/{game}/board/{position}", get(board))
        .route("/api/v1/{game}/board", get(board_in_query))
        .route("/api/v1/{game}/replay", get(replay))
        .route("/api/v1/{game}/random", get(random))
        .route("/api/v1/{game}/ask", get(ask))
        .route("/api/v1/{game}/reach", get(reach))
        .route("/api/v1/{game}/longest", get(longest))
        .route("/api/v1/{game}/puzzles", get(puzzles))
        .route("/api/v1/certificates/{name}/check", get(check))
}

fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

fn answer(found: Result<Value, Refusal>) -> Response {
    match found {
        Ok(object) => json_text(object.to_string()),
        Err(Refusal { status, reason }) => {
            let mut response = json_text(json!({ "error": reason }).to_string());
            *response.status_mut() = status;
            response
        }
    }
}

fn streamed(started: Result<Response, String>) -> Response {
    started.unwrap_or_else(|reason| answer(Err(Refusal::bad(reason))))
}

async fn games(State(explorer): Shared) -> Response {
    let games = explorer.games.iter().map(|game| {
        let tables = explorer.tables_of(game.name()).map(|tables| {
            json!({ "name": tables.name, "subject": tables.atlas.subject(), "puzzles": tables.atlas.puzzle().is_some() })
        });
        json!({
            "name": game.name(), "about": game.about(), "boards": game.boards(), "notation": game.notation(),
            "record": game.record_form(), "naive_twin": game.has_naive_twin(), "tables": tables.collect::<Vec<_>>(),
        })
    });
    let certificates: Vec<&str> = explorer.certificates.iter().map(|kept| kept.name.as_str()).collect();
    json_text(json!({ "games": games.collect::<Vec<_>>(), "certificates": certificates }).to_string())
}

async fn position(
    State(explorer): Shared,
    Path((game, text)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    valued(explorer, game, Some(text), query).await
}

/// The position `at`, or the start.
async fn position_in_query(
    State(explorer): Shared,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let at = value(&pairs(query.as_deref()), "at").map(str::to_owned);
    valued(explorer, game, at, query).await
}

async fn valued(
    explorer: Arc<Explorer>,
    game: String,
    text: Option<String>,
    query: Option<String>,
) -> Response {
    let found = blocking(move || {
        let seen = look(&explorer, &game, text.as_deref(), &pairs(query.as_deref()))?;
        let mut object = match seen.looked {
            Some(Ok(looked)) => looked.object,
            Some(Err(reason)) => return Err(Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, reason }),
            None => seen.sight.shown.object,
        };
        if !seen.has_twin {
            object["second_opinion"] = json!(false);
        }
        Ok(object)
    });
    answer(found.await)
}

async fn board(
    State(explorer): Shared,
    Path((game, text)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    pictured(explorer, game, Some(text), query).await
}

async fn board_in_query(
    State(explorer): Shared,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let at = value(&pairs(query.as_deref()), "at").map(str::to_owned);
    pictured(explorer, game, at, query).await
}

/// A position with its picture, and its plies with what lies behind them.
async fn pictured(
    explorer: Arc<Explorer>,
    game: String,
    text: Option<String>,
    query: Option<String>,
) -> Response {
    let found = blocking(move || {
        let seen = look(&explorer, &game, text.as_deref(), &pairs(query.as_deref()))?;
        let sight = seen.sight;
        let spots = sight.spots.iter();
        let spots: Vec<Value> = spots
            .map(|spot| json!({ "name": spot.name, "x": spot.x, "y": spot.y, "edge": spot.edge }))
            .collect();
        let plies: Vec<Value> = sight.plies.iter().map(onward).collect();
        Ok(json!({
            "position": sight.position, "svg": sight.shown.svg, "squares": spots, "plies": plies,
            "note": sight.note, "ended": sight.ended,
        }))
    });
    answer(found.await)
}

fn onward(ply: &Onward) -> Value {
    let (position, ended) = match &ply.after {
        After::Position(position) => (Some(position), None),
        After::Ended(ended) => (None, Some(ended)),
    };
    json!({ "name": ply.name, "squares": ply.squares, "position": position, "ended": ended })
}

async fn replay(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let found = blocking(move || {
        let query = pairs(query.as_deref());
        let game = explorer.game(&game).ok_or_else(Refusal::no_game)?;
        let given = given(&flags(&*game), &query).map_err(Refusal::bad)?;
        let record = value(&query, "record").unwrap_or_default();
        let table = table(&*game, &given).map_err(|error| Refusal::bad(error.to_string()))?;
        let replayed = table.replay(value(&query, "position"), record);
        let mut object = replayed.map_err(|error| Refusal::bad(error.to_string()))?.object;
        if !game.has_naive_twin() {
            object["second_opinion"] = json!(false);
        }
        Ok(object)
    });
    answer(found.await)
}

async fn random(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let found = blocking(move || {
        let tables = named_tables(&explorer, &game, &pairs(query.as_deref())).map_err(Refusal::bad)?;
        let found =
            tables.atlas.near(fastrand::u64(..)).map_err(|error| Refusal::broken(error.to_string()))?;
        Ok(json!({ "position": found }))
    });
    answer(found.await)
}

/// The tables that `table` names, or the first ones of the game.
pub(crate) fn named_tables<'e>(
    explorer: &'e Explorer,
    game: &'e str,
    query: &[(String, String)],
) -> Result<&'e crate::shelf::Tables, String> {
    let mut all = explorer.tables_of(game);
    let found = match value(query, "table") {
        Some(name) => all.find(|tables| tables.name == name),
        None => all.next(),
    };
    found.ok_or_else(|| "no tables of this game are served: see `serve --dir`".to_owned())
}

async fn ask(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let query = pairs(query.as_deref());
    let begin = || {
        let kind = explorer.registry.kind(&game).map_err(|error| error.to_string())?;
        let given = given(&kind.flags(), &query)?;
        let question = value(&query, "question").ok_or("question: a text is missing")?;
        long::ask(&explorer, &**kind, given, question)
    };
    streamed(begin())
}

async fn reach(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let query = pairs(query.as_deref());
    let begin = || {
        let position = value(&query, "position").ok_or("position: a text is missing")?.to_owned();
        long::reach(&explorer, &game, &query, position)
    };
    streamed(begin())
}

async fn longest(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let query = pairs(query.as_deref());
    let tables = named_tables(&explorer, &game, &query);
    let losses = query.iter().any(|(name, _)| name == "losses");
    streamed(tables.map(|tables| long::longest(&explorer, tables.clone(), losses)))
}

async fn puzzles(State(explorer): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Response {
    let query = pairs(query.as_deref());
    let tables = named_tables(&explorer, &game, &query).and_then(|tables| {
        let none = || "this game defines no puzzles".to_owned();
        tables.atlas.puzzle().map(|_| tables).ok_or_else(none)
    });
    streamed(tables.map(|tables| long::puzzles(&explorer, tables.clone())))
}

async fn check(State(explorer): Shared, Path(name): Path<String>) -> Response {
    match explorer.certificate(&name) {
        Some(kept) => long::check(&explorer, kept.directory.clone()),
        None => {
            answer(Err(Refusal { status: StatusCode::NOT_FOUND, reason: "no such certificate".to_owned() }))
        }
    }
}
