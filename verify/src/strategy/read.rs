//! Reads a strategy without a check, to look at it.

use super::lines::{Lines, StreamStart};
use super::{Claim, Header, StrategyError};
use std::cell::RefCell;
use std::io::{Read, Seek};

/// Takes the position, the ply and the plies that are left of a line; none are in a set that is kept. Says whether to go on.
pub type TakeLine<'t> = dyn FnMut(&str, &str, Option<u32>) -> bool + 't;

/// Reads a strategy without checking that it shows its claim.
///
/// # Errors
/// [`StrategyError`] if it cannot be read.
pub fn read_lines(file: impl Read + Seek, take: &mut TakeLine<'_>) -> Result<Header, StrategyError> {
    let shared = RefCell::new(file);
    let mut lines = Lines::from(&shared, StreamStart::FIRST, 0);
    let header = Header::read(&mut lines)?;
    let has_number = header.claim != Claim::Keeps;
    while let Some((entry, _)) = lines.entry(has_number)? {
        if !take(entry.position, entry.ply, entry.left) {
            break;
        }
    }
    Ok(header)
}
