//! Files for model counters: a counter agrees with the decision diagram, and other tools can still read the files.

use crate::support::run::Place;
use crate::support::tools::{Tool, output};

const QUESTION: &str = "othello.mobility --board 4x4 --at-least 7";

fn emit(place: &Place, form: &str) -> String {
    place.run(&format!("emit {QUESTION} --full{form} -o m.cnf")).answers(0);
    place.read("m.cnf")
}

#[test]
fn a_model_counter_finds_what_the_diagram_counts() {
    let Some(tool) = Tool::Ganak.find("that files for model counters have the models that are counted")
    else {
        return;
    };
    let place = Place::new();
    let counted = place.run(&format!("-q count {QUESTION}"));
    // With both directions of every definition there is one model for each answer, whatever the projection.
    for form in [" --projection show", " --projection ind", ""] {
        let text = emit(&place, form);
        assert_eq!(text.contains("c p show 1 2 3 "), form.ends_with("show"));
        assert_eq!(text.contains("c ind 1 2 3 "), form.ends_with("ind"));
        assert_eq!(output(&tool, &["m.cnf"], place.path()), counted.answers(0), "{form}");
    }
}

/// For games, the positions are counted, not the ways to them: as many as `enumerate` lists.
#[test]
fn a_model_counter_finds_the_positions_that_games_reach() {
    let Some(tool) = Tool::Ganak.find("that files for model counters project games on their ends") else {
        return;
    };
    let place = Place::new();
    for discs in [6, 7] {
        let question = format!("othello.mobility --board 4x4 --reachable --discs {discs} --at-least 4");
        place.run(&format!("emit {question} --full --projection show -o m.cnf")).answers(0);
        let listed = place.run(&format!("-q enumerate {question}"));
        let listed = listed.answers(0).lines().count() - 1;
        assert!(listed > 0);
        assert_eq!(output(&tool, &["m.cnf"], place.path()), format!("{listed}\n"), "{question}");
    }
}

#[test]
fn dimacs_readers_accept_files_for_model_counters() {
    let place = Place::new();
    let plain = emit(&place, "");
    for form in [" --projection show", " --projection ind"] {
        let text = emit(&place, form);
        let header = text.lines().position(|line| line.starts_with("p cnf")).expect("a header");
        assert!(text.lines().take(header).all(|line| line.starts_with("c ") && line.len() < 120));
        assert!(text.lines().skip(header).eq(plain.lines().skip_while(|line| line.starts_with("c "))));
        let read = verify::dimacs::read(text.as_bytes()).expect("our reader takes it");
        assert!(read.variables() > 32);
        if let Some(tool) = Tool::Kissat.find("that Kissat reads files for model counters") {
            assert!(output(&tool, &["-q", "m.cnf"], place.path()).starts_with("s SATISFIABLE"));
        }
    }
    place.run(&format!("emit {QUESTION} --projection show")).refused(&["--full"]);
    place.run(&format!("emit {QUESTION} --full --projection show --map m.json -o m.cnf")).refused(&["--map"]);
    place.run(&format!("emit {QUESTION} --format smt2 --projection show")).refused(&["DIMACS"]);
}
