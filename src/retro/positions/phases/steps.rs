//! The loops over the numbers of a chunk: the only part of phases that is compiled for each game.

use super::super::direct::{ByNumbers, NumberMistake};
use super::super::direct::{Direct, DirectTarget, LocalValue};
use super::{KnownNumbers, NumberSet, SampleCounts};
use std::ops::{ControlFlow, Range};

/// A direct game, whatever its type. `range` limits the numbers that are looked at.
pub(in super::super) trait Steps: Sync {
    /// Adds the numbers that are known alone.
    fn known(&self, range: Range<u64>, known: &mut KnownNumbers);

    /// Adds the numbers from which a move leads to a member of `decided`.
    fn back(&self, range: Range<u64>, decided: &NumberSet, into: &mut NumberSet)
    -> Result<(), NumberMistake>;

    /// Adds those members of `open` to `won` from which a move leads to a member of `lost`.
    fn reach(
        &self,
        range: Range<u64>,
        open: &NumberSet,
        lost: &NumberSet,
        won: &mut NumberSet,
    ) -> Result<(), NumberMistake>;

    /// Removes the members of `open` from which a move leads into the range of `wins`, but not to a member of it.
    fn retain(
        &self,
        range: Range<u64>,
        open: &mut NumberSet,
        wins: &NumberSet,
        nothing: Option<&NumberSet>,
    ) -> Result<(), NumberMistake>;

    /// Makes the moves and un-moves of a number, and counts them.
    fn tried(&self, number: u64, tried: &mut SampleCounts);
}

impl<G: Direct> ByNumbers<'_, G> {
    pub(in super::super) fn size(&self) -> u64 {
        self.0.layers().first().map_or(0, |layer| layer.size)
    }
}

impl<G: Direct> Steps for ByNumbers<'_, G> {
    fn known(&self, range: Range<u64>, known: &mut KnownNumbers) {
        for number in range {
            match self.0.alone(number) {
                LocalValue::Nothing => known.nothing.insert(number),
                LocalValue::Lost => known.lost.insert(number),
                LocalValue::Won => known.won.insert(number),
                LocalValue::Open => {}
            }
        }
    }

    fn back(
        &self,
        range: Range<u64>,
        decided: &NumberSet,
        into: &mut NumberSet,
    ) -> Result<(), NumberMistake> {
        let (size, mut mistake) = (self.size(), Ok(()));
        for number in decided.within(range) {
            self.0.each_unmove(number, |from| {
                if from < size {
                    into.insert(from);
                } else {
                    mistake = Err(NumberMistake::Leads(number, from));
                }
            });
        }
        mistake
    }

    fn reach(
        &self,
        range: Range<u64>,
        open: &NumberSet,
        lost: &NumberSet,
        won: &mut NumberSet,
    ) -> Result<(), NumberMistake> {
        let (size, mut mistake) = (self.size(), Ok(()));
        for number in open.within(range) {
            self.0.each_move(number, |next| {
                let DirectTarget::Number(to) = next else { return ControlFlow::Continue(()) };
                if lost.contains(to) {
                    won.insert(number);
                    return ControlFlow::Break(());
                }
                if to >= size {
                    mistake = Err(NumberMistake::Leads(number, to));
                }
                ControlFlow::Continue(())
            });
        }
        mistake
    }

    fn retain(
        &self,
        range: Range<u64>,
        open: &mut NumberSet,
        wins: &NumberSet,
        nothing: Option<&NumberSet>,
    ) -> Result<(), NumberMistake> {
        let (size, seen) = (self.size(), wins.range());
        let numbers: Vec<u64> = open.within(range).collect();
        for number in numbers {
            let (mut moves, mut stays) = (0u32, Ok(true));
            self.0.each_move(number, |next| {
                moves += 1;
                let to = match next {
                    DirectTarget::Number(to) if wins.contains(to) => return ControlFlow::Continue(()),
                    DirectTarget::Number(to) if to < size && !seen.contains(&to) => {
                        return ControlFlow::Continue(());
                    }
                    DirectTarget::Number(to) => to,
                    DirectTarget::Won => {
                        let reason = "a move wins, but it is not said to be won".to_owned();
                        stays = Err(NumberMistake::Contradiction(number, reason));
                        return ControlFlow::Break(());
                    }
                };
                let is_there = to < size && !nothing.is_some_and(|nothing| nothing.contains(to));
                stays = if is_there { Ok(false) } else { Err(NumberMistake::Leads(number, to)) };
                ControlFlow::Break(())
            });
            match stays? {
                true if moves == 0 => return Err(NumberMistake::NoMoves(number)),
                true => {}
                false => open.remove(number),
            }
        }
        Ok(())
    }

    fn tried(&self, number: u64, tried: &mut SampleCounts) {
        let alone = self.0.alone(number);
        if alone == LocalValue::Nothing {
            return;
        }
        tried.positions += 1;
        self.0.each_unmove(number, |_| tried.unmoves += 1);
        if alone != LocalValue::Open {
            return;
        }
        tried.open += 1;
        let mut first = None;
        self.0.each_move(number, |next| {
            tried.moves += 1;
            if first.is_none() {
                tried.until += 1;
                let DirectTarget::Number(to) = next else { return ControlFlow::Continue(()) };
                if self.0.alone(to) != LocalValue::Won {
                    first = Some(to);
                }
            }
            ControlFlow::Continue(())
        });
        tried.lost += u64::from(first.is_none());
    }
}
