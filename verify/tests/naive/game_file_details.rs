//! Game files: meanings that few games show, each on a position where it can be seen.

use verify::game_file::{FileGame, GameFile};
use verify::language::judge;
use verify::naive::{GameResult, Naive};

fn game(text: &str) -> FileGame {
    let file = GameFile::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    file.on(&file.boards()[0]).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn after(game: &FileGame, ply: &str) -> String {
    game.print(&game.play(&game.start(), ply).unwrap_or_else(|error| panic!("{ply}: {error}")))
}

#[test]
fn each_turn_has_its_own_image() {
    let text = |turn: &str| {
        format!(
            "game turns \"The board turns.\"\nboard 3x3\nword own X\nturn {turn}\nstart own = {{a1 b1}}\n\
             place stone = {{c2}}\nplay own = own | m.to\n"
        )
    };
    for (turn, image) in [
        ("mirror-files", ".XX/X../..."),
        ("mirror-ranks", ".../..X/XX."),
        ("rotate-180", ".../X../.XX"),
        ("transpose", "X../X../.X."),
        ("anti-transpose", ".X./..X/..X"),
    ] {
        assert_eq!(after(&game(&text(turn)), "c2"), image, "{turn}");
    }
    for turn in ["rotate-90", "rotate-270"] {
        let error = GameFile::parse(&text(turn)).expect_err(turn).to_string();
        assert!(error.starts_with("line 4, character 1: ") && error.ends_with("its own inverse"), "{error}");
    }
}

#[test]
fn each_end_without_a_move_has_its_own_result() {
    for (rule, result) in [
        ("stuck loses", GameResult::Lost),
        ("stuck wins", GameResult::Won),
        ("stuck draws", GameResult::Drawn),
        ("stuck passes", GameResult::Drawn),
        ("stuck passes\nat the end won if true", GameResult::Won),
        ("stuck passes\nat the end lost if true", GameResult::Lost),
        ("stuck passes\nat the end drawn if true\nat the end won if true", GameResult::Drawn),
        ("stuck loses\ndrawn if any(own)\nwon if any(own)", GameResult::Drawn),
    ] {
        let text = "game ends \"One stone.\"\nboard 2x1\nword own X\nplace stone = {a1} & empty\nplay own = own | m.to\n";
        let game = game(&format!("{text}{rule}\n"));
        let end = game.play(&game.start(), "a1").expect("it is legal");
        assert_eq!(game.ended(&end), Some(result), "{rule}");
    }
    // A game that is over has no moves, though there are squares for them.
    let over = game(
        "game over \"It is over.\"\nboard 2x1\nword own X\nstart own = {a1}\nplace stone = empty\nplay own = own | m.to\n\
         won if any(own)\n",
    );
    assert!(over.plies(&over.start()).is_empty() && over.legal(&over.start()) == Ok(Vec::new()));
}

/// A hole at b1; b is a number, and a definition stands before it.
const DETAILS: &str = "game details \"What few games show.\"
board 4x2
squares ~{b1}
word own X, opp O
let line = file b
number b = 3
let to(s) = none
let by(to, s) = to(s)   # a parameter goes before a definition
start own = {a1 c2}, opp = {b2}
require line = file c and file 1 = file a and (1-8)/2 = 0-4 and by(north, {a1}) = {a2}
place stone = {d2}
place other = {d2}
step far east*3 = {d1}
step near_hole east = {c1}
play stone other: own = opp
play stone: opp = own | m.to
play other: opp = none
play far near_hole: own = m.over, opp = opp & (if count(own) = (if m.kind = far then 2 else 1) then board else none)
";

#[test]
fn what_few_games_show_is_as_the_page_says() {
    let game = game(DETAILS);
    let plies: Vec<String> = game.plies(&game.start()).into_iter().map(|(ply, _)| ply).collect();
    // No step comes from a hole.
    assert_eq!(plies, ["d2", "d2=other", "a1d1"]);
    // Effects read the position before the move, and several lines of a kind add up.
    assert_eq!(after(&game, "d2"), "O.../.XOO");
    assert_eq!(after(&game, "d2=other"), "..../.X..");
    // What a step passes are the squares strictly between, as far as they are on the board.
    assert_eq!(after(&game, "a1d1"), "..X./.O..");
    let start = game.print(&game.start());
    for question in [
        "all m in other: none(after(m).opp) and after(m).own = opp",
        "all m in stone: after(m).opp = own | m.to",
        "count(moves & {d2}) = 2 and count(moves & file a) = 0",
        "(if any(own) then any(own) else none(own)) and (if none(own) then 1 else 2) = 2",
    ] {
        assert!(judge(&game, question, &start).expect(question).answers, "{question}");
    }
}
