//! z3 as a process that reads SMT-LIB and returns values.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use cnf_out::smtlib::{self, SolverAnswer, expected_words, parse_values};
use encodings::statement::Script;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, thread};

/// z3's time limit in seconds.
const TIME_LIMIT: u32 = 120;

/// An executable that reports to be z3.
#[derive(Debug)]
pub(crate) struct Z3(OsString);

impl Z3 {
    /// The solver for tests; `None` if there is none, which is reported once.
    ///
    /// # Panics
    /// If the named solver does not exist, or in continuous integration.
    pub(crate) fn find() -> Option<&'static Self> {
        static FOUND: LazyLock<Option<Z3>> = LazyLock::new(Z3::search);
        FOUND.as_ref()
    }

    fn search() -> Option<Self> {
        if let Some(named) = env::var_os("CERTAMEN_Z3") {
            let version = version(&named);
            assert!(version.is_some(), "CERTAMEN_Z3 is {}, which is no z3", named.display());
            return Some(Self(named));
        }
        let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin/z3");
        let found = ["z3".into(), installed.into()].into_iter().find(|name| version(name).is_some());
        if found.is_none() {
            // Written past the test harness, which hides the output of a passing test.
            let _ = writeln!(
                io::stderr(),
                "NOT CHECKED: there is no z3 here, so no SMT-LIB text was given to it"
            );
            assert!(env::var_os("CI").is_none(), "continuous integration needs z3: run .ci/solvers");
        }
        found.map(Self)
    }

    /// z3's answer to a script, read completely.
    pub(crate) fn answer(&self, script: &Script) -> SolverAnswer {
        let mut text = Vec::new();
        smtlib::write(script, &mut text).expect("names that can be written");
        let output = self.run(text);
        let read = parse_values(&output, &expected_words(script));
        read.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output)))
    }

    /// z3's output for a text.
    pub(crate) fn run(&self, text: Vec<u8>) -> Vec<u8> {
        let mut process = Command::new(&self.0)
            .args(["-smt2", "-in", &format!("-T:{TIME_LIMIT}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("z3 starts");
        let mut input = process.stdin.take().expect("a pipe");
        // On a separate thread, because otherwise each side might wait for the other to read.
        let written = thread::spawn(move || input.write_all(&text));
        let output = process.wait_with_output().expect("z3 ends");
        let written = written.join().expect("the writer ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "z3 complains");
        written.expect("z3 reads its input");
        output.stdout
    }
}

/// The version that the executable reports, if it is z3.
fn version(name: &OsString) -> Option<String> {
    let output = Command::new(name).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && text.starts_with("Z3 version ")).then_some(text)
}
