//! Questions in the formats that have names for words (SMT-LIB, BTOR2 and AIGER), and how their answers are read.
//!
//! The question alone determines every byte of the file. So the reader of an answer makes the file again and knows what
//! was asked. The values that a solver chose are checked by evaluating the circuit, and then replayed by the naive
//! game.

use crate::emission::sha256;
use crate::question::Question;
use crate::solution::Solution;
use crate::system::AnySystem;
use crate::witness::WitnessError;
use cnf_out::aiger::{self, Edge};
use cnf_out::btor2;
use cnf_out::map::MapError;
use cnf_out::name_map::{FileIdentity, NameMap, NamedWord};
use cnf_out::smtlib::{self, SolverAnswer};
use encodings::statement::{Formula, Named, Requirement};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The question of a file.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FileQuestion {
    /// A question of a fixed size.
    Question(Question),
    /// A question about games of any length.
    TransitionSystem(AnySystem),
}

/// A format that has names for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedFormat {
    /// SMT-LIB.
    Smt2,
    /// AIGER, ASCII form.
    Aag,
    /// AIGER, binary form.
    Aig,
    /// BTOR2.
    Btor2,
}

impl NamedFormat {
    const ALL: [Self; 4] = [Self::Smt2, Self::Aag, Self::Aig, Self::Btor2];

    /// The name, as the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smt2 => "smt2",
            Self::Aag => "aag",
            Self::Aig => "aig",
            Self::Btor2 => "btor2",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Why a question could not be written, or an answer could not be read.
#[derive(Debug, thiserror::Error)]
pub enum NamedFileError {
    /// SMT-LIB cannot express transition systems.
    #[error("SMT-LIB has no transition systems: aag, aig and btor2 have")]
    NoTransitions,
    /// The question cannot be written as SMT-LIB.
    #[error(transparent)]
    Smt2(#[from] smtlib::WriteError),
    /// The question cannot be written as BTOR2.
    #[error(transparent)]
    Btor2(#[from] btor2::NameError),
    /// The question cannot be written as AIGER.
    #[error("cannot write AIGER")]
    Io(#[from] std::io::Error),
    /// Answers to BTOR2 files are not supported.
    #[error("answers to BTOR2 files are not read: emit AIGER or SMT-LIB")]
    NotRead,
    /// The text is not an answer of an SMT solver.
    #[error(transparent)]
    Answer(#[from] smtlib::AnswerError),
    /// The text is not a witness of a model checker.
    #[error(transparent)]
    Run(#[from] aiger::WitnessError),
    /// The values do not satisfy this requirement of the formula.
    #[error("the values do not satisfy what was asked: requirement {0} does not hold")]
    Falsified(usize),
    /// The naive game refuses the witness.
    #[error(transparent)]
    Witness(#[from] WitnessError),
}

/// The solver's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAnswer {
    /// A model, whose witness the naive game has compared with the question.
    Witness(Solution),
    /// The solver says UNSAT.
    Unsatisfiable,
    /// The solver does not know.
    Unknown,
}

/// A question written in one of these formats.
///
/// # Examples
/// ```
/// use certamen_ask::named_files::{FileAnswer, FileQuestion, NamedFile, NamedFormat};
/// use certamen_ask::sample::SetBits;
///
/// let asked = FileQuestion::Question(SetBits { at_least: 4 }.into());
/// let file = NamedFile::new(asked, NamedFormat::Smt2)?;
/// assert!(file.bytes.starts_with(b"; certamen"));
/// let back = file.read(b"sat\n((word #b1111))\n")?;
/// assert!(matches!(back, FileAnswer::Witness(found) if found.witness().position() == "1111"));
/// # Ok::<(), certamen_ask::named_files::NamedFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// The format.
    pub format: NamedFormat,
    /// The file.
    pub bytes: Vec<u8>,
    /// The sidecar map.
    pub map: NameMap<FileQuestion>,
    /// The size of the file, as text for people.
    pub size: String,
    reader: Reader,
}

/// What is needed to read an answer.
#[derive(Clone, Debug)]
enum Reader {
    /// The words of a script.
    Script(Vec<Named<usize>>),
    /// A graph, and its inputs.
    Graph(Box<aiger::Graph>, Vec<Named<Vec<Edge>>>),
    None,
}

impl fmt::Display for FileQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(question) => question.fmt(f),
            Self::TransitionSystem(play) => play.fmt(f),
        }
    }
}

impl NamedFile {
    /// Writes a question.
    ///
    /// # Errors
    /// [`NamedFileError`] if the format cannot express the question.
    pub fn new(asked: FileQuestion, format: NamedFormat) -> Result<Self, NamedFileError> {
        let comments = [format!("certamen {}: {asked}", env!("CARGO_PKG_VERSION"))];
        let mut bytes = Vec::new();
        let (reader, words, size) = match format {
            NamedFormat::Smt2 => Self::smt2(&asked, &comments, &mut bytes)?,
            NamedFormat::Btor2 => Self::btor2(&asked, &comments, &mut bytes)?,
            NamedFormat::Aag | NamedFormat::Aig => {
                let (graph, words) = match &asked {
                    FileQuestion::Question(question) => aiger::of_formula(&question.formula()),
                    FileQuestion::TransitionSystem(play) => aiger::of_transition(&play.circuit()),
                };
                if format == NamedFormat::Aag {
                    aiger::write_ascii(&graph, &comments, &mut bytes)?;
                } else {
                    aiger::write_binary(&graph, &comments, &mut bytes)?;
                }
                let size = format!(
                    "{} inputs, {} latches, {} ands",
                    graph.inputs.len(),
                    graph.latches.len(),
                    graph.ands.len()
                );
                let named = words.iter().map(NamedWord::of_edges).collect();
                (Reader::Graph(Box::new(graph), words), named, size)
            }
        };
        let file = FileIdentity { format: format.name().to_owned(), sha256: sha256(&bytes) };
        Ok(Self { format, bytes, map: NameMap::new(asked, file, words), size, reader })
    }

    fn smt2(
        asked: &FileQuestion,
        comments: &[String],
        out: &mut Vec<u8>,
    ) -> Result<(Reader, Vec<NamedWord>, String), NamedFileError> {
        let FileQuestion::Question(question) = asked else { return Err(NamedFileError::NoTransitions) };
        let script = question.script();
        smtlib::write_commented(&script, comments, &mut *out)?;
        let widths = smtlib::expected_words(&script).into_iter().map(|word| word.width);
        let words = script.words.iter().zip(widths).map(|(word, width)| {
            let Named { name, layout, chosen, .. } = word.clone();
            Named { name, layout, word: width, chosen }
        });
        let named = script.words.iter().map(NamedWord::new).collect();
        Ok((Reader::Script(words.collect()), named, format!("{} bytes", out.len())))
    }

    fn btor2(
        asked: &FileQuestion,
        comments: &[String],
        out: &mut Vec<u8>,
    ) -> Result<(Reader, Vec<NamedWord>, String), NamedFileError> {
        let named: Vec<NamedWord> = match asked {
            FileQuestion::Question(question) => {
                let script = question.script();
                btor2::write(&script, comments, &mut *out)?;
                script.words.iter().map(NamedWord::new).collect()
            }
            FileQuestion::TransitionSystem(play) => {
                let system = play.script();
                btor2::write_transition(&system, comments, &mut *out)?;
                system.inputs.iter().map(NamedWord::new).collect()
            }
        };
        Ok((Reader::None, named, format!("{} bytes", out.len())))
    }

    /// Reads an answer to the file. A witness is confirmed by the circuit and by the naive game.
    ///
    /// # Errors
    /// [`NamedFileError`] if the text is not an answer to this file, or if the witness does not answer the question.
    pub fn read(&self, answer: &[u8]) -> Result<FileAnswer, NamedFileError> {
        match &self.reader {
            Reader::None => Err(NamedFileError::NotRead),
            Reader::Script(words) => self.read_values(words, answer),
            Reader::Graph(graph, words) => self.read_run(graph, words, answer),
        }
    }

    /// Reads an SMT solver's answer.
    fn read_values(&self, words: &[Named<usize>], answer: &[u8]) -> Result<FileAnswer, NamedFileError> {
        let expected = words.iter().map(|Named { name, word: width, chosen, .. }| smtlib::ExpectedWord {
            name,
            width: *width,
            chosen: *chosen,
        });
        match smtlib::parse_values(answer, &expected.collect::<Vec<_>>())? {
            SolverAnswer::Unsatisfiable => Ok(FileAnswer::Unsatisfiable),
            SolverAnswer::Unknown => Ok(FileAnswer::Unknown),
            SolverAnswer::Satisfiable(model) => {
                let words = model.words().map(|(name, bits)| (name.to_owned(), bits.to_vec()));
                self.confirm(&words.collect::<Vec<_>>())
            }
        }
    }

    /// Reads a model checker's witness.
    fn read_run(
        &self,
        graph: &aiger::Graph,
        words: &[Named<Vec<Edge>>],
        answer: &[u8],
    ) -> Result<FileAnswer, NamedFileError> {
        let initial: Vec<bool> = graph.latches.iter().map(|latch| latch.initial).collect();
        let run = match aiger::parse_witness(answer, graph.inputs.len(), &initial) {
            Err(aiger::WitnessError::None('0')) => return Ok(FileAnswer::Unsatisfiable),
            Err(aiger::WitnessError::None(_)) => return Ok(FileAnswer::Unknown),
            run => run?,
        };
        match &self.map.question {
            FileQuestion::TransitionSystem(play) => {
                let inputs =
                    |step: &Vec<bool>| words.iter().flat_map(|word| word_at(&word.word, step)).collect();
                let moves: Vec<Vec<bool>> = run.steps.iter().map(inputs).collect();
                Ok(FileAnswer::Witness(Solution::Answer(play.interpret(&moves)?)))
            }
            FileQuestion::Question(_) => {
                let step = &run.steps[0];
                let words = words.iter().map(|word| (word.name.clone(), word_at(&word.word, step)));
                self.confirm(&words.collect::<Vec<_>>())
            }
        }
    }

    fn confirm(&self, words: &[(String, Vec<bool>)]) -> Result<FileAnswer, NamedFileError> {
        match &self.map.question {
            FileQuestion::Question(question) => Ok(FileAnswer::Witness(interpret(question, words)?)),
            FileQuestion::TransitionSystem(_) => Err(NamedFileError::NoTransitions),
        }
    }
}

/// Reads words by name as a witness of the question, which is checked against the circuit and replayed by the naive
/// game.
pub(crate) fn interpret(
    question: &Question,
    words: &[(String, Vec<bool>)],
) -> Result<Solution, NamedFileError> {
    let read = |name: &str| {
        let word = words.iter().find(|(known, _)| known == name);
        word.map(|(_, bits)| bits.clone()).ok_or_else(|| MapError::MissingWord(name.to_owned()))
    };
    evaluate(&question.formula(), &read)?;
    Ok(question.interpret(&read)?)
}

/// Evaluates all requirements of the formula under the values of the chosen words.
fn evaluate(
    formula: &Formula,
    read: &impl Fn(&str) -> Result<Vec<bool>, MapError>,
) -> Result<(), NamedFileError> {
    let mut inputs = vec![0; formula.graph.inputs() as usize];
    for word in formula.words.iter().filter(|word| word.chosen) {
        let values = read(&word.name).map_err(WitnessError::from)?;
        for (signal, value) in word.word.iter().zip(values) {
            if let encodings::circuit::Gate::Input(number) = formula.graph.gate(signal.node()) {
                inputs[number as usize] = u64::from(value);
            }
        }
    }
    let simulation = formula.graph.simulate(&inputs);
    let holds = |signal| simulation.value(signal) & 1 == 1;
    let count = |signals: &[_]| signals.iter().filter(|&&signal| holds(signal)).count();
    let falsified = formula.requirements.iter().position(|requirement| match requirement {
        Requirement::Holds(signal) => !holds(*signal),
        Requirement::AtLeast { signals, bound } => count(signals) < *bound as usize,
        Requirement::OneHot(signals) => count(signals) != 1,
    });
    falsified.map_or(Ok(()), |index| Err(NamedFileError::Falsified(index + 1)))
}

/// The bits of a word, given the inputs of a step in order.
fn word_at(edges: &[Edge], step: &[bool]) -> Vec<bool> {
    edges
        .iter()
        .map(|edge| (edge.number() / 2).checked_sub(1).is_some_and(|input| step[input as usize]))
        .collect()
}
