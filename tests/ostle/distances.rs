//! Distances from the start: the engine's three values of a position compared with a search over states, naive and
//! native.

use crate::{game, naive_variant};
use certamen::games::ostle::solve::{OstleGame, Rule};
use certamen::retro::states::forward::{self, Forward};
use certamen::retro::states::game::LayerShape;
use certamen::retro::states::{
    Distances, ForwardMove, Game, Monitor, MoveIndex, MoveSelection, Place, RunOutcome, SolverProgress,
    Store, TableError,
};
use certamen::work::Stop;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use verify::ostle::{self as naive, ClassState, State};

/// Searches all layers, stopping after each stretch if `is_stopped`, and returns the number of states at each
/// distance.
fn search<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    directory: &Path,
    made: MoveSelection,
    is_stopped: bool,
) -> Vec<usize> {
    let store = Store::create(directory, game).expect("a directory");
    for group in forward::order(game) {
        loop {
            let stop = Stop::new();
            let mut watch = |now: SolverProgress<'_>| {
                if is_stopped && matches!(now, SolverProgress::Sweep { .. }) {
                    stop.request();
                }
            };
            let hour = Duration::from_secs(3600);
            match forward::search(game, &store, group, made, hour, &mut Monitor::new(&stop, &mut watch)) {
                Err(TableError::Stopped(_)) => {}
                ended => {
                    assert_eq!(ended.expect("searched"), RunOutcome::Solved);
                    break;
                }
            }
        }
    }
    let mut states: Vec<usize> = Vec::new();
    for shape in game.layers() {
        let distances = Distances::open(&store, shape, made).expect("distances");
        states.resize(states.len().max(distances.states().len()), 0);
        states.iter_mut().zip(distances.states()).for_each(|(all, &states)| *all += states as usize);
    }
    while states.last() == Some(&0) {
        states.pop();
    }
    states
}

/// The same with the naive game, which compares whole positions.
fn defined<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    pieces: usize,
    lose_at: usize,
    made: MoveSelection,
) -> Vec<usize> {
    const ALL: u32 = 200;
    let start = Position::<SIDE>::start(game.variant()).expect("a start").pieces();
    let text = notation::print(start, Position::<SIDE>::LAYOUT);
    let start = naive::parse_position(naive_variant(SIDE, pieces, lose_at), &text).expect("a position");
    let mut states = match (game.rule(), made) {
        (Rule::Literal, MoveSelection::Allowed) => {
            let next = |state: &State| {
                state.successors().into_iter().map(|next| next.map(|state| state.canonical())).collect()
            };
            naive::layers(State::new(start).canonical(), next, ALL)
        }
        (Rule::Literal, MoveSelection::All) => panic!("the naive game does not break its rule"),
        (Rule::Paper, MoveSelection::Allowed) => {
            naive::layers(ClassState::new(&start), ClassState::successors, ALL)
        }
        (Rule::Paper, MoveSelection::All) => {
            naive::layers(ClassState::new(&start), ClassState::successors_with_forbidden, ALL)
        }
    };
    while states.last() == Some(&0) {
        states.pop();
    }
    states
}

fn compare<const SIDE: usize>(pieces: usize, lose_at: usize) {
    for (rule, made) in [
        (Rule::Literal, MoveSelection::Allowed),
        (Rule::Paper, MoveSelection::Allowed),
        (Rule::Paper, MoveSelection::All),
    ] {
        let game = game::<SIDE>(pieces, lose_at, rule);
        let directory = TempDir::new().expect("a directory");
        let found = search(&game, directory.path(), made, false);
        assert_eq!(found, defined(&game, pieces, lose_at, made), "{rule} {made}");
        assert!(found.len() > 4, "{found:?}");
    }
}

#[test]
fn small_boards_have_the_distances_of_the_definition() {
    compare::<3>(1, 0);
    compare::<3>(2, 1);
    compare::<3>(2, 0);
    compare::<3>(3, 1);
    compare::<4>(1, 0);
}

#[test]
fn a_search_that_is_stopped_everywhere_ends_with_the_same_bytes() {
    let game = game::<4>(2, 0, Rule::Literal);
    let (whole, broken) = (TempDir::new().expect("a directory"), TempDir::new().expect("a directory"));
    let states = search(&game, whole.path(), MoveSelection::Allowed, false);
    assert_eq!(search(&game, broken.path(), MoveSelection::Allowed, true), states);
    assert_eq!(crate::engine::contents(whole.path()), crate::engine::contents(broken.path()));
}

/// The numbers of states of the published game at the first distances, by moves to states alone.
fn first_distances(rule: Rule, made: MoveSelection, most: usize) -> Vec<u64> {
    let game = game::<5>(5, 3, rule);
    let mut layer: Vec<(Place, MoveIndex)> = vec![(game.start(), MoveIndex::NONE)];
    let mut met: HashSet<(Place, MoveIndex)> = layer.iter().copied().collect();
    let mut sizes = vec![1];
    let mut steps: Vec<ForwardMove> = Vec::new();
    for _ in 0..most {
        let mut next = Vec::new();
        for &(at, forbidden) in &layer {
            steps.clear();
            game.steps(at, u64::MAX, &mut steps);
            let allowed = |step: &&ForwardMove| {
                made == MoveSelection::All || step.by != forbidden || forbidden == MoveIndex::NONE
            };
            let states = steps.iter().filter(allowed).map(|step| (step.to, step.forbidden));
            next.extend(states.filter(|&state| met.insert(state)));
        }
        sizes.push(next.len() as u64);
        layer = next;
    }
    sizes
}

/// The lines of a kind in `src/games/ostle/data/ostle.tsv`.
fn known(kind: &str, most: usize) -> Vec<u64> {
    let lines = include_str!("../../src/games/ostle/data/ostle.tsv")
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let lines = lines.filter(|line| line[0] == kind).map(|line| line[2].parse().expect("a number"));
    lines.take(most + 1).collect()
}

#[test]
fn table_3_begins_as_it_is_published() {
    assert_eq!(first_distances(Rule::Paper, MoveSelection::All, 6), known("distance", 6));
    assert_eq!(first_distances(Rule::Paper, MoveSelection::Allowed, 5), known("distance-restricted", 5));
    assert_eq!(first_distances(Rule::Literal, MoveSelection::Allowed, 5), known("distance-literal", 5));
}

/// If forbidden moves are made as well, the forward search meets each state that some move leads to. Without them it
/// misses the states that only a forbidden move leads to. For example, let a position be met from only one other
/// position, in one state, which forbids the move back. Then the other position's state after that move is never met.
#[test]
fn every_state_is_met_unless_only_a_forbidden_move_leads_there() {
    let of_boards = [
        meets_every_state::<3>(2, 1),
        meets_every_state::<3>(2, 0),
        meets_every_state::<3>(3, 1),
        meets_every_state::<4>(1, 0),
        meets_every_state::<4>(2, 1),
    ];
    assert!(of_boards.contains(&0) && of_boards.iter().any(|&not_met| not_met > 9), "{of_boards:?}");
}

/// The numbers of the published game under the printed rule, by going through its positions; `retro distances ostle`
/// has met 12,919,946,284 of the states.
#[test]
#[ignore = "ten minutes"]
fn forbidden_moves_alone_lead_to_772_states_of_the_published_game() {
    let counted = count_states(&game::<5>(5, 3, Rule::Literal));
    assert_eq!(counted, (12_919_946_284 + 772, 772));
}

/// Compares, and returns the number of states that only a forbidden move leads to, which is the same under either
/// reading.
fn meets_every_state<const SIDE: usize>(pieces: usize, lose_at: usize) -> usize {
    let of_rules = [Rule::Literal, Rule::Paper].map(|rule| {
        let game = game::<SIDE>(pieces, lose_at, rule);
        let (states, only_by_forbidden) = count_states(&game);
        let met = |made| {
            let directory = TempDir::new().expect("a directory");
            search(&game, directory.path(), made, false).iter().sum::<usize>()
        };
        assert_eq!(met(MoveSelection::All), states, "{rule}");
        assert_eq!(met(MoveSelection::Allowed), states - only_by_forbidden, "{rule}");
        only_by_forbidden
    });
    assert_eq!(of_rules[0], of_rules[1]);
    of_rules[0]
}

/// The number of states that some move leads to, and of those that only a forbidden move leads to.
fn count_states<const SIDE: usize>(game: &OstleGame<SIDE>) -> (usize, usize) {
    let of_position = |at| {
        let states: Vec<_> = game.states(at).iter().collect();
        let is_met_once = matches!(states[..], [Some(forbidden)] if leads_alone(game, at, forbidden));
        (states.len(), usize::from(is_met_once))
    };
    let joined = |one: (usize, usize), other: (usize, usize)| (one.0 + other.0, one.1 + other.1);
    let of_layer = |(layer, shape): (usize, &LayerShape)| {
        let places = (0..shape.size).into_par_iter().map(|rank| Place { layer: layer as u8, rank });
        places.map(of_position).reduce(Default::default, joined)
    };
    game.layers().iter().enumerate().map(of_layer).fold((0, 0), joined)
}

/// Whether no other move of a position leads to the same state. If a symmetry fixes the position, an image of the move
/// does.
fn leads_alone<const SIDE: usize>(game: &OstleGame<SIDE>, at: Place, played: MoveIndex) -> bool {
    let mut steps = Vec::new();
    game.steps(at, u64::MAX, &mut steps);
    let of_played = steps.iter().find(|step| step.by == played).expect("a step");
    let state = |step: &ForwardMove| (step.to, step.forbidden);
    steps.iter().filter(|step| state(step) == state(of_played)).count() == 1
}
