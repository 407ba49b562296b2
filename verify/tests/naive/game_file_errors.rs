//! Game files that are refused, each with its place, and texts of any kind.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use verify::game_file::GameFile;
use verify::language::{Refusal, Walk, judge, walk};
use verify::naive::{Naive, NaiveError};

/// A file with every statement and every form of expression.
const WHOLE: &str = "format 1
game all-of-it \"Every statement, it is no good game.\"
board 4x4, 3x3
squares ~{a1} | none
number K = 2 in 1..3   # a setting
word own X, opp O,
  wall #  # the letter of a wall, and a remark
swap own opp
turn rotate-180
symmetry transpose rotate-90
start own = file a & ~rank 1, opp = files c..W & rank H, wall = middle
squares ~(corners & (file a & ranks 1..1 | ranks H..H & file W) & dark)
require none(own & opp)
let beside(s) = union e in orthogonals: e(s)
let line(d, s) = repeat(K-1, s, S: d(S) & s)
for d in north, east:
    for n in 1..min(K, 2)*3/3:
        step go_d_n d*n = repeat(n, own, S: d(S) & empty)
place put = empty & closure(near(own, 1), S: beside(S) & empty, at most 3)
leave out east = if count(own) > 1 then own else none when not count(opp) = 0
play own = own ^ m.from | m.to, opp = opp & ~(m.to | m.over)
play put: own = own | m.to
won if all d in north east: any(line(opposite(d), own))
lost if some d in diagonals: any(opposite(d)(opp)) and max(W, H) = 9
drawn if true => count(own) = 0
stuck passes
at the end drawn if true
score count(own) - 2 * K
players Up Down
number J = 4
let put_on(m) = if m.kind = put then m.to else none
won if second and count(own) = 5 * J
";

fn whole() -> String {
    WHOLE.replacen("squares ~{a1} | none\n", "", 1)
}

#[test]
fn every_statement_is_read() {
    let file = GameFile::parse(&whole()).unwrap_or_else(|error| panic!("{error}"));
    for board in ["4x4", "3x3", "4x4,K=3"] {
        let game = file.on(board).unwrap_or_else(|error| panic!("{error}"));
        let start = game.start();
        assert!(game.parse(&game.print(&start)).as_ref() == Ok(&start) && !game.plies(&start).is_empty());
    }
    // Another way to end lines changes nothing.
    assert!(GameFile::parse(&whole().replace('\n', "\r\n")).is_ok());
}

#[test]
fn only_a_newline_ends_a_line() {
    let whole = whole();
    let line = "a carriage return can only stand at the end of a line";
    for (text, expected) in [
        (
            format!("\u{feff}{whole}"),
            "line 1, character 1: a game file cannot have '\\u{feff}' here".to_owned(),
        ),
        (format!("\u{feff}# a remark\n{whole}"), "line 1, character 1: a game file cannot".to_owned()),
        (whole.replacen("game all", "\rgame all", 1), format!("line 2, character 1: {line}")),
        (whole.replace('\n', "\r"), format!("line 1, character 9: {line}")),
        // In a remark it would hide what follows.
        (whole.replacen("   # a setting", " # a\rstuck wins", 1), format!("line 4, character 25: {line}")),
        (whole.replacen('\n', "\r\r\n", 1), format!("line 1, character 9: {line}")),
        (format!("{whole}# the end\r"), format!("line 32, character 10: {line}")),
    ] {
        let error = GameFile::parse(&text).expect_err(&expected).to_string();
        assert!(error.starts_with(&expected), "{error}");
    }
}

fn table(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games").join(name);
    fs::read_to_string(path).expect(name)
}

/// The error for the file with one text replaced.
fn error_of(text: &str, by: &str) -> String {
    let whole = whole();
    assert!(whole.contains(text), "{text}");
    let error = GameFile::parse(&whole.replacen(text, by, 1));
    error.map_or_else(|error| error.to_string(), |_| "it is accepted".to_owned())
}

#[test]
fn errors_have_their_places() {
    let mut wrong = Vec::new();
    for row in table("errors.tsv").lines().filter(|row| !row.starts_with('#')) {
        let parts: Vec<String> = row.split('\t').map(|part| part.replace("\\n", "\n")).collect();
        let [text, by, expected] = parts.as_slice() else { panic!("{row}") };
        let error = error_of(text, by);
        if !error.contains(expected) || error.lines().count() != 1 {
            wrong.push(format!("{row}\n    {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_too_large_or_too_deep_is_refused() {
    let with = |lines: &str| whole() + lines;
    let lines = |count: usize, line: fn(usize) -> String| (0..count).map(line).collect::<String>();
    let block = |depth| lines(depth, |n| format!("{}for x{n} in 1..9:\n", " ".repeat(n)));
    let doubled = |count| lines(count, |n| format!("let y{} = y{n} | y{n}\n", n + 1));
    let called = |count| lines(count, |n| format!("let y{} = ~y{n}\n", n + 1));
    for text in [
        with(&"#".repeat(70_000)),
        with(&format!("require {}true", "(".repeat(20_000))),
        with(&format!("require {}true", "not ".repeat(10_000))),
        with(&format!("require {}true", "if true then true else ".repeat(2_000))),
        with(&format!("require any({}own)", "~".repeat(20_000))),
        with(&format!("require any({} 1)", "rank ".repeat(10_000))),
        with(&format!("require any(own{})", "[a1]".repeat(10_000))),
        with(&format!("require any(rank {}1{})", "(".repeat(10_000), ")".repeat(10_000))),
        with(&format!("{}{}require true", block(5), " ".repeat(5))),
        with(&format!("{}{}require true", block(4), " ".repeat(4))),
        with(&format!("let y0 = own\n{}require any(y40)", doubled(40))),
        with(&format!("let y0 = own\n{}require any(y1999)", called(1_999))),
        with("require any(repeat(1024, own, S: repeat(1024, own, T: repeat(1024, own ^ S, U: ~U ^ T))))"),
        with("require 9999999999 = 1"),
        with(&format!("require 4294967295{} = 1", " * 4294967295".repeat(9))),
        with("let y = z\nlet z = y"),
        with(&lines(300, |n| format!("place k{n} = empty\n"))),
        String::new(),
        "game a \"b\u{7}\"".to_owned(),
    ] {
        let shown: String = text.chars().rev().take(40).collect();
        let error = GameFile::parse(&text).err().unwrap_or_else(|| panic!("accepted: {shown}")).to_string();
        assert!(error.starts_with("line ") && error.lines().count() == 1, "{error}");
    }
}

/// Each square is a move of each of 20 kinds.
const MANY_MOVES: &str = "game many \"Many moves.\"\nboard 19x19\nword own X\nfor n in 1..20:\n  place k_n = board\n\
    play own = own | m.to\n";

/// The start is simple, and each position after it takes very much work.
const MUCH_WORK: &str = "game much \"Much work.\"\nboard 19x19\nword own X\nfor n in 1..13:\n  place k_n = empty\n\
    play own = own | m.to\nlet long(s) = repeat(1024, s, S: own & ~S)\n\
    lost if any(repeat(1024, own, S: repeat(1024, S, T: long(T) ^ own) ^ own))\n";

#[test]
fn what_a_position_takes_is_limited() {
    let game = |text: &str| GameFile::parse(text).and_then(|file| file.on("19x19")).expect("a game");
    let (many, much) = (game(MANY_MOVES), game(MUCH_WORK));
    assert!(much.plies(&much.start()).len() == 13 * 361 && much.refusal(&much.start()).is_none());
    let late = much.play(&much.start(), "a1").expect("it is legal");
    for (game, position, line, reason) in [
        (&many, many.start(), "line 5, ", "a position with more than 5000 moves"),
        (&much, late, "line 8, ", "this takes more work than is allowed"),
    ] {
        let words = game.refusal(&position).expect(reason);
        assert!(words.starts_with(line) && words.ends_with(reason), "{words}");
        assert!(game.ended(&position).is_none() && game.plies(&position).is_empty());
        for question in ["none(moves)", "not over", "not lost"] {
            let refused = judge(game, question, &game.print(&position)).expect_err(question);
            assert_eq!(refused, Refusal::Position(NaiveError::NotJudged(words.clone())), "{question}");
        }
    }
    // Games at random end with the limit, not as if the game were over there.
    let kept = "none(own & ~own)".to_owned();
    let walked = walk(&much, &Walk { kept, reply: None, games: 2, plies: 3, seed: 1 });
    assert!(walked.as_ref().is_err_and(Refusal::is_limit), "{walked:?}");
}

#[test]
fn what_is_no_position_is_told_from_what_is_not_judged() {
    let text = MUCH_WORK.replace("lost if any", "require none");
    let game = GameFile::parse(&text).and_then(|file| file.on("19x19")).expect("a game");
    let late = game.print(&game.play(&game.start(), "a1").expect("it is legal"));
    assert!(matches!(game.parse(&late), Err(NaiveError::NotJudged(_))));
    assert!(matches!(game.parse(&late.replace('X', "O")), Err(NaiveError::NotAPosition(_))));
    assert_eq!(game.play(&game.start(), "t1"), Err(NaiveError::Illegal("t1".to_owned())));
}

/// What is put into files.
const PIECES: [&str; 49] = [
    "\n",
    "\n  ",
    "\nplay ",
    "\nstep ",
    "\nfor d in ",
    "\nword ",
    "\nlet ",
    "\nrequire ",
    "\nplayers ",
    "\r",
    "second",
    "m.kind",
    "put",
    ":",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    ".",
    "*",
    "/",
    "-",
    "+",
    "=",
    "&",
    "|",
    "~",
    "#",
    "\"",
    "own",
    "m",
    "d",
    "S",
    "K",
    "W",
    "1",
    "19",
    "north",
    "closure(",
    "repeat(",
    "union ",
    "if ",
    "near(",
    "rank ",
    "file ",
];

/// Reads a text, and plays some plies if it is a game.
fn read(text: &str) -> Result<(), TestCaseError> {
    match GameFile::parse(text) {
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1, "{:?}", text),
        Ok(file) => {
            let game = file.on(&file.boards()[0]).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut position = game.start();
            for _ in 0..3 {
                let _ = (game.ended(&position), Naive::pass(&game, &position), game.score(&position));
                let Some((_, next)) = game.plies(&position).pop() else { break };
                position = next;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn files_with_something_put_in_or_left_out(
        at in any::<prop::sample::Index>(),
        length in 0..12usize,
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..4),
    ) {
        let whole = whole();
        let at = at.index(whole.len());
        let end = (at + length).min(whole.len());
        read(&format!("{}{}{}", &whole[..at], pieces.concat(), &whole[end..]))?;
    }

    #[test]
    fn any_text(text in any::<String>(), at in any::<prop::sample::Index>(), letter: char) {
        read(&text)?;
        let whole = whole();
        let (before, after) = whole.split_at(at.index(whole.len()));
        read(&format!("{before}{letter}{after}"))?;
    }

    #[test]
    fn mixtures_of_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60)) {
        read(&format!("game a \"b\"\nboard 3x3\nword own X\nplace k = empty\nplay own = m.to\n{}", pieces.concat()))?;
    }
}
