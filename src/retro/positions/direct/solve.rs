//! The passes over all numbers, their checkpoints, and the audit.

use super::super::audit::Audit;
use super::super::checkpoint::{Checkpoint, Run};
use super::super::error::RetroError;
use super::super::game::Place;
use super::super::groups::Group;
use super::super::numbered::{NumberedGame, SolverContext};
use super::super::open_group::{Field, parts_of, pieces};
use super::super::plan::Way;
use super::super::resident::Resident;
use super::super::value::{Kind, narrow};
use super::super::value_rule::ValueRule;
use super::chunks::{Chunks, FORGOTTEN, NumberMistake, State};
use crate::table::SolverProgress;
use certamen_work::stop::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// The least bytes of memory for each number.
pub(in super::super) const PER_NUMBER: u64 = 1;
/// The bytes of a remembered move.
pub(in super::super) const PER_MOVE: u64 = 4;
/// The number of numbers between two checks for a request to stop.
const BATCH: u64 = 1 << 20;
/// The file of a checkpoint.
const FILE: &str = "direct";

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Cursor {
    /// The pass: the plies of the values that it finds; 0 finds those that are known alone.
    plies: u16,
    /// The first number that the pass has not looked at.
    next: u64,
}

/// A direct game that is being solved.
struct Passes<'a> {
    game: &'a dyn NumberedGame,
    chunks: &'a dyn Chunks,
    group: &'a Group,
    state: State,
}

impl<'a> SolverContext<'a> {
    /// The moves as numbers, if the game has them and is solved by them.
    pub(in super::super) fn direct(&self) -> Option<&'a dyn Chunks> {
        let is_possible = self.settings.kind == Kind::Plies
            && self.game.value_rule() == ValueRule::Turns
            && self.game.layers().len() == 1;
        self.game.direct().filter(|_| is_possible)
    }

    /// Solves the only group of a game by its moves as numbers. Continues from the file of an earlier run. Returns the bytes
    /// of its numbers.
    pub(in super::super) fn solve_directly(
        &self,
        chunks: &dyn Chunks,
        group: &Group,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<u8>, RetroError> {
        let (size, memory) = (group.size, self.settings.memory);
        run.report(SolverProgress::Group { name: &group.name, size, way: Way::Direct });
        let remembers = size < u64::from(FORGOTTEN) && size.saturating_mul(PER_NUMBER + PER_MOVE) <= memory;
        let mut codes: Vec<AtomicU8> = (0..size).map(|_| AtomicU8::new(narrow::OPEN)).collect();
        let mut cursor = Cursor::default();
        if let Some((found, mut bytes)) = run.earlier::<Cursor>(FILE)?
            && found.plies <= narrow::MOST_PLIES
        {
            for code in &mut codes {
                let [byte] = bytes.next()?;
                *code.get_mut() = byte;
            }
            cursor = found;
            run.resumed(group, if cursor.plies == 0 { cursor.next } else { size });
        }
        let remembered = (0..if remembers { size } else { 0 }).map(|_| AtomicU32::new(FORGOTTEN)).collect();
        let state = State { codes, remembered };
        let passes = Passes { game: self.game, chunks, group, state };
        passes.make(cursor, run)?;
        Ok(passes.state.codes.into_iter().map(AtomicU8::into_inner).collect())
    }
}

impl Passes<'_> {
    /// Makes passes until nothing changes.
    fn make(&self, mut cursor: Cursor, run: &mut Run<'_, '_>) -> Result<(), RetroError> {
        loop {
            self.pass(&mut cursor, run)?;
            cursor = Cursor { plies: cursor.plies + 1, next: 0 };
            if cursor.plies > 1 && cursor.plies % 2 == 1 && self.count(narrow::byte(cursor.plies - 1)) == 0 {
                return Ok(());
            }
            if cursor.plies > narrow::MOST_PLIES {
                let last = narrow::byte(narrow::MOST_PLIES);
                let is_last = |code: &AtomicU8| code.load(Relaxed) == last;
                let first = self.state.codes.iter().position(is_last).unwrap_or_default();
                return Err(too_long(self.game, first as u64));
            }
            run.report(SolverProgress::Plies { plies: cursor.plies });
        }
    }

    /// Makes a pass from the cursor on.
    fn pass(&self, cursor: &mut Cursor, run: &mut Run<'_, '_>) -> Result<(), RetroError> {
        let Cursor { plies, .. } = *cursor;
        let [code, last] = [plies, plies.saturating_sub(1)].map(narrow::byte);
        let is_win = plies % 2 == 1;
        // Whichever makes the moves of fewer positions. A pass for wins begins anew, because this can change.
        let backwards = is_win && self.count(last) <= self.count(narrow::OPEN);
        cursor.next = if is_win { 0 } else { cursor.next };
        let (chunks, state) = (self.chunks, &self.state);
        let of = |range: Range<u64>| match (plies, is_win, backwards) {
            (0, ..) => {
                chunks.alone(range, state);
                Ok(())
            }
            (_, false, _) => chunks.lost(range, state, code),
            (_, true, true) => chunks.before(range, state, last, code),
            (_, true, false) => chunks.won(range, state, last, code),
        };
        while cursor.next < self.group.size {
            run.proceed(|files| self.save(files, cursor))?;
            let end = self.group.size.min(cursor.next + BATCH);
            let parts = parts_of(cursor.next..end).into_par_iter();
            parts.try_for_each(of).map_err(|mistake| error(self.game, &mistake))?;
            cursor.next = end;
            run.report(SolverProgress::Looked { done: end, total: self.group.size });
        }
        Ok(())
    }

    /// How many numbers have this byte.
    fn count(&self, byte: u8) -> usize {
        let of = |codes: &[AtomicU8]| codes.iter().filter(|code| code.load(Relaxed) == byte).count();
        self.state.codes.par_chunks(1 << 16).map(of).sum()
    }

    fn save(&self, files: &Checkpoint<'_>, cursor: &Cursor) -> Result<(), RetroError> {
        let mut file = files.write(FILE, cursor, self.group.size)?;
        for codes in self.state.codes.chunks(1 << 16) {
            let bytes: Vec<u8> = codes.iter().map(|code| code.load(Relaxed)).collect();
            file.push(&bytes)?;
        }
        Ok(file.finish()?)
    }
}

/// The error that a position with the most plies may not be the last.
pub(in super::super) fn too_long(game: &dyn NumberedGame, number: u64) -> RetroError {
    let position = game.show(Place { layer: 0, rank: number }).unwrap_or_default();
    let reason = format!("its value may have more than {} plies", narrow::MOST_PLIES);
    RetroError::Inconsistent { position, reason }
}

/// The error of a mistake.
pub(in super::super) fn error(game: &dyn NumberedGame, mistake: &NumberMistake) -> RetroError {
    let shape = game.layers().first();
    let (layer, size) = shape.map_or_else(Default::default, |shape| (shape.name.clone(), shape.size));
    let show = |rank: u64| {
        game.show(Place { layer: 0, rank }).unwrap_or_else(|| format!("number {rank} of layer {layer}"))
    };
    match mistake {
        &NumberMistake::Leads(_, to) if to < size => RetroError::Vacant { layer, rank: to },
        &NumberMistake::Leads(from, to) => {
            let (from, to_text) = (show(from), "a position that is not numbered".to_owned());
            RetroError::Range { from, to: to_text, layer, rank: to, size }
        }
        &NumberMistake::NoMoves(number) => RetroError::NoMoves(show(number)),
        NumberMistake::Contradiction(number, reason) => {
            RetroError::Inconsistent { position: show(*number), reason: reason.clone() }
        }
    }
}

/// Derives the bytes of some numbers of the table again from the moves.
pub(in super::super) fn audit(
    game: &dyn NumberedGame,
    chunks: &dyn Chunks,
    group: &Group,
    ranks: Range<u64>,
    codes: &[u8],
    stop: &Stop,
) -> Result<Audit, RetroError> {
    let nothing = Resident::new(Kind::Plies, game.layers().len());
    let field = Field::new(game, group, &nothing);
    let mut audit = Audit::default();
    for batch in pieces(ranks, BATCH) {
        stop.proceed()?;
        let of = |range: Range<u64>| {
            let mut part = Audit::default();
            chunks.derived(range, codes, &mut |number, derived| {
                let found = narrow::wide(codes[number as usize]);
                part.compare(&field, number, found, derived.map(narrow::wide));
            })?;
            Ok(part)
        };
        let parts: Result<Vec<Audit>, NumberMistake> = parts_of(batch).into_par_iter().map(of).collect();
        let parts = parts.map_err(|mistake| error(game, &mistake))?;
        audit = parts.into_iter().fold(audit, Audit::joined);
    }
    Ok(audit)
}
