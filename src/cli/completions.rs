//! `completions` and `man`: the command line for shells and manual readers.

use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use anyhow::Context;
use certamen_work::file;
use certamen_work::text::escaped;
use certamen_work::{Answer, Outcome, Session};
use clap::{Args, Command};
use serde_json::json;
use std::path::PathBuf;

/// Write a completion script for a shell.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  PROGRAM completions bash > ~/.local/share/bash-completion/completions/PROGRAM\n  \
        PROGRAM completions fish > ~/.config/fish/completions/PROGRAM.fish"
)]
pub(crate) struct Completions {
    /// The shell.
    shell: clap_complete::Shell,
}

impl PlainVerb for Completions {
    const NAME: &'static str = "completions";

    fn run(&self, app: &App, _: &Session) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut app.command(), app.name(), &mut script);
        file::write_out(&script)?;
        Ok(Outcome::Holds)
    }
}

/// Write man pages, one for each command, into a directory.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM man ~/.local/share/man/man1\n  PROGRAM man pages")]
pub(crate) struct Man {
    /// The directory. It is created if it does not exist.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl PlainVerb for Man {
    const NAME: &'static str = "man";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        std::fs::create_dir_all(&self.directory)
            .with_context(|| format!("cannot make {}", self.directory.display()))?;
        let mut root = app.command();
        root.build();
        let pages = pages(&root);
        for &command in &pages {
            let man = clap_mangen::Man::new(command.clone());
            let mut page = Vec::new();
            man.render(&mut page)?;
            file::write(&self.directory.join(man.get_filename()), &page, &session.stop)?;
        }
        let (count, directory) = (pages.len(), escaped(&self.directory.display().to_string()).into_owned());
        session.conclude(Answer::holds(
            format!("{count} man pages in {directory}\n"),
            json!({ "pages": count, "directory": self.directory }),
        ))
    }
}

/// The program and its verbs, those of two words as well.
fn pages(root: &Command) -> Vec<&Command> {
    let mut pages = vec![root];
    for verb in root.get_subcommands() {
        pages.push(verb);
        pages.extend(verb.get_subcommands());
    }
    pages
}
