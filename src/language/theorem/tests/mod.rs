//! Books of the box's files are evaluated beside the native rules, in games at random.

mod lisp;

use super::rules::rules_book;
use crate::game_file::{AnyFileRules, FileRules, GameFile};
use encodings::rules::{Boards, Ending, NamedWords, Phase, Position, Rules, Step, ended};
use encodings::word::NativeWord;
use lisp::{Book, Value};

const GAMES: u64 = 6;
const PLIES: usize = 60;

/// A game in which players pass, and that ends when neither can move.
const PASSES: &str = "game passes \"Turn what you enclose.\"\nboard 4x4\nword own X, opp O\nswap own opp\n\
    start own = middle & light, opp = middle & dark\n\
    let run(d, s) = closure(d(s) & opp, S: d(S) & opp, at most W-2)\n\
    let flips(m) = union d in directions: run(d, m.to) & run(opposite(d), own)\n\
    place disc = empty & (union d in directions: d(run(d, own)))\n\
    play own = own | m.to | flips(m), opp = opp & ~flips(m)\nstuck passes\n\
    at the end won if count(own) > count(opp)\nat the end lost if count(own) < count(opp)\n";

/// The files, each with a board of at most 64 squares.
const FILES: [(&str, &str); 12] = [
    (include_str!("../../../games/files/breakthrough.game"), "3x4"),
    (include_str!("../../../games/files/clobber.game"), "4x3"),
    (include_str!("../../../games/files/connect4.game"), "4x4"),
    (include_str!("../../../games/files/cram.game"), "4x3"),
    (include_str!("../../../games/files/dodgem.game"), "3x3"),
    (include_str!("../../../games/files/fox-and-hounds.game"), "6x6"),
    (include_str!("../../../games/files/hex.game"), "3x3"),
    (include_str!("../../../games/files/konane.game"), "6x4"),
    (PASSES, "4x4"),
    (include_str!("../../../games/files/peg-solitaire.game"), "7x7"),
    (include_str!("../../../games/files/sliding-tiles.game"), "2x2"),
    (include_str!("../../../games/files/tic-tac-toe.game"), "3x3"),
];

/// The words of a board as arguments.
fn arguments<N: NativeWord>(words: impl Iterator<Item = N>) -> Vec<Value> {
    let number = |word: N| (0..64).filter(|&at| word.bit(at)).fold(0_i128, |set, at| set | 1 << at);
    words.map(|word| Value::Number(number(word))).collect()
}

fn named(found: Option<Ending>) -> Value {
    match found {
        Some(Ending::Won) => Value::Symbol(":won".to_owned()),
        Some(Ending::Lost) => Value::Symbol(":lost".to_owned()),
        Some(Ending::Drawn) => Value::Symbol(":drawn".to_owned()),
        None => Value::List(Vec::new()),
    }
}

/// Compares a position and all its moves with the book, and returns the positions after them.
fn compared<N: NativeWord>(
    rules: &FileRules<N>,
    book: &Book,
    position: Position<FileRules<N>>,
) -> Vec<Position<FileRules<N>>> {
    let words = arguments(position.board().words());
    let family = rules.moves(position.board());
    let (outcome, phase) = (ended(rules, position.board(), &family).ending(), position.phase(rules));
    assert_eq!(book.call("result", words.clone()), named(outcome), "{words:?}");
    let is_over = rules.outcome(position.board()).over();
    for (kind, word) in family.iter() {
        let moves = book.call(&format!("{}-moves", kind.name()), words.clone());
        let legal = if is_over { word.without(word) } else { word };
        assert_eq!(vec![moves], arguments(std::iter::once(legal)), "{} {words:?}", kind.name());
    }
    if !is_over {
        assert!(book.call("positionp", words.clone()).is_true(), "{words:?}");
    }
    match phase {
        Phase::Over(_) => Vec::new(),
        Phase::Passes(after) => {
            let found = book.call("after-a-pass", words);
            assert_eq!(found, Value::List(arguments(after.board().words())));
            vec![after]
        }
        Phase::Moves(family) => {
            let after = |step: Step<N>| {
                let square = arguments(std::iter::once(step.at().word()));
                let found =
                    book.call(&format!("after-{}", step.kind().name()), [square, words.clone()].concat());
                let after = position.after(rules, step);
                assert_eq!(found, Value::List(arguments(after.board().words())), "{step:?} {words:?}");
                after
            };
            family.steps(rules.layout()).map(after).collect()
        }
    }
}

#[test]
fn books_of_the_box_have_the_rules_of_their_files() {
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    for (text, board) in FILES {
        let file = GameFile::parse(text).unwrap();
        let AnyFileRules::Narrow(rules) = file.rules(board).unwrap() else { panic!("a small board") };
        let written = rules_book(&file, &file.meaning(board).unwrap()).unwrap().text;
        assert_eq!(rules_book(&file, &file.meaning(board).unwrap()).unwrap().text, written);
        let book = Book::new(&written);
        for _ in 0..GAMES {
            let mut position = Position::start(&rules);
            for _ in 0..PLIES {
                let next = compared(&rules, &book, position);
                let Some(count) = std::num::NonZero::new(next.len()) else { break };
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                position = next[(chance >> 16) as usize % count];
            }
        }
    }
}

#[test]
fn a_name_that_lisp_takes_for_another_one_is_written_differently() {
    let text = "game names \"Words with names that Lisp has.\"\nboard 2x2\nword t X, T O\nswap t T\n\
                place stone = empty\nplay t = t | m.to\n";
    let file = GameFile::parse(text).unwrap();
    let book = rules_book(&file, &file.meaning("2x2").unwrap()).unwrap().text;
    assert!(book.contains("(defun positionp (t-- t-)"), "{book}");
}
