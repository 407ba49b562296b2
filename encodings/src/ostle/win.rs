//! Whether the player to move wins within a number of plies, as one formula: rule 8 as it is printed.
//!
//! Idea: the solver chooses the winner's moves, each a square and two bits for the heading. Every reply is a copy of
//! the circuit with a constant square and heading, so that most of it folds away or is shared with other replies. A
//! reply by the piece of a square assumes that this piece is there, so that the hole is elsewhere and stays. The
//! winner's last move is not chosen but tested for ([`SparedPosition::wins_at_once`]): runs back from the opponent's pieces
//! in front of the hole or the edge must reach a piece of the winner.
//!
//! A ply removes at most one piece. So whether one fell is the parity of the squares that changed, which takes a few
//! gates. The number of pieces that each side can spare is counted once, at the beginning, and then updated.
//!
//! Rule 8 forbids a move that leads to the position two plies before: [`Pieces::same`] compares whole positions, for
//! the winner and in replies. The published program compares positions up to symmetry and forbids one of several moves;
//! that would take eight comparisons for every move of every list, and is not stated here.
//!
//! Cost: on 5x5 24,000 gates for three plies, and a hundred times as many for each two plies more.

use super::notation::print_move;
use super::position::{Heading, Move};
use super::rules::{Ostle, Pieces};
use super::variant::Variant;
use crate::board::{Grid, Mask};
use crate::statement::Statement;
use crate::word::{Bit, Count, OneHot, Word};

/// How many pieces a side can lose without losing the game: bit `k` says that it can lose more than `k`.
#[derive(Clone, Debug)]
struct Spare<B>(Vec<B>);

impl<B: Bit> Spare<B> {
    fn new<W: Word<Bit = B>>(side: W, variant: Variant) -> Self {
        let pieces = side.popcount();
        Self((variant.lose_at() + 2..=variant.pieces()).map(|least| pieces.at_least(least)).collect())
    }

    /// Whether the game is lost if one more piece falls.
    fn lost(&self, fell: B) -> B {
        self.0.first().map_or(fell, |&one| fell & !one)
    }

    /// The number after one more piece fell, or did not.
    fn after(&self, fell: B) -> Self {
        let next = |(k, &now): (usize, &B)| match self.0.get(k + 1) {
            Some(&more) => fell.select(more, now),
            None => now & !fell,
        };
        Self(self.0.iter().enumerate().map(next).collect())
    }
}

/// A position with the number of pieces that each side can spare.
///
/// # Examples
/// ```
/// use encodings::ostle::{rules::Pieces, variant::Variant, win::SparedPosition};
///
/// let variant = Variant::new(3, 2, 1)?;
/// // A piece on b1 beside one of the opponent on a1, at the edge.
/// let pieces = Pieces { own: 0b1_0000_0010_u32, opp: 0b0_0100_0001, hole: 1 << 4 };
/// assert!(SparedPosition::new(pieces, variant).wins_at_once::<3>());
/// # Ok::<(), encodings::ostle::variant::VariantError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparedPosition<W: Word> {
    pieces: Pieces<W>,
    own: Spare<W::Bit>,
    opp: Spare<W::Bit>,
}

/// A position after a move, seen by the other player, unless the game is over.
///
/// # Examples
/// ```
/// use encodings::board::{Direction, Grid};
/// use encodings::ostle::rules::{Ostle, Pieces};
/// use encodings::ostle::{variant::Variant, win::SparedPosition};
/// use encodings::word::OneHot;
///
/// let variant = Variant::new(3, 2, 1)?;
/// let pieces = Pieces { own: 0b1_0000_0010_u32, opp: 0b0_0100_0001, hole: 1 << 4 };
/// let b1 = OneHot::from_square(Grid::<3, 3>::LAYOUT.parse("b1")?, 0);
/// let successor = SparedPosition::new(pieces, variant).successor::<3>(Ostle::<3>::apply(pieces, b1, Direction::West));
/// assert!(successor.won && !successor.lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Successor<W: Word> {
    /// The position, as the player who did not move sees it.
    pub next: SparedPosition<W>,
    /// Whether the player who moved has won.
    pub won: W::Bit,
    /// Whether the player who moved has lost.
    pub lost: W::Bit,
}

impl<W: Word> SparedPosition<W> {
    /// A position of a game that goes on.
    pub fn new(pieces: Pieces<W>, variant: Variant) -> Self {
        Self { pieces, own: Spare::new(pieces.own, variant), opp: Spare::new(pieces.opp, variant) }
    }

    /// The result of a legal move, given the pieces after the move as the other player sees them.
    pub fn successor<const SIDE: usize>(&self, after: Pieces<W>) -> Successor<W> {
        let own_fell = parity::<W, SIDE>(self.pieces.own ^ after.opp);
        let opp_fell = parity::<W, SIDE>(self.pieces.opp ^ after.own);
        let next = Self { pieces: after, own: self.opp.after(opp_fell), opp: self.own.after(own_fell) };
        Successor { next, won: self.opp.lost(opp_fell), lost: self.own.lost(own_fell) }
    }

    /// Whether some move wins at once, by pushing away a piece that the opponent cannot spare.
    pub fn wins_at_once<const SIDE: usize>(&self) -> W::Bit {
        self.opp.lost(can_push_away::<W, SIDE>(self.pieces))
    }
}

/// Whether a word has an odd number of squares.
fn parity<W: Word, const SIDE: usize>(word: W) -> W::Bit {
    (1..SIDE * SIDE).fold(word.bit(0), |odd, index| odd ^ word.bit(index))
}

/// Whether a piece of the mover can push one of the opponent into the hole or off the board.
fn can_push_away<W: Word, const SIDE: usize>(pieces: Pieces<W>) -> W::Bit {
    let pushes = |heading: Heading| {
        let direction = heading.direction();
        let falls = pieces.opp & Ostle::<SIDE>::ledge(pieces.hole, direction);
        Ostle::<SIDE>::pushers(pieces, falls, direction)
    };
    let [first, others @ ..] = Heading::ALL.map(pushes);
    others.into_iter().fold(first, |all, pushes| all | pushes).any()
}

/// The winner's choices in a game, and the replies to them.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::circuit::Circuit;
/// use encodings::ostle::{rules::Pieces, variant::Variant, win::Win};
/// use encodings::statement::{CircuitStatement, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let [own, opp, hole] = ["own", "opp", "hole"].map(|name| statement.unknown(name, Grid::<3, 3>::LAYOUT));
/// let variant = Variant::new(3, 2, 1)?;
/// let wins = Win::<_, 3>::within(&mut statement, Pieces { own, opp, hole }, None, variant, 1);
/// statement.require(wins);
/// assert_eq!(statement.finish().words[3].name, "from");
/// # Ok::<(), encodings::ostle::variant::VariantError>(())
/// ```
#[derive(Debug)]
pub struct Win<'s, S: Statement, const SIDE: usize> {
    statement: &'s mut S,
}

impl<'s, S: Statement, const SIDE: usize> Win<'s, S, SIDE> {
    /// Whether the player to move wins within `plies` plies, by moves that the solver chooses in the statement.
    ///
    /// `before` is the position that rule 8 forbids to come next, as the opponent sees it; `None` forbids nothing. The
    /// result may be required, alone or in a conjunction, but its negation may not: the negation only says that the
    /// chosen moves are bad, not that no moves win.
    pub fn within(
        statement: &'s mut S,
        pieces: Pieces<S::Word>,
        before: Option<Pieces<S::Word>>,
        variant: Variant,
        plies: u32,
    ) -> <S::Word as Word>::Bit {
        Self { statement }.chosen(&SparedPosition::new(pieces, variant), before, plies, "")
    }

    /// Whether the move that the solver chooses wins. `path` names the replies so far.
    fn chosen(
        &mut self,
        at: &SparedPosition<S::Word>,
        before: Option<Pieces<S::Word>>,
        plies: u32,
        path: &str,
    ) -> <S::Word as Word>::Bit {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let full = Mask::first(layout.squares());
        let from = self.statement.unknown_one_hot(&format!("{}{path}", CHOICE[0]), layout, &full);
        let [is_vertical, is_ahead] =
            [1, 2].map(|bit| self.statement.unknown_bit(&format!("{}{path}", CHOICE[bit])));
        let headed = |heading: Heading| {
            let legal = (Ostle::<SIDE>::legal(at.pieces, heading.direction()) & from.word()).any();
            (legal, Ostle::<SIDE>::apply(at.pieces, from, heading.direction()))
        };
        let [up, down, left, right] = Heading::ALL.map(headed);
        let (legal, after) = choose(is_vertical, choose(is_ahead, up, down), choose(is_ahead, right, left));
        let allowed = before.map_or(legal, |before| legal & !after.same(before));
        let successor = at.successor::<SIDE>(after);
        if plies == 1 {
            return allowed & successor.won;
        }
        let refuted = self.all_replies_lose(&successor.next, at.pieces, plies - 1, path);
        allowed & (successor.won | !successor.lost & refuted)
    }

    /// Whether every reply loses within `plies` plies. `before` is the position that rule 8 forbids to come next.
    fn all_replies_lose(
        &mut self,
        at: &SparedPosition<S::Word>,
        before: Pieces<S::Word>,
        plies: u32,
        path: &str,
    ) -> <S::Word as Word>::Bit {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let hole = OneHot::assume(at.pieces.hole);
        let of_hole = Heading::ALL.map(|heading| {
            let direction = heading.direction();
            let can_go = (Ostle::<SIDE>::legal(at.pieces, direction) & hole.word()).any();
            let after = Ostle::<SIDE>::apply(at.pieces, hole, direction);
            !can_go | self.reply_loses(at, after, before, plies, &format!("{path}_hole{}", heading.letter()))
        });
        let [mut all, others @ ..] = of_hole;
        for loses in others {
            all = all & loses;
        }
        for square in layout.all() {
            let moved = OneHot::from_square(square, hole.word());
            let there = with_piece::<_, SIDE>(at.pieces, moved);
            for heading in Heading::ALL {
                let direction = heading.direction();
                let may_move = (Ostle::<SIDE>::legal(there, direction) & moved.word()).any();
                let after = Ostle::<SIDE>::apply(there, moved, direction);
                let path = format!("{path}_{}", print_move(Move { square, heading }, layout));
                let loses = self.reply_loses(at, after, before, plies, &path);
                all = all & (!at.pieces.own.bit(square.index()) | !may_move | loses);
            }
        }
        all
    }

    /// Whether a reply that leads to these pieces loses within `plies` plies, or is not allowed.
    fn reply_loses(
        &mut self,
        at: &SparedPosition<S::Word>,
        after: Pieces<S::Word>,
        before: Pieces<S::Word>,
        plies: u32,
        path: &str,
    ) -> <S::Word as Word>::Bit {
        let successor = at.successor::<SIDE>(after);
        let ends_well = after.same(before) | successor.lost;
        let wins = match plies {
            1 => return ends_well,
            2 => successor.next.wins_at_once::<SIDE>(),
            _ => self.chosen(&successor.next, Some(at.pieces), plies - 1, path),
        };
        ends_well | !successor.won & wins
    }
}

/// The names of the words of the winner's first move: the square, whether the move is vertical (up or down), and
/// whether it goes up or right (ahead).
pub const CHOICE: [&str; 3] = ["from", "vertical", "ahead"];

/// The heading that these two bits mean.
pub const fn heading(is_vertical: bool, is_ahead: bool) -> Heading {
    match (is_vertical, is_ahead) {
        (true, true) => Heading::Up,
        (true, false) => Heading::Down,
        (false, false) => Heading::Left,
        (false, true) => Heading::Right,
    }
}

/// The choice between two moves: whether the chosen one is legal, and what it leads to.
fn choose<W: Word>(
    first: W::Bit,
    one: (W::Bit, Pieces<W>),
    other: (W::Bit, Pieces<W>),
) -> (W::Bit, Pieces<W>) {
    let pieces = Pieces {
        own: W::select(first, one.1.own, other.1.own),
        opp: W::select(first, one.1.opp, other.1.opp),
        hole: W::select(first, one.1.hole, other.1.hole),
    };
    (first.select(one.0, other.0), pieces)
}

/// The same pieces, with a piece of the mover on this square.
fn with_piece<W: Word, const SIDE: usize>(pieces: Pieces<W>, square: OneHot<W>) -> Pieces<W> {
    let others = Grid::<SIDE, SIDE>::complement(square.word());
    Pieces { own: pieces.own | square.word(), opp: pieces.opp & others, hole: pieces.hole & others }
}
