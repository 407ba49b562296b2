//! A game and its naive twin, stepped together. Nothing else compares the two.
//!
//! Idea: both are [`Engine`]s, which exchange text. [`TwinGame`] makes each ply in both, and gives a position only if
//! they agree on all of it: the board, the legal plies, and whether and how the game has ended. [`Twins`](crate::Twins)
//! compares whole trees and games at random.
//!
//! What it does not show: that the rules are right where both are wrong in the same way, and anything about positions
//! that were not compared.
//!
//! Cost: that of the naive twin.

use crate::game::PlayError;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use verify::naive::NaiveError;

/// The name of a pass as a ply.
pub const PASS: &str = "pass";

/// The reason why an engine refuses a text, a position or a ply: an error of its own, or a text. A limit of the engine, which
/// says nothing about the position, is [`NaiveError::NotJudged`].
pub type EngineError = Box<dyn Error + Send + Sync>;

/// One of the two implementations of a game.
pub trait Engine: Send + Sync {
    /// A position with everything that its plies depend on.
    type State: Clone + Send + Sync;

    /// Whether a game that has ended is a leaf of the tree at every greater depth.
    const ENDED_IS_A_LEAF: bool = true;

    /// Whether its plies have the names that players use.
    const NAMES_PLIES: bool = true;

    /// The games at random that are compared in about a second.
    const USUAL: RandomGames = RandomGames { games: 200, plies: 200, seed: 0 };

    /// The position of a text, or the start.
    ///
    /// # Errors
    /// The reason why the text is not a position.
    fn start(&self, position: Option<&str>) -> Result<Self::State, EngineError>;

    /// What it says of a position.
    ///
    /// # Errors
    /// The reason why it is no position.
    fn opinion(&self, state: &Self::State) -> Result<Opinion, EngineError>;

    /// The position after a ply of its opinion.
    ///
    /// # Errors
    /// The reason why it is not legal.
    fn play(&self, state: &Self::State, ply: &str) -> Result<Self::State, EngineError>;
}

/// What an engine says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The position, as the player to move sees it. Different positions have different texts.
    pub position: String,
    /// The legal plies by name, in order. A pass is one, if it is due.
    pub plies: Vec<String>,
    /// How the game has ended, with the score if there is one.
    pub outcome: Option<String>,
}

impl Opinion {
    /// The opinion with its plies in order.
    pub fn new(position: String, mut plies: Vec<String>, outcome: Option<String>) -> Self {
        plies.sort_unstable();
        Self { position, plies, outcome }
    }

    /// The plies that are not passes.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(String::as_str).filter(|&ply| ply != PASS)
    }

    /// The number of plies that are not passes.
    pub fn mobility(&self) -> u32 {
        self.moves().count() as u32
    }

    fn outcome(&self) -> &str {
        self.outcome.as_deref().unwrap_or("the game goes on")
    }
}

/// The text of a position, if it leads back there. A board with two things on one square may look like another one.
pub fn faithful(text: String, leads_back: bool) -> String {
    if leads_back { text } else { text + " (two things on a square, or one off the board)" }
}

/// The rules and the naive twin differ: one of them is wrong, or the twin does not judge the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", place(position, ply.as_deref()), subject.of(native, naive))]
pub struct Disagreement {
    /// The position, or the one before the ply.
    pub position: String,
    /// The ply after which they differ.
    pub ply: Option<String>,
    /// What they differ about.
    pub subject: Difference,
    /// What the rules say.
    pub native: String,
    /// What the naive twin says.
    pub naive: String,
}

fn place(position: &str, ply: Option<&str>) -> String {
    ply.map_or_else(|| position.to_owned(), |ply| format!("{position} after {ply}"))
}

/// The part of two opinions that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The position.
    Position,
    /// The legal plies.
    Plies,
    /// Whether and how the game has ended.
    Outcome,
    /// The number of leaves of a tree.
    Leaves,
    /// The twin does not judge the position, because of a limit of its own. It is no disagreement.
    Unjudged,
}

impl Difference {
    fn of(self, native: &str, naive: &str) -> String {
        match self {
            Self::Unjudged => format!("the naive twin does not judge it: {naive}"),
            _ => format!("{self}: the rules say {native}, the naive twin says {naive}: one of them is wrong"),
        }
    }
}

/// The limit of an engine that a reason is.
fn limit(reason: &EngineError) -> Option<String> {
    if let Some(NaiveError::NotJudged(limit)) = reason.downcast_ref() { Some(limit.clone()) } else { None }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Plies => "legal plies",
            Self::Outcome => "outcome",
            Self::Leaves => "leaves",
            Self::Unjudged => "not judged",
        })
    }
}

/// A game with its naive twin, or alone: then nothing is compared.
#[derive(Clone, Debug)]
pub struct TwinGame<A, B> {
    native: A,
    naive: Option<B>,
}

/// A position on which both agree.
pub struct TwinPosition<A: Engine, B: Engine> {
    /// The position of the rules.
    pub native: A::State,
    naive: Option<B::State>,
    /// What both say of it.
    pub opinion: Opinion,
}

impl<A: Engine, B: Engine> fmt::Debug for TwinPosition<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TwinPosition").field(&self.opinion).finish()
    }
}

impl<A: Engine, B: Engine> TwinGame<A, B> {
    /// The game of these rules.
    pub const fn new(native: A, naive: Option<B>) -> Self {
        Self { native, naive }
    }

    /// The position of a text, or the start.
    ///
    /// # Errors
    /// [`PlayError::Position`] if one of them refuses the text, [`PlayError::Twins`] if they disagree about it.
    pub fn start(&self, position: Option<&str>) -> Result<TwinPosition<A, B>, PlayError> {
        let refused = |error: EngineError| PlayError::Position(error.to_string());
        let native = self.native.start(position).map_err(refused)?;
        let naive = self.naive.as_ref().map(|naive| naive.start(position)).transpose();
        Ok(self.compared(native, naive.map_err(refused)?, None)?)
    }

    /// The position after a ply.
    ///
    /// # Errors
    /// [`Disagreement`], also if both refuse the ply: it has to be one of the opinion.
    pub fn play(&self, at: &TwinPosition<A, B>, ply: &str) -> Result<TwinPosition<A, B>, Box<Disagreement>> {
        let native = self.native.play(&at.native, ply);
        let naive = at.naive.as_ref().zip(self.naive.as_ref()).map(|(state, naive)| naive.play(state, ply));
        match (native, naive.transpose()) {
            (Ok(native), Ok(naive)) => self.compared(native, naive, Some((&at.opinion.position, ply))),
            (native, naive) => {
                let unjudged = naive.as_ref().err().and_then(limit).filter(|_| native.is_ok());
                let said = |refused: Option<EngineError>| {
                    refused.map_or_else(
                        || "it is legal".to_owned(),
                        |reason| format!("it is refused ({reason})"),
                    )
                };
                Err(Box::new(Disagreement {
                    position: at.opinion.position.clone(),
                    ply: Some(ply.to_owned()),
                    subject: if unjudged.is_some() { Difference::Unjudged } else { Difference::Plies },
                    native: said(native.err()),
                    naive: unjudged.unwrap_or_else(|| said(naive.err())),
                }))
            }
        }
    }

    /// Compares what each ply leads to.
    ///
    /// # Errors
    /// [`Disagreement`]
    pub fn compare_plies(&self, at: &TwinPosition<A, B>) -> Result<(), Box<Disagreement>> {
        if self.naive.is_none() {
            return Ok(());
        }
        let mut limit = Ok(());
        for ply in &at.opinion.plies {
            match self.play(at, ply) {
                // It must not hide that they disagree about another ply.
                Err(found) if found.subject == Difference::Unjudged => limit = limit.and(Err(found)),
                played => drop(played?),
            }
        }
        limit
    }

    /// A position of both.
    ///
    /// # Errors
    /// [`Disagreement`]
    pub fn at(
        &self,
        native: A::State,
        naive: Option<B::State>,
    ) -> Result<TwinPosition<A, B>, Box<Disagreement>> {
        self.compared(native, naive, None)
    }

    fn compared(
        &self,
        native: A::State,
        naive: Option<B::State>,
        from: Option<(&str, &str)>,
    ) -> Result<TwinPosition<A, B>, Box<Disagreement>> {
        let ours = self.native.opinion(&native);
        let theirs = naive.as_ref().zip(self.naive.as_ref()).map(|(state, naive)| naive.opinion(state));
        let (position, ply) = from.map_or_else(
            || (ours.as_ref().map_or_else(ToString::to_string, |ours| ours.position.clone()), None),
            |(position, ply)| (position.to_owned(), Some(ply.to_owned())),
        );
        let differ = |subject, native: &str, naive: &str| {
            let (native, naive) = (native.to_owned(), naive.to_owned());
            Err(Box::new(Disagreement { position, ply, subject, native, naive }))
        };
        let said = |said: &Result<Opinion, EngineError>| match said {
            Ok(opinion) => opinion.position.clone(),
            Err(reason) => format!("there is none ({reason})"),
        };
        let opinion = match (ours, theirs.unwrap_or_else(|| Err("".into()))) {
            (Ok(ours), _) if naive.is_none() => ours,
            (Ok(ours), Ok(theirs)) if ours.position != theirs.position => {
                return differ(Difference::Position, &ours.position, &theirs.position);
            }
            (Ok(ours), Ok(theirs)) if ours.outcome != theirs.outcome => {
                return differ(Difference::Outcome, ours.outcome(), theirs.outcome());
            }
            (Ok(ours), Ok(theirs)) if ours.plies != theirs.plies => {
                let (native, naive) = differences(&ours.plies, &theirs.plies);
                return differ(Difference::Plies, &native, &naive);
            }
            (Ok(ours), Ok(_)) => ours,
            (ours, theirs) => {
                return match theirs.as_ref().err().and_then(limit).filter(|_| ours.is_ok()) {
                    Some(limit) => differ(Difference::Unjudged, "", &limit),
                    None => differ(Difference::Position, &said(&ours), &said(&theirs)),
                };
            }
        };
        Ok(TwinPosition { native, naive, opinion })
    }
}

/// Short lists as they are; of long ones only the names that the other lacks.
const LISTED: usize = 12;

fn differences(native: &[String], naive: &[String]) -> (String, String) {
    let shown = |all: &[String], other: &[String]| {
        if all.is_empty() {
            return "none".to_owned();
        }
        if all.len().max(other.len()) <= LISTED {
            return all.join(" ");
        }
        let other: BTreeSet<&String> = other.iter().collect();
        let alone: Vec<&str> =
            all.iter().filter(|name| !other.contains(name)).take(LISTED).map(String::as_str).collect();
        let names = if alone.is_empty() { "none that the other lacks".to_owned() } else { alone.join(" ") };
        format!("{} (of {})", names, all.len())
    };
    (shown(native, naive), shown(naive, native))
}

/// What games at random are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGames {
    /// The number of games.
    pub games: u64,
    /// The longest game, in plies.
    pub plies: u32,
    /// The seed that repeats them.
    pub seed: u64,
}
