//! What the formats of Othello hold of a record: the game, and more or less of the rest.

use super::line::Line;
use super::verdict::{board_of, line_of};
use crate::{OthelloSize, on_side};
use certamen_records::{Claim, Label, NotRepresentable, Record};

/// A game that is written: its board, and its plies by the native rules.
pub(super) struct PlayedGame {
    pub(super) board: OthelloSize,
    pub(super) line: Line,
    /// The scores at the end, if the game is over.
    pub(super) score: Option<(i32, i32)>,
}

/// Plays a record that is to be written.
///
/// # Errors
/// [`NotRepresentable`] if it is not legal: no format can hold an illegal game.
pub(super) fn played(record: &Record) -> Result<PlayedGame, NotRepresentable> {
    let board = board_of(record, OthelloSize::Eight).map_err(NotRepresentable)?;
    let (line, score) = on_side!(board, SIDE => scored::<SIDE>(record)?);
    match line.fault {
        Some(fault) => Err(NotRepresentable(format!("ply {} is not legal", fault.ply))),
        None => Ok(PlayedGame { board, line, score }),
    }
}

fn scored<const SIDE: usize>(record: &Record) -> Result<(Line, Option<(i32, i32)>), NotRepresentable> {
    let line = line_of::<SIDE>(record).map_err(NotRepresentable)?;
    let score = line.score::<SIDE>();
    Ok((line, score))
}

/// What a format holds of a record besides the moves.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a format holds or not")]
pub(super) struct FormatContents<'a> {
    pub(super) labels: &'a [Label],
    pub(super) result: bool,
    pub(super) best: bool,
    pub(super) moves: bool,
    pub(super) evaluations: bool,
    pub(super) times: bool,
    pub(super) ended_by: bool,
}

impl FormatContents<'_> {
    /// The names of what a record has and the format does not hold.
    pub(super) fn lost(&self, record: &Record) -> Vec<&'static str> {
        let mut lost: Vec<&'static str> = Vec::new();
        let labels = record.labels.iter().filter(|(label, _)| !self.labels.contains(label));
        lost.extend(labels.map(|(label, _)| label.name()));
        for claim in &record.claims {
            let is_held = match claim {
                Claim::Score(..) | Claim::Margin(_) | Claim::Winner(_) => self.result,
                // It follows from the moves.
                Claim::Passes(_) => true,
                Claim::Best { .. } => self.best,
                Claim::Moves(_) => self.moves,
            };
            if !is_held {
                lost.push(claim.name());
            }
        }
        let notes = &record.notes;
        if !self.evaluations && notes.iter().any(|note| !note.evaluation.is_empty()) {
            lost.push("evaluations");
        }
        if !self.times && notes.iter().any(|note| !note.time.is_empty()) {
            lost.push("times of moves");
        }
        if !self.ended_by && record.ended_by.is_some() {
            lost.push("how the game ended");
        }
        lost
    }
}

/// A text without characters that end a property or a line: those become blanks.
pub(super) fn plain(text: &str, forbidden: &[char]) -> String {
    text.chars().map(|c| if c.is_control() || forbidden.contains(&c) { ' ' } else { c }).collect()
}
