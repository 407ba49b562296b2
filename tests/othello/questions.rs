//! Questions from flags and from JSON, and witnesses that are refused.

use certamen::ask::flag::Given;
use certamen::ask::kind::{Kind, ability, kind};
use certamen::ask::question::Question;
use certamen::ask::registry::Registry;
use certamen::ask::witness::AnyWitness;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::{MOBILITY, OthelloMobility, OthelloWitness};
use certamen::prove::argument::ProverAbility;
use serde_json::json;
use std::sync::Arc;

fn othello() -> Arc<dyn Kind> {
    kind::<OthelloMobility>()
}

/// The flags of a line as the command line gives them.
fn given(line: &str) -> Given {
    let mut words = line.split_whitespace();
    let mut given = Given::new();
    while let Some(flag) = words.next() {
        let name = flag.trim_start_matches('-');
        given = match name {
            "reachable" | "any-order" | "no-passes" | "after-pass" => given.with_switch(name),
            "board" | "discs" | "to-move" => given.with_text(name, words.next().expect("as the test has it")),
            _ => given.with_number(
                name,
                words.next().expect("as the test has it").parse().expect("as the test has it"),
            ),
        };
    }
    given
}

#[test]
fn flags_become_the_question() {
    for line in [
        "--board 8x8 --at-least 35",
        "--board 4x4 --at-least 3 --empties 5 --discs 9",
        "--board 4x4 --at-least 0 --reachable --discs 5 --to-move white --any-order",
        "--board 6x6 --at-least 4 --reachable --last-steps 3 --discs 12..30",
        "--board 6x6 --at-least 4 --reachable --discs 12 --no-passes",
        "--board 6x6 --at-least 4 --discs 12 --after-pass",
        "--board 6x6 --at-least 4 --reachable --last-steps 3 --discs 12 --after-pass",
    ] {
        let line = format!("othello.mobility {line}");
        let question = othello().ask(&given(line.split_once(' ').unwrap().1)).unwrap();
        assert_eq!(question.to_string(), line);
        let mut registry = Registry::new();
        registry.add_kind(othello());
        assert_eq!(registry.question(serde_json::to_value(&question).unwrap()).unwrap(), question);
    }
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    for (line, reason) in [
        ("--board 5x5", "--board 5x5: othello.mobility is about 4x4, 6x6, 8x8"),
        ("--at-least 65", "--at-least 65: the 8x8 board has 64 squares"),
        ("--board 4x4 --empties 17", "--empties 17: the 4x4 board has 16 squares"),
        ("--discs 3", "--discs 3: a position on the 8x8 board has 4 to 64"),
        ("--discs 5..6", "--discs 5..6: a range applies to --last-steps"),
        ("--discs 6..5", "--discs 6..5: 6 is more than 5"),
        ("--discs some", "--discs some: expected a number, or a range such as 12..30"),
        ("--reachable", "--reachable: give the number of discs with --discs N"),
        (
            "--reachable --discs 9 --after-pass",
            "--after-pass: with --reachable it needs --last-steps, without --any-order",
        ),
        ("--no-passes --after-pass", "--after-pass: it does not go with --no-passes"),
        ("--reachable --discs 4", "--discs 4: a game on the 8x8 board has 5 to 64 after its first move"),
        ("--reachable --discs 9 --last-steps 6", "--last-steps 6: a game of 9 discs has 5 steps"),
    ] {
        assert_eq!(othello().ask(&given(line)).unwrap_err().to_string(), reason);
    }
}

#[test]
fn transition_systems_are_about_games() {
    let system = othello().system().unwrap();
    let asked = system.ask(&given("--board 4x4 --reachable --at-least 6")).unwrap();
    let text = "othello.mobility --board 4x4 --at-least 6 --reachable --transition-system --to-move either";
    assert_eq!(asked.to_string(), text);
    assert_eq!(system.parse(serde_json::to_value(&asked).unwrap()).unwrap(), asked);
    for line in
        ["--at-least 6", "--reachable --any-order", "--reachable --discs 5..6", "--reachable --discs 65"]
    {
        assert!(system.ask(&given(line)).is_err(), "{line}");
    }
}

#[test]
fn all_reachable_needs_reachable_without_discs() {
    let prover: ProverAbility = ability(&*othello()).unwrap();
    let is_argument =
        |line: &str, objective| prover.argument(&given(line), objective).map(|argument| argument.is_some());
    assert_eq!(is_argument("--board 4x4 --reachable", None), Ok(true));
    assert_eq!(is_argument("--reachable", Some(MOBILITY.name())), Ok(true));
    assert_eq!(is_argument("--reachable --discs 9", None), Ok(false));
    assert_eq!(is_argument("--reachable --discs 9 --last-steps 3", None), Ok(false));
    assert_eq!(is_argument("--at-least 5", Some("empties")), Ok(false));
    for (line, objective) in [("--reachable", Some("empties")), ("--reachable --at-least 5", None)] {
        assert!(is_argument(line, objective).is_err(), "{line}");
    }
}

#[test]
fn files_have_questions_and_witnesses_as_before() {
    let question = othello().ask(&given("--board 4x4 --at-least 3 --reachable --discs 5")).unwrap();
    let text = serde_json::to_string(&question).unwrap();
    assert_eq!(
        text,
        "{\"query\":\"othello.mobility\",\"board\":\"4x4\",\"at_least\":3,\"empties\":0,\
         \"symmetry_breaking\":false,\"reach\":{\"game\":{\"discs\":5,\"to_move\":\"either\",\"any_order\":false}}}"
    );
    let witness: AnyWitness = OthelloWitness::of_game(OthelloSize::Four, "b1").unwrap().into();
    question.verify(witness.clone()).unwrap();
    assert_eq!(
        serde_json::to_string(&witness).unwrap(),
        "{\"game\":\"othello\",\"board\":\"-X---XX--XO-----\",\"record\":\"b1\",\"to_move\":\"white\",\
         \"mobility\":3,\"empties\":11,\"moves\":[\"a1\",\"c1\",\"a3\"]}"
    );
    assert_eq!(question.witness(serde_json::to_value(&witness).unwrap()).unwrap(), witness);
    let other: Question = OthelloMobility::any(OthelloSize::Six).into();
    assert!(
        other
            .verify(witness)
            .is_err_and(|error| error.to_string() == "the board is 4x4, the question is about 6x6")
    );
    assert!(question.witness(json!({ "game": "go" })).is_err());
}

#[test]
fn a_board_is_written_in_one_way() {
    let witness = OthelloWitness::of_board("-----OX--XO-----".to_owned()).unwrap();
    witness.recount().unwrap();
    for board in ["-----ox--xo-----", "-----OX--XO----."] {
        let other = OthelloWitness { board: board.to_owned(), ..witness.clone() };
        let refusal = other.recount().unwrap_err().to_string();
        assert!(refusal.contains("expected -----OX--XO-----"), "{refusal}");
    }
}
