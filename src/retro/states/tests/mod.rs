//! The engine compared with definitions, and its directory after accidents, with a generated game.

pub(super) mod example;

use super::forward;
use super::store::Tables;
use super::*;
use certamen_work::durable::{PREFIX, Wait, WorkError};
use certamen_work::stop::Stop;
use example::Example;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const HOUR: Duration = Duration::from_secs(3600);

fn small() -> Example {
    Example::new(1, [60, 40, 50, 70])
}

/// A game with several blocks in each of three layers.
fn large() -> Example {
    Example::new(2, [9000, 300, 4500, 5000])
}

fn build(game: &Example, store: &Store) {
    for group in game.groups() {
        let ended = solve(game, store, group, HOUR, &mut Monitor::silent(&Stop::new())).unwrap();
        assert_eq!(ended, RunOutcome::Solved);
    }
}

fn search(game: &Example, store: &Store) {
    for group in forward::order(game) {
        let made = MoveSelection::Allowed;
        let ended =
            forward::search(game, store, group, made, HOUR, &mut Monitor::silent(&Stop::new())).unwrap();
        assert_eq!(ended, RunOutcome::Solved);
    }
}

/// The bytes of every file of a directory.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(directory).unwrap().map(read).collect()
}

#[test]
fn every_state_has_its_defined_value() {
    for game in [small(), large()] {
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        build(&game, &store);
        let tables = Tables::open(&game, store).unwrap();
        let all: Vec<u8> = (0..4).collect();
        let resident = Resident::load(&tables, &all, &Stop::new()).unwrap();
        let defined = game.defined();
        let (mut kinds, mut deep) = ([0; 3], 0);
        for (at, forbidden) in game.states() {
            let expected = defined.get(&(at, forbidden)).copied().unwrap_or(Value::DRAW);
            assert_eq!(resident.entry(at).value(Some(forbidden)), expected, "{at:?} without {forbidden:?}");
            kinds[usize::from(expected.is_win()) + 2 * usize::from(expected.is_loss())] += 1;
            deep = deep.max(expected.plies());
        }
        assert!(kinds.iter().all(|&count| count > 10) && deep > 4, "{kinds:?}, {deep} plies");
    }
}

#[test]
fn every_state_has_its_distance() {
    let game = large();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), &game).unwrap();
    search(&game, &store);
    let reached = game.reached();
    assert!(reached.len() > 10_000);
    for (number, shape) in (0..).zip(game.layers()) {
        let distances = Distances::open(&store, shape, MoveSelection::Allowed).unwrap();
        let here = reached.iter().filter(|((at, _), _)| at.layer == number);
        let mut states = vec![0; distances.states().len()];
        let mut least: BTreeMap<u32, u8> = BTreeMap::new();
        for (&(at, _), &distance) in here {
            states[usize::from(distance)] += 1;
            let first = least.entry(at.rank).or_insert(distance);
            *first = distance.min(*first);
        }
        assert_eq!(distances.states(), states, "{}", shape.name);
        let mut ranks = 0..;
        for block in 0..distances.blocks() {
            let mut buffer = Vec::new();
            for (found, rank) in distances.block(block, &mut buffer).unwrap().zip(&mut ranks) {
                assert_eq!(found, least.get(&rank).copied(), "{} {rank}", shape.name);
            }
        }
    }
}

#[test]
fn runs_that_are_stopped_everywhere_end_with_the_same_bytes() {
    let game = large();
    let (whole, broken) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let store = Store::create(whole.path(), &game).unwrap();
    build(&game, &store);
    search(&game, &store);
    let mut stops = 0;
    // Every run stops after one more sweep.
    let mut go_on = |run: &dyn Fn(&Store, &Stop) -> Result<RunOutcome, TableError>| loop {
        match run(&Store::create(broken.path(), &game).unwrap(), &Stop::new()) {
            Err(TableError::Stopped(_)) => stops += 1,
            ended => break assert_eq!(ended.unwrap(), RunOutcome::Solved),
        }
    };
    for group in game.groups() {
        go_on(&|store, stop| {
            let mut watch = |now: SolverProgress<'_>| {
                if matches!(now, SolverProgress::Sweep { .. }) {
                    stop.request();
                }
            };
            solve(&game, store, group, HOUR, &mut Monitor::new(stop, &mut watch))
        });
    }
    for group in forward::order(&game) {
        go_on(&|store, stop| {
            let mut watch = |now: SolverProgress<'_>| {
                if matches!(now, SolverProgress::Sweep { .. }) {
                    stop.request();
                }
            };
            let monitor = &mut Monitor::new(stop, &mut watch);
            forward::search(&game, store, group, MoveSelection::Allowed, HOUR, monitor)
        });
    }
    assert!(stops > 20, "{stops}");
    assert_eq!(contents(whole.path()), contents(broken.path()));
}

#[test]
fn runs_with_a_checkpoint_before_every_stretch_end_with_the_same_bytes() {
    let game = large();
    let (whole, broken) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (store, other) = (Store::create(whole.path(), &game), Store::create(broken.path(), &game));
    let (store, other) = (store.unwrap(), other.unwrap());
    build(&game, &store);
    search(&game, &store);
    let (mut checkpoints, never) = (0, Stop::new());
    for group in game.groups() {
        let mut watch =
            |now: SolverProgress<'_>| checkpoints += u32::from(matches!(now, SolverProgress::Saved));
        solve(&game, &other, group, Duration::ZERO, &mut Monitor::new(&never, &mut watch)).unwrap();
    }
    for group in forward::order(&game) {
        let mut watch =
            |now: SolverProgress<'_>| checkpoints += u32::from(matches!(now, SolverProgress::Saved));
        let monitor = &mut Monitor::new(&never, &mut watch);
        forward::search(&game, &other, group, MoveSelection::Allowed, Duration::ZERO, monitor).unwrap();
    }
    assert!(checkpoints > 50, "{checkpoints}");
    assert_eq!(contents(whole.path()), contents(broken.path()));
}

#[test]
fn games_that_the_engine_cannot_solve_are_refused() {
    let run = |game: &Example| {
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), game).unwrap();
        solve(game, &store, &game.groups()[0], HOUR, &mut Monitor::silent(&Stop::new())).unwrap_err()
    };
    let at = Place { layer: 0, rank: 7 };
    for (count, says) in [
        (0, "has fewer than two moves"),
        (1, "has fewer than two moves"),
        (32, "has more than 31 moves"),
        (34, "has more than 31 moves"),
        (66, "has more than 31 moves"),
    ] {
        let error = run(&small().with_moves(at, count)).to_string();
        assert_eq!(error, format!("position 7 of layer layer0 {says}"), "{count} moves");
    }
    let error = run(&small().with_stray_move(at)).to_string();
    assert_eq!(error, "position 7 of layer layer0 has a move that wins or loses and is not legal");
    let error = run(&small().with_layers(65)).to_string();
    assert_eq!(error, "a game of 65 layers: the engine takes 64");
    let error = run(&small().with_size(u32::MAX)).to_string();
    assert_eq!(error, "layer layer3 has 4294967295 positions: the engine takes 4294901759");
}

#[test]
fn thirty_one_moves_are_solved() {
    let game = small().with_moves(Place { layer: 0, rank: 7 }, 31);
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), &game).unwrap();
    let ended = solve(&game, &store, &game.groups()[0], HOUR, &mut Monitor::silent(&Stop::new())).unwrap();
    assert_eq!(ended, RunOutcome::Solved);
}

#[test]
fn games_that_the_search_cannot_follow_are_refused() {
    let run = |game: &Example| {
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), game).unwrap();
        let group = game.groups().last().unwrap();
        forward::search(game, &store, group, MoveSelection::Allowed, HOUR, &mut Monitor::silent(&Stop::new()))
    };
    let start = Place { layer: 3, rank: 0 };
    let error = run(&small().with_loops(start, 32)).unwrap_err().to_string();
    assert_eq!(error, "position 0 of layer layer3 has more than 31 moves");
    assert_eq!(run(&small().with_loops(start, 31)).unwrap(), RunOutcome::Solved);
    assert!(matches!(run(&small().with_layers(65)), Err(TableError::TooManyLayers(65))));
}

#[test]
fn files_of_a_killed_run_are_no_obstacle() {
    let game = small();
    let directory = TempDir::new().unwrap();
    let leftover = directory.path().join(format!("{PREFIX}half"));
    fs::write(&leftover, "{").unwrap();
    Store::create(directory.path(), &game).unwrap();
    assert!(!leftover.exists());
    let other = TempDir::new().unwrap();
    fs::write(other.path().join("letter.txt"), "dear").unwrap();
    assert!(matches!(Store::create(other.path(), &game), Err(TableError::Other { .. })));
}

#[test]
fn one_process_builds_and_others_read() {
    let game = small();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), &game).unwrap();
    let error = Store::create(directory.path(), &game).unwrap_err();
    assert!(matches!(error, TableError::Work(WorkError::Held { .. })), "{error}");
    assert!(error.to_string().contains("is in use"), "{error}");
    let tables = Store::open(directory.path(), &game).unwrap();
    assert!(matches!(tables.table(&game.layers()[0]), Err(TableError::Missing(_))));
    let names: Vec<String> = game.layers().iter().map(|layer| layer.name.clone()).collect();
    let require = |subject: &str| Store::require(directory.path(), subject, &names);
    let error = require(&game.subject()).unwrap_err().to_string();
    assert!(error.ends_with(&format!("{}.table is missing: build it first", names[0])), "{error}");
    build(&game, &store);
    require(&game.subject()).unwrap();
    let error = require("another game").unwrap_err().to_string();
    assert!(error.ends_with("holds an example, not another game"), "{error}");
    // A clone holds the directory as well.
    let clone = store.clone();
    drop(store);
    let stop = Stop::new();
    stop.request();
    let error = Store::create_after(directory.path(), &game.subject(), Wait::Yes, &stop).unwrap_err();
    assert!(matches!(error, TableError::Work(WorkError::Interrupted { .. })), "{error}");
    drop(clone);
    Store::create_after(directory.path(), &game.subject(), Wait::Yes, &stop).unwrap();
}

#[test]
fn damaged_directories_are_refused_in_one_line() {
    let game = small();
    let directory = TempDir::new().unwrap();
    let manifest = directory.path().join("retro.json");
    drop(Store::create(directory.path(), &game).unwrap());
    let text = fs::read_to_string(&manifest).unwrap();
    assert_eq!(
        text,
        "{\n  \"format\": \"certamen-retro\",\n  \"version\": 1,\n  \"subject\": \"an example\"\n}\n"
    );
    for (from, to, says) in [
        ("an example", "another", "holds another, not an example"),
        ("\"version\": 1", "\"version\": 2", "has version 2 of certamen-retro, this program reads 1"),
        ("certamen-retro", "certamen-count", "certamen-count"),
        ("{", "", "is damaged"),
    ] {
        fs::write(&manifest, text.replacen(from, to, 1)).unwrap();
        for result in [Store::open(directory.path(), &game), Store::create(directory.path(), &game)] {
            let error = result.unwrap_err().to_string();
            assert!(error.contains(says) && !error.contains('\n'), "{error}");
        }
    }
}
