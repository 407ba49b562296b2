//! Values of variables, all of which are forgotten at once.

use super::code::Code;

/// What an assignment says of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    True,
    False,
    Unassigned,
}

/// An assignment. A cell holds the stamp of the step that has written it, so that the next step need not clear it.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// The stamp of the step, plus the sign of the literal that is true; one cell a variable.
    cells: Vec<u32>,
    /// The stamp of the current step: an even number, and 0 for no step at all.
    stamp: u32,
    /// The indices of the variables that have been assigned in this step, in order.
    trail: Vec<u32>,
}

impl Assignment {
    /// Forgets all values, and makes room for `indices` variables.
    pub(super) fn begin(&mut self, indices: usize) {
        self.make_room(indices);
        self.trail.clear();
        let (stamp, came_round) = self.stamp.overflowing_add(2);
        self.stamp = stamp;
        if came_round {
            // Old cells could be taken for new ones.
            self.cells.fill(0);
            self.stamp = 2;
        }
    }

    /// Makes room for `indices` variables.
    #[inline]
    pub(super) fn make_room(&mut self, indices: usize) {
        if indices > self.cells.len() {
            self.cells.resize(indices, 0);
        }
    }

    /// The value of `code`.
    #[inline]
    pub(super) fn value(&self, code: Code) -> Value {
        match self.cells[code.index()] ^ self.stamp ^ code.sign() {
            0 => Value::True,
            1 => Value::False,
            _ => Value::Unassigned,
        }
    }

    /// Makes `code` true; it has no value yet.
    #[inline]
    pub(super) fn assign(&mut self, code: Code) {
        self.cells[code.index()] = self.stamp | code.sign();
        self.trail.push(code.0 >> 1);
    }

    /// The number of variables that have a value.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what has been assigned since there were `mark` values.
    pub(super) fn undo(&mut self, mark: usize) {
        for index in self.trail.drain(mark..) {
            self.cells[index as usize] = 0;
        }
    }
}
