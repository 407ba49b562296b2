//! The API: what the command line gives with `--json`, at `/api/v1/`. `openapi.json` describes it.

use crate::address::{pairs, value};
use crate::explorer::{Explorer, NamedDirectory, flags, given};
use crate::page_request::PageRequest;
use crate::pages::loaded::{self, Refusal, blocking, look};
use crate::profiles::{self, Profile};
use crate::requested_game;
use crate::streamed_work;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use certamen_play::{Game, PlyOutcome, PlyView, PositionView, Table, Wanted};
use certamen_work::text::did_you_mean;
use serde_json::{Value, json};
use std::sync::Arc;

/// The description of the API.
pub const OPENAPI: &str = include_str!("assets/openapi.json");

pub(crate) type ExplorerState = State<Arc<Explorer>>;

/// The addresses of the API, each with its handler.
fn addresses() -> [(&'static str, MethodRouter<Arc<Explorer>>); 21] {
    [
        ("/api/v1/openapi.json", get(|| async { json_text(OPENAPI.to_owned()) })),
        ("/api/v1/games", get(games)),
        ("/api/v1/{game}/position/{position}", get(position)),
        ("/api/v1/{game}/position", get(position)),
        ("/api/v1/{game}/board/{position}", get(board)),
        ("/api/v1/{game}/board", get(board)),
        ("/api/v1/{game}/board.svg", get(picture)),
        ("/api/v1/{game}/legal", get(legal)),
        ("/api/v1/{game}/replay", get(replay)),
        ("/api/v1/{game}/random", get(random)),
        ("/api/v1/{game}/ask", get(ask)),
        ("/api/v1/{game}/reach", get(reach)),
        ("/api/v1/{game}/decide", get(decide)),
        ("/api/v1/{game}/longest", get(longest)),
        ("/api/v1/{game}/puzzles", get(puzzles)),
        ("/api/v1/certificates/{name}/check", get(check)),
        ("/api/v1/profiles/{name}", get(profile)),
        ("/api/v1/campaigns/{name}", get(campaign)),
        ("/api/v1/board", post(requested_game::board)),
        ("/api/v1/ask", post(requested_game::ask)),
        ("/api/v1/check", post(requested_game::check)),
    ]
}

/// The addresses of the API, as [`OPENAPI`] has to describe them.
pub fn paths() -> Vec<&'static str> {
    addresses().iter().map(|&(path, _)| path).collect()
}

/// The names that addresses have in their query part, besides the flags of games.
const NAMES: [&str; 9] =
    ["at", "depth", "losses", "plies", "position", "question", "record", "single", "table"];

pub(crate) fn routes(explorer: &Arc<Explorer>) -> Router<Arc<Explorer>> {
    let routes =
        addresses().into_iter().fold(Router::new(), |routes, (path, method)| routes.route(path, method));
    let routes = routes.layer(middleware::from_fn_with_state(explorer.clone(), only_known_names));
    routes.layer(DefaultBodyLimit::max(requested_game::TEXT_LIMIT))
}

/// Refuses a query with a name that neither an address nor a flag of the game has: its value would count for nothing.
async fn only_known_names(State(explorer): ExplorerState, request: Request, next: Next) -> Response {
    let uri = request.uri();
    let mut names = NAMES.to_vec();
    // A game that is sent with the request has its board for a flag, as all games have that are made of rules.
    names.push("board");
    let game =
        uri.path().strip_prefix("/api/v1/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    names.extend(explorer.game(game).iter().flat_map(|game| flags(&**game)).map(|flag| flag.name));
    names.extend(explorer.registry.kind(game).iter().flat_map(|kind| kind.flags()).map(|flag| flag.name));
    let query = pairs(uri.query());
    match query.iter().find(|(name, _)| !names.contains(&&**name)) {
        Some((name, _)) => {
            let tip = did_you_mean(name, names);
            answer(Err(Refusal::bad(format!("`{name}` is no name of a query here{tip}"))))
        }
        None => next.run(request).await,
    }
}

fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

pub(crate) fn answer(found: Result<Value, Refusal>) -> Response {
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

async fn games(State(explorer): ExplorerState) -> Response {
    let games = explorer.games.iter().map(|game| {
        let tables = explorer.tables_of(game.name()).map(|tables| {
            json!({ "name": tables.name, "subject": tables.atlas.subject(), "puzzles": tables.atlas.puzzle().is_some() })
        });
        let mut object = game_object(&**game);
        object["tables"] = tables.collect();
        object
    });
    let names = |all: &[NamedDirectory]| all.iter().map(|kept| kept.name.clone()).collect::<Vec<_>>();
    json_text(
        json!({
            "games": games.collect::<Vec<_>>(), "certificates": names(&explorer.certificates),
            "profiles": names(&explorer.profiles),
            "campaigns": explorer.campaigns.iter().map(|shown| &*shown.name).collect::<Vec<_>>(),
        })
        .to_string(),
    )
}

/// What a game says of itself.
pub(crate) fn game_object(game: &dyn Game) -> Value {
    json!({
        "name": game.name(), "about": game.about(), "boards": game.boards(), "notation": game.notation(),
        "record": game.record_form(), "naive_twin": game.has_naive_twin(),
    })
}

/// The answer of the tables for a position, or for the start. If no tables have it, the answer of `show`.
async fn position(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        let seen = look(&explorer, &asked.game, asked.position.as_deref(), &asked.query)?;
        let object = match seen.looked {
            Some(Ok(looked)) => looked.object,
            Some(Err(reason)) => return Err(Refusal::broken(reason)),
            None => seen.view.shown.object,
        };
        Ok(streamed_work::second_opinion(object, seen.has_twin))
    });
    answer(found.await)
}

/// A position with its picture, and its plies with what they lead to.
async fn board(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        let seen = look(&explorer, &asked.game, asked.position.as_deref(), &asked.query)?;
        let mut object = view_object(&seen.view);
        object["representative"] = json!(seen.representative);
        Ok(object)
    });
    answer(found.await)
}

/// The picture of a position alone.
async fn picture(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        let game = explorer.game(&asked.game).ok_or_else(Refusal::no_game)?;
        Ok(view_of(&*game, &asked)?.1.shown.svg)
    });
    match found.await {
        Ok(svg) => ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], svg)
            .into_response(),
        Err(refusal) => answer(Err(refusal)),
    }
}

/// The position that an address names, without values: all of a game that is needed is its rules.
pub(crate) fn view_of(
    game: &dyn Game,
    asked: &PageRequest,
) -> Result<(Box<dyn Table>, PositionView), Refusal> {
    let table = table_of(game, asked)?;
    let view = table.view(asked.position.as_deref())?;
    Ok((table, view))
}

/// The table of a game that the flags of an address choose.
fn table_of(game: &dyn Game, asked: &PageRequest) -> Result<Box<dyn Table>, Refusal> {
    let given = given(&flags(game), &asked.query).map_err(Refusal::bad)?;
    Ok(game.table(&given)?)
}

pub(crate) fn view_object(view: &PositionView) -> Value {
    let squares = view.squares.iter();
    let squares: Vec<Value> = squares
        .map(|square| json!({ "name": square.name, "x": square.x, "y": square.y, "edge": square.edge }))
        .collect();
    let plies: Vec<Value> = view.plies.iter().map(ply_view).collect();
    json!({
        "position": view.position, "text": view.shown.text, "svg": view.shown.svg, "squares": squares, "plies": plies,
        "note": view.note, "facts": view.facts, "ended": view.ended,
    })
}

/// Whether a text is a position, and if not, why. A text that is no position is not an error.
async fn legal(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        Ok(match look(&explorer, &asked.game, asked.position.as_deref(), &asked.query) {
            Ok(seen) => json!({ "legal": true, "position": seen.view.position }),
            Err(Refusal { status: StatusCode::BAD_REQUEST, reason }) => {
                json!({ "legal": false, "reason": reason })
            }
            Err(refusal) => return Err(refusal),
        })
    });
    answer(found.await)
}

fn ply_view(ply: &PlyView) -> Value {
    let (position, ended) = match &ply.after {
        PlyOutcome::Position(position) => (Some(position), None),
        PlyOutcome::Ended(ended) => (None, Some(ended)),
    };
    json!({
        "name": ply.name, "squares": ply.squares, "changes": ply.changes, "remark": ply.remark,
        "position": position, "ended": ended,
    })
}

async fn replay(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        let game = explorer.game(&asked.game).ok_or_else(Refusal::no_game)?;
        let record = asked.value("record").unwrap_or_default();
        let replayed = table_of(&*game, &asked)?.replay(asked.value("position"), record)?;
        Ok(streamed_work::second_opinion(replayed.object, game.has_naive_twin()))
    });
    answer(found.await)
}

async fn random(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let found = blocking(move || {
        let tables = named_tables(&explorer, &asked.game, &asked.query).map_err(Refusal::bad)?;
        let found = tables.atlas.near(fastrand::u64(..));
        Ok(json!({ "position": found.map_err(|error| Refusal::broken(error.to_string()))? }))
    });
    answer(found.await)
}

/// The tables that `table` names, or the first ones of the game.
pub(crate) fn named_tables<'e>(
    explorer: &'e Explorer,
    game: &'e str,
    query: &[(String, String)],
) -> Result<&'e crate::explorer::Tables, String> {
    let mut all = explorer.tables_of(game);
    let found = match value(query, "table") {
        Some(name) => all.find(|tables| tables.name == name),
        None => all.next(),
    };
    found.ok_or_else(|| "no tables of this game are served: see `serve --dir`".to_owned())
}

async fn ask(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let begin = || {
        let kind = explorer.registry.kind(&asked.game).map_err(|error| error.to_string())?;
        let given = given(&kind.flags(), &asked.query)?;
        let question = asked.value("question").ok_or("question: a text is missing")?;
        streamed_work::ask(&explorer, &**kind, given, question)
    };
    streamed(begin())
}

async fn reach(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let begin = || {
        let position = asked.value("position").ok_or("position: a text is missing")?.to_owned();
        streamed_work::reach(&explorer, &asked.game, &asked.query, position)
    };
    streamed(begin())
}

async fn decide(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let begin = || {
        let position = asked.value("position").ok_or("position: a text is missing")?.to_owned();
        streamed_work::decide(&explorer, &asked.game, &asked.query, position, asked.number("depth")?)
    };
    streamed(begin())
}

async fn longest(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let tables = named_tables(&explorer, &asked.game, &asked.query);
    streamed(tables.map(|tables| streamed_work::longest(&explorer, tables.clone(), asked.has("losses"))))
}

async fn puzzles(State(explorer): ExplorerState, asked: PageRequest) -> Response {
    let begin = || {
        let wanted = Wanted { plies: asked.number("plies")?, single: asked.has("single") };
        let tables = named_tables(&explorer, &asked.game, &asked.query)?;
        tables.atlas.puzzle().ok_or("this game defines no puzzles")?;
        Ok(streamed_work::puzzles(&explorer, tables.clone(), wanted))
    };
    streamed(begin())
}

async fn check(State(explorer): ExplorerState, Path(name): Path<String>) -> Response {
    match explorer.certificate(&name) {
        Some(kept) => streamed_work::check(&explorer, kept.directory.clone()),
        None => answer(Err(Refusal::missing("no such certificate"))),
    }
}

/// What `profile --json` gives, without working on it.
async fn profile(State(explorer): ExplorerState, Path(name): Path<String>) -> Response {
    let found = blocking(move || {
        let kept = explorer.profiles.iter().find(|kept| kept.name == name);
        let kept = kept.ok_or_else(|| Refusal::missing("no such profile"))?;
        let Profile { stored, wrong, .. } =
            profiles::read(&explorer, &kept.directory).map_err(Refusal::broken)?;
        let open = stored.entries.iter().filter(|entry| !entry.is_closed()).count();
        Ok(json!({
            "question": stored.question, "by": stored.by, "open": open, "classes": stored.entries,
            "verified": wrong.is_none(), "wrong": wrong,
        }))
    });
    answer(found.await)
}

/// How far a campaign is.
async fn campaign(State(explorer): ExplorerState, Path(name): Path<String>) -> Response {
    let found = blocking(move || {
        let seen = loaded::campaign(&explorer, &name)?;
        serde_json::to_value(&*seen).map_err(|error| Refusal::broken(error.to_string()))
    });
    answer(found.await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names that are taken are those of the description.
    #[test]
    fn the_names_of_queries_are_described() {
        let described: Value = serde_json::from_str(OPENAPI).expect("JSON");
        let methods = described["paths"].as_object().expect("paths").values();
        let methods = methods.flat_map(|methods| methods.as_object().expect("methods").values());
        let parameters = methods.flat_map(|method| method["parameters"].as_array().expect("parameters"));
        let in_query = parameters.filter(|one| one["in"] == "query" && one["name"] != "flags");
        let names: BTreeSet<&str> = in_query.map(|one| one["name"].as_str().expect("a name")).collect();
        assert!(names.into_iter().eq(NAMES));
    }
}
