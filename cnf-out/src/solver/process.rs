//! External programs under supervision.
//!
//! A command is given to `sh`, in a process group of its own. When its time is up, when the caller asks for a stop, and
//! when it has ended by itself, the whole group is killed, so that no helper process of a solver remains. A memory
//! limit is a limit on the address space of each of its processes, set before the command starts.
//!
//! What it does not show: what an output means (see `verify::model` and [`crate::smtlib`]). A program that leaves its
//! process group on purpose is not tracked.
//!
//! Cost: a poll of the child every few milliseconds, and two threads that read.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The longest output that is kept unless a limit says less, in bytes; more is an error.
pub const OUTPUT_LIMIT: usize = 1 << 30;
/// The number of bytes of standard error that are kept.
const COMPLAINT_LIMIT: usize = 2000;
/// The time between two polls of a child.
const PATIENCE: Duration = Duration::from_millis(5);

/// The limits that end a program early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessLimits {
    /// The wall-clock time.
    pub time: Option<Duration>,
    /// The address space of each process, in bytes.
    pub memory: Option<u64>,
    /// The length of the output, in bytes.
    pub output: Option<usize>,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessEnd {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal that did not come from here.
    Signal(i32),
    /// Killed here, because its time was up.
    TimeLimit,
    /// Killed here, because a stop was requested.
    Stopped,
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A shell reports a signal as 128 plus its number.
            Self::Code(code @ 129..=192) => write!(f, "signal {}", code - 128),
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::TimeLimit => f.write_str("the time limit"),
            Self::Stopped => f.write_str("an interrupt"),
        }
    }
}

/// The result of running a program.
#[derive(Clone, Debug)]
pub struct ProcessOutput {
    /// How it ended.
    pub end: ProcessEnd,
    /// Its standard output.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub complaint: String,
    /// The time that it took.
    pub time: Duration,
}

impl ProcessOutput {
    /// The first line of its standard error after a colon, or nothing.
    pub fn first_complaint(&self) -> String {
        let line = self.complaint.lines().map(str::trim).find(|line| !line.is_empty());
        line.map(|line| format!(": {}", line.chars().take(200).collect::<String>())).unwrap_or_default()
    }
}

/// Why a program could not be run.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// It could not be started.
    #[error("cannot start `sh`")]
    Start(#[source] io::Error),
    /// It could not be waited for or read from.
    #[error("cannot follow the program")]
    Follow(#[source] io::Error),
    /// It prints too much.
    #[error("the program printed more than {0} bytes")]
    TooMuch(usize),
}

/// Runs a shell command, in which `$1` is `file`, until it ends or is stopped.
///
/// # Errors
/// [`ProcessError`] if it could not be run. [`ProcessOutput`] reports what the program itself did.
pub fn run(
    command: &str,
    file: &Path,
    limits: ProcessLimits,
    is_stopped: impl Fn() -> bool,
) -> Result<ProcessOutput, ProcessError> {
    let begun = Instant::now();
    let most = limits.output.unwrap_or(OUTPUT_LIMIT);
    let limit = limits.memory.map(|bytes| format!("ulimit -v {} || exit 126\n", bytes.div_ceil(1024)));
    let mut group = Group::start(&format!("{}{command}", limit.unwrap_or_default()), file)?;
    let output = group.child.stdout.take().map(|pipe| gather(pipe, most + 1, false)).transpose()?;
    let complaint = group.child.stderr.take().map(|pipe| gather(pipe, COMPLAINT_LIMIT, true)).transpose()?;
    let ended = loop {
        if group.has_ended().map_err(ProcessError::Follow)? {
            break None;
        }
        if is_stopped() {
            break Some(ProcessEnd::Stopped);
        }
        if limits.time.is_some_and(|limit| begun.elapsed() >= limit) {
            break Some(ProcessEnd::TimeLimit);
        }
        thread::sleep(PATIENCE);
    };
    // This ends whatever else holds the pipes open, and with that the readers.
    let status = group.end().map_err(ProcessError::Follow)?;
    let time = begun.elapsed();
    let output = collect(output)?;
    if output.len() > most {
        return Err(ProcessError::TooMuch(most));
    }
    let complaint = String::from_utf8_lossy(&collect(complaint)?).into_owned();
    Ok(ProcessOutput { end: ended.unwrap_or_else(|| end_of(status)), output, complaint, time })
}

/// A child with all processes that it starts; dropping it kills them.
#[derive(Debug)]
struct Group {
    child: Child,
}

impl Group {
    fn start(script: &str, file: &Path) -> Result<Self, ProcessError> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script, "sh"]).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Self { child: command.spawn().map_err(ProcessError::Start)? })
    }

    /// Whether the child has ended. It is not reaped yet, so that no other process can get its number.
    #[cfg(unix)]
    fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let Some(pid) = self.pid() else { return Ok(true) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    #[cfg(unix)]
    fn pid(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(self.child.id() as i32)
    }

    /// Kills all remaining processes of the group, and reports how the child ended.
    fn end(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        if let Some(group) = self.pid() {
            // This fails only if no process is left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // After a successful wait, its number may belong to another process.
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.end();
        }
    }
}

fn end_of(status: ExitStatus) -> ProcessEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProcessEnd::Signal(signal);
    }
    ProcessEnd::Code(status.code().unwrap_or(-1))
}

/// Reads a pipe and keeps the first bytes. If `patient` holds, the rest is read and dropped; otherwise the pipe is
/// closed, which ends most programs.
fn gather(
    mut pipe: impl Read + Send + 'static,
    keep: usize,
    patient: bool,
) -> Result<JoinHandle<io::Result<Vec<u8>>>, ProcessError> {
    let read = move || {
        let mut kept = Vec::new();
        pipe.by_ref().take(keep as u64).read_to_end(&mut kept)?;
        if patient {
            io::copy(&mut pipe, &mut io::sink())?;
        }
        Ok(kept)
    };
    thread::Builder::new().spawn(read).map_err(ProcessError::Follow)
}

fn collect(reader: Option<JoinHandle<io::Result<Vec<u8>>>>) -> Result<Vec<u8>, ProcessError> {
    let read =
        reader.map(|reader| reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader failed"))));
    read.unwrap_or_else(|| Ok(Vec::new())).map_err(ProcessError::Follow)
}
