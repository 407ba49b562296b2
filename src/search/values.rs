//! Values of positions, of their plies, and lines of best play: several questions each.

use crate::search::{Progress, Search};
use crate::space::Space;
use crate::{Answer, Attacker, Facts, Goal, Question, SearchError, SearchGame, Value};
use certamen_work::Limits;
use encodings::rules::Players;
use std::ops::RangeInclusive;

/// A ply of a position with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyValue {
    /// The name of the ply.
    pub ply: String,
    /// The text of the position after it.
    pub position: String,
    /// The value for the player who makes the ply. The numbers of plies count it.
    pub value: Value,
}

/// The positions of a first look at both questions about a value.
const TRIAL: u64 = 1 << 16;
/// The most plies of a line of best play.
const LONGEST: usize = 500;

impl<G: SearchGame> Search<G> {
    /// The value of a position: both questions, with a limit on the plies or without one. If one player wins, the other one
    /// is not searched.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn value(
        &mut self,
        position: &G::Position,
        within: Option<u32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Value, SearchError> {
        // Both questions together have the time of one.
        let limits = &limits.within(limits.time);
        let questions = [Question::WON.within(within), Question::LOST.within(within)];
        let unknown = Answer::Unknown(Facts::default());
        if self.game().players() == Players::One {
            let won = self.decide(position, questions[0], limits, watch)?;
            return Ok(Value { won, lost: Answer::Never });
        }
        // Who wins is seen sooner than that the other one does not: the question with the smaller proof number comes first.
        let (mut answers, mut most, mut turn) = ([unknown; 2], TRIAL, 0);
        loop {
            let answer = self.decide_among(position, questions[turn], most, limits, watch)?;
            answers[turn] = answer;
            match (answer.is_reached(), answers[1 - turn]) {
                (Some(true), _) => {
                    answers[1 - turn] = Answer::Never;
                    break;
                }
                (Some(false), other) if other.is_decided() => break,
                _ if limits.is_over() => break,
                (Some(false), _) => (turn, most) = (1 - turn, u64::MAX),
                (None, other) if other.is_decided() => most = u64::MAX,
                (None, _) if turn == 0 && most == TRIAL => turn = 1,
                (None, _) => {
                    let numbers = questions.map(|question| self.proof_number(position, question));
                    turn = usize::from(numbers[1] < numbers[0]);
                    most = most.saturating_mul(2);
                }
            }
        }
        Ok(Value { won: answers[0], lost: answers[1] })
    }

    /// The proof number of a question; the greatest number if the table has none.
    fn proof_number(&mut self, position: &G::Position, question: Question) -> u32 {
        let key = |space: &Space<'_, G>| space.node(position, question.attacker == Attacker::Mover).key;
        let found = self.quietly(question.goal, |space| space.table.get(key(&space)));
        found.and_then(|entry| entry.numbers).map_or(u32::MAX, |(proof, _)| proof)
    }

    /// The least and the greatest score of the player to move that are possible by what is known; equal if the score is decided.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn score(
        &mut self,
        position: &G::Position,
        range: RangeInclusive<i32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<RangeInclusive<i32>, SearchError> {
        let (mut least, mut most) = range.into_inner();
        while least < most {
            let middle = least + ((i64::from(most) - i64::from(least) + 1) / 2) as i32;
            let question = Question { goal: Goal::Score(middle), ..Question::WON };
            match self.decide(position, question, limits, watch)?.is_reached() {
                Some(true) => least = middle,
                Some(false) => most = middle - 1,
                None => break,
            }
        }
        Ok(least..=most)
    }

    /// Each ply of a position with its value.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn moves(
        &mut self,
        position: &G::Position,
        within: Option<u32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Vec<PlyValue>, SearchError> {
        let mut plies = Vec::new();
        self.game().plies(position, &mut plies);
        let mut moves = Vec::new();
        for ply in plies {
            let after = self.game().after(position, ply);
            let value = self.value(&after, within.map(|within| within.saturating_sub(1)), limits, watch)?;
            let value = if self.game().players() == Players::One { value } else { value.other() };
            let name = self.game().name(position, ply);
            moves.push(PlyValue {
                ply: name,
                position: self.game().text(&after),
                value: value.after_a_ply(),
            });
        }
        Ok(moves)
    }

    /// The names of the plies of best play from a position that one player wins, as its value says: the winner's way by the
    /// smallest number of plies that is known, the loser's by the greatest. `within` is the limit of the question. Without a
    /// winner there is no line.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn line(
        &mut self,
        position: &G::Position,
        value: &Value,
        within: Option<u32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Vec<String>, SearchError> {
        let (mut attacks, mut left) = match (value.won, value.lost) {
            (Answer::Reached { plies }, _) => (true, plies),
            (_, Answer::Reached { plies }) => (false, plies),
            _ => return Ok(Vec::new()),
        };
        let (mut at, mut line, mut plies) = (position.clone(), Vec::new(), Vec::new());
        while line.len() < LONGEST && !limits.is_over() {
            plies.clear();
            if self.game().plies(&at, &mut plies).is_some() {
                break;
            }
            left = left.saturating_sub(1);
            let (is_own, is_puzzle) = (attacks, self.game().players() == Players::One);
            attacks = !attacks || is_puzzle;
            let question = if attacks { Question::WON } else { Question::LOST };
            let question = question.within(within.map(|_| left));
            let after = plies.iter().map(|&ply| (ply, self.game().after(&at, ply)));
            let mut after: Vec<(G::Ply, G::Position)> = after.collect();
            // What the table knows comes first: other plies of the winner need not be searched.
            let known: Vec<Option<u32>> =
                after.iter().map(|(_, next)| self.known(next, attacks).won).collect();
            let is_known = known.iter().any(|won| won.is_some_and(|won| won <= left));
            let mut best: Option<(u32, usize)> = None;
            for (place, (_, next)) in after.iter().enumerate() {
                let won = match known[place] {
                    None if is_own && is_known => None,
                    None => match self.decide(next, question, limits, watch)? {
                        Answer::Reached { plies } => Some(plies),
                        _ => None,
                    },
                    won => won,
                };
                let is_better =
                    |(best, _): (u32, usize)| if is_own { won < Some(best) } else { won > Some(best) };
                if let Some(won) = won.filter(|_| best.is_none_or(is_better)) {
                    best = Some((won, place));
                }
            }
            let Some((won, place)) = best else { break };
            let (ply, next) = after.swap_remove(place);
            line.push(self.game().name(&at, ply));
            (at, left) = (next, won);
        }
        Ok(line)
    }

    /// What the table knows about the end of the game that a player wants from a position.
    fn known(&mut self, position: &G::Position, attacks: bool) -> Facts {
        self.quietly(Goal::Win, |space| match space.game.plies(position, &mut Vec::new()) {
            Some(ending) => space.at_end(position, attacks, ending),
            None => space.known(&space.node(position, attacks)),
        })
    }
}
