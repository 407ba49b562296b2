//! Push Fight in the language of questions: its words, pushes without a move before, and turns that a solver chooses.

use super::BOARD;
use super::witness::line_form;
use crate::board::{NAME, PushFightBoard, on_board, variant};
use crate::diagram;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_language::{AnySubject, LanguageKind, Subject};
use encodings::push_fight::board::Board;
use encodings::push_fight::notation;
use encodings::rules::Rules;
use std::sync::Arc;
use verify::push_fight::PushFightView;

const EXAMPLES: &[(&str, &str)] = &[
    ("prove push-fight 'max count(moves)' --board 4x4 --out cert", "the most pushes without a move before"),
    ("solve push-fight 'some t in turns: after(t).lost'", "a turn that wins at once"),
    ("enumerate push-fight 'over' --board 4x3 --up-to-symmetry", "the positions without a legal turn"),
];

/// The questions of the language.
pub(crate) fn kind() -> LanguageKind {
    LanguageKind::new(NAME, vec![BOARD], subject).with_examples(EXAMPLES)
}

/// The game that flags choose, as questions see it.
fn subject(given: &Given) -> Result<Box<dyn AnySubject>, QuestionError> {
    let board = PushFightBoard::given(given.text(BOARD.name), NAME)?;
    on_board!(board, B => on::<B>(board))
}

fn on<B: Board + Rules + Default>(board: PushFightBoard) -> Result<Box<dyn AnySubject>, QuestionError> {
    let naive = variant::<B>().map_err(QuestionError::refused)?;
    let subject = Subject::new(B::default())
        .with_flags(Given::new().with_text(BOARD.name, &board.to_string()))
        .with_line(line_form(board))
        .with_pictures(Arc::new(pictures::<B>))
        .twinned(PushFightView::new(naive));
    Ok(Box::new(Arc::new(subject)))
}

fn pictures<B: Board>(line: &str) -> Option<(String, String)> {
    let position = notation::parse::<B>(line).ok()?;
    Some((diagram::text(position), diagram::svg(position, "")))
}
