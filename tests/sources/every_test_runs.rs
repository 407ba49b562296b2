//! A manifest says of some libraries and programs that they have no unit tests. A test in one of them would never run.

use crate::no_generic_file_names_a_game::sources;
use std::fs;
use std::path::{Path, PathBuf};

/// The directories of packages, with the text of their manifests.
fn packages(directory: &Path, found: &mut Vec<(PathBuf, String)>) {
    if let Ok(text) = fs::read_to_string(directory.join("Cargo.toml")) {
        found.push((directory.to_owned(), text));
    }
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            packages(&path, found);
        }
    }
}

#[test]
fn no_test_is_where_none_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    packages(root, &mut all);
    let (others, untested): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, text)| !text.lines().any(|line| line.starts_with("test = false")));
    assert!(others.len() >= 20 && untested.len() >= 3, "{} packages, {untested:?}", others.len());
    for (package, _) in untested {
        let (src, is_other) =
            (package.join("src"), |path: &PathBuf| others.iter().any(|(other, _)| path.starts_with(other)));
        let sources_of = if src.is_dir() { src } else { package };
        for path in sources(&sources_of).into_iter().filter(|path| !is_other(path)) {
            let source = fs::read_to_string(&path).expect("a source");
            let has_test = source.lines().any(|line| line.trim() == "#[test]");
            assert!(!has_test, "{}: its manifest has `test = false`", path.display());
        }
    }
}
