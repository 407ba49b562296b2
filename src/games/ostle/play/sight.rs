//! Positions to play on. The text of a position may end with `!` and the move that rule 8 forbids there.

use super::{name, show, start};
use crate::solve::Rule;
use certamen_draw::svg::spots;
use certamen_play::game::PlayError;
use certamen_play::{After, Onward, Sight};
use encodings::board::{Permutation, Symmetry};
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Next, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use encodings::word::Word;

/// What separates the board from the forbidden move.
const FORBIDDEN: char = '!';

/// The board and the forbidden move of a text.
pub(crate) fn parts(text: &str) -> (&str, Option<&str>) {
    match text.split_once(FORBIDDEN) {
        Some((board, forbidden)) => (board, Some(forbidden)),
        None => (text, None),
    }
}

/// Reads a position with the move that is forbidden there.
pub(crate) fn state<const SIDE: usize>(
    variant: Variant,
    text: &str,
) -> Result<(Position<SIDE>, Option<Move>), PlayError> {
    let (board, forbidden) = parts(text);
    let position = super::position::<SIDE>(board, variant)?;
    let read = |text: &str| match notation::parse_move(text, Position::<SIDE>::LAYOUT) {
        Ok(played) if position.is_legal(played) => Ok(played),
        Ok(_) => Err(PlayError::Position(format!("the forbidden move {text} is not legal without rule 8"))),
        Err(error) => Err(PlayError::Position(format!("the forbidden move: {error}"))),
    };
    Ok((position, forbidden.map(read).transpose()?))
}

/// A position with the move that is forbidden there, as text.
pub(crate) fn state_text<const SIDE: usize>(position: Position<SIDE>, forbidden: Option<Move>) -> String {
    let board = notation::print(position.pieces(), Position::<SIDE>::LAYOUT);
    match forbidden {
        Some(forbidden) => format!("{board}{FORBIDDEN}{}", name::<SIDE>(forbidden)),
        None => board,
    }
}

/// The move that is forbidden after a move from `before`.
fn forbidden_after<const SIDE: usize>(
    rule: Rule,
    lose_at: u32,
    before: Position<SIDE>,
    after: Position<SIDE>,
) -> Option<Move> {
    let is_back = |played: &Move| match after.play(*played, lose_at) {
        Next::Won | Next::Lost => false,
        Next::Position(next) => match rule {
            Rule::Literal => next == before,
            Rule::Paper => images(next).contains(&before),
        },
    };
    after.moves().find(is_back)
}

/// The images of a position under the symmetries of the board.
fn images<const SIDE: usize>(position: Position<SIDE>) -> Vec<Position<SIDE>> {
    let layout = Position::<SIDE>::LAYOUT;
    let permutations = Symmetry::of(layout).filter_map(|one| one.permutation(layout));
    let Pieces { own, opp, hole } = position.pieces();
    let image = |one: Permutation| {
        let [own, opp, hole] = [own, opp, hole].map(|word| word.permute(&one));
        Position::trusted(Pieces { own, opp, hole })
    };
    permutations.map(image).collect()
}

/// The position of a text, or the start, with its moves.
pub(super) fn sight<const SIDE: usize>(
    variant: Variant,
    rule: Rule,
    text: Option<&str>,
) -> Result<Sight, PlayError> {
    let (here, forbidden) = match text {
        Some(text) => state::<SIDE>(variant, text)?,
        None => (start::<SIDE>(variant)?, None),
    };
    let ply = |played: Move| {
        let after = match here.play(played, variant.lose_at()) {
            Next::Won => After::Ended("the move wins: the other side has too few pieces left".to_owned()),
            Next::Lost => After::Ended("the move loses: the side to move has too few pieces left".to_owned()),
            Next::Position(next) => {
                let forbidden = forbidden_after(rule, variant.lose_at(), here, next);
                After::Position(state_text(next, forbidden))
            }
        };
        Onward { name: name::<SIDE>(played), squares: touched::<SIDE>(played), after }
    };
    let plies: Vec<Onward> = here.moves().filter(|&played| Some(played) != forbidden).map(ply).collect();
    let position = state_text(here, forbidden);
    Ok(Sight {
        known_as: position.clone(),
        shown: show::<SIDE>(parts(&position).0)?,
        spots: spots(Position::<SIDE>::LAYOUT),
        ended: plies.is_empty().then(|| "the side to move has no move".to_owned()),
        note: forbidden.map(|played| {
            format!("{} is forbidden: it would restore the position of two plies ago", name::<SIDE>(played))
        }),
        plies,
        position,
    })
}

/// The square of the piece or the hole, and the square beside it, if it is on the board.
fn touched<const SIDE: usize>(played: Move) -> Vec<String> {
    let layout = Position::<SIDE>::LAYOUT;
    let from = played.square.index();
    let (files, ranks) = played.heading.direction().delta();
    let at = |from: usize, by: isize| usize::try_from(from as isize + by).ok();
    let to =
        at(from % SIDE, files).zip(at(from / SIDE, ranks)).and_then(|(file, rank)| layout.at(file, rank));
    [Some(played.square), to].into_iter().flatten().map(|square| layout.name(square).to_string()).collect()
}
