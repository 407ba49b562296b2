//! What the naive game says about a line of a strategy.

use super::StrategyError;
use super::demands::{Demand, Demands};
use super::header::{Claim, Header, Owner};
use crate::naive::{GameResult, Naive, NaiveError, ResultAndPlies};

/// The most bytes of demands of one line.
const DEMANDS_LIMIT: usize = 1 << 28;

/// A line of a strategy with its number, from 1.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) position: String,
    pub(super) ply: String,
    pub(super) left: u32,
}

/// What lines have demanded, and how much has been looked at.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) demands: Demands,
    pub(super) images: u64,
    pub(super) plies: u64,
}

impl Tally {
    pub(super) fn new(claim: Claim) -> Tally {
        Tally { demands: Demands::new(claim), images: 0, plies: 0 }
    }
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Owner,
    Opponent,
}

/// The naive game and the claim.
pub(super) struct Judge<'g, N> {
    pub(super) game: &'g N,
    pub(super) header: &'g Header,
}

impl<N: Naive> Judge<'_, N> {
    /// What the claim demands at once.
    pub(super) fn start(&self, tally: &mut Tally) -> Result<(), StrategyError> {
        let left = match self.header.claim {
            Claim::Wins { within, .. } => within,
            Claim::Holds { plies } => plies,
            Claim::Keeps => 0,
        };
        let position = self.read(&self.header.position, None)?;
        match self.header.owner {
            Owner::Mover => self.demand(&position, left, None, tally),
            Owner::Other if self.game.is_puzzle() => {
                Err(StrategyError::refused(None, "a puzzle has no other player"))
            }
            Owner::Other => self.replies(&position, left, None, tally),
        }
    }

    /// A line in each of its images.
    pub(super) fn line(&self, line: &Line, tally: &mut Tally) -> Result<(), StrategyError> {
        let refused = |reason: String| StrategyError::refused(line.number, reason);
        let images = self.header.group.images(&line.position);
        let images =
            images.ok_or_else(|| refused("the symmetries are longer than the position".to_owned()))?;
        if images.iter().any(|image| *image < images[0]) {
            return Err(refused("the position is not the smallest of its images".to_owned()));
        }
        let left = match self.header.claim {
            Claim::Keeps => 0,
            _ => line.left.checked_sub(1).ok_or_else(|| refused("no ply is left".to_owned()))?,
        };
        let next = self.played(line)?;
        let reached = self.smallest(&next, line.number)?;
        self.owner_played(&next, left, line.number, tally)?;
        for image in &images[1..] {
            let position = self.read(image, line.number)?;
            let plies = self.plies(&position, line.number)?.into_iter();
            tally.plies += plies.len() as u64;
            let mut found = None;
            for (_, next) in plies {
                if self.smallest(&next, line.number)? == reached {
                    found = Some(next);
                    break;
                }
            }
            let next = found.ok_or_else(|| {
                refused(format!("in its image {image}, no ply leads to an image of {reached}"))
            })?;
            self.owner_played(&next, left, line.number, tally)?;
        }
        tally.images += images.len() as u64;
        Ok(())
    }

    /// The position after the ply of a line.
    fn played(&self, line: &Line) -> Result<N::Position, StrategyError> {
        let position = self.read(&line.position, line.number)?;
        if line.ply == "pass" {
            let mut plies = self.plies(&position, line.number)?;
            let is_pass = plies.len() == 1 && plies[0].0 == "pass";
            return match plies.pop().filter(|_| is_pass) {
                Some((_, next)) => Ok(next),
                None => Err(StrategyError::refused(line.number, "`pass` is not legal")),
            };
        }
        match self.game.judged_end(&position) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(StrategyError::refused(line.number, "the game has ended there")),
            Err(reason) => return Err(StrategyError::not_judged(&line.position, reason.to_string())),
        }
        let refused = |reason| StrategyError::refused(line.number, reason);
        self.game.play(&position, &line.ply).map_err(|error| unanswered(error, &line.position, refused))
    }

    /// The plies of a position in which the game goes on, or the pass.
    fn plies(
        &self,
        position: &N::Position,
        line: impl Into<Option<u64>>,
    ) -> Result<Vec<(String, N::Position)>, StrategyError> {
        let (result, plies) = self.result_and_plies(position)?;
        if result.is_some() {
            let reason = format!("the game has ended in {}", self.game.print(position));
            return Err(StrategyError::refused(line, reason));
        }
        Ok(plies)
    }

    /// How the game has ended, or the plies or the pass.
    fn result_and_plies(&self, position: &N::Position) -> Result<ResultAndPlies<N::Position>, StrategyError> {
        let judged = self.game.judged_plies(position);
        let (result, mut plies) = judged.map_err(|error| self.not_judged(position, error.to_string()))?;
        if result.is_none() && plies.is_empty() {
            let next = self.game.pass(position);
            let next = next.ok_or_else(|| self.not_judged(position, "no ply, no pass and no end"))?;
            plies.push(("pass".to_owned(), next));
        }
        Ok((result, plies))
    }

    /// After a ply of the owner, with so many plies left.
    fn owner_played(
        &self,
        position: &N::Position,
        left: u32,
        line: u64,
        tally: &mut Tally,
    ) -> Result<(), StrategyError> {
        tally.plies += 1;
        if self.game.is_puzzle() {
            return self.demand(position, left, Some(line), tally);
        }
        self.replies(position, left, Some(line), tally)
    }

    /// The opponent is to move: demands what each reply leads to.
    fn replies(
        &self,
        position: &N::Position,
        left: u32,
        line: Option<u64>,
        tally: &mut Tally,
    ) -> Result<(), StrategyError> {
        let (result, plies) = self.result_and_plies(position)?;
        if let Some(result) = result {
            return self.require_end(position, result, Player::Opponent, line);
        }
        let left = match self.header.claim {
            Claim::Wins { .. } => left.checked_sub(1).ok_or_else(|| {
                let printed = self.game.print(position);
                StrategyError::refused(line, format!("no ply is left in {printed}, and the game goes on"))
            })?,
            // What the opponent does later does not matter.
            Claim::Holds { .. } if left == 0 => return Ok(()),
            Claim::Holds { .. } => left - 1,
            Claim::Keeps => 0,
        };
        tally.plies += plies.len() as u64;
        plies.iter().try_for_each(|(_, next)| self.demand(next, left, line, tally))
    }

    /// The owner is to move: the strategy must have the position, unless the game has ended.
    fn demand(
        &self,
        position: &N::Position,
        left: u32,
        line: Option<u64>,
        tally: &mut Tally,
    ) -> Result<(), StrategyError> {
        if !self.game.is_faithful(position) {
            let reason = "two pieces stand on one square, which its text does not say";
            let end = self.game.judged_end(position);
            return match end.map_err(|error| self.not_judged(position, error.to_string()))? {
                Some(result) => self.require_end(position, result, Player::Owner, line),
                None => Err(self.not_judged(position, reason)),
            };
        }
        tally.demands.push(&self.smallest(position, line)?, left);
        if tally.demands.bytes() > DEMANDS_LIMIT {
            tally.demands.sort();
            if tally.demands.bytes() > DEMANDS_LIMIT / 2 {
                return Err(StrategyError::form(line.unwrap_or(0), "more replies than the checker can hold"));
            }
        }
        Ok(())
    }

    /// A demand for which there is no line: the game must have ended there, as the claim says, or a ply of the owner ends
    /// it so at once. In each image of the position, since one of them is what the strategy leads to.
    pub(super) fn missing(&self, demand: Demand<'_>) -> Result<(), StrategyError> {
        let Demand { position: text, left } = demand;
        let images = self.header.group.images(text);
        let longer = || StrategyError::refused(None, "the symmetries are longer than a position");
        for image in images.ok_or_else(longer)? {
            let position = self.read(&image, None)?;
            let (end, plies) = self.result_and_plies(&position)?;
            match end {
                Some(result) => self.require_end(&position, result, Player::Owner, None)?,
                None if self.ends_at_once(&plies, left)? => {}
                None if left == 0 && matches!(self.header.claim, Claim::Holds { .. }) => {}
                None => {
                    let with = match self.header.claim {
                        Claim::Keeps => String::new(),
                        Claim::Holds { .. } => format!(" with {left} plies to hold"),
                        Claim::Wins { .. } => format!(" with {left} plies left"),
                    };
                    let reason = format!("no line for {text}, to which the strategy leads{with}");
                    return Err(StrategyError::refused(None, reason));
                }
            }
        }
        Ok(())
    }

    /// Whether one of these plies of the owner ends the game as the claim allows.
    fn ends_at_once(&self, plies: &[(String, N::Position)], left: u32) -> Result<bool, StrategyError> {
        if left == 0 && self.header.claim != Claim::Keeps {
            return Ok(false);
        }
        let to_move = if self.game.is_puzzle() { Player::Owner } else { Player::Opponent };
        for (_, next) in plies {
            let end = self.game.judged_end(next);
            let end = end.map_err(|error| self.not_judged(next, error.to_string()))?;
            if let Some(result) = end
                && self.is_allowed(next, result, to_move)?.0
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Requires that an end is one that the claim allows.
    fn require_end(
        &self,
        position: &N::Position,
        result: GameResult,
        to_move: Player,
        line: Option<u64>,
    ) -> Result<(), StrategyError> {
        let (is_allowed, claim) = self.is_allowed(position, result, to_move)?;
        if is_allowed {
            return Ok(());
        }
        let reason = format!("the end {} is not {claim}", self.game.print(position));
        Err(StrategyError::refused(line, reason))
    }

    /// Whether the claim allows an end, and what it requires of it.
    fn is_allowed(
        &self,
        position: &N::Position,
        result: GameResult,
        to_move: Player,
    ) -> Result<(bool, &'static str), StrategyError> {
        let (won, lost) = match to_move {
            Player::Owner => (GameResult::Won, GameResult::Lost),
            Player::Opponent => (GameResult::Lost, GameResult::Won),
        };
        Ok(match self.header.claim {
            Claim::Wins { score: None, .. } => (result == won, "a win of the owner"),
            Claim::Wins { score: Some(least), .. } => {
                let score = self.game.score(position);
                let score = score.ok_or_else(|| self.not_judged(position, "the game has no scores"))?;
                let of_owner = if to_move == Player::Owner { Some(score) } else { score.checked_neg() };
                (of_owner.is_some_and(|score| score >= least), "of the score that is claimed")
            }
            Claim::Holds { .. } | Claim::Keeps => (result != lost, "better than a loss of the owner"),
        })
    }

    fn smallest(
        &self,
        position: &N::Position,
        line: impl Into<Option<u64>>,
    ) -> Result<String, StrategyError> {
        let smallest = self.header.group.smallest(self.game.print(position));
        smallest.ok_or_else(|| StrategyError::refused(line, "the symmetries are longer than a position"))
    }

    fn read(&self, text: &str, line: impl Into<Option<u64>>) -> Result<N::Position, StrategyError> {
        let line = line.into();
        let refused = |reason| StrategyError::refused(line, format!("{text}: {reason}"));
        let position = self.game.parse(text).map_err(|error| unanswered(error, text, refused))?;
        let printed = self.game.print(&position);
        if printed == text { Ok(position) } else { Err(refused(format!("it is written {printed}"))) }
    }

    fn not_judged(&self, position: &N::Position, reason: impl Into<String>) -> StrategyError {
        StrategyError::not_judged(&self.game.print(position), reason)
    }
}

/// What follows for a strategy if the naive game does not answer: a limit of the game is no judgement.
fn unanswered(error: NaiveError, text: &str, refused: impl FnOnce(String) -> StrategyError) -> StrategyError {
    match error {
        NaiveError::NotJudged(reason) => StrategyError::not_judged(text, reason),
        error => refused(error.to_string()),
    }
}
