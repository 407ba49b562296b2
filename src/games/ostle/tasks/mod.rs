//! The commands of Ostle, a file for each: those below `retro`, and `puzzles`.
//!
//! `campaign` divides the audit. `subject` has the flags that they share, `figures` writes computed beside published
//! figures, and `repairs` rebuilds damaged files.

/// Runs a command on the board that its flags name.
macro_rules! on_every_side {
    ($command:ty, $run:ident) => {
        impl certamen_work::task::Run for $command {
            fn run(&self, session: &Session) -> Result<Outcome, certamen_work::failure::Failure> {
                Ok(crate::variant::on_side!(self.subject.side(), SIDE => self.$run::<SIDE>(session))?)
            }
        }
    };
}

mod audit;
mod audited;
mod build;
mod campaign;
mod compare;
mod distances;
mod figures;
mod longest;
mod probe;
mod puzzles;
mod repairs;
mod stats;
mod subject;

pub(crate) use campaign::all as campaigns;

use certamen_work::task::{Task, task};

/// The commands.
pub(crate) fn all() -> Vec<Box<dyn Task>> {
    const GAME: &str = "ostle";
    vec![
        task::<build::Build>(&["retro", "build"], GAME),
        task::<probe::Probe>(&["retro", "probe"], GAME),
        task::<stats::Stats>(&["retro", "stats"], GAME),
        task::<compare::Compare>(&["retro", "compare"], GAME),
        task::<longest::Longest>(&["retro", "longest"], GAME),
        task::<audit::Audit>(&["retro", "audit"], GAME),
        task::<distances::Search>(&["retro", "distances"], GAME),
        task::<puzzles::Puzzles>(&["puzzles"], GAME),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_described_and_takes_the_same_game() {
        for task in all() {
            let command = task.command();
            command.clone().debug_assert();
            assert!(command.get_about().is_some() && command.get_after_help().is_some(), "{task:?}");
            for flag in ["dir", "board", "pieces", "lose-at", "rule"] {
                let takes = |argument: &clap::Arg| argument.get_long() == Some(flag);
                assert!(command.get_arguments().any(takes), "{task:?} {flag}");
            }
        }
    }
}
