//! Searches the value of a position of any game, with a line that the naive game has replayed, and strategies.

use crate::game::PlayError;
use crate::value_solver::{Aim, FoundValue, MOST_SCORE, SolvedPosition, ValueRequest};
use certamen_search::{
    Answer, Attacker, Claim, Goal, Progress, Question, Search, SearchError, SearchGame, Strategy, Value,
};
use certamen_work::{Limits, WorkError};
use encodings::rules::{Ending, Players};
use std::ops::RangeInclusive;
use std::path::Path;

/// A game on a board, to be searched.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub struct SearchedBoard<'b, G: SearchGame> {
    /// The game.
    pub game: G,
    /// The game, its board and its rules in one line, for the file of a table.
    pub subject: String,
    /// The flags that choose the board, with their values.
    pub flags: Vec<(String, String)>,
    /// Replays plies from a position by both games.
    pub replay: &'b ReplayPlies<'b, G>,
}

/// Replays plies by name from a position, by the rules and by the naive game.
pub type ReplayPlies<'b, G> =
    dyn Fn(&<G as SearchGame>::Position, &[String]) -> Result<ReplayedLine, PlayError> + 'b;

/// A line that was replayed.
#[derive(Clone, Debug)]
pub struct ReplayedLine {
    /// The plies as a record.
    pub record: Vec<String>,
    /// How the game has ended behind the last ply, for the player to move there.
    pub ending: Option<Ending>,
}

/// A search on a board, with the limits and the receiver of its progress.
struct BoardSearch<'s, G: SearchGame> {
    subject: &'s str,
    replay: &'s ReplayPlies<'s, G>,
    search: Search<G>,
    limits: &'s Limits,
    watch: &'s mut dyn FnMut(Progress),
}

/// Searches the value of a position.
///
/// # Errors
/// [`PlayError`] if the search cannot be done, or if the naive game refuses the line.
pub fn solve<G: SearchGame>(
    board: SearchedBoard<'_, G>,
    here: &G::Position,
    request: &ValueRequest<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress),
) -> Result<SolvedPosition, PlayError> {
    let SearchedBoard { game, subject, flags, replay } = board;
    // All questions together have the time of one.
    let limits = &limits.within(limits.time);
    let position = game.text(here);
    let search = Search::new(game, request.settings)?;
    // Each question counts from 0.
    let (mut earlier, mut positions) = (0, 0);
    let watch = &mut |progress: Progress| {
        if progress.positions < positions {
            earlier += positions;
        }
        positions = progress.positions;
        watch(Progress { positions: earlier + positions, ..progress });
    };
    let mut searched = BoardSearch { subject: &subject, replay, search, limits, watch };
    if let Some(path) = request.table {
        searched.load(path)?;
    }
    let value = searched.value(here, request.aim)?;
    let line = searched.line(here, &value, request.aim)?;
    let plies = match (request.with_plies, request.aim) {
        (true, Aim::Outcome(within)) => searched.search.moves(here, within, limits, searched.watch)?,
        _ => Vec::new(),
    };
    let strategies = if request.with_strategies { searched.strategies(here, &value) } else { Ok(Vec::new()) };
    let (strategies, is_cut) = match strategies {
        Err(PlayError::Stopped) => (Vec::new(), true),
        strategies => (strategies?, false),
    };
    let value = strategies.iter().fold(value, shown);
    let unsaved = request.table.and_then(|path| searched.search.save(path, &subject).err());
    Ok(SolvedPosition {
        position,
        flags,
        line: fitting(line, &value),
        value,
        plies,
        strategies,
        is_cut,
        unsaved: unsaved.map(|error| error.to_string()),
        positions: earlier + positions,
    })
}

impl<G: SearchGame> BoardSearch<'_, G> {
    /// Continues with the facts of a file, if it exists.
    fn load(&mut self, path: &Path) -> Result<(), PlayError> {
        match self.search.load(path, self.subject) {
            Err(SearchError::Work(error)) if WorkError::is_missing(&error) => Ok(()),
            loaded => Ok(loaded?),
        }
    }

    fn value(&mut self, here: &G::Position, aim: Aim) -> Result<FoundValue, PlayError> {
        let Self { search, limits, watch, .. } = self;
        Ok(match aim {
            Aim::Outcome(within) => FoundValue::Outcome(search.value(here, within, limits, *watch)?),
            Aim::Score => FoundValue::Score(search.score(here, -MOST_SCORE..=MOST_SCORE, limits, *watch)?),
        })
    }

    /// The line of best play as a record, which the naive game has replayed.
    fn line(&mut self, here: &G::Position, value: &FoundValue, aim: Aim) -> Result<Vec<String>, PlayError> {
        let (FoundValue::Outcome(value), Aim::Outcome(within)) = (value, aim) else { return Ok(Vec::new()) };
        let names = self.search.line(here, value, within, self.limits, self.watch)?;
        let ReplayedLine { record, ending } = (self.replay)(here, &names)?;
        let expected = match (value.won, value.lost) {
            (Answer::Reached { .. }, _) => Ending::Won,
            (_, Answer::Reached { .. }) => Ending::Lost,
            _ => return Ok(record),
        };
        let is_other = self.search.game().players() == Players::Two && names.len() % 2 == 1;
        // A limit may end a line early.
        let Some(ending) = ending else { return Ok(Vec::new()) };
        if expected != if is_other { ending.other() } else { ending } {
            let line = record.join(" ");
            return Err(PlayError::Search(format!("the line {line} does not end as the value says")));
        }
        Ok(record)
    }

    /// The strategies that show a value.
    fn strategies(&mut self, here: &G::Position, value: &FoundValue) -> Result<Vec<Strategy>, PlayError> {
        if self.search.game().plies(here, &mut Vec::new()).is_some() {
            return Err(PlayError::Search(
                "the game is over in this position: no strategy is needed".to_owned(),
            ));
        }
        let asked = match value {
            FoundValue::Outcome(value) => questions(value),
            FoundValue::Score(range) => scores(range),
        };
        let mut found = Vec::new();
        for (question, answer) in asked {
            let answer = match answer {
                Some(answer) => answer,
                None => self.search.decide(here, question, self.limits, self.watch)?,
            };
            found.push(self.search.strategy(here, question, answer, self.limits, self.watch)?);
        }
        Ok(found)
    }
}

/// A line, unless it is longer than the plies of the value: the search knew more plies than the strategy needs.
fn fitting(line: Vec<String>, value: &FoundValue) -> Vec<String> {
    let FoundValue::Outcome(Value { won, lost }) = value else { return line };
    let is_longer =
        |answer: &Answer| matches!(answer, Answer::Reached { plies } if line.len() > *plies as usize);
    if is_longer(won) || is_longer(lost) { Vec::new() } else { line }
}

/// A value, with the number of plies that a strategy shows: perhaps fewer than the search knew.
fn shown(value: FoundValue, strategy: &Strategy) -> FoundValue {
    match (value, strategy.claim) {
        (FoundValue::Outcome(value), Claim::Wins { plies, .. }) => {
            let reached = Answer::Reached { plies };
            let value = if strategy.is_mover {
                Value { won: reached, ..value }
            } else {
                Value { lost: reached, ..value }
            };
            FoundValue::Outcome(value)
        }
        (value, _) => value,
    }
}

/// The questions whose answers show a value.
fn questions(value: &Value) -> Vec<(Question, Option<Answer>)> {
    let asked = |question: Question, answer: Answer| {
        let within = match answer {
            Answer::NotWithin { plies } => Some(plies),
            _ => None,
        };
        (question.within(within), Some(answer))
    };
    match (value.won, value.lost) {
        (won @ Answer::Reached { .. }, _) => vec![asked(Question::WON, won)],
        (_, lost @ Answer::Reached { .. }) => vec![asked(Question::LOST, lost)],
        (won, lost) => {
            let both = [asked(Question::WON, won), asked(Question::LOST, lost)];
            both.into_iter().filter(|(_, answer)| answer.is_some_and(Answer::is_decided)).collect()
        }
    }
}

/// Each player reaches the score, or what is known of it.
fn scores(range: &RangeInclusive<i32>) -> Vec<(Question, Option<Answer>)> {
    let at_least =
        |attacker, score: i32| (Question { attacker, goal: Goal::Score(score), within: None }, None);
    let is_known = |score: i32| score.abs() < MOST_SCORE;
    let mover = is_known(*range.start()).then(|| at_least(Attacker::Mover, *range.start()));
    let other = is_known(*range.end()).then(|| at_least(Attacker::Other, -range.end()));
    mover.into_iter().chain(other).collect()
}
