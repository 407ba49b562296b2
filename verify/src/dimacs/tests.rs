//! Which formulas are read, and which are refused and where.

use std::io::{self, BufReader, Read};

use proptest::prelude::*;

use super::{DimacsError, DimacsReason, Formula, Literal, read};

fn numbers(formula: &Formula) -> Vec<Vec<i32>> {
    formula.clauses().map(|clause| clause.iter().map(|literal| literal.get()).collect()).collect()
}

/// The error for `text`, with its place.
fn complaint(text: impl AsRef<[u8]>) -> String {
    read(text.as_ref()).expect_err("the text is no formula").to_string()
}

#[test]
fn reads_clauses_as_they_stand() {
    let text = "c one\nc\np cnf 4 5\n1 -2 0\nc between\n\n3 3\n -4 0 0\t2 -2 0\r\n4 0";
    let formula = read(text.as_bytes()).expect("a formula");
    assert_eq!(formula.variables(), 4);
    assert_eq!(numbers(&formula), [vec![1, -2], vec![3, 3, -4], vec![], vec![2, -2], vec![4]]);
    assert_eq!((formula.len(), formula.literal_count(), formula.is_empty()), (5, 8, false));
    assert_eq!(formula.clause(1).map(<[Literal]>::len), Some(3));
    assert_eq!(formula.clause(2), Some([].as_slice()));
    assert_eq!(formula.clause(5), None);
}

#[test]
fn reads_a_formula_without_clauses() {
    for text in ["p cnf 0 0", "p cnf 0 0\n", "c \u{00e9}\u{20ac}\u{1f600}\np  cnf\t7 0 \n\n \n"] {
        assert!(read(text.as_bytes()).expect("a formula").is_empty(), "{text:?}");
    }
}

#[test]
fn the_layouts_of_other_producers_are_read() {
    let plain = read("p cnf 2 2\n1 -2 0\n2 0\n".as_bytes()).expect("a formula");
    for text in [
        "p cnf 2 2\n1 -2 0\n2 0\n%\n0\n\n",
        "p cnf 2 2\n 1 -2 0\n 2 0\n%\n0\r\n",
        "p cnf 2 2\n1 -2 0\n2 0\n%",
        "\n\r\n \t\nc a\n\np cnf 2 2\n1 -2 0\n2 0\n",
        "\u{feff}p cnf 2 2\n1 -2 0\n2 0\n",
        "\u{feff}\nc a\n p cnf 2 2\n1 -2 0\n2 0\n%\n0\n",
    ] {
        assert_eq!(both_ways(text), Ok(plain.clone()), "{text:?}");
    }
    for (text, expected) in [
        (
            "p cnf 1 1\n1 0\n%\n1\n",
            "line 4, column 1: expected only `0` after the line `%`, which ends the clauses",
        ),
        (
            "p cnf 1 1\n1 0\n%\n0 0\n",
            "line 4, column 3: expected only `0` after the line `%`, which ends the clauses",
        ),
        ("p cnf 1 2\n1 0\n%\n0\n", "line 5, column 1: the file ends after 1 clauses: the header declares 2"),
        ("p cnf 1 1\n1\n%\n0\n", "line 3, column 1: found '%', expected a literal"),
    ] {
        assert_eq!(both_ways(text).expect_err(text), expected);
    }
}

#[test]
fn other_forms_are_named() {
    for (text, form) in [
        (b"\x1f\x8b\x08\0".as_slice(), "a gzip-compressed file: unpack it first"),
        (b"\x28\xb5\x2f\xfd\x04", "a zstd-compressed file: unpack it first"),
        (b"\xff\xfep\0 \0", "text in UTF-16: convert it to UTF-8 first"),
        (b"c a\np wcnf 1 1 2\n", "a weighted CNF, which is not read"),
        (b"aag 1 1 0 1 0\n2\n", "an AIGER file, which is not read"),
        (b"o 1 1 0\n", "a FRAT proof, which is not read"),
    ] {
        let found = complaint(text);
        assert!(found.ends_with(&format!("this is {form}")), "{found}");
    }
    assert!(complaint("other\n").contains("no header"));
}

#[test]
fn variables_are_those_that_occur_if_the_header_declares_far_more() {
    let variables = |text: &str| read(text.as_bytes()).expect("a formula").used_variables();
    assert_eq!(variables("p cnf 4 1\n3 -1 0\n"), [1, 2, 3, 4]);
    assert_eq!(variables("p cnf 1073741823 2\n-1073741823 9 0\n9 3 0\n"), [3, 9, 1_073_741_823]);
    assert_eq!(variables("p cnf 1073741823 0\n"), [0; 0]);
    assert_eq!(variables("p cnf 65536 0\n").len(), 65_536);
}

#[test]
fn a_wrong_header_takes_no_memory() {
    let text = "p cnf 1073741823 4294967295\n1073741823 0\n";
    assert_eq!(
        complaint(text),
        "line 3, column 1: the file ends after 1 clauses: the header declares 4294967295"
    );
}

#[test]
fn literals_are_checked() {
    assert_eq!(Literal::new(0), None);
    assert_eq!(Literal::new(i32::MIN), None);
    assert_eq!(Literal::new(1 << 30), None);
    let literal = Literal::new(-((1 << 30) - 1)).expect("the greatest variable");
    assert_eq!((literal.variable(), literal.is_positive()), (Literal::MAX_VARIABLE, false));
    assert_eq!((-literal).get(), (1 << 30) - 1);
}

#[test]
fn headers_are_exact() {
    assert!(complaint("").starts_with("line 1, column 1: no header"));
    assert!(complaint("c only\n").starts_with("line 2, column 1: no header"));
    assert!(complaint("\n x\n").starts_with("line 2, column 2: no header"));
    assert!(complaint("1 0\n").starts_with("line 1, column 1: no header"));
    for (text, column) in [
        ("pcnf 1 0\n", 1),
        ("p dnf 1 0\n", 3),
        ("p cnfx 1 0\n", 3),
        ("p cnf x 0\n", 7),
        ("p cnf -1 0\n", 7),
        ("p cnf 1\n", 8),
        ("p cnf 1 0 0\n", 11),
    ] {
        assert!(complaint(text).starts_with(&format!("line 1, column {column}: not a header")), "{text:?}");
    }
    assert_eq!(complaint("p cnf 01 0\n"), "line 1, column 7: not a number");
    assert_eq!(complaint("p cnf 1 0\np cnf 1 0\n"), "line 2, column 1: a second header");
    assert_eq!(
        complaint("p cnf 1073741824 0\n"),
        "line 1, column 7: 1073741824 variables: at most 1073741823 are read"
    );
    assert_eq!(
        complaint("p cnf 1 4294967296\n"),
        "line 1, column 9: 4294967296 clauses: at most 4294967295 are read"
    );
}

#[test]
fn clauses_are_exact() {
    assert_eq!(
        complaint("p cnf 2 1\n1 -3 0\n"),
        "line 2, column 3: the literal -3 is out of range: the header declares 2 variables"
    );
    assert_eq!(
        complaint("p cnf 2 1\n1 0 2 0\n"),
        "line 2, column 5: a clause too many: the header declares 1"
    );
    assert_eq!(complaint("p cnf 2 1\n1 0 0\n"), "line 2, column 5: a clause too many: the header declares 1");
    assert_eq!(
        complaint("p cnf 2 2\n1 0\n"),
        "line 3, column 1: the file ends after 1 clauses: the header declares 2"
    );
    assert_eq!(
        complaint("p cnf 2 1\n1 2"),
        "line 2, column 4: the file ends within a clause: expected its final 0"
    );
}

#[test]
fn numbers_are_exact() {
    for number in ["-", "--1", "01", "-0", "1x", "1-", "9999999999999999999", "1\u{0}"] {
        let text = format!("p cnf 2 1\n2 {number} 0\n");
        assert_eq!(complaint(&text), "line 2, column 3: not a number", "{text:?}");
    }
}

#[test]
fn foreign_bytes_are_refused() {
    assert_eq!(complaint("p cnf 2 1\n2 % 0\n"), "line 2, column 3: found '%', expected a literal");
    assert_eq!(complaint("p cnf 2 1\n2 c 0\n"), "line 2, column 3: found 'c', expected a literal");
    assert_eq!(complaint("p cnf 2 1\n2\nc within\n0\n"), "line 3, column 1: found 'c', expected a literal");
    assert_eq!(complaint(b"p cnf 2 1\n2 \xff 0\n"), "line 2, column 3: found 'ÿ', expected a literal");
    assert_eq!(complaint(b"c caf\xe9\np cnf 2 1\n"), "line 1, column 7: the comment is not UTF-8");
    assert_eq!(complaint(b"c \xed\xa0\x80\np cnf 2 1\n"), "line 1, column 6: the comment is not UTF-8");
    assert_eq!(complaint(b"c \xff\np cnf 2 1\n"), "line 1, column 3: the comment is not UTF-8");
}

/// Interrupts the first read, then returns its text, then fails.
struct Broken {
    text: &'static [u8],
    interrupted: bool,
}

impl Read for Broken {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if !std::mem::replace(&mut self.interrupted, true) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.text.read(room)? {
            0 => Err(io::Error::other("the disk is gone")),
            bytes => Ok(bytes),
        }
    }
}

#[test]
fn read_errors_are_reported() {
    let reader = BufReader::new(Broken { text: b"p cnf 2 1\n1", interrupted: false });
    let error = read(reader).expect_err("the reader fails");
    assert!(matches!(error, DimacsError { line: 2, reason: DimacsReason::Io(_), .. }), "{error}");
}

/// Returns one byte at a time, so that no line is in memory as a whole.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let bytes = room.len().min(1);
        self.0.read(&mut room[..bytes])
    }
}

/// A reading of `text`, in one piece and byte by byte; both must be the same.
fn both_ways(text: &str) -> Result<Formula, String> {
    let whole = read(text.as_bytes()).map_err(|error| error.to_string());
    let drops = read(BufReader::new(Drops(text.as_bytes()))).map_err(|error| error.to_string());
    assert_eq!(whole, drops, "{text:?}");
    whole
}

#[test]
fn lines_that_are_read_as_a_whole_follow_all_rules() {
    let rest = "1 2 0\n".repeat(4);
    for (line, expected) in [
        ("1 -2 0\n", None),
        ("0\n", None),
        ("1  2 0\n", None),
        ("1 2 0 \r\n", None),
        ("1\n2 0\n", None),
        ("c 1 2 0\n1 0\n", None),
        ("1 -0\n", Some("line 2, column 3: not a number")),
        ("1 01 0\n", Some("line 2, column 3: not a number")),
        ("1 4 0\n", Some("line 2, column 3: the literal 4 is out of range: the header declares 3 variables")),
        (
            "1 2 0\n-4 0\n",
            Some("line 3, column 1: the literal -4 is out of range: the header declares 3 variables"),
        ),
        ("1 2 0\n0\n", Some("line 7, column 1: a clause too many: the header declares 5")),
        ("1 0x\n", Some("line 2, column 3: not a number")),
    ] {
        let found = both_ways(&format!("p cnf 3 5\n{line}{rest}"));
        assert_eq!(found.err().as_deref(), expected, "{line:?}");
    }
}

#[test]
fn clauses_of_two_formulas_come_one_after_the_other() {
    let [one, other] = ["p cnf 3 2\n1 2 0\n0\n", "p cnf 4 2\n-4 0\n1 -3 0\n"]
        .map(|text| both_ways(text).expect("a formula"));
    let both = one.and(&other);
    assert_eq!(numbers(&both), [vec![1, 2], vec![], vec![-4], vec![1, -3]]);
    assert_eq!((both.variables(), both.len(), both.literal_count()), (4, 4, 5));
    assert_eq!(Some(both), both_ways("p cnf 4 4\n1 2 0\n0\n-4 0\n1 -3 0\n").ok());
}

proptest! {
    #[test]
    fn texts_are_read_the_same_byte_by_byte(
        text in "p cnf [1-9] [0-9]\n((-?[1-9] ){0,3}0\n){0,6}(([-0-9 \ncp]{0,4}){0,9}|(-?[1-9] ){0,3}0\n)((-?[1-9] ){0,3}0\n){0,6}",
    ) {
        let _ = both_ways(&text);
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(bytes.as_slice());
    }

    #[test]
    fn nearly_formulas_do_not_panic(text in "(c [a-z]{0,3}\n){0,2}p cnf [0-9]{1,2} [0-9]\n([-0-9 \ncp]{0,4}){0,20}") {
        let _ = read(text.as_bytes());
    }

    #[test]
    fn written_formulas_are_read_back(clauses in proptest::collection::vec(
        proptest::collection::vec((1..=9_i32, any::<bool>()), 0..5), 0..8)
    ) {
        let clauses: Vec<Vec<i32>> = clauses
            .into_iter()
            .map(|clause| clause.into_iter().map(|(v, sign)| if sign { v } else { -v }).collect())
            .collect();
        let mut text = format!("p cnf 9 {}\n", clauses.len());
        for clause in &clauses {
            let words: Vec<String> = clause.iter().chain([&0]).map(i32::to_string).collect();
            text += &(words.join(" ") + "\n");
        }
        let formula = read(text.as_bytes()).expect("a formula");
        prop_assert_eq!(numbers(&formula), clauses);
    }
}
