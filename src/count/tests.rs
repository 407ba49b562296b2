//! The engine against the explicit way, and that against the rules.

use super::board::Board;
use super::engine::Engine;
use super::error::CountError;
use super::point::Colour;
use super::run::{Counted, Progress, Settings, count};
use super::states::{self, edge, successors};
use super::strip::Strip;
use super::valid;
use crate::stop::Stop;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// Known numbers of legal positions, with their source.
const COUNTS: &str = include_str!("../../tests/data/go_positions.tsv");

fn run(
    board: Board,
    memory: u64,
    directory: Option<&Path>,
    stop: &Stop,
) -> Result<Option<Counted>, CountError> {
    let settings = Settings { memory, directory, interval: Duration::ZERO, residues: None, stop };
    count(board, &settings, &mut |_: Progress| ())
}

fn counts(height: usize, width: usize) -> Vec<BigUint> {
    let board = Board::new(height, width).expect("a board");
    run(board, 1 << 30, None, &Stop::new()).expect("enough memory").expect("an answer").counts
}

#[test]
fn published_counts_are_reproduced() {
    let mut lines = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let (board, known) = line.split_once('\t').expect("two fields");
        let board: Board = board.parse().expect("a board");
        // Those of larger boards are reproduced by the documented commands.
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
fn there_are_as_many_states_as_valid_ones() {
    for height in 2..=9 {
        let engine = Engine::new(height);
        for pass in engine.passes() {
            let super::engine::Pass::Step(_, placed) = pass else { continue };
            let (states, valid) = (engine.states(pass), valid::classes(height, placed));
            // A half without stones stands beside both colours of the other; and where the upper half's last point is
            // the shared one, what precedes it is not asked.
            let slack = if placed == height / 2 { valid / 4 + 3 } else { valid / 64 + 3 };
            assert!((valid..=valid + slack).contains(&states), "{height} {placed}: {states}, {valid}");
        }
    }
}

/// All states of a height, in the order in which points are placed, from the edge on until nothing new appears.
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
fn constructible_states_are_few_less_than_valid_ones() {
    // "For 3 x n the number of constructible state classes is 31"; "only 337 of the 109736 valid classes" of height 9.
    let sizes: Vec<usize> = (1..=5).map(|height| constructible(height)[0].len()).collect();
    assert_eq!(sizes[..3], [3, 9, 31]);
    for (height, &size) in (1..).zip(&sizes) {
        let valid = valid::classes(height, 0) as usize;
        assert!((valid - valid / 10..=valid).contains(&size), "{height}: {size} of {valid}");
    }
}

/// What a border point shows: its stone, and the first border point of its string if that has no liberty.
type Shown = Option<(Colour, Option<usize>)>;

/// What the rules say of the border of a partial position, by flood fill, or `None` if a string behind it has no
/// liberty.
fn border_by_rules(rows: usize, placed: &[Option<Colour>]) -> Option<Vec<Shown>> {
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

/// The same of an explicit border.
fn border_by_states(border: &Strip) -> Vec<Shown> {
    let points = border.points();
    let first = |label| points.iter().position(|point| point.label() == Some(label));
    points.iter().map(|point| Some((point.colour()?, point.label().and_then(first)))).collect()
}

#[test]
fn every_transition_is_that_of_the_rules() {
    // All partial positions of so many columns; each of their borders, reached point by point, is what flood fill says.
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
                        // In the first column, points below are still the edge.
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
fn states_on_disk_count_the_same() {
    for (height, width) in [(2, 3), (5, 9), (7, 9), (8, 8)] {
        let board = Board::new(height, width).expect("a board");
        let directory = tempfile::tempdir().expect("a directory");
        let stop = Stop::new();
        let settings = Settings {
            memory: 0,
            directory: Some(directory.path()),
            interval: Duration::MAX,
            residues: None,
            stop: &stop,
        };
        let mut was_on_disk = false;
        let counted = count(board, &settings, &mut |seen| was_on_disk = seen.on_disk);
        let counted = counted.expect("room").expect("an answer");
        assert!(was_on_disk);
        assert_eq!(counted.counts, counts(height, width));
        // What is known is told again, and nothing else is left.
        let names: Vec<_> = std::fs::read_dir(directory.path()).expect("a directory").flatten().collect();
        assert_eq!(names.len(), 1);
        let again = run(board, 0, Some(directory.path()), &stop).expect("room").expect("an answer");
        assert_eq!((again.counts, again.expansions), (counted.counts, 0));
    }
}

#[test]
fn fewer_residues_are_the_count_modulo_theirs() {
    let board = Board::new(8, 8).expect("a board");
    let directory = tempfile::tempdir().expect("a directory");
    let stop = Stop::new();
    let settings = Settings {
        memory: 1 << 30,
        directory: Some(directory.path()),
        interval: Duration::MAX,
        residues: NonZeroUsize::new(1),
        stop: &stop,
    };
    let part = count(board, &settings, &mut |_: Progress| ()).expect("room").expect("an answer");
    let whole = count(board, &Settings { residues: None, ..settings }, &mut |_| ())
        .expect("room")
        .expect("an answer");
    let modulus = part.modulus.expect("a board of two residues");
    assert_eq!((part.residues, whole.residues, whole.modulus), (1, 2, None));
    assert_eq!(whole.counts, counts(8, 8));
    for (part, whole) in part.counts.iter().zip(&whole.counts) {
        assert_eq!(*part, whole % &modulus);
    }
    assert!(whole.expansions == part.expansions, "the first residue is not made again");
}

#[test]
fn a_stopped_count_goes_on() {
    let board = Board::new(6, 8).expect("a board");
    let directory = tempfile::tempdir().expect("a directory");
    let mut runs = 0;
    let counted = loop {
        let stop = Stop::new();
        let settings = Settings {
            memory: 1 << 20,
            directory: Some(directory.path()),
            interval: Duration::ZERO,
            residues: None,
            stop: &stop,
        };
        let mut seen = 0;
        let outcome = count(board, &settings, &mut |_| {
            seen += 1;
            if seen > 5 {
                stop.request();
            }
        });
        if let Some(counted) = outcome.expect("room") {
            break counted;
        }
        runs += 1;
        assert!(runs < 100);
    };
    assert!(runs > 5, "{runs}");
    assert_eq!(counted.counts, counts(6, 8));
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let board = Board::new(6, 6).expect("a board");
    let directory = tempfile::tempdir().expect("a directory");
    let stop = Stop::new();
    stop.request();
    assert_eq!(run(board, 1 << 24, Some(directory.path()), &stop).expect("room"), None);
    let other = Board::new(5, 6).expect("a board");
    let complaint = run(other, 1 << 24, Some(directory.path()), &Stop::new()).expect_err("another count");
    assert!(complaint.to_string().contains("height 6, width 6"), "{complaint}");

    let values = directory.path().join("values-0-0-0.bin");
    let good = std::fs::read(&values).expect("values");
    for damage in [|bytes: &mut Vec<u8>| bytes[1000] ^= 1, |bytes: &mut Vec<u8>| bytes.truncate(999)] {
        let mut bytes = good.clone();
        damage(&mut bytes);
        std::fs::write(&values, bytes).expect("room");
        let complaint = run(board, 1 << 24, Some(directory.path()), &Stop::new()).expect_err("damage");
        assert!(complaint.to_string().contains("values-0-0-0.bin"), "{complaint}");
    }
    std::fs::write(&values, good).expect("room");

    let manifest = directory.path().join("count.json");
    let good = std::fs::read_to_string(&manifest).expect("a manifest");
    for (from, to) in [
        ("\"version\": 1", "\"version\": 2"),
        ("certamen-count", "other"),
        ("\"residues\": 1", "\"residues\": 9"),
        ("\"pass\": 0", "\"pass\": 77"),
        ("{", "["),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        std::fs::write(&manifest, good.replacen(from, to, 1)).expect("room");
        run(board, 1 << 24, Some(directory.path()), &Stop::new()).expect_err(to);
    }
    std::fs::write(&manifest, good).expect("room");
    let counted =
        run(board, 1 << 24, Some(directory.path()), &Stop::new()).expect("room").expect("an answer");
    assert_eq!(counted.counts, counts(6, 6));
}

#[test]
fn too_little_memory_is_said() {
    let board = Board::new(9, 9).expect("a board");
    let complaint = run(board, 1 << 20, None, &Stop::new()).expect_err("too little");
    assert!(complaint.to_string().contains("--dir"), "{complaint}");
}

proptest! {
    #[test]
    fn board_texts_never_panic(text in "\\PC*") {
        let _ = text.parse::<Board>();
    }

    #[test]
    fn boards_come_back(rows in 1_usize..=19, columns in 1_usize..=19) {
        let board = Board::new(rows, columns).expect("a board");
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }
}
