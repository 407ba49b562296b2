//! Records, trees and pictures at the table.

use certamen::ask::flag::Given;
use certamen::games::ostle;
use certamen::play::game::PlayError;
use certamen::play::{Purpose, RecordFile, RecordStatus, Table};
use certamen::work::stop::Stop;
use serde_json::{Value, json};

fn table() -> Box<dyn Table> {
    ostle::game().table(&Given::new()).expect("as the test has it")
}

fn small() -> Box<dyn Table> {
    let given = Given::new().with_text("board", "3x3").with_number("pieces", 2).with_number("lose-at", 1);
    ostle::game().table(&given).expect("as the test has it")
}

#[test]
fn each_board_of_the_game_has_a_table() {
    for board in ostle::game().boards() {
        ostle::game().table(&Given::new().with_text("board", &board)).unwrap();
    }
    let refused = ostle::game().table(&Given::new().with_text("board", "8x8")).err().unwrap();
    assert!(refused.to_string().contains("ostle is played on"), "{refused}");
    assert_eq!(ostle::game().flags(Purpose::Show).len(), 1);
}

#[test]
fn a_position_is_one_line_or_a_line_for_each_rank_and_determines_the_board() {
    let line = "020-112-300";
    let shown = table().show(line).unwrap();
    let grids =
        ["020\n112\n300", "020\n112\n300\n", "\n020\n\n112\r\n300\n", "0 2 0\n1 1 2\n3 0 0", "020112300"];
    for grid in grids {
        assert_eq!(table().show(grid), Ok(shown.clone()), "{grid:?}");
        // A position of 3x3; no flag gives the size.
        let counted = table().perft(Some(grid), 2, false, &Stop::new()).unwrap();
        let named = ostle::game().table(&Given::new().with_text("board", "3x3")).unwrap();
        assert_eq!(named.perft(Some(line), 2, false, &Stop::new()), Ok(counted), "{grid:?}");
    }
    // The naive game reads the same texts, if there is nothing between the ranks.
    for grid in &grids[..4] {
        assert!(small().replay(Some(grid), "b2R").unwrap().is_legal, "{grid:?}");
    }
    for (text, says) in [
        ("020-11\n2-300", "character 7 of the board is a newline within a rank"),
        ("020-\n-112-300", "is a hyphen that does not lie between two ranks"),
        ("020-112-300-", "is a hyphen that does not lie between two ranks"),
        ("020\u{a0}112-300", "character 4"),
    ] {
        let refused = table().show(text).unwrap_err().to_string();
        assert!(refused.contains(says), "{text:?}: {refused}");
    }
}

/// src/games/ostle/data/ostle.tsv.
#[test]
fn trees_are_counted() {
    let stop = Stop::new();
    for (depth, leaves) in [(0, 1), (1, 24), (2, 569), (3, 11997), (4, 191_994)] {
        assert_eq!(table().perft(None, depth, false, &stop).unwrap().leaves, leaves);
    }
    let divided = table().perft(None, 5, true, &stop).unwrap();
    assert_eq!(divided.divided.len(), 24);
    assert_eq!(divided.divided[0].0, "a1U");
    assert_eq!(divided.leaves, divided.divided.iter().map(|(_, leaves)| leaves).sum::<u64>());
    assert_eq!(table().perft(None, 5, false, &stop).unwrap().leaves, divided.leaves);
    // A winning move is one leaf at every greater depth, also when the count runs in parallel.
    let position = Some("020-112-300");
    let deep = small().perft(position, 6, true, &stop).unwrap();
    assert!(deep.divided.contains(&("b2R".to_owned(), 1)), "{deep:?}");
    assert_eq!(small().perft(position, 6, false, &stop).unwrap().leaves, deep.leaves);
    let refused = table().perft(Some("12"), 2, false, &stop).unwrap_err();
    assert!(refused.to_string().starts_with("the position: the board has 2 squares"), "{refused}");
    stop.request();
    assert_eq!(table().perft(None, 6, false, &stop), Err(PlayError::Stopped));
}

#[test]
fn records_are_replayed_under_rule_8() {
    let replayed = table().replay(None, "c3U").unwrap();
    assert!(replayed.is_legal);
    assert_eq!(replayed.verdict, "legal: 1 plies; 11111-00300-00000-00000-22222, where c4D is forbidden");
    assert!(replayed.diagram.starts_with("5  1 1 1 1 1\n"));
    assert_eq!((&replayed.object["plies"], &replayed.object["forbidden"]), (&json!(1), &json!("c4D")));
    let refused = table().replay(None, "c3U,c4D").unwrap();
    assert_eq!((refused.is_legal, refused.diagram.as_str()), (false, ""));
    assert!(refused.verdict.starts_with("illegal: ply 2") && refused.verdict.ends_with("two plies before"));
    let won = small().replay(Some("020-112-300"), "b2R").unwrap();
    assert_eq!(
        (won.verdict.as_str(), &won.object["last_mover_has"]),
        ("legal: 1 plies; the last move wins", &json!("won"))
    );
    assert!(small().replay(Some("000-112-300"), "b2R").is_err());
}

#[test]
fn files_of_records_are_replayed() {
    let run = |mut bytes: &[u8]| {
        let mut reports = Vec::new();
        let mut file = RecordFile { name: "games", extension: None, reader: &mut bytes };
        let ran = table().replay_file(None, &mut file, &Stop::new(), &mut |report| reports.push(report));
        ran.map(|name| (name, reports))
    };
    let (name, reports) = run(b"# two games\nc3U,a5D\nc3U,c4D\n").unwrap();
    assert_eq!((name, reports.len()), ("records", 2));
    assert_eq!(
        reports.iter().map(|report| report.status == RecordStatus::Legal).collect::<Vec<_>>(),
        [true, false]
    );
    assert!(reports[0].text.starts_with("line 2: legal: 2 plies; ") && reports[0].text.ends_with('\n'));
    assert_eq!(reports[1].object["line"], json!(3));
    for empty in [&b""[..], b"# nothing\n"] {
        assert_eq!(run(empty).unwrap_err().to_string(), "games: no record in it");
    }
    let (_, reports) = run(b"c3U\n\xff").unwrap();
    assert_eq!(reports[1].status, RecordStatus::Unreadable);
    assert!(reports[1].text.contains("byte 5 is not UTF-8"));
}

#[test]
fn positions_are_drawn() {
    let shown = table().show("22222-00000-00300-00000-11111").unwrap();
    assert!(shown.text.starts_with("5  2 2 2 2 2\n") && shown.text.ends_with("24 moves, rule 8 aside\n"));
    let shown = table().show("020-112-300").unwrap();
    assert!(shown.svg.starts_with("<svg ") && shown.svg.contains("<title>020-112-300</title>"));
    assert_eq!(
        shown.object["mobility"].as_u64(),
        shown.object["moves"].as_array().map(|moves| moves.len() as u64)
    );
    assert_ne!(shown.object["moves"], Value::Null);
    for (text, reason) in [("020-112-000", "0 holes"), ("020-112-30x", "character 11")] {
        let refused = table().show(text).unwrap_err().to_string();
        assert!(refused.starts_with("the position: ") && refused.contains(reason), "{refused}");
    }
}
