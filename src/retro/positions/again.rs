//! Solves a group without its moves in memory: each sweep makes the moves of every open position again.
//!
//! Idea: sweep `n` finds the values of `n` plies, because all values of fewer plies are known. For the positions that
//! stay open, the sweep also finds the next number of plies at which something may change. Sweeps for the numbers in
//! between are skipped.
//!
//! Cost: two bytes for each number. All moves of the open positions are made once for each number of plies that occurs.

use super::edges::Attempt;
use super::error::RetroError;
use super::field::{Field, Found, Scratch};
use super::game::Game;
use super::solver::Progress;
use super::value::{Kind, NOTHING, OPEN, Value, score};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

/// The bytes of memory for each number, while the group is solved and while its codes are returned.
pub(super) const PER_NUMBER: u64 = 4;
/// The number of chunks between two checks for a request to stop.
const BATCH: usize = 256;

/// The result of a sweep.
#[derive(Clone, Copy, Default)]
struct Swept {
    settled: u64,
    /// The number of positions that are still open.
    open: u64,
    /// The least number of plies at which a value that is known already decides a position.
    next: Option<u32>,
}

impl Swept {
    fn joined(self, other: Self) -> Self {
        Self {
            settled: self.settled + other.settled,
            open: self.open + other.open,
            next: self.next.into_iter().chain(other.next).min(),
        }
    }
}

/// Solves a group.
pub(super) fn solve<G: Game>(
    field: &Field<'_, G>,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Attempt, RetroError> {
    let codes: Vec<AtomicU16> = (0..field.group.size).map(|_| AtomicU16::new(OPEN)).collect();
    let chunks = field.chunks();
    let mut plies = 0;
    let Some(mut swept) = sweep(field, &codes, &chunks, None, stop)? else { return Ok(Attempt::Stopped) };
    loop {
        plies = match (field.kind, swept) {
            (_, Swept { open: 0, .. }) => break,
            (Kind::Plies, Swept { settled: 0, next: None, .. }) if plies > 0 => break,
            (Kind::Plies, Swept { settled: 0, next: Some(next), .. }) if plies > 0 => next,
            (Kind::Score, Swept { settled: 0, .. }) if plies > 0 => {
                let open = codes.iter().position(|code| code.load(Ordering::Relaxed) == OPEN);
                return Err(RetroError::Circle(field.show(open.unwrap_or_default() as u64)));
            }
            _ => plies + 1,
        };
        watch(Progress::Plies { plies: plies.min(u32::from(u16::MAX)) as u16 });
        match sweep(field, &codes, &chunks, Some(plies), stop)? {
            Some(found) => swept = found,
            None => return Ok(Attempt::Stopped),
        }
    }
    Ok(Attempt::Solved(codes.into_iter().map(AtomicU16::into_inner).collect()))
}

/// Looks at every open position. The first sweep finds the positions in which the game is over, later ones those of
/// this number of plies.
fn sweep<G: Game>(
    field: &Field<'_, G>,
    codes: &[AtomicU16],
    chunks: &[Range<u64>],
    plies: Option<u32>,
    stop: &Stop,
) -> Result<Option<Swept>, RetroError> {
    let mut all = Swept::default();
    for batch in chunks.chunks(BATCH) {
        if stop.is_requested() {
            return Ok(None);
        }
        let swept = batch.par_iter().map_init(Scratch::default, |scratch, chunk| {
            let one = |swept: Swept, index| Ok(swept.joined(look(field, codes, index, plies, scratch)?));
            chunk.clone().try_fold(Swept::default(), one)
        });
        let swept: Swept =
            swept.try_reduce(Swept::default, |one, other| Ok::<_, RetroError>(one.joined(other)))?;
        all = all.joined(swept);
    }
    Ok(Some(all))
}

fn look<G: Game>(
    field: &Field<'_, G>,
    codes: &[AtomicU16],
    index: u64,
    plies: Option<u32>,
    scratch: &mut Scratch<G::Position>,
) -> Result<Swept, RetroError> {
    let cell = &codes[index as usize];
    if cell.load(Ordering::Relaxed) != OPEN {
        return Ok(Swept::default());
    }
    let settle = |code| {
        cell.store(code, Ordering::Relaxed);
        Ok(Swept { settled: 1, ..Swept::default() })
    };
    match (field.expand(index, scratch)?, plies) {
        (Found::Nothing, _) => return settle(NOTHING),
        (Found::Over(OPEN), _) => return Ok(Swept::default()),
        (Found::Over(code), _) => return settle(code),
        (Found::Moves, None) => return Ok(Swept { open: 1, ..Swept::default() }),
        (Found::Moves, Some(_)) => {}
    }
    let mut after = std::mem::take(&mut scratch.known);
    for &to in &scratch.inner {
        match codes[to as usize].load(Ordering::Relaxed) {
            NOTHING => return Err(field.vacant(to)),
            code => after.push(code),
        }
    }
    let swept = match field.kind {
        Kind::Score => match best_score(&after) {
            Some(code) => settle(code),
            None => Ok(Swept { open: 1, ..Swept::default() }),
        },
        Kind::Plies => match decided(&after) {
            Some((due, is_win)) if Some(due) <= plies => {
                let held = u16::try_from(due).ok().filter(|&held| held <= Value::MOST_PLIES);
                let held = held.ok_or_else(|| RetroError::TooLong(field.show(index)))?;
                settle(if is_win { Value::Win(held) } else { Value::Loss(held) }.code())
            }
            due => Ok(Swept { settled: 0, open: 1, next: due.map(|(due, _)| due) }),
        },
    };
    scratch.known = after;
    swept
}

/// The plies in which the known values decide a position, and whether it is won.
fn decided(after: &[u16]) -> Option<(u32, bool)> {
    let (mut win, mut loss) = (None, Some(0));
    for value in after.iter().filter_map(|&code| Value::of_code(code)) {
        match value {
            Value::Draw => loss = None,
            Value::Loss(plies) => {
                let plies = u32::from(plies) + 1;
                win = Some(win.map_or(plies, |win: u32| win.min(plies)));
                loss = None;
            }
            Value::Win(plies) => loss = loss.map(|loss: u32| loss.max(u32::from(plies) + 1)),
        }
    }
    win.map(|plies| (plies, true)).or_else(|| loss.map(|plies| (plies, false)))
}

/// The best score, if the scores after all moves are known.
fn best_score(after: &[u16]) -> Option<u16> {
    if after.contains(&OPEN) {
        return None;
    }
    after.iter().map(|&code| score::turned(code)).max()
}
