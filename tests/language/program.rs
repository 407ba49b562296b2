//! The program with its answers.

use assert_cmd::Command;
use std::path::Path;

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn run_in(place: &Path, arguments: &[&str]) -> Ran {
    let output =
        Command::cargo_bin("certamen").expect("a program").current_dir(place).args(arguments).output();
    let output = output.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// The error for bad input: one line, exit code 2.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let place = tempfile::tempdir().expect("a directory");
    let ran = run_in(place.path(), arguments);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{}{}", ran.out, ran.err);
    ran.err
}
