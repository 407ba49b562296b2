//! A question as several jobs: split, solved by several workers of which one is killed, and composed again; errors in
//! the parts are noticed.

mod forgeries;
mod launchers;

use certamen::ask::emission::sha256;
use certamen::work::durable;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A directory with cubes in `cubes`.
struct Place(TempDir);

/// An exit code and the output.
type Ran = (Option<i32>, String);

impl Place {
    /// Splits a question into `count` cubes.
    fn split(question: &str, count: usize) -> Self {
        let place = Self(TempDir::new().expect("a directory"));
        let count = count.to_string();
        let mut arguments = vec!["cube"];
        arguments.extend(question.split(' '));
        arguments.extend(["--count", &count, "--out", "cubes"]);
        let (code, text) = place.run(&arguments);
        assert_eq!((code, text), (Some(0), format!("{count} cubes in cubes/cubes.json\n")));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("cubes").join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
        command.arg("-q").args(arguments).current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let output = self.command(arguments).output().expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout) + &text(output.stderr))
    }

    fn solve(&self, index: usize) -> Ran {
        self.run(&["run-cube", "cubes", &index.to_string()])
    }

    fn solve_all(&self) {
        for index in 0..self.manifest()["cubes"].as_array().expect("cubes").len() {
            assert_eq!(self.solve(index), (Some(0), format!("cube {index}: unsatisfiable\n")));
        }
    }

    fn check(&self) -> Ran {
        self.run(&["check", "cubes"])
    }

    /// The error of a check that fails.
    fn complaint(&self) -> String {
        let (code, text) = self.check();
        assert!(code == Some(1) && text.ends_with("\ns NOT VERIFIED\n"), "{text}");
        text
    }

    fn manifest(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("cubes.json")).expect("a manifest")).expect("JSON")
    }

    fn edit(&self, change: impl FnOnce(&mut Value)) {
        let mut manifest = self.manifest();
        change(&mut manifest);
        fs::write(self.path("cubes.json"), manifest.to_string()).expect("a file");
    }

    /// Writes into every verdict the checksums of the manifest and of its proof, as a forger would.
    fn seal(&self) {
        let sum = |name: &str| sha256(&fs::read(self.path(name)).expect("a file"));
        for index in 0..self.manifest()["cubes"].as_array().expect("cubes").len() {
            let (verdict, proof) = (format!("cube-{index:06}.json"), format!("cube-{index:06}.lrat"));
            let Ok(text) = fs::read_to_string(self.path(&verdict)) else { continue };
            let (members, _) = text.rsplit_once(",\n  \"sha256\"").expect("a checksum");
            let mut record: Value = serde_json::from_str(&format!("{members}}}")).expect("JSON");
            record["manifest"] = sum("cubes.json").into();
            if self.path(&proof).exists() {
                record["proof"] = sum(&proof).into();
            }
            durable::write_sealed(&self.path(&verdict), &record).expect("a file");
        }
    }
}

/// No position on 4x4 has 9 legal moves.
const NONE: &str = "othello.mobility --board 4x4 --at-least 9 --symmetry-breaking";

fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

#[test]
fn the_refutations_of_all_cubes_refute_the_question() {
    let place = Place::split(NONE, 8);
    assert!(place.complaint().contains("8 of the cubes are not solved yet, the first of them 0"));
    place.solve_all();
    let verified =
        (Some(0), format!("refuted: {NONE}\n8 cubes that cover all cases; 8 proofs checked\ns VERIFIED\n"));
    assert_eq!(place.check(), verified);
    // A second run has nothing to do and changes nothing.
    let before = fs::read(place.path("cube-000003.lrat")).expect("a proof");
    place.solve_all();
    assert_eq!(fs::read(place.path("cube-000003.lrat")).expect("a proof"), before);
    assert_eq!(place.check(), verified);
    // Splitting the same question gives the same cubes.
    assert_eq!(Place::split(NONE, 8).manifest(), place.manifest());
}

#[test]
fn the_same_cube_may_be_solved_by_several_at_once() {
    let place = Place::split(NONE, 2);
    let twins: Vec<Child> = (0..4).map(|_| start(&mut place.command(&["run-cube", "cubes", "1"]))).collect();
    for mut twin in twins {
        assert!(twin.wait().expect("it ends").success());
    }
    place.solve_all();
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn files_of_a_killed_job_are_removed_by_the_next() {
    let place = Place::split(NONE, 2);
    let left = place.path(".certamen-left");
    let age = std::time::Duration::from_secs(3600);
    fs::File::create(&left)
        .and_then(|file| file.set_modified(std::time::SystemTime::now() - age))
        .expect("a file");
    assert_eq!(place.solve(0).0, Some(0));
    assert!(!left.exists());
}

#[test]
fn a_position_in_a_cube_answers_the_question() {
    let place = Place::split("othello.mobility --board 4x4 --at-least 3", 4);
    let ran: Vec<Ran> = (0..4).map(|index| place.solve(index)).collect();
    assert!(ran.iter().all(|(code, _)| *code == Some(0)), "{ran:?}");
    let found = ran.iter().position(|(_, text)| text.contains(": satisfiable\n")).expect("a position");
    let (code, text) = place.check();
    assert!(code == Some(0) && text.contains(&format!("found in cube {found}\ns VERIFIED\n")), "{text}");
    // A witness that does not answer the question is not accepted.
    let path = place.path(&format!("cube-{found:06}.json"));
    let verdict = fs::read_to_string(&path).expect("a verdict").replace("\"mobility\": ", "\"mobility\": 1");
    fs::write(&path, &verdict).expect("a file");
    assert!(place.complaint().contains("its checksum is wrong"));
    let (members, _) = verdict.rsplit_once(",\n  \"sha256\"").expect("a checksum");
    let forged: Value = serde_json::from_str(&format!("{members}}}")).expect("JSON");
    durable::write_sealed(&path, &forged).expect("a file");
    assert!(place.complaint().contains("the witness claims 1"));
}

#[test]
fn missing_or_altered_parts_are_noticed() {
    let place = Place::split(NONE, 4);
    place.solve_all();
    let damage = |name: &str, bytes: &[u8]| {
        let whole = fs::read(place.path(name)).expect("a file");
        fs::write(place.path(name), bytes).expect("a file");
        let complaint = place.complaint();
        fs::write(place.path(name), whole).expect("a file");
        complaint
    };
    let proof = fs::read(place.path("cube-000002.lrat")).expect("a proof");
    assert!(damage("cube-000002.lrat", &proof[..proof.len() / 2]).contains("cube-000002.lrat"));
    assert!(damage("cube-000002.lrat", &[]).contains("without the empty clause"));
    let other = fs::read(place.path("cube-000001.json")).expect("a verdict");
    assert!(damage("cube-000002.json", &other).contains("the verdict of another cube"));
    assert!(damage("cube-000002.json", b"{}").contains("cube-000002.json"));
    assert!(damage("cubes.json", b"{").contains("cubes.json"));
    fs::remove_file(place.path("cube-000002.lrat")).expect("a proof");
    assert!(place.complaint().contains("1 of the cubes are not solved yet, the first of them 2"));
    // The verdict alone is not enough: the cube is solved again.
    assert_eq!(place.solve(2).0, Some(0));
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn one_changed_byte_anywhere_is_seen() {
    let place = Place::split(NONE, 2);
    place.solve_all();
    assert_eq!(place.check().0, Some(0));
    for name in ["cubes.json", "cube-000001.json", "cube-000001.lrat"] {
        let whole = fs::read(place.path(name)).expect("a file");
        let put = |bytes: &[u8]| fs::write(place.path(name), bytes).expect("a file");
        let step = (whole.len() / 60).max(1);
        for byte in (0..whole.len()).step_by(step).chain([whole.len() - 1]) {
            let mut changed = whole.clone();
            changed[byte] ^= 1 << (byte % 8);
            put(&changed);
            let (code, text) = place.check();
            // Another name of the game makes it a file of another program, which is not judged.
            let is_foreign = code == Some(2) && text.contains("which this program does not have");
            assert!(code == Some(1) || is_foreign, "byte {byte} of {name} was changed unseen: {text}");
        }
        // A last newline that is cut, and what stands behind.
        put(&whole[..whole.len() - 1]);
        place.complaint();
        for more in [&b"\0"[..], b"\n", &vec![0; 70_000]] {
            put(&[&whole, more].concat());
            place.complaint();
        }
        put(&whole);
    }
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn bytes_after_a_proof_are_refused_even_with_new_checksums() {
    let place = Place::split(NONE, 2);
    place.solve_all();
    let proof = fs::read(place.path("cube-000001.lrat")).expect("a proof");
    for more in [&b"\0"[..], b"d\x02\x02\x00", &vec![0; 70_000]] {
        fs::write(place.path("cube-000001.lrat"), [&proof, more].concat()).expect("a file");
        place.seal();
        assert!(place.complaint().contains("cube-000001.lrat: the proof continues after its empty clause"));
    }
    fs::write(place.path("cube-000001.lrat"), &proof).expect("a file");
    place.seal();
    assert_eq!(place.check().0, Some(0));
}

/// Reading a pipe that nobody writes to would never end.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_file_of_cubes() {
    let place = Place::split(NONE, 2);
    place.solve_all();
    for name in ["cubes.json", "cube-000001.json", "cube-000001.lrat"] {
        let whole = fs::read(place.path(name)).expect("a file");
        fs::remove_file(place.path(name)).expect("a file");
        assert!(Command::new("mkfifo").arg(place.path(name)).status().expect("mkfifo runs").success());
        let complaint = place.complaint();
        assert!(complaint.contains(name), "{complaint}");
        if name != "cube-000001.lrat" {
            let (code, text) = place.solve(1);
            assert!(code == Some(2) && text.contains("is not a regular file"), "{text}");
        }
        fs::remove_file(place.path(name)).expect("a pipe");
        fs::write(place.path(name), whole).expect("a file");
    }
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn a_manifest_that_was_edited_is_right_or_refused() {
    let place = Place::split(NONE, 4);
    place.solve_all();
    let whole = fs::read(place.path("cubes.json")).expect("a manifest");
    let with = |change: &dyn Fn(&mut Value)| {
        place.edit(change);
        place.seal();
        let complaint = place.complaint();
        fs::write(place.path("cubes.json"), &whole).expect("a file");
        place.seal();
        complaint
    };
    let cubes = |manifest: &mut Value| manifest["cubes"].as_array_mut().expect("cubes").len();
    assert!(with(&|manifest| manifest["question"]["at_least"] = 10.into()).contains("its CNF is not what"));
    assert!(with(&|manifest| manifest["question"]["at_least"] = 99.into()).contains("99 legal moves"));
    assert!(with(&|manifest| manifest["version"] = 2.into()).contains("version 2"));
    assert!(with(&|manifest| manifest["cubes"][0][0] = 0.into()).contains("0 is not a literal"));
    assert!(with(&|manifest| manifest["cubes"][0][0] = 100_000.into()).contains("100000 is not a literal"));
    // The last cube is removed.
    let last = with(&|manifest| {
        let count = cubes(manifest);
        manifest["cubes"].as_array_mut().expect("cubes").truncate(count - 1);
    });
    assert!(last.contains("do not cover everything"), "{last}");
    let none = with(&|manifest| manifest["cubes"] = Value::Array(Vec::new()));
    assert!(none.contains("do not cover everything"), "{none}");
    // A literal of a cube is negated, so its verdict belongs to another cube.
    let turned = with(&|manifest| {
        let literal = manifest["cubes"][0][0].as_i64().expect("a literal");
        manifest["cubes"][0][0] = (-literal).into();
    });
    assert!(turned.contains("the verdict of another cube"), "{turned}");
    // A repeated cube does no harm.
    place.edit(|manifest| {
        let first = manifest["cubes"][0].clone();
        manifest["cubes"].as_array_mut().expect("cubes").push(first);
    });
    place.seal();
    assert_eq!(place.solve(4).0, Some(0));
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn bad_usage_is_one_line() {
    let place = Place::split(NONE, 2);
    let cases: [(&[&str], &str); 5] = [
        (&["run-cube", "cubes", "2"], "there is no cube 2: the manifest has 2, from 0"),
        (&["run-cube", "nowhere", "0"], "nowhere"),
        (&["cube", "othello.mobility", "--count", "0", "--out", "x"], "--count 0: expected 1 to 100000"),
        (
            &["cube", "othello.mobility", "--count", "2", "--out", "cubes"],
            "is not empty: it is left alone; name another directory",
        ),
        (&["run-cube", "cubes", "x"], "x"),
    ];
    for (arguments, complaint) in cases {
        let (code, text) = place.run(arguments);
        assert!(
            code == Some(2) && text.lines().count() == 1 && text.contains(complaint),
            "{arguments:?}: {text}"
        );
    }
    let is_untouched = |directory: &Path| fs::read_dir(directory).expect("a directory").count() == 1;
    assert!(is_untouched(&place.path("")), "nothing is left behind");
    // A limit is not a verdict.
    let place = Place::split("othello.mobility --at-least 35", 1);
    let (code, text) = place.run(&["run-cube", "cubes", "0", "--time-limit", "0.001"]);
    assert_eq!((code, text.as_str()), (Some(3), "s UNKNOWN\n"));
    assert!(is_untouched(&place.path("")), "nothing is left behind");
}
