//! Strategies: what a player does in each position that its own plies reach.

mod collect;
mod text;

pub(crate) use collect::Collector;
pub use text::Header;

use crate::Goal;

/// What a strategy shows about its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The owner reaches the goal within this number of plies.
    Wins {
        /// The number of plies.
        plies: u32,
        /// The goal of the owner.
        goal: Goal,
    },
    /// The opponent does not win within this number of plies.
    Holds {
        /// The number of plies.
        plies: u32,
    },
    /// The opponent never wins.
    Keeps,
}

/// A line of a strategy: a position in which the owner is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The smallest text of the images of the position.
    pub position: String,
    /// The name of the owner's ply.
    pub ply: String,
    /// The plies that are left at most, or that are still held; `None` if the strategy keeps.
    pub number: Option<u32>,
}

/// A strategy of one player from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The text of the position.
    pub position: String,
    /// Whether the owner is the player to move in the position.
    pub is_mover: bool,
    /// What it shows.
    pub claim: Claim,
    /// The lines, in the order of their positions.
    pub lines: Vec<Line>,
    /// The symmetries of the texts of positions.
    pub symmetries: Vec<Vec<usize>>,
}

/// The smallest image of the text of a position under symmetries ([`SearchGame::symmetries`](crate::SearchGame::symmetries)).
pub fn smallest_image(text: String, symmetries: &[Vec<usize>]) -> String {
    let characters: Vec<char> = text.chars().collect();
    let image = |places: &Vec<usize>| -> String {
        let moved = places.iter().filter_map(|&place| characters.get(place));
        moved.chain(characters.get(places.len()..).unwrap_or_default()).collect()
    };
    symmetries.iter().map(image).min().filter(|image| *image < text).unwrap_or(text)
}
