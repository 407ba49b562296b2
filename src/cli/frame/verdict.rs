//! The verdicts that several verbs give: not verified, and undecided.

use certamen_work::schema::JsonSchema;
use certamen_work::text::one_line;
use certamen_work::{Answer, Outcome, Session};
use serde::Serialize;

/// That nothing is verified.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(crate) enum NoVerdict<'a> {
    #[serde(rename = "not verified")]
    NotVerified {
        reason: &'a str,
    },
    Undecided,
}

/// Reports that a claim is not shown, with the reason.
pub(crate) fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    let reason = one_line(reason);
    session.conclude(Answer::fails(
        format!("c {reason}\ns NOT VERIFIED\n"),
        NoVerdict::NotVerified { reason: &reason },
    ))
}

/// Reports that a limit or an interrupt ended the work.
pub(crate) fn undecided(session: &Session) -> anyhow::Result<Outcome> {
    session.conclude(Answer::undecided("s UNKNOWN\n", NoVerdict::Undecided))
}
