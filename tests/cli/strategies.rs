//! `solve` with strategies: who decides, what is proved, and what becomes of the proof of a relaxation.

use crate::support::run::Place;

/// Four discs more than the start have on 4x4, and more legal moves than any position with as many discs.
const IMPOSSIBLE: &str = "solve othello.mobility --board 4x4 --reachable --discs 9 --at-least 9";
/// A number of moves that games reach.
const POSSIBLE: &str =
    "solve othello.mobility --board 4x4 --reachable --discs 9 --to-move white --at-least 4";

#[test]
fn a_strategy_that_is_named_decides_alone() {
    let place = Place::new();
    for name in ["exact", "any-position"] {
        let object = place.run(&format!("{IMPOSSIBLE} --strategy {name} --json")).json(20);
        assert_eq!((&object["strategy"], &object["status"]), (&name.into(), &"UNSATISFIABLE".into()));
        assert_eq!(object["relaxation"].is_null(), name == "exact");
    }
    for name in ["exact", "no-passes", "annealing", "backwards"] {
        let object = place.run(&format!("{POSSIBLE} --strategy {name} --json")).json(10);
        assert_eq!(object["strategy"], name);
        assert!(object["witness"]["record"].is_string());
    }
    // What says nothing about the question decides nothing.
    let undecided = place.run(&format!("{POSSIBLE} --strategy any-position"));
    assert!(undecided.answers(0).ends_with("c no strategy decides it\ns UNKNOWN\n"), "{}", undecided.out());
    let names = "any-position, annealing, backwards, no-passes, exact";
    place.run(&format!("{POSSIBLE} --strategy luck")).refused(&["--strategy", "luck", names]);
    let alone = "solve othello.mobility --board 4x4 --at-least 9 --strategy luck";
    place.run(alone).refused(&["there is no strategy luck", "exact"]);
}

/// Games in any order: the segments, and beside them a solver of the whole formula, whose refutation would have no proof.
#[test]
fn a_formula_with_segments_has_a_strategy_that_looks_for_a_model_of_the_whole() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --reachable --any-order --discs 7";
    let asked = |moves: u32, strategy: &str| {
        place.run(&format!("solve {question} --at-least {moves} --strategy {strategy} --json"))
    };
    for name in ["exact", "whole"] {
        let object = asked(5, name).json(10);
        assert_eq!(object["strategy"], name);
        assert!(object["witness"]["record"].is_string());
    }
    assert_eq!(asked(6, "exact").json(20)["status"], "UNSATISFIABLE");
    assert_eq!(asked(6, "whole").json(0)["status"], "UNKNOWN");
    asked(6, "luck").refused(&["there is no strategy luck", "exact, whole"]);
    // Both at once, and the proof of the segments.
    place.run(&format!("solve {question} --at-least 5")).answers(10);
    let both = place.run(&format!("solve {question} --at-least 6 --trace --proof p.lrat"));
    assert!(both.answers(20).contains("c decided by exact"), "{}", both.out());
    assert!(both.err.contains("exact: begins") && both.err.contains("whole: begins"), "{}", both.err);
    place.run(&format!("emit {question} --at-least 6 -o q.cnf"));
    assert!(place.run("check --cnf q.cnf --proof p.lrat").answers(0).contains("s VERIFIED"));
}

#[test]
fn what_a_restriction_finds_is_a_model_of_the_question() {
    let place = Place::new();
    place.run(
        "emit othello.mobility --board 4x4 --reachable --discs 9 --to-move white --at-least 4 \
               -o q.cnf --map q.map.json",
    );
    for name in ["no-passes", "annealing", "backwards"] {
        let model = place.run(&format!("{POSSIBLE} --strategy {name}")).answers(10).to_owned();
        place.write("model", &model);
        // The model has to satisfy the clauses of the map.
        place.run("decode --map q.map.json model").answers(0);
    }
}

#[test]
fn the_proof_of_a_relaxation_is_about_its_own_clauses() {
    let place = Place::new();
    let text =
        place.run(&format!("{IMPOSSIBLE} --strategy any-position --proof p.lrat")).answers(20).to_owned();
    assert!(
        text.contains("c the refuted relaxation: othello.mobility --board 4x4 --at-least 9 --discs 9"),
        "{text}"
    );
    assert!(!place.names().contains(&"p.lrat".to_owned()), "{text}");
    let verified = place.run("check --cnf p.any-position.cnf --proof p.any-position.lrat");
    assert!(verified.answers(0).contains("s VERIFIED"));
    // The clauses get the name of the strategy, too, if a name is given for them.
    let other = place.run(&format!("{IMPOSSIBLE} --strategy any-position --proof o.lrat --cnf clauses.cnf"));
    assert!(other.answers(20).contains("c its proof: o.any-position.lrat, of clauses.any-position.cnf\n"));
    assert_eq!(place.read("clauses.any-position.cnf"), place.read("p.any-position.cnf"));
    place.run(&format!("{IMPOSSIBLE} --strategy exact --proof p.lrat")).answers(20);
    place.run("emit othello.mobility --board 4x4 --reachable --discs 9 --at-least 9 -o q.cnf");
    assert!(place.run("check --cnf q.cnf --proof p.lrat").answers(0).contains("s VERIFIED"));
}

#[test]
fn the_trace_names_strategies_and_what_they_are_worth() {
    let ran = Place::new().run(&format!("{IMPOSSIBLE} --trace"));
    assert!(ran.answers(20).contains("c decided by "));
    let trace = &ran.err;
    assert!(
        trace.contains("any-position: begins") && trace.contains("a relaxation, which can only refute"),
        "{trace}"
    );
}
