//! `certamen emit`

use crate::forced_win::{ForcedWinFlags, WinParameters};
use crate::frame::app::App;
use crate::frame::flags::Symmetries;
use crate::frame::question_verb::{QuestionCall, QuestionVerb};
use anyhow::{Context, bail};
use certamen_ask::emission::Emission;
use certamen_ask::named_files::{FileQuestion, NamedFile, NamedFormat};
use certamen_ask::question::Question;
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Session, Stop};
use clap::{Args, ValueEnum};
use cnf_out::clausify::{BitValue, Clausified, Directions, Encoding, clausify};
use cnf_out::map::CnfIdentity;
use cnf_out::name_map::FileIdentity;
use cnf_out::qbf::QbfFormat;
use cnf_out::{dimacs, opb, wcnf};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Write a question to a file for your own solver.
///
/// Beside a DIMACS file, the map says which literal is which bit, such as `legal[d3]`. The other formats contain these
/// names, and their map contains the question. `decode` needs the map to read the solver's answer. A definition is
/// written only in the direction that is needed. With `--full` both directions are written: then every variable is a
/// function of the position, and models can be counted. Symmetries are broken only with `--symmetry-breaking`.
///
/// With --within K the question is whether a player wins the game within K plies, as a formula with quantifiers in QCIR or
/// QDIMACS: the moves of the two players are its blocks of variables.
///
/// `emit --family FILE --out DIR`, without a question, writes the instances of a benchmark: shuffled formulas of a ladder of
/// questions, with their answers, models or proofs, a table and a README. docs/formats.md has the form of FILE.
#[derive(Args, Debug)]
pub(crate) struct Emit {
    /// The format of the file.
    #[arg(long, value_enum, default_value = "dimacs")]
    format: Format,
    /// The file to write; `-` is standard output. A name such as a.cnf.xz asks for a compressed file.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Write the map to this file. `decode` needs it.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Write one move of a game as a transition system, for model checkers: games of any length. Needs aag, aig or
    /// btor2.
    #[arg(long)]
    transition_system: bool,
    #[command(flatten)]
    win: ForcedWinFlags,
    #[command(flatten)]
    symmetries: Symmetries,
    /// Write both directions of every definition.
    #[arg(long)]
    full: bool,
    /// For DIMACS with --full: list the variables that a model counter counts, those of the unknown words.
    #[arg(long, value_enum, value_name = "FORM")]
    projection: Option<Projection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// CNF, for SAT solvers.
    Dimacs,
    /// SMT-LIB 2.6 `QF_BV` with word-level terms.
    Smt2,
    /// AIGER 1.9 with symbols, ASCII form.
    Aag,
    /// AIGER 1.9 with symbols, binary form.
    Aig,
    /// BTOR2 with word-level terms.
    Btor2,
    /// Weighted CNF for `MaxSAT` solvers, which find the greatest value of the objective. Its map is that of the hard
    /// clauses as CNF.
    Wcnf,
    /// Pseudo-Boolean constraints with the same objective. The map of the same clauses as CNF fits it.
    Opb,
    /// QCIR: a forced win as a circuit with quantifiers.
    Qcir,
    /// QDIMACS: a forced win as clauses with quantifiers.
    Qdimacs,
}

/// The form of the list of variables that a model counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Projection {
    /// `c t pmc` and `c p show ... 0`, as in the model counting competitions.
    Show,
    /// `c ind ... 0`, as older counters expect it.
    Ind,
}

/// The number of variables in a line of a projection.
const A_LINE: usize = 16;

impl Projection {
    /// The lines, without the `c` of a comment. The values of these words are counted.
    fn lines(self, clausified: &Clausified, counted: &[String]) -> Vec<String> {
        let words = clausified.words.iter().filter(|word| counted.contains(&word.name));
        let variables: BTreeSet<u32> = words
            .flat_map(|word| &word.word)
            .filter_map(|bit| match bit {
                BitValue::Literal(literal) => Some(literal.var().idx32() + 1),
                BitValue::Constant(_) => None,
            })
            .collect();
        let variables: Vec<String> = variables.iter().map(ToString::to_string).collect();
        let (kind, word) = match self {
            Self::Show => (Some("t pmc".to_owned()), "p show"),
            Self::Ind => (None, "ind"),
        };
        let shown = variables.chunks(A_LINE).map(|variables| format!("{word} {} 0", variables.join(" ")));
        kind.into_iter().chain(shown).collect()
    }
}

impl Format {
    /// The format as one that carries names; `None` if it is made of clauses.
    const fn named(self) -> Option<NamedFormat> {
        match self {
            Self::Dimacs | Self::Wcnf | Self::Opb | Self::Qcir | Self::Qdimacs => None,
            Self::Smt2 => Some(NamedFormat::Smt2),
            Self::Aag => Some(NamedFormat::Aag),
            Self::Aig => Some(NamedFormat::Aig),
            Self::Btor2 => Some(NamedFormat::Btor2),
        }
    }

    /// The format as one that has quantifiers.
    const fn quantified(self) -> Option<QbfFormat> {
        match self {
            Self::Qcir => Some(QbfFormat::Qcir),
            Self::Qdimacs => Some(QbfFormat::Qdimacs),
            _ => None,
        }
    }

    /// Whether it carries what is to be as large as it can be.
    const fn has_objective(self) -> bool {
        matches!(self, Self::Wcnf | Self::Opb)
    }
}

/// What was written.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum EmitAnswer<'a> {
    /// Clauses, to which a map belongs.
    Clauses { question: &'a Question, cnf: &'a CnfIdentity },
    /// Clauses for a model counter.
    Counted { question: &'a Question, variables: u32, clauses: usize },
    /// A file that contains names.
    Named { question: &'a FileQuestion, file: &'a FileIdentity, bytes: usize },
    /// A forced win.
    ForcedWin { question: &'a WinParameters, file: &'a FileIdentity, variables: u32, bytes: usize },
    /// A family: how many instances have which answer.
    Family {
        out: &'a Path,
        questions: usize,
        instances: u64,
        satisfiable: usize,
        unsatisfiable: usize,
        unknown: usize,
    },
}

impl QuestionVerb for Emit {
    const NAME: &'static str = "emit";
    const SAMPLE: &'static str = "-o q.cnf --map q.map.json";
    const WIN_SAMPLES: &'static [&'static str] = &[
        "--within 3 --format qcir -o win.qcir",
        "--within 5 --format qdimacs -o win.qdimacs --map win.map.json",
    ];
    const SCHEMA: AnswerSchema = Some(of_answer::<EmitAnswer<'_>>);

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if let Some(format) = self.format.quantified() {
            return self.forced_win(app, asked, session, format);
        }
        if self.win.is_given() {
            bail!("--within needs --format qcir or qdimacs");
        }
        match self.format.named() {
            None => self.clauses(app, asked, session),
            Some(format) => self.named(app, asked, session, format),
        }
    }
}

impl Emit {
    /// The question that was asked.
    fn question(&self, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Question> {
        let are_broken = self.symmetries.are_broken();
        if self.format.has_objective() {
            asked.unbounded(session, are_broken)
        } else {
            asked.question(session, are_broken)
        }
    }

    /// Writes a format that is made of clauses.
    fn clauses(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if self.transition_system {
            bail!("--transition-system needs --format aag, aig or btor2");
        }
        let directions = if self.full { Directions::Both } else { Directions::Needed };
        let encoding = Encoding { directions, ..Encoding::default() };
        let question = self.question(asked, session)?;
        self.require_outputs()?;
        if let Some(projection) = self.projection {
            return self.projected(session, &question, encoding, projection);
        }
        let emission = Emission::new(&question, encoding);
        let map = emission.map.to_text()?;
        if self.format.has_objective() {
            self.write(&self.with_objective(app, &emission)?, &map, &session.stop)?;
        } else {
            self.write(&emission.dimacs, &map, &session.stop)?;
        }
        let cnf = &emission.map.cnf;
        session.note(&format!("{} variables, {} clauses", cnf.variables, cnf.clauses));
        self.summary(session, EmitAnswer::Clauses { question: &emission.map.question, cnf })
    }

    /// Writes the clauses for a model counter. The map of the same clauses without a projection fits them.
    fn projected(
        &self,
        session: &Session,
        question: &Question,
        encoding: Encoding,
        projection: Projection,
    ) -> anyhow::Result<Outcome> {
        if self.format != Format::Dimacs || !self.full {
            bail!("--projection applies to DIMACS with --full: counters need both directions of definitions");
        }
        if self.map.is_some() {
            bail!("--map: write the map with --full but without --projection; it fits both files");
        }
        let formula = question.formula();
        let clausified = clausify(&formula, encoding);
        let mut comments = vec![format!("certamen {}: {question}", env!("CARGO_PKG_VERSION"))];
        comments.extend(projection.lines(&clausified, &question.position(&formula)));
        let mut text = Vec::new();
        dimacs::write(&clausified, &comments, &mut text)?;
        self.write(&text, "", &session.stop)?;
        let (variables, clauses) = (clausified.variables, clausified.cnf.len());
        session.note(&format!("{variables} variables, {clauses} clauses"));
        self.summary(session, EmitAnswer::Counted { question, variables, clauses })
    }

    /// Writes the clauses with an objective to maximise.
    fn with_objective(&self, app: &App, emission: &Emission) -> anyhow::Result<Vec<u8>> {
        let question = &emission.map.question;
        let refused = || {
            let able = app.registry().able(|can| can.optimised).map(|kind| kind.name().to_owned());
            let able = able.collect::<Vec<_>>().join(", ");
            format!("emit --format wcnf or opb applies to {able}, not to {}", question.name())
        };
        let is_able = app.registry().able(|can| can.optimised).any(|kind| kind.name() == question.name());
        let question = question.bounded().filter(|_| is_able).with_context(refused)?;
        let objective = wcnf::Objective::from_names(&emission.clausified, &question.counted())
            .context("the question does not show what it counts")?;
        let most =
            question.objectives().first().map_or_else(|| "most".to_owned(), |objective| objective.of("most"));
        let comments = [
            format!("certamen {}: {question}", env!("CARGO_PKG_VERSION")),
            format!("{most} = {} - least weight falsified", objective.bits()),
        ];
        let mut text = Vec::new();
        if self.format == Format::Wcnf {
            wcnf::write(&emission.clausified, &objective, &comments, &mut text)?;
        } else {
            opb::write(&emission.clausified, &objective, &comments[..1], &mut text)?;
        }
        Ok(text)
    }

    /// Writes a format that contains names.
    fn named(
        &self,
        app: &App,
        asked: QuestionCall<'_>,
        session: &Session,
        format: NamedFormat,
    ) -> anyhow::Result<Outcome> {
        if self.full {
            bail!("--full applies to DIMACS: the other formats always define every word in both directions");
        }
        if self.projection.is_some() {
            bail!("--projection applies to DIMACS");
        }
        if self.map.is_some() && format == NamedFormat::Btor2 {
            bail!("--map: answers to BTOR2 files are not read; emit AIGER or SMT-LIB");
        }
        let question = if self.transition_system {
            if self.symmetries.are_broken() {
                bail!("--symmetry-breaking does not apply to transition systems");
            }
            FileQuestion::TransitionSystem(asked.system(app)?)
        } else {
            FileQuestion::Question(self.question(asked, session)?)
        };
        self.require_outputs()?;
        let file = NamedFile::new(question.clone(), format)?;
        let map = file.map.to_text()?;
        self.write(&file.bytes, &map, &session.stop)?;
        session.note(&file.size);
        self.summary(
            session,
            EmitAnswer::Named { question: &question, file: &file.map.file, bytes: file.bytes.len() },
        )
    }

    /// Writes a forced win.
    fn forced_win(
        &self,
        app: &App,
        asked: QuestionCall<'_>,
        session: &Session,
        format: QbfFormat,
    ) -> anyhow::Result<Outcome> {
        let others = [
            (self.full, "full"),
            (self.projection.is_some(), "projection"),
            (self.transition_system, "transition-system"),
            (self.symmetries.are_broken(), "symmetry-breaking"),
        ];
        if let Some((_, flag)) = others.iter().find(|(is_given, _)| *is_given) {
            bail!("--{flag} does not go with --format {}", format.name());
        }
        let win = self.win.asked(app, asked)?;
        self.require_outputs()?;
        let (file, map) = win.write(format)?;
        self.write(&file.bytes, &map.to_text()?, &session.stop)?;
        let parts = if format == QbfFormat::Qcir { "gates" } else { "clauses" };
        session.note(&format!("{} variables, {} {parts}", file.variables, file.parts));
        let (variables, bytes) = (file.variables, file.bytes.len());
        let question = win.parameters();
        self.summary(session, EmitAnswer::ForcedWin { question, file: &map.file, variables, bytes })
    }

    /// Refuses files that cannot be written, before a large formula is made.
    fn require_outputs(&self) -> anyhow::Result<()> {
        if self.map.as_ref() == Some(&self.output) {
            bail!("-o and --map name the same file, {}", self.output.display());
        }
        file::require_writable(&self.output)?;
        Ok(self.map.as_deref().map_or(Ok(()), file::require_writable)?)
    }

    fn write(&self, bytes: &[u8], map: &str, stop: &Stop) -> anyhow::Result<()> {
        let mut files = vec![(self.output.as_path(), bytes)];
        files.extend(self.map.as_ref().map(|path| (path.as_path(), map.as_bytes())));
        Ok(file::write_all(&files, stop)?)
    }

    /// With `--json`, reports what was written, unless the file itself went to standard output.
    fn summary(&self, session: &Session, object: EmitAnswer<'_>) -> anyhow::Result<Outcome> {
        if session.json && !file::is_dash(&self.output) && !self.map.as_deref().is_some_and(file::is_dash) {
            session.answer(&Answer::holds("", object))?;
        }
        Ok(Outcome::Holds)
    }
}
