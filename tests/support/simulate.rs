//! The rules of Othello as a circuit, run on 64 positions at a time.

use super::lanes::Lanes;
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;

/// The rules of one board size as two circuits: one for positions, one for moves.
pub(crate) struct Simulator<const SIDE: usize> {
    position: Lanes,
    placed: Lanes,
}

/// The circuit's results for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) legal: u64,
    pub(crate) terminal: bool,
    pub(crate) well_formed: bool,
}

/// The circuit's results for a disc on an empty square; `next` has no meaning if that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) flips: u64,
    pub(crate) next: Discs<u64>,
}

impl<const SIDE: usize> Simulator<SIDE> {
    const SQUARES: usize = SIDE * SIDE;

    pub(crate) fn new() -> Self {
        let position = Lanes::of(Self::SQUARES, |[own, opp]| {
            let discs = Discs { own, opp };
            vec![
                Othello::<SIDE>::legal(discs).signals(),
                vec![Othello::<SIDE>::terminal(discs).signal()],
                vec![Othello::<SIDE>::well_formed(discs).signal()],
            ]
        });
        let placed = Lanes::of(Self::SQUARES, |[own, opp, placed]| {
            let (discs, placed) = (Discs { own, opp }, OneHot::assume(placed));
            let next = Othello::<SIDE>::apply(discs, placed);
            let flips = Othello::<SIDE>::flips(discs, placed);
            vec![flips.signals(), next.own.signals(), next.opp.signals()]
        });
        Self { position, placed }
    }

    /// Judges positions, in their order.
    pub(crate) fn judge(&self, positions: &[Discs<u64>]) -> Vec<Judged> {
        let words: Vec<[u64; 2]> = positions.iter().map(|discs| [discs.own, discs.opp]).collect();
        let judged = |[legal, terminal, well_formed]: [u64; 3]| Judged {
            legal,
            terminal: terminal == 1,
            well_formed: well_formed == 1,
        };
        self.position.run(&words).into_iter().map(judged).collect()
    }

    /// Places a disc on the square of the one bit, in each position.
    pub(crate) fn place(&self, moves: &[(Discs<u64>, u64)]) -> Vec<Placed> {
        let words: Vec<[u64; 3]> = moves.iter().map(|(discs, bit)| [discs.own, discs.opp, *bit]).collect();
        let placed = |[flips, own, opp]: [u64; 3]| Placed { flips, next: Discs { own, opp } };
        self.placed.run(&words).into_iter().map(placed).collect()
    }
}
