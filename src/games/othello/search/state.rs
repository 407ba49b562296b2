//! A position with the colour of its mover.

use encodings::othello::position::{Player, Position};
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;

/// The discs as the mover sees them, and the colour of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<const SIDE: usize> {
    /// The discs as the mover sees them.
    pub position: Position<SIDE>,
    /// The colour of the mover.
    pub mover: Player,
}

impl<const SIDE: usize> State<SIDE> {
    /// The start of the game, Black to move.
    pub fn start() -> Self {
        Self { position: Position::start(), mover: Player::Black }
    }

    /// The discs of Black and those of White.
    pub fn colours(self) -> (u64, u64) {
        let Discs { own, opp } = self.position.discs();
        if self.mover == Player::Black { (own, opp) } else { (opp, own) }
    }

    /// The number of discs.
    pub fn discs(self) -> u32 {
        self.position.discs().occupied().count_ones()
    }
}

/// The result of a move, after a pass that is due has been made.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The discs as the player to move next sees them.
    pub discs: Discs<u64>,
    /// Whether the opponent had to pass, so that it is the same player's turn again.
    pub passed: bool,
}

/// The outcome of each legal move, with the square's bit, lowest square first.
#[inline(always)]
pub fn outcomes<const SIDE: usize>(discs: Discs<u64>) -> impl Iterator<Item = (u64, Outcome)> {
    bits(Othello::<SIDE>::legal(discs)).map(move |placed| {
        let next = Othello::<SIDE>::apply(discs, OneHot::assume(placed));
        let passed = must_pass::<SIDE>(next);
        (placed, Outcome { discs: if passed { next.passed() } else { next }, passed })
    })
}

/// Whether the mover has no move while the opponent has one.
#[inline(always)]
pub(super) fn must_pass<const SIDE: usize>(discs: Discs<u64>) -> bool {
    Othello::<SIDE>::legal(discs) == 0 && Othello::<SIDE>::legal(discs.passed()) != 0
}

/// The set bits of a word, each as a word, lowest first.
#[inline(always)]
pub fn bits(word: u64) -> impl Iterator<Item = u64> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
