//! Campaigns: planned, worked on, gathered and checked; damage and interruptions are noticed; engines that people have do
//! the same.

mod engines;
mod faults;
mod filesystems;
mod forecast;
mod phases;
mod positions;
mod provenance;
mod ranges;
mod slurm;
mod sweeps;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// An exit code and the output.
type Ran = (Option<i32>, String);

/// A directory with campaigns in it.
pub(crate) struct Place(TempDir);

/// No position on 4x4 has 9 legal moves.
pub(crate) const NONE: &str = "othello.mobility --board 4x4 --at-least 9 --symmetry-breaking";
/// A question whose cubes take some time.
pub(crate) const LONG: &str = "othello.mobility --at-least 35";

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    /// A place with a campaign of `count` cubes in `camp`.
    pub(crate) fn planned(question: &str, count: usize) -> Self {
        let place = Self::new();
        place.plan("camp", question, count);
        place
    }

    pub(crate) fn plan(&self, name: &str, question: &str, count: usize) {
        let command = format!("plan cube {question} --count {count} --probe 0.1 --out {name}");
        let (code, text) = self.run(&command);
        assert!(code == Some(0) && text.ends_with(&format!("{} tasks in {name}\n", 2 * count)), "{text}");
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
        command.arg("-q").args(words.split(' ')).current_dir(self.root());
        command
    }

    pub(crate) fn run(&self, words: &str) -> Ran {
        ran(&mut self.command(words))
    }

    /// The same, without remarks.
    pub(crate) fn judged(&self, words: &str) -> Ran {
        let (code, text) = self.run(words);
        let is_judgement = |line: &&str| !line.starts_with("c ");
        (code, text.split_inclusive('\n').filter(is_judgement).collect())
    }

    pub(crate) fn start(&self, words: &str) -> Child {
        let mut command = self.command(words);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// The files below a directory, by their paths.
    pub(crate) fn files(&self, name: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let (root, mut files, mut open) = (self.path(name), BTreeMap::new(), vec![self.path(name)]);
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(&directory).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let bytes = fs::read(&path).expect("a file");
                    files.insert(path.strip_prefix(&root).expect("below").to_owned(), bytes);
                }
            }
        }
        files
    }

    /// The outputs and the result of one process alone, for the same question.
    pub(crate) fn alone(&self, question: &str, count: usize) -> [BTreeMap<PathBuf, Vec<u8>>; 2] {
        self.plan("alone", question, count);
        let (code, text) = self.run("work alone --jobs 1");
        assert_eq!((code, text), (Some(0), format!("{} tasks done, 0 had their outputs\n", 2 * count)));
        assert_eq!(self.run("gather alone").0, Some(0));
        [self.files("alone/out"), self.files("alone/result")]
    }

    /// Gathers the campaign `camp`, and compares it with what one process alone gave.
    pub(crate) fn is_that_of(&self, alone: &[BTreeMap<PathBuf, Vec<u8>>; 2]) {
        let (code, text) = self.run("gather camp");
        assert_eq!(code, Some(0), "{text}");
        assert!(self.files("camp/out") == alone[0], "the outputs differ from those of one process");
        assert!(self.files("camp/result") == alone[1], "the result differs from that of one process");
        let (code, text) = self.run("check camp");
        assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
    }

    /// Waits until a process works on a task, and returns its number.
    pub(crate) fn worker_of(&self, task: &str) -> u32 {
        let record = self.path(&format!("camp/runs/{task}.json"));
        let running = || {
            let text = fs::read_to_string(&record).ok()?;
            let record: serde_json::Value = serde_json::from_str(&text).ok()?;
            (record["phase"] == "running").then(|| record["process"].as_u64()).flatten()
        };
        wait_for(&format!("a process that works on {task}"), running) as u32
    }
}

pub(crate) fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout) + &text(output.stderr))
}

/// An output as text, a letter for each byte, in front of its seal; and the seal.
pub(crate) fn payload(path: &Path) -> (String, String) {
    let text: String = fs::read(path).expect("an output").into_iter().map(char::from).collect();
    let (payload, seal) = text.trim_end().rsplit_once("\n{").expect("a seal");
    (payload.to_owned(), seal.to_owned())
}

/// Changes the bytes of an output and seals them anew, as anybody can who may write the file.
pub(crate) fn reseal(path: &Path, change: impl FnOnce(&str) -> String) {
    let (payload, seal) = payload(path);
    let changed = change(&payload);
    assert_ne!(payload, changed, "nothing was changed");
    let (members, _) = seal.split_once(",\"sha256\"").expect("a checksum");
    let length = |text: &str| format!("\"length\":{}", text.chars().count());
    let members = members.replace(&length(&payload), &length(&changed));
    let bytes = |text: String| -> Vec<u8> { text.chars().map(|letter| letter as u8).collect() };
    let covered = format!("{changed}\n{{{members}");
    let sum = certamen::ask::emission::sha256(&bytes(covered.clone()));
    fs::write(path, bytes(format!("{covered},\"sha256\":\"{sum}\"}}\n"))).expect("a file");
}

/// Looks again and again until there is something.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "no {what} within five minutes");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn kill(signal: &str, process: u32) {
    let status = Command::new("kill").args([signal, &process.to_string()]).status().expect("kill runs");
    assert!(status.success(), "the process {process} had ended");
}

#[test]
fn a_campaign_of_cubes_gives_what_run_cube_gives() {
    let place = Place::planned(NONE, 4);
    let (code, text) = place.run("status camp");
    assert!(
        code == Some(3) && text.starts_with("solve      0 of 4 done\ncheck      0 of 4 done\n"),
        "{text}"
    );
    assert!(text.ends_with("of one processor; nobody is at work\n"), "{text}");
    assert_eq!(place.run("gather camp").0, Some(3));
    assert_eq!(place.run("work camp"), (Some(0), "8 tasks done, 0 had their outputs\n".to_owned()));
    assert_eq!(place.run("work camp"), (Some(0), "0 tasks done, 8 had their outputs\n".to_owned()));
    let (code, text) = place.run("status camp");
    assert!(code == Some(0) && text.ends_with("complete: gather puts the result together\n"), "{text}");
    let refuted = format!("refuted: {NONE}\n4 cubes that cover all cases; 4 proofs");
    let again = "2 of 8 tasks computed again: the same bytes (--seed 1)\n";
    let (code, text) = place.run("gather camp --recheck 20% --seed 1");
    let expected =
        format!("{refuted}, checked by tasks\n{again}8 outputs with their seals; result in camp/result\n");
    assert_eq!((code, text), (Some(0), expected));
    assert_eq!(place.judged("check camp"), (Some(0), format!("{refuted} checked\ns VERIFIED\n")));
    let (code, text) = place.judged("check camp --recompute 2 --seed 1");
    assert_eq!((code, text), (Some(0), format!("{refuted} checked\n{again}s VERIFIED\n")));
    // The same cubes, one by one.
    assert_eq!(place.run(&format!("cube {NONE} --count 4 --out cubes")).0, Some(0));
    for index in 0..4 {
        assert_eq!(place.run(&format!("run-cube cubes {index}")).0, Some(0));
    }
    assert!(place.files("cubes") == place.files("camp/result"));
}

#[test]
fn a_position_in_a_cube_answers_the_question() {
    let place = Place::planned("othello.mobility --board 4x4 --at-least 3", 4);
    assert_eq!(place.run("work camp").0, Some(0));
    let (code, text) = place.run("gather camp");
    assert!(code == Some(0) && text.contains("\npossible: othello.mobility"), "{text}");
    let (code, text) = place.run("check camp");
    assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
}

#[test]
fn several_processes_share_the_work_and_give_the_same_bytes() {
    let place = Place::planned(NONE, 8);
    let alone = place.alone(NONE, 8);
    let mut workers: Vec<Child> = (0..3).map(|_| place.start("work camp --jobs 2")).collect();
    // Tasks that are done twice at once.
    workers.extend((0..2).map(|_| place.start("work camp --range 0..4")));
    for mut worker in workers {
        assert!(worker.wait().expect("it ends").success());
    }
    place.is_that_of(&alone);
}

#[test]
fn a_count_by_residues_is_that_of_one_run() {
    let place = Place::new();
    let (code, text) = place.run("plan count go.positions --board 6x6 --out camp");
    assert!(code == Some(0) && text.ends_with("1 task in camp\n"), "{text}");
    let (code, text) = place.run("plan count go.positions --board 8x8 --threads 2 --out camp8");
    assert!(code == Some(0) && text.ends_with("2 tasks in camp8\n"), "{text}");
    for (board, name) in [("6x6", "camp"), ("8x8", "camp8")] {
        assert_eq!(place.run(&format!("work {name}")).0, Some(0));
        let (code, text) = place.run(&format!("gather {name}"));
        let (_, whole) = place.run(&format!("count go.positions --board {board}"));
        assert!(code == Some(0) && text.starts_with(&whole), "{text}");
        assert_eq!(
            place.judged(&format!("check {name}")),
            (Some(3), format!("{whole}outputs agree with the plan; not computed again\n"))
        );
        fs::write(place.path(&format!("{name}/result/counts.txt")), "1\n").expect("a file");
        let (code, text) = place.run(&format!("check {name}"));
        assert!(code == Some(1) && text.contains("not what the outputs give"), "{text}");
    }
}

#[test]
fn a_profile_by_classes_is_that_of_one_run() {
    let place = Place::new();
    let asked = ["othello", "max count(legal)", "--board", "4x4", "--by", "count(occupied)"];
    let with = |verb: &[&str], out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
        ran(command.arg("-q").args(verb).args(asked).args(["--out", out]).current_dir(place.root()))
    };
    let (code, text) = with(&["plan", "profile"], "camp");
    assert!(code == Some(0) && text.starts_with("classes "), "{text}");
    let (code, whole) = with(&["profile"], "profile");
    let table = whole.rsplit_once("every bound is exact").expect("a table").0;
    assert_eq!((code, place.run("work camp").0), (Some(0), Some(0)));
    let (code, text) = place.run("gather camp --recheck 10%");
    assert!(code == Some(0) && text.starts_with(&format!("{table}every bound is exact\n")), "{text}");
    let (code, text) = place.run("check camp");
    assert!(code == Some(3) && text.ends_with("outputs agree with the plan; not computed again\n"), "{text}");
    // The result is a profile that is complete: it has nothing to do.
    let (code, text) = with(&["profile"], "camp/result");
    assert!(code == Some(0) && text.starts_with(table), "{text}");
}

#[test]
fn cubes_of_others_are_read_and_written_as_icnf() {
    let place = Place::new();
    let (code, _) = place.run(&format!("cube {NONE} --count 4 --out cubes --icnf cubes.icnf"));
    assert_eq!(code, Some(0));
    let text = fs::read_to_string(place.path("cubes.icnf")).expect("a file");
    assert!(
        text.starts_with("p inccnf\n") && text.lines().filter(|line| line.starts_with("a ")).count() == 4
    );
    // As march_cu writes them: cubes alone.
    let alone: String =
        text.lines().filter(|line| line.starts_with('a')).collect::<Vec<_>>().join("\n") + "\n";
    fs::write(place.path("alone.icnf"), alone).expect("a file");
    for (file, out) in [("cubes.icnf", "one"), ("alone.icnf", "two")] {
        assert_eq!(place.run(&format!("cube {NONE} --cubes {file} --out {out}")).0, Some(0));
        assert!(place.files("cubes") == place.files(out));
    }
    // Cubes that leave something out are noticed at the end.
    let part: String = text.lines().take(text.lines().count() - 1).collect::<Vec<_>>().join("\n") + "\n";
    fs::write(place.path("part.icnf"), part).expect("a file");
    assert_eq!(place.run(&format!("plan cube {NONE} --cubes part.icnf --out camp")).0, Some(0));
    assert_eq!(place.run("work camp").0, Some(0));
    let (code, text) = place.run("gather camp");
    assert!(code == Some(2) && text.contains("the cubes do not cover everything"), "{text}");
    fs::write(place.path("bad.icnf"), "p inccnf\na 1 2\n").expect("a file");
    let (code, text) = place.run(&format!("cube {NONE} --cubes bad.icnf --out bad"));
    assert_eq!((code, text.as_str()), (Some(2), "certamen: bad.icnf: line 2: the final 0 is missing\n"));
    assert!(!place.path("bad").exists());
}
