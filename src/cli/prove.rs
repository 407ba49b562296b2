//! `certamen prove`

use super::progress::Progress;
use super::question::QueryArgs;
use super::{Outcome, Session};
use crate::bound::{Event, Limits};
use crate::certificate::{self, Claim, Proved};
use crate::diagram;
use crate::query::{Bounded, BoundedQuestion, Objective, Query, Witness};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// Find an exact bound: a witness at k and a checked refutation of k + 1, as a certificate.
///
/// The certificate is a directory that `certamen check` re-checks offline. A certificate that was there before is
/// replaced; anything else is left alone.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen prove othello.mobility --out cert\n  \
    certamen prove othello.mobility --reachable --out cert-reach\n  \
    certamen prove othello.mobility --at-least 33 --objective empties --out cert-empties\n  \
    certamen prove ostle.mobility --board 4x4 --pieces 3 --lose-at 1 --out cert-ostle\n  \
    certamen prove go.strings --board 4x4 --out cert-go\n  \
    certamen prove push-fight.turns --board 4x4 --out cert-turns")]
pub(super) struct Prove {
    #[command(flatten)]
    query: QueryArgs,
    /// What the bound is on, where a query has several: mobility [default] or empties in othello.mobility. The flags of
    /// the query stay as they are.
    #[arg(long, value_enum)]
    objective: Option<Objective>,
    /// The directory to write.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
}

impl Prove {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let limits = Limits { time: self.time_limit, deadline: None, stop: session.stop.clone() };
        let progress = Progress::new(session);
        let watch = |event: Event<'_>| match event {
            Event::Asking(question) => progress.begin(format!("solving {question}")),
            Event::Found(witness, statistics) => {
                progress.report(&format!("  found {witness} in {:.2} s", statistics.time.as_secs_f64()));
            }
            Event::Refuted(_, statistics) => {
                progress.report(&format!(
                    "  refuted in {:.2} s, {} conflicts",
                    statistics.time.as_secs_f64(),
                    statistics.conflicts
                ));
            }
            Event::Recorded(witness) => progress.report(&format!("  found without a solver: {witness}")),
        };
        let (objective, proved) = if let Some(board) = self.query.all_reachable(self.objective)? {
            (Objective::Mobility, certificate::prove_reachable(board, &self.out, &limits, watch, |_| {}))
        } else if let Some(query) = self.query.all_turns()? {
            let objective = self.objective_of(query.into())?;
            (objective, certificate::prove_most_turns(query, &self.out, &limits, watch, |_| {}))
        } else {
            let question = self.query.bounded(true)?;
            let objective = self.objective_of(question)?;
            if question.is_relaxed() {
                bail!("--last-steps applies to emit and solve: what has such steps may not be reachable");
            }
            (objective, certificate::prove(question, objective, &self.out, &limits, watch, |_| {}))
        };
        let proved = proved.context("cannot prove this")?;
        drop(progress);
        self.answer(session, objective, proved)
    }

    /// What the bound is on: the query's first objective where none is named.
    fn objective_of(&self, question: BoundedQuestion) -> anyhow::Result<Objective> {
        let known = question.objectives();
        let objective = self.objective.or(known.first().copied()).filter(|wanted| known.contains(wanted));
        objective.with_context(|| {
            let known = known.iter().filter_map(ValueEnum::to_possible_value);
            let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
            format!("--objective: the bounds of this query are on {}", known.join(", "))
        })
    }

    fn answer(&self, session: &Session, objective: Objective, proved: Proved) -> anyhow::Result<Outcome> {
        match proved {
            Proved::Exact(claim, witnesses) => {
                let diagrams: String = witnesses.iter().map(diagram::of_witness).collect();
                let text = format!(
                    "{diagrams}{}proof checked; certificate in {}\n",
                    verdict(&claim),
                    self.out.display()
                );
                let object = json!({
                    "verdict": "exact", "claim": claim, "witnesses": witnesses, "certificate": self.out,
                });
                session.answer(&text, &object)?;
                Ok(Outcome::Holds)
            }
            Proved::Impossible(question) => {
                let text = format!("there is no such position at all: {question}\n");
                session.answer(&text, &json!({ "verdict": "impossible", "question": question }))?;
                Ok(Outcome::DoesNotHold)
            }
            Proved::Undecided(witnesses, reason) => {
                let best = witnesses.iter().map(|witness| BoundedQuestion::measure(objective, witness)).max();
                session.answer(
                    &undecided(objective, witnesses.last(), &reason.to_string()),
                    &json!({ "verdict": "undecided", "reason": reason.to_string(), "at_least": best,
                             "witnesses": witnesses }),
                )?;
                Ok(Outcome::Undecided)
            }
        }
    }
}

/// What a certificate states, in two lines.
pub(super) fn verdict(claim: &Claim) -> String {
    let Claim { bound, objective, .. } = claim;
    if let Some(most) = claim.at_most {
        let noun = objective.noun();
        return format!("at least {bound} {noun}: {}\nmore than {most} {noun} refuted\n", claim.question);
    }
    let where_ = if claim.reachable { " in positions that a game reaches" } else { "" };
    format!(
        "maximum {bound} {noun}{where_}: {}\n{} {noun} refuted\n",
        claim.question,
        bound + 1,
        noun = objective.noun()
    )
}

fn undecided(objective: Objective, witness: Option<&Witness>, reason: &str) -> String {
    match witness {
        Some(witness) => format!(
            "{}undecided ({reason}): at least {} {}\n",
            diagram::of_witness(witness),
            BoundedQuestion::measure(objective, witness),
            objective.noun()
        ),
        None => format!("undecided ({reason})\n"),
    }
}
