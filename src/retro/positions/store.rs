//! The directory of a solved game.
//!
//! ```text
//! retro.json      the game that it is the solution of
//! layers.json     the layers, if they have to be found (sealed)
//! positions.list  the positions that are reached, if they are numbered by a list (see `list`)
//! 3-2.plies       wins, losses and draws of a layer
//! 3-2.score       the best scores of a layer
//! ```
//!
//! A killed run leaves the tables of the groups that it had solved, and the last checkpoint of the next group (see
//! `checkpoint`). The next run continues from there.

use super::error::RetroError;
use super::game::{Game, LayerShape, Place};
use super::resident::Resident;
use super::table::{Table, TableWriter, Width};
use super::value::{Kind, NOTHING, Value, score};
use crate::table::TableError;
use crate::table::directory::{self, Engine};
use certamen_work::durable::{self, Access, Directory, Wait};
use certamen_work::stop::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of this engine in its directories.
struct Positions;

impl Engine for Positions {
    const FORMAT: &'static str = directory::POSITIONS;
    const HOLDS: &'static str = "a game solved by positions";
}

/// The file with the layers.
const LAYERS: &str = "layers.json";
/// The largest file of layers that is read, in bytes.
const LAYERS_LIMIT: u64 = 1 << 28;

/// Tables by their layers and kinds.
type OpenTables = HashMap<(u32, Kind), Arc<Table>>;

/// The largest number of tables that are kept open.
const MOST_OPEN: usize = 64;

/// The directory of a solved game. Clones share the lock of a writer.
#[derive(Clone, Debug)]
pub struct Store {
    directory: Arc<Directory>,
    subject: String,
    /// The tables that single positions were read from.
    open: Arc<Mutex<OpenTables>>,
}

/// The tables of all layers of a game, of one kind: none is missing. Only [`Store::complete`] makes it, so that what is
/// counted over it is about every position.
#[derive(Clone, Debug)]
pub struct CompleteTables {
    pub(super) store: Store,
    kind: Kind,
}

impl CompleteTables {
    /// The kind of their values.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// The name of the table of a layer.
fn table_name(layer: &LayerShape, kind: Kind) -> String {
    format!("{}.{kind}", layer.name)
}

impl Store {
    /// Opens the directory to build in it. A missing or empty directory is initialised. As long as this value or a
    /// clone lives, nobody else can build there.
    ///
    /// # Errors
    /// [`RetroError`], also if the directory holds something else, or if another process builds there.
    pub fn create(directory: &Path, subject: &str) -> Result<Self, RetroError> {
        Self::create_after(directory, subject, Wait::No, &Stop::new())
    }

    /// The same. While another process builds there, this waits if `wait` says so.
    ///
    /// # Errors
    /// [`RetroError`], also if a request to stop ended the waiting.
    pub fn create_after(
        directory: &Path,
        subject: &str,
        wait: Wait,
        stop: &Stop,
    ) -> Result<Self, RetroError> {
        Self::with(directory, subject, Access::Write(wait), stop)
    }

    /// Opens the directory to read its tables.
    ///
    /// # Errors
    /// [`RetroError`] if the directory has no solved game, or one of another game, size or rules.
    pub fn open(directory: &Path, subject: &str) -> Result<Self, RetroError> {
        if !directory::is_begun::<Positions>(directory) {
            return Err(RetroError::Unbuilt(directory.to_owned()));
        }
        Self::with(directory, subject, Access::Read, &Stop::new())
    }

    fn with(path: &Path, subject: &str, access: Access, stop: &Stop) -> Result<Self, RetroError> {
        let directory = directory::open::<Positions>(path, subject, access, stop)?;
        Ok(Self { directory: Arc::new(directory), subject: subject.to_owned(), open: Arc::default() })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.directory.file(name)
    }

    /// The names of all files.
    pub(super) fn names(&self) -> Result<Vec<String>, RetroError> {
        Ok(self.directory.names()?)
    }

    /// Removes the files with these names.
    pub(super) fn remove(&self, is_one: &dyn Fn(&str) -> bool) -> Result<(), RetroError> {
        for name in self.names()?.iter().filter(|name| is_one(name)) {
            self.directory.remove(name)?;
        }
        Ok(())
    }

    /// The names of all tables, each with its length and the checksum of its end: enough to notice that a table has
    /// been replaced. It does not show a change in the middle of a table; its blocks have checksums for that.
    ///
    /// # Errors
    /// [`RetroError`] if they cannot be read.
    pub fn tables(&self) -> Result<Vec<(String, u64, u32)>, RetroError> {
        let endings = [Kind::Plies, Kind::Score].map(|kind| format!(".{kind}"));
        let is_table = |name: &str| endings.iter().any(|ending| name.ends_with(ending));
        Ok(directory::tables(&self.directory, is_table)?)
    }

    /// The layers that an earlier run found.
    ///
    /// # Errors
    /// [`RetroError`] if their file is damaged.
    pub fn layers<T: DeserializeOwned>(&self) -> Result<Option<T>, RetroError> {
        let path = self.directory.file(LAYERS);
        Ok(durable::if_present(durable::read_sealed(&path, LAYERS_LIMIT))?)
    }

    /// The error that the file of the layers is missing.
    pub fn no_layers(&self) -> RetroError {
        TableError::Missing(self.directory.file(LAYERS)).into()
    }

    /// Stores the layers that were found.
    ///
    /// # Errors
    /// [`RetroError`] if their file cannot be written.
    pub fn keep_layers(&self, layers: &impl Serialize) -> Result<(), RetroError> {
        Ok(durable::write_sealed(&self.directory.file(LAYERS), layers)?)
    }

    /// The path of a layer's table.
    pub fn table_path(&self, layer: &LayerShape, kind: Kind) -> PathBuf {
        self.directory.file(&table_name(layer, kind))
    }

    /// Whether a layer is solved.
    pub fn is_solved(&self, layer: &LayerShape, kind: Kind) -> bool {
        self.table_path(layer, kind).is_file()
    }

    /// Whether any layer is solved.
    pub fn is_begun(&self, game: &impl Game, kind: Kind) -> bool {
        game.layers().iter().any(|layer| self.is_solved(layer, kind))
    }

    /// Whether every layer has a table, whatever is in it.
    pub fn is_complete(&self, game: &impl Game, kind: Kind) -> bool {
        game.layers().iter().all(|layer| self.is_solved(layer, kind))
    }

    /// Requires the tables of all layers of the game, and no other tables.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing, damaged, or one of something else.
    pub fn complete(&self, game: &impl Game, kind: Kind) -> Result<CompleteTables, RetroError> {
        for layer in game.layers() {
            self.table(layer, kind)?;
        }
        // A list of layers that is too short does not make a lost table a superfluous one.
        let known: HashSet<String> = game.layers().iter().map(|layer| table_name(layer, kind)).collect();
        let is_stray = |name: &String| name.ends_with(&format!(".{kind}")) && !known.contains(name);
        if let Some(stray) = self.names()?.into_iter().find(is_stray) {
            let reason = format!("belongs to no layer of {}", self.subject);
            return Err(TableError::Other { path: self.file(&stray), reason }.into());
        }
        Ok(CompleteTables { store: self.clone(), kind })
    }

    pub(super) fn table(&self, layer: &LayerShape, kind: Kind) -> Result<Table, RetroError> {
        let path = self.table_path(layer, kind);
        if !path.is_file() {
            return Err(TableError::Missing(path).into());
        }
        Table::open(&path, &self.subject, layer, kind)
    }

    /// Begins the table of a layer.
    pub(super) fn write(
        &self,
        layer: &LayerShape,
        kind: Kind,
        width: Width,
    ) -> Result<TableWriter, RetroError> {
        let path = self.table_path(layer, kind);
        self.opened().clear();
        TableWriter::create(&path, &self.subject, layer, kind, width)
    }

    /// Opens a directory to write its tables, without a lock: the caller holds it. An empty one is initialised.
    pub(super) fn begin(directory: &Path, subject: &str) -> Result<Self, RetroError> {
        if !directory::is_begun::<Positions>(directory) {
            directory::begin::<Positions>(directory, subject)?;
        }
        Self::open(directory, subject)
    }

    /// Loads layers into memory, unless they are there already.
    pub(super) fn load(
        &self,
        shapes: &[LayerShape],
        layers: &[u32],
        into: &mut Resident,
    ) -> Result<(), RetroError> {
        for &layer in layers {
            if !into.has(layer) {
                into.put(layer, self.table(&shapes[layer as usize], into.kind())?.codes()?);
            }
        }
        Ok(())
    }

    /// The code of a position.
    fn code(&self, game: &impl Game, at: Place, kind: Kind) -> Result<u16, RetroError> {
        let open = self.opened().get(&(at.layer, kind)).cloned();
        if let Some(table) = open {
            return table.code(at.rank);
        }
        let layer = game.layers().get(at.layer as usize);
        let layer = layer.ok_or_else(|| RetroError::Position(format!("there is no layer {}", at.layer)))?;
        let table = Arc::new(self.table(layer, kind)?);
        let code = table.code(at.rank)?;
        let mut open = self.opened();
        if open.len() >= MOST_OPEN {
            open.clear();
        }
        open.insert((at.layer, kind), table);
        Ok(code)
    }

    fn opened(&self) -> std::sync::MutexGuard<'_, OpenTables> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a position. `None` if its number has no position.
    ///
    /// # Errors
    /// [`RetroError`] if its layer is not solved, or if the table is damaged.
    pub fn value(&self, game: &impl Game, at: Place) -> Result<Option<Value>, RetroError> {
        Ok(Value::of_code(self.code(game, at, Kind::Plies)?))
    }

    /// The best score of a position. `None` if its number has no position.
    ///
    /// # Errors
    /// [`RetroError`] if its layer is not solved, or if the table is damaged.
    pub fn score(&self, game: &impl Game, at: Place) -> Result<Option<i32>, RetroError> {
        let code = self.code(game, at, Kind::Score)?;
        Ok((code > NOTHING).then(|| score::of_code(code)))
    }
}
