//! The backward search: its un-moves compared with the moves, and its answers compared with breadth-first search and
//! the naive rules.

use crate::support::random::Random;
use certamen::games::othello::search::shape::{buildable, removable};
use certamen::games::othello::search::unmove::unmoves;
use certamen::games::othello::search::{
    Answer, AnyOrder, Budget, ForwardLayers, Layer, Limit, SearchLimits, State, Target, Transcript, unwatched,
};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use verify::othello as naive;

fn reach<const SIDE: usize>(discs: u32) -> ForwardLayers<SIDE> {
    ForwardLayers::new(discs, Budget(1 << 32), &mut unwatched).expect("memory for small layers")
}

fn answer<const SIDE: usize>(reach: &ForwardLayers<SIDE>, target: impl Into<Target<SIDE>>) -> Answer<SIDE> {
    let limits = SearchLimits { memo_bytes: 1 << 16, ..SearchLimits::default() };
    reach.decide(target.into(), limits, &mut unwatched).answer
}

/// Requires a record that the naive rules accept and that ends in exactly this position.
fn check_record<const SIDE: usize>(record: &Transcript<SIDE>, target: State<SIDE>) {
    let replay = naive::replay(naive::Size::new(SIDE).expect("a size of board"), &record.to_string())
        .expect("a record that the naive rules accept");
    let (black, white) = target.colours();
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    assert_eq!(
        naive::write_line(&replay.position.board),
        notation::print(Discs { own: black, opp: white }, layout)
    );
    // The replay makes a pass that is due.
    let due = target.position.pass().is_some() && !target.position.is_terminal();
    let mover = if due { target.mover.other() } else { target.mover };
    assert_eq!(replay.position.mover == naive::Disc::Black, mover == Player::Black);
    assert_eq!((record.end(), record.plies().len() + usize::from(due)), (target, replay.plies.len()));
}

/// All fillings of the 4x4 board with a disc on each square of the centre, in the order of a number in base 3.
const FILLINGS: usize = 3usize.pow(12) << 4;

fn filling(number: usize) -> Discs<u64> {
    let centre = Othello::<4>::CENTRE.low_bits() as u64;
    let (mut centres, mut others) = (number & 15, number >> 4);
    let mut discs = Discs { own: 0, opp: 0 };
    for square in (0..16).map(|index| 1u64 << index) {
        let digit = if square & centre != 0 {
            let digit = 1 + (centres & 1);
            centres >>= 1;
            digit
        } else {
            let digit = others % 3;
            others /= 3;
            digit
        };
        match digit {
            1 => discs.own |= square,
            2 => discs.opp |= square,
            _ => {}
        }
    }
    discs
}

/// Those with at most this number of discs: all sets of own discs among each set of occupied squares.
fn small_fillings(discs: u32) -> Vec<Discs<u64>> {
    let centre = Othello::<4>::CENTRE.low_bits() as u64;
    let occupied =
        (0..1_u64 << 16).filter(|occupied| occupied & centre == centre && occupied.count_ones() <= discs);
    let of_both = |occupied: u64| {
        let smaller = move |&own: &u64| (own != 0).then(|| (own - 1) & occupied);
        std::iter::successors(Some(occupied), smaller).map(move |own| Discs { own, opp: occupied ^ own })
    };
    occupied.flat_map(of_both).collect()
}

fn must_pass<const SIDE: usize>(discs: Discs<u64>) -> bool {
    Othello::<SIDE>::legal(discs) == 0 && Othello::<SIDE>::legal(discs.passed()) != 0
}

/// The contribution of one filling to the numbers of moves, of un-moves, and of those of either after which a pass is
/// due.
fn count_moves(discs: Discs<u64>) -> [usize; 4] {
    let legal = Othello::<4>::legal(discs);
    let moves = (0..16).map(|index| 1u64 << index).filter(|square| legal & square != 0);
    let passes =
        moves.filter(|&square| must_pass::<4>(Othello::<4>::apply(discs, OneHot::assume(square)))).count();
    let mut found = Vec::new();
    unmoves::<4>(discs, u64::MAX, |unmove| found.push(unmove));
    for unmove in &found {
        assert_ne!(Othello::<4>::legal(unmove.before) & unmove.placed, 0);
        let after = Othello::<4>::apply(unmove.before, OneHot::assume(unmove.placed));
        assert_eq!(if unmove.passed { after.passed() } else { after }, discs);
        assert!(!unmove.passed || must_pass::<4>(after));
    }
    let after_passes = found.iter().filter(|unmove| unmove.passed).count();
    let all = found.len();
    found.sort_unstable_by_key(|unmove| (unmove.passed, unmove.placed, unmove.before.own, unmove.before.opp));
    found.dedup();
    assert_eq!(found.len(), all, "an un-move is found twice");
    [legal.count_ones() as usize, all - after_passes, passes, after_passes]
}

/// A legal move undoes every un-move, no two un-moves of a position are the same, and their number is that of the
/// moves: so they are complete. A move after which a pass is due is taken back from the position before the pass and
/// from the one after it; the latter are counted separately. Each centre is given with its multiplicity.
fn check_unmoves(centres: &[(usize, usize)]) {
    let add = |a: [usize; 4], b: [usize; 4]| std::array::from_fn(|index| a[index] + b[index]);
    let counts = centres.iter().map(|&(centre, times)| {
        let fillings = (0..FILLINGS >> 4).into_par_iter().map(|others| filling(others << 4 | centre));
        fillings.map(count_moves).reduce(|| [0; 4], add).map(|count| count * times)
    });
    let [moves, unmoves, passes, after_passes] = counts.fold([0; 4], add);
    assert_eq!((moves, passes), (unmoves, after_passes));
    assert!(moves > 10_000_000 && passes > 100_000);
}

/// One centre of each kind that symmetry cannot distinguish, with the size of the kind: one disc, two neighbours, two
/// opposite discs, three, all or none of the four belong to the opponent.
#[test]
fn unmoves_on_4x4_are_exactly_the_moves_taken_back() {
    check_unmoves(&[(0b0000, 1), (0b0001, 4), (0b0011, 4), (0b1001, 2), (0b0111, 4), (0b1111, 1)]);
}

#[test]
#[ignore = "the same without symmetry: half a minute in the dev profile"]
fn unmoves_on_4x4_are_exactly_the_moves_taken_back_for_all_centres() {
    check_unmoves(&std::array::from_fn::<_, 16, _>(|centre| (centre, 1)));
}

/// With nothing but the start to meet, backward search finds each state of the layers and no other state: on all
/// fillings with at most seven discs, and on some of those with more, reachable or not.
#[test]
fn on_4x4_backward_search_finds_what_forward_search_reaches() {
    let (start, all) = (reach::<4>(4), reach::<4>(16));
    let found = |discs| {
        let position = Position::<4>::new(discs).expect("an occupied centre");
        [Player::Black, Player::White]
            .map(|mover| usize::from(check_4x4(&start, &all, State { position, mover })))
    };
    let add = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
    let counts = small_fillings(EXHAUSTIVE).into_par_iter().map(found).reduce(|| [0; 2], add);
    let layers = || all.layers().iter().take_while(|layer| layer.discs() <= EXHAUSTIVE);
    let held =
        |player| layers().map(|layer| layer.census().sides.of(player).positions as usize).sum::<usize>();
    assert_eq!(counts, [Player::Black, Player::White].map(held));
    // Arbitrary fillings, few of which are reachable, and some reachable positions.
    let strangers = (0..FILLINGS).step_by(30_011).map(filling);
    let classes = all.layers().iter().flat_map(Layer::classes).step_by(23);
    let members =
        classes.flat_map(|class| [Player::Black, Player::White].map(|mover| class.from_the_start(mover)));
    let more: Vec<_> = strangers.chain(members.flatten()).collect();
    let [black, white] = more.into_par_iter().map(found).reduce(|| [0; 2], add);
    assert!(black > 200 && white > 200, "{black} {white}");
}

/// The greatest number of discs for which all fillings are tested.
const EXHAUSTIVE: u32 = 7;

/// Whether a state without a pass due is reachable; both searches must agree.
fn check_4x4(start: &ForwardLayers<4>, all: &ForwardLayers<4>, state: State<4>) -> bool {
    let due = must_pass::<4>(state.position.discs());
    let expected = all.layer(state.discs()).expect("every layer of 4x4").contains(state);
    for reach in [start, all] {
        match answer(reach, state) {
            Answer::Reachable(record) => {
                check_record(&record, state);
                assert!(expected || due);
            }
            other => assert_eq!((other, expected), (Answer::Unreachable, false), "{state:?}"),
        }
    }
    expected
}

/// A position in which a pass is due is reachable if a move leads there, not if only the other player's move does.
#[test]
fn positions_before_a_pass_are_decided_before_the_pass() {
    let (start, all) = (reach::<4>(4), reach::<4>(16));
    let mut due = Vec::new();
    for class in all.layers().iter().flat_map(Layer::classes) {
        for mover in [Player::Black, Player::White] {
            let Some(discs) = class.from_the_start(mover) else { continue };
            let state = State { position: Position::<4>::new(discs).unwrap(), mover };
            for square in state.position.moves() {
                let after = State { position: state.position.play(square).unwrap(), mover: mover.other() };
                if must_pass::<4>(after.position.discs()) {
                    due.push(after);
                }
            }
        }
    }
    assert!(due.len() > 1000);
    for state in due.into_iter().step_by(41) {
        for reach in [&start, &all] {
            let Answer::Reachable(record) = answer(reach, state) else { panic!("{state:?}") };
            check_record(&record, state);
        }
    }
}

#[test]
fn buildable_shapes_on_4x4_are_the_reachable_ones() {
    let all = reach::<4>(16);
    let shapes: std::collections::HashSet<u64> =
        all.layers().iter().flat_map(Layer::classes).map(|class| class.discs().occupied()).collect();
    assert!(shapes.iter().all(|&shape| buildable::<4>(shape)));
    // And one that is connected but not buildable: with only b3 beside it, no disc on a4 can have bracketed a disc.
    let (b3, a4) = (1 << 13, 1 << 18);
    let centre = Othello::<6>::CENTRE.low_bits() as u64;
    assert!(buildable::<6>(centre | b3) && !buildable::<6>(centre | b3 | a4));
    assert_eq!((removable::<6>(centre | b3), removable::<6>(centre | b3 | a4)), (b3, a4));
}

static REACH: LazyLock<ForwardLayers<8>> = LazyLock::new(|| reach(11));

fn facts(kind: &str) -> Vec<String> {
    let table = include_str!("../data/othello.tsv");
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == kind).map(|row| row[1].to_owned()).collect()
}

fn board(text: &str) -> Position<8> {
    text.parse().expect("a position")
}

#[test]
fn published_boards_with_34_moves_are_not_reachable() {
    let boards = facts("board");
    assert_eq!(boards.len(), 3);
    for text in boards {
        let position = board(&text);
        assert!(position.mobility() >= 33);
        for mover in [None, Some(Player::Black), Some(Player::White)] {
            assert_eq!(answer(&REACH, Target { position, mover }), Answer::Unreachable);
        }
    }
}

#[test]
fn ends_of_the_published_records_are_reachable() {
    for (text, mover) in facts("record").iter().zip([Player::Black, Player::White]) {
        let end = naive::replay(naive::Size::Eight, text).unwrap().position;
        let position = board(&naive::write_line(&end.board.seen_by(end.mover)));
        assert_eq!(position.mobility(), 33);
        let state = State { position, mover };
        let Answer::Reachable(record) = answer(&REACH, state) else { panic!("no record") };
        check_record(&record, state);
        let Answer::Reachable(record) = answer(&REACH, Target { position, mover: None }) else {
            panic!("no record")
        };
        check_record(&record, State { position, mover: record.mover() });
    }
}

/// In the first game Black passes four moves before the end; in the second White passes after the last move. The limit is
/// too low for a beam in which all positions compete.
#[test]
fn a_pass_on_the_way_or_at_the_end_is_found() {
    for (text, mover) in [
        ("E6F4F3D6C4D3G4F5E2E7F7D7C7D2C2C6B7E8G6F6B3B4C3B2", Player::White),
        ("E6D6C5F4C6C7F3B6C4B4F5G2E3F2D3G3B3G5G6E7F7G7F6D2C2B2C3", Player::Black),
    ] {
        let end = naive::replay(naive::Size::Eight, text).unwrap().position;
        let state = State { position: board(&naive::write_line(&end.board.seen_by(end.mover))), mover };
        let limits = SearchLimits { positions: Some(1 << 14), ..SearchLimits::default() };
        let Answer::Reachable(record) = REACH.decide(state.into(), limits, &mut unwatched).answer else {
            panic!("no record")
        };
        check_record(&record, state);
    }
}

#[test]
fn a_limit_leaves_it_undecided() {
    let end = naive::replay(naive::Size::Eight, &facts("record")[0]).unwrap().position;
    let state = State { position: board(&naive::write_line(&end.board)), mover: Player::Black };
    let decide = |limits| REACH.decide(state.into(), limits, &mut unwatched);
    let few = decide(SearchLimits { positions: Some(10), ..SearchLimits::default() });
    assert_eq!((few.answer, few.positions), (Answer::Undecided(Limit::Positions(10)), 10));
    let time = Some(std::time::Duration::ZERO);
    assert!(matches!(
        decide(SearchLimits { time, ..SearchLimits::default() }).answer,
        Answer::Undecided(Limit::Time(_))
    ));
    let stopped = REACH.decide(state.into(), SearchLimits::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped.answer, Answer::Undecided(Limit::Interrupted));
}

/// The state after this number of random moves or passes, or at the end of the game.
fn played<const SIDE: usize>(random: &mut Random, plies: usize) -> State<SIDE> {
    (0..plies).fold(State::start(), |state, _| {
        let moves: Vec<_> = state.position.moves().collect();
        let next = match moves.len() {
            0 => state.position.pass().filter(|_| !state.position.is_terminal()),
            count => state.position.play(moves[random.below(count)]),
        };
        next.map_or(state, |position| State { position, mover: state.mover.other() })
    })
}

/// Every position that a game has reached has a record.
#[test]
fn played_positions_are_reachable() {
    let small = reach::<6>(4);
    let mut random = Random::new(5);
    for plies in [8, 11, 14, 17, 20, 23] {
        let state = played::<8>(&mut random, plies);
        let Answer::Reachable(record) = answer(&REACH, state) else { panic!("{state:?}") };
        check_record(&record, state);
        let state = played::<6>(&mut random, plies);
        let Answer::Reachable(record) = answer(&small, state) else { panic!("{state:?}") };
        check_record(&record, state);
    }
}

/// The greatest number of discs for which all fillings are tested without turns.
const IN_ANY_ORDER: u32 = 9;

/// Every board of 4x4 with up to `most` discs that placements in any order reach from the start, as Black sees it.
fn boards_in_any_order(most: u32) -> std::collections::HashSet<Discs<u64>> {
    let mut level = vec![Position::<4>::start().discs()];
    let mut met = std::collections::HashSet::from([level[0]]);
    for _ in 4..most {
        let mut next = Vec::new();
        for discs in level {
            for (placer, is_black) in [(discs, true), (discs.passed(), false)] {
                let legal = Othello::<4>::legal(placer);
                for square in (0..16).map(|index| 1 << index).filter(|square| legal & square != 0) {
                    // The result of a move is seen by the other player.
                    let after = Othello::<4>::apply(placer, OneHot::assume(square));
                    next.push(if is_black { after.passed() } else { after });
                }
            }
        }
        next.retain(|&discs| met.insert(discs));
        level = next;
    }
    met
}

fn found_in_any_order<const SIDE: usize>(discs: Discs<u64>) -> bool {
    let position = Position::<SIDE>::new(discs).expect("an occupied centre");
    let limits = SearchLimits { memo_bytes: 1 << 10, ..SearchLimits::default() };
    let game = AnyOrder::new(limits).game(position, &mut unwatched).expect("no limit");
    let Some(game) = game else {
        return false;
    };
    let board =
        naive::replay_in_any_order(naive::Size::new(SIDE).expect("a size of board"), &game.to_string());
    let board = board.expect("a record that the naive rules accept");
    assert_eq!(naive::write_line(&board), notation::print(discs, Grid::<SIDE, SIDE>::LAYOUT));
    true
}

#[test]
fn in_any_order_4x4_backward_search_finds_what_placements_lead_to() {
    let met = boards_in_any_order(IN_ANY_ORDER);
    let found: usize = small_fillings(IN_ANY_ORDER)
        .into_par_iter()
        .map(|discs| {
            let is_found = found_in_any_order::<4>(discs);
            assert_eq!(is_found, met.contains(&discs), "{discs:?}");
            usize::from(is_found)
        })
        .sum();
    assert_eq!(found, met.len());
    assert!(found > 1000, "{found}");
    // No game leads to most of them, and all positions of games are among them.
    let by_rules = reach::<4>(IN_ANY_ORDER);
    let states = by_rules
        .layers()
        .iter()
        .flat_map(Layer::classes)
        .filter_map(|class| class.from_the_start(Player::Black));
    assert!(states.inspect(|discs| assert!(met.contains(discs))).count() < found);
}

/// The published boards with 33 and 34 legal moves, as either colour; and boards with few discs, some of which a game
/// in any order reaches. The naive search has a limit on the boards that it looks at; beyond that it has no answer.
#[test]
fn in_any_order_the_naive_search_says_the_same() {
    let mut random = Random::new(7);
    let mut boards: Vec<String> = facts("board");
    let mut discs = Position::<8>::start().discs();
    for step in 0..400 {
        let legal = Othello::<8>::legal(discs);
        let squares: Vec<u64> =
            (0..64).map(|index| 1 << index).filter(|square| legal & square != 0).collect();
        if discs.occupied().count_ones() > 9 || squares.is_empty() {
            discs = Position::<8>::start().discs();
            continue;
        }
        let after = Othello::<8>::apply(discs, OneHot::assume(squares[random.below(squares.len())]));
        discs = if random.below(2) == 0 { after } else { after.passed() };
        // Half of them with a disc turned, which are mostly unreachable.
        let centre = Othello::<8>::CENTRE.low_bits() as u64;
        let turned = if step % 2 == 0 { discs.own & !centre & discs.own.wrapping_neg() } else { 0 };
        let drawn = Discs { own: discs.own ^ turned, opp: discs.opp ^ turned };
        boards.push(notation::print(drawn, Grid::<8, 8>::LAYOUT));
    }
    let [mut reached, mut unreached] = [0; 2];
    for text in boards {
        let naively = naive::parse_board(&text).expect("a board");
        for (naively, discs) in
            [(naively.clone(), board(&text).discs()), (naively.recoloured(), board(&text).discs().passed())]
        {
            let Some(expected) = naive::is_reached_in_any_order(&naively, 3000) else { continue };
            assert_eq!(found_in_any_order::<8>(discs), expected, "{naively}");
            *(if expected { &mut reached } else { &mut unreached }) += 1;
        }
    }
    assert!(reached > 50 && unreached > 50, "{reached} {unreached}");
}
