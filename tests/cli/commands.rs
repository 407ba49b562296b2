//! Every command with good input: its answer as text and as one JSON object.

use crate::support::run::{Place, run};
use serde_json::json;

/// The start of 8x8, and a record of four moves.
const START: &str = "---------------------------OX------XO---------------------------";
const RECORD: &str = "F5D6C3D3";

#[test]
fn games_lists_what_there_is() {
    let text = run("games");
    for part in ["othello", "4x4, 6x6, 8x8", "othello.mobility", "records"] {
        assert!(text.answers(0).contains(part), "{part}");
    }
    let object = run("games --json").json(0);
    assert_eq!(object["games"][0]["game"], "othello");
    assert_eq!(object["games"][0]["boards"], json!(["4x4", "6x6", "8x8"]));
}

#[test]
fn help_and_version_are_answers() {
    for arguments in ["--help", "--version", "help", "emit --help", "help prove"] {
        let ran = run(arguments);
        assert!(!ran.answers(0).is_empty(), "{arguments}");
        assert_eq!(ran.err, "");
    }
    let version = concat!("certamen ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(run("-V").out(), version);
    assert!(run("--version").out().starts_with(version));
}

#[test]
fn emit_writes_to_standard_output_or_to_files() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 5";
    let printed = place.run(&format!("-q emit {question}"));
    assert!(printed.answers(0).starts_with("c certamen "));
    assert_eq!(printed.err, "");
    assert_eq!(place.run(&format!("emit {question} -o -")).out, printed.out);

    let written = place.run(&format!("emit {question} -o m.cnf --map m.json"));
    assert_eq!(written.answers(0), "");
    assert_eq!(place.names(), ["m.cnf", "m.json"]);
    assert_eq!(place.read("m.cnf").as_bytes(), printed.out);
    let map: serde_json::Value = serde_json::from_str(&place.read("m.json")).expect("JSON");
    assert_eq!(map["format"], "certamen-map");
    assert_eq!(map["cnf"]["sha256"], certamen::ask::emission::sha256(&printed.out));

    let object = place.run(&format!("emit {question} -o m.cnf --map m.json --json")).json(0);
    assert_eq!(object["cnf"], map["cnf"]);
    let mapped = place.run(&format!("emit {question} -o m.cnf --map -"));
    assert_eq!(mapped.answers(0), place.read("m.json"));
}

#[test]
fn emit_writes_smt_lib() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 5 --format smt2";
    let printed = place.run(&format!("emit {question}"));
    assert!(printed.answers(0).contains("(set-logic QF_BV)"));
    assert!(printed.out().contains("(check-sat)"));
    let object = place.run(&format!("emit {question} -o m.smt2 --json")).json(0);
    assert_eq!(object["bytes"], printed.out.len());
    assert_eq!(place.read("m.smt2"), printed.out());
}

#[test]
fn solve_answers_as_in_competitions() {
    let yes = run("solve othello.mobility --board 4x4 --at-least 8");
    assert!(yes.answers(10).lines().any(|line| line == "s SATISFIABLE"));
    assert!(yes.out().lines().all(|line| line.starts_with(['c', 's', 'v']) && line.len() <= 78));
    assert!(yes.out().ends_with(" 0\n"));
    let no = run("solve othello.mobility --board 4x4 --at-least 9");
    assert!(no.answers(20).lines().any(|line| line == "s UNSATISFIABLE"));
    assert!(!no.out().contains("\nv "));

    let object = run("solve othello.mobility --board 4x4 --at-least 8 --json").json(10);
    assert_eq!(object["status"], "SATISFIABLE");
    assert_eq!(object["witness"]["mobility"], 8);
    let object = run("solve othello.mobility --board 4x4 --at-least 9 --json").json(20);
    assert_eq!((&object["status"], &object["witness"]), (&json!("UNSATISFIABLE"), &json!(null)));
}

#[test]
fn solve_writes_proofs_that_check() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 9";
    place.run(&format!("emit {question} -o m.cnf")).answers(0);
    for format in ["text", "binary"] {
        place.run(&format!("solve {question} --proof m.lrat --proof-format {format}")).answers(20);
        let checked = place.run("check --cnf m.cnf --proof m.lrat");
        assert!(checked.answers(0).ends_with("s VERIFIED\n"), "{format}");
        let object = place.run("check --cnf m.cnf --proof m.lrat --json").json(0);
        assert_eq!(object["verdict"], "verified");
    }
    assert_eq!(place.names(), ["m.cnf", "m.lrat"]);
    // With symmetry breaking the clauses differ; tests/proofs/external.rs has the details.
    place.run(&format!("emit {question} --symmetry-breaking -o other.cnf")).answers(0);
    assert!(place.run("check --cnf other.cnf --proof m.lrat").answers(1).contains("s NOT VERIFIED"));
}

#[test]
fn a_satisfiable_question_leaves_no_proof() {
    let place = Place::new();
    place.run("solve othello.mobility --board 4x4 --at-least 8 --proof m.lrat").answers(10);
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn prove_and_check_state_the_bound() {
    let place = Place::new();
    let proved = place.run("prove othello.mobility --board 4x4 --out certificate");
    assert!(proved.answers(0).contains("maximum 8 legal moves"));
    assert!(proved.out().contains("9 legal moves refuted"));
    let checked = place.run("check certificate");
    assert!(checked.answers(0).ends_with("s VERIFIED\n"));
    assert!(checked.out().contains("maximum 8 legal moves"));
    let object = place.run("check certificate --json").json(0);
    assert_eq!((&object["verdict"], &object["claim"]["bound"]), (&json!("verified"), &json!(8)));

    let empties = "prove othello.mobility --board 4x4 --at-least 8 --objective empties --out empties --json";
    let object = place.run(empties).json(0);
    assert_eq!((&object["verdict"], &object["claim"]["bound"]), (&json!("exact"), &json!(9)));
    assert_eq!(place.names(), ["certificate", "empties"]);
}

#[test]
fn prove_without_a_directory_keeps_nothing() {
    let place = Place::new();
    let proved = place.run("prove othello.mobility --board 4x4");
    assert!(
        proved.answers(0).ends_with("9 legal moves refuted\nproof checked; nothing is kept without --out\n")
    );
    let object = place.run("prove othello.mobility --board 4x4 --json").json(0);
    assert_eq!((&object["claim"]["bound"], &object["certificate"]), (&json!(8), &json!(null)));
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn prove_says_when_there_is_nothing_to_prove() {
    let place = Place::new();
    let ran = place.run("prove othello.mobility --board 4x4 --at-least 9 --out certificate");
    assert!(ran.answers(1).contains("no such position"));
    let json = place.run("prove othello.mobility --board 4x4 --at-least 9 --out certificate --json");
    assert_eq!(json.json(1)["verdict"], "impossible");
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn replay_reads_records() {
    let ran = run(&format!("replay othello {RECORD}"));
    assert!(ran.answers(0).contains("legal: 4 plies"));
    let object = run(&format!("replay othello {RECORD} --json")).json(0);
    assert_eq!((&object["legal"], &object["plies"]), (&json!(true), &json!(4)));
    let place = Place::new();
    let file = format!("# two games\n{RECORD}\n\nf5f6\n");
    place.write("games.txt", &file);
    for arguments in ["replay othello --file games.txt", "replay othello --file -", "replay othello -"] {
        let ran = place.run_with(arguments, file.clone());
        assert!(ran.answers(0).ends_with("2 legal, 0 illegal\n"), "{arguments}");
        assert!(ran.out().contains("line 2: legal") && ran.out().contains("line 4: legal"));
    }
    let object = place.run("replay othello --file games.txt --json").json(0);
    assert_eq!(object["records"].as_array().map(Vec::len), Some(2));
    run("replay othello B1 --board 4x4").answers(0);
}

#[test]
fn perft_counts_leaves() {
    assert_eq!(run("-q perft othello 6").answers(0), "8200\n");
    assert_eq!(run("-q perft othello 8").answers(0), "390216\n");
    assert_eq!(run("-q perft othello 0").answers(0), "1\n");
    assert_eq!(run(&format!("-q perft othello 6 --position {START}")).answers(0), "8200\n");
    let divided = run("-q perft othello 3 --divide");
    assert_eq!(divided.answers(0), "d3 14\nc4 14\nf5 14\ne6 14\n56\n");
    let object = run("perft othello 3 --divide --json").json(0);
    assert_eq!((&object["leaves"], &object["divide"][0]), (&json!(56), &json!(["d3", 14])));
    // A full board is over: one leaf at every depth. A player who cannot move passes, which counts as a ply.
    let over = "XXXXXXXXXXXXXXXX";
    for depth in [1, 7, 12] {
        for divide in ["", " --divide", " --naive"] {
            let counted = run(&format!("-q perft othello {depth} --board 4x4 --position {over}{divide}"));
            assert!(counted.answers(0).starts_with("1\nended 1\n"), "{depth} {divide}");
        }
    }
    let passes = "-----OOX-OO-----";
    assert_eq!(run(&format!("-q perft othello 1 --board 4x4 --position {passes}")).answers(0), "2\n");
}

/// Every built-in game has its rules and its naive twin compared, in whole trees and in games at random.
#[test]
fn rules_and_naive_twins_agree() {
    // The positions are those of all depths, and the leaves those of the last.
    for (line, leaves, ended, positions) in [
        ("othello 8 --board 4x4 --divide", 9116, 4, 14_605),
        ("ostle 4 --board 3x3", 15_458, 684, 17_107),
        ("go 3 --board 2x2", 69, 1, 95),
        // The 1,454 positions after a turn are compared without their own turns.
        ("push-fight 0", 1, 0, 1),
    ] {
        let object = run(&format!("perft {line} --naive --json")).json(0);
        let found = [&object["leaves"], &object["ended"], &object["naive"]["positions"]];
        assert_eq!(
            found.map(serde_json::Value::as_u64),
            [Some(leaves), Some(ended), Some(positions)],
            "{line}"
        );
    }
    for (game, boards) in [("othello", 3), ("ostle", 3), ("go", 3), ("push-fight", 1)] {
        let object = run(&format!("games {game} --check --games 1 --seed 5 --json")).json(0);
        assert_eq!((&object["agrees"], &object["seed"]), (&json!(true), &json!(5)), "{object}");
        assert_eq!(object["boards"].as_array().map(Vec::len), Some(boards), "{object}");
    }
    let checked = run("games othello --check --board 4x4 --games 30 --seed 1");
    let text = checked.answers(0);
    let begin = "othello 4x4: the rules and the naive twin agree in 30 games, ";
    assert!(text.starts_with(begin) && text.ends_with(" passes, 30 ends\nseed 1\n"), "{text}");
    run("games othello --check --board 5x5").refused(&["othello is played on 4x4, 6x6 and 8x8"]);
    run("games push-fight --check --board 4x4").refused(&["games and positions are on 8x4"]);
    run("games --check").refused(&["GAME"]);
    run("games othello --seed 1").refused(&["--check"]);
}

#[test]
fn show_draws() {
    let text = run(&format!("show othello {START}"));
    assert!(text.answers(0).contains("Black to move: 4 legal moves, 60 empty squares"));
    let white = run(&format!("show othello {START} --to-move white"));
    assert!(white.answers(0).contains("White to move: 4 legal moves"));
    let picture = run(&format!("show othello {START} --format svg"));
    assert!(picture.answers(0).starts_with("<svg ") && picture.out().ends_with("</svg>\n"));
    let object = run(&format!("show othello {START} --json")).json(0);
    assert_eq!(object["moves"], json!(["d3", "c4", "f5", "e6"]));
}

#[test]
fn shells_and_manuals_are_served() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&format!("completions {shell}")).answers(0).contains("certamen"));
    }
    let place = Place::new();
    place.run("man pages").answers(0);
    let pages = std::fs::read_dir(place.path().join("pages")).expect("a directory").count();
    assert!(pages > 8, "{pages}");
}
