//! Positions and records that walks by chance meet.

use certamen::ask::query::Query as _;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::{OthelloMobility, OthelloWitness, ToMove};
use certamen::games::othello::records::{RecordRequest, annealed_position, annealed_record};
use certamen::work::Limits;

fn found(query: OthelloMobility) -> bool {
    let Some(line) = annealed_position(&query, 1 << 12, &Limits::default()) else { return false };
    query.verify(&OthelloWitness::of_board(line).expect("as the test has it")).expect("as the test has it");
    true
}

/// By the lists of all positions of 4x4, and by checked refutations (docs/othello.md).
#[test]
fn the_best_positions_are_found_and_no_better_ones() {
    let four = OthelloMobility::any(OthelloSize::Four);
    assert!(found(OthelloMobility { at_least: 8, ..four }));
    assert!(!found(OthelloMobility { at_least: 9, ..four }));
    let eight = OthelloMobility::any(OthelloSize::Eight);
    assert!(found(OthelloMobility { at_least: 34, empties: 37, ..eight }));
    assert!(found(OthelloMobility { at_least: 29, discs: Some(22), ..eight }));
}

#[test]
fn impossible_numbers_are_no_trouble() {
    let four = OthelloMobility::any(OthelloSize::Four);
    for query in [
        OthelloMobility { at_least: 17, ..four },
        OthelloMobility { empties: 13, ..four },
        OthelloMobility { empties: 17, ..four },
        OthelloMobility { empties: 8, discs: Some(9), ..four },
        OthelloMobility { at_least: 1, discs: Some(16), ..four },
    ] {
        assert!(!found(query), "{query}");
    }
    assert!(found(four) && found(OthelloMobility { discs: Some(16), ..four }));
}

fn most(board: OthelloSize, discs: u32, to_move: ToMove, at_least: u32, up_to: u32) -> Option<u32> {
    let query = OthelloMobility { at_least, ..OthelloMobility::any(board) };
    let sought = RecordRequest { query, discs, to_move };
    let found = annealed_record(sought, up_to, &Limits::default(), &mut |_| {}).expect("as the test has it");
    found.map(|witness| witness.mobility)
}

/// By exhaustive search and checked refutations (docs/notebook/othello.md).
#[test]
fn on_4x4_nothing_better_than_the_best_is_found_and_mostly_the_best() {
    let black = [Some(4), None, Some(4), None, Some(5), Some(4), Some(6), Some(5), Some(4)];
    let white = [None, Some(3), None, Some(5), Some(4), Some(5), Some(5), Some(5), Some(4)];
    let mut missed = 0;
    for (to_move, known) in [(ToMove::Black, black), (ToMove::White, white)] {
        for (discs, known) in (4..).zip(known) {
            let found = most(OthelloSize::Four, discs, to_move, 1, u32::MAX);
            assert!(found <= known, "{discs} discs, {to_move}: {found:?}");
            missed += usize::from(found != known);
        }
    }
    assert!(missed <= 4, "{missed} of 18 are missed");
}

#[test]
fn on_8x8_records_are_found_with_and_without_a_pass() {
    for (to_move, at_least) in [(ToMove::White, 33), (ToMove::Black, 32)] {
        let found = most(OthelloSize::Eight, 31, to_move, at_least, at_least);
        assert!(found >= Some(at_least), "{to_move}: {found:?}");
    }
    assert_eq!(most(OthelloSize::Eight, 31, ToMove::White, 34, 34), None, "33 squares are empty");
}
