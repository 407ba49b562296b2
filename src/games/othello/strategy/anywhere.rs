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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloSize;
    use crate::query::MOBILITY;
    use certamen_ask::question::BoundedQuestion;
    use certamen_ask::solve::Event;
    use certamen_prove::climb::{ClimbOutcome, climb};
    use certamen_prove::strategy::{Job, PortfolioOutcome, Strategies, decide};
    use certamen_work::Limits;
    use std::time::Duration;

    /// 29 legal moves with 22 discs take a solver minutes.
    #[test]
    fn walks_go_on_beside_a_solver() {
        let query =
            OthelloMobility { at_least: 29, discs: Some(22), ..OthelloMobility::any(OthelloSize::Eight) };
        // A guard: walks take a second.
        let limits = Limits::default().within(Some(Duration::from_secs(600)));
        let mut met = Vec::new();
        let watch = |event: Event<'_>| {
            if let Event::Recorded(witness) = event {
                met.push(witness.clone());
                limits.stop.request();
            }
        };
        let climbed =
            climb(&BoundedQuestion::from(query), MOBILITY, &limits, || Ok(Vec::new()), watch).unwrap();
        let ClimbOutcome::Open(Some(best), _) = climbed else { panic!("{climbed:?}") };
        assert_eq!(met, [best.into_witness()]);
    }

    /// Of a class, symmetry breaking leaves the position that is found.
    #[test]
    fn what_is_found_satisfies_symmetry_breaking() {
        let four = OthelloMobility::any(OthelloSize::Four);
        for (at_least, discs) in [(8, None), (7, None), (5, Some(7)), (4, Some(6)), (1, Some(4))] {
            let query = OthelloMobility { at_least, discs, symmetry_breaking: true, ..four };
            let strategies = Strategies(vec![strategy(query)]);
            let decision = decide(&Job::new(&query.into()), &strategies, Some("annealing"), &|_| {}).unwrap();
            assert!(matches!(decision.decided, PortfolioOutcome::Found(..)), "{query}");
        }
    }
}
