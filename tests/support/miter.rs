//! Miters: a formula that holds if two words differ is decided, and the second opinion checks the answer.
//!
//! A refutation counts if the LRAT checker of `verify` has accepted it for the clauses as `verify` reads them from
//! their DIMACS text. A model counts if it satisfies those same clauses.
//!
//! What it does not show: that the clauses agree with the circuit. The replayed models and the wrong twins that are
//! told apart support that.

use cnf_out::clausify::{BitValue, Clausified, Encoding, clausify};
use cnf_out::dimacs;
use cnf_out::solver::{LratFormat, Refuter, Verdict, WrittenProof};
use encodings::circuit::{Circuit, CircuitWord, Signal};
use encodings::statement::{CircuitStatement, Formula, Requirement, Statement};
use encodings::word::Word;
use rustsat::types::{Assignment, TernaryVal, Var};
use std::fmt::Write;
use verify::{dimacs as read_back, lrat, model};

/// The result of a miter.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Structural hashing has made the words the same nodes, so no solver was needed.
    SameNodes,
    /// No input tells the words apart. The refutation has been checked.
    Equal(Refutation),
    /// The inputs of this model tell them apart. The model has been checked.
    Differ(Model),
}

/// A refutation that has been checked.
#[derive(Debug)]
pub(crate) struct Refutation {
    /// The number of bits of the words that hashing has not made the same nodes.
    pub(crate) open: usize,
    pub(crate) variables: u32,
    pub(crate) clauses: usize,
    pub(crate) steps: lrat::Report,
}

/// A checked model, as the named words with their values.
#[derive(Debug)]
pub(crate) struct Model(Vec<(String, u64)>);

impl Model {
    pub(crate) fn word(&self, name: &str) -> u64 {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("the model has no word {name}")).1
    }
}

impl Outcome {
    /// The refutation of a miter in which hashing has left differences.
    pub(crate) fn equal(self) -> Refutation {
        match self {
            Self::Equal(refutation) => refutation,
            Self::SameNodes => panic!("hashing has made the words the same: this shows nothing"),
            Self::Differ(model) => panic!("the words differ: {model:x?}"),
        }
    }

    /// The model of a miter of words that differ.
    pub(crate) fn differ(self) -> Model {
        match self {
            Self::Differ(model) => model,
            Self::SameNodes => panic!("hashing has made the words the same"),
            Self::Equal(refutation) => panic!("the words are equal: {refutation:?}"),
        }
    }
}

/// Makes pairs of words from unknowns, states that the words of one of the pairs differ, and decides that.
pub(crate) fn miter<F>(pairs: F) -> Outcome
where
    F: for<'c> FnOnce(&mut CircuitStatement<'c>) -> Vec<[CircuitWord<'c>; 2]>,
{
    stated(|statement| {
        let mut open = 0;
        let mut differences = pairs(statement).into_iter().map(|[one, other]| {
            let difference = one ^ other;
            open += difference.signals().iter().filter(|&&signal| signal != Signal::FALSE).count();
            difference.any()
        });
        let first = differences.next().expect("a pair of words");
        let differs = differences.fold(first, |differs, difference| differs | difference);
        statement.require(differs);
        open
    })
}

/// Decides the statement of `state`, which returns the number of bits that the statement is about.
pub(crate) fn stated<F>(state: F) -> Outcome
where
    F: for<'c> FnOnce(&mut CircuitStatement<'c>) -> usize,
{
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let open = state(&mut statement);
    decide(&statement.finish(), open)
}

fn decide(formula: &Formula, open: usize) -> Outcome {
    let constant = |requirement: &Requirement| matches!(requirement, Requirement::Holds(Signal::FALSE));
    if formula.requirements.iter().any(constant) {
        return Outcome::SameNodes;
    }
    let clausified = clausify(formula, Encoding::default());
    let mut text = Vec::new();
    dimacs::write(&clausified, &[], &mut text).expect("a vector takes everything");
    let read = read_back::read(text.as_slice()).expect("what is written is read");
    assert_eq!((read.variables(), read.len()), (clausified.variables, clausified.cnf.len()));

    let mut refuter = Refuter::new(clausified.cnf.len(), LratFormat::Binary, Vec::new()).expect("a solver");
    refuter.add_cnf(&clausified.cnf).expect("the clauses announced");
    match refuter.solve().expect("a verdict").verdict {
        Verdict::Unsatisfiable(WrittenProof { proof, .. }) => {
            let steps =
                lrat::check(&read, proof.as_slice(), lrat::Format::Binary).expect("a proof that holds");
            Outcome::Equal(Refutation { open, variables: read.variables(), clauses: read.len(), steps })
        }
        Verdict::Satisfiable(assignment) => {
            check_model(&assignment, &read);
            Outcome::Differ(Model(chosen_words(&clausified, &assignment)))
        }
        Verdict::Interrupted(reason) => panic!("the solver stopped: {reason:?}"),
    }
}

/// Prints the model as solvers do, and lets it be checked on the clauses that were read back.
fn check_model(assignment: &Assignment, formula: &read_back::Formula) {
    let mut text = String::from("s SATISFIABLE\n");
    for variable in 0..formula.variables() {
        let sign = match assignment.var_value(Var::new(variable)) {
            TernaryVal::True => "",
            TernaryVal::False => "-",
            TernaryVal::DontCare => continue,
        };
        let _ = writeln!(text, "v {sign}{}", variable + 1);
    }
    text.push_str("v 0\n");
    let answer = model::read(text.as_bytes(), formula.variables()).expect("an answer");
    let model::Answer::Satisfiable(model) = answer else { panic!("a model was written") };
    model.check(formula).expect("a model of the clauses");
}

fn chosen_words(clausified: &Clausified, assignment: &Assignment) -> Vec<(String, u64)> {
    let holds = |value: &BitValue| match *value {
        BitValue::Constant(value) => value,
        BitValue::Literal(literal) => assignment.lit_value(literal) == TernaryVal::True,
    };
    let words = clausified.words.iter().filter(|word| word.chosen);
    let word = |bits: &[BitValue]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(holds(bit)));
    words.map(|named| (named.name.clone(), word(&named.word))).collect()
}
