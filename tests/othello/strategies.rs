//! The strategies of `othello.mobility`: which a question has, and that none contradicts exhaustive search.

use certamen::ask::emission::Emission;
use certamen::ask::solve::check_proof;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::{LastSteps, OthelloMobility, Reachability, ToMove, WholeGame};
use certamen::games::othello::search::{Budget, Layer, unwatched};
use certamen::games::othello::strategy::strategies;
use certamen::prove::strategy::relaxation::Relaxation;
use certamen::prove::strategy::{Effort, Job, PortfolioOutcome, ProofFile, Strategy, decide_by};
use certamen::work::{Limits, Stop};
use cnf_out::clausify::Encoding;
use cnf_out::solver::LratFormat;
use encodings::othello::position::Player;
use std::collections::BTreeSet;
use std::io::Seek as _;
use std::sync::Arc;
use std::time::Duration;

fn reachable(discs: u32, to_move: ToMove, at_least: u32) -> OthelloMobility {
    let reach = Some(Reachability::Game(WholeGame { discs, to_move, any_order: false }));
    let any = OthelloMobility::any(OthelloSize::Four);
    OthelloMobility { at_least, reach, symmetry_breaking: true, ..any }
}

/// The strategy with two last steps.
fn last_steps(query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let window = LastSteps { steps: 2, least: game.discs, most: game.discs, any_order: false };
    let asked = OthelloMobility { reach: Some(Reachability::Window(window)), ..query };
    Arc::new(Relaxation::new("last-steps-2", asked.into()))
}

/// What one strategy alone decides: found, refuted with a proof that checks, or nothing.
fn decided(query: OthelloMobility, strategy: &Arc<dyn Strategy>) -> Option<bool> {
    let emission = Arc::new(Emission::new(&query.into(), Encoding::default()));
    let proof = |_: &str| Ok(ProofFile::Kept(tempfile::tempfile()?));
    // Native searches for what is not there take long. A strategy that is stopped decides nothing.
    let limits = Limits::default().within(Some(Duration::from_millis(250)));
    let job = Job { emission, limits, proof: &proof, format: LratFormat::Binary };
    let effort = Effort { workers: 1, share: Duration::from_secs(600) };
    match decide_by(&job, vec![strategy.clone()], effort, &|_| {}).expect("an answer").decided {
        PortfolioOutcome::Found(..) => Some(true),
        PortfolioOutcome::Undecided(_) => None,
        PortfolioOutcome::Refuted(mut refutation) => {
            let ProofFile::Kept(file) = &mut refutation.proof else { panic!("a proof") };
            let mut file = file.try_clone().expect("a file");
            file.rewind().expect("a file");
            check_proof(&refutation, file, &Stop::new()).expect("a proof");
            Some(false)
        }
    }
}

/// On 4x4, each strategy alone agrees with exhaustive search wherever it decides, and each decides something.
#[test]
fn no_strategy_contradicts_exhaustive_search() {
    let mut layer = Layer::<4>::start();
    let mut useful = BTreeSet::new();
    for discs in 5..=16 {
        layer = layer.next(Budget(1 << 28), &mut unwatched).expect("a layer");
        let census = layer.census();
        for (player, to_move) in [(Player::Black, ToMove::Black), (Player::White, ToMove::White)] {
            let side = census.sides.of(player);
            let most = side.example(player).map_or(0, |_| side.mobility);
            for at_least in [most, most + 1].into_iter().filter(|&at_least| at_least > 0) {
                let query = reachable(discs, to_move, at_least);
                let Some(Reachability::Game(game)) = query.reach else { panic!("{query}") };
                // A window of few steps, too: long ones are hard to refute where no square is left.
                let windows = (discs > 6).then(|| last_steps(query, game));
                for strategy in strategies(&query).0.into_iter().chain(windows) {
                    let is_reached = at_least <= most;
                    let decided = decided(query, &strategy);
                    assert!(
                        decided.is_none_or(|decided| decided == is_reached),
                        "{} {query}",
                        strategy.name()
                    );
                    if decided.is_some() {
                        useful.insert(strategy.name().to_owned());
                    }
                }
            }
        }
    }
    for name in ["any-position", "annealing", "backwards", "no-passes"] {
        assert!(useful.contains(name), "{name} has decided nothing: {useful:?}");
    }
}

#[test]
fn each_question_has_those_that_are_sound_for_it() {
    let names = |query: OthelloMobility| -> Vec<String> {
        let emission = Emission::new(&query.into(), Encoding::default());
        strategies(&query).names(&emission)
    };
    assert_eq!(names(reachable(9, ToMove::Black, 0)), ["exact"]);
    let any_order = WholeGame { discs: 9, to_move: ToMove::Black, any_order: true };
    let any_order =
        OthelloMobility { reach: Some(Reachability::Game(any_order)), ..reachable(9, ToMove::Black, 4) };
    assert_eq!(names(any_order), ["exact", "whole"]);
    assert_eq!(names(OthelloMobility { reach: None, ..any_order }), ["annealing", "exact"]);
    // After five moves without passes White is to move.
    assert_eq!(names(reachable(9, ToMove::Black, 4)), ["any-position", "annealing", "backwards", "exact"]);
    assert_eq!(
        names(reachable(9, ToMove::White, 4)),
        ["any-position", "annealing", "backwards", "no-passes", "exact"]
    );
}
