//! What is asked of a position of Ostle.

use crate::query::{OstleMobility, OstleState, OstleVariant, OstleWin, Query};
use anyhow::{Context, bail};

pub(super) fn mobility(
    variant: OstleVariant,
    at_least: Option<u32>,
    symmetry_breaking: bool,
) -> anyhow::Result<OstleMobility> {
    let query = OstleMobility { variant, at_least: at_least.unwrap_or(0), symmetry_breaking };
    query.validate().map_err(|reason| anyhow::anyhow!("--at-least: {reason}"))?;
    Ok(query)
}

pub(super) fn win(
    variant: OstleVariant,
    plies: Option<u32>,
    (position, forbidden): (Option<&str>, Option<&str>),
    symmetry_breaking: bool,
) -> anyhow::Result<OstleWin> {
    let plies = plies.context("ostle.win needs --in K, the number of plies")?;
    if forbidden.is_some() && position.is_none() {
        bail!("--forbidden is a move of a given position: it needs --position");
    }
    let given = position.map(|position| OstleState::parse(position, forbidden)).transpose()?;
    let query = OstleWin { variant, plies, symmetry_breaking, given };
    query.validate().map_err(anyhow::Error::msg)?;
    Ok(query)
}
