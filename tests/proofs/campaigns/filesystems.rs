//! Shared file systems as they are, and clocks that are wrong: nothing is lost, and the result is that of one process.

use super::{NONE, Place, Ran, kill, ran, wait_for};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The library that stands in front of the file system.
fn preloaded() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{}.so", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/disk.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
        assert_eq!(ran(&mut compiler), (Some(0), String::new()));
        library
    })
}

/// The program on a file system with these faults.
fn faulty(place: &Place, faults: &[(&str, &str)], words: &str) -> Command {
    let mut command = place.command(words);
    command.env("LD_PRELOAD", preloaded()).envs(faults.iter().copied());
    command
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// How processes end that run at the same time.
fn ended(children: Vec<Child>) -> Vec<Ran> {
    let end = |child: Child| {
        let output = child.wait_with_output().expect("it ends");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("UTF-8"))
    };
    children.into_iter().map(end).collect()
}

/// A place with campaigns of 40 short tasks: `camp`, and `alone`, which one process has done.
fn counted() -> Place {
    let place = Place::new();
    assert_eq!(place.run("retro build push-fight --board 4x3 --dir pf").0, Some(0));
    for name in ["camp", "alone"] {
        let (code, text) = place.run(&format!("plan stats push-fight --dir pf --tasks 40 --out {name}"));
        assert_eq!(code, Some(0), "{text}");
    }
    assert_eq!(place.run("work alone --jobs 1").1, "40 tasks done, 0 had their outputs\n");
    assert_eq!(place.run("gather alone").0, Some(0));
    place
}

/// The outputs and the result of `camp` are those of `alone`, and nothing unfinished is left.
fn is_that_of_one(place: &Place) {
    let (code, text) = place.run("gather camp");
    assert_eq!(code, Some(0), "{text}");
    for part in ["out", "result"] {
        let files = |camp: &str| place.files(&format!("{camp}/{part}"));
        assert!(files("camp") == files("alone"), "{part} differs from that of one process");
    }
    let names = fs::read_dir(place.path("camp")).expect("a directory");
    let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    assert!(names.into_iter().all(|name| !name.starts_with('.')), "a draft is left");
}

#[test]
fn without_locks_tasks_may_be_done_twice_and_none_is_lost() {
    // No locks at hand, not on this file system, not on such a file; and those that do not reach other machines.
    for error in ["37", "95", "22", "0"] {
        let faults = [("DISK_LOCKS", error)];
        let place = counted();
        let workers = (0..4).map(|number| match number {
            0 => start(faulty(&place, &faults, "work camp --range 0..20 --jobs 1")),
            _ => start(faulty(&place, &faults, "work camp --jobs 2")),
        });
        let mut done = 0;
        for (code, text) in ended(workers.collect()) {
            assert_eq!(code, Some(0), "{error}: {text}");
            done += text.split(' ').next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
        }
        assert!(done >= 40, "{error}: {done}");
        let (code, text) = ran(&mut faulty(&place, &faults, "status camp"));
        assert!(code == Some(0) && text.starts_with("ranges     40 of 40 done\n"), "{error}: {text}");
        assert_eq!(ran(&mut faulty(&place, &faults, "gather camp")).0, Some(0));
        is_that_of_one(&place);
    }
}

#[test]
fn outputs_that_are_seen_late_are_waited_for_or_made_twice() {
    let place = Place::planned(NONE, 4);
    let alone = place.alone(NONE, 4);
    // In lists of names too, or only when they are opened.
    for listed in [&[("DISK_LATE", "700")][..], &[("DISK_LATE", "700"), ("DISK_LISTED", "1")]] {
        fs::remove_dir_all(place.path("camp")).expect("a directory");
        place.plan("camp", NONE, 4);
        let work = |words: &str| start(faulty(&place, listed, words));
        // As an engine does it: the second stage begins when the processes of the first one have ended.
        for stage in
            [["work camp --range 0..2", "work camp --range 2..4"], ["work camp", "work camp --range 4..8"]]
        {
            for (code, text) in ended(stage.map(work).into()) {
                assert_eq!(code, Some(0), "{text}");
            }
        }
        let gathered = wait_for("outputs that are seen", || {
            let (code, text) = ran(&mut faulty(&place, listed, "gather camp"));
            assert!(matches!(code, Some(0 | 3)), "{text}");
            (code == Some(0)).then_some(text)
        });
        assert!(gathered.starts_with("refuted: "), "{gathered}");
        place.is_that_of(&alone);
    }
}

/// Sets the times of all files of the campaign.
fn touch(place: &Place, time: &str) {
    let paths = place.files("camp").into_keys().map(|name| place.path("camp").join(name));
    assert_eq!(
        ran(Command::new("touch").args(["-m", "-a", "-d", time]).args(paths)),
        (Some(0), String::new())
    );
}

#[test]
fn nothing_rests_on_times_of_files_or_on_clocks() {
    let place = counted();
    let ahead: [(&str, &str); 2] = [("CLOCK_AHEAD", "18000"), ("CLOCK_AHEAD", "-18000")];
    for (number, (fault, time)) in ahead.into_iter().zip(["5 hours", "7 hours ago"]).enumerate() {
        touch(&place, time);
        let range = format!("work camp --range {}..{}", 10 * number, 10 * number + 10);
        let (code, text) = ran(&mut faulty(&place, &[fault], &range));
        assert_eq!((code, &*text), (Some(0), "10 tasks done, 0 had their outputs\n"));
        let expected = format!("ranges     {} of 40 done\n", 10 * number + 10);
        for clock in [fault, ("CLOCK_AHEAD", "0"), ("CLOCK_AHEAD", "36000")] {
            let (code, text) = ran(&mut faulty(&place, &[clock], "status camp"));
            assert!(
                code == Some(3) && text.starts_with(&expected) && !text.contains("no progress"),
                "{text}"
            );
        }
    }
    let (_, text) = place.run("submit camp --to parallel --dry-run");
    assert!(text.contains(": 20 tasks of ") && text.ends_with("20..40\n"), "{text}");
    assert_eq!(ran(&mut faulty(&place, &ahead[..1], "work camp")).1, "20 tasks done, 20 had their outputs\n");
    touch(&place, "1 week");
    assert_eq!(place.run("work camp").1, "0 tasks done, 40 had their outputs\n");
    is_that_of_one(&place);
    touch(&place, "2001-01-01");
    let (code, text) = place.run("check camp");
    assert!(code == Some(3) && text.ends_with("outputs agree with the plan; not computed again\n"), "{text}");
}

#[test]
fn a_disk_that_is_full_for_one_task_costs_that_task_alone() {
    let place = counted();
    let faults = [("DISK_FULL", r#""stage":"ranges","task":7,"#)];
    assert_eq!(place.run("work camp --range 20..40").0, Some(0));
    let (code, text) = ran(&mut faulty(&place, &faults, "work camp --jobs 1"));
    assert!(code == Some(2) && text.lines().count() == 1, "{text}");
    assert!(text.contains("camp/out/ranges/000007: No space left on device"), "{text}");
    let (_, text) = place.run("status camp");
    assert!(text.starts_with("ranges     27 of 40 done, 1 begun without an output\n"), "{text}");
    assert_eq!(place.files("camp/out").len(), 27, "nothing unfinished is left");
    // The others go on, one by one.
    assert_eq!(ran(&mut faulty(&place, &faults, "work camp --range 8..20")).0, Some(0));
    assert_eq!(place.run("work camp").1, "1 task done, 39 had their outputs\n");
    is_that_of_one(&place);
}

#[test]
fn of_coordinators_at_once_each_gathers_the_same_and_one_submits() {
    let place = counted();
    assert_eq!(place.run("work camp --range 0..39").0, Some(0));
    let path = super::faults::engine(&place, "sbatch", "sleep 0.3; wc -l <../calls");
    let calls = || fs::read_to_string(place.path("calls")).unwrap_or_default().lines().count();
    for faults in [&[][..], &[("DISK_LOCKS", "37")]] {
        let before = calls();
        // Also of those that would submit again.
        let submit = |_| {
            let mut command = faulty(&place, faults, "submit camp --to slurm --again --batches 1");
            start({
                command.env("PATH", &path);
                command
            })
        };
        let ends = ended((0..6).map(submit).collect());
        let submitted = ends.iter().filter(|(code, _)| *code == Some(0)).count();
        assert!(submitted > 0 && calls() - before == submitted, "{ends:?}");
        for (code, text) in ends.iter().filter(|(code, _)| *code != Some(0)) {
            assert!(
                *code == Some(2) && text.contains(" is submitting: wait for it, or remove camp/jobs/"),
                "{text}"
            );
        }
        assert!(!place.path("camp/jobs/submitting").exists());
    }
    // A process that was killed in the middle holds nobody up, if its lock says so.
    let before = calls();
    let mut killed = faulty(&place, &[], "submit camp --to slurm --again");
    let mut killed = start({
        killed.env("PATH", super::faults::engine(&place, "sbatch", "sleep 1; echo 7"));
        killed
    });
    wait_for("call of the engine", || (calls() > before).then_some(()));
    kill("-KILL", killed.id());
    killed.wait().expect("it ends");
    let (code, text) = ran(&mut faulty(&place, &[("DISK_LOCKS", "95")], "submit camp --to slurm --again"));
    assert!(code == Some(2) && text.contains("remove camp/jobs/submitting if it has ended"), "{text}");
    let path = super::faults::engine(&place, "sbatch", "echo 8");
    let submit = |more: &str| ran(place.command(&format!("submit camp --to slurm{more}")).env("PATH", &path));
    let (code, text) = submit("");
    assert!(code == Some(2) && text.contains("before, by a process that has not ended well: "), "{text}");
    assert_eq!(submit(" --again"), (Some(0), "1 task in 1 batch: job 8\n".to_owned()));
    assert_eq!(place.run("work camp").0, Some(0));
    for faults in [&[][..], &[("DISK_LOCKS", "37")]] {
        let ends = ended((0..4).map(|_| start(faulty(&place, faults, "gather camp"))).collect());
        assert!(ends.iter().all(|end| *end == ends[0] && end.0 == Some(0)), "{ends:?}");
        is_that_of_one(&place);
    }
}
