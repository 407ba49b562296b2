//! The legality circuit, counted by decision diagram, compared with the dynamic program and exhaustive search; and
//! counts for other questions.

use crate::support::run::run;
use certamen::ask::query::Query;
use certamen::games::go::GoStrings;
use certamen::results::go_counts::run::{Settings, count};
use certamen::work::Stop;
use cnf_out::clausify::{BitValue, Encoding, clausify};
use cnf_out::decision_diagram;
use cnf_out::solver::Cadical;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit, TernaryVal};
use serde_json::json;
use std::collections::BTreeSet;
use verify::go::{Size, legal_boards, strings, write_line};

/// More than enough memory here.
const MEMORY: u64 = 1 << 30;

pub(crate) fn by_diagram(rows: usize, columns: usize, at_least: u32) -> String {
    let board = format!("{rows}x{columns}").parse().expect("a board");
    let formula = GoStrings { board, at_least, symmetry_breaking: false }.formula();
    let counted = decision_diagram::count(&formula, None, MEMORY, &mut |_| true);
    counted.expect("it fits").expect("nobody stops it").solutions.to_string()
}

/// The two methods are independent: one counts borders, the other counts models of the rules.
#[test]
fn the_diagram_and_the_dynamic_program_agree_on_every_board_to_5x5() {
    let stop = Stop::new();
    let settings = Settings::in_memory(MEMORY, &stop);
    for rows in 1..=5 {
        for columns in rows..=5 {
            let board = format!("{rows}x{columns}").parse().expect("a board");
            let counted = count(board, &settings, &mut |_| ()).expect("a count").expect("nobody stops it");
            let expected = counted.counts.last().expect("a column").to_string();
            assert_eq!(by_diagram(rows, columns, 0), expected, "{rows}x{columns}");
            if rows != columns && rows * columns < 16 {
                assert_eq!(by_diagram(columns, rows, 0), expected, "{columns}x{rows}");
            }
        }
    }
}

#[test]
fn strings_are_counted_as_exhaustive_search_does() {
    for (rows, columns) in [(1, 1), (1, 5), (2, 3), (3, 3)] {
        let boards = legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board");
        let numbers: Vec<usize> = boards.iter().map(|board| strings(board).len()).collect();
        for at_least in 0..=(rows * columns) as u32 {
            let expected = numbers.iter().filter(|&&number| number >= at_least as usize).count();
            assert_eq!(
                by_diagram(rows, columns, at_least),
                expected.to_string(),
                "{rows}x{columns}, {at_least}"
            );
        }
    }
}

/// The models of the clauses, one after the other; each is excluded afterwards.
fn models(rows: usize, columns: usize) -> BTreeSet<String> {
    let board = format!("{rows}x{columns}").parse().expect("a board");
    let query = GoStrings { board, at_least: 0, symmetry_breaking: false };
    let clausified = clausify(&query.formula(), Encoding::default());
    let mut solver = Cadical::new();
    solver.add_cnf_ref(&clausified.cnf).expect("clauses that fit");
    let word = |word: usize| {
        clausified.words[word].word.iter().map(|bit| match *bit {
            BitValue::Literal(literal) => literal,
            BitValue::Constant(_) => panic!("every point is chosen"),
        })
    };
    let stones: Vec<[Lit; 2]> = word(0).zip(word(1)).map(|(own, opp)| [own, opp]).collect();
    let mut models = BTreeSet::new();
    while solver.solve().expect("an answer") == SolverResult::Sat {
        let holds = |literal: Lit| solver.lit_val(literal).expect("a model") == TernaryVal::True;
        let values: Vec<[bool; 2]> = stones.iter().map(|pair| pair.map(holds)).collect();
        let marks = values.iter().map(|&[own, opp]| {
            if own {
                'X'
            } else if opp {
                'O'
            } else {
                '.'
            }
        });
        assert!(models.insert(marks.collect()), "no model comes twice");
        let excluded = stones.iter().zip(&values).flat_map(|(pair, values)| {
            [0, 1].map(|side| if values[side] { !pair[side] } else { pair[side] })
        });
        solver.add_clause(excluded.collect()).expect("a clause that fits");
    }
    models
}

#[test]
fn the_models_of_the_clauses_are_the_legal_positions() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
        let boards = legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board");
        let lines: BTreeSet<String> = boards.iter().map(|board| write_line(board).replace('/', "")).collect();
        assert_eq!(lines.len(), boards.len());
        assert_eq!(models(rows, columns), lines, "{rows}x{columns}");
    }
}

#[test]
fn counts_are_answers_and_limits_are_reported() {
    assert_eq!(run("-q count go.strings --board 4x4").answers(0), "24318165\n");
    let object = run("-q count othello.mobility --board 4x4 --at-least 8 --json").json(0);
    // The same number that `enumerate` lists.
    let listed = run("-q enumerate othello.mobility --board 4x4 --at-least 8");
    let listed = listed.answers(0).lines().count() - 1;
    assert_eq!((&object["count"], &object["variables"]), (&json!(listed.to_string()), &json!(32)));
    // Projected on some words only: the occupied squares are not a word, but one player's discs are.
    let own: u64 = run("-q count othello.mobility --board 4x4 --at-least 8 --of own")
        .answers(0)
        .trim()
        .parse()
        .expect("a number");
    assert!(own > 0 && own <= listed as u64);
    assert!(run("-q count go.strings --board 9x9 --memory 1M").answers(3).contains("more than"), "memory");
    assert!(
        run("-q count go.strings --board 19x19 --time-limit 0.2").answers(3).contains("time limit"),
        "time"
    );
    run("count go.strings --board 3x3 --of stones").refused(&["stones", "own, opp"]);
    run("count go.positions --board 3x3 --at-least 2").refused(&["--at-least"]);
    run("count othello.mobility --board 5x5").refused(&["5x5", "8x8"]);
    run("count go.strings --board 3x3 --empties 2").refused(&["--empties"]);
}
