//! Which additions are read as a whole, and that the others are read number by number with the same result.

use super::naive::{binary_of, steps_of_text};
use super::{CIRCLE, CIRCLE_PROOF, SQUARE, accepted, refused};
use crate::lrat::step::StepStart;
use crate::lrat::whole::{BinaryStep, TextStep, WholeStep};

/// The id, the literals, the hints, and the bytes that are left; `None` if the addition is not read as a whole.
fn read<'w, W: WholeStep<'w>>(window: &'w [u8]) -> Option<(u64, Vec<u64>, Vec<u64>, usize)> {
    let (StepStart::Addition(id), mut addition) = W::open(window)? else { return None };
    let (mut literals, mut hints) = (Vec::new(), Vec::new());
    loop {
        match addition.literal()? {
            0 => break,
            literal => literals.push(literal),
        }
    }
    loop {
        match addition.hint()? {
            0 => return Some((id, literals, hints, addition.rest().len())),
            hint => hints.push(hint),
        }
    }
}

const NEXT: &str = "123456789 0 1 0\n";

#[test]
fn the_usual_form_is_read() {
    for (text, id, literals, hints) in [
        ("5 1 -2 0 1 2 0\n", 5, vec![2, 5], vec![1, 2]),
        ("5 0 0\n", 5, vec![], vec![]),
        (
            "123456789012345 -536870911 1073741823 0 87654321 1234567 999999999999999 0\n",
            123_456_789_012_345,
            vec![1_073_741_823, 2_147_483_646],
            vec![87_654_321, 1_234_567, 999_999_999_999_999],
        ),
    ] {
        let expected = Some((id, literals, hints, NEXT.len()));
        assert_eq!(read::<TextStep<'_>>(format!("{text}{NEXT}").as_bytes()), expected, "{text:?}");
        let mut binary = binary_of(&steps_of_text(text));
        binary.extend(NEXT.as_bytes());
        assert_eq!(read::<BinaryStep<'_>>(&binary), expected, "{text:?}");
    }
}

#[test]
fn other_forms_are_left_to_the_readers_of_numbers() {
    for text in [
        "5  1 0 1 2 0\n",
        " 5 1 0 1 2 0\n",
        "5 1 0 1 2 0 \n",
        "5 1 0 1 2 0\r\n",
        "5 1 0\t1 2 0\n",
        "5 1 0 -1 2 0\n",
        "5 1 -0 1 2 0\n",
        "5 01 0 1 2 0\n",
        "05 1 0 1 2 0\n",
        "0 1 0 1 2 0\n",
        "-5 1 0 1 2 0\n",
        "5 d 1 2 0\n",
        "5 1 0 1 2\n",
        "5 1 0 1 1234567890123456 0\n",
        "c 1 0 1 2 0\n",
        "\n5 1 0 1 2 0\n",
        "5 1 0 1 2 x\n",
    ] {
        assert_eq!(read::<TextStep<'_>>(format!("{text}{NEXT}").as_bytes()), None, "{text:?}");
    }
    for binary in [
        b"a\x0b\x02\x00\x02\x00".as_slice(),
        b"a\x00\x02\x00\x02\x00",
        b"a\x0a\x02\x00\x03\x00",
        b"a\x0a\x82\x00\x00\x02\x00",
        b"a\x0a\x02\x00\x82\x80\x80\x80\x80\x80\x80\x80\x01\x00",
        b"d\x0a\x00",
    ] {
        assert_eq!(read::<BinaryStep<'_>>(&[binary, NEXT.as_bytes()].concat()), None, "{binary:?}");
    }
    // A truncated window is not enough.
    let text = format!("5 1 -2 0 1 2 0\n{NEXT}");
    assert!((0..15).all(|length| read::<TextStep<'_>>(&text.as_bytes()[..length]).is_none()));
}

#[test]
fn all_rules_hold_for_steps_that_are_read_as_a_whole() {
    // Enough steps follow that the one in question is not at the end of the chunk.
    let rest = "7 1 0 1 2 0\n8 1 0 1 2 0\n9 1 0 1 2 0\n";
    for (step, expected) in [
        ("4 1 0 1 2 0\n", "line 1, step 4, byte 2: the id 4 is not greater than 4, which is the last one"),
        (
            "5 1 0 1 9 2 0\n",
            "line 1, step 5, byte 9: the hint 9 names a clause that does not exist or was deleted",
        ),
        (
            "5 1 0 1 2 9 0\n",
            "line 1, step 5, byte 11: the hint 9 names a clause that does not exist or was deleted",
        ),
        ("5 1 0 3 2 0\n", "line 1, step 5, byte 7: the hint 3 is satisfied already"),
        ("5 1 0 1 1 2 0\n", "line 1, step 5, byte 9: the hint 1 is satisfied already"),
        ("5 1 0 1 0\n", "line 1, step 5, byte 9: the hints do not lead to a conflict"),
        ("5 0 1 2 0\n", "line 1, step 5, byte 5: the hint 1 is not unit"),
        ("5 1073741824 0 1 2 0\n", "line 1, step 5, byte 12: a literal beyond the variable 1073741823"),
    ] {
        assert_eq!(refused(SQUARE, &format!("{step}{rest}")), expected, "{step:?}");
    }
    // Repeated literals, a tautology, and a variable that the formula does not have.
    let steps = "5 1 1 0 1 2 0\n6 2 -2 0 0\n7 1 9 0 1 2 0\n8 9 1 0 5 0\n";
    let report = accepted(SQUARE, &format!("{steps}9 0 5 3 4 0\n"));
    assert_eq!((report.additions, report.rat_additions, report.hints), (5, 0, 8));
    // RAT steps among others.
    assert_eq!(accepted(CIRCLE, &format!("{CIRCLE_PROOF}{rest}")).rat_additions, 1);
}
