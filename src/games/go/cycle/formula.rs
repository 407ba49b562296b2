//! The formula: exactly one arc leaves each class, exactly one enters it, and each cut set of positions is left.
//!
//! A variable stands for an arc, in the order of arc numbers; it is true if the cycle takes the arc. "At most one" is
//! stated pair by pair: a class of 1x8 has at most 14 arcs that leave it, and more that enter it only by captures.

use super::classes::{ArcNumber, Classes};
use super::cut::Cut;
use cnf_out::clausify::Clausified;
use cnf_out::dimacs;
use rustsat::types::{Clause, Lit};
use std::io;

/// The literal that says that an arc is taken.
pub fn taken(arc: ArcNumber) -> Lit {
    Lit::positive(arc.index() as u32)
}

/// The clauses which say that the taken arcs form disjoint cycles through all classes.
pub fn degrees(classes: &Classes) -> impl Iterator<Item = Clause> {
    classes
        .all()
        .flat_map(|class| exactly_one(classes.leaving(class)).chain(exactly_one(classes.entering(class))))
}

/// The clauses of the degrees, followed by those of the cuts.
pub fn formula(classes: &Classes, cuts: &[Cut]) -> Clausified {
    let cuts = cuts.iter().map(|cut| cut.clause(classes));
    Clausified {
        cnf: degrees(classes).chain(cuts).collect(),
        variables: classes.arcs().len() as u32,
        words: Vec::new(),
    }
}

/// Writes the formula as DIMACS.
///
/// # Errors
/// If writing fails.
pub fn write(classes: &Classes, cuts: &[Cut], out: impl io::Write) -> io::Result<()> {
    let what = format!("colour-symmetric cycle of {}: degrees, then {} cuts", classes.board(), cuts.len());
    dimacs::write(&formula(classes, cuts), &[what], out)
}

/// Exactly one of these arcs is taken.
fn exactly_one(arcs: &[ArcNumber]) -> impl Iterator<Item = Clause> {
    let at_least = arcs.iter().map(|&arc| taken(arc)).collect::<Clause>();
    let pairs = arcs.iter().enumerate().flat_map(move |(index, &first)| {
        arcs[index + 1..].iter().map(move |&second| Clause::from_iter([!taken(first), !taken(second)]))
    });
    std::iter::once(at_least).chain(pairs)
}
