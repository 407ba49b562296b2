//! Pipes, directories, devices and circles of links at the path of every file of a directory: each verb that reads the
//! directory ends at once, with its usual answer or an error of one line.

use crate::support::run::Place;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory `d`: the commands that make it, and those that read it.
struct Subject {
    make: &'static [&'static str],
    read: &'static [&'static str],
}

const SUBJECTS: [Subject; 8] = [
    Subject { make: &["prove othello.mobility --board 4x4 --reachable --out d"], read: &["check d"] },
    Subject { make: &["enumerate push-fight.stuck --board 4x3 --out d"], read: &["check d"] },
    Subject {
        make: &["cube othello.mobility --board 4x4 --at-least 9 --count 1 --out d", "run-cube d 0"],
        read: &["check d", "run-cube d 0"],
    },
    Subject {
        make: &["plan cube othello.mobility --board 4x4 --at-least 9 --count 1 --out d", "work d"],
        read: &["status d", "work d", "gather d", "check d", "submit d --to slurm --dry-run"],
    },
    Subject {
        make: &["retro build push-fight --board 4x3 --dir d"],
        read: &["retro stats push-fight --dir d", "retro build push-fight --board 4x3 --dir d"],
    },
    Subject {
        make: &["retro build ostle --dir d --board 3x3 --pieces 2 --lose-at 1"],
        read: &["retro stats ostle --dir d", "retro probe ostle 020-112-300 --dir d"],
    },
    Subject {
        make: &["count go.positions --board 4x4 --dir d"],
        read: &["count go.positions --board 4x4 --dir d"],
    },
    Subject {
        make: &["profile othello.mobility --board 4x4 --out d --jobs 1"],
        read: &["profile othello.mobility --board 4x4 --out d --jobs 1"],
    },
];

/// What stands in the place of a file.
#[derive(Clone, Copy, Debug)]
enum Special {
    Pipe,
    Directory,
    Device,
    Circle,
}

impl Special {
    fn make(self, path: &Path) {
        match self {
            Self::Pipe => {
                assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
            }
            Self::Directory => fs::create_dir(path).expect("room"),
            Self::Device => symlink("/dev/zero", path).expect("room"),
            Self::Circle => symlink(path, path).expect("room"),
        }
    }
}

/// The paths of all files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

impl Subject {
    fn made(&self) -> Place {
        let place = Place::new();
        for command in self.make {
            place.run(&format!("-q {command}")).answers(0);
        }
        place
    }
}

/// Puts something else in the place of one file, and lets a verb read the directory.
fn read_with(whole: &Place, special: Special, file: &Path, reader: &str) {
    let place = Place::new();
    copy(&whole.path().join("d"), &place.path().join("d"));
    let path = place.path().join(file);
    fs::remove_file(&path).expect("a file");
    special.make(&path);
    let ran = place.run(&format!("-q {reader}"));
    match ran.code {
        Some(0) => {}
        Some(1) => assert!(ran.out().ends_with("\ns NOT VERIFIED\n"), "{ran:?}"),
        Some(2) => ran.complains(&[]),
        _ => panic!("{special:?} in place of {}, {reader}: {ran:?}", path.display()),
    }
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let path = to.join(file.strip_prefix(from).expect("a file below"));
        fs::create_dir_all(path.parent().expect("a directory")).expect("room");
        fs::copy(file, path).expect("room");
    }
}

#[test]
fn no_verb_waits_for_a_special_file() {
    for subject in &SUBJECTS {
        let whole = subject.made();
        let files: Vec<PathBuf> = files(&whole.path().join("d"))
            .into_iter()
            .map(|file| file.strip_prefix(whole.path()).expect("a file below").to_owned())
            .collect();
        for file in &files {
            for reader in subject.read {
                read_with(&whole, Special::Pipe, file, reader);
            }
        }
        for special in [Special::Directory, Special::Device, Special::Circle] {
            read_with(&whole, special, &files[0], subject.read[0]);
        }
    }
}
