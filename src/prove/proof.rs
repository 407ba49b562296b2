//! Stored proofs: binary LRAT without unused steps, compressed by zstd.
//!
//! The proof that a solver writes is three to four times as long (`docs/notebook/othello.md`). A proof is stored untrimmed if it
//! is too long to be trimmed in memory, or if it has steps that the trimmer does not support. A valid proof need not be
//! trimmed.

use certamen_work::{WorkError, durable, memory};
use cnf_out::solver::{Numbering, TrimError, renumber, trim};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read};
use std::path::Path;

/// The ending of the name of a stored proof.
pub const ENDING: &str = ".lrat.zst";
/// The longest proof that is trimmed where the available memory is not known, in bytes. It is read into memory.
const TRIMMED_AT_MOST: u64 = 3 << 30;
/// The compression level of zstd. Higher levels take longer than the solver and save only a few percent.
const LEVEL: i32 = 6;

/// Trims and compresses the proof in the file `raw`, for a formula of `inputs` clauses, into the file `stored`.
///
/// # Errors
/// The error of the operating system.
pub fn store(raw: &Path, inputs: u64, stored: &Path) -> io::Result<()> {
    let create = || zstd::Encoder::new(BufWriter::new(File::create(stored)?), LEVEL);
    let finish = |encoder: zstd::Encoder<'_, BufWriter<File>>| -> io::Result<()> {
        encoder.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    };
    // The trimmer needs 40 bytes more for each step, of which long proofs have one in a hundred bytes or more.
    let at_most = memory::available().map_or(TRIMMED_AT_MOST, |bytes| bytes / 2);
    if fs::metadata(raw)?.len() <= at_most {
        match trim(&durable::read(raw, at_most).map_err(WorkError::into_io)?, inputs, create()?) {
            Ok((encoder, _)) => return finish(encoder),
            Err(TrimError::Write(error)) => return Err(error),
            Err(TrimError::Proof { .. }) => {}
        }
    }
    let mut encoder = create()?;
    io::copy(&mut opened(raw)?, &mut encoder)?;
    finish(encoder)
}

/// The same for a proof whose clauses get other numbers before. A copy with these is written beside the stored file, and
/// removed at the end.
///
/// # Errors
/// The error of the operating system, or of [`renumber`].
pub fn store_renumbered(raw: &Path, numbering: &Numbering, inputs: u64, stored: &Path) -> io::Result<()> {
    let copy = stored.with_extension("renumbered");
    let copied = File::create(&copy)
        .and_then(|file| renumber(BufReader::new(opened(raw)?), numbering, BufWriter::new(file)));
    let result = copied.and_then(|()| store(&copy, inputs, stored));
    let removed = fs::remove_file(&copy);
    result.and(removed)
}

fn opened(raw: &Path) -> io::Result<File> {
    durable::open(raw).map_err(WorkError::into_io)
}

/// The first bytes of a frame of zstd. Skippable frames, which may contain anything, begin differently.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Reads a stored proof: exactly one frame of zstd. It counts the bytes of proof that have been read.
#[allow(missing_debug_implementations, reason = "a decoder has none")]
pub struct ProofReader<'a> {
    decoder: zstd::Decoder<'a, BufReader<File>>,
    bytes: u64,
}

impl ProofReader<'_> {
    /// Opens a stored proof. It has to be a regular file.
    ///
    /// # Errors
    /// The error of the operating system, or an error if the file does not begin as [`store`] writes it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::new(durable::open(path).map_err(io::Error::other)?);
        if !file.fill_buf()?.starts_with(&MAGIC) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "is not a frame of zstd"));
        }
        Ok(Self { decoder: zstd::Decoder::with_buffer(file)?.single_frame(), bytes: 0 })
    }

    /// Whether the proof has more than `bytes` bytes, or the file continues after the proof.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn continues_after(&mut self, bytes: u64) -> io::Result<bool> {
        // The read at the end also consumes the rest of the frame after its last byte of proof.
        Ok(self.bytes > bytes || self.read(&mut [0])? > 0 || !self.decoder.get_mut().fill_buf()?.is_empty())
    }
}

impl Read for ProofReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer)?;
        self.bytes += length as u64;
        Ok(length)
    }
}
