//! Games made of rules as subjects: solvable games by name.

use super::{Exploration, LayerGraph, Ruled, RuledSettings, subject};
use crate::positions::{RetroError, Solver, SolverProgress, Store, Value};
use crate::subject::{Condition, OpenPurpose, RatedMove, SecondWay, Subject};
use encodings::rules::{Boards, Position, Rules};
use std::fmt;
use std::ops::Deref;

/// A solvable game made of rules. Its layers are found when its tables are built, and kept beside them.
pub struct RuledSubject<H: Deref>
where
    H::Target: Rules + Sized,
{
    rules: H,
    settings: RuledSettings<H::Target>,
    seconds: Vec<Second<H::Target>>,
}

/// Makes another way to find moves.
type Second<R> = Box<dyn Fn() -> Box<dyn SecondWay<Position<R>>> + Send + Sync>;

/// The number of positions of a layer that a plan searches for other layers.
const PLANNED: u64 = 2000;

impl<H> RuledSubject<H>
where
    H: Deref + Clone + Send + Sync,
    H::Target: Rules + Sized,
{
    /// The game of these rules, with the default settings.
    pub fn new(rules: H) -> Self {
        Self { rules, settings: RuledSettings::default(), seconds: Vec::new() }
    }

    /// The same game with these settings.
    #[must_use]
    pub fn with_settings(self, settings: RuledSettings<H::Target>) -> Self {
        Self { settings, ..self }
    }

    /// The same game with another way to find moves, in addition to the one of its settings.
    #[must_use]
    pub fn with_second_way(
        mut self,
        make: impl Fn() -> Box<dyn SecondWay<Position<H::Target>>> + Send + Sync + 'static,
    ) -> Self {
        self.seconds.push(Box::new(make));
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

    fn game(&self, opening: OpenPurpose<'_>) -> Result<Option<Ruled<H>>, RetroError> {
        let rules = self.rules.clone();
        let game = match opening {
            OpenPurpose::Plan { stop } => {
                // A plan is also for games that are too large.
                Ruled::explore(rules, Exploration::Sample(PLANNED), u64::MAX, stop, &mut |_, _| ())?
            }
            OpenPurpose::Solve { store, room, stop, watch } => {
                let kept = store.map(Store::layers::<LayerGraph>).transpose()?.flatten();
                if let Some(graph) = kept {
                    Some(Ruled::with_layers(rules, graph)?)
                } else {
                    // What a plan refuses is refused at once, not when the search for layers has ended.
                    let sampled = Exploration::Sample(PLANNED);
                    let planned = Ruled::explore(rules.clone(), sampled, room, stop, &mut |_, _| ())?;
                    let Some(planned) = planned else { return Ok(None) };
                    room.require_all(self.solver(&planned), store)?;
                    let mut found = |layer: &str, size: u64| watch(SolverProgress::Finding { layer, size });
                    let game = Ruled::explore(rules, Exploration::All, room, stop, &mut found)?;
                    if let (Some(store), Some(game)) = (store, &game) {
                        store.keep_layers(game.graph())?;
                    }
                    game
                }
            }
            OpenPurpose::Read { store } => {
                let graph = store.layers::<LayerGraph>()?.ok_or_else(|| store.no_layers())?;
                Some(Ruled::with_layers(rules, graph)?)
            }
        };
        Ok(game.map(|game| game.with_settings(self.settings)))
    }

    fn solver<'g>(&self, game: &'g Ruled<H>) -> Solver<'g, Ruled<H>> {
        let solver = Solver::new(game);
        match self.settings.score {
            Some(score) => solver.with_score_by(move |position| score(game.rules(), *position)),
            None => solver,
        }
    }

    fn has_scores(&self) -> bool {
        self.settings.score.is_some()
    }

    fn second_ways(&self) -> Vec<Box<dyn SecondWay<Position<H::Target>> + '_>> {
        let mut ways: Vec<Box<dyn SecondWay<Position<H::Target>> + '_>> = Vec::new();
        if let Some(second) = self.settings.second {
            ways.push(second(&self.rules));
        }
        for make in &self.seconds {
            ways.push(make());
        }
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
