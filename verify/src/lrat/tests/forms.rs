//! Text and binary proofs, well formed and malformed.

use super::naive::{binary_of, steps_of_text};
use super::{CIRCLE, CIRCLE_PROOF, SQUARE, SQUARE_PROOF, accepted, formula, refused, verdict};
use crate::lrat::{Format, LratReason, check};

#[test]
fn text_is_read_with_some_tolerance() {
    accepted(SQUARE, "c a comment\n\n  5\t1  0 1 2 0 \r\nc\n6 0 5 3 4 0");
}

#[test]
fn text_is_refused_where_it_is_wrong() {
    for (proof, expected) in [
        ("5 1 0 1 2", "line 1, step 5, byte 9: the proof ends within a step"),
        ("5 1 0 1 2 ", "line 1, step 5, byte 10: the proof ends within a step"),
        ("5 1", "line 1, step 5, byte 3: the proof ends within a step"),
        ("5 -", "line 1, step 5, byte 3: the proof ends within a step"),
        ("5", "line 1, step 5, byte 1: the proof ends within a step"),
        ("4 d", "line 1, byte 3: the proof ends within a step"),
        ("5 1 0 1 2\n6", "line 1, step 5, byte 9: found the byte 0x0a, expected a number"),
        ("5 1 0 1 2 0 6", "line 1, step 5, byte 12: found the byte 0x36, expected the end of the line"),
        ("4 d1 0\n", "line 1, byte 3: found the byte 0x31, expected a blank after `d`"),
        ("4 e 1 0\n", "line 1, step 4, byte 2: the id 4 is not greater than 4, which is the last one"),
        ("5 e 1 0\n", "line 1, step 5, byte 2: found the byte 0x65, expected a number"),
        ("5 1x 0 1 2 0\n", "line 1, step 5, byte 3: found the byte 0x78, expected a number"),
        ("5 01 0 1 2 0\n", "line 1, step 5, byte 3: not a number in canonical form of at most 63 bits"),
        ("5 -0 0 1 2 0\n", "line 1, step 5, byte 4: not a number in canonical form of at most 63 bits"),
        ("1000000000000000000 0\n", "line 1, byte 18: not a number in canonical form of at most 63 bits"),
        ("5 1073741824 0 0\n", "line 1, step 5, byte 12: a literal beyond the variable 1073741823"),
        ("5 -9999999999 0 0\n", "line 1, step 5, byte 13: a literal beyond the variable 1073741823"),
        ("\nx", "line 2, byte 1: found the byte 0x78, expected a number"),
        ("", "line 1, byte 0: the proof ends without the empty clause"),
        ("5 1 0 1 2 0\n", "line 2, byte 12: the proof ends without the empty clause"),
    ] {
        assert_eq!(refused(SQUARE, proof), expected, "{proof:?}");
    }
}

#[test]
fn binary_is_read() {
    for (cnf, text) in [(SQUARE, SQUARE_PROOF), (CIRCLE, CIRCLE_PROOF)] {
        let binary = binary_of(&steps_of_text(text));
        let formula = formula(cnf);
        let report = verdict(&formula, &binary, Format::Auto).expect("a proof");
        assert_eq!(report.bytes, binary.len() as u64);
        assert_eq!((report.hints, report.rat_additions), {
            let report = accepted(cnf, text);
            (report.hints, report.rat_additions)
        });
        verdict(&formula, &binary, Format::Binary).expect("a proof");
        verdict(&formula, &binary, Format::Text).expect_err("no text");
        verdict(&formula, text.as_bytes(), Format::Binary).expect_err("not binary");
    }
}

#[test]
fn binary_is_refused_where_it_is_wrong() {
    let number = "not a number in canonical form of at most 63 bits";
    let end = "the proof ends within a step";
    for (proof, expected) in [
        (b"a".as_slice(), format!("byte 1: {end}")),
        (b"a\x0a\x02\x00\x02", format!("step 5, byte 5: {end}")),
        (b"a\x0a\x82", format!("step 5, byte 3: {end}")),
        (b"d\x02", format!("byte 2: {end}")),
        (b"a\x0b\x02\x00\x00", "byte 2: -5 is not the id of a clause".to_owned()),
        (b"d\x03\x00", "byte 2: -1 is not the id of a clause".to_owned()),
        (b"a\x0a\x01\x00\x00", format!("step 5, byte 3: {number}")),
        (b"a\x0a\x82\x00\x00\x00", format!("step 5, byte 4: {number}")),
        (b"a\x0a\x81\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", format!("step 5, byte 11: {number}")),
        (b"d\x02\x00x", "byte 3: found the byte 0x78, expected `a` or `d`".to_owned()),
        (b"d\x02\x00", "byte 3: the proof ends without the empty clause".to_owned()),
        (b"", "byte 0: the proof ends without the empty clause".to_owned()),
    ] {
        let error = verdict(&formula(SQUARE), proof, Format::Binary).expect_err("no proof");
        assert_eq!(error.to_string(), expected, "{proof:?}");
    }
}

#[test]
fn read_errors_are_reported() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    for format in [Format::Auto, Format::Text, Format::Binary] {
        let error = check(&formula(SQUARE), Broken, format).expect_err("the reader fails");
        assert!(matches!(error.reason, LratReason::Io(_)), "{error}");
    }
}
