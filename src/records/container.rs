//! Compressed files, recognised by their first bytes.
//!
//! `.gz`, `.bz2` and `.zst` are streams. A `.zip` has members, each of which is a stream; it is read from its end, so a
//! pipe is first copied to an unnamed temporary file. A container may be inside another one, [`NESTING`] deep.
//!
//! A small file may stand for an endless one. So a stream is refused as soon as it has given more than [`FREE`] bytes
//! and more than [`RATIO`] times the bytes that were read for it: records of games shrink to a tenth, rarely to a
//! fiftieth. Memory is bounded by the windows of the formats: 32 kB, 4 MB, and 128 MB for `.zst`.

use crate::meter::Meter;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use zip::CompressionMethod;

/// The deepest nesting of containers.
pub const NESTING: usize = 3;
/// The bytes that a stream may give, however small it is.
pub const FREE: u64 = 256 << 20;
/// Beyond [`FREE`], the bytes that it may give for each byte that is read.
pub const RATIO: u64 = 250;
/// The largest number of members of a `.zip`.
pub const MEMBERS: usize = 100_000;
/// The largest `.zip` that is copied from a pipe, in bytes.
pub const COPIED: u64 = 4 << 30;
/// The logarithm of the largest window of a `.zst`.
const WINDOW: u32 = 27;
/// The number of bytes that are read at a time.
pub(crate) const BUFFER: usize = 64 << 10;

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// gzip, RFC 1952.
    Gzip,
    /// bzip2.
    Bzip2,
    /// Zstandard, RFC 8878.
    Zstandard,
    /// A zip archive.
    Zip,
}

impl Container {
    /// The container that begins with these bytes.
    ///
    /// # Examples
    /// ```
    /// use certamen_records::container::Container;
    ///
    /// assert_eq!(Container::detect(b"PK\x03\x04"), Some(Container::Zip));
    /// assert_eq!(Container::detect(b"BZh91AY&SY"), Some(Container::Bzip2));
    /// assert_eq!(Container::detect(b"(;GM[1]"), None);
    /// ```
    pub fn detect(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, ..] => Some(Self::Bzip2),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstandard),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => None,
        }
    }

    /// The extensions of such files.
    pub const EXTENSIONS: [&'static str; 4] = ["gz", "bz2", "zst", "zip"];
}

/// The contents of a compressed stream; not for [`Container::Zip`].
///
/// # Errors
/// Those of its header.
pub fn decompress(
    container: Container,
    packed: Box<dyn BufRead + Send>,
) -> io::Result<Box<dyn BufRead + Send>> {
    let count = Meter::default();
    let packed = BufReader::with_capacity(BUFFER, count.wrap(packed));
    let plain: Box<dyn Read + Send> = match container {
        Container::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
        Container::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
        Container::Zstandard => {
            let mut decoder = zstd::Decoder::with_buffer(packed)?;
            decoder.window_log_max(WINDOW)?;
            Box::new(decoder)
        }
        Container::Zip => return Err(io::Error::other("a zip archive is not a stream")),
    };
    let guarded = ExpansionGuard { reader: plain, given: 0, read: move || count.bytes() };
    Ok(Box::new(BufReader::with_capacity(BUFFER, guarded)))
}

/// Ends a stream that gives far more than was read for it.
struct ExpansionGuard<R, F> {
    reader: R,
    given: u64,
    read: F,
}

impl<R: Read, F: Fn() -> u64> Read for ExpansionGuard<R, F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let given = self.reader.read(bytes)?;
        self.given += given as u64;
        if self.given > FREE && self.given > (self.read)().saturating_mul(RATIO) {
            let reason = format!("more than {RATIO} times as long as its compressed form: a zip bomb?");
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(given)
    }
}

/// An open `.zip`.
#[derive(Debug)]
pub struct Zip {
    file: Arc<File>,
    meter: Meter,
    members: Vec<Member>,
}

/// Reads a file from a place on, whatever else is read from it.
struct FileReader {
    file: Arc<File>,
    at: u64,
}

impl Read for FileReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, bytes, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, bytes, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A file in a `.zip`, as the directory at its end describes it.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    start: u64,
    packed: u64,
    crc: u32,
    method: Result<Method, String>,
}

/// How a member is compressed.
#[derive(Clone, Copy, Debug)]
enum Method {
    Stored,
    Deflated,
}

impl Zip {
    /// Opens a `.zip` that is a file on the disk. The meter counts what is read of its members.
    ///
    /// # Errors
    /// Those of the file, and of an archive that is damaged or has too many members.
    pub fn open(file: File, meter: &Meter) -> io::Result<Self> {
        let reader = BufReader::with_capacity(BUFFER, file.try_clone()?);
        let mut archive = zip::ZipArchive::new(reader).map_err(damaged)?;
        if archive.len() > MEMBERS {
            return Err(io::Error::other(format!("more than {MEMBERS} members")));
        }
        let mut members = Vec::new();
        for index in 0..archive.len() {
            let member = archive.by_index_raw(index).map_err(damaged)?;
            if !member.is_file() {
                continue;
            }
            let method = match member.compression() {
                _ if member.encrypted() => Err("encrypted".to_owned()),
                CompressionMethod::Stored => Ok(Method::Stored),
                CompressionMethod::Deflated => Ok(Method::Deflated),
                other => Err(format!("compressed in a way that is not read: {other:?}")),
            };
            let start = member.data_start().ok_or_else(|| io::Error::other("a member has no place"))?;
            let (packed, crc) = (member.compressed_size(), member.crc32());
            let name = member.name().map_err(damaged)?.into_owned();
            members.push(Member { name, start, packed, crc, method });
        }
        members.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { file: Arc::new(file), meter: meter.clone(), members })
    }

    /// Opens a `.zip` that is read from a pipe or from another container.
    ///
    /// # Errors
    /// As [`Zip::open`], and for a stream of more than [`COPIED`] bytes.
    pub fn copy(stream: &mut dyn Read) -> io::Result<Self> {
        let mut file = tempfile::tempfile()?;
        if io::copy(&mut stream.take(COPIED + 1), &mut file)? > COPIED {
            return Err(io::Error::other(format!("more than {COPIED} bytes")));
        }
        Self::open(file, &Meter::default())
    }

    /// The names of its members, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.name.as_str())
    }

    /// The contents of the member at `place` among the names.
    ///
    /// # Errors
    /// Those of the file; for a member that is encrypted or compressed in a way that is not known here.
    pub fn member(&self, place: usize) -> io::Result<Box<dyn BufRead + Send>> {
        let member = self.members.get(place).ok_or_else(|| io::Error::other("no such member"))?;
        let method = member.method.clone().map_err(io::Error::other)?;
        let file = FileReader { file: self.file.clone(), at: member.start };
        let packed = BufReader::with_capacity(BUFFER, self.meter.wrap(file).take(member.packed));
        let plain: Box<dyn Read + Send> = match method {
            Method::Stored => Box::new(packed),
            Method::Deflated => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        };
        let checked = ChecksumReader { reader: plain, found: crc32fast::Hasher::new(), expected: member.crc };
        let size = member.packed;
        let guarded = ExpansionGuard { reader: checked, given: 0, read: move || size };
        Ok(Box::new(BufReader::with_capacity(BUFFER, guarded)))
    }
}

fn damaged(error: zip::result::ZipError) -> io::Error {
    match error {
        zip::result::ZipError::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    }
}

/// Compares the checksum at the end of a member.
struct ChecksumReader<R> {
    reader: R,
    found: crc32fast::Hasher,
    expected: u32,
}

impl<R: Read> Read for ChecksumReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let given = self.reader.read(bytes)?;
        if let Some(bytes) = bytes.get(..given) {
            self.found.update(bytes);
        }
        if given == 0 && !bytes.is_empty() && self.found.clone().finalize() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of the member is wrong"));
        }
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn plain(container: Container, packed: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        decompress(container, Box::new(io::Cursor::new(packed)))?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn each_container_gives_its_contents() {
        let text = b"F5D6\n".repeat(100);
        let twice = [gzip(&text), gzip(&text)].concat();
        assert_eq!(Container::detect(&twice), Some(Container::Gzip));
        assert_eq!(plain(Container::Gzip, twice).unwrap(), text.repeat(2));
        let packed = zstd::encode_all(&text[..], 3).unwrap();
        assert_eq!(Container::detect(&packed), Some(Container::Zstandard));
        assert_eq!(plain(Container::Zstandard, packed).unwrap(), text);
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        encoder.write_all(&text).unwrap();
        let packed = encoder.finish().unwrap();
        assert_eq!(Container::detect(&packed), Some(Container::Bzip2));
        assert_eq!(plain(Container::Bzip2, packed.clone()).unwrap(), text);
        assert!(plain(Container::Bzip2, packed[..packed.len() - 9].to_vec()).is_err());
    }

    #[test]
    fn members_of_a_zip_are_read_in_order_and_checked() {
        let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for (name, method) in [("b.txt", CompressionMethod::Deflated), ("a.txt", CompressionMethod::Stored)] {
            writer.start_file(name, options.compression_method(method)).unwrap();
            writer.write_all(format!("the contents of {name}").as_bytes()).unwrap();
        }
        let mut packed = writer.finish().unwrap().into_inner();
        let zip = Zip::copy(&mut packed.as_slice()).unwrap();
        assert_eq!(zip.names().collect::<Vec<_>>(), ["a.txt", "b.txt"]);
        for (place, name) in ["a.txt", "b.txt"].into_iter().enumerate() {
            let mut text = String::new();
            zip.member(place).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, format!("the contents of {name}"));
        }
        assert!(zip.member(2).is_err());
        let stored = packed.windows(8).position(|bytes| bytes == b"contents").unwrap();
        let last = packed.windows(12).rposition(|bytes| bytes == b"ontents of a").unwrap_or(stored);
        packed[last] ^= 1;
        let zip = Zip::copy(&mut packed.as_slice()).unwrap();
        let error = zip.member(0).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("checksum"), "{error}");
        packed.truncate(packed.len() / 2);
        assert!(Zip::copy(&mut packed.as_slice()).is_err());
    }

    /// Zeros, hundreds of times as long as their compressed form.
    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 1 << 20];
        let times = (FREE >> 20) as usize + 2;
        let mut zstandard = zstd::Encoder::new(Vec::new(), 19).unwrap();
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
        for _ in 0..times {
            zstandard.write_all(&zeros).unwrap();
            zip.write_all(&zeros).unwrap();
        }
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        bzip2.write_all(&zeros).unwrap();
        let streams = [
            (Container::Zstandard, zstandard.finish().unwrap()),
            (Container::Gzip, gzip(&zeros).repeat(times)),
            (Container::Bzip2, bzip2.finish().unwrap().repeat(times)),
        ];
        let refused = |mut stream: Box<dyn BufRead + Send>| {
            let error = io::copy(&mut stream, &mut io::sink()).unwrap_err();
            assert!(error.to_string().contains("zip bomb"), "{error}");
        };
        for (container, packed) in streams {
            refused(decompress(container, Box::new(io::Cursor::new(packed))).unwrap());
        }
        let packed = zip.finish().unwrap().into_inner();
        refused(Zip::copy(&mut packed.as_slice()).unwrap().member(0).unwrap());
    }
}
