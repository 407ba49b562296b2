//! Reads the answers of QDIMACS solvers: `s cnf 1 VARIABLES CLAUSES`, and `V LITERAL 0` for variables of the outermost block.
//!
//! The values are there if the formula is true and that block is existential, or false and universal. A variable without a
//! value may have either. Read strictly: a second answer, another formula's counts, a variable that the file does not have,
//! two values of one variable are errors.

use std::collections::BTreeMap;
use thiserror::Error;

/// The longest answer that is read, in bytes.
const LENGTH: usize = 1 << 28;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QbfAnswer {
    /// Whether the formula is true; `None` if the solver does not know.
    pub verdict: Option<bool>,
    /// The values of variables of the outermost block.
    pub values: BTreeMap<u32, bool>,
}

/// Why a text is not the answer to a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QbfAnswerError {
    /// Too long.
    #[error("the answer has {0} bytes: at most {LENGTH} are read")]
    TooLong(usize),
    /// No line with an answer.
    #[error("there is no line `s cnf`")]
    Missing,
    /// A second answer.
    #[error("line {0}: a second answer")]
    Second(usize),
    /// A line that does not belong to an answer.
    #[error(
        "line {0}: expected `s cnf` with 1, 0 or -1 and the two counts of the file, `V LITERAL 0` or a comment `c`"
    )]
    Line(usize),
    /// The counts are those of another file.
    #[error("line {line}: an answer to a file of {variables} variables and {clauses} clauses")]
    Foreign {
        /// The line.
        line: usize,
        /// The number of variables.
        variables: u64,
        /// The number of clauses.
        clauses: u64,
    },
    /// A variable that the file does not have.
    #[error("line {line}: there is no variable {variable}")]
    Variable {
        /// The line.
        line: usize,
        /// The variable.
        variable: u64,
    },
    /// A variable has two values.
    #[error("line {line}: variable {variable} has two values")]
    TwoValues {
        /// The line.
        line: usize,
        /// The variable.
        variable: u32,
    },
}

/// Reads the answer to a file with these counts.
///
/// # Examples
/// ```
/// use cnf_out::qbf::parse_answer;
///
/// let answer = parse_answer(b"s cnf 1 4 3\nV -1 0\nV 2 0\n", 4, 3)?;
/// assert_eq!((answer.verdict, answer.values[&2]), (Some(true), true));
/// let error = parse_answer(b"s cnf 0 4 3\nV 5 0\n", 4, 3).map_err(|error| error.to_string());
/// assert_eq!(error, Err("line 2: there is no variable 5".to_owned()));
/// # Ok::<(), cnf_out::qbf::QbfAnswerError>(())
/// ```
///
/// # Errors
/// [`QbfAnswerError`]
pub fn parse_answer(text: &[u8], variables: u32, clauses: usize) -> Result<QbfAnswer, QbfAnswerError> {
    if text.len() > LENGTH {
        return Err(QbfAnswerError::TooLong(text.len()));
    }
    let text = String::from_utf8_lossy(text);
    let (mut verdict, mut values) = (None, BTreeMap::new());
    for (line, words) in (1..).zip(text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>())) {
        match words.as_slice() {
            [] | ["c", ..] => {}
            ["s", "cnf", said, counts @ ..] => {
                let said = match *said {
                    "1" => Some(true),
                    "0" => Some(false),
                    "-1" => None,
                    _ => return Err(QbfAnswerError::Line(line)),
                };
                if verdict.replace(said).is_some() {
                    return Err(QbfAnswerError::Second(line));
                }
                let [Some(of_variables), Some(of_clauses)] = numbers(counts) else {
                    return Err(QbfAnswerError::Line(line));
                };
                if of_variables != u64::from(variables) || of_clauses != clauses as u64 {
                    let (variables, clauses) = (of_variables, of_clauses);
                    return Err(QbfAnswerError::Foreign { line, variables, clauses });
                }
            }
            ["V", literal, "0"] => {
                let literal: i64 = literal.parse().map_err(|_| QbfAnswerError::Line(line))?;
                let found = literal.unsigned_abs();
                let is_there = |&variable: &u32| variable > 0 && variable <= variables;
                let variable = u32::try_from(found).ok().filter(is_there);
                let variable = variable.ok_or(QbfAnswerError::Variable { line, variable: found })?;
                if values.insert(variable, literal > 0).is_some() {
                    return Err(QbfAnswerError::TwoValues { line, variable });
                }
            }
            _ => return Err(QbfAnswerError::Line(line)),
        }
    }
    Ok(QbfAnswer { verdict: verdict.ok_or(QbfAnswerError::Missing)?, values })
}

/// Two numbers.
fn numbers(words: &[&str]) -> [Option<u64>; 2] {
    match words {
        [one, other] => [one, other].map(|word| word.parse().ok()),
        _ => [None; 2],
    }
}
