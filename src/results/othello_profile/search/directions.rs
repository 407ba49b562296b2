//! Something for each of the eight directions of lines.

use encodings::board::Direction;
use encodings::word::Word;

/// How many directions there are.
pub(super) const DIRECTIONS: usize = 8;

/// What holds for each direction. A loop's direction would not be a constant to the compiler.
#[inline(always)]
pub(super) fn each_direction<T>(of: impl Fn(Direction) -> T) -> [T; DIRECTIONS] {
    [
        of(Direction::North),
        of(Direction::NorthEast),
        of(Direction::East),
        of(Direction::SouthEast),
        of(Direction::South),
        of(Direction::SouthWest),
        of(Direction::West),
        of(Direction::NorthWest),
    ]
}

/// The squares that are in any of the words.
#[inline(always)]
pub(super) fn union<W: Word>(words: [W; DIRECTIONS]) -> W {
    let [first, rest @ ..] = words;
    rest.into_iter().fold(first, |union, word| union | word)
}
