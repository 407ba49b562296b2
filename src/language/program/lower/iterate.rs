//! Words that are replaced several times, written out round by round.
//!
//! Idea: if a square of the next word depends on squares alone that lie farther in some direction, such as those of a
//! ray, then what happens at the far edge is settled after one round, what happens beside it after two, and so on: a
//! `closure` needs no more rounds than the board has ranks, files or diagonals. A round that changes no register is the
//! last one in any case.

use super::Lowering;
use crate::error::{LanguageError, Reason};
use crate::meaning::{Iteration, Word};
use crate::program::{OPERATIONS_LIMIT, Op, Register};
use encodings::board::Layout;

impl Lowering<'_> {
    pub(super) fn iterate(&mut self, iteration: &Iteration) -> Result<Register, LanguageError> {
        let Iteration { accumulates, rounds, seed, variable, body } = iteration;
        let settled = if *accumulates { settled(iteration, self.vocabulary.layout) } else { None };
        let rounds = settled.map_or(*rounds as usize, |settled| settled.min(*rounds as usize));
        let mut now = self.word(seed)?;
        self.iterations += 1;
        for _ in 0..rounds {
            self.variables.insert(*variable, now);
            let mut next = self.word(body)?;
            if *accumulates && next != now {
                next = self.make(Op::Either(now, next))?;
            }
            if next == now {
                break;
            }
            now = next;
        }
        self.iterations -= 1;
        Ok(now)
    }

    /// Counts a part that is made in an iteration: rounds in rounds may be many although they share their registers.
    pub(super) fn count_iterated(&mut self) -> Result<(), LanguageError> {
        self.iterated += usize::from(self.iterations > 0);
        if self.iterated <= OPERATIONS_LIMIT {
            return Ok(());
        }
        Err(LanguageError::new(self.place, Reason::TooLarge))
    }
}

/// After how many rounds the word cannot change any more, if that is known.
fn settled(iteration: &Iteration, layout: Layout) -> Option<usize> {
    let mut found = Vec::new();
    displacements(&iteration.body, iteration.variable, (0, 0), &mut found)?;
    let (files, ranks) = (layout.files(), layout.ranks());
    let diagonals = files + ranks - 1;
    // A direction, and how many lines of squares across it the board has.
    let lines = [((1, 0), files), ((0, 1), ranks), ((1, 1), diagonals), ((1, -1), diagonals)];
    let both =
        lines.into_iter().flat_map(|((file, rank), lines)| [((file, rank), lines), ((-file, -rank), lines)]);
    let advances =
        |(file, rank): (isize, isize)| found.iter().all(|(files, ranks)| files * file + ranks * rank > 0);
    both.filter(|(along, _)| advances(*along)).map(|(_, lines)| lines).min()
}

/// How far each occurrence of the word is shifted. `None` if that does not say on which of its squares a square depends.
fn displacements(
    word: &Word,
    variable: usize,
    (files, ranks): (isize, isize),
    found: &mut Vec<(isize, isize)>,
) -> Option<()> {
    match word {
        Word::Variable(number) if *number == variable => found.push((files, ranks)),
        Word::Shift(direction, of) => {
            let (file, rank) = direction.delta();
            displacements(of, variable, (files + file, ranks + rank), found)?;
        }
        Word::Not(of) => displacements(of, variable, (files, ranks), found)?,
        Word::And(parts) | Word::Or(parts) | Word::Xor(parts) => {
            parts.iter().try_for_each(|part| displacements(part, variable, (files, ranks), found))?;
        }
        // Their conditions and rounds could depend on every square, and images lead to squares far away.
        Word::Select(..) | Word::Iterate(_) | Word::Image(..) => return None,
        _ => {}
    }
    Some(())
}
