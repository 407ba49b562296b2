//! Z3 as a library: every operator agrees with the interpreter of terms, limits end it, and it agrees with Z3 as a
//! process (`tests/words/smt`). Only with the feature `z3`.
#![cfg(feature = "z3")]

use cnf_out::smtlib::{Model, SolverAnswer};
use cnf_out::solver::z3;
use encodings::board::{Layout, Mask};
use encodings::statement::{Script, Statement, TermStatement};
use encodings::term::{TermWord, Terms};
use encodings::word::{Bit, Count, Word};
use std::time::Duration;

fn script(state: impl for<'t> FnOnce(&mut TermStatement<'t>)) -> Script {
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    state(&mut statement);
    statement.finish()
}

fn answer(script: &Script) -> SolverAnswer {
    z3::solve(script, None, &|| false).expect("an answer")
}

fn model(script: &Script) -> Model {
    match answer(script) {
        SolverAnswer::Satisfiable(model) => model,
        other => panic!("{other:?}"),
    }
}

fn mask(bits: u64) -> Mask {
    Mask::from_u64(bits)
}

/// The results of the operators, on machine words and on terms.
fn results<W: Word>([x, y, z]: [W; 3], squares: usize) -> Vec<W> {
    let as_word = |bit: W::Bit| W::select(bit, x.constant(&Mask::first(1)), x.constant(&Mask::EMPTY));
    vec![
        x & y,
        x | y,
        x ^ y,
        x.up(1),
        x.up(squares),
        x.down(3),
        x.down(squares),
        W::select(x.bit(0), y, z),
        as_word(x.any()),
        as_word(x.equals(y)),
        as_word(!x.lex_le(y)),
        as_word(x.is_one_hot()),
        as_word(x.popcount().at_least(4)),
        as_word(x.popcount().less_than(y.popcount())),
        as_word(x.bit(1) & y.bit(2) | z.bit(0) ^ x.bit(3)),
        as_word(x.bit(1).select(y.bit(2), z.bit(4))),
    ]
}

#[test]
fn operators_are_those_of_machine_words() {
    let layout = Layout::new(4, 4).expect("a board");
    for words in [[0x1234_u16, 0xff0f, 0x8001], [0, 0xffff, 1], [0x0800, 0x0800, 0x7777], [0xffff, 0, 0xaaaa]]
    {
        let expected = results(words, 16);
        let script = script(|statement| {
            let unknowns: [TermWord<'_>; 3] = ["x", "y", "z"].map(|name| statement.unknown(name, layout));
            for (unknown, word) in unknowns.into_iter().zip(words) {
                statement.require(unknown.equals(unknown.constant(&mask(word.into()))));
            }
            for (index, result) in results(unknowns, 16).into_iter().enumerate() {
                statement.show(&format!("r{index}"), layout, result);
            }
        });
        let model = model(&script);
        for (index, expected) in expected.into_iter().enumerate() {
            let found = model.word(&format!("r{index}")).expect("a word");
            let bits: Vec<bool> = (0..16).map(|bit| expected >> bit & 1 == 1).collect();
            assert_eq!(found, bits, "result {index} of {words:x?}");
        }
    }
}

#[test]
fn an_unsatisfiable_script_is_reported_unsatisfiable() {
    let layout = Layout::new(3, 3).expect("a board");
    let script = script(|statement| {
        let word = statement.unknown("word", layout);
        statement.require_at_least(layout, word, 5);
        statement.require(word.is_one_hot());
    });
    assert_eq!(answer(&script), SolverAnswer::Unsatisfiable);
}

/// More pigeons than holes: hard for any solver that does not count.
fn pigeons(count: usize) -> Script {
    let layout = Layout::new(count, 1).expect("a board");
    script(|statement| {
        let rows: Vec<_> =
            (0..=count).map(|pigeon| statement.unknown(&format!("p{pigeon}"), layout)).collect();
        for (index, &row) in rows.iter().enumerate() {
            statement.require(row.any());
            for &other in &rows[..index] {
                statement.require(!(row & other).any());
            }
        }
    })
}

#[test]
fn limits_end_a_run_of_z3() {
    let hard = pigeons(14);
    let limited = z3::solve(&hard, Some(Duration::from_millis(300)), &|| false);
    assert!(matches!(limited, Ok(SolverAnswer::Unknown)));
    assert!(matches!(z3::solve(&hard, None, &|| true), Ok(SolverAnswer::Unknown)));
}
