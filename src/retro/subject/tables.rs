//! Answers all queries to a subject from the tables of its directory.

use super::judge::{Judge, winner};
use super::sample::{Sampled, sample};
use super::{
    AnyRetro, Built, Counted, EachPosition, Judged, Longest, NotatedGame, Opened, Opening, Options, Probed,
    Puzzles, Subject, Verdict,
};
use crate::positions::{
    Audit, Ended, Game, Kind, Place, Plan, RetroError, Room, Solver, SolverProgress, Store,
};
use certamen_work::stop::Stop;
use std::path::Path;

/// A subject with its tables.
struct Reading<'s, S: Subject> {
    subject: &'s S,
    store: Store,
    game: S::Game,
}

impl<'s, S: Subject> Reading<'s, S> {
    fn open(subject: &'s S, directory: &Path) -> Result<Self, RetroError> {
        let store = Store::open(directory, &subject.subject())?;
        let game = subject.game(Opening::Read { store: &store })?;
        let game = game.ok_or_else(|| RetroError::Rules(subject.subject()))?;
        Ok(Self { subject, store, game })
    }

    fn solver(&self, kind: Kind) -> Solver<'_, S::Game> {
        self.subject.solver(&self.game).kind(kind)
    }

    /// The kinds of values that have been computed; if there is none, those that have been begun.
    ///
    /// # Errors
    /// [`RetroError`] if nothing has been built.
    fn kinds(&self) -> Result<Vec<Kind>, RetroError> {
        let of = |is_there: fn(&Store, &S::Game, Kind) -> bool| -> Vec<Kind> {
            let kinds = [Kind::Plies, Kind::Score].into_iter();
            kinds.filter(|&kind| is_there(&self.store, &self.game, kind)).collect()
        };
        let mut kinds = of(Store::is_complete);
        if kinds.is_empty() {
            kinds = of(Store::is_begun);
        }
        if kinds.is_empty() { Err(self.store.missing()) } else { Ok(kinds) }
    }
}

fn judge<'a, S: Subject>(reading: &'a Reading<'_, S>, kinds: &'a [Kind]) -> Judge<'a, S::Game> {
    Judge { game: &reading.game, store: &reading.store, solver: reading.solver(Kind::Plies), kinds }
}

fn no_start() -> RetroError {
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
        let reading = Reading::open(self, directory)?;
        let kinds = reading.kinds()?;
        let judge = judge(&reading, &kinds);
        let game = &reading.game;
        let asked = match position {
            Some(text) => game.parse(text).map_err(RetroError::Position)?,
            None => game.start().ok_or_else(no_start)?,
        };
        let mut verdict = judge.verdict(&asked)?;
        if game.start().is_some_and(|start| start == asked) {
            verdict.winner = winner(game.players(), &verdict);
        }
        let moves: Vec<Judged> = judge.moves(&asked, 0)?.into_iter().map(|(judged, _)| judged).collect();
        let best = moves.iter().map(|judged| judged.value).next();
        let best_score = moves.iter().filter_map(|judged| judged.score).max();
        let agrees = best.is_none_or(|best| best == verdict.value)
            && (best_score.is_none() || best_score == verdict.score);
        if !agrees {
            let reason =
                "the tables contradict themselves: its value is not that of its best move".to_owned();
            return Err(RetroError::Inconsistent { position: game.show(&asked), reason });
        }
        Ok(Probed { position: game.show(&asked), verdict, moves, line: judge.line(&asked)? })
    }

    fn stats(&self, directory: &Path) -> Result<Vec<Counted>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let kinds = reading.kinds()?;
        let of = |kind: Kind| Ok(Counted { kind, layers: reading.solver(kind).census(&reading.store)? });
        kinds.into_iter().map(of).collect()
    }

    fn longest(&self, directory: &Path, losses: bool, limit: usize) -> Result<Longest, RetroError> {
        let reading = Reading::open(self, directory)?;
        if !reading.store.is_begun(&reading.game, Kind::Plies) {
            return Err(reading.store.missing());
        }
        let found = reading.solver(Kind::Plies).longest(&reading.store, losses, limit)?;
        let judge = judge(&reading, &[Kind::Plies]);
        let mut positions = Vec::new();
        for position in found.places.into_iter().filter_map(|at| reading.game.position(at)) {
            positions.push((reading.game.show(&position), judge.line(&position)?));
        }
        Ok(Longest { plies: found.plies, count: found.count, positions })
    }

    fn audit(
        &self,
        directory: &Path,
        memory: u64,
        stop: &Stop,
        watch: &mut dyn FnMut(SolverProgress<'_>),
    ) -> Result<Vec<(Kind, Audit)>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let kinds = reading.kinds()?;
        let mut watch = |layer: &str, size: u64| watch(SolverProgress::Auditing { layer, size });
        let mut audits = Vec::new();
        for kind in kinds {
            let solver = reading.solver(kind).memory(memory);
            audits.push((kind, solver.audit(&reading.store, stop, &mut watch)?));
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
        let kinds = reading.kinds()?;
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
        let no_condition = || RetroError::Rules(format!("{} has no puzzles", Subject::subject(self)));
        let condition = self.condition().ok_or_else(no_condition)?;
        let reading = Reading::open(self, directory)?;
        let judge = judge(&reading, &[Kind::Plies]);
        let mut found = Puzzles::default();
        found.is_stopped = !reading.positions(&[Kind::Plies], &mut |position, verdict| {
            let Some(value) = verdict.value else { return Ok(!stop.is_requested()) };
            if plies.is_some_and(|plies| value.plies() != Some(plies)) {
                return Ok(!stop.is_requested());
            }
            let moves = judge.moves(position, 0)?;
            let moves: Vec<Judged> = moves.into_iter().map(|(judged, _)| judged).collect();
            if !moves.is_empty() && (condition.holds)(&reading.game, position, value, &moves) {
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

    fn variant_of(&self) -> Option<String> {
        Subject::variant_of(self)
    }

    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn Opened + 's>, RetroError> {
        let reading = Reading::open(self, directory)?;
        let kinds = reading.kinds()?;
        Ok(Box::new(OfKinds { reading, kinds }))
    }
}

/// A subject with its tables, and the kinds of their values.
struct OfKinds<'s, S: Subject> {
    reading: Reading<'s, S>,
    kinds: Vec<Kind>,
}

/// Receives a position and the result for it, and returns whether to continue.
type Each<'a, G> = dyn FnMut(&<G as Game>::Position, &Verdict) -> Result<bool, RetroError> + 'a;

impl<S: Subject> Reading<'_, S> {
    /// Passes on every position with its result. Returns `false` if the receiver ended it.
    fn positions(&self, kinds: &[Kind], tell: &mut Each<'_, S::Game>) -> Result<bool, RetroError> {
        let judge = judge(self, kinds);
        for (layer, shape) in (0..).zip(self.game.layers()) {
            for rank in 0..shape.size {
                let Some(position) = self.game.position(Place { layer, rank }) else { continue };
                if !tell(&position, &judge.verdict(&position)?)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl<S: Subject> Opened for OfKinds<'_, S> {
    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError> {
        let Ok(position) = self.reading.game.parse(position) else { return Ok(None) };
        match judge(&self.reading, &self.kinds).verdict(&position) {
            Err(RetroError::Position(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError> {
        let game = &self.reading.game;
        self.reading.positions(&self.kinds, &mut |position, verdict| tell(&game.show(position), verdict))
    }
}
