//! `solvers` and `solve --solver all`: solvers are scripts beside a copy of the program, in an environment that has
//! nothing else.

use crate::support::run::Ran;
use crate::support::tools::{Tool, installed};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const REFUTES: &str = "echo s UNSATISFIABLE; exit 20";

/// A directory with the program in `bin`, and a shell in `path`.
struct Root(TempDir);

impl Root {
    fn new() -> Self {
        // A link needs the file system of the program.
        let root = Self(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory"));
        for folder in ["bin", "path", "here"] {
            fs::create_dir(root.path(folder)).expect("a directory");
        }
        fs::hard_link(env!("CARGO_BIN_EXE_certamen"), root.path("bin/certamen")).expect("a link");
        symlink("/bin/sh", root.path("path/sh")).expect("a link");
        root
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().expect("a path").join(name)
    }

    /// A solver with a version and an answer.
    fn solver(&self, name: &str, version: &str, answer: &str) {
        self.script(name, &format!("case $1 in --version) echo {version}; exit 0;; esac\n{answer}"));
    }

    fn script(&self, name: &str, script: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a mode");
    }

    fn command(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path("bin/certamen"));
        command.env_clear().env("PATH", self.path("path")).current_dir(self.path("here")).args(arguments);
        for (name, value) in variables {
            command.env(name, value);
        }
        command
    }

    fn solve(&self, at_least: &str, rest: &[&str]) -> Ran {
        let question = ["-q", "solve", "othello.mobility", "--board", "4x4", "--at-least", at_least];
        Ran::of(&mut self.command(&[], &[&question[..], &["--solver"], rest].concat()))
    }

    /// What `solvers` says about a solver.
    fn listed(&self, name: &str, variables: &[(&str, &str)]) -> Value {
        entry(&Ran::of(&mut self.command(variables, &["solvers", "--json"])).json(0), name)
    }
}

fn entry(object: &Value, name: &str) -> Value {
    let entries = object["solvers"].as_array().expect("a list").iter();
    entries.clone().find(|entry| entry["solver"] == name).expect("an entry").clone()
}

#[test]
fn solvers_are_found_in_the_order_that_is_documented() {
    let root = Root::new();
    let wheel = "lib/python3.11/site-packages/sage_wheels/bin/kissat";
    let (venv, conda) = (root.path("venv"), root.path("conda"));
    let variables =
        [("VIRTUAL_ENV", venv.to_str().expect("UTF-8")), ("CONDA_PREFIX", conda.to_str().expect("UTF-8"))];
    let places = [
        ("path/kissat", "PATH"),
        ("bin/kissat", "beside the program"),
        (wheel, "beside the program"),
        ("venv/bin/kissat", "VIRTUAL_ENV"),
        (&format!("venv/{wheel}"), "VIRTUAL_ENV"),
        ("conda/bin/kissat", "CONDA_PREFIX"),
    ];
    for (number, (file, _)) in places.iter().enumerate() {
        root.solver(file, &format!("4.0.{number}"), REFUTES);
    }
    root.solver("named", "9.9", REFUTES);
    let named = root.path("named");
    let by_name = [variables[0], ("CERTAMEN_KISSAT", named.to_str().expect("UTF-8"))];
    let found = root.listed("kissat", &by_name);
    assert_eq!((&found["version"], &found["place"]), (&json!("9.9"), &json!("CERTAMEN_KISSAT")));
    for (number, (file, place)) in places.iter().enumerate() {
        let found = root.listed("kissat", &variables);
        assert_eq!(found["found"], true);
        assert_eq!(found["version"], format!("4.0.{number}"));
        assert_eq!(found["path"], root.path(file).to_str().expect("UTF-8"));
        assert_eq!(found["place"], *place);
        // A directory of the name, and a file that is not executable, are none.
        fs::remove_file(root.path(file)).expect("a file");
        if number == 0 {
            fs::create_dir(root.path(file)).expect("a directory");
        } else {
            fs::write(root.path(file), "#!/bin/sh\necho 1.0\n").expect("a file");
        }
    }
    let missing = root.listed("kissat", &variables);
    assert_eq!(missing["found"], false);
    assert_eq!(missing["get"], "pip install passagemath-kissat");
    root.solve("9", &["kissat"]).refused(&["no executable `kissat`"]);
}

#[test]
fn nothing_is_run_from_the_current_directory() {
    let root = Root::new();
    root.solver("here/kissat", "4.0.4", REFUTES);
    root.solver("here/bin/kissat", "4.0.4", REFUTES);
    let shell = root.path("path");
    for path in [format!(":.:{}:", shell.display()), format!("bin:./bin:{}", shell.display())] {
        let variables = [("PATH", &*path), ("VIRTUAL_ENV", "."), ("CONDA_PREFIX", "")];
        assert_eq!(root.listed("kissat", &variables)["found"], false, "{path}");
    }
    // A path says so, and a name with a blank or a quotation mark in its path is no trouble.
    root.solve("9", &["./kissat"]).answers(20);
    root.solver("it's here/solver", "1.0", REFUTES);
    let name = root.path("it's here/solver");
    let found = root.listed("kissat", &[("CERTAMEN_KISSAT", name.to_str().expect("UTF-8"))]);
    assert_eq!(found["version"], "1.0");
}

#[test]
fn the_program_may_be_called_by_a_link() {
    let root = Root::new();
    root.solver("bin/kissat", "4.0.4", REFUTES);
    symlink(root.path("bin/certamen"), root.path("here/certamen")).expect("a link");
    let mut command = Command::new(root.path("here/certamen"));
    command.env_clear().env("PATH", root.path("path")).args(["solvers"]);
    let ran = Ran::of(&mut command);
    let line = format!("\nkissat    4.0.4  {} (beside the program)\n", root.path("bin/kissat").display());
    assert!(ran.answers(0).contains(&line), "{}", ran.out());
    assert!(ran.out().starts_with("cadical   3.0.1  in the program\n"), "{}", ran.out());
    assert!(ran.out().ends_with("\ndepqbf    -      not found: apt install depqbf\n"), "{}", ran.out());
}

#[test]
fn programs_that_print_no_version_are_listed_in_time() {
    let root = Root::new();
    root.script("path/kissat", "trap '' TERM INT; /bin/sleep 86433");
    root.script("path/z3", "while :; do echo no number; done");
    root.script("path/cvc5", "echo there is no library >&2; exit 127");
    root.script("path/bitwuzla", "printf 'a\\033[31m\\000\\377 version .5'");
    let begun = Instant::now();
    let object = Ran::of(&mut root.command(&[], &["solvers", "--json"])).json(0);
    // One after the other they would take longer, and so would one that is waited for.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    for (name, problem) in [
        ("kissat", "it gave no version (the time limit)"),
        ("z3", "the program printed more than 65536 bytes"),
        ("cvc5", "it gave no version (exit code 127): there is no library"),
        ("bitwuzla", "it prints no version but `a\\u{1b}[31m\\0\u{fffd} version .5`"),
    ] {
        let found = entry(&object, name);
        assert_eq!((&found["found"], &found["version"]), (&json!(true), &json!(null)), "{name}");
        assert_eq!(found["problem"], problem);
    }
}

#[test]
fn all_solvers_that_are_there_are_asked_and_a_proof_is_checked() {
    let root = Root::new();
    root.solver("bin/kissat", "4.0.4", REFUTES);
    root.solver("path/z3", "5.4.1", "echo unsat");
    root.solver("path/cvc5", "1.4.2", "echo cannot start >&2; exit 1");
    root.solver("path/bitwuzla", "0.10.0", "/bin/sleep 86434");
    let ran = root.solve("9", &["all", "--time-limit", "4"]);
    for part in [
        "c cadical: UNSATISFIABLE (the proof was checked), ",
        "c kissat: UNSATISFIABLE (no proof), ",
        "c z3: UNSATISFIABLE (no proof), ",
        "c cvc5: UNKNOWN (it gave no answer (exit code 1): cannot start), ",
        "c bitwuzla: UNKNOWN (the time limit has passed), ",
        "\ns UNSATISFIABLE\n",
    ] {
        assert!(ran.answers(20).contains(part), "{part}: {}", ran.out());
    }
}

#[test]
fn solvers_that_disagree_are_named() {
    let root = Root::new();
    root.solver("bin/kissat", "4.0.4", REFUTES);
    let says = ["the solvers disagree: cadical finds a position, kissat says that there is none"];
    root.solve("8", &["all"]).refused(&says);
    root.solver("bin/kissat", "4.0.4", "echo s SATISFIABLE; echo v 1 0; exit 10");
    // With a wrong model it is an error whatever the others say.
    for at_least in ["8", "9"] {
        root.solve(at_least, &["all"]).refused(&["kissat: its model does not satisfy the formula"]);
    }
    fs::remove_file(root.path("bin/kissat")).expect("a file");
    let object = root.solve("8", &["all", "--json"]).json(10);
    assert_eq!(object["solvers"].as_array().expect("a list").len(), 1);
    let [own, none] = [entry(&object, "cadical"), root.solve("9", &["all", "--json"]).json(20)];
    assert_eq!((&own["status"], &own["proved"]), (&json!("SATISFIABLE"), &json!(false)));
    assert_eq!(entry(&none, "cadical")["proved"], true);
}

#[test]
fn a_variable_that_names_no_executable_is_an_error() {
    let root = Root::new();
    root.solver("bin/kissat", "4.0.4", REFUTES);
    for value in ["/no/such/kissat", "/bin", "no-such-name"] {
        let variables = [("CERTAMEN_KISSAT", value)];
        let says = format!("CERTAMEN_KISSAT is {value}, which is no executable");
        for solver in ["kissat", "all"] {
            let question = ["solve", "othello.mobility", "--board", "4x4", "--at-least", "9"];
            let arguments = [&["-q"], &question[..], &["--solver", solver]].concat();
            Ran::of(&mut root.command(&variables, &arguments)).refused(&[&says]);
        }
        let found = root.listed("kissat", &variables);
        assert_eq!((&found["found"], &found["problem"]), (&json!(false), &json!(says)));
    }
}

#[test]
fn a_module_of_python_is_run_by_the_python_of_its_environment() {
    let root = Root::new();
    // It is run isolated, with a script, a module and a file.
    let python = "[ \"$1 $2 $4\" = '-I -c cvc5' ] || exit 3\n\
        case $5 in --version) echo 1.4.2;; *.smt2) echo unsat;; *) exit 4;; esac";
    root.script("bin/python", python);
    assert_eq!(root.listed("cvc5", &[])["found"], false);
    fs::create_dir_all(root.path("lib/python3.12/site-packages/cvc5-1.4.2.dist-info")).expect("a directory");
    let found = root.listed("cvc5", &[]);
    assert_eq!((&found["version"], &found["module"]), (&json!("1.4.2"), &json!("cvc5")));
    assert_eq!(found["path"], root.path("bin/python").to_str().expect("UTF-8"));
    assert_eq!(root.listed("bitwuzla", &[])["found"], false);
    root.solve("9", &["cvc5"]).answers(20);
    // An executable comes before it.
    root.solver("path/cvc5", "1.5", "echo unsat");
    assert_eq!(root.listed("cvc5", &[])["module"], json!(null));
}

#[test]
fn the_wheels_of_cvc5_and_bitwuzla_answer() {
    let root = Root::new();
    for (tool, name) in [(Tool::Cvc5, "cvc5"), (Tool::Bitwuzla, "bitwuzla")] {
        if tool.find("that its wheel answers without an executable").is_none() {
            continue;
        }
        let environment = installed().parent().map(Path::to_owned).expect("a directory");
        let variables = [("VIRTUAL_ENV", environment.to_str().expect("UTF-8"))];
        assert!(root.listed(name, &variables)["version"].is_string());
        for (at_least, code) in [("8", 10), ("9", 20)] {
            let question = ["-q", "solve", "othello.mobility", "--board", "4x4", "--at-least", at_least];
            let arguments = [&question[..], &["--solver", name]].concat();
            Ran::of(&mut root.command(&variables, &arguments)).answers(code);
        }
    }
}
