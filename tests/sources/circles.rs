//! Circles of files that import each other, inside each crate. To print them:
//! `cargo test --test sources circles -- --nocapture`.
//!
//! A file leads to another if it imports what the other defines. Names that are exported again are followed to the file
//! that defines them, so a parent that only exports what its children define leads nowhere. A circle is a strongly
//! connected component of at least two files. Code under `cfg(test)` does not count.
//!
//! A second number counts the circles if paths outside of imports lead to files too.
//!
//! What it does not show: calls of methods, and what macros expand to.

use crate::imports::{Crate, Edges};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The number of circles by imports alone, which may only fall: who breaks one writes the new number here.
const BY_IMPORTS: usize = 10;
/// The same by imports and paths.
const BY_PATHS: usize = 28;

/// The strongly connected components of at least two files.
fn circles(edges: &Edges) -> BTreeSet<BTreeSet<PathBuf>> {
    let reached = |from: &PathBuf| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(file) = open.pop() {
            let next = edges.get(&file).into_iter().flatten();
            open.extend(next.filter(|&next| reached.insert(next.clone())).cloned());
        }
        reached
    };
    let reached: BTreeMap<&PathBuf, BTreeSet<PathBuf>> =
        edges.keys().map(|file| (file, reached(file))).collect();
    let circle = |file: &PathBuf| -> BTreeSet<PathBuf> {
        let mutual =
            reached[file].iter().filter(|&other| reached.get(other).is_some_and(|back| back.contains(file)));
        mutual.cloned().collect()
    };
    edges.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

/// The root files of the crates of the workspace.
fn roots(root: &Path) -> Vec<PathBuf> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let members = manifest.split("members = [").nth(1).and_then(|behind| behind.split(']').next());
    let members = members.expect("members").lines().filter_map(|line| line.trim().split('"').nth(1));
    let places =
        members.flat_map(|member| [root.join(member).join("lib.rs"), root.join(member).join("src/lib.rs")]);
    places.chain([root.join("src/lib.rs")]).filter(|file| file.exists()).collect()
}

#[test]
fn circles_of_files_become_fewer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = |file: &Path| file.strip_prefix(root).expect("a file of the project").display().to_string();
    let (mut by_imports, mut by_paths) = (0, 0);
    for file in roots(root) {
        let read = Crate::read(&file);
        let mut edges = read.by_imports();
        for circle in circles(&edges) {
            by_imports += 1;
            println!("circle {by_imports}, {} files", circle.len());
            for file in &circle {
                let others: Vec<String> =
                    edges[file].intersection(&circle).map(|other| name(other)).collect();
                println!("    {} imports {}", name(file), others.join(", "));
            }
        }
        for (from, to) in read.by_paths() {
            edges.entry(from).or_default().extend(to);
        }
        by_paths += circles(&edges).len();
    }
    println!("{by_imports} circles by imports, {by_paths} by imports and paths");
    assert!(by_imports <= BY_IMPORTS, "{by_imports} circles of files by imports; there were {BY_IMPORTS}");
    assert!(by_paths <= BY_PATHS, "{by_paths} circles of files by imports and paths; there were {BY_PATHS}");
}

#[test]
fn a_circle_is_found_and_a_parent_that_only_exports_is_none() {
    let place = tempfile::TempDir::new().expect("a directory");
    let files = [
        ("lib.rs", "pub mod a; mod b; mod c; pub use c::C; pub use d::*; mod d; use b::B; struct Root(B);"),
        ("a.rs", "mod inner; use crate::b::B; pub struct A(B); pub use inner::Inner;"),
        ("a/inner.rs", "use super::super::C; pub struct Inner(C);"),
        (
            "b.rs",
            "pub struct B; impl B { fn b() { crate::a::A::of(\"use crate::c::C\"); } } // use crate::c::C",
        ),
        ("c.rs", "pub struct C; #[cfg(test)] mod tests { use crate::a::Inner; }"),
        ("d.rs", "use super::e; use crate::{D as Other, a::{self, Inner as Found}}; pub struct D;"),
    ];
    fs::create_dir(place.path().join("a")).expect("a directory");
    for (name, text) in files {
        fs::write(place.path().join(name), text).expect("written");
    }
    let read = Crate::read(&place.path().join("lib.rs"));
    let edges = |edges: &Edges| -> Vec<String> {
        let name = |file: &PathBuf| file.strip_prefix(place.path()).expect("below").display().to_string();
        edges
            .iter()
            .flat_map(|(from, to)| to.iter().map(move |to| format!("{} {}", name(from), name(to))))
            .collect()
    };
    let mut all = read.by_imports();
    assert_eq!(edges(&all), ["a/inner.rs c.rs", "a.rs b.rs", "d.rs a/inner.rs", "lib.rs b.rs"]);
    assert!(circles(&all).is_empty());
    assert_eq!(edges(&read.by_paths()), ["a/inner.rs c.rs", "a.rs b.rs", "b.rs a.rs", "lib.rs b.rs"]);
    all.extend(read.by_paths());
    assert_eq!(circles(&all).len(), 1);
}
