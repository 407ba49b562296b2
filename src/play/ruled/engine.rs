//! The rules of a seat, and their naive twin, as the two engines of one game.

use super::seat::Seat;
use crate::twin::{Engine, Opinion, PASS, TwinGame, TwinPosition, faithful};
use encodings::rules::{
    Ending, NamedWords, Phase, Position, Rules, View, parse, parse_step, print, print_step,
};
use std::ops::Deref;
use verify::naive::{Ended, Naive};

/// The rules.
pub(super) struct ByRules<H>(pub(super) H);

/// Their naive twin. A position is a line.
pub(super) struct ByTwin<H>(pub(super) H);

/// A seat's game with its twin.
pub(super) type SeatGame<H> = TwinGame<ByRules<H>, ByTwin<H>>;

/// A position of it.
pub(super) type SeatPosition<'s, R> = TwinPosition<ByRules<&'s Seat<R>>, ByTwin<&'s Seat<R>>>;

/// A naive twin, which exchanges text.
pub(super) struct Twin<R> {
    /// What it says of a line.
    pub(super) opinion: fn(&R, &str) -> Result<Opinion, String>,
    /// The line after a ply.
    pub(super) play: fn(&R, &str, &str) -> Result<String, String>,
}

impl<R: Rules + Naive> Twin<R> {
    pub(super) const OF_RULES: Self = Self { opinion: opinion::<R>, play: play::<R> };
}

fn opinion<R: Rules + Naive>(rules: &R, line: &str) -> Result<Opinion, String> {
    let position = Naive::parse(rules, line)?;
    let outcome = rules.ended(&position).map(|ended| match ended {
        Ended::Won => "won",
        Ended::Lost => "lost",
        Ended::Drawn => "drawn",
    });
    let mut plies = if outcome.is_some() { Vec::new() } else { rules.plies(&position) };
    // A player without a ply passes, as long as the game goes on.
    if plies.is_empty() && outcome.is_none() {
        plies.push(PASS.to_owned());
    }
    Ok(Opinion::new(line.to_owned(), plies, outcome.map(str::to_owned)))
}

/// The line as the rules write it: a twin may leave out or add what the rules do not.
fn play<R: Rules + Naive>(rules: &R, line: &str, ply: &str) -> Result<String, String> {
    let next = Naive::print(rules, &Naive::play(rules, &Naive::parse(rules, line)?, ply)?);
    Ok(parse(rules, &next).map_or(next, |board| print(rules, board)))
}

/// The words of a position. Boards of any word cannot be guaranteed to be `Send`.
pub(super) fn words<R: Rules>(position: Position<R>) -> Vec<R::Native> {
    position.board().words().collect()
}

/// The position of words.
pub(super) fn position<R: Rules>(words: &[R::Native]) -> Position<R> {
    let mut words = words.iter().copied();
    Position::trusted(NamedWords::build(|_| words.next().unwrap_or_default()))
}

impl<H, R: Rules> Engine for ByRules<H>
where
    H: Deref<Target = Seat<R>> + Send + Sync,
{
    type State = Vec<R::Native>;

    fn start(&self, text: Option<&str>) -> Result<Vec<R::Native>, String> {
        let rules = &self.0.rules;
        let Some(text) = text else { return Ok(words(Position::start(rules))) };
        let board = parse(rules, text).map_err(|error| error.to_string())?;
        Position::new(rules, board).map(words).map_err(|error| error.to_string())
    }

    fn opinion(&self, words: &Vec<R::Native>) -> Result<Opinion, String> {
        let rules = &self.0.rules;
        let position = position::<R>(words);
        let line = print(rules, position.board());
        let leads_back = parse(rules, &line).is_ok_and(|board| Position::<R>::trusted(board) == position);
        let line = faithful(line, leads_back);
        Ok(match position.phase(rules) {
            Phase::Over(ending) => {
                let how = match ending {
                    Ending::Won => "won",
                    Ending::Lost => "lost",
                    Ending::Drawn => "drawn",
                };
                Opinion::new(line, Vec::new(), Some(how.to_owned()))
            }
            Phase::Passes(_) => Opinion::new(line, vec![PASS.to_owned()], None),
            Phase::Moves(family) => {
                let steps = family.steps(rules.layout());
                let names = steps.map(|step| print_step(rules, step, View::Straight)).collect();
                Opinion::new(line, names, None)
            }
        })
    }

    fn play(&self, words: &Vec<R::Native>, ply: &str) -> Result<Vec<R::Native>, String> {
        let rules = &self.0.rules;
        let position = position::<R>(words);
        if let Phase::Passes(next) = position.phase(rules)
            && ply == PASS
        {
            return Ok(self::words(next));
        }
        let step = parse_step(rules, position, View::Straight, ply).map_err(|error| error.to_string())?;
        Ok(self::words(position.after(rules, step)))
    }
}

impl<H, R: Rules> Engine for ByTwin<H>
where
    H: Deref<Target = Seat<R>> + Send + Sync,
{
    type State = String;

    fn start(&self, text: Option<&str>) -> Result<String, String> {
        let rules = &self.0.rules;
        let Some(text) = text else { return Ok(self.0.print(Position::start(rules))) };
        let line = print(rules, parse(rules, text).map_err(|error| error.to_string())?);
        self.opinion(&line).map(|_| line)
    }

    fn opinion(&self, line: &String) -> Result<Opinion, String> {
        match &self.0.twin {
            Some(twin) => (twin.opinion)(&self.0.rules, line),
            None => Err("there is no naive twin".to_owned()),
        }
    }

    fn play(&self, line: &String, ply: &str) -> Result<String, String> {
        match &self.0.twin {
            Some(twin) => (twin.play)(&self.0.rules, line, ply),
            None => Err("there is no naive twin".to_owned()),
        }
    }
}
