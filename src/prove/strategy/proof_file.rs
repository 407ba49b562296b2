//! The file of a proof, or nothing if no proof is asked for.

use std::fs::File;
use std::io::{self, Write};

/// Where a solver writes a proof.
#[derive(Debug)]
pub enum ProofFile {
    /// To this file.
    Kept(File),
    /// Nowhere.
    Discarded,
}

impl Write for ProofFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Kept(file) => file.write(bytes),
            Self::Discarded => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Kept(file) => file.flush(),
            Self::Discarded => Ok(()),
        }
    }
}
