//! `replay`

use crate::verb::{AboutGames, Seated};
use anyhow::Context;
use certamen_play::{PlayError, Purpose, RecordFile, Report, Table};
use certamen_work::failure::is_broken_pipe;
use certamen_work::file::{self, FileError};
use certamen_work::input::Input;
use certamen_work::session::{Listing, Outcome, Session};
use clap::Args;
use serde_json::json;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The number of bytes of a file that are read at a time.
const BUFFER: usize = 64 << 10;

/// Verify game records by the naive rules.
///
/// Reports whether each record is legal; if not, the first illegal ply, its place in the text and the reason. Exits 1
/// if any record is illegal. The verdicts of a file are printed one by one, so a file can have any length.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The record; `-` reads records from standard input. `games` shows the notation of each game.
    #[arg(value_name = "RECORD", required_unless_present = "file", conflicts_with = "file")]
    record: Option<String>,
    /// A file of records, one on each line; blank lines and lines that begin with # are comments. `-` is standard
    /// input.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl AboutGames for Replay {
    const NAME: &'static str = "replay";
    const PURPOSE: Purpose = Purpose::Replay;

    fn run(
        &self,
        Seated { game, given, position }: Seated<'_>,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let table = game.table(given)?;
        match &self.record {
            Some(record) if record != "-" => replay_one(&*table, position, record, session),
            _ => {
                let path = self.file.as_deref().unwrap_or(Path::new("-"));
                replay_file(&*table, position, path, session)
            }
        }
    }
}

fn replay_one(
    table: &dyn Table,
    position: Option<&str>,
    record: &str,
    session: &Session,
) -> anyhow::Result<Outcome> {
    let replayed = table.replay(position, record)?;
    session.answer(&format!("{}{}\n", replayed.diagram, replayed.verdict), &replayed.object)?;
    Ok(if replayed.is_legal { Outcome::Holds } else { Outcome::DoesNotHold })
}

fn replay_file(
    table: &dyn Table,
    position: Option<&str>,
    path: &Path,
    session: &Session,
) -> anyhow::Result<Outcome> {
    let name = file::name_of(path);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let input = Input::open(path, &session.stop).with_context(|| format!("cannot read {name}"))?;
    let mut reader = BufReader::with_capacity(BUFFER, input);
    let mut records = RecordFile { name: &name, extension, reader: &mut reader };
    // A request of its own, which ends the work if the reader of the verdicts is gone.
    let stop = session.stop.child();
    let mut verdicts = Verdicts { listing: session.listing(), legal: 0, illegal: 0, written: Ok(()) };
    let replayed = table.replay_file(position, &mut records, &stop, &mut |report| {
        verdicts.add(report);
        if verdicts.written.is_err() {
            stop.request();
        }
    });
    let Verdicts { listing, legal, illegal, written } = verdicts;
    let judged = legal + illegal;
    match written {
        Err(error) if is_broken_pipe(&error) => {
            session.note(&format!("nobody reads the verdicts: ended after {judged} records"));
            return Ok(Outcome::Undecided);
        }
        written => written?,
    }
    match replayed {
        Ok(_) => {
            let counts = format!("{legal} legal, {illegal} illegal\n");
            listing.finish(&counts, &json!({ "illegal": illegal }))?;
            Ok(if illegal == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
        }
        Err(PlayError::Stopped) => {
            let counts = format!("undecided (interrupted): {legal} legal, {illegal} illegal so far\n");
            listing.finish(&counts, &json!({ "illegal": illegal, "verdict": "undecided" }))?;
            Ok(Outcome::Undecided)
        }
        Err(error) => {
            // Complete what has been written so far, then return the error.
            if judged > 0 {
                let counts = format!("{legal} legal, {illegal} illegal so far\n");
                listing.finish(&counts, &json!({ "illegal": illegal, "error": error.to_string() }))?;
            }
            Err(error.into())
        }
    }
}

/// The verdicts so far. Each is written at once.
struct Verdicts<'s> {
    listing: Listing<'s>,
    legal: usize,
    illegal: usize,
    written: Result<(), FileError>,
}

impl Verdicts<'_> {
    fn add(&mut self, report: Report) {
        let Report { is_legal, list, text, object } = report;
        *(if is_legal { &mut self.legal } else { &mut self.illegal }) += 1;
        if self.written.is_ok() {
            self.written = self.listing.add(list, &text, &object);
        }
    }
}
