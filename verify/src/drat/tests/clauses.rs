//! Lists of clauses in cells of either size.

use crate::drat::clauses::{Cell, Clauses, Ref};
use crate::lrat::code::Code;

/// More clauses than a cell of two bytes has numbers.
const COUNT: u32 = (1 << 16) + 3;

/// Clauses of 0 to 12 literals, which depend on their numbers.
fn literals(clause: u32) -> Vec<Code> {
    (0..clause % 13).map(|at| Code(2 + at + clause % 50)).collect()
}

fn filled<C: Cell>() -> Clauses<C> {
    let mut clauses = Clauses::new();
    for clause in 0..COUNT {
        clauses.push(&literals(clause), clause % 7 == 0);
    }
    clauses
}

/// Checks that `clauses` are those with these numbers, in this order.
fn assert_are<C: Cell>(clauses: &Clauses<C>, expected: &[u32]) {
    assert_eq!(clauses.len(), expected.len());
    for (at, &number) in (0..).map(Ref).zip(expected) {
        let place = clauses.place(at);
        let codes = clauses.at(place).iter().map(|cell| cell.code());
        assert_eq!(codes.collect::<Vec<_>>(), literals(number), "{number}");
        assert_eq!(clauses.number(place), at);
        assert_eq!(clauses.pivot(at), literals(number).first().copied());
        assert_eq!(clauses.is_tautology(at), number % 7 == 0);
    }
}

#[test]
fn clauses_are_found_by_number_and_by_place() {
    let all: Vec<u32> = (0..COUNT).collect();
    assert_are(&filled::<u16>(), &all);
    assert_are(&filled::<u32>(), &all);
}

#[test]
fn some_clauses_are_copied_to_cells_of_another_size() {
    let some: Vec<u32> = (0..COUNT).filter(|clause| clause % 3 == 1).collect();
    let refs: Vec<Ref> = some.iter().copied().map(Ref).collect();
    assert_are(&Clauses::<u16>::copied(&filled::<u32>(), &refs), &some);
    assert_are(&Clauses::<u32>::copied(&filled::<u16>(), &refs), &some);
}

#[test]
fn other_literals_come_in_whole_blocks() {
    let mut clauses = filled::<u16>();
    for clause in (0..26).map(Ref) {
        let (literals, place) = (literals(clause.0), clauses.place(clause));
        let mut blocks = clauses.blocks();
        let blocks = blocks.get_mut(place);
        assert_eq!((blocks.len() - 2) % 4, 0);
        let others = blocks.iter().map(|cell| cell.code()).skip(literals.len());
        assert!(others.clone().all(|code| code == Code::PADDING) && others.len() < 4);
    }
}
