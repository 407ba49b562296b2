//! Numbers for games made of rules over words: any [`Rules`] can be solved without further code.
//!
//! Idea: a layer is the number of squares in each word. The layers, and the layers that moves lead to from each, are
//! found by making every move of every position, beginning with the layer of the start ([`Ruled::explore`]). That is
//! exact, and costs one pass over all positions. A position is as the player to move sees it, so a position and the same
//! with the sides exchanged are one. The symmetries are those of the board that the rules name.
//!
//! Numbers stand for boards that are well formed and on which no two words share a square. A position in which the game
//! is over needs no number, so it need not be well formed.
//!
//! Where most numbers stand for positions that no game reaches, a list of those that are reached is made instead
//! ([`Ruled::walk`]); `choice` says when.

mod choice;
mod explore;
mod graph;
mod list;
mod numbers;
mod subject;

pub use explore::Exploration;
pub use graph::LayerGraph;
pub use list::Walk;
pub use subject::RuledSubject;

use crate::numbering::{MOST_WORDS, Numbering, Symmetries};
use crate::positions::{Game, LayerShape, Place, RetroError, Turn, Value, ValueRule};
use crate::subject::{CrossCheck, NotatedGame, RatedMove};
use certamen_work::stop::Stop;
use encodings::board::Mask;
use encodings::rules::{Boards, NamedWords, Phase, Position, Rules, View, parse, print, print_step};
use encodings::word::{NativeWord, Word};
use numbers::Numbers;
use std::fmt;
use std::ops::Deref;

/// What the solver and the verbs need to know about a game besides its rules.
#[derive(Debug)]
pub struct RuledSettings<R: Rules> {
    /// The score of a position in which the game is over, for the player to move, if the game has scores.
    pub score: Option<fn(&R, Position<R>) -> i32>,
    /// Reads a position.
    pub read: fn(&R, &str) -> Result<Position<R>, String>,
    /// Writes a position.
    pub write: fn(&R, Position<R>) -> String,
    /// The names of the first and the second player, if they have names.
    pub players: Option<[&'static str; 2]>,
    /// Another way to find the moves of positions, such as a solver, which audits compare.
    pub cross_check: Option<MakeCrossCheck<R>>,
    /// What a puzzle is, and whether a position is one.
    pub puzzle: Option<(&'static str, IsPuzzle<R>)>,
}

/// Makes another way to find the moves of positions.
pub type MakeCrossCheck<R> = fn(&R) -> Box<dyn CrossCheck<Position<R>>>;

/// Decides whether a position with this value and these moves is a puzzle.
pub type IsPuzzle<R> = fn(&R, Position<R>, Value, &[RatedMove]) -> bool;

/// Rules that define which positions are puzzles, for the verb `puzzles`.
///
/// # Examples
/// See `tests/toolkit/src/noughts.rs`, a game that is not built in.
pub trait PuzzleRules: Rules {
    /// What a puzzle is, as the end of a sentence: "positions in which ...".
    const ABOUT: &'static str;

    /// Whether a position with this value and these moves, the best first, is a puzzle.
    fn is_puzzle(&self, position: Position<Self>, value: Value, moves: &[RatedMove]) -> bool
    where
        Self: Sized;
}

impl<R: Rules> RuledSettings<R> {
    /// The same, with the puzzles that the rules define.
    #[must_use]
    pub fn with_puzzles(self) -> Self
    where
        R: PuzzleRules,
    {
        Self { puzzle: Some((R::ABOUT, R::is_puzzle)), ..self }
    }
}

impl<R: Rules> Clone for RuledSettings<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for RuledSettings<R> {}

impl<R: Rules> Default for RuledSettings<R> {
    /// Without scores, names or puzzles, in the generic notation.
    fn default() -> Self {
        Self {
            score: None,
            read,
            write: |rules, position| print(rules, position.board()),
            players: None,
            cross_check: None,
            puzzle: None,
        }
    }
}

fn read<R: Rules>(rules: &R, text: &str) -> Result<Position<R>, String> {
    let board = parse(rules, text).map_err(|error| error.to_string())?;
    Position::new(rules, board).map_err(|error| error.to_string())
}

/// A game made of rules over words, with numbers for its positions. `H` holds the rules: a reference or an
/// [`Arc`](std::sync::Arc).
///
/// # Examples
/// ```
/// use certamen_retro::positions::{Game, Solver};
/// use certamen_retro::ruled::Ruled;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::Position;
///
/// let rules = &Othello::<4>;
/// let game = Ruled::new(rules)?;
/// // All positions of 4x4 with up to three moves made, by samples: layers may be missing.
/// let start = game.place(&Position::start(rules));
/// assert!(start.is_some_and(|place| game.layers()[place.layer as usize].name == "2-2"));
/// # Ok::<(), certamen_retro::positions::RetroError>(())
/// ```
pub struct Ruled<H: Deref>
where
    H::Target: Rules + Sized,
{
    rules: H,
    settings: RuledSettings<H::Target>,
    numbers: Numbers,
    shapes: Vec<LayerShape>,
    graph: LayerGraph,
}

impl<H> Ruled<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    /// The game with the layer of its start.
    ///
    /// # Errors
    /// [`RetroError::Rules`] if the board is too large or words share squares at the start.
    pub fn new(rules: H) -> Result<Self, RetroError> {
        Self::with_layer_of(rules, None)
    }

    /// The game with the layer of a position, or of the start.
    fn with_layer_of(rules: H, position: Option<Position<H::Target>>) -> Result<Self, RetroError> {
        let counts = checked(&*rules, position)?.all().iter().map(|set| set.count_ones()).collect();
        let graph = LayerGraph { counts: vec![counts], leads_to: vec![Vec::new()], list: None };
        Self::with_layers(rules, graph)
    }

    /// The game with layers that were found before.
    ///
    /// # Errors
    /// [`RetroError::Rules`] if the board is too large, [`RetroError::Overflow`] if a layer is.
    pub fn with_layers(rules: H, graph: LayerGraph) -> Result<Self, RetroError> {
        let numbering = Numbering::new(symmetries_of(&*rules)?).with_flag(rules.has_second());
        let mut game = Self::numbered(rules, Numbers::Combinations(numbering));
        for (counts, leads_to) in graph.counts.iter().zip(graph.leads_to) {
            let layer = game.add(counts)?;
            game.graph.leads_to[layer as usize] = leads_to;
        }
        Ok(game)
    }

    /// The game without layers.
    fn numbered(rules: H, numbers: Numbers) -> Self {
        let graph = LayerGraph { counts: Vec::new(), leads_to: Vec::new(), list: None };
        Self { rules, settings: RuledSettings::default(), numbers, shapes: Vec::new(), graph }
    }

    /// The layer of these numbers of pieces, which is added if it is missing. Lists have all their layers.
    fn add(&mut self, counts: &[u32]) -> Result<u32, RetroError> {
        let Numbers::Combinations(numbering) = &mut self.numbers else { return Ok(0) };
        let layer = numbering.add(counts).ok_or_else(|| RetroError::Overflow(name(counts)))?;
        if layer as usize == self.shapes.len() {
            self.shapes.push(LayerShape { name: name(counts), size: numbering.size(layer) });
            self.graph.counts.push(counts.to_vec());
            self.graph.leads_to.push(Vec::new());
        }
        Ok(layer)
    }

    /// The same game with these settings.
    #[must_use]
    pub fn with_settings(self, settings: RuledSettings<H::Target>) -> Self {
        Self { settings, ..self }
    }

    /// The layers.
    pub fn graph(&self) -> &LayerGraph {
        &self.graph
    }

    /// The rules.
    pub fn rules(&self) -> &H::Target {
        &self.rules
    }
}

/// The sets of a position, or of the start, if positions of these rules can be numbered.
fn checked<R: Rules>(rules: &R, position: Option<Position<R>>) -> Result<Sets, RetroError> {
    let game = rules.name();
    let refused = |reason: String| Err(RetroError::Rules(format!("{game}: {reason}")));
    if !rules.keeps_positions() {
        let reason = "it is not proved that plies keep what the file requires of positions";
        return refused(format!("{reason}: `games` with this game and --check says where they do not"));
    }
    symmetries_of(rules)?;
    let words = rules.names().len();
    if words > MOST_WORDS {
        return refused(format!("a position has {words} words: at most {MOST_WORDS} can be numbered"));
    }
    match sets_of(rules, &position.unwrap_or_else(|| Position::start(rules))) {
        Some(sets) => Ok(sets),
        None => refused("words share squares at the start, so positions cannot be numbered".to_owned()),
    }
}

/// The symmetries of the board.
fn symmetries_of<R: Rules>(rules: &R) -> Result<Symmetries, RetroError> {
    let layout = rules.layout();
    Symmetries::new(layout, rules.symmetries()).ok_or_else(|| {
        RetroError::Rules(format!(
            "{}: {layout} has more than 64 squares, the most that tables can have",
            rules.name()
        ))
    })
}

/// The name of a layer: the number of squares in each word.
fn name(counts: &[u32]) -> String {
    counts.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

/// The words of a position as sets of squares.
struct Sets {
    sets: [u64; MOST_WORDS],
    count: usize,
}

impl Sets {
    fn all(&self) -> &[u64] {
        &self.sets[..self.count]
    }
}

/// The words of a position as sets of squares; `None` if two share a square or one has a square beyond the 64th.
#[inline]
fn sets_of<R: Rules>(rules: &R, position: &Position<R>) -> Option<Sets> {
    let mut taken = 0u64;
    let pieces = rules.words_of_pieces();
    let mut found = Sets { sets: [0; MOST_WORDS], count: 0 };
    for word in position.board().words() {
        let mut set = 0u64;
        for bit in word.ones() {
            let square = bit.word().first().filter(|&square| square < 64)?;
            set |= 1 << square;
        }
        // Who moves belongs to no square.
        if found.count < pieces {
            if set & taken != 0 {
                return None;
            }
            taken |= set;
        }
        found.sets[found.count] = set;
        found.count += 1;
    }
    Some(found)
}

/// The position of sets of squares.
fn position_of<R: Rules>(sets: &[u64]) -> Position<R> {
    let word =
        |index: usize| R::Native::default().constant(&Mask::from_u64(sets.get(index).copied().unwrap_or(0)));
    Position::trusted(NamedWords::build(sets.len(), word))
}

impl<H> Game for Ruled<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    type Position = Position<H::Target>;

    fn subject(&self) -> String {
        subject(&*self.rules)
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        &self.graph.leads_to[layer as usize]
    }

    fn position(&self, at: Place) -> Option<Self::Position> {
        let mut sets = [0; MOST_WORDS];
        let sets = &mut sets[..self.graph.counts[at.layer as usize].len()];
        let position = self.numbers.sets(at.layer, at.rank, sets).then(|| position_of::<H::Target>(sets))?;
        self.rules.well_formed(position.board()).then_some(position)
    }

    fn place(&self, position: &Self::Position) -> Option<Place> {
        if !self.rules.well_formed(position.board()) {
            return None;
        }
        let (layer, rank) = self.numbers.place(sets_of(&*self.rules, position)?.all())?;
        Some(Place { layer, rank })
    }

    fn turn(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Turn {
        let rules = &*self.rules;
        match position.phase(rules) {
            Phase::Over(ending) => return Turn::Over(ending),
            Phase::Passes(after) => next.push(after),
            Phase::Moves(family) => {
                next.extend(family.steps(rules.layout()).map(|step| position.after(rules, step)));
            }
        }
        Turn::Moves
    }

    fn show(&self, position: &Self::Position) -> String {
        (self.settings.write)(&self.rules, *position)
    }

    fn value_rule(&self) -> ValueRule {
        self.rules.players().into()
    }

    fn is_listed(&self) -> bool {
        matches!(self.numbers, Numbers::List(_))
    }

    fn twins(&self, position: &Self::Position) -> Vec<Self::Position> {
        let Some(sets) = sets_of(&*self.rules, position) else { return Vec::new() };
        let (of_pieces, second) = sets.all().split_at(self.rules.words_of_pieces());
        let image = |of_pieces: Vec<u64>| position_of::<H::Target>(&[&of_pieces, second].concat());
        self.numbers.images(of_pieces).map(image).collect()
    }
}

/// The game, its size and its rules, in one line.
pub fn subject<R: Rules>(rules: &R) -> String {
    let rules_of_file = rules.rules_file().map(|file| format!(", rules {}", file.hash)).unwrap_or_default();
    format!("{} {}{rules_of_file}", rules.name(), rules.board_name())
}

impl<H> NotatedGame for Ruled<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    fn start(&self) -> Option<Self::Position> {
        Some(Position::start(&*self.rules))
    }

    fn parse(&self, text: &str) -> Result<Self::Position, RetroError> {
        let position = (self.settings.read)(&self.rules, text).map_err(RetroError::Position)?;
        if self.is_listed() && self.place(&position).is_none() {
            let reason = "is not reached from the start, and the tables have only positions that are";
            return Err(RetroError::Position(format!("{} {reason}", self.show(&position))));
        }
        Ok(position)
    }

    fn moves(&self, position: &Self::Position, plies: usize) -> Vec<(String, Self::Position)> {
        let rules = &*self.rules;
        match position.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(next) => vec![("pass".to_owned(), next)],
            Phase::Moves(family) => {
                let named = |step| (print_step(rules, step, View::after(plies)), position.after(rules, step));
                family.steps(rules.layout()).map(named).collect()
            }
        }
    }

    fn players(&self) -> Option<[&'static str; 2]> {
        self.settings.players
    }

    fn require_all_reached(&self, stop: &Stop) -> Result<(), RetroError> {
        self.require_list_reached(stop)
    }
}

impl<H: Deref> fmt::Debug for Ruled<H>
where
    H::Target: Rules + Sized,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruled")
            .field("game", &self.rules.name())
            .field("layers", &self.shapes)
            .finish_non_exhaustive()
    }
}
