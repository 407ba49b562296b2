//! Answers all queries to a subject from the tables of its directory.

use super::judge::{Judge, winner};
use super::opened::OfKinds;
use super::phases::InPhases;
use super::ranges::{InRanges, OfRanges};
use super::sample::{Sampled, sample};
use super::{
    AnyRetro, Built, Counted, Longest, NotatedGame, Opened, Opening, Options, Probed, Puzzles, Subject,
};
use crate::positions::{
    Audit, CompleteTables, Ended, Game, Kind, Plan, RetroError, Room, Solver, SolverProgress, Store,
};
use certamen_work::durable::Pending;
use certamen_work::stop::Stop;
use std::ops::Deref;
use std::path::Path;

/// A subject, or a reference to one, with its tables.
pub(super) struct Reading<H: Deref<Target: Subject>> {
    pub(super) subject: H,
    pub(super) store: Store,
    pub(super) game: <H::Target as Subject>::Game,
}

impl<S: Subject, H: Deref<Target = S>> Reading<H> {
    pub(super) fn open(subject: H, directory: &Path) -> Result<Self, RetroError> {
        let store = Store::open(directory, &subject.subject())?;
        let game = subject.game(Opening::Read { store: &store })?;
        let game = game.ok_or_else(|| RetroError::Rules(subject.subject()))?;
        Ok(Self { subject, store, game })
    }

    pub(super) fn solver(&self, kind: Kind) -> Solver<'_, S::Game> {
        self.subject.solver(&self.game).kind(kind)
    }

    /// The kinds of values of which there is a table; if there is none, plies, whose tables are then missing.
    fn begun(&self) -> Vec<Kind> {
        let is_begun = |&kind: &Kind| self.store.is_begun(&self.game, kind);
        let begun: Vec<Kind> = [Kind::Plies, Kind::Score].into_iter().filter(is_begun).collect();
        if begun.is_empty() { vec![Kind::Plies] } else { begun }
    }

    /// The tables of all positions, of each kind that has been begun.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing.
    pub(super) fn complete(&self) -> Result<Vec<CompleteTables>, RetroError> {
        self.begun().into_iter().map(|kind| self.store.complete(&self.game, kind)).collect()
    }

    /// The kinds of values for single positions: those that are complete; if none is, those that have been begun.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let begun = self.begun();
        let is_complete = |&&kind: &&Kind| self.store.is_complete(&self.game, kind);
        let complete: Vec<Kind> = begun.iter().filter(is_complete).copied().collect();
        if complete.is_empty() { begun } else { complete }
    }
}

/// Looks up positions in these tables.
pub(super) fn judge<'a, S: Subject, H: Deref<Target = S>>(
    reading: &'a Reading<H>,
    kinds: &'a [Kind],
) -> Judge<'a, S::Game> {
    Judge { game: &reading.game, store: &reading.store, solver: reading.solver(Kind::Plies), kinds }
}

pub(super) fn no_start() -> RetroError {
    RetroError::Position("this game has no fixed start: give a position".to_owned())
}

impl<S: Subject> AnyRetro for S {
    fn subject(&self) -> String {
        Subject::subject(self)
    }

    fn has_scores(&self) -> bool {
        Subject::has_scores(self)
    }

    fn plan(&self, options: &Options, stop: &Stop) -> Result<Option<Plan>, RetroError> {
        let Some(game) = self.game(Opening::Plan { stop })? else { return Ok(None) };
        Ok(Some(self.solver(&game).kind(options.kind).memory(options.memory).disk(options.disk).plan()?))
    }

    fn build(
        &self,
        directory: &Path,
        options: &Options,
        stop: &Stop,
        watch: &mut dyn FnMut(SolverProgress<'_>),
    ) -> Result<Option<Built>, RetroError> {
        let Options { memory, disk, kind, checks, checkpoint_every, wait } = *options;
        if kind == Kind::Score && !Subject::has_scores(self) {
            return Err(RetroError::NoScores(Subject::subject(self)));
        }
        let store = Store::create_after(directory, &Subject::subject(self), wait, stop)?;
        let room = Room::in_directory(memory, disk, directory);
        let opening = Opening::Solve { store: Some(&store), room, stop, watch };
        let Some(game) = self.game(opening)? else { return Ok(None) };
        let solver = self.solver(&game).kind(kind).memory(memory).disk(disk).checks(checks);
        let solver = solver.checkpoint_every(checkpoint_every);
        if solver.build(&store, stop, watch)? == Ended::Stopped {
            return Ok(None);
        }
        let judge = Judge { game: &game, store: &store, solver, kinds: &[kind] };
        let mut start = game.start().map(|start| judge.verdict(&start)).transpose()?;
        if let Some(start) = &mut start {
            start.winner = winner(game.players(), start);
        }
        let numbers = game.layers().iter().map(|layer| layer.size).sum();
        Ok(Some(Built { layers: game.layers().len(), numbers, start }))
    }

    fn probe(&self, directory: &Path, position: Option<&str>) -> Result<Probed, RetroError> {
        AnyRetro::open(self, directory)?.probe(position)
    }

    fn stats(&self, directory: &Path) -> Result<Vec<Counted>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let of = |tables: &CompleteTables| {
            let kind = tables.kind();
            Ok(Counted { kind, layers: reading.solver(kind).census(tables)? })
        };
        reading.complete()?.iter().map(of).collect()
    }

    fn longest(&self, directory: &Path, losses: bool, limit: usize) -> Result<Longest, RetroError> {
        AnyRetro::open(self, directory)?.longest(losses, limit)
    }

    fn audit(
        &self,
        directory: &Path,
        memory: u64,
        stop: &Stop,
        watch: &mut dyn FnMut(SolverProgress<'_>),
    ) -> Result<Vec<(Kind, Audit)>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let mut watch = |layer: &str, size: u64| watch(SolverProgress::Auditing { layer, size });
        let mut audits = Vec::new();
        for tables in reading.complete()? {
            let solver = reading.solver(tables.kind()).memory(memory);
            audits.push((tables.kind(), solver.audit(&tables, stop, &mut watch)?));
        }
        Ok(audits)
    }

    fn distances(
        &self,
        options: &Options,
        scratch: Option<&Path>,
        stop: &Stop,
        watch: &mut dyn FnMut(SolverProgress<'_>),
    ) -> Result<Option<Vec<u64>>, RetroError> {
        // Better said before the search than when something does not fit.
        scratch.map(Pending::inside).transpose()?;
        let room = Room::for_distances(options.memory, options.disk, scratch);
        let Some(game) = self.game(Opening::Solve { store: None, room, stop, watch })? else {
            return Ok(None);
        };
        let solver = self.solver(&game).memory(options.memory).disk(options.disk);
        let mut watch = |plies: usize, positions: u64| watch(SolverProgress::Distance { plies, positions });
        solver.distances(&game.start().ok_or_else(no_start)?, scratch, stop, &mut watch)
    }

    fn sample(&self, directory: &Path, count: u64, stop: &Stop) -> Result<Vec<Sampled>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let kinds: Vec<Kind> = reading.complete()?.iter().map(CompleteTables::kind).collect();
        let judge = judge(&reading, &kinds);
        let ways = self.second_ways();
        ways.into_iter().map(|mut way| sample(&judge, &mut *way, count, stop)).collect()
    }

    fn puzzle(&self) -> Option<&'static str> {
        self.condition().map(|condition| condition.about)
    }

    fn puzzles(
        &self,
        directory: &Path,
        plies: Option<u16>,
        limit: usize,
        stop: &Stop,
    ) -> Result<Puzzles, RetroError> {
        self.condition().ok_or_else(|| no_puzzles(self))?;
        AnyRetro::open(self, directory)?.puzzles(plies, limit, stop)
    }

    fn variant_of(&self) -> Option<String> {
        Subject::variant_of(self)
    }

    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn Opened + 's>, RetroError> {
        Ok(Box::new(OfKinds::open(self, directory)?))
    }

    fn opened(self: Box<Self>, directory: &Path) -> Result<Box<dyn Opened + Send + Sync>, RetroError>
    where
        Self: 'static,
    {
        Ok(Box::new(OfKinds::open(self, directory)?))
    }

    fn has_phases(&self) -> bool {
        self.has_numbers()
    }

    fn in_phases(self: Box<Self>) -> Result<Option<Box<dyn InPhases>>, RetroError>
    where
        Self: 'static,
    {
        super::phases::open(*self)
    }

    fn in_ranges(self: Box<Self>, directory: &Path) -> Result<Box<dyn InRanges>, RetroError>
    where
        Self: 'static,
    {
        Ok(Box::new(OfRanges::open(self, directory)?))
    }
}

pub(super) fn no_puzzles(subject: &impl Subject) -> RetroError {
    RetroError::Rules(format!("{} has no puzzles", Subject::subject(subject)))
}
