//! `solve --solver`: external solvers, correct ones and broken ones.

use crate::support::run::{Place, Ran, program};
use crate::support::tools::{Tool, installed};
use std::time::{Duration, Instant};

/// Runs `solve` with the solvers from `PyPI` on the path.
fn solve(place: &Place, question: &str, solver: &str, flags: &[&str]) -> Ran {
    let mut command = program();
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{path}:{}", installed().display())).current_dir(place.path());
    command.args(["-q", "solve", "othello.mobility"]).args(question.split(' '));
    Ran::of(command.args(["--solver", solver]).args(flags))
}

fn solve_small(solver: &str) -> Ran {
    solve(&Place::new(), "--board 4x4 --at-least 8", solver, &[])
}

#[test]
fn kissat_finds_what_cadical_finds() {
    if Tool::Kissat.find("that Kissat answers as CaDiCaL does").is_none() {
        return;
    }
    let place = Place::new();
    for (question, code) in [
        ("--board 4x4 --at-least 8", 10),
        ("--board 4x4 --at-least 9", 20),
        ("--board 6x6 --at-least 20", 10),
        ("--board 6x6 --at-least 21", 20),
        ("--at-least 34", 10),
        ("--at-least 35", 20),
    ] {
        let ran = solve(&place, question, "kissat", &[]);
        let status = if code == 10 { "s SATISFIABLE\n" } else { "s UNSATISFIABLE\n" };
        assert!(ran.answers(code).contains(status), "{}", ran.out());
        assert_eq!(
            solve(&place, question, "kissat -q {file}", &["--json"]).json(code)["solvers"][0]["solver"],
            "kissat -q {file}"
        );
    }
}

/// `decode` reads a program's model from our output as it does from the program's own output.
#[test]
fn a_model_of_kissat_is_passed_on() {
    if Tool::Kissat.find("that Kissat's model is given on").is_none() {
        return;
    }
    let place = Place::new();
    let question = "--board 6x6 --at-least 20";
    place.run(&format!("emit othello.mobility {question} -o m.cnf --map m.json")).answers(0);
    let found = solve(&place, question, "kissat", &[]).answers(10).to_owned();
    assert!(place.run_with("decode --map m.json -", found).answers(0).contains("20 legal moves"));
}

#[test]
fn z3_takes_terms() {
    if Tool::Z3.find("that z3 answers as CaDiCaL does").is_none() {
        return;
    }
    let place = Place::new();
    for (solver, at_least, code) in
        [("z3", 8, 10), ("z3", 9, 20), ("z3 -smt2 {smt2}", 8, 10), ("z3 -smt2 {smt2}", 9, 20)]
    {
        let ran = solve(&place, &format!("--board 4x4 --at-least {at_least}"), solver, &[]);
        ran.answers(code);
    }
}

#[test]
fn all_available_solvers_are_compared() {
    if [Tool::Z3, Tool::Kissat].iter().any(|tool| tool.find("that solvers agree").is_none()) {
        return;
    }
    let place = Place::new();
    for (at_least, code) in [(8, 10), (9, 20)] {
        let ran = solve(&place, &format!("--board 4x4 --at-least {at_least}"), "all", &["--json"]);
        let object = ran.json(code);
        let solvers = object["solvers"].as_array().expect("a list").clone();
        let names: Vec<&str> = solvers.iter().filter_map(|solver| solver["solver"].as_str()).collect();
        for name in ["cadical", "kissat", "z3"] {
            assert!(names.contains(&name), "{names:?}");
        }
        assert!(solvers.iter().all(|solver| solver["status"] == object["status"]), "{object}");
    }
}

/// Programs whose output is not an answer. The text after `#` must occur in the error.
#[test]
fn output_that_is_not_an_answer_is_an_error() {
    for (script, says) in [
        ("exit 0 # {file}", "no answer (exit code 0)"),
        ("echo oh no >&2; exit 3 # {file}", "no answer (exit code 3): oh no"),
        ("kill -SEGV $$ # {file}", "no answer (signal 11)"),
        ("echo hello # {file}", "line 1"),
        ("echo s UNSATISFIABLE; echo s UNSATISFIABLE; exit 20 # {file}", "a second answer"),
        ("echo s SATISFIABLE; echo v 1 0; echo s UNSATISFIABLE; exit 20 # {file}", "a second answer"),
        ("echo s SATISFIABLE; echo v 1 2; exit 10 # {file}", "line "),
        ("echo s SATISFIABLE; exit 10 # {file}", "line "),
        ("echo s SATISFIABLE; echo v 1 -1 0; exit 10 # {file}", "line 2"),
        ("echo s SATISFIABLE; echo v 99999 0; exit 10 # {file}", "out of range"),
        ("echo s SATISFIABLE; echo v 1 0; exit 10 # {file}", "does not satisfy the formula"),
        ("echo s UNSATISFIABLE; exit 10 # {file}", "printed UNSATISFIABLE and ended with exit code 10"),
        (
            "echo s SATISFIABLE; echo v 1 0; exit 20 # {file}",
            "printed SATISFIABLE and ended with exit code 20",
        ),
        ("echo s UNKNOWN; exit 20 # {file}", "printed UNKNOWN and ended with exit code 20"),
        ("echo s UNSATISFIABLE; kill -SEGV $$ # {file}", "printed UNSATISFIABLE and ended with signal 11"),
        ("echo s UNSATISFIABLE; exit 1 # {file}", "printed UNSATISFIABLE and ended with exit code 1"),
        ("echo sat; echo '((own #x0000) (opp #x0000) (legal #x0000))' # {smt2}", "does not hold"),
        ("echo sat # {smt2}", "line "),
        ("echo sat; echo unsat # {smt2}", "line 2"),
        ("echo unsat; exit 139 # {smt2}", "ended with signal 11"),
        ("echo '(error \"no\")'; echo unsat # {smt2}", "reports: no"),
    ] {
        solve_small(script).refused(&[says]);
    }
}

#[test]
fn unsatisfiable_with_exit_code_0_counts_and_unknown_is_no_error() {
    solve_small("echo s UNSATISFIABLE # {file}").answers(20);
    assert!(solve_small("echo s UNKNOWN # {file}").answers(0).ends_with("s UNKNOWN\n"));
    assert!(solve_small("echo unknown # {smt2}").answers(0).ends_with("s UNKNOWN\n"));
}

#[test]
fn commands_that_cannot_be_run_are_named() {
    solve_small("no-such-solver").refused(&["no-such-solver", "path"]);
    solve_small("no-such-solver {file}").refused(&["exit code 127"]);
    solve_small("minisat -verb=0").refused(&["{file}"]);
    solve_small("x {file} {smt2}").refused(&["more than one of"]);
    let place = Place::new();
    solve(&place, "--board 4x4", "kissat {file}", &["--proof", "p"]).refused(&["--proof"]);
    solve(&place, "--board 4x4", "cadical", &["--memory-limit", "100"]).refused(&["--memory-limit"]);
}

/// The number of processes with this argument.
#[cfg(target_os = "linux")]
fn alive(argument: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("a directory").filter_map(Result::ok);
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|&byte| byte == 0).any(|word| word == argument.as_bytes())).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_time_limit_ends_a_solver_and_all_that_it_started() {
    let begun = Instant::now();
    let place = Place::new();
    // A program that answers too late, and one that ignores a request to stop.
    for script in
        ["sleep 86431 & sleep 86431; echo s UNSATISFIABLE # {file}", "trap '' TERM INT; sleep 86431 # {file}"]
    {
        let ran = solve(&place, "--board 4x4", script, &["--time-limit", "0.3"]);
        assert!(ran.answers(0).contains("time limit") && ran.out().ends_with("s UNKNOWN\n"), "{}", ran.out());
    }
    // A program that answers, and leaves a process behind that holds its output open.
    solve(&place, "--board 4x4", "sleep 86431 & echo s UNSATISFIABLE; exit 20 # {file}", &[]).answers(20);
    assert_eq!(alive("86431"), 0);
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(place.names(), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_a_solver_and_all_that_it_started() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.args(["solve", "othello.mobility", "--solver", "sleep 86432 & sleep 86432 # {file}"]);
    let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn();
    let child = child.expect("the program runs");
    while alive("86432") < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("s UNKNOWN\n"));
    assert_eq!(alive("86432"), 0);
}

/// `tail` keeps a line in memory until it ends, and this line never ends.
#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_ends_a_solver() {
    let hungry = "head -c 400000000 /dev/zero | tail >/dev/null # {file}";
    let ran = solve(&Place::new(), "--board 4x4", hungry, &["--memory-limit", "100"]);
    assert!(ran.answers(0).contains("memory limit of 100 MB"), "{}", ran.out());
}
