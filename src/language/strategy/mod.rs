//! The strategies of questions of the language about positions that games reach. They need no more than the rules, so
//! every game of rules has them.
//!
//! - [`any_position`]: any well-formed position. A relaxation.
//! - [`last_plies`]: the last plies of games, from any well-formed position; more and more of them. A relaxation.
//! - [`no_passes`]: games in which nobody passes. A restriction.

mod any_position;
mod last_plies;
mod no_passes;

use crate::asked::Asked;
use crate::asked::among::Among;
use certamen_prove::strategy::Strategies;
use encodings::rules::Rules;

/// The strategies of a question: none beside its formula if it is not about games by the rules.
pub(crate) fn strategies<R: Rules>(asked: &Asked<R>) -> Strategies {
    let Some(among @ (Among::Plies(_) | Among::Game { any_order: false, .. })) = asked.among() else {
        return Strategies::default();
    };
    let relaxations = std::iter::once(any_position::of(asked, among)).chain(last_plies::of(asked, among));
    Strategies(relaxations.chain(no_passes::of(asked, among)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Subject;
    use certamen_ask::query::Query as _;
    use certamen_ask::question::Question;
    use certamen_prove::strategy::{Decided, Effort, Job, Strategies, decide, decide_by};
    use encodings::othello::rules::Othello;
    use std::sync::Arc;
    use std::time::Duration;

    fn asked(text: &str, among: Among) -> Asked<Othello<4>> {
        let subject = Arc::new(Subject::new(Othello::<4>));
        Asked::new(subject, text).unwrap().about(Some(among)).with_symmetry_breaking(true)
    }

    /// What one strategy alone decides.
    fn decided(question: &Question, name: &str) -> Option<bool> {
        let own = question.ability::<Strategies>().unwrap();
        let chosen = own.0.into_iter().filter(|strategy| strategy.name() == name).collect();
        let effort = Effort { workers: 1, share: Duration::from_secs(600) };
        match decide_by(&Job::new(question), chosen, effort, &|_| {}).unwrap().decided {
            Decided::Found(..) => Some(true),
            Decided::Refuted(_) => Some(false),
            Decided::Undecided(_) => None,
        }
    }

    /// Each strategy alone agrees with the formula of the question wherever it decides.
    #[test]
    fn no_strategy_contradicts_the_formula() {
        let mut found = [0, 0];
        let lengths = [Among::Plies(4), Among::Game { pieces: 9, any_order: false }];
        for (among, moves) in lengths.into_iter().flat_map(|among| (4..=8).map(move |moves| (among, moves))) {
            let question = Question::from(asked(&format!("count(legal) >= {moves}"), among));
            let exact = decide(&Job::new(&question), &Strategies::default(), None, &|_| {}).unwrap();
            let is_reached = matches!(exact.decided, Decided::Found(..));
            for name in question.ability::<Strategies>().unwrap().names() {
                let decided = decided(&question, &name);
                assert!(decided.is_none_or(|decided| decided == is_reached), "{name}: {question}");
                found[usize::from(is_reached)] += u32::from(decided.is_some());
            }
        }
        assert!(found.iter().all(|&found| found >= 2), "{found:?}");
    }

    #[test]
    fn they_belong_to_games_by_the_rules() {
        let names = |among| strategies(&asked("count(legal) >= 4", among)).names();
        let all = ["any-position", "last-steps-2", "last-steps-4", "no-passes", "exact"];
        assert_eq!(names(Among::Game { pieces: 9, any_order: false }), all);
        assert_eq!(names(Among::Plies(3)), ["any-position", "last-steps-2", "exact"]);
        assert_eq!(names(Among::Game { pieces: 9, any_order: true }), ["exact"]);
        assert_eq!(names(Among::Pieces { least: 9, most: 9 }), ["exact"]);
    }
}
