//! Push Fight as questions see it: pushes without a move are a family of words, and whole turns are chosen by their
//! parts.
//!
//! A turn is up to two moves and a push: too many to be the bits of a few words. So a statement chooses the squares of
//! its parts. A move that is left out ends on its first square.
//!
//! Whether a player has a turn at all is stated as in [`stuck`]: exactly on small boards, and by short turns on the
//! published one, where the list of all positions without a short turn shows that none of them has a longer turn.
//!
//! Games are not stated: the players choose where their pieces start.
//!
//! ```
//! use encodings::push_fight::{Standard, notation};
//! use encodings::rules::{Boards, Rules};
//!
//! let rules = Standard::default();
//! assert_eq!((rules.squares().len(), rules.parts_of_turn().len()), (26, 6));
//! let position = notation::parse::<Standard>(".OX.....oxY....Oox.....OX.")?;
//! let pushes = rules.moves(position.pieces());
//! assert_eq!(pushes.total(), 3);
//! # Ok::<(), notation::NotationError>(())
//! ```

use super::board::{Board, PushFight};
use super::rules::{self, Move, Pieces, Push, Side, TurnWords};
use super::stuck;
use crate::board::{Direction, Mask};
use crate::rules::{DerivedWord, Family, Origin, Outcome, Rules, Step, StepKind, TurnPlayed};
use crate::word::{Count, OneHot, Word};

/// The squares that a solver chooses for a turn.
const PARTS: [&str; 6] = ["first-from", "first-to", "second-from", "second-to", "push-from", "push-to"];

const SHOWN: [DerivedWord; 3] = [
    DerivedWord::word("own", "the pieces of the player to move"),
    DerivedWord::word("opp", "the pieces of the other player"),
    DerivedWord::word(
        "winning",
        "the pushers that can push a piece of the other player off the board without a move before",
    ),
];

/// Whether a player has lost a piece.
fn lacks_one<B: Board, W: Word>(side: Side<W>) -> W::Bit {
    !side.all().popcount().is((B::PUSHERS + B::MOVERS) as u32)
}

/// Steps are pushes without a move before; turns are chosen by their parts.
impl<const FILES: usize, const RANKS: usize, const PUSHERS: usize, const MOVERS: usize> Rules
    for PushFight<FILES, RANKS, PUSHERS, MOVERS>
{
    /// One of many starts: each player's pieces on the first squares of the own half, the pushers first. Nobody has
    /// pushed, so there is no anchor.
    fn start(&self) -> Pieces<Mask> {
        let layout = Self::LAYOUT;
        let is_own = |index: &usize| 2 * (index % layout.files()) < layout.files();
        let place = |half: Vec<usize>| {
            let mask = |indices: &[usize]| indices.iter().fold(Mask::EMPTY, |mask, &index| mask.with(index));
            let (pushers, others) = half.split_at(Self::PUSHERS.min(half.len()));
            Side { pushers: mask(pushers), movers: mask(&others[..Self::MOVERS.min(others.len())]) }
        };
        let (own, opp) = Self::SQUARES.indices().partition(is_own);
        Pieces { own: place(own), opp: place(opp), anchor: Mask::EMPTY }
    }

    /// The pushes that are legal without a move before.
    fn moves<W: Word>(&self, board: Pieces<W>) -> Family<W> {
        let able = |direction| rules::able::<Self, W>(board, direction);
        Family::new()
            .with(StepKind::leaving("up", Direction::North), able(Direction::North))
            .with(StepKind::leaving("down", Direction::South), able(Direction::South))
            .with(StepKind::leaving("left", Direction::West), able(Direction::West))
            .with(StepKind::leaving("right", Direction::East), able(Direction::East))
    }

    fn play<W: Word>(&self, board: Pieces<W>, step: Step<W>) -> Pieces<W> {
        let direction = match step.kind().origin() {
            Origin::Leaving(direction) => direction,
            Origin::From(path) => path.direction(),
            Origin::Placed => return board,
        };
        rules::pushed_along::<Self, W>(board, step.at(), direction).next
    }

    fn outcome<W: Word>(&self, board: Pieces<W>) -> Outcome<W::Bit> {
        Outcome::lost_if(lacks_one::<Self, W>(board.own)).or_won_if(lacks_one::<Self, W>(board.opp))
    }

    fn is_stuck<W: Word>(&self, board: Pieces<W>, _pushes: &Family<W>) -> W::Bit {
        !stuck::can_turn::<Self, W>(board)
    }

    fn derived_words(&self) -> &'static [DerivedWord] {
        &SHOWN
    }

    fn word<W: Word>(&self, name: &str, board: Pieces<W>) -> Option<W> {
        match name {
            "own" => Some(board.own.all()),
            "opp" => Some(board.opp.all()),
            "winning" => {
                let able = |direction| rules::able_to_win::<Self, W>(board, direction);
                let along_files = able(Direction::North) | able(Direction::South);
                let all = along_files | able(Direction::East) | able(Direction::West);
                // After a piece has fallen nobody pushes any more.
                Some(W::select(self.outcome(board).over(), all.without(all), all))
            }
            _ => None,
        }
    }

    fn parts_of_turn(&self) -> &'static [&'static str] {
        &PARTS
    }

    /// The turn comes from the square of its pusher before the push, and goes to its square after it.
    fn play_turn<W: Word>(&self, board: Pieces<W>, parts: &[OneHot<W>]) -> Option<TurnPlayed<W, Pieces<W>>> {
        let &[first_from, first_to, second_from, second_to, from, to] = parts else { return None };
        let first = Move { from: first_from, to: first_to };
        let second = Move { from: second_from, to: second_to };
        let turn = TurnWords { moves: [first, second], push: Push { from, to } };
        let pushed = rules::apply::<Self, W>(board, turn);
        Some(TurnPlayed { legal: pushed.legal, from: from.word(), to: to.word(), after: pushed.next })
    }
}
