//! Runs the program, and checks what must hold for every run: no panic, and errors of one line.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Much longer than any run here takes, so that a run that hangs fails.
const PATIENCE: Duration = Duration::from_secs(300);

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

/// A temporary directory for runs.
#[derive(Debug)]
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The sorted names of all its files, including hidden ones.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("a directory");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries.map(|entry| name(entry).into_string().expect("UTF-8")).collect();
        names.sort_unstable();
        names
    }

    /// Runs the program here; the arguments are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    /// Runs it with something on standard input.
    pub(crate) fn run_with(&self, arguments: &str, input: impl Into<Vec<u8>>) -> Ran {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        self.run_arguments(&arguments, input)
    }

    pub(crate) fn run_arguments(&self, arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
        let mut command = program();
        Ran::of(command.current_dir(self.path()).args(arguments).write_stdin(input))
    }
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.timeout(PATIENCE);
    command
}

/// Runs the program with arguments that write no files.
pub(crate) fn run(arguments: &str) -> Ran {
    Place::new().run(arguments)
}

impl Ran {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the program runs");
        let err = String::from_utf8(output.stderr).expect("complaints are UTF-8");
        let ran = Self { code: output.status.code(), out: output.stdout, err };
        assert!(!ran.err.contains("panicked"), "{ran:?}");
        ran
    }

    #[track_caller]
    pub(crate) fn out(&self) -> &str {
        std::str::from_utf8(&self.out).expect("an answer in UTF-8")
    }

    /// The output of a run that ended with this code.
    #[track_caller]
    pub(crate) fn answers(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{} {}", self.out(), self.err);
        self.out()
    }

    /// The single JSON object of a run that ended with this code.
    #[track_caller]
    pub(crate) fn json(&self, code: i32) -> Value {
        let value: Value = serde_json::from_str(self.answers(code)).expect("one JSON value");
        assert!(value.is_object(), "{value}");
        assert_eq!(self.out().lines().count(), 1);
        value
    }

    /// Asserts bad usage or input: exit code 2, no output, and an error of one line that contains all of `says`.
    #[track_caller]
    pub(crate) fn refused(&self, says: &[&str]) {
        assert_eq!(self.code, Some(2), "{} {}", self.out(), self.err);
        assert_eq!(self.out(), "");
        self.complains(says);
    }

    /// Asserts that the error is one line that contains all of `says`.
    #[track_caller]
    pub(crate) fn complains(&self, says: &[&str]) {
        let complaints: Vec<&str> = self.err.lines().filter(|line| line.starts_with("certamen: ")).collect();
        let [complaint] = complaints[..] else { panic!("not one complaint: {}", self.err) };
        assert!(self.err.ends_with(&format!("{complaint}\n")), "more behind the complaint: {}", self.err);
        for part in says {
            assert!(complaint.contains(part), "`{part}` is not said: {complaint}");
        }
    }
}
