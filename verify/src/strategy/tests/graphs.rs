//! Random graphs with cycles, passes, scores and puzzles.

use super::*;

/// Numbers that look random, the same each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

/// A game with a number of positions, in which plies lead anywhere, or at most a number of positions ahead.
pub(super) fn random_game(random: &mut Random, positions: usize, ahead: Option<usize>) -> Listed {
    let mut game = Listed { is_puzzle: random.below(6) == 0, ..Listed::default() };
    for position in 0..positions {
        let is_last = position + ahead.unwrap_or(3) >= positions;
        let next = |random: &mut Random| match ahead {
            Some(ahead) => position + 1 + random.below(ahead),
            None => random.below(positions),
        };
        if is_last || position > 0 && ahead.is_none() && random.below(5) == 0 {
            let result = [GameResult::Won, GameResult::Lost, GameResult::Drawn][random.below(3)];
            game.ends.insert(position, (result, random.below(7) as i64 - 3));
        } else if random.below(8) == 0 {
            game.passes.insert(position, next(random));
        } else {
            let mut plies: Vec<usize> = (0..=random.below(3)).map(|_| next(random)).collect();
            plies.sort_unstable();
            plies.dedup();
            game.plies.insert(position, plies);
        }
    }
    game
}

/// All claims that are as strong as can be.
pub(super) fn strongest(graph: &Graph) -> Vec<Claim> {
    let mut claims = Vec::new();
    for score in [None, Some(-2), Some(0), Some(2)] {
        let times = graph.times(Claim::Wins { within: 0, score });
        claims.extend(times[0].map(|within| Claim::Wins { within, score }));
    }
    match graph.times(Claim::Keeps)[0] {
        None => claims.extend([Claim::Keeps, Claim::Holds { plies: 9 }]),
        Some(plies) if plies > 0 => claims.push(Claim::Holds { plies: plies - 1 }),
        Some(_) => {}
    }
    claims
}

#[test]
fn strategies_of_random_games_are_verified_and_stronger_claims_are_not() {
    let (mut random, mut met) = (Random(1), [0; 4]);
    for _ in 0..300 {
        let game = random_game(&mut random, 14, None);
        for owner in [Owner::Mover, Owner::Other].into_iter().take(if game.is_puzzle { 1 } else { 2 }) {
            let graph = Graph::new(&game, "00000", owner, &[]);
            for claim in strongest(&graph) {
                let lines = graph.strategy(claim).expect("a true claim");
                let text = graph.text(claim, &lines);
                let checked =
                    verdict(&game, &text).unwrap_or_else(|error| panic!("{error}: {text} {game:?}"));
                assert_eq!(
                    (checked.header.positions, checked.images),
                    (lines.len() as u64, lines.len() as u64)
                );
                assert!(is_shown(&game, &text), "{text}");
                let (kind, stronger) = match claim {
                    Claim::Wins { within, score } => (
                        usize::from(score.is_some()),
                        within.checked_sub(1).map(|within| Claim::Wins { within, score }),
                    ),
                    Claim::Holds { plies } => (2, (plies != 9).then_some(Claim::Holds { plies: plies + 1 })),
                    Claim::Keeps => (3, None),
                };
                met[kind] += usize::from(!lines.is_empty());
                let stronger = stronger.map(|claim| verdict(&game, &graph.text(claim, &lines)));
                assert!(stronger.is_none_or(|verdict| matches!(verdict, Err(StrategyError::Refused { .. }))));
            }
        }
    }
    assert!(met.iter().all(|&times| times > 50), "{met:?}");
}

#[test]
fn a_small_memory_and_any_streams_change_nothing() {
    let mut random = Random(5);
    let mut game = random_game(&mut random, 30_000, Some(400));
    game.is_puzzle = false;
    let graph = Graph::new(&game, "00000", Owner::Mover, &[]);
    let claim =
        strongest(&graph).into_iter().find(|claim| graph.strategy(*claim).is_some_and(|l| l.len() > 9_000));
    let claim = claim.expect("a large strategy");
    let text = graph.text(claim, &graph.strategy(claim).expect("a strategy"));
    let whole = checked(&game, &packed(&text, usize::MAX), 1 << 26).expect("verified");
    for (lines, memory) in [(usize::MAX, 1 << 16), (4096, 1 << 16), (777, 1 << 17), (100, 1 << 14)] {
        let mut packed = packed(&text, lines);
        assert_eq!(checked(&game, &packed, memory).expect("verified"), whole, "{lines} {memory}");
        packed.extend([0; 8]);
        for threads in 1..=3 {
            let threads = NonZero::new(threads).expect("a thread");
            let again = check_within(&game, Cursor::new(&packed), threads, memory, &mut |_| true);
            assert_eq!(again.expect("verified"), whole, "{lines} {memory} {threads}");
        }
    }
    // One line less, wherever it stood.
    let missing = text.replacen(
        &format!("positions {}", whole.header.positions),
        &format!("positions {}", whole.header.positions - 1),
        1,
    );
    let all: Vec<&str> = missing.split_inclusive('\n').collect();
    for _ in 0..5 {
        let gone = 7 + random.below(all.len() - 7);
        let text: String =
            all.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line).collect();
        let verdict = checked(&game, &packed(&text, 4096), 1 << 16);
        assert!(matches!(verdict, Err(StrategyError::Refused { .. })), "{verdict:?}");
    }
}
