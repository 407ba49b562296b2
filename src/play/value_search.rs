//! Values of positions that no table holds: an ability of games.

use crate::game::PlayError;
use certamen_ask::flag::Given;
use certamen_work::Limits;
use serde_json::Value;

/// The answer to a search for the value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedValue {
    /// The value in words.
    pub text: String,
    /// Best play to the end, ply by ply, if the position was decided.
    pub line: Vec<String>,
    /// The same as JSON, as the command line gives it.
    pub object: Value,
}

/// The ability of a game to search the value of any position, without tables.
pub trait ValueSearch: Send + Sync {
    /// The depths of the search: their unit, the usual one and the largest one.
    fn depth(&self) -> Depth;

    /// Searches the value of a position to a depth. `watch` is called with the progress.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read, or if the naive game refuses the line.
    fn decide(
        &self,
        given: &Given,
        position: &str,
        depth: u32,
        limits: &Limits,
        watch: &mut dyn FnMut(String),
    ) -> Result<SearchedValue, PlayError>;
}

/// The depths that a search offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// What is counted, in the plural: "turns of a player".
    pub of: &'static str,
    /// The usual number.
    pub usual: u32,
    /// The largest number.
    pub most: u32,
}
