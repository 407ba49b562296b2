//! The directory of a solved game.
//!
//! ```text
//! retro.json        what it is the solution of
//! 4v4.table ...     a file for each layer that is solved
//! 5v4.checkpoint    how far the group that is being solved has come
//! ```

use super::error::TableError;
use super::game::{Game, Group, LayerShape, Place};
use super::table::Table;
use super::value::Entry;
use certamen_work::durable::{Access, Directory, Manifest, Wait};
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `retro.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Solved {
    format: String,
    version: u32,
    subject: String,
}

impl Manifest for Solved {
    const FILE: &'static str = "retro.json";
    const FORMAT: &'static str = "certamen-retro";
    const VERSION: u32 = 1;
    const HOLDS: &'static str = "a solved game";
    const LIMIT: u64 = 1 << 16;

    fn subject(&self) -> String {
        self.subject.clone()
    }
}

/// The directory of a solved game. Clones share the lock of a writer.
#[derive(Clone, Debug)]
pub struct Store {
    directory: Arc<Directory>,
    subject: String,
}

impl Store {
    /// Opens the directory to build in it, or makes one of an empty or missing directory. What a run that was killed
    /// left half written is removed. As long as this value or a clone of it lives, nobody else can build there.
    ///
    /// # Errors
    /// [`TableError`]; that the directory holds something else, or that another process builds there, is one.
    pub fn create(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        Self::with(directory, game, Access::Write(Wait::No), &Stop::new())
    }

    /// The same; where another process builds there, it waits until that process or `stop` ends it.
    ///
    /// # Errors
    /// As [`Store::create`].
    pub fn create_after(directory: &Path, game: &impl Game, stop: &Stop) -> Result<Self, TableError> {
        Self::with(directory, game, Access::Write(Wait::Yes), stop)
    }

    /// Opens the directory to read what has been built. Another process may build there.
    ///
    /// # Errors
    /// [`TableError`] where it holds no solved game, or that of another game, size or rule.
    pub fn open(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        Self::with(directory, game, Access::Read, &Stop::new())
    }

    fn with(path: &Path, game: &impl Game, access: Access, stop: &Stop) -> Result<Self, TableError> {
        let subject = game.subject();
        let (format, version) = (Solved::FORMAT.to_owned(), Solved::VERSION);
        let expected = Solved { format, version, subject: subject.clone() };
        let (directory, _) = Directory::open(path, expected, access, stop)?;
        Ok(Self { directory: Arc::new(directory), subject })
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// The file of a layer's table.
    pub fn table_path(&self, layer: &LayerShape) -> PathBuf {
        self.path(&format!("{}.table", layer.name))
    }

    /// A file of the directory.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.directory.file(name)
    }

    pub(super) fn checkpoint_path(&self, group: &Group) -> PathBuf {
        self.path(&format!("{}.checkpoint", group.name))
    }

    /// Whether a layer has been solved.
    pub fn is_solved(&self, layer: &LayerShape) -> bool {
        self.table_path(layer).is_file()
    }

    /// The table of a layer.
    ///
    /// # Errors
    /// [`TableError`] where it has not been built, is damaged or is that of something else.
    pub fn table(&self, layer: &LayerShape) -> Result<Table, TableError> {
        if !self.is_solved(layer) {
            return Err(TableError::Missing {
                directory: self.directory.path().to_owned(),
                layer: layer.name.clone(),
            });
        }
        Table::open(&self.table_path(layer), &self.subject, layer)
    }
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
            directory: self.store.directory.path().to_owned(),
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
