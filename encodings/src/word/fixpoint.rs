//! Closures of words that can be compared.

use super::{Closure, Word};

/// [`Word::closure`] for words that can be compared: it stops at the fixpoint.
#[inline(always)]
pub(super) fn to_fixpoint<W: Word<Bit = bool> + PartialEq>(
    seed: W,
    bound: usize,
    step: impl Fn(W) -> W,
) -> Closure<W> {
    let mut value = seed;
    for _ in 0..bound {
        let next = step(value);
        if next == value {
            return Closure { value, settled: true };
        }
        value = next;
    }
    Closure { value, settled: step(value) == value }
}
