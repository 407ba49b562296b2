//! The directories that the program writes, one of each kind, and their contents after an undisturbed run.

use crate::place::{Contents, Place, Ran};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A kind of directory. All commands write into or read the directory `d`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// The commands to run before.
    pub(crate) before: &'static [&'static str],
    /// The command that makes it. After a kill, the same command continues or begins again.
    pub(crate) make: &'static str,
    /// The commands that read it, besides the command that makes it.
    pub(crate) read: &'static [&'static str],
    /// Whether every changed byte has to be refused. Otherwise a change may be harmless.
    pub(crate) is_strict: bool,
    /// Whether only one process at a time writes, and another one can wait for it.
    pub(crate) has_lock: bool,
}

const SMALL: &str = "retro build ostle --dir d --board 3x3 --pieces 2 --lose-at 1";
const SEARCHED: &str = "retro distances ostle --dir d --board 3x3 --pieces 2 --lose-at 1";

/// One of each kind.
pub(crate) const SUBJECTS: [Subject; 13] = [
    Subject {
        name: "count",
        before: &[],
        make: "count go.positions --board 8x8 --dir d --checkpoint-every 0",
        read: &["count go.positions --board 8x8 --widths --dir d"],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "count-on-disk",
        before: &[],
        make: "count go.positions --board 6x7 --dir d --memory 1",
        read: &[],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "tables",
        before: &[],
        make: "retro build ostle --dir d --board 4x4 --pieces 2 --lose-at 0 --checkpoint-every 0",
        read: &["retro longest ostle --dir d --board 4x4 --pieces 2 --lose-at 0 --limit 3"],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "distances",
        before: &[],
        make: "retro distances ostle --dir d --board 4x4 --pieces 2 --lose-at 0 --checkpoint-every 0",
        read: &[],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "small-tables",
        before: &[SEARCHED],
        make: SMALL,
        read: &[
            SEARCHED,
            "retro audit ostle --dir d --board 3x3 --pieces 2 --lose-at 1",
            "retro stats ostle --dir d --board 3x3 --pieces 2 --lose-at 1",
            "retro probe ostle 020-112-300 --dir d --board 3x3 --pieces 2 --lose-at 1",
        ],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "positions",
        before: &[],
        make: "retro build push-fight --board 4x4 --dir d --checkpoint-every 0",
        read: &["retro stats push-fight --dir d", "retro longest push-fight --dir d --limit 3"],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "positions-on-disk",
        before: &[],
        make: "retro build push-fight --board 4x3 --dir d --checkpoint-every 0 --memory 1",
        read: &["retro audit push-fight --dir d --memory 1"],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "profile",
        before: &[],
        make: "profile othello.mobility --board 4x4 --out d --jobs 1",
        read: &[],
        is_strict: false,
        has_lock: true,
    },
    Subject {
        name: "cube",
        before: &[
            "cube othello.mobility --board 4x4 --at-least 9 --count 3 --out d",
            "run-cube d 0",
            "run-cube d 1",
        ],
        make: "run-cube d 2",
        read: &["check d"],
        is_strict: false,
        has_lock: false,
    },
    Subject {
        name: "campaign",
        before: &["plan cube othello.mobility --board 4x4 --at-least 9 --count 3 --out d", "work d"],
        make: "gather d",
        read: &["check d"],
        is_strict: false,
        has_lock: false,
    },
    Subject {
        name: "certificate",
        before: &[],
        make: "prove othello.mobility --board 4x4 --out d",
        read: &["check d"],
        is_strict: true,
        has_lock: false,
    },
    Subject {
        name: "composed",
        before: &[],
        make: "prove othello.mobility --board 4x4 --reachable --out d",
        read: &["check d"],
        is_strict: true,
        has_lock: false,
    },
    Subject {
        name: "list",
        before: &[],
        make: "enumerate push-fight.stuck --board 4x3 --out d",
        read: &["check d"],
        is_strict: true,
        has_lock: false,
    },
];

/// A directory that was made without disturbance.
#[derive(Debug)]
pub(crate) struct Whole {
    /// The directory before the last command.
    pub(crate) before: Contents,
    /// The directory at the end.
    pub(crate) contents: Contents,
    /// The answer of the command that makes it, and how long it took.
    pub(crate) answer: Ran,
    pub(crate) time: Duration,
    /// The answers of the commands that read it, the one that makes it first.
    pub(crate) answers: Vec<Ran>,
}

/// The directories that have been made so far; each kind is made when it is first needed.
pub(crate) struct Prepared(RefCell<BTreeMap<&'static str, Rc<Whole>>>);

impl Subject {
    /// The commands that read it, the one that makes it first.
    pub(crate) fn readers(&self) -> impl Iterator<Item = &'static str> {
        [self.make].into_iter().chain(self.read.iter().copied())
    }

    fn whole(&self) -> Result<Whole, String> {
        let place = Place::new();
        let good = |command: &str| {
            let ran = place.run(command);
            let is_good = ran.code == Some(0) && ran.fault().is_none();
            if is_good { Ok(ran) } else { Err(format!("undisturbed, {command} ends with {ran:?}")) }
        };
        for command in self.before {
            good(command)?;
        }
        let before = place.contents("d");
        let start = Instant::now();
        let answer = good(self.make)?;
        let time = start.elapsed();
        let contents = place.contents("d");
        let answers = self.readers().map(good).collect::<Result<_, _>>()?;
        if timeless(self, &place.contents("d")) != timeless(self, &contents) && self.name != "profile" {
            return Err(format!("reading changes the directory of {}", self.name));
        }
        Ok(Whole { before, contents, answer, time, answers })
    }
}

impl Prepared {
    pub(crate) fn new() -> Self {
        Self(RefCell::default())
    }

    pub(crate) fn get(&self, subject: &Subject) -> Result<Rc<Whole>, String> {
        if let Some(whole) = self.0.borrow().get(subject.name) {
            return Ok(Rc::clone(whole));
        }
        let whole = Rc::new(subject.whole()?);
        self.0.borrow_mut().insert(subject.name, Rc::clone(&whole));
        Ok(whole)
    }
}

/// The same files without the parts that depend on elapsed times and the hour, and without the checksums of these.
pub(crate) fn timeless(subject: &Subject, contents: &Contents) -> Contents {
    let is_timed =
        |line: &&str| ["\"seconds\"", "\"sha256\"", "\"open_after\""].iter().any(|it| line.contains(it));
    let without = |(path, bytes): (&PathBuf, &Vec<u8>)| {
        let kept = match subject.name {
            // It says when, and by whom, outputs were gathered.
            _ if path.as_path() == Path::new("provenance.json") => Vec::new(),
            "profile" => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                text.lines().filter(|line| !is_timed(line)).collect::<Vec<_>>().join("\n").into_bytes()
            }
            _ => bytes.clone(),
        };
        (path.clone(), kept)
    };
    contents.iter().map(without).collect()
}

/// The difference of a directory from the undisturbed one, if any.
pub(crate) fn difference(subject: &Subject, found: &Contents, whole: &Whole) -> Option<String> {
    let (found, expected) = (timeless(subject, found), timeless(subject, &whole.contents));
    let paths: std::collections::BTreeSet<_> = found.keys().chain(expected.keys()).collect();
    let different = paths.into_iter().find(|path| found.get(*path) != expected.get(*path))?;
    let how = match (found.contains_key(different), expected.contains_key(different)) {
        (true, false) => "is left over",
        (false, _) => "is missing",
        _ => "has other bytes",
    };
    Some(format!("{}: {} {how}", subject.name, different.display()))
}
