//! Every verb of a subject, from the tables of its directory.

use super::answer::BuildReport;
use super::divided::{DividedGame, OwnedGame};
use super::judge::Judge;
use super::opened::KindTables;
use super::ranges::{RangeTables, RangeVerb, RangedTables};
use super::tables::{SubjectTables, judge, no_puzzles, position_of};
use super::{
    AnyRetro, BuildParts, Monitor, NotatedGame, OpenPurpose, Options, PositionTables, Subject, ValueCounts,
    Wanted, answer, audit, compare, sample, stats,
};
use crate::positions::{Capacity, CompleteTables, INTERVAL, Kind, Plan, RetroError, SolverProgress, Store};
use certamen_work::answer::Answer;
use certamen_work::durable::Pending;
use certamen_work::stop::{Interrupted, Stop};
use std::path::Path;

impl<S: Subject> AnyRetro for S {
    fn subject(&self) -> String {
        Subject::subject(self)
    }

    fn has_scores(&self) -> bool {
        Subject::has_scores(self)
    }

    fn puzzle(&self) -> Option<&'static str> {
        self.condition().map(|condition| condition.about)
    }

    fn variant_of(&self) -> Option<String> {
        Subject::variant_of(self)
    }

    fn parts(&self) -> Option<BuildParts> {
        Some(if self.has_numbers() { BuildParts::Phases } else { BuildParts::Sweeps })
    }

    fn has_ranges(&self, what: RangeVerb) -> bool {
        what != RangeVerb::Puzzles || self.condition().is_some()
    }

    fn plan(&self, options: &Options, stop: &Stop) -> Result<Plan, RetroError> {
        let capacity = Capacity::in_directory(options.memory, options.disk, Path::new("."));
        let game = self.game(OpenPurpose::Plan { capacity, stop })?;
        self.solver(&game).kind(options.kind).memory(options.memory).disk(options.disk).plan()
    }

    fn build(
        &self,
        directory: &Path,
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let Options { memory, disk, kind, checks, checkpoint_every, wait } = *options;
        if kind == Kind::Score && !Subject::has_scores(self) {
            return Err(RetroError::NoScores(Subject::subject(self)));
        }
        let store = Store::create_after(directory, &Subject::subject(self), wait, monitor.stop())?;
        let capacity = Capacity::in_directory(memory, disk, directory);
        let mut solve = || {
            let game =
                self.game(OpenPurpose::Solve { store: &store, capacity, monitor: monitor.reborrow() })?;
            let solver = self.solver(&game).kind(kind).memory(memory).disk(disk).checks(checks);
            let solver = solver.checkpoint_every(checkpoint_every.unwrap_or(INTERVAL));
            solver.build(&store, monitor)?;
            let start = Judge { game: &game, store: &store, solver, kinds: &[kind] }.start()?;
            Ok(answer::built(&Subject::subject(self), &game, start.as_ref()))
        };
        match solve() {
            Err(RetroError::Stopped(_)) => Ok(Answer::resumable(BuildReport::Undecided)),
            answer => answer,
        }
    }

    fn stats(&self, directory: &Path, _: &mut Monitor<'_>) -> Result<Answer, RetroError> {
        let reading = SubjectTables::open(self, directory)?;
        let of = |tables: &CompleteTables| {
            let kind = tables.kind();
            Ok(ValueCounts { kind, layers: reading.solver(kind).census(tables)? })
        };
        let counted = reading.complete()?.iter().map(of).collect::<Result<Vec<ValueCounts>, RetroError>>()?;
        Ok(stats::answer(&Subject::subject(self), self.value_rule(), counted))
    }

    fn longest(
        &self,
        directory: &Path,
        losses: bool,
        limit: Option<usize>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let tables = AnyRetro::open(self, directory)?;
        let found = tables.longest(losses, limit.unwrap_or(LISTED), monitor.stop())?;
        Ok(answer::longest(&Subject::subject(self), self.value_rule(), losses, &found))
    }

    fn audit(
        &self,
        directory: &Path,
        options: &Options,
        sample: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let reading = SubjectTables::open(self, directory)?;
        let complete = reading.complete()?;
        reading.game.require_all_reached(monitor.stop())?;
        let mut audits = Vec::new();
        for tables in &complete {
            let solver = reading.solver(tables.kind()).memory(options.memory);
            audits.push((tables.kind(), solver.audit(tables, monitor)?));
        }
        // Tables that contradict themselves have no values to compare.
        let is_right = audits.iter().all(|(_, audit)| audit.wrong == 0);
        let mut sampled = Vec::new();
        if is_right && sample > 0 {
            let kinds: Vec<Kind> = complete.iter().map(CompleteTables::kind).collect();
            let judge = judge(&reading, &kinds);
            for mut way in self.cross_checks() {
                sampled.push(sample::sample(&judge, &mut *way, sample, monitor.stop())?);
            }
        }
        Ok(audit::answer(&Subject::subject(self), &audits, &sampled))
    }

    fn distances(
        &self,
        position: Option<&str>,
        options: &Options,
        scratch: Option<&Path>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        // Better said before the search than when something does not fit.
        scratch.map(Pending::inside).transpose()?;
        let capacity = Capacity::for_distances(options.memory, options.disk, scratch);
        let game = self.game(OpenPurpose::Search { position, capacity, monitor: monitor.reborrow() })?;
        let solver = self.solver(&game).memory(options.memory).disk(options.disk);
        let counts = solver.distances(&position_of(&game, position)?, scratch, monitor)?;
        Ok(answer::distances(&Subject::subject(self), &counts))
    }

    fn compare(
        &self,
        directory: &Path,
        (other, with): (&dyn AnyRetro, &Path),
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let found = compare((self, directory), (other, with), monitor)?;
        Ok(found.answer(&Subject::subject(self), &other.subject()))
    }

    fn puzzles(
        &self,
        directory: &Path,
        wanted: Wanted,
        limit: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let condition = self.condition().ok_or_else(|| no_puzzles(self))?;
        let opened = AnyRetro::open(self, directory)?;
        monitor.report(SolverProgress::Begun("looking through all positions"));
        let found = opened.puzzles(wanted, limit, monitor.stop())?;
        if found.is_stopped {
            return Err(Interrupted.into());
        }
        Ok(answer::puzzles(&Subject::subject(self), self.value_rule(), condition.about, &found))
    }

    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn PositionTables + 's>, RetroError> {
        Ok(Box::new(KindTables::open(self, directory)?))
    }

    fn opened(self: Box<Self>, directory: &Path) -> Result<Box<dyn PositionTables + Send + Sync>, RetroError>
    where
        Self: 'static,
    {
        Ok(Box::new(KindTables::open(self, directory)?))
    }

    fn in_parts(self: Box<Self>, opening: OpenPurpose<'_>) -> Result<Box<dyn DividedGame>, RetroError>
    where
        Self: 'static,
    {
        let game = self.game(opening)?;
        Ok(Box::new(OwnedGame { subject: *self, game }))
    }

    fn in_ranges(self: Box<Self>, directory: &Path) -> Result<Box<dyn RangedTables>, RetroError>
    where
        Self: 'static,
    {
        Ok(Box::new(RangeTables::open(self, directory)?))
    }
}

/// How many of the longest games are listed.
const LISTED: usize = 10;
