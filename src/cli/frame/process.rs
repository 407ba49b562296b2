//! The process of a program: its arguments, its threads, its signals and its exit code.

use crate::frame::app::App;
use crate::frame::parse::{self, ParsedCommand};
use crate::frame::processor_build;
use crate::frame::tree;
use certamen_work::failure::{UNDECIDED, UNUSABLE, exit_code, is_broken_pipe, is_interruption, with_causes};
use certamen_work::file::FileError;
use certamen_work::memory::require_address_space;
use certamen_work::session::tell;
use certamen_work::streams::require_output;
use certamen_work::text::one_line;
use certamen_work::{Failure, Session, Stop};
use std::error::Error as _;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

/// The bytes of address space that the smallest commands take besides their threads, with as much to spare.
const LEAST_ADDRESS_SPACE: u64 = 32 << 20;
/// The bytes for the stack of a thread, with as much to spare.
const ADDRESS_SPACE_OF_A_THREAD: u64 = 4 << 20;
/// The most threads of native searches for each processor.
const THREADS_OF_A_PROCESSOR: usize = 8;

impl App {
    /// The whole command line, with all help texts and examples: for documentation and tests.
    ///
    /// # Examples
    /// ```
    /// let command = certamen_cli::App::new("puzzles").command();
    /// assert!(command.get_subcommands().any(|verb| verb.get_name() == "check"));
    /// ```
    pub fn command(&self) -> clap::Command {
        tree::command(self)
    }

    /// Parses the arguments of the process, runs the command and gives its exit code.
    pub fn run(self) -> ExitCode {
        processor_build::continue_as_build_for_it();
        // No answer would reach anybody: better said before the work than after it.
        if let Err(error) = require_output().map_err(FileError::StandardOutput) {
            self.print_error(&with_causes(&error));
            return ExitCode::from(UNUSABLE);
        }
        let name = self.name.clone();
        let mut arguments: Vec<OsString> = std::env::args_os().collect();
        let (app, files) = match self.with_game_files(&mut arguments) {
            Ok(found) => found,
            Err(error) => {
                tell(&format!("{name}: {}", one_line(&with_causes(&*error))));
                return ExitCode::from(UNUSABLE);
            }
        };
        let ParsedCommand { json, quiet, run } = match parse::parse(&app, arguments) {
            Ok(parsed) => parsed,
            Err(code) => return code,
        };
        let session = Session::new(json, quiet, Stop::new());
        let started = start().and_then(|()| listen(&session.stop));
        let done = started.and_then(|()| run(&app, &session));
        match done.and_then(|outcome| files.keep().map(|()| outcome)) {
            Ok(outcome) => outcome.into(),
            // It is not an error if the reader of the output is gone.
            Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
            Err(error) if is_interruption(&*error) => {
                session.interrupted::<FileError>().map_or(ExitCode::from(UNDECIDED), ExitCode::from)
            }
            Err(error) => {
                app.print_error(&with_causes(&*error));
                ExitCode::from(exit_code(&*error))
            }
        }
    }
}

/// The system refuses the threads of native searches.
#[derive(Debug, thiserror::Error)]
#[error("cannot start the threads of native searches")]
struct WorkersError(#[source] rayon::ThreadPoolBuildError);

/// The number of these threads: one for each processor, or what the variable of the environment says, within reason. Many
/// more threads than processors only look for work that others have.
pub(crate) fn threads(asked: Option<&str>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let asked = asked.and_then(|text| text.parse().ok()).filter(|&threads: &usize| threads > 0);
    asked.map_or(processors, |threads| threads.min(THREADS_OF_A_PROCESSOR * processors))
}

/// Starts the threads that native searches share. Started by the first search, they would end the process with a panic
/// if the system has none to give.
fn start() -> Result<(), Failure> {
    let threads = threads(std::env::var("RAYON_NUM_THREADS").ok().as_deref());
    require_address_space(LEAST_ADDRESS_SPACE + threads as u64 * ADDRESS_SPACE_OF_A_THREAD)?;
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
        // Without a cause, the program that embeds this one has started threads of its own, which stay.
        Err(error) if error.source().is_some() => Err(WorkersError(error).into()),
        _ => Ok(()),
    }
}

/// The first Ctrl-C or SIGTERM requests a stop, the second one ends the process. A write beyond the limit on file sizes
/// becomes an error, as on a full disk, and not a signal.
fn listen(stop: &Stop) -> Result<(), Failure> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_requested() {
            std::process::exit(130);
        }
        stop.request();
    })?;
    Ok(())
}
