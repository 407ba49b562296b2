//! Positions, turns and records of Push Fight as text, and all turns of small positions tried one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use verify::push_fight::{
    Layout, Outcome, POSITION_LIMIT, Position, RECORD_LIMIT, Turn, TurnPart, Variant, apply, has_legal_turn,
    has_winning_turn, index, parse_position, perft, position_at, positions, replay, successors, write_grid,
    write_line,
};

const PRINTED: &str = ".OX.....oxY....Oox.....OX.";

fn full(text: &str) -> Position {
    parse_position(&Variant::full(), text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refused(text: &str) -> String {
    parse_position(&Variant::full(), text).expect_err("not a position").to_string()
}

#[test]
fn grids_with_and_without_coordinates() {
    let printed = full(PRINTED);
    assert_eq!(full("   .OX..\n ...oxY..\n ..Oox...\n  ..OX.\n"), printed);
    assert_eq!(
        full("  abcdefgh\n4   .OX..  4\n3 ...oxY.. 3\n2 ..Oox... 2\n1  ..OX.   1\n  abcdefgh"),
        printed
    );
    assert_eq!(full(&write_grid(&printed)), printed);
    assert_eq!(full(&format!(" {PRINTED}\n")), printed);
}

#[test]
fn errors_about_positions_name_place_or_count() {
    assert_eq!(refused(""), "no position: expected 26 squares of . o O x X Y");
    assert_eq!(refused(".OX"), "character 4 (line 1, column 4): 3 squares, expected 26");
    assert_eq!(refused(&format!("{PRINTED}.")), "character 27 (line 1, column 27): 27 squares, expected 26");
    assert_eq!(
        refused(".OP.....oxY....Oox.....OX."),
        "character 3 (line 1, column 3): found 'P', expected a square: . (free), o O (to move), x X (opponent), Y (anchored)"
    );
    assert_eq!(
        refused(".OY.....oxY....Oox.....OX."),
        "character 11 (line 1, column 11): a second anchored piece, there is only one anchor"
    );
    assert_eq!(
        refused(".OX.....oxY....Oox.....O.."),
        "not a position: 2 pushers of the opponent (X, Y), expected 3"
    );
    assert_eq!(
        refused(".OX.....oxY....OOx.....OX."),
        "not a position: 1 movers of the player to move (o), expected 2"
    );
    assert_eq!(
        refused(".OX..\n...oxY..\n..Oox..\n..OX."),
        "character 23 (line 3, column 8): row 2 has 7 squares, expected 8"
    );
    assert_eq!(
        refused(".OX..\n...oxY..\n..Oox...\n"),
        "character 24 (line 3, column 9): the grid ends after 3 rows, expected 4"
    );
    assert_eq!(
        refused("4 .OX..\n2 ...oxY.."),
        "character 9 (line 2, column 1): found '2' among the coordinates, expected '3'"
    );
    let long = ".".repeat(POSITION_LIMIT + 1);
    assert_eq!(refused(&long), "a position text of 1025 bytes: at most 1024 are read");
}

#[test]
fn long_records_are_refused() {
    let long = "a".repeat(RECORD_LIMIT + 1);
    let said = replay(&full(PRINTED), &long).expect_err("refused").to_string();
    assert_eq!(said, "a record of 65537 bytes: at most 65536 are read");
}

/// A board of ten squares, similar to the published one, with three pieces on each side.
fn small() -> Variant {
    let layout = Layout::new(&[(1, 3), (0, 4), (0, 3)]).expect("a layout");
    Variant::new(layout, 1, 2).expect("a variant")
}

/// All pairs of squares, tried as moves and as pushes.
fn by_turns(position: &Position) -> (BTreeSet<Position>, bool) {
    let squares = position.layout().squares();
    let steps: Vec<TurnPart> =
        squares.iter().flat_map(|&from| squares.iter().map(move |&to| TurnPart { from, to })).collect();
    let to_free: Vec<TurnPart> = steps.iter().copied().filter(|step| position.is_free(step.to)).collect();
    let mut moves: Vec<Vec<TurnPart>> = vec![Vec::new()];
    for &first in to_free.iter().filter(|step| position.own().contains(&step.from)) {
        moves.push(vec![first]);
        moves.extend(steps.iter().map(|&second| vec![first, second]));
    }
    let (mut found, mut wins) = (BTreeSet::new(), false);
    for moves in moves {
        for &push in &steps {
            match apply(position, &Turn::new(moves.clone(), push).expect("at most two moves")) {
                Ok(Outcome::Continues(next)) => {
                    found.insert(next);
                }
                Ok(Outcome::Wins) => wins = true,
                Err(_) => {}
            }
        }
    }
    (found, wins)
}

fn small_positions() -> impl Strategy<Value = Position> {
    let number = positions(&small()).expect("a small game");
    (0..number).prop_map(|index| position_at(&small(), index).expect("a position"))
}

fn full_positions() -> impl Strategy<Value = Position> {
    (0..401_567_166_000_u64).prop_map(|index| position_at(&Variant::full(), index).expect("a position"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The list of successors agrees with the result of trying all turns.
    #[test]
    fn successors_are_what_turns_lead_to(position in small_positions()) {
        let found = successors(&position);
        prop_assert_eq!(has_winning_turn(&position), found.wins);
        prop_assert_eq!(has_legal_turn(&position), found.wins || !found.positions.is_empty());
        prop_assert_eq!(perft(&position, 1), found.positions.len() as u64);
        prop_assert_eq!(by_turns(&position), (found.positions, found.wins));
    }

    /// Successors do not depend on the orientation: half a turn of the board turns them as well.
    #[test]
    fn successors_turn_with_the_board(position in full_positions()) {
        let found = successors(&position);
        let rotated = successors(&position.rotated().expect("the board is symmetric"));
        prop_assert_eq!(found.wins, rotated.wins);
        let turned: BTreeSet<Position> =
            found.positions.iter().map(|next| next.rotated().expect("the board is symmetric")).collect();
        prop_assert_eq!(turned, rotated.positions);
    }
}

proptest! {
    #[test]
    fn positions_are_read_as_they_are_written_and_numbered(number in 0..401_567_166_000_u64) {
        let position = position_at(&Variant::full(), number).expect("a position");
        prop_assert_eq!(index(&position), Some(number));
        prop_assert_eq!(full(&write_grid(&position)), position.clone());
        prop_assert_eq!(full(&write_line(&position)), position);
    }

    #[test]
    fn no_position_text_panics(text in "[.oOxXY]{26}|[.oOxXYa-h1-4 \\n]{0,60}|.{0,60}") {
        if let Ok(position) = parse_position(&Variant::full(), &text) {
            prop_assert_eq!(full(&write_line(&position)), position);
        }
    }

    #[test]
    fn no_record_panics(record in "([a-h][1-4]-[a-h][1-4][, ]){0,8}|.{0,60}") {
        let _ = replay(&full(PRINTED), &record);
        if let Ok(turn) = record.parse::<Turn>() {
            prop_assert_eq!(turn.to_string(), record.to_lowercase());
        }
    }
}
