//! `certamen count push-fight.positions`

use crate::board::{PushFightBoard, on_board};
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::push_fight::index::Indexes;
use serde_json::json;

/// The name of the task.
pub(super) const SUBJECT: &str = "push-fight.positions";

/// Count the positions of Push Fight, and those that no push can lead to.
///
/// The numbers are computed by combinatorics. Whether a push can lead to a position depends on the pieces around the
/// anchor.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM count push-fight.positions               401567166000, and how many of them no push can lead to\n  \
    PROGRAM count push-fight.positions --board 4x4")]
pub(super) struct Positions {
    /// The board: 4x3, 4x4 or 8x4 [default: 8x4, the published one].
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
}

impl Run for Positions {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        let board = PushFightBoard::given(self.board.as_deref(), SUBJECT)?;
        let (positions, classes) = on_board!(board, B => {
            let indexes = Indexes::<B>::new();
            (indexes.len(), indexes.minimized_len())
        });
        // Half a turn of the board moves the anchor, so each class has two positions.
        let after_a_push = 2 * classes;
        let others = positions - after_a_push;
        session.conclude(Answer::holds(format!(
                "{positions} positions\n{after_a_push} can follow a push, {classes} up to half a turn of the board\n\
                 {others} have no predecessor: no push can have led there\n"
            ), json!({
                "query": SUBJECT, "board": board, "positions": positions,
                "after_a_push": after_a_push, "classes": classes, "without_predecessor": others,
            })))
    }
}
