//! The rules of Push Fight, written once over words.
//!
//! A position is the pieces of the player to move, those of the other player, and the anchor. The anchor is on the
//! pusher of the other player that pushed last (nowhere before the first push). A turn is up to two moves and one push.
//! A move takes one of the player's pieces to a free square, any number of steps along ranks and files over free
//! squares. A push takes a pusher one step onto an occupied square; the piece there and those behind it without a gap
//! go one step too. The anchored piece cannot be pushed, a rail stops a push, and no push may take one of the player's
//! own pieces off the board. A player who pushes a piece of the other player off the board wins; a player who cannot
//! push loses.
//!
//! Source: the README of the repository `maksverver/pushfight` ("Rules of the Game"), after B. Picotte's rules. Its
//! section on immediately losing positions says that a player may not push an own piece off the board.
//!
//! Bounds: a way over free squares visits each at most once, so the number of free squares is a bound for its steps. A
//! row of pushed pieces is at most as long as the board, less the pusher.

use super::board::{Board, DIRECTIONS};
use crate::board::{Direction, Mask};
use crate::word::{Bit, Count, OneHot, Word};

/// The pieces of one player.
///
/// # Examples
/// ```
/// use encodings::push_fight::Side;
///
/// let side = Side { pushers: 0b0011u32, movers: 0b0100 };
/// assert_eq!(side.all(), 0b0111);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side<W> {
    /// The square pieces, which push.
    pub pushers: W,
    /// The round pieces, which do not.
    pub movers: W,
}

/// A position as the player to move sees it.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Pieces, Side, Standard};
///
/// let own = Side { pushers: 0b0_1110u32 << 8, movers: 0b11 << 12 };
/// let opp = Side { pushers: own.pushers << 8, movers: own.movers << 8 };
/// let pieces = Pieces { own, opp, anchor: 1 << 17 };
/// assert_eq!(pieces.occupied().count_ones(), 10);
/// assert_eq!(pieces.free::<Standard>().count_ones(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces<W> {
    /// The pieces of the player to move.
    pub own: Side<W>,
    /// The pieces of the other player.
    pub opp: Side<W>,
    /// The pusher of the other player that has the anchor, or nothing before the first push.
    pub anchor: W,
}

impl<W: Word> Side<W> {
    /// All pieces of the player.
    #[inline(always)]
    pub fn all(self) -> W {
        self.pushers | self.movers
    }

    #[inline(always)]
    pub(super) fn map(self, change: impl Fn(W) -> W) -> Self {
        Self { pushers: change(self.pushers), movers: change(self.movers) }
    }
}

impl<W: Word> Pieces<W> {
    /// All pieces.
    #[inline(always)]
    pub fn occupied(self) -> W {
        self.own.all() | self.opp.all()
    }

    /// The free squares of the board.
    #[inline(always)]
    pub fn free<B: Board>(self) -> W {
        let occupied = self.occupied();
        (occupied | occupied.constant(&B::SQUARES)) ^ occupied
    }

    fn select(condition: W::Bit, then: Self, otherwise: Self) -> Self {
        let side = |then: Side<W>, otherwise: Side<W>| Side {
            pushers: W::select(condition, then.pushers, otherwise.pushers),
            movers: W::select(condition, then.movers, otherwise.movers),
        };
        Self {
            own: side(then.own, otherwise.own),
            opp: side(then.opp, otherwise.opp),
            anchor: W::select(condition, then.anchor, otherwise.anchor),
        }
    }
}

/// A move of a piece. A move that ends on its first square counts as no move.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, Pieces, PushFight, Side, rules};
/// use encodings::word::OneHot;
///
/// type Small = PushFight<4, 4, 2, 1>;
/// let own = Side { pushers: 1u32 << 5 | 1 << 6, movers: 1 << 1 };
/// let opp = Side { pushers: 1u32 << 9 | 1 << 8, movers: 1 << 10 };
/// let pieces = Pieces { own, opp, anchor: 1 << 8 };
/// let at = |name: &str| Small::LAYOUT.parse(name).map(|square| OneHot::from_square(square, 0));
/// let to_a2 = rules::Move { from: at("b2")?, to: at("a2")? };
/// assert!(rules::may_move::<Small, _>(pieces, to_a2));
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Move<W: Word> {
    /// The square of the piece.
    pub from: OneHot<W>,
    /// The square it goes to.
    pub to: OneHot<W>,
}

/// A push.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, Pieces, PushFight, Side, rules};
/// use encodings::word::OneHot;
///
/// type Small = PushFight<4, 4, 2, 1>;
/// let own = Side { pushers: 1u32 << 5 | 1 << 6, movers: 1 << 1 };
/// let opp = Side { pushers: 1u32 << 9 | 1 << 8, movers: 1 << 10 };
/// let pieces = Pieces { own, opp, anchor: 1 << 8 };
/// let at = |name: &str| Small::LAYOUT.parse(name).map(|square| OneHot::from_square(square, 0));
/// let up = rules::Push { from: at("c2")?, to: at("c3")? };
/// assert!(rules::pushed::<Small, _>(pieces, up).legal);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Push<W: Word> {
    /// The square of the pusher.
    pub from: OneHot<W>,
    /// The square beside it, on which it pushes.
    pub to: OneHot<W>,
}

/// A turn: two moves, each of which may be left out, and a push.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, Pieces, PushFight, Side, rules};
/// use encodings::word::OneHot;
///
/// type Small = PushFight<4, 4, 2, 1>;
/// let own = Side { pushers: 1u32 << 5 | 1 << 6, movers: 1 << 1 };
/// let opp = Side { pushers: 1u32 << 9 | 1 << 8, movers: 1 << 10 };
/// let pieces = Pieces { own, opp, anchor: 1 << 8 };
/// let at = |name: &str| Small::LAYOUT.parse(name).map(|square| OneHot::from_square(square, 0));
/// let stay = rules::Move { from: at("c2")?, to: at("c2")? };
/// let push = rules::Push { from: at("c2")?, to: at("c3")? };
/// let turn = rules::TurnWords { moves: [stay, stay], push };
/// assert!(rules::apply::<Small, _>(pieces, turn).legal);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TurnWords<W: Word> {
    /// The moves, in order.
    pub moves: [Move<W>; 2],
    /// The push.
    pub push: Push<W>,
}

/// The result of a push.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, Pieces, PushFight, Side, rules};
/// use encodings::word::OneHot;
///
/// type Small = PushFight<4, 4, 2, 1>;
/// let own = Side { pushers: 1u32 << 5 | 1 << 6, movers: 1 << 1 };
/// let opp = Side { pushers: 1u32 << 9 | 1 << 8, movers: 1 << 10 };
/// let pieces = Pieces { own, opp, anchor: 1 << 8 };
/// let at = |name: &str| Small::LAYOUT.parse(name).map(|square| OneHot::from_square(square, 0));
/// let pushed = rules::pushed_along::<Small, _>(pieces, at("c2")?, encodings::board::Direction::North);
/// assert!(pushed.legal && !pushed.wins);
/// assert_eq!(pushed.next.anchor, 1 << 10);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PushResult<W: Word> {
    /// Whether the push is legal. If not, the other fields have no meaning.
    pub legal: W::Bit,
    /// Whether a piece of the other player falls off the board, which ends the game.
    pub wins: W::Bit,
    /// The position after it, as the other player sees it.
    pub next: Pieces<W>,
}

/// The free squares that the piece on `from` can move to.
#[inline(always)]
pub fn reach<B: Board, W: Word>(pieces: Pieces<W>, from: OneHot<W>) -> W {
    let free = pieces.free::<B>();
    connected::<B, W>(from.word(), free) & free
}

/// `seed`, and the squares of `free` that can be reached from it over squares of `free`.
#[inline(always)]
pub fn connected<B: Board, W: Word>(seed: W, free: W) -> W {
    seed.closure(B::FREE, |reached| reached | free & B::beside(reached)).value
}

/// Whether a move is legal or left out.
pub fn may_move<B: Board, W: Word>(pieces: Pieces<W>, Move { from, to }: Move<W>) -> W::Bit {
    let stays = from.word().equals(to.word());
    let goes = (reach::<B, W>(pieces, from) & to.word()).any();
    (pieces.own.all() & from.word()).any() & (stays | goes)
}

/// The position after a legal move, still as the same player sees it.
#[inline(always)]
pub fn moved<W: Word>(pieces: Pieces<W>, Move { from, to }: Move<W>) -> Pieces<W> {
    let along = |kind: W| W::select((kind & from.word()).any(), kind ^ from.word() | to.word(), kind);
    Pieces { own: pieces.own.map(along), ..pieces }
}

/// The square of a pusher and those of the pieces in a row before it.
#[inline(always)]
fn row<B: Board, W: Word>(pieces: Pieces<W>, from: OneHot<W>, direction: Direction) -> W {
    let occupied = pieces.occupied();
    let longest = B::LAYOUT.files().max(B::LAYOUT.ranks()) - 1;
    from.word().closure(longest, |row| row | occupied & B::shift(row, direction)).value
}

/// Whether a pusher may push in a direction.
#[inline(always)]
pub fn may_push<B: Board, W: Word>(pieces: Pieces<W>, from: OneHot<W>, direction: Direction) -> W::Bit {
    let row = row::<B, W>(pieces, from, direction);
    let railed = row & row.constant(&B::railed(direction));
    let fallen = row & row.constant(&B::open(direction));
    (pieces.own.pushers & from.word()).any()
        & (B::shift(from.word(), direction) & pieces.occupied()).any()
        & !(row & pieces.anchor).any()
        & !railed.any()
        & !(fallen & pieces.own.all()).any()
}

/// The result of the push of a pusher in a direction.
#[inline(always)]
pub fn pushed_along<B: Board, W: Word>(
    pieces: Pieces<W>,
    from: OneHot<W>,
    direction: Direction,
) -> PushResult<W> {
    let row = row::<B, W>(pieces, from, direction);
    let fallen = row & row.constant(&B::open(direction));
    let legal = may_push::<B, W>(pieces, from, direction);
    let after = |kind: W| {
        let gone = kind & row;
        kind ^ gone | B::shift(gone ^ (gone & fallen), direction)
    };
    let next = Pieces {
        own: pieces.opp.map(after),
        opp: pieces.own.map(after),
        anchor: B::shift(from.word(), direction),
    };
    PushResult { legal, wins: (fallen & pieces.opp.all()).any(), next }
}

/// The result of a push.
pub fn pushed<B: Board, W: Word>(pieces: Pieces<W>, Push { from, to }: Push<W>) -> PushResult<W> {
    let [first, others @ ..] = DIRECTIONS.map(|direction| {
        let towards = (B::shift(from.word(), direction) & to.word()).any();
        let along = pushed_along::<B, W>(pieces, from, direction);
        (towards, PushResult { legal: along.legal & towards, ..along })
    });
    others.into_iter().fold(first.1, |found, (towards, along)| PushResult {
        legal: found.legal | along.legal,
        wins: towards.select(along.wins, found.wins),
        next: Pieces::select(towards, along.next, found.next),
    })
}

/// The result of a turn. It is legal if both moves and the push are.
pub fn apply<B: Board, W: Word>(pieces: Pieces<W>, turn: TurnWords<W>) -> PushResult<W> {
    let [first, second] = turn.moves;
    let between = moved(pieces, first);
    let pushed = pushed::<B, W>(moved(between, second), turn.push);
    let legal = pushed.legal & may_move::<B, W>(pieces, first) & may_move::<B, W>(between, second);
    PushResult { legal, ..pushed }
}

/// The pushers of the player to move that can push in a direction without a move.
///
/// It is computed from the far end: a piece can be pushed if it is not anchored and the square behind it is free, or
/// holds a piece that can be pushed, or is off the board while the piece is the other player's.
pub fn able<B: Board, W: Word>(pieces: Pieces<W>, direction: Direction) -> W {
    let behind = |word: W| B::shift(word, direction.opposite());
    let ends = behind(pieces.free::<B>()) | falling::<B, W>(pieces, direction);
    able_by_ends::<B, W>(pieces, direction, ends)
}

/// The pushers of the player to move that can push a piece of the other player off the board in a direction.
pub fn able_to_win<B: Board, W: Word>(pieces: Pieces<W>, direction: Direction) -> W {
    able_by_ends::<B, W>(pieces, direction, falling::<B, W>(pieces, direction))
}

pub(super) fn falling<B: Board, W: Word>(pieces: Pieces<W>, direction: Direction) -> W {
    pieces.opp.all() & pieces.anchor.constant(&B::open(direction))
}

fn able_by_ends<B: Board, W: Word>(pieces: Pieces<W>, direction: Direction, ends: W) -> W {
    let loose = pieces.occupied() ^ pieces.anchor;
    let pushable = backwards::<B, W>(loose & ends, loose, direction);
    pieces.own.pushers & B::shift(pushable, direction.opposite())
}

/// `seed` and the squares of `loose` from which a row over `loose` leads in a direction to a square of `seed`.
pub(super) fn backwards<B: Board, W: Word>(seed: W, loose: W, direction: Direction) -> W {
    let longest = B::LAYOUT.files().max(B::LAYOUT.ranks()) - 1;
    seed.closure(longest, |row| row | loose & B::shift(row, direction.opposite())).value
}

/// Whether any pusher can push without a move.
pub fn can_push<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let [north, east, south, west] = DIRECTIONS.map(|direction| able::<B, W>(pieces, direction));
    (north | east | south | west).any()
}

/// Whether any pusher can win by a push without a move.
pub fn can_win<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let [north, east, south, west] = DIRECTIONS.map(|direction| able_to_win::<B, W>(pieces, direction));
    (north | east | south | west).any()
}

/// Whether some push can have ended in this position: the anchored pusher has a piece on one side and, on the opposite
/// side, a free square from which it came. (The repository `maksverver/pushfight` calls such positions reachable.)
pub fn follows_a_push<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let free = pieces.free::<B>();
    let [north, east, south, west] = DIRECTIONS.map(|direction| {
        let behind = B::shift(pieces.anchor, direction.opposite());
        (B::shift(pieces.anchor, direction) & pieces.occupied()).any() & (behind & free).any()
    });
    north | east | south | west
}

/// Whether these are the pieces of the game, each on a square of its own, with the anchor on one of the other player's
/// pushers: true of every position after the first turn, and required by every query.
pub fn well_formed<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let Pieces { own, opp, anchor } = pieces;
    let nothing = anchor.constant(&Mask::EMPTY);
    let outside = pieces.occupied() | anchor.constant(&B::SQUARES);
    let shared = own.pushers & own.movers | opp.pushers & opp.movers | own.all() & opp.all();
    let count = |word: W, number: usize| word.popcount().is(number as u32);
    shared.equals(nothing)
        & outside.equals(anchor.constant(&B::SQUARES))
        & count(own.pushers, B::PUSHERS)
        & count(own.movers, B::MOVERS)
        & count(opp.pushers, B::PUSHERS)
        & count(opp.movers, B::MOVERS)
        & anchor.is_one_hot()
        & (anchor & opp.pushers).equals(anchor)
}
