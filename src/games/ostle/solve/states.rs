//! The states of a position that some move leads to, listed by the move that is forbidden there.
//!
//! Idea: under the rule as printed, each un-move determines the move that takes the last move back, if there is one.
//! Under the publication's reading, the forbidden move leads back to the class from which the position was reached. To
//! find it, each position before is compared with each position after. First a signature is compared, which is the same
//! for all images of a position. Only if two signatures are equal, the classes themselves are compared.
//!
//! Cost of the publication's reading: about 22 un-moves and 22 moves, nine loads from 6 KB for the signature of each,
//! and the ranking of a few.

use super::game::{OstleGame, Rule};
use super::ranking::RankedPosition;
use super::symmetry::Images;
use certamen_retro::states::{MoveIndex, MoveSet, Place};
use encodings::ostle::position::Position;
use encodings::ostle::rules::Pieces;

/// A set of states of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// The forbidden moves, one for each state.
    forbidden: MoveSet,
    /// Whether the set includes the state in which nothing is forbidden.
    free: bool,
}

impl States {
    fn insert(&mut self, forbidden: Option<MoveIndex>) {
        match forbidden {
            Some(index) => self.forbidden.insert(index),
            None => self.free = true,
        }
    }

    /// Whether the set includes the state in which this move is forbidden.
    pub fn forbid(self, index: MoveIndex) -> bool {
        self.forbidden.contains(index)
    }

    /// The number of states.
    pub fn count(self) -> u32 {
        self.forbidden.count() + u32::from(self.free)
    }

    /// The forbidden moves of the states. The state without a forbidden move comes first, as `None`.
    pub fn iter(self) -> impl Iterator<Item = Option<MoveIndex>> {
        let free = self.free.then_some(None);
        free.into_iter().chain(self.forbidden.into_iter().map(Some))
    }
}

/// A number that is the same for all images of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature(u32);

impl Signature {
    /// One of 1024 bits, as the index of a machine word and a mask.
    #[inline(always)]
    fn bit(self) -> (usize, u64) {
        ((self.0 >> 28) as usize, 1 << (self.0 >> 22 & 63))
    }
}

/// The weights of signatures. A signature counts the pieces of each side in each orbit of squares. Among the positions
/// one move away from a position, few have the same signature.
#[derive(Clone, Debug)]
pub(super) struct Signatures {
    /// For each third of the word and its bits, the sum of the weights of its squares.
    weights: [[u32; 1 << Self::THIRD]; 3],
}

impl Signatures {
    /// The number of bits in a third of a word of 25 squares.
    const THIRD: u32 = 9;

    pub(super) fn new<const SIDE: usize>(images: &Images<SIDE>) -> Self {
        let weigh = |square: u32| {
            if square >= (SIDE * SIDE) as u32 {
                return 0;
            }
            // The orbit of a square is named by the least square in it. The constants are those of SplitMix64; any
            // other mixing function would do.
            let orbit = (0..8).map(|which| images.word(which, 1 << square).trailing_zeros()).min();
            let mixed = u64::from(orbit.unwrap_or_default() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as u32 | 1
        };
        let sum = |third: u32, bits: u32| {
            let squares = (0..Self::THIRD).filter(|bit| bits >> bit & 1 == 1);
            squares.fold(0u32, |sum, bit| sum.wrapping_add(weigh(third * Self::THIRD + bit)))
        };
        let weights = std::array::from_fn(|third| std::array::from_fn(|bits| sum(third as u32, bits as u32)));
        Self { weights }
    }

    #[inline(always)]
    fn word(&self, word: u32) -> u32 {
        let third = |third: usize| {
            self.weights[third][(word >> (third as u32 * Self::THIRD)) as usize & ((1 << Self::THIRD) - 1)]
        };
        third(0).wrapping_add(third(1)).wrapping_add(third(2))
    }

    /// The signature of a position. The two sides and the hole have different weights.
    #[inline(always)]
    pub(super) fn of(&self, pieces: Pieces<u32>) -> Signature {
        let (own, opp) = (self.word(pieces.own), self.word(pieces.opp));
        let sides = own.wrapping_mul(0x2545_f491).wrapping_add(opp.wrapping_mul(0x9e37_79b1));
        Signature(sides ^ self.word(pieces.hole).rotate_left(16))
    }
}

/// The moves of a position that remove nothing, and the positions after them.
struct Replies {
    moves: [(MoveIndex, Signature, Pieces<u32>); 31],
    length: usize,
    /// One bit for each signature. If a bit is not set, no move leads to a position with that signature.
    seen: [u64; 16],
}

impl Replies {
    fn new() -> Self {
        let none = Pieces { own: 0, opp: 0, hole: 0 };
        Self { moves: [(MoveIndex::NONE, Signature(0), none); 31], length: 0, seen: [0; 16] }
    }

    #[inline(always)]
    fn push(&mut self, index: MoveIndex, signature: Signature, after: Pieces<u32>) {
        self.moves[self.length] = (index, signature, after);
        self.length += 1;
        let (word, bit) = signature.bit();
        self.seen[word] |= bit;
    }

    #[inline(always)]
    fn with(&self, signature: Signature) -> impl Iterator<Item = (MoveIndex, Pieces<u32>)> {
        let (word, bit) = signature.bit();
        let moves = if self.seen[word] & bit != 0 { &self.moves[..self.length] } else { &[] };
        moves.iter().filter(move |reply| reply.1 == signature).map(|&(index, _, after)| (index, after))
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The states of a position that some move leads to, each once up to symmetry.
    pub fn states(&self, at: Place) -> States {
        let (pieces, symmetric) = self.ranking().unrank(at);
        match self.rule() {
            Rule::Literal => self
                .states_literal(pieces, RankedPosition { place: at, which: 0, own: pieces.own, symmetric }),
            Rule::Paper => self.states_paper(pieces),
        }
    }

    fn states_literal(&self, pieces: Pieces<u32>, ranked: RankedPosition) -> States {
        let mut states = States::default();
        self.unmoves(pieces, u64::MAX, |unmove| {
            states.insert(unmove.way_back.and_then(|back| {
                if ranked.symmetric {
                    // One of the images represents all.
                    self.images_of(pieces, back).into_iter().min()
                } else {
                    Some(self.index(&ranked, 0, pieces.hole, back))
                }
            }));
        });
        states
    }

    /// If several moves lead to the class from which the position was reached, any of them could be named, because they
    /// have the same value. The one with the least number is chosen.
    fn states_paper(&self, pieces: Pieces<u32>) -> States {
        let (signatures, size) = (self.signatures(), pieces.occupied().count_ones());
        let mut replies = Replies::new();
        for index in Self::legal(pieces) {
            let after = Position::<SIDE>::trusted(pieces).after(Self::play(pieces, index));
            if after.occupied().count_ones() == size {
                replies.push(index, signatures.of(after), after);
            }
        }
        let mut states = States::default();
        self.unmoves(pieces, u64::MAX, |unmove| {
            let before = unmove.before;
            let place = |pieces| self.ranking().rank(pieces).place;
            let mut alike = replies.with(signatures.of(before));
            let undoing = alike.find(|&(_, after)| after == before || place(after) == place(before));
            states.insert(undoing.map(|(index, _)| index));
        });
        states
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::ostle::position::MoveOutcome;
    use encodings::ostle::variant::Variant;
    use std::collections::BTreeSet;

    /// The states by definition: compares the classes of all positions before and after, without signatures.
    fn defined<const SIDE: usize>(game: &OstleGame<SIDE>, at: Place) -> BTreeSet<Option<MoveIndex>> {
        let (pieces, _) = game.ranking().unrank(at);
        let position = Position::<SIDE>::trusted(pieces);
        let place = |pieces| game.ranking().rank(pieces).place;
        let mut replies = Vec::new();
        for played in position.moves() {
            if let MoveOutcome::Position(next) = position.play(played, game.variant().lose_at()) {
                replies.push((place(next.pieces()), game.locate(position, played).1));
            }
        }
        replies.sort_unstable_by_key(|reply| reply.1);
        let mut states = BTreeSet::new();
        game.unmoves(pieces, u64::MAX, |unmove| {
            states.insert(match game.rule() {
                Rule::Literal => {
                    unmove.way_back.and_then(|back| game.images_of(pieces, back).into_iter().min())
                }
                Rule::Paper => {
                    let source = place(unmove.before);
                    replies.iter().find(|reply| reply.0 == source).map(|reply| reply.1)
                }
            });
        });
        states
    }

    fn check<const SIDE: usize>(variant: Variant, step: usize) {
        for rule in [Rule::Literal, Rule::Paper] {
            let game = OstleGame::<SIDE>::new(variant, rule);
            let (mut count, mut named) = (0, 0);
            for (layer, (.., size)) in game.ranking().layers().enumerate() {
                for rank in (0..size).step_by(step) {
                    let at = Place { layer: layer as u8, rank };
                    let (states, defined) = (game.states(at), defined(&game, at));
                    count += 1;
                    named += states.iter().flatten().count();
                    assert_eq!(states.count() as usize, defined.len(), "{rule} {at:?}");
                    // If a symmetry keeps the position, a move and its image stand for the same state.
                    if !game.ranking().unrank(at).1 {
                        assert_eq!(states.iter().collect::<BTreeSet<_>>(), defined, "{rule} {at:?}");
                    }
                }
            }
            assert!(named > count, "most positions have forbidden moves");
        }
    }

    #[test]
    fn states_are_those_of_the_definition() {
        check::<3>(Variant::new(3, 2, 0).unwrap(), 1);
        check::<4>(Variant::new(4, 2, 1).unwrap(), 1);
        check::<4>(Variant::new(4, 2, 0).unwrap(), 7);
        check::<5>(Variant::PUBLISHED, 99_991);
    }
}
