//! Compares the engine with explicit borders, and explicit borders with the rules.

use super::engine::Engine;
use super::plan::LeastMemory;
use super::point::Colour;
use super::run::{CountProgress, Settings, count};
use super::states::{self, edge, successors};
use super::strip::Strip;
use super::valid;
use certamen_work::stop::Stop;
use encodings::go::BoardSides;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Known numbers of legal positions, with their source.
const COUNTS: &str = include_str!("../../../tests/data/go_positions.tsv");

pub(super) fn counts(height: usize, width: usize) -> Vec<BigUint> {
    let board = BoardSides::new(height, width).expect("a board");
    let stop = Stop::new();
    let settings = Settings::in_memory(1 << 30, &stop);
    count(board, &settings, &mut |_: CountProgress| ()).expect("enough memory").expect("an answer").counts
}

#[test]
fn published_counts_are_reproduced() {
    let mut lines = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let (board, known) = line.split_once('\t').expect("two fields");
        let board: BoardSides = board.parse().expect("a board");
        // The documented commands reproduce the counts of larger boards.
        if board.height() <= 8 {
            assert_eq!(counts(board.height(), board.width()).last(), known.parse().ok().as_ref(), "{board}");
            lines += 1;
        }
    }
    assert!(lines > 14, "{lines}");
}

#[test]
fn the_engine_agrees_with_explicit_borders() {
    for (height, width) in [(2, 9), (3, 8), (4, 7), (5, 7), (6, 7), (7, 7)] {
        assert_eq!(counts(height, width), states::count(height, width).0, "{height}x{width}");
    }
}

#[test]
fn boards_of_one_column_and_their_transposes_agree() {
    let line = states::count(1, 12).0;
    for height in 2..=12 {
        assert_eq!(counts(1, height), line[..height]);
        assert_eq!(states::count(height, 1).0[0], line[height - 1]);
    }
}

#[test]
fn the_number_of_states_is_near_that_of_valid_ones() {
    for height in 2..=9 {
        let engine = Engine::new(height);
        for pass in engine.passes() {
            let super::engine::Pass::Step(_, placed) = pass else { continue };
            let (states, valid) = (engine.states(pass), valid::classes(height, placed));
            // A half without stones fits both colours of the other half; and if the upper half's last point is the
            // shared one, the point before it is not checked.
            let slack = if placed == height / 2 { valid / 4 + 3 } else { valid / 64 + 3 };
            assert!((valid..=valid + slack).contains(&states), "{height} {placed}: {states}, {valid}");
        }
    }
}

#[test]
fn the_plan_has_room_for_all_tiles() {
    for height in 5..=12 {
        let (engine, least) = (Engine::new(height), LeastMemory::of(height));
        let (room, planned) = (8 * engine.room() as u64, least.values);
        let states = 8 * engine.most_states();
        assert!((states..planned).contains(&room), "{height}: {states}, {room}, {planned}");
        // The rest is for the buffers of two threads. On small boards they are larger, and small all the same.
        let buffers = 2 * 8 * engine.buffer() as u64;
        assert!(height < 12 || room + buffers <= planned, "{height}: {room}, {buffers}, {planned}");
    }
}

/// All states of a height, in the order in which points are placed, starting from the edge until nothing new appears.
fn constructible(height: usize) -> Vec<BTreeSet<Strip>> {
    let mut found = vec![BTreeSet::new(); height];
    let mut border = BTreeSet::from([edge(height)]);
    loop {
        let before: usize = found.iter().map(BTreeSet::len).sum();
        for point in 0..height {
            border = border.iter().flat_map(|state| successors(state, point)).collect();
            found[(point + 1) % height].extend(border.iter().cloned());
        }
        if found.iter().map(BTreeSet::len).sum::<usize>() == before {
            return found;
        }
        border.clone_from(&found[0]);
    }
}

#[test]
fn nearly_all_valid_states_are_constructible() {
    // "For 3 x n the number of constructible state classes is 31"; "only 337 of the 109736 valid classes" of height 9.
    let sizes: Vec<usize> = (1..=5).map(|height| constructible(height)[0].len()).collect();
    assert_eq!(sizes[..3], [3, 9, 31]);
    for (height, &size) in (1..).zip(&sizes) {
        let valid = valid::classes(height, 0) as usize;
        assert!((valid - valid / 10..=valid).contains(&size), "{height}: {size} of {valid}");
    }
}

/// Reversal from top to bottom keeps the completions of a state before a column (lemma 10 of the paper), but not within
/// it. So one state of each pair is enough before the column; most of the states within it are needed all the same.
#[test]
fn up_down_symmetry_saves_a_quarter_of_the_states_and_not_half() {
    let reversed = |state: &Strip| Strip::new(state.points().iter().rev().copied().collect()).class();
    // The lower points decide, because they are replaced last: of the orders that were tried this one needs least.
    let from_below = |state: &Strip| state.points().iter().rev().copied().collect::<Vec<_>>();
    for height in 4..=6 {
        let found = constructible(height);
        let mut needed: BTreeSet<Strip> = found[0].clone();
        needed.retain(|state| from_below(state) <= from_below(&reversed(state)));
        let share = |needed: usize, all: usize| needed as f64 / all as f64;
        assert!((0.5..0.6).contains(&share(needed.len(), found[0].len())), "{height}");
        let (mut sum, mut all) = (0, 0);
        for (point, states) in found.iter().enumerate() {
            assert!(needed.is_subset(states));
            (sum, all) = (sum + needed.len(), all + states.len());
            needed = needed.iter().flat_map(|state| successors(state, point)).collect();
        }
        assert!((0.7..0.8).contains(&share(sum, all)), "{height}: {sum} of {all}");
    }
}

/// A border point: its stone, and the first border point of its string if that has no liberty.
type BorderPoint = Option<(Colour, Option<usize>)>;

/// The border of a partial position by the rules, with flood fill; `None` if a string that is not on the border has no
/// liberty.
fn border_by_rules(rows: usize, placed: &[Option<Colour>]) -> Option<Vec<BorderPoint>> {
    let at = |row: usize, column: usize| placed.get(column * rows + row).copied();
    let column = |row: usize| (placed.len() + rows - 1 - row) / rows;
    let border: Vec<(usize, usize)> =
        (0..rows).filter_map(|row| Some((row, column(row).checked_sub(1)?))).collect();
    let reach = |start: (usize, usize)| {
        let mut string = BTreeSet::from([start]);
        let mut found = vec![start];
        let mut has_liberty = false;
        while let Some((row, column)) = found.pop() {
            for (dy, dx) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let (Some(y), Some(x)) = (row.checked_add_signed(dy), column.checked_add_signed(dx)) else {
                    continue;
                };
                match (y < rows).then(|| at(y, x)).flatten() {
                    Some(None) => has_liberty = true,
                    Some(stone) if Some(stone) == at(row, column) && string.insert((y, x)) => {
                        found.push((y, x));
                    }
                    _ => {}
                }
            }
        }
        (string, has_liberty)
    };
    let points = (0..placed.len()).map(|index| (index % rows, index / rows));
    for point in points.filter(|&(row, column)| at(row, column).flatten().is_some()) {
        let (string, has_liberty) = reach(point);
        if !has_liberty && !border.iter().any(|point| string.contains(point)) {
            return None;
        }
    }
    let described = border.iter().map(|&(row, column)| {
        let colour = at(row, column).flatten()?;
        let (string, has_liberty) = reach((row, column));
        let first = border.iter().position(|point| string.contains(point));
        Some((colour, first.filter(|_| !has_liberty)))
    });
    Some(described.collect())
}

/// The same for an explicit border.
fn border_by_states(border: &Strip) -> Vec<BorderPoint> {
    let points = border.points();
    let first = |label| points.iter().position(|point| point.label() == Some(label));
    points.iter().map(|point| Some((point.colour()?, point.label().and_then(first)))).collect()
}

#[test]
fn every_transition_agrees_with_the_rules() {
    // All partial positions of up to `points` points: each border, built point by point, must be the one that flood
    // fill finds.
    for (rows, points) in [(1, 8), (2, 9), (3, 10), (4, 10)] {
        let mut partial: BTreeMap<Vec<Option<Colour>>, Strip> = BTreeMap::from([(Vec::new(), edge(rows))]);
        for index in 0..points {
            let row = index % rows;
            let mut next = BTreeMap::new();
            for (placed, border) in &partial {
                for stone in [None, Some(Colour::White), Some(Colour::Black)] {
                    let placed = [&placed[..], &[stone]].concat();
                    let after = border.place(row, row.checked_sub(1), stone).map(|(strip, _)| strip);
                    let by_rules = border_by_rules(rows, &placed);
                    assert_eq!(after.is_some(), by_rules.is_some(), "{placed:?}");
                    if let (Some(after), Some(by_rules)) = (after, by_rules) {
                        // In the first column, points below the last placed one are still the edge.
                        let described = border_by_states(&after);
                        assert_eq!(described[..by_rules.len()], by_rules, "{placed:?}");
                        next.insert(placed, after);
                    }
                }
            }
            partial = next;
        }
    }
}

#[test]
fn too_little_memory_is_refused() {
    let stop = Stop::new();
    let refusal = |side: usize, memory: u64| {
        let board = BoardSides::new(side, side).expect("a board");
        let refusal = count(board, &Settings::in_memory(memory, &stop), &mut |_: CountProgress| ());
        refusal.expect_err("too little memory").to_string()
    };
    assert!(refusal(9, 1 << 20).contains("--dir"));
    // Refused before the tables are made, which would take minutes and 30 GB.
    assert!(refusal(19, 1 << 30).contains("--dir"));
    let place = tempfile::tempdir().expect("a directory");
    let settings = Settings { directory: Some(place.path()), ..Settings::in_memory(1 << 30, &stop) };
    let refusal = count(BoardSides::new(19, 19).expect("a board"), &settings, &mut |_| ());
    assert!(refusal.expect_err("too little memory").to_string().contains("tables of height 19"));
}

proptest! {
    #[test]
    fn board_texts_never_panic(text in "\\PC*") {
        let _ = text.parse::<BoardSides>();
    }

    #[test]
    fn boards_round_trip(rows in 1_usize..=19, columns in 1_usize..=19) {
        let board = BoardSides::new(rows, columns).expect("a board");
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }
}
