//! Proofs as they are stored: binary LRAT without the steps that nothing rests on, compressed by zstd.
//!
//! What a solver writes is three to four times as long (`docs/othello.md`). A proof that is too long to be trimmed in
//! memory, or has steps that trimming does not understand, is compressed whole: to be trimmed is no part of being valid.

use certamen_work::durable;
use cnf_out::solver::{TrimError, trim};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::Path;

/// How the name of a proof ends.
pub const ENDING: &str = ".lrat.zst";
/// The longest proof that is trimmed, in bytes: it is read into memory.
const TRIMMED_AT_MOST: u64 = 3 << 30;
/// Zstd's level. Higher ones take longer than the solver and save a few hundredths.
const LEVEL: i32 = 6;

/// Writes the proof in the file `raw`, about a formula of `inputs` clauses, to the file `stored`.
///
/// # Errors
/// That of the system.
pub fn store(raw: &Path, inputs: u64, stored: &Path) -> io::Result<()> {
    let create = || zstd::Encoder::new(BufWriter::new(File::create(stored)?), LEVEL);
    let finish = |encoder: zstd::Encoder<'_, BufWriter<File>>| -> io::Result<()> {
        encoder.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    };
    if fs::metadata(raw)?.len() <= TRIMMED_AT_MOST {
        match trim(&fs::read(raw)?, inputs, create()?) {
            Ok((encoder, _)) => return finish(encoder),
            Err(TrimError::Write(error)) => return Err(error),
            Err(TrimError::Proof { .. }) => {}
        }
    }
    let mut encoder = create()?;
    io::copy(&mut File::open(raw)?, &mut encoder)?;
    finish(encoder)
}

/// Reads a stored proof, and knows how much of it has been read.
#[allow(missing_debug_implementations, reason = "a decoder has none")]
pub struct Stored<'a> {
    decoder: zstd::Decoder<'a, BufReader<File>>,
    bytes: u64,
}

impl Stored<'_> {
    /// Opens a stored proof: a regular file.
    ///
    /// # Errors
    /// That of the system.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = durable::open(path).map_err(io::Error::other)?;
        Ok(Self { decoder: zstd::Decoder::new(file)?, bytes: 0 })
    }

    /// Whether the proof goes on after this number of its bytes.
    ///
    /// # Errors
    /// That of the system.
    pub fn goes_on_behind(&mut self, bytes: u64) -> io::Result<bool> {
        Ok(self.bytes > bytes || self.read(&mut [0])? > 0)
    }
}

impl Read for Stored<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer)?;
        self.bytes += length as u64;
        Ok(length)
    }
}
