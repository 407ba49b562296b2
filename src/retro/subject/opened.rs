//! Answers to queries about the positions of tables that are open.

use super::judge::winner;
use super::tables::{SubjectTables, in_layers, judge, no_puzzles, position_of};
use super::{
    EachPosition, FAR, Longest, NotatedGame, PositionTables, ProbeResult, Puzzles, RatedMove, Subject,
    Verdict, Wanted,
};
use crate::positions::{CompleteTables, Game, Kind, Place, RetroError, Turn};
use certamen_work::stop::Stop;
use std::ops::{Deref, Range};
use std::path::Path;

/// A subject with its tables, and the kinds of their values.
pub(super) struct KindTables<H: Deref<Target: Subject>> {
    pub(super) reading: SubjectTables<H>,
    pub(super) kinds: Vec<Kind>,
}

/// Receives a position and the result for it, and returns whether to continue.
type Each<'a, G> = dyn FnMut(&<G as Game>::Position, &Verdict) -> Result<bool, RetroError> + 'a;

impl<S: Subject, H: Deref<Target = S>> KindTables<H> {
    pub(super) fn open(subject: H, directory: &Path) -> Result<Self, RetroError> {
        let reading = SubjectTables::open(subject, directory)?;
        let kinds = reading.kinds();
        Ok(Self { reading, kinds })
    }

    /// The puzzles among some numbers.
    pub(super) fn puzzles_of(
        &self,
        tables: &CompleteTables,
        numbers: Range<u64>,
        wanted: Wanted,
        limit: usize,
        stop: &Stop,
    ) -> Result<Puzzles, RetroError> {
        let Self { reading, .. } = self;
        let condition = reading.subject.condition().ok_or_else(|| no_puzzles(&*reading.subject))?;
        let judge = judge(reading, &[Kind::Plies]);
        let mut found = Puzzles::default();
        found.is_stopped = !reading.positions(&[tables.kind()], numbers, &mut |position, verdict| {
            let Some(value) = verdict.value.filter(|&value| wanted.has_plies(Some(value))) else {
                return Ok(!stop.is_requested());
            };
            let moves = judge.moves(position, 0)?;
            let moves: Vec<RatedMove> = moves.into_iter().map(|(judged, _)| judged).collect();
            let is_wanted = !moves.is_empty() && (!wanted.single || Wanted::is_single(value, &moves));
            if is_wanted && (condition.holds)(&reading.game, position, value, &moves) {
                found.count += 1;
                if found.positions.len() < limit {
                    let line = judge.line(position)?;
                    found.positions.push((reading.game.show(position), Some(value), line));
                }
            }
            Ok(!stop.is_requested())
        })?;
        Ok(found)
    }
}

impl<S: Subject, H: Deref<Target = S>> SubjectTables<H> {
    /// Passes on every position of some numbers with its result. Returns `false` if the receiver ended it.
    fn positions(
        &self,
        kinds: &[Kind],
        numbers: Range<u64>,
        tell: &mut Each<'_, S::Game>,
    ) -> Result<bool, RetroError> {
        let judge = judge(self, kinds);
        for (layer, ranks) in self.ranks(&numbers) {
            for rank in ranks {
                let Some(position) = self.game.position(Place { layer, rank }) else { continue };
                if !tell(&position, &judge.verdict(&position)?)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The number of numbers of all layers.
    pub(super) fn size(&self) -> u64 {
        self.game.layers().iter().map(|layer| layer.size).sum()
    }

    /// The numbers of each layer that are in a range, if the numbers go through the layers one after the other.
    pub(super) fn ranks(&self, numbers: &Range<u64>) -> Vec<(u32, Range<u64>)> {
        in_layers((0..).zip(self.game.layers().iter().map(|layer| layer.size)), numbers)
    }

    /// The position with this number, if the numbers go through the layers one after the other.
    fn position(&self, number: u64) -> Option<<S::Game as Game>::Position> {
        let (layer, ranks) = self.ranks(&(number..number + 1)).pop()?;
        self.game.position(Place { layer, rank: ranks.start })
    }
}

impl<S: Subject, H: Deref<Target = S>> PositionTables for KindTables<H> {
    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError> {
        let Ok(position) = self.reading.game.parse(position) else { return Ok(None) };
        match judge(&self.reading, &self.kinds).verdict(&position) {
            Err(RetroError::Position(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    fn plies(&self, position: &str) -> Result<Vec<(RatedMove, Option<String>)>, RetroError> {
        let game = &self.reading.game;
        let moves = judge(&self.reading, &self.kinds).moves(&game.parse(position)?, 0)?;
        let shown = |after| {
            let is_over = matches!(game.turn(&after, &mut Vec::new()), Turn::Over(_));
            (!is_over).then(|| game.show(&after))
        };
        Ok(moves.into_iter().map(|(rated, after)| (rated, shown(after))).collect())
    }

    fn require_all(&self) -> Result<(), RetroError> {
        self.reading.complete().map(drop)
    }

    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError> {
        let game = &self.reading.game;
        let kinds = self.reading.complete()?.iter().map(CompleteTables::kind).collect::<Vec<_>>();
        let all = 0..self.reading.size();
        self.reading.positions(&kinds, all, &mut |position, verdict| tell(&game.show(position), verdict))
    }

    fn probe(&self, position: Option<&str>) -> Result<ProbeResult, RetroError> {
        let Self { reading, kinds } = self;
        let judge = judge(reading, kinds);
        let game = &reading.game;
        let asked = position_of(game, position)?;
        let mut verdict = judge.verdict(&asked)?;
        if game.start().is_some_and(|start| start == asked) {
            verdict.winner = winner(game.players(), &verdict);
        }
        let moves: Vec<RatedMove> = judge.moves(&asked, 0)?.into_iter().map(|(judged, _)| judged).collect();
        let best = moves.iter().map(|judged| judged.value).next();
        let best_score = moves.iter().filter_map(|judged| judged.score).max();
        let agrees = best.is_none_or(|best| best == verdict.value)
            && (best_score.is_none() || best_score == verdict.score);
        if !agrees {
            let reason =
                "the tables contradict themselves: its value is not that of its best move".to_owned();
            return Err(RetroError::Inconsistent { position: game.show(&asked), reason });
        }
        let (position, line) = (game.show(&asked), judge.line(&asked)?);
        Ok(ProbeResult { position, can_forbid: false, forbidden: None, verdict, moves, line, separator: " " })
    }

    fn longest(&self, losses: bool, limit: usize, _: &Stop) -> Result<Longest, RetroError> {
        let Self { reading, .. } = self;
        let tables = reading.store.complete(&reading.game, Kind::Plies)?;
        let found = reading.solver(Kind::Plies).longest(&tables, losses, limit)?;
        let judge = judge(reading, &[Kind::Plies]);
        let mut positions = Vec::new();
        for position in found.places.into_iter().filter_map(|at| reading.game.position(at)) {
            positions.push((reading.game.show(&position), judge.line(&position)?));
        }
        Ok(Longest { plies: found.plies, count: found.count, positions })
    }

    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, RetroError> {
        let Self { reading, .. } = self;
        let tables = reading.store.complete(&reading.game, Kind::Plies)?;
        self.puzzles_of(&tables, 0..reading.size(), wanted, limit, stop)
    }

    fn near(&self, number: u64) -> Result<Option<String>, RetroError> {
        let Self { reading, kinds } = self;
        let count = reading.size();
        let judge = judge(reading, kinds);
        for step in 0..FAR.min(count) {
            let Some(position) = reading.position((number % count + step) % count) else { continue };
            match judge.verdict(&position) {
                Err(RetroError::Position(_)) => {}
                found => return found.map(|_| Some(reading.game.show(&position))),
            }
        }
        Ok(None)
    }
}
