//! Any position that walks by chance meet.

use super::recorded::without_result;
use crate::query::OthelloMobility;
use crate::records::annealed_position;
use certamen_ask::listed::Listed as _;
use certamen_ask::solve::AskError;
use certamen_prove::strategy::{Attempt, ChosenWord, Job, Strategy, Worth};
use cnf_out::solver::Statistics;
use std::sync::Arc;

/// The number of walks: some ten seconds.
const WALKS: u32 = 1 << 12;

/// The strategy.
pub(super) fn strategy(query: OthelloMobility) -> Arc<dyn Strategy> {
    Arc::new(Anywhere(query))
}

struct Anywhere(OthelloMobility);

impl Strategy for Anywhere {
    fn name(&self) -> &'static str {
        "annealing"
    }

    fn worth(&self) -> Worth {
        Worth::Finds
    }

    fn about(&self) -> String {
        "positions that simulated annealing meets".to_owned()
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let form = self.0.line_form();
        let bits = annealed_position(&self.0, WALKS, &job.limits).and_then(|line| form.bits(&line));
        let Some(bits) = bits else {
            return Ok(without_result(&job.limits, "the walks met no such position"));
        };
        let words = form.words_of(&bits).into_iter();
        let words = words.map(|(name, bits)| ChosenWord { name: name.to_owned(), bits }).collect();
        Ok(Attempt::Words(words, Statistics::default()))
    }
}
