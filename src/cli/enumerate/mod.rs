//! `certamen enumerate`

mod builder;
mod flags;
mod proving;
mod report;

pub(crate) use flags::Enumerate;

use crate::frame::app::App;
use crate::frame::question_verb::{QuestionCall, QuestionVerb, remark_on_symmetries};
use anyhow::{Context, bail, ensure};
use builder::ListBuilder;
use certamen_ask::kind::Kind;
use certamen_ask::known_answers::{KnownAnswers, KnownAnswersError, known};
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_prove::certificate::list::{self, Checkpoint};
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, Either, of_answer};
use certamen_work::{Limits, Outcome, Session};
use report::{ListEnd, ListedPosition};
use std::path::PathBuf;
use std::time::Instant;

/// The longest file of known positions, in bytes.
const KNOWN_LIMIT: u64 = 1 << 30;

impl QuestionVerb for Enumerate {
    const NAME: &'static str = "enumerate";
    const SAMPLE: &'static str = "";
    const SCHEMA: AnswerSchema = Some(of_answer::<Either<ListedPosition<'_>, ListEnd<'_>>>);

    fn applies(kind: &dyn Kind) -> bool {
        kind.abilities().listed
    }

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let question = asked.expandable(session, false)?;
        let name = question.name().to_owned();
        let Some(question) = question.listed() else {
            question.require_decidable()?;
            bail!("{name} cannot be listed");
        };
        question.require_list()?;
        if self.checkpoint.is_some() {
            question.question().require_whole()?;
        }
        if self.up_to_symmetry {
            remark_on_symmetries(session, &question.question(), true);
        }
        if question.lists_more() {
            session.note("this is a relaxation: every answer is listed, but not all that is listed has to be an answer");
        }
        let after = self.after(&question)?;
        if let Some(out) = &self.out {
            list::require_destination(out)?;
            let is_within = |checkpoint: &PathBuf| out.starts_with(checkpoint) || checkpoint.starts_with(out);
            ensure!(
                !self.checkpoint.as_ref().is_some_and(is_within),
                "--out and --checkpoint: name two directories, neither within the other"
            );
        }
        let deadline = self.time_limit.and_then(|time| Instant::now().checked_add(time));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let checkpoint = self.opened_checkpoint(&question, session)?;
        let mut making = ListBuilder::new(self, app, session, &question, limits);
        if let Some(checkpoint) = checkpoint {
            let unfinished = checkpoint.entries();
            making.keep_in(checkpoint);
            if let Some(text) = unfinished {
                let name = "the positions of the checkpoint";
                let Some(known) = self.known(&text, name, &question, &making.limits)? else {
                    return making.stopped(None);
                };
                if let Some(path) = &self.from {
                    session.note(&format!("{} is not read: the list goes on", file::shown(path)));
                }
                return making.go_on_along_gaps(known);
            }
        }
        if let Some(path) = &self.from {
            let text = file::read_text(path, KNOWN_LIMIT, &session.stop)?;
            let Some(known) = self.known(&text, &file::name_of(path), &question, &making.limits)? else {
                return making.stopped(None);
            };
            if let Some(outcome) = making.begin(known)? {
                return Ok(outcome);
            }
        }
        making.go_on(after.as_deref())
    }
}

impl Enumerate {
    /// The line to continue after, which must be a position of the question's board. It may include the evidence that
    /// follows it in the list.
    fn after(&self, question: &ListedQuestion) -> anyhow::Result<Option<String>> {
        let Some(text) = &self.after else { return Ok(None) };
        let (form, line) = (question.line_form(), ListEntry::from(text.as_str()).line);
        if form.bits(&line).is_none() {
            bail!("--after: expected a line of this list, {}", form.form());
        }
        Ok(Some(line))
    }

    /// The positions of a text that is called `name`; `None` if a limit ended their check.
    fn known(
        &self,
        text: &str,
        name: &str,
        question: &ListedQuestion,
        limits: &Limits,
    ) -> anyhow::Result<Option<KnownAnswers>> {
        match known(question, self.listing(), text, limits) {
            Err(KnownAnswersError::Stopped(_)) => Ok(None),
            known => known.with_context(|| name.to_owned()).map(Some),
        }
    }

    fn opened_checkpoint(
        &self,
        question: &ListedQuestion,
        session: &Session,
    ) -> anyhow::Result<Option<Checkpoint>> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let opened = Checkpoint::open(path, question, self.listing(), self.checkpoint_every, &session.stop)?;
        Ok(Some(opened))
    }
}
