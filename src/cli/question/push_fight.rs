//! What `push-fight.win` asks, from the flags that it shares with other queries.

use crate::query::{GivenPosition, PushFightBoard, PushFightWin, Query};
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
