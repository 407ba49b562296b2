//! Ostle solved by the retrograde engine, compared with the naive game solved by definition; and after accidents.
//!
//! Every state of small boards (a position and any move that may be forbidden there) has the value that the naive
//! solver finds by repeated passes over all states, for rule 8 as printed and as in the published program.

use crate::{build, game, naive_variant, value};
use certamen::games::ostle::solve::{OstleGame, Rule};
use certamen::retro::states::{self, Entry, Game, RunOutcome, Store, TableError, Tables, Value};
use certamen::work::Stop;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use verify::ostle::{self as naive, ClassState, Solution, State};

/// The engine's result for a naive position with a forbidden move.
struct Engine<'a, const SIDE: usize> {
    tables: Tables<'a, OstleGame<SIDE>>,
}

impl<const SIDE: usize> Engine<'_, SIDE> {
    fn value(&self, position: &naive::Position, forbidden: Option<naive::Move>) -> Value {
        let layout = Position::<SIDE>::LAYOUT;
        let pieces = notation::parse(&naive::write_line(position.board()), layout).expect("a position");
        let game = self.tables.game;
        let position = Position::<SIDE>::new(pieces, game.variant()).expect("a position");
        let place = game.ranking().rank(pieces).place;
        let forbidden = forbidden.map(|forbidden| {
            let forbidden = notation::parse_move(&forbidden.to_string(), layout).expect("a position");
            game.locate(position, forbidden).1
        });
        self.tables.entry(place).expect("an entry").value(forbidden)
    }
}

/// Compares every state with the definition; returns the number of states of each value.
fn compare<const SIDE: usize>(pieces: usize, lose_at: usize, rule: Rule) -> BTreeMap<String, usize> {
    let directory = TempDir::new().expect("a directory");
    let game = game::<SIDE>(pieces, lose_at, rule);
    build(&game, directory.path());
    let store = Store::open(directory.path(), &game).expect("tables");
    let engine = Engine { tables: Tables::open(&game, store).expect("tables") };
    let positions = naive::all_positions(naive_variant(SIDE, pieces, lose_at)).expect("a position");
    let mut census = BTreeMap::new();
    let mut agree = |position: &naive::Position, forbidden, expected: naive::Value| {
        let found = engine.value(position, forbidden);
        assert_eq!(found, value(expected), "{} {forbidden:?}", naive::write_line(position.board()));
        *census.entry(found.to_string()).or_default() += 1;
    };
    match rule {
        Rule::Literal => {
            let states = positions.iter().flat_map(|position| {
                let forbidden = naive::moves(position).into_iter();
                let forbidden = forbidden.filter_map(|mv| State::with_forbidden(position.clone(), mv).ok());
                forbidden.chain([State::new(position.clone())])
            });
            let solution: Solution<State> = naive::solve(states, State::successors);
            solution.iter().for_each(|(state, value)| agree(state.position(), state.forbidden(), value));
        }
        Rule::Paper => {
            let states = positions.iter().map(ClassState::new);
            let solution: Solution<ClassState> = naive::solve(states, ClassState::successors);
            solution.iter().for_each(|(state, value)| agree(state.position(), state.forbidden(), value));
        }
    }
    census
}

#[test]
fn every_state_of_small_boards_has_its_defined_value() {
    for rule in [Rule::Literal, Rule::Paper] {
        for (pieces, lose_at) in [(1, 0), (2, 1), (2, 0), (3, 2)] {
            let census = compare::<3>(pieces, lose_at, rule);
            assert!(census.len() > 2, "{census:?}");
        }
        compare::<4>(1, 0, rule);
    }
}

#[test]
#[ignore = "a minute: the naive solver goes over 1.5 million states again and again"]
fn every_state_of_4x4_with_two_pieces_has_its_defined_value() {
    compare::<4>(2, 1, Rule::Literal);
}

/// The bytes of every file of a directory.
pub(crate) fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a file").map(|entry| entry.expect("a file"));
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().expect("a file"), fs::read(entry.path()).expect("a file"))
    };
    entries.map(read).collect()
}

#[test]
fn a_run_that_is_stopped_everywhere_ends_with_the_same_bytes() {
    let game = game::<4>(2, 0, Rule::Literal);
    let whole = TempDir::new().expect("a directory");
    build(&game, whole.path());
    let broken = TempDir::new().expect("a directory");
    let store = Store::create(broken.path(), &game).expect("tables");
    let mut stops = 0;
    for group in game.groups() {
        loop {
            // Stopped after one more sweep each time.
            let stop = Stop::new();
            let mut watch = |progress: states::SolverProgress<'_>| {
                if let states::SolverProgress::Sweep { .. } = progress {
                    stop.request();
                }
            };
            let monitor = &mut states::Monitor::new(&stop, &mut watch);
            match states::solve(&game, &store, group, Duration::from_secs(3600), monitor) {
                Err(TableError::Stopped(_)) => stops += 1,
                ended => {
                    assert_eq!(ended.expect("solved"), RunOutcome::Solved, "{}", group.name);
                    break;
                }
            }
        }
    }
    assert!(stops > 20, "{stops}");
    assert_eq!(contents(whole.path()), contents(broken.path()));
}

#[test]
fn damaged_tables_are_refused() {
    let game = game::<3>(2, 1, Rule::Literal);
    let directory = TempDir::new().expect("a directory");
    build(&game, directory.path());
    let path = directory.path().join("2v2.table");
    let bytes = fs::read(&path).expect("a file");
    let open = || {
        let store = Store::open(directory.path(), &game)?;
        let tables = Tables::open(&game, store)?;
        let layer = tables.layer(0)?;
        let mut entries: Vec<Entry> = Vec::new();
        for block in 0..layer.blocks() {
            entries.extend(layer.block(block, &mut Vec::new())?);
        }
        Ok::<_, TableError>(entries)
    };
    assert_eq!(open().expect("whole tables").len(), game.layers()[0].size as usize);
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        fs::write(&path, &damaged).expect("a file");
        assert!(open().is_err(), "byte {place}");
        fs::write(&path, &bytes[..place]).expect("a file");
        assert!(open().is_err(), "{place} bytes");
    }
    // A table of the other rule, and of another size.
    let other = TempDir::new().expect("a directory");
    build(&crate::game::<3>(2, 1, Rule::Paper), other.path());
    fs::copy(other.path().join("2v2.table"), &path).expect("a file");
    assert!(matches!(open(), Err(TableError::Other { .. })));
    let refused = Store::open(directory.path(), &crate::game::<3>(2, 0, Rule::Literal));
    assert!(matches!(refused, Err(TableError::Other { .. })));
}
