//! Values of variables that can all be reset at once.

use super::code::Code;

/// The value of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    True,
    False,
    Unassigned,
}

/// An assignment. A cell holds the stamp of the step that wrote it, so the next step need not clear it.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// For each literal, the last step in which it was false. One load answers the most frequent question.
    cells: Vec<u32>,
    /// The stamp of the current step; 0 belongs to no step.
    stamp: u32,
    /// The literals that have become false in this step, in order.
    trail: Vec<Code>,
}

impl Assignment {
    /// Resets all values.
    pub(super) fn begin(&mut self) {
        self.trail.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            // The stamps have wrapped around, so old cells could look like new ones.
            self.cells.fill(0);
            self.stamp = 1;
        }
    }

    /// Makes room for `indices` variables.
    #[inline]
    pub(super) fn make_room(&mut self, indices: usize) {
        if 2 * indices > self.cells.len() {
            self.cells.resize(2 * indices, 0);
        }
    }

    /// Whether `code` is false.
    #[inline]
    pub(super) fn is_false(&self, code: Code) -> bool {
        self.cells[code.0 as usize] == self.stamp
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

    /// Makes `code` true.
    #[inline]
    pub(super) fn assign(&mut self, code: Code) {
        let falsified = code.negated();
        self.cells[falsified.0 as usize] = self.stamp;
        self.trail.push(falsified);
    }

    /// The number of variables that have a value.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Resets the values that were assigned since there were `mark` values.
    pub(super) fn undo(&mut self, mark: usize) {
        for code in self.trail.drain(mark..) {
            self.cells[code.0 as usize] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Assignment, Code, Value};

    #[test]
    fn values_are_reset_even_if_the_stamps_wrap_around() {
        let (code, other) = (Code(2), Code(5));
        let mut assignment = Assignment { stamp: u32::MAX - 2, ..Assignment::default() };
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
    }
}
