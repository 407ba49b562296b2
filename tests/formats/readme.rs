//! The examples of the README, run as they stand there, with the real solvers.

use crate::run::Place;
use crate::tools::{Tool, installed};
use std::path::Path;
use std::process::Command;

/// What the README has in front of a block that is not run.
const LONG: &str = "<!-- not run by the tests: ";

/// A command of the README.
struct Example {
    command: String,
    /// What it prints there.
    printed: String,
}

impl Example {
    /// Whether a program that is not ours has a part in what is printed.
    fn is_foreign(&self) -> bool {
        ["kissat", "z3", "berkeley-abc", "r6"].iter().any(|name| self.command.contains(name))
    }

    /// What must be the same wherever the README is followed.
    fn facts(&self, text: &str) -> Vec<String> {
        if !self.is_foreign() {
            return text.lines().map(without_time).collect();
        }
        // Which position another solver finds, or which proof, depends on its version; of what kind it is does not.
        let begins = |line: &str| ["s ", "sat", "unsat"].iter().any(|start| line.starts_with(start));
        let fact = |line: &str| match line.split_once(" legal moves") {
            Some((moves, _)) => Some(moves.to_owned()),
            None => (begins(line) || line.contains("inputs")).then(|| line.to_owned()),
        };
        text.lines().filter_map(fact).collect()
    }
}

/// A line up to the time that it ends with.
fn without_time(line: &str) -> String {
    match line.rsplit_once(", ") {
        Some((rest, time)) if time.strip_suffix(" s").is_some_and(|time| time.parse::<f64>().is_ok()) => {
            rest.to_owned()
        }
        _ => line.to_owned(),
    }
}

/// The examples in their order.
fn examples() -> Vec<Example> {
    let readme = include_str!("../../README.md");
    let mut examples: Vec<Example> = Vec::new();
    let mut blocks = readme.split("```console\n");
    let mut before = blocks.next().expect("the first section");
    for block in blocks {
        let end = block.find("```").expect("the end of a block");
        let is_long = before.trim_end().lines().last().is_some_and(|line| line.starts_with(LONG));
        before = &block[end..];
        if is_long {
            continue;
        }
        for line in block[..end].lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    examples.push(Example { command: command.to_owned(), printed: String::new() });
                }
                (None, Some(example)) => example.printed.extend([line, "\n"]),
                (None, None) => panic!("output of no command: {line}"),
            }
        }
    }
    examples
}

#[test]
fn each_example_prints_what_the_readme_says() {
    let tools = [Tool::Kissat, Tool::Z3, Tool::Abc];
    if tools.iter().any(|tool| tool.find("that the examples of the README run").is_none()) {
        return;
    }
    let place = Place::new();
    std::fs::create_dir(place.path().join("target")).expect("a directory");
    let own = Path::new(env!("CARGO_BIN_EXE_certamen")).parent().expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    // The solvers that are installed for tests come first: their versions are those of the README.
    let path = format!("{}:{}:{path}", own.display(), installed().display());
    for example in examples() {
        let Example { command, printed } = &example;
        let run =
            Command::new("sh").args(["-c", command]).current_dir(place.path()).env("PATH", &path).output();
        let run = run.expect("sh runs");
        // Sizes go to standard error.
        let shown = String::from_utf8([run.stderr, run.stdout].concat()).expect("UTF-8");
        assert_eq!(example.facts(&shown), example.facts(printed), "{command}\n{shown}");
    }
}

#[test]
fn each_direction_has_an_example() {
    let examples = examples();
    for direction in [
        &["kissat", "decode"][..],
        &["--format smt2", "z3"],
        &["aig", "berkeley-abc"],
        &["decode", ".cex"],
        &["kissat", ".drat"],
        &["check --cnf", ".drat"],
        &["enumerate", "--at-least 34"],
        &["cube"],
        &["run-cube"],
        &["check target/cubes"],
        &["prove"],
        &["check target/cert"],
        &["solve", "--proof"],
    ] {
        let has_all = |example: &Example| direction.iter().all(|part| example.command.contains(part));
        assert!(examples.iter().any(has_all), "the README has no example of {direction:?}");
    }
}
