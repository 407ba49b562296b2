//! How much of the files has been read.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the bytes that are read. Copies of a meter count together.
///
/// # Examples
/// ```
/// use certamen_work::Meter;
/// use std::io::Read;
///
/// let meter = Meter::default();
/// meter.wrap(&b"F5D6"[..]).read_to_end(&mut Vec::new())?;
/// assert_eq!(meter.bytes(), 4);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// The number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// A reader whose bytes are counted.
    pub fn wrap<R: Read>(&self, reader: R) -> Metered<R> {
        Metered { reader, meter: self.clone() }
    }
}

/// A reader whose bytes a [`Meter`] counts.
#[derive(Debug)]
pub struct Metered<R> {
    reader: R,
    meter: Meter,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(bytes)?;
        self.meter.0.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
