//! BTOR2: Bitwuzla agrees with `CaDiCaL`, on questions and on unrolled transition systems.

use crate::support::run::Place;
use crate::support::tools::{Tool, output};
use std::collections::HashMap;
use std::fmt::Write as _;

fn emit(place: &Place, question: &str) -> String {
    place.run(&format!("emit othello.mobility {question} --format btor2 -o m.btor2")).answers(0);
    place.read("m.btor2")
}

/// Whether Bitwuzla finds values under which the constraints hold.
fn holds(place: &Place, tool: &[String], text: &str) -> bool {
    place.write("asked.btor2", text);
    let said = output(tool, &["asked.btor2"], place.path());
    match said.lines().next() {
        Some("sat") => true,
        Some("unsat") => false,
        _ => panic!("{said}"),
    }
}

#[test]
fn bitwuzla_finds_the_bound_of_any_position() {
    let Some(tool) = Tool::BitwuzlaBtor2.find("that BTOR2 files have the answers of their questions") else {
        return;
    };
    let place = Place::new();
    for (board, most) in [("4x4", 8), ("6x6", 20)] {
        assert!(holds(&place, &tool, &emit(&place, &format!("--board {board} --at-least {most}"))));
        let more = format!("--board {board} --at-least {} --symmetry-breaking", most + 1);
        assert!(!holds(&place, &tool, &emit(&place, &more)));
    }
}

/// The system unrolled by `steps` steps, in plain text; bad states at the end become a constraint.
fn unrolled(system: &str, steps: usize) -> String {
    let mut text = String::new();
    let mut last = 0;
    let mut carried: HashMap<String, usize> = HashMap::new();
    for step in 0..=steps {
        let mut lines: HashMap<String, usize> = HashMap::new();
        let mut next: HashMap<String, usize> = HashMap::new();
        for line in system.lines().filter(|line| !line.starts_with(';')) {
            let words: Vec<&str> = line.split(' ').collect();
            let (own, operator) = (words[0], words[1]);
            // Which of the words after the operator are line numbers.
            let references = match operator {
                "sort" | "constd" => 0,
                "const" | "zero" | "ones" | "one" | "input" | "state" | "bad" => 1,
                "slice" | "uext" | "not" => 2,
                "ite" => 4,
                _ => 3,
            };
            let argument = |index: usize| lines[words[2 + index]];
            match operator {
                "state" if step > 0 => {
                    lines.insert(own.to_owned(), carried[own]);
                    continue;
                }
                "init" if step == 0 => {
                    lines.insert(words[3].to_owned(), argument(2));
                    continue;
                }
                // The initial value replaces the state; later it is the value of the step before.
                "state" | "init" => continue,
                "next" => {
                    next.insert(words[3].to_owned(), argument(2));
                    continue;
                }
                "bad" if step < steps => continue,
                _ => {}
            }
            last += 1;
            let operator = if operator == "bad" { "constraint" } else { operator };
            let _ = write!(text, "{last} {operator}");
            for (index, word) in words[2..].iter().enumerate() {
                let name = if operator == "input" && index == 1 {
                    format!("{word}_{step}")
                } else {
                    (*word).to_owned()
                };
                let _ = if index < references {
                    write!(text, " {}", argument(index))
                } else {
                    write!(text, " {name}")
                };
            }
            text.push('\n');
            lines.insert(own.to_owned(), last);
        }
        carried = next;
    }
    text
}

/// With a fixed number of discs, which takes four steps less, the system has the same answer as the unrolled question.
#[test]
fn an_unrolled_system_has_the_answer_of_the_game_formula() {
    let Some(tool) = Tool::BitwuzlaBtor2.find("that BTOR2's transition systems have the answers of games")
    else {
        return;
    };
    let place = Place::new();
    for (discs, to_move) in [(6, "black"), (8, "black"), (9, "white")] {
        let question = format!("--board 4x4 --reachable --discs {discs} --to-move {to_move}");
        let finds = |bound: usize| {
            place.run(&format!("solve othello.mobility {question} --at-least {bound}")).code == Some(10)
        };
        let most = (1..=8).take_while(|&bound| finds(bound)).last().unwrap_or(0);
        for bound in [most, most + 1] {
            let system = emit(&place, &format!("{question} --transition-system --at-least {bound}"));
            assert_eq!(
                holds(&place, &tool, &unrolled(&system, discs - 4)),
                bound == most,
                "{question} {bound}"
            );
        }
    }
}
