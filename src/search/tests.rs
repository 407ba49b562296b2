//! The search on random graphs with cycles, against a fixpoint over all positions.

use crate::{
    Answer, Attacker, Claim, Engine, Goal, Question, Search, SearchError, SearchGame, Settings, Strategy,
};
use certamen_work::Limits;
use encodings::rules::{Ending, Players};
use std::collections::BTreeMap;

/// A game on a graph: the positions are numbers. A ply is the number of the next position.
#[derive(Clone, Debug)]
struct Graph {
    next: Vec<Vec<usize>>,
    ends: Vec<Option<(Ending, i32)>>,
    players: Players,
}

impl Graph {
    /// A graph of so many positions, with cycles or without.
    fn random(seed: u64, count: usize, has_cycles: bool, players: Players) -> Self {
        let mut chance = fastrand::Rng::with_seed(seed);
        let (mut next, mut ends) = (Vec::new(), Vec::new());
        for at in 0..count {
            let least = if has_cycles { 0 } else { at + 1 };
            let is_end = least == count || chance.u8(0..100) < 12;
            let ending = [Ending::Won, Ending::Lost, Ending::Lost, Ending::Drawn][chance.usize(0..4)];
            ends.push(is_end.then(|| (ending, chance.i32(-3..=3))));
            let plies = if is_end { 0 } else { chance.usize(1..=4) };
            next.push((0..plies).map(|_| chance.usize(least..count)).collect());
        }
        Self { next, ends, players }
    }

    /// For each position, and for the attacker to move or not, the least number of plies to the goal.
    fn fixpoint(&self, goal: Goal) -> Vec<[Option<u32>; 2]> {
        let count = self.next.len();
        let mut plies = vec![[None; 2]; count];
        for round in 0..=2 * count as u32 {
            let before = plies.clone();
            for at in 0..count {
                for attacks in [0, 1] {
                    let other = if self.players == Players::One { attacks } else { 1 - attacks };
                    let after = || {
                        self.next[at].iter().map(|&next| before[next][other].filter(|&plies| plies < round))
                    };
                    let all = || after().collect::<Option<Vec<_>>>()?.into_iter().max();
                    let found = if let Some((ending, score)) = self.ends[at] {
                        is_reached(goal, attacks == 1, ending, score).then_some(0)
                    } else if attacks == 1 {
                        after().flatten().min().map(|plies| plies + 1)
                    } else {
                        all().map(|plies| plies + 1)
                    };
                    plies[at][attacks] = before[at][attacks].or(found);
                }
            }
        }
        plies
    }
}

fn is_reached(goal: Goal, attacks: bool, ending: Ending, score: i32) -> bool {
    match goal {
        Goal::Win => ending == if attacks { Ending::Won } else { Ending::Lost },
        Goal::Score(least) => {
            if attacks {
                score >= least
            } else {
                -score >= least
            }
        }
    }
}

impl SearchGame for Graph {
    type Position = usize;
    type Ply = usize;

    fn players(&self) -> Players {
        self.players
    }

    fn plies(&self, &position: &usize, plies: &mut Vec<usize>) -> Option<Ending> {
        plies.extend(&self.next[position]);
        self.ends[position].map(|(ending, _)| ending)
    }

    fn after(&self, _: &usize, ply: usize) -> usize {
        ply
    }

    fn code(&self, ply: usize) -> usize {
        ply % 7
    }

    fn score(&self, &position: &usize) -> Option<i32> {
        self.ends[position].map(|(_, score)| score)
    }

    fn text(&self, position: &usize) -> String {
        format!("{position:04}")
    }

    fn read(&self, text: &str) -> Option<usize> {
        text.parse().ok().filter(|&position| position < self.next.len())
    }

    fn name(&self, _: &usize, ply: usize) -> String {
        ply.to_string()
    }
}

/// Goes through a strategy, and requires that it shows its claim, that all lines are reached, and that they are in order.
fn check(graph: &Graph, root: usize, strategy: &Strategy) {
    let lines: BTreeMap<usize, (usize, Option<u32>)> = strategy
        .lines
        .iter()
        .map(|line| (line.position.parse().unwrap(), (line.ply.parse().unwrap(), line.number)))
        .collect();
    assert!(strategy.lines.is_sorted_by(|one, other| one.position < other.position));
    let mut reached = std::collections::BTreeSet::new();
    let good = |owner_moves: bool, at: usize| {
        let (ending, score) = graph.ends[at].unwrap();
        match strategy.claim {
            Claim::Wins { goal, .. } => is_reached(goal, owner_moves, ending, score),
            Claim::Holds { .. } | Claim::Keeps => !is_reached(Goal::Win, !owner_moves, ending, score),
        }
    };
    let first = match strategy.claim {
        Claim::Wins { plies, .. } | Claim::Holds { plies, .. } => i64::from(plies),
        Claim::Keeps => 0,
    };
    // Positions with the owner to move or not, and what is left of the claim.
    let mut open = vec![(root, strategy.is_mover, first)];
    let mut seen = std::collections::BTreeSet::new();
    while let Some((at, owner_moves, left)) = open.pop() {
        if !seen.insert((at, owner_moves, left)) {
            continue;
        }
        let holds = matches!(strategy.claim, Claim::Holds { .. });
        if holds && left < 0 {
            continue;
        }
        if graph.ends[at].is_some() {
            assert!(good(owner_moves, at), "{at} {strategy:?}");
            assert!(!matches!(strategy.claim, Claim::Wins { .. }) || left >= 0, "{strategy:?}");
            continue;
        }
        if holds && left == 0 {
            continue;
        }
        let step = i64::from(strategy.claim != Claim::Keeps);
        if !owner_moves {
            open.extend(graph.next[at].iter().map(|&next| (next, true, left - step)));
            continue;
        }
        let Some(&(ply, number)) = lines.get(&at) else {
            // Without a line, a ply that ends the game.
            let is_next = graph.players == Players::One;
            let mut ends = graph.next[at].iter().filter(|&&next| graph.ends[next].is_some());
            assert!(ends.any(|&next| good(is_next, next)) && step <= left, "no line for {at}: {strategy:?}");
            continue;
        };
        assert!(graph.next[at].contains(&ply));
        let number = i64::from(number.unwrap_or(0));
        match strategy.claim {
            Claim::Wins { .. } => {
                assert!((1..=left).contains(&number), "{at}: {number} of {left}, {strategy:?}");
            }
            Claim::Holds { .. } => assert!(number >= left, "{at}: {number} of {left}, {strategy:?}"),
            Claim::Keeps => {}
        }
        reached.insert(at);
        open.push((ply, graph.players == Players::One, number - step));
    }
    assert_eq!(reached.len(), lines.len(), "{strategy:?}");
}

fn search(graph: &Graph, memory: u64, engine: Engine, threads: usize) -> Search<Graph> {
    Search::new(graph.clone(), Settings { memory, threads, engine }).expect("memory")
}

/// Each position of a graph, both attackers: the answer agrees with the fixpoint, and its strategy shows it.
fn compare(graph: &Graph, goal: Goal, search: &mut Search<Graph>, within: Option<u32>) {
    let truth = graph.fixpoint(goal);
    for (at, truth) in truth.iter().enumerate() {
        for attacker in [Attacker::Mover, Attacker::Other] {
            if attacker == Attacker::Other && graph.players == Players::One {
                continue;
            }
            let plies = truth[usize::from(attacker == Attacker::Mover)];
            let question = Question { attacker, goal, within };
            let answer = search.decide(&at, question, &Limits::default(), &mut |_| ()).expect("an answer");
            let about = format!("{at} {question:?} {answer:?}, truth {plies:?}");
            match answer {
                Answer::Reached { plies: most } => {
                    assert!(
                        plies.is_some_and(|plies| plies <= most)
                            && within.is_none_or(|within| most <= within),
                        "{about}"
                    );
                }
                Answer::Never => assert!(plies.is_none(), "{about}"),
                Answer::NotWithin { plies: most } => {
                    assert!(
                        within.is_some_and(|within| within <= most) && plies.is_none_or(|plies| plies > most),
                        "{about}"
                    );
                }
                Answer::Unknown(_) => panic!("{about}"),
            }
            let can_be_shown =
                answer.is_reached() == Some(true) || goal == Goal::Win && graph.players == Players::Two;
            if can_be_shown {
                let strategy =
                    search.strategy(&at, question, answer, &Limits::default(), &mut |_| ()).expect(&about);
                check(graph, at, &strategy);
            }
        }
    }
}

#[test]
fn graphs_without_cycles_have_their_values() {
    for seed in 0..10 {
        for players in [Players::One, Players::Two] {
            let graph = Graph::random(seed, 60, false, players);
            for engine in [Engine::ProofNumber, Engine::DepthFirst] {
                for (memory, goal) in [(1 << 16, Goal::Win), (0, Goal::Win), (1 << 16, Goal::Score(1))] {
                    compare(&graph, goal, &mut search(&graph, memory, engine, 1), None);
                }
            }
        }
    }
}

#[test]
fn graphs_with_cycles_have_their_values() {
    for seed in 0..10 {
        for players in [Players::One, Players::Two] {
            let graph = Graph::random(seed, 60, true, players);
            for (memory, threads) in [(1 << 16, 1), (2048, 1), (1 << 16, 2)] {
                compare(&graph, Goal::Win, &mut search(&graph, memory, Engine::Auto, threads), None);
            }
            let small = Graph::random(seed, 14, true, players);
            compare(&small, Goal::Win, &mut search(&small, 1 << 16, Engine::DepthFirst, 1), None);
        }
    }
}

#[test]
fn limits_are_exact() {
    for seed in 0..5 {
        for (has_cycles, players) in [(false, Players::Two), (true, Players::Two), (true, Players::One)] {
            let graph = Graph::random(seed, 60, has_cycles, players);
            for within in [0, 1, 2, 3, 4, 7, 10, 31] {
                // A small table forgets, which costs time exponentially.
                for memory in [if within < 8 { 256 } else { 4096 }, 1 << 16] {
                    compare(&graph, Goal::Win, &mut search(&graph, memory, Engine::Auto, 1), Some(within));
                }
            }
        }
    }
}

#[test]
fn a_search_is_continued_by_its_table_and_damage_is_noticed() {
    let graph = Graph::random(3, 60, false, Players::Two);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("facts");
    let mut first = search(&graph, 1 << 14, Engine::Auto, 1);
    compare(&graph, Goal::Win, &mut first, None);
    first.save(&path, "graph 3").expect("saved");
    let mut second = search(&graph, 1 << 14, Engine::Auto, 1);
    second.load(&path, "graph 3").expect("loaded");
    let mut looked = 0;
    second
        .decide(&0, Question::WON, &Limits::default(), &mut |progress| looked += progress.positions)
        .expect("known");
    assert_eq!(looked, 0);
    compare(&graph, Goal::Win, &mut second, None);
    assert!(second.load(&path, "graph 4").is_err());
    assert!(search(&graph, 1 << 10, Engine::Auto, 1).load(&path, "graph 3").is_err());
    let bytes = std::fs::read(&path).expect("bytes");
    for at in (0..bytes.len()).step_by(97) {
        let mut other = bytes.clone();
        other[at] ^= 4;
        std::fs::write(&path, other).expect("written");
        assert!(second.load(&path, "graph 3").is_err(), "byte {at}");
    }
}

#[test]
fn limits_end_a_search_and_questions_without_meaning_are_refused() {
    let graph = Graph::random(3, 60, true, Players::One);
    let mut search = search(&graph, 1 << 14, Engine::Auto, 1);
    let limits = Limits::default();
    limits.stop.request();
    let ask = |search: &mut Search<Graph>, at, question, limits: &Limits| {
        search.decide(&at, question, limits, &mut |_| ())
    };
    // What is seen at once is said all the same.
    let mut unknown = (0..60).filter(|&at| {
        matches!(ask(&mut search, at, Question::WON, &limits), Ok(Answer::Unknown(facts)) if facts.won.is_none())
    });
    let at = unknown.next().expect("a position that needs a search");
    let limits = Limits::default();
    assert!(matches!(ask(&mut search, at, Question::LOST, &limits), Err(SearchError::NoOpponent)));
    let none = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let game = Graph::random(3, 60, true, Players::Two);
    let mut both = Search::new(game, Settings { memory: 1 << 14, ..Settings::default() }).expect("memory");
    let values: Vec<_> =
        (0..60).map(|at| both.value(&at, None, &none, &mut |_| ()).expect("a value").is_decided()).collect();
    assert!(values.contains(&false), "no time is enough for every value");
    let within = |plies| Question::WON.within(Some(plies));
    assert!(matches!(ask(&mut search, at, within(u32::MAX), &limits), Err(SearchError::Plies)));
    assert!(ask(&mut search, at, within(crate::Facts::MOST_PLIES), &limits).is_ok());
}
