//! `certamen enumerate`

mod builder;
mod proving;

use crate::app::App;
use crate::verb::{QuestionCall, QuestionVerb, remark_on_symmetries};
use anyhow::{Context, bail, ensure};
use builder::ListBuilder;
use certamen_ask::enumerate::Listing;
use certamen_ask::kind::Kind;
use certamen_ask::known::{KnownAnswers, KnownAnswersError, known};
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_prove::certificate::list::{self, Checkpoint};
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The longest file of known positions, in bytes.
const KNOWN_LIMIT: u64 = 1 << 30;

/// List all positions that answer a question, with a proof that there are no others.
///
/// There is one line for each position, printed as it is found; the help of a question explains the letters. The positions
/// come in the order of the lines, as long as the next one is found soon (see `--patience`). If a position alone does not show
/// that it is an answer, its line continues with what does: the winning move, or the game that leads there. Each position is
/// checked by the naive game. At the end the question is refuted with all of them excluded, and the proof is checked. If the
/// question has relaxations (see `solve`), they are tried as well, while a position is looked for and at the end: one that is
/// refuted with the listed positions excluded completes the list. With --out the list and its proof are kept as a certificate
/// that `check` re-checks offline.
///
/// `--after` continues a list that came in order after its last line; then no proof shows that there are no others.
/// `--from` begins with positions that are known, which are printed first; the proof is tried at once, and lists the others
/// that it meets. If the reader of the list is gone, the command ends with exit code 3, but with --out it completes the
/// certificate.
#[derive(Args, Debug)]
pub(crate) struct Enumerate {
    /// List the first position of each class of symmetric positions, by its occupied squares and then by its line.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Continue after this line of a list that came in order (with --json, the `line` of an object).
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "out")]
    after: Option<String>,
    /// Begin with the positions of this file (- is standard input), one on each line and in any order: those of an earlier
    /// list as it was printed without --json, or of another program. Each is checked. Up to symmetry any position of a class
    /// will do, unless a game or a move follows it.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    from: Option<PathBuf>,
    /// Write a certificate of the list to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do not prove that there are no others: rely on the solver.
    #[arg(long, conflicts_with = "out")]
    no_proof: bool,
    /// Look for the next position in the order of the lines for this many seconds. After that the proof that there are no others
    /// is tried, and lists the others as it meets them, in no order.
    #[arg(long, value_name = "S", default_value = "20", value_parser = certamen_work::amount::interval,
          conflicts_with_all = ["after", "no_proof"])]
    patience: Duration,
    /// Keep the proof that there are no others in this directory while it is not finished, if it takes more than a few seconds:
    /// the same command goes on from there, and --from is then not read. At the end the directory is removed.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["after", "no_proof"])]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints.
    #[arg(long, value_name = "S", default_value = "600", value_parser = certamen_work::amount::interval,
          requires = "checkpoint")]
    checkpoint_every: Duration,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

impl QuestionVerb for Enumerate {
    const NAME: &'static str = "enumerate";
    const SAMPLE: &'static str = "";

    fn applies(kind: &dyn Kind) -> bool {
        kind.abilities().listed
    }

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let question = asked.question(session, false)?;
        let name = question.name().to_owned();
        let Some(question) = question.listed() else {
            question.require_exact()?;
            bail!("{name} cannot be listed");
        };
        question.require_list()?;
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
    fn listing(&self) -> Listing {
        if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }

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
