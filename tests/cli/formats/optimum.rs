//! WCNF and OPB: the greatest number of legal moves, found by optimizing solvers.

use crate::support::run::Place;
use crate::support::tools::{Tool, output};

/// A question, and the greatest number of moves of its positions. Ostle counts the moves of a piece by one variable
/// with weight four.
const MOST: [(&str, &str); 2] =
    [("othello.mobility --board 4x4", "8 legal moves"), ("ostle.mobility --board 3x3", "15 legal moves")];

fn most(place: &Place, question: &str, format: &str, tool: &[String], arguments: &[&str]) -> String {
    place
        .run(&format!("emit {question} --symmetry-breaking --format {format} -o m.{format} --map m.json"))
        .answers(0);
    let said = output(tool, arguments, place.path());
    place.run_with("decode --map m.json -", said).answers(0).to_owned()
}

#[test]
fn a_maxsat_solver_finds_the_most_moves() {
    let Some(tool) = Tool::Rc2.find("that WCNF files have the optimum of their questions") else { return };
    for (question, expected) in MOST {
        let back = most(&Place::new(), question, "wcnf", &tool, &["m.wcnf"]);
        assert!(back.contains(expected), "{back}");
    }
}

#[test]
fn a_pseudo_boolean_solver_finds_the_most_moves() {
    let Some(tool) = Tool::MinisatPlus.find("that OPB files have the optimum of their questions") else {
        return;
    };
    for (question, expected) in MOST {
        let back = most(&Place::new(), question, "opb", &tool, &["-v0", "m.opb"]);
        assert!(back.contains(expected), "{back}");
    }
}

/// A model may be suboptimal: only the hard clauses are checked.
#[test]
fn an_optimum_that_satisfies_no_hard_clause_is_refused() {
    let place = Place::new();
    place.run("emit othello.mobility --board 4x4 --format wcnf -o m.wcnf --map m.json").answers(0);
    let ran = place.run_with("decode --map m.json -", "s OPTIMUM FOUND\no 0\nv 1 2 3\n");
    assert!(ran.answers(1).contains("is not satisfied"), "{}", ran.out());
    place.run_with("decode --map m.json -", "s OPTIMUM FOUND\no 0\n").refused(&["without values"]);
}
