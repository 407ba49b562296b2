//! Answers to the questions about Push Fight, counted by decision diagram and listed by a solver, compared with a
//! search of all positions of a small board by the naive game.

use crate::cli::answer;
use crate::native::all;
use crate::support::push_fight::naively;
use certamen::games::push_fight::query::turns::Moves;
use encodings::push_fight::PushFight;
use std::collections::BTreeSet;
use verify::push_fight::{self as naive, Position};

/// The positions that have the property.
fn those(holds: impl Fn(&Position) -> bool) -> BTreeSet<String> {
    let positions = all::<PushFight<4, 3, 1, 1>>().into_iter().map(naively);
    positions
        .filter(|position| position.anchor().is_some() && holds(position))
        .map(|position| naive::write_line(&position))
        .collect()
}

/// Compares the count and the list with the expected answers.
fn are(question: &[&str], expected: &BTreeSet<String>) {
    let asked = |command: &'static str| [&[command], question, &["--board", "4x3"]].concat();
    assert_eq!(answer(&asked("count"), 0), format!("{}\n", expected.len()), "{question:?}");
    let list = answer(&asked("enumerate"), 0);
    let (last, entries) = list
        .lines()
        .collect::<Vec<_>>()
        .split_last()
        .map(|(last, rest)| (*last, rest.to_vec()))
        .expect("a line");
    assert_eq!(last, format!("complete: {} positions, and no others; proof checked", expected.len()));
    // The winning turn follows a position, and the naive game has played it.
    let lines = entries.iter().map(|entry| entry.split(' ').next().unwrap_or_default().to_owned());
    assert_eq!(lines.collect::<BTreeSet<String>>(), *expected, "{question:?}");
    assert!(entries.iter().all(|entry| entry.contains(' ') == (question[0] == "push-fight.win")));
}

#[test]
fn counts_and_lists_are_those_of_a_search() {
    are(&["push-fight.win", "--in", "1"], &those(naive::has_winning_turn));
    are(&["push-fight.stuck"], &those(|position| !naive::has_legal_turn(position)));
    let turns = |position: &Position| {
        let count = naive::count_turns(position, Moves::Legal.into());
        count.along_ranks + count.along_files
    };
    let most = all::<PushFight<4, 3, 1, 1>>()
        .into_iter()
        .map(|position| turns(&naively(position)))
        .max()
        .expect("a position");
    for at_least in [most / 2, most] {
        let expected = those(|position| turns(position) >= at_least);
        assert!(!expected.is_empty());
        are(&["push-fight.turns", "--at-least", &at_least.to_string()], &expected);
    }
}
