//! What an address asks for: a game, a position in the path or in the query, and flags.

use crate::address::{pairs, value};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use std::collections::BTreeMap;

/// The parts of an address below a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageRequest {
    pub(crate) game: String,
    /// The position of the path, or `at` of the query. `None` means the start.
    pub(crate) position: Option<String>,
    /// The query part as pairs.
    pub(crate) query: Vec<(String, String)>,
}

impl PageRequest {
    /// The value of a name in the query, if it is not empty.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        value(&self.query, name)
    }

    /// Whether the query has this name, with or without a value.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.query.iter().any(|(known, _)| known == name)
    }

    /// The number of a name in the query.
    ///
    /// # Errors
    /// A text that names it, if it is not a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let read = |text: &str| text.parse().map_err(|_| format!("{name}: expected a number"));
        self.value(name).map(read).transpose()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PageRequest {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PathRejection> {
        let Path(mut named) = Path::<BTreeMap<String, String>>::from_request_parts(parts, state).await?;
        let query = pairs(parts.uri.query());
        let in_query = || value(&query, "at").map(str::to_owned);
        let position = named.remove("position").or_else(in_query);
        Ok(Self { game: named.remove("game").unwrap_or_default(), position, query })
    }
}
