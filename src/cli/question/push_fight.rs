//! The flags of `push-fight.win`.

use crate::query::{GivenPosition, PushFightBoard, PushFightWin, Query};
use anyhow::bail;
use clap::Args;

/// Where the help shows them.
const HEADING: &str = "Options of push-fight.win";

/// What is asked of a position of Push Fight.
#[derive(Args, Debug)]
pub(super) struct PushFightWinFlags {
    /// A win within so many turns of the player to move: 1.
    #[arg(help_heading = HEADING, long = "in", value_name = "TURNS")]
    turns: Option<u32>,
    /// In this position, not in any.
    #[arg(help_heading = HEADING, long, value_name = "POSITION")]
    position: Option<String>,
}

impl PushFightWinFlags {
    /// The first of the flags that is there.
    pub(super) fn given(&self) -> Option<&'static str> {
        let flags = [("--in", self.turns.is_some()), ("--position", self.position.is_some())];
        flags.into_iter().find(|&(_, is_given)| is_given).map(|(flag, _)| flag)
    }

    pub(super) fn question(
        &self,
        board: PushFightBoard,
        symmetry_breaking: bool,
    ) -> anyhow::Result<PushFightWin> {
        let Some(turns) = self.turns else { bail!("push-fight.win needs --in 1") };
        let position = self.position.as_deref().map(str::parse::<GivenPosition>).transpose()?;
        let query = PushFightWin { board, turns, symmetry_breaking, position };
        query.validate().map_err(anyhow::Error::msg)?;
        Ok(query)
    }
}
