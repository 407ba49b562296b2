//! The greatest number of legal turns of a position of Push Fight, by a search of all positions.
//!
//! A published result, reproduced. A position with the most turns is found by climbing
//! ([`certamen_push_fight::search::many_turns`]), and the search of all positions shows that no other has more.
//!
//! - [`most_turns`]: the search;
//! - `leaps`: the number of turns with leaping of all arrangements of a camp together, an upper bound; `subset`: the sets
//!   that it numbers;
//! - `commands`, with the feature `cli`: the command `retro turns push-fight`, also as a campaign.

mod camp;
mod leaps;
mod search;
mod subset;
#[cfg(feature = "cli")]
mod tasks;

pub use camp::{Camp, camps};
pub use search::{MostTurns, most_turns};
#[cfg(feature = "cli")]
pub use tasks::{campaigns, commands};
