//! Compares the engine with plain definitions, on made-up games.

mod broken;
mod direct;
mod mistakes;
mod phases;
mod sweeps;
mod tables;

use super::value::score;
use super::*;
use encodings::rules::Ending;
use proptest::prelude::*;
use std::collections::HashMap;

/// A game made from a table of moves: positions are numbers, divided into layers.
#[derive(Debug)]
struct Made {
    shapes: Vec<LayerShape>,
    leads_to: Vec<Vec<u32>>,
    /// The first position of each layer.
    first: Vec<usize>,
    /// What the player can do in each position. `None` if the number has no position.
    turns: Vec<Option<Result<Vec<usize>, Ending>>>,
    scores: Vec<i32>,
    /// The result of a position without a number, in which the game is over.
    beyond: Option<Ending>,
}

/// The position without a number.
const BEYOND: usize = usize::MAX;

impl Made {
    /// A game with layers of these sizes. The layers lead to the layers that their moves lead to.
    fn new(sizes: &[u64], turns: Vec<Option<Result<Vec<usize>, Ending>>>) -> Self {
        let shape = |(layer, &size): (usize, &u64)| LayerShape { name: format!("l{layer}"), size };
        let mut first = vec![0];
        for &size in sizes {
            first.push(first[first.len() - 1] + size as usize);
        }
        let scores = vec![0; turns.len()];
        let shapes = sizes.iter().enumerate().map(shape).collect();
        let mut game =
            Self { shapes, leads_to: vec![Vec::new(); sizes.len()], first, turns, scores, beyond: None };
        for at in 0..game.turns.len() {
            let Some(Ok(next)) = game.turns[at].clone() else { continue };
            let from = game.place(&at).unwrap().layer as usize;
            let to = next.iter().filter_map(|next| game.place(next)).map(|place| place.layer);
            let mut to: Vec<u32> = to.chain(game.leads_to[from].clone()).collect();
            to.sort_unstable();
            to.dedup();
            game.leads_to[from] = to;
        }
        game
    }

    /// The values from their definition, ply by ply.
    fn defined(&self) -> HashMap<usize, Value> {
        let mut known: HashMap<usize, Value> = HashMap::new();
        for plies in 0.. {
            let mut new = Vec::new();
            let waits = |at: &usize| !known.contains_key(at);
            for at in (0..self.turns.len()).filter(waits) {
                let value = match &self.turns[at] {
                    None => continue,
                    Some(Err(ending)) => Some(Value::of(*ending)),
                    Some(Ok(next)) => {
                        let of = |next: &usize| match (self.beyond, *next) {
                            (Some(ending), BEYOND) => Some(Value::of(ending)),
                            _ => known.get(next).copied(),
                        };
                        let values: Vec<Option<Value>> = next.iter().map(of).collect();
                        let is_loss = |value: &Option<Value>| matches!(value, Some(Value::Loss(_)));
                        let is_win = |value: &Option<Value>| matches!(value, Some(Value::Win(_)));
                        let of = |value: &Option<Value>| value.and_then(Value::plies);
                        if values.iter().any(is_loss) {
                            let soonest = values.iter().filter(|value| is_loss(value)).filter_map(of).min();
                            Some(Value::Win(soonest.unwrap() + 1))
                        } else if values.iter().all(is_win) {
                            Some(Value::Loss(values.iter().filter_map(of).max().unwrap() + 1))
                        } else {
                            None
                        }
                    }
                };
                match value {
                    Some(value) if value.plies().is_some_and(|found| found == plies) => new.push((at, value)),
                    _ => {}
                }
            }
            if new.is_empty() && plies as usize > self.turns.len() {
                return known;
            }
            known.extend(new);
        }
        unreachable!("plies end")
    }

    /// The best scores from their definition, for games in which all moves lead to smaller numbers.
    fn best_scores(&self) -> Vec<Option<i32>> {
        let mut best: Vec<Option<i32>> = Vec::new();
        for at in 0..self.turns.len() {
            best.push(match &self.turns[at] {
                None => None,
                Some(Err(_)) => Some(self.scores[at]),
                Some(Ok(next)) => next.iter().map(|&next| -best[next].unwrap()).max(),
            });
        }
        best
    }
}

impl Game for Made {
    type Position = usize;

    fn subject(&self) -> String {
        "a game".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        &self.leads_to[layer as usize]
    }

    fn position(&self, at: Place) -> Option<usize> {
        let position = self.first[at.layer as usize] + at.rank as usize;
        self.turns[position].is_some().then_some(position)
    }

    fn place(&self, position: &usize) -> Option<Place> {
        if *position == BEYOND {
            return None;
        }
        let layer = self.first.partition_point(|first| first <= position) - 1;
        Some(Place { layer: layer as u32, rank: (position - self.first[layer]) as u64 })
    }

    fn turn(&self, position: &usize, next: &mut Vec<usize>) -> Turn {
        if *position == BEYOND {
            return self.beyond.map_or(Turn::Moves, Turn::Over);
        }
        match &self.turns[*position] {
            Some(Ok(moves)) => {
                next.extend(moves);
                Turn::Moves
            }
            Some(Err(ending)) => Turn::Over(*ending),
            None => Turn::Over(Ending::Drawn),
        }
    }

    fn show(&self, position: &usize) -> String {
        format!("position {position}")
    }
}

impl Scored for Made {
    fn score(&self, position: &usize) -> i32 {
        self.scores[*position]
    }
}

/// Solves a game by every method, and checks that the codes are equal.
fn solved(game: &Made) -> Resident {
    let solved = Solver::new(game).solve().unwrap();
    assert_eq!(Solver::new(game).memory(least(game)).solve().unwrap(), solved);
    solved
}

/// A memory limit at which moves have to be made again.
fn least(game: &Made) -> u64 {
    let solver = Solver::new(game);
    let groups = solver.groups().unwrap();
    let least = groups.iter().map(|group| solver.solving().least_memory(group)).max().unwrap() as u64;
    let plan = Solver::new(game).memory(least).plan().unwrap();
    assert!(plan.fits() && plan.groups.iter().any(|group| group.way == Way::WithoutMoves), "{plan:?}");
    least
}

fn value(solved: &Resident, game: &Made, position: usize) -> Value {
    solved.value(game.place(&position).unwrap()).unwrap()
}

fn all_agree(game: &Made) -> HashMap<usize, Value> {
    let (solved, defined) = (solved(game), game.defined());
    for at in 0..game.turns.len() {
        let found = solved.value(game.place(&at).unwrap());
        let expected = game.turns[at].as_ref().map(|_| defined.get(&at).copied().unwrap_or(Value::Draw));
        assert_eq!(found, expected, "position {at} of {game:?}");
    }
    defined
}

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![Just(Ending::Lost), Just(Ending::Won), Just(Ending::Drawn)]
}

/// Made-up games of four layers with arbitrary moves, positions with one move, and numbers without positions.
fn made() -> impl Strategy<Value = Made> {
    let turn = prop_oneof![
        1 => Just(None),
        3 => ending().prop_map(|ending| Some(Err(ending))),
        8 => prop::collection::vec(0usize..40, 1..5).prop_map(|next| Some(Ok(next))),
    ];
    prop::collection::vec(turn, 40).prop_map(|mut turns: Vec<Option<Result<Vec<usize>, Ending>>>| {
        // No move may lead to a number without a position.
        for at in 0..turns.len() {
            let gone: Vec<usize> = (0..turns.len()).filter(|&at| turns[at].is_none()).collect();
            if let Some(Ok(next)) = &mut turns[at] {
                next.retain(|next| !gone.contains(next));
                if next.is_empty() {
                    turns[at] = Some(Err(Ending::Lost));
                }
            }
        }
        Made::new(&[10, 0, 15, 15], turns)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn made_up_games_have_their_defined_values(game in made()) {
        all_agree(&game);
    }

    #[test]
    fn made_up_games_have_their_best_scores(
        moves in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..5), 30),
        scores in prop::collection::vec(-9i32..9, 30),
    ) {
        let down = |(at, next): (usize, Vec<u16>)| {
            let next: Vec<usize> = if at == 0 { Vec::new() } else { next.iter().map(|&to| usize::from(to) % at).collect() };
            Some(if next.is_empty() { Err(Ending::Drawn) } else { Ok(next) })
        };
        let mut game = Made::new(&[7, 23], moves.into_iter().enumerate().map(down).collect());
        game.scores = scores;
        let best = game.best_scores();
        let way = |solver: Solver<'_, Made>| solver.with_scores().kind(Kind::Score).solve().unwrap();
        let solved = way(Solver::new(&game));
        prop_assert_eq!(&way(Solver::new(&game).memory(least(&game))), &solved);
        for (at, &best) in best.iter().enumerate() {
            prop_assert_eq!(solved.score(game.place(&at).unwrap()), best);
        }
    }
}

/// A player takes one to `most` counters from a heap. Each heap is a layer. A player who cannot take any has lost.
fn heap(heaps: usize, most: usize) -> Made {
    let turn = |heap: usize| {
        Some(if heap == 0 {
            Err(Ending::Lost)
        } else {
            Ok((1..=most.min(heap)).map(|taken| heap - taken).collect())
        })
    };
    Made::new(&vec![1; heaps], (0..heaps).map(turn).collect())
}

#[test]
fn a_heap_of_two_hundred_layers() {
    let game = heap(200, 3);
    assert_eq!(Solver::new(&game).groups().unwrap().len(), 200);
    let defined = all_agree(&game);
    for heap in 0..200 {
        assert_eq!(matches!(defined[&heap], Value::Loss(_)), heap % 4 == 0, "{heap}");
    }
}

#[test]
fn sixty_five_layers_in_one_group() {
    // Each pile leads to the next smaller one and to the largest, so all of them are one group.
    let turn = |pile: usize| Some(if pile == 0 { Err(Ending::Lost) } else { Ok(vec![pile - 1, 64]) });
    let mut turns: Vec<_> = (0..65).map(turn).collect();
    // The largest pile is drawn only if the game has to return to it.
    turns[64] = Some(Ok(vec![63]));
    let game = Made::new(&[1; 65], turns);
    let groups = Solver::new(&game).groups().unwrap();
    assert_eq!(groups.iter().map(|group| group.layers.len()).collect::<Vec<_>>(), [1, 64]);
    let defined = all_agree(&game);
    assert_eq!(defined[&1], Value::Win(1));
}

#[test]
fn layers_in_any_order_and_that_lead_upwards() {
    // The heap with its layers in reverse order.
    let turn = |at: usize| {
        let heap = 29 - at;
        Some(if heap == 0 {
            Err(Ending::Lost)
        } else {
            Ok((1..=2.min(heap)).map(|taken| at + taken).collect())
        })
    };
    let game = Made::new(&[1; 30], (0..30).map(turn).collect());
    let defined = all_agree(&game);
    assert_eq!(defined[&(29 - 4)], Value::Win(3));
}

#[test]
fn hundreds_of_moves() {
    // All of 700 moves except the last lead to wins of the other player.
    let mut turns = vec![Some(Err(Ending::Won)); 700];
    turns.push(Some(Err(Ending::Lost)));
    turns.push(Some(Ok((0..700).collect())));
    turns.push(Some(Ok((0..701).collect())));
    let game = Made::new(&[703], turns);
    let defined = all_agree(&game);
    assert_eq!((defined[&701], defined[&702]), (Value::Loss(1), Value::Win(1)));
}

#[test]
fn positions_that_come_again_are_drawn() {
    // A circle of three positions with an exit that loses, and a position with one move into it.
    let turns = vec![
        Some(Ok(vec![1])),
        Some(Ok(vec![2, 4])),
        Some(Ok(vec![0])),
        Some(Ok(vec![0])),
        Some(Err(Ending::Won)),
    ];
    let game = Made::new(&[5], turns);
    let solved = solved(&game);
    for at in 0..4 {
        assert_eq!(value(&solved, &game, at), Value::Draw, "{at}");
    }
    assert_eq!(value(&solved, &game, 4), Value::Win(0));
}

#[test]
fn positions_in_which_the_game_is_over_need_no_number() {
    let mut game = Made::new(&[2], vec![Some(Ok(vec![BEYOND])), Some(Ok(vec![0]))]);
    game.beyond = Some(Ending::Won);
    let solved = solved(&game);
    assert_eq!((value(&solved, &game, 0), value(&solved, &game, 1)), (Value::Loss(1), Value::Win(2)));
    game.beyond = None;
    let error = Solver::new(&game).solve().unwrap_err().to_string();
    assert!(
        error.starts_with("a move from position 0 leads to position") && error.ends_with("goes on there"),
        "{error}"
    );
}

#[test]
fn the_longest_win_and_one_ply_more() {
    let chain = |length: usize, layer: usize| {
        let turn = |at: usize| Some(if at == 0 { Err(Ending::Lost) } else { Ok(vec![at - 1]) });
        let sizes: Vec<u64> =
            (0..length).step_by(layer).map(|first| layer.min(length - first) as u64).collect();
        Made::new(&sizes, (0..length).map(turn).collect())
    };
    let most = usize::from(Value::MOST_PLIES);
    // With one group, and with layers below.
    for layer in [40_000, 8000] {
        let game = chain(most + 1, layer);
        let solved = Solver::new(&game).solve().unwrap();
        assert_eq!(value(&solved, &game, most), Value::Loss(Value::MOST_PLIES));
        let game = chain(most + 2, layer);
        let error = Solver::new(&game).solve().unwrap_err().to_string();
        assert_eq!(error, format!("position {} is decided in more than 32766 plies", most + 1));
    }
    // Makes moves again, with few open positions for each number of plies.
    let game = chain(most + 2, 2);
    let error = Solver::new(&game).memory(least(&game)).solve().unwrap_err().to_string();
    assert_eq!(error, format!("position {} is decided in more than 32766 plies", most + 1));
}

#[test]
fn what_cannot_be_solved_is_an_error_that_names_the_position() {
    let lost = Some(Err(Ending::Lost));
    let says = |game: &Made, says: &str| {
        for solver in [Solver::new(game).checks(false), Solver::new(game).checks(false).memory(least(game))] {
            assert_eq!(solver.solve().unwrap_err().to_string(), says);
        }
    };
    says(
        &Made::new(&[2], vec![lost.clone(), Some(Ok(vec![]))]),
        "position 1 has no move, and the game is not over there",
    );
    let mut upwards = Made::new(&[1, 1], vec![lost.clone(), Some(Ok(vec![0]))]);
    upwards.leads_to[1].clear();
    says(&upwards, "a move from position 1 leads to position 0: layer l1 is not said to lead to layer l0");
    let mut beyond = Made::new(&[1, 3], vec![lost.clone(), Some(Ok(vec![3])), lost.clone(), lost.clone()]);
    beyond.shapes[1].size = 2;
    let error = "a move from position 1 leads to position 3: number 2 of layer l1, which has 2";
    says(&beyond, error);
    for sizes in [&[1, 1][..], &[2]] {
        let vacant = Made::new(sizes, vec![None, Some(Ok(vec![0]))]);
        says(&vacant, "a move leads to number 0 of layer l0, which stands for no position");
    }
    let huge = Made { shapes: vec![LayerShape { name: "l0".to_owned(), size: 1 << 40 }], ..heap(1, 1) };
    let error = Solver::new(&huge).solve().unwrap_err().to_string();
    assert_eq!(
        error,
        "group l0 needs 4398046511104 bytes of memory, more than the 4294967296 that are allowed"
    );
}

#[test]
fn scores_that_cannot_be_are_errors() {
    let circle = Made::new(&[3], vec![Some(Err(Ending::Drawn)), Some(Ok(vec![0, 2])), Some(Ok(vec![1]))]);
    for solver in [Solver::new(&circle), Solver::new(&circle).memory(least(&circle))] {
        let error = solver.with_scores().kind(Kind::Score).solve().unwrap_err().to_string();
        let says = "moves lead from position 1 back to it or to another such position: scores need a game that goes one way";
        assert_eq!(error, says);
    }
    let mut game = heap(3, 1);
    let error = Solver::new(&game).kind(Kind::Score).solve().unwrap_err().to_string();
    assert_eq!(error, "a game: the end of the game has no score");
    game.scores[0] = score::MOST + 1;
    let error = Solver::new(&game).with_scores().kind(Kind::Score).solve().unwrap_err().to_string();
    assert_eq!(error, "position 0 has the score 32767: a table holds at most 32766");
    game.scores[0] = -score::MOST;
    let solved = Solver::new(&game).with_scores().kind(Kind::Score).solve().unwrap();
    assert_eq!(solved.score(Place { layer: 1, rank: 0 }), Some(score::MOST));
}

/// Of 40 numbers every tenth is looked at with the positions after its moves: one has no position, one can win at once, two
/// wait for others. A move that leads nowhere is reported when the game is solved.
#[test]
fn samples_say_what_a_first_sweep_leaves_open() {
    let mut turns = vec![Some(Err(Ending::Lost)); 40];
    turns[0] = Some(Ok(vec![39, 11]));
    turns[10] = Some(Ok(vec![11]));
    turns[11] = Some(Ok(vec![39]));
    turns[20] = None;
    turns[30] = Some(Ok(vec![11]));
    let game = Made::new(&[40], turns.clone());
    let waiting = |kind| Solver::new(&game).kind(kind).divided().sweep_costs().unwrap()[0].waiting;
    assert!((waiting(Kind::Plies) - 2.0 / 3.0).abs() < 1e-9, "{}", waiting(Kind::Plies));
    assert!((waiting(Kind::Score) - 1.0).abs() < 1e-9, "all their moves stay in the group");
    turns[0] = Some(Ok(vec![77]));
    let wrong = Made { leads_to: vec![vec![0]], ..Made::new(&[40], turns) };
    assert!(Solver::new(&wrong).divided().sweep_costs().unwrap()[0].seconds > 0.0);
    assert!(Solver::new(&wrong).solve().is_err());
}
