//! Real engines do a campaign of two stages. A task is killed in the middle, and another one is done twice at once. The
//! outputs and the result are those of one process alone.

use super::slurm::Slurm;
use super::{LONG, Place, kill, ran, wait_for};
use crate::support::tools::Tool;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The number of cubes.
const CUBES: usize = 6;

/// A name of directories with everything that a shell or an engine reads otherwise.
const AWKWARD: &str = r#"a b"c\d{}e%{JOB_ID}f$HOME`id`{1}{=1=}{#}%j%%'h*?!~#;&|<>(){.}"#;

/// A program and a small campaign below a directory of such a name.
struct Awkward {
    _place: TempDir,
    program: PathBuf,
    camp: PathBuf,
}

impl Awkward {
    fn new(name: &str) -> Self {
        // On the file system of the program, which gets another name.
        let place = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let directory = place.path().join(name);
        std::fs::create_dir(&directory).expect("a directory");
        let (program, camp) = (directory.join("program"), directory.join("camp"));
        std::fs::hard_link(env!("CARGO_BIN_EXE_certamen"), &program).expect("a link");
        let awkward = Self { _place: place, program, camp };
        let words = ["count", "go.positions", "--board", "3x3", "--out"];
        assert_eq!(ran(Command::new(&awkward.program).arg("plan").args(words).arg(&awkward.camp)).0, Some(0));
        awkward
    }

    fn command(&self, verb: &str, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("-q").arg(verb).arg(&self.camp).args(words);
        command
    }

    fn submit(&self, to: &str, words: &[&str]) -> super::Ran {
        ran(self.command("submit", &["--to", to]).args(words))
    }

    /// All tasks have their outputs, and the engine has its log where it belongs.
    fn is_done(&self, log: &str) {
        let (code, text) = ran(&mut self.command("gather", &[]));
        assert!(code == Some(0) && text.starts_with("12675\n"), "{text}");
        assert!(self.camp.join("jobs").join(log).is_file(), "{log}");
    }
}

/// Kills the process that works on a cube that takes long, and does another one at the same time as the engine.
fn disturb(place: &Place) -> Child {
    let twin = place.start("work camp --task 3");
    kill("-KILL", place.worker_of("solve-000002"));
    twin
}

/// The number of short tasks.
const MANY: usize = 2000;

/// An engine does many short tasks in some batches, and then only those that are lost. `submit` takes further words, waits
/// for the engine, and returns the number of batches.
fn does_many_tasks(submit: impl Fn(&Place, &str) -> usize) {
    let place = Place::new();
    assert_eq!(place.run("retro build push-fight --board 4x4 --dir pf").0, Some(0));
    let (code, text) = place.run(&format!("plan stats push-fight --dir pf --tasks {MANY} --out camp"));
    assert_eq!(code, Some(0), "{text}");
    let batches = submit(&place, " --batch-seconds 0");
    assert!((19..=21).contains(&batches), "{batches}");
    let (_, text) = place.run("work camp");
    assert_eq!(text, format!("0 tasks done, {MANY} had their outputs\n"));
    let outputs = place.files("camp/out");
    for task in ["000000", "000777", "001999"] {
        std::fs::remove_file(place.path("camp/out/ranges").join(task)).expect("an output");
    }
    std::fs::write(place.path("camp/out/ranges/001234"), "{").expect("a file");
    assert_eq!(submit(&place, " --batch-seconds 0 --again"), 4, "each batch has one task that is lost");
    assert!(outputs == place.files("camp/out"), "the outputs are the same again");
    assert_eq!(place.run("gather camp").0, Some(0));
}

/// The number of batches in the answer of `submit`.
fn batches((code, text): &super::Ran) -> usize {
    assert_eq!(*code, Some(0), "{text}");
    let words: Vec<&str> = text.split(' ').collect();
    words[3].parse().expect("a number")
}

#[test]
fn gnu_parallel_does_a_campaign() {
    if Tool::Parallel.find("that GNU parallel does a campaign").is_none() {
        return;
    }
    let place = Place::planned(LONG, CUBES);
    let alone = place.alone(LONG, CUBES);
    // The batch that is killed is tried again.
    let mut command = place.command("submit camp --to parallel --batch-seconds 0");
    let mut engine = command.stdout(Stdio::null()).spawn().expect("the program starts");
    let mut twin = disturb(&place);
    assert!(engine.wait().expect("it ends").success());
    assert!(twin.wait().expect("it ends").success());
    place.is_that_of(&alone);
    let awkward = Awkward::new(AWKWARD);
    assert_eq!(awkward.submit("parallel", &[]).0, Some(0));
    awkward.is_done("parallel-residues.log");
    does_many_tasks(|place, more| {
        batches(
            &place.run(&format!("submit camp --to parallel --batches 20{}", more.replace(" --again", ""))),
        )
    });
}

#[test]
fn hyperqueue_does_a_campaign() {
    let Some(hyperqueue) = Tool::HyperQueueFile.find("that HyperQueue does a campaign") else { return };
    let place = Place::planned(LONG, CUBES);
    let alone = place.alone(LONG, CUBES);
    // There is no program `hq` here: its file is written by a dry run, and submitted through the interface of Python.
    let submit_from = |place: &Place, more: &str| {
        let (code, text) = place.run(&format!("submit camp --to hq --dry-run{more}"));
        let (name, file) = text.split_once('\n').expect("a name and a file");
        assert_eq!((code, name), (Some(0), "==> jobs/hq.toml <=="));
        let path = place.path("camp/jobs/hq.toml");
        std::fs::write(&path, file).expect("a file");
        let mut command = Command::new(&hyperqueue[0]);
        command.args(&hyperqueue[1..]).arg(&path).current_dir(place.root());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("HyperQueue starts")
    };
    let submit = || submit_from(&place, " --batch-seconds 0");
    let mut engine = submit();
    let mut twin = disturb(&place);
    // The killed batch failed, so the second stage has not begun.
    assert!(!engine.wait().expect("it ends").success());
    assert!(twin.wait().expect("it ends").success());
    assert!(submit().wait().expect("it ends").success());
    place.is_that_of(&alone);
    let awkward = Awkward::new(&AWKWARD.replace("%{", "%"));
    let (code, text) = awkward.submit("hq", &["--dry-run"]);
    let path = awkward.camp.join("jobs/hq.toml");
    std::fs::write(&path, text.split_once('\n').expect("a name and a file").1).expect("a file");
    assert_eq!(code, Some(0));
    assert_eq!(ran(Command::new(&hyperqueue[0]).args(&hyperqueue[1..]).arg(&path)).0, Some(0));
    awkward.is_done("hq-residues-0.log");
    does_many_tasks(|place, more| {
        let more = format!(" --batches 20{}", more.replace(" --again", ""));
        assert!(submit_from(place, &more).wait().expect("it ends").success());
        let file = std::fs::read_to_string(place.path("camp/jobs/hq.toml")).expect("a file");
        file.matches("[[task]]").count()
    });
}

#[test]
fn slurm_does_a_campaign() {
    if Tool::Slurm.find("that Slurm does a campaign").is_none() {
        return;
    }
    let slurm = Slurm::start();
    let place = Place::planned(LONG, CUBES);
    let alone = place.alone(LONG, CUBES);
    let submit = |more: &str| {
        let words = format!("submit camp --to slurm --batch-seconds 0{more}");
        let (code, text) = ran(place.command(&words).env("SLURM_CONF", slurm.configuration()));
        assert!(code == Some(0) && text.contains("batches: job "), "{text}");
    };
    submit("");
    let mut twin = disturb(&place);
    // The node is drained: what runs goes on, and nothing else begins. Then it is resumed.
    slurm.control(&["update", "nodename=localhost", "state=drain", "reason=test"]);
    wait_for("drained node", || slurm.query("sinfo", &["-h", "-o", "%T"]).contains("drained").then_some(()));
    assert!(!slurm.query("squeue", &["-h"]).is_empty(), "elements of the array wait for the node");
    slurm.control(&["update", "nodename=localhost", "state=resume"]);
    wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
    assert!(twin.wait().expect("it ends").success());
    let (code, text) = place.run("status camp");
    // The killed element failed, so the stage after it was given up.
    assert!(
        code == Some(3) && text.starts_with(&format!("solve      {} of {CUBES} done, 1 begun", CUBES - 1)),
        "{text}"
    );
    assert!(text.contains(&format!("check      0 of {CUBES} done\n")), "{text}");
    submit(" --again");
    wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
    place.is_that_of(&alone);

    // The arrays of this site have at most 21 elements.
    does_many_tasks(|place, more| {
        let words = format!("submit camp --to slurm{more}");
        let submitted = ran(place.command(&words).env("SLURM_CONF", slurm.configuration()));
        wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
        batches(&submitted)
    });

    // At its time limit or by scancel, a job gets SIGTERM: its task ends cleanly, and is resumed.
    let awkward = Awkward::new(&AWKWARD.replace('\\', ""));
    let options = ["--partition", "main", "--engine-option", "--comment='a \"b\"'"];
    let (code, text) = ran(awkward
        .command("submit", &["--to", "slurm"])
        .args(options)
        .env("SLURM_CONF", slurm.configuration()));
    assert_eq!(code, Some(0), "{text}");
    wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
    awkward.is_done("slurm-residues-0.log");

    let place = Place::planned(LONG, 2);
    let alone = place.alone(LONG, 2);
    let words = "submit camp --to slurm --batch-seconds 0";
    let (code, text) = ran(place.command(words).env("SLURM_CONF", slurm.configuration()));
    assert_eq!(code, Some(0), "{text}");
    place.worker_of("solve-000001");
    let array = text.split("job ").nth(1).and_then(|rest| rest.split(',').next()).expect("a job").to_owned();
    slurm.run("scancel", &["--batch", "--signal=TERM", &format!("{array}_1")]);
    let log = place.path("camp/jobs/slurm-solve-1.log");
    wait_for("word of the stopped task", || {
        let text = std::fs::read_to_string(&log).ok()?;
        text.contains("stopped: the same command continues").then_some(())
    });
    wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
    let again = format!("{words} --again");
    assert_eq!(ran(place.command(&again).env("SLURM_CONF", slurm.configuration())).0, Some(0));
    wait_for("end of the jobs", || slurm.query("squeue", &["-h"]).is_empty().then_some(()));
    place.is_that_of(&alone);
}
