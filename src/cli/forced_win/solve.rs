//! `solve --within K`: a solver of formulas with quantifiers, compared with the search; or, where no opponent has a choice, the
//! embedded solver with a proof.

use super::line::has_line;
use super::{AskedWin, WinParameters};
use crate::solve::program_verdict::{EMBEDDED, ProgramVerdict, Status};
use anyhow::{Context, bail};
use certamen_ask::solve::{ask_clauses, check_formula};
use certamen_ask::solvers::Program;
use certamen_play::{FoundValue, NamedPly};
use certamen_work::schema::JsonSchema;
use certamen_work::{Answer, Outcome, Progress, Session, file};
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::dimacs;
use cnf_out::qbf::{MappedBlock, QbfFormat};
use cnf_out::solver::process::ProcessLimits;
use cnf_out::solver::{LratFormat, Verdict};
use rustsat::types::{TernaryVal, Var};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// The solver that is asked.
pub(crate) struct WinSolver<'a> {
    pub(crate) name: &'a str,
    pub(crate) limits: ProcessLimits,
    /// The proof, and the clauses that it is about: files of the embedded solver.
    pub(crate) proof: Option<&'a Path>,
    pub(crate) cnf: Option<&'a Path>,
    pub(crate) format: LratFormat,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WinReport<'a> {
    question: &'a WinParameters,
    status: Status,
    /// The plies that the solver chose: the first one, or all if the opponent has no choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plies: Vec<&'a str>,
    /// What the search says of the position.
    search: String,
    solvers: [ProgramVerdict<'a>; 1],
}

/// The reply of a solver.
struct SolverReply {
    /// Whether the player wins; the reason if that is not known.
    verdict: Result<bool, String>,
    values: BTreeMap<u32, bool>,
    is_proved: bool,
    time: Duration,
}

impl AskedWin<'_> {
    /// Asks a solver, compares its answer with that of the search, and reports it.
    pub(crate) fn solve(&self, solver: &WinSolver<'_>, session: &Session) -> anyhow::Result<Outcome> {
        self.second_opinion(session);
        let (file, _) = self.write(QbfFormat::Qdimacs)?;
        let progress = Progress::begun(session, format!("solving {} by {}", self.parameters, solver.name));
        let said = if solver.name == EMBEDDED {
            self.embedded(solver, session)?
        } else {
            let program = Program::named(solver.name)?;
            let asked = program.ask_quantified(&file, solver.limits, || session.stop.is_requested());
            let (answer, time) = asked.with_context(|| solver.name.to_owned())?;
            let verdict = match &answer {
                Ok(answer) => answer.verdict.ok_or_else(|| "it does not know".to_owned()),
                Err(reason) => Err(reason.clone()),
            };
            let values = answer.map(|answer| answer.values).unwrap_or_default();
            SolverReply { verdict, values, is_proved: false, time }
        };
        drop(progress);
        let progress = Progress::begun(session, "searching".to_owned());
        let line = self.compared_line(&file.blocks, &said)?;
        let limits = Self::search_limits(session, solver.limits.time);
        let value = self.searched(&self.win.position, self.win.claim.plies, &limits)?;
        if let (Ok(said), Some(found)) = (&said.verdict, self.wins(&value, 0))
            && *said != found
        {
            let word = if *said { "SATISFIABLE" } else { "UNSATISFIABLE" };
            bail!("{} says {word}, and the search: {}", solver.name, FoundValue::Outcome(value));
        }
        if let (Ok(wins), [ply]) = (&said.verdict, line.as_slice()) {
            self.judge(ply, *wins, &limits)?;
        }
        drop(progress);
        self.report(solver, session, &said, &line, &FoundValue::Outcome(value).to_string())
    }

    /// The plies that the solver chose, if its answer has them.
    fn compared_line(&self, blocks: &[MappedBlock], said: &SolverReply) -> anyhow::Result<Vec<NamedPly>> {
        match said.verdict {
            Ok(is_true) if has_line(blocks, is_true) && !said.values.is_empty() => {
                self.line(blocks, &said.values)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Asks the embedded solver, which checks its proof.
    fn embedded(&self, solver: &WinSolver<'_>, session: &Session) -> anyhow::Result<SolverReply> {
        if !self.win.formula.is_plain() {
            bail!(
                "{EMBEDDED} knows no quantifiers, and the opponent has a choice here: --solver depqbf, or solve-position"
            );
        }
        let begun = Instant::now();
        let clausified = clausify(&self.win.formula.matrix(), Encoding::default());
        let mut text = Vec::new();
        let comments = [format!("certamen {}: {}", env!("CARGO_PKG_VERSION"), self.parameters)];
        dimacs::write(&clausified, &comments, &mut text)?;
        let limits = session.limits(solver.limits.time);
        let run = ask_clauses(&clausified.cnf, Vec::new(), solver.format, &limits)?;
        let mut values = BTreeMap::new();
        let (verdict, is_proved) = match run.verdict {
            Verdict::Interrupted(reason) => (Err(reason.to_string()), false),
            Verdict::Satisfiable(model) => {
                let value = |variable| model.var_value(Var::new(variable)) == TernaryVal::True;
                values.extend((0..clausified.variables).map(|variable| (variable + 1, value(variable))));
                (Ok(true), false)
            }
            Verdict::Unsatisfiable(refuted) => {
                let formula = verify::dimacs::read(text.as_slice())?;
                check_formula(&formula, refuted.proof.as_slice(), &session.stop)?;
                let files = [(solver.proof, &refuted.proof), (solver.cnf, &text)];
                let files = files.iter().filter_map(|(path, bytes)| Some(((*path)?, bytes.as_slice())));
                file::write_all(&files.collect::<Vec<_>>(), &session.stop)?;
                (Ok(false), true)
            }
        };
        Ok(SolverReply { verdict, values, is_proved, time: begun.elapsed() })
    }

    fn report(
        &self,
        solver: &WinSolver<'_>,
        session: &Session,
        said: &SolverReply,
        line: &[NamedPly],
        search: &str,
    ) -> anyhow::Result<Outcome> {
        let (outcome, remark) = match &said.verdict {
            Ok(true) => (Outcome::Satisfiable, None),
            Ok(false) if said.is_proved => (Outcome::Unsatisfiable, Some("the proof was checked")),
            Ok(false) => (Outcome::Unsatisfiable, Some("no proof")),
            Err(reason) => (Outcome::Unknown, Some(reason.as_str())),
        };
        let status = outcome.status();
        let seconds = said.time.as_secs_f64();
        let remark = remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
        let plies: Vec<&str> = line.iter().map(|ply| ply.name.as_str()).collect();
        let mut text = format!("c {}: {status}{remark}, {seconds:.2} s\n", solver.name);
        match plies.as_slice() {
            [] => {}
            [ply] => text.extend(["c first ply: ", ply, "\n"]),
            plies => text.extend(["c plies: ", &plies.join(" "), "\n"]),
        }
        text.extend(["c search: ", search, "\ns ", status, "\n"]);
        let verdict = ProgramVerdict {
            solver: solver.name,
            status: Status(status),
            seconds,
            reason: said.verdict.as_ref().err().map(String::as_str),
            proved: said.is_proved,
        };
        let report = WinReport {
            question: &self.parameters,
            status: Status(status),
            plies,
            search: search.to_owned(),
            solvers: [verdict],
        };
        session.conclude(Answer::new(outcome, text, report))
    }
}
