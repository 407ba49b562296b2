//! Lists of all answers, against all positions of 4x4.

use encodings::othello::rules::{Discs, Othello};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Runs the program: its exit code, and what it says.
fn run(arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    let output = command.arg("-q").args(arguments.split(' ')).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout) + &text(output.stderr))
}

/// The lines of a list that is complete.
fn listed(arguments: &str) -> Vec<String> {
    let (code, text) = run(&format!("enumerate othello.mobility --board 4x4 {arguments}"));
    assert_eq!(code, Some(0), "{arguments}: {text}");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let goes_on = arguments.contains("--after");
    let (more, end) = if goes_on { (" more", " by the word of the solver") } else { ("", "; proof checked") };
    let count = lines.len() - 1;
    assert_eq!(
        lines.pop(),
        Some(format!("complete: {count}{more} positions, and no others{end}")),
        "{arguments}"
    );
    lines
}

/// The squares of the centre.
const CENTRE: [usize; 4] = [5, 6, 9, 10];

fn line(discs: Discs<u16>) -> String {
    let square = |index: u32| match (discs.own >> index & 1, discs.opp >> index & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..16).map(square).collect()
}

/// All positions of 4x4 with so many legal moves and empty squares, one by one, by the native engine.
fn searched(at_least: u32, empties: u32) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for number in 0..3_u32.pow(12) << 4 {
        let mut digits = number >> 4;
        let mut discs = Discs { own: 0_u16, opp: 0_u16 };
        for index in 0..16 {
            let state = if let Some(place) = CENTRE.iter().position(|&square| square == index) {
                1 + (number >> place & 1)
            } else {
                let digit = digits % 3;
                digits /= 3;
                digit
            };
            discs.own |= u16::from(state == 1) << index;
            discs.opp |= u16::from(state == 2) << index;
        }
        if (discs.own | discs.opp).count_zeros() >= empties
            && Othello::<4>::legal(discs).count_ones() >= at_least
        {
            found.insert(line(discs));
        }
    }
    found
}

/// The symmetric images of a line.
fn images(line: &str) -> BTreeSet<String> {
    let turned = |line: &String| {
        (0..16).map(|index| line.as_bytes()[(3 - index % 4) * 4 + index / 4] as char).collect()
    };
    let flipped =
        |line: &String| (0..16).map(|index| line.as_bytes()[index / 4 * 4 + 3 - index % 4] as char).collect();
    let mut images = BTreeSet::from([line.to_owned()]);
    loop {
        let more: BTreeSet<String> =
            images.iter().flat_map(|image| [turned(image), flipped(image)]).chain(images.clone()).collect();
        if more == images {
            return images;
        }
        images = more;
    }
}

#[test]
fn a_list_has_every_position_of_4x4_once_and_in_order() {
    for (at_least, empties) in [(8, 0), (7, 0), (6, 8)] {
        let expected: Vec<String> = searched(at_least, empties).into_iter().collect();
        assert!(empties > 0 || !expected.is_empty());
        let flags = format!("--at-least {at_least} --empties {empties}");
        let all = listed(&flags);
        assert_eq!(all, expected, "{flags}");

        let classes: BTreeSet<BTreeSet<String>> = all.iter().map(|line| images(line)).collect();
        let representatives = listed(&format!("{flags} --up-to-symmetry"));
        let represented: BTreeSet<BTreeSet<String>> =
            representatives.iter().map(|line| images(line)).collect();
        assert_eq!(represented, classes, "{flags}: every class");
        assert_eq!(representatives.len(), classes.len(), "{flags}: once");
        assert!(representatives.is_sorted());

        // It goes on behind any line.
        let middle = all.len() / 2;
        assert_eq!(listed(&format!("{flags} --after {}", all[middle])), all[middle + 1..]);
        assert_eq!(listed(&format!("{flags} --after {}", "-".repeat(16))), all);
        assert_eq!(listed(&format!("{flags} --after {}", "X".repeat(16))), [""; 0]);
    }
    assert_eq!(listed("--at-least 9"), [""; 0]);
}

#[test]
fn a_list_is_json_line_by_line() {
    let (code, text) = run("--json enumerate othello.mobility --board 4x4 --at-least 8 --up-to-symmetry");
    assert_eq!(code, Some(0));
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, positions) = objects.split_last().expect("an object");
    assert_eq!(last["positions"], positions.len());
    assert_eq!(last["complete"], true);
    assert!(positions.iter().all(|position| position["mobility"].as_u64() >= Some(8)));
}

#[test]
fn a_list_that_is_ended_says_so() {
    let (code, text) = run("enumerate othello.mobility --at-least 34 --empties 37 --time-limit 0.01");
    assert_eq!((code, text.as_str()), (Some(3), "not complete: 0 positions so far\n"));
    for (arguments, complaint) in [
        ("--board 4x4 --after XO", "--after"),
        ("--board 6x6 --after XO--------------", "expected a line of this list, 36 characters"),
        ("--reachable --discs 20", "leave out --reachable"),
    ] {
        let (code, text) = run(&format!("enumerate othello.mobility {arguments}"));
        assert!(
            code == Some(2) && text.contains(complaint) && text.lines().count() == 1,
            "{arguments}: {text}"
        );
    }
}
