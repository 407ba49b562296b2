//! The examples of the README, of docs/guide.md and of docs/your-own-game.md, run as written, with the real solvers.

use crate::support::run::Place;
use crate::support::tools::{Tool, installed};
use std::path::Path;
use std::process::Command;

/// The mark in front of a block that is not run.
const LONG: &str = "<!-- not run by the tests: ";

/// The pages whose examples are run.
const PAGES: [&str; 3] = [
    include_str!("../../../README.md"),
    include_str!("../../../docs/guide.md"),
    include_str!("../../../docs/your-own-game.md"),
];

/// A command of a page.
struct Example {
    command: String,
    /// The output shown on the page.
    printed: String,
}

impl Example {
    /// Whether the output depends on an external program.
    fn is_foreign(&self) -> bool {
        ["kissat", "z3", "berkeley-abc", "r6"].iter().any(|name| self.command.contains(name))
    }

    /// The parts of the output that must be the same everywhere.
    fn facts(&self, text: &str) -> Vec<String> {
        if !self.is_foreign() {
            return text.lines().map(without_time).collect();
        }
        // The position or proof that another solver finds depends on its version; its kind does not.
        let begins = |line: &str| ["s ", "sat", "unsat"].iter().any(|start| line.starts_with(start));
        let fact = |line: &str| match line.split_once(" legal moves") {
            Some((moves, _)) => Some(moves.to_owned()),
            None => (begins(line) || line.contains("inputs")).then(|| line.to_owned()),
        };
        text.lines().filter_map(fact).collect()
    }
}

/// A line without the time at its end.
fn without_time(line: &str) -> String {
    match line.rsplit_once(", ") {
        Some((rest, time)) if time.strip_suffix(" s").is_some_and(|time| time.parse::<f64>().is_ok()) => {
            rest.to_owned()
        }
        _ => line.to_owned(),
    }
}

/// The examples of a page in their order.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut blocks = page.split("```console\n");
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
fn each_example_of_the_readme_prints_what_it_says() {
    run_all(PAGES[0]);
}

#[test]
fn each_example_of_the_guide_prints_what_it_says() {
    run_all(PAGES[1]);
}

#[test]
fn each_example_of_a_game_of_ones_own_prints_what_it_says() {
    run_all(PAGES[2]);
}

/// Runs the examples of a page in a temporary directory, in which `my.game` is the game file of the page.
fn run_all(page: &str) {
    let tools = [Tool::Kissat, Tool::Z3, Tool::Abc];
    if tools.iter().any(|tool| tool.find("that the examples of the README run").is_none()) {
        return;
    }
    let place = Place::new();
    std::fs::create_dir(place.path().join("target")).expect("a directory");
    let file = page.split("```\n").find(|block| block.starts_with("game "));
    place.write("my.game", file.unwrap_or_default());
    let own = Path::new(env!("CARGO_BIN_EXE_certamen")).parent().expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    // The solvers installed for tests come first, because the pages show their versions.
    let path = format!("{}:{}:{path}", own.display(), installed().display());
    for example in examples(page) {
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
    let examples: Vec<Example> = PAGES.into_iter().flat_map(examples).collect();
    for direction in [
        &["kissat", "decode"][..],
        &["--format smt2", "z3"],
        &["aig", "berkeley-abc"],
        &["decode", ".cex"],
        &["kissat", ".drat"],
        &["check --cnf", ".drat"],
        &["enumerate", "--up-to-symmetry"],
        &["cube"],
        &["run-cube"],
        &["check target/cubes"],
        &["prove"],
        &["check target/cert"],
        &["solve", "--proof"],
    ] {
        let has_all = |example: &Example| direction.iter().all(|part| example.command.contains(part));
        assert!(examples.iter().any(has_all), "no page has an example of {direction:?}");
    }
}
