//! Whether moves lead back to positions. Best scores of tables that agree with their moves are right if they do not: such
//! tables say nothing of games that go round.
//!
//! Idea: a position is ordered when those that its moves lead to within its group are. Passes over the numbers of a group
//! order more positions until none is left, or none can be ordered.
//!
//! Cost: a bit for each number of a group; all moves of its open positions for each pass, as many as the longest line of
//! moves within the group.

use super::error::RetroError;
use super::game::Game;
use super::groups::Group;
use super::numbered::{NumberContent, SolverContext};
use super::open_group::Field;
use super::phases::NumberSet;
use super::resident::Resident;
use super::solver::Solver;
use certamen_work::stop::Stop;

/// The numbers between two looks for a request to stop.
const STEP: u64 = 1 << 14;

impl<G: Game> Solver<'_, G> {
    /// Requires that moves lead back to no position.
    ///
    /// # Errors
    /// [`RetroError::Cycle`] with a position; [`RetroError::Stopped`] after a request to stop.
    pub fn require_order(&self, stop: &Stop) -> Result<(), RetroError> {
        let solving = self.solving();
        solving.groups()?.iter().try_for_each(|group| solving.require_order_of(group, stop))
    }
}

impl SolverContext<'_> {
    fn require_order_of(&self, group: &Group, stop: &Stop) -> Result<(), RetroError> {
        let is_within = |layer: &u32| self.game.leads_to(*layer).iter().any(|to| group.layers.contains(to));
        if !group.layers.iter().any(is_within) {
            return Ok(());
        }
        let nothing = Resident::new(self.settings.kind, self.game.layers().len());
        let field = Field::on_disk(self.game, group, &nothing)?;
        let (mut scratch, mut open) = (field.scratch(), NumberSet::full(0..group.size));
        loop {
            let before = open.len();
            for number in 0..group.size {
                if number.is_multiple_of(STEP) {
                    stop.proceed()?;
                }
                if !open.contains(number) {
                    continue;
                }
                let is_over = field.expand(number, &mut scratch)? != NumberContent::Moves;
                if is_over || !scratch.inner.iter().any(|&to| to < group.size && open.contains(to)) {
                    open.remove(number);
                }
            }
            match open.iter().next() {
                None => return Ok(()),
                Some(first) if open.len() == before => return Err(RetroError::Cycle(field.show(first))),
                Some(_) => {}
            }
        }
    }
}
