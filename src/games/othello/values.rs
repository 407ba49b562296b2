//! Values of positions by search, with the difference of discs at the end as score.

use crate::play::{BOARD, OthelloGame, OthelloTable};
use crate::searched::{game, read, write};
use crate::twin::replayed;
use crate::{NAME, OthelloSize, on_side};
use certamen_ask::flag::Given;
use certamen_play::division::TextGame;
use certamen_play::values::{self, SearchedBoard};
use certamen_play::{ForcedWinQuestion, PlayError, SolvedPosition, ValueRequest, ValueSolver};
use certamen_search::Progress;
use certamen_work::limits::Limits;
use encodings::othello::rules::Othello;
use encodings::rules::{ForcedWin, Position};

impl ValueSolver for OthelloGame {
    fn has_scores(&self) -> bool {
        true
    }

    fn solve(
        &self,
        given: &Given,
        request: &ValueRequest<'_>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<SolvedPosition, PlayError> {
        let board = OthelloTable::named(given)?.board_of(request.position)?;
        on_side!(board, SIDE => solve::<SIDE>(board, request, limits, watch))
    }

    fn text_game(&self, given: &Given, position: Option<&str>) -> Result<TextGame, PlayError> {
        let board = OthelloTable::named(given)?.board_of(position)?;
        on_side!(board, SIDE => Ok(TextGame::new(game::<SIDE>(), &position_of(position)?, flags(board))))
    }

    fn forced_win(
        &self,
        given: &Given,
        position: Option<&str>,
        claim: ForcedWin,
    ) -> Result<ForcedWinQuestion, PlayError> {
        let board = OthelloTable::named(given)?.board_of(position)?;
        on_side!(board, SIDE => Ok(ForcedWinQuestion::new(game::<SIDE>(), &position_of(position)?, flags(board), claim)?))
    }
}

/// A position by its text, or the start.
fn position_of<const SIDE: usize>(position: Option<&str>) -> Result<Position<Othello<SIDE>>, PlayError> {
    match position {
        Some(text) => read(Othello, text).map_err(PlayError::Position),
        None => Ok(Position::start(&Othello)),
    }
}

fn flags(board: OthelloSize) -> Vec<(String, String)> {
    vec![(BOARD[0].name.to_owned(), board.to_string())]
}

fn solve<const SIDE: usize>(
    board: OthelloSize,
    request: &ValueRequest<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress),
) -> Result<SolvedPosition, PlayError> {
    let here = position_of::<SIDE>(request.position)?;
    let searched = SearchedBoard {
        game: game::<SIDE>(),
        subject: format!("{NAME} {board}"),
        flags: flags(board),
        replay: &|&here, names| replayed::<SIDE>(&write::<SIDE>(here), names),
    };
    values::solve(searched, &here, request, limits, watch)
}
