//! The size of a formula is a contract, and its bytes are the same in every run.

use crate::support::run::{Place, run};
use certamen::ask::emission::sha256;

/// Flags, variables and clauses. If a change makes them smaller, change the number here and mention it in the
/// CHANGELOG.
const SIZES: [(&str, u32, u32); 21] = [
    ("--board 4x4", 100, 172),
    ("--board 4x4 --at-least 9", 149, 286),
    ("--board 4x4 --at-least 9 --symmetry-breaking", 262, 612),
    ("--board 4x4 --at-least 8 --empties 9 --symmetry-breaking", 311, 725),
    ("--board 4x4 --at-least 9 --full", 156, 577),
    ("--board 6x6 --at-least 21", 421, 946),
    ("--board 6x6 --at-least 21 --symmetry-breaking", 690, 1720),
    ("--board 6x6 --at-least 20 --empties 20", 606, 1458),
    ("--at-least 34", 851, 2283),
    ("--at-least 35", 849, 2278),
    ("--at-least 35 --symmetry-breaking", 1338, 3684),
    ("--at-least 35 --full", 894, 5473),
    ("--at-least 34 --empties 38", 1222, 3654),
    ("--at-least 34 --empties 38 --symmetry-breaking", 1651, 5000),
    ("--at-least 33 --empties 39 --symmetry-breaking", 1651, 4990),
    ("--at-least 64", 532, 1004),
    ("--board 4x4 --reachable --discs 10 --at-least 7", 1455, 5200),
    ("--reachable --discs 30 --at-least 34 --symmetry-breaking", 41_684, 157_277),
    ("--reachable --discs 30 --at-least 34 --any-order --symmetry-breaking", 31_243, 129_567),
    ("--reachable --discs 31 --at-least 33 --no-passes --symmetry-breaking", 28_786, 114_952),
    (
        "--reachable --last-steps 8 --discs 12..30 --at-least 34 --empties 34 --symmetry-breaking",
        23_915,
        91_351,
    ),
];

#[test]
fn formulas_have_their_golden_sizes() {
    let place = Place::new();
    let found: Vec<_> = SIZES
        .iter()
        .map(|&(flags, ..)| {
            let object = place.run(&format!("emit othello.mobility {flags} -o m.cnf --json")).json(0);
            let text = place.read("m.cnf");
            let header = text.lines().find(|line| line.starts_with("p cnf ")).expect("a header").to_owned();
            let [variables, clauses] =
                ["variables", "clauses"].map(|count| object["cnf"][count].as_u64().expect("a number") as u32);
            assert_eq!(header, format!("p cnf {variables} {clauses}"));
            (flags, variables, clauses)
        })
        .collect();
    assert_eq!(found, SIZES);
}

/// Flags, a format, and the size of its text: the header of AIGER with its number of gates, the number of lines of the
/// others.
const TEXTS: [(&str, &str, &str); 9] = [
    ("--board 6x6 --at-least 21", "aag", "aag 877 72 0 1 805"),
    ("--board 6x6 --at-least 21", "btor2", "280 lines"),
    ("--board 6x6 --at-least 21", "smt2", "47 lines"),
    ("--at-least 35", "aag", "aag 1748 128 0 1 1620"),
    ("--at-least 35", "btor2", "440 lines"),
    ("--at-least 35", "smt2", "72 lines"),
    ("--reachable --transition-system --at-least 34", "aag", "aag 6440 64 129 0 6247 1"),
    ("--reachable --transition-system --at-least 34", "btor2", "1177 lines"),
    ("--reachable --discs 30 --at-least 34", "smt2", "3274 lines"),
];

#[test]
fn graphs_and_terms_have_their_golden_sizes() {
    let found: Vec<_> = TEXTS
        .iter()
        .map(|&(flags, format, _)| {
            let emitted = run(&format!("emit othello.mobility {flags} --format {format}"));
            let text = emitted.answers(0);
            let size = match format {
                "aag" => text.lines().next().unwrap_or_default().to_owned(),
                _ => format!("{} lines", text.lines().count()),
            };
            (flags, format, size)
        })
        .collect();
    assert_eq!(found, TEXTS.map(|(flags, format, size)| (flags, format, size.to_owned())));
}

/// The published goal for the question that decides the maximum.
#[test]
fn the_main_question_stays_within_its_limits() {
    let cnf = run("emit othello.mobility --at-least 35 --map /dev/null -o /dev/stdout --json");
    let header = cnf.answers(0).lines().find(|line| line.starts_with("p cnf ")).expect("a header");
    let counts: Vec<u32> = header[6..].split(' ').map(|count| count.parse().expect("a number")).collect();
    assert!(counts[0] <= 1_461 && counts[1] <= 5_522, "{header}");
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    for flags in ["--at-least 35", "--at-least 35 --symmetry-breaking --full", "--at-least 35 --format smt2"]
    {
        let arguments = format!("emit othello.mobility {flags}");
        let first = run(&arguments);
        assert!(!first.out.is_empty());
        for _ in 0..3 {
            assert_eq!(sha256(&run(&arguments).out), sha256(&first.out), "{flags}");
        }
    }
    let map = "emit othello.mobility --at-least 35 -o /dev/null --map -";
    assert_eq!(run(map).answers(0), run(map).answers(0));
}
