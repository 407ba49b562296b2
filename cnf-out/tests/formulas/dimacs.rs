//! The text of a formula: the properties that the format and its readers rely on.

use cnf_out::clausify::{Clausified, Encoding, clausify};
use cnf_out::dimacs;
use encodings::board::{Grid, Layout};
use encodings::circuit::Circuit;
use encodings::othello::rules::{Discs, Othello};
use encodings::statement::{CircuitStatement, Statement};
use std::collections::HashSet;

/// Is there a well-formed 4x4 position with at least `at_least` legal moves?
fn formula(at_least: u32) -> Clausified {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let layout = Grid::<4, 4>::LAYOUT;
    let discs = Discs { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
    statement.require(Othello::<4>::well_formed(discs));
    statement.require_at_least(layout, Othello::<4>::legal(discs), at_least);
    clausify(&statement.finish(), Encoding::default())
}

fn text(clausified: &Clausified, comments: &[&str]) -> String {
    let comments: Vec<String> = comments.iter().map(|&comment| comment.to_owned()).collect();
    let mut text = Vec::new();
    dimacs::write(clausified, &comments, &mut text).expect("a vector takes everything");
    String::from_utf8(text).expect("ASCII")
}

#[test]
fn the_header_has_the_exact_counts() {
    let clausified = formula(5);
    let text = text(&clausified, &["one", "two"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["c one", "c two"]);
    let header = format!("p cnf {} {}", clausified.variables, clausified.cnf.len());
    assert_eq!(lines[2], header);
    assert_eq!(lines.len() - 3, clausified.cnf.len());
    assert!(text.ends_with(" 0\n"));
    for line in &lines[3..] {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().expect("a number")).collect();
        let (last, literals) = numbers.split_last().expect("a final 0");
        assert_eq!(*last, 0);
        assert!(literals.iter().all(|&literal| literal != 0));
        assert!(literals.iter().all(|literal| literal.unsigned_abs() <= u64::from(clausified.variables)));
        let variables: HashSet<u64> = literals.iter().map(|literal| literal.unsigned_abs()).collect();
        assert_eq!(variables.len(), literals.len(), "a variable twice in: {line}");
    }
}

#[test]
fn the_same_formula_gives_the_same_bytes() {
    assert_eq!(text(&formula(5), &["c"]), text(&formula(5), &["c"]));
    assert_ne!(text(&formula(5), &[]), text(&formula(6), &[]));
}

#[test]
fn the_unknown_words_have_the_first_variables() {
    let clausified = formula(5);
    let mut expected = 0;
    for word in clausified.words.iter().filter(|word| word.chosen) {
        assert_eq!(word.layout, Layout::new(4, 4).expect("a board"));
        for bit in &word.word {
            expected += 1;
            let literal = match bit {
                cnf_out::clausify::BitValue::Literal(literal) => literal.to_ipasir(),
                cnf_out::clausify::BitValue::Constant(_) => panic!("the solver chooses every square"),
            };
            assert_eq!(literal, expected);
        }
    }
    assert_eq!(expected, 32);
}

#[test]
fn a_comment_cannot_become_a_header() {
    let text = text(&formula(1), &["first\np cnf 1 1\r1 0"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["c first", "c p cnf 1 1", "c 1 0"]);
    assert_eq!(lines.iter().filter(|line| line.starts_with('p')).count(), 1);
}

#[test]
fn an_empty_clause_is_a_line_of_its_own() {
    // More moves than the board has squares.
    let text = text(&formula(17), &[]);
    assert!(text.lines().any(|line| line == "0"), "{text}");
}

#[test]
fn a_writer_that_fails_is_reported() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = dimacs::write(&formula(1), &[], Full).expect_err("nothing fits");
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
