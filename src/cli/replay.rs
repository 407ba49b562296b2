//! `replay`

use crate::verb::{AboutGames, Seated};
use certamen_play::{PlayError, Purpose, RecordFile, Table};
use certamen_work::file;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The largest file of records that is read, in bytes.
const FILE_LIMIT: u64 = 1 << 30;

/// Verify game records by the naive rules.
///
/// Says of each record whether it is legal, and if not, which ply is wrong, where in the text and why. Exits 1 if any
/// record is not legal.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The record; `-` reads records from standard input. `games` says how each game writes one.
    #[arg(value_name = "RECORD", required_unless_present = "file", conflicts_with = "file")]
    record: Option<String>,
    /// A file of records, one a line; blank lines and lines that begin with # are comments. `-` is standard input.
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
    let bytes = file::read(path, FILE_LIMIT)?;
    let name = file::name_of(path);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let records = RecordFile { name: &name, extension, bytes: &bytes };
    let (mut text, mut objects, mut illegal) = (String::new(), Vec::new(), 0);
    let list = table.replay_file(position, &records, &session.stop, &mut |report| {
        illegal += usize::from(!report.is_legal);
        text += &report.text;
        objects.push(report.object);
    });
    let list = match list {
        Err(PlayError::Stopped) => return Ok(session.interrupted()?),
        list => list?,
    };
    let _ = writeln!(text, "{} legal, {illegal} illegal", objects.len() - illegal);
    let members = [(list.to_owned(), Value::Array(objects)), ("illegal".to_owned(), json!(illegal))];
    session.answer(&text, &Value::Object(Map::from_iter(members)))?;
    Ok(if illegal == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
}
