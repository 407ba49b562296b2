//! A position that an address names: its view, and its values if some tables have them.

use crate::address::value;
use crate::explorer::{Explorer, Tables, flags, given};
use crate::texts::campaigns::NO_SUCH;
use axum::http::StatusCode;
use certamen_ask::flag::Given;
use certamen_campaign::Overview;
use certamen_play::{AtlasError, Game, PlayError, PositionView, ProbeAnswer, Table};
use std::sync::Arc;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) reason: String,
}

impl Refusal {
    pub(crate) fn bad(reason: String) -> Self {
        Self { status: StatusCode::BAD_REQUEST, reason }
    }

    pub(crate) fn broken(reason: String) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, reason }
    }

    pub(crate) fn missing(reason: &str) -> Self {
        Self { status: StatusCode::NOT_FOUND, reason: reason.to_owned() }
    }

    pub(crate) fn no_game() -> Self {
        Self::missing("no such game")
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Disagreement(_) | PlayError::Twins(_) => Self::broken(error.to_string()),
            // A limit of the naive game is no defect of the program.
            error => Self::bad(error.to_string()),
        }
    }
}

/// The campaign of a name, as it was seen lately.
///
/// # Errors
/// [`Refusal`] if there is none, or if it cannot be read.
pub(crate) fn campaign(explorer: &Explorer, name: &str) -> Result<Arc<Overview>, Refusal> {
    let shown = explorer.campaigns.iter().find(|shown| shown.name == name);
    shown.ok_or_else(|| Refusal::missing(NO_SUCH))?.look().map_err(Refusal::broken)
}

/// Runs work that computes or reads files outside of the threads that serve connections.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Refusal::broken("the work failed: this is a defect of the program".to_owned()))
    })
}

/// A position, ready to be shown.
pub(crate) struct LoadedPosition {
    pub(crate) game: Arc<dyn Game>,
    pub(crate) table: Box<dyn Table>,
    pub(crate) view: PositionView,
    /// Its values, or why the tables that should have them do not.
    pub(crate) looked: Option<Result<ProbeAnswer, String>>,
    /// The tables that were asked.
    pub(crate) tables: Option<Tables>,
    pub(crate) has_twin: bool,
    /// The flags and the tables that the address names, for links.
    pub(crate) kept: Vec<(String, String)>,
    /// The first of the positions that symmetries make of it, if it is another one.
    pub(crate) representative: Option<String>,
}

/// The position of a game, or its start.
pub(crate) fn look(
    explorer: &Explorer,
    game: &str,
    position: Option<&str>,
    query: &[(String, String)],
) -> Result<LoadedPosition, Refusal> {
    let game = explorer.game(game).ok_or_else(Refusal::no_game)?;
    let flags = flags(&*game);
    let asked = given(&flags, query).map_err(Refusal::bad)?;
    let is_kept = |name: &str| name == "table" || flags.iter().any(|flag| flag.name == name);
    let kept = query.iter().filter(|(name, text)| is_kept(name) && !text.is_empty()).cloned().collect();
    let wanted = value(query, "table");
    let candidates: Vec<&Tables> = explorer
        .tables_of(game.name())
        .filter(|tables| wanted.is_none_or(|name| tables.name == name))
        .filter(|tables| agrees(&asked, &tables.atlas.given(), query))
        .collect();
    if wanted.is_some() && candidates.is_empty() {
        let reason = "no such tables of this game, or not for these flags".to_owned();
        return Err(Refusal { status: StatusCode::NOT_FOUND, reason });
    }
    let seen = |table: Box<dyn Table>, view: PositionView, looked, tables| LoadedPosition {
        has_twin: game.has_naive_twin(),
        game: game.clone(),
        representative: table.images(&view).into_iter().min().filter(|image| *image < view.position),
        table,
        view,
        looked,
        tables,
        kept,
    };
    let mut broken = None;
    let mut refused = None;
    for tables in candidates {
        let Ok(table) = game.table(&tables.atlas.given()) else { continue };
        let view = match table.view(position) {
            Ok(view) => view,
            Err(error) => {
                refused = Some(error);
                continue;
            }
        };
        match tables.atlas.look_up(Some(&view.known_as)) {
            Ok(looked) => return Ok(seen(table, view, Some(Ok(looked)), Some(tables.clone()))),
            Err(AtlasError::Position(_)) => {}
            Err(AtlasError::Tables(reason)) => {
                broken = broken.or(Some((table, view, reason, tables.clone())));
            }
        }
    }
    if let Some((table, view, reason, tables)) = broken {
        return Ok(seen(table, view, Some(Err(reason)), Some(tables)));
    }
    if let (Some(error), true) = (refused, wanted.is_some()) {
        return Err(error.into());
    }
    let table = game.table(&asked)?;
    let view = table.view(position)?;
    Ok(seen(table, view, None, None))
}

/// Whether the flags of tables do not contradict those of an address.
fn agrees(asked: &Given, of_tables: &Given, query: &[(String, String)]) -> bool {
    query.iter().all(|(name, _)| {
        asked.text(name).is_none_or(|text| of_tables.text(name).is_none_or(|known| known == text))
            && asked
                .number(name)
                .is_none_or(|number| of_tables.number(name).is_none_or(|known| known == number))
    })
}
