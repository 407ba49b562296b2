//! Positions to play on.

use super::state::{FORBIDDEN, parts, state, state_text};
use super::twin::twins;
use super::{name, show, start};
use crate::solve::Rule;
use certamen_draw::svg::square_places;
use certamen_play::game::PlayError;
use certamen_play::{PlyOutcome, PlyView, PositionView, Setup, Token};
use encodings::board::{Layout, Permutation, Square, Symmetry};
use encodings::ostle::notation;
use encodings::ostle::position::{Heading, Move, MoveOutcome, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::variant::Variant;
use encodings::word::Word;

/// The move that is forbidden after a move from `before`.
fn forbidden_after<const SIDE: usize>(
    rule: Rule,
    lose_at: u32,
    before: Position<SIDE>,
    after: Position<SIDE>,
) -> Option<Move> {
    let is_back = |played: &Move| match after.play(*played, lose_at) {
        MoveOutcome::Won | MoveOutcome::Lost => false,
        MoveOutcome::Position(next) => match rule {
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
pub(super) fn view<const SIDE: usize>(
    variant: Variant,
    rule: Rule,
    text: Option<&str>,
) -> Result<PositionView, PlayError> {
    let (here, forbidden) = match text {
        Some(text) => state::<SIDE>(variant, text)?,
        None => (start::<SIDE>(variant)?, None),
    };
    let ply = |played: Move| {
        let after = match here.play(played, variant.lose_at()) {
            MoveOutcome::Won => {
                PlyOutcome::Ended("the move wins: the other side has too few pieces left".to_owned())
            }
            MoveOutcome::Lost => {
                PlyOutcome::Ended("the move loses: the side to move has too few pieces left".to_owned())
            }
            MoveOutcome::Position(next) => {
                let forbidden = forbidden_after(rule, variant.lose_at(), here, next);
                PlyOutcome::Position(state_text(next, forbidden))
            }
        };
        PlyView::new(name::<SIDE>(played), touched::<SIDE>(played), after)
    };
    let plies: Vec<PlyView> = here.moves().filter(|&played| Some(played) != forbidden).map(ply).collect();
    let position = state_text(here, forbidden);
    twins(variant)?.compare(Some(parts(&position).0))?;
    Ok(PositionView {
        known_as: position.clone(),
        shown: show::<SIDE>(parts(&position).0)?,
        squares: square_places(Position::<SIDE>::LAYOUT),
        ended: plies.is_empty().then(|| "the side to move has no move".to_owned()),
        note: forbidden.map(|played| {
            format!("{} is forbidden: it would restore the position of two plies ago", name::<SIDE>(played))
        }),
        facts: Vec::new(),
        plies,
        position,
    })
}

/// The board to put pieces on. The forbidden move is left out: it belongs to the game that led here.
pub(super) fn setup(view: &PositionView) -> Option<Setup> {
    let layout = layout(view)?;
    let side = layout.files();
    // The last rank comes first, and a dash stands between ranks.
    let place = |square: Square| {
        let (file, rank) = layout.coordinates(square);
        (side - 1 - rank) * (side + 1) + file
    };
    let piece = |fill: &str| {
        format!("<rect x=\"7\" y=\"7\" width=\"26\" height=\"26\" rx=\"4\" fill=\"{fill}\" stroke=\"#222\"/>")
    };
    let tokens = vec![
        Token::new('1', "piece of the side to move", piece("#55585c")),
        Token::new('2', "piece of the other side", piece("#fbfbf8")),
        Token::new('3', "the hole", "<circle cx=\"20\" cy=\"20\" r=\"16\" fill=\"#000\"/>"),
        Token::new('0', "empty", ""),
    ];
    Some(Setup::of_layout(parts(&view.position).0.to_owned(), layout, place, tokens))
}

/// The eight images of a position, with the images of the forbidden move.
pub(super) fn symmetric(view: &PositionView) -> Vec<String> {
    let (Some(setup), Some(layout)) = (setup(view), layout(view)) else { return Vec::new() };
    let forbidden = parts(&view.position).1.and_then(|text| notation::parse_move(text, layout).ok());
    let carried = |symmetry: Symmetry, played: Move| {
        let direction = symmetry.direction(played.heading.direction());
        let heading = Heading::ALL.into_iter().find(|heading| heading.direction() == direction)?;
        Some(Move { square: symmetry.square(layout, played.square), heading })
    };
    let image = |symmetry: Symmetry| {
        let board = setup.images(layout, &[symmetry]).pop()?;
        Some(match forbidden {
            Some(played) => {
                format!("{board}{FORBIDDEN}{}", notation::print_move(carried(symmetry, played)?, layout))
            }
            None => board,
        })
    };
    Symmetry::of(layout).filter_map(image).collect()
}

/// The squares of a view's board.
fn layout(view: &PositionView) -> Option<Layout> {
    let side = view.squares.len().isqrt();
    Layout::new(side, side)
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
