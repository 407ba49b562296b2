//! The strategies of `othello.mobility`.
//!
//! About any position:
//! - `annealing`: positions that walks by chance meet. A restriction.
//!
//! About reachable positions with a number of discs:
//! - `any-position`: whether any position has as many legal moves. A relaxation, and the cheapest: the end of a game is a
//!   position, and the formula is a hundredth of the size of a whole game's.
//! - `last-steps`: whether last steps of games, from any connected position, lead to one. A relaxation: a game of enough steps
//!   ends with such steps (`encodings::othello::window`). Few steps are soon decided, and many refute more.
//! - `annealing`: positions that walks by chance meet, and native searches for the way back to the start. A restriction.
//! - `backwards`: ends that a solver lists, and the same searches. A restriction.
//! - `no-passes`: games without passes. A restriction, whose formula has no bit for passes and is a third smaller.
//!
//! Games in any order have none of these: their formula is refuted segment by segment, and a solver looks for a model of it as a
//! whole.

mod searched;

use crate::query::{Alternating, LastSteps, OthelloMobility, Reachability, WholeGame};
use crate::records::{annealed_record, listed_record};
use certamen_prove::strategy::relaxation::Relaxation;
use certamen_prove::strategy::restriction::Restriction;
use certamen_prove::strategy::{Strategies, Strategy};
use searched::{anywhere, recorded};
use std::sync::Arc;

/// The numbers of last steps, as far as the game has more. Eight refute 34 moves (`docs/othello.md`).
const STEPS: [u32; 3] = [8, 12, 16];

/// The strategies of a question beside its formula. A question about games in any order, last steps or after a pass has none, nor
/// has one about games and no legal moves at all: then the side to move at the end matters, and relaxations do not have it.
pub fn strategies(query: &OthelloMobility) -> Strategies {
    if query.after_pass {
        return Strategies::default();
    }
    let query = *query;
    if query.reach.is_none() {
        return Strategies(vec![anywhere(query)]);
    }
    let Some(Reachability::Game(game @ WholeGame { any_order: false, .. })) = query.reach else {
        return Strategies::default();
    };
    if query.at_least == 0 {
        return Strategies::default();
    }
    let any_position = OthelloMobility { reach: None, discs: Some(game.discs), ..query };
    let mut all: Vec<Arc<dyn Strategy>> =
        vec![Arc::new(Relaxation::new("any-position", any_position.into()))];
    let are_fewer = |steps: &u32| steps + 4 < game.discs;
    all.extend(STEPS.into_iter().filter(are_fewer).map(|steps| last_steps(steps, query, game)));
    let walks = "positions that simulated annealing meets";
    all.push(recorded("annealing", walks, query, game, |sought, limits, watch| {
        annealed_record(sought, sought.query.at_least, limits, watch)
    }));
    all.push(recorded("backwards", "ends that a solver lists", query, game, listed_record));
    let alternating = Alternating { discs: game.discs };
    if game.to_move.includes(alternating.whole().to_move) {
        let asked = OthelloMobility { reach: Some(Reachability::Alternating(alternating)), ..query };
        all.push(Arc::new(Restriction::new("no-passes", asked.into())));
    }
    Strategies(all)
}

/// The strategy with this number of last steps.
fn last_steps(steps: u32, query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let window = LastSteps { steps, least: game.discs, most: game.discs, any_order: false };
    let asked = OthelloMobility { reach: Some(Reachability::Window(window)), ..query };
    Arc::new(Relaxation::new(format!("last-steps-{steps}"), asked.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloSize;
    use crate::query::ToMove;
    use crate::search::{Budget, Layer, unwatched};
    use certamen_ask::emission::Emission;
    use certamen_ask::solve::check_proof;
    use certamen_prove::strategy::{Effort, Job, PortfolioOutcome, ProofFile, Strategy, decide_by};
    use certamen_work::{Limits, Stop};
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

    /// What one strategy alone decides: found, refuted with a proof that checks, or nothing.
    fn decided(query: OthelloMobility, strategy: &Arc<dyn Strategy>) -> Option<bool> {
        let emission = Arc::new(Emission::new(&query.into(), Encoding::default()));
        let proof = |_: &str| Ok(ProofFile::Kept(tempfile::tempfile()?));
        // Native searches for what is not there take long. A strategy that is stopped decides nothing.
        let limits = Limits::default().within(Some(Duration::from_millis(250)));
        let job = Job { emission, limits, proof: &proof, format: LratFormat::Binary };
        let effort = Effort { workers: 1, share: Duration::from_secs(600) };
        match decide_by(&job, vec![strategy.clone()], effort, &|_| {}).unwrap().decided {
            PortfolioOutcome::Found(..) => Some(true),
            PortfolioOutcome::Undecided(_) => None,
            PortfolioOutcome::Refuted(mut refutation) => {
                let ProofFile::Kept(file) = &mut refutation.proof else { panic!("a proof") };
                let mut file = file.try_clone().unwrap();
                file.rewind().unwrap();
                check_proof(&refutation, file, &Stop::new()).unwrap();
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
            layer = layer.next(Budget(1 << 28), &mut unwatched).unwrap();
            let census = layer.census();
            for (player, to_move) in [(Player::Black, ToMove::Black), (Player::White, ToMove::White)] {
                let side = census.sides.of(player);
                let most = side.example(player).map_or(0, |_| side.mobility);
                for at_least in [most, most + 1].into_iter().filter(|&at_least| at_least > 0) {
                    let query = reachable(discs, to_move, at_least);
                    let Some(Reachability::Game(game)) = query.reach else { panic!("{query}") };
                    // A window of few steps, too: long ones are hard to refute where no square is left.
                    let windows = (discs > 6).then(|| last_steps(2, query, game));
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
        assert_eq!(
            names(reachable(9, ToMove::Black, 4)),
            ["any-position", "annealing", "backwards", "exact"]
        );
        assert_eq!(
            names(reachable(9, ToMove::White, 4)),
            ["any-position", "annealing", "backwards", "no-passes", "exact"]
        );
    }
}
