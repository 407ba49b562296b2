//! Values of positions of a game made of rules, by search. The naive game replays each line.

use super::board_rules::{BoardRules, RulesOf};
use super::engine::position;
use crate::division::TextGame;
use crate::forced_win::ForcedWinQuestion;
use crate::game::PlayError;
use crate::twin_game::PASS;
use crate::value_solver::{SolvedPosition, ValueRequest};
use crate::values::{self, ReplayedLine, SearchedBoard};
use certamen_search::{Progress, RuledSearch};
use certamen_work::Limits;
use encodings::rules::{ForcedWin, Position, Rules, View, parse_step, print_step};
use std::sync::Arc;

/// Searches the value of a position.
pub(super) fn solve<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    request: &ValueRequest<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress),
) -> Result<SolvedPosition, PlayError> {
    let rules = &board_rules.rules;
    let here = position_of(board_rules, request.position)?;
    let file = rules.rules_file().map(|file| format!(", rules {}", file.hash)).unwrap_or_default();
    let board = SearchedBoard {
        game: RuledSearch::new(RulesOf(board_rules.clone()), board_rules.score),
        subject: format!("{} {}{file}", rules.name(), rules.board_name()),
        flags: flags(rules),
        replay: &|&here, names| replay(board_rules, here, names),
    };
    values::solve(board, &here, request, limits, watch)
}

/// A position with the game by texts.
pub(super) fn text_game<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    position: Option<&str>,
) -> Result<TextGame, PlayError> {
    let here = position_of(board_rules, position)?;
    let game = RuledSearch::new(RulesOf(board_rules.clone()), board_rules.score);
    Ok(TextGame::new(game, &here, flags(&board_rules.rules)))
}

/// A forced win from a position as a formula with quantifiers.
pub(super) fn forced_win<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    position: Option<&str>,
    claim: ForcedWin,
) -> Result<ForcedWinQuestion, PlayError> {
    let here = position_of(board_rules, position)?;
    let game = RuledSearch::new(RulesOf(board_rules.clone()), board_rules.score);
    Ok(ForcedWinQuestion::new(game, &here, flags(&board_rules.rules), claim)?)
}

/// A position by its text, or the start.
fn position_of<R: Rules>(
    board_rules: &BoardRules<R>,
    position: Option<&str>,
) -> Result<Position<R>, PlayError> {
    match position {
        Some(text) => board_rules.parse(text).map_err(|error| PlayError::Position(error.to_string())),
        None => Ok(Position::start(&board_rules.rules)),
    }
}

fn flags<R: Rules>(rules: &R) -> Vec<(String, String)> {
    vec![("board".to_owned(), rules.board_name())]
}

/// Replays plies, which have the names that the player to move gives them. A record has those of its first player.
fn replay<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    here: Position<R>,
    names: &[String],
) -> Result<ReplayedLine, PlayError> {
    let (rules, game) = (&board_rules.rules, board_rules.game());
    let (mut at, mut record) = (board_rules.at(here)?, Vec::new());
    for (number, name) in names.iter().enumerate() {
        let step = parse_step(rules, position(&at.native), View::Straight, name);
        let named = step.map(|step| print_step(rules, step, View::after(number)));
        record.push(named.unwrap_or_else(|_| PASS.to_owned()));
        at = game.play(&at, name)?;
    }
    Ok(ReplayedLine { record, ending: position::<R>(&at.native).ending(rules) })
}
