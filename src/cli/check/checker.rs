//! `check --checker CMD`: a program of the user's choice checks the proof.
//!
//! Only the line `s VERIFIED` in its output counts. The exit code is ignored, because some checkers exit with 0 at
//! their time limit. The program has a process group of its own, which ends with it.

use super::report::{ProofReport, VerifiedBy};
use crate::frame::verdict::{not_verified, undecided};
use anyhow::{Context, bail};
use certamen_work::compression::is_compressed;
use certamen_work::input::Input;
use certamen_work::{Answer, Outcome, Session, Stop};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The longest line of output that is read; verdicts are short.
const LINE_LIMIT: u64 = 256;

/// The time between two looks whether the program has ended.
const INTERVAL: Duration = Duration::from_millis(20);

/// The verdict of a program on a proof.
pub(crate) enum CheckerVerdict {
    Verified,
    /// The proof is not verified, for this reason.
    Refused(String),
    /// The program was stopped before it ended.
    Stopped,
}

/// A program that checks proofs.
pub(crate) struct Checker<'c> {
    command: &'c str,
}

impl<'c> Checker<'c> {
    /// Finds the program at once, so that a missing one is not noticed only after hours of other work.
    pub(crate) fn new(command: &'c str) -> anyhow::Result<Self> {
        let checker = Self { command };
        let name = checker.name()?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_there = if name.contains('/') {
            Path::new(&name).is_file()
        } else {
            std::env::split_paths(&path).any(|place| place.join(&name).is_file())
        };
        if cfg!(unix) && !is_there {
            bail!("--checker {name}: there is no such program");
        }
        Ok(checker)
    }

    /// Has the program check a proof, and reports its verdict.
    pub(crate) fn judge(&self, session: &Session, cnf: &Path, proof: &Path) -> anyhow::Result<Outcome> {
        for path in [cnf, proof] {
            let cannot_read = || format!("cannot read {}", path.display());
            let input = Input::open(path, &session.stop).with_context(cannot_read)?;
            // A pipe is left to the program.
            if input.length().is_some() && is_compressed(input).with_context(cannot_read)? {
                bail!("{}: --checker takes files that are not compressed: unpack it first", path.display());
            }
        }
        match self.ask(&session.stop, cnf, proof)? {
            CheckerVerdict::Stopped => undecided(session),
            CheckerVerdict::Refused(reason) => not_verified(session, &reason),
            CheckerVerdict::Verified => {
                let name = self.name()?;
                let text = format!("c by {name}\ns VERIFIED\n");
                session.conclude(Answer::holds(
                    text,
                    ProofReport { verdict: "verified", by: VerifiedBy::Checker { checker: name } },
                ))
            }
        }
    }

    /// The name of the program.
    pub(crate) fn name(&self) -> anyhow::Result<String> {
        let place = Path::new("-");
        Ok(self.words(place, place)?.swap_remove(0))
    }

    /// Has the program check a proof.
    pub(crate) fn ask(&self, stop: &Stop, cnf: &Path, proof: &Path) -> anyhow::Result<CheckerVerdict> {
        let words = self.words(cnf, proof)?;
        let Some(verdicts) = listen(&words, stop).with_context(|| format!("--checker {}", words[0]))? else {
            return Ok(CheckerVerdict::Stopped);
        };
        let is_verified = |line: &String| line == "s VERIFIED" || line == "s VERIFIED UNSAT";
        let other = verdicts.iter().find(|line| !is_verified(line));
        Ok(match (verdicts.len(), other) {
            (0, _) => CheckerVerdict::Refused(format!("{} does not say `s VERIFIED`", words[0])),
            (_, Some(other)) => CheckerVerdict::Refused(format!("{} says `{other}`", words[0])),
            (_, None) => CheckerVerdict::Verified,
        })
    }

    /// The words of its command, as a shell splits them, with the names of the files put in.
    fn words(&self, cnf: &Path, proof: &Path) -> anyhow::Result<Vec<String>> {
        let command = self.command;
        let words = shlex::split(command)
            .with_context(|| format!("--checker {command}: a quotation mark is open"))?;
        for placeholder in ["{cnf}", "{proof}"] {
            if !words.iter().any(|word| word.contains(placeholder)) {
                bail!("--checker {command}: {placeholder} is missing");
            }
        }
        let text = |path: &Path| path.to_str().map(str::to_owned);
        let (Some(cnf), Some(proof)) = (text(cnf), text(proof)) else {
            bail!("--checker: the names of the files have to be UTF-8");
        };
        // One pass, so that the name of one file may hold the placeholder of the other.
        let put = |word: &String| {
            word.split("{cnf}").map(|part| part.replace("{proof}", &proof)).collect::<Vec<_>>().join(&cnf)
        };
        Ok(words.iter().map(put).collect())
    }
}

/// Runs a program to its end, and returns the lines of its output that start with `s `; `None` if it was stopped.
fn listen(words: &[String], stop: &Stop) -> anyhow::Result<Option<Vec<String>>> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().context("cannot run it")?;
    let output = child.stdout.take().context("it has no output")?;
    let reader = thread::Builder::new().spawn(move || verdicts(output));
    let ended = if reader.is_ok() { wait(&mut child, stop) } else { Ok(false) };
    end_group(&mut child);
    let reader = reader.context("cannot start a thread that reads its output")?;
    let verdicts = reader.join().map_err(|_| anyhow::anyhow!("its output could not be read"))?;
    if ended? { Ok(Some(verdicts.context("cannot read its output")?)) } else { Ok(None) }
}

/// Waits for the end of the program; false if it was stopped before.
fn wait(child: &mut Child, stop: &Stop) -> io::Result<bool> {
    while child.try_wait()?.is_none() {
        if stop.is_requested() {
            return Ok(false);
        }
        thread::sleep(INTERVAL);
    }
    Ok(true)
}

/// Ends the program and all processes that it has started.
fn end_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        // An error means that no process is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn verdicts(output: ChildStdout) -> io::Result<Vec<String>> {
    let mut output = BufReader::new(output);
    let mut verdicts = Vec::new();
    loop {
        let mut line = Vec::new();
        if (&mut output).take(LINE_LIMIT).read_until(b'\n', &mut line)? == 0 {
            return Ok(verdicts);
        }
        if !line.ends_with(b"\n") && line.len() as u64 == LINE_LIMIT {
            output.skip_until(b'\n')?;
        }
        if line.starts_with(b"s ") && verdicts.len() < 16 {
            verdicts.push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
    }
}
