//! `ostle.mobility` compared with all positions of small boards, as a formula, a proof, a list and a file.

use crate::naive_variant;
use crate::support::asked::question_of;
use crate::support::run::{Place, run};
use crate::support::written::written_and_read_back;
use certamen::ask::flag::Given;
use certamen::ask::question::Question;
use certamen::ask::solve::Event;
use certamen::games::registry;
use certamen::prove::argument::ArgumentContext;
use certamen::prove::certificate::{self, ProveOutcome};
use certamen::work::Limits;
use cnf_out::decision_diagram;
use serde_json::json;
use std::collections::BTreeSet;
use verify::ostle as naive;

fn question(side: usize, pieces: u32, lose_at: u32, at_least: u32) -> Question {
    let given = Given::new().with_text("board", &format!("{side}x{side}")).with_number("at-least", at_least);
    let given = given.with_number("pieces", pieces).with_number("lose-at", lose_at);
    registry().kind("ostle.mobility").expect("a kind").ask(&given).expect("a question")
}

/// The number of legal moves of every position, with its text.
fn all(side: usize, pieces: u32, lose_at: u32) -> Vec<(u32, String)> {
    let variant = naive_variant(side, pieces as usize, lose_at as usize);
    let positions = naive::all_positions(variant).expect("a small board");
    let facts = |position: &naive::Position| {
        (naive::moves(position).len() as u32, naive::write_line(position.board()))
    };
    positions.iter().map(facts).collect()
}

/// Every bound has as many answers as the naive game finds, counted by decision diagram.
#[test]
fn every_bound_has_the_answers_of_the_naive_game() {
    for (side, pieces, lose_at) in [(3, 1, 0), (3, 2, 0), (3, 3, 2), (4, 1, 0)] {
        let numbers: Vec<u32> = all(side, pieces, lose_at).into_iter().map(|(moves, _)| moves).collect();
        let most = numbers.iter().copied().max().expect("a position");
        for at_least in (0..=most + 1).step_by(2).chain([most, most + 1]) {
            let formula = question(side, pieces, lose_at, at_least).formula();
            let counted = decision_diagram::count(&formula, None, 1 << 30, &mut |_| true);
            let counted = counted.expect("it fits").expect("nobody stops it").solutions;
            let expected = numbers.iter().filter(|&&moves| moves >= at_least).count();
            assert_eq!(counted.to_string(), expected.to_string(), "{side}x{side}, {pieces}, {at_least}");
        }
    }
}

/// On 3x3, three pieces against three cannot have 16 moves, but can if fewer pieces may be left.
#[test]
fn the_most_moves_of_small_boards_are_proved() {
    let place = tempfile::tempdir().expect("a directory");
    for (side, pieces, lose_at) in [(3, 1, 0), (3, 2, 1), (3, 3, 1), (3, 3, 0), (4, 2, 0)] {
        let expected = all(side, pieces, lose_at).into_iter().map(|(moves, _)| moves).max();
        let out = place.path().join(format!("{side}-{pieces}-{lose_at}"));
        let asked = question(side, pieces, lose_at, 0).with_symmetry_breaking(true);
        let asked = asked.bounded().expect("a bound");
        let (limits, registry) = (Limits::default(), registry());
        let (watch, progress) = (&mut |_: Event<'_>| {}, &mut |_| {});
        let context =
            ArgumentContext { destination: &out, registry: &registry, limits: &limits, watch, progress };
        let proved = certificate::prove(&asked, asked.objectives()[0], context).expect("a proof");
        let ProveOutcome::Exact(claim, witnesses) = proved else { panic!("{proved:?}") };
        assert_eq!((Some(claim.bound), witnesses.len()), (expected, 1));
        let checked = certificate::check(&out, &registry, &limits.stop, |_| {}).expect("a certificate");
        assert_eq!(checked.claim, claim);
    }
}

#[test]
fn lists_are_those_of_the_naive_game() {
    for (flags, side, pieces, lose_at, at_least) in [
        ("--board 3x3 --pieces 3 --lose-at 0", 3, 3, 0, 15),
        ("--board 3x3 --pieces 2 --lose-at 1", 3, 2, 1, 12),
        ("--board 4x4 --pieces 1", 4, 1, 0, 8),
    ] {
        let all = all(side, pieces, lose_at).into_iter();
        let expected: BTreeSet<String> =
            all.filter(|&(moves, _)| moves >= at_least).map(|(_, position)| position).collect();
        let command = format!("-q enumerate ostle.mobility {flags} --at-least {at_least}");
        let ran = run(&command);
        let (end, lines) = lines(ran.answers(0));
        assert!(!expected.is_empty() && end.contains("proof checked"), "{command}: {end}");
        assert!(lines.is_sorted(), "{command}");
        assert_eq!(lines.iter().cloned().collect::<BTreeSet<_>>(), expected, "{command}");

        // After the middle of the list, and one line of each class.
        let (place, half) = (lines.len() / 2, &lines[lines.len() / 2]);
        let ran = run(&format!("{command} --after {half}"));
        assert_eq!(self::lines(ran.answers(0)).1, lines[place + 1..], "{command}");
        let ran = run(&format!("{command} --up-to-symmetry"));
        let variant = naive_variant(side, pieces as usize, lose_at as usize);
        let classes: BTreeSet<naive::Position> = expected
            .iter()
            .map(|line| naive::parse_position(variant, line).expect("a position"))
            .map(|position| naive::canonical(&position))
            .collect();
        assert_eq!(self::lines(ran.answers(0)).1.len(), classes.len(), "{command}");
    }
}

/// The last line of an answer, and the lines before it.
fn lines(answer: &str) -> (String, Vec<String>) {
    let mut lines: Vec<String> = answer.lines().map(str::to_owned).collect();
    (lines.pop().unwrap_or_default(), lines)
}

#[test]
fn every_format_is_written_and_an_answer_read_back() {
    let question = "ostle.mobility --board 4x4 --pieces 2 --lose-at 1 --at-least 12";
    let formats = ["dimacs", "smt2", "aag", "btor2", "wcnf", "opb"];
    let (decoded, drawn) = written_and_read_back(question, &formats);
    assert_eq!((&decoded["witness"]["game"], &decoded["witness"]["mobility"]), (&json!("ostle"), &json!(12)));
    assert!(drawn.contains("12 legal moves"));
    let place = Place::new();
    place.run("cube ostle.mobility --board 3x3 --at-least 16 --count 4 --out jobs").answers(0);
}

/// The content of a file is not trusted.
#[test]
fn questions_and_witnesses_that_make_no_sense_are_refused() {
    let sound = question(5, 5, 3, 24);
    let text = serde_json::to_string(&sound).expect("JSON");
    assert_eq!(question_of(&text).expect("a question"), sound);
    for wrong in [
        ("5x5", "6x6"),
        ("\"pieces\":5", "\"pieces\":0"),
        ("\"lose-at\":3", "\"lose-at\":5"),
        ("\"at_least\":24", "\"at_least\":102"),
    ] {
        let damaged = text.replace(wrong.0, wrong.1);
        assert_ne!(damaged, text);
        assert!(question_of(&damaged).is_err(), "{damaged}");
    }
    assert!(sound.interpret(&|_| Ok(vec![true; 25])).is_err(), "all squares hold everything");
    assert!(sound.interpret(&|_| Ok(vec![false; 25])).is_err(), "no square holds anything");
    run("solve ostle.mobility --board 6x6").refused(&["3x3, 4x4 and 5x5"]);
    run("solve ostle.mobility --pieces 6").refused(&["6 pieces"]);
    run("solve ostle.mobility --at-least 102").refused(&["--at-least"]);
    run("solve ostle.mobility --empties 2").refused(&["--empties", "othello.mobility"]);
    run("solve push-fight.stuck --lose-at 2").refused(&["--lose-at", "ostle.mobility"]);
    run("prove ostle.mobility --objective strings --out o").refused(&["mobility"]);
    run("profile ostle.mobility --out o").refused(&["othello.mobility"]);
}

/// A property of positions.
type Property<'p> = &'p dyn Fn(&naive::Position) -> bool;

/// Counts and lists of the program: bounds on moves, and wins with their moves.
#[test]
fn counts_and_lists_are_those_of_a_search() {
    let positions = naive::all_positions(naive_variant(3, 1, 0)).expect("a small board");
    let moves = |position: &naive::Position| naive::moves(position).len() >= 6;
    let won = |plies| {
        move |position: &naive::Position| naive::wins_within(&naive::State::new(position.clone()), plies)
    };
    let expected = |holds: Property<'_>| -> BTreeSet<String> {
        let answers = positions.iter().filter(|position| holds(position));
        answers.map(|position| naive::write_line(position.board())).collect()
    };
    let flags = "--board 3x3 --pieces 1 --lose-at 0";
    let questions: [(&str, Property<'_>); 3] = [
        ("ostle.mobility --at-least 6", &moves),
        ("ostle.win --in 1", &won(1)),
        ("ostle.win --in 3", &won(3)),
    ];
    for (question, holds) in questions {
        let expected = expected(holds);
        assert!(!expected.is_empty());
        // The replies are too much for a diagram.
        if question != "ostle.win --in 3" {
            let counted = run(&format!("-q count {question} {flags}"));
            assert_eq!(counted.answers(0), format!("{}\n", expected.len()), "{question}");
        }
        let listed = run(&format!("-q enumerate {question} {flags}"));
        let (end, entries) = lines(listed.answers(0));
        assert!(end.contains("proof checked"), "{end}");
        let positions = entries.iter().map(|entry| entry.split(' ').next().unwrap_or_default().to_owned());
        assert_eq!(positions.collect::<BTreeSet<String>>(), expected, "{question}");
    }
}
