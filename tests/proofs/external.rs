//! External proofs, and external checkers for our proofs: kissat's DRAT is checked here, and ACL2's formally verified
//! checker checks the proofs of this program.
//!
//! kissat is named by `CERTAMEN_KISSAT`; otherwise `kissat` from the path is used, or the one that `.ci/solvers`
//! installs. ACL2 is `acl2` from the path, with its books below `/usr/share` (Debian's package `acl2-books`). If one is
//! missing, the tests say so and check nothing; if `CI` is set, they fail.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use tempfile::TempDir;

/// The program in a temporary directory.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program; returns its exit code and output.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_certamen"))
            .arg("-q")
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout) + &text(output.stderr))
    }

    fn check(&self, proof: &str) -> (Option<i32>, String) {
        self.run(&["check", "--cnf", "q.cnf", "--proof", proof])
    }

    /// Writes `q.cnf`, which has no model: 11 legal moves on 4x4, or 35 on 8x8.
    fn emit(&self, board: &str, at_least: &str) {
        let arguments = ["emit", "othello.mobility", "--board", board, "--at-least", at_least];
        let output = ["--symmetry-breaking", "-o", "q.cnf"];
        let (code, text) = self.run(&[&arguments[..], &output[..]].concat());
        assert_eq!(code, Some(0), "{text}");
    }
}

/// Reports that something was not checked, which is a failure in continuous integration.
fn missing(what: &str, consequence: &str) {
    // Written past the test harness, which hides the output of a passing test.
    let _ = writeln!(io::stderr(), "NOT CHECKED: there is no {what} here, so {consequence}");
    assert!(env::var_os("CI").is_none(), "continuous integration needs {what}: run .ci/solvers");
}

fn runs(name: &OsString) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn kissat() -> Option<OsString> {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin/kissat");
    let found = match env::var_os("CERTAMEN_KISSAT") {
        Some(named) => Some(named),
        None => ["kissat".into(), installed.into()].into_iter().find(runs),
    };
    if found.is_none() {
        missing("kissat", "no DRAT proof of its was checked");
    }
    found
}

/// Lets kissat refute `q.cnf`.
fn refute(kissat: &OsString, place: &Place, arguments: &[&str]) {
    let run = Command::new(kissat).arg("-q").args(arguments).current_dir(place.0.path()).output();
    let Output { status, stdout, .. } = run.expect("kissat starts");
    assert_eq!(status.code(), Some(20), "{}", String::from_utf8_lossy(&stdout));
}

#[test]
fn a_proof_of_kissat_is_checked_in_both_forms_and_damage_is_refused() {
    let Some(kissat) = kissat() else { return };
    let place = Place::new();
    place.emit("8x8", "35");
    refute(&kissat, &place, &["q.cnf", "q.drat"]);
    refute(&kissat, &place, &["--no-binary", "q.cnf", "q.txt"]);
    for proof in ["q.drat", "q.txt"] {
        let (code, text) = place.check(proof);
        assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{proof}: {text}");
        assert!(text.contains(" used ("), "as DRAT: {text}");
        // Half of it is not a proof, whether it is cut within a step or between two.
        let whole = fs::read(place.path(proof)).expect("a proof");
        fs::write(place.path("half"), &whole[..whole.len() / 2]).expect("half a proof");
        let (code, text) = place.check("half");
        let is_refused = code == Some(1) && text.ends_with("\ns NOT VERIFIED\n");
        let is_cut = code == Some(2) && text.contains("the proof ends within a step");
        assert!(is_refused || is_cut, "half of {proof}: {text}");
    }
    // A proof of another question.
    place.emit("8x8", "34");
    let (code, text) = place.check("q.drat");
    assert!(code == Some(1) && text.ends_with("\ns NOT VERIFIED\n"), "another CNF: {text}");
    assert!(text.contains(" deleted clauses do not exist: is it a proof of another formula"), "{text}");
}

/// Four clauses without a model.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn what_cannot_be_read_as_a_proof_is_no_verdict() {
    let place = Place::new();
    fs::write(place.path("q.cnf"), SQUARE).expect("a file");
    let frat = "c by hand\no 1 1 2 0\no 2 -1 2 0\na 5 1 0 l 1 3 0\n";
    for (bytes, says) in [
        (b"\x04\x22\x4d\x18".as_slice(), "an lz4-compressed file: unpack it first"),
        (b"PK\x03\x04\x14\0", "a zip archive: unpack it first"),
        (b"\xff\xfe1\x00 \x000\x00", "text in UTF-16: convert it to UTF-8 first"),
        (frat.as_bytes(), "a FRAT proof, which is not read"),
        (b"o\x01\x02\x04\0", "a FRAT proof, which is not read"),
        (b"pseudo-Boolean proof version 2.0\nf 4\n", "a VeriPB proof, which is not read"),
        (b"a\x02\0a", "as a proof: as binary DRAT: byte 4: the proof ends within a step\n"),
        (b"d\x02\x04\0a\x02", "; as binary DRAT: byte 6: the proof ends within a step"),
        (b"-1 0\n2 -", "as a proof: as DRAT: line 2, byte 8: the proof ends within a step\n"),
        (b"5 1 0 1 3 0\n6 0 5 2", "as a proof: as LRAT: line 2, byte 19: the proof ends within a step"),
        (b"-1 0\n1 x 0\n", "as a proof: as DRAT: line 2, byte 7: found the byte 0x78, expected a number\n"),
        (b"hello\n", "its first byte begins no proof, neither LRAT nor DRAT, as text or binary\n"),
    ] {
        fs::write(place.path("proof"), bytes).expect("a file");
        let (code, text) = place.check("proof");
        assert!(code == Some(2) && text.contains(says) && text.lines().count() == 1, "{says}: {text}");
        assert!(text.starts_with("certamen: proof: ") && !text.contains("VERIFIED"), "{text}");
    }
    // So are compressed files that end too early.
    for bytes in
        [b"\x1f\x8b\x08\0\0\0\0\0".as_slice(), b"BZh91AY&SY", b"\xfd7zXZ\0\0\x04", b"\x28\xb5\x2f\xfd"]
    {
        fs::write(place.path("proof"), bytes).expect("a file");
        let (code, text) = place.check("proof");
        assert!(code == Some(2) && text.starts_with("certamen: cannot read proof: "), "{text}");
    }
    // Each form in which a refused proof can be read has its own reason.
    fs::write(place.path("proof"), "7 9 0 8 0\n").expect("a file");
    let (code, text) = place.check("proof");
    assert!(code == Some(1) && text.contains("as LRAT: line 1, ") && text.contains("; as DRAT: "), "{text}");
}

#[test]
fn formulas_maps_models_and_proofs_may_be_compressed() {
    let place = Place::new();
    let holds = |arguments: &[&str], code: i32| {
        let (found, text) = place.run(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {text}");
        text
    };
    for ending in ["gz", "bz2", "xz", "zst"] {
        let [cnf, map, proof] = ["q.cnf", "q.map.json", "q.lrat"].map(|name| format!("{name}.{ending}"));
        let emit = ["emit", "othello.mobility", "--board", "4x4", "--at-least"];
        holds(&[&emit[..], &["11", "-o", &cnf]].concat(), 0);
        holds(&["solve", "--cnf", &cnf, "--proof", &proof], 20);
        assert!(holds(&["check", "--cnf", &cnf, "--proof", &proof], 0).ends_with("\ns VERIFIED\n"));
        holds(&[&emit[..], &["8", "-o", &cnf, "--map", &map]].concat(), 0);
        let model = holds(&["solve", "--cnf", &cnf], 10);
        fs::write(place.path("model"), model).expect("a file");
        assert!(holds(&["decode", "--map", &map, "model"], 0).contains("legal moves"));
        let (code, text) =
            place.run(&["check", "--cnf", &cnf, "--proof", &proof, "--checker", "true {cnf} {proof}"]);
        assert!(code == Some(2) && text.contains("unpack it first"), "{text}");
        for name in [&cnf, &map, &proof] {
            let bytes = fs::read(place.path(name)).expect("a file");
            assert!(!bytes.is_ascii(), "{name}");
            fs::write(place.path(name), &bytes[..bytes.len() - 1]).expect("a shorter file");
        }
        for arguments in [&["check", "--cnf", "q.cnf", "--proof", &proof][..], &["solve", "--cnf", &cnf]] {
            fs::write(place.path("q.cnf"), SQUARE).expect("a file");
            let (code, text) = place.run(arguments);
            assert!(code == Some(2) && text.starts_with("certamen: cannot read "), "{text}");
        }
        assert_eq!(place.run(&["decode", "--map", &map, "model"]).0, Some(2));
    }
}

#[test]
fn a_step_of_drat_may_span_lines_and_a_line_may_have_several() {
    let place = Place::new();
    fs::write(place.path("q.cnf"), SQUARE).expect("a file");
    for proof in
        ["1 0 0\n", "1\n0\n0\n", "1 0 d 1 2 0 0\n", "1 2\n 0 1 0\nd 1\n2\n0 0", "1 0\nc x\n0 d 1 0\n"]
    {
        fs::write(place.path("proof"), proof).expect("a file");
        let (code, text) = place.check("proof");
        assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{proof:?}: {text}");
    }
}

#[test]
fn the_layouts_of_other_producers_are_read_and_other_forms_are_named() {
    let place = Place::new();
    for cnf in
        ["p cnf 1 2\n1 0\n-1 0\n%\n0\n\n", "\n \np cnf 1 2\n1 0\n-1 0\n", "\u{feff}p cnf 1 2\n1 0\n-1 0\n"]
    {
        fs::write(place.path("q.cnf"), cnf).expect("a file");
        let (code, text) = place.run(&["solve", "--cnf", "q.cnf"]);
        assert!(code == Some(20) && text.ends_with("s UNSATISFIABLE\n"), "{cnf:?}: {text}");
    }
    for (bytes, says) in [
        (
            b"\x04\x22\x4d\x18".as_slice(),
            "q.cnf: line 1, column 1: this is an lz4-compressed file: unpack it first\n",
        ),
        (b"\x1f\x8b\x08\0", "cannot read q.cnf: unexpected end of file\n"),
        (b"p wcnf 1 1 2\n1 1 0\n", "this is a weighted CNF, which is not read\n"),
        (b"p cnf 1 1\n1 0\n%\n1\n", "line 4, column 1: expected only `0` after the line `%`"),
    ] {
        fs::write(place.path("q.cnf"), bytes).expect("a file");
        for command in [&["solve", "--cnf", "q.cnf"][..], &["check", "--cnf", "q.cnf", "--proof", "q.cnf"]] {
            let (code, text) = place.run(command);
            assert!(code == Some(2) && text.contains(says) && text.lines().count() == 1, "{says}: {text}");
        }
    }
}

/// Headers that lie take no more memory than what follows them, and a formula takes what its clauses need, whatever the
/// numbers of its variables.
#[test]
#[cfg(target_os = "linux")]
fn memory_follows_the_variables_that_occur() {
    const MOST: u32 = (1 << 30) - 1;
    let place = Place::new();
    let limited = |arguments: &str| {
        let command = format!("ulimit -v 600000; exec \"$0\" -q {arguments}");
        let run = Command::new("sh")
            .args(["-c", &command, env!("CARGO_BIN_EXE_certamen")])
            .current_dir(place.0.path())
            .output();
        let Output { status, stdout, stderr } = run.expect("a shell");
        (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
    };
    for (cnf, code, says) in [
        (format!("p cnf {MOST} 1\n1 0\n"), 10, "s SATISFIABLE\nv 1 0\n"),
        (format!("p cnf {MOST} 1\n-{MOST} 7 0\n"), 10, "s SATISFIABLE\nv "),
        (format!("p cnf {MOST} 0\n"), 10, "s SATISFIABLE\nv 0\n"),
        (
            format!("p cnf {MOST} 4\n5 {MOST} 0\n-5 {MOST} 0\n5 -{MOST} 0\n-5 -{MOST} 0\n"),
            20,
            "s UNSATISFIABLE",
        ),
        (format!("p cnf {MOST} 4294967295\n{MOST} 0\n"), 2, "the file ends after 1 clauses"),
        (format!("p cnf {} 1\n1 0\n", MOST + 1), 2, "variables: at most 1073741823 are read"),
        ("p cnf 0 1\n1 0\n".to_owned(), 2, "the header declares 0 variables"),
        ("p cnf 1 2\n1 -2 0\n1 0\n".to_owned(), 2, "the header declares 1 variables"),
        ("p cnf 3 2\n1 -2 0\n1 0\n".to_owned(), 10, "s SATISFIABLE\nv 1 "),
        ("p cnf 2 1\n1 -2 0\n1 0\n".to_owned(), 2, "a clause too many: the header declares 1"),
        ("p cnf 2 3\n1 -2 0\n1 0\n".to_owned(), 2, "after 2 clauses: the header declares 3"),
    ] {
        fs::write(place.path("q.cnf"), &cnf).expect("a file");
        for proof in ["", " --proof q.lrat", " --proof q.lrat --strict"] {
            let (found, text) = limited(&format!("solve --cnf q.cnf{proof}"));
            assert!(found == Some(code) && text.contains(says), "{cnf}: {found:?} {text}");
            if code == 20 && !proof.is_empty() {
                let (found, text) = limited("check --cnf q.cnf --proof q.lrat");
                assert!(found == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
            }
        }
    }
    // Numbers in proofs: ids of LRAT and variables of DRAT, as text and binary.
    fs::write(place.path("q.cnf"), SQUARE).expect("a file");
    for (proof, code) in [
        (b"999999999999999998 1 0 1 3 0\n999999999999999999 0 999999999999999998 2 4 0\n".as_slice(), 0),
        (b"5 1 0 1 3 999999999999999999 0\n", 1),
        (b"5 d 999999999999999999 0\n", 1),
        (b"1073741823 1 0\n-1073741823 0\n1 0\n0\n", 0),
        (b"d 1073741823 0\n1 0\n0\n", 0),
        (b"1073741824 0\n0\n", 2),
        (b"a\xfe\xff\xff\xff\x07\0a\x02\0a\0", 0),
        (b"a\xff\xff\xff\xff\xff\xff\xff\xff\x7f\0", 2),
    ] {
        fs::write(place.path("proof"), proof).expect("a file");
        let (found, text) = limited("check --cnf q.cnf --proof proof");
        assert!(found == Some(code), "{}: {found:?} {text}", proof.escape_ascii());
    }
}

#[test]
fn emit_and_solve_have_one_default_and_a_proof_of_another_formula_is_noticed() {
    let place = Place::new();
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let run = |text: &str| {
        let arguments = words(text);
        place.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let question = "othello.mobility --board 4x4 --at-least 9";
    for (flag, other) in [
        ("", " --symmetry-breaking"),
        (" --no-symmetry-breaking", " --symmetry-breaking"),
        (" --symmetry-breaking", " --no-symmetry-breaking"),
    ] {
        let (code, text) = run(&format!("emit {question}{flag} -o q.cnf"));
        assert_eq!(code, Some(0), "{text}");
        let (code, text) = run(&format!("solve {question}{flag} --proof q.lrat --cnf own.cnf"));
        assert_eq!(code, Some(20), "{text}");
        let read = |name: &str| fs::read(place.path(name)).expect("a file");
        assert_eq!(read("own.cnf"), read("q.cnf"), "{flag}");
        let (code, text) = place.check("q.lrat");
        assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{flag}: {text}");
        run(&format!("emit {question}{other} -o q.cnf"));
        let (code, text) = place.check("q.lrat");
        assert!(code == Some(1) && text.contains("is it a proof of another formula"), "{flag}: {text}");
    }
    // A model leaves no clauses, and a file that cannot be written is noticed before the work.
    let (code, _) = run("solve othello.mobility --board 4x4 --at-least 8 --proof p --cnf none.cnf");
    assert!(code == Some(10) && !place.path("none.cnf").exists());
    for (flags, says) in [
        ("--cnf c.cnf", "--proof"),
        ("--proof p --cnf -", "--cnf needs a file"),
        ("--proof p --cnf p", "name the same file"),
        ("--proof p --cnf nowhere/c.cnf", "cannot write nowhere/c.cnf"),
        ("--symmetry-breaking --no-symmetry-breaking", "cannot be used with"),
    ] {
        let (code, text) = run(&format!("solve {question} {flags}"));
        assert!(code == Some(2) && text.contains(says), "{flags}: {text}");
    }
}

#[test]
fn a_proof_of_a_certificate_is_read_as_it_is_stored() {
    let place = Place::new();
    let (code, text) = place.run(&["prove", "othello.mobility", "--board", "4x4", "--out", "cert"]);
    assert_eq!(code, Some(0), "{text}");
    let check = |proof: &str| place.run(&["check", "--cnf", "cert/refutation.cnf", "--proof", proof]);
    let (code, text) = check("cert/refutation.lrat.zst");
    assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{text}");
    let whole = fs::read(place.path("cert/refutation.lrat.zst")).expect("a proof");
    for half in [whole.len() / 2, 5] {
        fs::write(place.path("half.zst"), &whole[..half]).expect("half a proof");
        let (code, text) = check("half.zst");
        assert!(matches!(code, Some(1 | 2)) && !text.contains("s VERIFIED"), "{half} bytes: {text}");
    }
}

#[test]
fn lrat_is_told_from_drat() {
    let place = Place::new();
    place.emit("4x4", "11");
    for form in ["text", "binary"] {
        let (code, text) =
            place.run(&["solve", "--cnf", "q.cnf", "--proof", "q.lrat", "--proof-format", form]);
        assert_eq!(code, Some(20), "{text}");
        let (code, text) = place.check("q.lrat");
        assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{form}: {text}");
        assert!(!text.contains(" used ("), "as LRAT: {text}");
    }
    // The clauses of an LRAT text without ids and hints are DRAT, even without the deletions.
    place.run(&["solve", "--cnf", "q.cnf", "--proof", "q.lrat"]);
    let lrat = fs::read_to_string(place.path("q.lrat")).expect("a text");
    let additions = lrat.lines().filter(|line| line.split(' ').nth(1) != Some("d"));
    let clause = |line: &str| {
        let words = line.split(' ').skip(1).take_while(|word| *word != "0");
        words.chain(["0\n"]).collect::<Vec<_>>().join(" ")
    };
    let drat: String = additions.map(clause).collect();
    fs::write(place.path("q.drat"), drat).expect("a file");
    let (code, text) = place.check("q.drat");
    assert!(code == Some(0) && text.contains(" used ("), "{text}");
}

#[test]
fn hints_without_effect_do_not_refuse_a_proof_from_elsewhere() {
    let place = Place::new();
    fs::write(place.path("q.cnf"), "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n").expect("a file");
    // Clause 1 is true as soon as clause 5 is, and adds nothing.
    fs::write(place.path("satisfied"), "5 1 0 1 2 0\n6 0 5 1 3 4 0\n").expect("a file");
    let (code, text) = place.check("satisfied");
    assert_eq!((code, text.lines().last()), (Some(0), Some("s VERIFIED")), "{text}");
    fs::write(place.path("needless"), "5 1 0 3 1 2 0\n6 0 5 3 4 0\n").expect("a file");
    let (code, text) = place.check("needless");
    assert_eq!((code, text.lines().last()), (Some(0), Some("s VERIFIED")), "{text}");
    // A clause that is not unit is still an error.
    fs::write(place.path("not-unit"), "5 0 1 2 3 4 0\n").expect("a file");
    let (code, text) = place.check("not-unit");
    assert!(code == Some(1) && text.contains("the hint 1 is not unit"), "{text}");
}

#[test]
fn any_formula_is_decided_and_a_strict_proof_is_trimmed_and_sorted() {
    let place = Place::new();
    place.emit("4x4", "9");
    let (code, text) = place.run(&["solve", "--cnf", "q.cnf", "--proof", "whole.lrat"]);
    assert!(code == Some(20) && text.ends_with("s UNSATISFIABLE\n"), "{text}");
    let (code, text) = place.run(&["solve", "--cnf", "q.cnf", "--proof", "q.lrat", "--strict"]);
    assert!(code == Some(20) && text.ends_with("s UNSATISFIABLE\n"), "{text}");
    let (code, text) = place.check("q.lrat");
    assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{text}");
    let read = |name: &str| fs::read_to_string(place.path(name)).expect("a text");
    let (strict, whole) = (read("q.lrat"), read("whole.lrat"));
    let is_addition = |line: &&str| line.split(' ').nth(1) != Some("d");
    let additions = |text: &str| text.lines().filter(is_addition).count();
    assert!(additions(&strict) < additions(&whole), "{} of {}", additions(&strict), additions(&whole));
    for line in strict.lines().filter(is_addition) {
        let literals = line.split(' ').skip(1).take_while(|word| *word != "0");
        let variables: Vec<u32> =
            literals.map(|word| word.trim_start_matches('-').parse().expect("a number")).collect();
        assert!(variables.is_sorted(), "{line}");
    }
    // With a bound of one less there is a model, and no proof is left.
    place.emit("4x4", "8");
    let (code, text) = place.run(&["solve", "--cnf", "q.cnf", "--proof", "none.lrat", "--strict"]);
    assert!(code == Some(10) && text.contains("s SATISFIABLE\nv "), "{text}");
    assert!(!place.path("none.lrat").exists());
    let (code, text) = place.run(&["solve", "--cnf", "q.cnf", "--strict"]);
    assert!(code == Some(2) && text.contains("--proof"), "{text}");
    fs::write(place.path("bad.cnf"), "p cnf 1 2\n1 0\n").expect("a file");
    let (code, text) = place.run(&["solve", "--cnf", "bad.cnf"]);
    assert!(code == Some(2) && text.contains("bad.cnf"), "{text}");
    let (code, text) = place.run(&["solve"]);
    assert!(code == Some(2) && text.contains("give one of othello.mobility"), "{text}");
    assert!(text.contains("or --cnf <FILE>"), "{text}");
}

#[test]
fn only_the_text_of_a_checker_counts() {
    let place = Place::new();
    fs::write(place.path("q.cnf"), "p cnf 1 2\n1 0\n-1 0\n").expect("a file");
    fs::write(place.path("q p"), "0\n").expect("a file");
    let check =
        |command: &str| place.run(&["check", "--cnf", "q.cnf", "--proof", "q p", "--checker", command]);
    for (script, holds) in [
        ("echo s VERIFIED", true),
        ("echo s VERIFIED; exit 1", true),
        ("echo s VERIFIED UNSAT", true),
        ("cmp -s \"$1\" \"$2\"; echo s VERIFIED", true),
        ("true", false),
        ("echo s NOT VERIFIED", false),
        ("echo s VERIFIED; echo s NOT VERIFIED", false),
        ("echo c s VERIFIED", false),
        ("echo s VERIFIED >&2", false),
        ("echo s TIMEOUT", false),
        ("printf 's VERIFIE'", false),
        ("yes | head -c 1000000; echo; exit 0", false),
    ] {
        fs::write(place.path("checker.sh"), script).expect("a script");
        let (code, text) = check("sh checker.sh {cnf} {proof}");
        let says = if holds { "\ns VERIFIED\n" } else { "\ns NOT VERIFIED\n" };
        assert!(code == Some(i32::from(!holds)) && text.contains(says), "{script}: {code:?} {text}");
    }
    for (command, complaint) in [
        ("no-such-checker {cnf} {proof}", "--checker no-such-checker: there is no such program"),
        ("true {cnf}", "{proof} is missing"),
        ("true '{cnf} {proof}", "a quotation mark is open"),
    ] {
        let (code, text) = check(command);
        assert!(
            code == Some(2) && text.contains(complaint) && text.lines().count() == 1,
            "{command}: {text}"
        );
    }
}

/// Debian's books for the checker of the ACL2 project.
fn acl2_books() -> Option<PathBuf> {
    let shares = fs::read_dir("/usr/share").ok()?;
    let books = |entry: fs::DirEntry| entry.path().join("books/projects/sat/lrat/stobj-based");
    let mut shares =
        shares.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with("acl2-"));
    shares.find_map(|entry| Some(books(entry)).filter(|books| books.join("run.lisp").exists()))
}

#[test]
fn a_verified_checker_accepts_our_proofs() {
    let Some(books) = acl2_books().filter(|_| runs_acl2()) else {
        missing("ACL2 with its books", "no verified checker has seen our proofs");
        return;
    };
    let place = Place::new();
    place.emit("6x6", "21");
    let (code, text) = place.run(&["solve", "--cnf", "q.cnf", "--proof", "q.lrat"]);
    assert_eq!(code, Some(20), "{text}");
    // It reads no comments, and an internal error must not look like success.
    let script = format!(
        "grep -v '^c' \"$1\" > plain.cnf; cp \"$2\" plain.lrat; acl2 <<'END'\n(include-book \"{}/run\")\n\
         (lrat::lrat-check \"plain.cnf\" \"plain.lrat\")\n(exit 1)\nEND\n",
        books.display()
    );
    fs::write(place.path("acl2.sh"), script).expect("a script");
    let check = |proof: &str| {
        place.run(&["check", "--cnf", "q.cnf", "--proof", proof, "--checker", "sh acl2.sh {cnf} {proof}"])
    };
    let (code, text) = check("q.lrat");
    assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
    // It is a checker, and not a program that accepts everything.
    let lrat = fs::read_to_string(place.path("q.lrat")).expect("a text");
    let last = lrat.trim_end().rfind('\n').expect("several lines");
    fs::write(place.path("less.lrat"), &lrat[..=last]).expect("a file");
    let (code, text) = check("less.lrat");
    assert!(code == Some(1) && text.ends_with("s NOT VERIFIED\n"), "{text}");
}

fn runs_acl2() -> bool {
    // Without input it ends at once.
    Command::new("acl2")
        .stdin(std::process::Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success())
}
