//! Othello in the language of questions.

use crate::reachable::Reachable;
use crate::{NAME, OthelloSize, diagram, on_side};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::listed::LineForm;
use certamen_language::{AnySubject, LanguageKind, Subject};
use certamen_prove::argument::{Argument, Prover};
use encodings::othello::rules::Othello;
use std::sync::Arc;
use verify::othello::{self as naive, Disc, OthelloView, Position};

const BOARD: Flag = Flag::text("board", "BOARD", "The board: 4x4, 6x6 or 8x8 [default: 8x8]");

const EXAMPLES: &[(&str, &str)] = &[
    ("emit othello 'count(legal) >= 35' -o l35.cnf --map l35.json", ""),
    ("solve othello 'count(legal) >= 30 and none(corners & occupied)'", ""),
    ("prove othello 'max count(legal)' --out cert", "34"),
    ("prove othello 'max count(flips(m)) for m in legal' --out cert", "18"),
    ("prove othello 'max count(legal)' --reachable --out cert", "33"),
    ("prove othello 'min count(occupied) where over' --reachable --out cert", "13"),
    ("profile othello 'max count(legal)' --board 4x4 --by 'count(occupied)' --out profile4", ""),
    (
        "profile othello 'max count(legal)' --board 4x4 --reachable --by 'count(occupied)' --out reachable4",
        "",
    ),
    ("enumerate othello 'count(legal) >= 8' --board 4x4", ""),
    ("count othello 'over' --board 4x4", ""),
];

/// The questions of the language.
pub(crate) fn kind() -> LanguageKind {
    LanguageKind::new(NAME, vec![BOARD], subject).with_examples(EXAMPLES).with_prover(Arc::new(OwnProofs))
}

/// The question whose proof of reachable positions has a strategy of its own: that of `othello.mobility`, which asks the
/// same.
const MOST_MOVES: &str = "max count(legal)";

struct OwnProofs;

impl Prover for OwnProofs {
    fn argument(
        &self,
        given: &Given,
        _objective: Option<&str>,
    ) -> Result<Option<Box<dyn Argument>>, QuestionError> {
        if given.text("ask") != Some(MOST_MOVES) {
            return Ok(None);
        }
        Ok(Some(Box::new(Reachable { board: board(given)? })))
    }
}

/// The board that is given.
fn board(given: &Given) -> Result<OthelloSize, QuestionError> {
    match given.text(BOARD.name) {
        None => Ok(OthelloSize::default()),
        Some(name) => OthelloSize::named(name).ok_or_else(|| {
            let boards = OthelloSize::ALL.map(|board| board.to_string()).join(", ");
            QuestionError::value(BOARD.name, name, format!("there is {boards}"))
        }),
    }
}

fn subject(given: &Given) -> Result<Box<dyn AnySubject>, QuestionError> {
    board(given).map(of_size)
}

/// A board of this size as questions see it.
pub(crate) fn of_size(board: OthelloSize) -> Box<dyn AnySubject> {
    on_side!(board, SIDE => on::<SIDE>(board))
}

fn on<const SIDE: usize>(board: OthelloSize) -> Box<dyn AnySubject> {
    Box::new(Arc::new(subject_on::<SIDE>(board)))
}

/// A board as questions see it.
pub(crate) fn subject_on<const SIDE: usize>(board: OthelloSize) -> Subject<Othello<SIDE>> {
    let line = LineForm {
        words: vec!["own", "opp"],
        letters: vec![('-', 0b00), ('O', 0b01), ('X', 0b10)],
        squares: (0..board.squares() as usize).collect(),
        rows: None,
        flag: None,
    };
    Subject::new(Othello::<SIDE>)
        .with_flags(Given::new().with_text(BOARD.name, &board.to_string()))
        .with_line(line)
        .with_pictures(Arc::new(pictures))
        .twinned(OthelloView::new(board.into()))
}

fn pictures(line: &str) -> Option<(String, String)> {
    let position = Position { board: naive::parse_board(line).ok()?, mover: Disc::Black };
    let text = format!("{}{}\n", diagram::text(&position), diagram::caption(&position, "X"));
    Some((text, diagram::svg(&position, "X")))
}
