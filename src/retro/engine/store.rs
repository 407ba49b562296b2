//! The directory of a solved game.
//!
//! ```text
//! retro.json        what it is the solution of
//! 4v4.table ...     a file for each layer that is solved
//! 5v4.checkpoint    how far the group that is being solved has come
//! ```

use super::error::{TableError, at};
use super::game::{Game, Group, LayerShape, Place};
use super::table::Table;
use super::value::Entry;
use crate::unfinished::{self, PREFIX};
use serde::{Deserialize, Serialize};
use std::fs::{self, DirEntry};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that says what the directory is.
const MANIFEST: &str = "retro.json";
const FORMAT: &str = "certamen-retro";
const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    subject: String,
}

/// The directory of a solved game.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    subject: String,
}

impl Store {
    /// Opens the directory to build in it, or makes one of an empty or missing directory. What a run that was killed
    /// left half written is removed.
    ///
    /// # Errors
    /// [`TableError`]; that the directory holds something else is one.
    pub fn create(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        let path = directory.join(MANIFEST);
        if !path.try_exists().map_err(at(&path))? {
            // A run that was killed at once has left nothing but a temporary file.
            if files(directory)?.iter().any(|file| !is_leftover(file)) {
                let reason = "holds something else than a solved game".to_owned();
                return Err(TableError::Other { path: directory.to_owned(), reason });
            }
            let manifest = Manifest { format: FORMAT.to_owned(), version: VERSION, subject: game.subject() };
            write_manifest(&path, &manifest).map_err(at(&path))?;
        }
        let store = Self::open(directory, game)?;
        store.remove_leftovers()?;
        Ok(store)
    }

    /// Opens the directory to read what has been built.
    ///
    /// # Errors
    /// [`TableError`] where it is none, or that of another game, size or rule.
    pub fn open(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        let path = directory.join(MANIFEST);
        let text = fs::read(&path).map_err(at(&path))?;
        let found: Manifest = serde_json::from_slice(&text)
            .map_err(|error| TableError::Damaged { path: path.clone(), reason: error.to_string() })?;
        let subject = game.subject();
        let other = |reason| TableError::Other { path: directory.to_owned(), reason };
        if found.format != FORMAT || found.version != VERSION {
            let reason =
                format!("has version {} of {}, this program reads {VERSION}", found.version, found.format);
            return Err(other(reason));
        }
        if found.subject != subject {
            return Err(other(format!("holds {}, not {subject}", found.subject)));
        }
        Ok(Self { directory: directory.to_owned(), subject })
    }

    fn remove_leftovers(&self) -> Result<(), TableError> {
        let leftovers = files(&self.directory)?.into_iter().filter(is_leftover);
        leftovers.map(|file| file.path()).try_for_each(|path| fs::remove_file(&path).map_err(at(&path)))
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// The file of a layer's table.
    pub fn table_path(&self, layer: &LayerShape) -> PathBuf {
        self.directory.join(format!("{}.table", layer.name))
    }

    /// A file of the directory.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    pub(super) fn checkpoint_path(&self, group: &Group) -> PathBuf {
        self.directory.join(format!("{}.checkpoint", group.name))
    }

    /// Whether a layer has been solved.
    pub fn is_solved(&self, layer: &LayerShape) -> bool {
        self.table_path(layer).is_file()
    }

    /// The table of a layer.
    ///
    /// # Errors
    /// [`TableError`] where there is none, it is damaged or that of something else.
    pub fn table(&self, layer: &LayerShape) -> Result<Table, TableError> {
        if !self.is_solved(layer) {
            return Err(TableError::Missing { directory: self.directory.clone(), layer: layer.name.clone() });
        }
        Table::open(&self.table_path(layer), &self.subject, layer)
    }
}

fn files(directory: &Path) -> Result<Vec<DirEntry>, TableError> {
    fs::read_dir(directory).and_then(Iterator::collect).map_err(at(directory))
}

/// Whether a run that was killed has left this file half written.
fn is_leftover(file: &DirEntry) -> bool {
    file.file_name().to_string_lossy().starts_with(PREFIX)
}

fn write_manifest(path: &Path, manifest: &Manifest) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = unfinished::file_in(directory)?;
    writeln!(file, "{}", serde_json::to_string_pretty(manifest)?)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The tables of a game, of which those that are asked must have been built.
#[derive(Debug)]
pub struct Tables<'a, G> {
    /// The game.
    pub game: &'a G,
    store: Store,
    built: Vec<Option<Table>>,
}

impl<'a, G: Game> Tables<'a, G> {
    /// Opens every table that there is.
    ///
    /// # Errors
    /// [`TableError`] where one is damaged or that of something else.
    pub fn open(game: &'a G, store: Store) -> Result<Self, TableError> {
        let table = |layer| store.is_solved(layer).then(|| store.table(layer)).transpose();
        let built = game.layers().iter().map(table).collect::<Result<_, _>>()?;
        Ok(Self { game, store, built })
    }

    /// The table of a layer.
    ///
    /// # Errors
    /// [`TableError::Missing`]
    pub fn layer(&self, layer: u8) -> Result<&Table, TableError> {
        let missing = || TableError::Missing {
            directory: self.store.directory.clone(),
            layer: self.game.layers()[usize::from(layer)].name.clone(),
        };
        self.built.get(usize::from(layer)).and_then(Option::as_ref).ok_or_else(missing)
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// [`TableError`] where its layer has not been built, or is damaged.
    pub fn entry(&self, at: Place) -> Result<Entry, TableError> {
        self.layer(at.layer)?.entry(at.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::ostle::{OstleGame, Rule};
    use encodings::ostle::variant::Variant;

    #[test]
    fn what_a_killed_run_has_left_is_no_obstacle() {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 1).unwrap(), Rule::Literal);
        let directory = tempfile::TempDir::new().unwrap();
        let leftover = directory.path().join(format!("{PREFIX}half"));
        fs::write(&leftover, "{").unwrap();
        Store::create(directory.path(), &game).unwrap();
        assert!(!leftover.exists());
        let other = tempfile::TempDir::new().unwrap();
        fs::write(other.path().join("letter.txt"), "dear").unwrap();
        assert!(matches!(Store::create(other.path(), &game), Err(TableError::Other { .. })));
    }
}
