//! Options that come from the environment.

use std::{env, process::Command};

use crate::solver::{LratFormat, Refuter, SolverError, refuter::refuse_environment};

fn refused(name: &str) -> bool {
    match refuse_environment([name.to_owned()].into_iter()) {
        Ok(()) => false,
        Err(SolverError::Environment(variable)) => variable == name,
        Err(error) => panic!("{name}: {error}"),
    }
}

#[test]
fn variables_that_cadical_reads_are_refused() {
    for name in
        ["CADICAL_ELIM", "CADICAL_FACTOR", "CADICAL_SEED", "CADICAL_LIDRUP_TRACE", "CADICALLIDRUPTRACE"]
    {
        assert!(refused(name), "{name}");
    }
    for name in ["PATH", "CADICAL_HOME", "CADICAL_", "MY_CADICAL_ELIM", "KISSAT_ELIM"] {
        assert!(!refused(name), "{name}");
    }
}

/// Run by the test below in a child process, with and without a variable that sets an option.
#[test]
#[ignore = "passes only in the environment that another test prepares"]
fn a_refuter_is_refused_here() {
    match Refuter::new(0, LratFormat::Text, Vec::new()) {
        Err(SolverError::Environment(name)) => assert_eq!(name, "CADICAL_ELIM"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refuter_is_refused_in_such_an_environment() {
    let child = |value: Option<&str>| {
        let mut command = Command::new(env::current_exe().expect("this program"));
        command.args(["--ignored", "--exact", "solver::tests::environment::a_refuter_is_refused_here"]);
        command.env_remove("CADICAL_ELIM");
        command.envs(value.map(|value| ("CADICAL_ELIM", value)));
        let output = command.output().expect("a child process");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("running 1 test"), "{text}");
        output.status.success()
    };
    assert!(child(Some("0")));
    assert!(child(Some("nonsense")));
    assert!(!child(None));
}
