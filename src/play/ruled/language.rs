//! A game made of rules over words, in the language of questions.

use super::BOARD;
use super::board_rules::{BoardRules, BoardRulesError, RulesOf};
use super::boards::BoardList;
use super::table::{caption, diagram};
use crate::twin_game::{Difference, Disagreement};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_language::{AnySubject, LanguageKind, Subject, Twin};
use encodings::rules::{Origin, Position, Rules, StepKind, print};
use std::sync::Arc;
use verify::language::{
    Judgement, Kind, LetteredGame, MoveSquares, Passing, Ply, Refusal, Walk, judge, replay, walk,
};
use verify::naive::{Naive, NaiveError};

/// Which file the rules are in: part of each claim.
const RULES: Flag =
    Flag::text("rules", "SHA256", "The SHA-256 of the game file [default: of the one that is read]");

/// The questions about a game on these boards.
pub(super) fn kind(game: &str, all_boards: BoardList) -> LanguageKind {
    let is_of_file = all_boards.file().is_some();
    let of_file = is_of_file.then_some(RULES);
    let flags = [all_boards.flag()].into_iter().chain(of_file).collect();
    let kind = LanguageKind::new(game, flags, move |given| {
        let board_rules = all_boards.chosen(given.text(BOARD.name))?;
        if let Some(wanted) = given.text(RULES.name)
            && board_rules.rules_file().map(|file| file.hash) != Some(wanted)
        {
            return Err(QuestionError::flag(RULES.name, "the file of this game is another one"));
        }
        Ok(board_rules.subject())
    });
    // What rules in a file allow takes a solver to find out: a question is refused where it has no meaning.
    if is_of_file { kind.with_all_flags() } else { kind }
}

/// A board as a subject of questions.
pub(super) fn subject<R: Rules>(board_rules: &Arc<BoardRules<R>>) -> Box<dyn AnySubject> {
    Box::new(Arc::new(subject_of(board_rules)))
}

/// The same, with its rules.
pub(super) fn subject_of<R: Rules>(board_rules: &Arc<BoardRules<R>>) -> Subject<R> {
    let (drawn, judging) = (board_rules.clone(), board_rules.clone());
    let flags = Given::new().with_text(BOARD.name, &board_rules.rules.board_name());
    let flags = match board_rules.rules.rules_file() {
        Some(file) => flags.with_text(RULES.name, file.hash),
        None => flags,
    };
    let subject = Subject::shared(RulesOf(board_rules.clone()))
        .with_flags(flags)
        .with_pictures(Arc::new(move |line| pictures(&drawn, line)));
    match board_rules.judge {
        Some(judge) => subject.with_twin(judge(judging)),
        None => subject,
    }
}

fn pictures<R: Rules>(board_rules: &BoardRules<R>, line: &str) -> Option<(String, String)> {
    let board = encodings::rules::parse(&board_rules.rules, line).ok()?;
    let position = Position::new(&board_rules.rules, board).ok()?;
    let caption =
        board_rules.judge(position).map_or_else(|error| error.to_string(), |opinion| caption(&opinion));
    let diagram = diagram(board_rules, position, &caption);
    Some((diagram.text(), diagram.svg()))
}

/// The naive twin of a board.
struct BoardTwin<R: Rules>(Arc<BoardRules<R>>);

impl<R: Rules + Naive> Twin for BoardTwin<R> {
    /// A question may be about the positions after its moves: they are compared, too.
    fn judge(&self, text: &str, line: &str) -> Result<Judgement, Refusal> {
        let differ = |found: Box<Disagreement>| match found.subject {
            Difference::Unjudged => NaiveError::NotJudged(found.to_string()).into(),
            _ => Refusal::Contradiction(found.to_string()),
        };
        match self.0.parse(line) {
            Ok(position) => drop(self.0.judge(position).map_err(differ)?),
            // What the twin cannot judge is not judged by a part of it either.
            Err(BoardRulesError::Refused(error)) => return Err(error.into()),
            // A line that is no position: the twin has its own reason.
            Err(BoardRulesError::Board(_) | BoardRulesError::Position(_)) => {}
        }
        judge(&lettered(&self.0.rules), text, line)
    }

    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
        replay(&lettered(&self.0.rules), plies, passing, line)
    }

    fn walk(&self, claim: &Walk) -> Result<u64, Refusal> {
        walk(&lettered(&self.0.rules), claim)
    }
}

/// The naive twin of a board.
pub(super) fn judging<R: Rules + Naive>(board_rules: Arc<BoardRules<R>>) -> Arc<dyn Twin> {
    Arc::new(BoardTwin(board_rules))
}

/// The naive twin as questions see it: its boards are letters, and the names of its plies say which squares they touch.
fn lettered<R: Rules + Naive>(rules: &R) -> LetteredGame<'_, R> {
    let layout = rules.layout();
    // Who is to move has no letter.
    let names = rules.names().iter().take(rules.words_of_pieces());
    let words = names.map(|&name| name.to_owned()).zip(rules.letters().chars()).collect();
    let start = Position::start(rules).board();
    let kinds = rules.moves(start).iter().map(|(kind, _)| named(kind)).collect();
    let size = (layout.files(), layout.ranks());
    let of_board = rules.squares();
    let squares = layout.all().filter(|square| of_board.contains(square.index()));
    let squares = squares.map(|square| layout.coordinates(square)).collect();
    LetteredGame { game: rules, size, squares, words, kinds, start: print(rules, start) }
}

/// How a kind of step is named.
fn named(kind: StepKind) -> Kind {
    let way = match kind.origin() {
        Origin::Placed => MoveSquares::Placed,
        Origin::From(path) => {
            let (files, ranks) = path.delta();
            MoveSquares::From(files, ranks)
        }
        Origin::Leaving(direction) => {
            let (files, ranks) = direction.delta();
            MoveSquares::Leaving(files, ranks, direction.letters())
        }
    };
    Kind { name: kind.name().to_owned(), way, is_written: kind.index() > 0 }
}
