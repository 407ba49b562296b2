//! Writes QDIMACS: the clauses of the matrix behind a prefix.
//!
//! The variables of gates are chosen by the side that wants the formula to hold. Each follows from the choices on which it
//! depends, so the first scope behind these is as good as the last one, and a solver knows more of it there.

use super::map::mapped;
use super::{QbfFile, lines, prefix};
use crate::clausify::{BitValue, Encoding, clausify};
use encodings::quantified::{QuantifiedFormula, Quantifier};
use encodings::statement::Named;
use rustsat::instances::Cnf;
use std::io::{self, Write};

/// Writes a formula as QDIMACS, after a comment line for each of `comments`.
///
/// # Examples
/// ```
/// use cnf_out::qbf::write_qdimacs;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{ForcedWin, Position, Side, state_forced_win};
///
/// let claim = ForcedWin { winner: Side::Mover, plies: 2 };
/// let formula = state_forced_win(&Othello::<4>, Position::start(&Othello::<4>), claim)?;
/// let file = write_qdimacs(&formula, &["two plies".to_owned()])?;
/// assert!(file.bytes.starts_with(b"c two plies\np cnf "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(formula: &QuantifiedFormula, comments: &[String]) -> io::Result<QbfFile> {
    let clausified = clausify(&formula.matrix(), Encoding::default());
    let blocks = mapped(formula, &|name| variables(&clausified.words, name));
    let mut scopes = vec![None; clausified.variables as usize + 1];
    for (index, block) in blocks.iter().enumerate() {
        block.variables().for_each(|variable| scopes[variable as usize] = Some(index));
    }
    let scopes = scopes_of_gates(&clausified.cnf, scopes);
    // What a block decides besides its own choices stands behind it.
    let mut behind = vec![Vec::new(); blocks.len().max(1)];
    for (variable, scope) in scopes.iter().enumerate() {
        if let Some(scope) = scope {
            behind[*scope].push(variable as u32);
        }
    }
    let mut scopes: Vec<(Quantifier, Vec<u32>)> = Vec::new();
    for (index, gates) in behind.into_iter().enumerate() {
        scopes.extend(blocks.get(index).map(|block| (block.quantifier(), block.variables().collect())));
        scopes.push((Quantifier::Exists, gates));
    }
    // A solver need not expect that there is no clause: DepQBF 5.01 with --qdo then ends with a segmentation fault.
    let holds = clausified.cnf.is_empty().then_some(clausified.variables + 1);
    scopes.extend(holds.map(|variable| (Quantifier::Exists, vec![variable])));
    let (variables, parts) = (holds.unwrap_or(clausified.variables), clausified.cnf.len().max(1));
    let mut out = Vec::new();
    for comment in lines(comments) {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "p cnf {variables} {parts}")?;
    for (quantifier, variables) in prefix(scopes) {
        let letter = if quantifier == Quantifier::Exists { 'e' } else { 'a' };
        let variables: Vec<String> = variables.iter().map(ToString::to_string).collect();
        writeln!(out, "{letter} {} 0", variables.join(" "))?;
    }
    for clause in &clausified.cnf {
        for literal in clause {
            write!(out, "{} ", literal.to_ipasir())?;
        }
        writeln!(out, "0")?;
    }
    if let Some(variable) = holds {
        writeln!(out, "{variable} 0")?;
    }
    Ok(QbfFile { bytes: out, blocks, variables, parts })
}

/// The block that decides each variable of a gate, given the blocks of those that are chosen. The clauses that define a gate
/// have variables of gates before it, so their greatest variable is its own. `None` for the variables that are chosen.
fn scopes_of_gates(cnf: &Cnf, chosen: Vec<Option<usize>>) -> Vec<Option<usize>> {
    let gates: Vec<bool> = chosen.iter().map(Option::is_none).collect();
    let mut definitions: Vec<Vec<u32>> = vec![Vec::new(); chosen.len()];
    for clause in cnf {
        let variables = || clause.iter().map(|literal| literal.var().idx32() + 1);
        let greatest = variables().max().unwrap_or_default();
        if gates[greatest as usize] {
            definitions[greatest as usize].extend(variables().filter(|&variable| variable != greatest));
        }
    }
    let mut scopes = chosen;
    for variable in 1..scopes.len() {
        if gates[variable] {
            let of = definitions[variable].iter().filter_map(|&operand| scopes[operand as usize]).max();
            scopes[variable] = Some(of.unwrap_or_default());
        }
    }
    let of_gates = scopes.into_iter().zip(gates);
    of_gates
        .enumerate()
        .map(|(variable, (scope, is_gate))| scope.filter(|_| is_gate && variable > 0))
        .collect()
}

/// The variables of the bits of a choice.
fn variables(words: &[Named<Vec<BitValue>>], name: &str) -> Vec<u32> {
    let word = words.iter().find(|word| word.name == name);
    let bits = word.into_iter().flat_map(|word| &word.word);
    bits.filter_map(|bit| bit.literal()).map(|literal| literal.var().idx32() + 1).collect()
}
