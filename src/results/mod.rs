//! Published results that are reproduced here. This file lists them, and no other file does.
//!
//! Each is a crate beside the games. No tool needs one: without them every question, proof and table stays.

#[cfg(feature = "cli")]
use certamen_campaign::Campaign;
#[cfg(feature = "cli")]
use certamen_work::subject_command::SubjectCommand;
#[cfg(feature = "cli")]
use std::sync::Arc;

pub use certamen_go_counts as go_counts;
pub use certamen_go_game_graph as go_game_graph;
pub use certamen_othello_profile as othello_profile;
pub use certamen_push_fight_turns as push_fight_turns;

/// The commands that compute them.
#[cfg(feature = "cli")]
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    let commands = [
        othello_profile::commands(),
        push_fight_turns::commands(),
        go_counts::commands(),
        go_game_graph::commands(),
    ];
    commands.into_iter().flatten().collect()
}

/// Those that can be divided into tasks for many machines.
#[cfg(feature = "cli")]
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    [push_fight_turns::campaigns(), go_counts::campaigns()].concat()
}
