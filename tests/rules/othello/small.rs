//! Othello on small boards, searched: the native engine, the circuit and the naive game agree on every reachable
//! position of 4x4, and on all positions of 6x6 within the first plies.
//!
//! Two searches collect the positions, each with the plies of one implementation. First it is compared that they find
//! the same positions.

use crate::support::boards::{Coloured, draw, size_of};
use crate::support::compare::compare;
use crate::support::simulate::Simulator;
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::{Discs, Othello};
use std::collections::HashSet;
use std::hash::Hash;
use verify::othello::{self as naive, Disc, Size, Turn};

/// The number of reachable positions of 4x4 Othello, distinguishing colours. Both searches count them, and so did a
/// third program, written for that alone in another language.
const POSITIONS_4X4: usize = 62_789;
/// The number of positions of 6x6 Othello after at most 7 plies.
const POSITIONS_6X6: usize = 44_385;

/// Everything that can be reached within a number of rounds; each round plays the new positions one ply further.
fn search<P: Clone + Eq + Hash>(start: P, rounds: usize, plies: impl Fn(&P) -> Vec<P>) -> HashSet<P> {
    let mut known = HashSet::from([start.clone()]);
    let mut front = vec![start];
    for _ in 0..rounds {
        let next = front.iter().flat_map(&plies);
        front = next.filter(|position| known.insert(position.clone())).collect();
    }
    assert!(rounds < 60 || front.is_empty(), "the search has come to its end");
    known
}

fn native_plies<const SIDE: usize>(
    (position, player): &(Position<SIDE>, Player),
) -> Vec<(Position<SIDE>, Player)> {
    position.successors().map(|next| (next, player.other())).collect()
}

fn naive_plies(position: &naive::Position) -> Vec<naive::Position> {
    match position.turn() {
        Turn::Over => Vec::new(),
        Turn::Pass => vec![position.pass().expect("a pass is due")],
        Turn::Move(moves) => {
            moves.into_iter().map(|square| position.play(square).expect("a legal move")).collect()
        }
    }
}

/// Searches twice, compares the results, and then compares the rules on each position; returns the number of positions.
fn searched_and_compared<const SIDE: usize>(rounds: usize) -> usize {
    let native = search((Position::<SIDE>::start(), Player::Black), rounds, native_plies);
    let naively = search(naive::Position::start(size_of::<SIDE>()), rounds, naive_plies);
    let coloured: Vec<Coloured> = native
        .into_iter()
        .map(|(position, player)| Coloured {
            discs: position.discs(),
            mover: if player == Player::Black { Disc::Black } else { Disc::White },
        })
        .collect();
    assert_eq!(coloured.len(), naively.len(), "the positions that each search finds");
    for &position in &coloured {
        assert!(naively.contains(&draw::<SIDE>(position)), "only the native engine comes to {position:x?}");
    }
    let compared = compare(&Simulator::<SIDE>::new(), &coloured);
    assert_eq!(compared.positions, naively.len());
    // The naive game counts independently what there was to compare.
    let (mut squares, mut moves, mut passes) = (0, 0, 0);
    for position in &naively {
        squares += position.board.empties();
        match position.turn() {
            Turn::Over => {}
            Turn::Pass => passes += 1,
            Turn::Move(legal) => moves += legal.len(),
        }
    }
    assert_eq!((compared.squares, compared.moves, compared.passes), (squares, moves, passes));
    println!("{SIDE}x{SIDE}: {compared:?}");
    compared.positions
}

#[test]
fn all_implementations_agree_on_every_position_of_4x4() {
    assert_eq!(searched_and_compared::<4>(60), POSITIONS_4X4);
}

#[test]
fn all_implementations_agree_on_6x6_up_to_ply_7() {
    assert_eq!(searched_and_compared::<6>(7), POSITIONS_6X6);
}

/// Here games end and sides pass within the depths, unlike in the published counts of 8x8. The greatest number is that
/// of all games of 4x4.
#[test]
fn all_implementations_count_the_lines_of_4x4_to_the_end_of_all_games() {
    let start = naive::Position::start(Size::Four);
    let depths = [0, 1, 2, 4, 6, 8, 10, 11, 12, 20];
    let counts = depths.map(|depth| naive::perft(&start, depth));
    let native = depths.map(|depth| Position::<4>::start().perft(depth));
    assert_eq!(native, counts);
    assert_eq!(counts.last(), Some(&60_060));
}

/// All 256 ways to put discs of either player, or of both, on the centre of a 4x4 board, with and without one on a
/// corner.
#[test]
fn a_board_is_well_formed_if_it_can_be_drawn_and_its_centre_is_full() {
    let spread = |four: u64| (four & 3) << 5 | (four >> 2 & 3) << 9;
    let corner = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let boards: Vec<Discs<u64>> = (0..256)
        .flat_map(|bits| {
            corner.map(|(own, opp)| Discs { own: spread(bits & 15) | own, opp: spread(bits >> 4) | opp })
        })
        .collect();
    let judged = Simulator::<4>::new().judge(&boards);
    let mut good = 0;
    for (discs, judged) in boards.iter().zip(judged) {
        let drawn =
            (discs.own & discs.opp == 0).then(|| draw::<4>(Coloured { discs: *discs, mover: Disc::White }));
        let expected = drawn.is_some_and(|drawn| naive::Witness::new(&drawn).centre_is_occupied());
        assert_eq!(judged.well_formed, expected, "circuit; {discs:x?}");
        assert_eq!(Othello::<4>::well_formed(*discs), expected, "rules; {discs:x?}");
        assert_eq!(Position::<4>::new(*discs).is_ok(), expected, "position; {discs:x?}");
        good += usize::from(expected);
    }
    assert_eq!(good, 16 * 3);
}
