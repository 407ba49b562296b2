//! `unique m in moves: C`: one move meets the condition, and no other one does.
//!
//! The condition and its opposite are two parts: where they have `won in`, each stands for success of another player, and
//! neither is the negation of the other in the clauses.

use super::{Lowering, Register};
use crate::error::LanguageError;
use crate::meaning::{Bit, Range};
use crate::program::{Op, Requirement};
use encodings::board::Mask;

impl Lowering<'_> {
    /// Whether exactly one move of a set meets a condition, or not exactly one.
    pub(super) fn unique(
        &mut self,
        is_denied: bool,
        variable: usize,
        set: &Range,
        bodies: &[Bit; 2],
    ) -> Result<Register, LanguageError> {
        let (mut meets, mut fails) = (Vec::new(), Vec::new());
        self.each_move(variable, set, |lowering, is_move, _| {
            let (holds, opposite) = (lowering.bit(&bodies[0])?, lowering.bit(&bodies[1])?);
            let is_none = lowering.negation(is_move)?;
            meets.push(lowering.both(is_move, holds)?);
            fails.push(lowering.either(is_none, opposite)?);
            Ok(())
        })?;
        if is_denied {
            // Of each move: it fails, or another one meets the condition.
            return self.among_others(&fails, &meets, false);
        }
        // Of some move: it meets the condition, and all others fail.
        self.among_others(&meets, &fails, true)
    }

    /// `are_all`: whether one of the first has all of the second but its own; else whether each of the first holds, or one of the
    /// second but its own.
    fn among_others(
        &mut self,
        first: &[Register],
        second: &[Register],
        are_all: bool,
    ) -> Result<Register, LanguageError> {
        let unit = self.make(Op::Truth(are_all))?;
        let mut after = vec![unit];
        for &one in second.iter().rev() {
            let last = after.last().copied().unwrap_or(unit);
            after.push(self.joined_with(are_all, last, one)?);
        }
        let (mut before, mut found) = (unit, self.make(Op::Truth(!are_all))?);
        for (place, (&one, &own)) in first.iter().zip(second).enumerate() {
            let rest = self.joined_with(are_all, before, after[second.len() - place - 1])?;
            let one = self.joined_with(are_all, one, rest)?;
            found = self.joined_with(!are_all, found, one)?;
            before = self.joined_with(are_all, before, own)?;
        }
        Ok(found)
    }

    fn joined_with(
        &mut self,
        is_both: bool,
        one: Register,
        other: Register,
    ) -> Result<Register, LanguageError> {
        if is_both { self.both(one, other) } else { self.either(one, other) }
    }

    /// Requires it of a move that the solver chooses: every other one fails.
    pub(super) fn require_unique(
        &mut self,
        variable: usize,
        set: &Range,
        bodies: &[Bit; 2],
    ) -> Result<(), LanguageError> {
        let chosen = self.program.chosen.len();
        self.choose(variable, set)?;
        self.require(&bodies[0])?;
        self.each_move(variable, set, |lowering, is_move, (kind, square)| {
            let word = Some(lowering.make(Op::Constant(Mask::EMPTY.with(square)))?);
            let is_chosen = lowering.make(Op::ChosenIn { chosen, kind, word })?;
            let (is_none, fails) = (lowering.negation(is_move)?, lowering.bit(&bodies[1])?);
            let is_other = lowering.either(is_none, is_chosen)?;
            let other_fails = lowering.either(is_other, fails)?;
            lowering.program.requirements.push(Requirement::Holds(other_fails));
            Ok(())
        })
    }
}
