use super::*;
use certamen_ask::flag::Given;
use certamen_ask::kind::{KindAbilities, kind};
use certamen_ask::listed::{ListEntry, Listed};
use certamen_ask::query::{Bounded, Query};
use certamen_ask::question::Question;
use certamen_ask::registry::Registry;
use serde_json::json;

fn question(board: &str, at_least: u32) -> GoStrings {
    GoStrings { board: board.parse().unwrap(), at_least, symmetry_breaking: false }
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in crate::kinds() {
        registry.add_kind(kind);
    }
    registry
}

/// Maps, lists and certificates contain this text.
#[test]
fn questions_and_witnesses_have_their_text() {
    let sound = Question::from(question("3x4", 2));
    let text = serde_json::to_string(&sound).unwrap();
    let expected = r#"{"query":"go.strings","board":"3x4","at_least":2,"symmetry_breaking":false}"#;
    assert_eq!(text, expected);
    let read = |text: &str| registry().question(serde_json::from_str(text).unwrap());
    assert_eq!(read(&text).unwrap(), sound);
    assert!(read(&text.replace("3x4", "0x4")).is_err());
    assert!(read(&text.replace("\"at_least\":2", "\"at_least\":14")).is_err());
    let witness = sound.witness(json!({ "game": "go", "position": "XO../..../....", "strings": 2 })).unwrap();
    let text = serde_json::to_string(&witness).unwrap();
    assert_eq!(text, r#"{"game":"go","position":"XO../..../....","strings":2}"#);
    assert!(sound.verify(witness.clone()).is_ok());
    assert_eq!(witness.text(), "  a b c d\na X O . .\nb . . . .\nc . . . .\n2 strings\n");
}

#[test]
fn claims_are_counted_again() {
    let sound = question("3x3", 2);
    let witness = |position: &str, strings| GoWitness { position: position.to_owned(), strings };
    let refusal = |position, strings| sound.verify(&witness(position, strings)).unwrap_err().to_string();
    assert!(sound.verify(&witness("X.O/.../...", 2)).is_ok());
    assert_eq!(refusal("X.O/.../...", 3), "the witness claims 3 strings; the naive game counts 2");
    assert_eq!(refusal("X../.../...", 1), "the position has 1 strings, at least 2 are required");
    assert_eq!(refusal("X.O/...", 2), "the position is one of the board 2x3, the question is about 3x3");
    assert!(refusal("XO./O../...", 3).ends_with("the string of aa has no liberty"));
    assert_eq!(refusal("X.O\n...\n...", 2), "the position of the witness: expected X.O/.../...");
}

#[test]
fn flags_become_the_question_or_are_refused() {
    let asked = |given: &Given| kind::<GoStrings>().ask(given);
    let board = |board| Given::new().with_text("board", board);
    let given = board("3x3").with_number("at-least", 4);
    assert_eq!(asked(&given).unwrap(), Question::from(question("3x3", 4)));
    assert_eq!(asked(&board("3x3")).unwrap(), Question::from(question("3x3", 0)));
    let refusal = |given: &Given| asked(given).unwrap_err().to_string();
    assert_eq!(refusal(&Given::new()), "--board: give the two sides of the board, as in 4x4");
    assert_eq!(refusal(&board("20x2")), "--board 20x2: a side has 1 to 19 points");
    let beyond = board("3x3").with_number("at-least", 11);
    assert_eq!(refusal(&beyond), "--at-least: 11 strings: the 3x3 board has 9 points");
}

#[test]
fn the_question_has_bounds_lists_and_symmetric_images() {
    assert_eq!(
        KindAbilities::of::<GoStrings>(),
        KindAbilities { bounded: true, optimised: true, listed: true }
    );
    let query = question("2x3", 1).with_bound(STRINGS, 3);
    assert_eq!((query.bound(STRINGS), query.counted()), (3, vec!["heads"]));
    let witness = query.witness_of_entry(&ListEntry::from("X.O/.X.")).unwrap();
    assert_eq!(query.measure(STRINGS, &witness), 3);
    let images = query.images("X.O/.X.");
    assert_eq!(images.len(), 8);
    assert!(images.contains(&"O.X/.O.".to_owned()) && images.contains(&".X./X.O".to_owned()));
}
