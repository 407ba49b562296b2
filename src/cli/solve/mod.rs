//! `certamen solve`

pub(crate) mod dimacs_file;
mod other_solvers;
pub(crate) mod program_verdict;

use self::program_verdict::{EMBEDDED, ProgramVerdict, Status};
use crate::forced_win::{ForcedWinFlags, WinReport, WinSolver};
use crate::frame::app::App;
use crate::frame::flags::Symmetries;
use crate::frame::question_verb::{QuestionCall, QuestionVerb};
use anyhow::bail;
use certamen_ask::emission::Emission;
use certamen_ask::expansion::SettledAnswer;
use certamen_ask::question::Question;
use certamen_ask::solution::Solution;
use certamen_ask::solve::{AskError, model_value, value_lines};
use certamen_ask::solvers::Program;
use certamen_prove::strategy::portfolio::{PortfolioError, PortfolioEvent};
use certamen_prove::strategy::proof_files::KeptProof;
use certamen_prove::strategy::{
    Decision, Job, OwnClauses, PortfolioOutcome, ProofFiles, Strategies, Worth, decide,
};
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, of_answer};
use certamen_work::{Answer, Limits, Outcome, Progress, Session};
use clap::{Args, ValueEnum};
use cnf_out::clausify::Encoding;
use cnf_out::map::CnfIdentity;
use cnf_out::solver::process::ProcessLimits;
use cnf_out::solver::{LratFormat, SolverError, Statistics};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Ask a solver whether a question has an answer: the embedded CaDiCaL, or a solver of your own.
///
/// The output follows the SAT competition: `s SATISFIABLE` (exit code 10), `s UNSATISFIABLE` (20) or `s UNKNOWN` (0).
/// A model is one of the CNF that `emit` writes with the same flags; comments before it draw the position. The naive
/// game replays every model before it is printed. A proof is about the same CNF, which `--cnf FILE` writes beside it:
/// `check --cnf FILE --proof FILE` checks it. With `--symmetry-breaking` the CNF is another one, so give it to both or
/// to neither.
///
/// `--solver` takes a name (kissat, z3, cvc5, bitwuzla, or any executable that reads DIMACS), or a shell command with
/// the placeholder {file} for the CNF or {smt2} for the question in SMT-LIB. `all` runs CaDiCaL and those of the four
/// that the verb `solvers` lists at the same time, reports who answered, and checks CaDiCaL's proof; answers that
/// contradict each other are an error. So is an answer that cannot be read, a second answer, an exit code that
/// contradicts the answer, and a model that does not satisfy the formula. If a program says "unsatisfiable", there is
/// no proof. `libz3` is Z3 as a library, if certamen was built with it.
///
/// Some questions have strategies besides their own formula: relaxations, which can only refute, and restrictions,
/// which can only find. The embedded solver tries them all at once, and the first that decides ends the others. What
/// is found is completed to a model of the question's own CNF. The proof of a relaxation is about the CNF of the
/// relaxation: with `--proof FILE.lrat` both get the name of the strategy, as in `FILE.last-steps-8.lrat` and
/// `FILE.last-steps-8.cnf` (so does the name given by `--cnf`), and no FILE.lrat is written; `--strategy exact` asks
/// for that one.
///
/// With --within K the question is whether a player wins the game within K plies. `--solver depqbf`, or a command with the
/// placeholder {qdimacs}, gets the formula with quantifiers that `emit --format qdimacs` writes; the naive game and the search
/// judge the first ply that it chooses, and an answer that is not that of the search is an error, if the search ends within
/// --time-limit or 60 seconds. Of a puzzle, in which nobody else moves, the embedded solver finds the plies or proves that
/// there are none.
///
/// `solve --cnf FILE`, without a question, decides any formula in DIMACS.
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The solver: cadical, kissat, z3, cvc5, bitwuzla, depqbf, an executable, 'CMD {file}', 'CMD {smt2}', or all.
    #[arg(long, value_name = "NAME|CMD", default_value = "cadical")]
    solver: String,
    /// Limit the address space of an external solver, in megabytes.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory_limit: Option<u64>,
    /// Write the LRAT proof of `s UNSATISFIABLE` to this file.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the CNF that the proof refutes to this file.
    #[arg(long, value_name = "FILE", requires = "proof")]
    cnf: Option<PathBuf>,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    win: ForcedWinFlags,
    #[command(flatten)]
    symmetries: Symmetries,
    /// Try only this strategy of the embedded solver: exact is the formula of the question itself. If that falls into
    /// segments, whole looks for a model of it at the same time, and exact alone, which refutes segment by segment, may be
    /// slow to find one. A wrong name lists those of the question.
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Report on standard error which strategy did what.
    #[arg(long)]
    trace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProofFormat {
    Text,
    Binary,
}

impl From<ProofFormat> for LratFormat {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Text => Self::Text,
            ProofFormat::Binary => Self::Binary,
        }
    }
}

impl QuestionVerb for Solve {
    const NAME: &'static str = "solve";
    const SAMPLE: &'static str = "";
    const WIN_SAMPLES: &'static [&'static str] =
        &["--within 3 --solver depqbf", "--within 4 --for other --solver depqbf"];
    const SCHEMA: AnswerSchema = Some(of_answer::<Either<SolveReport<'_>, WinReport<'_>>>);

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if self.proof.as_deref().is_some_and(file::is_dash) {
            bail!("--proof needs a file: the answer goes to standard output");
        }
        if self.cnf.as_deref().is_some_and(file::is_dash) {
            bail!("--cnf needs a file: the answer goes to standard output");
        }
        if self.cnf.is_some() && self.cnf == self.proof {
            bail!("--cnf and --proof name the same file");
        }
        self.cnf.as_deref().map_or(Ok(()), file::require_writable)?;
        if self.win.is_given() || Program::knows_quantifiers(&self.solver) {
            return self.forced_win(app, asked, session);
        }
        let mut question = asked.expandable(session, self.symmetries.are_broken())?;
        if self.solver != EMBEDDED {
            question.require_whole()?;
            let emission = Emission::new(&question, Encoding::default());
            if self.proof.is_some() {
                bail!("--proof applies to the embedded solver: leave out --solver");
            }
            if self.strategy.is_some() {
                bail!("--strategy applies to the embedded solver: leave out --solver");
            }
            return other_solvers::run(session, &self.solver, &emission, self.process_limits());
        }
        if self.memory_limit.is_some() {
            bail!(
                "--memory-limit applies to solvers that are programs: the embedded one runs in this process"
            );
        }
        let limits = session.limits(self.time_limit);
        let limits = limits.within(limits.time);
        let progress = Progress::begun(session, format!("solving {question:#}"));
        let (emission, (decision, kept)) = loop {
            let settled = if self.strategy.is_none() { question.settle(&limits)? } else { None };
            let emission = Emission::new(&question, Encoding::default());
            if let Some(SettledAnswer { model, solution, statistics }) = settled {
                let decided = PortfolioOutcome::Found(model, solution);
                let (by, worth) = (String::new(), Worth::Exact);
                break (emission, (Decision { by, among: 1, worth, decided, statistics }, None));
            }
            match self.decide(&question, emission.clone(), &limits, (session, &progress)) {
                Ok(decided) => break (emission, decided),
                Err(error) => question = self.expanded(&question, error)?,
            }
        };
        drop(progress);
        let Decision { by, among, worth, decided, statistics } = decision;
        let by = Some(by.as_str()).filter(|_| among > 1);
        let answer = SolveAnswer { session, emission: &emission, by, statistics };
        match decided {
            PortfolioOutcome::Undecided(reason) => {
                let reason = reason.map_or("no strategy decides it".to_owned(), |reason| reason.to_string());
                session.note(&reason);
                answer.give(Outcome::Unknown, &format!("c {reason}\ns UNKNOWN\n"), None, None)
            }
            PortfolioOutcome::Refuted(refutation) if worth == Worth::Refutes => {
                let relaxed = &refutation.question;
                let mut text = format!("c the refuted relaxation: {relaxed}\n");
                if let Some(KeptProof { proof, cnf: Some(cnf) }) = kept {
                    let _ = writeln!(text, "c its proof: {}, of {}", file::shown(&proof), file::shown(&cnf));
                }
                answer.give(Outcome::Unsatisfiable, &(text + "s UNSATISFIABLE\n"), None, Some(relaxed))
            }
            PortfolioOutcome::Refuted(_) => {
                answer.give(Outcome::Unsatisfiable, "s UNSATISFIABLE\n", None, None)
            }
            PortfolioOutcome::Found(model, witness) => {
                let value = |variable| model_value(&model, variable);
                let text = satisfiable(&witness, emission.clausified.variables, value);
                answer.give(Outcome::Satisfiable, &text, Some(&witness), None)
            }
        }
    }
}

impl Solve {
    /// The limits of solvers that are programs.
    fn process_limits(&self) -> ProcessLimits {
        let memory = self.memory_limit.map(|mb| mb << 20);
        ProcessLimits { time: self.time_limit, memory, ..ProcessLimits::default() }
    }

    /// Decides a forced win.
    fn forced_win(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let is_embedded = self.solver == EMBEDDED;
        let others = [
            (self.proof.is_some() && !is_embedded, "proof"),
            (self.memory_limit.is_some() && is_embedded, "memory-limit"),
            (self.symmetries.are_broken(), "symmetry-breaking"),
            (self.strategy.is_some(), "strategy"),
        ];
        if let Some((_, flag)) = others.iter().find(|(is_given, _)| *is_given) {
            bail!("--{flag} does not go with a forced win by {}", self.solver);
        }
        self.proof.as_deref().map_or(Ok(()), file::require_writable)?;
        let solver = WinSolver {
            name: &self.solver,
            limits: self.process_limits(),
            proof: self.proof.as_deref(),
            cnf: self.cnf.as_deref(),
            format: self.proof_format.into(),
        };
        self.win.asked(app, asked)?.solve(&solver, session)
    }

    /// Lets the strategies of the question decide it. The proof of a refutation is kept.
    fn decide(
        &self,
        question: &Question,
        emission: Emission,
        limits: &Limits,
        (session, progress): (&Session, &Progress),
    ) -> Result<(Decision, Option<KeptProof>), Undecided> {
        let strategies = question.ability::<Strategies>().unwrap_or_default();
        let files = ProofFiles::named(self.proof.as_deref(), &session.stop);
        files.require_writable()?;
        let proof = |strategy: &str| files.of(strategy);
        let (emission, limits) = (Arc::new(emission), limits.clone());
        let job = Job { emission, limits, proof: &proof, format: self.proof_format.into() };
        let watch = |step: &PortfolioEvent<'_>| {
            if self.trace {
                progress.report(&step.to_string());
            }
        };
        let decision = decide(&job, &strategies, self.strategy.as_deref(), &watch);
        let decision = decision.map_err(Undecided::Portfolio)?;
        let kept = files.keep(&decision, self.cnf.as_deref().map_or(OwnClauses::LeftOut, OwnClauses::At))?;
        Ok((decision, kept))
    }

    /// The question with clauses that exclude the model that was no answer, if that is why it is undecided.
    fn expanded(&self, question: &Question, error: Undecided) -> anyhow::Result<Question> {
        let error = match error {
            Undecided::Other(error) => return Err(error),
            Undecided::Portfolio(error) => error,
        };
        if let PortfolioError::Strategy { source: AskError::Witness(spurious), .. } = &error
            && let Some(expanded) = question.expanded_for(spurious)
        {
            return Ok(expanded?);
        }
        Err(self.explain(error))
    }

    /// An error with the name of the file that could not be written.
    fn explain(&self, error: PortfolioError) -> anyhow::Error {
        match (error, &self.proof) {
            (PortfolioError::Strategy { source: AskError::Solver(source), .. }, Some(path)) => {
                name_proof(source, path)
            }
            (PortfolioError::Strategy { source: AskError::Witness(source), .. }, _) => {
                anyhow::Error::new(source).context("the solver's model is not a valid witness")
            }
            (PortfolioError::Strategy { source: AskError::Proof(source), .. }, _) => source.into(),
            (error @ PortfolioError::Unknown { .. }, _) => anyhow::anyhow!("--strategy: {error}"),
            (error, _) => error.into(),
        }
    }
}

/// Why a round decided nothing.
enum Undecided {
    Portfolio(PortfolioError),
    Other(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Undecided {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SolveReport<'a> {
    Question(QuestionVerdict<'a>),
    /// About a file.
    File {
        /// The file.
        cnf: &'a Path,
        status: Status,
        conflicts: u64,
        seconds: f64,
    },
}

/// The answer to a question.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuestionVerdict<'a> {
    question: &'a Question,
    status: Status,
    witness: Option<&'a Solution>,
    cnf: &'a CnfIdentity,
    /// The work of the embedded solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// The answers of programs, if they were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) solvers: Vec<ProgramVerdict<'a>>,
    /// The strategy that decided it, if the question has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relaxation: Option<Relaxation<'a>>,
}

/// Which relaxation decided the question.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(untagged)]
enum Relaxation<'a> {
    /// The relaxation that was refuted.
    Refuted(&'a Question),
    /// The remark that the witness need not be an answer.
    Remark(&'static str),
}

impl<'a> QuestionVerdict<'a> {
    /// The answer with this status.
    pub(crate) fn new(emission: &'a Emission, status: &'static str, witness: Option<&'a Solution>) -> Self {
        Self {
            question: &emission.map.question,
            status: Status(status),
            witness,
            cnf: &emission.map.cnf,
            conflicts: None,
            seconds: None,
            solvers: Vec::new(),
            strategy: None,
            relaxation: witness.and_then(Solution::remark).map(Relaxation::Remark),
        }
    }
}

/// What all answers have.
struct SolveAnswer<'a> {
    session: &'a Session,
    emission: &'a Emission,
    /// The strategy, if the question has several.
    by: Option<&'a str>,
    statistics: Statistics,
}

impl SolveAnswer<'_> {
    fn give(
        &self,
        outcome: Outcome,
        text: &str,
        witness: Option<&Solution>,
        relaxed: Option<&Question>,
    ) -> anyhow::Result<Outcome> {
        let Statistics { conflicts, time, .. } = self.statistics;
        let strategy = self.by.filter(|by| !by.is_empty());
        let head = strategy.map(|by| format!("c decided by {by}\n")).unwrap_or_default();
        let by_program = QuestionVerdict::new(self.emission, outcome.status(), witness);
        let object = SolveReport::Question(QuestionVerdict {
            conflicts: Some(conflicts),
            seconds: Some(time.as_secs_f64()),
            strategy,
            relaxation: relaxed.map(Relaxation::Refuted).or(by_program.relaxation),
            ..by_program
        });
        self.session.conclude(Answer::new(outcome, head + &cost(self.statistics) + text, object))
    }
}

/// What the solver did, as a comment.
pub(super) fn cost(statistics: Statistics) -> String {
    let Statistics { variables, clauses, conflicts, time, .. } = statistics;
    let seconds = time.as_secs_f64();
    format!("c {variables} variables, {clauses} clauses, {conflicts} conflicts, {seconds:.2} s\n")
}

pub(super) fn name_proof(error: SolverError, path: &std::path::Path) -> anyhow::Error {
    match error {
        SolverError::ProofWrite(source) => {
            anyhow::Error::new(source).context(format!("cannot write {}", path.display()))
        }
        other => other.into(),
    }
}

/// The answer with a diagram in comments and the model in `v` lines of at most 78 characters.
pub(crate) fn satisfiable(witness: &Solution, variables: u32, value: impl Fn(u32) -> Option<bool>) -> String {
    drawn(witness) + &value_lines(1..=variables, value)
}

/// The witness of a model as comments, and that there is one.
pub(crate) fn drawn(solution: &Solution) -> String {
    let mut text = String::new();
    for line in solution.witness().text().lines().chain(solution.remark()) {
        let _ = writeln!(text, "c {line}");
    }
    text + "s SATISFIABLE\n"
}
