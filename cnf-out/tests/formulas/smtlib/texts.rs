//! Scripts as text.

use super::interpreter::{self, Run};
use cnf_out::smtlib::{self, NameError, WriteError, expected_words};
use encodings::board::{Layout, Mask, Permutation};
use encodings::statement::{Script, Statement, TermStatement};
use encodings::term::{TermBit, TermWord, Terms};
use encodings::word::{Bit, Count, Word};
use proptest::prelude::*;
use std::collections::HashMap;
use std::io;

fn layout(files: usize, ranks: usize) -> Layout {
    Layout::new(files, ranks).unwrap()
}

fn text(script: &Script) -> String {
    let mut bytes = Vec::new();
    smtlib::write(script, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Two words of a board of four by two squares, requirements on them, and a word that follows.
fn tiny() -> Script {
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    let own = statement.unknown("own", layout(4, 2));
    let opp = statement.unknown("opp", layout(4, 2));
    let both = own & opp;
    statement.require(!both.any());
    let unused = (own ^ opp).up(5);
    assert!(format!("{unused:?}").starts_with("TermId"));
    let met = own.up(1) & opp.constant(&Mask::from_u64(0xee));
    statement.require((met | opp).equals(met));
    statement.require(met.bit(3) & opp.bit(3));
    statement.show("legal moves", layout(4, 2), met.down(4));
    statement.finish()
}

#[test]
fn a_tiny_script() {
    let mut bytes = Vec::new();
    smtlib::write_commented(&tiny(), &["tiny".to_owned(), "of\rtwo\nlines".to_owned()], &mut bytes).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), include_str!("tiny.smt2"));
}

#[test]
fn a_script_without_words() {
    let terms = Terms::new();
    let statement = TermStatement::new(&terms);
    let expected = "(set-info :smt-lib-version 2.6)\n(set-option :produce-models true)\n(set-logic QF_BV)\n(check-sat)\n";
    assert_eq!(text(&statement.finish()), expected);
}

#[test]
fn one_term_can_have_several_names() {
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    let own = statement.unknown("t0", layout(3, 1));
    let hidden = terms.unknown(3);
    statement.show("same", layout(3, 1), own);
    let moved = (own | hidden).up(1);
    statement.show("moved", layout(3, 1), moved);
    statement.show("moved again", layout(3, 1), moved);
    statement.show("nothing", layout(3, 1), moved.up(3));
    statement.show("bit", layout(1, 1), own.constant(&Mask::EMPTY));
    let printed = text(&statement.finish());
    let expected = "\
; 3x1 board, bit i is square i: a1 = bit 0, b1 = bit 1, c1 = bit 2: t0, same, moved, |moved again|, nothing
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)
(declare-const t0 (_ BitVec 3))
(declare-const t1 (_ BitVec 3))
(define-fun moved () (_ BitVec 3) (bvshl (bvor t0 t1) (_ bv1 3)))
(define-fun nothing () (_ BitVec 3) #b000)
(define-fun bit () (_ BitVec 3) #b000)
(define-fun same () (_ BitVec 3) t0)
(define-fun |moved again| () (_ BitVec 3) moved)
(check-sat)
(get-value (t0 same moved |moved again| nothing bit))
";
    assert_eq!(printed, expected);
}

#[test]
fn refused_names_leave_nothing_written() {
    for (names, reason) in [
        (["a", "b|"], NameError::Character { name: "b|".to_owned(), found: '|' }),
        (["a", "a"], NameError::Duplicate("a".to_owned())),
        (["bvand", "b"], NameError::Taken("bvand".to_owned())),
    ] {
        let terms = Terms::new();
        let mut statement = TermStatement::new(&terms);
        for name in names {
            statement.unknown(name, layout(2, 2));
        }
        let mut bytes = Vec::new();
        let error =
            smtlib::write_commented(&statement.finish(), &["first".to_owned()], &mut bytes).unwrap_err();
        assert!(matches!(error, WriteError::Name(found) if found == reason));
        assert!(bytes.is_empty());
    }
}

#[test]
fn errors_of_the_writer_pass_through() {
    let whole = text(&tiny()).len();
    for room in [0, 1, whole / 2, whole - 1] {
        let mut space = vec![0; room];
        let error = smtlib::write(&tiny(), space.as_mut_slice()).unwrap_err();
        assert!(matches!(error, WriteError::Io(error) if error.kind() == io::ErrorKind::WriteZero));
    }
    let mut space = vec![0; whole];
    smtlib::write(&tiny(), space.as_mut_slice()).unwrap();
}

/// A chain of a hundred thousand steps, each used once, and the largest board that there is.
#[test]
fn lines_stay_short_and_parentheses_shallow() {
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    let wide = layout(19, 19);
    let own = statement.unknown("own", wide);
    let opp = statement.unknown("opp", wide);
    let chain = (0..100_000).fold(own, |word, step| (word ^ opp).up(step % 18 + 1) | own);
    let reflection = Permutation::new(361, |index| 360 - index).unwrap();
    statement.require(own.lex_le(chain.permute(&reflection)));
    statement.require_at_least(wide, chain & chain.constant(&Mask::first(360)), 200);
    let printed = text(&statement.finish());
    for line in printed.lines() {
        let depth = line.bytes().scan(0_i32, |depth, byte| {
            *depth += i32::from(byte == b'(') - i32::from(byte == b')');
            Some(*depth)
        });
        assert!(line.len() < 600, "{line}");
        assert!(depth.max() < Some(30), "{line}");
    }
    assert_eq!(printed.matches("(assert ").count(), 2);
}

/// Runs a script with these values of the words that the solver chooses.
fn evaluate(script: &Script, unknowns: &[u128]) -> Run {
    let bits = |value: u128, width: usize| (0..width).map(|bit| value >> bit & 1 == 1).collect();
    let chosen = expected_words(script).into_iter().filter(|word| word.chosen);
    let values: HashMap<String, Vec<bool>> =
        chosen.zip(unknowns).map(|(word, &value)| (word.name.to_owned(), bits(value, word.width))).collect();
    interpreter::run(&text(script), &values)
}

/// Grows words and truth values from two unknowns, one instruction for each step, over all operators of [`Word`].
fn grow<'t>(width: usize, words: &mut Vec<TermWord<'t>>, bits: &mut Vec<TermBit<'t>>, code: [u8; 4]) {
    let pick = |index: u8| words[index as usize % words.len()];
    let truth = |index: u8| bits[index as usize % bits.len()];
    let [operator, a, b, c] = code;
    let (x, y) = (pick(a), pick(b));
    let turn = c as usize % 8;
    match operator % 22 {
        0 => words.push(x & y),
        1 => words.push(x | y),
        2 => words.push(x ^ y),
        3 => words.push(x.up(c as usize % 40)),
        4 => words.push(x.down(c as usize % 40)),
        5 => words.push(TermWord::select(truth(c), x, y)),
        6 => words.push(x.constant(&Mask::from_u64(u64::from(b) << 8 | u64::from(c)))),
        7 => words.push(x.permute(&Permutation::new(width, |index| (index + turn) % width).unwrap())),
        8 => words.push(x.closure(2, |word| word | word.up(1) & y).value),
        9 => bits.push(x.bit(c as usize % width)),
        10 => bits.push(x.any()),
        11 => bits.push(x.equals(y)),
        12 => bits.push(x.lex_le(y)),
        13 => bits.push(x.is_one_hot()),
        14 => bits.push(x.popcount().at_least(u32::from(c) % 16)),
        15 => bits.push(x.popcount().less_than(y.popcount())),
        16 => bits.push(truth(a) & truth(b)),
        17 => bits.push(truth(a) | truth(b)),
        18 => bits.push(truth(a) ^ truth(b)),
        19 => bits.push(!truth(a)),
        20 => bits.push(truth(a).select(truth(b), truth(c))),
        _ => bits.push(x.closure(1, |word| word & y).settled),
    }
}

/// Words of 11 bits have binary constants, words of 12 hexadecimal ones.
const WIDTHS: std::ops::RangeInclusive<usize> = 11..=12;

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The text and the terms have the same values, for scripts with every operator.
    #[test]
    fn texts_mean_what_terms_mean(
        program in prop::collection::vec(any::<[u8; 4]>(), 1..40),
        (width, inputs) in WIDTHS.prop_flat_map(|width| (Just(width), prop::array::uniform2(0_u128..1 << width))),
        named in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let terms = Terms::new();
        let mut statement = TermStatement::new(&terms);
        let board = layout(width, 1);
        let mut words = vec![statement.unknown("own", board), statement.unknown("own[next]", board)];
        let mut bits = vec![words[0].any()];
        for code in program {
            grow(width, &mut words, &mut bits, code);
        }
        for (number, name) in named.iter().enumerate() {
            statement.show(&format!("shown {number}"), board, words[*name as usize % words.len()]);
        }
        for bit in bits {
            statement.require(bit);
        }
        let script = statement.finish();
        let run = evaluate(&script, &inputs);
        let expected = terms.evaluate(&inputs);
        let truths: Vec<bool> =
            script.requirements.iter().map(|requirement| expected[requirement.index()] == 1).collect();
        prop_assert_eq!(&run.assertions, &truths);
        prop_assert_eq!(&run.asked, &script.words.iter().map(|word| word.name.clone()).collect::<Vec<_>>());
        for word in &script.words {
            let bits = run.values[&word.name].bits();
            let number = (0..width).filter(|&bit| bits[bit]).map(|bit| 1_u128 << bit).sum::<u128>();
            prop_assert_eq!(number, expected[word.word.index()]);
        }
        prop_assert_eq!(text(&script), text(&script.clone()));
    }
}
