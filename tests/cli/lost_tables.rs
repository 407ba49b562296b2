//! Tables that are lost, exchanged or not built yet: what speaks of all positions refuses them and names the file.

use crate::support::run::Place;
use certamen::work::stop::Stop;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The smallest game of Ostle with several layers.
const OSTLE: &str = "ostle --board 3x3 --pieces 2 --lose-at 0";

/// A solved game in the directory `d`.
pub(crate) struct Solved<'a> {
    /// What builds it.
    pub(crate) build: &'a str,
    /// Some of its files.
    pub(crate) files: &'a [&'a str],
    /// What speaks of all positions.
    pub(crate) verbs: &'a [&'a str],
    /// A look at one position, and the only file of these that it needs.
    pub(crate) probe: (&'a str, &'a str),
}

fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("bytes"))).collect()
}

/// Why the explorer does not list the longest games of these tables.
fn in_the_explorer(directory: &Path) -> String {
    let app = certamen::games::app("certamen");
    let mut reasons = app.games().iter().filter_map(|game| match game.atlas(directory) {
        Ok(atlas) => atlas?.longest(false, 1, &Stop::new()).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    });
    reasons.next().unwrap_or_default()
}

/// Loses each of the files, and builds it again.
pub(crate) fn lose_files(place: &Place, solved: &Solved<'_>) {
    let Solved { build, files, verbs, probe } = solved;
    let directory = place.path().join("d");
    let whole = contents(&directory);
    for file in *files {
        let path = directory.join(file);
        fs::remove_file(&path).expect("a file");
        for verb in *verbs {
            place.run(verb).refused(&[&format!("d/{file} is missing: build it first")]);
        }
        assert!(!place.path().join("camp").exists(), "{file}");
        assert!(in_the_explorer(&directory).contains(&format!("d/{file} is missing")), "{file}");
        // Other positions are still there.
        let probed = place.run(probe.0);
        if probe.1 == *file || *file == "layers.json" {
            probed.refused(&[file]);
        } else {
            probed.answers(0);
        }
        // An empty file is no table, and neither is that of another layer under this name.
        fs::write(&path, "").expect("room");
        place.run(verbs[0]).refused(&[file]);
        let ending = Path::new(file).extension();
        let is_other = |name: &str| name != *file && Path::new(name).extension() == ending;
        let other = whole.iter().find(|(name, _)| is_other(name) && *file != "layers.json");
        if let Some((_, other)) = other {
            fs::write(&path, other).expect("room");
            place.run(verbs[0]).refused(&[file, "expected"]);
        }
        fs::remove_file(&path).expect("a file");
        place.run(build).answers(0);
        assert!(contents(&directory) == whole, "{file} is built again as it was");
    }
}

#[test]
fn whatever_speaks_of_all_positions_names_the_table_that_is_missing() {
    let place = Place::new();
    let of = |verb: &str, flags: &str| format!("{verb} {OSTLE} --dir d{flags}");
    let verbs = [
        of("retro stats", ""),
        of("retro longest", ""),
        of("retro longest", " --losses --format svg"),
        of("retro audit", ""),
        of("retro audit", " --samples 1"),
        of("puzzles", ""),
        of("plan audit", " --out camp"),
        format!("retro compare {OSTLE} --dir d --with p"),
        format!("retro compare {OSTLE} --dir p --with d --rule paper"),
    ];
    let build = of("retro build", "");
    place.run(&build).answers(0);
    place.run(&format!("retro build {OSTLE} --rule paper --dir p")).answers(0);
    let solved = Solved {
        build: &build,
        files: &["1v1.table", "2v1.table", "2v2.table"],
        verbs: &verbs.each_ref().map(String::as_str),
        probe: (&of("retro probe", " 000-102-300"), "1v1.table"),
    };
    lose_files(&place, &solved);
    for verb in &verbs {
        place.run(verb).answers(0);
    }
    place.run(&of("plan audit", " --out audit")).answers(0);
    // One layer may be asked about alone, as in a directory in which the others are not built yet.
    fs::remove_file(place.path().join("d/2v2.table")).expect("a table");
    // What is left to do is counted without the tables, and that it may be too much is said.
    let status = place.run("status audit");
    assert_eq!(status.code, Some(3), "{status:?}");
    assert!(status.err.contains("stages that are not needed are counted as well: "), "{status:?}");
    assert!(status.err.contains("d/2v2.table is missing"), "{status:?}");
    for verb in ["retro stats", "retro longest", "retro audit"] {
        place.run(&of(verb, " --layer 1v1")).answers(0);
        place.run(&of(verb, " --layer 2v2")).refused(&["d/2v2.table is missing: build it first"]);
        place.run(&of(verb, " --layer 3v3")).refused(&["no layer `3v3`: expected one of all, 1v1, "]);
    }
    place.run("retro build push-fight --board 4x3 --dir q").answers(0);
    fs::remove_file(place.path().join("q/positions.plies")).expect("a table");
    for verb in [
        "retro stats push-fight",
        "retro longest push-fight",
        "retro audit push-fight",
        "retro probe push-fight .Oox.Y",
    ] {
        place.run(&format!("{verb} --dir q")).refused(&["q/positions.plies is missing: build it first"]);
    }
}
