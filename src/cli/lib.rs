//! The command line: a file for each command.
//!
//! Answers go to standard output, progress and diagnostics to standard error; `--json` gives every answer as one JSON
//! object. Exit codes: 0 when what was asked holds, 1 when it does not, 2 for bad usage or unreadable input, 3 when a
//! limit or an interrupt ended the work undecided; `solve` has those of the SAT competition, 10, 20 and 0.

mod board;
mod check;
mod check_proof;
mod checker;
mod count;
mod cube;
mod cycle;
mod decode;
mod emit;
mod enumerate;
mod file;
mod games;
mod go;
mod ostle;
mod perft;
mod profile;
mod programs;
mod progress;
mod prove;
mod push_fight;
mod puzzles;
mod question;
mod reach;
mod recurrence;
mod replay;
mod retro;
mod shell;
mod show;
mod solve;
mod solve_position;

use crate::stop::Stop;
use anyhow::Context;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

/// Rules of a board game become circuits, circuits become CNF or SMT for any solver, answers become checked facts.
#[derive(Parser, Debug)]
#[command(name = "certamen", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Examples:\n  \
    certamen prove othello.mobility --out cert        the largest number of legal moves, proved\n  \
    certamen check cert                               check that proof again\n  \
    certamen emit othello.mobility --at-least 35 -o m35.cnf --map m35.map.json\n  \
    certamen replay othello F5D6C4F3C5B4              is this record legal?\n\n\
    Exit codes: 0 it holds, 1 it does not, 2 bad usage or input, 3 undecided; `solve`: 10, 20, 0.")]
pub struct Cli {
    /// Give the answer as one JSON object.
    #[arg(long, global = true)]
    json: bool,
    /// Say nothing on standard error but errors.
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Games(games::Games),
    Emit(emit::Emit),
    Enumerate(enumerate::Enumerate),
    Solve(cycle::SolveAny),
    Prove(prove::Prove),
    Check(check::Check),
    Count(count::Count),
    Cube(cube::Cube),
    RunCube(cube::RunCube),
    Decode(decode::Decode),
    Replay(replay::Replay),
    Retro(retro::Retro),
    Perft(perft::Perft),
    Profile(profile::Profile),
    Puzzles(puzzles::Puzzles),
    Reach(reach::Reach),
    Recurrence(recurrence::Recurrence),
    SolvePosition(solve_position::SolvePosition),
    Show(show::Show),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// The games that commands take by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Othello, also known as Reversi.
    Othello,
    /// Push Fight, three pushers and two movers a player.
    PushFight,
    /// Ostle, on 3x3, 4x4 and 5x5 squares.
    Ostle,
    /// Go, on boards of 1x1 to 19x19 points.
    Go,
}

/// What a command came to, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Holds,
    DoesNotHold,
    Undecided,
    Satisfiable,
    Unsatisfiable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Holds => 0,
            Outcome::DoesNotHold => 1,
            Outcome::Undecided => 3,
            Outcome::Satisfiable => 10,
            Outcome::Unsatisfiable => 20,
        })
    }
}

/// Bad usage or unreadable input.
const UNUSABLE: u8 = 2;

/// What all commands share.
#[derive(Clone, Debug)]
struct Session {
    json: bool,
    quiet: bool,
    stop: Stop,
}

/// Parses the arguments, runs the command and gives its exit code.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let session = Session { json: cli.json, quiet: cli.quiet, stop: Stop::new() };
    match listen(&session.stop).and_then(|()| cli.command.run(&session)) {
        Ok(outcome) => outcome.into(),
        // Whoever reads our output may stop reading: that is no error of ours.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&with_causes(&error)),
    }
}

/// Parses the arguments. Help and the version go to standard output; bad usage is one line, as other complaints are.
fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return complain(&usage_line(&error.render().to_string()));
        }
        // Whoever does not read the help does not miss it.
        let _ = error.print();
        if error.use_stderr() { ExitCode::from(UNUSABLE) } else { ExitCode::SUCCESS }
    })
}

/// The reason and the tips of a complaint about usage, as one line.
fn usage_line(complaint: &str) -> String {
    let lines = complaint.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut text = String::new();
    for line in lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more ")) {
        let joint = match text.chars().last() {
            None => "",
            Some(':' | ',') => " ",
            Some(_) => "; ",
        };
        text = text + joint + line.strip_prefix("error: ").unwrap_or(line);
    }
    text
}

/// An error with its causes, those left out that the one before has told already.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| match told.as_str() {
        "" => cause,
        _ if told.ends_with(&cause) => told,
        _ => format!("{told}: {cause}"),
    })
}

/// Tells what is wrong, in one line.
fn complain(what: &str) -> ExitCode {
    tell(&format!("certamen: {}", what.trim_end().replace('\n', " ")));
    ExitCode::from(UNUSABLE)
}

/// Writes a line to standard error. If nobody can read it, the exit code still tells.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter().any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// The first Ctrl-C or SIGTERM asks for the end, the second does not ask. A write beyond a limit on the size of files
/// is an error like that of a full disk.
fn listen(stop: &Stop) -> anyhow::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())
        .context("cannot listen for SIGXFSZ")?;
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_requested() {
            std::process::exit(130);
        }
        stop.request();
    })
    .context("cannot listen for Ctrl-C")
}

impl Command {
    fn run(self, session: &Session) -> anyhow::Result<Outcome> {
        match self {
            Self::Games(games::Games) => games::Games::run(session),
            Self::Emit(command) => command.run(session),
            Self::Enumerate(command) => command.run(session),
            Self::Solve(command) => command.run(session),
            Self::Prove(command) => command.run(session),
            Self::Check(command) => command.run(session),
            Self::Count(command) => command.run(session),
            Self::Cube(command) => command.run(session),
            Self::RunCube(command) => command.run(session),
            Self::Decode(command) => command.run(session),
            Self::Replay(command) => command.run(session),
            Self::Retro(command) => command.run(session),
            Self::Perft(command) => command.run(session),
            Self::Profile(command) => command.run(session),
            Self::Puzzles(command) => command.run(session),
            Self::Reach(command) => command.run(session),
            Self::Recurrence(command) => command.run(session),
            Self::SolvePosition(command) => command.run(session),
            Self::Show(command) => command.run(session),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(),
        }
    }
}

impl Session {
    /// Gives the answer: the text, or with `--json` the object.
    fn answer(&self, text: &str, object: &impl Serialize) -> anyhow::Result<()> {
        let mut text = if self.json { serde_json::to_string(object)? } else { text.to_owned() };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        match file::write_out(text.as_bytes()) {
            // Whoever reads our output may stop reading; the exit code still tells what came out.
            Err(error) if is_broken_pipe(&error) => Ok(()),
            written => written,
        }
    }

    /// Answers that the work was ended before it was done.
    fn interrupted(&self) -> anyhow::Result<Outcome> {
        self.answer("undecided (interrupted)", &serde_json::json!({ "verdict": "undecided" }))?;
        Ok(Outcome::Undecided)
    }

    /// Tells something that is not the answer.
    fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_causes;
    use anyhow::Context;
    use std::io;

    #[derive(Debug, thiserror::Error)]
    #[error("the proof: {0}")]
    struct Telling(#[from] io::Error);

    #[test]
    fn no_cause_is_told_twice() {
        let full = || io::Error::other("disk full");
        let told = |error: anyhow::Error| with_causes(&error);
        assert_eq!(told(full().into()), "disk full");
        assert_eq!(told(Telling(full()).into()), "the proof: disk full");
        let error = Err::<(), _>(Telling(full())).context("cannot write m.lrat").expect_err("an error");
        assert_eq!(told(error), "cannot write m.lrat: the proof: disk full");
        let error = Err::<(), _>(full()).context("cannot write m.lrat").expect_err("an error");
        assert_eq!(told(error), "cannot write m.lrat: disk full");
    }
}
