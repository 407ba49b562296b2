//! The positions one turn forwards and one turn backwards, each once.
//!
//! A turn forwards is an arrangement after the moves (`arrangement`), then a push (`lane`). Different arrangements can
//! be pushed into the same position, so lists are sorted and duplicates removed.
//!
//! A turn backwards: the anchored pusher came from a free square behind it and pushed the one or more pieces in a row
//! ahead of it. Before that, the same player's pieces moved, and moves can be taken back. The anchor was on any pusher
//! of the other player that was not pushed.

use super::arrangement::{self, Count};
use super::component::Components;
use super::lane::{Bits, Effect, Lanes, push, step};
use super::win::{Win, winning_turn};
use encodings::push_fight::board::Board;
use encodings::push_fight::number::{Number, Numbers};
use encodings::push_fight::{Pieces, Position, Side, Turn, TurnPart};
use std::ops::ControlFlow;

/// The position with another arrangement of the pieces of the player to move.
#[inline(always)]
fn rearranged(pieces: &Pieces<u32>, own: Side<u32>) -> Pieces<u32> {
    Pieces { own, ..*pieces }
}

/// Gives the effects of the pushes without moves, until `give` breaks.
#[inline(always)]
pub(super) fn each_push<B: Board>(
    pieces: &Pieces<u32>,
    mut give: impl FnMut(usize, usize, Effect) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let loose = pieces.occupied() & !pieces.anchor;
    for direction in 0..4 {
        let beside = match direction {
            0 => loose >> B::LAYOUT.files(),
            1 => loose >> 1,
            2 => loose << B::LAYOUT.files(),
            _ => loose << 1,
        };
        // Bits that wrapped around an edge are harmless, because their lane has nothing ahead.
        for from in Bits(pieces.own.pushers & beside) {
            match push::<B>(pieces, from, direction) {
                Effect::Illegal => {}
                effect => give(from, direction, effect)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// Gives the effect of each turn, with the arrangement before the push, until `give` breaks. The same position may
/// occur more than once. The generator is compiled again for each call; [`visit_turns`] costs less code.
#[inline(always)]
pub(super) fn each_turn<B: Board>(
    pieces: &Pieces<u32>,
    give: impl FnMut(Side<u32>, usize, usize, Effect) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_turn_of::<B>(pieces, Count::of_board::<B>(), give)
}

#[inline(always)]
fn each_turn_of<B: Board>(
    pieces: &Pieces<u32>,
    count: Count,
    mut give: impl FnMut(Side<u32>, usize, usize, Effect) -> ControlFlow<()>,
) -> ControlFlow<()> {
    arrangement::each::<B>(pieces, count, |own| {
        each_push::<B>(&rearranged(pieces, own), |from, direction, effect| give(own, from, direction, effect))
    })
}

/// What a turn is given to.
type TurnSink<'g> = &'g mut dyn FnMut(Side<u32>, usize, usize, Effect) -> ControlFlow<()>;

/// [`each_turn`], compiled once for each shape of board, at the cost of a call by a pointer for each turn.
fn visit_turns<B: Board>(pieces: &Pieces<u32>, give: TurnSink<'_>) -> ControlFlow<()> {
    #[inline(never)]
    fn visit<S: Board>(pieces: &Pieces<u32>, give: TurnSink<'_>) -> ControlFlow<()> {
        each_turn_of::<S>(pieces, Count::of(pieces.own), give)
    }
    visit::<B::Shape>(pieces, give)
}

/// The positions of these pieces, each once, in order.
fn in_order<B: Board>(mut pieces: Vec<Pieces<u32>>) -> Vec<Position<B>> {
    pieces.sort_unstable();
    pieces.dedup();
    pieces.into_iter().map(Position::assume).collect()
}

/// The positions after one turn, each once, in order. A turn that wins leads to no position.
pub fn successors<B: Board>(position: Position<B>) -> Vec<Position<B>> {
    let mut next = Vec::new();
    let _ = visit_turns::<B>(&position.pieces(), &mut |_, _, _, effect| {
        if let Effect::Next(pieces) = effect {
            next.push(pieces);
        }
        ControlFlow::Continue(())
    });
    in_order(next)
}

/// The first of [`successors`], without a list of them.
pub(super) fn first_successor<B: Board>(position: Position<B>) -> Option<Position<B>> {
    let mut first: Option<Pieces<u32>> = None;
    let _ = visit_turns::<B>(&position.pieces(), &mut |_, _, _, effect| {
        if let Effect::Next(next) = effect
            && first.is_none_or(|first| next < first)
        {
            first = Some(next);
        }
        ControlFlow::Continue(())
    });
    first.map(Position::assume)
}

/// Whether the player to move has no legal turn and so has lost.
pub fn is_stuck<B: Board>(position: Position<B>) -> bool {
    visit_turns::<B>(&position.pieces(), &mut |_, _, _, _| ControlFlow::Break(())).is_continue()
}

/// The positions, with an anchor, from which a turn leads here, each once, in order.
pub fn predecessors<B: Board>(position: Position<B>) -> Vec<Position<B>> {
    let mut before = Vec::new();
    visit_before::<B::Shape>(&position.pieces(), &mut |pieces| before.push(pieces));
    in_order(before)
}

/// Gives the positions, with an anchor, from which a turn leads here. The same position may occur more than once. Of the
/// board only its squares matter, so it is compiled once for each shape.
#[inline(never)]
fn visit_before<B: Board>(pieces: &Pieces<u32>, give: &mut dyn FnMut(Pieces<u32>)) {
    for (anchor, direction) in Bits(pieces.anchor).flat_map(|anchor| (0..4).map(move |way| (anchor, way))) {
        let behind = Lanes::<B>::lane((direction + 2) % 4, anchor).next;
        if behind & pieces.occupied() != 0 || behind == 0 {
            continue;
        }
        let mut row = pieces.anchor;
        for ahead in (0..).scan(pieces.anchor, |at, _| {
            *at = Lanes::<B>::lane(direction, at.trailing_zeros() as usize).next & pieces.occupied();
            (*at != 0).then_some(*at)
        }) {
            row |= ahead;
            unturn::<B>(pieces, row, (direction + 2) % 4, give);
        }
    }
}

/// Takes back a push that moved a row of pieces, and the moves before it.
fn unturn<B: Board>(pieces: &Pieces<u32>, row: u32, back: usize, give: &mut dyn FnMut(Pieces<u32>)) {
    let earlier = |word: u32| word & !row | step::<B>(word & row, back);
    let side = |side: Side<u32>| Side { pushers: earlier(side.pushers), movers: earlier(side.movers) };
    let pushing = Pieces { own: side(pieces.opp), opp: side(pieces.own), anchor: 0 };
    let anchors = pieces.own.pushers & !row;
    let _ = arrangement::each::<B>(&pushing, Count::of(pushing.own), |own| {
        for anchor in Bits(anchors) {
            give(Pieces { own, anchor: 1 << anchor, ..pushing });
        }
        ControlFlow::Continue(())
    });
}

/// A turn that wins at once, if there is one.
pub fn winning<B: Board>(position: Position<B>) -> Option<Turn> {
    winning_turn::<B>(&position.pieces()).and_then(|win| written::<B::Shape>(&win))
}

/// A turn that leads from one position to another, if there is one.
pub fn turn_between<B: Board>(position: Position<B>, next: Position<B>) -> Option<Turn> {
    turn_from::<B::Shape>(&position.pieces(), &next.pieces())
}

fn turn_from<B: Board>(pieces: &Pieces<u32>, next: &Pieces<u32>) -> Option<Turn> {
    let mut found = None;
    let _ = visit_turns::<B>(pieces, &mut |own, from, direction, effect| {
        if effect == Effect::Next(*next) {
            found = Some((own, from, direction));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let (own, from, direction) = found?;
    turn_to::<B>(pieces, own, from, direction)
}

/// The number of sequences of `depth` turns. Turns that lead to the same position count once. A turn that wins ends the
/// game and does not count.
pub fn perft<B: Board>(position: Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => successors(position).len() as u64,
        _ => successors(position).into_iter().map(|next| perft(next, depth - 1)).sum(),
    }
}

/// The turn with this arrangement and push.
pub(super) fn turn_to<B: Board>(
    pieces: &Pieces<u32>,
    own: Side<u32>,
    from: usize,
    direction: usize,
) -> Option<Turn> {
    let moves = moves_to::<B::Shape>(pieces, own)?;
    let push = hop::<B>(1 << from, Lanes::<B>::lane(direction, from).next)?;
    Some(Turn { moves, push })
}

/// A winning turn as a turn of the game.
pub(super) fn written<B: Board>(win: &Win) -> Option<Turn> {
    let goal = win.goal;
    let ahead = Lanes::<B>::lane(goal.direction, goal.pusher.trailing_zeros() as usize).next;
    let moves = win.moves.into_iter().flatten().map(|step| hop::<B>(step.from, step.to));
    Some(Turn { moves: moves.collect::<Option<_>>()?, push: hop::<B>(goal.pusher, ahead)? })
}

fn hop<B: Board>(from: u32, to: u32) -> Option<TurnPart> {
    let square = |word: u32| B::LAYOUT.square(word.trailing_zeros() as usize);
    Some(TurnPart { from: square(from)?, to: square(to)? })
}

/// At most two moves that lead to an arrangement.
fn moves_to<B: Board>(pieces: &Pieces<u32>, own: Side<u32>) -> Option<Vec<TurnPart>> {
    if pieces.own == own {
        return Some(Vec::new());
    }
    let first_moves = single_moves::<B>(pieces);
    if let Some(&(from, to, _)) = first_moves.iter().find(|&&(_, _, after)| after == own) {
        return Some(vec![hop::<B>(from, to)?]);
    }
    first_moves.into_iter().find_map(|(from, to, after)| {
        let between = rearranged(pieces, after);
        let second = single_moves::<B>(&between).into_iter().find(|&(_, _, after)| after == own)?;
        Some(vec![hop::<B>(from, to)?, hop::<B>(second.0, second.1)?])
    })
}

/// Every single move, with the arrangement after it.
fn single_moves<B: Board>(pieces: &Pieces<u32>) -> Vec<(u32, u32, Side<u32>)> {
    let mut moves = Vec::new();
    let mut components = Components::new(pieces.free::<B>());
    for from in Bits(pieces.own.all()) {
        for to in Bits(components.reach::<B>(from)) {
            let (from, to) = (1 << from, 1 << to);
            moves.push((from, to, arrangement::moved(pieces.own, from, to)));
        }
    }
    moves
}

/// Gives the number of the position after each turn, `None` for a turn that wins, until `give` breaks. The same number may
/// occur more than once.
pub fn each_number_after<B: Board>(
    numbers: &Numbers<B>,
    position: Position<B>,
    mut give: impl FnMut(Option<Number>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_turns::<B>(&position.pieces(), &mut |_, _, _, effect| match effect {
        Effect::Illegal => ControlFlow::Continue(()),
        Effect::Wins => give(None),
        Effect::Next(next) => give(Some(numbers.of(&next))),
    })
}

/// Gives the number of each position from which a turn leads here. The same number may occur more than once.
pub fn each_number_before<B: Board>(
    numbers: &Numbers<B>,
    position: Position<B>,
    mut give: impl FnMut(Number),
) {
    visit_before::<B::Shape>(&position.pieces(), &mut |before| give(numbers.of(&before)));
}
