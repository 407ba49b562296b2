//! Questions from flags and from JSON, with the texts that commands, maps and certificates have.

use certamen::ask::error::QuestionError;
use certamen::ask::flag::Given;
use certamen::ask::kind::{Kind, KindAbilities};
use certamen::ask::registry::Registry;
use certamen::ask::solve::{Answer, answer};
use certamen::ask::witness::{AnyWitness, Witness as _};
use certamen::games::push_fight::query::turns::Moves;
use certamen::games::push_fight::query::{
    PushFightBoard, PushFightStuck, PushFightTurns, PushFightWin, PushFightWitness,
};
use certamen::work::Limits;
use std::sync::Arc;

fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in certamen::games::push_fight::kinds() {
        registry.add_kind(kind);
    }
    registry
}

fn asked(name: &str, given: &Given) -> Result<String, QuestionError> {
    let registry = registry();
    let kind: &Arc<dyn Kind> = registry.kind(name).expect("a kind");
    let question = kind.ask(given)?;
    let text = serde_json::to_string(&question).expect("JSON");
    let read = registry.question(serde_json::from_str(&text).expect("JSON"));
    assert_eq!(read, Ok(question));
    Ok(text)
}

#[test]
fn flags_become_questions_and_json_gives_them_back() {
    let board = |name: &str| Given::new().with_text("board", name);
    let cases = [
        ("stuck", Given::new(), r#""board":"8x4","symmetry_breaking":false"#),
        ("stuck", board("4x3"), r#""board":"4x3","symmetry_breaking":false"#),
        (
            "turns",
            board("4x4").with_number("at-least", 3).with_text("moves", "none").with_text("along", "files"),
            r#""board":"4x4","at_least":3,"moves":"none","along":"files","symmetry_breaking":false"#,
        ),
        ("turns", board("4x3"), r#""board":"4x3","at_least":0,"moves":"legal","symmetry_breaking":false"#),
        ("win", board("4x3").with_number("in", 1), r#""board":"4x3","turns":1,"symmetry_breaking":false"#),
        (
            "win",
            Given::new().with_number("in", 1).with_text("position", ".oO..O..O.ox......X.X..Yx."),
            r#""board":"8x4","turns":1,"symmetry_breaking":false,"position":".oO..O..O.ox......X.X..Yx.""#,
        ),
        // The position determines the board.
        (
            "win",
            Given::new().with_number("in", 1).with_text("position", "ox..OY"),
            r#""board":"4x3","turns":1,"symmetry_breaking":false,"position":"ox..OY""#,
        ),
        (
            "win",
            board("4x3").with_number("in", 1).with_text("position", "ox.\n.OY"),
            r#""board":"4x3","turns":1,"symmetry_breaking":false,"position":"ox..OY""#,
        ),
    ];
    for (noun, given, parameters) in cases {
        let expected = format!("{{\"query\":\"push-fight.{noun}\",{parameters}}}");
        assert_eq!(asked(&format!("push-fight.{noun}"), &given), Ok(expected));
    }
}

#[test]
fn flags_that_give_no_question_are_refused() {
    let won = Given::new().with_number("in", 1);
    let many = Given::new().with_text("moves", "none").with_number("at-least", 1 << 21);
    let cases = [
        (
            "stuck",
            Given::new().with_text("board", "8x8"),
            "--board 8x8: push-fight.stuck is about 4x3, 4x4, 8x4",
        ),
        ("turns", Given::new(), "all legal turns of the board 8x4 are too many for a formula: use --moves"),
        ("turns", many, "--at-least: 2097152 turns: no position has 1048576"),
        ("win", Given::new(), "push-fight.win needs --in 1"),
        ("win", Given::new().with_number("in", 2), "a win in 2: only wins in 1 are stated as a formula"),
        ("win", won.clone().with_text("position", "...."), "the position has 4 squares, expected 26"),
        (
            "win",
            won.clone().with_text("board", "4x4").with_text("position", ".oO..O..O.ox......X.X..Yx."),
            "the position has 26 squares, expected 10",
        ),
        (
            "win",
            won.with_text("position", ".oO..O..O.ox......X.X..Xx."),
            "the position has no anchor: no push yet",
        ),
    ];
    // A certificate can contain anything.
    let mixed =
        r#"{"query":"push-fight.win","board":"4x4","turns":1,"symmetry_breaking":false,"position":"ox..OY"}"#;
    let refused = registry().question(serde_json::from_str(mixed).expect("JSON")).expect_err("another board");
    assert!(refused.to_string().contains("a position of the board 4x3, and the board 4x4"), "{refused}");
    for (noun, given, complaint) in cases {
        let found = asked(&format!("push-fight.{noun}"), &given).expect_err("refused").to_string();
        assert!(found.starts_with(complaint), "{noun}: {found}");
    }
}

#[test]
fn each_question_has_the_abilities_listed_here() {
    let can = |bounded| KindAbilities { bounded, optimised: false, listed: true };
    for (name, bounded) in [("stuck", false), ("turns", true), ("win", false)] {
        let kind = registry().kind(&format!("push-fight.{name}")).expect("a kind").clone();
        assert_eq!(kind.abilities(), can(bounded), "{name}");
    }
}

#[test]
fn witnesses_are_drawn_and_written_as_they_were() {
    let (board, position) = (PushFightBoard::FourByThree, "YO..xo".to_owned());
    let query =
        PushFightTurns { board, at_least: 1, moves: Moves::Legal, along: None, symmetry_breaking: false };
    let witness = query.witness_of(position).expect("a position");
    assert_eq!(
        serde_json::to_string(&AnyWitness::new("push-fight", witness.clone())).expect("JSON"),
        r#"{"game":"push-fight","board":"4x3","position":"YO..xo","has_turn":true,"turns":{"moves":"legal","turns":6,"successors":2}}"#
    );
    assert_eq!(
        witness.text(),
        format!("{}6 legal turns, to 2 positions\n", "  abcd\n3   Y  3\n2 O..x 2\n1  o   1\n  abcd\n")
    );
    let svg = witness.svg();
    assert!(
        svg.starts_with("<svg")
            && svg.contains(">6 legal turns, to 2</text>")
            && svg.ends_with(">positions</text>\n</svg>\n"),
        "{svg}"
    );
    let broken = PushFightWitness { position: "?".to_owned(), ..witness };
    assert!(!broken.text().is_empty() && broken.text() == broken.svg());
}

#[test]
fn the_solver_finds_what_the_naive_game_accepts() {
    let board = PushFightBoard::FourByThree;
    let win = PushFightWin { board, turns: 1, symmetry_breaking: true, position: None };
    let Ok(Answer::Found(witness)) = answer(&win, &Limits::default()) else { panic!("no win") };
    assert!(witness.winning_turn.is_some() && witness.to_string().ends_with(" wins"));
    let stuck = PushFightStuck { board, symmetry_breaking: true };
    let Ok(Answer::Found(witness)) = answer(&stuck, &Limits::default()) else { panic!("none stuck") };
    assert_eq!((witness.has_turn, witness.to_string().as_str()), (false, "no legal turn"));
    let (moves, along) = (Moves::Legal, None);
    let turns = PushFightTurns { board, at_least: 7, moves, along, symmetry_breaking: true };
    assert!(matches!(answer(&turns, &Limits::default()), Ok(Answer::Refuted(_))));
}
