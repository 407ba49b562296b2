//! Answers: what solvers print, what is refused and where, and properties that hold for any text.

use cnf_out::smtlib::{
    AnswerError, ExpectedWord, Model, Problem, SIZE_LIMIT, SolverAnswer, parse_values, quoted,
};
use proptest::prelude::*;

const WORDS: [ExpectedWord<'static>; 3] = [
    ExpectedWord { name: "own", width: 6, chosen: true },
    ExpectedWord { name: "a b", width: 8, chosen: true },
    ExpectedWord { name: "legal", width: 6, chosen: false },
];

/// The values of a `sat`, as numbers.
fn numbers(model: &Model) -> Vec<(String, u64)> {
    let number = |bits: &[bool]| bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit));
    model.words().map(|(name, bits)| (name.to_owned(), number(bits))).collect()
}

fn satisfiable(text: &str) -> Vec<(String, u64)> {
    match parse_values(text.as_bytes(), &WORDS) {
        Ok(SolverAnswer::Satisfiable(model)) => numbers(&model),
        other => panic!("{other:?}"),
    }
}

fn owned<const N: usize>(words: [(&str, u64); N]) -> Vec<(String, u64)> {
    words.map(|(name, number)| (name.to_owned(), number)).to_vec()
}

/// As printed by Z3 5.4.0, cvc5 1.4.2 and Bitwuzla 0.9.1, except for the width of `a b`.
#[test]
fn values_as_solvers_print_them() {
    let expected = owned([("own", 15), ("a b", 0), ("legal", 60)]);
    for text in [
        "sat\n((own #b001111)\n (|a b| #x00)\n (legal #b111100))\n",
        "sat\n((own #b001111) (|a b| #b00000000) (legal #b111100))\n",
        "sat\n(\n  (own #b001111)\n  (|a b| #b00000000)\n  (legal #b111100)\n)\n",
        "sat\r\n((legal (_ bv60 6))(|own| (_ bv15 6))(|a b| (_ bv0 8)))",
        "; a comment\nsat ; another\n((own #b001111) (|a b| #x00) (legal #b111100))",
    ] {
        assert_eq!(satisfiable(text), expected, "{text}");
    }
}

#[test]
fn models_as_solvers_print_them() {
    let expected = owned([("own", 15), ("a b", 254)]);
    for text in [
        "sat\n(\n  (define-fun legal () (_ BitVec 6)\n    (bvand (bvshl own #b000010) #b111100))\n  \
         (define-fun own () (_ BitVec 6)\n    #b001111)\n  (define-fun t0 () (_ BitVec 6)\n    \
         (bvshl own #b000010))\n  (define-fun |a b| () (_ BitVec 8)\n    #xfe)\n)\n",
        "sat\n(\n(define-fun own () (_ BitVec 6) #b001111)\n(define-fun |a b| () (_ BitVec 8) #b11111110)\n)\n",
        "sat\n(model\n  (define-fun own () (_ BitVec 6) (_ bv15 6))\n  (define-fun |a b| () (_ BitVec 8) #xFE))\n",
    ] {
        assert_eq!(satisfiable(text), expected, "{text}");
    }
}

#[test]
fn answers_without_values() {
    let read = |text: &str| parse_values(text.as_bytes(), &WORDS);
    let error = "(error \"line 11 column 28: \"\"model\"\" is not available\")\n";
    for after in ["", "\n", error] {
        assert_eq!(read(&format!("unsat\n{after}")), Ok(SolverAnswer::Unsatisfiable));
        assert_eq!(read(&format!("unknown\n{after}")), Ok(SolverAnswer::Unknown));
    }
    assert_eq!(read("timeout\n"), Ok(SolverAnswer::Unknown));
    let unfinished = "unknown\n((own #b001111) (|a b| #x00) (legal #b111100))";
    assert_eq!(read(unfinished), Ok(SolverAnswer::Unknown));
    assert_eq!(parse_values(b"sat\n", &[]), Ok(SolverAnswer::Satisfiable(Model::default())));
    assert_eq!(parse_values(b"sat\n()", &[]), Ok(SolverAnswer::Satisfiable(Model::default())));
}

/// Each text with its error message.
#[test]
fn errors_name_the_place_and_the_reason() {
    let cases = [
        ("", "line 1, column 1: expected `sat`, `unsat` or `unknown`, found the end of the answer"),
        ("SAT", "line 1, column 1: expected `sat`, `unsat` or `unknown`, found `SAT`"),
        ("|sat|", "line 1, column 1: expected `sat`, `unsat` or `unknown`, found `sat`"),
        ("\n\n  é", "line 3, column 3: the byte \\xc3 cannot occur in an answer"),
        ("unsat\nsat", "line 2, column 1: expected the end of the answer, found `sat`"),
        ("unsat ((own #b001111))", "line 1, column 7: expected the end of the answer, found `(`"),
        ("unsat\n(error x)", "line 2, column 8: expected a string, found `x`"),
        ("unsat\n(error \"x)", "line 2, column 8: a string or symbol that starts here is not terminated"),
        ("(error \"no \"\"x\"\"\")\nsat", "line 1, column 1: the solver reports: no \"x\""),
        ("sat\n(error \"no model\")", "line 2, column 1: the solver reports: no model"),
        ("sat", "line 1, column 4: expected a list of values, found the end of the answer"),
        ("sat own", "line 1, column 5: expected a list of values, found `own`"),
        ("sat\n((own #b001111)", "line 2, column 16: expected `(` or `)`, found the end of the answer"),
        ("sat\n(own)", "line 2, column 2: expected `(` or `)`, found `own`"),
        ("sat\n(())", "line 2, column 3: expected the name of a word, found `)`"),
        ("sat\n((2 #b1))", "line 2, column 3: expected the name of a word, found `2`"),
        ("sat\n((opp #b1))", "line 2, column 3: there is no word `opp` in the question"),
        ("sat\n((own #b001111)\n(own #b001111))", "line 3, column 2: a second value for `own`"),
        ("sat\n((own #b001111)\n (|a b| #x00))", "line 3, column 14: the answer has no value for `legal`"),
        ("sat\n()", "line 2, column 2: the answer has no value for `own`"),
        ("sat\n((own #x0f))", "line 2, column 7: a value of 8 bits for `own`, which has 6"),
        ("sat\n((own (_ bv1 7)))", "line 2, column 14: a value of 7 bits for `own`, which has 6"),
        ("sat\n((own (_ bv64 6)))", "line 2, column 10: the number does not fit into 6 bits"),
        ("sat\n((own (_ bv01 6)))", "line 2, column 10: expected `bv` and a number, found `bv01`"),
        ("sat\n((own (_ bv 6)))", "line 2, column 10: expected `bv` and a number, found `bv`"),
        (
            "sat\n((own (_ bv1 99999999999999999999)))",
            "line 2, column 14: expected a width, found `99999999999999999999`",
        ),
        ("sat\n((own #b00112))", "line 2, column 7: expected a bit vector, found `#b00112`"),
        ("sat\n((own #b))", "line 2, column 7: expected a bit vector, found `#b`"),
        ("sat\n((own #d001111))", "line 2, column 7: expected a bit vector, found `#d001111`"),
        ("sat\n((own true))", "line 2, column 7: expected a bit vector, found `true`"),
        (
            "sat\n((own \"#b001111\"))",
            "line 2, column 7: expected a bit vector, found the string \"#b001111\"",
        ),
        ("sat\n((own #b001111 #b1))", "line 2, column 16: expected `)`, found `#b1`"),
        ("sat\n((|own #b001111))", "line 2, column 3: a string or symbol that starts here is not terminated"),
        (
            "sat\n((own #b001111) (define-fun",
            "line 2, column 18: expected the name of a word, found `define-fun`",
        ),
        ("sat\n(model (own #b001111))", "line 2, column 9: expected `define-fun`, found `own`"),
        (
            "sat\n((define-fun own ((x Bool)) (_ BitVec 6) #b001111))",
            "line 2, column 19: expected `)`, found `(`",
        ),
        ("sat\n((define-fun own () Bool true))", "line 2, column 21: expected a sort, found `Bool`"),
        (
            "sat\n((define-fun own () (_ BitVec 8) #x0f))",
            "line 2, column 31: a value of 8 bits for `own`, which has 6",
        ),
        (
            "sat\n((define-fun own () (_ BitVec 6) (bvshl own own)))",
            "line 2, column 35: expected `_`, found `bvshl`",
        ),
        (
            "sat\n((define-fun own () (_ BitVec 6) #b001111)\n)",
            "line 3, column 1: the answer has no value for `a b`",
        ),
        ("sat\n((define-fun t0 () Bool (((", "line 2, column 28: expected `)`, found the end of the answer"),
    ];
    for (text, message) in cases {
        match parse_values(text.as_bytes(), &WORDS) {
            Err(error) => assert_eq!(error.to_string(), message, "{text:?}"),
            Ok(answer) => panic!("{text:?} is read as {answer:?}"),
        }
    }
}

#[test]
fn answers_that_are_too_long_or_too_deep() {
    let long = vec![b' '; SIZE_LIMIT + 1];
    assert_eq!(parse_values(&long, &WORDS), Err(AnswerError::TooLong(SIZE_LIMIT + 1)));
    let deep = format!("sat\n((define-fun t0 () Bool {}", "(".repeat(1 << 20));
    assert!(matches!(
        parse_values(deep.as_bytes(), &WORDS),
        Err(AnswerError::At { problem: Problem::Expected { .. }, .. })
    ));
    let digits = format!("sat\n((own (_ bv{} 6)))", "9".repeat(1 << 20));
    let error = parse_values(digits.as_bytes(), &WORDS).unwrap_err().to_string();
    assert_eq!(error, "line 2, column 10: the number does not fit into 6 bits");
}

/// A value in one of the three notations.
fn constant(bits: u128, width: usize, notation: u8) -> String {
    match notation % 3 {
        0 if width.is_multiple_of(4) => format!("#x{bits:0digits$x}", digits = width / 4),
        1 => format!("(_ bv{bits} {width})"),
        _ => format!("#b{bits:0width$b}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_round_trip(
        values in prop::collection::btree_map("[ -\\[\\]-{}~]{1,9}", (1_usize..=128, any::<u128>(), any::<u8>()), 1..6),
        model in any::<bool>(),
    ) {
        let values: Vec<_> = values.iter().filter_map(|(name, value)| Some((name, quoted(name).ok()?, value))).collect();
        let mut text = "sat\n(".to_owned();
        for &(_, ref symbol, &(width, bits, notation)) in &values {
            let constant = constant(bits & (u128::MAX >> (128 - width)), width, notation);
            let head = if model {
                format!("define-fun {symbol} () (_ BitVec {width})")
            } else {
                symbol.to_string()
            };
            text = format!("{text}({head} {constant})\n");
        }
        text += ")";
        let words: Vec<_> =
            values.iter().map(|(name, _, (width, ..))| ExpectedWord { name, width: *width, chosen: true }).collect();
        let answer = parse_values(text.as_bytes(), &words).unwrap();
        let SolverAnswer::Satisfiable(read) = answer else { panic!("{answer:?}") };
        prop_assert_eq!(read.words().count(), values.len());
        for &(name, _, &(width, bits, _)) in &values {
            let expected: Vec<bool> = (0..width).map(|bit| bits >> bit & 1 == 1).collect();
            prop_assert_eq!(read.word(name), Some(expected.as_slice()));
        }
    }

    #[test]
    fn reading_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = parse_values(&bytes, &WORDS);
    }

    /// Texts made of the tokens of answers, so that the test reaches the grammar and not only the lexer.
    #[test]
    fn reading_any_tokens_never_panics(tokens in prop::collection::vec(prop::sample::select(vec![
        "sat", "unsat", "unknown", "(", "(", ")", ")", "((own #b001111)", "(|a b| #x00)", "(legal (_ bv3 6)))",
        "(define-fun own () (_ BitVec 6)", "model", "error", "\"x\"", "\"", "|", "|own|", "_", "bv7", "6", "#x0",
        "#b000000", "#b", ";", "\n", "\u{e9}", "\0",
    ]), 0..24), verdict in any::<bool>()) {
        let text = if verdict { format!("sat {}", tokens.join(" ")) } else { tokens.join(" ") };
        if let Err(AnswerError::At { place, .. }) = parse_values(text.as_bytes(), &WORDS) {
            let lines: Vec<&str> = text.split('\n').collect();
            prop_assert!(place.line <= lines.len());
            prop_assert!(place.column <= lines[place.line - 1].len() + 1);
        }
    }

    /// An answer that was cut short is not an answer.
    #[test]
    fn a_cut_answer_is_refused(cut in 0_usize..48) {
        let text = "sat\n((own #b001111) (|a b| #x00) (legal #b111100))";
        prop_assert_eq!(text.len(), 50);
        prop_assert!(parse_values(&text.as_bytes()[..cut], &WORDS).is_err());
    }
}
