//! Archives of records: what `replay` and `convert` share.

mod answers;
mod errors;
mod output;
mod reading;

pub(crate) use answers::{ArchiveLine, ArchiveReport, HitForm, OutputOptions, SummaryForm, UnreadableError};
pub(crate) use errors::ErrorForm;
pub(crate) use output::Output;
pub(crate) use reading::ArchiveReader;

use crate::frame::game_verb::GameCall;
use anyhow::Context;
use certamen_play::{Investigation, TableJudge};
use certamen_records::container::Container;
use certamen_records::encoding::{self, Encoding};
use certamen_records::source::{self, OpenOptions};
use certamen_records::{ArchiveRun, Event, Format, Judge, OpenFile, Source, Unreadable, choose};
use certamen_work::file::{is_dash, name_of};
use certamen_work::text::did_you_mean;
use certamen_work::{Meter, Session};
use clap::Args;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

/// How files are to be read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ReadFlags {
    /// The format of the files, instead of what their first bytes say.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// The encoding of their text, instead of what they say: `Shift_JIS`, `GBK`, `Big5`, `cp949`, `latin1`, ...
    #[arg(long, value_name = "NAME", value_parser = encoding::parse)]
    pub(crate) encoding: Option<&'static Encoding>,
}

impl ReadFlags {
    /// Whether anything is said about files.
    pub(crate) const fn is_given(&self) -> bool {
        self.format.is_some() || self.encoding.is_some()
    }
}

/// The formats of a game's records, and what verifies them.
pub(crate) struct Archive {
    pub(crate) formats: Vec<Box<dyn Format>>,
    pub(crate) judge: Box<dyn Judge>,
}

impl Archive {
    /// The archives of a game with the flags that were given.
    pub(crate) fn new(call: GameCall<'_>, wanted: &Investigation, session: &Session) -> anyhow::Result<Self> {
        let GameCall { game, given, position } = call;
        if let Some(archives) = game.archives() {
            if position.is_some() {
                anyhow::bail!("--position: files of records say where their games begin");
            }
            let judge = archives.judge(given, wanted, &session.stop)?;
            return Ok(Self { formats: archives.formats(), judge });
        }
        if wanted.solve.is_some() {
            anyhow::bail!("--solve: {} does not solve the positions of its records", game.name());
        }
        let mut judge = TableJudge::new(game.table(given)?, position);
        if let Some(condition) = &wanted.condition {
            let Some(search) = game.record_search() else {
                anyhow::bail!("--where: there is no language of questions about {}", game.name());
            };
            judge = judge.searching(search.search(given, position, condition)?);
        }
        Ok(Self { formats: TableJudge::formats(), judge: Box::new(judge) })
    }

    /// The format of this name.
    pub(crate) fn format(&self, name: &str) -> anyhow::Result<&dyn Format> {
        let unknown = || {
            let known: Vec<&str> = self.formats.iter().map(|format| format.name()).collect();
            let meant = did_you_mean(name, known.iter().copied());
            format!("no format `{name}`: there is {}{meant}", known.join(", "))
        };
        let format = self.formats.iter().find(|format| format.name() == name);
        format.map(|format| &**format).with_context(unknown)
    }

    /// The sources, with the files of directories in place of these.
    pub(crate) fn listed(&self, sources: Vec<Source>, session: &Session) -> anyhow::Result<Vec<Source>> {
        let extensions: Vec<&str> =
            self.formats.iter().flat_map(|format| format.extensions()).copied().collect();
        let (mut listed, mut left_out) = (Vec::new(), 0);
        for source in sources {
            match source {
                Source::Opened(_) => listed.push(source),
                Source::Path(path) => {
                    let below = source::list(&[path], &extensions).map_err(anyhow::Error::msg)?;
                    left_out += below.left_out;
                    listed.extend(below.files.into_iter().map(Source::Path));
                }
            }
        }
        if left_out > 0 {
            let files = if left_out == 1 { "file" } else { "files" };
            session.note(&format!("{left_out} {files} of other kinds left out"));
        }
        if listed.is_empty() {
            anyhow::bail!("no file of records in the directory");
        }
        Ok(listed)
    }

    /// Verifies records, and reports each in order. Returns whether all was read.
    pub(crate) fn verify(
        &self,
        sources: Vec<Source>,
        form: &ReadFlags,
        reading: &ArchiveReader<'_>,
        see: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> anyhow::Result<bool> {
        if let Some(name) = &form.format {
            self.format(name)?;
        }
        let (stop, meter) = (reading.stop(), reading.meter());
        let (wanted, encoding) = (form.format.as_deref(), form.encoding);
        let run = ArchiveRun { formats: &self.formats, wanted, encoding, judge: &*self.judge, stop, meter };
        reading.begin(&sources);
        Ok(certamen_records::verify(run, sources, &mut |event| {
            reading.show();
            see(event)
        })?)
    }

    /// Verifies the records of files and directories.
    pub(crate) fn verify_paths(
        &self,
        paths: &[PathBuf],
        form: &ReadFlags,
        session: &Session,
        see: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> anyhow::Result<bool> {
        let sources = paths.iter().cloned().map(Source::Path).collect();
        self.verify(self.listed(sources, session)?, form, &ArchiveReader::new(session), see)
    }
}

/// What a path holds.
pub(crate) enum PathContents {
    /// Records that are replayed one by one at a table: uncompressed, in a format that the table reads.
    Records(OpenFile),
    /// Records of another kind.
    Archive(OpenFile),
    /// Files.
    Directory,
}

/// What a path holds, as far as it shows from its first bytes.
pub(crate) fn look(
    call: GameCall<'_>,
    path: &Path,
    session: &Session,
    meter: &Meter,
) -> anyhow::Result<PathContents> {
    if !is_dash(path) && std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(PathContents::Directory);
    }
    let unreadable = || format!("cannot read {}", name_of(path));
    let opening = OpenOptions { stop: &session.stop, meter, encoding: None, passed_over: &[] };
    let mut opened = opening.open(path).with_context(unreadable)?;
    let is_container = Container::detect(opened.reader.fill_buf().with_context(unreadable)?).is_some();
    let archives = call.game.archives();
    let formats = archives.map_or_else(TableJudge::formats, certamen_play::Archives::formats);
    let at_table = archives.map_or(&["lines"][..], |archives| archives.at_table());
    let is_archive = is_container
        || match choose(&formats, None, &mut opened) {
            Err(error @ Unreadable::Foreign(_)) => return Err(error).with_context(|| opened.name),
            chosen => chosen.is_ok_and(|format| !at_table.contains(&format.name())),
        };
    Ok(if is_archive { PathContents::Archive(opened) } else { PathContents::Records(opened) })
}
