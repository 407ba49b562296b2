//! The strategy for questions about any position.

use certamen::ask::question::BoundedQuestion;
use certamen::ask::solve::Event;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::MOBILITY;
use certamen::games::othello::query::OthelloMobility;
use certamen::games::othello::strategy::strategies;
use certamen::prove::exact_bound::{ClimbOutcome, climb};
use certamen::prove::strategy::{Job, PortfolioOutcome, decide};
use certamen::work::Limits;
use std::time::Duration;

/// 29 legal moves with 22 discs take a solver minutes.
#[test]
fn walks_go_on_beside_a_solver() {
    let query = OthelloMobility { at_least: 29, discs: Some(22), ..OthelloMobility::any(OthelloSize::Eight) };
    // A guard: walks take a second.
    let limits = Limits::default().within(Some(Duration::from_secs(600)));
    let mut met = Vec::new();
    let watch = |event: Event<'_>| {
        if let Event::Recorded(witness) = event {
            met.push(witness.clone());
            limits.stop.request();
        }
    };
    let climbed = climb(&BoundedQuestion::from(query), MOBILITY, &limits, || Ok(Vec::new()), watch).unwrap();
    let ClimbOutcome::Open(Some(best), _) = climbed else { panic!("{climbed:?}") };
    assert_eq!(met, [best.into_witness()]);
}

/// Of a class, symmetry breaking leaves the position that is found.
#[test]
fn what_is_found_satisfies_symmetry_breaking() {
    let four = OthelloMobility::any(OthelloSize::Four);
    for (at_least, discs) in [(8, None), (7, None), (5, Some(7)), (4, Some(6)), (1, Some(4))] {
        let query = OthelloMobility { at_least, discs, symmetry_breaking: true, ..four };
        let strategies = strategies(&query);
        let decision = decide(&Job::new(&query.into()), &strategies, Some("annealing"), &|_| {}).unwrap();
        assert!(matches!(decision.decided, PortfolioOutcome::Found(..)), "{query}");
    }
}
