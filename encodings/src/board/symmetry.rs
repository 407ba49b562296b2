//! The symmetries of a grid as permutations of its squares.

use super::{Direction, Layout, Mask, Square};
use crate::word::Word;

/// Where each square's bit of the image comes from: image bit `i` is source bit `self.source(i)`.
///
/// # Examples
/// ```
/// use encodings::board::Permutation;
/// use encodings::word::Word;
///
/// let reversed = Permutation::new(4, |index| 3 - index).ok_or("a permutation")?;
/// assert_eq!(0b0010_u16.permute(&reversed), 0b0100);
/// assert!(Permutation::new(4, |_| 0).is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation(Vec<u16>);

impl Permutation {
    /// The permutation whose image bit `i` comes from `source(i)`, for `i` below `len`; `None` if that is not a
    /// permutation.
    pub fn new(len: usize, source: impl Fn(usize) -> usize) -> Option<Self> {
        let sources: Vec<u16> = (0..len).map(|index| source(index) as u16).collect();
        let mut seen = vec![false; len];
        for &index in &sources {
            let slot = seen.get_mut(usize::from(index))?;
            if std::mem::replace(slot, true) {
                return None;
            }
        }
        Some(Self(sources))
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no square.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The source of image bit `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Permutation::len`].
    pub fn source(&self, index: usize) -> usize {
        usize::from(self.0[index])
    }
}

/// One of the eight symmetries of the square: an optional reflection of the files, then of the ranks, then an
/// optional exchange of files and ranks (only if a board has as many files as ranks).
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Symmetry};
///
/// let layout = Grid::<8, 8>::LAYOUT;
/// let d3 = layout.parse("d3")?;
/// let turned = Symmetry::HALF_TURN.square(layout, d3);
/// assert_eq!(layout.name(turned).to_string(), "e6");
/// assert_eq!(Symmetry::of(Grid::<4, 8>::LAYOUT).count(), 4);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror_files: bool,
    mirror_ranks: bool,
    transpose: bool,
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Self = Self { mirror_files: false, mirror_ranks: false, transpose: false };
    /// Left and right change places: a1 and h1 of an 8x8 board.
    pub const MIRROR_FILES: Self = Self { mirror_files: true, ..Self::IDENTITY };
    /// The near and the far side change places: a1 and a8 of an 8x8 board.
    pub const MIRROR_RANKS: Self = Self { mirror_ranks: true, ..Self::IDENTITY };
    /// Half a turn of the board: a1 and h8 of an 8x8 board change places.
    pub const HALF_TURN: Self = Self { mirror_files: true, mirror_ranks: true, transpose: false };
    /// Files and ranks change places: a8 and h1 of an 8x8 board.
    pub const TRANSPOSE: Self = Self { transpose: true, ..Self::IDENTITY };

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Self {
                mirror_files: index & 1 != 0,
                mirror_ranks: index & 2 != 0,
                transpose: index & 4 != 0,
            };
            index += 1;
        }
        all
    };

    /// The name, such as `mirror-files` or `rotate-90`.
    pub const fn name(self) -> &'static str {
        match (self.mirror_files, self.mirror_ranks, self.transpose) {
            (false, false, false) => "identity",
            (true, false, false) => "mirror-files",
            (false, true, false) => "mirror-ranks",
            (true, true, false) => "rotate-180",
            (false, false, true) => "transpose",
            (true, false, true) => "rotate-90",
            (false, true, true) => "rotate-270",
            (true, true, true) => "anti-transpose",
        }
    }

    /// The symmetries besides the identity that map a board of this layout to itself: three, or seven for a square
    /// board.
    pub const fn besides_identity(layout: Layout) -> &'static [Self] {
        const ALL: &[Symmetry] = &Symmetry::ALL;
        let count = if layout.files() == layout.ranks() { 8 } else { 4 };
        ALL.split_at(count).0.split_at(1).1
    }

    /// The symmetries that map a board of this layout to itself.
    pub fn of(layout: Layout) -> impl Iterator<Item = Self> {
        let square = layout.files() == layout.ranks();
        Self::ALL.into_iter().filter(move |symmetry| square || !symmetry.transpose)
    }

    /// This symmetry and then another one, as a single one.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // An exchange of files and ranks turns a later reflection of the one into one of the other.
        let (files, ranks) = if self.transpose {
            (next.mirror_ranks, next.mirror_files)
        } else {
            (next.mirror_files, next.mirror_ranks)
        };
        Self {
            mirror_files: self.mirror_files ^ files,
            mirror_ranks: self.mirror_ranks ^ ranks,
            transpose: self.transpose ^ next.transpose,
        }
    }

    /// All symmetries that these make of each other: the identity, these, and what else follows from them.
    ///
    /// # Examples
    /// ```
    /// use encodings::board::Symmetry;
    ///
    /// let group = Symmetry::group(&[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS]);
    /// assert_eq!(group.len(), 4);
    /// assert_eq!(group[3], Symmetry::HALF_TURN);
    /// ```
    pub fn group(generators: &[Self]) -> Vec<Self> {
        let mut group = vec![Self::IDENTITY];
        group.extend(generators);
        let mut next = 1;
        while let Some(&symmetry) = group.get(next) {
            for product in generators.iter().map(|&generator| symmetry.then(generator)) {
                if !group.contains(&product) {
                    group.push(product);
                }
            }
            next += 1;
        }
        group
    }

    /// One square of each class of symmetric squares, the first in their order.
    ///
    /// ```
    /// use encodings::board::{Layout, Symmetry};
    /// let four = Layout::new(4, 4).expect("a board");
    /// let first = four.all().filter(|square| Symmetry::representatives(four).contains(square.index()));
    /// assert_eq!(first.map(|square| four.name(square).to_string()).collect::<Vec<_>>(), ["a1", "b1", "b2"]);
    /// ```
    pub fn representatives(layout: Layout) -> Mask {
        let is_first =
            |&square: &Square| Self::of(layout).all(|symmetry| square <= symmetry.square(layout, square));
        layout.all().filter(is_first).fold(Mask::EMPTY, |mask, square| mask.with(square.index()))
    }

    /// The square that a square of a board of this layout is carried to.
    ///
    /// The square stays where it is if the symmetry does not map the board to itself.
    #[must_use]
    pub fn square(self, layout: Layout, square: Square) -> Square {
        let (mut file, mut rank) = layout.coordinates(square);
        if self.mirror_files {
            file = layout.files() - 1 - file;
        }
        if self.mirror_ranks {
            rank = layout.ranks() - 1 - rank;
        }
        if self.transpose {
            std::mem::swap(&mut file, &mut rank);
        }
        layout.at(file, rank).unwrap_or(square)
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let (mut files, mut ranks) = direction.delta();
        if self.mirror_files {
            files = -files;
        }
        if self.mirror_ranks {
            ranks = -ranks;
        }
        if self.transpose {
            std::mem::swap(&mut files, &mut ranks);
        }
        Direction::ALL.into_iter().find(|image| image.delta() == (files, ranks)).unwrap_or(direction)
    }

    /// The image of a word as [`Word::image`] has it, by shifts of whole ranks and files: the quickest way for machine words.
    /// The sizes are constants where this is inlined, so that straight-line code remains.
    #[inline(always)]
    pub(crate) fn image_by_shifts<W: Word>(self, layout: Layout, word: W) -> W {
        let (files, ranks) = (layout.files(), layout.ranks());
        if self.transpose && files != ranks {
            return word;
        }
        let nothing = word.constant(&Mask::EMPTY);
        let mut image = word;
        if self.mirror_ranks {
            let first = word.constant(&Mask::first(files));
            let moved = |rank| (image.down(rank * files) & first).up((ranks - 1 - rank) * files);
            image = (0..ranks).fold(nothing, |found, rank| found | moved(rank));
        }
        if self.mirror_files {
            let first = (0..ranks).fold(nothing, |found, rank| found | word.unit(rank * files));
            let moved = |file| (image.down(file) & first).up(files - 1 - file);
            image = (0..files).fold(nothing, |found, file| found | moved(file));
        }
        if self.transpose {
            image = Self::TRANSPOSE.permutation(layout).map_or(image, |exchanged| image.permute(&exchanged));
        }
        image
    }

    /// The permutation of the squares of a board of this layout; `None` if the symmetry does not map it to itself.
    pub fn permutation(self, layout: Layout) -> Option<Permutation> {
        if self.transpose && layout.files() != layout.ranks() {
            return None;
        }
        Permutation::new(layout.squares(), |index| {
            let (mut file, mut rank) = (index % layout.files(), index / layout.files());
            if self.transpose {
                std::mem::swap(&mut file, &mut rank);
            }
            if self.mirror_files {
                file = layout.files() - 1 - file;
            }
            if self.mirror_ranks {
                rank = layout.ranks() - 1 - rank;
            }
            rank * layout.files() + file
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_distinct_permutations_form_a_group() {
        let layout = Layout::new(4, 4).unwrap();
        let all: Vec<_> = Symmetry::of(layout).map(|s| s.permutation(layout).unwrap()).collect();
        assert_eq!(all.len(), 8);
        for a in &all {
            for b in &all {
                let product = Permutation::new(16, |index| a.source(b.source(index))).unwrap();
                assert_eq!(all.iter().filter(|&c| *c == product).count(), 1);
            }
        }
    }

    #[test]
    fn images_by_shifts_are_those_of_the_permutation() {
        for (files, ranks) in [(1, 1), (4, 4), (3, 5), (8, 8), (19, 2)] {
            let layout = Layout::new(files, ranks).unwrap();
            for symmetry in Symmetry::ALL {
                let permutation = symmetry.permutation(layout);
                for square in layout.all() {
                    let word = 1u64 << square.index();
                    let image = 1u64 << symmetry.square(layout, square).index();
                    let expected = permutation.as_ref().map_or(word, |found| word.permute(found));
                    assert_eq!(word.image(symmetry, layout), expected, "{symmetry:?} {layout}");
                    assert!(permutation.is_none() || expected == image);
                }
            }
        }
    }

    #[test]
    fn two_symmetries_in_turn_are_one_symmetry() {
        let layout = Layout::new(4, 4).unwrap();
        for one in Symmetry::ALL {
            for other in Symmetry::ALL {
                for square in layout.all() {
                    let both = other.square(layout, one.square(layout, square));
                    assert_eq!(one.then(other).square(layout, square), both, "{one:?} {other:?}");
                }
            }
        }
        let quarter = Symmetry::MIRROR_FILES.then(Symmetry::TRANSPOSE);
        assert_eq!(Symmetry::group(&[quarter]).len(), 4);
        assert_eq!(Symmetry::group(&[]), [Symmetry::IDENTITY]);
        assert_eq!(Symmetry::group(Symmetry::besides_identity(layout)), Symmetry::ALL);
    }

    #[test]
    fn boards_that_are_not_square_have_four_symmetries() {
        let layout = Layout::new(4, 8).unwrap();
        assert_eq!(Symmetry::of(layout).count(), 4);
        assert!(Symmetry::ALL[4].permutation(layout).is_none());
    }
}
