//! The game at a table: turns counted, records replayed, positions shown; and values on demand.

use crate::support::push_fight::variant;
use certamen::ask::flag::Given;
use certamen::games::push_fight::play::{PushFightGame, START};
use certamen::play::tree::PerftCount;
use certamen::play::{
    Game as _, PlayError, RecordFile, RecordReport, RecordStatus, SearchedValue, Table, ValueSearch as _,
};
use certamen::work::{Limits, Stop};
use encodings::push_fight::Standard;
use serde_json::{Value, json};
use verify::push_fight as naive;

fn table() -> Box<dyn Table> {
    PushFightGame.table(&Given::new()).expect("a table")
}

#[test]
fn turns_are_counted() {
    let stop = Stop::new();
    let count = |depth, divide| table().perft(None, depth, divide, &stop).expect("counted");
    assert_eq!(count(0, true), PerftCount { divided: Vec::new(), leaves: 1, ended: 0 });
    assert_eq!(count(1, false).leaves, 1454);
    let divided = count(1, true);
    assert_eq!((divided.divided.len(), divided.leaves), (1454, 1454));
    let names = divided.divided.iter().map(|(name, leaves)| (name.as_str(), *leaves));
    let start = naive::parse_position(&variant::<Standard>(), START).expect("the start");
    let is_turn = |(name, leaves): (&str, u64)| {
        let played = naive::replay(&start, name);
        leaves == 1 && played.is_ok_and(|played| played.turns.len() == 1)
    };
    assert!(names.step_by(29).all(is_turn));
    let stuck = Some(".....OOxY....oxX.....oX..O");
    assert_eq!(table().perft(stuck, 3, true, &stop), Ok(PerftCount::default()));
    stop.request();
    assert_eq!(table().perft(None, 2, false, &stop), Err(PlayError::Stopped));
}

#[test]
fn records_are_replayed() {
    let replayed = |record: &str| table().replay(None, record).expect("replayed");
    let legal = replayed("d1-a2,d3-c3,c2-d2");
    assert_eq!(legal.verdict, "legal: 1 turns; .XO....x.oO..X..Yxo.....O.");
    assert!(legal.is_legal && legal.diagram.contains("2 X..Yxo.. 2"), "{}", legal.diagram);
    assert_eq!(legal.object["won"], false);
    let illegal = replayed("d1-a2,d3-c3,c2-b2");
    assert!(!illegal.is_legal && illegal.verdict.starts_with("illegal: ply 1"), "{}", illegal.verdict);
    let read = |mut bytes: &[u8]| {
        let mut reports: Vec<RecordReport> = Vec::new();
        let mut file = RecordFile { name: "games.txt", extension: None, reader: &mut bytes };
        let named = table().replay_file(None, &mut file, &Stop::new(), &mut |report| reports.push(report));
        (named, reports)
    };
    let (named, reports) = read(b"# two\nd1-a2,d3-c3,c2-d2\n\nd1-a2,d3-c3,c2-b2\n");
    assert_eq!(named, Ok("records"));
    let lines: Vec<(bool, &Value)> =
        reports.iter().map(|report| (report.status == RecordStatus::Legal, &report.object["line"])).collect();
    assert_eq!(lines, [(true, &json!(2)), (false, &json!(4))]);
    assert!(reports[0].text.starts_with("line 2: legal: 1 turns"));
    for empty in [&b""[..], b"# nothing\n"] {
        assert_eq!(read(empty).0, Err(PlayError::File("games.txt: no record in it".to_owned())));
    }
    let complaint = table().replay(Some("...."), "").expect_err("no position").to_string();
    assert_eq!(complaint, "the position: 4 squares, expected 26");
}

#[test]
fn turns_of_a_record_are_followed() {
    let record = "d1-a2,d3-c3,c2-d2 nonsense";
    let seen = table().follow(None, record, 9).expect("followed");
    let lines: Vec<&str> = seen.iter().map(|view| view.position.as_str()).collect();
    assert_eq!(lines, [START, ".XO....x.oO..X..Yxo.....O."]);
}

#[test]
fn positions_are_shown() {
    let shown = table().show(START).expect("a position");
    assert!(shown.text.contains("3 ...oxY.. 3") && shown.text.contains("index 194131815839"));
    assert_eq!(shown.svg.matches("<circle").count(), 5, "4 movers and an anchor: {}", shown.svg);
    assert_eq!(shown.object["successors"], 1454);
    assert!(table().show(&START.replace('Y', "X")).expect("one").text.ends_with("no push yet\n"));
}

fn decided(position: &str, depth: u32, stop: &Stop) -> (SearchedValue, usize) {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut reports = 0;
    let found =
        PushFightGame.decide(&Given::new(), position, depth, &limits, &mut |_| reports += 1).expect("one");
    (found, reports)
}

#[test]
fn values_come_with_a_line_and_progress() {
    let (found, reports) = decided(".oO..O..O.ox......X.X..Yx.", 2, &Stop::new());
    assert_eq!((found.text.as_str(), found.line.len()), ("W2", 3));
    assert_eq!(found.object["verdict"], "win");
    assert!(reports > 0);
    let (open, _) = decided(".OX.....oxY....Oox.....OX.", 1, &Stop::new());
    assert_eq!((open.text.as_str(), open.line.len()), ("not decided within 1", 0));
}

#[test]
fn a_request_to_stop_ends_it() {
    let stop = Stop::new();
    stop.request();
    let (found, _) = decided(".OX.....oxY....Oox.....OX.", 8, &stop);
    assert!(found.text.ends_with("turns (stopped)"), "{}", found.text);
}
