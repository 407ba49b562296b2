//! Go in the language of questions: without ko, and without passes by a player who can place a stone.

use crate::{NAME, diagram};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::listed::{LineForm, Rows};
use certamen_language::{AnySubject, LanguageKind, Subject};
use encodings::go::{Board, BoardSides, Suicide, WithoutKo};
use std::sync::Arc;
use verify::go::{self as naive, GoView};

pub(crate) const BOARD: Flag =
    Flag::text("board", "BOARD", "The board: two sides of 1 to 19 points [default: 5x5]");
const SUICIDE: Flag = Flag::choice(
    "suicide",
    "RULE",
    &[("allowed", ""), ("forbidden", "")],
    "Whether suicide is a move [default: forbidden]",
);

const EXAMPLES: &[(&str, &str)] = &[
    ("prove go 'max count(legal) where count(own) >= 3' --board 3x3 --out cert", ""),
    (
        "solve go 'some m in legal: count(opp) - count(after(m).own) >= 6' --board 4x4",
        "a move that captures six",
    ),
    ("count go 'none(legal)' --board 3x3", ""),
    ("profile go 'max count(legal)' --board 3x3 --by 'count(own)' --out profile3", ""),
];

/// The questions of the language.
pub(crate) fn kind() -> LanguageKind {
    LanguageKind::new(NAME, vec![BOARD, SUICIDE], subject).with_examples(EXAMPLES)
}

/// The board that flags choose, as questions see it.
pub(crate) fn subject(given: &Given) -> Result<Box<dyn AnySubject>, QuestionError> {
    let name = given.text(BOARD.name).unwrap_or("5x5");
    let sides: BoardSides = name.parse().map_err(|error| QuestionError::value(BOARD.name, name, error))?;
    let suicide = given.text(SUICIDE.name).unwrap_or("forbidden");
    let (rule, naive_rule) = match suicide {
        "allowed" => (Suicide::Allowed, naive::Suicide::Allowed),
        "forbidden" => (Suicide::Forbidden, naive::Suicide::Forbidden),
        other => return Err(QuestionError::value(SUICIDE.name, other, "expected allowed or forbidden")),
    };
    let size = naive::Size::new(sides.rows(), sides.columns()).map_err(QuestionError::refused)?;
    let flags = Given::new().with_text(BOARD.name, &sides.to_string()).with_text(SUICIDE.name, suicide);
    let line = LineForm {
        words: vec!["own", "opp"],
        letters: vec![('.', 0b00), ('O', 0b01), ('X', 0b10)],
        squares: (0..sides.points()).collect(),
        rows: Some(Rows { letters: sides.columns(), separator: '/' }),
        flag: None,
    };
    let subject = Subject::new(WithoutKo::new(Board::new(sides.layout()), rule))
        .with_flags(flags)
        .with_line(line)
        .with_omission("ko, and passes by a player who can place a stone")
        .without_forced_wins("are not for this game: its positions do not say that a game has ended")
        .with_pictures(Arc::new(pictures))
        .twinned(GoView::new(size, naive_rule));
    Ok(Box::new(Arc::new(subject)))
}

fn pictures(line: &str) -> Option<(String, String)> {
    let board = naive::parse_board(line).ok()?;
    let text = format!("{}{}\n", diagram::text(&board), diagram::caption(&board));
    Some((text, diagram::svg(&board)))
}
