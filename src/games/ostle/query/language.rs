//! Ostle, without rule 8, in the language of questions. `ostle.mobility` is one of them: a legal move is a square and a
//! heading, also if two of them lead to the same position.

use super::OstleWitness;
use super::witness::{layout, line_form};
use crate::diagram::{self, Drawing};
use crate::flags::{self, BOARD, LOSE_AT, PIECES};
use crate::variant::OstleVariant;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_language::{AnySubject, LanguageKind, MOBILITY, NamedKind, Subject};
use encodings::ostle::family::WithoutRule8;
use encodings::ostle::notation;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use verify::ostle::OstleView;

const EXAMPLES: &[(&str, &str)] = &[
    ("prove ostle 'max count(moves)' --board 3x3 --out cert", ""),
    ("enumerate ostle 'count(moves) >= 16' --board 3x3 --lose-at 0 --up-to-symmetry", "one position"),
    ("solve ostle 'some m in moves: after(m).lost'", "a move that wins at once"),
    ("solve ostle 'over' --board 3x3 --plies 4", "a game of four plies"),
    ("profile ostle 'max count(moves)' --board 3x3 --by 'count(own)' --out profile3", ""),
];

const EXAMPLES_OF_MOBILITY: &[(&str, &str)] = &[
    ("prove ostle.mobility --board 4x4 --pieces 3 --lose-at 1 --out cert-ostle", ""),
    ("enumerate ostle.mobility --board 3x3 --at-least 15 --up-to-symmetry", ""),
    ("count ostle.mobility --board 3x3 --at-least 15", ""),
];

/// The questions of the language.
pub(crate) fn kind() -> LanguageKind {
    LanguageKind::new("ostle", vec![BOARD, PIECES, LOSE_AT], subject).with_examples(EXAMPLES)
}

/// The questions `ostle.mobility`.
pub(crate) fn mobility() -> NamedKind {
    NamedKind::new(kind().with_examples(EXAMPLES_OF_MOBILITY), MOBILITY)
}

/// The game that flags choose, as questions see it.
pub(crate) fn subject(given: &Given) -> Result<Box<dyn AnySubject>, QuestionError> {
    let variant = flags::variant(given).map_err(QuestionError::refused)?;
    let boxed = match variant.side() {
        3 => WithoutRule8::<3>::new(variant).map(|rules| on(rules, variant.into())),
        4 => WithoutRule8::<4>::new(variant).map(|rules| on(rules, variant.into())),
        _ => WithoutRule8::<5>::new(variant).map(|rules| on(rules, variant.into())),
    };
    boxed.ok_or_else(|| QuestionError::refused("the game is not played on this board"))?
}

fn on<const SIDE: usize>(
    rules: WithoutRule8<SIDE>,
    variant: OstleVariant,
) -> Result<Box<dyn AnySubject>, QuestionError> {
    let game = variant.get();
    let flags = Given::new()
        .with_text(BOARD.name, &format!("{SIDE}x{SIDE}"))
        .with_number(PIECES.name, game.pieces())
        .with_number(LOSE_AT.name, game.lose_at());
    let naive = variant.naive().map_err(QuestionError::refused)?;
    let subject = Subject::new(rules)
        .with_flags(flags)
        .with_line(line_form(variant))
        .with_omission("rule 8")
        .with_pictures(Arc::new(move |line| pictures(line, variant)))
        .with_facts(Arc::new(move |line| facts(line, variant)))
        .twinned(OstleView::new(naive));
    Ok(Box::new(Arc::new(subject)))
}

/// The caption is the number of legal moves, if the game is not over.
fn pictures(line: &str, variant: OstleVariant) -> Option<(String, String)> {
    let layout = layout(variant);
    let pieces = notation::parse(line, layout).ok()?;
    let counted = OstleWitness::of_position(variant, line.to_owned());
    let caption = counted.iter().map(ToString::to_string).collect();
    let svg = diagram::svg(line, &[Drawing { pieces, layout, caption }]);
    Some((diagram::text(pieces, layout), svg))
}

/// The board with the numbers of pieces, and the moves that the naive game finds.
fn facts(line: &str, variant: OstleVariant) -> Map<String, Value> {
    let counted = OstleWitness::of_position(variant, line.to_owned());
    let moves = counted.map(|counted| json!(counted.moves)).unwrap_or_default();
    [("variant", json!(variant)), ("moves", moves)]
        .map(|(name, fact)| (name.to_owned(), fact))
        .into_iter()
        .collect()
}
