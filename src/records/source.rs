//! Where records come from: files, directories, standard input, and what containers hold.

use crate::container::{Container, NESTING, Zip};
use crate::encoding::Encoding;
use crate::format::{OpenFile, Unreadable};
use crate::location::FileLocation;
use certamen_work::compression::BUFFER;
use certamen_work::durable;
use certamen_work::file::{is_dash, name_of};
use certamen_work::input::Input;
use certamen_work::stop::Stop;
use certamen_work::{Meter, WorkError};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The deepest directories that are entered.
const DEPTH: usize = 32;

/// The files below some paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileList {
    /// The files, those of a directory in the order of their names.
    pub files: Vec<PathBuf>,
    /// The number of files of directories that were left out, because no format has their extension.
    pub left_out: usize,
}

/// The files that are named, and those below directories that have one of these extensions or that of a container.
///
/// # Errors
/// The directory that cannot be read, and why. That a file cannot be read shows when it is opened.
pub fn list(paths: &[PathBuf], extensions: &[&str]) -> Result<FileList, String> {
    let mut listed = FileList::default();
    for path in paths {
        if !is_dash(path) && fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
            walk(path, extensions, DEPTH, &mut listed)?;
        } else {
            listed.files.push(path.clone());
        }
    }
    Ok(listed)
}

fn walk(directory: &Path, extensions: &[&str], depth: usize, listed: &mut FileList) -> Result<(), String> {
    let wrong = |error: io::Error| format!("cannot read {}: {error}", directory.display());
    if depth == 0 {
        return Err(format!("{}: more than {DEPTH} directories in each other", directory.display()));
    }
    let mut entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>())
        .map_err(wrong)?;
    entries.sort();
    for path in entries {
        // A link to a directory could lead back.
        let Ok(kind) = fs::symlink_metadata(&path).map(|metadata| metadata.file_type()) else { continue };
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if kind.is_dir() {
            walk(&path, extensions, depth - 1, listed)?;
        } else if is_wanted(name, extensions) {
            listed.files.push(path);
        } else {
            listed.left_out += 1;
        }
    }
    Ok(())
}

fn is_wanted(name: &str, extensions: &[&str]) -> bool {
    let extension = extension(name);
    extensions.contains(&extension.as_str()) || Container::has_extension(&extension)
}

/// The extension of a name in lower case; empty if it has none. Extensions of containers are looked through:
/// `games.sgf.gz` has the extension `sgf`.
///
/// # Examples
/// ```
/// use certamen_records::source::extension;
///
/// assert_eq!(["a/b.SGF", "games.txt.zst", "b.zip", "-"].map(extension), ["sgf", "txt", "zip", ""]);
/// ```
pub fn extension(name: &str) -> String {
    let mut stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut found = String::new();
    while let Some((before, extension)) = stem.rsplit_once('.') {
        found = extension.to_ascii_lowercase();
        if !Container::has_extension(&found) || !before.contains('.') {
            break;
        }
        stem = before;
    }
    found
}

/// What is done with each file: it is open, or it cannot be read, with its name and the reason. False ends the work.
pub type VisitFile<'v> = &'v mut dyn FnMut(Result<OpenFile, (String, Unreadable)>) -> bool;

/// How files are opened.
#[derive(Clone, Copy, Debug)]
pub struct OpenOptions<'a> {
    /// The request to stop.
    pub stop: &'a Stop,
    /// Counts the bytes of files that are read.
    pub meter: &'a Meter,
    /// The encoding of texts, if the user names it.
    pub encoding: Option<&'static Encoding>,
    /// Extensions of files that belong to others: members of a `.zip` that are not visited.
    pub passed_over: &'a [&'a str],
}

impl OpenOptions<'_> {
    /// Opens a file. It may be a container.
    ///
    /// # Errors
    /// Those of the file.
    pub fn open(self, path: &Path) -> io::Result<OpenFile> {
        let input = Input::open(path, self.stop)?;
        let is_file = input.length().is_some() && !is_dash(path);
        let location = if is_file { FileLocation::At(path.to_owned()) } else { FileLocation::Nowhere };
        let reader = Box::new(BufReader::with_capacity(BUFFER, self.meter.wrap(input)));
        Ok(OpenFile { name: name_of(path), location, encoding: self.encoding, reader })
    }

    /// Opens a file, and calls `visit` for each file that it holds: one, unless it is a container of several. A file
    /// that cannot be opened is reported by its name and the reason. Ends early if `visit` returns false.
    pub fn each(self, path: &Path, visit: VisitFile<'_>) -> bool {
        match self.open(path) {
            Ok(opened) => self.each_in(opened, visit),
            Err(error) => visit(Err((name_of(path), error.into()))),
        }
    }

    /// Calls `visit` for each file that an open one holds, as [`OpenOptions::each`] does.
    pub fn each_in(self, file: OpenFile, visit: VisitFile<'_>) -> bool {
        self.unpack(file, NESTING, visit)
    }

    /// Unpacks a file if it is a container.
    fn unpack(self, mut file: OpenFile, depth: usize, visit: VisitFile<'_>) -> bool {
        let head = match file.reader.fill_buf() {
            Ok(head) => head,
            Err(error) => return visit(Err((file.name, error.into()))),
        };
        let Some(container) = Container::detect(head) else { return visit(Ok(file)) };
        if depth == 0 {
            let reason = Unreadable::Wrong(format!("more than {NESTING} containers in each other"));
            return visit(Err((file.name, reason)));
        }
        let Container::Stream(compression) = container else { return self.unpack_zip(file, depth, visit) };
        let location = match file.location {
            FileLocation::At(path) | FileLocation::In(path) => FileLocation::In(path),
            other => other,
        };
        match compression.reader(file.reader) {
            Ok(reader) => self.unpack(OpenFile { location, reader, ..file }, depth - 1, visit),
            Err(error) => visit(Err((file.name, error.into()))),
        }
    }

    fn unpack_zip(self, mut file: OpenFile, depth: usize, visit: VisitFile<'_>) -> bool {
        let opened = match file.location.path() {
            Some(path) => {
                durable::open(path).map_err(WorkError::into_io).and_then(|file| Zip::open(file, self.meter))
            }
            None => Zip::copy(&mut file.reader),
        };
        let zip = match opened {
            Ok(zip) => Arc::new(zip),
            Err(error) => return visit(Err((file.name, error.into()))),
        };
        for (place, member) in zip.names().enumerate() {
            if self.passed_over.contains(&extension(member).as_str()) {
                continue;
            }
            let name = format!("{}/{member}", file.name);
            let location = FileLocation::Member(zip.clone(), place);
            let encoding = self.encoding;
            let goes_on = match zip.member(place) {
                Ok(reader) => self.unpack(OpenFile { name, location, encoding, reader }, depth - 1, visit),
                Err(error) => visit(Err((name, error.into()))),
            };
            if !goes_on {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    fn opening<'a>(stop: &'a Stop, meter: &'a Meter) -> OpenOptions<'a> {
        OpenOptions { stop, meter, encoding: None, passed_over: &["jou"] }
    }

    /// Two members are read at once, and each finds those beside it.
    #[test]
    fn members_of_a_zip_lie_beside_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.zip");
        let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for (name, text) in [("a/games.wtb", "games"), ("a/games.JOU", "names"), ("b/games.JOU", "others")] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        let meter = Meter::default();
        let mut seen = Vec::new();
        opening(&Stop::new(), &meter).each(&path, &mut |file| {
            let mut file = file.unwrap();
            let mut first = [0; 2];
            file.reader.read_exact(&mut first).unwrap();
            let (mut rest, mut beside) = (String::new(), String::new());
            file.location.open_beside("games.JOU").unwrap().read_to_string(&mut beside).unwrap();
            file.reader.read_to_string(&mut rest).unwrap();
            assert!(file.location.open_beside("none").is_err());
            seen.push((file.location.name(), file.location.beside(), rest, beside));
            true
        });
        let beside = vec!["games.JOU".to_owned(), "games.wtb".to_owned()];
        assert_eq!(seen, [("games.wtb".to_owned(), beside, "mes".to_owned(), "names".to_owned())]);
        assert!(meter.bytes() > 0);
    }

    #[test]
    fn directories_are_read_in_order_and_containers_opened() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("deep/b.txt"), "b").unwrap();
        fs::write(at("a.txt"), "a").unwrap();
        fs::write(at("README"), "no").unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"c").unwrap();
        fs::write(at("c.txt.gz"), packed.finish().unwrap()).unwrap();
        let listed = list(&[directory.path().to_owned()], &["txt"]).unwrap();
        assert_eq!(listed.left_out, 1);
        let mut texts = Vec::new();
        for path in listed.files.iter().chain([&at("nowhere")]) {
            opening(&Stop::new(), &Meter::default()).each(path, &mut |file| {
                texts.push(file.map_or_else(
                    |(name, _)| format!("no {}", name.ends_with("nowhere")),
                    |mut file| {
                        let mut text = String::new();
                        file.reader.read_to_string(&mut text).unwrap();
                        text
                    },
                ));
                true
            });
        }
        assert_eq!(texts, ["a", "c", "b", "no true"]);
    }

    /// Layers of compression around each other are opened up to a depth.
    #[test]
    fn nesting_is_limited() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let mut bytes = b"text".to_vec();
        for layers in 1..=NESTING + 1 {
            bytes = zstd::encode_all(&bytes[..], 1).unwrap();
            fs::write(&path, &bytes).unwrap();
            let mut is_open = false;
            opening(&Stop::new(), &Meter::default()).each(&path, &mut |file| {
                is_open = file.is_ok();
                true
            });
            assert_eq!(is_open, layers <= NESTING, "{layers}");
        }
    }
}
