//! Whole trees and games at random of a game and its naive twin, compared.
//!
//! Idea: each position is made in both by [`TwinGame`], which ends with the first disagreement. A limit of the twin in one
//! part of the tree, or in one game, does not hide a disagreement in another.
//! Cost: that of the naive twin, on all processors.

use crate::game::PlayError;
use crate::tree::PerftCount;
use crate::twin_game::{
    Difference, Disagreement, Engine, Opinion, PASS, RandomGames, TwinGame, TwinPosition,
};
use certamen_work::stop::Stop;
use encodings::rules::Leaves;
use rayon::prelude::*;

/// The tree below a position, compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TwinTree {
    /// The positions that were compared, each as often as it is in the tree.
    pub positions: u64,
    /// The leaves, and those of games that ended before.
    pub leaves: Leaves,
    /// The leaves below each first ply, in the order of their names. Empty if plies have no names.
    pub divided: Vec<(String, u64)>,
}

impl TwinTree {
    /// Compares the leaves with those that were counted without the naive twin.
    ///
    /// # Errors
    /// [`Disagreement`]
    pub fn compare(&self, counted: &PerftCount, position: Option<&str>) -> Result<(), Box<Disagreement>> {
        let differ = |native: String, naive: String| {
            let position = position.unwrap_or("the start").to_owned();
            let (ply, subject) = (None, Difference::Leaves);
            Err(Box::new(Disagreement { position, ply, subject, native, naive }))
        };
        let Leaves { all, ended } = self.leaves;
        if (counted.leaves, counted.ended) != (all, ended) {
            let said = |leaves: u64, ended: u64| format!("{leaves}, of which {ended} ended before");
            return differ(said(counted.leaves, counted.ended), said(all, ended));
        }
        let mut divided = counted.divided.clone();
        divided.sort_unstable();
        if divided.is_empty() || self.divided.is_empty() || divided == self.divided {
            return Ok(());
        }
        let last = (String::new(), 0);
        let pairs = (0..divided.len().max(self.divided.len()))
            .map(|place| (divided.get(place).unwrap_or(&last), self.divided.get(place).unwrap_or(&last)));
        let said = |(ply, leaves): &(String, u64)| format!("{ply} {leaves}");
        let mut others = pairs.filter(|(native, naive)| native != naive);
        others.next().map_or(Ok(()), |(native, naive)| differ(said(native), said(naive)))
    }
}

/// Games at random, compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwinGames {
    /// The number of games.
    pub games: u64,
    /// The number of positions that were compared.
    pub positions: u64,
    /// The number of plies, passes among them.
    pub plies: u64,
    /// The number of passes.
    pub passes: u64,
    /// The number of games that came to an end.
    pub ended: u64,
}

impl TwinGames {
    /// These games and others.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self {
            games: self.games + others.games,
            positions: self.positions + others.positions,
            plies: self.plies + others.plies,
            passes: self.passes + others.passes,
            ended: self.ended + others.ended,
        }
    }
}

/// The rules and the naive twin of a game with all its choices made.
pub trait Twins: Send + Sync {
    /// Compares a position, and what each of its plies leads to.
    ///
    /// # Errors
    /// [`PlayError::Twins`], or [`PlayError::Position`].
    fn compare(&self, position: Option<&str>) -> Result<(), PlayError>;

    /// Compares the whole tree to a depth.
    ///
    /// # Errors
    /// As [`Twins::compare`], or [`PlayError::Stopped`].
    fn tree(&self, position: Option<&str>, depth: u32, stop: &Stop) -> Result<TwinTree, PlayError>;

    /// The games at random that are compared if nobody says how many.
    fn usual(&self) -> RandomGames;

    /// Compares every position of games at random.
    ///
    /// # Errors
    /// As [`Twins::tree`].
    fn games(&self, position: Option<&str>, wanted: RandomGames, stop: &Stop)
    -> Result<TwinGames, PlayError>;
}

impl<A: Engine, B: Engine> Twins for TwinGame<A, B> {
    fn usual(&self) -> RandomGames {
        A::USUAL
    }

    fn compare(&self, position: Option<&str>) -> Result<(), PlayError> {
        Ok(self.compare_plies(&self.start(position)?)?)
    }

    fn tree(&self, position: Option<&str>, depth: u32, stop: &Stop) -> Result<TwinTree, PlayError> {
        let root = self.start(position)?;
        let (mut tree, parts) = self.below(&root, depth, stop)?;
        if A::NAMES_PLIES {
            let leaves = parts.iter().map(|part| part.leaves.all);
            tree.divided = root.opinion.plies.iter().cloned().zip(leaves).collect();
        }
        Ok(tree)
    }

    fn games(
        &self,
        position: Option<&str>,
        wanted: RandomGames,
        stop: &Stop,
    ) -> Result<TwinGames, PlayError> {
        let start = self.start(position)?;
        let mut games: Vec<Result<TwinGames, PlayError>> = (0..wanted.games)
            .into_par_iter()
            .map(|number| self.random_game(&start, wanted.plies, wanted.seed.wrapping_add(number), stop))
            .collect();
        // The first game in which they disagree is the same in every run. A limit in another one does not hide it.
        if let Some(first) = games.iter().position(|game| matches!(game, Err(PlayError::Twins(_)))) {
            return games.swap_remove(first);
        }
        games
            .into_iter()
            .try_fold(TwinGames::default(), |sum, game| Ok(sum.with(TwinGames { games: 1, ..game? })))
    }
}

/// All parts of a comparison. A limit in one part does not hide that the games disagree in another one.
fn compared<T: Send>(parts: impl ParallelIterator<Item = Result<T, PlayError>>) -> Result<Vec<T>, PlayError> {
    let parts = parts.map(|part| match part {
        Err(limit @ PlayError::Unjudged(_)) => Ok(Err(limit)),
        part => part.map(Ok),
    });
    let parts: Vec<Result<T, PlayError>> = parts.collect::<Result<_, PlayError>>()?;
    parts.into_iter().collect()
}

/// The leaves of a position without plies, or at depth 0.
fn leaves_without_plies<A: Engine>(opinion: &Opinion, depth: u32) -> Leaves {
    match depth {
        0 => Leaves::going_on(1),
        _ if A::ENDED_IS_A_LEAF && opinion.outcome.is_some() => Leaves::ENDED,
        _ => Leaves::default(),
    }
}

impl<A: Engine, B: Engine> TwinGame<A, B> {
    /// The tree below a position, and those below its plies.
    fn below(
        &self,
        at: &TwinPosition<A, B>,
        depth: u32,
        stop: &Stop,
    ) -> Result<(TwinTree, Vec<TwinTree>), PlayError> {
        let mut tree = TwinTree { positions: 1, ..TwinTree::default() };
        if depth == 0 || at.opinion.plies.is_empty() {
            tree.leaves = leaves_without_plies::<A>(&at.opinion, depth);
            return Ok((tree, Vec::new()));
        }
        let below = |ply: &String| {
            let next = self.play(at, ply)?;
            if stop.is_requested() {
                return Err(PlayError::Stopped);
            }
            Ok(self.below(&next, depth - 1, stop)?.0)
        };
        let parts: Vec<TwinTree> = compared(at.opinion.plies.par_iter().map(below))?;
        tree.positions += parts.iter().map(|part| part.positions).sum::<u64>();
        tree.leaves = parts.iter().map(|part| part.leaves).sum();
        Ok((tree, parts))
    }

    fn random_game(
        &self,
        start: &TwinPosition<A, B>,
        most: u32,
        seed: u64,
        stop: &Stop,
    ) -> Result<TwinGames, PlayError> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = TwinGames { positions: 1, ..TwinGames::default() };
        let mut now: Option<TwinPosition<A, B>> = None;
        while game.plies < u64::from(most) {
            let at = now.as_ref().unwrap_or(start);
            let Some(ply) = random.choice(&at.opinion.plies) else { break };
            if stop.is_requested() {
                return Err(PlayError::Stopped);
            }
            game.plies += 1;
            game.passes += u64::from(ply == PASS);
            game.positions += 1;
            now = Some(self.play(at, ply)?);
        }
        game.ended = u64::from(now.as_ref().unwrap_or(start).opinion.outcome.is_some());
        Ok(game)
    }
}
