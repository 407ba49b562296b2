//! Positions with an anchor as dense numbers up to half a turn of the board, made and read fast.
//!
//! Half a turn exchanges the two halves of the squares, so that of a position and its image exactly one has its anchor
//! in the first half. The *number* is that one's place among all such positions, in the order: the square of the
//! anchor; which of the other squares are occupied; which of these pieces are pushers; which are the player's own.
//! There are half as many numbers as [indexes](super::index), and every number has a position.
//!
//! Idea: words are first packed to the squares of the board without the anchor's. The rank of the occupied squares is
//! the sum of two table entries, one for each half of the word. Pushers and own pieces are compressed to the occupied
//! squares by a table for each six squares, and a last table has the rank of the two words of pieces. For the image,
//! tables of reversed words are used, so that no board is turned. All tables that small boards need fit in the caches
//! of a core.
//!
//! Cost: about 15 ns for the number of a position, and 40 ns for the position of a number.
//!
//! Source: ranks of combinations by halves of a word are folklore of perfect hashing in chess tables; the compression is
//! the operation PEXT of x86, by table.

use super::board::Board;
use super::position::Position;
use super::rules::{Pieces, Side};
use crate::word::bits;
use std::marker::PhantomData;

/// The bits of a word that one look-up compresses.
const CHUNK: usize = 6;

/// The place of a position among those with the anchor in the first half of the squares. Below [`Numbers::len`].
///
/// # Examples
/// ```
/// use encodings::push_fight::{PushFight, number::{Number, Numbers}};
///
/// let numbers = Numbers::<PushFight<4, 4, 2, 1>>::new();
/// let position = numbers.position(Number(7)).ok_or("a position")?;
/// assert_eq!(numbers.number(position), Some(Number(7)));
/// assert_eq!(numbers.number(position.rotated()), Some(Number(7)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(pub u64);

/// The numbers of a board's positions.
///
/// # Examples
/// ```
/// use encodings::push_fight::{PushFight, Standard, number::Numbers};
///
/// assert_eq!(Numbers::<PushFight<5, 4, 3, 2>>::new().len(), 75_675_600 / 2);
/// assert_eq!(Numbers::<Standard>::new().len(), 401_567_166_000 / 2);
/// ```
#[derive(Clone, Debug)]
pub struct Numbers<B> {
    tables: Tables,
    board: PhantomData<B>,
}

/// The tables of a board.
#[derive(Clone, Debug)]
struct Tables {
    /// The ranks of occupied squares: of the word itself, and of the word reversed.
    ranks: [Ranks; 2],
    /// The words of the lower half by their number of bits, in order.
    lower: Vec<Vec<u32>>,
    /// A word of pieces itself, and reversed.
    orders: [Vec<u16>; 2],
    /// For each word of pushers, the start of its row in `kinds`.
    rows: Vec<u32>,
    /// For each word of pushers (by row) and of own pieces: the rank of both.
    kinds: Vec<u16>,
    /// The words of pushers and of own pieces in the order of their ranks.
    words: Vec<(u16, u16)>,
    /// The number of ways to occupy squares beside the anchor's.
    occupations: u64,
}

/// The ranks of words with a given number of bits: the sum of an entry for the lower bits and one for the upper bits.
#[derive(Clone, Debug)]
struct Ranks {
    split: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ranks {
    #[inline(always)]
    fn rank(&self, word: u32) -> u64 {
        let low = word & ((1 << self.split) - 1);
        u64::from(self.low[low as usize]) + u64::from(self.high[(word >> self.split) as usize])
    }
}

/// For each chunk of a mask and of a word: the bits of the word at the bits of the mask, packed.
static COMPRESSED: [u8; 1 << (2 * CHUNK)] = {
    let mut table = [0; 1 << (2 * CHUNK)];
    let mut at = 0;
    while at < table.len() {
        let (mask, word) = (at >> CHUNK, at & ((1 << CHUNK) - 1));
        let (mut bit, mut packed) = (0, 0);
        while bit < CHUNK {
            if mask >> bit & 1 == 1 {
                table[at] |= ((word >> bit & 1) << packed) as u8;
                packed += 1;
            }
            bit += 1;
        }
        at += 1;
    }
    table
};

/// The number of bits of a chunk.
static COUNTS: [u8; 1 << CHUNK] = {
    let mut table = [0; 1 << CHUNK];
    let mut at = 0;
    while at < table.len() {
        table[at] = at.count_ones() as u8;
        at += 1;
    }
    table
};

impl Tables {
    /// Those of a board with `others` squares beside the anchor's, and with these pieces for each player.
    fn new(others: usize, pushers: usize, movers: usize) -> Self {
        let pieces = 2 * (pushers + movers) - 1;
        let lower_bits = others / 2;
        let upper_bits = others - lower_bits;
        let (low, high) = ranks(lower_bits, upper_bits, pieces);
        let reversed = Ranks {
            split: upper_bits as u32,
            low: (0..1 << upper_bits).map(|word| high[reverse(word, upper_bits)]).collect(),
            high: (0..1 << lower_bits).map(|word| low[reverse(word, lower_bits)]).collect(),
        };
        let mut lower = vec![Vec::new(); lower_bits + 1];
        for word in 0..1u32 << lower_bits {
            lower[word.count_ones() as usize].push(word);
        }
        let all = || 0..1u16 << pieces;
        let orders = [all().collect(), all().map(|word| reverse(word.into(), pieces) as u16).collect()];
        let mut tables = Self {
            ranks: [Ranks { split: lower_bits as u32, low, high }, reversed],
            lower,
            orders,
            rows: vec![0; 1 << pieces],
            kinds: Vec::new(),
            words: Vec::new(),
            occupations: binomial(others, pieces),
        };
        tables.fill_kinds(pieces, pushers, movers);
        tables
    }

    fn fill_kinds(&mut self, pieces: usize, pushers_of_one: usize, movers_of_one: usize) {
        let count = |word: u16| word.count_ones() as usize;
        let words = 1u16 << pieces;
        for pushers in (0..words).filter(|&word| count(word) == 2 * pushers_of_one - 1) {
            self.rows[usize::from(pushers)] = self.kinds.len() as u32;
            for own in 0..words {
                let is_one =
                    count(own) == pushers_of_one + movers_of_one && count(own & pushers) == pushers_of_one;
                self.kinds.push(self.words.len() as u16);
                if is_one {
                    self.words.push((pushers, own));
                }
            }
        }
    }
}

impl<B: Board> Default for Numbers<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Board> Numbers<B> {
    /// The number of squares.
    const SQUARES: usize = B::SQUARES.len();
    /// The number of squares and of pieces beside the anchor's.
    const OTHERS: usize = Self::SQUARES - 1;
    const PIECES: usize = B::PIECES - 1;
    /// The number of chunks of the other squares.
    const CHUNKS: usize = Self::OTHERS.div_ceil(CHUNK);
    /// The bits of a word that move down by the same number when the missing squares are left out: this number, and
    /// where they are then.
    const RUNS: [(u32, u32); 3] = {
        let mut runs = [(0, 0); 3];
        let (mut run, mut square, mut place) = (0, 0, 0);
        while square < B::LAYOUT.squares() {
            if B::SQUARES.contains(square) {
                let down = (square - place) as u32;
                if runs[run].1 != 0 && runs[run].0 != down {
                    run += 1;
                }
                runs[run] = (down, runs[run].1 | 1 << place);
                place += 1;
            }
            square += 1;
        }
        runs
    };

    /// Computes the tables.
    pub fn new() -> Self {
        Self { tables: Tables::new(Self::OTHERS, B::PUSHERS, B::MOVERS), board: PhantomData }
    }

    /// The number of numbers.
    pub fn len(&self) -> u64 {
        (Self::SQUARES / 2) as u64 * self.tables.occupations * self.kinds()
    }

    /// The number of ways to place pieces on occupied squares. Numbers go through these ways last.
    #[inline(always)]
    pub(super) fn kinds(&self) -> u64 {
        self.tables.words.len() as u64
    }

    /// Always false: every board has a position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position and of its image; `None` before the first push, when there is no anchor.
    #[inline]
    pub fn number(&self, position: Position<B>) -> Option<Number> {
        let pieces = position.pieces();
        (pieces.anchor != 0).then(|| self.of(&pieces))
    }

    /// The number of a position with an anchor, given by its pieces. The pieces are not checked.
    #[inline(always)]
    pub fn of(&self, pieces: &Pieces<u32>) -> Number {
        let anchor = Self::packed(pieces.anchor);
        let below = anchor.wrapping_sub(1);
        let others = |word: u32| {
            let word = Self::packed(word);
            word & below | word >> 1 & !below
        };
        let occupied = others(pieces.occupied());
        let [pushers, own] = Self::compressed(
            occupied,
            [others(pieces.own.pushers | pieces.opp.pushers), others(pieces.own.all())],
        );
        let place = anchor.trailing_zeros() as usize;
        let image = usize::from(place >= Self::SQUARES / 2);
        let place = if image == 1 { Self::SQUARES - 1 - place } else { place };
        let order = &self.tables.orders[image];
        let (pushers, own) = (order[pushers as usize], order[own as usize]);
        let kind = self.tables.kinds[self.tables.rows[usize::from(pushers)] as usize + usize::from(own)];
        let occupation = place as u64 * self.tables.occupations + self.tables.ranks[image].rank(occupied);
        Number(occupation * self.kinds() + u64::from(kind))
    }

    /// The position with this number, its anchor in the first half of the squares; `None` beyond the last one.
    #[inline]
    pub fn position(&self, number: Number) -> Option<Position<B>> {
        if number.0 >= self.len() {
            return None;
        }
        let kinds = self.kinds();
        let (occupation, kind) = (number.0 / kinds, number.0 % kinds);
        let (place, rank) =
            (occupation / self.tables.occupations, (occupation % self.tables.occupations) as u32);
        let Ranks { split, high, .. } = &self.tables.ranks[0];
        // Of equal entries the last one has words.
        let upper = high.partition_point(|&first| first <= rank) - 1;
        let count = Self::PIECES - (upper as u32).count_ones() as usize;
        let occupied = (upper as u32) << split | self.tables.lower[count][(rank - high[upper]) as usize];
        let (pushers, own) = self.tables.words[kind as usize];
        let anchor = 1u32 << place;
        let (mut all_pushers, mut all_own) = (0, 0);
        for (piece, square) in bits(occupied).enumerate() {
            all_pushers |= if pushers >> piece & 1 == 1 { square } else { 0 };
            all_own |= if own >> piece & 1 == 1 { square } else { 0 };
        }
        let below = anchor - 1;
        let word = |others: u32| Self::unpacked(others & below | (others & !below) << 1);
        let (occupied, pushers, own) = (word(occupied), word(all_pushers), word(all_own));
        let anchor = Self::unpacked(anchor);
        let side = |word: u32| Side { pushers: word & pushers, movers: word & !pushers };
        let opp = side(occupied & !own);
        let opp = Side { pushers: opp.pushers | anchor, ..opp };
        Some(Position::assume(Pieces { own: side(own), opp, anchor }))
    }

    /// A word without the missing squares.
    #[inline(always)]
    fn packed(word: u32) -> u32 {
        let [(first, one), (second, two), (third, three)] = Self::RUNS;
        word >> first & one | word >> second & two | word >> third & three
    }

    #[inline(always)]
    fn unpacked(word: u32) -> u32 {
        let [(first, one), (second, two), (third, three)] = Self::RUNS;
        (word & one) << first | (word & two) << second | (word & three) << third
    }

    /// The bits of two words at the bits of a mask, packed.
    #[inline(always)]
    fn compressed(mask: u32, words: [u32; 2]) -> [u32; 2] {
        let mut packed = [0; 2];
        let mut at = 0;
        for chunk in 0..Self::CHUNKS {
            let part = |word: u32| (word >> (CHUNK * chunk)) as usize & ((1 << CHUNK) - 1);
            let row = part(mask) << CHUNK;
            packed[0] |= u32::from(COMPRESSED[row | part(words[0])]) << at;
            packed[1] |= u32::from(COMPRESSED[row | part(words[1])]) << at;
            at += COUNTS[part(mask)];
        }
        packed
    }
}

/// The ranks, in numeric order, of the words with `count` bits on `lower` and `upper` bits: for the lower bits among
/// those with as many bits, and for the upper bits the first rank.
fn ranks(lower: usize, upper: usize, count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut met = vec![0; lower + 1];
    let low = (0..1u32 << lower).map(|word| {
        let met = &mut met[word.count_ones() as usize];
        *met += 1;
        *met - 1
    });
    let low = low.collect();
    let mut first = 0;
    let high = (0..1u32 << upper).map(|word| {
        let ways = count.checked_sub(word.count_ones() as usize).map_or(0, |rest| binomial(lower, rest));
        first += ways as u32;
        first - ways as u32
    });
    (low, high.collect())
}

/// A word of this number of bits, reversed.
fn reverse(word: u32, bits: usize) -> usize {
    (0..bits).filter(|bit| word >> bit & 1 == 1).map(|bit| 1 << (bits - 1 - bit)).sum()
}

fn binomial(all: usize, chosen: usize) -> u64 {
    if chosen > all {
        return 0;
    }
    (1..=chosen).fold(1, |ways, at| ways * (all + 1 - at) as u64 / at as u64)
}

#[cfg(test)]
mod tests {
    use super::super::board::{PushFight, Standard};
    use super::super::index::{Index, Indexes};
    use super::*;

    /// Checks that numbers and positions belong together, one number to each two positions that half a turn exchanges.
    fn are_numbered<B: Board>(step: usize) {
        let (numbers, indexes) = (Numbers::<B>::new(), Indexes::<B>::new());
        assert_eq!(2 * numbers.len(), indexes.len());
        for number in (0..numbers.len()).step_by(step).map(Number) {
            let position = numbers.position(number).unwrap();
            assert_eq!(Position::new(position.pieces()), Ok(position));
            assert_eq!(numbers.number(position), Some(number), "{position:?}");
            assert_eq!(numbers.number(position.rotated()), Some(number), "{position:?}");
        }
        assert_eq!(numbers.position(Number(numbers.len())), None);
        for index in (0..indexes.len()).step_by(step).map(Index) {
            let position = indexes.position(index).unwrap();
            let same = numbers.position(numbers.number(position).unwrap()).unwrap();
            assert!(same == position || same == position.rotated(), "{position:?}");
        }
    }

    #[test]
    fn every_position_of_a_small_board_has_a_number() {
        are_numbered::<PushFight<4, 3, 1, 1>>(1);
        are_numbered::<PushFight<4, 3, 1, 0>>(1);
        are_numbered::<PushFight<4, 4, 2, 1>>(1);
        are_numbered::<PushFight<4, 4, 3, 2>>(7);
        are_numbered::<PushFight<6, 3, 1, 2>>(97);
    }

    #[test]
    fn positions_of_larger_boards_have_numbers() {
        are_numbered::<PushFight<5, 4, 3, 2>>(4_001);
        are_numbered::<PushFight<6, 4, 3, 1>>(8_009);
        are_numbered::<PushFight<7, 4, 2, 2>>(8_009_003);
        are_numbered::<Standard>(40_000_000_003);
    }

    #[test]
    fn missing_squares_are_left_out() {
        fn check<B: Board>() {
            for (place, square) in B::SQUARES.indices().enumerate() {
                assert_eq!(Numbers::<B>::packed(1 << square), 1 << place);
                assert_eq!(Numbers::<B>::unpacked(1 << place), 1 << square);
            }
        }
        check::<PushFight<4, 3, 1, 1>>();
        check::<PushFight<4, 4, 2, 1>>();
        check::<PushFight<8, 3, 2, 1>>();
        check::<Standard>();
    }
}
