//! The rules of a board, and their naive twin, as the two engines of one game.

use super::board_rules::BoardRules;
use crate::naive_engine;
use crate::twin_game::{Engine, EngineError, Opinion, PASS, TwinGame, TwinPosition, faithful};
use encodings::rules::{NamedWords, Phase, Position, Rules, View, parse, parse_step, print, print_step};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use verify::naive::{Naive, NaiveError};

/// The rules.
pub(super) struct RulesEngine<H>(pub(super) H);

/// Their naive twin. A position is a line, with what the twin says of it.
pub(super) struct TwinEngine<H>(pub(super) H);

/// A board's game with its twin.
pub(super) type BoardTwinGame<H> = TwinGame<RulesEngine<H>, TwinEngine<H>>;

/// A position of it.
pub(super) type BoardTwinPosition<'s, R> =
    TwinPosition<RulesEngine<&'s BoardRules<R>>, TwinEngine<&'s BoardRules<R>>>;

/// The plies of a line, each with the line after it.
type LinesAfter = Vec<(String, String)>;

/// A naive twin, which exchanges text.
pub(super) struct TextTwin<R> {
    /// What it says of a line.
    opinion: fn(&R, &str) -> Result<Opinion, NaiveError>,
    /// The line after a ply of a line that is a position, as the twin writes it.
    play: fn(&R, &str, &str) -> Result<String, NaiveError>,
    /// The plies of such a line, each with the line after it.
    after: fn(&R, &str) -> Result<LinesAfter, NaiveError>,
}

/// A line, and what the twin says of it: the reason if it is no position.
#[derive(Clone)]
pub(super) struct JudgedLine {
    line: String,
    pub(super) said: Result<Opinion, NaiveError>,
    after: Arc<After>,
}

/// What the plies of a line lead to. A record asks for one of them, a comparison for all: from the second on they are
/// found together.
#[derive(Default)]
struct After {
    is_asked: AtomicBool,
    all: OnceLock<Result<LinesAfter, NaiveError>>,
}

impl<R: Rules + Naive> TextTwin<R> {
    /// The naive twin of rules that implement it themselves.
    pub(super) const fn of_rules() -> Self {
        Self { opinion: opinion_of::<R>, play: line_after::<R>, after: lines_after::<R> }
    }
}

fn opinion_of<R: Rules + Naive>(rules: &R, line: &str) -> Result<Opinion, NaiveError> {
    naive_engine::opinion(rules, &Naive::parse(rules, line)?, line.to_owned())
}

fn line_after<R: Rules + Naive>(rules: &R, line: &str, ply: &str) -> Result<String, NaiveError> {
    let next = Naive::play(rules, &Naive::parse(rules, line)?, ply)?;
    Ok(Naive::print(rules, &next))
}

fn lines_after<R: Rules + Naive>(rules: &R, line: &str) -> Result<LinesAfter, NaiveError> {
    let position = Naive::parse(rules, line)?;
    let mut plies = rules.plies(&position);
    if plies.is_empty() {
        if let Some(limit) = rules.refusal(&position) {
            return Err(NaiveError::NotJudged(limit));
        }
        plies.extend(rules.pass(&position).map(|next| (PASS.to_owned(), next)));
    }
    Ok(plies.into_iter().map(|(name, next)| (name, Naive::print(rules, &next))).collect())
}

impl<R: Rules> BoardRules<R> {
    /// What the naive twin says of a line.
    pub(super) fn said_of(&self, line: String) -> JudgedLine {
        let none = || Err(NaiveError::NotJudged("there is no naive twin".to_owned()));
        let said = self.twin.as_ref().map_or_else(none, |twin| (twin.opinion)(&self.rules, &line));
        JudgedLine { line, said, after: Arc::default() }
    }
}

/// The words of a position. Boards of any word cannot be guaranteed to be `Send`.
pub(super) fn words<R: Rules>(position: Position<R>) -> Vec<R::Native> {
    position.board().words().collect()
}

/// The position of words.
pub(super) fn position<R: Rules>(words: &[R::Native]) -> Position<R> {
    Position::trusted(NamedWords::build(words.len(), |index| words[index]))
}

impl<H, R: Rules> Engine for RulesEngine<H>
where
    H: Deref<Target = BoardRules<R>> + Send + Sync,
{
    type State = Vec<R::Native>;

    fn start(&self, text: Option<&str>) -> Result<Vec<R::Native>, EngineError> {
        let rules = &self.0.rules;
        let Some(text) = text else { return Ok(words(Position::start(rules))) };
        let board = parse(rules, text)?;
        Ok(Position::new(rules, board).map(words)?)
    }

    fn opinion(&self, words: &Vec<R::Native>) -> Result<Opinion, EngineError> {
        let rules = &self.0.rules;
        let position = position::<R>(words);
        let line = print(rules, position.board());
        let leads_back = parse(rules, &line).is_ok_and(|board| Position::<R>::trusted(board) == position);
        let line = faithful(line, leads_back);
        Ok(match position.phase(rules) {
            Phase::Over(ending) => Opinion::new(line, Vec::new(), Some(ending.to_string())),
            Phase::Passes(_) => Opinion::new(line, vec![PASS.to_owned()], None),
            Phase::Moves(family) => {
                let steps = family.steps(rules.layout());
                let names = steps.map(|step| print_step(rules, step, View::Straight)).collect();
                Opinion::new(line, names, None)
            }
        })
    }

    fn play(&self, words: &Vec<R::Native>, ply: &str) -> Result<Vec<R::Native>, EngineError> {
        let rules = &self.0.rules;
        let position = position::<R>(words);
        if let Phase::Passes(next) = position.phase(rules)
            && ply == PASS
        {
            return Ok(self::words(next));
        }
        let step = parse_step(rules, position, View::Straight, ply)?;
        Ok(self::words(position.after(rules, step)))
    }
}

impl<H, R: Rules> Engine for TwinEngine<H>
where
    H: Deref<Target = BoardRules<R>> + Send + Sync,
{
    type State = JudgedLine;

    fn start(&self, text: Option<&str>) -> Result<JudgedLine, EngineError> {
        let rules = &self.0.rules;
        let Some(text) = text else { return Ok(self.0.said_of(self.0.print(Position::start(rules)))) };
        let state = self.0.said_of(print(rules, parse(rules, text)?));
        match state.said {
            Ok(_) => Ok(state),
            Err(reason) => Err(reason.into()),
        }
    }

    fn opinion(&self, state: &JudgedLine) -> Result<Opinion, EngineError> {
        Ok(state.said.clone()?)
    }

    /// The line as the rules write it: a twin may leave out or add what the rules do not.
    fn play(&self, state: &JudgedLine, ply: &str) -> Result<JudgedLine, EngineError> {
        let rules = &self.0.rules;
        let JudgedLine { line, said, after } = state;
        let twin = self.0.twin.as_ref().ok_or("there is no naive twin")?;
        let is_legal = said.as_ref().map_err(NaiveError::clone)?.plies.iter().any(|legal| legal == ply);
        let illegal = || format!("`{ply}` is not legal in {line}");
        let next = if !is_legal {
            return Err(illegal().into());
        } else if after.is_asked.swap(true, Ordering::Relaxed) {
            let all = after.all.get_or_init(|| (twin.after)(rules, line));
            let found = all.as_ref().map_err(NaiveError::clone)?.iter().find(|(name, _)| name == ply);
            found.map(|(_, next)| next.clone()).ok_or_else(illegal)?
        } else {
            (twin.play)(rules, line, ply)?
        };
        let next = parse(rules, &next).map_or(next, |board| print(rules, board));
        Ok(self.0.said_of(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_language::game_file::{AnyFileRules, GameFile};

    /// A record asks what one ply leads to, a comparison what all do: both have the same answer.
    #[test]
    fn plies_that_are_not_played_are_judged_only_with_all_others() {
        let text = "game alone \"No stone on another.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
                    place stone = empty\nplay own = own | m.to\n";
        let rules = GameFile::read(text).unwrap().rules("3x3").unwrap();
        let AnyFileRules::Narrow(rules) = rules else { panic!("nine squares fit in a narrow word") };
        let board_rules = BoardRules::of_file(rules);
        let twin = TwinEngine(&board_rules);
        let start = twin.start(None).unwrap();
        let first = twin.play(&start, "b1").unwrap();
        assert!(first.line == ".O./.../..." && start.after.all.get().is_none());
        assert_eq!(twin.play(&start, "b1").unwrap().line, first.line);
        assert!(start.after.all.get().is_some());
        for state in [&start, &first] {
            assert!(twin.play(state, "d1").is_err() && twin.play(state, PASS).is_err());
        }
        assert!(twin.play(&first, "b1").is_err());
    }
}
