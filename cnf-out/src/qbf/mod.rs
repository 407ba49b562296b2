//! Formulas with quantifiers: QCIR and QDIMACS, the map of their choices, and answers.
//!
//! QCIR keeps the circuit: its gates are the ANDs of the AIGER file of the same formula, joined where one is used only by
//! another one. QDIMACS has clauses; each variable of a gate is quantified in the first block that decides it, not in the
//! last one. The same formula gives the same bytes.
//!
//! Sources: C. Jordan, W. Klieber and M. Seidl, "Non-CNF QBF solving with QCIR" (2016), the cleansed form with ANDs alone; the
//! QDIMACS standard 1.1.
//!
//! What it does not show: an answer that is read here is only a solver's claim.

mod answer;
mod map;
mod qcir;
mod qdimacs;

pub use answer::{QbfAnswer, QbfAnswerError, parse_answer};
pub use map::{ChoiceMap, FORMAT, MappedBlock, MappedChoice, VERSION, is_choice_map};
pub use qcir::write as write_qcir;
pub use qdimacs::write as write_qdimacs;

use encodings::quantified::Quantifier;

/// A format of formulas with quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QbfFormat {
    /// The circuit.
    Qcir,
    /// Clauses.
    Qdimacs,
}

impl QbfFormat {
    /// The name, as the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Qcir => "qcir",
            Self::Qdimacs => "qdimacs",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Qcir, Self::Qdimacs].into_iter().find(|format| format.name() == name)
    }
}

/// A formula that was written.
#[derive(Clone, Debug)]
pub struct QbfFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// The blocks with the variables of their choices.
    pub blocks: Vec<MappedBlock>,
    /// The number of variables, those of gates included.
    pub variables: u32,
    /// The number of clauses, or of gates.
    pub parts: usize,
}

/// Variables of neighbouring blocks with one quantifier, together; empty blocks are left out.
fn prefix(blocks: impl IntoIterator<Item = (Quantifier, Vec<u32>)>) -> Vec<(Quantifier, Vec<u32>)> {
    let mut prefix: Vec<(Quantifier, Vec<u32>)> = Vec::new();
    for (quantifier, mut variables) in blocks {
        match prefix.last_mut() {
            _ if variables.is_empty() => {}
            Some((last, before)) if *last == quantifier => before.append(&mut variables),
            _ => prefix.push((quantifier, variables)),
        }
    }
    prefix
}

/// Comments as lines, none of which can begin a line that is not a comment.
fn lines(comments: &[String]) -> impl Iterator<Item = &str> {
    comments.iter().flat_map(|comment| comment.split(['\n', '\r']))
}
