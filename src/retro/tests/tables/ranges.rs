//! Tables by ranges of numbers: audits, counts and puzzles of parts, put together, are those of one run over all.

use certamen_retro::positions::{Game, LayerShape, Place, RetroError, Solver, Store, Turn, Value};
use certamen_retro::subject::{
    AnyRetro, Condition, Monitor, NotatedGame, OpenPurpose, Options, RangeRequest, RangeVerb, RatedMove,
    Subject, Wanted, compare,
};
use certamen_work::answer::Answer;
use certamen_work::answer::Outcome;
use certamen_work::stop::Stop;
use encodings::rules::Ending;
use std::fs;
use std::ops::Range;
use std::path::Path;
use tempfile::TempDir;

/// The counters of the largest heap.
const MOST: u64 = 9_000;
const LAYERS: u32 = 3;

/// A heap of counters, from which one or two are taken, or, for a token, five. Who takes the last one wins. A layer for
/// each number of tokens; its last number has no position.
struct Heap(Vec<LayerShape>);

impl Game for Heap {
    type Position = (u32, u64);

    fn subject(&self) -> String {
        "a heap with tokens".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.0
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        match layer {
            0 => &[0],
            1 => &[0, 1],
            _ => &[1, 2],
        }
    }

    fn position(&self, at: Place) -> Option<(u32, u64)> {
        (at.rank != MOST + 1).then_some((at.layer, at.rank))
    }

    fn place(&self, &(layer, rank): &(u32, u64)) -> Option<Place> {
        Some(Place { layer, rank })
    }

    fn turn(&self, &(tokens, heap): &(u32, u64), next: &mut Vec<(u32, u64)>) -> Turn {
        next.extend((1..=2.min(heap)).map(|taken| (tokens, heap - taken)));
        next.extend(heap.checked_sub(5).filter(|_| tokens > 0).map(|heap| (tokens - 1, heap)));
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }

    fn show(&self, (tokens, heap): &(u32, u64)) -> String {
        format!("{heap}+{tokens}")
    }
}

impl NotatedGame for Heap {
    fn start(&self) -> Option<(u32, u64)> {
        Some((2, MOST))
    }

    fn parse(&self, text: &str) -> Result<(u32, u64), RetroError> {
        let parts =
            text.split_once('+').and_then(|(heap, tokens)| Some((tokens.parse().ok()?, heap.parse().ok()?)));
        let expected = || RetroError::Position(format!("{text}: expected a heap and tokens, such as 20+1"));
        parts.ok_or_else(expected)
    }

    fn moves(&self, position: &(u32, u64), _: usize) -> Vec<(String, (u32, u64))> {
        let mut next = Vec::new();
        self.turn(position, &mut next);
        next.into_iter().map(|after| (format!("{}", position.1 - after.1), after)).collect()
    }
}

struct Heaps;

impl Subject for Heaps {
    type Game = Heap;

    fn subject(&self) -> String {
        "a heap with tokens".to_owned()
    }

    fn game(&self, _: OpenPurpose<'_>) -> Result<Heap, RetroError> {
        let shape = |layer: u32| LayerShape { name: format!("{layer}-tokens"), size: MOST + 2 };
        Ok(Heap((0..LAYERS).map(shape).collect()))
    }

    fn solver<'g>(&self, game: &'g Heap) -> Solver<'g, Heap> {
        Solver::new(game)
    }

    fn condition(&self) -> Option<Condition<Heap>> {
        // Without a token, one move wins: that takes one or two. With one, five are as good as two.
        let holds = |_: &Heap, _: &(u32, u64), value: Value, moves: &[RatedMove]| {
            let wins = |judged: &&RatedMove| matches!(judged.value, Some(Value::Win(_)));
            matches!(value, Value::Win(_)) && moves.iter().filter(wins).all(|judged| judged.name == "2")
        };
        Some(Condition { about: "only taking two wins", holds: Box::new(holds) })
    }
}

fn built() -> TempDir {
    let place = TempDir::new().expect("a directory");
    let options = Options { checks: false, ..Options::default() };
    let built = AnyRetro::build(&Heaps, place.path(), &options, &mut Monitor::silent(&Stop::new()));
    assert_eq!(built.expect("tables").outcome, Outcome::Holds);
    place
}

/// Ranges that do not fit the layers, the blocks or each other's lengths.
fn ranges(size: u64) -> Vec<Range<u64>> {
    let ends = [0, 1, 5_000, MOST + 2, MOST + 3, 2 * MOST + 4, 20_000, size - 1, size];
    ends.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// What is asked about each number.
fn asked(what: RangeVerb) -> RangeRequest {
    RangeRequest { what, wanted: Wanted::default(), limit: 7 }
}

const ALL: [RangeVerb; 3] = [RangeVerb::Audit, RangeVerb::Stats, RangeVerb::Puzzles];

fn by_ranges(place: &Path) -> [Answer; 3] {
    let tables = Box::new(Heaps).in_ranges(place).expect("tables");
    ALL.map(|what| {
        let part = |range| tables.part(asked(what), range, &Stop::new()).expect("tables");
        let mut parts = ranges(tables.size()).into_iter().map(part);
        tables.answer(asked(what), &mut parts).expect("parts")
    })
}

fn whole(place: &Path) -> [Answer; 3] {
    let (stop, options) = (Stop::new(), Options::default());
    let monitor = &mut Monitor::silent(&stop);
    [
        Heaps.audit(place, &options, 0, monitor).expect("tables"),
        Heaps.stats(place, monitor).expect("tables"),
        Heaps.puzzles(place, Wanted::default(), 7, monitor).expect("puzzles"),
    ]
}

#[test]
fn what_ranges_give_together_is_what_one_run_gives() {
    let place = built();
    let [audits, counted, puzzles] = whole(place.path());
    let (tables, positions) = (&audits.object["tables"][0], u64::from(LAYERS) * (MOST + 1));
    assert_eq!((tables["positions"].as_u64(), tables["wrong"].as_u64()), (Some(positions), Some(0)));
    assert_eq!(counted.object["tables"][0]["layers"].as_array().map(Vec::len), Some(LAYERS as usize));
    assert!(puzzles.object["puzzles"].as_u64() > Some(7), "{puzzles:?}");
    assert_eq!(by_ranges(place.path()), [audits, counted, puzzles]);
}

#[test]
fn a_damaged_table_is_found_in_ranges_as_in_one_run() {
    let place = built();
    let store = Store::open(place.path(), &AnyRetro::subject(&Heaps)).expect("a store");
    let before = store.tables().expect("tables");
    assert_eq!(before.len(), LAYERS as usize);
    // A byte in a block: its checksum is wrong, and both ways say so.
    let path = place.path().join("1-tokens.plies");
    let mut bytes = fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, &bytes).expect("a table");
    let stop = Stop::new();
    let whole = Heaps.audit(place.path(), &Options::default(), 0, &mut Monitor::silent(&stop));
    let whole = whole.expect_err("damage").to_string();
    let tables = Box::new(Heaps).in_ranges(place.path()).expect("tables");
    let part = tables.part(asked(RangeVerb::Audit), MOST..2 * MOST, &stop).expect_err("damage").to_string();
    assert!(whole == part && whole.contains("1-tokens.plies"), "{whole}, {part}");
    // The end of a table identifies it.
    bytes[middle] ^= 4;
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::write(&path, &bytes).expect("a table");
    assert_ne!(store.tables().expect("tables"), before);
}

#[test]
fn a_request_to_stop_gives_nothing() {
    let place = built();
    let tables = Box::new(Heaps).in_ranges(place.path()).expect("tables");
    let stop = Stop::new();
    stop.request();
    for what in ALL {
        let stopped = tables.part(asked(what), 0..9, &stop);
        assert!(matches!(stopped, Err(RetroError::Stopped(_))), "{stopped:?}");
    }
}

#[test]
fn whatever_is_about_all_positions_refuses_a_lost_table() {
    let (place, other) = (built(), built());
    let (here, stop) = (place.path(), Stop::new());
    let path = here.join("1-tokens.plies");
    fs::remove_file(&path).expect("a table");
    let compared = |one: &Path, with: &Path| {
        compare((&Heaps, one), (&Heaps, with), &mut Monitor::silent(&stop)).map(drop)
    };
    let refusals = [
        Heaps.stats(here, &mut Monitor::silent(&stop)).map(drop),
        Heaps.longest(here, false, None, &mut Monitor::silent(&stop)).map(drop),
        Heaps.audit(here, &Options::default(), 1, &mut Monitor::silent(&stop)).map(drop),
        Heaps.puzzles(here, Wanted::default(), 1, &mut Monitor::silent(&stop)).map(drop),
        compared(here, other.path()),
        compared(other.path(), here),
        Box::new(Heaps).in_ranges(here).map(drop),
    ];
    for refusal in refusals {
        let reason = refusal.expect_err("a lost table").to_string();
        assert_eq!(reason, format!("{} is missing: build it first", path.display()));
    }
    compared(other.path(), other.path()).expect("both are whole");
}
