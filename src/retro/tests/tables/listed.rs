//! Games over the positions that they reach, against the same games by numbers.

use super::ruled::{Ahead, breakthrough, hexapawn};
use certamen_retro::positions::{Game, LayerShape, Monitor, Place, RetroError, Solver, Turn};
use certamen_retro::ruled::{Exploration, Ruled, RuledSettings, RuledSubject, Walk};
use certamen_retro::subject::{AnyRetro, NotatedGame, Options, Wanted};
use certamen_work::stop::Stop;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

type Pawns<const F: usize, const R: usize> = Ruled<&'static Ahead<F, R>>;

fn by_numbers<const F: usize, const R: usize>(rules: &'static Ahead<F, R>) -> Pawns<F, R> {
    Ruled::explore(rules, Exploration::All, 1 << 30, &mut Monitor::silent(&Stop::new())).expect("solved")
}

fn walk<const F: usize, const R: usize>(
    rules: &'static Ahead<F, R>,
    limits: (u64, u64),
) -> Result<Pawns<F, R>, u64> {
    match Ruled::walk(rules, limits, &mut Monitor::silent(&Stop::new())).expect("solved") {
        Walk::Complete(game) => Ok(*game),
        Walk::TooMany(limit) => Err(limit),
    }
}

fn size(shapes: &[LayerShape]) -> u64 {
    shapes.iter().map(|shape| shape.size).sum()
}

/// The places that are reached, by a walk over numbers.
fn reached<G: NotatedGame>(game: &G) -> HashSet<Place> {
    let mut waiting = vec![game.start().expect("solved")];
    let mut met: HashSet<Place> = waiting.iter().filter_map(|start| game.place(start)).collect();
    while let Some(position) = waiting.pop() {
        let mut next = Vec::new();
        if game.turn(&position, &mut next) == Turn::Moves {
            waiting.extend(next.into_iter().filter(|next| game.place(next).is_some_and(|at| met.insert(at))));
        }
    }
    met
}

fn compared<const F: usize, const R: usize>(rules: &'static Ahead<F, R>) -> u64 {
    let (numbers, list) = (by_numbers(rules), walk(rules, (1 << 24, 1 << 30)).expect("solved"));
    let (by_numbers, by_list) =
        (Solver::new(&numbers).solve().expect("solved"), Solver::new(&list).solve().expect("solved"));
    let mut met = HashSet::new();
    for (layer, shape) in (0..).zip(list.layers()) {
        for rank in 0..shape.size {
            let at = Place { layer, rank };
            let position = list.position(at).expect("solved");
            assert_eq!(list.place(&position), Some(at));
            assert!(list.twins(&position).iter().all(|twin| list.place(twin) == Some(at)));
            let number = numbers.place(&position).expect("solved");
            assert!(met.insert(number));
            assert_eq!(by_list.value(at), by_numbers.value(number), "{position:?}");
        }
    }
    assert_eq!(met, reached(&numbers));
    let distances = |solver: Solver<'_, Pawns<F, R>>, game: &Pawns<F, R>| {
        solver
            .distances(&game.start().expect("solved"), None, &mut Monitor::silent(&Stop::new()))
            .expect("solved")
    };
    assert_eq!(distances(Solver::new(&list), &list), distances(Solver::new(&numbers), &numbers));
    assert!(size(list.layers()) < size(numbers.layers()));
    met.len() as u64
}

static SMALL: Ahead<3, 4> = breakthrough(1);
static HEXAPAWN: Ahead<4, 3> = hexapawn();

#[test]
fn a_list_has_what_is_reached_with_the_values_of_numbers() {
    assert!(compared(&SMALL) > 1000);
    assert!(compared(&HEXAPAWN) > 100);
}

#[test]
fn a_list_is_refused_beyond_its_limits() {
    let count = size(walk(&SMALL, (u64::MAX, u64::MAX)).unwrap().layers());
    // Twelve squares with two bits each are three bytes.
    let bytes = |positions: u64| (u64::MAX, 30 * positions);
    for enough in [(count, u64::MAX), (count + 1, u64::MAX), bytes(count)] {
        assert_eq!(size(walk(&SMALL, enough).unwrap().layers()), count);
    }
    for (limit, limits) in [
        (count - 1, (count - 1, u64::MAX)),
        (1, (1, u64::MAX)),
        (0, (0, u64::MAX)),
        (count - 1, bytes(count - 1)),
        (0, bytes(0)),
    ] {
        assert_eq!(walk(&SMALL, limits).unwrap_err(), limit);
    }
    let stop = Stop::new();
    stop.request();
    let walked = Ruled::walk(&SMALL, (u64::MAX, u64::MAX), &mut Monitor::silent(&stop));
    assert!(matches!(walked, Err(RetroError::Stopped(_))), "{walked:?}");
}

fn subject<const F: usize, const R: usize>(rules: &'static Ahead<F, R>) -> impl AnyRetro {
    let is_puzzle = |_: &Ahead<F, R>, _, value, _: &[_]| value == certamen_retro::positions::Value::Win(1);
    let settings = RuledSettings { puzzle: Some(("a ply wins", is_puzzle)), ..RuledSettings::default() };
    RuledSubject::new(rules).with_settings(settings)
}

/// Too little disk for the tables of all numbers: a list is made.
fn little<const F: usize, const R: usize>(rules: &'static Ahead<F, R>) -> Options {
    Options { disk: Some(2 * size(by_numbers(rules).layers()) - 1), ..Options::default() }
}

fn built<const F: usize, const R: usize>(rules: &'static Ahead<F, R>, directory: &Path) -> String {
    let built =
        subject(rules).build(directory, &little(rules), &mut Monitor::silent(&Stop::new())).expect("built");
    built.text
}

#[test]
fn every_verb_has_the_list() {
    let (stop, here) = (Stop::new(), tempfile::TempDir::new().unwrap());
    let (listed, numbered) = (here.path().join("list"), here.path().join("numbers"));
    let count = size(walk(&SMALL, (u64::MAX, u64::MAX)).unwrap().layers());
    let text = built(&SMALL, &listed);
    assert!(text.contains(&format!("{count} positions, all that are reached")), "{text}");
    let game = subject(&SMALL);
    let plan = game.plan(&little(&SMALL), &stop).unwrap();
    assert!(plan.is_listed && plan.numbers() == u128::from(count) && plan.fits());
    assert!(!game.plan(&Options::default(), &stop).unwrap().is_listed);
    game.build(&numbered, &Options::default(), &mut Monitor::silent(&stop)).unwrap();
    assert!(!numbered.join("positions.list").exists());
    let stats = game.stats(&listed, &mut Monitor::silent(&stop)).unwrap();
    assert_eq!(stats.object["tables"][0]["positions"], count);
    let audit = game.audit(&listed, &Options::default(), 100, &mut Monitor::silent(&stop)).unwrap();
    assert_eq!(audit.object["tables"][0]["positions"], count);
    assert_eq!(audit.object["verdict"], "agrees");
    assert_eq!(game.probe(&listed, None).unwrap().text, game.probe(&numbered, None).unwrap().text);
    let longest = game.longest(&listed, false, None, &mut Monitor::silent(&stop)).unwrap();
    assert!(longest.object["count"].as_u64().unwrap() > 0);
    let puzzles = |path| game.puzzles(path, Wanted::default(), 3, &mut Monitor::silent(&stop)).unwrap();
    let found = |path| puzzles(path).object["puzzles"].as_u64().unwrap();
    assert!(0 < found(&listed) && found(&listed) < found(&numbered));
    let compare = |one, other| game.compare(one, (&game, other), &mut Monitor::silent(&stop)).unwrap().object;
    assert_eq!(compare(&listed, &numbered)["missing"], 0);
    assert_eq!(compare(&listed, &numbered)["kinds"].as_array().unwrap().len(), 2);
    assert!(compare(&numbered, &listed)["missing"].as_u64().unwrap() > 0);
    // Two pawns that no game brings so far with all others at home.
    let error = game.probe(&listed, Some("X../XX./.../OOO")).unwrap_err().to_string();
    assert!(error.contains("is not reached from the start"), "{error}");
    // A second run has nothing to do.
    assert_eq!(built(&SMALL, &listed), text);
}

#[test]
fn neither_numbers_nor_a_list_have_room() {
    let here = tempfile::TempDir::new().unwrap();
    let options = Options { memory: 3000, ..little(&SMALL) };
    let error = subject(&SMALL).build(here.path(), &options, &mut Monitor::silent(&Stop::new())).unwrap_err();
    assert!(matches!(&error, RetroError::NoList { most: 100, .. }), "{error}");
    assert!(error.to_string().ends_with("more than 100 positions are reached, too many for a list of them"));
}

#[test]
fn a_list_that_is_changed_cut_exchanged_or_missing_is_refused() {
    let here = tempfile::TempDir::new().unwrap();
    let (own, other) = (here.path().join("own"), here.path().join("other"));
    built(&SMALL, &own);
    built(&HEXAPAWN, &other);
    let path = own.join("positions.list");
    let bytes = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], says: &str| {
        fs::write(&path, bytes).unwrap();
        let error = subject(&SMALL).probe(&own, None).unwrap_err().to_string();
        assert!(error.contains("positions.list") && error.contains(says), "{error}");
        assert!(!error.contains('\n'));
    };
    for place in [0, 9, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[place] ^= 4;
        refused(&changed, "");
    }
    for length in [0, 15, bytes.len() / 2, bytes.len() - 1] {
        refused(&bytes[..length], "");
    }
    refused(&fs::read(other.join("positions.list")).unwrap(), "is the list of positions of");
    fs::remove_file(&path).unwrap();
    let error = subject(&SMALL).probe(&own, None).unwrap_err().to_string();
    assert!(error.contains("positions.list is missing"), "{error}");
    fs::write(&path, &bytes).unwrap();
    subject(&SMALL).probe(&own, None).unwrap();
}
