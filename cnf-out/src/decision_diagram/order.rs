//! The variables of a diagram and their order.

use super::error::DiagramError;
use encodings::board::Layout;
use encodings::circuit::{Gate, Signal};
use encodings::statement::{Formula, Named};
use std::collections::BTreeMap;

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// The input of the circuit with this number.
    Input(u32),
    /// The value of a gate that is counted.
    Value(Signal),
}

/// All variables in their order, and which are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    variables: Vec<(Variable, bool)>,
}

impl Order {
    /// The order for a formula in which the named words, or all chosen words, are counted.
    ///
    /// Truth values come first, then the boards; boards of one layout are interleaved square by square.
    pub(super) fn new(formula: &Formula, words: Option<&[String]>) -> Result<Self, DiagramError> {
        for name in words.into_iter().flatten() {
            if !formula.words.iter().any(|word| word.name == *name) {
                let known: Vec<&str> = formula.words.iter().map(|word| word.name.as_str()).collect();
                return Err(DiagramError::MissingWord { name: name.clone(), known: known.join(", ") });
            }
        }
        let is_counted = |word: &Named<Vec<Signal>>| match words {
            Some(words) => words.contains(&word.name),
            None => word.chosen,
        };
        let mut layouts: BTreeMap<usize, Vec<&Named<Vec<Signal>>>> = BTreeMap::new();
        for word in formula.words.iter().filter(|word| word.chosen || is_counted(word)) {
            layouts.entry(word.layout.squares()).or_default().push(word);
        }
        let mut order = Self::default();
        // Inputs come first: a word that follows from others may contain input bits, which get no second variable.
        let mut seen: BTreeMap<Signal, usize> = BTreeMap::new();
        for words in layouts.values() {
            for square in squares(words[0].layout) {
                for word in words {
                    let signal = word.word[square];
                    order.add(formula, Signal::positive(signal.node()), is_counted(word), &mut seen);
                }
            }
        }
        // Variables that no counted word contains are quantified.
        let named = order.variables.iter().filter_map(|(variable, _)| match variable {
            Variable::Input(number) => Some(*number),
            Variable::Value(_) => None,
        });
        let named: Vec<u32> = named.collect();
        let others = (0..formula.graph.inputs()).filter(|number| !named.contains(number));
        order.variables.extend(others.map(|number| (Variable::Input(number), false)));
        Ok(order)
    }

    fn add(&mut self, formula: &Formula, signal: Signal, counted: bool, seen: &mut BTreeMap<Signal, usize>) {
        let variable = match formula.graph.gate(signal.node()) {
            Gate::False => return,
            Gate::Input(number) => Variable::Input(number),
            _ => Variable::Value(signal),
        };
        if let Some(&place) = seen.get(&signal) {
            self.variables[place].1 |= counted;
            return;
        }
        seen.insert(signal, self.variables.len());
        self.variables.push((variable, counted));
    }

    /// The variables from the top, with whether each is counted.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, Variable, bool)> {
        self.variables.iter().enumerate().map(|(level, &(variable, counted))| (level, variable, counted))
    }

    /// The number of variables that are counted.
    pub(super) fn counted(&self) -> usize {
        self.variables.iter().filter(|(_, counted)| *counted).count()
    }
}

/// The squares of a board line by line, along the shorter side of the board.
fn squares(layout: Layout) -> Vec<usize> {
    let (files, ranks) = (layout.files(), layout.ranks());
    if files <= ranks {
        return (0..files * ranks).collect();
    }
    (0..files).flat_map(|file| (0..ranks).map(move |rank| rank * files + file)).collect()
}
