//! Reads solvers' answers, and checks models against formulas.
//!
//! Idea: a solver prints `s SATISFIABLE` and lists the true literals in lines of `v`, closed by 0. This is easy to
//! check: each clause must contain a listed literal. A variable that is not listed has no value and satisfies nothing.
//! An answer that contradicts itself is refused.
//!
//! Source: the output format of the SAT competitions. The values may stand before the answer, as clasp writes them. The
//! words `SAT`, `UNSAT` and `INDET` on a line of their own and literals without `v`, which minisat writes to its result
//! file, are read as well.
//!
//! Cost: one pass over the answer and one over the formula; memory for the variables that are listed.
//!
//! What it does not show: for `UNSATISFIABLE` nothing at all (see [`lrat`](crate::lrat)); for a model, that the formula
//! states what it is meant to state.

use std::io::{self, BufRead};

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::dimacs::{Cursor, Formula, Literal, Malformed, Token};
use crate::file_form::FileForm;

/// A solver's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is a model. Whether this is one is checked by [`Model::check`].
    Satisfiable(Model),
    /// There is no model. This is only a claim until a proof is checked.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// An assignment of some of the variables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// The value of each variable that has one.
    values: FxHashMap<u32, bool>,
}

/// A clause that an assignment does not satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "clause {clause} is not satisfied: {falsified} of its literals are false and {unassigned} have no value"
)]
pub struct FalsifiedClause {
    /// The number of the first such clause, from 1.
    pub clause: usize,
    /// The number of its literals that are false.
    pub falsified: usize,
    /// The number of its literals whose variable has no value.
    pub unassigned: usize,
}

impl Model {
    /// The value of `variable`; `None` if it has no value.
    pub fn value(&self, variable: u32) -> Option<bool> {
        self.values.get(&variable).copied()
    }

    /// The number of variables that have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether `literal` is true; `None` if its variable has no value.
    pub fn satisfies(&self, literal: Literal) -> Option<bool> {
        self.value(literal.variable()).map(|value| value == literal.is_positive())
    }

    /// Checks that each clause of `formula` contains a true literal.
    ///
    /// # Errors
    /// [`FalsifiedClause`], with the first clause that contains none.
    pub fn check(&self, formula: &Formula) -> Result<(), FalsifiedClause> {
        for (index, clause) in formula.clauses().enumerate() {
            if clause.iter().any(|&literal| self.satisfies(literal) == Some(true)) {
                continue;
            }
            let unassigned = clause.iter().filter(|&&literal| self.satisfies(literal).is_none()).count();
            return Err(FalsifiedClause {
                clause: index + 1,
                falsified: clause.len() - unassigned,
                unassigned,
            });
        }
        Ok(())
    }
}

/// Why a text is not an answer, and where.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ModelError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub reason: ModelReason,
}

/// What can be wrong with an answer.
#[derive(Debug, Error)]
pub enum ModelReason {
    /// Reading failed.
    #[error("cannot read further: {0}")]
    Io(io::Error),
    /// The file is of another form.
    #[error("{0}")]
    Form(FileForm),
    /// A line that is not a comment, an answer or values.
    #[error("expected a comment `c`, an answer `s` or values `v`")]
    Foreign,
    /// A comment that is not UTF-8.
    #[error("the comment is not UTF-8")]
    Utf8,
    /// An `s` line that is not one of the three answers.
    #[error("expected `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`")]
    Status,
    /// A second answer, even if it is the same as the first.
    #[error("a second answer")]
    SecondAnswer,
    /// The file ends without an answer.
    #[error("the file ends without an answer")]
    NoAnswer,
    /// Values with an answer other than SATISFIABLE.
    #[error("values, though the answer is not SATISFIABLE")]
    UnexpectedValues,
    /// A text among the values that is not a number.
    #[error("not a literal")]
    Number,
    /// A literal whose variable the formula does not have.
    #[error("the literal {found} is out of range: there are {variables} variables")]
    OutOfRange {
        /// The literal.
        found: i64,
        /// The number of variables.
        variables: u32,
    },
    /// A variable that is listed with both signs.
    #[error("variable {variable} is both true and false")]
    BothSigns {
        /// The variable.
        variable: u32,
    },
    /// A literal that is listed twice.
    #[error("the literal {literal} is listed twice")]
    Repeated {
        /// The literal.
        literal: Literal,
    },
    /// Something after the 0 that closes the values.
    #[error("values after their final 0")]
    AfterEnd,
    /// The answer is SATISFIABLE, but no values are given.
    #[error("the file ends without values, though the answer is SATISFIABLE")]
    NoValues,
    /// The values are not closed.
    #[error("the file ends within the values: expected their final 0")]
    OpenValues,
}

impl From<Malformed> for ModelReason {
    fn from(malformed: Malformed) -> ModelReason {
        match malformed {
            Malformed::Io(error) => ModelReason::Io(error),
            Malformed::Number => ModelReason::Number,
            Malformed::Utf8 => ModelReason::Utf8,
        }
    }
}

impl From<io::Error> for ModelReason {
    fn from(error: io::Error) -> ModelReason {
        ModelReason::Io(error)
    }
}

/// Reads the answer of a solver to a formula of `variables` variables, to the end of the file.
///
/// # Errors
/// [`ModelError`], with the line and the reason, if the text is not exactly one answer.
pub fn read(reader: impl BufRead, variables: u32) -> Result<Answer, ModelError> {
    let mut cursor = Cursor::new(reader);
    let mut draft = Draft { variables, ..Draft::default() };
    let at_start = |reason: io::Error| ModelError { line: 1, reason: reason.into() };
    cursor.skip_byte_order_mark().map_err(at_start)?;
    if let Some(form) = FileForm::packed(cursor.window().map_err(at_start)?) {
        return Err(ModelError { line: 1, reason: ModelReason::Form(form) });
    }
    loop {
        let line = cursor.line();
        match draft.read_line(&mut cursor) {
            Ok(true) => {}
            Ok(false) => return draft.close().map_err(|reason| ModelError { line, reason }),
            Err(reason) => return Err(ModelError { line, reason }),
        }
    }
}

/// The three answers, without values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// The state of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Values {
    #[default]
    Absent,
    Open,
    Closed,
}

/// What has been read of an answer so far.
#[derive(Debug, Default)]
struct Draft {
    variables: u32,
    status: Option<Status>,
    values: Values,
    model: Model,
}

/// The length of the longest answer word.
const WORD_LIMIT: usize = "UNSATISFIABLE".len();

impl Draft {
    /// Reads one line; false at the end of the file.
    fn read_line<R: BufRead>(&mut self, cursor: &mut Cursor<R>) -> Result<bool, ModelReason> {
        match cursor.peek()? {
            None => return Ok(false),
            Some(b'c') => cursor.skip_comment()?,
            Some(b's') => {
                if cursor.word(1)?.as_deref() != Some(b"s") {
                    return Err(ModelReason::Foreign);
                }
                cursor.skip_blanks()?;
                self.read_status(cursor)?;
            }
            Some(b'v') => {
                if cursor.word(1)?.as_deref() != Some(b"v") {
                    return Err(ModelReason::Foreign);
                }
                self.read_values(cursor)?;
            }
            Some(b'-' | b'0'..=b'9') => self.read_values(cursor)?,
            Some(b'A'..=b'Z') => self.read_status(cursor)?,
            Some(_) => match cursor.token()? {
                Token::LineEnd => {}
                Token::FileEnd => return Ok(false),
                _ => return Err(ModelReason::Foreign),
            },
        }
        Ok(true)
    }

    /// Reads an answer and the end of its line.
    fn read_status<R: BufRead>(&mut self, cursor: &mut Cursor<R>) -> Result<(), ModelReason> {
        let status = match cursor.word(WORD_LIMIT)?.as_deref() {
            Some(b"SATISFIABLE" | b"SAT") => Status::Satisfiable,
            Some(b"UNSATISFIABLE" | b"UNSAT") => Status::Unsatisfiable,
            Some(b"UNKNOWN" | b"INDET") => Status::Unknown,
            _ => return Err(ModelReason::Status),
        };
        match cursor.token() {
            Ok(Token::LineEnd | Token::FileEnd) => {}
            Err(Malformed::Io(error)) => return Err(ModelReason::Io(error)),
            _ => return Err(ModelReason::Status),
        }
        match self.status.replace(status) {
            Some(_) => Err(ModelReason::SecondAnswer),
            None if status != Status::Satisfiable && self.values != Values::Absent => {
                Err(ModelReason::UnexpectedValues)
            }
            None => Ok(()),
        }
    }

    /// Reads literals to the end of the line.
    fn read_values<R: BufRead>(&mut self, cursor: &mut Cursor<R>) -> Result<(), ModelReason> {
        if self.status.is_some_and(|status| status != Status::Satisfiable) {
            return Err(ModelReason::UnexpectedValues);
        }
        if self.values == Values::Closed {
            return Err(ModelReason::AfterEnd);
        }
        self.values = Values::Open;
        loop {
            match cursor.token()? {
                Token::LineEnd | Token::FileEnd => return Ok(()),
                Token::Number(_) if self.values == Values::Closed => return Err(ModelReason::AfterEnd),
                Token::Number(0) => self.values = Values::Closed,
                Token::Number(number) => self.assign(number)?,
                Token::Other(_) => return Err(ModelReason::Number),
            }
        }
    }

    /// Makes the literal `number` true.
    fn assign(&mut self, number: i64) -> Result<(), ModelReason> {
        let literal = i32::try_from(number).ok().and_then(Literal::new);
        let literal = literal
            .filter(|literal| literal.variable() <= self.variables)
            .ok_or(ModelReason::OutOfRange { found: number, variables: self.variables })?;
        match self.model.values.insert(literal.variable(), literal.is_positive()) {
            None => Ok(()),
            Some(value) if value == literal.is_positive() => Err(ModelReason::Repeated { literal }),
            Some(_) => Err(ModelReason::BothSigns { variable: literal.variable() }),
        }
    }

    /// The answer, if it is complete.
    fn close(self) -> Result<Answer, ModelReason> {
        match (self.status, self.values) {
            (None, _) => Err(ModelReason::NoAnswer),
            (Some(Status::Unsatisfiable), _) => Ok(Answer::Unsatisfiable),
            (Some(Status::Unknown), _) => Ok(Answer::Unknown),
            (Some(Status::Satisfiable), Values::Closed) => Ok(Answer::Satisfiable(self.model)),
            (Some(Status::Satisfiable), Values::Open) => Err(ModelReason::OpenValues),
            (Some(Status::Satisfiable), Values::Absent) => Err(ModelReason::NoValues),
        }
    }
}

#[cfg(test)]
mod tests;
