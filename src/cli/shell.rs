//! `certamen completions` and `certamen man`: what a shell and a manual reader need.

use super::{Cli, Outcome, file};
use anyhow::Context;
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Write a completion script for a shell.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  certamen completions bash > ~/.local/share/bash-completion/completions/certamen"
)]
pub(super) struct Completions {
    /// The shell.
    shell: clap_complete::Shell,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "certamen", &mut script);
        file::write(&PathBuf::from("-"), &script)?;
        Ok(Outcome::Holds)
    }
}

/// Write man pages, one for each command, into a directory.
#[derive(Args, Debug)]
pub(super) struct Man {
    /// The directory; it is made if it is not there.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        std::fs::create_dir_all(&self.directory)
            .with_context(|| format!("cannot make {}", self.directory.display()))?;
        let mut root = Cli::command();
        root.build();
        for command in std::iter::once(&root).chain(root.get_subcommands()) {
            let man = clap_mangen::Man::new(command.clone());
            let mut page = Vec::new();
            man.render(&mut page)?;
            file::write(&self.directory.join(man.get_filename()), &page)?;
        }
        Ok(Outcome::Holds)
    }
}
