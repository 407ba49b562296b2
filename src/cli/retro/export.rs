//! `retro export`: every position of tables with its value, for other programs.
//!
//! Idea: a row for each number, in the order of the numbers, so that the same tables give the same bytes. The header of an
//! array of numpy has the number of rows and the width of a position, so the tables are read twice for it.
//! Source: NEP 1, the format of `.npy`, version 1.0.
//! Cost: a look-up and a text for each position; bounded memory.

use super::{TableVerb, Tables};
use anyhow::bail;
use certamen_play::Game;
use certamen_retro::positions::Value;
use certamen_retro::subject::{AnyRetro, PositionTables, Verdict};
use certamen_work::file::{FileError, PendingFile, is_dash};
use certamen_work::schema::{AnswerSchema, JsonSchema, OrUndecided, of_answer};
use certamen_work::text::csv_text;
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Write every position of tables with its value: as CSV, or as an array for numpy.
///
/// Positions that share a number by symmetry are one row. Columns are position, outcome (1 won, 0 drawn, -1 lost, for the
/// player to move), plies (-1 for a draw) and score; outcome and plies or score are left out if they were not computed. In a
/// puzzle, outcome 0 means that it has no solution. `numpy.load` reads the array; its columns are fields.
#[derive(Args, Debug)]
pub(super) struct Export {
    #[command(flatten)]
    tables: Tables,
    /// The format of the file.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// The file to write; `-` is standard output. A name such as a.csv.xz asks for a compressed file.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values, with a line of names.
    Csv,
    /// A structured array of numpy.
    Npy,
}

/// The columns that tables have, and the length of the longest position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Columns {
    has_plies: bool,
    has_score: bool,
    width: usize,
}

/// The value of a position in numbers.
struct Row<'p> {
    position: &'p str,
    /// 1 won, 0 drawn, -1 lost.
    outcome: i8,
    /// The plies to the end; -1 for a draw.
    plies: i32,
    score: i32,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct ExportAnswer<'a> {
    game: &'a str,
    rows: u64,
    file: &'a Path,
}

impl TableVerb for Export {
    const VERB: &'static [&'static str] = &["retro", "export"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<ExportAnswer<'_>>>);

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        if session.json && is_dash(&self.output) {
            bail!("--json needs -o FILE: without it the rows go to standard output");
        }
        let tables = game.open(&self.tables.dir)?;
        tables.require_all()?;
        let progress = Progress::begun(session, format!("exporting {}", game.subject()));
        let written = if is_dash(&self.output) {
            self.write(&*tables, &mut io::stdout().lock(), session)?
        } else {
            let mut file = PendingFile::create(&self.output, &session.stop)?;
            let written = self.write(&*tables, file.file(), session)?;
            if written.is_some() {
                file.keep()?;
            }
            written
        };
        drop(progress);
        let Some(rows) = written else { return session.conclude(Answer::interrupted()) };
        let object = ExportAnswer { game: &game.subject(), rows, file: &self.output };
        session.note(&format!("{rows} positions"));
        if session.json {
            session.answer(&Answer::holds("", object))?;
        }
        Ok(Outcome::Holds)
    }
}

impl Export {
    /// Writes all rows, and returns their number; `None` after a request to stop.
    fn write(
        &self,
        tables: &dyn PositionTables,
        out: &mut dyn Write,
        session: &Session,
    ) -> anyhow::Result<Option<u64>> {
        let mut out = BufWriter::with_capacity(1 << 20, out);
        let (mut columns, mut counted) = (Columns::default(), 0_u64);
        // Only the header of an array needs more than the columns, which the first position shows.
        tables.each(&mut |position, verdict| {
            columns.add(position, verdict);
            counted += 1;
            Ok(self.to == Format::Npy && !session.stop.is_requested())
        })?;
        if session.stop.is_requested() {
            return Ok(None);
        }
        match self.to {
            Format::Csv => writeln!(out, "{}", columns.names().join(",")),
            Format::Npy => out.write_all(&columns.npy_header(counted)),
        }
        .map_err(|source| self.cannot_write(source))?;
        let (mut rows, mut failed) = (0, None);
        let is_whole = tables.each(&mut |position, verdict| {
            let row = Row::new(position, verdict);
            let written = match self.to {
                Format::Csv => row.write_csv(columns, &mut out),
                Format::Npy => row.write_npy(columns, &mut out),
            };
            rows += 1;
            failed = written.err();
            Ok(failed.is_none() && !session.stop.is_requested())
        })?;
        failed.map_or(Ok(()), Err).and_then(|()| out.flush()).map_err(|source| self.cannot_write(source))?;
        Ok(is_whole.then_some(rows))
    }

    fn cannot_write(&self, source: io::Error) -> FileError {
        if is_dash(&self.output) {
            return FileError::StandardOutput(source);
        }
        FileError::Write { path: self.output.clone(), source }
    }
}

impl Columns {
    fn add(&mut self, position: &str, verdict: &Verdict) {
        self.has_plies |= verdict.value.is_some();
        self.has_score |= verdict.score.is_some();
        self.width = self.width.max(position.len());
    }

    fn names(self) -> Vec<&'static str> {
        let plies = self.has_plies.then_some(["outcome", "plies"]).into_iter().flatten();
        ["position"].into_iter().chain(plies).chain(self.has_score.then_some("score")).collect()
    }

    /// The header of an array with so many rows: its length is a multiple of 64, as the format asks for.
    fn npy_header(self, rows: u64) -> Vec<u8> {
        let kind = |name: &str| match name {
            "position" => format!("S{}", self.width.max(1)),
            "outcome" => "|i1".to_owned(),
            _ => "<i4".to_owned(),
        };
        let fields: Vec<String> =
            self.names().iter().map(|name| format!("('{name}', '{}')", kind(name))).collect();
        let fields = fields.join(", ");
        let text = format!("{{'descr': [{fields}], 'fortran_order': False, 'shape': ({rows},), }}");
        let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((length as u16).to_le_bytes());
        header.extend(text.bytes());
        header.resize(10 + length - 1, b' ');
        header.push(b'\n');
        header
    }
}

impl<'p> Row<'p> {
    fn new(position: &'p str, verdict: &Verdict) -> Self {
        let (outcome, plies) = match verdict.value {
            Some(Value::Win(plies)) => (1, i32::from(plies)),
            Some(Value::Loss(plies)) => (-1, i32::from(plies)),
            Some(Value::Draw) | None => (0, -1),
        };
        Self { position, outcome, plies, score: verdict.score.unwrap_or_default() }
    }

    fn write_csv(&self, columns: Columns, out: &mut impl Write) -> io::Result<()> {
        out.write_all(csv_text(self.position).as_bytes())?;
        if columns.has_plies {
            write!(out, ",{},{}", self.outcome, self.plies)?;
        }
        if columns.has_score {
            write!(out, ",{}", self.score)?;
        }
        writeln!(out)
    }

    fn write_npy(&self, columns: Columns, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.position.as_bytes())?;
        out.write_all(&vec![0; columns.width.max(1) - self.position.len()])?;
        if columns.has_plies {
            out.write_all(&self.outcome.to_le_bytes())?;
            out.write_all(&self.plies.to_le_bytes())?;
        }
        if columns.has_score {
            out.write_all(&self.score.to_le_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_of_an_array_is_aligned_and_names_the_columns() {
        for (width, rows) in [(0, 0), (9, 1), (200, u64::MAX)] {
            let columns = Columns { has_plies: true, has_score: width == 9, width };
            let header = columns.npy_header(rows);
            assert!(header.len().is_multiple_of(64) && header.ends_with(b"\n"), "{width}");
            let text = String::from_utf8_lossy(&header[10..]).into_owned();
            assert!(text.contains(&format!("'S{}'", width.max(1))) && text.contains(&format!("({rows},)")));
            assert_eq!(text.contains("'score'"), width == 9);
        }
    }
}
