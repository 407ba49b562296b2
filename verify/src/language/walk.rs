//! Games at random, played by the naive game, which test a claim about every game.
//!
//! Idea: a claim about games of every length rests on a refutation of clauses, and so on the circuit of the rules. Some games
//! that share no code with it contradict a claim that is grossly wrong.
//!
//! Does not show: the claim. The games are few.

use super::reader::{Question, read};
use super::{Move, NaiveView, Refusal, Squares, evaluate, require_judged};
use crate::game_file::symmetry::Symmetry;

/// A claim about the positions of every game, and how many games test it.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The condition that holds in each position; with a reply, in each position in which the first player is to move.
    pub kept: String,
    /// The name of the symmetry by which the second player replies, as a function of the language.
    pub reply: Option<String>,
    /// The number of games.
    pub games: u32,
    /// The greatest number of plies of a game.
    pub plies: u32,
    /// Where the choices begin. The same number gives the same games.
    pub seed: u64,
}

/// Plays the games, and returns the number of their plies.
///
/// # Errors
/// [`Refusal::Contradiction`] with a position that contradicts the claim. A limit of the naive game, if it ended a game and
/// none contradicts the claim.
///
/// # Examples
/// ```
/// use verify::language::{Walk, walk};
/// use verify::othello::{OthelloView, Size};
///
/// let othello = OthelloView::new(Size::Four);
/// let of = |kept: &str| Walk { kept: kept.to_owned(), reply: None, games: 3, plies: 20, seed: 1 };
/// assert!(walk(&othello, &of("count(occupied) >= 4"))? > 3);
/// assert!(walk(&othello, &of("count(occupied) < 8")).is_err());
/// # Ok::<(), verify::language::Refusal>(())
/// ```
pub fn walk<S: NaiveView>(game: &S, claim: &Walk) -> Result<u64, Refusal> {
    let kept = read(&claim.kept)?;
    let symmetry = claim.reply.as_ref().map(|name| {
        let known = Symmetry::of_function(name).filter(|symmetry| symmetry.fits(game.size()));
        known.ok_or_else(|| Refusal::Value(format!("`{name}` is no symmetry of the board")))
    });
    let mut walker = Walker { game, kept, symmetry: symmetry.transpose()?, chance: claim.seed | 1, plies: 0 };
    let mut limit = None;
    for _ in 0..claim.games {
        match walker.play(claim.plies) {
            Err(refusal) if refusal.is_limit() => limit = Some(refusal),
            played => played?,
        }
    }
    limit.map_or(Ok(walker.plies), Err)
}

struct Walker<'g, S: NaiveView> {
    game: &'g S,
    kept: Question,
    symmetry: Option<Symmetry>,
    chance: u64,
    plies: u64,
}

impl<S: NaiveView> Walker<'_, S> {
    fn play(&mut self, plies: u32) -> Result<(), Refusal> {
        let mut position = self.game.start()?;
        self.require(&position)?;
        for _ in 0..plies {
            if self.game.ended(&position).is_some() {
                break;
            }
            let moves = self.game.moves(&position);
            let next = match moves.len() {
                0 => {
                    require_judged(self.game, &position)?;
                    self.game.pass(&position)
                }
                count => {
                    let played = &moves[self.below(count)];
                    Some(self.answered(&position, played)?)
                }
            };
            let Some(next) = next else { break };
            position = next;
            self.plies += 1;
            self.require(&position)?;
        }
        Ok(())
    }

    /// The position after a move, and after the reply to it if there is one to be made.
    fn answered(&mut self, position: &S::Position, played: &Move) -> Result<S::Position, Refusal> {
        let after = self.game.after(position, played)?;
        let Some(symmetry) = self.symmetry else { return Ok(after) };
        if self.game.ended(&after).is_some() {
            return Ok(after);
        }
        self.plies += 1;
        let wanted = symmetry.word(self.game.size(), &self.squares(position, played, &after));
        for reply in self.game.moves(&after) {
            let next = self.game.after(&after, &reply)?;
            if self.squares(&after, &reply, &next) == wanted && self.holds(&next)? {
                return Ok(next);
            }
        }
        require_judged(self.game, &after)?;
        let line = self.game.print(position);
        Err(Refusal::Contradiction(format!("{line}: the naive game has no such reply to {}", played.name)))
    }

    /// The squares of a move: where it comes from and goes to, and what becomes free or occupied.
    fn squares(&self, before: &S::Position, played: &Move, after: &S::Position) -> Squares {
        let changed = self.game.occupied(before).symmetric_difference(&self.game.occupied(after));
        let ends = [played.from, played.to].into_iter().flatten().collect();
        changed.union(&ends).intersection(&self.game.squares())
    }

    fn holds(&self, position: &S::Position) -> Result<bool, Refusal> {
        Ok(evaluate::judge(self.game, &self.kept, position)?.answers)
    }

    fn require(&self, position: &S::Position) -> Result<(), Refusal> {
        // A game that the first player's move ends needs no reply.
        let is_asked = self.symmetry.is_none() || self.game.ended(position).is_none();
        if !is_asked || self.holds(position)? {
            return Ok(());
        }
        let line = self.game.print(position);
        Err(Refusal::Contradiction(format!(
            "a game of the naive rules leads to {line}, which contradicts the claim"
        )))
    }

    /// A number below this one.
    fn below(&mut self, count: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % count as u64) as usize
    }
}
