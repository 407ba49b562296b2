//! Rules of files and in Rust are the same game: refutations over all positions, and wrong files that are told apart.

use crate::own_game::Breakthrough;
use certamen::language::game_file::{AnyFileRules, FileRules, GameFile};
use certamen::prove::same_rules::{AnyRules, Difference, Refutation, Sameness, compare};
use certamen::work::limits::Limits;
use cnf_out::clausify::{Encoding, clausify};
use encodings::circuit::Circuit;
use encodings::othello::rules::Othello;
use encodings::rules::{Rules, require_steps, unknown_board};
use encodings::statement::CircuitStatement;
use verify::naive::Naive;

pub(crate) const OTHELLO: &str = include_str!("../../src/games/files/othello.game");
pub(crate) const BREAKTHROUGH: &str = include_str!("../../src/games/files/breakthrough.game");

/// The condition on positions of Othello, which its rules do not need.
const CENTRE: &str = "require middle subset occupied\n";

/// The rules of a text, on a board of at most 64 squares.
pub(crate) fn rules(text: &str, board: &str) -> FileRules<u64> {
    match GameFile::parse(text).and_then(|file| file.rules(board)) {
        Ok(AnyFileRules::Narrow(rules)) => rules,
        other => panic!("{board}: {other:?}\n{text}"),
    }
}

/// A text with one part replaced.
fn changed(text: &str, part: &str, other: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "{part}");
    text.replace(part, other)
}

fn compared(one: &dyn AnyRules, other: &dyn AnyRules) -> Sameness {
    compare(one, other, &Limits::default()).expect("an answer")
}

fn same(one: &dyn AnyRules, other: &dyn AnyRules) -> Refutation {
    match compared(one, other) {
        Sameness::Same(refutation) => refutation,
        other => panic!("{other:?}"),
    }
}

fn different(one: &dyn AnyRules, other: &dyn AnyRules) -> Difference {
    match compared(one, other) {
        Sameness::Different(difference) => difference,
        other => panic!("{other:?}"),
    }
}

/// On every board on which no square has two discs: the moves, the positions after them and after passes, and the results.
#[test]
fn othello_as_a_file_is_the_game_in_rust() {
    fn refuted<const N: usize>() -> Refutation {
        let text = changed(OTHELLO, CENTRE, "");
        same(&rules(&text, &format!("{N}x{N}")), &Othello::<N>)
    }
    for (squares, refutation) in [(16, refuted::<4>()), (36, refuted::<6>()), (64, refuted::<8>())] {
        println!("{refutation:?}");
        assert!(refutation.variables > 3 * squares, "two words and the square of a move");
        assert!(refutation.steps.additions > squares.into(), "hashing alone does not decide it");
    }
}

#[test]
fn breakthrough_as_a_file_is_the_game_in_rust() {
    same(&rules(BREAKTHROUGH, "4x4"), &Breakthrough::<4>);
    same(&rules(BREAKTHROUGH, "8x8"), &Breakthrough::<8>);
}

/// The difference is that of the naive games of both texts, on the same position.
fn told_apart<const N: usize>(wrong: &str) -> Difference {
    let board = format!("{N}x{N}");
    let wrong = rules(wrong, &board);
    let difference = different(&wrong, &Othello::<N>);
    let right = rules(&changed(OTHELLO, CENTRE, ""), &board);
    let played = |rules: &FileRules<u64>| {
        let position = Naive::parse(rules, &difference.position).expect("a position");
        let plies = rules.plies(&position).into_iter();
        let mut plies: Vec<_> = plies.map(|(name, after)| (name, Naive::print(rules, &after))).collect();
        plies.sort();
        (plies, rules.ended(&position).map(|ended| format!("{ended:?}")))
    };
    assert_ne!(played(&wrong), played(&right), "{difference:?}");
    difference
}

#[test]
fn wrong_files_of_othello_are_told_apart() {
    let text = changed(OTHELLO, CENTRE, "");
    let seven = "north south east west northeast northwest southeast";
    for (part, other) in [
        ("let flips(m) = union d in directions", &*format!("let flips(m) = union d in {seven}")),
        ("(union d in directions: d(run", &*format!("(union d in {seven}: d(run")),
        // One step too few.
        ("at most W-2", "at most W-4"),
        // From the last file to the first one of the next rank.
        ("closure(d(s) & opp", "closure((d(s) | north(west(west(west(s & file d))))) & opp"),
        ("own | m.to | flips(m)", "own | m.to"),
        ("won if count(own) >", "won if count(own) >="),
        ("lost if count(own) <", "drawn if count(own) <"),
    ] {
        let difference = told_apart::<4>(&changed(&text, part, other));
        println!("{difference:?}");
    }
    let difference = told_apart::<8>(&changed(&text, "at most W-2", "at most W-4"));
    assert!(difference.subject.contains("moves"), "{difference:?}");
}

#[test]
fn rules_of_other_boards_words_or_players_are_not_compared() {
    let small = "game x \"y\"\nboard 4x4\nword own X, opp O\nplace p = empty\nplay own = own | m.to\nwon if none(empty)\n";
    let file = rules(small, "4x4");
    for (other, says) in [
        (rules(OTHELLO, "6x6"), "boards"),
        (rules(&small.replace("own", "mine"), "4x4"), "words"),
        (rules(&changed(small, "place", "players 1\nplace"), "4x4"), "players"),
    ] {
        let error = compare(&file, &other, &Limits::default()).map_err(|error| error.to_string());
        assert!(error.as_ref().is_err_and(|error| error.contains(says)), "{error:?}");
    }
}

#[test]
fn the_order_of_words_does_not_matter_and_the_start_does() {
    let text = changed(OTHELLO, "word own X, opp O", "word opp O, own X");
    same(&rules(&text, "4x4"), &Othello::<4>);
    same(&Othello::<4>, &rules(&text, "4x4"));
    let text = changed(
        OTHELLO,
        "own = middle & light, opp = middle & dark",
        "own = middle & dark, opp = middle & light",
    );
    let difference = different(&Othello::<4>, &rules(&text, "4x4"));
    assert_eq!([&*difference.one, &*difference.other], ["..../.OX./.XO./....", "..../.XO./.OX./...."]);
}

/// The size of the formula "a position with at least this many moves".
fn size<R: Rules>(rules: &R, moves: u32) -> (u32, usize) {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, rules);
    require_steps(&mut statement, rules, board, moves);
    let clausified = clausify(&statement.finish(), Encoding::default());
    (clausified.variables, clausified.cnf.len())
}

#[test]
fn a_formula_about_a_file_is_as_large_as_one_about_rust() {
    let files = [size(&rules(OTHELLO, "8x8"), 20), size(&rules(BREAKTHROUGH, "8x8"), 30)];
    assert_eq!(files, [size(&Othello::<8>, 20), size(&Breakthrough::<8>, 30)]);
}
