//! The verdicts that several verbs give: not verified, and undecided.

use certamen_work::text::one_line;
use certamen_work::{Answer, Outcome, Session};
use serde_json::json;

/// Reports that a claim is not shown, with the reason.
pub(crate) fn not_verified(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    let reason = one_line(reason);
    session.conclude(Answer::fails(
        format!("c {reason}\ns NOT VERIFIED\n"),
        json!({ "verdict": "not verified", "reason": reason }),
    ))
}

/// Reports that a limit or an interrupt ended the work.
pub(crate) fn undecided(session: &Session) -> anyhow::Result<Outcome> {
    session.conclude(Answer::undecided("s UNKNOWN\n", json!({ "verdict": "undecided" })))
}
