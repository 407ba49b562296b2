//! Ostle as the engine sees it: numbers for positions and moves, moves forwards and backwards.
//!
//! A move has a number within its position: four for each own piece in the order of the squares (up, down, left, right),
//! then four for the hole. A number is that of the position which stands for the class, so that each move is carried
//! there by the symmetry that carries its position. Positions that a symmetry keeps are rare and treated apart: there,
//! all images of a move are arrivals, and each once (`arrivals`).

use super::ranking::{Ranked, Ranking};
use super::states::Signatures;
use super::symmetry::Which;
use certamen_retro::engine::game::{
    Arrival, Departure, Destination, Forbidden, Game, Group, LayerShape, Opening, Place,
};
use certamen_retro::engine::{MoveIndex, MoveSet};
use encodings::board::Square;
use encodings::ostle::position::{Heading, Move, Next, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::variant::Variant;
use std::fmt;

/// How rule 8 is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As printed: no position may equal the one two plies before.
    #[default]
    Literal,
    /// As the published program has it: one move that leads to the class, up to symmetry, of the position two plies
    /// before is forbidden, if there is any.
    Paper,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Literal => "literal",
            Self::Paper => "paper",
        })
    }
}

/// Ostle with all its positions numbered.
#[derive(Clone, Debug)]
pub struct OstleGame<const SIDE: usize> {
    variant: Variant,
    rule: Rule,
    ranking: Ranking<SIDE>,
    signatures: Signatures,
    layers: Vec<LayerShape>,
    groups: Vec<Group>,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The game of a variant on this board.
    pub fn new(variant: Variant, rule: Rule) -> Self {
        let ranking = Ranking::new(variant);
        let shape = |(own, opp, size)| LayerShape { name: format!("{own}v{opp}"), size };
        let layers = ranking.layers().map(shape).collect();
        let groups = groups(&ranking);
        let signatures = Signatures::new(ranking.images());
        Self { variant, rule, ranking, signatures, layers, groups }
    }

    /// The board, the pieces, and when the game is lost.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How rule 8 is read.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The numbering of positions.
    pub fn ranking(&self) -> &Ranking<SIDE> {
        &self.ranking
    }

    pub(super) fn signatures(&self) -> &Signatures {
        &self.signatures
    }

    /// The number of a move of a position that was carried to the one that stands for it.
    #[inline(always)]
    pub(super) fn index(&self, ranked: &Ranked, which: Which, hole: u32, played: Move) -> MoveIndex {
        let images = self.ranking.images();
        let heading = images.heading(which, played.heading) as u32;
        let before = if 1 << played.square.index() == hole {
            ranked.own.count_ones()
        } else {
            (ranked.own & (images.bit(which, played.square) - 1)).count_ones()
        };
        MoveIndex::new((4 * before + heading) as u8)
    }

    /// The place of a position and the number of one of its moves.
    pub fn locate(&self, position: Position<SIDE>, played: Move) -> (Place, MoveIndex) {
        let ranked = self.ranking.rank(position.pieces());
        (ranked.place, self.index(&ranked, ranked.which, position.pieces().hole, played))
    }

    /// The numbers of the images of a move under the symmetries that keep its position, which is one that stands for
    /// its class.
    pub(super) fn images_of(&self, pieces: Pieces<u32>, played: Move) -> Vec<MoveIndex> {
        let ranked = self.ranking.rank(pieces);
        self.ranking.keeping(pieces).map(|which| self.index(&ranked, which, pieces.hole, played)).collect()
    }

    /// The move with a number in the position that stands for a place.
    #[inline]
    pub fn play(pieces: Pieces<u32>, index: MoveIndex) -> Move {
        let (piece, heading) = (u32::from(index.get() / 4), usize::from(index.get() % 4));
        let own = (0..piece).fold(pieces.own, |own, _| own & own.wrapping_sub(1));
        let from = if own == 0 { pieces.hole } else { own };
        Move { square: Square::of_bit(from), heading: Heading::ALL[heading] }
    }

    /// The moves of the position that stands for a place.
    pub(super) fn legal(pieces: Pieces<u32>) -> MoveSet {
        let own = pieces.own.count_ones();
        let mut legal = MoveSet::first(4 * own);
        for heading in Heading::ALL {
            if Ostle::<SIDE>::legal(pieces, heading.direction()) & pieces.hole != 0 {
                legal.insert(MoveIndex::new((4 * own) as u8 + heading as u8));
            }
        }
        legal
    }

    /// What a move of the position that stands for a place leads to.
    pub(super) fn departure(&self, pieces: Pieces<u32>, by: MoveIndex) -> Departure {
        let position = Position::<SIDE>::trusted(pieces);
        let played = Self::play(pieces, by);
        let to = match position.play(played, self.variant.lose_at()) {
            Next::Won => Destination::Won,
            Next::Lost => Destination::Lost,
            Next::Position(next) => {
                let ranked = self.ranking.rank(next.pieces());
                let index = |back| self.index(&ranked, ranked.which, next.pieces().hole, back);
                Destination::Position { place: ranked.place, way_back: position.way_back(played).map(index) }
            }
        };
        Departure { by, to }
    }

    /// One of the eight images of the position that stands for a place.
    pub(super) fn image(&self, at: Place, which: Which) -> Position<SIDE> {
        let pieces = self.ranking.unrank(at).0;
        let word = |word| self.ranking.images().word(which, word);
        Position::trusted(Pieces { own: word(pieces.own), opp: word(pieces.opp), hole: word(pieces.hole) })
    }
}

/// Layers with the same two numbers of pieces: moves that remove nothing lead from one to the other.
fn groups<const SIDE: usize>(ranking: &Ranking<SIDE>) -> Vec<Group> {
    let layers: Vec<(u32, u32)> = ranking.layers().map(|(own, opp, _)| (own, opp)).collect();
    let places = |wanted: &[(u32, u32)]| {
        let is_wanted = |&(_, layer): &(usize, &(u32, u32))| wanted.contains(layer);
        layers.iter().enumerate().filter(is_wanted).map(|(place, _)| place as u8).collect::<Vec<u8>>()
    };
    let of_more = layers.iter().filter(|(own, opp)| own >= opp);
    let group = |&(own, opp): &(u32, u32)| Group {
        name: format!("{own}v{opp}"),
        layers: places(&[(own, opp), (opp, own)]),
        // The opponent is to move after a piece of either side has fallen.
        below: places(&[(opp - 1, own), (opp, own - 1), (own - 1, opp), (own, opp - 1)]),
    };
    of_more.map(group).collect()
}

impl<const SIDE: usize> Game for OstleGame<SIDE> {
    fn subject(&self) -> String {
        format!("ostle {}, rule 8 {}", self.variant, self.rule)
    }

    fn layers(&self) -> &[LayerShape] {
        &self.layers
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn opening(&self, at: Place) -> Opening {
        let (pieces, _) = self.ranking.unrank(at);
        let own = pieces.own.count_ones();
        let mut opening = Opening { legal: Self::legal(pieces), won: MoveSet::EMPTY, lost: MoveSet::EMPTY };
        let last = self.variant.lose_at() + 1;
        if own == last || pieces.opp.count_ones() == last {
            let position = Position::<SIDE>::trusted(pieces);
            for index in MoveSet::first(4 * own) {
                match position.play(Self::play(pieces, index), self.variant.lose_at()) {
                    Next::Won => opening.won.insert(index),
                    Next::Lost => opening.lost.insert(index),
                    Next::Position(_) => {}
                }
            }
        }
        opening
    }

    #[inline]
    fn arrivals(&self, to: Place, forbidden: Forbidden, from: u64, found: &mut Vec<Arrival>) {
        self.arrive(to, forbidden, from, found);
    }

    fn departures(&self, from: Place, found: &mut Vec<Departure>) {
        let (pieces, _) = self.ranking.unrank(from);
        found.extend(Self::legal(pieces).into_iter().map(|by| self.departure(pieces, by)));
    }

    fn forbids(&self, from: Place, to: Destination, reply: MoveIndex) -> bool {
        match (to, self.rule) {
            (Destination::Won | Destination::Lost, _) => false,
            (Destination::Position { way_back, .. }, Rule::Literal) => way_back == Some(reply),
            (Destination::Position { place, .. }, Rule::Paper) => {
                let (pieces, _) = self.ranking.unrank(place);
                Self::target(pieces, reply).is_some_and(|after| self.ranking.rank(after).place == from)
            }
        }
    }
}
