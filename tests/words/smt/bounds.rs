//! Questions: z3 agrees with `CaDiCaL`, and the naive game counts z3's positions.

use crate::support::z3::Z3;
use certamen::ask::query::Query;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::OthelloMobility;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::smtlib::{Model, SolverAnswer};
use cnf_out::solver::Cadical;
use encodings::board::Layout;
use rustsat::solvers::{Solve, SolverResult};
use verify::othello as naive;

fn mobility(board: OthelloSize, at_least: u32) -> OthelloMobility {
    OthelloMobility {
        board,
        at_least,
        empties: 0,
        symmetry_breaking: false,
        discs: None,
        reach: None,
        after_pass: false,
    }
}

/// Whether `CaDiCaL` finds a position.
fn cadical_finds(query: OthelloMobility) -> bool {
    let mut solver = Cadical::new();
    solver.add_cnf(clausify(&query.formula(), Encoding::default()).cnf).expect("clauses");
    match solver.solve().expect("an answer") {
        SolverResult::Sat => true,
        SolverResult::Unsat => false,
        SolverResult::Interrupted => panic!("CaDiCaL was interrupted"),
    }
}

/// Whether z3 finds a position; if so, it is replayed.
fn z3_finds(z3: &Z3, query: OthelloMobility) -> bool {
    match z3.answer(&query.script()) {
        SolverAnswer::Satisfiable(model) => {
            replay(query, &model);
            true
        }
        SolverAnswer::Unsatisfiable => false,
        SolverAnswer::Unknown => panic!("z3 does not know: {query}"),
    }
}

/// Counts by the naive game the claims of a model.
fn replay(query: OthelloMobility, model: &Model) {
    let word = |name| model.word(name).expect("a word that was asked for");
    let square = |(&own, &opp)| match (own, opp) {
        (true, false) => 'X',
        (false, true) => 'O',
        (false, false) => '-',
        (true, true) => panic!("two discs on one square"),
    };
    let board: String = word("own").iter().zip(word("opp")).map(square).collect();
    let witness = naive::witness(&board).expect("a board");
    assert!(witness.mobility() >= query.at_least as usize, "{query}: {board}");
    assert!(witness.empties >= query.empties as usize, "{query}: {board}");
    assert!(witness.centre_is_occupied(), "{query}: {board}");

    let side = query.board.side();
    let layout = Layout::new(side, side).expect("a board");
    let legal: Vec<String> = layout
        .all()
        .filter(|square| word("legal")[square.index()])
        .map(|square| layout.name(square).to_string())
        .collect();
    let moves: Vec<String> = witness.moves.iter().map(ToString::to_string).collect();
    assert_eq!(legal, moves, "{query}: {board}");
}

/// The largest number of legal moves that `CaDiCaL` finds is also the largest for z3.
fn same_bound(question: OthelloMobility) -> u32 {
    let query = |at_least| OthelloMobility { at_least, ..question };
    let board = question.board;
    let squares = (board.side() * board.side()) as u32;
    let most = (1..=squares).take_while(|&bound| cadical_finds(query(bound))).last().expect("a legal move");
    if let Some(z3) = Z3::find() {
        assert!(z3_finds(z3, query(most)));
        assert!(!z3_finds(z3, query(most + 1)));
    }
    most
}

/// With and without symmetry breaking.
fn same_bounds(board: OthelloSize) -> [u32; 2] {
    [false, true]
        .map(|symmetry_breaking| same_bound(OthelloMobility { symmetry_breaking, ..mobility(board, 0) }))
}

#[test]
fn four_by_four() {
    assert_eq!(same_bounds(OthelloSize::Four), [8, 8]);
}

#[test]
fn six_by_six() {
    assert_eq!(same_bounds(OthelloSize::Six), [20, 20]);
}

#[test]
fn eight_by_eight() {
    let Some(z3) = Z3::find() else { return };
    assert!(z3_finds(z3, mobility(OthelloSize::Eight, 30)));
}
