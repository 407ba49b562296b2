//! The value of a term, by the definitions of SMT-LIB's operators, for words of up to 128 bits.

use super::arena::{Node, Op, Sort};

/// A bit vector of up to 128 bits, or a truth value as 0 or 1.
///
/// # Examples
/// ```
/// use encodings::term::{Terms, TermValue};
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let any = terms.unknown(8).any();
/// let values: Vec<TermValue> = terms.evaluate(&[0b0100]);
/// assert_eq!(values[any.id().index()], 1);
/// ```
pub type TermValue = u128;

/// The values of all terms of a topological order, given the values of the unknowns by number.
pub(super) fn evaluate(nodes: &[Node], unknowns: &[TermValue]) -> Vec<TermValue> {
    let mut values = Vec::with_capacity(nodes.len());
    for node in nodes {
        let value = apply(node, nodes, &values, unknowns);
        values.push(value);
    }
    values
}

fn apply(node: &Node, nodes: &[Node], values: &[TermValue], unknowns: &[TermValue]) -> TermValue {
    let width = |position: usize| match nodes[node.arguments[position].index()].sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
    };
    let argument = |position: usize| values[node.arguments[position].index()];
    let value = match node.op {
        Op::Unknown(number) => unknowns[number as usize],
        Op::Constant(mask) => mask.low_bits(),
        Op::Truth(value) => TermValue::from(value),
        Op::And => argument(0) & argument(1),
        Op::Or => argument(0) | argument(1),
        Op::Xor => argument(0) ^ argument(1),
        Op::Not => 1 - argument(0),
        Op::Select if argument(0) == 1 => argument(1),
        Op::Select => argument(2),
        Op::Up(by) => argument(0).checked_shl(by).unwrap_or(0),
        Op::Down(by) => argument(0).checked_shr(by).unwrap_or(0),
        Op::Extract { low, .. } => argument(0) >> low,
        Op::Concat => argument(0) << width(1) | argument(1),
        Op::ZeroExtend(_) => argument(0),
        Op::Add => argument(0).wrapping_add(argument(1)),
        Op::Equal => TermValue::from(argument(0) == argument(1)),
        Op::AtMost => TermValue::from(argument(0) <= argument(1)),
    };
    match node.sort {
        Sort::Bits(width) if width < 128 => value & ((1 << width) - 1),
        Sort::Bits(_) | Sort::Bool => value,
    }
}
