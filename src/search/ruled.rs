//! Games made of rules over words, to be searched.

use crate::SearchGame;
use encodings::board::{Layout, Symmetry};
use encodings::rules::{
    Boards, Ending, NamedWords, Phase, Players, Position, Rules, Step, View, parse, print, print_step,
};
use encodings::word::{NativeWord, Word};
use std::fmt;
use std::ops::Deref;

/// The score of the player to move in a position in which the game is over.
type Score<R> = fn(&R, Position<R>) -> i32;

/// Rules as a game to be searched. `H` holds them: a reference or an [`Arc`](std::sync::Arc).
///
/// A position must have no square in two words, or its text does not say all of it.
///
/// # Examples
/// ```
/// use certamen_search::{RuledSearch, SearchGame};
/// use encodings::othello::rules::Othello;
/// use encodings::rules::Position;
///
/// let game = RuledSearch::new(&Othello::<4>, None);
/// let start = Position::start(&Othello::<4>);
/// let mut plies = Vec::new();
/// assert_eq!(game.plies(&start, &mut plies), None);
/// assert_eq!(plies.len(), 4);
/// let images = plies.iter().map(|&ply| game.canonical(&game.after(&start, ply)));
/// assert_eq!(images.collect::<std::collections::HashSet<_>>().len(), 1);
/// ```
pub struct RuledSearch<H: Deref<Target: Rules + Sized>> {
    rules: H,
    score: Option<Score<H::Target>>,
    /// All of the group but the identity.
    symmetries: Vec<Symmetry>,
    layout: Layout,
    notation: Notation<H::Target>,
}

/// How positions are written, if not in the generic notation: with one character for each square.
#[expect(missing_debug_implementations, reason = "it holds functions")]
pub struct Notation<R: Rules> {
    /// Writes a position.
    pub write: fn(&R, Position<R>) -> String,
    /// Reads a position; `None` if the text is not one.
    pub read: fn(&R, &str) -> Option<Position<R>>,
}

impl<R: Rules> Notation<R> {
    /// The generic notation.
    const GENERIC: Self = Self {
        write: |rules, position| print(rules, position.board()),
        read: |rules, text| Position::new(rules, parse(rules, text).ok()?).ok(),
    };
}

impl<H> RuledSearch<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    /// Rules, with a score if the game has one.
    pub fn new(rules: H, score: Option<Score<H::Target>>) -> Self {
        let mut symmetries = Symmetry::group(rules.symmetries());
        symmetries.retain(|&symmetry| symmetry != Symmetry::IDENTITY);
        let layout = rules.layout();
        Self { rules, score, symmetries, layout, notation: Notation::GENERIC }
    }

    /// The same, with another notation.
    #[must_use]
    pub fn with_notation(self, notation: Notation<H::Target>) -> Self {
        Self { notation, ..self }
    }

    /// The place of the character of each square in a text: a board with one piece differs there from the empty one.
    fn places(&self) -> Vec<Option<usize>> {
        let rules = &*self.rules;
        let nothing = <H::Target as Boards>::Native::default();
        let with = |piece: Option<usize>| {
            let first = piece.map_or(nothing, |square| nothing.unit(square));
            let words = rules.names().len();
            let board = NamedWords::build(words, |index| if index == 0 { first } else { nothing });
            (self.notation.write)(rules, Position::trusted(board))
        };
        let empty = with(None);
        let differs = |square| {
            let text = with(Some(square));
            text.chars().zip(empty.chars()).position(|(one, other)| one != other)
        };
        (0..self.layout.squares()).map(differs).collect()
    }

    /// The rules.
    pub fn rules(&self) -> &H::Target {
        &self.rules
    }
}

/// A step, or a pass.
#[derive(Clone, Copy, Debug)]
pub enum RuledPly<W: NativeWord> {
    /// A step of the player to move.
    Step(Step<W>),
    /// The player to move has no step.
    Pass,
}

/// The words of a board in an order of boards.
fn is_before<R: Boards>(one: R::Board<R::Native>, other: R::Board<R::Native>) -> bool {
    let differ = one.words().zip(other.words()).find(|(one, other)| one != other);
    differ.is_some_and(|(one, other)| one.lex_le(other))
}

impl<H> SearchGame for RuledSearch<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    type Position = Position<H::Target>;
    type Ply = RuledPly<<H::Target as Boards>::Native>;

    fn players(&self) -> Players {
        self.rules.players()
    }

    #[inline]
    fn plies(&self, position: &Self::Position, plies: &mut Vec<Self::Ply>) -> Option<Ending> {
        match position.phase(&*self.rules) {
            Phase::Over(ending) => return Some(ending),
            Phase::Passes(_) => plies.push(RuledPly::Pass),
            Phase::Moves(family) => family.each(|kind, word| {
                plies.extend(word.ones().map(|at| RuledPly::Step(Step::new(kind, at, self.layout))));
            }),
        }
        None
    }

    #[inline]
    fn after(&self, position: &Self::Position, ply: Self::Ply) -> Self::Position {
        match ply {
            RuledPly::Step(step) => position.after(&*self.rules, step),
            RuledPly::Pass => match position.phase(&*self.rules) {
                Phase::Passes(next) => next,
                Phase::Moves(_) | Phase::Over(_) => *position,
            },
        }
    }

    fn code(&self, ply: Self::Ply) -> usize {
        let RuledPly::Step(step) = ply else { return 0 };
        // Kinds differ in name or index; a clash costs only time.
        let kind = step.kind();
        let name = kind
            .name()
            .bytes()
            .fold(usize::from(kind.index()), |sum, byte| (31 * sum + usize::from(byte)) % 61);
        1 + step.at().word().first().unwrap_or(0) + self.layout.squares() * name
    }

    /// The squares of each word.
    fn features(&self, position: &Self::Position, features: &mut Vec<usize>) {
        let squares = self.layout.squares();
        for (word, index) in position.board().words().zip(0..) {
            features.extend(word.ones().filter_map(|bit| Some(1 + index * squares + bit.word().first()?)));
        }
    }

    #[inline]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        let board = position.board();
        let image = |&symmetry| self.rules.image(board, symmetry);
        let least = |least, image| if is_before::<H::Target>(image, least) { image } else { least };
        Position::trusted(self.symmetries.iter().map(image).fold(board, least))
    }

    fn score(&self, position: &Self::Position) -> Option<i32> {
        self.score.map(|score| score(&self.rules, *position))
    }

    fn text(&self, position: &Self::Position) -> String {
        (self.notation.write)(&self.rules, *position)
    }

    fn read(&self, text: &str) -> Option<Self::Position> {
        (self.notation.read)(&self.rules, text)
    }

    fn name(&self, _position: &Self::Position, ply: Self::Ply) -> String {
        match ply {
            RuledPly::Step(step) => print_step(&*self.rules, step, View::Straight),
            RuledPly::Pass => "pass".to_owned(),
        }
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let (layout, places) = (self.layout, self.places());
        let characters = places.iter().flatten().max().map_or(0, |last| last + 1);
        let of = |symmetry: &Symmetry| {
            let mut from: Vec<usize> = (0..characters).collect();
            for square in layout.all() {
                let image = symmetry.square(layout, square).index();
                if let (Some(to), Some(place)) = (places[image], places[square.index()]) {
                    from[to] = place;
                }
            }
            from
        };
        self.symmetries.iter().map(of).collect()
    }
}

impl<H: Deref<Target: Rules + Sized>> fmt::Debug for RuledSearch<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuledSearch({} {})", self.rules.name(), self.rules.board_name())
    }
}
