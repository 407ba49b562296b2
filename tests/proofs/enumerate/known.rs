//! Lists that begin with positions that are known.

use super::run;
use serde_json::Value;
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
        let (known, unknown): (Vec<_>, Vec<_>) =
            whole.iter().enumerate().partition(|(place, _)| place % 2 == 0);
        let text = |entries: &[(usize, &String)]| {
            entries.iter().map(|(_, line)| (*line).clone()).collect::<Vec<_>>()
        };
        let (known, unknown) = (text(&known), text(&unknown));
        let from = place.from(&known.iter().map(String::as_str).collect::<Vec<_>>());
        // What is known comes first.
        let mut found = lines(&format!("{question} {} {from}", certificates[1].display()));
        found[known.len()..].sort();
        assert_eq!(found, [known, unknown].concat(), "{question}");
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
fn what_the_program_prints_is_read_back() {
    let place = Place::new();
    for question in [QUESTIONS[0], OF_GAMES] {
        let whole = lines(question);
        let (_, printed) = run(&format!("enumerate {question}"));
        let ended: Vec<&str> = printed.lines().collect();
        assert_eq!(lines(&format!("{question} {}", place.from(&ended))), whole);
        let (code, stopped) = run(&format!("enumerate {question} --time-limit 0.000001"));
        let last = stopped.lines().last().filter(|last| code == Some(3) && last.starts_with("not complete"));
        let broken_off = [&ended[..2], &["", last.expect("a last line")]].concat();
        let mut found = lines(&format!("{question} {}", place.from(&broken_off)));
        found.sort();
        assert_eq!(found, whole, "{question}");
        let of_another_system: Vec<String> = ended.iter().map(|line| format!(" {line} \r")).collect();
        let of_another_system: Vec<&str> = of_another_system.iter().map(String::as_str).collect();
        assert_eq!(lines(&format!("{question} {}", place.from(&of_another_system))), whole);
    }
}

#[test]
fn known_positions_are_not_believed() {
    let place = Place::new();
    let question = QUESTIONS[0];
    let known = lines(&format!("{question} --up-to-symmetry"));
    let cases = [
        (vec![known[0].as_str(), "XO"], "line 2: expected 16 characters of - O X"),
        (vec!["", "X"], "line 2: expected 16 characters of - O X"),
        (vec!["-----XO--OX-----"], "line 1: the position has 4 legal moves, at least 7 are required"),
        (vec![known[0].as_str(), "----------------"], "line 2: "),
    ];
    for (text, complaint) in &cases {
        refused(&format!("{question} {}", place.from(text)), complaint);
    }
    let evident = format!("{} c4", known[0]);
    refused(&format!("{question} {}", place.from(&[&evident])), "line 1: an entry of the list: ");
    refused(&format!("{question} --from {}", place.0.path().join("none").display()), "cannot read");
    refused(&format!("{question} --after {} {}", known[0], place.from(&[])), "cannot be used with");
    // No position is as good as no file.
    assert_eq!(lines(&format!("{question} --up-to-symmetry {}", place.from(&[]))), known);
}

#[test]
fn limits_and_other_flags_hold_for_known_positions() {
    let place = Place::new();
    let question = QUESTIONS[0];
    let whole = lines(question);
    let from = place.from(&whole.iter().map(String::as_str).collect::<Vec<_>>());
    let (code, text) = run(&format!("enumerate {question} {from} --time-limit 0.000001"));
    assert_eq!((code, text.as_str()), (Some(3), "not complete: 0 positions so far\n"));
    let (code, text) = run(&format!("enumerate {question} {from} --no-proof"));
    let end = format!("complete: {} positions, and no others by the word of the solver", whole.len());
    assert!(code == Some(0) && text.lines().last() == Some(&end), "{text}");
    let (code, text) = run(&format!("--json enumerate {question} {from}"));
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let printed: Vec<&str> = objects.iter().filter_map(|object| object["line"].as_str()).collect();
    assert_eq!((code, printed), (Some(0), whole.iter().map(String::as_str).collect()));
}

/// A game leads to one position of a class, not to the others. The others are passed over.
#[test]
fn a_game_is_known_for_its_own_position_alone() {
    let place = Place::new();
    let (all, classes) = (lines(OF_GAMES), lines(&format!("{OF_GAMES} --up-to-symmetry")));
    for known in [&all, &classes] {
        let known = place.from(&known.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(lines(&format!("{OF_GAMES} --up-to-symmetry {known}")), classes);
    }
    let other = all.iter().find(|line| !classes.contains(line)).expect("a position beside them");
    let (line, game) = classes[0].split_once(' ').expect("a game");
    for known in [other, &format!("{line}   {game} ")] {
        let mut found = lines(&format!("{OF_GAMES} --up-to-symmetry {}", place.from(&[known])));
        found.sort();
        assert_eq!(found, classes);
    }
    refused(&format!("{OF_GAMES} {}", place.from(&[line])), "nothing after the position");
}

#[test]
fn without_patience_the_same_positions_are_listed() {
    let (place, mut along_gaps) = (Place::new(), 0);
    for question in QUESTIONS.into_iter().chain([OF_GAMES]) {
        for question in [question.to_owned(), format!("{question} --up-to-symmetry")] {
            let in_order = lines(&question);
            let out = place.0.path().join("list");
            let mut met = lines(&format!("{question} --patience 0 --out {}", out.display()));
            met.sort_by_key(|line| in_order.iter().position(|known| known == line));
            assert_eq!(met, in_order, "{question}");
            let kept = fs::read_to_string(out.join("positions.txt")).expect("a list");
            assert_eq!(kept.lines().collect::<Vec<_>>(), in_order, "{question}");
            let manifest = fs::read_to_string(out.join("certificate.json")).expect("a manifest");
            along_gaps += usize::from(manifest.contains(", along gaps\""));
            let (code, text) = run(&format!("check {}", out.display()));
            assert_eq!(code, Some(0), "{question}: {text}");
            fs::remove_dir_all(out).expect("removed");
        }
    }
    assert!(along_gaps > 5, "{along_gaps} lists are closed along the gaps");
    refused("push-fight over --board 4x3 --patience 0 --no-proof", "cannot be used with");
    refused("push-fight over --board 4x3 --patience=-1", "invalid value");
}
