//! Games that lead to positions: chosen by a solver, or read from a record.

use crate::naive_judge::ply_of;
use crate::subject::Subject;
use certamen_ask::query::ReadWord;
use certamen_ask::witness::WitnessError;
use encodings::board::Layout;
use encodings::rules::{Passes, Phase, Position, Rules, Step, Stuck, View, parse_step, print_step};
use encodings::word::{NativeWord, OneHot, Word};
use verify::language::Ply;

/// A pass, in records and in lists of replies.
pub(crate) const PASS: &str = "pass";

/// A game that is played natively.
pub(super) struct Game<'s, R: Rules> {
    subject: &'s Subject<R>,
    pub(super) position: Position<R>,
    pub(super) plies: Vec<Ply>,
    /// The plies as the record has them.
    names: Vec<String>,
    passes: Passes,
}

impl<'s, R: Rules> Game<'s, R> {
    pub(super) fn new(subject: &'s Subject<R>, passes: Passes) -> Self {
        let position = Position::start(subject.rules());
        Self { subject, position, plies: Vec::new(), names: Vec::new(), passes }
    }

    /// The game that a solver chose, of this number of plies; passes that are made at once do not count.
    pub(super) fn chosen(mut self, plies: u32, words: ReadWord<'_>) -> Result<Self, WitnessError> {
        let kinds = self.subject.vocabulary.kinds.len();
        let place_in = |name: String| -> Result<Option<usize>, WitnessError> {
            Ok(words(&name)?.iter().position(|&bit| bit))
        };
        for ply in 1..=plies {
            self.pass_if_chosen(ply, words)?;
            let is_due = matches!(self.position.phase(self.subject.rules()), Phase::Passes(_));
            if self.passes == Passes::AsPlies && is_due {
                self.pass()?;
                continue;
            }
            let square = place_in(format!("move[{ply}]"))?;
            let kind = if kinds > 1 { place_in(format!("move[{ply}]-kind"))? } else { Some(0) };
            let (Some(square), Some(kind)) = (square, kind) else {
                return Err(WitnessError::Refused(format!("ply {ply} has no square or no kind")));
            };
            self.play(kind, square)?;
        }
        self.pass_if_chosen(plies + 1, words)?;
        Ok(self)
    }

    fn pass_if_chosen(&mut self, ply: u32, words: ReadWord<'_>) -> Result<(), WitnessError> {
        if self.passes == Passes::Freely
            && matches!(self.subject.rules().stuck(self.position.board()), Stuck::Passes(_))
            && words(&format!("pass[{ply}]"))? == [true]
        {
            return self.pass();
        }
        Ok(())
    }

    /// The game of a record.
    pub(super) fn recorded(mut self, record: &str) -> Result<Self, WitnessError> {
        for name in record.split_whitespace() {
            if name == PASS {
                self.pass()?;
                continue;
            }
            let view = View::after(self.plies.len());
            let step = parse_step(self.subject.rules(), self.position, view, name);
            let step = step.map_err(|error| WitnessError::Refused(format!("the record: {error}")))?;
            let kind = self.subject.vocabulary.kinds.iter().position(|kind| *kind == step.kind());
            self.play(kind.unwrap_or_default(), step.at().word().first().unwrap_or_default())?;
        }
        Ok(self)
    }

    /// Plays a step if it is one of the position.
    pub(super) fn play_if_legal(&mut self, kind: usize, square: usize) -> Result<(), WitnessError> {
        let family = match self.position.phase(self.subject.rules()) {
            Phase::Moves(family) => family,
            Phase::Over(_) | Phase::Passes(_) => return Ok(()),
        };
        let word = family.words().nth(kind);
        if word.is_some_and(|word| word.bit(square)) { self.play(kind, square) } else { Ok(()) }
    }

    /// Plays a step, and a pass that is then due if passes are made at once.
    fn play(&mut self, kind: usize, square: usize) -> Result<(), WitnessError> {
        let rules = self.subject.rules();
        let layout: Layout = rules.layout();
        let number = self.plies.len() + 1;
        let refused = || WitnessError::Refused(format!("ply {number} is not a step of the position"));
        let kind = *self.subject.vocabulary.kinds.get(kind).ok_or_else(refused)?;
        let at = layout.square(square).ok_or_else(refused)?;
        let step = Step::new(kind, OneHot::from_square(at, R::Native::default()), layout);
        // In any order, a game goes on as long as there are steps.
        let is_legal = rules.moves(self.position.board()).allows(step) == Some(true);
        if self.passes == Passes::Freely && is_legal {
            self.push_step(step);
            self.position = self.position.after(rules, step);
            return Ok(());
        }
        let next = self.position.play(rules, step).ok_or_else(refused)?;
        self.push_step(step);
        self.position = next;
        if self.passes == Passes::AtOnce && matches!(next.phase(rules), Phase::Passes(_)) {
            self.pass()?;
        }
        Ok(())
    }

    fn push_step(&mut self, step: Step<R::Native>) {
        let rules = self.subject.rules();
        self.names.push(print_step(rules, step, View::after(self.plies.len())));
        self.plies.push(ply_of(rules, step));
    }

    fn pass(&mut self) -> Result<(), WitnessError> {
        let rules = self.subject.rules();
        let is_due = matches!(self.position.phase(rules), Phase::Passes(_));
        match rules.when_stuck(self.position.board()) {
            Stuck::Passes(next) if is_due || self.passes == Passes::Freely => {
                self.position = Position::trusted(next);
            }
            _ => return Err(WitnessError::Refused(format!("ply {} may not pass", self.plies.len() + 1))),
        }
        self.plies.push(Ply::Pass);
        if self.passes != Passes::AtOnce {
            self.names.push(PASS.to_owned());
        }
        Ok(())
    }

    /// The number of steps.
    pub(super) fn steps(&self) -> u32 {
        self.plies.iter().filter(|ply| matches!(ply, Ply::Move { .. })).count() as u32
    }

    /// The game as text, with every pass.
    pub(super) fn record_with_passes(&self) -> String {
        let mut names = self.names.iter();
        let name = |ply: &Ply| match ply {
            Ply::Pass => PASS,
            Ply::Move { .. } => names.next().map_or("", String::as_str),
        };
        self.plies.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The game as text.
    pub(super) fn record(&self) -> String {
        self.names.join(" ")
    }
}
