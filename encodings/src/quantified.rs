//! A formula with quantifiers: choices that two sides make in turn, over a circuit.
//!
//! A [`Formula`] asks whether some choice satisfies it. Here some choices are made by an opponent: whatever these are, the
//! bit that is asked about has to hold. A choice is a number in binary, because solvers with quantifiers branch on bits,
//! and a word with a bit for each value would be illegal in most of its values.

use crate::circuit::{Graph, Signal};
use crate::rules::layout_of_kinds;
use crate::statement::{Formula, Named, Requirement};

/// Who makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// The side that wants the formula to hold: one of its choices is enough.
    Exists,
    /// The opponent: the formula has to hold for each choice.
    ForAll,
}

/// A choice among values: the bits of a number, the lowest first.
///
/// # Examples
/// ```
/// use encodings::circuit::Signal;
/// use encodings::quantified::Choice;
///
/// let values = ["a1", "b1", "c1"].map(str::to_owned).to_vec();
/// let choice = Choice { name: "move[1]".to_owned(), bits: vec![Signal::FALSE; 2], values };
/// assert_eq!(choice.value(&[false, true]), Some("c1"));
/// assert_eq!(choice.value(&[true, true]), None, "there are three values");
/// ```
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name, such as `move[1]`.
    pub name: String,
    /// The bits of the number. There are none if there is only one value.
    pub bits: Vec<Signal>,
    /// The values by their numbers.
    pub values: Vec<String>,
}

impl Choice {
    /// The value that these bits choose; `None` if the number is too large.
    pub fn value(&self, bits: &[bool]) -> Option<&str> {
        let number = bits.iter().rev().fold(0, |number, &bit| number << 1 | usize::from(bit));
        self.values.get(number).map(String::as_str)
    }
}

/// Choices that are made together.
#[derive(Clone, Debug)]
pub struct Block {
    /// Who makes them.
    pub quantifier: Quantifier,
    /// The choices.
    pub choices: Vec<Choice>,
}

/// A bit of a circuit whose inputs are chosen block by block: each block knows the ones before it.
#[derive(Clone, Debug)]
pub struct QuantifiedFormula {
    /// The circuit. Its inputs are the bits of the choices.
    pub graph: Graph,
    /// What has to hold.
    pub asked: Signal,
    /// The blocks, the outermost first.
    pub blocks: Vec<Block>,
}

impl QuantifiedFormula {
    /// The formula without its quantifiers: all choices are unknown words, block by block. A choice of one value has no word.
    pub fn matrix(&self) -> Formula {
        let choices = self.blocks.iter().flat_map(|block| &block.choices);
        let word = |choice: &Choice| Named {
            name: choice.name.clone(),
            layout: layout_of_kinds(choice.bits.len()),
            word: choice.bits.clone(),
            chosen: true,
        };
        Formula {
            graph: self.graph.clone(),
            requirements: vec![Requirement::Holds(self.asked)],
            words: choices.filter(|choice| !choice.bits.is_empty()).map(word).collect(),
        }
    }

    /// Whether no opponent has a choice, so that a solver without quantifiers decides it.
    pub fn is_plain(&self) -> bool {
        let has_bits = |block: &Block| block.choices.iter().any(|choice| !choice.bits.is_empty());
        !self.blocks.iter().any(|block| block.quantifier == Quantifier::ForAll && has_bits(block))
    }
}
