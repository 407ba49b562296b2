//! SMT-LIB: z3, cvc5 and Bitwuzla agree with `CaDiCaL`, and their answers are read back as boards.

use crate::support::run::Place;
use crate::support::tools::{Tool, output};

const SOLVERS: [Tool; 3] = [Tool::Z3, Tool::Cvc5, Tool::Bitwuzla];

#[test]
fn each_solver_finds_the_bound_and_its_position_is_read_back() {
    for solver in SOLVERS {
        let Some(tool) = solver.find("that it finds in SMT-LIB what CaDiCaL finds in DIMACS") else {
            continue;
        };
        let place = Place::new();
        for (board, most) in [("4x4", 8), ("6x6", 18)] {
            place
                .run(&format!(
                    "emit othello.mobility --board {board} --at-least {most} --format smt2 -o m.smt2 --map m.json"
                ))
                .answers(0);
            let said = output(&tool, &["m.smt2"], place.path());
            let back = place.run_with("decode --map m.json -", said.clone()).answers(0).to_owned();
            assert!(back.contains(" legal moves"), "{solver:?}: {back}");

            // A whole model instead of the values, as `(get-model)` gives it.
            let text = place.read("m.smt2");
            let values = text.find("(get-value").expect("a question for values");
            place.write("model.smt2", text[..values].to_owned() + "(get-model)\n");
            let model = output(&tool, &["model.smt2"], place.path());
            let from_model = place.run_with("decode --map m.json -", model).answers(0).to_owned();
            assert!(from_model.contains(" legal moves"), "{solver:?}: {from_model}");

            // A truncated model.
            let cut = &said[..said.len() / 2];
            place.run_with("decode --map m.json -", cut).refused(&["standard input", "line "]);
        }
    }
}

#[test]
fn values_that_do_not_satisfy_the_question_are_refused() {
    let place = Place::new();
    place
        .run("emit othello.mobility --board 4x4 --at-least 3 --format smt2 -o m.smt2 --map m.json")
        .answers(0);
    let nothing = "sat\n((own #x0000) (opp #x0000) (legal #x0000))\n";
    assert!(place.run_with("decode --map m.json -", nothing).answers(1).contains("does not hold"));
    place.run_with("decode --map m.json -", "unsat\n(error \"no model\")\n").answers(1);
    place.run_with("decode --map m.json -", "unknown\n").answers(1);
    place.run_with("decode --map m.json -", "sat\nunsat\n").refused(&["standard input"]);
    let map = place.read("m.json");
    place.write("other.json", map.replace("\"sha256\": \"", "\"sha256\": \"0"));
    place.run_with("decode --map other.json -", nothing).refused(&["other.json", "not the map"]);
    place.write("other.json", map.replace("\"version\": 1", "\"version\": 9"));
    place.run_with("decode --map other.json -", nothing).refused(&["other.json", "version 9"]);
}
