//! Questions from flags and JSON, and witnesses that are refused.

use certamen::ask::flag::Given;
use certamen::ask::kind::{KindAbilities, NamedQuery};
use certamen::ask::listed::ListEntry;
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::ask::registry::Registry;
use certamen::ask::witness::WitnessError;
use certamen::games::ostle::{OstleVariant, OstleWin, OstleWitness, kinds};
use encodings::ostle::variant::Variant;
use serde_json::json;

fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in kinds() {
        registry.add_kind(kind);
    }
    registry
}

fn small() -> Given {
    Given::new().with_text("board", "3x3").with_number("pieces", 2).with_number("lose-at", 1)
}

fn small_variant() -> OstleVariant {
    Variant::new(3, 2, 1).expect("as the test has it").into()
}

fn mobility(at_least: u32) -> Question {
    registry()
        .kind("ostle.mobility")
        .expect("as the test has it")
        .ask(&small().with_number("at-least", at_least))
        .expect("as the test has it")
}

#[test]
fn each_kind_reports_the_abilities_of_its_questions() {
    let can: Vec<(String, KindAbilities)> =
        kinds().iter().map(|kind| (kind.name().to_owned(), kind.abilities())).collect();
    assert_eq!(
        can,
        [
            ("ostle.mobility".to_owned(), KindAbilities { bounded: true, optimised: true, listed: true }),
            ("ostle.win".to_owned(), KindAbilities { bounded: false, optimised: false, listed: true }),
            ("ostle".to_owned(), KindAbilities { bounded: true, optimised: true, listed: true }),
        ]
    );
}

#[test]
fn flags_become_questions_and_questions_flags() {
    let registry = registry();
    let ask = |name: &str, given: &Given| registry.kind(name).unwrap().ask(given).unwrap().to_string();
    assert_eq!(
        ask("ostle.mobility", &small().with_number("at-least", 7)),
        "ostle.mobility --board 3x3 --lose-at 1 --pieces 2 --at-least 7"
    );
    let win = Given::new().with_number("in", 1).with_text("position", "22222-00000-00300-00000-11111");
    assert_eq!(
        ask("ostle.win", &win),
        "ostle.win --board 5x5 --pieces 5 --lose-at 3 --in 1 --position 22222-00000-00300-00000-11111"
    );
    assert_eq!(
        ask("ostle.win", &win.with_text("forbidden", "c3U")),
        "ostle.win --board 5x5 --pieces 5 --lose-at 3 --in 1 --position 22222-00000-00300-00000-11111 --forbidden c3U"
    );
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    let registry = registry();
    let refusal =
        |name: &str, given: Given| registry.kind(name).unwrap().ask(&given).unwrap_err().to_string();
    let mobility = |given| refusal("ostle.mobility", given);
    let win = |given| refusal("ostle.win", given);
    assert_eq!(
        mobility(Given::new().with_number("at-least", 102)),
        "--at-least: 102 legal moves on 25 squares"
    );
    assert_eq!(
        mobility(Given::new().with_text("board", "6x6")),
        "--board 6x6: ostle is played on 3x3, 4x4 and 5x5 squares"
    );
    assert!(mobility(Given::new().with_number("pieces", 6)).contains("6 pieces"));
    assert_eq!(win(Given::new()), "ostle.win needs --in K, the number of plies");
    assert_eq!(
        win(small().with_number("in", 1).with_text("forbidden", "a1U")),
        "--forbidden is a move of a given position: it needs --position"
    );
    assert_eq!(win(small().with_number("in", 6)), "a win in 6 plies: 1 to 5 are stated as a formula");
    let at = |position| win(small().with_number("in", 1).with_text("position", position));
    assert_eq!(
        at("02x-112-300"),
        "the position: character 3 of the board is `x`: expected 0 (empty), 1 (mover), 2 (opponent) or 3 (hole)"
    );
    assert_eq!(at("020-112-000"), "the position: the board has 0 holes, expected one");
    assert_eq!(at("2000-0000-1103-0000"), "a position of the board 4x4, and the board 3x3");
    let taken_back =
        small().with_number("in", 1).with_text("position", "200-020-113").with_text("forbidden", "a1L");
    assert!(win(taken_back).starts_with("a1L cannot be the forbidden move: "));
}

#[test]
fn questions_are_read_as_they_are_written() {
    let registry = registry();
    let mobility = mobility(7).with_symmetry_breaking(true);
    let given = small().with_number("in", 3).with_text("position", "020-112-300");
    let win = OstleWin::from_flags(&given).unwrap();
    let texts = [
        "{\"query\":\"ostle.mobility\",\"board\":\"3x3\",\"lose-at\":1,\"pieces\":2,\"at_least\":7,\
         \"symmetry_breaking\":true}",
        "{\"query\":\"ostle.win\",\"variant\":{\"side\":3,\"pieces\":2,\"lose_at\":1},\"plies\":3,\
         \"symmetry_breaking\":false,\"given\":{\"position\":\"020-112-300\"}}",
    ];
    for (question, text) in [mobility, win.into()].into_iter().zip(texts) {
        assert_eq!(serde_json::to_string(&question).unwrap(), text);
        assert_eq!(registry.question(serde_json::from_str(text).unwrap()).unwrap(), question);
        for damaged in [
            text.replace("\"side\":3", "\"side\":6").replace("3x3", "6x6"),
            text.replace("\"pieces\":2", "\"pieces\":0"),
            text.replace("\"pieces\":2", "\"pieces\":\"2\""),
            text.replace("\"lose_at\":1", "\"lose_at\":2").replace("\"lose-at\":1", "\"lose-at\":2"),
            text.replace("ing\":", "ing\":true,\"more\":"),
        ] {
            assert_ne!(damaged, text);
            assert!(registry.question(serde_json::from_str(&damaged).unwrap()).is_err(), "{damaged}");
        }
    }
    // As the first versions of certificates have it.
    let variant = json!({ "side": 3, "pieces": 2, "lose_at": 1 });
    let old =
        json!({ "query": "ostle.mobility", "variant": variant, "at_least": 7, "symmetry_breaking": true });
    let refusal = registry.question(old).unwrap_err().to_string();
    assert!(refusal.ends_with("if an older version wrote it, write it again"), "{refusal}");
}

#[test]
fn witnesses_are_counted_anew() {
    let question = mobility(7);
    let witness = OstleWitness::of_position(small_variant(), "020-112-300".to_owned()).unwrap();
    let stored = |witness: &OstleWitness| {
        let mut fields = json!(witness);
        fields["game"] = json!("ostle");
        fields
    };
    let read = |stored| question.witness(stored).unwrap();
    question.solution(read(stored(&witness))).unwrap();
    let bounded = question.bounded().unwrap();
    let moves = bounded.measure(bounded.objectives()[0], &read(stored(&witness))).unwrap();
    assert_eq!(moves, witness.mobility);
    let refusal = |stored| question.solution(read(stored)).unwrap_err().to_string();
    let mobility = witness.mobility + 1;
    let more = OstleWitness { mobility, ..witness.clone() };
    assert!(refusal(stored(&more)).starts_with("the witness claims"));
    let moves = vec!["a1U".to_owned(); witness.moves.len()];
    let variant = OstleVariant::PUBLISHED;
    let mut surplus = stored(&witness);
    surplus["more"] = json!(1);
    for wrong in [
        stored(&OstleWitness { moves, ..witness.clone() }),
        stored(&OstleWitness { variant, ..witness.clone() }),
        surplus,
    ] {
        assert_eq!(refusal(wrong), "the facts are not those of the position");
    }
    let wins = OstleWin::from_flags(&small().with_number("in", 1)).unwrap();
    let unasked = wins.verify(&witness).unwrap_err();
    assert!(matches!(&unasked, WitnessError::Refused(reason) if reason.contains("wins in 1")), "{unasked}");
}

#[test]
fn witnesses_have_the_names_of_their_game() {
    let question: Question = OstleWin::from_flags(&small().with_number("in", 1)).unwrap().into();
    let json = json!({
        "game": "ostle", "variant": { "side": 3, "pieces": 2, "lose_at": 1 }, "position": "020-112-300", "mobility": 10,
        "moves": ["a2U"], "win": { "played": "b2R", "within": 1 },
    });
    let witness = question.witness(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(&witness).unwrap(), json);
    assert!(serde_json::to_string(&witness).unwrap().starts_with("{\"game\":\"ostle\",\"variant\":"));
    assert_eq!(witness.to_string(), "b2R wins");
    assert!(question.verify(witness).is_err(), "it has other moves");
    let mut other = json;
    other["game"] = json!("go");
    assert!(question.witness(other).is_err());
}

#[test]
fn witnesses_are_drawn() {
    let entry = ListEntry::from("020-112-300");
    let witness = mobility(0).listed().unwrap().witness_of_entry(&entry).unwrap();
    let moves = OstleWitness::of_position(small_variant(), entry.line).unwrap().mobility;
    assert_eq!(witness.text(), format!("3  . 2 .\n2  1 1 2\n1  O . .\n   a b c\n{moves} legal moves\n"));
    let svg = witness.svg();
    assert!(
        svg.contains("<title>020-112-300</title>") && svg.contains(&format!(">{moves} legal moves</text>"))
    );
}
