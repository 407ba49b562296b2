//! What is asked of a position of Ostle.

use crate::query::{OstleMobility, OstleVariant, Query};

pub(super) fn mobility(
    variant: OstleVariant,
    at_least: Option<u32>,
    symmetry_breaking: bool,
) -> anyhow::Result<OstleMobility> {
    let query = OstleMobility { variant, at_least: at_least.unwrap_or(0), symmetry_breaking };
    query.validate().map_err(|reason| anyhow::anyhow!("--at-least: {reason}"))?;
    Ok(query)
}
