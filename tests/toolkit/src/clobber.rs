//! Clobber on 4x3 squares: a piece captures a piece of the other player beside it; a player who cannot has lost. It has
//! no naive twin.

use certamen::prelude::*;

board! {
    /// The pieces of the player to move, and those of the other player.
    pub struct Pieces { own, opp }
}

pub struct Clobber;

type Board = Grid<4, 3>;

const WAYS: [StepKind; 4] = [
    StepKind::from("north", Direction::North),
    StepKind::from("east", Direction::East),
    StepKind::from("south", Direction::South),
    StepKind::from("west", Direction::West),
];
const DIRECTIONS: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

impl Boards for Clobber {
    board!(Pieces on Board as u16);

    fn name(&self) -> &str {
        "clobber"
    }

    fn well_formed<W: Word>(&self, Pieces { own, opp }: Pieces<W>) -> W::Bit {
        !(own & opp).any()
    }
}

impl Rules for Clobber {
    fn start(&self) -> Pieces<Mask> {
        let dark = (0..12).filter(|square| (square % 4 + square / 4) % 2 == 0);
        let own = dark.fold(Mask::EMPTY, Mask::with);
        Pieces { own, opp: Mask::first(12).without(&own) }
    }

    fn moves<W: Word>(&self, Pieces { own, opp }: Pieces<W>) -> Family<W> {
        let ways = WAYS.into_iter().zip(DIRECTIONS);
        ways.fold(Family::new(), |family, (way, direction)| {
            family.with(way, Board::shift(own, direction) & opp)
        })
    }

    fn play<W: Word>(&self, Pieces { own, opp }: Pieces<W>, step: Step<W>) -> Pieces<W> {
        Pieces { own: opp.without(step.to()), opp: own ^ step.from() | step.to() }
    }

    fn outcome<W: Word>(&self, Pieces { own, .. }: Pieces<W>) -> Outcome<W::Bit> {
        Outcome::open(own.any())
    }
}
