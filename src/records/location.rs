//! Where an open file lies, and the files beside it.

use crate::container::Zip;
use certamen_work::{WorkError, durable};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The location of an open file.
#[derive(Clone, Debug, Default)]
pub enum FileLocation {
    /// Nowhere: standard input.
    #[default]
    Nowhere,
    /// It is this file of the disk.
    At(PathBuf),
    /// It is compressed in this file of the disk.
    In(PathBuf),
    /// It is a member of a `.zip`, by its place among the names.
    Member(Arc<Zip>, usize),
}

impl FileLocation {
    /// The file of the disk that it is.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::At(path) => Some(path),
            Self::Nowhere | Self::In(_) | Self::Member(..) => None,
        }
    }

    /// The name of the file without its directory. Empty if it lies nowhere.
    pub fn name(&self) -> String {
        match self {
            Self::Nowhere => String::new(),
            Self::At(path) | Self::In(path) => {
                path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned()
            }
            Self::Member(zip, place) => {
                zip.names().nth(*place).map_or_else(String::new, |name| parted(name).1.to_owned())
            }
        }
    }

    /// The names of the files in the same directory, or in the same directory of a `.zip`.
    pub fn beside(&self) -> Vec<String> {
        match self {
            Self::Nowhere => Vec::new(),
            Self::At(path) | Self::In(path) => {
                let entries = fs::read_dir(directory(path)).into_iter().flatten().flatten();
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
            Self::Member(zip, place) => {
                let own = zip.names().nth(*place).map(|name| parted(name).0);
                let names = zip.names().map(parted).filter(|(folder, _)| Some(*folder) == own);
                names.map(|(_, name)| name.to_owned()).collect()
            }
        }
    }

    /// Opens a file beside it by its name.
    ///
    /// # Errors
    /// Those of the file; also if there is none.
    pub fn open_beside(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Nowhere => Err(io::ErrorKind::NotFound.into()),
            Self::At(path) | Self::In(path) => {
                let file = durable::open(&directory(path).join(name)).map_err(WorkError::into_io)?;
                Ok(Box::new(file))
            }
            Self::Member(zip, place) => {
                let own = zip.names().nth(*place).map(|name| parted(name).0);
                let found =
                    zip.names().map(parted).position(|(folder, known)| Some(folder) == own && known == name);
                Ok(Box::new(zip.member(found.ok_or(io::ErrorKind::NotFound)?)?))
            }
        }
    }
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The folder of a member of a `.zip`, and its name in it.
fn parted(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}
