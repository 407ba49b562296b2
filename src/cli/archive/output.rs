//! A file of records that is written.

use anyhow::Context;
use certamen_records::{Format, Record, RecordWriter};
use certamen_work::Stop;
use certamen_work::file::{FileError, PendingFile, is_dash, shown, write_out};
use std::collections::BTreeMap;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of records that gets its name when it is complete.
pub(crate) struct Output {
    path: PathBuf,
    format: &'static str,
    writer: Box<dyn RecordWriter>,
    file: Option<PendingFile>,
    stop: Stop,
    /// What has not been written yet.
    pending: Vec<u8>,
    pub(crate) written: u64,
    /// What the format does not hold, with the number of records.
    lost: BTreeMap<&'static str, u64>,
}

/// The bytes that are written at a time.
const CHUNK: usize = 1 << 20;

impl Output {
    /// Begins a file; `-` is standard output.
    pub(crate) fn create(format: &dyn Format, path: &Path, stop: &Stop) -> anyhow::Result<Self> {
        let writer = format.writer();
        if is_dash(path) && writer.needs_file() {
            anyhow::bail!("-o -: {} counts its games at the beginning, and needs a file", format.name());
        }
        let file = if is_dash(path) { None } else { Some(PendingFile::create(path, stop)?) };
        let (path, format, stop) = (path.to_owned(), format.name(), stop.clone());
        Ok(Self { path, format, writer, file, stop, pending: Vec::new(), written: 0, lost: BTreeMap::new() })
    }

    /// Writes a record. Returns why the format cannot hold it, if so.
    pub(crate) fn add(&mut self, record: &Record) -> anyhow::Result<Option<String>> {
        let lost = match self.writer.add(record, &mut self.pending)? {
            Ok(lost) => lost,
            Err(cannot) => return Ok(Some(cannot.to_string())),
        };
        self.written += 1;
        let mut known: Vec<&'static str> = Vec::new();
        for name in lost {
            if !known.contains(&name) {
                known.push(name);
                *self.lost.entry(name).or_default() += 1;
            }
        }
        if self.pending.len() >= CHUNK {
            self.flush()?;
        }
        Ok(None)
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => {
                let mut out = BufWriter::with_capacity(CHUNK, file.file());
                let written = out.write_all(&self.pending).and_then(|()| out.flush());
                let path = self.path.clone();
                written.map_err(|source| FileError::Write { path, source })?;
            }
            None => write_out(&self.pending)?,
        }
        self.pending.clear();
        Ok(())
    }

    /// Completes the file and those beside it. Returns what the format does not hold, a line for each kind.
    pub(crate) fn finish(mut self) -> anyhow::Result<Vec<String>> {
        let writer = std::mem::replace(&mut self.writer, Box::new(Nothing));
        let finished = writer.finish(&mut self.pending)?;
        self.flush()?;
        let format = self.format;
        let mut reported: Vec<String> = self
            .lost
            .iter()
            .map(|(name, count)| {
                let records = if *count == 1 { "1 record".to_owned() } else { format!("{count} records") };
                format!("{format} does not hold: {name} ({records})")
            })
            .collect();
        reported.extend(finished.lost.iter().map(|name| format!("{format} does not hold: {name}")));
        let Some(mut file) = self.file else { return Ok(reported) };
        if !finished.head.is_empty() {
            let path = self.path.clone();
            let begin = file.file().seek(SeekFrom::Start(0));
            begin
                .and_then(|_| file.file().write_all(&finished.head))
                .map_err(|source| FileError::Write { path, source })?;
        }
        let mut beside = Vec::new();
        for (extension, bytes) in finished.beside {
            let path = self.path.with_extension(extension);
            let mut file = PendingFile::create(&path, &self.stop)?;
            file.file().write_all(&bytes).with_context(|| format!("cannot write {}", path.display()))?;
            beside.push((path, file));
        }
        for (path, file) in beside {
            file.keep()?;
            reported.push(format!("{} has the names", shown(&path)));
        }
        file.keep()?;
        Ok(reported)
    }
}

/// Writes nothing: what remains of a writer that has finished.
struct Nothing;

impl RecordWriter for Nothing {
    fn add(
        &mut self,
        _: &Record,
        _: &mut dyn Write,
    ) -> std::io::Result<Result<Vec<&'static str>, certamen_records::NotRepresentable>> {
        Ok(Ok(Vec::new()))
    }
}
