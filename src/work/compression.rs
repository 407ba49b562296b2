//! Compressed streams: recognised by their first bytes when they are read, chosen by the ending of a name when they are
//! written.
//!
//! A small file may stand for an endless one. So a stream is refused as soon as it has given more than [`FREE`] bytes
//! and more than [`RATIO`] times the bytes that were read for it: records of games and formulas shrink to a tenth, rarely
//! to a fiftieth. Memory is bounded by the windows of the formats: 32 kB, 4 MB, and 128 MB for `.xz` and `.zst`.

use crate::meter::Meter;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

/// The bytes that a stream may give, however small it is.
pub const FREE: u64 = 256 << 20;
/// Beyond [`FREE`], the bytes that it may give for each byte that is read.
pub const RATIO: u64 = 250;
/// The logarithm of the largest window, in bytes.
const WINDOW: u32 = 27;
/// The number of bytes that are read at a time.
pub const BUFFER: usize = 64 << 10;
/// The number of first bytes by which a compressed stream is recognised.
const HEAD: u64 = 10;
/// The window of an `.xz` that is written, in bytes: that of its own program. A shorter file needs a smaller one.
const XZ_WINDOW: u64 = 8 << 20;
/// The length of files of which there may be many. As `.xz` they are written in a quarter of the time, a tenth longer.
const SHORT: u64 = 256 << 10;

/// A compressed stream that is read, without the compression.
pub type PlainReader = Box<dyn BufRead + Send>;

/// A format of compressed streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip, RFC 1952.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz, version 1.2 of its format.
    Xz,
    /// Zstandard, RFC 8878.
    Zstandard,
}

impl Compression {
    /// Each format with the ending of its names.
    pub const ENDINGS: [(&'static str, Self); 4] =
        [("gz", Self::Gzip), ("bz2", Self::Bzip2), ("xz", Self::Xz), ("zst", Self::Zstandard)];

    /// The format of a stream that begins with these bytes.
    ///
    /// # Examples
    /// ```
    /// use certamen_work::compression::Compression;
    ///
    /// assert_eq!(Compression::detect(b"\xfd7zXZ\0"), Some(Compression::Xz));
    /// assert_eq!(Compression::detect(b"BZh91AY&SY"), Some(Compression::Bzip2));
    /// assert_eq!(Compression::detect(b"p cnf 1 1\n"), None);
    /// ```
    pub fn detect(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, ..] => Some(Self::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// The format that the ending of a name asks for.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ENDINGS.iter().find(|(known, _)| *known == ending).map(|&(_, compression)| compression)
    }

    /// The contents of a compressed stream.
    ///
    /// # Errors
    /// Those of its header.
    pub fn reader(self, packed: impl BufRead + Send + 'static) -> io::Result<PlainReader> {
        let count = Meter::default();
        let packed = BufReader::with_capacity(BUFFER, count.wrap(packed));
        let plain: Box<dyn Read + Send> = match self {
            Self::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
            Self::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(packed, true, (1 << WINDOW) / 1000)),
            Self::Zstandard => {
                let mut decoder = zstd::Decoder::with_buffer(packed)?;
                decoder.window_log_max(WINDOW)?;
                Box::new(decoder)
            }
        };
        let guarded = ExpansionGuard::new(plain, move || count.bytes());
        Ok(Box::new(BufReader::with_capacity(BUFFER, guarded)))
    }

    /// Compresses a stream of so many bytes.
    ///
    /// # Errors
    /// Those of either side.
    pub fn write(self, plain: &mut impl Read, length: u64, mut packed: impl Write) -> io::Result<()> {
        match self {
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
                io::copy(plain, &mut encoder)?;
                encoder.finish()?;
            }
            Self::Bzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(&mut packed, bzip2::Compression::default());
                io::copy(plain, &mut encoder)?;
                encoder.finish()?;
            }
            Self::Xz => {
                let mut options = lzma_rust2::XzOptions::with_preset(if length < SHORT { 1 } else { 6 });
                let window = length.clamp(4 << 10, XZ_WINDOW).next_power_of_two();
                options.lzma_options.dict_size = window.min(XZ_WINDOW) as u32;
                let mut encoder = lzma_rust2::XzWriter::new(&mut packed, options)?;
                io::copy(plain, &mut encoder)?;
                encoder.finish()?;
            }
            Self::Zstandard => {
                let mut encoder = zstd::Encoder::new(&mut packed, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                io::copy(plain, &mut encoder)?;
                encoder.finish()?;
            }
        }
        packed.flush()
    }
}

/// The contents of a stream, whether it is compressed or not.
///
/// # Errors
/// Those of the stream, and of its header.
///
/// # Examples
/// ```
/// use certamen_work::compression::{Compression, plain};
/// use std::io::Read;
///
/// let mut packed = Vec::new();
/// Compression::Xz.write(&mut &b"p cnf 0 0\n"[..], 10, &mut packed)?;
/// for stream in [packed, b"p cnf 0 0\n".to_vec()] {
///     let mut text = String::new();
///     plain(std::io::Cursor::new(stream))?.read_to_string(&mut text)?;
///     assert_eq!(text, "p cnf 0 0\n");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn plain(mut stream: impl Read + Send + 'static) -> io::Result<PlainReader> {
    let head = head(&mut stream)?;
    let compression = Compression::detect(&head);
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(stream));
    match compression {
        Some(compression) => compression.reader(whole),
        None => Ok(Box::new(whole)),
    }
}

/// Whether a stream is compressed. Its first bytes are read.
///
/// # Errors
/// Those of the stream.
pub fn is_compressed(stream: impl Read) -> io::Result<bool> {
    Ok(Compression::detect(&head(stream)?).is_some())
}

fn head(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    stream.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Ends a stream that gives far more than was read for it. An error stays: a decoder is not asked again after one.
#[derive(Debug)]
pub struct ExpansionGuard<R, F> {
    reader: R,
    given: u64,
    read: F,
    has_failed: bool,
}

impl<R, F: Fn() -> u64> ExpansionGuard<R, F> {
    /// Guards a reader; `read` gives the number of bytes that were read for it.
    pub fn new(reader: R, read: F) -> Self {
        Self { reader, given: 0, read, has_failed: false }
    }
}

impl<R: Read, F: Fn() -> u64> Read for ExpansionGuard<R, F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let wrong = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
        if self.has_failed {
            return Err(wrong("the compressed data before this are damaged".to_owned()));
        }
        let read = self.reader.read(bytes);
        self.has_failed = read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
        let given = read?;
        self.given += given as u64;
        if self.given > FREE && self.given > (self.read)().saturating_mul(RATIO) {
            return Err(wrong(format!(
                "more than {RATIO} times as long as its compressed form: a zip bomb?"
            )));
        }
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packed(compression: Compression, text: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        compression.write(&mut &*text, text.len() as u64, &mut packed).expect("room");
        packed
    }

    fn unpacked(stream: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        plain(Cursor::new(stream))?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn each_format_gives_back_what_was_written() {
        for (ending, compression) in Compression::ENDINGS {
            assert_eq!(Compression::of_name(Path::new(&format!("a.cnf.{ending}"))), Some(compression));
            for text in [&b""[..], b"F5D6\n", &b"1 -2 0\n".repeat(100_000)] {
                let stream = packed(compression, text);
                assert_eq!(Compression::detect(&stream), Some(compression));
                assert_eq!(unpacked(stream.clone()).expect("whole"), text, "{ending}");
                // Two streams one after the other are one, as their programs write them.
                assert_eq!(unpacked(stream.repeat(2)).expect("whole"), text.repeat(2), "{ending}");
                assert!(unpacked(stream[..stream.len() - 1].to_vec()).is_err(), "{ending}");
            }
        }
        assert_eq!(Compression::of_name(Path::new("xz")), None);
    }

    proptest! {
        /// No format reads a damaged stream as another text, and none panics, also when it is asked again.
        #[test]
        fn damage_is_found(which in 0..4_usize, place: prop::sample::Index, bit in 0..8) {
            let text = b"p cnf 3 2\n1 -2 0\n2 3 0\n".repeat(9);
            let (_, compression) = Compression::ENDINGS[which];
            let mut stream = packed(compression, &text);
            let place = place.index(stream.len());
            stream[place] ^= 1_u8 << bit;
            if Compression::detect(&stream).is_none() {
                return Ok(());
            }
            if let Ok(mut reader) = plain(Cursor::new(stream)) {
                let mut bytes = Vec::new();
                // What a header says beside the contents, such as a time, has no checksum.
                if reader.read_to_end(&mut bytes).is_ok() {
                    prop_assert_eq!(bytes, text);
                } else {
                    prop_assert!(reader.read(&mut [0]).is_err());
                }
            }
        }
    }

    /// Zeros, hundreds of times as long as their compressed form, and a window that is too large.
    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 1 << 20];
        let times = (FREE >> 20) as usize + 2;
        for (ending, compression) in Compression::ENDINGS {
            let mut stream = plain(Cursor::new(packed(compression, &zeros).repeat(times))).expect("a header");
            let error = io::copy(&mut stream, &mut io::sink()).expect_err(ending);
            assert!(error.to_string().contains("zip bomb"), "{error}");
        }
        let mut options = lzma_rust2::XzOptions::with_preset(0);
        options.lzma_options.dict_size = 1 << (WINDOW + 1);
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).expect("a header");
        encoder.write_all(b"a").expect("room");
        let error = unpacked(encoder.finish().expect("room")).expect_err("256 MB");
        assert!(error.to_string().contains("memory"), "{error}");
    }
}
