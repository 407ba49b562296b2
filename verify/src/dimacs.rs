//! Formulas: a strict reader of DIMACS CNF.
//!
//! Idea: a checker's conclusion is about the formula that it has read, so nothing is guessed or repaired. There is one
//! header, and it is correct. Each literal is within the declared variables, each clause ends in 0, and nothing follows
//! the last clause. Clauses may span lines and lines may be blank, as the format allows. Comments stand on lines of
//! their own, before the header and between clauses. A byte order mark at the start has no meaning.
//!
//! Source: the format of the Second DIMACS Challenge (1993), as the SAT competitions use it. The files of SATLIB have
//! the lines `%` and `0` after the last clause.
//!
//! Cost: one pass; four bytes for each literal and eight for each clause. Memory depends on the content, never on the
//! header.
//!
//! What it does not show: that the formula states what it is meant to state.

mod cursor;

use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroI32;
use std::ops::Neg;

use thiserror::Error;

use crate::file_form::FileForm;
use crate::numbers::decimal;

pub(crate) use cursor::{Cursor, Malformed, Token};

/// The greatest number of clauses that is read.
pub const CLAUSE_LIMIT: u64 = u32::MAX as u64;

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// The greatest number of literals of a clause that is read.
pub const LENGTH_LIMIT: usize = 1 << 31;

/// A literal as DIMACS writes it: a variable, or with a minus sign its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(NonZeroI32);

impl Literal {
    /// The greatest variable; the smallest is 1.
    pub const MAX_VARIABLE: u32 = (1 << 30) - 1;

    /// The literal that DIMACS writes as `number`; `None` for 0 and beyond [`Literal::MAX_VARIABLE`].
    pub fn new(number: i32) -> Option<Literal> {
        let inside = number.unsigned_abs() <= Literal::MAX_VARIABLE;
        NonZeroI32::new(number).filter(|_| inside).map(Literal)
    }

    /// The number that DIMACS writes.
    pub fn get(self) -> i32 {
        self.0.get()
    }

    /// The variable, from 1.
    pub fn variable(self) -> u32 {
        self.get().unsigned_abs()
    }

    /// Whether the literal is its variable, rather than the negation.
    pub fn is_positive(self) -> bool {
        self.get() > 0
    }
}

impl Neg for Literal {
    type Output = Literal;

    fn neg(self) -> Literal {
        // The range is symmetric and excludes the one number without a negative.
        Literal(-self.0)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A CNF formula: clauses in the order of the file, literals as written, repetitions included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formula {
    variables: u32,
    /// The literals of all clauses, one clause after the other.
    literals: Vec<Literal>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
}

impl Formula {
    /// The number of variables that the header declares: each variable is at most this.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The variables to work with, in ascending order: all that the header declares; or, if these are far more than the
    /// clauses have literals, those that occur. So memory follows the content, and not the header.
    pub fn used_variables(&self) -> Vec<u32> {
        let most = self.literals.len().saturating_mul(16).saturating_add(1 << 16);
        if self.variables as usize <= most {
            return (1..=self.variables).collect();
        }
        let mut used: Vec<u32> = self.literals.iter().map(|literal| literal.variable()).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of literals of all clauses together.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// This formula with the clauses of another one after its own. It declares the variables of both.
    #[must_use]
    pub fn and(&self, other: &Formula) -> Formula {
        let mut both = self.clone();
        both.variables = self.variables.max(other.variables);
        both.ends.extend(other.ends.iter().map(|end| self.literals.len() + end));
        both.literals.extend_from_slice(&other.literals);
        both
    }

    /// The clause with `index`, from 0; `None` if there are not that many.
    pub fn clause(&self, index: usize) -> Option<&[Literal]> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        self.literals.get(start..end)
    }

    /// The clauses in the order of the file.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.literals[std::mem::replace(&mut start, end)..end])
    }
}

/// Why a text is not a formula, and where.
#[derive(Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct DimacsError {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1 and in bytes.
    pub column: u64,
    /// What is wrong there.
    pub reason: DimacsReason,
}

/// What can be wrong with a formula.
#[derive(Debug, Error)]
pub enum DimacsReason {
    /// Reading failed.
    #[error("cannot read further: {0}")]
    Io(io::Error),
    /// The file is of another form.
    #[error("{0}")]
    Form(FileForm),
    /// The file ends or a clause starts before a header.
    #[error("no header: expected a line `p cnf VARIABLES CLAUSES`, with only comments before it")]
    NoHeader,
    /// A line that starts with `p` but is not a header.
    #[error("not a header: expected `p cnf VARIABLES CLAUSES`")]
    Header,
    /// A second line that starts with `p`.
    #[error("a second header")]
    SecondHeader,
    /// The header declares more variables than are read.
    #[error("{found} variables: at most {max} are read", max = Literal::MAX_VARIABLE)]
    TooManyVariables {
        /// The number that the header declares.
        found: i64,
    },
    /// The header declares more clauses than are read.
    #[error("{found} clauses: at most {CLAUSE_LIMIT} are read")]
    TooManyClauses {
        /// The number that the header declares.
        found: i64,
    },
    /// A byte that has no meaning there.
    #[error("found {:?}, expected a literal", char::from(*.found))]
    Foreign {
        /// The byte.
        found: u8,
    },
    /// A comment that is not UTF-8.
    #[error("the comment is not UTF-8")]
    Utf8,
    /// A text that starts like a number but is not one: a lone sign, a leading zero, or a tail of other characters.
    #[error("not a number")]
    Number,
    /// A literal whose variable the header does not declare.
    #[error("the literal {found} is out of range: the header declares {variables} variables")]
    OutOfRange {
        /// The literal.
        found: i64,
        /// The number of variables that the header declares.
        variables: u32,
    },
    /// A clause beyond the number that the header declares.
    #[error("a clause too many: the header declares {declared}")]
    ExtraClause {
        /// The number of clauses that the header declares.
        declared: u64,
    },
    /// Something other than `0` after the line `%` that ends the clauses.
    #[error("expected only `0` after the line `%`, which ends the clauses")]
    AfterPercent,
    /// A clause of more literals than are read.
    #[error("the clause is too long: at most {LENGTH_LIMIT} literals are read")]
    LongClause,
    /// The file ends within a clause.
    #[error("the file ends within a clause: expected its final 0")]
    OpenClause,
    /// The file has fewer clauses than the header declares.
    #[error("the file ends after {found} clauses: the header declares {declared}")]
    MissingClauses {
        /// The number of clauses found.
        found: u64,
        /// The number of clauses that the header declares.
        declared: u64,
    },
}

impl From<Malformed> for DimacsReason {
    fn from(malformed: Malformed) -> DimacsReason {
        match malformed {
            Malformed::Io(error) => DimacsReason::Io(error),
            Malformed::Number => DimacsReason::Number,
            Malformed::Utf8 => DimacsReason::Utf8,
        }
    }
}

impl From<io::Error> for DimacsReason {
    fn from(error: io::Error) -> DimacsReason {
        DimacsReason::Io(error)
    }
}

/// Reads a formula to the end of the file.
///
/// # Errors
/// [`DimacsError`] with the place and the reason if the text is not exactly one formula.
pub fn read(mut reader: impl BufRead) -> Result<Formula, DimacsError> {
    read_from(&mut reader)
}

/// Reads a formula from any source. It is compiled here, and not where it is called from.
fn read_from(reader: &mut dyn BufRead) -> Result<Formula, DimacsError> {
    let mut cursor = Cursor::new(BufReader::with_capacity(CHUNK, reader));
    let mut place = (1, 1);
    read_formula(&mut cursor, &mut place).map_err(|reason| DimacsError {
        line: place.0,
        column: place.1,
        reason,
    })
}

/// The line and column of the current byte. It is kept when an error occurs, so that errors are located in one place.
type LineAndColumn = (u64, u64);

/// Reads header and clauses; `place` is then the place of the error, if there is one.
fn read_formula<R: BufRead>(
    cursor: &mut Cursor<R>,
    place: &mut LineAndColumn,
) -> Result<Formula, DimacsReason> {
    cursor.skip_byte_order_mark()?;
    let form = FileForm::detect(cursor.window()?);
    let (variables, declared) = read_header(cursor, place).map_err(|reason| match (reason, form) {
        (DimacsReason::NoHeader | DimacsReason::Header | DimacsReason::Utf8, Some(form)) => {
            DimacsReason::Form(form)
        }
        (reason, _) => reason,
    })?;
    let mut formula = Formula { variables, ..Formula::default() };
    let mut open = false;
    loop {
        if !open && cursor.column() == 1 {
            read_lines(cursor, &mut formula, declared)?;
        }
        cursor.skip_blanks()?;
        *place = (cursor.line(), cursor.column());
        let number = match cursor.token()? {
            Token::Number(number) => number,
            Token::LineEnd => continue,
            Token::FileEnd => break,
            Token::Other(b'c') if place.1 == 1 && !open => {
                skip_comment(cursor, place)?;
                continue;
            }
            Token::Other(b'p') if place.1 == 1 => return Err(DimacsReason::SecondHeader),
            Token::Other(b'%') if place.1 == 1 && !open => {
                read_percent(cursor, place)?;
                break;
            }
            Token::Other(found) => return Err(DimacsReason::Foreign { found }),
        };
        if formula.len() as u64 == declared {
            return Err(DimacsReason::ExtraClause { declared });
        }
        open = number != 0;
        if !open {
            formula.ends.push(formula.literals.len());
        } else if formula.literals.len() - formula.ends.last().copied().unwrap_or(0) == LENGTH_LIMIT {
            return Err(DimacsReason::LongClause);
        } else {
            formula.literals.push(literal(number, variables)?);
        }
    }
    let found = formula.len() as u64;
    match (open, found == declared) {
        (true, _) => Err(DimacsReason::OpenClause),
        (_, false) => Err(DimacsReason::MissingClauses { found, declared }),
        _ => Ok(formula),
    }
}

/// Reads clauses that are written as usual, each on a line of its own, as far as they are in memory. The caller reads
/// everything else, including errors, from the start of its line.
fn read_lines<R: BufRead>(
    cursor: &mut Cursor<R>,
    formula: &mut Formula,
    declared: u64,
) -> Result<(), DimacsReason> {
    let window = cursor.window()?;
    let (mut rest, mut lines) = (window, 0);
    while (formula.len() as u64) < declared {
        let Some(after) = read_line(rest, formula) else {
            formula.literals.truncate(formula.ends.last().copied().unwrap_or(0));
            break;
        };
        formula.ends.push(formula.literals.len());
        rest = after;
        lines += 1;
    }
    let bytes = window.len() - rest.len();
    cursor.skip_lines(bytes, lines);
    Ok(())
}

/// Reads the literals of a clause that ends with its line, and returns the bytes after it. `None` if it is written in
/// another way, with some of its literals.
fn read_line<'w>(mut line: &'w [u8], formula: &mut Formula) -> Option<&'w [u8]> {
    loop {
        let is_negative = *line.first()? == b'-';
        let (magnitude, closing, after) = decimal(&line[usize::from(is_negative)..])?;
        line = after;
        if magnitude == 0 {
            return (closing == b'\n' && !is_negative).then_some(line);
        }
        if closing != b' ' || magnitude > u64::from(formula.variables) {
            return None;
        }
        let number = if is_negative { -(magnitude as i32) } else { magnitude as i32 };
        formula.literals.push(Literal::new(number)?);
    }
}

/// Reads comments and the header: the numbers of variables and clauses.
fn read_header<R: BufRead>(
    cursor: &mut Cursor<R>,
    place: &mut LineAndColumn,
) -> Result<(u32, u64), DimacsReason> {
    loop {
        *place = (cursor.line(), cursor.column());
        match cursor.peek()? {
            Some(b'c') => skip_comment(cursor, place)?,
            Some(b'p') => break,
            Some(blank @ (b' ' | b'\t' | b'\r' | b'\n')) => cursor.bump(blank),
            _ => return Err(DimacsReason::NoHeader),
        }
    }
    for expected in [b"p".as_slice(), b"cnf"] {
        cursor.skip_blanks()?;
        *place = (cursor.line(), cursor.column());
        if cursor.word(expected.len())?.as_deref() != Some(expected) {
            return Err(DimacsReason::Header);
        }
    }
    let found = read_count(cursor, place)?;
    let variables = u32::try_from(found).ok().filter(|&number| number <= Literal::MAX_VARIABLE);
    let variables = variables.ok_or(DimacsReason::TooManyVariables { found })?;
    let found = read_count(cursor, place)?;
    let clauses = u64::try_from(found).ok().filter(|&number| number <= CLAUSE_LIMIT);
    let clauses = clauses.ok_or(DimacsReason::TooManyClauses { found })?;
    cursor.skip_blanks()?;
    *place = (cursor.line(), cursor.column());
    match cursor.token()? {
        Token::LineEnd | Token::FileEnd => Ok((variables, clauses)),
        _ => Err(DimacsReason::Header),
    }
}

/// Reads what follows the last clause in the files of SATLIB, up to the end of the file: `%`, and a `0` on a line of
/// its own.
fn read_percent<R: BufRead>(cursor: &mut Cursor<R>, place: &mut LineAndColumn) -> Result<(), DimacsReason> {
    cursor.bump(b'%');
    let mut has_zero = false;
    loop {
        cursor.skip_blanks()?;
        *place = (cursor.line(), cursor.column());
        match cursor.token()? {
            Token::LineEnd => {}
            Token::FileEnd => return Ok(()),
            Token::Number(0) if !has_zero => has_zero = true,
            _ => return Err(DimacsReason::AfterPercent),
        }
    }
}

/// Reads a number of the header.
fn read_count<R: BufRead>(cursor: &mut Cursor<R>, place: &mut LineAndColumn) -> Result<i64, DimacsReason> {
    cursor.skip_blanks()?;
    *place = (cursor.line(), cursor.column());
    match cursor.token()? {
        Token::Number(number) if number >= 0 => Ok(number),
        _ => Err(DimacsReason::Header),
    }
}

/// Skips a comment; an error in it is located exactly.
fn skip_comment<R: BufRead>(cursor: &mut Cursor<R>, place: &mut LineAndColumn) -> Result<(), DimacsReason> {
    let skipped = cursor.skip_comment();
    *place = (cursor.line(), cursor.column());
    Ok(skipped?)
}

/// The literal `number`, if the header declares its variable.
fn literal(number: i64, variables: u32) -> Result<Literal, DimacsReason> {
    let literal = i32::try_from(number).ok().and_then(Literal::new);
    literal
        .filter(|literal| literal.variable() <= variables)
        .ok_or(DimacsReason::OutOfRange { found: number, variables })
}

#[cfg(test)]
mod tests;
