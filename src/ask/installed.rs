//! Solvers that are installed: where they are looked for, and which versions they have.
//!
//! The first executable counts, of these:
//! 1. what the variable of a solver names, `CERTAMEN_KISSAT` for `kissat`;
//! 2. the directories of `PATH`;
//! 3. the directory of this program, whose links are followed: `pip install` puts solvers there, too;
//! 4. the directories `bin` of the environments that `VIRTUAL_ENV` and `CONDA_PREFIX` name.
//!
//! Beside a directory `bin` of 3 and 4, the executables that a wheel keeps among its modules are found as well. Relative
//! directories are skipped, so that nothing is run from the current directory unless a path with `/` names it. The wheels
//! of cvc5 and Bitwuzla have no executables: the Python of 3 or 4 runs their modules by a short script, isolated from the
//! current directory and from the variables of Python.
//!
//! What it does not show: that a program is what its name says.

use cnf_out::solver::process::{self, ProcessEnd, ProcessError, ProcessLimits};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fmt, fs};
use thiserror::Error;

/// The time in which a solver must print its version.
const VERSION_TIME: Duration = Duration::from_secs(5);
/// The longest text with a version, in bytes.
const VERSION_LENGTH: usize = 1 << 16;
/// The program that lets a module of Python answer a file.
const MODULE_SCRIPT: &str = include_str!("smt.py");
/// Where a wheel keeps executables, below the directory of the modules.
const WHEEL_EXECUTABLES: &str = "sage_wheels/bin";

/// A solver that is known by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownSolver {
    /// The name, which is that of its executable.
    pub name: &'static str,
    /// The arguments of the executable.
    pub(crate) arguments: &'static str,
    /// The command that installs it.
    pub get: &'static str,
    /// Whether the package is a module without an executable.
    is_module: bool,
}

/// All solvers that are known by name.
pub const KNOWN: [KnownSolver; 5] = [
    KnownSolver {
        name: "kissat",
        arguments: "-q {file}",
        get: "pip install passagemath-kissat",
        is_module: false,
    },
    KnownSolver { name: "z3", arguments: "-smt2 {smt2}", get: "pip install z3-solver", is_module: false },
    KnownSolver {
        name: "cvc5",
        arguments: "--produce-models {smt2}",
        get: "pip install cvc5",
        is_module: true,
    },
    KnownSolver {
        name: "bitwuzla",
        arguments: "--produce-models {smt2}",
        get: "pip install bitwuzla",
        is_module: true,
    },
    KnownSolver {
        name: "depqbf",
        arguments: "--qdo --no-pure-literals {qdimacs}",
        get: "apt install depqbf",
        is_module: false,
    },
];

/// Where a solver was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the path that was given.
    Given,
    /// Where a variable of the environment says.
    Variable(String),
    /// Beside this program.
    Beside,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Given => "as given",
            Self::Variable(name) => name,
            Self::Beside => "beside the program",
        })
    }
}

/// Why a solver is not found, or has no version.
#[derive(Debug, Error)]
pub enum InstalledError {
    /// The variable of a solver names something else than an executable.
    #[error("{variable} is {}, which is no executable", path.display())]
    Variable {
        /// The variable.
        variable: String,
        /// Its value.
        path: PathBuf,
    },
    /// The program could not be run.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The program ended without a version.
    #[error("it gave no version ({end}){complaint}")]
    Failed {
        /// How it ended.
        end: String,
        /// The first line of its error output.
        complaint: String,
    },
    /// What was printed in place of a version.
    #[error("it prints no version but `{0}`")]
    NoVersion(String),
}

/// A solver that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    /// The executable; that of Python for a module.
    pub path: PathBuf,
    /// Where it was found.
    pub place: Place,
    /// The module of Python that answers.
    pub module: Option<&'static str>,
    /// The words of the shell that run it.
    program: String,
}

impl Executable {
    /// The file, if it can be run, and if a command of the shell can name it.
    fn at(path: PathBuf, place: Place) -> Option<Self> {
        let program = path.to_str().filter(|_| is_executable(&path)).map(quoted)?;
        Some(Self { path, place, module: None, program })
    }

    /// The command of the shell that runs it with these arguments, in which `$1` is the file.
    pub(crate) fn command(&self, arguments: &str) -> String {
        match self.module {
            Some(module) => format!("{} -I -c {} {module} \"$1\"", self.program, quoted(MODULE_SCRIPT)),
            None => format!("{} {arguments}", self.program),
        }
    }

    /// Runs it, to learn its version.
    ///
    /// # Errors
    /// [`InstalledError`] if it cannot be run, fails, takes more than a few seconds, or prints no version.
    pub fn version(&self, is_stopped: impl Fn() -> bool) -> Result<String, InstalledError> {
        let limits = ProcessLimits { time: Some(VERSION_TIME), output: Some(VERSION_LENGTH), memory: None };
        let finished = process::run(&self.command("\"$1\""), Path::new("--version"), limits, is_stopped)?;
        if finished.end != ProcessEnd::Code(0) {
            let (end, complaint) = (finished.end.to_string(), finished.first_complaint());
            return Err(InstalledError::Failed { end, complaint });
        }
        // Some print it to standard error.
        let text = String::from_utf8_lossy(&finished.output) + finished.complaint.as_str();
        let is_version =
            |word: &&str| word.starts_with(|first: char| first.is_ascii_digit()) && word.contains('.');
        let version =
            text.split_whitespace().find(is_version).filter(|word| word.len() < 40 && word.is_ascii());
        version.map(str::to_owned).ok_or_else(|| {
            InstalledError::NoVersion(
                text.trim_start().chars().take(40).flat_map(char::escape_debug).collect(),
            )
        })
    }
}

/// Finds a solver by the name of its executable, or at a path.
///
/// # Errors
/// [`InstalledError::Variable`] if the variable of a known solver names no executable.
pub fn find(name: &str) -> Result<Option<Executable>, InstalledError> {
    let Some(known) = KNOWN.iter().find(|known| known.name == name) else { return Ok(look_up(name)) };
    let variable = format!("CERTAMEN_{}", name.to_uppercase());
    if let Some(value) = env::var_os(&variable).filter(|value| !value.is_empty()) {
        let found = value.to_str().and_then(look_up);
        let found = found.map(|found| Executable { place: Place::Variable(variable.clone()), ..found });
        return found.map(Some).ok_or_else(|| InstalledError::Variable { variable, path: value.into() });
    }
    let module = || environments().find_map(|environment| environment.module(known.name));
    Ok(look_up(name).or_else(|| module().filter(|_| known.is_module)))
}

fn look_up(name: &str) -> Option<Executable> {
    if name.contains('/') {
        return Executable::at(PathBuf::from(name), Place::Given);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).map(|folder| (Place::Variable("PATH".to_owned()), folder));
    let folders = on_path.chain(environments().flat_map(Environment::folders));
    let mut folders = folders.filter(|(_, folder)| folder.is_absolute());
    folders.find_map(|(place, folder)| Executable::at(folder.join(name), place))
}

/// A directory of executables, and the modules of Python that belong to it.
struct Environment {
    place: Place,
    executables: PathBuf,
    modules: Vec<PathBuf>,
}

impl Environment {
    fn of(place: Place, executables: PathBuf) -> Self {
        let library =
            executables.parent().filter(|_| executables.ends_with("bin")).map(|root| root.join("lib"));
        let entries = library.and_then(|library| fs::read_dir(library).ok()).into_iter().flatten().flatten();
        let versions = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"python3"));
        let mut modules: Vec<_> = versions.map(|entry| entry.path().join("site-packages")).collect();
        modules.sort_unstable();
        Self { place, executables, modules }
    }

    /// The directories of its executables.
    fn folders(self) -> impl Iterator<Item = (Place, PathBuf)> {
        let of_wheels = self.modules.into_iter().map(|modules| modules.join(WHEEL_EXECUTABLES));
        [self.executables].into_iter().chain(of_wheels).map(move |folder| (self.place.clone(), folder))
    }

    /// Its Python, if it has the module.
    fn module(self, name: &'static str) -> Option<Executable> {
        let is_of_it = |entry: fs::DirEntry| {
            let entry = entry.file_name();
            let version = entry.to_str().and_then(|entry| entry.strip_prefix(name)?.strip_prefix('-'));
            version.is_some_and(|version| version.ends_with(".dist-info"))
        };
        let mut entries =
            self.modules.iter().filter_map(|modules| fs::read_dir(modules).ok()).flatten().flatten();
        let python = entries.any(is_of_it).then(|| self.executables.join("python"))?;
        Some(Executable { module: Some(name), ..Executable::at(python, self.place)? })
    }
}

/// The environment of this program, and those that variables name.
fn environments() -> impl Iterator<Item = Environment> {
    let program = env::current_exe().and_then(|program| program.canonicalize()).ok();
    let own = program.and_then(|program| Some((Place::Beside, program.parent()?.to_owned())));
    let named = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(|name| {
        Some((Place::Variable(name.to_owned()), PathBuf::from(env::var_os(name)?).join("bin")))
    });
    let all = own.into_iter().chain(named).filter(|(_, folder)| folder.is_absolute());
    all.map(|(place, folder)| Environment::of(place, folder))
}

/// A word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn is_executable(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    let permitted = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let permitted = true;
    metadata.is_file() && permitted
}
