//! Whether a player can force something in a position: native search with a memory.

use super::{Force, Goal};
use crate::program::{Op, Program, Register, StateForced};
use encodings::rules::{Ending, Family, Phase, Position, Rules, Side, Step, StepKind};
use encodings::word::{OneHot, Word};
use std::collections::HashMap;

/// The greatest number of positions that one search keeps, each with a number of plies.
const POSITIONS_LIMIT: usize = 1_000_000;

/// A search that would keep too many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`won in`: the search for it keeps more than {POSITIONS_LIMIT} positions; ask for fewer plies or a smaller board"
)]
pub(crate) struct SearchLimit;

/// The values that a search has found.
pub(crate) struct ForcedSearch<'r, R: Rules> {
    rules: &'r R,
    /// For each position, player and number of plies whether that player wins.
    wins: HashMap<(Position<R>, Side, u32), bool>,
}

impl<'r, R: Rules> ForcedSearch<'r, R> {
    pub(crate) fn new(rules: &'r R) -> Self {
        Self { rules, wins: HashMap::new() }
    }

    pub(crate) const fn rules(&self) -> &'r R {
        self.rules
    }

    /// Whether the chooser reaches the goal from a position.
    ///
    /// # Errors
    /// [`SearchLimit`]
    pub(crate) fn holds(&mut self, position: Position<R>, force: Force) -> Result<bool, SearchLimit> {
        match force.goal {
            Goal::Win => self.wins(position, force),
            Goal::Survive => Ok(!self.wins(position, force.not())?),
        }
    }

    fn wins(&mut self, position: Position<R>, force: Force) -> Result<bool, SearchLimit> {
        let key = (position, force.chooser, force.plies);
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        let next = force.after_ply();
        let wins = match position.phase(self.rules) {
            Phase::Over(ending) if force.chooser == Side::Mover => ending == Ending::Won,
            Phase::Over(ending) => ending == Ending::Lost,
            Phase::Moves(_) | Phase::Passes(_) if force.plies == 0 => false,
            Phase::Passes(passed) => self.wins(passed, next)?,
            Phase::Moves(family) => {
                let is_chosen = force.chooser == Side::Mover;
                let mut wins = !is_chosen;
                for step in family.steps(self.rules.layout()) {
                    if self.wins(position.after(self.rules, step), next)? == is_chosen {
                        wins = is_chosen;
                        break;
                    }
                }
                wins
            }
        };
        if self.wins.len() >= POSITIONS_LIMIT {
            return Err(SearchLimit);
        }
        self.wins.insert(key, wins);
        Ok(wins)
    }
}

/// The positions of a register of boards of a program that runs on one position: none if a move before it is not legal there,
/// several if a solver chooses a move.
pub(crate) fn positions_at<R: Rules>(
    program: &Program,
    (rules, kinds): (&R, &[StepKind]),
    register: Register,
    start: Position<R>,
) -> Vec<Position<R>> {
    let before = |position: Register| {
        let found = positions_at(program, (rules, kinds), position, start).into_iter();
        found.map(|one| match one.phase(rules) {
            Phase::Moves(family) => (one, family),
            Phase::Over(_) | Phase::Passes(_) => (one, Family::new()),
        })
    };
    match &program.operations[register] {
        Op::After { position, kind, square } => {
            let like = R::Native::default();
            let at = OneHot::assume(like.unit(*square));
            let step = Step::new(kinds[*kind], at, rules.layout());
            let legal = before(*position).filter(|(_, family)| family.allows(step) == Some(true));
            legal.map(|(one, _)| one.after(rules, step)).collect()
        }
        Op::AfterChosen { position, .. } => before(*position)
            .flat_map(|(one, family)| family.steps(rules.layout()).map(move |step| one.after(rules, step)))
            .collect(),
        _ => vec![start],
    }
}

/// Decides `won in` of a program that runs on one position.
pub(crate) struct NativeForces<'a, 'r, R: Rules> {
    pub(crate) program: &'a Program,
    pub(crate) kinds: &'a [StepKind],
    pub(crate) start: Position<R>,
    pub(crate) search: &'a mut ForcedSearch<'r, R>,
    /// Whether a search was too long; then the results mean nothing.
    pub(crate) failed: Option<SearchLimit>,
}

impl<R: Rules> StateForced<R, R::Native> for NativeForces<'_, '_, R> {
    /// After a move that is not legal the result does not matter.
    fn forced(&mut self, number: usize, force: Force, _: &[R::Board<R::Native>]) -> Vec<bool> {
        let position = self.program.forces().get(number).map_or(0, |(_, position)| *position);
        let found = positions_at(self.program, (self.search.rules(), self.kinds), position, self.start);
        let holds = found.first().map_or(Ok(false), |&one| self.search.holds(one, force));
        vec![holds.unwrap_or_else(|limit| {
            self.failed = Some(limit);
            false
        })]
    }
}
