//! The search for the value of a position, divided into parts.
//!
//! Idea: the parts are the positions some plies below, each once with its images under the symmetries. Their values give
//! that of the position by minimax over the plies above, and their strategies are joined ([`crate::joined_strategies`]).
//! Everything goes by the texts of positions, so that one division serves every game.
//!
//! What it does not show: that the values of the parts are right. Only the strategy that comes out of it shows that.
//!
//! Cost: memory for all positions of the plies above and for the parts, at most [`MOST_PARTS`] for each ply.

use crate::game::PlayError;
use crate::value_solver::FoundValue;
use certamen_search::{Answer, Facts, SearchGame, Value, smallest_image};
use encodings::rules::{Ending, Players};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most positions of a ply.
pub const MOST_PARTS: usize = 100_000;

/// A game on a board by the texts of its positions, with the position that is asked about.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub struct TextGame {
    /// The position.
    pub position: String,
    /// The flags that choose the board, with their values.
    pub flags: Vec<(String, String)>,
    /// The symmetries of texts.
    pub symmetries: Vec<Vec<usize>>,
    players: Players,
    plies: Box<PliesOf>,
}

/// The plies of a position; `None` if the text is not one.
type PliesOf = dyn Fn(&str) -> Option<Vec<TextPly>> + Send + Sync;

/// A ply of a position.
#[derive(Clone, Debug)]
pub struct TextPly {
    /// Its name.
    pub name: String,
    /// The position after it.
    pub position: String,
    /// The smallest image of the position after it.
    pub after: String,
    /// How the game has ended there, as the player to move sees it. The text need not be one of a position then.
    pub ending: Option<Ending>,
}

impl TextGame {
    /// A game with a position.
    pub fn new<G>(game: G, here: &G::Position, flags: Vec<(String, String)>) -> Self
    where
        G: SearchGame + Send + 'static,
    {
        let (position, players, symmetries) = (game.text(here), game.players(), game.symmetries());
        let images = symmetries.clone();
        let plies = Box::new(move |text: &str| {
            let position = game.read(text)?;
            let mut plies = Vec::new();
            if game.plies(&position, &mut plies).is_some() {
                return Some(Vec::new());
            }
            let of = |ply| {
                let next = game.after(&position, ply);
                let ending = game.plies(&next, &mut Vec::new());
                let text = game.text(&next);
                let after = smallest_image(text.clone(), &images);
                TextPly { name: game.name(&position, ply), position: text, after, ending }
            };
            Some(plies.into_iter().map(of).collect())
        });
        Self { position, flags, symmetries, players, plies }
    }

    /// The plies of a position; none if the game has ended.
    ///
    /// # Errors
    /// [`PlayError::Position`]
    pub fn plies(&self, position: &str) -> Result<Vec<TextPly>, PlayError> {
        let unread = || PlayError::Position(format!("{position} is no position of this game"));
        (self.plies)(position).ok_or_else(unread)
    }

    /// The smallest image of the position.
    pub fn root(&self) -> String {
        smallest_image(self.position.clone(), &self.symmetries)
    }
}

/// The value of a part, for the player to move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartValue {
    /// Won within this number of plies.
    Won(u32),
    /// Lost within this number of plies.
    Lost(u32),
    /// Neither player can force a win.
    Drawn,
    /// The search did not decide it.
    Unknown,
}

impl PartValue {
    const fn of_end(ending: Ending) -> Self {
        match ending {
            Ending::Won => Self::Won(0),
            Ending::Lost => Self::Lost(0),
            Ending::Drawn => Self::Drawn,
        }
    }

    /// The value of a ply that leads to this one, for the player who makes it.
    const fn of_ply(self) -> Self {
        match self {
            Self::Won(plies) => Self::Lost(plies.saturating_add(1)),
            Self::Lost(plies) => Self::Won(plies.saturating_add(1)),
            Self::Drawn | Self::Unknown => self,
        }
    }

    /// The best value has the least rank. A ply that is not decided can be better than a draw.
    const fn rank(self) -> (u8, u32) {
        match self {
            Self::Won(plies) => (0, plies),
            Self::Unknown => (1, 0),
            Self::Drawn => (2, 0),
            Self::Lost(plies) => (3, u32::MAX - plies),
        }
    }
}

impl From<PartValue> for FoundValue {
    fn from(value: PartValue) -> Self {
        let unknown = Answer::Unknown(Facts::default());
        let (won, lost) = match value {
            PartValue::Won(plies) => (Answer::Reached { plies }, Answer::Never),
            PartValue::Lost(plies) => (Answer::Never, Answer::Reached { plies }),
            PartValue::Drawn => (Answer::Never, Answer::Never),
            PartValue::Unknown => (unknown, unknown),
        };
        Self::Outcome(Value { won, lost })
    }
}

/// A position with the plies below it, down to the parts.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub struct Division {
    pub(crate) game: TextGame,
    /// The positions by their depth, from 0, with their plies. A game that has ended has no positions further down.
    pub(crate) layers: Vec<BTreeMap<String, Vec<TextPly>>>,
    parts: Vec<String>,
}

impl Division {
    /// Divides a position into the positions at a depth below it.
    ///
    /// # Errors
    /// [`PlayError`] if there are no parts, or too many, or if the game is for one player.
    pub fn new(game: TextGame, plies: u32) -> Result<Self, PlayError> {
        let refused = |reason: String| Err(PlayError::Search(reason));
        if game.players == Players::One {
            return refused("a puzzle has no opponent, and is not divided".to_owned());
        }
        let (mut layers, mut here) = (Vec::new(), BTreeSet::from([game.root()]));
        for ply in 1..=plies {
            let (mut layer, mut next) = (BTreeMap::new(), BTreeSet::new());
            for position in here {
                let plies = game.plies(&position)?;
                next.extend(plies.iter().filter(|ply| ply.ending.is_none()).map(|ply| ply.after.clone()));
                layer.insert(position, plies);
                if next.len() > MOST_PARTS {
                    return refused(format!(
                        "more than {MOST_PARTS} positions {ply} plies below: ask for fewer"
                    ));
                }
            }
            layers.push(layer);
            here = next;
        }
        if here.is_empty() {
            return refused(format!("each game ends within {plies} plies: nothing is left to divide"));
        }
        Ok(Self { game, layers, parts: here.into_iter().collect() })
    }

    /// The positions of the parts, in order.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// The number of the part of a position.
    pub(crate) fn part_of(&self, position: &str) -> Option<usize> {
        self.parts.binary_search_by(|part| part.as_str().cmp(position)).ok()
    }

    /// The values of all layers, from those of the parts, which are the last ones.
    pub(crate) fn values(&self, parts: &[PartValue]) -> Vec<BTreeMap<&str, PartValue>> {
        let mut below: BTreeMap<&str, PartValue> =
            self.parts.iter().map(String::as_str).zip(parts.iter().copied()).collect();
        let mut values = Vec::new();
        for layer in self.layers.iter().rev() {
            let value = |plies| best(plies, &below).map_or(PartValue::Unknown, |(_, value)| value);
            let layer = layer.iter().map(|(position, plies)| (position.as_str(), value(plies))).collect();
            values.push(std::mem::replace(&mut below, layer));
        }
        values.push(below);
        values.reverse();
        values
    }
}

/// The best of some plies with its value, by the values of the positions that they lead to.
pub(crate) fn best<'p>(
    plies: &'p [TextPly],
    below: &BTreeMap<&str, PartValue>,
) -> Option<(&'p TextPly, PartValue)> {
    let of = |ply: &'p TextPly| {
        let next = ply.ending.map(PartValue::of_end).or_else(|| below.get(ply.after.as_str()).copied());
        (ply, next.unwrap_or(PartValue::Unknown).of_ply())
    };
    plies.iter().map(of).min_by_key(|(_, value)| value.rank())
}
