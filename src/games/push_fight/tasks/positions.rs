//! `certamen count push-fight.positions`

use super::Count;
use crate::cli::{Outcome, Session};
use crate::query::{PushFightBoard, on_board};
use clap::ValueEnum;
use encodings::push_fight::index::Indexes;
use serde_json::json;

impl Count {
    /// By combinatorics: arrangements of the pieces, and of those around the anchor the ones that say how it came there.
    pub(super) fn count_push_fight(&self, session: &Session) -> anyhow::Result<Outcome> {
        let board = match &self.parameters.board {
            None => PushFightBoard::default(),
            Some(board) => PushFightBoard::from_str(board, false).map_err(|_| {
                anyhow::anyhow!("--board {board}: push-fight.positions is about 4x3, 4x4, 8x4")
            })?,
        };
        let (positions, classes) = on_board!(board, B => {
            let indexes = Indexes::<B>::new();
            (indexes.len(), indexes.minimized_len())
        });
        // Half a turn of the board moves the anchor, so that a class has two positions.
        let after_a_push = 2 * classes;
        let others = positions - after_a_push;
        session.answer(
            &format!(
                "{positions} positions\n{after_a_push} can follow a push, {classes} up to half a turn of the board\n\
                 {others} have no predecessor: no push can have led there\n"
            ),
            &json!({
                "query": "push-fight.positions", "board": board, "positions": positions,
                "after_a_push": after_a_push, "classes": classes, "without_predecessor": others,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
