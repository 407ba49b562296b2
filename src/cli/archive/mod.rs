//! Archives of records: what `replay` and `convert` share.

mod answers;
mod output;
mod reading;

pub(crate) use answers::{Answers, Form, Wish};
pub(crate) use output::Output;
pub(crate) use reading::Reading;

use crate::verb::Seated;
use anyhow::Context;
use certamen_play::{Investigation, TableJudge};
use certamen_records::container::Container;
use certamen_records::source::{self, Opening};
use certamen_records::{Event, Format, Judge, Meter, Opened, Run, Source, choose};
use certamen_work::file::{is_dash, name_of};
use certamen_work::session::Session;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

/// The formats of a game's records, and what verifies them.
pub(crate) struct Archive {
    pub(crate) formats: Vec<Box<dyn Format>>,
    pub(crate) judge: Box<dyn Judge>,
}

impl Archive {
    /// The archives of a game with the flags that were given.
    pub(crate) fn of(seated: Seated<'_>, wanted: &Investigation, session: &Session) -> anyhow::Result<Self> {
        let Seated { game, given, position } = seated;
        if let Some(archived) = game.archived() {
            if position.is_some() {
                anyhow::bail!("--position: files of records say where their games begin");
            }
            let judge = archived.judge(given, wanted, &session.stop)?;
            return Ok(Self { formats: archived.formats(), judge });
        }
        if wanted.solve.is_some() {
            anyhow::bail!("--solve: {} does not solve the positions of its records", game.name());
        }
        let mut judge = TableJudge::new(game.table(given)?, position);
        if let Some(condition) = &wanted.condition {
            let Some(searched) = game.searched() else {
                anyhow::bail!("--where: there is no language of questions about {}", game.name());
            };
            judge = judge.searching(searched.search(given, position, condition)?);
        }
        Ok(Self { formats: TableJudge::formats(), judge: Box::new(judge) })
    }

    /// The format of this name.
    pub(crate) fn format(&self, name: &str) -> anyhow::Result<&dyn Format> {
        let known = || self.formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let format = self.formats.iter().find(|format| format.name() == name);
        format.map(|format| &**format).with_context(|| format!("no format `{name}`: there is {}", known()))
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
        wanted: Option<&str>,
        reading: &Reading<'_>,
        see: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> anyhow::Result<bool> {
        if let Some(name) = wanted {
            self.format(name)?;
        }
        let (stop, meter) = (reading.stop(), reading.meter());
        let run = Run { formats: &self.formats, wanted, judge: &*self.judge, stop, meter };
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
        wanted: Option<&str>,
        session: &Session,
        see: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> anyhow::Result<bool> {
        let sources = paths.iter().cloned().map(Source::Path).collect();
        self.verify(self.listed(sources, session)?, wanted, &Reading::new(session), see)
    }
}

/// What a path holds.
pub(crate) enum Holds {
    /// Records that are replayed one by one at a table: uncompressed, in a format that the table reads.
    Records(Opened),
    /// Records of another kind.
    Archive(Opened),
    /// Files.
    Directory,
}

/// What a path holds, as far as it shows from its first bytes.
pub(crate) fn look(
    seated: Seated<'_>,
    path: &Path,
    session: &Session,
    meter: &Meter,
) -> anyhow::Result<Holds> {
    if !is_dash(path) && std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(Holds::Directory);
    }
    let unreadable = || format!("cannot read {}", name_of(path));
    let opening = Opening { stop: &session.stop, meter, passed_over: &[] };
    let mut opened = opening.open(path).with_context(unreadable)?;
    let is_container = Container::of(opened.reader.fill_buf().with_context(unreadable)?).is_some();
    let is_archive = is_container
        || seated.game.archived().is_some_and(|archived| {
            let formats = archived.formats();
            let chosen = choose(&formats, None, &mut opened);
            chosen.is_ok_and(|format| !archived.at_table().contains(&format.name()))
        });
    Ok(if is_archive { Holds::Archive(opened) } else { Holds::Records(opened) })
}
