//! Random graphs as games, for tests: their values by a fixpoint over all positions, and a checker of strategies.

use crate::{Claim, Goal, SearchGame, Strategy};
use encodings::rules::{Ending, Players};
use std::collections::{BTreeMap, BTreeSet};

/// A game on a graph: the positions are numbers. A ply is the number of the next position.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) next: Vec<Vec<usize>>,
    pub(super) ends: Vec<Option<(Ending, i32)>>,
    pub(super) players: Players,
    /// Whether an even position and the next one are images of each other.
    is_mirrored: bool,
}

impl Graph {
    /// A graph with this number of positions, with cycles or without. If the seed is odd, it has a symmetry.
    pub(super) fn random(seed: u64, count: usize, has_cycles: bool, players: Players) -> Self {
        let mut chance = fastrand::Rng::with_seed(seed);
        let (mut next, mut ends) = (Vec::new(), Vec::new());
        let is_mirrored = seed % 2 == 1;
        let step = if is_mirrored { 2 } else { 1 };
        for at in (0..count).step_by(step) {
            let least = if has_cycles { 0 } else { at + step };
            let is_end = least == count || chance.u8(0..100) < 12;
            let ending = [Ending::Won, Ending::Lost, Ending::Lost, Ending::Drawn][chance.usize(0..4)];
            let score = chance.i32(-3..=3);
            let plies = if is_end { 0 } else { chance.usize(1..=4) };
            let plies: Vec<usize> = (0..plies).map(|_| chance.usize(least..count)).collect();
            for image in 0..step {
                ends.push(is_end.then_some((ending, score)));
                next.push(plies.iter().map(|&ply| ply ^ image).collect());
            }
        }
        Self { next, ends, players, is_mirrored }
    }

    /// For each position, and for the attacker to move or not, the least number of plies to the goal.
    pub(super) fn fixpoint(&self, goal: Goal) -> Vec<[Option<u32>; 2]> {
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

    fn canonical(&self, &position: &usize) -> usize {
        if self.is_mirrored { position & !1 } else { position }
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        if self.is_mirrored { vec![vec![0, 1, 2, 3, 5, 4]] } else { Vec::new() }
    }

    fn score(&self, &position: &usize) -> Option<i32> {
        self.ends[position].map(|(_, score)| score)
    }

    fn text(&self, position: &usize) -> String {
        let (pair, side) = (position / 2, ["ab", "ba"][position % 2]);
        format!("{pair:04}{side}")
    }

    fn read(&self, text: &str) -> Option<usize> {
        let (pair, side) = text.split_at_checked(4)?;
        let position =
            2 * pair.parse::<usize>().ok()? + ["ab", "ba"].iter().position(|&known| known == side)?;
        (position < self.next.len()).then_some(position)
    }

    fn name(&self, _: &usize, ply: usize) -> String {
        ply.to_string()
    }
}

/// Goes through a strategy, and requires that it shows its claim, that all lines are reached, and that they are in order.
pub(super) fn check(graph: &Graph, root: usize, strategy: &Strategy) {
    let lines: BTreeMap<usize, (usize, Option<u32>)> = strategy
        .lines
        .iter()
        .map(|line| (graph.read(&line.position).unwrap(), (line.ply.parse().unwrap(), line.number)))
        .collect();
    assert!(strategy.lines.is_sorted_by(|one, other| one.position < other.position));
    let mut reached = BTreeSet::new();
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
    let mut seen = BTreeSet::new();
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
        let canonical = graph.canonical(&at);
        let Some(&(ply, number)) = lines.get(&canonical) else {
            // Without a line, a ply that ends the game.
            let is_next = graph.players == Players::One;
            let mut ends = graph.next[at].iter().filter(|&&next| graph.ends[next].is_some());
            assert!(ends.any(|&next| good(is_next, next)) && step <= left, "no line for {at}: {strategy:?}");
            continue;
        };
        // The image of the ply that the line has.
        let ply = ply ^ canonical ^ at;
        assert!(graph.next[at].contains(&ply));
        let number = i64::from(number.unwrap_or(0));
        match strategy.claim {
            Claim::Wins { .. } => {
                assert!((1..=left).contains(&number), "{at}: {number} of {left}, {strategy:?}");
            }
            Claim::Holds { .. } => assert!(number >= left, "{at}: {number} of {left}, {strategy:?}"),
            Claim::Keeps => {}
        }
        reached.insert(canonical);
        open.push((ply, graph.players == Players::One, number - step));
    }
    assert_eq!(reached.len(), lines.len(), "{strategy:?}");
}
