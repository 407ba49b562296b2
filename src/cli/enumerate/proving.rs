//! How a list is closed: the proof that there are no others, and what it reports.

use super::builder::ListBuilder;
use super::report::ListEnd;
use anyhow::{Context, bail, ensure};
use certamen_ask::known_answers::{COMPLETE, UNDECIDED};
use certamen_ask::listed::ListEntry;
use certamen_ask::solve::AskError;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_prove::certificate::WriteError;
use certamen_prove::certificate::list::{
    self, CheckedList, ClosingOutcome, ClosingPolicy, Completion, CompletionEvent, CompletionObserver, List,
};
use certamen_work::file::shown;
use certamen_work::{Answer, Limits, Outcome, Progress};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// The end of a proof that there are no other positions.
enum ClosingEvent {
    Ended(Result<ClosingOutcome, WriteError>),
    /// Nobody reads the positions that were met.
    Unread,
}

impl ListBuilder<'_> {
    /// Tries to prove that the known positions are all. `None` if the list goes on.
    pub(super) fn close_known(&mut self) -> anyhow::Result<Option<Outcome>> {
        self.is_in_order = false;
        let others = "it is not known whether there are others";
        let other = match self.prove(ClosingPolicy::All)? {
            ClosingEvent::Unread => return Ok(Some(self.broken_off(None))),
            ClosingEvent::Ended(Err(WriteError::Incomplete(other))) => other,
            ClosingEvent::Ended(closed) => return self.end(closed, others).map(Some),
        };
        self.session.note(&format!("the known positions are not all: {other}"));
        self.complete_along_gaps()
    }

    /// Lists the positions that are missing as a refutation meets them. `None` if it meets one that cannot be listed in this
    /// way: what shows that it is an answer is not about the position that stands for its class, or there is no room left.
    pub(super) fn complete_along_gaps(&mut self) -> anyhow::Result<Option<Outcome>> {
        self.is_in_order = false;
        match self.prove(ClosingPolicy::Hard)? {
            ClosingEvent::Unread => Ok(Some(self.broken_off(None))),
            ClosingEvent::Ended(Err(WriteError::Incomplete(_))) => Ok(None),
            ClosingEvent::Ended(closed) => {
                self.end(closed, "it is not known whether there are others").map(Some)
            }
        }
    }

    /// Ends the list, and reports how it is known that there are no others.
    pub(super) fn complete(&mut self) -> anyhow::Result<Outcome> {
        let goes_on = self.flags.after.is_some();
        if self.flags.no_proof || goes_on {
            let count = self.entries.len();
            let more = if goes_on { " more" } else { "" };
            let text =
                format!("{COMPLETE}{count}{more} positions{} by the word of the solver\n", self.others());
            let object = ListEnd::Believed { complete: true, positions: count, proof: () };
            return self.session.conclude(Answer::holds(text, object));
        }
        // Along the gaps a model that is no answer would end the work.
        let is_expandable = self.question.question().is_expandable();
        let policy = if is_expandable { ClosingPolicy::AtOnce } else { ClosingPolicy::All };
        loop {
            match self.prove(policy)? {
                ClosingEvent::Unread => return Ok(self.broken_off(None)),
                ClosingEvent::Ended(Err(WriteError::Ask(AskError::Witness(error)))) => self.expand(error)?,
                ClosingEvent::Ended(closed) => return self.end(closed, "the solver finds no others"),
            }
        }
    }

    /// Adds clauses to the question, if it can have more, that exclude a model that was no answer.
    fn expand(&mut self, error: WitnessError) -> anyhow::Result<()> {
        let question = self.question.question().expanded_for(&error).ok_or(error)??;
        self.question = question.listed().context("the question cannot be listed")?;
        Ok(())
    }

    /// Refutes that there are others. Those that are met on the way are printed, and belong to the list.
    fn prove(&mut self, policy: ClosingPolicy) -> anyhow::Result<ClosingEvent> {
        let (entries, limits) =
            (self.entries.clone(), Limits { stop: self.limits.stop.child(), ..self.limits.clone() });
        let (question, listing, session) = (self.question.clone(), self.flags.listing(), self.session);
        let (out, registry) = (self.flags.out.as_deref(), self.app.registry());
        let (sender, receiver) = mpsc::channel();
        let checkpoint = self.checkpoint.clone();
        let has_cases = question.question().has_cases();
        let how = if has_cases { "case by case" } else { "along the gaps" };
        let what = if has_cases { "the cases" } else { "the listed positions" };
        let close = {
            let limits = limits.clone();
            let progress = Arc::new(Progress::new(session));
            move || {
                progress.estimate(format!("refuting that there are others: {question:#}"));
                let list = List { question: &question, listing, entries: &entries };
                let meet: CompletionObserver = {
                    let progress = Arc::clone(&progress);
                    Arc::new(move |along: CompletionEvent<'_>| match along {
                        CompletionEvent::Met(entry, witness) => {
                            sender.send((entry.clone(), witness.clone())).is_ok()
                        }
                        CompletionEvent::Behind(share) => {
                            progress.arrive(share, how);
                            true
                        }
                        CompletionEvent::Kept(share) => {
                            let percent = 100.0 * share;
                            progress
                                .report(&format!("checkpoint written, {percent:.1} % of {what} are done"));
                            true
                        }
                    })
                };
                let completing = Completion { meet, checkpoint };
                list::complete(list, policy, out, registry, &limits, &completing, |_| {})
            }
        };
        thread::scope(|scope| {
            let closing = thread::Builder::new().spawn_scoped(scope, close)?;
            let is_read = self.take_in(receiver);
            if !matches!(is_read, Ok(true)) {
                limits.stop.request();
            }
            let closed = closing.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(if is_read? { ClosingEvent::Ended(closed) } else { ClosingEvent::Unread })
        })
    }

    /// Prints the positions that a refutation meets, until it ends. Returns whether the list goes on, as `print` does.
    fn take_in(&mut self, met: Receiver<(ListEntry, AnyWitness)>) -> anyhow::Result<bool> {
        for (entry, witness) in met {
            if !self.print(&entry, &witness)? {
                return Ok(false);
            }
            self.insert(entry);
        }
        Ok(true)
    }

    /// Reports how the proof ended. `otherwise` is what is known without one.
    fn end(&self, closed: Result<ClosingOutcome, WriteError>, otherwise: &str) -> anyhow::Result<Outcome> {
        match closed.context("cannot close the list")? {
            ClosingOutcome::Proved(checked) => self.tell(&checked),
            ClosingOutcome::Open => {
                bail!("the question itself was not asked: this is a defect of this program")
            }
            ClosingOutcome::Undecided(reason) => {
                let count = self.entries.len();
                let text = format!("{UNDECIDED}{reason}): {count} positions, and {otherwise}\n");
                let reason = reason.to_string();
                let object = ListEnd::Undecided { complete: (), positions: count, reason: &reason };
                self.session.answer(&Answer::holds(text, object))?;
                if let Some(how) = self.how_to_continue(None).filter(|_| !self.is_in_order) {
                    self.session.note(&how);
                }
                Ok(Outcome::Undecided)
            }
        }
    }

    /// What a complete list says about positions that are not in it.
    fn others(&self) -> &'static str {
        if self.question.lists_more() { "; every answer is among them" } else { ", and no others" }
    }

    /// Reports that the list is complete, and how that was proved.
    pub(super) fn tell(&self, checked: &CheckedList) -> anyhow::Result<Outcome> {
        let count = self.entries.len();
        ensure!(
            checked.entries == self.entries,
            "the list that was proved is another one: this is a defect of this program"
        );
        let kept = self.flags.out.as_ref().map(|out| format!("; certificate in {}", shown(out)));
        let kept = kept.unwrap_or_default();
        let text = format!("{COMPLETE}{count} positions{}; proof checked{kept}\n", self.others());
        let object = ListEnd::Proved {
            complete: true,
            positions: count,
            certificate: self.flags.out.as_deref(),
            proof: (&checked.refutation.report).into(),
            relaxation: self.question.lists_more(),
            strategy: checked.closed_by.as_deref(),
        };
        if let Some(closing) = checked.closing() {
            self.session.note(&closing);
        }
        self.session.answer(&Answer::holds(text, object))?;
        // The list is complete, whatever becomes of the directory.
        if let Some(Err(error)) = self.checkpoint.as_ref().map(|checkpoint| checkpoint.remove()) {
            self.session.note(&format!("the checkpoint is not removed: {error}"));
        }
        Ok(Outcome::Holds)
    }
}
