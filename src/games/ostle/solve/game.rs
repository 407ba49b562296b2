//! Ostle for the engine: numbers of positions and moves, moves and un-moves.
//!
//! A move has a number within its position: four numbers for each own piece in the order of the squares (up, down,
//! left, right), then four for the hole. The numbers refer to the position that represents the class. So the symmetry
//! that maps a position to its representative is applied to each move as well. Positions that a symmetry keeps are rare
//! and handled separately: there, all images of a move are arrivals, each once (`arrivals`).

use super::ranking::{RankedPosition, Ranking};
use super::signature::Signatures;
use super::subsets::{close_gaps, open_gaps};
use super::symmetry::Which;
use certamen_retro::states::game::{
    Arrival, Departure, Destination, Forbidden, Game, Group, LayerShape, MoveList, Place,
};
use certamen_retro::states::{MoveIndex, MoveSet};
use encodings::board::{Grid, Square};
use encodings::ostle::position::{Heading, Move, MoveOutcome, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::variant::Variant;
use std::fmt;

/// A reading of rule 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As printed: no position may equal the position two plies before.
    #[default]
    Literal,
    /// As in the published program: at most one move is forbidden. It leads to the same class, up to symmetry, as the
    /// position two plies before.
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

/// The name of a layer: the numbers of pieces, the mover's first.
pub fn layer_name(own: u32, opp: u32) -> String {
    format!("{own}v{opp}")
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
    /// The game of a variant on a board of this size.
    pub fn new(variant: Variant, rule: Rule) -> Self {
        let ranking = Ranking::new(variant);
        let shape = |(own, opp, size)| LayerShape { name: layer_name(own, opp), size };
        let layers = ranking.layers().map(shape).collect();
        let groups = groups(&ranking);
        let signatures = Signatures::new(ranking.images());
        Self { variant, rule, ranking, signatures, layers, groups }
    }

    /// The subject that tables of this game carry. This does not number any position.
    pub fn subject_of(variant: Variant, rule: Rule) -> String {
        format!("ostle {variant}, rule 8 {rule}")
    }

    /// The names of the layers. This does not number any position.
    pub fn layer_names(variant: Variant) -> Vec<String> {
        let counts = variant.lose_at() + 1..=variant.pieces();
        counts.clone().flat_map(|own| counts.clone().map(move |opp| layer_name(own, opp))).collect()
    }

    /// The board, the pieces, and the number of pieces with which a side has lost.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The reading of rule 8.
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

    /// The number of a move of a position, after the symmetry `which` has mapped the position to its representative.
    #[inline(always)]
    pub(super) fn index(&self, ranked: &RankedPosition, which: Which, hole: u32, played: Move) -> MoveIndex {
        let images = self.ranking.images();
        let heading = images.heading(which, played.heading) as u32;
        let before = if 1 << played.square.index() == hole {
            ranked.own.count_ones()
        } else {
            (ranked.own & (images.bit(which, played.square) - 1)).count_ones()
        };
        MoveIndex::new((4 * before + heading) as u8)
    }

    /// The place of a position, and the number of one of its moves.
    pub fn locate(&self, position: Position<SIDE>, played: Move) -> (Place, MoveIndex) {
        let ranked = self.ranking.rank(position.pieces());
        (ranked.place, self.index(&ranked, ranked.which, position.pieces().hole, played))
    }

    /// The numbers of the images of a move, under the symmetries that keep its position. The position has to be a
    /// representative.
    pub(super) fn images_of(&self, pieces: Pieces<u32>, played: Move) -> Vec<MoveIndex> {
        let ranked = self.ranking.rank(pieces);
        self.ranking.keeping(pieces).map(|which| self.index(&ranked, which, pieces.hole, played)).collect()
    }

    /// The move with this number, in a representative position.
    #[inline]
    pub fn play(pieces: Pieces<u32>, index: MoveIndex) -> Move {
        let (piece, heading) = (u32::from(index.get() / 4), usize::from(index.get() % 4));
        let own = (0..piece).fold(pieces.own, |own, _| own & own.wrapping_sub(1));
        let from = if own == 0 { pieces.hole } else { own };
        Move { square: Square::of_bit(from), heading: Heading::ALL[heading] }
    }

    /// The legal moves of a representative position.
    #[inline]
    pub(super) fn legal(pieces: Pieces<u32>) -> MoveSet {
        let own = pieces.own.count_ones();
        let hole = |heading: Heading| {
            let moves = Ostle::<SIDE>::legal(pieces, heading.direction()) & pieces.hole != 0;
            MoveSet::of_bits(u32::from(moves) << (4 * own + heading as u32))
        };
        every_heading(hole) | MoveSet::first(4 * own)
    }

    /// The moves of a representative position that push a piece of `side`, one of the two sides, off the board or into
    /// the hole.
    #[inline(always)]
    fn removing(pieces: Pieces<u32>, side: u32) -> MoveSet {
        every_heading(|heading| {
            let falls = side & Ostle::<SIDE>::ledge(pieces.hole, heading.direction());
            let moved = falls & pieces.own | Ostle::<SIDE>::pushers(pieces, falls, heading.direction());
            // A bit for each own piece, then four bits for each.
            let places = close_gaps(moved, Grid::<SIDE, SIDE>::complement(pieces.own));
            MoveSet::of_bits(open_gaps(places, !(0x0111_1111 << heading as u32)))
        })
    }

    /// The result of a move of a representative position.
    pub(super) fn departure(&self, pieces: Pieces<u32>, by: MoveIndex) -> Departure {
        let position = Position::<SIDE>::trusted(pieces);
        let played = Self::play(pieces, by);
        let to = match position.play(played, self.variant.lose_at()) {
            MoveOutcome::Won => Destination::Won,
            MoveOutcome::Lost => Destination::Lost,
            MoveOutcome::Position(next) => {
                let ranked = self.ranking.rank(next.pieces());
                let index = |back| self.index(&ranked, ranked.which, next.pieces().hole, back);
                Destination::Position { place: ranked.place, way_back: position.way_back(played).map(index) }
            }
        };
        Departure { by, to }
    }

    /// One of the eight images of the representative of a place.
    pub(super) fn image(&self, at: Place, which: Which) -> Position<SIDE> {
        let pieces = self.ranking.unrank(at).0;
        let word = |word| self.ranking.images().word(which, word);
        Position::trusted(Pieces { own: word(pieces.own), opp: word(pieces.opp), hole: word(pieces.hole) })
    }
}

/// The moves in all directions. Written out, so that directions are constants to the compiler.
#[inline(always)]
fn every_heading(moves: impl Fn(Heading) -> MoveSet) -> MoveSet {
    moves(Heading::Up) | moves(Heading::Down) | moves(Heading::Left) | moves(Heading::Right)
}

/// Groups of layers with the same two numbers of pieces. A move that removes nothing leads from one layer of a group to
/// the other.
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
        // After a piece of either side has fallen, the opponent is to move.
        below: places(&[(opp - 1, own), (opp, own - 1), (own - 1, opp), (own, opp - 1)]),
    };
    of_more.map(group).collect()
}

impl<const SIDE: usize> Game for OstleGame<SIDE> {
    fn subject(&self) -> String {
        Self::subject_of(self.variant, self.rule)
    }

    fn layers(&self) -> &[LayerShape] {
        &self.layers
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn opening(&self, at: Place) -> MoveList {
        let (pieces, _) = self.ranking.unrank(at);
        let last = self.variant.lose_at() + 1;
        let lost_by = |count, side| if count == last { Self::removing(pieces, side) } else { MoveSet::EMPTY };
        MoveList {
            legal: Self::legal(pieces),
            won: lost_by(pieces.opp.count_ones(), pieces.opp),
            lost: lost_by(pieces.own.count_ones(), pieces.own),
        }
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
