//! Compressed files, recognised by their first bytes.
//!
//! `.gz`, `.bz2`, `.xz` and `.zst` are streams ([`certamen_work::compression`]). A `.zip` has members, each of which is a
//! stream; it is read from its end, so a pipe is first copied to an unnamed temporary file. A container may be inside
//! another one, [`NESTING`] deep.

use certamen_work::Meter;
use certamen_work::compression::{BUFFER, Compression, ExpansionGuard};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use zip::CompressionMethod;

/// The deepest nesting of containers.
pub const NESTING: usize = 3;
/// The largest number of members of a `.zip`.
pub const MEMBERS: usize = 100_000;
/// The largest `.zip` that is copied from a pipe, in bytes.
pub const COPIED: u64 = 4 << 30;

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A stream.
    Stream(Compression),
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
    /// assert_eq!(Container::detect(b"(;GM[1]"), None);
    /// ```
    pub fn detect(head: &[u8]) -> Option<Self> {
        match head {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => Compression::detect(head).map(Self::Stream),
        }
    }

    /// Whether such files have this extension.
    pub fn has_extension(extension: &str) -> bool {
        extension == "zip" || Compression::ENDINGS.iter().any(|(known, _)| *known == extension)
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
        let guarded = ExpansionGuard::new(checked, move || size);
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
    use certamen_work::compression::FREE;
    use std::io::Write;

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
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
        for _ in 0..(FREE >> 20) + 2 {
            zip.write_all(&zeros).unwrap();
        }
        let packed = zip.finish().unwrap().into_inner();
        let mut stream = Zip::copy(&mut packed.as_slice()).unwrap().member(0).unwrap();
        let error = io::copy(&mut stream, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("zip bomb"), "{error}");
    }
}
