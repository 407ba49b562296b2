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
use super::signature::Signature;
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
