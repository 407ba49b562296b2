//! The answer of a solver in the words of the SAT competition.

use certamen_work::schema::JsonSchema;
use serde::Serialize;

/// The name of the embedded solver.
pub(crate) const EMBEDDED: &str = "cadical";

/// The answer of a program.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProgramVerdict<'a> {
    pub(crate) solver: &'a str,
    pub(crate) status: Status,
    pub(crate) seconds: f64,
    /// Why there is no answer.
    pub(crate) reason: Option<&'a str>,
    /// Whether the proof was checked.
    pub(crate) proved: bool,
}

/// The word of the SAT competition.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Status(
    #[schemars(extend("enum" = ["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]))] pub(crate) &'static str,
);
