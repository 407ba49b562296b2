//! The game as a transition system: any number of moves from the start.
//!
//! The state is the position as the player to move sees it, and whether that player is Black. The input `move` is one
//! word. If it is one legal move, that move is played, and a pass that is then due is made in the same step. Otherwise
//! the position stays. So a state is reachable if and only if a game reaches it with a legal move for the player to
//! move, or with the game over. After `n` moves it has `n + 4` discs.

use super::rules::{Discs, Othello};
use crate::board::{Grid, Layout, Mask};
use crate::transition::{StateWord, Transition};
use crate::word::{OneHot, Word};

/// A position of the game that is being played.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::play::Play;
/// use encodings::transition::{CircuitTransition, Transition};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// let play = Play::state::<_, 4>(&mut system);
/// system.bad(!play.legal.any());
/// assert_eq!(system.finish().states.len(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Play<W: Word> {
    /// The position as the player to move sees it.
    pub discs: Discs<W>,
    /// The legal moves.
    pub legal: W,
    /// Whether Black is to move.
    pub black: W::Bit,
}

impl<W: Word> Play<W> {
    /// States one move of the game, and returns the position before it.
    pub fn state<T: Transition<Word = W>, const SIDE: usize>(system: &mut T) -> Self {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let Discs { own: start, opp: other } = Othello::<SIDE>::START;
        let own = system.state("own", layout, &start);
        let opp = system.state("opp", layout, &other);
        let black = system.state("black", Layout::BIT, &Mask::first(1));
        let chosen = system.input("move", layout);
        let discs = Discs { own: own.word, opp: opp.word };
        let legal = Othello::<SIDE>::legal(discs);
        let is_legal = chosen.is_one_hot() & chosen.equals(chosen & legal);
        let after = Othello::<SIDE>::apply(discs, OneHot::assume(chosen));
        let passes = Othello::<SIDE>::must_pass(after);
        // The board changes hands, and back again if a pass is due.
        let next = |state: &StateWord<W>, moved: W, passed: W| {
            W::select(is_legal, W::select(passes, passed, moved), state.word)
        };
        system.next(&own, next(&own, after.own, after.opp));
        system.next(&opp, next(&opp, after.opp, after.own));
        let other_colour = black.word ^ black.word.constant(&Mask::first(1));
        system.next(&black, next(&black, other_colour, black.word));
        Self { discs, legal, black: black.word.bit(0) }
    }
}

impl<const SIDE: usize> Othello<SIDE> {
    /// Whether the player to move has no legal move while the other player has one.
    fn must_pass<W: Word>(discs: Discs<W>) -> W::Bit {
        !Self::legal(discs).any() & Self::legal(discs.passed()).any()
    }
}
