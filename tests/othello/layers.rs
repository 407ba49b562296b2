//! The layers of the native engine, compared with plain breadth-first search by the naive rules and with published
//! counts.

use crate::support::random::Random;
use certamen::games::othello::search::{
    Budget, ByPlayer, Layer, LayerError, Routes, SearchProgress, State, unwatched,
};
use certamen::results::othello_profile::search::forward;
use encodings::board::{Grid, Symmetry};
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::Discs;
use encodings::word::Word;
use std::collections::HashSet;
use std::ops::ControlFlow;
use verify::othello as naive;

const AMPLE: Budget = Budget(1 << 32);

/// The layers from the start up to `discs` discs, or to the last that has a position.
fn layers<const SIDE: usize>(discs: u32) -> Vec<Layer<SIDE>> {
    let mut layers = vec![Layer::start()];
    for _ in 4..discs {
        layers.push(
            layers
                .last()
                .expect("a layer to go on from")
                .next(AMPLE, &mut unwatched)
                .expect("memory for small layers"),
        );
    }
    layers
}

fn player(disc: naive::Disc) -> Player {
    match disc {
        naive::Disc::Black => Player::Black,
        naive::Disc::White => Player::White,
    }
}

fn native<const SIDE: usize>(position: &naive::Position) -> State<SIDE> {
    let line = naive::write_line(&position.board.seen_by(position.mover));
    State { position: line.parse().expect("a position"), mover: player(position.mover) }
}

/// One naive layer: the positions after passes that were due, and those in which a pass was due.
#[derive(Default)]
struct Plain {
    positions: HashSet<naive::Position>,
    due: HashSet<naive::Position>,
}

impl Plain {
    fn next(&self) -> Self {
        let mut next = Self::default();
        for position in &self.positions {
            for square in position.legal_moves() {
                let reached = position.play(square).expect("a legal move");
                if reached.turn() == naive::Turn::Pass {
                    next.positions.insert(reached.pass().expect("a pass is due"));
                    next.due.insert(reached);
                } else {
                    next.positions.insert(reached);
                }
            }
        }
        next
    }
}

/// Compares what the naive search knows of a layer: positions and mobility by side, and the number of finished games.
fn check_layer<const SIDE: usize>(layer: &Layer<SIDE>, plain: &Plain) {
    let census = layer.census();
    assert_eq!(census.classes as usize, layer.len());
    assert_eq!(
        layer.classes().filter(|class| layer.routes(class.discs()) == class.routes()).count(),
        layer.len()
    );
    for (disc, side) in [(naive::Disc::Black, &census.sides.black), (naive::Disc::White, &census.sides.white)]
    {
        let own: Vec<_> = plain.positions.iter().filter(|position| position.mover == disc).collect();
        assert_eq!(side.positions as usize, own.len(), "{} discs, {disc}", census.discs);
        let mobility = own.iter().map(|position| position.legal_moves().len()).max();
        assert_eq!(side.mobility as usize, mobility.unwrap_or(0));
        let example = side.example(player(disc));
        assert_eq!(example.is_some(), !own.is_empty());
        if let Some(example) = example {
            assert!(layer.contains(example));
            assert_eq!(example.position.mobility(), side.mobility);
        }
        let classes: HashSet<_> = own.iter().map(|p| least_image(native::<SIDE>(p).position, 0..8)).collect();
        let orbits: HashSet<_> = own.iter().map(|p| least_image(native::<SIDE>(p).position, 0..4)).collect();
        assert_eq!((side.classes, side.orbits), (classes.len() as u64, orbits.len() as u64));
        let due = plain.due.iter().filter(|position| position.mover == disc);
        let due: HashSet<_> = due.map(|p| least_image(native::<SIDE>(p).position, 0..8)).collect();
        assert_eq!(side.passes as usize, due.len());
    }
    let over: HashSet<_> = plain.positions.iter().filter(|position| position.is_over()).collect();
    let over: HashSet<_> = over.iter().map(|p| least_image(native::<SIDE>(p).position, 0..8)).collect();
    assert_eq!(census.over as usize, over.len());
    assert!(plain.positions.iter().all(|position| layer.contains(native(position))));
    assert!(!plain.due.iter().any(|position| layer.contains(native(position))));
}

/// The images of a board; those that fix the colours of the start come first.
fn images<const SIDE: usize>(position: Position<SIDE>) -> Vec<Discs<u64>> {
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    let start = Position::<SIDE>::start().discs().own;
    let mut permutations: Vec<_> =
        Symmetry::of(layout).map(|s| s.permutation(layout).expect("a symmetry of the board")).collect();
    permutations.sort_by_key(|permutation| start.permute(permutation) != start);
    let Discs { own, opp } = position.discs();
    permutations.iter().map(|p| Discs { own: own.permute(p), opp: opp.permute(p) }).collect()
}

fn least_image<const SIDE: usize>(position: Position<SIDE>, range: std::ops::Range<usize>) -> (u64, u64) {
    images(position)[range].iter().map(|discs| (discs.own, discs.opp)).min().expect("images")
}

fn check_board<const SIDE: usize>(size: naive::Size, discs: u32) {
    let start = naive::Position::start(size);
    let mut plain = Plain { positions: HashSet::from([start]), ..Plain::default() };
    for layer in layers::<SIDE>(discs) {
        check_layer(&layer, &plain);
        plain = plain.next();
    }
}

#[test]
fn all_of_4x4_is_what_the_naive_rules_reach() {
    check_board::<4>(naive::Size::Four, 16);
    let last = layers::<4>(16).pop().unwrap();
    assert_eq!(last.census().over as usize, last.len());
    assert!(last.next(AMPLE, &mut unwatched).unwrap().is_empty());
}

#[test]
fn small_layers_of_6x6_and_8x8_are_what_the_naive_rules_reach() {
    check_board::<6>(naive::Size::Six, 10);
    check_board::<8>(naive::Size::Eight, 10);
}

/// The positions after 0 to 9 moves up to symmetry, as published with the Othello program Egaroucid (Nyanyan,
/// Technology Explanation, 2025). After 10 moves it has 2,958,586, because it counts positions twice that occur with
/// either colour to move.
const PUBLISHED: [usize; 10] = [1, 1, 3, 14, 60, 322, 1773, 10649, 67245, 434_029];

#[test]
fn counts_on_8x8_are_the_published_ones() {
    let counts: Vec<usize> = layers::<8>(12).iter().map(Layer::len).collect();
    assert_eq!(counts, PUBLISHED[..9]);
}

/// The number in the paper on the backward search: positions with 15 discs and a legal move.
#[test]
#[ignore = "ten seconds in a release build, and half a gigabyte"]
fn with_15_discs_there_are_19_785_690_classes_with_a_move() {
    let layers = layers::<8>(15);
    assert_eq!(layers[9].len(), PUBLISHED[9]);
    let tenth = layers[10].census().sides;
    assert_eq!(tenth.black.classes + tenth.white.classes, 2_958_586);
    let census = layers[11].census();
    assert_eq!(census.classes - census.over, 19_785_690);
    assert_eq!(
        ByPlayer::from_fn(|player| census.sides.of(player).mobility),
        ByPlayer { black: 17, white: 20 }
    );
}

#[test]
fn too_little_memory_and_a_stop_are_errors() {
    let layer = layers::<8>(9).pop().unwrap();
    let short = layer.next(Budget(1 << 10), &mut unwatched);
    assert_eq!(short.unwrap_err(), LayerError::Memory { discs: 10, bytes: 1 << 10 });
    let mut reported = Vec::new();
    let stopped = layer.next(AMPLE, &mut |progress| {
        reported.push(progress);
        ControlFlow::Break(())
    });
    assert_eq!(stopped.unwrap_err(), LayerError::Interrupted { discs: 10 });
    assert!(matches!(reported[..], [SearchProgress::Layer { discs: 10, done: 1.., total: 322 }]));
}

/// The state after this number of random moves or passes.
fn played(random: &mut Random, plies: usize) -> State<8> {
    (0..plies).fold(State::start(), |state, _| {
        let moves: Vec<_> = state.position.moves().collect();
        let next = match moves.len() {
            0 => state.position.pass(),
            count => state.position.play(moves[random.below(count)]),
        };
        next.map_or(state, |position| State { position, mover: state.mover.other() })
    })
}

/// A layer has each image, and knows from which of the two starts it occurs.
#[test]
fn images_occur_from_the_start_or_the_mirrored_start() {
    let layer = layers::<8>(11).pop().expect("layers");
    let mut random = Random::new(3);
    for _ in 0..300 {
        let state = played(&mut random, 7);
        let routes = layer.routes(state.position.discs());
        assert!(!routes.and(Routes::mover(state.mover)).is_none());
        for (index, discs) in images(state.position).into_iter().enumerate() {
            assert_eq!(layer.routes(discs), if index < 4 { routes } else { routes.mirrored() });
        }
    }
}

/// Each game of a beam search, replayed by the naive rules: it must have the reported discs, mover and legal moves.
fn require_replayed<const SIDE: usize>(width: usize, size: naive::Size) -> Vec<forward::Best<SIDE>> {
    let games = forward::best_games::<SIDE>(width, &|_| ControlFlow::Continue(()));
    for game in &games {
        let end = naive::replay(size, &game.record.to_string()).expect("a legal game").position;
        assert_eq!(end.board.discs() as u32, game.discs);
        assert_eq!(end.legal_moves().len() as u32, game.mobility, "{}", game.record);
        assert_eq!(player(end.mover), game.record.mover());
    }
    games
}

#[test]
fn an_unlimited_beam_finds_the_most_moves_and_no_beam_finds_more() {
    let layers = layers::<4>(16);
    let [all, few] = [1 << 20, 4].map(|width| require_replayed::<4>(width, naive::Size::Four));
    for layer in &layers[1..] {
        let sides = layer.census().sides;
        for player in [Player::Black, Player::White] {
            let most = (sides.of(player).positions > 0).then_some(sides.of(player).mobility);
            let found = |games: &[forward::Best<4>]| {
                let same =
                    |game: &&forward::Best<4>| (game.discs, game.record.mover()) == (layer.discs(), player);
                games.iter().find(same).map(|game| game.mobility)
            };
            assert_eq!(found(&all), most, "{} discs, {player:?}", layer.discs());
            assert!(found(&few) <= most);
        }
    }
}

#[test]
fn a_beam_finds_many_moves_on_the_full_board() {
    let games = require_replayed::<8>(64, naive::Size::Eight);
    assert_eq!(games.last().map(|game| game.discs), Some(64));
    assert!(games.iter().map(|game| game.mobility).max() >= Some(20));
}
