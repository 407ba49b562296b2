//! The formula: exactly one arc leaves each class, exactly one enters it, and each cut set of positions is left.
//!
//! A variable stands for an arc, in the order of arc numbers; it is true if the cycle takes the arc. "At most one" is
//! stated pair by pair: a class of 1x8 has at most 14 arcs that leave it, and more that enter it only by captures.

pub use super::arc::taken;
use super::classes::{ArcNumber, Classes, Side};
use super::subtour::Subtour;
use cnf_out::clausify::Clausified;
use cnf_out::dimacs;
use rustsat::types::Clause;
use std::io;

/// The clauses which say that the taken arcs form disjoint cycles through all classes.
pub fn degrees(classes: &Classes) -> impl Iterator<Item = Clause> {
    classes
        .all()
        .flat_map(|class| exactly_one(classes.leaving(class)).chain(exactly_one(classes.entering(class))))
}

/// The clauses of the degrees, followed by those of the cuts.
pub fn formula(classes: &Classes, cuts: &[Subtour]) -> Clausified {
    let cuts = cuts.iter().map(|cut| cut.clause(classes));
    Clausified {
        cnf: degrees(classes).chain(cuts).collect(),
        variables: classes.arcs().len() as u32,
        words: Vec::new(),
    }
}

/// Writes the formula as DIMACS, after a comment for each variable: the position where its arc starts, with a black first
/// stone, and the one where it ends.
///
/// # Errors
/// If writing fails.
pub fn write(classes: &Classes, cuts: &[Subtour], out: impl io::Write) -> io::Result<()> {
    let what = format!("colour-symmetric cycle of {}: degrees, then {} cuts", classes.board(), cuts.len());
    let meaning = "each variable: a move from a position to a position".to_owned();
    let line = |side| classes.grid().line(classes.position(side));
    let moves = classes.arcs().map(|(number, arc)| {
        let from = Side { class: arc.from, is_white: false };
        format!("{} {} {}", taken(number).to_ipasir(), line(from), line(from.along(arc)))
    });
    let comments: Vec<String> = [what, meaning].into_iter().chain(moves).collect();
    dimacs::write(&formula(classes, cuts), &comments, out)
}

/// Exactly one of these arcs is taken.
fn exactly_one(arcs: &[ArcNumber]) -> impl Iterator<Item = Clause> {
    let at_least = arcs.iter().map(|&arc| taken(arc)).collect::<Clause>();
    let pairs = arcs.iter().enumerate().flat_map(move |(index, &first)| {
        arcs[index + 1..].iter().map(move |&second| Clause::from_iter([!taken(first), !taken(second)]))
    });
    std::iter::once(at_least).chain(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_work::limits::Limits;
    use encodings::go::BoardSides;

    #[test]
    fn comments_name_the_move_of_each_variable() {
        let board = BoardSides::new(1, 2).expect("a board");
        let classes = Classes::new(board, &Limits::default()).expect("a small board").expect("no stop");
        let mut text = Vec::new();
        write(&classes, &[], &mut text).expect("memory");
        let text = String::from_utf8(text).expect("text");
        // A stone beside the only other one captures it.
        let moves: Vec<&str> = text.lines().skip(2).take_while(|line| line.starts_with("c ")).collect();
        assert_eq!(moves, ["c 1 X. .O", "c 2 .X O."]);
        assert!(text.contains("\np cnf 2 "), "{text}");
    }
}
