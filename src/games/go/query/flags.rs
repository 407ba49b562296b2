//! What is asked of a position of Go.

use crate::count::board::Board;
use crate::query::{GoStrings, Query};
use anyhow::Context;

pub(super) fn strings(
    board: Option<&str>,
    at_least: Option<u32>,
    symmetry_breaking: bool,
) -> anyhow::Result<GoStrings> {
    let board = board.context("--board: give the two sides of the board, as in 4x4")?;
    let board: Board = board.parse().with_context(|| format!("--board {board}"))?;
    let query = GoStrings { board, at_least: at_least.unwrap_or(0), symmetry_breaking };
    query.validate().map_err(|reason| anyhow::anyhow!("--at-least: {reason}"))?;
    Ok(query)
}
