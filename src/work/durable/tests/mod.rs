//! Accidents: killed writers, two writers at once, sweeps in between, changed bits, pipes, directories of others.
//!
//! A writer that is killed is this test program itself, run again with [`child`] as its only test.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

mod directories;
mod seals;

use super::*;
use crate::stop::Stop;
use serde::Deserialize;
use std::fs;
use std::io::BufRead;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The action of the child process, and its directory.
const ROLE: &str = "CERTAMEN_WORK_TEST_ROLE";
const PLACE: &str = "CERTAMEN_WORK_TEST_PLACE";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Solved {
    format: String,
    version: u32,
    subject: String,
}

impl Manifest for Solved {
    const FILE: &'static str = "solved.json";
    const FORMAT: &'static str = "test-solved";
    const VERSION: u32 = 2;
    const HOLDS: &'static str = "a solved game";
    const LIMIT: u64 = 1000;

    fn subject(&self) -> String {
        self.subject.clone()
    }

    fn may_precede(name: &str) -> bool {
        name.starts_with("values-")
    }
}

fn solved(subject: &str) -> Solved {
    Solved { format: Solved::FORMAT.to_owned(), version: Solved::VERSION, subject: subject.to_owned() }
}

fn open_solved(path: &Path, access: Access) -> Result<Directory, WorkError> {
    Directory::open(path, solved("nim"), access, &Stop::new()).map(|(directory, _)| directory)
}

fn names(directory: &Path) -> Vec<String> {
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

/// A process that writes until it is killed.
struct Writer(Child);

impl Writer {
    fn begin(role: &str, place: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["durable::tests::child", "--exact", "--ignored", "--nocapture"]);
        command.env(ROLE, role).env(PLACE, place).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = io::BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("ready")), "the child ended early");
        Self(child)
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "the writer that other tests kill"]
fn child() {
    let (Ok(role), Some(place)) = (std::env::var(ROLE), std::env::var_os(PLACE).map(PathBuf::from)) else {
        return;
    };
    let wait = || {
        println!("ready");
        thread::sleep(Duration::from_secs(60));
    };
    match role.as_str() {
        "file" => {
            let mut file = Pending::inside(&place).unwrap();
            file.write_all(b"half").unwrap();
            wait();
        }
        "draft" => {
            let draft = Draft::beside(&place.join("certificate")).unwrap();
            fs::write(draft.path().join("part"), "half").unwrap();
            wait();
        }
        _ => {
            let _directory = open_solved(&place, Access::Write(Wait::No)).unwrap();
            wait();
        }
    }
}

#[cfg(unix)]
#[test]
fn files_of_a_killed_process_are_removed_at_once() {
    for role in ["file", "draft"] {
        let directory = TempDir::new().unwrap();
        let writer = Writer::begin(role, directory.path());
        sweep(directory.path()).unwrap();
        assert_eq!(names(directory.path()).len(), 1, "{role}: it is being written");
        writer.kill();
        assert_eq!(names(directory.path()).len(), 1, "{role}: nobody has removed it");
        sweep(directory.path()).unwrap();
        assert_eq!(names(directory.path()), [""; 0], "{role}");
    }
}

#[cfg(unix)]
#[test]
fn a_second_writer_says_who_is_first_and_a_killed_one_holds_nothing() {
    let directory = TempDir::new().unwrap();
    let writer = Writer::begin("directory", directory.path());
    let error = open_solved(directory.path(), Access::Write(Wait::No)).unwrap_err();
    let WorkError::Held { path, holder } = &error else { panic!("{error}") };
    assert_eq!(path, directory.path());
    if cfg!(target_os = "linux") {
        assert_eq!(holder.process, Some(writer.0.id()));
    }
    open_solved(directory.path(), Access::Read).unwrap();
    let place = directory.path().to_owned();
    let second = thread::spawn(move || open_solved(&place, Access::Write(Wait::Yes)).map(drop));
    thread::sleep(Duration::from_millis(150));
    assert!(!second.is_finished());
    writer.kill();
    second.join().unwrap().unwrap();
    assert_eq!(names(directory.path()), [Solved::FILE]);
}

#[cfg(unix)]
#[test]
fn a_waiting_writer_can_be_stopped() {
    let directory = TempDir::new().unwrap();
    let _first = open_solved(directory.path(), Access::Write(Wait::No)).unwrap();
    let stop = Stop::new();
    let (place, asked) = (directory.path().to_owned(), stop.clone());
    let second = thread::spawn(move || {
        Directory::open(&place, solved("nim"), Access::Write(Wait::Yes), &asked).map(drop)
    });
    thread::sleep(Duration::from_millis(100));
    stop.request();
    let error = second.join().unwrap().unwrap_err();
    assert!(matches!(error, WorkError::Interrupted { .. }), "{error}");
}

#[test]
fn nothing_that_is_being_written_is_swept() {
    const WRITERS: usize = 4;
    const FILES: usize = 200;
    let directory = TempDir::new().unwrap();
    let is_done = AtomicBool::new(false);
    let write_one = |writer: usize, number: usize| {
        let name = directory.path().join(format!("{writer}-{number}"));
        if number.is_multiple_of(4) {
            let draft = Draft::beside(&name).unwrap();
            fs::write(draft.path().join("part"), "whole").unwrap();
            draft.persist().unwrap();
        } else {
            write(&name, b"whole").unwrap();
        }
    };
    let write_one = &write_one;
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    sweep(directory.path()).unwrap();
                }
            });
        }
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| scope.spawn(move || (0..FILES).for_each(|number| write_one(writer, number))))
            .collect();
        let ended: Vec<_> = writers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_done.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok));
    });
    let names = names(directory.path());
    assert_eq!(names.len(), WRITERS * FILES);
    for name in names {
        let path = directory.path().join(name);
        let path = if path.is_dir() { path.join("part") } else { path };
        assert_eq!(fs::read(path).unwrap(), b"whole");
    }
}

#[test]
fn only_unfinished_names_are_swept() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    for name in ["foreign", ".certamen-old", ".certamen"] {
        fs::write(place(name), "").unwrap();
    }
    for name in [".certamen-a1B2c3", ".certamen-of-mine"] {
        fs::create_dir(place(name)).unwrap();
    }
    let mut held = Pending::inside(directory.path()).unwrap();
    held.write_all(b"half").unwrap();
    sweep(directory.path()).unwrap();
    let mut expected = vec!["foreign", ".certamen", ".certamen-of-mine"];
    if cfg!(not(unix)) {
        expected.extend([".certamen-old", ".certamen-a1B2c3"]);
    }
    let name = held.path().file_name().unwrap().to_str().unwrap().to_owned();
    expected.push(&name);
    expected.sort_unstable();
    assert_eq!(names(directory.path()), expected);
}

#[test]
fn a_file_gets_its_name_when_it_is_complete() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("answer");
    write(&path, b"first").unwrap();
    let mut file = Pending::beside(&path).unwrap();
    file.write_all(b"second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    drop(file);
    assert_eq!(names(directory.path()), ["answer"]);
    write_json(&path, &[1, 2]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"[\n  1,\n  2\n]\n");
    let error = write(&directory.path().join("missing/answer"), b"").unwrap_err().to_string();
    assert!(error.contains("missing/answer") && !error.contains(PREFIX), "{error}");
}

#[cfg(unix)]
#[test]
fn files_and_drafts_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    fs::write(place("file"), "").unwrap();
    fs::create_dir(place("directory")).unwrap();
    assert_eq!(mode(Pending::inside(directory.path()).unwrap().path()), mode(&place("file")));
    assert_eq!(mode(Draft::beside(&place("draft")).unwrap().path()), mode(&place("directory")));
}

#[test]
fn a_new_draft_leaves_what_has_its_name() {
    let directory = TempDir::new().unwrap();
    let destination = directory.path().join("family");
    for name in ["file", "empty", "new"] {
        let draft = Draft::beside(&destination).unwrap();
        fs::write(draft.path().join("part"), "whole").unwrap();
        match name {
            "file" => fs::write(&destination, "mine").unwrap(),
            "empty" => fs::create_dir(&destination).unwrap(),
            _ => {}
        }
        assert_eq!(draft.persist_new().is_ok(), name == "new", "{name}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "{name}: no draft is left");
        match name {
            "file" => fs::remove_file(&destination).unwrap(),
            "empty" => fs::remove_dir(&destination).unwrap(),
            _ => assert_eq!(fs::read_to_string(destination.join("part")).unwrap(), "whole"),
        }
    }
}

#[test]
fn a_draft_takes_the_place_of_an_earlier_one() {
    let directory = TempDir::new().unwrap();
    let destination = directory.path().join("deep/certificate");
    for text in ["first", "second"] {
        let draft = Draft::beside(&destination).unwrap();
        fs::write(draft.path().join(text), text).unwrap();
        draft.persist().unwrap();
        assert_eq!(names(&destination), [text]);
        assert_eq!(names(&directory.path().join("deep")), ["certificate"]);
    }
    drop(Draft::beside(&destination).unwrap());
    assert_eq!(names(&directory.path().join("deep")), ["certificate"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_directories_do_not_block() {
    use rustix::fs::{CWD, Mode, mkfifoat};
    let directory = TempDir::new().unwrap();
    let start = Instant::now();
    let pipe = |name: &str| {
        let path = directory.path().join(name);
        mkfifoat(CWD, &path, Mode::RUSR | Mode::WUSR).unwrap();
        path
    };
    let path = pipe("answer.json");
    for path in [&path, directory.path()] {
        assert!(matches!(read(path, 10), Err(WorkError::NotAFile { .. })));
        assert!(matches!(read_sealed::<serde_json::Value>(path, 10), Err(WorkError::NotAFile { .. })));
    }
    let left = pipe(".certamen-a1B2c3");
    sweep(directory.path()).unwrap();
    assert!(left.exists());
    pipe(Solved::FILE);
    for access in [Access::Read, Access::Write(Wait::No)] {
        assert!(matches!(open_solved(directory.path(), access), Err(WorkError::NotAFile { .. })));
    }
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn sizes_are_bounded_before_anything_is_read() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("SHA256SUMS");
    File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(matches!(read(&path, 1 << 20), Err(WorkError::TooLong { .. })));
    fs::write(&path, "0123456789").unwrap();
    assert_eq!(read(&path, 10).unwrap(), b"0123456789");
    assert!(matches!(read(&path, 9), Err(WorkError::TooLong { .. })));
}

#[test]
fn drafts_with_one_destination_at_once_all_find_their_place() {
    let temporary = TempDir::new().unwrap();
    for round in 0..100 {
        // At first nothing has the name: the first writer takes it, and the others exchange.
        let destination = temporary.path().join(round.to_string());
        let all_are_ready = std::sync::Barrier::new(4);
        let write = |number: usize| {
            let draft = Draft::beside(&destination).unwrap();
            fs::write(draft.path().join("number"), number.to_string()).unwrap();
            all_are_ready.wait();
            draft.persist().unwrap();
        };
        std::thread::scope(|scope| {
            let write = &write;
            (0..4).for_each(|number| drop(scope.spawn(move || write(number))));
        });
        assert!(fs::read_to_string(destination.join("number")).is_ok_and(|number| number.len() == 1));
    }
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 100);
}
