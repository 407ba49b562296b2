//! Games made of rules as subjects: solvable games by name.

use super::{LayerGraph, Ruled, RuledSettings, subject};
use crate::positions::{RetroError, Solver, Store, Value, ValueRule};
use crate::subject::{Condition, CrossCheck, OpenPurpose, RatedMove, Subject};
use encodings::rules::{Boards, Position, Rules};
use std::fmt;
use std::ops::Deref;

/// A solvable game made of rules. Its layers are found when its tables are built, and kept beside them.
pub struct RuledSubject<H: Deref>
where
    H::Target: Rules + Sized,
{
    pub(super) rules: H,
    settings: RuledSettings<H::Target>,
    cross_checks: Vec<CrossCheckMaker<H::Target>>,
}

/// Makes another way to find moves.
type CrossCheckMaker<R> = Box<dyn Fn() -> Box<dyn CrossCheck<Position<R>>> + Send + Sync>;

impl<H> RuledSubject<H>
where
    H: Deref + Clone + Send + Sync,
    H::Target: Rules + Sized,
{
    /// The game of these rules, with the default settings.
    pub fn new(rules: H) -> Self {
        Self { rules, settings: RuledSettings::default(), cross_checks: Vec::new() }
    }

    /// The same game with these settings.
    #[must_use]
    pub fn with_settings(self, settings: RuledSettings<H::Target>) -> Self {
        Self { settings, ..self }
    }

    /// The same game with another way to find moves, in addition to the one of its settings.
    #[must_use]
    pub fn with_cross_check(
        mut self,
        make: impl Fn() -> Box<dyn CrossCheck<Position<H::Target>>> + Send + Sync + 'static,
    ) -> Self {
        self.cross_checks.push(Box::new(make));
        self
    }
}

impl<H: Deref> fmt::Debug for RuledSubject<H>
where
    H::Target: Rules + Sized,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuledSubject({})", subject(&*self.rules))
    }
}

impl<H> Subject for RuledSubject<H>
where
    H: Deref + Clone + Send + Sync,
    H::Target: Rules + Sized,
{
    type Game = Ruled<H>;

    fn subject(&self) -> String {
        subject(&*self.rules)
    }

    fn game(&self, opening: OpenPurpose<'_>) -> Result<Ruled<H>, RetroError> {
        let kept = |store: &Store| match store.layers::<LayerGraph>()? {
            Some(graph) => Ruled::kept(self.rules.clone(), graph, store).map(Some),
            None => Ok(None),
        };
        let game = match opening {
            OpenPurpose::Plan { capacity, stop } => self.planned(capacity, stop)?,
            OpenPurpose::Solve { store, capacity, mut monitor } => match kept(store)? {
                Some(game) => game,
                None => self.found(None, (capacity, Some(store)), &mut monitor)?,
            },
            OpenPurpose::Search { position, capacity, mut monitor } => {
                let read = |text| (self.settings.read)(&self.rules, text).map_err(RetroError::Position);
                self.found(position.map(read).transpose()?, (capacity, None), &mut monitor)?
            }
            OpenPurpose::Read { store } => kept(store)?.ok_or_else(|| store.no_layers())?,
        };
        Ok(game.with_settings(self.settings))
    }

    fn solver<'g>(&self, game: &'g Ruled<H>) -> Solver<'g, Ruled<H>> {
        let solver = Solver::new(game);
        match self.settings.score {
            Some(score) => solver.with_score_by(move |position| score(game.rules(), *position)),
            None => solver,
        }
    }

    fn has_scores(&self) -> bool {
        self.settings.score.is_some() && self.value_rule() == ValueRule::Turns
    }

    fn value_rule(&self) -> ValueRule {
        self.rules.players().into()
    }

    fn cross_checks(&self) -> Vec<Box<dyn CrossCheck<Position<H::Target>> + '_>> {
        let mut ways: Vec<Box<dyn CrossCheck<Position<H::Target>> + '_>> = Vec::new();
        ways.extend(self.settings.cross_check.map(|make| make(&self.rules)));
        ways.extend(self.cross_checks.iter().map(|make| make()));
        ways
    }

    fn condition(&self) -> Option<Condition<Ruled<H>>> {
        let (about, holds) = self.settings.puzzle?;
        let holds =
            move |game: &Ruled<H>, position: &Position<H::Target>, value: Value, moves: &[RatedMove]| {
                holds(game.rules(), *position, value, moves)
            };
        Some(Condition { about, holds: Box::new(holds) })
    }

    /// Two boards of a game with the same words and the same layout, but other rules or pieces.
    fn variant_of(&self) -> Option<String> {
        let words = self.rules.names().join(" ");
        Some(format!("{} {} {words}", self.rules.name(), self.rules.layout()))
    }
}
