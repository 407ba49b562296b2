//! Bounds on positions that games reach, of games in which each step adds a piece.
//!
//! Idea: such games have finitely many lengths, one for each number of pieces. Ask for any position first, which costs
//! little: its refutation holds for games as well, and so does the refutation of all numbers of pieces beyond those that
//! such positions have. What is left is asked of whole games, one number of pieces after the other, from the smallest. A
//! witness raises the bound; what was refuted stays refuted.
//!
//! A certificate has the record of a game that reaches the bound, and refutations of one more that cover every number of
//! pieces: [`ReachableComposer`] checks that they do.

use crate::question::domain::Domain;
use crate::question::{LanguageQuestion, VALUE};
use crate::witness::LanguageWitness;
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query};
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_question};
use certamen_ask::witness::AnyWitness;
use certamen_prove::argument::{Argument, ArgumentContext, Composer, CompositionError, uncovered};
use certamen_prove::certificate::{
    AnsweredQuestion, Claim, Draft, ProveOutcome, WriteError, confirmed, finish,
};
use certamen_work::Limits;
use cnf_out::solver::StopReason;
use encodings::rules::Rules;
use std::fs::File;

/// The argument for a question with a number.
pub(crate) struct ReachableArgument<R: Rules> {
    asked: LanguageQuestion<R>,
}

/// A refutation with the stem of its files, and what it was asked about.
struct NamedRefutation {
    stem: String,
    refutation: Refutation<File>,
    among: Option<Domain>,
}

/// The answer to one question; a refutation is kept among the others.
enum QuestionOutcome {
    Found(AnyWitness),
    Refuted,
    Stopped(StopReason),
}

/// The work of an argument.
struct Work<'a, R: Rules> {
    asked: &'a LanguageQuestion<R>,
    draft: &'a Draft,
    limits: &'a Limits,
    /// The least and the greatest number of pieces of a game.
    start: u32,
    squares: u32,
    refuted: Vec<NamedRefutation>,
    /// The best witness with its number of pieces.
    best: Option<(LanguageWitness, u32)>,
}

impl<R: Rules> ReachableArgument<R> {
    pub(crate) const fn new(asked: LanguageQuestion<R>) -> Self {
        Self { asked }
    }
}

impl<R: Rules> Argument for ReachableArgument<R> {
    fn prove(&self, context: ArgumentContext<'_>) -> Result<ProveOutcome, WriteError> {
        let ArgumentContext { destination, registry, limits, watch, progress } = context;
        let limits = &Limits { time: None, ..limits.within(limits.time) };
        let mut draft = Draft::begin(destination)?;
        let (start, squares) = self.asked.sizes_of_games();
        let mut work = Work {
            asked: &self.asked,
            draft: &draft,
            limits,
            start,
            squares,
            refuted: Vec::new(),
            best: None,
        };
        let stopped = work.run(watch)?;
        let Work { refuted, best, .. } = work;
        let witnesses = || best.iter().map(|(witness, _)| self.asked.any_witness(witness)).collect();
        if let Some(reason) = stopped {
            return Ok(ProveOutcome::Undecided(witnesses(), reason));
        }
        let Some((witness, pieces)) = &best else {
            let mut refuted = refuted.iter();
            let checked = refuted.try_for_each(|one| draft.confirm(&one.stem, &one.refutation, &limits.stop));
            return confirmed(checked, self.asked.clone().into());
        };
        let bound = self.asked.measure(VALUE, witness);
        let question = self.asked.clone().bounded_by(Some(bound));
        let game = question.clone().about(Some(Domain::Game { pieces: *pieces, any_order: false }));
        let kept = needed(&refuted, start..=squares);
        draft.keep_proofs(|stem| kept.iter().any(|&place| refuted[place].stem == stem))?;
        draft.add_witness("witness", game.into(), self.asked.any_witness(witness))?;
        for place in kept {
            draft.add_refutation(&refuted[place].stem, &refuted[place].refutation)?;
        }
        let claim = Claim { question: question.into(), objective: VALUE, bound, reachable: true };
        let witnesses = witnesses();
        finish(draft, claim, registry, limits, progress, witnesses)
    }

    fn bounded(&self) -> (BoundedQuestion, Objective) {
        (self.asked.clone().into(), VALUE)
    }
}

/// The refutations that are needed to cover all numbers of pieces, the latest first.
fn needed(refuted: &[NamedRefutation], pieces: std::ops::RangeInclusive<u32>) -> Vec<usize> {
    let mut open: Vec<u32> = pieces.collect();
    let mut kept = Vec::new();
    for (place, one) in refuted.iter().enumerate().rev() {
        let before = open.len();
        open.retain(|&pieces| !covers(one.among, pieces));
        if open.len() < before {
            kept.push(place);
        }
    }
    kept.reverse();
    kept
}

/// Whether the positions that were asked about include all those that games reach with this number of pieces.
fn covers(among: Option<Domain>, pieces: u32) -> bool {
    match among {
        None => true,
        Some(Domain::Pieces { least, most }) => (least..=most).contains(&pieces),
        Some(Domain::Game { pieces: exactly, .. }) => exactly == pieces,
        Some(Domain::Plies(_) | Domain::Last { .. } | Domain::NoPasses { .. }) => false,
    }
}

impl<R: Rules> Work<'_, R> {
    /// Raises the bound until it is refuted for all numbers of pieces.
    fn run(&mut self, watch: &mut dyn FnMut(Event<'_>)) -> Result<Option<StopReason>, WriteError> {
        'bounds: loop {
            if let Some(reason) = self.narrow(watch)? {
                return Ok(Some(reason));
            }
            while let Some(pieces) = self.open().first().copied() {
                let among = Some(Domain::Game { pieces, any_order: false });
                match self.ask(among, watch)? {
                    QuestionOutcome::Stopped(reason) => return Ok(Some(reason)),
                    QuestionOutcome::Refuted => {}
                    QuestionOutcome::Found(witness) => {
                        let witness = witness.expect::<LanguageWitness>().map_err(AskError::from)?;
                        self.best = Some((witness.clone(), pieces));
                        continue 'bounds;
                    }
                }
            }
            return Ok(None);
        }
    }

    /// The numbers of pieces that are not refuted.
    fn open(&self) -> Vec<u32> {
        let is_open = |pieces: &u32| !self.refuted.iter().any(|one| covers(one.among, *pieces));
        (self.start..=self.squares).filter(is_open).collect()
    }

    /// Refutes the numbers of pieces beyond those of any position, above and below.
    fn narrow(&mut self, watch: &mut dyn FnMut(Event<'_>)) -> Result<Option<StopReason>, WriteError> {
        let open = self.open();
        let (Some(&lowest), Some(&highest)) = (open.first(), open.last()) else { return Ok(None) };
        let (mut least, mut most) = (lowest, highest);
        let (mut found_least, mut found_most) = match self.any(lowest, highest, watch)? {
            QuestionOutcome::Stopped(reason) => return Ok(Some(reason)),
            QuestionOutcome::Refuted => return Ok(None),
            QuestionOutcome::Found(witness) => {
                let pieces = self.pieces(&witness)?;
                (pieces, pieces)
            }
        };
        while found_most < most {
            match self.any(found_most + 1, highest, watch)? {
                QuestionOutcome::Stopped(reason) => return Ok(Some(reason)),
                QuestionOutcome::Refuted => most = found_most,
                QuestionOutcome::Found(witness) => found_most = self.pieces(&witness)?,
            }
        }
        while least < found_least {
            match self.any(lowest, found_least - 1, watch)? {
                QuestionOutcome::Stopped(reason) => return Ok(Some(reason)),
                QuestionOutcome::Refuted => least = found_least,
                QuestionOutcome::Found(witness) => found_least = self.pieces(&witness)?,
            }
        }
        Ok(None)
    }

    /// Asks about any position with a number of pieces.
    fn any(
        &mut self,
        least: u32,
        most: u32,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<QuestionOutcome, WriteError> {
        self.ask(Some(Domain::Pieces { least, most }), watch)
    }

    fn pieces(&self, witness: &AnyWitness) -> Result<u32, WriteError> {
        Ok(self.asked.pieces_of(witness.position()).map_err(AskError::from)?)
    }

    /// Asks the question with one more than the best witness has, and keeps its refutation.
    fn ask(
        &mut self,
        among: Option<Domain>,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<QuestionOutcome, WriteError> {
        let bound = self.best.as_ref().map_or(0, |(best, _)| self.asked.measure(VALUE, best) + 1);
        let question = self.asked.clone().bounded_by(Some(bound)).about(among).with_symmetry_breaking(true);
        let stem = match among {
            Some(Domain::Game { pieces, .. }) => format!("{bound}-game-{pieces}"),
            Some(Domain::Pieces { least, most }) => format!("{bound}-any-{least}-{most}"),
            Some(Domain::Plies(_) | Domain::Last { .. } | Domain::NoPasses { .. }) | None => {
                format!("{bound}-any")
            }
        };
        let proof = || self.draft.proof_file(&stem);
        let outcome = ask_question(&question.into(), self.limits, proof, watch)?;
        Ok(match outcome {
            AskOutcome::Refuted(refutation) => {
                self.refuted.push(NamedRefutation { stem, refutation: *refutation, among });
                QuestionOutcome::Refuted
            }
            AskOutcome::Found(found) => {
                QuestionOutcome::Found(found.answer().map_err(AskError::from)?.into_witness())
            }
            AskOutcome::Stopped(reason) => QuestionOutcome::Stopped(reason),
        })
    }
}

/// Checks whether the parts of a certificate show a bound on positions that games reach.
pub(crate) struct ReachableComposer<R: Rules> {
    asked: LanguageQuestion<R>,
}

impl<R: Rules> ReachableComposer<R> {
    pub(crate) const fn new(asked: LanguageQuestion<R>) -> Self {
        Self { asked }
    }

    /// Whether a question is the same one about other positions, with this bound or one that asks for no more.
    fn is_same(&self, asked: &LanguageQuestion<R>, bound: u32) -> bool {
        let plain = asked.clone().about(None).with_symmetry_breaking(false);
        plain.required() <= bound && plain.bounded_by(None) == self.asked.clone().bounded_by(None)
    }
}

impl<R: Rules> Composer for ReachableComposer<R> {
    fn compose(
        &self,
        claim: &Claim,
        witnesses: &[AnsweredQuestion],
        refuted: &[Question],
    ) -> Result<(), CompositionError> {
        if !self.asked.adds_a_piece() || !self.asked.is_about_any() {
            return Err("nothing shows how long the games of this question are".into());
        }
        let [(asked, _)] = witnesses else { return Err("there has to be one witness".into()) };
        let is_game = |asked: &LanguageQuestion<R>| {
            let is_game = matches!(asked.among(), Some(Domain::Game { any_order: false, .. }));
            is_game && *asked == self.asked.clone().about(asked.among())
        };
        if !asked.downcast().is_some_and(is_game) {
            return Err(format!("the witness answers {asked}, which is another question").into());
        }
        let (start, squares) = self.asked.sizes_of_games();
        let shows = |one: &Question, pieces: u32| {
            let asked = one.downcast().filter(|asked| self.is_same(asked, claim.bound + 1));
            asked.is_some_and(|asked| covers(asked.among(), pieces))
        };
        match uncovered(start..=squares, refuted, shows)? {
            Some(count) => {
                Err(CompositionError::Missing(format!("games with {count} pieces do not reach more")))
            }
            None => Ok(()),
        }
    }
}
