//! Positions with an anchor as numbers.
//!
//! The *index* of a position is its place in the list of all arrangements of the pieces, in the order of the alphabet
//! `. o O x X Y` and of the squares in reading order. It is the permutation index of the repository
//! `maksverver/pushfight`, and is below 401,567,166,000 on the published board. The *minimized index* is the place
//! among the positions that [follow a push](super::rules::follows_a_push), with one position of each two that half a
//! turn of the board exchanges: below 86,208,131,520. Its order is that of `MinIndexOf` in that repository: by the
//! square of the anchor, which is in the first half; pushes along ranks before pushes along files; then the pieces
//! beside the anchor that show the push; then the others.
//!
//! Cost: one step for each square, with one or two table look-ups (on the way back as many as the alphabet has
//! letters).

use super::board::Board;
use super::notation::reading_order;
use super::position::Position;
use super::rules::{Pieces, Side};

/// The number of kinds of things that a square can hold: nothing, and five kinds of pieces.
const KINDS: usize = 6;

/// What a square holds, as a number in the order of the alphabet.
type Kind = usize;

const FREE: Kind = 0;
const ANCHORED: Kind = 5;

/// The number of squares or pieces of each kind.
type Supply = [usize; KINDS];

/// A position's place among all positions. Below [`Indexes::len`].
///
/// # Examples
/// ```
/// use encodings::push_fight::{PushFight, index::{Index, Indexes}};
///
/// let indexes = Indexes::<PushFight<4, 4, 2, 1>>::new();
/// let position = indexes.position(Index(7)).ok_or("a position")?;
/// assert_eq!(indexes.index(position), Some(Index(7)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Index(pub u64);

/// A position's place among the positions that follow a push, up to half a turn. Below [`Indexes::minimized_len`].
///
/// # Examples
/// ```
/// use encodings::push_fight::{PushFight, index::{Index, Indexes}};
///
/// let indexes = Indexes::<PushFight<4, 4, 2, 1>>::new();
/// let position = indexes.position(Index(7)).ok_or("a position")?;
/// assert_eq!(indexes.minimized(position), indexes.minimized(position.rotated()));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MinimizedIndex(pub u64);

/// A way in which the anchored pusher can have pushed, given by the content of the squares beside the anchor.
#[derive(Clone, Debug)]
struct Origin {
    /// The places of those squares and of the anchor, in reading order.
    places: Vec<usize>,
    /// Their contents.
    kinds: Vec<Kind>,
    /// The index of the first position with this origin, and the index after the last one.
    begin: u64,
    end: u64,
}

/// The tables of a board.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Standard, index::Indexes};
///
/// let indexes = Indexes::<Standard>::new();
/// assert_eq!((indexes.len(), indexes.minimized_len()), (401_567_166_000, 86_208_131_520));
/// ```
#[derive(Clone, Debug)]
pub struct Indexes<B> {
    squares: Vec<usize>,
    /// For each supply, the number of its arrangements.
    arrangements: Vec<u64>,
    origins: Vec<Origin>,
    board: std::marker::PhantomData<B>,
}

impl<B: Board> Default for Indexes<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Board> Indexes<B> {
    const SUPPLY: Supply = [B::FREE, B::MOVERS, B::PUSHERS, B::MOVERS, B::PUSHERS - 1, 1];

    /// Computes the tables.
    pub fn new() -> Self {
        let size = Self::SUPPLY.iter().map(|count| count + 1).product();
        let mut arrangements = vec![0; size];
        for (slot, count) in arrangements.iter_mut().enumerate() {
            *count = multinomial(&Self::supply_at(slot));
        }
        let squares = reading_order::<B>().collect();
        let mut indexes =
            Self { squares, arrangements, origins: Vec::new(), board: std::marker::PhantomData };
        indexes.origins = indexes.all_origins();
        indexes
    }

    /// The number of positions with an anchor.
    pub fn len(&self) -> u64 {
        self.count(&Self::SUPPLY)
    }

    /// Always false: every board has a position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of positions that follow a push, counting one of each two that half a turn exchanges.
    pub fn minimized_len(&self) -> u64 {
        self.origins.last().map_or(0, |origin| origin.end)
    }

    /// The index of a position; `None` before the first push, when there is no anchor.
    pub fn index(&self, position: Position<B>) -> Option<Index> {
        (position.pieces().anchor != 0).then(|| Index(self.rank(&self.kinds(position), &[])))
    }

    /// The position with this index; `None` beyond the last one.
    pub fn position(&self, index: Index) -> Option<Position<B>> {
        (index.0 < self.len()).then(|| self.arranged(index.0))
    }

    /// The minimized index of a position; `None` if no push can have ended in it.
    pub fn minimized(&self, position: Position<B>) -> Option<MinimizedIndex> {
        let mut kinds = self.kinds(position);
        if kinds.iter().position(|&kind| kind == ANCHORED)? >= kinds.len() / 2 {
            kinds.reverse();
        }
        let fits = |origin: &&Origin| {
            origin.places.iter().zip(&origin.kinds).all(|(&place, &kind)| kinds[place] == kind)
        };
        let origin = self.origins.iter().find(fits)?;
        Some(MinimizedIndex(origin.begin + self.rank(&kinds, &origin.places)))
    }

    /// The supply that a slot of the table stands for.
    fn supply_at(mut slot: usize) -> Supply {
        let mut supply = [0; KINDS];
        for (kind, left) in supply.iter_mut().enumerate().rev() {
            *left = slot % (Self::SUPPLY[kind] + 1);
            slot /= Self::SUPPLY[kind] + 1;
        }
        supply
    }

    #[inline]
    fn count(&self, supply: &Supply) -> u64 {
        let mut slot = 0;
        for (left, all) in supply.iter().zip(Self::SUPPLY) {
            slot = slot * (all + 1) + left;
        }
        self.arrangements[slot]
    }

    /// What each square holds, in reading order.
    fn kinds(&self, position: Position<B>) -> Vec<Kind> {
        let Pieces { own, opp, anchor } = position.pieces();
        let words = [own.movers, own.pushers, opp.movers, opp.pushers ^ anchor, anchor];
        let kind =
            |&square: &usize| words.iter().position(|word| word >> square & 1 == 1).map_or(FREE, |at| at + 1);
        self.squares.iter().map(kind).collect()
    }

    /// The place of an arrangement among those with the same supply, leaving out the places in `skipped`.
    fn rank(&self, kinds: &[Kind], skipped: &[usize]) -> u64 {
        let mut supply = [0; KINDS];
        let mut rank = 0;
        let places = (0..kinds.len()).rev().filter(|place| !skipped.contains(place));
        for kind in places.map(|place| kinds[place]) {
            supply[kind] += 1;
            for less in 0..kind {
                if supply[less] > 0 {
                    supply[less] -= 1;
                    rank += self.count(&supply);
                    supply[less] += 1;
                }
            }
        }
        rank
    }

    /// The arrangement at a place among all.
    fn arranged(&self, mut rank: u64) -> Position<B> {
        let (mut words, mut supply) = ([0u32; KINDS], Self::SUPPLY);
        for &square in &self.squares {
            words[self.next_kind(&mut rank, &mut supply)] |= 1 << square;
        }
        let [_, own_movers, own_pushers, movers, pushers, anchor] = words;
        Position::assume(Pieces {
            own: Side { pushers: own_pushers, movers: own_movers },
            opp: Side { pushers: pushers | anchor, movers },
            anchor,
        })
    }

    #[inline]
    fn next_kind(&self, rank: &mut u64, supply: &mut Supply) -> Kind {
        for kind in 0..KINDS {
            if supply[kind] == 0 {
                continue;
            }
            supply[kind] -= 1;
            let count = self.count(supply);
            if *rank < count {
                return kind;
            }
            supply[kind] += 1;
            *rank -= count;
        }
        FREE
    }

    /// Every origin, with the range of indexes of its positions.
    fn all_origins(&self) -> Vec<Origin> {
        let mut origins = Vec::new();
        let mut begin = 0;
        for anchor in 0..self.squares.len() / 2 {
            for places in self.axes(anchor) {
                for kinds in beside(places.len()) {
                    let Some(supply) = without(Self::SUPPLY, &kinds) else { continue };
                    let end = begin + self.count(&supply);
                    origins.push(Origin { places: places.clone(), kinds, begin, end });
                    begin = end;
                }
            }
        }
        origins
    }

    /// The places that show how the anchor came to its square: those beside it in its rank and, if these do not show
    /// it, those in its file too. Each list is in reading order, with the anchor in the middle.
    fn axes(&self, anchor: usize) -> Vec<Vec<usize>> {
        let files = B::LAYOUT.files();
        let square = self.squares[anchor];
        let place = |square: Option<usize>| self.squares.iter().position(|&other| Some(other) == square);
        let file = square % files;
        let left = place(square.checked_sub(1).filter(|_| file > 0));
        let right = place(Some(square + 1).filter(|_| file + 1 < files));
        let (above, below) = (place(Some(square + files)), place(square.checked_sub(files)));
        let mut axes = Vec::new();
        if let (Some(left), Some(right)) = (left, right) {
            axes.push(vec![left, anchor, right]);
        }
        if let (Some(above), Some(below)) = (above, below) {
            axes.push(match (left, right) {
                (Some(left), Some(right)) => vec![above, left, anchor, right, below],
                _ => vec![above, anchor, below],
            });
        }
        axes
    }
}

/// The number of arrangements of a supply.
fn multinomial(supply: &Supply) -> u64 {
    let mut squares = 0;
    let mut ways = 1u128;
    for &count in supply {
        for placed in 1..=count as u128 {
            squares += 1;
            ways = ways * squares / placed;
        }
    }
    ways as u64
}

/// The supply without some things; `None` if it does not have them.
fn without(mut supply: Supply, kinds: &[Kind]) -> Option<Supply> {
    for &kind in kinds {
        supply[kind] = supply[kind].checked_sub(1)?;
    }
    Some(supply)
}

/// What can be beside an anchor that came from one side: a free square there, and a piece on the other side. With five
/// places, the outer two show this and the inner two (one on each side) do not: both of these are free or both hold a
/// piece.
fn beside(places: usize) -> Vec<Vec<Kind>> {
    let pieces = 1..ANCHORED;
    let ends = || (FREE..ANCHORED).flat_map(|first| (FREE..ANCHORED).map(move |last| (first, last)));
    let differ = |&(first, last): &(Kind, Kind)| (first == FREE) != (last == FREE);
    if places == 3 {
        return ends().filter(differ).map(|(first, last)| vec![first, ANCHORED, last]).collect();
    }
    let mut all: Vec<Vec<Kind>> = ends()
        .filter(differ)
        .flat_map(|(first, last)| {
            let pairs = pieces.clone().flat_map(|left| pieces.clone().map(move |right| (left, right)));
            let pairs = pairs.chain([(FREE, FREE)]);
            pairs.map(move |(left, right)| vec![first, left, ANCHORED, right, last])
        })
        .collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::super::board::{PushFight, Standard};
    use super::super::notation::{parse, print};
    use super::*;

    #[test]
    fn the_published_board_has_the_known_number_of_positions() {
        let indexes = Indexes::<Standard>::new();
        assert_eq!(indexes.len(), 401_567_166_000);
        assert_eq!(indexes.minimized_len(), 86_208_131_520);
        let start = parse(".OX.....oxY....Oox.....OX.").unwrap();
        assert_eq!(indexes.index(start), Some(Index(194_131_815_839)));
        assert_eq!(indexes.position(Index(194_131_815_839)), Some(start));
        assert_eq!(indexes.position(Index(0)).map(print), Some("................ooOOOxxXXY".into()));
        assert_eq!(indexes.position(Index(401_567_166_000)), None);
    }

    /// Checks that every index of a small board belongs to one position, in the order of the text; and that of the
    /// positions that follow a push, each two that half a turn exchanges share one minimized index.
    fn are_numbered<B: Board>() {
        let indexes = Indexes::<B>::new();
        let mut met = vec![0u8; indexes.minimized_len() as usize];
        let mut previous = None;
        for index in (0..indexes.len()).map(Index) {
            let position = indexes.position(index).unwrap();
            assert_eq!(indexes.index(position), Some(index));
            assert!(previous < Some(indexes.kinds(position)));
            previous = Some(indexes.kinds(position));
            let minimized = indexes.minimized(position);
            assert_eq!(minimized.is_some(), position.follows_a_push(), "{position:?}");
            if let Some(minimized) = minimized {
                assert_eq!(indexes.minimized(position.rotated()), Some(minimized));
                met[minimized.0 as usize] += 1;
            }
        }
        assert!(met.iter().all(|&times| times == 2));
    }

    #[test]
    fn small_boards_are_numbered() {
        are_numbered::<PushFight<4, 3, 1, 1>>();
        are_numbered::<PushFight<4, 4, 2, 1>>();
        are_numbered::<PushFight<4, 5, 1, 1>>();
    }
}
