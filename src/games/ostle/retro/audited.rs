//! What an audit found in a layer, as text: for the command, and for its campaign.

use super::{board, move_name, position_at};
use crate::solve::OstleGame;
use certamen_retro::states::audit::{self, Audit, Disagreement};
use certamen_retro::states::{Entry, Game, MoveIndex};
use certamen_work::answer::Answer;
use certamen_work::answer::Outcome;
use certamen_work::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The number of disagreements of a layer that are listed.
const MOST_NAMED: usize = 10;

/// The audit of a layer, or of some of its blocks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerAudit {
    /// Its name.
    pub(super) layer: String,
    /// The number of positions whose entries were derived.
    positions: u64,
    /// The number of their moves.
    moves: u64,
    /// The number of positions whose entries disagree.
    wrong: u64,
    /// The first of them.
    first: Vec<WrongEntry>,
    /// The block from which to continue, if it was stopped.
    next: Option<u64>,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(super) struct AuditReport<'a> {
    pub(super) game: &'a str,
    pub(super) layers: &'a [LayerAudit],
}

/// An entry that differs from the one derived from the moves.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrongEntry {
    position: String,
    found: String,
    /// `None` if one of the moves takes more plies than a value holds.
    derived: Option<String>,
}

impl LayerAudit {
    /// The audit of no blocks yet.
    pub(super) fn begun(layer: &str, from: u64) -> Self {
        let (positions, moves, wrong, first) = (0, 0, 0, Vec::new());
        Self { layer: layer.to_owned(), positions, moves, wrong, first, next: Some(from) }
    }

    /// The same, to be continued from a block.
    pub(super) fn before(self, next: Option<u64>) -> Self {
        Self { next, ..self }
    }

    /// The block from which to continue, if the layer is not complete.
    pub(super) fn next(&self) -> Option<u64> {
        self.next
    }

    /// Whether it is the audit of a part of this layer: of its first blocks, or of all.
    pub(super) fn fits<const SIDE: usize>(&self, game: &OstleGame<SIDE>, layer: u8) -> bool {
        let shape = game.shape(layer);
        let is_whole = self.positions == u64::from(shape.size);
        self.layer == shape.name && self.next.map_or(is_whole, |next| next < audit::blocks(game, layer))
    }

    /// With another number of wrong entries.
    #[cfg(test)]
    pub(super) fn with_wrong(self, wrong: u64) -> Self {
        Self { wrong, ..self }
    }

    pub(super) fn of<const SIDE: usize>(game: &OstleGame<SIDE>, layer: u8, audit: &Audit) -> Self {
        let wrong = |wrong: &Disagreement| WrongEntry {
            position: board(position_at(game, wrong.at)),
            found: say(game, wrong, wrong.found),
            derived: wrong.derived.map(|entry| say(game, wrong, entry)),
        };
        Self {
            layer: game.shape(layer).name.clone(),
            positions: audit.positions,
            moves: audit.moves,
            wrong: audit.wrong,
            first: audit.first.iter().map(wrong).collect(),
            next: audit.next,
        }
    }

    /// The audit of these blocks and of those that follow.
    pub(super) fn joined(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.moves += other.moves;
        self.wrong += other.wrong;
        self.first.extend(other.first);
        self.first.truncate(MOST_NAMED);
        Self { next: other.next, ..self }
    }

    fn describe(&self, text: &mut String) {
        let Self { layer, positions, moves, wrong, .. } = self;
        let _ = match wrong {
            0 => writeln!(text, "{layer}: {positions} positions agree with their {moves} moves"),
            _ => writeln!(text, "{layer}: {wrong} of {positions} positions do not agree with their moves"),
        };
        for WrongEntry { position, found, derived } in &self.first {
            let derived = derived.as_deref().unwrap_or("more plies than a value holds");
            let _ = writeln!(text, "  {position} is {found}, its moves give {derived}");
        }
        if let Some(next) = self.next {
            let _ = writeln!(text, "{layer}: interrupted before block {next}");
        }
    }
}

/// An entry in words.
fn say<const SIDE: usize>(game: &OstleGame<SIDE>, wrong: &Disagreement, entry: Entry) -> String {
    if entry.only == MoveIndex::NONE {
        return entry.best.to_string();
    }
    let only = move_name::<SIDE>(OstleGame::<SIDE>::play(game.ranking().unrank(wrong.at).0, entry.only));
    format!("{} by {only} alone, else {}", entry.best, entry.second)
}

/// The answer of an audit.
pub(super) fn answer(subject: &str, layers: &[LayerAudit]) -> Answer {
    let mut text = String::new();
    for layer in layers {
        layer.describe(&mut text);
    }
    let is_wrong = layers.iter().any(|layer| layer.wrong > 0);
    let is_stopped = layers.iter().any(|layer| layer.next.is_some());
    let outcome = match (is_wrong, is_stopped) {
        (true, _) => Outcome::DoesNotHold,
        (false, true) => Outcome::Undecided,
        (false, false) => Outcome::Holds,
    };
    Answer::new(outcome, text, AuditReport { game: subject, layers })
}
