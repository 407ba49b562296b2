//! Lists that begin with positions that are known.

use crate::run;
use std::fs;
use tempfile::TempDir;

/// Questions on small boards, with symmetry breaking of different kinds and lines of different forms.
const QUESTIONS: [&str; 5] = [
    "othello.mobility --board 4x4 --at-least 7",
    "othello 'count(legal)>=7' --board 4x4",
    "ostle.mobility --board 3x3 --at-least 15",
    "go.strings --board 3x3 --at-least 5",
    "push-fight over --board 4x3",
];

/// Positions that need games to show that they are answers.
const OF_GAMES: &str = "othello.mobility --board 4x4 --reachable --discs 7 --at-least 4";

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    /// A file with these lines, as an argument.
    fn from(&self, lines: &[&str]) -> String {
        let file = self.0.path().join("known.txt");
        fs::write(&file, lines.iter().flat_map(|line| [*line, "\n"]).collect::<String>()).expect("written");
        format!("--from {}", file.display())
    }
}

/// The lines of a list, without its last line, which says that it is complete.
fn lines(arguments: &str) -> Vec<String> {
    let (code, text) = run(&format!("enumerate {}", arguments.replace('\'', "")));
    assert_eq!(code, Some(0), "{arguments}: {text}");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = lines.len() - 1;
    let end = format!("complete: {count} positions, and no others; proof checked");
    assert!(lines.pop().is_some_and(|last| last.starts_with(&end)), "{arguments}: {text}");
    lines
}

fn refused(arguments: &str, complaint: &str) {
    let (code, text) = run(&format!("enumerate {arguments}"));
    assert!(code == Some(2) && text.contains(complaint), "{arguments}: {text}");
}

#[test]
fn each_position_of_a_class_stands_for_the_one_that_a_list_has() {
    let place = Place::new();
    for question in QUESTIONS {
        let (all, classes) = (lines(question), lines(&format!("{question} --up-to-symmetry")));
        assert!(classes.len() > 1 && classes.len() < all.len(), "{question}: {}", classes.len());
        let mut known: Vec<&str> = all.iter().map(String::as_str).collect();
        known.reverse();
        let known = place.from(&known);
        assert_eq!(lines(&format!("{question} --up-to-symmetry {known}")), classes, "{question}");
        assert_eq!(lines(&format!("{question} {known}")), all, "{question}");
    }
}

#[test]
fn what_is_not_known_is_found_and_the_certificate_is_the_same() {
    let place = Place::new();
    let certificates = ["whole", "known"].map(|name| place.0.path().join(name));
    for question in [QUESTIONS[0], QUESTIONS[2], OF_GAMES] {
        let question = format!("{question} --up-to-symmetry --out");
        let whole = lines(&format!("{question} {}", certificates[0].display()));
        let middle = whole.len() / 2;
        let known: Vec<&str> = whole[middle..].iter().map(String::as_str).collect();
        let from = place.from(&known);
        let mut found = lines(&format!("{question} {} {from}", certificates[1].display()));
        // What is known comes first.
        found.rotate_left(known.len());
        assert_eq!(found, whole, "{question}");
        let [one, other] =
            certificates.each_ref().map(|path| fs::read(path.join("positions.txt")).expect("read"));
        assert!(one == other, "{question}");
        let (code, text) = run(&format!("check {}", certificates[1].display()));
        assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
        for path in &certificates {
            fs::remove_dir_all(path).expect("removed");
        }
    }
}

#[test]
fn known_positions_are_not_believed() {
    let place = Place::new();
    let question = QUESTIONS[0];
    let known = lines(&format!("{question} --up-to-symmetry"));
    let cases = [
        (vec![known[0].as_str(), "XO"], "line 2: expected 16 characters of - O X"),
        (vec![""], "line 1: expected 16 characters of - O X"),
        (vec!["-----XO--OX-----"], "line 1: the position has 4 legal moves, at least 7 are required"),
        (vec![known[0].as_str(), "----------------"], "line 2: "),
    ];
    for (text, complaint) in &cases {
        refused(&format!("{question} {}", place.from(text)), complaint);
    }
    let evident = format!("{} c4", known[0]);
    refused(&format!("{question} {}", place.from(&[&evident])), "line 1: an entry of the list: ");
    refused(&format!("{question} --from {}", place.0.path().join("none").display()), "none");
    refused(&format!("{question} --after {} {}", known[0], place.from(&[])), "cannot be used with");
    // No position is as good as no file.
    assert_eq!(lines(&format!("{question} --up-to-symmetry {}", place.from(&[]))), known);
}

/// A game leads to one position of a class, not to the others.
#[test]
fn a_game_is_known_for_its_own_position_alone() {
    let place = Place::new();
    let (all, classes) = (lines(OF_GAMES), lines(&format!("{OF_GAMES} --up-to-symmetry")));
    let first: Vec<&str> = classes.iter().map(String::as_str).collect();
    assert_eq!(lines(&format!("{OF_GAMES} --up-to-symmetry {}", place.from(&first))), classes);
    let other = all.iter().find(|line| !classes.contains(line)).expect("a position beside them");
    refused(
        &format!("{OF_GAMES} --up-to-symmetry {}", place.from(&[other])),
        "line 1: a list up to symmetry has another position of this class",
    );
    let without = first[0].split_once(' ').expect("a game").0;
    refused(&format!("{OF_GAMES} {}", place.from(&[without])), "nothing after the position");
}
