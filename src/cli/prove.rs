//! `certamen prove`

mod claim;

use crate::frame::app::App;
use crate::frame::flags::ProvingFlags;
use crate::frame::question_verb::{QuestionCall, QuestionVerb, explain, second_opinion};
use anyhow::{Context, bail};
use certamen_ask::kind::{Kind, ability};
use certamen_ask::objective::{Extreme, Objective};
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::solution::VerifiedAnswer;
use certamen_ask::solve::Event;
use certamen_ask::witness::AnyWitness;
use certamen_prove::argument::{ArgumentContext, ProverAbility};
use certamen_prove::branch::sum_of;
use certamen_prove::certificate::{self, Claim, ProveOutcome, games};
use certamen_prove::games_claim::ClaimantAbility;
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use claim::ClaimAnswer;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Find an exact bound, and write a certificate: a witness for `k` and a checked refutation of `k + 1`.
///
/// Or prove a claim about games of every length: `never C`, that no game reaches a position with `C`, by an invariant that is
/// given or found; `reply rotate180 keeps C`, that the second player can answer each move by the move on the image of its
/// squares. Exits 1 if a game shows that the claim is false, or if a ply does not keep what was given.
///
/// `prove GAME 'never any(own & north(own))' --board 8x8 --out found`
///
/// `prove GAME 'reply rotate180 keeps own = rotate180(opp)' --board 8x8 --out reply`
///
/// The certificate is a directory that `check` re-checks offline. A certificate that exists there is replaced; any
/// other file or directory is left alone. Without `--out` the proof is checked all the same, in a temporary directory
/// (of TMPDIR), and nothing is kept.
#[derive(Args, Debug)]
pub(crate) struct Prove {
    /// The number to bound, if the question has several objectives [default: the first one]. The question keeps its
    /// flags.
    #[arg(long, value_name = "OBJECTIVE")]
    objective: Option<String>,
    /// The directory to write [default: keep nothing].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    proof: ProvingFlags,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum ProveAnswer<'a> {
    /// The bound is exact.
    Exact {
        claim: &'a Claim,
        witnesses: &'a [VerifiedAnswer],
        /// The directory, if it is kept.
        certificate: Option<&'a Path>,
    },
    /// No position answers the question, whatever the bound.
    Impossible { question: &'a Question },
    /// A limit ended the work.
    Undecided {
        reason: &'a str,
        /// The greatest value that was found.
        at_least: Option<u32>,
        witnesses: &'a [AnyWitness],
    },
}

impl QuestionVerb for Prove {
    const NAME: &'static str = "prove";
    const SAMPLE: &'static str = "--out cert";
    const SCHEMA: AnswerSchema = Some(of_answer::<Either<ProveAnswer<'_>, ClaimAnswer<'_>>>);

    fn applies(kind: &dyn Kind) -> bool {
        kind.abilities().bounded
    }

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let limits = session.limits(self.proof.time_limit);
        let progress = Progress::new(session);
        let mut watch = |event: Event<'_>| report(&progress, event);
        let place = self.out.is_none().then(TempDir::new).transpose();
        let place = place.context("cannot make a directory for the proof")?;
        let unkept = place.as_ref().map(|place| place.path().join("certificate"));
        let context = ArgumentContext {
            destination: self.out.as_deref().or(unkept.as_deref()).unwrap_or(Path::new("certificate")),
            registry: app.registry(),
            limits: &limits,
            watch: &mut watch,
            progress: &mut |_| {},
        };
        let claimant: Option<ClaimantAbility> = ability(asked.kind);
        let claim = claimant
            .map(|claimant| claimant.claim(asked.given, self.proof.invariant.as_deref()))
            .transpose()?;
        if let (Some(objective), Some(Some(_))) = (&self.objective, &claim) {
            bail!("--objective {objective}: a claim about all games has none");
        }
        if let (Some(_), None) = (&self.proof.invariant, &claim) {
            bail!("--invariant is for the claim `never C`");
        }
        if let Some(claim) = claim.flatten() {
            second_opinion(session, &claim);
            let proved = games::prove(&claim, context).context("cannot prove this")?;
            drop(progress);
            return claim::answer(session, &claim, proved, self.out.as_deref());
        }
        let objective = self.objective.as_deref();
        let prover: Option<ProverAbility> = ability(asked.kind);
        let argument = prover.map(|prover| prover.argument(asked.given, objective)).transpose();
        let (measure, proved) = if let Some(argument) = argument?.flatten() {
            let measure = argument.bounded();
            second_opinion(session, &measure.0.question());
            explain(asked.given, &measure.0.question(), session);
            (measure, argument.prove(context))
        } else {
            let (question, objective) = self.bounded(asked, session)?;
            let proved = certificate::prove(&question, objective, context);
            ((question, objective), proved)
        };
        let proved = proved.context("cannot prove this")?;
        drop(progress);
        self.answer(session, measure, proved)
    }
}

/// Reports a step.
fn report(progress: &Progress, event: Event<'_>) {
    match event {
        Event::Asking(question) => progress.begin(format!("solving {question:#}")),
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
    }
}

impl Prove {
    /// The question whose bound is found, and its objective.
    fn bounded(
        &self,
        asked: QuestionCall<'_>,
        session: &Session,
    ) -> anyhow::Result<(BoundedQuestion, Objective)> {
        let question = asked.unbounded(session, true)?;
        let bounded = question.bounded().with_context(|| format!("{} has no bound", question.name()))?;
        let objective = match &self.objective {
            None => bounded.objectives().first().copied(),
            Some(name) => bounded.objective(name),
        };
        if bounded.objectives().is_empty() {
            bail!("{question:#}: a condition has no bound; ask for max or min of a number");
        }
        let objective = objective.with_context(|| {
            let known: Vec<String> = bounded.objectives().iter().map(ToString::to_string).collect();
            let asked = self.objective.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
            format!("--objective{asked}: the bounds of this question are on {}", known.join(", "))
        })?;
        if sum_of(&question, objective).is_none() {
            question.require_decidable()?;
        }
        Ok((bounded, objective))
    }

    fn answer(
        &self,
        session: &Session,
        (question, objective): (BoundedQuestion, Objective),
        proved: ProveOutcome,
    ) -> anyhow::Result<Outcome> {
        match proved {
            ProveOutcome::Exact(claim, witnesses) => {
                let diagrams: String = witnesses.iter().map(|witness| witness.text()).collect();
                let kept = match &self.out {
                    Some(out) => format!("certificate in {}", shown(out)),
                    None => "nothing is kept without --out".to_owned(),
                };
                // The certificate knows no definitions: its question is written in the user's words here.
                let asked = question.with_bound(objective, claim.bound).with_symmetry_breaking(false);
                let is_same = asked.to_string() == claim.question.to_string();
                let asked = if is_same { &asked } else { &claim.question };
                let text = format!("{diagrams}{}proof checked; {kept}\n", verdict(&claim, asked));
                let certificate = self.out.as_deref();
                let object = ProveAnswer::Exact { claim: &claim, witnesses: &witnesses, certificate };
                session.conclude(Answer::holds(text, object))
            }
            ProveOutcome::Impossible(question) => {
                let text = format!("there is no such position at all: {question:#}\n");
                session.conclude(Answer::fails(text, ProveAnswer::Impossible { question: &question }))
            }
            ProveOutcome::Undecided(witnesses, reason) => {
                let measured = witnesses.iter().map(|witness| question.measure(objective, witness));
                let measured = measured.collect::<Result<Vec<u32>, _>>()?;
                let best = witnesses.last().zip(measured.last().copied());
                let (reason, at_least) = (reason.to_string(), measured.iter().max().copied());
                session.conclude(Answer::undecided(
                    undecided(&question, objective, best, &reason),
                    ProveAnswer::Undecided { reason: &reason, at_least, witnesses: &witnesses },
                ))
            }
        }
    }
}

/// What a certificate states about its question, in two lines.
pub(crate) fn verdict(claim: &Claim, question: &BoundedQuestion) -> String {
    let Claim { bound, objective, .. } = claim;
    let where_ = if claim.reachable { " in reachable positions" } else { "" };
    let extreme = question.extreme(*objective, *bound);
    format!("{}{where_}: {question:#}\n{} refuted\n", objective.of(extreme), objective.of(extreme.beyond()))
}

fn undecided(
    question: &BoundedQuestion,
    objective: Objective,
    best: Option<(&AnyWitness, u32)>,
    reason: &str,
) -> String {
    match best {
        Some((witness, measured)) => {
            let extreme = question.extreme(objective, measured);
            let at = match extreme {
                Extreme::Maximum(_) => "at least",
                Extreme::Minimum(_) => "at most",
            };
            let found = objective.of(extreme.value());
            format!("{}undecided ({reason}): {at} {found}\n", witness.text())
        }
        None => format!("undecided ({reason})\n"),
    }
}
