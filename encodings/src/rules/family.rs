//! Families of words: moves that are bits of a few words.
//!
//! A kind of step has a name and an origin, and its word has a bit for each step of that kind. So the number of moves
//! of a position is the number of set bits of a few words, natively and in a formula. For example, Ostle has one kind
//! of step for each of the four directions, and the word of a kind has the squares that a piece can leave in that
//! direction.

use crate::board::{Direction, Layout, Symmetry};
use crate::word::{NativeWord, OneHot, Word};

/// Where a step leads: some squares in a direction.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::rules::Displacement;
///
/// let jump = Displacement::new(Direction::NorthWest, 2);
/// assert_eq!(jump.delta(), (-2, 2));
/// assert_eq!(Displacement::from(Direction::North), Displacement::new(Direction::North, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Displacement {
    direction: Direction,
    distance: u8,
}

impl Displacement {
    /// The displacement of this many squares in a direction.
    pub const fn new(direction: Direction, distance: u8) -> Self {
        Self { direction, distance }
    }

    /// The direction.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The number of squares, 1 for the next one.
    pub const fn distance(self) -> u8 {
        self.distance
    }

    /// The number of files to the east and of ranks to the north.
    pub const fn delta(self) -> (isize, isize) {
        let (files, ranks) = self.direction.delta();
        (files * self.distance as isize, ranks * self.distance as isize)
    }

    /// The displacement that a symmetry makes of this one.
    #[must_use]
    pub fn image(self, symmetry: Symmetry) -> Self {
        Self { direction: symmetry.direction(self.direction), ..self }
    }
}

impl From<Direction> for Displacement {
    fn from(direction: Direction) -> Self {
        Self::new(direction, 1)
    }
}

/// What a bit of the word of a kind of step stands for.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::rules::{Origin, StepKind};
///
/// assert_eq!(StepKind::placed("stone").origin(), Origin::Placed);
/// assert_eq!(StepKind::from("straight", Direction::North).origin(), Origin::From(Direction::North.into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Squares on which something is placed.
    Placed,
    /// Squares that something enters from the square that lies this far back.
    From(Displacement),
    /// Squares that something leaves in this direction, perhaps beyond the edge of the board.
    Leaving(Direction),
}

/// A kind of step: one word of a [`Family`].
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::rules::StepKind;
///
/// const STRAIGHT: StepKind = StepKind::from("straight", Direction::North);
/// const QUEEN: StepKind = StepKind::from("queen", Direction::North).with_index(1);
/// assert_ne!(STRAIGHT, QUEEN);
/// assert_eq!((QUEEN.name(), QUEEN.index()), ("queen", 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepKind {
    name: &'static str,
    origin: Origin,
    index: u8,
}

impl StepKind {
    /// The kind with this name and origin.
    pub const fn new(name: &'static str, origin: Origin) -> Self {
        Self { name, origin, index: 0 }
    }

    /// The kind that places something on a square.
    pub const fn placed(name: &'static str) -> Self {
        Self::new(name, Origin::Placed)
    }

    /// The kind that goes one square in a direction; its word has the squares that it enters.
    pub const fn from(name: &'static str, direction: Direction) -> Self {
        Self::jumping(name, direction, 1)
    }

    /// The kind that goes this many squares in a direction; its word has the squares that it enters.
    pub const fn jumping(name: &'static str, direction: Direction, distance: u8) -> Self {
        Self::new(name, Origin::From(Displacement::new(direction, distance)))
    }

    /// The kind that goes one square in a direction; its word has the squares that it leaves.
    pub const fn leaving(name: &'static str, direction: Direction) -> Self {
        Self::new(name, Origin::Leaving(direction))
    }

    /// The same kind with an index, which distinguishes kinds with the same origin, such as the pieces that a pawn can
    /// become. The text of a step whose kind has an index other than 0 includes the kind's name.
    #[must_use]
    pub const fn with_index(self, index: u8) -> Self {
        Self { index, ..self }
    }

    /// The name, such as `straight`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What the squares of its word are.
    pub const fn origin(self) -> Origin {
        self.origin
    }

    /// The index, 0 by default.
    pub const fn index(self) -> u8 {
        self.index
    }
}

/// A step: a kind, and one bit of its word.
///
/// # Examples
/// ```
/// use encodings::board::{Direction, Grid};
/// use encodings::rules::{Step, StepKind};
/// use encodings::word::OneHot;
///
/// let layout = Grid::<4, 4>::LAYOUT;
/// let b3 = OneHot::from_square(layout.parse("b3")?, 0u16);
/// let step = Step::new(StepKind::from("straight", Direction::North), b3, layout);
/// assert_eq!((step.from(), step.to()), (1 << 5, 1 << 9));
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<W: Word> {
    kind: StepKind,
    at: OneHot<W>,
    layout: Layout,
}

impl<W: Word> Step<W> {
    /// The step of a kind at a bit of its word.
    #[inline(always)]
    pub const fn new(kind: StepKind, at: OneHot<W>, layout: Layout) -> Self {
        Self { kind, at, layout }
    }

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> StepKind {
        self.kind
    }

    /// The bit of the word of the kind.
    #[inline(always)]
    pub fn at(self) -> OneHot<W> {
        self.at
    }

    /// The square that it comes from; the empty word if something is placed.
    ///
    /// The bit must be a square that can be entered, as it is in the words of a family.
    #[inline(always)]
    pub fn from(self) -> W {
        let at = self.at.word();
        match self.kind.origin {
            Origin::Placed => at.without(at),
            Origin::From(path) => self.back(path.direction, path.distance),
            Origin::Leaving(_) => at,
        }
    }

    /// The squares between those that it comes from and goes to: of a step to the next square, a placement and a step
    /// that leaves its square, none.
    pub fn over(self) -> W {
        let at = self.at.word();
        let nothing = at.without(at);
        match self.kind.origin {
            Origin::Placed | Origin::Leaving(_) => nothing,
            Origin::From(path) => (1..path.distance)
                .fold(nothing, |squares, distance| squares | self.back(path.direction, distance)),
        }
    }

    /// The square this far back from the bit, against a direction.
    #[inline(always)]
    fn back(self, direction: Direction, distance: u8) -> W {
        self.layout.raw_shift(self.at.word(), direction.opposite(), usize::from(distance))
    }

    /// The square that it goes to; the empty word if that is beyond the edge of the board.
    #[inline(always)]
    pub fn to(self) -> W {
        let at = self.at.word();
        match self.kind.origin {
            Origin::Placed | Origin::From(_) => at,
            Origin::Leaving(direction) => self.layout.shift(at, direction),
        }
    }
}

/// The number of kinds of step that are stored without the heap.
const INLINE: usize = 8;

/// The steps of a position: one word for each kind of step.
///
/// # Examples
/// ```
/// use encodings::board::{Direction, Grid};
/// use encodings::rules::{Family, StepKind};
///
/// let pawns = 0b1111_u16;
/// let ahead = |direction| Grid::<4, 4>::shift(pawns, direction);
/// let family = Family::new()
///     .with(StepKind::from("straight", Direction::North), ahead(Direction::North))
///     .with(StepKind::from("right", Direction::NorthEast), ahead(Direction::NorthEast));
/// assert_eq!(family.total(), 7);
/// assert_eq!(family.steps(Grid::<4, 4>::LAYOUT).count(), 7);
/// ```
#[derive(Clone, Debug)]
pub struct Family<W> {
    first: [Option<(StepKind, W)>; INLINE],
    /// The number of kinds in use.
    count: usize,
    others: Vec<(StepKind, W)>,
}

impl<W: Copy> Default for Family<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// Kinds that are known only at run time: adding them in place copies no family.
impl<W: Copy> Extend<(StepKind, W)> for Family<W> {
    #[inline(always)]
    fn extend<I: IntoIterator<Item = (StepKind, W)>>(&mut self, kinds: I) {
        for (kind, word) in kinds {
            self.add(kind, word);
        }
    }
}

impl<W: Copy> Family<W> {
    /// No kind of step.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { first: [None; INLINE], count: 0, others: Vec::new() }
    }

    /// The family with one more kind of step and its word.
    #[must_use]
    #[inline(always)]
    pub fn with(mut self, kind: StepKind, word: W) -> Self {
        self.add(kind, word);
        self
    }

    #[inline(always)]
    fn add(&mut self, kind: StepKind, word: W) {
        if self.count < INLINE {
            self.first[self.count] = Some((kind, word));
            self.count += 1;
        } else {
            self.others.push((kind, word));
        }
    }

    /// The kinds of step with their words, in the order in which they were given.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (StepKind, W)> {
        self.first[..self.count].iter().flatten().chain(&self.others).copied()
    }

    /// The words, in the order in which they were given.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = W> {
        self.iter().map(|(_, word)| word)
    }
}

impl<W: Copy> Family<W> {
    /// Calls `visit` with each kind of step and its word, in the order in which they were given. It is a loop because a
    /// chain of iterators is not always inlined, over all places because a compiler then unrolls it and keeps the words in
    /// registers.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(StepKind, W)) {
        for place in &self.first {
            if let Some((kind, word)) = *place {
                visit(kind, word);
            }
        }
        for &(kind, word) in &self.others {
            visit(kind, word);
        }
    }
}

impl<W: Word> Family<W> {
    /// Whether a step is in the family; `None` if the family does not have the step's kind.
    pub fn allows(&self, step: Step<W>) -> Option<W::Bit> {
        let (_, word) = self.iter().find(|(kind, _)| *kind == step.kind)?;
        Some((word & step.at.word()).any())
    }

    /// Whether there is a step. `like` is a word of the kind of those here.
    pub fn any(&self, like: W) -> W::Bit {
        self.words().fold(like.truth(false), |found, word| found | word.any())
    }
}

impl<W: NativeWord> Family<W> {
    /// The number of steps.
    #[inline(always)]
    pub fn total(&self) -> u32 {
        let mut total = 0;
        self.each(|_, word| total += word.popcount());
        total
    }

    /// The steps: kind by kind, the lowest square first.
    #[inline(always)]
    pub fn steps(self, layout: Layout) -> impl Iterator<Item = Step<W>> {
        let of = move |(kind, word): (StepKind, W)| word.ones().map(move |at| Step::new(kind, at, layout));
        self.first.into_iter().take(self.count).flatten().chain(self.others).flat_map(of)
    }
}
