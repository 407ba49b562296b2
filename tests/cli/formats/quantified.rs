//! Forced wins as formulas with quantifiers: QCIR files are evaluated by brute force, QDIMACS files by `DepQBF`, and both must
//! say what `solve-position` finds. Answers are read back, and wrong ones refused.

use crate::support::run::{Place, run};
use crate::support::tools::Tool;
use std::collections::HashMap;
use std::path::Path;

/// A QCIR file, by its definition: variables in the order of the prefix, each with whether it is universal, and gates.
#[derive(Debug, Default)]
struct Qcir {
    prefix: Vec<(bool, usize)>,
    output: i64,
    gates: Vec<(usize, bool, Vec<i64>)>,
    most: usize,
}

impl Qcir {
    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let most = lines.next().and_then(|line| line.strip_prefix("#QCIR-G14 ")).expect("a header");
        let mut file = Self { most: most.parse().expect("a number"), ..Self::default() };
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (head, rest) = line.split_once('(').expect("an opening bracket");
            let list = rest.strip_suffix(')').expect("a closing bracket").split(", ");
            let list: Vec<i64> =
                list.filter(|word| !word.is_empty()).map(|word| word.parse().expect("a literal")).collect();
            match head.split_once(" = ") {
                Some((gate, of)) => {
                    let gate = gate.parse().expect("a gate");
                    file.gates.push((gate, of == "and", list));
                    assert!(of == "and" || of == "or", "{line}");
                }
                None if head == "output" => file.output = list[0],
                None => {
                    let is_universal = head == "forall";
                    assert!(is_universal || head == "exists", "{line}");
                    file.prefix.extend(list.iter().map(|&variable| (is_universal, variable as usize)));
                }
            }
        }
        file
    }

    fn is_true(&self) -> bool {
        self.holds(0, &mut vec![None; self.most + 1])
    }

    fn holds(&self, depth: usize, values: &mut Vec<Option<bool>>) -> bool {
        let value = |values: &[Option<bool>], literal: i64| {
            values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
        };
        for (gate, is_and, operands) in &self.gates {
            let found = || operands.iter().map(|&operand| value(values, operand));
            // The value that decides the gate alone.
            let strong = !*is_and;
            values[*gate] = match found().find(|&value| value == Some(strong)) {
                Some(_) => Some(strong),
                None if found().all(|value| value.is_some()) => Some(!strong),
                None => None,
            };
        }
        if let Some(known) = value(values, self.output) {
            return known;
        }
        let (is_universal, variable) = self.prefix[depth];
        let decided = [false, true].into_iter().find(|&choice| {
            values[variable] = Some(choice);
            self.holds(depth + 1, values) != is_universal
        });
        values[variable] = None;
        decided.is_some() != is_universal
    }
}

/// Games with positions in which something is decided within five plies: by lines, by stuck players, with passes, with sides
/// that differ, and a puzzle.
const POSITIONS: [(&str, &str, u32); 9] = [
    ("tic-tac-toe", "X.O/.../O.X", 5),
    ("tic-tac-toe", "XO./.X./..O", 3),
    ("hexapawn --board 3x3", "START", 4),
    ("hexapawn --board 4x3", "START", 5),
    ("clobber --board 3x2", "START", 5),
    ("othello --board 4x4", "OOOOOOXOOXXO-O--", 5),
    ("othello --board 4x4", "XOOOXXOOXXXO--X-", 4),
    ("fox-and-hounds", "START", 1),
    ("lights-out --board 2x2", "START", 4),
];

#[test]
fn qcir_files_say_what_the_search_finds() {
    let mut found = HashMap::new();
    for (game, position, most) in POSITIONS {
        for within in 0..=most {
            let searched = run(&format!("solve-position {game} {position} --within {within} --json")).json(0);
            for (winner, verdict) in [("mover", "won"), ("other", "lost")] {
                if game.starts_with("lights-out") && winner == "other" {
                    continue;
                }
                let asked = format!("{game} {position} --within {within} --for {winner}");
                let emitted = run(&format!("-q emit {asked} --format qcir"));
                let is_true = Qcir::read(emitted.answers(0)).is_true();
                assert_eq!(is_true, searched["verdict"] == verdict, "{asked}: {searched}");
                *found.entry((winner, is_true)).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(found.len(), 4, "each answer for each player: {found:?}");
}

#[test]
fn depqbf_agrees_and_its_first_ply_is_decoded() {
    if Tool::DepQbf.find("that DepQBF decides forced wins as the search does").is_none() {
        return;
    }
    let place = Place::new();
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bddl");
    let asked: Vec<(String, i32)> = [
        ("breakthrough-second-player/2x4_8.ig", 10),
        ("connect-c/2x2_3_connect2.ig", 10),
        ("domineering/3x4_6.ig", 10),
        ("domineering/4x2_5.ig", 20),
        ("evader_pursuer_dual/4x4_2_e-4-1_p-1-2.ig", 10),
        ("hex/hein_04_3x3-03.pg", 20),
        ("hex/hein_04_3x3-05.pg", 10),
    ]
    .into_iter()
    .map(|(problem, code)| (problems.join(problem).display().to_string(), code))
    .chain([
        ("hexapawn --board 4x3 --within 5".to_owned(), 10),
        ("hexapawn --within 4 --for other".to_owned(), 20),
    ])
    .collect();
    for (asked, code) in asked {
        place.run(&format!("solve {asked} --solver depqbf")).answers(code);
    }
    let first = place.run("solve hexapawn --board 4x3 --within 5 --solver depqbf --json").json(10)["plies"]
        [0]
    .clone();
    place.run("emit hexapawn --board 4x3 --within 5 --format qdimacs -o h.qdimacs --map h.json").answers(0);
    let answer =
        std::process::Command::new("depqbf").args(["--qdo", "h.qdimacs"]).current_dir(place.path()).output();
    let decoded = place.run_with("decode --map h.json - --json", answer.expect("it runs").stdout).json(0);
    assert_eq!(decoded["ply"], first);
    assert!(decoded["value"].as_str().is_some_and(|value| value.starts_with("lost within ")), "{decoded}");
}

/// What a script of a solver says, and the error.
#[test]
fn wrong_answers_to_forced_wins_are_refused() {
    let solve = |script: &str| {
        let solver = format!("{script} # {{qdimacs}}");
        let words =
            ["-q", "solve", "hexapawn", "--board", "4x3", "--within", "5", "--solver", solver.as_str()];
        Place::new().run_arguments(&words, "")
    };
    let counted = |verdict: &str, rest: &str| format!("sed -n 's/^p cnf/s cnf {verdict}/p' \"$1\"{rest}");
    for (script, says) in [
        ("true".to_owned(), "it gave no answer"),
        ("echo s cnf 1 2 3".to_owned(), "line 1: an answer to a file of 2 variables and 3 clauses"),
        ("echo SAT".to_owned(), "line 1: expected `s cnf`"),
        (counted("1", "; exit 20"), "it printed 1 and ended with exit code 20"),
        (counted("1", "; echo V 1 0; echo V -1 0"), "line 3: variable 1 has two values"),
        (counted("1", "; echo V 999999 0"), "line 2: there is no variable 999999"),
        (counted("0", ""), "says UNSATISFIABLE, and the search: won within 5 plies"),
    ] {
        solve(&script).refused(&[says]);
    }
    // Of the first plies at least one does not win.
    let plies: Vec<_> = (0..4)
        .map(|number: u32| {
            let sign = |bit: u32| if number >> bit & 1 == 1 { "" } else { "-" };
            solve(&counted("1", &format!("; echo V {}1 0; echo V {}2 0", sign(0), sign(1))))
        })
        .collect();
    assert!(plies.iter().any(|ran| ran.code == Some(10)), "{plies:?}");
    assert!(
        plies.iter().any(|ran| ran.err.contains("and the search says of the position after it")),
        "{plies:?}"
    );
    assert!(solve(&counted("-1", "")).answers(0).ends_with("s UNKNOWN\n"));
}

/// The plan of a puzzle, and the proof that a shorter one does not exist.
#[test]
fn a_puzzle_has_a_shortest_plan_with_a_proof() {
    let place = Place::new();
    let found = place.run("solve lights-out --within 5 --json").json(10);
    assert_eq!(found["plies"].as_array().map(Vec::len), Some(5), "{found}");
    place.run("solve lights-out --within 4 --proof p.lrat --cnf p.cnf").answers(20);
    assert!(place.run("check --cnf p.cnf --proof p.lrat").answers(0).contains("s VERIFIED"));
    place.run("solve lights-out --within 4 --for other").refused(&["a puzzle has no other player"]);
}

#[test]
fn files_of_forced_wins_are_the_same_each_time_and_belong_to_their_maps() {
    let place = Place::new();
    for format in ["qcir", "qdimacs"] {
        for name in ["a", "b"] {
            place
                .run(&format!("emit tic-tac-toe --within 3 --format {format} -o {name} --map {name}.json"))
                .answers(0);
        }
        assert_eq!(
            (place.read("a"), place.read("a.json")),
            (place.read("b"), place.read("b.json")),
            "{format}"
        );
    }
    place.write("c.json", place.read("a.json").replace("\"within\": 3", "\"within\": 4"));
    place.run_with("decode --map c.json -", "s cnf 1 1 1\n").refused(&["c.json: not the map"]);
    for (arguments, says) in [
        ("emit tic-tac-toe --format qcir", "<QUESTION>"),
        ("emit tic-tac-toe --within 3", "--within needs --format qcir or qdimacs"),
        ("emit tic-tac-toe --within 3 --format qcir --full", "--full does not go with --format qcir"),
        ("emit tic-tac-toe --within 3 --format qcir --plies 2", "--plies does not go with a forced win"),
        ("emit tic-tac-toe XX --within 3 --format qcir", "the position"),
        ("emit ostle --within 3 --format qdimacs", "a forced win is a question about"),
        ("solve tic-tac-toe --within 3", "cadical knows no quantifiers"),
        ("solve tic-tac-toe --within 3 --solver cat", "knows no quantifiers"),
        ("solve tic-tac-toe 'any(own)' --solver depqbf", "give --within K"),
    ] {
        run(arguments).refused(&[says]);
    }
}
