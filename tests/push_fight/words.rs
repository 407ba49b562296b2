//! Push Fight in the language of questions: lists of answers, the machine words and the naive evaluator agree on every
//! position of the smallest board, and on samples of the larger ones.

use certamen::language::Predicate;
use encodings::push_fight::{Board, Pieces, PushFight, Standard, notation};
use encodings::rules::Rules;
use std::collections::BTreeSet;
use std::process::Command;
use verify::language::judge;
use verify::push_fight::{self as naive, Layout, PushFightView, Variant};

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    let output = command.arg("-q").args(arguments).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout) + &text(output.stderr))
}

fn smallest() -> Variant {
    let layout = Layout::new(&[(2, 1), (0, 4), (1, 1)]).expect("a board");
    Variant::new(layout, 1, 1).expect("pieces that fit")
}

/// Every position with an anchor.
fn all(variant: &Variant) -> Vec<String> {
    let positions = naive::positions(variant).expect("a number");
    (0..positions).map(|index| naive::position_at(variant, index).expect("a position").to_string()).collect()
}

/// With turns that a solver chooses: machine words cannot go through them.
const WITH_TURNS: [&str; 6] = [
    "some t in turns: after(t).lost",
    "some t in turns: after(t).over and t.to subset {b2 c2}",
    "some t in turns: none(after(t).moves)",
    "some t in turns: t.to = after(t).anchor and count(t.from & edges) = 1",
    "some t in turns: some s in after(t).turns: after(s).lost and s.from subset rank 2",
    "own[b2] and some t in turns: after(t).opp[a2] and count(empty) = 2",
];

const WITHOUT_TURNS: [&str; 10] = [
    "over",
    "count(moves) >= 2",
    "any(winning)",
    "some m in moves: m.kind = up or m.kind = left and after(m).own_pushers[c2]",
    "all m in moves: after(m).lost",
    "any(moves) and all m in moves: any(after(m).winning) or after(m).lost",
    "~occupied subset rank 2",
    "any(south(anchor) & empty) and any(north(anchor) & occupied)",
    "count(board) = 6 and count(~own) = 4 and count(edges) = 4",
    "none(corners) and count(east(opp)) <= count(west(own_movers | opp_movers))",
];

#[test]
fn lists_of_the_smallest_board_are_those_of_the_naive_evaluator() {
    let (variant, shown) = (smallest(), PushFightView::new(smallest()));
    let all = all(&variant);
    assert_eq!(all.len(), 360);
    for text in WITH_TURNS.into_iter().chain(WITHOUT_TURNS) {
        let answers = |line: &&String| judge(&shown, text, line).expect(text).answers;
        let expected: BTreeSet<&str> = all.iter().filter(answers).map(String::as_str).collect();
        let (code, list) = run(&["enumerate", "push-fight", text, "--board", "4x3"]);
        let found: BTreeSet<&str> = list.lines().filter(|line| line.len() == 6).collect();
        assert_eq!(code, Some(0), "{text}: {list}");
        assert_eq!(found, expected, "{text}");
        // Half a turn of the board writes the line backwards; no answer is lost where it is claimed as a symmetry.
        let (_, list) = run(&["enumerate", "push-fight", text, "--board", "4x3", "--up-to-symmetry"]);
        let few: BTreeSet<String> = list.lines().filter(|line| line.len() == 6).map(str::to_owned).collect();
        let turned = |line: &String| line.chars().rev().collect::<String>();
        let all: BTreeSet<String> = few.iter().flat_map(|line| [line.clone(), turned(line)]).collect();
        assert!(few.iter().all(|line| expected.contains(line.as_str())), "{text}");
        assert!(expected.iter().all(|line| all.contains(*line)), "{text}");
    }
}

/// Compares machine words with the naive evaluator on some positions of a board.
fn compare<B: Board + Default + Rules<Native = u32, Board<u32> = Pieces<u32>>>(
    variant: &Variant,
    lines: &[String],
) {
    let rules = B::default();
    let boards: Vec<_> = lines.iter().map(|line| notation::parse::<B>(line).expect(line).pieces()).collect();
    let shown = PushFightView::new(variant.clone());
    for text in WITHOUT_TURNS {
        let native = Predicate::new(&rules, text).expect(text).holds(&rules, &boards);
        for (line, native) in lines.iter().zip(native) {
            assert_eq!(judge(&shown, text, line).expect(text).answers, native, "{text}: {line}");
        }
    }
}

fn sampled(variant: &Variant, samples: u64) -> Vec<String> {
    let positions = naive::positions(variant).expect("a number");
    let step = positions / samples;
    (0..samples)
        .map(|place| naive::position_at(variant, place * step + place).expect("a position").to_string())
        .collect()
}

#[test]
fn machine_words_agree_with_the_naive_evaluator() {
    compare::<PushFight<4, 3, 1, 1>>(&smallest(), &all(&smallest()));
    let layout = Layout::new(&[(2, 1), (0, 4), (0, 4), (1, 1)]).expect("a board");
    let small = Variant::new(layout, 1, 2).expect("pieces that fit");
    compare::<PushFight<4, 4, 2, 1>>(&small, &sampled(&small, 150));
    compare::<Standard>(&Variant::full(), &sampled(&Variant::full(), 60));
}

#[test]
fn turns_are_chosen_and_not_counted() {
    for (question, reason) in [
        ("count(turns) >= 3", "character 7: expected a word, found turns, which `some` or `for` can choose"),
        (
            "all t in turns: after(t).lost",
            "turns can be chosen by `some` or `for`, but not counted or quantified",
        ),
        ("not (some t in turns: after(t).lost)", "a turn can be chosen by `for` or by an outermost `some`"),
        ("some t in turns: t.kind = up", "expected `from` or `to`, found `kind`"),
        ("own[a1]", "a1 is not a square of this board"),
        ("any(turns & own)", "found turns"),
    ] {
        let (code, text) = run(&["solve", "push-fight", question]);
        assert_eq!(code, Some(2), "{question}: {text}");
        assert!(text.contains(reason), "{question}: {text}");
        assert_eq!(text.lines().count(), 1, "{question}: {text}");
    }
    let (code, text) = run(&["solve", "push-fight", "own[b2]", "--plies", "3"]);
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn a_turn_of_the_published_board_is_chosen_and_replayed() {
    let win = "some t in turns: after(t).lost and count(after(t).own) = 5";
    let (code, text) = run(&["solve", "push-fight", win]);
    assert_eq!(code, Some(10), "{text}");
    assert!(text.contains("c the condition holds"), "{text}");
    // A turn alone reaches it: no push without a move before wins.
    let (code, text) =
        run(&["solve", "push-fight", "any(winning) and all m in moves: count(after(m).own) = 5"]);
    assert_eq!(code, Some(20), "{text}");
    let directory = tempfile::tempdir().expect("a directory");
    let certificate = directory.path().join("certificate").display().to_string();
    let most = "max count(after(t).moves) for t in turns";
    let (code, text) = run(&["prove", "push-fight", most, "--board", "4x4", "--out", &certificate]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(" by the move ") && text.contains("for t in turns"), "{text}");
    let (code, text) = run(&["check", &certificate]);
    assert_eq!(code, Some(0), "{text}");
}
