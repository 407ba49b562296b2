//! The directory of a solved game.
//!
//! ```text
//! retro.json        the game, its size and its rules
//! 4v4.table ...     a file for each layer that is solved
//! 5v4.checkpoint    how far the group that is being solved has come
//! ```

use super::game::{Game, Group, LayerShape, Place};
use super::table::Table;
use super::value::Entry;
use crate::table::TableError;
use crate::table::directory::{self, Engine};
use certamen_work::durable::{Access, Directory, Wait};
use certamen_work::stop::Stop;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// How the names of tables end.
const TABLE: &str = ".table";
/// The ending of the names of files of distances.
pub(super) const DISTANCES: &str = ".distances";

/// The name of this engine in its directories.
struct States;

impl Engine for States {
    const FORMAT: &'static str = directory::STATES;
    const HOLDS: &'static str = "a solved game";
}

/// The directory of a solved game. Clones share the writer's lock.
#[derive(Clone, Debug)]
pub struct Store {
    directory: Arc<Directory>,
    subject: String,
}

impl Store {
    /// Opens the directory for building, or creates one in an empty or missing directory. Removes the incomplete files
    /// of a killed run. As long as this value or a clone of it lives, no other process can build there.
    ///
    /// # Errors
    /// [`TableError`], also if the directory holds something else or another process builds there.
    pub fn create(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        Self::create_after(directory, &game.subject(), Wait::No, &Stop::new())
    }

    /// The same for a game whose positions need not be numbered yet. If another process builds there and `wait` says so,
    /// this waits until that process ends or `stop` is requested.
    ///
    /// # Errors
    /// As [`Store::create`].
    pub fn create_after(
        directory: &Path,
        subject: &str,
        wait: Wait,
        stop: &Stop,
    ) -> Result<Self, TableError> {
        Self::with(directory, subject, Access::Write(wait), stop)
    }

    /// Opens the directory for reading. Another process may build there.
    ///
    /// # Errors
    /// [`TableError`] if it has no solved game, or that of another game, size or rule.
    pub fn open(directory: &Path, game: &impl Game) -> Result<Self, TableError> {
        Self::with(directory, &game.subject(), Access::Read, &Stop::new())
    }

    /// Checks at once whether a directory has the tables of these layers of a game. The game's positions need not be
    /// numbered yet.
    ///
    /// # Errors
    /// [`TableError`] if it holds no solved game or another one, or if a table is missing.
    pub fn require(directory: &Path, subject: &str, layers: &[String]) -> Result<(), TableError> {
        let store = Self::with(directory, subject, Access::Read, &Stop::new())?;
        let mut paths = layers.iter().map(|layer| store.path(&format!("{layer}{TABLE}")));
        paths.find(|path| !path.is_file()).map_or(Ok(()), |path| Err(TableError::Missing(path)))
    }

    fn with(path: &Path, subject: &str, access: Access, stop: &Stop) -> Result<Self, TableError> {
        let directory = directory::open::<States>(path, subject, access, stop)?;
        Ok(Self { directory: Arc::new(directory), subject: subject.to_owned() })
    }

    /// The names of all tables, each with its length and the checksum of its end: enough to notice that a table has
    /// been replaced.
    ///
    /// # Errors
    /// [`TableError`] if they cannot be read.
    pub fn tables(&self) -> Result<Vec<(String, u64, u32)>, TableError> {
        Ok(directory::tables(&self.directory, |name| name.ends_with(TABLE))?)
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// The file of a layer's table.
    pub fn table_path(&self, layer: &LayerShape) -> PathBuf {
        self.path(&format!("{}{TABLE}", layer.name))
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
    /// [`TableError`] if it has not been built, is damaged, or belongs to something else.
    pub fn table(&self, layer: &LayerShape) -> Result<Table, TableError> {
        let path = self.table_path(layer);
        if path.is_file() { Table::open(&path, &self.subject, layer) } else { Err(TableError::Missing(path)) }
    }
}

/// The open tables of a directory. Each is opened when it is first read, and stays open.
#[derive(Debug)]
pub struct OpenTables {
    store: Store,
    built: Vec<OnceLock<Table>>,
}

impl OpenTables {
    /// The tables of a directory. None is opened yet.
    pub fn new(game: &impl Game, store: Store) -> Self {
        let built = game.layers().iter().map(|_| OnceLock::new()).collect();
        Self { store, built }
    }
}

/// The tables of a game. Tables that are read must have been built.
#[derive(Clone, Debug)]
pub struct Tables<'a, G> {
    /// The game.
    pub game: &'a G,
    open: Arc<OpenTables>,
}

impl<'a, G: Game> Tables<'a, G> {
    /// Opens every table that there is.
    ///
    /// # Errors
    /// [`TableError`] if a table is damaged or belongs to something else.
    pub fn open(game: &'a G, store: Store) -> Result<Self, TableError> {
        let tables = Self::kept(game, Arc::new(OpenTables::new(game, store)));
        for (layer, shape) in (0..).zip(game.layers()) {
            if tables.open.store.is_solved(shape) {
                tables.layer(layer)?;
            }
        }
        Ok(tables)
    }

    /// Tables that are kept open, of the same game.
    pub const fn kept(game: &'a G, open: Arc<OpenTables>) -> Self {
        Self { game, open }
    }

    /// The table of a layer.
    ///
    /// # Errors
    /// [`TableError::Missing`], or another one if the table is damaged or belongs to something else.
    pub fn layer(&self, layer: u8) -> Result<&Table, TableError> {
        let (place, OpenTables { store, built }) = (usize::from(layer), &*self.open);
        let shape = &self.game.layers()[place];
        let open = built.get(place).ok_or_else(|| TableError::Missing(store.table_path(shape)))?;
        if let Some(table) = open.get() {
            return Ok(table);
        }
        let table = store.table(shape)?;
        Ok(open.get_or_init(|| table))
    }

    /// Requires the table of one layer, or those of all.
    ///
    /// # Errors
    /// [`TableError::Missing`], or another one if a table is damaged or belongs to something else.
    pub fn complete(self, layer: Option<u8>) -> Result<CompleteTables<'a, G>, TableError> {
        let all = (0..).take(self.game.layers().len());
        let layers = layer.map_or_else(|| all.collect(), |layer| vec![layer]);
        layers.iter().try_for_each(|&layer| self.layer(layer).map(drop))?;
        Ok(CompleteTables { tables: self, layers })
    }

    /// The values of a position.
    ///
    /// # Errors
    /// [`TableError`] if the table of its layer has not been built, or is damaged.
    pub fn entry(&self, at: Place) -> Result<Entry, TableError> {
        self.layer(at.layer)?.entry(at.rank)
    }
}

/// Tables of which none is missing: those of all layers, or that of one. Only [`Tables::complete`] makes it, so that what
/// is counted over it is about every position.
#[derive(Clone, Debug)]
pub struct CompleteTables<'a, G> {
    tables: Tables<'a, G>,
    layers: Vec<u8>,
}

impl<G> CompleteTables<'_, G> {
    /// The layers.
    pub fn layers(&self) -> &[u8] {
        &self.layers
    }
}

impl<'a, G> Deref for CompleteTables<'a, G> {
    type Target = Tables<'a, G>;

    fn deref(&self) -> &Self::Target {
        &self.tables
    }
}
