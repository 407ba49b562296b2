//! Which answers are read, which are refused and where, and which models satisfy.

use proptest::prelude::*;

use super::{Answer, FalsifiedClause, Model, read};
use crate::dimacs::{self, Formula};

fn model(text: &str) -> Model {
    match read(text.as_bytes(), 9) {
        Ok(Answer::Satisfiable(model)) => model,
        other => panic!("expected a model, found {other:?}"),
    }
}

fn complaint(text: impl AsRef<[u8]>) -> String {
    read(text.as_ref(), 9).expect_err("the text is no answer").to_string()
}

fn formula(text: &str) -> Formula {
    dimacs::read(text.as_bytes()).expect("a formula")
}

#[test]
fn reads_the_three_answers() {
    for text in ["s UNSATISFIABLE\n", "c so\ns  UNSATISFIABLE", "UNSAT\n", "\ns UNSATISFIABLE\r\n\nc end\n"] {
        assert_eq!(read(text.as_bytes(), 9).expect("an answer"), Answer::Unsatisfiable, "{text:?}");
    }
    for text in ["s UNKNOWN\n", "INDET\n"] {
        assert_eq!(read(text.as_bytes(), 9).expect("an answer"), Answer::Unknown, "{text:?}");
    }
    let model = model("c a\ns SATISFIABLE\nv 1 -2\nc b\nv 3\nv 0\nc z\n");
    assert_eq!(
        [1, 2, 3, 4].map(|variable| model.value(variable)),
        [Some(true), Some(false), Some(true), None]
    );
    assert_eq!((model.len(), model.is_empty()), (3, false));
}

#[test]
fn reads_what_minisat_writes() {
    let listed = model("SAT\n1 -2 3 0\n");
    assert_eq!(listed, model("s SATISFIABLE\nv 1 -2 3 0\n"));
    assert_eq!(listed, model("SATISFIABLE\nv 1 -2\nv 3 0"));
    assert!(model("SAT\n0\n").is_empty());
}

#[test]
fn values_may_come_before_the_answer() {
    let expected = model("s SATISFIABLE\nv 1 -2 3 0\n");
    for text in [
        "c Answer: 1\nv 1 -2 3 0\ns SATISFIABLE\n",
        "v 1 -2\ns SATISFIABLE\nv 3 0\n",
        "1 -2 3 0\nSAT\n",
        "\u{feff}s SATISFIABLE\nv 1 -2 3 0\n",
    ] {
        assert_eq!(model(text), expected, "{text:?}");
    }
    assert_eq!(complaint(b"\x1f\x8b\x08"), "line 1: this is a gzip-compressed file: unpack it first");
}

#[test]
fn refuses_texts_that_are_not_one_answer() {
    let any = "expected a comment `c`, an answer `s` or values `v`";
    let status = "expected `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`";
    let unexpected = "values, though the answer is not SATISFIABLE";
    for (text, expected) in [
        ("", "line 1: the file ends without an answer".to_owned()),
        ("c\n", "line 2: the file ends without an answer".to_owned()),
        ("c\nx\n", format!("line 2: {any}")),
        ("sATISFIABLE\n", format!("line 1: {any}")),
        ("s SATISFIABLE\nvalues\n", format!("line 2: {any}")),
        ("s\n", format!("line 1: {status}")),
        ("s satisfiable\n", format!("line 1: {status}")),
        ("s SATISFIABLE yes\n", format!("line 1: {status}")),
        ("s UNSATISFIABLES\n", format!("line 1: {status}")),
        ("TIMEOUT\n", format!("line 1: {status}")),
        ("s UNKNOWN\ns UNKNOWN\n", "line 2: a second answer".to_owned()),
        ("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "line 3: a second answer".to_owned()),
        ("v 1 0\n", "line 2: the file ends without an answer".to_owned()),
        (
            "v 1\ns SATISFIABLE\n",
            "line 3: the file ends within the values: expected their final 0".to_owned(),
        ),
        ("v 1 0\ns UNSATISFIABLE\n", format!("line 2: {unexpected}")),
        ("v 0\ns UNKNOWN\n", format!("line 2: {unexpected}")),
        ("s UNSATISFIABLE\nv 1 0\n", format!("line 2: {unexpected}")),
        ("s UNKNOWN\n1 0\n", format!("line 2: {unexpected}")),
    ] {
        assert_eq!(complaint(text), expected, "{text:?}");
    }
    assert_eq!(complaint(b"c \xff\n"), "line 1: the comment is not UTF-8");
}

#[test]
fn refuses_values_that_are_not_one_model() {
    for (values, expected) in [
        ("", "line 2: the file ends without values, though the answer is SATISFIABLE"),
        ("v\n", "line 3: the file ends within the values: expected their final 0"),
        ("v 1\nv 2\n", "line 4: the file ends within the values: expected their final 0"),
        ("v 1 0 2\n", "line 2: values after their final 0"),
        ("v 1 0\nv 0\n", "line 3: values after their final 0"),
        ("v 1 2\nv -1 0\n", "line 3: variable 1 is both true and false"),
        ("v -1 2\nv -1 0\n", "line 3: the literal -1 is listed twice"),
        ("v 10 0\n", "line 2: the literal 10 is out of range: there are 9 variables"),
        ("v -9999999999 0\n", "line 2: the literal -9999999999 is out of range: there are 9 variables"),
        ("v 1 x 0\n", "line 2: not a literal"),
        ("v 1 2x 0\n", "line 2: not a literal"),
        ("v -0\n", "line 2: not a literal"),
    ] {
        assert_eq!(complaint(format!("s SATISFIABLE\n{values}")), expected, "{values:?}");
    }
}

#[test]
fn a_clause_needs_a_true_literal() {
    let formula = formula("p cnf 4 3\n1 2 0\n-1 -3 0\n3 4 0\n");
    assert_eq!(model("SAT\n1 -3 4 0\n").check(&formula), Ok(()));
    let falsified = model("SAT\n1 3 0\n").check(&formula);
    assert_eq!(falsified, Err(FalsifiedClause { clause: 2, falsified: 2, unassigned: 0 }));
    let open = model("SAT\n1 -3 0\n").check(&formula);
    assert_eq!(open, Err(FalsifiedClause { clause: 3, falsified: 1, unassigned: 1 }));
}

#[test]
fn nothing_satisfies_the_empty_clause() {
    let falsified = model("SAT\n1 0\n").check(&formula("p cnf 1 2\n1 0\n0\n"));
    assert_eq!(falsified, Err(FalsifiedClause { clause: 2, falsified: 0, unassigned: 0 }));
    assert_eq!(model("SAT\n0\n").check(&formula("p cnf 0 0\n")), Ok(()));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(bytes.as_slice(), 9);
    }

    #[test]
    fn nearly_answers_do_not_panic(text in "(s SATISFIABLE\n|[svcSU]|v [-0-9 ]{0,9}|\n|[-0-9 ]{1,5}){0,12}") {
        let _ = read(text.as_bytes(), 9);
    }
}
