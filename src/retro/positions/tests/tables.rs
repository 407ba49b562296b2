//! Tables on disk: resuming, reading, forging and refusing them; and statistics over all positions.

use super::super::table::Width;
use super::super::value::NOTHING;
use super::super::{
    Census, Game, Kind, LayerShape, Monitor, Place, RetroError, Solver, SolverProgress, Store, Value,
};
use super::Made;
use certamen_work::durable::PREFIX;
use certamen_work::stop::Stop;
use encodings::rules::Ending;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Replaces the table of a layer.
fn write(store: &Store, layer: &LayerShape, codes: &[u16]) {
    let mut table = store.write(layer, Kind::Plies, Width::Wide).unwrap();
    for &code in codes {
        table.push(code).unwrap();
    }
    table.finish().unwrap();
}

/// A game of several groups of several layers, with every kind of value.
pub(super) fn several() -> Made {
    let turn = |at: usize| match at {
        0 => Some(Err(Ending::Lost)),
        1 => None,
        2 => Some(Err(Ending::Drawn)),
        _ if at % 7 == 3 => Some(Ok(vec![at - 1 - usize::from(at - 1 == 1)])),
        _ => {
            let next = [at / 2, at - 1, (at + 3).min(11_999), at - at % 1000];
            Some(Ok(next.into_iter().filter(|&next| next != 1).collect()))
        }
    };
    Made::new(&[2000, 3000, 1000, 5000, 1000], (0..12_000).map(turn).collect())
}

pub(super) fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(directory).unwrap().map(read).collect()
}

#[test]
fn runs_that_are_stopped_everywhere_end_with_the_same_bytes() {
    let game = several();
    let whole = TempDir::new().unwrap();
    let store = Store::create(whole.path(), "a game").unwrap();
    let solver = || Solver::new(&game).memory(2 << 20);
    solver().build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    let files = contents(whole.path());
    assert_eq!(files.len(), 6);
    // Each method in turn: moves in memory, moves made again, values on disk. Each run is stopped at its nth event.
    for memory in [2 << 20, 100_000, 0] {
        let broken = TempDir::new().unwrap();
        let mut stops = 0;
        for last in 1.. {
            let store = Store::create(broken.path(), "a game").unwrap();
            fs::write(broken.path().join(format!("{PREFIX}half")), "left by a killed process").unwrap();
            let (stop, mut events) = (Stop::new(), 0);
            let mut watch = |_: SolverProgress<'_>| {
                events += 1;
                if events == last {
                    stop.request();
                }
            };
            match Solver::new(&game).memory(memory).build(&store, &mut Monitor::new(&stop, &mut watch)) {
                Err(RetroError::Stopped(_)) => stops += 1,
                ended => {
                    ended.unwrap();
                    break;
                }
            }
        }
        assert!(stops > 3, "{stops}");
        drop(Store::create(broken.path(), "a game").unwrap());
        assert_eq!(contents(broken.path()), files, "{memory}");
    }
}

#[test]
fn tables_say_what_was_solved_and_an_audit_agrees() {
    let game = several();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    let solver = Solver::new(&game);
    solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    let solved = solver.solve().unwrap();
    for at in (0..12_000).step_by(13).chain([0, 1, 2]) {
        let place = game.place(&at).unwrap();
        assert_eq!(store.value(&game, place).unwrap(), solved.value(place), "{at}");
    }
    let tables = store.complete(&game, Kind::Plies).unwrap();
    let audit = solver.audit(&tables, &mut Monitor::silent(&Stop::new())).unwrap();
    assert_eq!((audit.positions, audit.wrong, audit.layers), (11_999, 0, 5));
    assert_eq!(
        Solver::new(&game).memory(0).audit(&tables, &mut Monitor::silent(&Stop::new())).unwrap(),
        audit
    );
    let census = solver.census(&tables).unwrap();
    let all = census.iter().fold(Census::default(), |all, (_, census)| all.joined(census));
    assert_eq!((all.numbers, all.positions), (12_000, 11_999));
    let decided: u64 = all.won.values().chain(all.lost.values()).sum();
    assert!(decided > 100 && all.drawn > 0 && decided + all.drawn == all.positions);
    let longest = solver.longest(&tables, false, 3).unwrap();
    assert_eq!(longest.plies, all.won.keys().next_back().copied());
    assert_eq!(Some(&longest.count), all.won.values().next_back());
    for at in longest.places {
        assert_eq!(solved.value(at), longest.plies.map(Value::Win));
    }
}

#[test]
fn forged_values_are_named_by_an_audit() {
    let game = several();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    let solver = Solver::new(&game);
    solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    let tables = store.complete(&game, Kind::Plies).unwrap();
    let layer = &game.layers()[0];
    let codes = store.table(layer, Kind::Plies).unwrap().codes().unwrap();
    for rank in [0, 1, 2, 10, 999] {
        for forged in [Value::Draw.code(), Value::Win(40).code(), Value::Loss(3).code(), NOTHING] {
            let mut changed = codes.clone();
            if std::mem::replace(&mut changed[rank], forged) == forged {
                continue;
            }
            write(&store, layer, &changed);
            // A move to a number without a position is an error of its own.
            for solver in [Solver::new(&game), Solver::new(&game).memory(0)] {
                match solver.audit(&tables, &mut Monitor::silent(&Stop::new())) {
                    Ok(audit) => assert!(audit.wrong > 0, "{rank} {forged}"),
                    Err(error) => {
                        assert!(forged == NOTHING && matches!(error, RetroError::Vacant { .. }), "{error}");
                    }
                }
            }
        }
    }
    write(&store, layer, &codes);
    assert_eq!(solver.audit(&tables, &mut Monitor::silent(&Stop::new())).unwrap().wrong, 0);
    let stop = Stop::new();
    stop.request();
    let stopped = solver.audit(&tables, &mut Monitor::silent(&stop));
    assert!(matches!(stopped, Err(RetroError::Stopped(_))), "{stopped:?}");
}

#[test]
fn tables_of_something_else_are_refused_in_one_line() {
    let game = several();
    let directory = TempDir::new().unwrap();
    let store = Store::create(directory.path(), "a game").unwrap();
    let solver = Solver::new(&game);
    let says = |result: Result<Option<Value>, RetroError>, says: &str| {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains('\n'), "{error}");
    };
    let at = Place { layer: 0, rank: 0 };
    says(store.value(&game, at), "l0.plies is missing: build it first");
    solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    // The same name with another size, and the table of another layer.
    let mut other = several();
    other.shapes[0].size = 1999;
    says(
        store.value(&other, at),
        "layer l0 of a game with 2000 numbers, expected plies of layer l0 of a game with 1999",
    );
    let path = |layer: usize| store.table_path(&game.layers()[layer], Kind::Plies);
    let kept = fs::read(path(0)).unwrap();
    fs::copy(path(2), path(0)).unwrap();
    says(store.value(&game, at), "is the table of plies of layer l2");
    fs::write(path(0), &kept[..kept.len() - 1]).unwrap();
    says(store.value(&game, at), "is damaged");
    let error = solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap_err().to_string();
    assert!(error.contains("is damaged"), "{error}");
    fs::write(path(0), &kept).unwrap();
    drop(store);
    let manifest = directory.path().join("retro.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (from, to, says) in [
        ("a game", "another", "holds another, not a game"),
        (
            "\"version\": 1",
            "\"version\": 2",
            "has version 2 of certamen-retro-positions, this program reads 1",
        ),
        (
            "certamen-retro-positions",
            "certamen-retro",
            "has format certamen-retro, not certamen-retro-positions",
        ),
    ] {
        fs::write(&manifest, text.replacen(from, to, 1)).unwrap();
        for result in [Store::open(directory.path(), "a game"), Store::create(directory.path(), "a game")] {
            let error = result.unwrap_err().to_string();
            assert!(error.contains(says) && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn distances_are_those_of_a_search() {
    let game = several();
    let search = |solver: Solver<'_, Made>, scratch: Option<&Path>| {
        solver.distances(&11_999, scratch, &mut Monitor::silent(&Stop::new()))
    };
    let found = search(Solver::new(&game), None).unwrap();
    let mut met = HashMap::from([(11_999, 0usize)]);
    let mut next = std::collections::VecDeque::from([11_999]);
    while let Some(at) = next.pop_front() {
        let Some(Ok(moves)) = &game.turns[at] else { continue };
        for &to in moves {
            if !met.contains_key(&to) {
                met.insert(to, met[&at] + 1);
                next.push_back(to);
            }
        }
    }
    let mut counts = vec![0; found.len()];
    for &distance in met.values() {
        counts[distance] += 1;
    }
    assert_eq!(found, counts);
    assert!(found.len() > 5);
    // 12,000 numbers take 3,000 bytes. What a killed search left goes.
    assert_eq!(search(Solver::new(&game).memory(3000), None).unwrap(), counts);
    let scratch = TempDir::new().unwrap();
    fs::write(scratch.path().join(format!("{PREFIX}left")), "left by a killed process").unwrap();
    for memory in [0, 1, 2999] {
        let solver = || Solver::new(&game).memory(memory);
        assert_eq!(search(solver(), Some(scratch.path())).unwrap(), counts, "{memory}");
        assert_eq!(search(solver().disk(Some(3000)), Some(scratch.path())).unwrap(), counts, "{memory}");
        assert!(contents(scratch.path()).is_empty());
        let error = search(solver(), None).unwrap_err().to_string();
        let says =
            format!("distances need at least 3000 bytes, more than the {memory} of memory that are allowed");
        assert_eq!(error, format!("{says}, and no directory is given for what does not fit"));
        let error = search(solver().disk(Some(2999)), Some(scratch.path())).unwrap_err().to_string();
        assert_eq!(error, format!("{says}, and than the 2999 of disk that are free or allowed"));
    }
    let error = search(Solver::new(&game).memory(0), Some(&scratch.path().join("missing"))).unwrap_err();
    assert!(!error.to_string().contains('\n'), "{error}");
    let stop = Stop::new();
    stop.request();
    let stopped =
        Solver::new(&game).memory(0).distances(&11_999, Some(scratch.path()), &mut Monitor::silent(&stop));
    assert!(matches!(stopped, Err(RetroError::Stopped(_))) && contents(scratch.path()).is_empty());
}

#[test]
fn distances_of_many_blocks_are_those_of_a_line() {
    // Three million numbers, more than two blocks: each leads to one of each third, so that a ply has many blocks.
    struct Spread([LayerShape; 2]);
    impl Game for Spread {
        type Position = u64;
        fn subject(&self) -> String {
            "a spread".to_owned()
        }
        fn layers(&self) -> &[LayerShape] {
            &self.0
        }
        fn leads_to(&self, _: u32) -> &[u32] {
            &[0, 1]
        }
        fn position(&self, at: Place) -> Option<u64> {
            Some(u64::from(at.layer) * 1_500_000 + at.rank)
        }
        fn place(&self, number: &u64) -> Option<Place> {
            Some(Place { layer: (number / 1_500_000) as u32, rank: number % 1_500_000 })
        }
        fn turn(&self, number: &u64, next: &mut Vec<u64>) -> super::super::Turn {
            next.extend([(number * 3 + 1) % 3_000_000, (number + 999_983) % 3_000_000]);
            super::super::Turn::Moves
        }
        fn show(&self, number: &u64) -> String {
            number.to_string()
        }
    }
    let layer = |name: &str| LayerShape { name: name.to_owned(), size: 1_500_000 };
    let game = Spread([layer("low"), layer("high")]);
    let scratch = TempDir::new().unwrap();
    let of = |memory: u64| {
        let solver = Solver::new(&game).memory(memory);
        solver.distances(&7, Some(scratch.path()), &mut Monitor::silent(&Stop::new())).unwrap()
    };
    let (in_memory, on_disk) = (of(1 << 30), of(0));
    assert_eq!(in_memory, on_disk);
    // The same by a list of what has been met.
    let (mut met, mut last) = (vec![false; 3_000_000], vec![7u64]);
    met[7] = true;
    for &count in &in_memory {
        assert_eq!(last.len() as u64, count);
        let mut next = Vec::new();
        for number in last {
            let mut after = Vec::new();
            game.turn(&number, &mut after);
            next.extend(after.into_iter().filter(|&to| !std::mem::replace(&mut met[to as usize], true)));
        }
        last = next;
    }
    assert!(last.is_empty() && in_memory.iter().sum::<u64>() > 1_000_000, "{in_memory:?}");
}

#[test]
fn distances_of_games_with_mistakes_are_errors() {
    let lost = Some(Err(Ending::Lost));
    let says = |game: &Made, from: usize, says: &str| {
        let error = Solver::new(game).distances(&from, None, &mut Monitor::silent(&Stop::new())).unwrap_err();
        assert_eq!(error.to_string(), says);
    };
    let mut beyond = Made::new(&[1, 3], vec![lost.clone(), Some(Ok(vec![3])), lost.clone(), lost.clone()]);
    beyond.shapes[1].size = 2;
    says(&beyond, 1, "a move from position 1 leads to position 3: number 2 of layer l1, which has 2");
    let vacant = Made::new(&[2], vec![None, Some(Ok(vec![0]))]);
    says(&vacant, 1, "a move leads to number 0 of layer l0, which stands for no position");
    let stuck = Made::new(&[1], vec![Some(Ok(vec![]))]);
    says(&stuck, 0, "position 0 has no move, and the game is not over there");
}
