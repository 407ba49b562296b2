//! Records, trees and pictures at the table.

use certamen::ask::flag::Given;
use certamen::games::othello;
use certamen::play::{PlayError, Table};
use certamen::work::Stop;

fn table(given: &Given) -> Box<dyn Table> {
    othello::game().table(given).expect("as the test has it")
}

#[test]
fn trees_have_the_published_numbers_of_leaves() {
    let table = table(&Given::new());
    let counted = table.perft(None, 7, true, &Stop::new()).unwrap();
    assert_eq!(counted.leaves, 55_092);
    let names: Vec<&str> = counted.divided.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    let stop = Stop::new();
    stop.request();
    assert_eq!(table.perft(None, 7, false, &stop), Err(PlayError::Stopped));
}

#[test]
fn a_finished_game_is_a_leaf_without_a_ply() {
    let table = table(&Given::new().with_text("board", "4x4"));
    let over = Some("XXXXXXXXXXXXXXXX");
    let counted = table.perft(over, 3, true, &Stop::new()).unwrap();
    assert_eq!((counted.leaves, counted.divided.len()), (1, 0));
    let due = Some("-XXXXXXXXXXXXXXO");
    let counted = table.perft(due, 1, true, &Stop::new()).unwrap();
    assert_eq!(counted.divided, [("pass".to_owned(), 1)]);
}

#[test]
fn a_position_determines_the_size_of_the_board() {
    let stop = Stop::new();
    let table = table(&Given::new());
    let large = format!("{0}OX{1}XO{0}", "-".repeat(27), "-".repeat(6));
    for position in ["-----OX--XO-----", "-----\nOX--XO-----", &large] {
        let counted = table.perft(Some(position), 1, false, &stop).unwrap();
        assert_eq!(counted.leaves, 4, "{position}");
    }
    let complaint = |position: &str| table.perft(Some(position), 1, false, &stop).unwrap_err().to_string();
    assert!(complaint("XO").contains("2 squares, expected 64"), "{}", complaint("XO"));
    // A no-break space is not a blank, here as in `show`.
    let spaced = "-----OX-\u{a0}-XO-----";
    assert!(complaint(spaced).contains("character 9"), "{}", complaint(spaced));
    assert!(table.show(spaced).is_err());
}

#[test]
fn records_start_from_the_start() {
    let table = table(&Given::new());
    let replayed = table.replay(None, "F5D6C3D3C4").unwrap();
    assert!(replayed.is_legal && replayed.verdict.starts_with("legal: 5 plies; White to move: "));
    assert_eq!(replayed.object["record"], "F5D6C3D3C4");
    let replayed = table.replay(None, "A1").unwrap();
    assert!(!replayed.is_legal && replayed.verdict.starts_with("illegal: "));
    assert!(table.replay(Some("--"), "F5").is_err());
    let given = Given::new().with_text("board", "3x3");
    assert!(
        othello::game().table(&given).is_err_and(|error| error.to_string().contains("othello is played on"))
    );
}

#[test]
fn pictures_show_either_side_to_move() {
    let start = "-----OX--XO-----";
    let black = table(&Given::new()).show(start).unwrap();
    let white = table(&Given::new().with_text("to-move", "white")).show(start).unwrap();
    assert!(black.text.ends_with("Black to move: 4 legal moves, 12 empty squares\n"), "{}", black.text);
    assert!(white.svg.contains("White to move") && white.object["to_move"] == "white");
    assert_ne!(black.object["moves"], white.object["moves"]);
}
