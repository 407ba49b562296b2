//! `go.strings`: the greatest number of strings of a legal position, proved; lists of positions with at least `k`; and
//! files.
//!
//! A certificate has a position that the naive game counts, and a checked refutation of one more string.

use crate::support::run::{Place, run};
use crate::support::written::written_and_read_back;
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::ask::registry::RegistryError;
use certamen::ask::solve::Event;
use certamen::games::go::{GoStrings, STRINGS};
use certamen::games::registry;
use certamen::prove::argument::ArgumentContext;
use certamen::prove::certificate::{self, ProveOutcome};
use certamen::work::Limits;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use verify::go::{self as naive, Size, legal_boards, strings};

fn question(board: &str, at_least: u32) -> GoStrings {
    GoStrings { board: board.parse().expect("a board"), at_least, symmetry_breaking: false }
}

/// The greatest number of strings, by a certificate.
fn most(board: &str, place: &Path) -> u32 {
    let (out, limits, registry) = (place.join(board), Limits::default(), registry());
    let query = question(board, 0).with_symmetry_breaking(true);
    let (watch, progress) = (&mut |_: Event<'_>| {}, &mut |_| {});
    let context =
        ArgumentContext { destination: &out, registry: &registry, limits: &limits, watch, progress };
    let proved = certificate::prove(&query.into(), STRINGS, context);
    let Ok(ProveOutcome::Exact(claim, _)) = proved else { panic!("{board}: {proved:?}") };
    let checked = certificate::check(&out, &registry, &limits.stop, |_| {}).expect("a certificate");
    assert_eq!(checked.claim, claim);
    claim.bound
}

/// The number of strings of every legal position, with its text.
fn all(rows: usize, columns: usize) -> Vec<(u32, String)> {
    let boards = legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board");
    boards.iter().map(|board| (strings(board).len() as u32, naive::write_line(board))).collect()
}

#[test]
fn the_most_strings_of_small_boards_are_proved() {
    let place = tempfile::tempdir().expect("a directory");
    for (rows, columns) in [(1, 1), (1, 2), (1, 7), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let expected = all(rows, columns).into_iter().map(|(strings, _)| strings).max();
        assert_eq!(Some(most(&format!("{rows}x{columns}"), place.path())), expected, "{rows}x{columns}");
    }
    // The same by decision diagram: `certamen count go.strings --board 4x4 --at-least K`.
    let by_diagram = |at_least| crate::solutions::by_diagram(4, 4, at_least);
    let found = most("4x4", place.path());
    assert!(by_diagram(found) != "0" && by_diagram(found + 1) == "0", "{found}");
}

/// The images of a position under the symmetries of the square and the exchange of colours, by turning and exchanging.
/// On an oblong board, half of them are positions of another board, for every position.
fn class(position: &str) -> BTreeSet<String> {
    let transposed = |text: &String| {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let column = |column: usize| rows.iter().map(|row| row[column]).collect::<String>();
        (0..rows[0].len()).map(column).collect::<Vec<_>>().join("/")
    };
    let upside_down = |text: &String| text.split('/').rev().collect::<Vec<_>>().join("/");
    let exchanged = |text: &String| text.replace('X', "?").replace('O', "X").replace('?', "O");
    let mut class = BTreeSet::from([position.to_owned()]);
    loop {
        let images = class.iter().flat_map(|text| [transposed(text), upside_down(text), exchanged(text)]);
        let more: BTreeSet<String> = images.chain(class.clone()).collect();
        if more.len() == class.len() {
            return class;
        }
        class = more;
    }
}

/// The positions of a list that a proof closes.
fn lines(answer: &str) -> Vec<String> {
    let mut lines: Vec<String> = answer.lines().map(str::to_owned).collect();
    assert!(lines.pop().is_some_and(|end| end.contains("proof checked")), "{answer}");
    lines
}

#[test]
fn lists_are_those_of_the_naive_game() {
    let place = Place::new();
    for (rows, columns, at_least) in [(3, 3, 6), (2, 4, 5), (1, 5, 2)] {
        let all = all(rows, columns).into_iter();
        let expected: BTreeSet<String> =
            all.filter(|&(strings, _)| strings >= at_least).map(|(_, position)| position).collect();
        let command =
            format!("-q enumerate go.strings --board {rows}x{columns} --at-least {at_least} --out l");
        let listed = lines(place.run(&command).answers(0));
        assert!(!expected.is_empty() && listed.is_sorted(), "{command}");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{command}");
        place.run("check l").answers(0);

        let classes: BTreeSet<BTreeSet<String>> = expected.iter().map(|position| class(position)).collect();
        let listed = lines(place.run(&format!("{command} --up-to-symmetry")).answers(0));
        assert_eq!(listed.len(), classes.len(), "{command}");
        place.run("check l").answers(0);
    }
}

#[test]
fn every_format_is_written_and_an_answer_read_back() {
    let formats = ["dimacs", "smt2", "aag", "btor2", "wcnf", "opb"];
    let (decoded, _) = written_and_read_back("go.strings --board 3x4 --at-least 8", &formats);
    assert_eq!(decoded["witness"]["game"], json!("go"));
    assert!(decoded["witness"]["strings"].as_u64().is_some_and(|strings| strings >= 8), "{decoded}");
}

/// The question in a JSON text.
fn question_of(text: &str) -> Result<Question, RegistryError> {
    registry().question(serde_json::from_str(text).expect("JSON"))
}

/// The content of a file is not trusted.
#[test]
fn questions_and_witnesses_that_make_no_sense_are_refused() {
    assert!(question("3x3", 11).validate().is_err());
    let sound = Question::from(question("3x3", 2));
    let text = serde_json::to_string(&sound).expect("JSON");
    assert_eq!(question_of(&text).expect("a question"), sound);
    let damaged = text.replace("3x3", "0x3");
    assert!(damaged != text && question_of(&damaged).is_err());
    assert!(sound.interpret(&|_| Ok(vec![true; 9])).is_err(), "two stones on every point");
    assert!(sound.interpret(&|name| Ok(vec![name == "own"; 9])).is_err(), "no liberty");
    assert!(sound.interpret(&|_| Ok(vec![false; 9])).is_err(), "no string");
    run("solve go.strings").refused(&["--board"]);
    run("solve go.strings --board 20x2").refused(&["20x2", "19"]);
    run("solve go.strings --board 3x3 --at-least 11").refused(&["--at-least", "9 points"]);
    run("solve go.strings --board 3x3 --pieces 2").refused(&["--pieces", "ostle.mobility"]);
    run("prove go.strings --board 3x3 --objective mobility --out o").refused(&["strings"]);
}
