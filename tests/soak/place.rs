//! A directory for one trial, and runs of the program in it.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far longer than any run here takes: a run that is not finished by then hangs.
const PATIENCE: Duration = Duration::from_secs(180);

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    /// The exit code, if no signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A run that has begun.
pub(crate) struct Run {
    child: Child,
    out: JoinHandle<String>,
    err: JoinHandle<String>,
}

/// The regular files of a directory and of all directories below it.
pub(crate) type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// A directory for one trial.
pub(crate) struct Place(TempDir);

/// The program.
pub(crate) fn program() -> PathBuf {
    let built = || PathBuf::from(env!("CARGO_BIN_EXE_certamen"));
    std::env::var_os("CERTAMEN").map_or_else(built, |path| {
        // Runs are in other directories.
        fs::canonicalize(&path).unwrap_or_else(|error| panic!("CERTAMEN: {}: {error}", path.display()))
    })
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program here with arguments between blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.start(arguments).ended()
    }

    pub(crate) fn start(&self, arguments: &str) -> Run {
        let mut command = Command::new(program());
        command.arg("-q").args(arguments.split(' '));
        self.spawn(&mut command)
    }

    /// Runs the program under a limit of the shell, such as `ulimit -v 100000`.
    pub(crate) fn run_limited(&self, limit: &str, arguments: &str) -> Ran {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{limit}; exec \"$@\"")).arg("sh").arg(program());
        command.arg("-q").args(arguments.split(' '));
        self.spawn(&mut command).ended()
    }

    /// Runs another command here.
    pub(crate) fn spawn(&self, command: &mut Command) -> Run {
        command.current_dir(self.path()).stdin(Stdio::null()).env_remove("RUST_BACKTRACE");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let out = collected(child.stdout.take());
        let err = collected(child.stderr.take());
        Run { child, out, err }
    }

    /// Copies a directory to a name here.
    pub(crate) fn copy(&self, from: &Contents, name: &str) {
        for (file, bytes) in from {
            let path = self.path().join(name).join(file);
            fs::create_dir_all(path.parent().expect("a directory")).expect("room");
            fs::write(path, bytes).expect("room");
        }
    }

    /// The files of a directory here.
    pub(crate) fn contents(&self, name: &str) -> Contents {
        let mut found = Contents::new();
        gather(&self.path().join(name), Path::new(""), &mut found);
        found
    }

    /// Keeps the place below `target/tmp/hostile`.
    pub(crate) fn keep(self, name: &str) -> PathBuf {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
        let contents = self.contents("");
        for (file, bytes) in contents {
            let path = target.join(file);
            if let Some(parent) = path.parent() {
                let _ = fs::create_dir_all(parent);
            }
            let _ = fs::write(path, bytes);
        }
        target
    }
}

fn gather(directory: &Path, below: &Path, found: &mut Contents) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), below.join(entry.file_name()));
        if path.is_dir() {
            gather(&path, &name, found);
        } else if path.is_file() {
            found.insert(name, fs::read(&path).unwrap_or_default());
        }
    }
}

fn collected(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Run {
    /// The result of the run. A run that hangs is killed; its result has no exit code and says so.
    pub(crate) fn ended(self) -> Ran {
        self.ended_within(PATIENCE).unwrap_or_else(|| Ran {
            code: None,
            out: String::new(),
            err: "it hangs".to_owned(),
        })
    }

    /// The result of the run if it ends within the time; otherwise the run is killed.
    pub(crate) fn ended_within(mut self, time: Duration) -> Option<Ran> {
        let start = Instant::now();
        let mut pause = Duration::from_micros(500);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break Some(status);
            }
            if start.elapsed() >= time {
                self.child.kill().expect("a child");
                self.child.wait().expect("a status");
                break None;
            }
            std::thread::sleep(pause.min(time.saturating_sub(start.elapsed())));
            pause = (pause * 2).min(Duration::from_millis(10));
        };
        let (out, err) = (self.out.join().expect("a thread"), self.err.join().expect("a thread"));
        status.map(|status| Ran { code: status.code(), out, err })
    }
}

impl Ran {
    /// A defect of the run that is one for any command: a panic, a signal, an error of more than a line.
    pub(crate) fn fault(&self) -> Option<String> {
        let complaints = self.err.lines().filter(|line| line.starts_with("certamen: ")).count();
        let is_failure = self.code == Some(2) || self.code == Some(3) && self.out.is_empty();
        let what = if self.err.contains("panicked") {
            "a panic"
        } else if self.code.is_none() {
            "no exit code"
        } else if complaints > 1 || is_failure && complaints == 0 {
            "not one complaint"
        } else if is_failure
            && !self.err.trim_end().lines().last().is_some_and(|line| line.starts_with("certamen: "))
        {
            "something after the complaint"
        } else {
            return None;
        };
        Some(format!("{what}: {self:?}"))
    }

    /// Whether the answer is the same. Remarks, such as who computed an output, are no part of it.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let answer = |line: &&str| !line.starts_with("c ");
        self.code == other.code && self.out.lines().filter(answer).eq(other.out.lines().filter(answer))
    }
}

/// A file with a temporary name, which the directory should not have.
pub(crate) fn leftover(contents: &Contents) -> Option<String> {
    let is_temporary = |path: &&PathBuf| path.to_string_lossy().contains(certamen::work::durable::PREFIX);
    contents.keys().find(is_temporary).map(|path| format!("{} was left over", path.display()))
}
