//! Writes QCIR: the prefix, the output, and gates of the form `12 = and(3, -7)`, operands first.

use super::map::{MappedBlock, mapped};
use super::{QbfFile, lines, prefix};
use crate::aiger::{self, Edge, Graph};
use encodings::quantified::{QuantifiedFormula, Quantifier};
use encodings::statement::Named;
use std::io::{self, Write};

/// Writes a formula as QCIR, with a comment line for each of `comments`.
///
/// # Examples
/// ```
/// use cnf_out::qbf::write_qcir;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{ForcedWin, Position, Side, state_forced_win};
///
/// let claim = ForcedWin { winner: Side::Mover, plies: 0 };
/// let formula = state_forced_win(&Othello::<4>, Position::start(&Othello::<4>), claim)?;
/// let file = write_qcir(&formula, &[])?;
/// assert!(file.bytes.starts_with(b"#QCIR-G14 "));
/// assert!(file.bytes.ends_with(b" = or()\n"), "nobody has won yet: the empty disjunction");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(formula: &QuantifiedFormula, comments: &[String]) -> io::Result<QbfFile> {
    let (graph, words) = aiger::of_formula(&formula.matrix());
    let blocks = mapped(formula, &|name| variables(&words, name));
    let asked = graph.property.edge();
    // The constants have no variable of their own.
    let is_constant = asked.number() < 2;
    let highest = graph.variables() + usize::from(is_constant);
    let mut out = Vec::new();
    writeln!(out, "#QCIR-G14 {highest}")?;
    for comment in lines(comments) {
        writeln!(out, "# {comment}")?;
    }
    let scopes = blocks.iter().map(|block| (block.quantifier(), block.variables().collect()));
    for (quantifier, variables) in prefix(scopes) {
        let word = if quantifier == Quantifier::Exists { "exists" } else { "forall" };
        writeln!(out, "{word}({})", joined(variables.iter().map(|&variable| i64::from(variable))))?;
    }
    if is_constant {
        writeln!(out, "output({highest})")?;
        writeln!(out, "{highest} = {}()", if asked == Edge::TRUE { "and" } else { "or" })?;
        return Ok(QbfFile { bytes: out, blocks, variables: highest as u32, parts: 1 });
    }
    writeln!(out, "output({})", literal(asked))?;
    let parts = gates(&graph, &mut out)?;
    Ok(QbfFile { bytes: out, blocks, variables: highest as u32, parts })
}

/// Writes the gates. An AND that is used once, and not negated, is dissolved into its user.
fn gates(graph: &Graph, out: &mut Vec<u8>) -> io::Result<usize> {
    let first = graph.inputs.len() + 1;
    let place = |edge: Edge| (edge.number() as usize / 2).checked_sub(first);
    let mut uses = vec![0_u32; graph.ands.len()];
    let operands = graph.ands.iter().flat_map(|and| [and.0, and.1]);
    for edge in operands.chain([graph.property.edge()]) {
        if let Some(place) = place(edge) {
            // A negated use counts twice.
            uses[place] += 1 + edge.number() % 2;
        }
    }
    let mut is_dissolved = vec![false; graph.ands.len()];
    for edge in graph.ands.iter().flat_map(|and| [and.0, and.1]) {
        if let Some(place) = place(edge).filter(|&place| uses[place] == 1) {
            is_dissolved[place] = true;
        }
    }
    let mut written = 0;
    for (index, and) in graph.ands.iter().enumerate().filter(|&(index, _)| !is_dissolved[index]) {
        let (mut open, mut operands) = (vec![and.1, and.0], Vec::new());
        while let Some(edge) = open.pop() {
            match place(edge).filter(|&place| is_dissolved[place]) {
                Some(place) => open.extend([graph.ands[place].1, graph.ands[place].0]),
                None => operands.push(literal(edge)),
            }
        }
        writeln!(out, "{} = and({})", first + index, joined(operands))?;
        written += 1;
    }
    Ok(written)
}

/// A signed variable as QCIR writes it.
fn literal(edge: Edge) -> i64 {
    let variable = i64::from(edge.number() / 2);
    if edge.number() % 2 == 1 { -variable } else { variable }
}

fn joined(literals: impl IntoIterator<Item = i64>) -> String {
    literals.into_iter().map(|literal| literal.to_string()).collect::<Vec<_>>().join(", ")
}

/// The variables of the bits of a choice.
fn variables(words: &[Named<Vec<Edge>>], name: &str) -> Vec<u32> {
    let word = words.iter().find(|word| word.name == name);
    word.into_iter().flat_map(|word| &word.word).map(|edge| edge.number() / 2).collect()
}

impl MappedBlock {
    /// The variables of all its choices.
    pub fn variables(&self) -> impl Iterator<Item = u32> {
        self.choices.iter().flat_map(|choice| choice.variables.iter().copied())
    }
}
