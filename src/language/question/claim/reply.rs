//! Replies by symmetry: which games have them, and the squares of a move.

use crate::error::UNROLLED_LIMIT;
use crate::subject::Subject;
use certamen_ask::error::QuestionError;
use encodings::board::Symmetry;
use encodings::rules::{Players, Position, Rules, Stuck};
use encodings::word::Word;

/// The squares of a move: those that it comes from and goes to, and those that become free or occupied.
pub(super) fn changed<R: Rules, W: Word>(rules: &R, [before, after]: [R::Board<W>; 2], ends: W) -> W {
    let all = (rules.occupied(before) ^ rules.occupied(after)) | ends;
    all & all.constant(&rules.squares())
}

/// Whether a move occupies squares and frees none: games of such moves end.
pub(super) fn grows<R: Rules, W: Word>(rules: &R, boards: [R::Board<W>; 2]) -> W::Bit {
    let [before, after] = boards.map(|board| rules.occupied(board));
    after.without(before).any() & !before.without(after).any()
}

/// Whether replies can show that the start is lost: a player without a move loses.
///
/// # Errors
/// [`QuestionError`] if replies by a symmetry say nothing about this game.
pub(super) fn require_replies<R: Rules>(
    subject: &Subject<R>,
    symmetry: Symmetry,
) -> Result<bool, QuestionError> {
    let (rules, layout) = (subject.rules(), subject.rules().layout());
    let start = Position::start(rules).board();
    let refused = |reason: &str| Err(QuestionError::refused(format!("reply: {reason}")));
    let replies = rules.moves(start).iter().count() * layout.squares();
    if symmetry.permutation(layout).is_none() {
        return refused(&format!("{} is no symmetry of the board {layout}", symmetry.name()));
    }
    match (rules.players(), rules.turn(), rules.when_stuck(start)) {
        (Players::One, ..) => refused("a puzzle has no second player"),
        (_, Some(_), _) => refused("the board is turned after each ply of this game"),
        (.., Stuck::Passes(_)) => refused("players may pass in this game"),
        _ if replies > UNROLLED_LIMIT => {
            refused(&format!("{replies} moves to choose from: at most {UNROLLED_LIMIT} are written out"))
        }
        (.., stuck) => Ok(matches!(stuck, Stuck::Loses)),
    }
}
