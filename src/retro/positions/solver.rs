//! A game with its optional abilities and a memory limit. It is solved group by group.

use super::checkpoint::Run;
use super::direct::{self, Chunks};
use super::error::RetroError;
use super::game::{Game, Scored};
use super::groups::{Group, groups};
use super::numbered::{Settings, SolverContext};
use super::open_group::Field;
use super::plan::{Plan, Way};
use super::resident::Resident;
use super::store::Store;
use super::value::{Kind, narrow};
use super::value_rule::ValueRule;
use super::with_moves;
use super::without_moves;
use crate::table::{Monitor, SolverProgress};
use certamen_work::stop::Stop;
use std::fmt;
use std::time::Duration;

/// The score of a position in which the game is over.
pub(super) type Score<'g, P> = Box<dyn Fn(&P) -> i32 + Sync + 'g>;

/// The default memory limit.
pub const MEMORY: u64 = 4 << 30;

/// The default time between two checkpoints.
pub const INTERVAL: Duration = Duration::from_secs(600);

/// A game to solve, with settings.
///
/// # Examples
/// See [`Game`].
pub struct Solver<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) score: Option<Score<'g, G::Position>>,
    pub(super) direct: Option<Box<dyn Chunks + 'g>>,
    pub(super) settings: Settings,
}

impl<'g, G: Game> Solver<'g, G> {
    /// Solves a game by its moves, for wins and losses with plies.
    pub fn new(game: &'g G) -> Self {
        let settings = Settings {
            kind: Kind::Plies,
            memory: MEMORY,
            checks: true,
            disk: None,
            interval: INTERVAL,
            extent: None,
        };
        Self { game, score: None, direct: None, settings }
    }

    /// The game as the engine sees it, with the settings.
    pub(super) fn solving(&self) -> SolverContext<'_> {
        SolverContext { game: self, settings: self.settings }
    }

    /// Uses the scores of the game.
    #[must_use]
    pub fn with_scores(self) -> Self
    where
        G: Scored,
    {
        let game = self.game;
        self.with_score_by(|position| game.score(position))
    }

    /// Uses this function for the scores of positions in which the game is over.
    #[must_use]
    pub fn with_score_by(mut self, score: impl Fn(&G::Position) -> i32 + Sync + 'g) -> Self {
        self.score = Some(Box::new(score));
        self
    }

    /// Sets what is computed.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.settings.kind = kind;
        self
    }

    /// Sets the memory limit in bytes. It is kept approximately.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.settings.memory = bytes;
        self
    }

    /// Sets the limit of disk space in bytes for a run with groups that do not fit in memory. Without a limit it is what
    /// is free.
    #[must_use]
    pub fn disk(mut self, bytes: Option<u64>) -> Self {
        self.settings.disk = bytes;
        self
    }

    /// Sets the time between two checkpoints.
    #[must_use]
    pub fn checkpoint_every(mut self, interval: Duration) -> Self {
        self.settings.interval = interval;
        self
    }

    /// Sets whether numbers and moves are first compared on samples, and moves backwards if the game has them.
    #[must_use]
    pub fn checks(mut self, checks: bool) -> Self {
        self.settings.checks = checks;
        self
    }

    /// Whether the game has scores.
    pub fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    /// The score of a position in which the game is over. `None` if the game has no scores.
    pub fn score_of(&self, position: &G::Position) -> Option<i32> {
        self.score.as_ref().map(|score| score(position))
    }

    /// The groups of layers that are solved together, each after those that it needs.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn groups(&self) -> Result<Vec<Group>, RetroError> {
        self.solving().groups()
    }

    /// Estimates the cost of solving from samples.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn plan(&self) -> Result<Plan, RetroError> {
        Plan::of(&self.solving())
    }

    /// Solves the game in memory.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn solve(&self) -> Result<Resident, RetroError> {
        self.solving().solve()
    }
}

impl SolverContext<'_> {
    pub(super) fn groups(&self) -> Result<Vec<Group>, RetroError> {
        groups(self.game)
    }

    fn solve(&self) -> Result<Resident, RetroError> {
        let mut solved = Resident::new(self.settings.kind, self.game.layers().len());
        let never = Stop::new();
        let mut run = Run { files: None, monitor: Monitor::silent(&never) };
        for group in self.begin(None, &mut run.monitor)? {
            let codes = self.solve_group(&group, &solved, &mut run)?;
            solved.put_group(&group, self.game.layers(), codes);
        }
        Ok(solved)
    }

    /// The groups of a game, after a check that it can be solved here: in memory, or in a directory.
    pub(super) fn begin(
        &self,
        store: Option<&Store>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<Group>, RetroError> {
        let groups = self.groups()?;
        self.require_kind()?;
        self.require_room(&groups, store)?;
        if self.settings.checks {
            monitor.report(SolverProgress::Checking);
            self.game.check()?;
        }
        Ok(groups)
    }

    /// Refuses a kind of values that the game does not have.
    pub(super) fn require_kind(&self) -> Result<(), RetroError> {
        if self.settings.kind == Kind::Score && !self.game.has_scores() {
            return Err(RetroError::NoScores(self.game.subject()));
        }
        if self.settings.kind == Kind::Score && self.game.value_rule() == ValueRule::Puzzle {
            let reason =
                format!("{}: a puzzle is solved by its moves: it has no scores", self.game.subject());
            return Err(RetroError::Rules(reason));
        }
        Ok(())
    }

    /// Whether a group can be solved in memory.
    pub(super) fn fits(&self, group: &Group) -> bool {
        self.settings.extent.is_none()
            && self.least_memory(group) <= u128::from(self.settings.memory)
            && usize::try_from(group.size).is_ok()
    }

    /// The bytes of the layers below a group.
    pub(super) fn memory_below(&self, group: &Group) -> u128 {
        let sizes = group.below.iter().map(|&layer| self.game.layers()[layer as usize].size);
        2 * sizes.map(u128::from).sum::<u128>()
    }

    /// The least number of bytes for solving a group.
    pub(super) fn least_memory(&self, group: &Group) -> u128 {
        if self.direct().is_some() {
            return u128::from(direct::PER_NUMBER) * u128::from(group.size);
        }
        self.memory_below(group) + u128::from(without_moves::PER_NUMBER) * u128::from(group.size)
    }

    /// Solves a group in memory. Returns the codes of its layers, one layer after the other.
    pub(super) fn solve_group(
        &self,
        group: &Group,
        below: &Resident,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<u16>, RetroError> {
        if let Some(chunks) = self.direct() {
            let codes = self.solve_directly(chunks, group, run)?;
            return Ok(codes.into_iter().map(narrow::wide).collect());
        }
        let field = Field::new(self.game, group, below);
        run.report(SolverProgress::Group { name: &group.name, size: group.size, way: Way::WithMoves });
        let rest = u128::from(self.settings.memory).saturating_sub(self.memory_below(group)) as u64;
        // A run that has begun to make moves again goes on with that.
        let is_again = run.files.is_some_and(|files| files.has("sweep"));
        if !is_again && let Some(codes) = with_moves::solve(&field, rest, run)? {
            return Ok(codes);
        }
        run.report(SolverProgress::Again);
        without_moves::solve(&field, run)
    }
}

impl<G: Game> fmt::Debug for Solver<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("game", &self.game.subject())
            .field("kind", &self.settings.kind)
            .field("memory", &self.settings.memory)
            .finish_non_exhaustive()
    }
}
