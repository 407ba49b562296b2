//! Lists of positions that are won or lost within K plies, compared with tables that the naive game fills.

use super::StoredReplies;
use crate::game_file::{AnyFileRules, FileRules, GameFile};
use crate::question::LanguageQuestion;
use crate::subject::Subject;
use certamen_ask::enumerate::{Enumeration, Listing, NextAnswer};
use certamen_ask::query::Query;
use certamen_ask::question::{ListedQuestion, Question};
use certamen_ask::solve::{Answer, answer};
use certamen_work::limits::Limits;
use encodings::rules::{Boards, NamedWords as _, Position, print};
use encodings::word::Word as _;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use verify::game_file::FileGame;
use verify::language::NaiveView;
use verify::naive::GameResult;

type Rules = FileRules<u64>;

/// Discs that are enclosed are turned; who can enclose none passes.
const TURNING: &str = "game turning \"Turn what you enclose; most discs win.\"
board 4x2
word own X, opp O
swap own opp
start own = middle & light, opp = middle & dark
require middle subset occupied
let run(d, s) = closure(d(s) & opp, S: d(S) & opp, at most W-2)
let flips(m) = union d in directions: run(d, m.to) & run(opposite(d), own)

place disc = empty & (union d in directions: d(run(d, own)))
play own = own | m.to | flips(m), opp = opp & ~flips(m)
stuck passes
at the end won if count(own) > count(opp)
at the end lost if count(own) < count(opp)
";

fn text_of(game: &str) -> String {
    let path = format!("{}/../games/files/{game}.game", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file of the box")
}

fn subject(text: &str, board: &str) -> Arc<Subject<Rules>> {
    let rules = GameFile::parse(text).expect("a game").rules(board).expect("a board");
    let AnyFileRules::Narrow(rules) = rules else { panic!("at most 64 squares") };
    Arc::new(Subject::new(rules))
}

/// All positions of a board.
fn positions(subject: &Subject<Rules>) -> Vec<String> {
    let rules = subject.rules();
    let squares: Vec<usize> = rules.squares().indices().collect();
    let pieces = rules.words_of_pieces();
    let boards = (pieces + 1).pow(squares.len() as u32) * if rules.has_second() { 2 } else { 1 };
    let board = |number: usize| {
        let mut left = number;
        let mut words = vec![0_u64; rules.names().len()];
        for square in &squares {
            let word = left % (pieces + 1);
            left /= pieces + 1;
            if word > 0 {
                words[word - 1] |= 0_u64.unit(*square);
            }
        }
        if rules.has_second() {
            words[pieces] = left as u64;
        }
        <Rules as Boards>::Board::<u64>::build(words.len(), |index| words[index])
    };
    let all = (0..boards).map(board).filter(|&board| Position::new(rules, board).is_ok());
    all.map(|board| print(rules, board)).collect()
}

/// For each position, and those that follow, how many plies a win of the player to move and of the other player takes: filled
/// ply by ply from the ends of games.
struct NaiveTable {
    places: HashMap<String, usize>,
    after: Vec<Vec<usize>>,
    /// For each number of plies, whether the player to move wins within them, and whether the other one does.
    within: Vec<Vec<(bool, bool)>>,
}

impl NaiveTable {
    fn new(game: &FileGame, positions: &[String], most: usize) -> Self {
        let mut table = Self { places: HashMap::new(), after: Vec::new(), within: Vec::new() };
        let mut ends = Vec::new();
        let mut known = Vec::new();
        for line in positions {
            known.push(NaiveView::read(game, line).expect("a position"));
            table.place(line);
        }
        while let Some(position) = known.get(table.after.len()).cloned() {
            let result = NaiveView::ended(game, &position);
            ends.push(result);
            let mut next: Vec<_> = Vec::new();
            if result.is_none() {
                let moves = NaiveView::moves(game, &position);
                next.extend(
                    moves.iter().map(|played| NaiveView::after(game, &position, played).expect("legal")),
                );
                if moves.is_empty() {
                    next.extend(NaiveView::pass(game, &position));
                }
            }
            let mut places = Vec::new();
            for position in next {
                let line = NaiveView::print(game, &position);
                if !table.places.contains_key(&line) {
                    table.place(&line);
                    known.push(position.clone());
                }
                places.push(table.places[&line]);
            }
            table.after.push(places);
        }
        let ended = |result: &Option<GameResult>| {
            (*result == Some(GameResult::Won), *result == Some(GameResult::Lost))
        };
        let first: Vec<(bool, bool)> = ends.iter().map(ended).collect();
        table.within.push(first);
        for _ in 0..most {
            let last = table.within.last().expect("one");
            let of = |place: usize| {
                if ends[place].is_some() {
                    return last[place];
                }
                let after = &table.after[place];
                (after.iter().any(|&next| last[next].1), after.iter().all(|&next| last[next].0))
            };
            let next = (0..ends.len()).map(of).collect();
            table.within.push(next);
        }
        table
    }

    fn place(&mut self, line: &str) {
        let place = self.places.len();
        self.places.insert(line.to_owned(), place);
    }
}

fn listed(question: &LanguageQuestion<Rules>) -> BTreeSet<String> {
    let question = ListedQuestion::from(question.clone());
    let mut list = Enumeration::new(&question, Listing::All, None, &Limits::default()).expect("a list");
    let mut lines = BTreeSet::new();
    while let NextAnswer::Position(entry, _) = list.next_position().expect("answers") {
        lines.insert(entry.line);
    }
    lines
}

/// Lists on a board, with up to nine plies, of the positions that meet a condition as well.
fn compare(text: &str, board: &str, among: &str) {
    let subject = subject(text, board);
    let game = verify::game_file::GameFile::parse(text).expect("a game").on(board).expect("a board");
    let positions = positions(&subject);
    let table = NaiveTable::new(&game, &positions, 9);
    let mut sizes = Vec::new();
    for plies in [0, 1, 2, 3, 4, 6, 9] {
        for (name, is_won) in [("won", true), ("lost", false)] {
            let question = format!("{name} in {plies} and {among}");
            let asked = LanguageQuestion::new(subject.clone(), &question).expect("a question");
            let holds = |line: &&String| {
                let (won, lost) = table.within[plies][table.places[*line]];
                let is_among = verify::language::judge(&game, among, line).expect("a condition").answers;
                (if is_won { won } else { lost }) && is_among
            };
            let expected: BTreeSet<String> = positions.iter().filter(holds).cloned().collect();
            sizes.push(expected.len());
            assert!(listed(&asked) == expected, "{question}");
        }
    }
    assert!(sizes.last() > sizes.first(), "{sizes:?}: more plies, more positions");
}

/// A question about 2x4 squares whose answers take replies.
fn capturing(text: &str) -> LanguageQuestion<Rules> {
    LanguageQuestion::new(subject(&text_of("breakthrough"), "2x4"), text).expect("a question")
}

#[test]
fn a_list_of_replies_changes_no_answer() {
    let asked = capturing("won in 5 and not won in 3 and count(own) = 2");
    let all = listed(&asked);
    assert!(!all.is_empty());
    let with = |json: serde_json::Value| {
        let stored: StoredReplies = serde_json::from_value(json).expect("replies");
        asked.clone().with_replies(&stored)
    };
    // What is illegal everywhere, or now and then, and what is missing.
    for json in [
        serde_json::json!({ "0": {} }),
        serde_json::json!({ "0": { "pass": { "left@a1": {} } }, "1": { "right@b4": {}, "straight@a2": {} } }),
        serde_json::json!({ "0": { "straight@a3": { "left@a4": {}, "straight@a4": {} }, "left@a2": {} } }),
    ] {
        let changed = with(json).expect("replies of the question");
        assert_eq!(changed, asked, "replies are no part of what is asked");
        assert_eq!(listed(&changed), all);
    }
}

#[test]
fn replies_of_another_question_are_refused() {
    let asked = capturing("won in 3 and count(own) = 2");
    let refusal = |json: serde_json::Value| {
        let stored: StoredReplies = serde_json::from_value(json).expect("replies");
        asked.clone().with_replies(&stored).expect_err("an error").to_string()
    };
    let deep = serde_json::json!({ "0": { "pass": { "pass": {} } } });
    assert_eq!(refusal(deep), "replies: `pass` comes after the last ply");
    let number = serde_json::json!({ "1": {} });
    assert_eq!(refusal(number), "replies: the question has no `won in` with the number 1");
    for text in ["jump@a1", "left@c1", "left@a9", "left", "left@", "@a1", ""] {
        let forged = serde_json::json!({ "0": { text: {} } });
        let expected =
            format!("replies: `{text}` is neither `pass` nor a kind of moves and a square, as in `kind@a1`");
        assert_eq!(refusal(forged), expected);
    }
}

#[test]
fn replies_are_limited() {
    let asked = capturing("won in 5 and count(own) = 2");
    let squares: Vec<String> =
        ["a", "b"].iter().flat_map(|file| (1..=4).map(move |rank| format!("{file}{rank}"))).collect();
    let replies: Vec<String> = ["straight", "left", "right"]
        .iter()
        .flat_map(|kind| squares.iter().map(move |square| format!("{kind}@{square}")))
        .collect();
    let all = |deeper: &serde_json::Value| -> serde_json::Value {
        replies.iter().map(|reply| (reply.clone(), deeper.clone())).collect::<serde_json::Map<_, _>>().into()
    };
    let last = serde_json::json!({});
    let stored: StoredReplies =
        serde_json::from_value(serde_json::json!({ "0": all(&all(&last)) })).expect("replies");
    assert!(asked.clone().with_replies(&stored).is_ok(), "601 replies");
    let deep = capturing("won in 7 and count(own) = 2");
    let stored = serde_json::json!({ "0": all(&all(&all(&last))) });
    let stored: StoredReplies = serde_json::from_value(stored).expect("replies");
    let refused = deep.with_replies(&stored).map(drop).map_err(|error| error.to_string());
    assert!(refused.is_err_and(|error| error.starts_with("more than 4000 replies")));
}

#[test]
fn replies_are_written_as_they_are_read() {
    let asked = capturing("won in 5 and not won in 3 and count(own) = 2");
    let question = ListedQuestion::from(asked);
    let mut list = Enumeration::new(&question, Listing::All, None, &Limits::default()).expect("a list");
    while let NextAnswer::Position(..) = list.next_position().expect("answers") {}
    let question = list.question().question();
    let json = serde_json::to_value(&question).expect("JSON");
    assert!(json["replies"]["0"].as_object().is_some_and(|replies| !replies.is_empty()), "{json}");
    let stored: StoredReplies = serde_json::from_value(json["replies"].clone()).expect("replies");
    let again =
        capturing("won in 5 and not won in 3 and count(own) = 2").with_replies(&stored).expect("the same");
    let again = Question::from(again);
    assert_eq!(serde_json::to_value(&again).expect("JSON"), json);
    assert_eq!(format!("{:?}", again.formula().words.len()), format!("{:?}", question.formula().words.len()));
}

#[test]
fn negations_and_uniqueness_are_as_the_naive_game_says() {
    let game = verify::game_file::GameFile::parse(&text_of("breakthrough"))
        .expect("a game")
        .on("2x4")
        .expect("a board");
    for text in [
        "unique m in moves: after(m).lost in 2",
        "not (unique m in moves: after(m).lost in 2) and won in 3",
        "over or (unique m in moves: not after(m).won in 1) and count(own) = 2",
        "(all m in moves: after(m).won in 3) and any(moves)",
        "(won in 3) = (some m in moves: after(m).lost in 2) and count(occupied) = 2",
        "if won in 1 then count(own) = 1 else lost in 2 and count(own) = 2",
        "won in 3 => lost in 0 and over",
    ] {
        let question = format!("{text} and count(occupied) <= 3");
        let question = question.replace(" => lost in 0 and over and", " => lost in 0 or count(own) = 1 and");
        let asked = capturing(&question);
        let all = positions(&subject(&text_of("breakthrough"), "2x4"));
        let holds =
            |line: &&String| verify::language::judge(&game, &question, line).expect("a condition").answers;
        let expected: BTreeSet<String> = all.iter().filter(holds).cloned().collect();
        assert!(listed(&asked) == expected, "{question}");
        assert!(!expected.is_empty(), "{question}");
    }
}

#[test]
fn a_bound_is_found_and_refuted() {
    let asked = capturing("min count(occupied) where won in 5 and not won in 3");
    let found = |most: i64| {
        let text = format!("count(occupied) <= {most} and won in 5 and not won in 3");
        answer(&capturing(&text), &Limits::default()).expect("an answer")
    };
    let least = (0..8).find(|&most| matches!(found(most), Answer::Found(_))).expect("some");
    assert!(least > 1 && matches!(found(least - 1), Answer::Refuted(_)));
    assert!(asked.is_relaxed() && asked.verifies_answers());
}

#[test]
fn numbers_of_plies_have_limits() {
    let error = |text: &str| LanguageQuestion::new(subject(&text_of("breakthrough"), "2x4"), text).map(drop);
    assert!(error("won in 0").is_ok() && error("won in 1").is_ok() && error("won in 100").is_ok());
    assert!(error("after(m).won in (W - 1) for m in moves").is_ok());
    let refused = error("lost in 101").map_err(|error| error.to_string());
    assert_eq!(refused, Err("character 1: `won in` and `lost in` take 0 to 100 plies".to_owned()));
    for text in ["own in 3", "over in 3", "won in over", "count(if won in 3 then own else opp) > 2"] {
        assert!(error(text).is_err(), "{text}");
    }
}

#[test]
fn lists_agree_where_pieces_are_captured() {
    compare(&text_of("breakthrough"), "2x4", "count(own) = 2 and count(opp) <= 2");
}

#[test]
fn lists_agree_where_the_stuck_lose() {
    compare(&text_of("col"), "3x2", "count(occupied) <= 4");
}

#[test]
fn lists_agree_where_the_stuck_win() {
    compare(&text_of("dodgem"), "3x3", "count(own) = 1 and count(opp) = 1");
}

#[test]
fn lists_agree_where_players_pass() {
    compare(TURNING, "4x2", "count(empty) >= 3");
}

#[test]
fn lists_agree_where_the_sides_differ() {
    compare(&text_of("fox-and-hounds"), "4x4", "fox subset rank 2");
}
