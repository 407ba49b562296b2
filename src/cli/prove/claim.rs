//! The answers of `prove` about games of every length.

use certamen_ask::question::Question;
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::games::GamesOutcome;
use certamen_work::file::shown;
use certamen_work::schema::JsonSchema;
use certamen_work::{Answer, Outcome, Session};
use serde::Serialize;
use std::path::Path;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(super) enum ClaimAnswer<'a> {
    /// The claim is proved.
    Holds {
        /// The question for a ply that breaks it.
        claim: &'a Question,
        /// What is shown.
        statement: &'a str,
        /// The directory, if it is kept.
        certificate: Option<&'a Path>,
    },
    /// A game shows that the claim is false.
    Fails { claim: &'a Question, witness: &'a AnyWitness },
    /// It does not hold as it is given, which says nothing about the positions that games reach.
    #[serde(rename = "not kept")]
    NotKept {
        claim: &'a Question,
        /// What does not hold.
        reason: &'a str,
        /// The ply that breaks it.
        broken: Option<&'a AnyWitness>,
    },
    /// A limit ended the work.
    #[serde(rename = "undecided")]
    Open { reason: &'a str },
}

/// Reports how the proof of a claim ended.
pub(super) fn answer(
    session: &Session,
    claim: &Question,
    proved: GamesOutcome,
    out: Option<&Path>,
) -> anyhow::Result<Outcome> {
    match proved {
        GamesOutcome::Proved(checked) => {
            let (claim, statement) = (&checked.claim, checked.sentence.as_str());
            let kept = match out {
                Some(out) => format!("certificate in {}", shown(out)),
                None => "nothing is kept without --out".to_owned(),
            };
            let text = format!("{statement}\nrefuted: {claim}\nproof checked; {kept}\n");
            session.conclude(Answer::holds(text, ClaimAnswer::Holds { claim, statement, certificate: out }))
        }
        GamesOutcome::Fails(witness) => {
            let text = format!("{}the claim is false\n", witness.text());
            session.conclude(Answer::fails(text, ClaimAnswer::Fails { claim, witness: &witness }))
        }
        GamesOutcome::NotKept(claim, reason, broken) => {
            let text = format!("not kept: {reason}\nfound: {claim}\n");
            let object = ClaimAnswer::NotKept { claim: &claim, reason: &reason, broken: broken.as_ref() };
            session.conclude(Answer::fails(text, object))
        }
        GamesOutcome::Undecided(reason) => {
            let text = format!("undecided ({reason})\n");
            session.conclude(Answer::undecided(text, ClaimAnswer::Open { reason: &reason }))
        }
    }
}
