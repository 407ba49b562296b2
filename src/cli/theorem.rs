//! `certamen theorem`

use crate::frame::app::App;
use crate::frame::flags::ProvingFlags;
use crate::frame::question_verb::{QuestionCall, QuestionVerb, second_opinion};
use anyhow::{Context as _, bail, ensure};
use certamen_ask::enumerate::{Enumeration, Listing, NextAnswer};
use certamen_ask::kind::{Kind, ability};
use certamen_ask::question::Question;
use certamen_language::{TheoremAbility, TheoremBooks, TheoremFact, TheoremKind};
use certamen_prove::argument::ArgumentContext;
use certamen_prove::certificate::games::GamesOutcome;
use certamen_prove::certificate::{self, ProveOutcome, WriteError, games};
use certamen_prove::games_claim::ClaimantAbility;
use certamen_work::durable::{Draft, write};
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Limits, Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Write what is found about a question as books of ACL2, which show it to a reader who trusts none of this program.
///
/// The books are a directory: the rules as functions, beside the statements of the game file that they stand for; the theorem,
/// with a position that has the bound; and the file. `verify/theorems/certify DIR` certifies them with ACL2 and prints the
/// theorems as ACL2 has them. A book is no proof before that.
///
/// The question is `max E`, `min E`, `max E where C`, a condition that no position meets, or a claim about games: `never C`,
/// `reply S keeps C`. What it says is found first, as `prove` does. Exits 1 if that shows that there is no such theorem, 3 if a
/// limit ended the search.
#[derive(Args, Debug)]
pub(crate) struct Theorem {
    /// The directory to write; it must not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// List all positions that meet the condition, at most 1000: a theorem that there are no others.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    proof: ProvingFlags,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum TheoremAnswer<'a> {
    /// The books are written.
    Written {
        question: &'a Question,
        /// The directory.
        out: &'a Path,
        /// The names of the theorems.
        theorems: &'a [String],
    },
    /// A position meets the condition, no position has the number, or the claim is false or not kept.
    False { question: &'a Question, reason: &'a str },
    /// A limit ended the search.
    Undecided { question: &'a Question, reason: &'a str },
}

/// The greatest number of positions that a theorem lists.
const LIST_LIMIT: usize = 1000;

/// What was found about a question.
enum Finding {
    Fact(TheoremFact),
    /// Why there is no theorem.
    False(String),
    Undecided(String),
}

impl QuestionVerb for Theorem {
    const NAME: &'static str = "theorem";
    const SAMPLE: &'static str = "--out theorem";
    const SCHEMA: AnswerSchema = Some(of_answer::<TheoremAnswer<'_>>);

    fn applies(kind: &dyn Kind) -> bool {
        ability::<TheoremKind>(kind).is_some()
    }

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let out = self.out.as_path();
        ensure!(fs::symlink_metadata(out).is_err(), "{} is there already: name a new directory", shown(out));
        let limits = session.limits(self.proof.time_limit);
        let claimant: Option<ClaimantAbility> = ability(asked.kind);
        let claim =
            claimant.map(|it| it.claim(asked.given, self.proof.invariant.as_deref())).transpose()?.flatten();
        let (question, found) = match claim {
            Some(claim) => kept(app, &claim, &limits, session)?,
            None => self.answer(app, asked.unbounded(session, false)?, &limits, session)?,
        };
        let Some(writer) = question.ability::<TheoremAbility>() else {
            bail!("{}: no theorem is written about this question", question.name());
        };
        let question = &question;
        let fact = match &found {
            Finding::Fact(fact) => fact,
            Finding::False(reason) => {
                let object = TheoremAnswer::False { question, reason };
                return session.conclude(Answer::fails(format!("{reason}\n"), object));
            }
            Finding::Undecided(reason) => {
                let text = format!("undecided ({reason})\n");
                return session
                    .conclude(Answer::undecided(text, TheoremAnswer::Undecided { question, reason }));
            }
        };
        let TheoremBooks { files, theorems } =
            writer.books(fact).context("cannot write this as a theorem")?;
        let draft = Draft::beside(out)?;
        for (name, text) in &files {
            write(&draft.path().join(name), text.as_bytes())?;
        }
        draft.persist_new()?;
        let text = format!(
            "{} in {}: verify/theorems/certify {} certifies it\n",
            theorems.join(", "),
            shown(out),
            shown(out)
        );
        session.conclude(Answer::holds(text, TheoremAnswer::Written { question, out, theorems: &theorems }))
    }
}

impl Theorem {
    /// The answer to a question.
    fn answer(
        &self,
        app: &App,
        question: Question,
        limits: &Limits,
        session: &Session,
    ) -> anyhow::Result<(Question, Finding)> {
        let progress = Progress::begun(session, format!("solving {question:#}"));
        let found = match question.lacks_bound() {
            Some(_) if self.all => {
                bail!("--all lists the positions that meet a condition, not those of a number")
            }
            Some(_) => extreme(app, &question, limits)?,
            None => answers(&question, if self.all { LIST_LIMIT } else { 0 }, limits)?,
        };
        drop(progress);
        Ok((question, found))
    }
}

/// The claim about games that is proved, which may be one with an invariant that was found.
fn kept(
    app: &App,
    claim: &Question,
    limits: &Limits,
    session: &Session,
) -> anyhow::Result<(Question, Finding)> {
    second_opinion(session, claim);
    let progress = Progress::begun(session, format!("proving {claim:#}"));
    let proved = unkept(app, limits, |context| games::prove(claim, context))?;
    drop(progress);
    Ok(match proved {
        GamesOutcome::Proved(checked) => (checked.claim, Finding::Fact(TheoremFact::Kept)),
        GamesOutcome::Fails(witness) => (
            claim.clone(),
            Finding::False(format!("a game leads to {}, so that the claim is false", witness.position())),
        ),
        GamesOutcome::NotKept(claim, reason, _) => (claim, Finding::False(format!("not kept: {reason}"))),
        GamesOutcome::Undecided(reason) => (claim.clone(), Finding::Undecided(reason)),
    })
}

/// The largest or smallest value of the number of a question.
fn extreme(app: &App, question: &Question, limits: &Limits) -> anyhow::Result<Finding> {
    question.require_decidable()?;
    let bounded = question.with_symmetry_breaking(true).bounded();
    let bounded = bounded.with_context(|| format!("{} has no bound", question.name()))?;
    let objective = bounded.objectives().first().copied().context("the question has no number")?;
    Ok(match unkept(app, limits, |context| certificate::prove(&bounded, objective, context))? {
        ProveOutcome::Exact(claim, witnesses) => {
            let value = bounded.extreme(claim.objective, claim.bound).value();
            let witness = witnesses.last().context("the bound has no witness")?;
            Finding::Fact(TheoremFact::Extreme { value, position: witness.position().to_owned() })
        }
        ProveOutcome::Impossible(_) => Finding::False("there is no such position at all".to_owned()),
        ProveOutcome::Undecided(_, reason) => Finding::Undecided(reason.to_string()),
    })
}

/// All positions that meet the condition of a question, if they are not more than a number.
fn answers(question: &Question, most: usize, limits: &Limits) -> anyhow::Result<Finding> {
    question.require_exact()?;
    let listed = question.listed().with_context(|| format!("{} has no list", question.name()))?;
    let mut enumeration = Enumeration::new(&listed, Listing::All, None, limits)?;
    let mut positions = Vec::new();
    loop {
        match enumeration.next_position()? {
            NextAnswer::Complete => return Ok(Finding::Fact(TheoremFact::All(positions))),
            NextAnswer::Stopped => return Ok(Finding::Undecided("stopped at a limit".to_owned())),
            NextAnswer::Position(entry, _) if positions.len() == most => {
                ensure!(most == 0, "more than {most} positions meet the condition");
                return Ok(Finding::False(format!("this position meets the condition: {}", entry.line)));
            }
            NextAnswer::Position(entry, _) => positions.push(entry.line),
        }
    }
}

/// Proves something in a temporary directory: the theorem gets a proof of its own.
fn unkept<T>(
    app: &App,
    limits: &Limits,
    prove: impl FnOnce(ArgumentContext<'_>) -> Result<T, WriteError>,
) -> anyhow::Result<T> {
    let place = TempDir::new().context("cannot make a directory for the proof")?;
    let context = ArgumentContext {
        destination: &place.path().join("certificate"),
        registry: app.registry(),
        limits,
        watch: &mut |_| {},
        progress: &mut |_| {},
    };
    prove(context).context("cannot prove this")
}
