//! External tools, if they are installed.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// An external tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Z3,
    Cvc5,
    Bitwuzla,
    /// Bitwuzla with a file in BTOR2.
    BitwuzlaBtor2,
    Kissat,
    Abc,
    Yosys,
    Rc2,
    Ganak,
    MinisatPlus,
    DepQbf,
    Parallel,
    HyperQueue,
    /// `HyperQueue` with a job definition file.
    HyperQueueFile,
    /// The programs of Slurm; the command is `sbatch`.
    Slurm,
}

impl Tool {
    /// The command that runs it, without arguments; `None` if it is missing, which is reported together with the check
    /// that is skipped.
    pub(crate) fn find(self, check: &str) -> Option<Vec<String>> {
        let found = match self {
            Self::Z3 => executable("z3").map(|path| vec![path]),
            Self::Kissat => executable("kissat").map(|path| vec![path]),
            Self::Abc => executable("berkeley-abc").map(|path| vec![path]),
            Self::Yosys => executable("yosys").map(|path| vec![path]),
            Self::MinisatPlus => executable("minisat+").map(|path| vec![path]),
            Self::DepQbf => executable("depqbf").map(|path| vec![path]),
            Self::Parallel => executable("parallel").map(|path| vec![path]),
            Self::Cvc5 => script("cvc5", &["src/ask/smt.py", "cvc5"]),
            Self::Bitwuzla => script("bitwuzla", &["src/ask/smt.py", "bitwuzla"]),
            Self::BitwuzlaBtor2 => script("bitwuzla", &["tests/support/btor2.py"]),
            Self::Rc2 => script("pysat", &["tests/support/rc2.py"]),
            Self::Ganak => script("pyganak", &["tests/support/ganak.py"]),
            Self::HyperQueue => script("hyperqueue", &["tests/support/hq.py"]),
            Self::HyperQueueFile => script("hyperqueue", &["tests/support/hq_file.py"]),
            Self::Slurm => {
                let has_daemon =
                    |name: &str| executable(name).is_some() || Path::new("/usr/sbin").join(name).is_file();
                let are_there = ["slurmctld", "slurmd"].into_iter().all(has_daemon);
                executable("sbatch").filter(|_| are_there).map(|path| vec![path])
            }
        };
        if found.is_none() {
            // Written past the test harness, which hides the output of a passing test.
            let _ = writeln!(io::stderr(), "NOT CHECKED: there is no {self:?} here: {check}");
            assert!(env::var_os("CI").is_none(), "continuous integration needs {self:?}: run .ci/solvers");
        }
        found
    }
}

/// The output of a tool with these arguments; it must not fail.
pub(crate) fn output(tool: &[String], arguments: &[&str], place: &Path) -> String {
    let Output { stdout, stderr, .. } =
        Command::new(&tool[0]).args(&tool[1..]).args(arguments).current_dir(place).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&stderr), "", "{tool:?} {arguments:?}");
    String::from_utf8(stdout).expect("UTF-8")
}

/// The directory of the executables from `PyPI`.
pub(crate) fn installed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin")
}

fn executable(name: &str) -> Option<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).chain([installed()]);
    let found =
        places.map(|place| place.join(name)).find(|file| fs::metadata(file).is_ok_and(|data| data.is_file()));
    found.map(|file| file.display().to_string())
}

/// A solver whose wheel is a Python module, run through a script with its first arguments.
fn script(module: &str, arguments: &[&str]) -> Option<Vec<String>> {
    let python = installed().join("python").display().to_string();
    let has_module = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(arguments[0]);
    let arguments = arguments[1..].iter().map(ToString::to_string);
    let command = [python, script.display().to_string()].into_iter().chain(arguments);
    has_module.is_ok_and(|output| output.status.success()).then(|| command.collect())
}
