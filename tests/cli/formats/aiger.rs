//! AIGER: ABC and Yosys agree with `CaDiCaL`, and a run of a model checker is a record.

use crate::support::run::Place;
use crate::support::tools::{Tool, output};
use std::collections::HashSet;
use verify::othello as naive;

/// Emits a question with its map, for ABC.
fn emit(place: &Place, question: &str) {
    place.run(&format!("emit othello.mobility {question} --format aig -o m.aig --map m.json")).answers(0);
}

/// ABC's output after a command for satisfiability or model checking, which writes its witness to `m.cex`.
fn abc(place: &Place, tool: &[String], command: &str) -> String {
    output(tool, &["-q", &format!("read_aiger m.aig; {command}; write_cex -a m.cex")], place.path())
}

#[test]
fn abc_finds_the_bound_of_any_position() {
    let Some(tool) = Tool::Abc.find("that AIGER files have the answers of their questions") else { return };
    for (board, most) in [("4x4", 8), ("6x6", 20)] {
        let place = Place::new();
        emit(&place, &format!("--board {board} --at-least {most}"));
        let said = abc(&place, &tool, "dsat");
        assert!(said.contains("SATISFIABLE") && !said.contains("UNSATISFIABLE"), "{said}");
        let back = place.run("decode --map m.json m.cex").answers(0).to_owned();
        assert!(back.contains(&format!("{most} legal moves")), "{back}");

        emit(&place, &format!("--board {board} --at-least {}", most + 1));
        let said = abc(&place, &tool, "dsat");
        assert!(said.contains("UNSATISFIABLE"), "{said}");
    }
}

#[test]
fn abc_finds_33_moves() {
    let Some(tool) = Tool::Abc.find("that AIGER files have the answers of their questions") else { return };
    let place = Place::new();
    emit(&place, "--at-least 33 --symmetry-breaking");
    abc(&place, &tool, "dsat");
    let back = place.run("decode --map m.json m.cex").answers(0).to_owned();
    assert!(back.contains("33 legal moves") || back.contains("34 legal moves"), "{back}");
}

/// Yosys solves without other tools, from the ASCII form, and refers to names.
#[test]
fn yosys_reads_the_ascii_form_and_its_names() {
    let Some(tool) = Tool::Yosys.find("that AIGER's ASCII form has names that others read") else { return };
    let place = Place::new();
    for (at_least, found) in [(8, "model found"), (9, "no model found")] {
        place
            .run(&format!("emit othello.mobility --board 4x4 --at-least {at_least} --format aag -o m.aag"))
            .answers(0);
        let said = output(
            &tool,
            &["-p", "read_aiger m.aag; sat -set asked 1 -show own[b2] -show opp[b2]"],
            place.path(),
        );
        assert!(said.contains(&format!("SAT solving finished - {found}")), "{said}");
    }
}

/// The greatest number of legal moves of any reachable 4x4 position, by the naive rules alone.
fn most_reachable() -> usize {
    let board = naive::Board::start(naive::Size::new(4).expect("a board"));
    let start = naive::Position { board, mover: naive::Disc::Black };
    let mut seen = HashSet::new();
    let mut open = vec![start];
    let mut most = 0;
    while let Some(position) = open.pop() {
        if !seen.insert((naive::write_line(&position.board), position.mover)) {
            continue;
        }
        let moves = position.legal_moves();
        most = most.max(moves.len());
        for square in moves {
            let board = naive::apply(&position.board, position.mover, square).expect("a legal move");
            let next = naive::Position { board, mover: position.mover.opponent() };
            let passed = naive::Position { mover: position.mover, ..next.clone() };
            let goes_on = next.legal_moves().is_empty() && !passed.legal_moves().is_empty();
            open.push(if goes_on { passed } else { next });
        }
    }
    most
}

/// For games of any length, which unrolling to a number of steps cannot decide.
#[test]
fn a_model_checker_finds_reachable_positions_and_proves_the_bound() {
    let Some(tool) = Tool::Abc.find("that transition systems have the answers of exhaustive search") else {
        return;
    };
    let most = most_reachable();
    let place = Place::new();
    let games = "--board 4x4 --reachable --transition-system --at-least";
    emit(&place, &format!("{games} {most}"));
    let said = abc(&place, &tool, "bmc3");
    assert!(said.contains("was asserted in frame"), "{said}");
    let object = place.run("decode --map m.json m.cex --json").json(0);
    assert_eq!(object["witness"]["mobility"], most);
    assert!(object["witness"]["record"].as_str().is_some_and(|record| !record.is_empty()));

    emit(&place, &format!("{games} {}", most + 1));
    let said = abc(&place, &tool, "scorr; dc2; pdr");
    assert!(said.contains("Property proved"), "{said}");
}

#[test]
fn an_altered_run_is_refused() {
    let Some(tool) = Tool::Abc.find("that altered witnesses are refused") else { return };
    let place = Place::new();
    emit(&place, "--board 4x4 --reachable --transition-system --at-least 5");
    abc(&place, &tool, "bmc3");
    let cex = place.read("m.cex");
    place.run("decode --map m.json m.cex").answers(0);
    // The run ends one step early; a latch has another initial value; a value is missing.
    let lines: Vec<&str> = cex.lines().collect();
    let early = [&lines[..lines.len() - 2], &["# DONE"]].concat().join("\n");
    assert!(place.run_with("decode --map m.json -", early).answers(1).contains("legal moves"));
    let flipped = if cex.starts_with('0') { "1" } else { "0" }.to_owned() + &cex[1..];
    place.run_with("decode --map m.json -", flipped).refused(&["line 1", "begins as"]);
    place.run_with("decode --map m.json -", &cex[1..]).refused(&["line 1", "expected 33 values"]);
    place.run_with("decode --map m.json -", "0\nb0\n.\n").answers(1);
    // The map belongs to another file.
    let map = place.read("m.json").replace("\"at_least\": 5", "\"at_least\": 4");
    place.write("other.json", map);
    place.run("decode --map other.json m.cex").refused(&["other.json", "not the map"]);
}

#[test]
fn questions_without_a_transition_system_are_refused() {
    for (flags, says) in [
        ("--transition-system --format aig", "--reachable"),
        ("--reachable --discs 8 --any-order --transition-system --format aig", "--any-order"),
        ("--reachable --transition-system --format smt2", "SMT-LIB has no transition systems"),
        ("--reachable --transition-system", "aag, aig or btor2"),
        ("--reachable --transition-system --symmetry-breaking --format aag", "--symmetry-breaking"),
        ("--full --format aig", "--full"),
        ("--format btor2 --map m.json", "BTOR2"),
    ] {
        crate::support::run::run(&format!("emit othello.mobility {flags}")).refused(&[says]);
    }
}
