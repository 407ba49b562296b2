//! `certamen retro`: a file for each command of it.

mod phase;

use super::{Outcome, Session};
use clap::{Args, Subcommand};

/// Compute facts natively over many positions.
#[derive(Args, Debug)]
pub(super) struct Retro {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Phase(phase::Classify),
}

impl Retro {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Phase(command) => command.run(session),
        }
    }
}
