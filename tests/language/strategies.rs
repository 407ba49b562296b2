//! The strategies that every game of rules has: each alone agrees with the formula of the question wherever it decides.

use crate::games::{asked, othello};
use certamen::ask::emission::Emission;
use certamen::ask::flag::Given;
use certamen::ask::kind::Kind as _;
use certamen::ask::question::Question;
use certamen::prove::strategy::{Effort, Job, PortfolioOutcome, Strategies, decide, decide_by};
use cnf_out::clausify::Encoding;
use std::time::Duration;

/// Games that end with this number of discs.
fn with_discs(text: &str, discs: u32) -> Given {
    asked(text).with_switch("reachable").with_text("discs", &discs.to_string())
}

fn question(given: &Given) -> Question {
    othello().ask(given).expect("a question").with_symmetry_breaking(true)
}

/// What one strategy alone decides.
fn decided(question: &Question, name: &str) -> Option<bool> {
    let own = question.ability::<Strategies>().expect("strategies");
    let chosen = own.0.into_iter().filter(|strategy| strategy.name() == name).collect();
    let effort = Effort { workers: 1, share: Duration::from_secs(600) };
    match decide_by(&Job::new(question), chosen, effort, &|_| {}).expect("an end").decided {
        PortfolioOutcome::Found(..) => Some(true),
        PortfolioOutcome::Refuted(_) => Some(false),
        PortfolioOutcome::Undecided(_) => None,
    }
}

#[test]
fn no_strategy_contradicts_the_formula() {
    let mut found = [0, 0];
    let lengths: [fn(&str) -> Given; 2] =
        [|text| asked(text).with_number("plies", 4), |text| with_discs(text, 9)];
    for (length, moves) in lengths.into_iter().flat_map(|length| (4..=8).map(move |moves| (length, moves))) {
        let question = question(&length(&format!("count(legal) >= {moves}")));
        let exact = decide(&Job::new(&question), &Strategies::default(), None, &|_| {}).expect("an end");
        let is_reached = matches!(exact.decided, PortfolioOutcome::Found(..));
        for name in names(&question) {
            let decided = decided(&question, &name);
            assert!(decided.is_none_or(|decided| decided == is_reached), "{name}: {question}");
            found[usize::from(is_reached)] += u32::from(decided.is_some());
        }
    }
    assert!(found.iter().all(|&found| found >= 2), "{found:?}");
}

/// All strategies of a question.
fn names(question: &Question) -> Vec<String> {
    let strategies = question.ability::<Strategies>().expect("strategies");
    strategies.names(&Emission::new(question, Encoding::default()))
}

#[test]
fn they_belong_to_games_by_the_rules() {
    let names = |given: &Given| names(&question(given));
    let text = "count(legal) >= 4";
    let all = ["any-position", "last-steps-2", "last-steps-4", "no-passes", "exact"];
    assert_eq!(names(&with_discs(text, 9)), all);
    assert_eq!(names(&asked(text).with_number("plies", 3)), ["any-position", "last-steps-2", "exact"]);
    assert_eq!(names(&with_discs(text, 9).with_switch("any-order")), ["exact"]);
    assert_eq!(names(&asked(text).with_text("discs", "9")), ["exact"]);
}
