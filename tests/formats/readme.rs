//! The examples of the README that call other programs, run as they stand there.

use crate::run::Place;
use crate::tools::{Tool, installed};
use std::path::Path;
use std::process::Command;

/// The commands of the section, in their order, each with what it prints there.
fn examples() -> Vec<(String, String)> {
    let readme = include_str!("../../README.md");
    let start = readme.find("## Emit for your own solver").expect("the section");
    let section = &readme[start..];
    let section = &section[..section.find("\nWithout a solver of your own").expect("its end")];
    let mut examples: Vec<(String, String)> = Vec::new();
    for block in section.split("```console\n").skip(1) {
        for line in block[..block.find("```").expect("the end of a block")].lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, printed))) => printed.extend([line, "\n"]),
                (None, None) => panic!("output of no command: {line}"),
            }
        }
    }
    examples
}

#[test]
fn each_direction_has_an_example_that_runs() {
    let tools = [Tool::Kissat, Tool::Z3, Tool::Abc];
    if tools.iter().any(|tool| tool.find("that the examples of the README run").is_none()) {
        return;
    }
    let place = Place::new();
    let own = Path::new(env!("CARGO_BIN_EXE_certamen")).parent().expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    // The solvers that are installed for tests come first: their versions are those of the README.
    let path = format!("{}:{}:{path}", own.display(), installed().display());
    let examples = examples();
    for name in ["kissat -q", "z3 -in", "berkeley-abc"] {
        assert!(
            examples.iter().any(|(command, _)| command.contains(name)),
            "the README has no example of {name}"
        );
    }
    for (command, printed) in examples {
        let output =
            Command::new("sh").args(["-c", &command]).current_dir(place.path()).env("PATH", &path).output();
        let output = output.expect("sh runs");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        // Sizes go to standard error.
        let shown = String::from_utf8([output.stderr, output.stdout].concat()).expect("UTF-8");
        // Which position a solver finds depends on its build; of what kind it is does not.
        let facts = |text: &str| {
            let is_fact =
                |line: &&str| line.contains("legal moves") || line.contains("inputs") || *line == "sat";
            text.lines().filter(is_fact).map(str::to_owned).collect::<Vec<_>>()
        };
        let moves = |text: String| text.split(" legal moves").next().map(str::to_owned);
        let facts = |text: &str| facts(text).into_iter().map(moves).collect::<Vec<_>>();
        assert_eq!(facts(&shown), facts(&printed), "{command}");
    }
}
