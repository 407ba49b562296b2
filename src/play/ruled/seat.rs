//! One value of the rules, with its naive twin.

use super::mobility::Mobility;
use super::table::SeatedTable;
use crate::game::Table;
use certamen_ask::kind::Can;
use certamen_ask::question::Question;
use encodings::rules::{Ending, NamedWords, Position, Rules, View, parse, print, print_step};
use std::fmt;
use std::sync::Arc;
use verify::naive::{Ended, Naive};

/// Rules, and what a naive twin says of positions if there is one.
pub struct Seat<R> {
    /// The rules.
    pub rules: R,
    twin: Option<Twin<R>>,
}

/// The naive game's word on a position: its plies by name, or how the game has ended.
type Twin<R> = fn(&R, &str) -> Result<Opinion, String>;

/// What somebody says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The game goes on by one of these plies, in the order of their names. None where only a pass is left.
    Plies(Vec<String>),
    /// The game has ended, so for the player to move.
    Ended(Ended),
}

impl<R: Rules> Seat<R> {
    /// Rules whose twin they are themselves.
    pub fn twinned(rules: R) -> Self
    where
        R: Naive,
    {
        Self { rules, twin: Some(naive_opinion::<R>) }
    }

    /// Rules without a twin.
    pub const fn alone(rules: R) -> Self {
        Self { rules, twin: None }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// Whether there is a naive twin.
    pub const fn has_naive_twin(&self) -> bool {
        self.twin.is_some()
    }

    /// How a position is written, in words.
    pub(super) fn notation(&self) -> String {
        let letters: Vec<char> = self.rules.letters().chars().collect();
        let names = <R::Board<R::Native> as NamedWords>::NAMES;
        let words: Vec<String> =
            letters.iter().zip(names).map(|(letter, name)| format!("{letter} {name}")).collect();
        let empty = letters.last().copied().unwrap_or('.');
        format!(
            "a letter a square, a1 first, ranks between slashes, as the player to move sees it: {}, {empty} empty",
            words.join(", ")
        )
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with it, in words; that the naive twin refuses it is such an error.
    pub fn parse(&self, text: &str) -> Result<Position<R>, String> {
        let board = parse(&self.rules, text).map_err(|error| error.to_string())?;
        let position = Position::new(&self.rules, board).map_err(|error| error.to_string())?;
        self.judge(position)?;
        Ok(position)
    }

    /// A position as a line.
    pub fn print(&self, position: Position<R>) -> String {
        print(&self.rules, position.board())
    }

    /// What the rules say of a position, held against the naive twin where there is one.
    ///
    /// # Errors
    /// How the two differ, in words.
    pub fn judge(&self, position: Position<R>) -> Result<Opinion, String> {
        let native = self.opinion(position);
        let Some(twin) = self.twin else { return Ok(native) };
        let line = self.print(position);
        let naive = twin(&self.rules, &line)?;
        if native == naive {
            return Ok(native);
        }
        Err(format!("{line}: the rules say {native}, the naive twin says {naive}: one of them is wrong"))
    }

    fn opinion(&self, position: Position<R>) -> Opinion {
        match position.ending(&self.rules) {
            Some(Ending::Won) => Opinion::Ended(Ended::Won),
            Some(Ending::Lost) => Opinion::Ended(Ended::Lost),
            Some(Ending::Drawn) => Opinion::Ended(Ended::Drawn),
            None => {
                let steps = position.steps(&self.rules);
                Opinion::plies(steps.map(|step| print_step(&self.rules, step, View::Straight)).collect())
            }
        }
    }
}

impl Opinion {
    fn plies(mut names: Vec<String>) -> Self {
        names.sort_unstable();
        Self::Plies(names)
    }

    /// The number of plies.
    pub fn mobility(&self) -> u32 {
        match self {
            Self::Plies(names) => names.len() as u32,
            Self::Ended(_) => 0,
        }
    }
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(names) if names.is_empty() => f.write_str("no ply but a pass"),
            Self::Plies(names) => f.write_str(&names.join(" ")),
            Self::Ended(Ended::Won) => f.write_str("won"),
            Self::Ended(Ended::Lost) => f.write_str("lost"),
            Self::Ended(Ended::Drawn) => f.write_str("drawn"),
        }
    }
}

fn naive_opinion<R: Rules + Naive>(rules: &R, line: &str) -> Result<Opinion, String> {
    let position = Naive::parse(rules, line)?;
    Ok(match rules.ended(&position) {
        Some(ended) => Opinion::Ended(ended),
        None => Opinion::plies(rules.plies(&position)),
    })
}

/// A seat of any rules.
pub(super) trait AnySeat: Send + Sync {
    /// The name of its board, such as `5x5`.
    fn board(&self) -> String;
    fn has_naive_twin(&self) -> bool;
    fn table(self: Arc<Self>) -> Box<dyn Table>;
    /// The number of squares: no position has more legal moves than that for each kind of step.
    fn mobility(&self, at_least: u32, symmetry_breaking: bool) -> Question;
    fn can(&self) -> Can;
}

impl<R: Rules> AnySeat for Arc<Seat<R>> {
    fn board(&self) -> String {
        self.rules.layout().to_string()
    }

    fn has_naive_twin(&self) -> bool {
        Seat::has_naive_twin(self)
    }

    fn table(self: Arc<Self>) -> Box<dyn Table> {
        Box::new(SeatedTable((*self).clone()))
    }

    fn mobility(&self, at_least: u32, symmetry_breaking: bool) -> Question {
        Mobility::new(self.clone(), at_least, symmetry_breaking).into()
    }

    fn can(&self) -> Can {
        Can::of::<Mobility<R>>()
    }
}

impl<R: Rules> fmt::Debug for Seat<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({} {})", self.name(), self.rules.layout())
    }
}
