//! Solvers that are external programs: the input that each one gets, and the checks of its answer.
//!
//! A command names the file that it reads: `{file}` is the CNF in DIMACS, `{smt2}` the question in SMT-LIB,
//! `{qdimacs}` a formula with quantifiers. Answers are read strictly. These are errors, never answers: two answers, an
//! incomplete model, values of other variables, an exit code that contradicts the text, an end by a signal after an
//! answer was printed, and a model that does not satisfy the formula or that the naive game refuses. UNSAT is the word
//! of the program, without a proof.

use crate::emission::Emission;
use crate::installed::{self, InstalledError, KNOWN};
use crate::named_files::{FileAnswer, FileQuestion, NamedFile, NamedFileError, NamedFormat};
use crate::solution::Solution;
use crate::witness::WitnessError;
use cnf_out::qbf::{QbfAnswer, QbfAnswerError, QbfFile, parse_answer};
use cnf_out::solver::process::{self, ProcessEnd, ProcessError, ProcessLimits, ProcessOutput};
use std::io::Write;
use std::time::Duration;
use std::{fmt, io};
use verify::model::{Answer, FalsifiedClause, Model, ModelError};

/// An external solver.
///
/// # Examples
/// ```
/// use certamen_ask::solvers::{Program, SolversError};
///
/// assert_eq!(Program::named("my-solver --quiet {file}")?.name, "my-solver --quiet {file}");
/// assert!(matches!(Program::named("my-solver --quiet"), Err(SolversError::NoFile(_))));
/// # Ok::<(), SolversError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name that reports use.
    pub name: String,
    /// The command of the shell, in which `$1` is the file.
    command: String,
    language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Dimacs,
    SmtLib,
    /// Formulas with quantifiers.
    Qdimacs,
}

impl Language {
    const ALL: [Self; 3] = [Self::Dimacs, Self::SmtLib, Self::Qdimacs];

    /// What stands for the file in a command.
    const fn placeholder(self) -> &'static str {
        match self {
            Self::Dimacs => "{file}",
            Self::SmtLib => "{smt2}",
            Self::Qdimacs => "{qdimacs}",
        }
    }
}

/// The answer of a solver, checked as far as it can be.
#[derive(Clone, Debug)]
pub enum ProgramAnswer {
    /// The formula has a model: this one. It is included if the file was a CNF.
    Satisfiable(Box<Solution>, Option<Model>),
    /// There is no answer. Only the solver says so: there is no proof.
    Unsatisfiable,
    /// The solver does not know, with the reason.
    Unknown(String),
}

impl ProgramAnswer {
    /// The answer as the SAT competition writes it.
    pub const fn status(&self) -> &'static str {
        match self {
            Self::Satisfiable(..) => "SATISFIABLE",
            Self::Unsatisfiable => "UNSATISFIABLE",
            Self::Unknown(_) => "UNKNOWN",
        }
    }
}

/// Why a solver could not be run, or why its answer is refused.
#[derive(Debug, thiserror::Error)]
pub enum SolversError {
    /// The command has no placeholder for the file.
    #[error(
        "the command `{0}` does not say where the file goes: write {{file}} for DIMACS, {{smt2}} for SMT-LIB or {{qdimacs}}"
    )]
    NoFile(String),
    /// The command has placeholders for several kinds of files.
    #[error("the command `{0}` takes more than one of {{file}}, {{smt2}} and {{qdimacs}}")]
    TwoFiles(String),
    /// There is no such executable.
    #[error(
        "there is no executable `{0}` on the path, beside this program, or in an environment: `solvers` lists what there is"
    )]
    Missing(String),
    /// The variable of a solver names none.
    #[error(transparent)]
    Installed(#[from] InstalledError),
    /// The file could not be made.
    #[error("cannot write the file for the solver")]
    Write(#[source] io::Error),
    /// The question could not be written.
    #[error(transparent)]
    Named(NamedFileError),
    /// The program could not be run.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The program ended without an answer.
    #[error("it gave no answer ({end}){complaint}")]
    NoAnswer {
        /// How it ended.
        end: String,
        /// The first line of its error output.
        complaint: String,
    },
    /// The exit code contradicts the printed answer.
    #[error("it printed {status} and ended with {end}")]
    Contradiction {
        /// The answer printed.
        status: &'static str,
        /// How it ended.
        end: String,
    },
    /// The output is not an answer.
    #[error("its answer cannot be read: {0}")]
    Answer(#[from] ModelError),
    /// The output is not an answer in SMT-LIB.
    #[error("its answer cannot be read: {0}")]
    SmtLib(#[source] NamedFileError),
    /// The solver reads formulas with quantifiers, and the question has none.
    #[error("`{0}` is for forced wins, formulas with quantifiers: give --within K")]
    Quantified(String),
    /// The solver knows no quantifiers.
    #[error("`{0}` knows no quantifiers: a forced win is for depqbf, or for a command with {{qdimacs}}")]
    NoQuantifiers(String),
    /// The output is not an answer to a formula with quantifiers.
    #[error("its answer cannot be read: {0}")]
    Qbf(#[from] QbfAnswerError),
    /// The model does not satisfy the formula.
    #[error("its model does not satisfy the formula: {0}")]
    Falsified(#[from] FalsifiedClause),
    /// The naive game refuses the model.
    #[error("its model is not a valid witness: {0}")]
    Witness(#[from] WitnessError),
    /// Z3 as a library failed.
    #[cfg(feature = "z3")]
    #[error(transparent)]
    LibZ3(#[from] cnf_out::solver::z3::Z3Error),
    /// The formula could not be read back.
    #[error("the CNF: {0}")]
    Formula(#[from] verify::dimacs::DimacsError),
}

impl SolversError {
    /// Converts an error about an answer into this type.
    pub(crate) fn of_answer(error: NamedFileError) -> Self {
        match error {
            NamedFileError::Witness(error) => Self::Witness(error),
            error => Self::SmtLib(error),
        }
    }
}

impl Program {
    /// A solver, named by one of the known names, by an executable that reads DIMACS ([`installed::find`]), or by a
    /// command with `{file}`, `{smt2}` or `{qdimacs}`.
    ///
    /// # Errors
    /// [`SolversError`] if the command does not say where the file goes, or if there is no such executable.
    pub fn named(text: &str) -> Result<Self, SolversError> {
        let is_name = !text.contains(|of: char| of.is_whitespace() || of == '{');
        let known = KNOWN.iter().find(|known| known.name == text);
        let command = if is_name { known.map_or("{file}", |known| known.arguments) } else { text };
        let mut named = Language::ALL.into_iter().filter(|language| command.contains(language.placeholder()));
        let language = named.next().ok_or_else(|| SolversError::NoFile(text.to_owned()))?;
        if named.next().is_some() {
            return Err(SolversError::TwoFiles(text.to_owned()));
        }
        let mut command = command.replace(language.placeholder(), "\"$1\"");
        if is_name {
            let executable = installed::find(text)?.ok_or_else(|| SolversError::Missing(text.to_owned()))?;
            command = executable.command(&command);
        }
        Ok(Self { name: text.to_owned(), command, language })
    }

    /// Whether a name or a command is that of a solver of formulas with quantifiers.
    pub fn knows_quantifiers(text: &str) -> bool {
        let known = KNOWN.iter().find(|known| known.name == text);
        known.map_or(text, |known| known.arguments).contains(Language::Qdimacs.placeholder())
    }

    /// The known solvers of questions that are installed.
    ///
    /// # Errors
    /// [`SolversError::Installed`] if a variable names one that is not there.
    pub fn present() -> Result<Vec<Self>, SolversError> {
        let of_questions = KNOWN.iter().filter(|known| !Self::knows_quantifiers(known.name));
        let found = of_questions.map(|known| Self::named(known.name));
        found.filter(|found| !matches!(found, Err(SolversError::Missing(_)))).collect()
    }

    /// Asks a question.
    ///
    /// # Errors
    /// [`SolversError`] if the program could not be run, or if its answer is refused.
    pub fn ask(
        &self,
        emission: &Emission,
        limits: ProcessLimits,
        is_stopped: impl Fn() -> bool,
    ) -> Result<(ProgramAnswer, Duration), SolversError> {
        match self.language {
            Language::Dimacs => {
                let finished = self.run(&emission.dimacs, ".cnf", limits, is_stopped)?;
                Ok((read_dimacs(emission, &finished, limits)?, finished.time))
            }
            Language::SmtLib => {
                let file =
                    NamedFile::new(FileQuestion::Question(emission.map.question.clone()), NamedFormat::Smt2);
                let file = file.map_err(SolversError::Named)?;
                let finished = self.run(&file.bytes, ".smt2", limits, is_stopped)?;
                Ok((read_smt(&file, &finished, limits)?, finished.time))
            }
            Language::Qdimacs => Err(SolversError::Quantified(self.name.clone())),
        }
    }

    /// Asks whether a formula with quantifiers, written in QDIMACS, is true. `Err` of the answer is the reason why there is
    /// none.
    ///
    /// # Errors
    /// [`SolversError`] if the program could not be run, or if its answer is refused.
    pub fn ask_quantified(
        &self,
        file: &QbfFile,
        limits: ProcessLimits,
        is_stopped: impl Fn() -> bool,
    ) -> Result<(Result<QbfAnswer, String>, Duration), SolversError> {
        if self.language != Language::Qdimacs {
            return Err(SolversError::NoQuantifiers(self.name.clone()));
        }
        let finished = self.run(&file.bytes, ".qdimacs", limits, is_stopped)?;
        Ok((read_quantified(file, &finished, limits)?, finished.time))
    }

    fn run(
        &self,
        bytes: &[u8],
        suffix: &str,
        limits: ProcessLimits,
        is_stopped: impl Fn() -> bool,
    ) -> Result<ProcessOutput, SolversError> {
        let mut file = tempfile::Builder::new().prefix("certamen-").suffix(suffix).tempfile();
        let file = file
            .as_mut()
            .map_err(|error| SolversError::Write(io::Error::new(error.kind(), error.to_string())))?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(SolversError::Write)?;
        Ok(process::run(&self.command, file.path(), limits, is_stopped)?)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What an end without an answer means, if our limits or a stop may have caused it.
fn ended_here(finished: &ProcessOutput, limits: ProcessLimits, has_output: bool) -> Option<ProgramAnswer> {
    let why = match finished.end {
        ProcessEnd::TimeLimit => "the time limit has passed".to_owned(),
        ProcessEnd::Stopped => "stopped on request".to_owned(),
        end if !has_output && end != ProcessEnd::Code(0) => {
            let bytes = limits.memory?;
            format!("no answer ({end}) within the memory limit of {} MB", bytes >> 20)
        }
        _ => return None,
    };
    Some(ProgramAnswer::Unknown(why))
}

fn read_quantified(
    file: &QbfFile,
    finished: &ProcessOutput,
    limits: ProcessLimits,
) -> Result<Result<QbfAnswer, String>, SolversError> {
    let is_blank = finished.output.iter().all(u8::is_ascii_whitespace);
    if let Some(ProgramAnswer::Unknown(why)) = ended_here(finished, limits, !is_blank) {
        return Ok(Err(why));
    }
    if is_blank {
        return Err(no_answer(finished));
    }
    let answer = parse_answer(&finished.output, file.variables, file.parts)?;
    let (status, fitting) = match answer.verdict {
        Some(true) => ("1", 10),
        Some(false) => ("0", 20),
        None => return Ok(Err("it does not know".to_owned())),
    };
    if finished.end != ProcessEnd::Code(fitting) && finished.end != ProcessEnd::Code(0) {
        return Err(SolversError::Contradiction { status, end: finished.end.to_string() });
    }
    Ok(Ok(answer))
}

fn no_answer(finished: &ProcessOutput) -> SolversError {
    SolversError::NoAnswer { end: finished.end.to_string(), complaint: finished.first_complaint() }
}

fn read_dimacs(
    emission: &Emission,
    finished: &ProcessOutput,
    limits: ProcessLimits,
) -> Result<ProgramAnswer, SolversError> {
    let has_status = finished.output.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"s "));
    if let Some(said) = ended_here(finished, limits, has_status) {
        return Ok(said);
    }
    if !has_status && finished.output.iter().all(u8::is_ascii_whitespace) {
        return Err(no_answer(finished));
    }
    let answer = verify::model::read(finished.output.as_slice(), emission.clausified.variables)?;
    let (status, fitting) = match answer {
        Answer::Satisfiable(_) => ("SATISFIABLE", 10),
        Answer::Unsatisfiable => ("UNSATISFIABLE", 20),
        Answer::Unknown => ("UNKNOWN", 0),
    };
    // Some programs end with 0 for every answer.
    if finished.end != ProcessEnd::Code(fitting) && finished.end != ProcessEnd::Code(0) {
        return Err(SolversError::Contradiction { status, end: finished.end.to_string() });
    }
    match answer {
        Answer::Unsatisfiable => Ok(ProgramAnswer::Unsatisfiable),
        Answer::Unknown => Ok(ProgramAnswer::Unknown("it does not know".to_owned())),
        Answer::Satisfiable(model) => {
            model.check(&verify::dimacs::read(emission.dimacs.as_slice())?)?;
            let witness = emission.witness(|variable| model.value(variable))?;
            Ok(ProgramAnswer::Satisfiable(Box::new(witness), Some(model)))
        }
    }
}

fn read_smt(
    file: &NamedFile,
    finished: &ProcessOutput,
    limits: ProcessLimits,
) -> Result<ProgramAnswer, SolversError> {
    let is_blank = finished.output.iter().all(u8::is_ascii_whitespace);
    if let Some(said) = ended_here(finished, limits, !is_blank) {
        return Ok(said);
    }
    if is_blank {
        return Err(no_answer(finished));
    }
    let back = file.read(&finished.output).map_err(SolversError::of_answer)?;
    let (said, is_yes) = match back {
        FileAnswer::Witness(witness) => (ProgramAnswer::Satisfiable(Box::new(witness), None), true),
        FileAnswer::Unsatisfiable => (ProgramAnswer::Unsatisfiable, false),
        FileAnswer::Unknown => (ProgramAnswer::Unknown("it does not know".to_owned()), false),
    };
    // After UNSAT there are no values, and Z3 ends with 1 when it is asked for them.
    match finished.end {
        ProcessEnd::Code(0) => Ok(said),
        ProcessEnd::Code(1) if !is_yes => Ok(said),
        end => Err(SolversError::Contradiction { status: said.status(), end: end.to_string() }),
    }
}
