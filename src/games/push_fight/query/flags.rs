//! What `push-fight.win` and `push-fight.turns` ask, from the flags that they share with other queries.

use crate::query::{GivenPosition, PushFightBoard, PushFightTurns, PushFightWin, Query};
use anyhow::bail;

pub(super) fn win(
    board: PushFightBoard,
    turns: Option<u32>,
    position: Option<&str>,
    symmetry_breaking: bool,
) -> anyhow::Result<PushFightWin> {
    let Some(turns) = turns else { bail!("push-fight.win needs --in 1") };
    let position = position.map(str::parse::<GivenPosition>).transpose()?;
    let query = PushFightWin { board, turns, symmetry_breaking, position };
    query.validate().map_err(anyhow::Error::msg)?;
    Ok(query)
}

/// Refuses a question that has no formula.
pub(super) fn require_formula(query: PushFightTurns) -> anyhow::Result<()> {
    if query.is_relaxed() {
        bail!(
            "all legal turns of the board {} are too many for a formula: --moves leaping or none bound them from above, \
             and prove tells an interval",
            query.board
        );
    }
    Ok(())
}
