//! Every verb of a subject, from the tables of its directory.

use super::answer::BuildReport;
use super::divided::{DividedGame, OwnedGame};
use super::judge::Judge;
use super::opened::KindTables;
use super::ranges::{RangeTables, RangeVerb, RangedTables};
use super::tables::{SubjectTables, judge, no_puzzles, position_of};
use super::{
    AnyRetro, BuildParts, Comparison, NotatedGame, OpenPurpose, Options, PositionTables, Subject,
    ValueCounts, Wanted, Watch, answer, audit, compare, sample, stats,
};
use crate::positions::{
    CompleteTables, INTERVAL, Kind, Plan, RetroError, Room, RunOutcome, SolverProgress, Store,
};
use certamen_work::answer::Answer;
use certamen_work::durable::Pending;
use certamen_work::stop::Stop;
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

    fn plan(&self, options: &Options, stop: &Stop) -> Result<Option<Plan>, RetroError> {
        let room = Room::in_directory(options.memory, options.disk, Path::new("."));
        let Some(game) = self.game(OpenPurpose::Plan { room, stop })? else { return Ok(None) };
        Ok(Some(self.solver(&game).kind(options.kind).memory(options.memory).disk(options.disk).plan()?))
    }

    fn build(
        &self,
        directory: &Path,
        options: &Options,
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        let Options { memory, disk, kind, checks, checkpoint_every, wait } = *options;
        if kind == Kind::Score && !Subject::has_scores(self) {
            return Err(RetroError::NoScores(Subject::subject(self)));
        }
        let store = Store::create_after(directory, &Subject::subject(self), wait, stop)?;
        let room = Room::in_directory(memory, disk, directory);
        let opening = OpenPurpose::Solve { store: &store, room, stop, watch };
        let undecided = || Answer::resumable(BuildReport::Undecided);
        let Some(game) = self.game(opening)? else { return Ok(undecided()) };
        let solver = self.solver(&game).kind(kind).memory(memory).disk(disk).checks(checks);
        let solver = solver.checkpoint_every(checkpoint_every.unwrap_or(INTERVAL));
        if solver.build(&store, stop, watch)? == RunOutcome::Stopped {
            return Ok(undecided());
        }
        let start = Judge { game: &game, store: &store, solver, kinds: &[kind] }.start()?;
        Ok(answer::built(&Subject::subject(self), &game, start.as_ref()))
    }

    fn stats(&self, directory: &Path, _: &Stop, _: &mut Watch<'_>) -> Result<Answer, RetroError> {
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
        stop: &Stop,
        _: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        let found = AnyRetro::open(self, directory)?.longest(losses, limit.unwrap_or(LISTED), stop)?;
        let of = |found| answer::longest(&Subject::subject(self), self.value_rule(), losses, &found);
        Ok(found.map_or_else(Answer::interrupted, of))
    }

    fn audit(
        &self,
        directory: &Path,
        options: &Options,
        sample: u64,
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        let reading = SubjectTables::open(self, directory)?;
        let complete = reading.complete()?;
        let mut watch = |layer: &str, size: u64| watch(SolverProgress::Auditing { layer, size });
        reading.game.require_all_reached(stop)?;
        let mut audits = Vec::new();
        for tables in &complete {
            let solver = reading.solver(tables.kind()).memory(options.memory);
            audits.push((tables.kind(), solver.audit(tables, stop, &mut watch)?));
        }
        // Tables that contradict themselves have no values to compare.
        let is_right = audits.iter().all(|(_, audit)| audit.wrong == 0 && !audit.is_stopped);
        let mut sampled = Vec::new();
        if is_right && sample > 0 {
            let kinds: Vec<Kind> = complete.iter().map(CompleteTables::kind).collect();
            let judge = judge(&reading, &kinds);
            for mut way in self.cross_checks() {
                sampled.push(sample::sample(&judge, &mut *way, sample, stop)?);
            }
        }
        let is_stopped = audits.iter().any(|(_, audit)| audit.is_stopped);
        if is_stopped || sampled.iter().any(|sample| sample.is_stopped) {
            return Ok(Answer::interrupted());
        }
        Ok(audit::answer(&Subject::subject(self), &audits, &sampled))
    }

    fn distances(
        &self,
        position: Option<&str>,
        options: &Options,
        scratch: Option<&Path>,
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        // Better said before the search than when something does not fit.
        scratch.map(Pending::inside).transpose()?;
        let room = Room::for_distances(options.memory, options.disk, scratch);
        let Some(game) = self.game(OpenPurpose::Search { position, room, stop, watch })? else {
            return Ok(Answer::interrupted());
        };
        let solver = self.solver(&game).memory(options.memory).disk(options.disk);
        let mut watch = |plies: usize, positions: u64| watch(SolverProgress::Distance { plies, positions });
        let found = solver.distances(&position_of(&game, position)?, scratch, stop, &mut watch)?;
        let of = |counts: Vec<u64>| answer::distances(&Subject::subject(self), &counts);
        Ok(found.map_or_else(Answer::interrupted, of))
    }

    fn compare(
        &self,
        directory: &Path,
        (other, with): (&dyn AnyRetro, &Path),
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        let mut watch = |done: u64| watch(SolverProgress::Begun(&format!("{done} positions compared")));
        let found = compare((self, directory), (other, with), stop, &mut watch)?;
        let of = |found: Comparison| found.answer(&Subject::subject(self), &other.subject());
        Ok(found.map_or_else(Answer::interrupted, of))
    }

    fn puzzles(
        &self,
        directory: &Path,
        wanted: Wanted,
        limit: usize,
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, RetroError> {
        let condition = self.condition().ok_or_else(|| no_puzzles(self))?;
        let opened = AnyRetro::open(self, directory)?;
        watch(SolverProgress::Begun("looking through all positions"));
        let found = opened.puzzles(wanted, limit, stop)?;
        if found.is_stopped {
            return Ok(Answer::interrupted());
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

    fn in_parts(self: Box<Self>, opening: OpenPurpose<'_>) -> Result<Option<Box<dyn DividedGame>>, RetroError>
    where
        Self: 'static,
    {
        let game = self.game(opening)?;
        Ok(game.map(|game| -> Box<dyn DividedGame> { Box::new(OwnedGame { subject: *self, game }) }))
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
