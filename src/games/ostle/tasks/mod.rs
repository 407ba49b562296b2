//! What Ostle adds to the command line, a file for each command: those below `retro`, and `puzzles`.
//!
//! `subject` has the flags that they share, `figures` the columns beside those of the publication.

mod audit;
mod build;
mod compare;
mod distances;
mod figures;
mod longest;
mod probe;
mod puzzles;
mod stats;
mod subject;

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
    use certamen_work::session::{Outcome, Session};

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

    #[test]
    fn a_small_game_goes_through_every_command() {
        let directory = tempfile::tempdir().unwrap();
        let run = |verb: &[&str], more: &[&str], rule: &str| {
            let tasks = all();
            let task = tasks.iter().find(|task| task.verb() == verb).unwrap();
            let dir = directory.path().join(rule);
            let subject = ["--dir", dir.to_str().unwrap(), "--board", "3x3", "--pieces", "3", "--rule", rule];
            let arguments = std::iter::once(&"ostle").chain(&subject).chain(more);
            let matches = task.command().try_get_matches_from(arguments).unwrap();
            task.run(&matches, &Session { quiet: true, ..Session::default() })
        };
        for rule in ["literal", "paper"] {
            // Nothing is there before it has been built.
            assert!(run(&["retro", "stats"], &[], rule).is_err());
            for verb in ["build", "distances", "stats", "longest", "audit"] {
                assert_eq!(run(&["retro", verb], &[], rule).unwrap(), Outcome::Holds, "{verb} {rule}");
            }
            assert_eq!(run(&["retro", "audit"], &["--samples", "1"], rule).unwrap(), Outcome::Holds);
            assert_eq!(run(&["retro", "probe"], &["222-300-111"], rule).unwrap(), Outcome::Holds);
            assert!(run(&["retro", "probe"], &["222-300-110", "--forbidden", "a1U"], rule).is_err());
            assert_eq!(
                run(&["puzzles"], &["--limit", "2", "--format", "svg"], rule).unwrap(),
                Outcome::Holds
            );
        }
        let paper = directory.path().join("paper");
        let with = ["--with", paper.to_str().unwrap()];
        assert_eq!(run(&["retro", "compare"], &with, "literal").unwrap(), Outcome::Holds);
        // The other way round the directories hold something else.
        assert!(run(&["retro", "compare"], &["--with", "nowhere"], "literal").is_err());
    }
}
