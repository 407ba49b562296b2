//! The positions of a strategy as tables: to look at them, and to play against it.
//!
//! Idea: in a position of the owner the line says the ply; in one of the opponent each reply leads to a line, or to a position
//! in which a ply of the owner ends the game. So each position that the strategy leads to has a value: its plies are an upper
//! bound. A set that its owner never leaves counts as a draw.
//!
//! What it does not show: that the strategy is right. `check` does.
//!
//! Cost: all lines in memory, at most [`MOST_BYTES`] of text.

use crate::atlas::AtlasError;
use crate::division::{TextGame, TextPly};
use crate::game::Game;
use certamen_ask::flag::Given;
use certamen_ask::query::RULES_FILE;
use certamen_retro::positions::{RetroError, Value};
use certamen_retro::subject::{
    EachPosition, Longest, PositionTables, ProbeResult, Puzzles, RatedMove, Verdict, Wanted,
};
use certamen_search::smallest_image;
use certamen_work::durable;
use certamen_work::stop::Stop;
use encodings::rules::Ending;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::path::Path;
use verify::strategy::{Claim, Header, StrategyError, read_header, read_lines};

/// The files of the strategies of a directory.
const FILES: [&str; 2] = ["mover.strategy.xz", "other.strategy.xz"];
/// The most text of the lines of a strategy, in bytes.
const MOST_BYTES: usize = 1 << 30;
/// The most plies of a line of play.
const LONGEST: usize = 500;

/// A ply of the owner.
struct Answer {
    ply: String,
    /// The plies that are left; 0 in a set that is never left.
    left: u32,
}

/// The lines of strategies with the game that they are about. Both players have one if the position is drawn.
pub(crate) struct StrategyBook {
    game: TextGame,
    is_win: bool,
    /// By the smallest image of a position.
    answers: BTreeMap<String, Answer>,
}

impl StrategyBook {
    /// The strategies in a directory, with their game and its flags. `None` if it holds none of this game.
    pub(crate) fn open(game: &dyn Game, directory: &Path) -> Result<Option<(Self, Given)>, AtlasError> {
        let Some(solver) = game.value_solver() else { return Ok(None) };
        let mut found: Option<(Self, Header)> = None;
        for path in FILES.map(|name| directory.join(name)).iter().filter(|path| path.is_file()) {
            let failed = |reason: &dyn Display| AtlasError::Tables(format!("{}: {reason}", path.display()));
            let file = || durable::open(path).map_err(|error| failed(&error));
            let header = read_header(file()?).map_err(|error| failed(&error))?;
            if header.game != game.name() || !has_rules(game, &header, directory) {
                return Ok(None);
            }
            let is_win =
                is_win(header.claim).ok_or_else(|| failed(&"expected a claim that wins or keeps"))?;
            let given = given(&header);
            if found.is_none() {
                let text_game =
                    solver.text_game(&given, Some(&header.position)).map_err(|error| failed(&error))?;
                found = Some((Self { game: text_game, is_win, answers: BTreeMap::new() }, header.clone()));
            }
            let Some((book, first)) = &mut found else { continue };
            if first.position != header.position || given != self::given(first) || book.is_win != is_win {
                return Err(failed(&"the strategies are about different positions, or cannot both hold"));
            }
            if !book.add(file()?).map_err(|error| failed(&error))? {
                return Err(failed(&format!("more than {MOST_BYTES} bytes of text")));
            }
        }
        Ok(found.map(|(book, header)| (book, given(&header))))
    }

    /// Adds the lines of a file. Returns `false` if they are too many.
    fn add(&mut self, file: File) -> Result<bool, StrategyError> {
        let mut bytes: usize =
            self.answers.iter().map(|(position, answer)| position.len() + answer.ply.len()).sum();
        let mut take = |position: &str, ply: &str, left: Option<u32>| {
            bytes += position.len() + ply.len();
            let answer = Answer { ply: ply.to_owned(), left: left.unwrap_or(0) };
            self.answers.insert(position.to_owned(), answer);
            bytes <= MOST_BYTES
        };
        read_lines(file, &mut take)?;
        Ok(bytes <= MOST_BYTES)
    }

    /// What the strategies are about, in one line.
    pub(crate) fn subject(&self) -> String {
        let shows = if self.is_win { "wins" } else { "keeps" };
        format!("a strategy that {shows}, not checked here, from {}", self.game.position)
    }

    /// The value that the owner's plies show.
    fn of_owner(&self, left: u32) -> Option<Value> {
        if self.is_win { u16::try_from(left).ok().map(Value::Win) } else { Some(Value::Draw) }
    }

    fn answer(&self, position: &str) -> Option<&Answer> {
        self.answers.get(&smallest_image(position.to_owned(), &self.game.symmetries))
    }

    /// The value of a position whose owner is to move: by its line, or by a ply that ends the game.
    fn owned(&self, position: &str, plies: &[TextPly]) -> Option<Value> {
        let ends = || plies.iter().any(|ply| self.is_end(ply.ending));
        match self.answer(position) {
            Some(answer) => self.of_owner(answer.left),
            None => ends().then(|| self.of_owner(1)).flatten(),
        }
    }

    /// Whether the owner may end the game like this.
    fn is_end(&self, ending: Option<Ending>) -> bool {
        matches!((ending, self.is_win), (Some(Ending::Lost), _) | (Some(Ending::Drawn), false))
    }

    /// The value of a ply for the player who makes it, as far as the strategy knows the position after it.
    fn rated(&self, ply: &TextPly) -> Result<Option<Value>, RetroError> {
        let value = match ply.ending {
            Some(ending) => Some(Value::of(ending)),
            None => self.value(&ply.after, &self.plies_of(&ply.after)?)?,
        };
        Ok(value.and_then(Value::before))
    }

    fn value(&self, position: &str, plies: &[TextPly]) -> Result<Option<Value>, RetroError> {
        if let Some(value) = self.owned(position, plies) {
            return Ok(Some(value));
        }
        // The opponent's best ply.
        let mut best = None;
        for ply in plies {
            let after = match ply.ending {
                Some(ending) => Some(Value::of(ending)),
                None => self.owned(&ply.after, &self.plies_of(&ply.after)?),
            };
            let Some(value) = after.and_then(Value::before) else { return Ok(None) };
            best = best.into_iter().chain([value]).max_by_key(|value: &Value| value.merit());
        }
        Ok(best)
    }

    fn plies_of(&self, position: &str) -> Result<Vec<TextPly>, RetroError> {
        self.game.plies(position).map_err(|error| RetroError::Position(error.to_string()))
    }

    /// The position after the owner's ply: its image may name the ply in another way.
    fn answered(&self, position: &str) -> Result<Option<String>, RetroError> {
        let Some(answer) = self.answer(position) else { return Ok(None) };
        let plies = self.plies_of(&smallest_image(position.to_owned(), &self.game.symmetries))?;
        Ok(plies.into_iter().find(|ply| ply.name == answer.ply).map(|ply| ply.after))
    }

    /// The plies of a position with their values: first the owner's, then the best.
    fn judged(&self, position: &str) -> Result<Vec<(RatedMove, TextPly)>, RetroError> {
        let chosen = self.answered(position)?;
        let mut judged = Vec::new();
        for ply in self.plies_of(position)? {
            let value = self.rated(&ply)?;
            judged.push((RatedMove { name: ply.name.clone(), value, score: None }, ply));
        }
        judged.sort_by_key(|(rated, ply)| {
            (
                chosen.as_ref() != Some(&ply.after),
                rated.value.is_none(),
                Reverse(rated.value.map(Value::merit)),
            )
        });
        Ok(judged)
    }
}

/// Whether the owner wins; `None` for claims whose values are no outcomes.
fn is_win(claim: Claim) -> Option<bool> {
    match claim {
        Claim::Wins { score: None, .. } => Some(true),
        Claim::Keeps => Some(false),
        Claim::Wins { .. } | Claim::Holds { .. } => None,
    }
}

/// The flags of the board.
fn given(header: &Header) -> Given {
    header.flags.iter().fold(Given::new(), |given, (name, value)| given.with_text(name, value))
}

/// Whether the rules of the game are those of the strategy.
fn has_rules(game: &dyn Game, header: &Header, directory: &Path) -> bool {
    match (game.rules_text(), &header.rules) {
        (None, None) => true,
        (Some(text), Some(_)) => durable::read(&directory.join(RULES_FILE), text.len() as u64)
            .is_ok_and(|kept| kept == text.as_bytes()),
        _ => false,
    }
}

impl PositionTables for StrategyBook {
    fn probe(&self, position: Option<&str>) -> Result<ProbeResult, RetroError> {
        let position = position.unwrap_or(&self.game.position).to_owned();
        let unknown = || RetroError::Position(format!("the strategy does not lead to {position}"));
        let verdict = self.verdict(&position)?.ok_or_else(unknown)?;
        let moves = self.judged(&position)?.into_iter().map(|(rated, _)| rated).collect();
        let (mut line, mut at) = (Vec::new(), position.clone());
        while line.len() < LONGEST {
            let Some((rated, ply)) = self.judged(&at)?.into_iter().next() else { break };
            line.push(rated.name);
            if ply.ending.is_some() {
                break;
            }
            at = ply.position;
        }
        let (can_forbid, forbidden, separator) = (false, None, " ");
        Ok(ProbeResult { position, can_forbid, forbidden, verdict, moves, line, separator })
    }

    fn longest(&self, losses: bool, limit: usize, _stop: &Stop) -> Result<Longest, RetroError> {
        let most = self.answers.values().map(|answer| answer.left).max().filter(|_| self.is_win && !losses);
        let Some(most) = most else { return Ok(Longest { plies: None, count: 0, positions: Vec::new() }) };
        let found = || self.answers.iter().filter(|(_, answer)| answer.left == most);
        let line = |position: &String| Ok((position.clone(), self.probe(Some(position))?.line));
        let positions =
            found().take(limit).map(|(position, _)| line(position)).collect::<Result<_, RetroError>>()?;
        Ok(Longest { plies: u16::try_from(most).ok(), count: found().count() as u64, positions })
    }

    fn puzzles(&self, _: Wanted, _: usize, _: &Stop) -> Result<Puzzles, RetroError> {
        Ok(Puzzles::default())
    }

    fn near(&self, number: u64) -> Result<Option<String>, RetroError> {
        let place = number % (self.answers.len().max(1) as u64);
        Ok(self.answers.keys().nth(place as usize).cloned())
    }

    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError> {
        let value = self.value(position, &self.plies_of(position)?)?;
        Ok(value.map(|value| Verdict { value: Some(value), ..Verdict::default() }))
    }

    fn plies(&self, position: &str) -> Result<Vec<(RatedMove, Option<String>)>, RetroError> {
        let after =
            |(rated, ply): (RatedMove, TextPly)| (rated, ply.ending.is_none().then_some(ply.position));
        Ok(self.judged(position)?.into_iter().map(after).collect())
    }

    fn require_all(&self) -> Result<(), RetroError> {
        Ok(())
    }

    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError> {
        for (position, answer) in &self.answers {
            let verdict = Verdict { value: self.of_owner(answer.left), ..Verdict::default() };
            if !tell(position, &verdict)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
