//! Runs that are broken off, and values on disk: the tables have the same bytes, whatever happened on the way.

use super::super::disk::Extent;
use super::super::{Kind, Monitor, RetroError, Solver, SolverProgress, Store};
use super::tables::{contents, several};
use super::{Made, ending, heap, made};
use certamen_work::stop::Stop;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

type Files = BTreeMap<String, Vec<u8>>;

fn built<'g>(game: &'g Made, prepare: &dyn Fn(Solver<'g, Made>) -> Solver<'g, Made>) -> Files {
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    prepare(Solver::new(game)).build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    contents(directory.path())
}

/// What the watcher of a run that is killed throws.
struct Killed;

/// Builds with a kill at every event in turn. A kill lets nothing more be written. Returns the number of kills.
fn built_with_kills<'g>(
    game: &'g Made,
    directory: &Path,
    prepare: &dyn Fn(Solver<'g, Made>) -> Solver<'g, Made>,
) -> u64 {
    let mut last = 1;
    while killed_after(last, game, directory, prepare) {
        last += 1;
    }
    last - 1
}

/// Builds with a kill at the event of this number. Returns whether it was killed before its end.
fn killed_after<'g>(
    last: u64,
    game: &'g Made,
    directory: &Path,
    prepare: &dyn Fn(Solver<'g, Made>) -> Solver<'g, Made>,
) -> bool {
    let run = || {
        let store = Store::create(directory, "a game").unwrap();
        let mut events = 0;
        let mut watch = |_: SolverProgress<'_>| {
            events += 1;
            if events == last {
                resume_unwind(Box::new(Killed));
            }
        };
        let solver = prepare(Solver::new(game)).checkpoint_every(Duration::ZERO);
        solver.build(&store, &mut Monitor::new(&Stop::new(), &mut watch))
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(ended) => {
            ended.unwrap();
            false
        }
        Err(thrown) => {
            assert!(thrown.is::<Killed>());
            true
        }
    }
}

/// The ways in which a game can be solved in a directory.
type Prepare<'g> = Box<dyn Fn(Solver<'g, Made>) -> Solver<'g, Made>>;

fn ways<'g>(game: &Made, kind: Kind) -> [Prepare<'g>; 3] {
    let least = {
        let solver = Solver::new(game);
        let groups = solver.groups().unwrap();
        groups.iter().map(|group| solver.solving().least_memory(group)).max().unwrap() as u64
    };
    let scored = move |solver: Solver<'g, Made>| solver.with_scores().kind(kind);
    [
        Box::new(scored),
        Box::new(move |solver| scored(solver).memory(least)),
        Box::new(move |solver| scored(solver).memory(0)),
    ]
}

#[test]
fn runs_that_are_killed_everywhere_end_with_the_same_bytes() {
    let game = several();
    let whole = built(&game, &|solver| solver);
    for (number, prepare) in ways(&game, Kind::Plies).iter().enumerate() {
        let directory = TempDir::new().unwrap();
        let kills = built_with_kills(&game, directory.path(), prepare);
        assert!(kills > 5, "{kills}");
        assert_eq!(contents(directory.path()), whole, "way {number}");
    }
    let heap = heap(12, 5);
    let whole = built(&heap, &|solver| solver);
    for prepare in ways(&heap, Kind::Plies) {
        let directory = TempDir::new().unwrap();
        assert!(built_with_kills(&heap, directory.path(), &prepare) > 10);
        assert_eq!(contents(directory.path()), whole);
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_finishes() {
    let game = several();
    let whole = built(&game, &|solver| solver);
    for (number, prepare) in ways(&game, Kind::Plies).iter().enumerate() {
        let directory = TempDir::new().unwrap();
        let mut kills = 0;
        // Always killed after the same few events: without checkpoints it would never end.
        while killed_after(8, &game, directory.path(), prepare) {
            kills += 1;
            assert!(kills < 2000, "way {number} makes no progress");
        }
        assert!(kills > 1, "{kills}");
        assert_eq!(contents(directory.path()), whole, "way {number}");
    }
}

#[test]
fn scores_survive_kills_too() {
    let mut game = heap(12, 5);
    game.scores[0] = -3;
    let [in_memory, ..] = ways(&game, Kind::Score);
    let whole = built(&game, &in_memory);
    for prepare in ways(&game, Kind::Score) {
        let directory = TempDir::new().unwrap();
        assert!(built_with_kills(&game, directory.path(), &prepare) > 10);
        assert_eq!(contents(directory.path()), whole);
    }
}

#[test]
fn another_way_begins_anew_and_leaves_nothing() {
    let game = several();
    let whole = built(&game, &|solver| solver);
    let directory = TempDir::new().unwrap();
    let ways = ways(&game, Kind::Plies);
    // Each run is stopped, and the next one has other memory.
    for prepare in ways.iter().chain(&ways) {
        let store = Store::create(directory.path(), "a game").unwrap();
        let (stop, mut events) = (Stop::new(), 0);
        let mut watch = |now: SolverProgress<'_>| {
            events += u32::from(matches!(now, SolverProgress::Plies { .. } | SolverProgress::Looked { .. }));
            if events == 3 {
                stop.request();
            }
        };
        let solver = prepare(Solver::new(&game)).checkpoint_every(Duration::ZERO);
        let ended = solver.build(&store, &mut Monitor::new(&stop, &mut watch));
        assert!(matches!(ended, Ok(()) | Err(RetroError::Stopped(_))), "{ended:?}");
    }
    let store = Store::create(directory.path(), "a game").unwrap();
    Solver::new(&game).build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    drop(store);
    assert_eq!(contents(directory.path()), whole);
}

#[test]
fn a_changed_checkpoint_is_refused_in_one_line() {
    let game = several();
    for (memory, names) in
        [(2 << 20, ["turned", "state"]), (100_000, ["sweep", "sweep"]), (0, ["disk", "window-0"])]
    {
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), "a game").unwrap();
        let (stop, mut plies) = (Stop::new(), 0);
        let mut watch = |now: SolverProgress<'_>| {
            plies += u32::from(matches!(now, SolverProgress::Plies { .. }));
            if plies == 3 {
                stop.request();
            }
        };
        let ended = Solver::new(&game).memory(memory).build(&store, &mut Monitor::new(&stop, &mut watch));
        assert!(matches!(ended, Err(RetroError::Stopped(_))), "{ended:?}");
        for name in names {
            let path = directory.path().join(format!("l0.plies.{name}"));
            let good = std::fs::read(&path).unwrap();
            let mut bad = good.clone();
            let last = bad.len() - 1;
            bad[last] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            let error = Solver::new(&game)
                .memory(memory)
                .build(&store, &mut Monitor::silent(&Stop::new()))
                .unwrap_err();
            let says = error.to_string();
            assert!(says.contains(name) && says.contains("is damaged") && !says.contains('\n'), "{says}");
            std::fs::write(&path, &good).unwrap();
        }
        Solver::new(&game).memory(memory).build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    }
}

#[test]
fn a_disk_without_room_is_refused_before_anything_starts() {
    let game = several();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    let build = |disk| {
        Solver::new(&game).memory(0).disk(Some(disk)).build(&store, &mut Monitor::silent(&Stop::new()))
    };
    let error = build(47_999).unwrap_err().to_string();
    let says = "does not fit in the memory that is allowed, and needs 48000 bytes of disk with all tables, more \
                than the 47999 that are free or allowed";
    assert!(error.ends_with(says), "{error}");
    assert_eq!(contents(directory.path()).len(), 1);
    build(48_000).unwrap();
}

/// Windows and batches of these sizes, in place of those that follow from the memory.
fn extents(size: u64) -> Vec<Extent> {
    let windows = [1, 7, size - 1, size, size + 1];
    let requests = [1, 5, 1000];
    let pairs = windows.into_iter().zip(requests.into_iter().cycle());
    pairs.map(|(window, requests)| Extent { window, requests }).collect()
}

#[test]
fn windows_of_every_size_give_the_same_bytes() {
    let turns = |at: usize| {
        Some(match at % 5 {
            0 => Err(ending_of(at)),
            _ => Ok(vec![(at * 7 + 1) % 60, (at + 30) % 60, at / 2]),
        })
    };
    let game = Made::new(&[17, 0, 23, 20], (0..60).map(turns).collect());
    let whole = built(&game, &|solver| solver);
    for size in [17, 23, 60] {
        for extent in extents(size) {
            let on_disk = built(&game, &|mut solver| {
                solver.settings.extent = Some(extent);
                solver
            });
            assert_eq!(on_disk, whole, "{extent:?}");
        }
    }
}

fn ending_of(at: usize) -> encodings::rules::Ending {
    use encodings::rules::Ending;
    [Ending::Lost, Ending::Won, Ending::Drawn, Ending::Lost][at / 5 % 4]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn made_up_games_on_disk_have_the_same_bytes(game in made(), window in 1u64..45, requests in 1u64..30) {
        let whole = built(&game, &|solver| solver);
        let on_disk = built(&game, &|mut solver| {
            solver.settings.extent = Some(Extent { window, requests });
            solver
        });
        prop_assert_eq!(on_disk, whole);
    }

    #[test]
    fn scores_on_disk_have_the_same_bytes(end in ending(), size in 2usize..60, window in 1u64..65) {
        let turn = |at: usize| if at == 0 { Err(end) } else { Ok((at.saturating_sub(3)..at).collect()) };
        let mut game = Made::new(&[size as u64], (0..size).map(|at| Some(turn(at))).collect());
        game.scores[0] = 5;
        let whole = built(&game, &|solver| solver.with_scores().kind(Kind::Score));
        let on_disk = built(&game, &|mut solver| {
            solver.settings.extent = Some(Extent { window, requests: 3 });
            solver.with_scores().kind(Kind::Score)
        });
        prop_assert_eq!(on_disk, whole);
    }
}

#[test]
fn what_cannot_be_solved_is_the_same_error_on_disk() {
    let mut upwards = heap(4, 1);
    upwards.leads_to[1].clear();
    let lost = Some(Err(encodings::rules::Ending::Lost));
    let vacant = Made::new(&[2], vec![None, Some(Ok(vec![0]))]);
    let below = Made::new(&[1, 1], vec![None, Some(Ok(vec![0]))]);
    let stuck = Made::new(&[2], vec![lost, Some(Ok(vec![]))]);
    for (game, says) in [
        (upwards, "is not said to lead to layer"),
        (vacant, "a move leads to number 0 of layer l0, which stands for no position"),
        (below, "a move leads to number 0 of layer l0, which stands for no position"),
        (stuck, "position 1 has no move, and the game is not over there"),
    ] {
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), "a game").unwrap();
        let solver = Solver::new(&game).memory(0).checks(false);
        let error: RetroError = solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    let circle = Made::new(&[2], vec![Some(Ok(vec![1])), Some(Ok(vec![0]))]);
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    let solver = Solver::new(&circle).with_scores().kind(Kind::Score).memory(0);
    let error = solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap_err();
    assert!(matches!(error, RetroError::Cycle(_)), "{error}");
}
