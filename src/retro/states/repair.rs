//! Removes damaged files, so that they are built anew.
//!
//! Idea: every file is read and its checksums are compared. A file that is damaged or belongs to something else is
//! removed; then its group counts as not solved, and the next [`solve`](super::solve()) builds all of it, with the same
//! bytes as before. Layers that depend on a removed layer stay: they were built when that layer was intact.
//!
//! What it does not show: that files with correct checksums are right. [`audit`](super::audit()) derives their values
//! again.

use super::checkpoint::{self, Cursor};
use super::game::{Game, Group, shapes_of};
use super::solve::remove;
use super::store::Store;
use crate::table::TableError;
use certamen_work::stop::Stop;
use std::io;
use std::path::PathBuf;

/// Removes the damaged tables and the damaged checkpoint of a group. Returns the defect of each file.
///
/// # Errors
/// [`TableError`] if a file cannot be read or removed.
pub fn repair(
    game: &impl Game,
    store: &Store,
    group: &Group,
    stop: &Stop,
) -> Result<Vec<TableError>, TableError> {
    let mut files = Vec::new();
    for shape in shapes_of(game, group)? {
        let read = || store.table(shape)?.check(stop);
        files.push((store.table_path(shape), read()));
    }
    let path = store.checkpoint_path(group);
    let read = checkpoint::check::<Cursor>(&path, store.subject(), &group.name, stop);
    files.push((path, read));
    remove_damaged(files, stop)
}

/// Removes files that are damaged or belong to something else; a missing file is neither.
pub(super) fn remove_damaged(
    files: Vec<(PathBuf, Result<(), TableError>)>,
    stop: &Stop,
) -> Result<Vec<TableError>, TableError> {
    let mut damaged = Vec::new();
    for (path, read) in files {
        match read {
            Ok(()) | Err(TableError::Missing(_) | TableError::Stopped(_)) => {}
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(error @ (TableError::Damaged { .. } | TableError::Other { .. })) => {
                remove(&path)?;
                damaged.push(error);
            }
            Err(error) => return Err(error),
        }
    }
    // Damage that was found before the request to stop remains damage.
    stop.proceed()?;
    Ok(damaged)
}

#[cfg(test)]
mod tests {
    use super::super::forward::{self, MoveSelection};
    use super::super::tests::example::Example;
    use super::super::{Monitor, RunOutcome, SolverProgress, solve};
    use super::*;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;
    use std::time::Duration;
    use tempfile::TempDir;

    const HOUR: Duration = Duration::from_secs(3600);

    fn contents(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    /// Solves and searches every group; the first error ends it.
    fn build(game: &Example, store: &Store, stop: &Stop) -> Result<Vec<RunOutcome>, TableError> {
        let mut ended = Vec::new();
        for group in game.groups() {
            ended.push(solve(game, store, group, HOUR, &mut Monitor::silent(stop))?);
        }
        for group in forward::order(game) {
            ended.push(forward::search(
                game,
                store,
                group,
                MoveSelection::Allowed,
                HOUR,
                &mut Monitor::silent(stop),
            )?);
        }
        Ok(ended)
    }

    fn repair_all(game: &Example, store: &Store) -> usize {
        let stop = Stop::new();
        let tables = |group| repair(game, store, group, &stop).unwrap().len();
        let searched =
            |group| forward::repair(game, store, group, MoveSelection::Allowed, &stop).unwrap().len();
        game.groups().iter().map(|group| tables(group) + searched(group)).sum()
    }

    #[test]
    fn a_changed_byte_anywhere_is_reported_and_repaired() {
        let game = Example::new(3, [60, 40, 50, 70]);
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        build(&game, &store, &Stop::new()).unwrap();
        let whole = contents(directory.path());
        assert!(whole.len() > 8, "{whole:?}");
        assert_eq!(repair_all(&game, &store), 0);
        assert_eq!(contents(directory.path()), whole);
        for (path, bytes) in &whole {
            if path.ends_with("retro.json") {
                continue;
            }
            for place in (0..bytes.len()).step_by(11).chain([bytes.len() - 1]) {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << (place % 8);
                fs::write(path, &damaged).unwrap();
                let error = build(&game, &store, &Stop::new()).unwrap_err().to_string();
                let name = path.file_name().unwrap().to_string_lossy();
                assert!(error.contains(&*name) && !error.contains('\n'), "{place}: {error}");
                if place % 4 == 0 {
                    assert_eq!(repair_all(&game, &store), 1);
                    assert!(!path.exists());
                    let ended = build(&game, &store, &Stop::new()).unwrap();
                    assert_eq!(ended.iter().filter(|&&ended| ended == RunOutcome::Solved).count(), 1);
                    assert_eq!(contents(directory.path()), whole);
                } else {
                    fs::write(path, bytes).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_damaged_checkpoint_is_repaired() {
        let game = Example::new(3, [60, 40, 50, 70]);
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        let group = &game.groups()[0];
        let stop = Stop::new();
        let mut watch = |_: SolverProgress<'_>| stop.request();
        let ended = solve(&game, &store, group, HOUR, &mut Monitor::new(&stop, &mut watch));
        assert!(matches!(ended, Err(TableError::Stopped(_))), "{ended:?}");
        let path = store.checkpoint_path(group);
        // A run that is stopped at once has nothing to keep; one that is stopped later has.
        if !path.exists() {
            let stop = Stop::new();
            let mut watch = |now: SolverProgress<'_>| {
                if matches!(now, SolverProgress::Sweep { .. }) {
                    stop.request();
                }
            };
            let ended = solve(&game, &store, group, HOUR, &mut Monitor::new(&stop, &mut watch));
            assert!(matches!(ended, Err(TableError::Stopped(_))), "{ended:?}");
        }
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
        let again = || solve(&game, &store, group, HOUR, &mut Monitor::silent(&Stop::new()));
        assert!(again().unwrap_err().to_string().contains("checkpoint is damaged"));
        assert_eq!(repair_all(&game, &store), 1);
        assert_eq!(again().unwrap(), RunOutcome::Solved);
    }

    #[test]
    fn a_request_to_stop_ends_the_reading() {
        let game = Example::new(3, [60, 40, 50, 70]);
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        build(&game, &store, &Stop::new()).unwrap();
        let stop = Stop::new();
        stop.request();
        assert!(matches!(build(&game, &store, &stop), Err(TableError::Stopped(_))));
        let repaired = repair(&game, &store, &game.groups()[0], &stop);
        assert!(matches!(repaired, Err(TableError::Stopped(_))), "{repaired:?}");
    }
}
