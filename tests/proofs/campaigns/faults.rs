//! Bad input and faults: one line each, nothing lost, and the exit codes of the contract.

use super::{LONG, NONE, Place, kill, ran, reseal};
use certamen::work::durable::sealed;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

/// The object of a file with a checksum as its last member.
pub(super) fn unsealed(path: &Path) -> Value {
    sealed::unseal(path, &fs::read(path).expect("a file")).expect("a sealed object")
}

fn complains(place: &Place, words: &str, code: i32, reason: &str) {
    let (found, text) = place.run(words);
    assert!(found == Some(code) && text.contains(reason), "{words}: {found:?} {text}");
    assert!(code != 2 || text.lines().count() == 1, "{words}: {text}");
}

#[test]
fn bad_usage_is_one_line() {
    let place = Place::planned(NONE, 2);
    let cases = [
        ("work camp --task 4", "there is no task 4: the campaign has 4, from 0"),
        ("work camp --range 2..5", "there is no task 4: the campaign has 4, from 0"),
        ("work camp --range 3..2", "expected two numbers as in 12..24"),
        ("work camp --jobs 0", "0 is not in 1..=1024"),
        ("work nowhere", "nowhere: no campaign, which `plan` makes"),
        ("gather camp --recheck 1.5", "expected a number of tasks, a share of them such as 1%, or all"),
        ("check camp --recompute 0", "expected a number of tasks, a share of them such as 1%, or all"),
        ("check camp --seed 1", "--recompute"),
        ("check camp/input --recompute 1", "camp/input is not a campaign"),
        ("submit camp --to hq --account chess", "`hq alloc add slurm -- --account=chess`"),
        ("submit camp --to parallel --qos high", "--qos is an option of slurm"),
        ("submit camp --to slurm --engine-option '", "a quotation mark is open"),
        ("submit camp --to nobody", "nobody"),
        ("plan cube othello.mobility --count 2 --out camp", "is not empty: it is left alone"),
        ("plan cube othello.nothing --count 2 --out x", "othello.nothing"),
    ];
    for (words, reason) in cases {
        complains(&place, words, 2, reason);
    }
    // The second stage needs the whole first one.
    complains(&place, "work camp --task 2", 3, "need the whole stage solve first");
    assert_eq!(fs::read_dir(place.path("camp/out/check")).expect("a directory").count(), 0);
}

#[test]
fn another_version_question_or_program_is_refused() {
    let place = Place::planned(NONE, 2);
    let path = place.path("camp/plan.json");
    let with = |change: &dyn Fn(&mut Value), reason: &str| {
        let whole = fs::read(&path).expect("a plan");
        let mut plan = unsealed(&path);
        change(&mut plan);
        fs::write(&path, sealed::seal(&plan).expect("a text")).expect("a file");
        complains(&place, "work camp", 2, reason);
        fs::write(&path, whole).expect("a file");
    };
    with(&|plan| plan["certamen"] = "0.0.1".into(), "planned by version 0.0.1, this is ");
    with(&|plan| plan["version"] = 9.into(), "not a plan of format");
    with(&|plan| plan["verb"] = "dance".into(), "a campaign of `dance othello.mobility`");
    with(&|plan| plan["stages"][0]["name"] = "../x".into(), "not a new name of small letters");
    with(&|plan| plan["stages"][1]["after"][0] = "later".into(), "there is no earlier stage");
    with(&|plan| plan["stages"][0]["tasks"][0]["count"] = 3.into(), "its stages are not those of 2 cubes");
    with(&|plan| plan["files"][0]["name"] = "../../etc/passwd".into(), "not a new, plain file name");
    with(&|plan| plan["files"][0]["sha256"] = "00".into(), "altered: not the file that was planned");
    // A changed byte, without a new checksum.
    let mut bytes = fs::read(&path).expect("a plan");
    bytes[200] ^= 1;
    fs::write(&path, bytes).expect("a file");
    complains(&place, "work camp", 2, "plan.json");
}

#[test]
fn damaged_outputs_are_named() {
    let place = Place::planned(NONE, 4);
    assert_eq!(place.run("work camp").0, Some(0));
    let output = |task: usize| place.path(&format!("camp/out/solve/{task:06}"));
    let whole = fs::read(output(2)).expect("an output");
    let put = |bytes: &[u8]| fs::write(output(2), bytes).expect("a file");
    // Every changed byte is noticed, in the output and in its seal.
    let step = whole.len() / 40 + 1;
    for byte in (0..whole.len()).step_by(step).chain((whole.len() - 360..whole.len()).step_by(9)) {
        let mut changed = whole.clone();
        changed[byte] ^= 1;
        put(&changed);
        complains(&place, "gather camp", 1, "solve 2: ");
    }
    for (bytes, reason) in
        [(&whole[..whole.len() - 9], "truncated or altered"), (&[], "truncated or altered")]
    {
        put(bytes);
        complains(&place, "gather camp", 1, reason);
        // A truncated output counts as none: the task is done again.
        assert_eq!(place.run("work camp"), (Some(0), "1 task done, 7 had their outputs\n".to_owned()));
        assert_eq!(fs::read(output(2)).expect("an output"), whole);
    }
    put(&fs::read(output(1)).expect("an output"));
    complains(&place, "gather camp", 1, "solve 2: foreign: it belongs to task 1 of stage solve");
    complains(&place, "work camp", 2, "it belongs to task 1 of stage solve; it is left alone");
    place.plan("other", NONE, 3);
    assert_eq!(place.run("work other --task 2").0, Some(0));
    fs::copy(place.path("other/out/solve/000002"), output(2)).expect("a file");
    complains(&place, "gather camp", 1, "solve 2: foreign: it belongs to another campaign");
    fs::remove_file(output(2)).expect("a file");
    complains(&place, "gather camp", 3, "solve 2: missing\n1 of 8 outputs missing, 0 wrong");
    assert_eq!(place.run("work camp").0, Some(0));
    assert_eq!(place.run("gather camp").0, Some(0));
}

/// A campaign with forged outputs is not verified: what was not computed again is not, and what is computed again differs.
fn is_forged(place: &Place, task: &str) {
    assert_eq!(place.run("gather camp").0, Some(0), "a seal does not say who wrote it");
    let (code, text) = place.run("check camp");
    assert!(
        code == Some(3) && text.ends_with("\noutputs agree with the plan; not computed again\n"),
        "{text}"
    );
    let differs = format!("computed again, these tasks have another output: {task} (1 of ");
    complains(place, "gather camp --recompute all", 1, &differs);
    complains(place, "check camp --recompute all --seed 5", 1, &differs);
    let (code, text) = place.run("check camp --recompute all --seed 5 --json");
    let object: Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((code, &object["verdict"]), (Some(1), &"not verified".into()));
    assert_eq!((&object["differ"], &object["seed"]), (&serde_json::json!([task]), &5.into()));
}

#[test]
fn a_forged_count_is_not_verified() {
    let place = Place::new();
    assert_eq!(place.run("plan count go.positions --board 4x4 --out camp").0, Some(0));
    assert_eq!(place.run("work camp").0, Some(0));
    let output = place.path("camp/out/residues/000000");
    let whole = fs::read(&output).expect("an output");
    reseal(&output, |payload| payload.replace("24318165", "24318166"));
    is_forged(&place, "residues 0");
    assert!(place.run("check camp").1.starts_with("24318166\n"));
    // What cannot be is a judgement.
    reseal(&output, |payload| payload.replace("24318166", "99999999999999"));
    complains(&place, "gather camp", 1, "give a number above that of its colourings: one is wrong");
    complains(&place, "check camp", 1, "s NOT VERIFIED");
    fs::write(&output, &whole).expect("a file");
    assert_eq!(place.run("gather camp --recheck 1%").0, Some(0));
    let all = "24318165\n1 of 1 task computed again: the same bytes (--seed 5)\ns VERIFIED\n";
    assert_eq!(place.judged("check camp --recompute all --seed 5"), (Some(0), all.to_owned()));
    let object: Value = serde_json::from_str(&place.run("check camp --json").1).expect("an object");
    assert_eq!((&object["verdict"], &object["recomputed"]), (&"not computed again".into(), &0.into()));
    complains(&place, "check camp --checker drat-trim", 2, "--checker");
}

#[test]
fn a_forged_class_of_a_profile_is_not_verified() {
    let place = Place::new();
    let asked =
        ["plan", "profile", "othello", "max count(legal)", "--board", "4x4", "--by", "count(occupied)"];
    assert_eq!(ran(place.command(asked[0]).args(&asked[1..]).args(["--out", "camp"])).0, Some(0));
    assert_eq!(place.run("work camp").0, Some(0));
    // The class with a bound of 5: another position of as many discs, with 3 legal moves, and sums of zeros.
    let entry = |index: usize| -> Value {
        let text =
            fs::read_to_string(place.path(&format!("camp/out/classes/{index:06}"))).expect("an output");
        serde_json::from_str(text.lines().next().expect("a line")).expect("an entry")
    };
    let index = (0..13).find(|&index| entry(index)["value"] == 5).expect("a class with 5 legal moves");
    let (output, honest) = (place.path(&format!("camp/out/classes/{index:06}")), entry(index));
    let whole = fs::read(&output).expect("an output");
    let class = honest["class"].as_i64().expect("a class");
    let with_three = format!("count(legal) = 3 and count(occupied) = {class}");
    let solved = ran(place.command("--json").args(["solve", "othello", &with_three, "--board", "4x4"]));
    let mut forged = honest.clone();
    let answer: Value = serde_json::from_str(&solved.1).expect("an answer");
    forged["witness"]["position"] = answer["witness"]["position"].clone();
    forged["witness"]["value"] = 3.into();
    forged["value"] = 3.into();
    forged["refuted"]["bound"] = 4.into();
    for sum in ["cnf_sha256", "proof_sha256"] {
        forged["refuted"][sum] = "0".repeat(64).into();
    }
    reseal(&output, |_| format!("{forged}\n"));
    let reason = format!("classes {index}: the clauses of its refutation are not those of its question");
    complains(&place, "gather camp", 1, &reason);
    fs::write(&output, &whole).expect("a file");
    let mut forged = honest;
    forged["refuted"]["proof_sha256"] = "0".repeat(64).into();
    reseal(&output, |_| format!("{forged}\n"));
    is_forged(&place, &format!("classes {index}"));
}

#[test]
fn a_forged_range_is_not_verified() {
    let place = Place::new();
    assert_eq!(place.run("retro build push-fight --board 4x3 --dir pf").0, Some(0));
    assert_eq!(place.run("plan stats push-fight --dir pf --tasks 3 --out camp").0, Some(0));
    assert_eq!(place.run("work camp").0, Some(0));
    let output = place.path("camp/out/ranges/000001");
    println!("{}", fs::read_to_string(&output).expect("an output"));
    reseal(&output, |payload| {
        let digit = payload.rfind(|letter: char| letter.is_ascii_digit()).expect("a digit");
        let other = if payload.as_bytes()[digit] == b'1' { "2" } else { "1" };
        format!("{}{other}{}", &payload[..digit], &payload[digit + 1..])
    });
    is_forged(&place, "ranges 1");
}

#[test]
fn a_witness_of_a_relaxation_is_no_answer() {
    let steps = "othello.mobility --board 4x4 --reachable --discs 8 --last-steps 4 --at-least";
    let place = Place::planned(&format!("{steps} 8"), 2);
    assert_eq!(place.run("work camp").0, Some(0));
    let witness = certamen::games::othello::query::OthelloWitness::of_board("---O-OX-XOO--X-X".to_owned());
    let witness = certamen::ask::witness::AnyWitness::from(witness.expect("a board"));
    let model = serde_json::json!({ "verdict": { "satisfiable": { "witness": witness, "model": [] } } });
    reseal(&place.path("camp/out/solve/000000"), |_| format!("{model}\n"));
    reseal(&place.path("camp/out/check/000000"), |_| "{\"cube\":0,\"proof\":null}\n".to_owned());
    let (code, text) = place.run("gather camp");
    assert!(code != Some(0) && text.contains("its model is not one of the clauses in this cube"), "{text}");
    // A model that the formula has shows nothing either.
    let place = Place::planned(&format!("{steps} 3"), 2);
    assert_eq!(place.run("work camp").0, Some(0));
    complains(&place, "gather camp", 3, "has a model of a relaxation, which need not be an answer");
    complains(&place, "check camp", 1, "which need not be an answer: so nothing is shown\ns NOT VERIFIED\n");
}

#[test]
fn a_stopped_or_killed_task_is_resumed() {
    let place = Place::planned(LONG, 4);
    let alone = place.alone(LONG, 4);
    for signal in ["-TERM", "-KILL"] {
        let mut worker = place.start("work camp --range 1..3 --jobs 1");
        kill(signal, place.worker_of("solve-000001"));
        let ended = worker.wait().expect("it ends");
        let code = if signal == "-TERM" { Some(3) } else { None };
        assert_eq!(ended.code(), code, "{signal}");
        let left = place.files("camp/out").len();
        assert_eq!(left > 0, signal == "-KILL", "only a killed process leaves unfinished files");
    }
    // The lock of the killed process is gone, so the task is nobody's.
    let (_, text) = place.run("status camp");
    assert!(text.starts_with("solve      0 of 4 done, 1 begun without an output\n"), "{text}");
    assert_eq!(place.run("work camp").0, Some(0));
    place.is_that_of(&alone);
}

#[test]
fn a_worker_that_makes_no_progress_is_named() {
    let place = Place::planned(LONG, 2);
    let mut worker = place.start("work camp --task 1");
    let process = place.worker_of("solve-000001");
    let (_, text) = place.run("status camp");
    assert!(text.starts_with("solve      0 of 2 done, 1 running\n"), "{text}");
    kill("-STOP", process);
    // The earlier look becomes an older one, by the clock of this observer.
    let look = fs::read_dir(place.path("camp/looks"))
        .expect("looks")
        .next()
        .expect("a look")
        .expect("a look")
        .path();
    let mut seen: Value = serde_json::from_slice(&fs::read(&look).expect("a look")).expect("JSON");
    seen["at"] = (seen["at"].as_f64().expect("a time") - 60.0).into();
    fs::write(&look, seen.to_string()).expect("a file");
    let (_, text) = place.run("status camp");
    assert!(text.contains("no progress since the last look: solve 1\n"), "{text}");
    kill("-CONT", process);
    kill("-TERM", process);
    worker.wait().expect("it ends");
}

#[test]
fn a_disk_that_takes_no_more_is_one_line_and_nothing_is_lost() {
    let place = Place::planned(NONE, 2);
    assert_eq!(place.run("work camp --task 0").0, Some(0));
    // No file may grow: a full disk.
    let program = env!("CARGO_BIN_EXE_certamen");
    let script = format!("ulimit -f 0; exec {program} -q work camp");
    let (code, text) = ran(Command::new("bash").args(["-c", &script]).current_dir(place.root()));
    assert!(code == Some(2) && text.lines().count() == 1 && text.contains("camp/"), "{text}");
    // A directory that nobody can write into.
    fs::rename(place.path("camp/runs"), place.path("camp/away")).expect("a directory");
    complains(&place, "work camp", 2, "camp/runs/solve-000001.json");
    fs::rename(place.path("camp/away"), place.path("camp/runs")).expect("a directory");
    assert_eq!(place.run("work camp"), (Some(0), "3 tasks done, 1 had their outputs\n".to_owned()));
    assert_eq!(place.run("gather camp").0, Some(0));
}

/// A program that stands for `sbatch` or `hq`, notes how it is called, and answers.
pub(super) fn engine(place: &Place, name: &str, answers: &str) -> String {
    let path = place.path(&format!("bin/{name}"));
    fs::create_dir_all(place.path("bin")).expect("a directory");
    let script = format!("#!/bin/sh\necho \"$@\" >>../calls\n{answers}\n")
        .replace("../calls", &place.path("calls").display().to_string());
    fs::write(&path, script).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    format!("{}:{}", place.path("bin").display(), std::env::var("PATH").expect("a path"))
}

#[test]
fn a_campaign_is_submitted_once() {
    let place = Place::planned(NONE, 2);
    let path = engine(&place, "sbatch", "wc -l <../calls");
    let submit = |more: &str| ran(place.command(&format!("submit camp --to slurm{more}")).env("PATH", &path));
    let (code, text) = submit(" --dry-run");
    assert!(
        code == Some(0) && text.starts_with("==> jobs/slurm-solve.sh <==\n#!/bin/bash\n#SBATCH"),
        "{text}"
    );
    assert!(!place.path("camp/jobs/slurm-solve.sh").exists() && !place.path("calls").exists());
    assert_eq!(submit(""), (Some(0), "4 tasks in 2 batches: job 1, job 2\n".to_owned()));
    let (code, text) = submit("");
    assert!(
        code == Some(2) && text.contains("was submitted before, as job 1, job 2: --again submits"),
        "{text}"
    );
    let calls = fs::read_to_string(place.path("calls")).expect("calls");
    let lines: Vec<&str> = calls.lines().collect();
    assert!(lines[0].starts_with("--parsable ") && lines[0].ends_with("camp/jobs/slurm-solve.sh"), "{calls}");
    assert!(lines[1].starts_with("--parsable --dependency=afterok:1 "), "{calls}");
    assert_eq!(place.run("work camp --range 0..2").0, Some(0));
    // Only what is missing, so without a dependency.
    assert_eq!(submit(" --again"), (Some(0), "2 tasks in 1 batch: job 3\n".to_owned()));
    assert_eq!(place.run("work camp").0, Some(0));
    assert_eq!(submit(" --again"), (Some(0), "nothing to submit: every task has its output\n".to_owned()));
    // Of many submissions at once, one goes on.
    place.plan("many", NONE, 2);
    let many = |_| {
        let mut command = place.command("submit many --to slurm");
        command.env("PATH", &path).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command.spawn().expect("the program starts")
    };
    let ended: Vec<_> = (0..6).map(many).collect();
    let ended = ended.into_iter().map(|mut child| child.wait().expect("it ends").success());
    assert_eq!(ended.filter(|&success| success).count(), 1);
    // An engine that is not there.
    place.plan("none", NONE, 2);
    let (code, text) = ran(place.command("submit none --to hq").env("PATH", place.path("bin")));
    assert!(code == Some(2) && text.starts_with("certamen: hq: ") && text.lines().count() == 1, "{text}");
    assert!(!place.path("none/jobs/submitted.json").exists(), "nothing was submitted");
}

#[test]
fn the_number_of_a_job_is_found_in_what_an_engine_prints() {
    let place = Place::planned(NONE, 2);
    let cases = [
        ("slurm", "sbatch", "echo Welcome to the cluster; echo 4711", Ok("job 4711, job 4711")),
        ("slurm", "sbatch", "echo '4711;alpha'; echo Have 2 nice days", Ok("job 4711, job 4711")),
        ("slurm", "sbatch", "echo Welcome; echo to 1 cluster", Err("`Welcome; to 1 cluster`")),
        ("hq", "hq", "echo 12", Ok("job 12")),
        ("hq", "hq", "printf 'over\\033[1m\\n'", Err("`over\\u{1b}[1m`")),
    ];
    for (to, program, answers, expected) in cases {
        let path = engine(&place, program, answers);
        let submit =
            |more: &str| ran(place.command(&format!("submit camp --to {to} {more}")).env("PATH", &path));
        let found = submit("--again");
        match expected {
            Ok(jobs) => {
                assert_eq!(found, (Some(0), format!("4 tasks in 2 batches: {jobs}\n")), "{answers}");
            }
            Err(printed) => {
                let text = format!("certamen: {program}: there is no job number in {printed}\n");
                assert_eq!(found, (Some(2), text), "{answers}");
                // The engine has taken the job.
                let (code, text) = submit("--stages 1");
                assert!(code == Some(2) && text.contains("before, as a job without a number: "), "{text}");
            }
        }
    }
    let calls = fs::read_to_string(place.path("calls")).expect("calls");
    assert!(calls.contains("--dependency=afterok:4711 ") && !calls.contains("Welcome"), "{calls}");
}

#[test]
fn options_for_engines_are_in_scripts_and_commands() {
    let place = Place::planned(NONE, 2);
    let more = ["--engine-option", "--constraint=avx2 --comment 'a \"b\"'", "--engine-option", "--nice"];
    let submit = |words: &str| {
        let (code, text) = ran(place.command(words).args(more));
        assert_eq!(code, Some(0), "{text}");
        text
    };
    let slurm = submit("submit camp --to slurm --dry-run --account chess --partition long --qos high");
    let line = r#"#SBATCH "--account=chess" "--partition=long" "--qos=high" "--constraint=avx2" "--comment" "a \"b\"" "--nice""#;
    assert_eq!(slurm.lines().filter(|found| *found == line).count(), 2, "{slurm}");
    let words = r#"--constraint=avx2 --comment 'a "b"' --nice "#;
    let hq = submit("submit camp --to hq --dry-run");
    assert!(hq.contains(&format!("hq job submit-file {words}jobs/hq.toml\n")), "{hq}");
    let parallel = submit("submit camp --to parallel --dry-run");
    assert_eq!(parallel.matches(&format!(".log {words}$CERTAMEN_PARALLEL")).count(), 2, "{parallel}");
    let path = engine(&place, "hq", "echo 1");
    assert_eq!(ran(place.command("submit camp --to hq").args(more).env("PATH", path)).0, Some(0));
    let calls = fs::read_to_string(place.path("calls")).expect("calls");
    let words = "--output-mode=quiet job submit-file --constraint=avx2 --comment a \"b\" --nice ";
    assert!(calls.starts_with(words), "{calls}");
}
