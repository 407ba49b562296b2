//! Every operator of words, truth values and numbers, listed once.

use encodings::board::{Layout, Mask, Permutation};
use encodings::word::{Bit, Count, Word};

/// The result of an operator.
#[derive(Clone, Copy)]
pub(crate) enum Outcome<W: Word> {
    Word(W),
    Bit(W::Bit),
}

/// Every operator of words, truth values and numbers.
pub(crate) fn operators<W: Word>(layout: Layout, [x, y, z]: [W; 3]) -> Vec<(&'static str, Outcome<W>)> {
    use Outcome::{Bit, Word};
    let squares = layout.squares();
    let count = x.popcount();
    let turned =
        Permutation::new(squares, |index| (index * (squares - 1) + 2) % squares).expect("a permutation");
    let [a, b, c] = [x.bit(0), y.bit(squares - 1), z.bit(squares / 2)];
    let spread = x.closure(3, |word| word | word.up(1) & y);
    vec![
        ("and", Word(x & y)),
        ("or", Word(x | y)),
        ("xor", Word(x ^ y)),
        ("constant", Word(x.constant(&Mask::first(7)))),
        ("up 1", Word(x.up(1))),
        ("up 9", Word(x.up(9))),
        ("up all but one", Word(x.up(squares - 1))),
        ("up all", Word(x.up(squares))),
        ("down 1", Word(x.down(1))),
        ("down 7", Word(x.down(7))),
        ("down all but one", Word(x.down(squares - 1))),
        ("down all", Word(x.down(squares))),
        ("select", Word(W::select(a, y, z))),
        ("permute", Word(x.permute(&turned))),
        ("closure", Word(spread.value)),
        ("settled", Bit(spread.settled)),
        ("bit", Bit(a)),
        ("any", Bit(x.any())),
        ("equals", Bit(x.equals(y))),
        ("lex_le", Bit(x.lex_le(y))),
        ("is_one_hot", Bit(x.is_one_hot())),
        ("at_least 0", Bit(count.at_least(0))),
        ("at_least 1", Bit(count.at_least(1))),
        ("at_least half", Bit(count.at_least(squares as u32 / 2))),
        ("at_least all", Bit(count.at_least(squares as u32))),
        ("at_least more", Bit(count.at_least(squares as u32 + 1))),
        ("at_least far more", Bit(count.at_least(4 * squares as u32))),
        ("is 1", Bit(count.is(1))),
        ("less_than", Bit(count.less_than(y.popcount()))),
        ("and of bits", Bit(a & b)),
        ("or of bits", Bit(a | b)),
        ("xor of bits", Bit(a ^ b)),
        ("not", Bit(!a)),
        ("select of bits", Bit(a.select(b, c))),
    ]
}
