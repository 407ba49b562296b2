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
        Self { rules, score, symmetries, layout }
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
            Phase::Moves(family) => plies.extend(family.steps(self.layout).map(RuledPly::Step)),
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
        let name =
            kind.name().bytes().fold(usize::from(kind.index()), |sum, byte| 31 * sum + usize::from(byte));
        1 + step.at().word().first().unwrap_or(0) + self.layout.squares() * (name % 61)
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
        print(&*self.rules, position.board())
    }

    fn read(&self, text: &str) -> Option<Self::Position> {
        Position::new(&*self.rules, parse(&*self.rules, text).ok()?).ok()
    }

    fn name(&self, _position: &Self::Position, ply: Self::Ply) -> String {
        match ply {
            RuledPly::Step(step) => print_step(&*self.rules, step, View::Straight),
            RuledPly::Pass => "pass".to_owned(),
        }
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let layout = self.layout;
        // A `/` stands between ranks.
        let place = |index: usize| index + index / layout.files();
        let of = |symmetry: &Symmetry| {
            let mut from: Vec<usize> = (0..layout.squares() + layout.ranks() - 1).collect();
            for square in layout.all() {
                from[place(symmetry.square(layout, square).index())] = place(square.index());
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
