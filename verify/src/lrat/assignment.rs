//! Values of variables for one step.
//!
//! A cell is a byte, so the cells of a formula of a million variables take two megabytes. Stamps of four bytes, which
//! need not be reset, took four times as much.

use super::code::Code;
use super::store::Clause;

/// The value of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    True,
    False,
    Unassigned,
}

/// The effect of a clause whose literals should all be false but one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It gave one more variable a value.
    Unit,
    /// It is falsified.
    Conflict,
    /// It is satisfied and has no effect.
    Nothing,
    /// It has two literals or more without a value, and no effect.
    NotUnit,
}

/// An assignment. The literal [`Code::PADDING`], which no clause has, is always false.
#[derive(Debug)]
pub(super) struct Assignment {
    /// For each literal, whether it is false: one load answers the most frequent question.
    cells: Vec<i8>,
    /// The first `length` are the false literals, in the order in which they became false. There is room for all.
    trail: Vec<Code>,
    length: usize,
}

/// The cell of a false literal. As a mask it has no bit.
const FALSE: i8 = 0;
/// The cell of another literal. As a mask it has all bits.
const OPEN: i8 = -1;

impl Default for Assignment {
    fn default() -> Assignment {
        let mut cells = vec![OPEN; 2];
        cells[Code::PADDING.0 as usize] = FALSE;
        Assignment { cells, trail: vec![Code::PADDING; 2], length: 0 }
    }
}

impl Assignment {
    /// Resets all values.
    pub(super) fn begin(&mut self) {
        self.undo(0);
    }

    /// Makes room for `indices` variables.
    #[inline]
    pub(super) fn make_room(&mut self, indices: usize) {
        if 2 * indices > self.cells.len() {
            self.cells.resize(2 * indices, OPEN);
            self.trail.resize(2 * indices, Code::PADDING);
        }
    }

    /// Whether `code` is false.
    #[inline]
    pub(super) fn is_false(&self, code: Code) -> bool {
        self.cells[code.0 as usize] == FALSE
    }

    /// The value of `code`.
    #[inline]
    pub(super) fn value(&self, code: Code) -> Value {
        if self.is_false(code) {
            Value::False
        } else if self.is_false(code.negated()) {
            Value::True
        } else {
            Value::Unassigned
        }
    }

    /// The number of literals of a clause that are not false, and if there is one, that one. It counts each occurrence.
    /// There is no branch that depends on a literal, because the processor could not guess it.
    #[inline]
    pub(super) fn open_literals(&self, clause: Clause<'_>) -> (u32, Code) {
        let (mut open, mut last) = (0_u32, 0);
        for block in clause.blocks() {
            for &word in block {
                let mask = i32::from(self.cells[word as usize]) as u32;
                open = open.wrapping_sub(mask);
                last |= word & mask;
            }
        }
        (open, Code(last))
    }

    /// Gives the only literal of `clause` that is not false a value.
    #[inline(always)]
    pub(super) fn propagate(&mut self, clause: Clause<'_>) -> Effect {
        let (open, unit) = self.open_literals(clause);
        if open == 0 {
            return Effect::Conflict;
        }
        if open == 1 && !self.is_false(unit.negated()) {
            self.assign(unit);
            return Effect::Unit;
        }
        self.propagate_repeated(clause)
    }

    /// The same for a clause that has one literal several times, that is satisfied, or that has no effect.
    #[cold]
    fn propagate_repeated(&mut self, clause: Clause<'_>) -> Effect {
        let mut unit = None;
        for code in clause.codes() {
            if self.is_false(code) || unit == Some(code) {
                continue;
            }
            if self.value(code) == Value::True {
                return Effect::Nothing;
            }
            if unit.is_some() {
                // A later literal may be true.
                let is_satisfied = clause.codes().any(|code| self.value(code) == Value::True);
                return if is_satisfied { Effect::Nothing } else { Effect::NotUnit };
            }
            unit = Some(code);
        }
        let Some(unit) = unit else { return Effect::Conflict };
        self.assign(unit);
        Effect::Unit
    }

    /// Makes `code` true. It is not true yet, so each literal becomes false at most once.
    #[inline]
    pub(super) fn assign(&mut self, code: Code) {
        let falsified = code.negated();
        self.cells[falsified.0 as usize] = FALSE;
        self.trail[self.length] = falsified;
        self.length += 1;
    }

    /// The number of variables that have a value.
    pub(super) fn mark(&self) -> usize {
        self.length
    }

    /// Resets the values that were assigned since there were `mark` values.
    #[inline]
    pub(super) fn undo(&mut self, mark: usize) {
        for code in &self.trail[mark..self.length] {
            self.cells[code.0 as usize] = OPEN;
        }
        self.length = mark;
    }
}

#[cfg(test)]
mod tests {
    use super::{Assignment, Code, Value};

    #[test]
    fn values_are_reset_at_the_next_step() {
        let (code, other) = (Code(2), Code(5));
        let mut assignment = Assignment::default();
        assignment.make_room(3);
        for _ in 0..6 {
            assignment.begin();
            assert_eq!(assignment.value(code), Value::Unassigned);
            assignment.assign(code);
            let mark = assignment.mark();
            assignment.assign(other);
            assert_eq!(
                [code, code.negated()].map(|code| assignment.value(code)),
                [Value::True, Value::False]
            );
            assert_eq!(assignment.value(other), Value::True);
            assignment.undo(mark);
            assert_eq!(assignment.value(other), Value::Unassigned);
            assert_eq!(assignment.value(code), Value::True);
        }
        assert_eq!(assignment.value(Code::PADDING), Value::False);
    }
}
