//! Game files whose players differ (`second`), and puzzles for one player.

use crate::game_file_facts::{WON, data, file_on, sequences, text_on, value};
use std::collections::{BTreeMap, VecDeque};
use verify::game_file::{FileGame, FilePosition, GameFile, Players};
use verify::language::{self, LetteredGame, Refusal, judge};
use verify::naive::{GameResult, Naive};

fn answers(game: &FileGame, question: &str, position: &str) -> bool {
    judge(game, question, position).unwrap_or_else(|error| panic!("{question}: {error}")).answers
}

#[test]
fn one_file_has_the_known_values_on_boards_of_each_shape() {
    // The result for the first player and its plies, and the number of pairs of a board and the player to move.
    for (name, board, result, positions) in [
        ("domineering", "2x2", WON - 1, 3),
        ("domineering", "3x3", WON - 3, 46),
        ("domineering", "4x4", WON - 7, 2443),
        ("domineering", "3x2", WON - 1, 8),
        // Horizontal first on 3x2: the same board, turned.
        ("domineering", "2x3", WON - 3, 10),
        ("domineering", "2x4", WON - 3, 28),
        ("domineering", "4x2", 4 - WON, 24),
        ("domineering", "3x4", WON - 5, 255),
        ("domineering", "5x2", WON - 5, 66),
        ("hex", "2x2", WON - 3, 32),
        ("hex", "3x2", WON - 3, 221),
        ("hex", "2x3", 4 - WON, 243),
        ("hex", "3x3", WON - 5, 5514),
        ("fox-and-hounds", "4x4", 8 - WON, 110),
        ("fox-and-hounds", "6x6", WON - 25, 10357),
    ] {
        let game = file_on(&format!("second/{name}"), board);
        let mut known = BTreeMap::new();
        let found = value(&game, &game.start(), &mut known);
        assert_eq!((found, known.len()), (result, positions), "{name} {board}");
        for position in known.keys().take(300) {
            assert_eq!(game.parse(&game.print(position)).as_ref(), Ok(position), "{name} {board}");
        }
    }
}

#[test]
fn a_position_says_that_the_second_player_is_to_move() {
    let game = file_on("second/fox-and-hounds", "4x4");
    assert_eq!(game.players(), &Players::Two(Some(["Fox".to_owned(), "Hounds".to_owned()])));
    let start = game.start();
    assert_eq!(game.print(&start), "F.../..../..../.h.h");
    let next = game.play(&start, "a1b2").expect("it is legal");
    assert_eq!(game.print(&next), "..../.F../..../.h.h second");
    assert_eq!(game.print(&game.play(&next, "b4a3").expect("it is legal")), "..../.F../h.../...h");

    // The fox and the hounds can be stuck; the fox has won when the hounds are to move.
    for (position, result) in [
        ("F.../.h../..../...h", Some(GameResult::Lost)),
        ("F.../.h../..../...h second", None),
        ("h.h./...F/..../.... second", Some(GameResult::Lost)),
        ("h.h./...F/..../....", None),
        ("..../..../h.h./.F.. second", Some(GameResult::Lost)),
    ] {
        let read = game.parse(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!((game.ended(&read), game.print(&read)), (result, position.to_owned()));
    }
    for end in ["second", "  second", " second ", " Second", " second second", " first", " ", "\tsecond"] {
        assert!(game.parse(&format!("F.../..../..../.h.h{end}")).is_err(), "{end:?}");
    }
    let without = file_on("hex", "3x3");
    assert!(without.parse(".../.../...").is_ok() && without.parse(".../.../... second").is_err());
    assert_eq!(without.players(), &Players::Two(None));
}

#[test]
fn questions_ask_who_is_to_move() {
    let game = file_on("second/fox-and-hounds", "4x4");
    let start = game.print(&game.start());
    let next = "..../.F../..../.h.h second";
    for (question, of_start) in [
        ("second", false),
        ("all m in moves: after(m).second", true),
        ("some m in moves: let n = after(m): n.second and not second", true),
        ("(if second then hound else fox) = fox", true),
        ("mover = fox", true),
        ("max count(mover) for m in moves where not after(m).second", false),
        // A name that is given in the question goes first.
        ("let second = true: second", true),
    ] {
        assert_eq!(answers(&game, question, &start), of_start, "{question}");
        assert_eq!(answers(&game, question, next), !of_start || question.starts_with("let"), "{question}");
    }
    // The same where questions see a board of letters; those behind the board are none.
    let game = text_on(&data("second/fox-and-hounds.game").replace("hound h", "hound e"), "4x4");
    let lettered = LetteredGame {
        game: &game,
        size: (4, 4),
        squares: language::NaiveView::squares(&game),
        words: game.words().to_vec(),
        kinds: game.move_kinds().cloned().collect(),
        start: game.print(&game.start()),
    };
    for (question, position) in [
        (
            "not second and all m in moves: after(m).second and count(after(m).hound) = 2",
            "F.../..../..../.e.e",
        ),
        ("second and all m in moves: not after(m).second and count(hound) = 2", "F.../..../..../.e.e second"),
    ] {
        assert!(judge(&lettered, question, position).expect(question).answers, "{question}");
    }

    let without = file_on("hex", "3x3");
    let unknown = judge(&without, "second", &without.print(&without.start()));
    assert_eq!(unknown, Err(Refusal::Unknown { name: "second".to_owned() }));
}

/// Two words, a board that turns, and players who pass: what changes with each ply, and what does not.
const TURNING: &str = "game second-name \"It is about the second player.\"
players first second
board 3x3
word own X, opp O
swap own opp
turn mirror-ranks
place stone = empty & rank 1 when QUESTION
play own = own | m.to
stuck passes
at the end won if count(own) > count(opp)
";

#[test]
fn who_is_to_move_changes_with_each_ply_and_pass_and_with_nothing_else() {
    // Names of games and players, and remarks, do not ask.
    let text = TURNING.replace("QUESTION", "true # second");
    let game = GameFile::parse(&text).and_then(|file| file.on("3x3")).expect("a game");
    assert_eq!(game.print(&game.play(&game.start(), "a1").expect("it is legal")), ".../.../O..");

    for question in ["not second", "not (second and second = second)", "if second then false else true"] {
        let text = TURNING.replace("QUESTION", question);
        let game = GameFile::parse(&text).and_then(|file| file.on("3x3")).expect("a game");
        let mut position = game.start();
        for (ply, expected) in [
            ("a1", ".../.../O.. second"),
            ("pass", "X../.../..."),
            ("b1", ".../.../OO. second"),
            ("pass", "XX./.../..."),
            ("c1", ".../.../OOO second"),
        ] {
            position = game.play(&position, ply).unwrap_or_else(|error| panic!("{ply}: {error}"));
            assert_eq!(game.print(&position), expected, "{question} {ply}");
        }
        assert_eq!((game.pass(&position), game.ended(&position)), (None, Some(GameResult::Drawn)));
        let passed = language::NaiveView::pass(&game, &game.start()).expect("there are passes");
        assert_eq!(game.print(&passed), ".../.../... second");
    }
}

#[test]
fn effects_can_ask_for_the_kind_of_their_move() {
    let text = "game kinds \"Two kinds of stones.\"\nboard 2x2\nword own X, wall #\nplace stone = empty\n\
        place block = empty\nlet put(m, kind) = if kind then m.to else none\n\
        play own = own | put(m, m.kind = stone), wall = if m.kind != block then wall else wall | m.to\n";
    let game = GameFile::parse(text).and_then(|file| file.on("2x2")).expect("a game");
    let after = |ply: &str| game.print(&game.play(&game.start(), ply).expect("it is legal"));
    assert_eq!([after("a1"), after("b1=block")], ["X./..", ".#/.."]);
}

#[test]
fn a_number_without_a_range_has_one_value() {
    let text = data("tic-tac-toe.game").replace("K = 3 in 2..6", "K = 3");
    let file = GameFile::parse(&text).expect("a file");
    assert_eq!(file.on("4x4,K=3").expect("its value").board(), "4x4");
    assert!(file.on("4x4,K=2").is_err() && file.on("4x4,K=4").is_err());
}

#[test]
fn a_number_can_depend_on_the_board_and_on_those_before() {
    let numbers =
        "let more(n) = n+1\nnumber L = more(1)\nnumber K = min(W, 4) in L..max(W, H)\nnumber J = K-1 in 1..K";
    let text = data("tic-tac-toe.game").replace("number K = 3 in 2..6", numbers);
    let file = GameFile::parse(&text).expect("a file");
    for (board, name) in [
        ("3x3,K=3", "3x3"),
        ("4x3,K=4,J=3", "4x3"),
        ("4x4,K=2", "4x4,K=2"),
        ("5x5,J=1,K=5", "5x5,K=5,J=1"),
        ("5x5,J=3", "5x5"),
    ] {
        assert_eq!(file.on(board).expect(board).board(), name);
    }
    for board in ["3x3,K=4", "4x4,K=1", "4x4,K=2,J=3", "5x5,K=2,J=3", "5x5,L=3", "5x5,K=6"] {
        let error = file.on(board).expect_err(board).to_string();
        assert!(
            error.starts_with("line 2, character 1: ") && error.ends_with("is no setting of this game"),
            "{error}"
        );
    }
    for number in ["count(own)", "0-1", "W*H*99", "1/0", "J"] {
        assert!(GameFile::parse(&text.replace("K-1 in 1..K", number)).is_err(), "{number}");
    }
}

/// A puzzle, searched from its start.
#[derive(Debug, PartialEq, Eq)]
struct Solution {
    /// The least number of moves, if there is a solution.
    moves: Option<usize>,
    /// How many positions are reached, and the most moves that a solution takes from one of them.
    positions: usize,
    most: usize,
}

/// Goes through all positions breadth first, and then back from those in which the goal is reached.
fn solution(game: &FileGame, seen: impl FnMut(&FilePosition)) -> Solution {
    assert_eq!(game.players(), &Players::One);
    let mut known = BTreeMap::from([(game.start(), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut positions = vec![game.start()];
    let mut from_goal = vec![None];
    let mut queue = VecDeque::new();
    let mut next = 0;
    while let Some(position) = positions.get(next).cloned() {
        assert!(game.pass(&position).is_none() && language::NaiveView::pass(game, &position).is_none());
        if game.ended(&position) == Some(GameResult::Won) {
            from_goal[next] = Some(0);
            queue.push_back(next);
        }
        for (_, after) in game.plies(&position) {
            let index = *known.entry(after.clone()).or_insert(positions.len());
            if index == positions.len() {
                positions.push(after);
                before.push(Vec::new());
                from_goal.push(None);
            }
            before[index].push(next);
        }
        next += 1;
    }
    positions.iter().for_each(seen);
    let mut most = 0;
    while let Some(index) = queue.pop_front() {
        most = from_goal[index].expect("it is in the queue");
        for &index in &before[index] {
            if from_goal[index].is_none() {
                from_goal[index] = Some(most + 1);
                queue.push_back(index);
            }
        }
    }
    Solution { moves: from_goal[0], positions: positions.len(), most }
}

#[test]
fn puzzles_take_the_known_numbers_of_moves() {
    for (name, board, moves, positions, most) in [
        ("peg-solitaire", "4x4", 14, 1871, 14),
        ("peg-solitaire", "5x3", 13, 1137, 13),
        ("lights-out", "2x2", 4, 16, 4),
        ("lights-out", "3x3", 5, 512, 9),
        ("lights-out", "4x4", 4, 4096, 7),
        ("sliding-tiles", "2x2", 6, 12, 6),
        ("sliding-tiles", "3x2", 15, 360, 21),
        ("sliding-tiles", "2x3", 15, 360, 21),
    ] {
        let game = file_on(&format!("puzzles/{name}"), board);
        let found = solution(&game, |position| {
            assert_eq!(game.parse(&game.print(position)).as_ref(), Ok(position), "{name} {board}");
        });
        assert_eq!(found, Solution { moves: Some(moves), positions, most }, "{name} {board}");
    }
    let sokoban = file_on("puzzles/sokoban", "4x4");
    let found = solution(&sokoban, |_| {});
    assert_eq!((found.moves, found.positions), (Some(20), 248));
}

#[test]
fn a_puzzle_without_a_solution_ends_stuck() {
    let text = data("puzzles/peg-solitaire.game").replace("if W = 4 then file b", "if W = 4 then file a");
    for stuck in ["", "stuck loses"] {
        let game = text_on(&text.replace("stuck loses", stuck), "4x4");
        let mut fewest = usize::MAX;
        let found = solution(&game, |position| {
            let pegs = game.print(position).matches('o').count();
            fewest = fewest.min(pegs);
            assert!(!game.plies(position).is_empty() || game.ended(position) == Some(GameResult::Lost));
        });
        assert_eq!((found, fewest), (Solution { moves: None, positions: 1687, most: 0 }, 2));
    }
    // Other words for it mean what they say: here whoever has no jump left has reached the goal.
    let game = text_on(&text.replace("stuck loses", "stuck wins"), "4x4");
    assert!(solution(&game, |_| {}).moves.is_some());
}

#[test]
fn a_puzzle_has_nothing_that_needs_two_players() {
    let puzzle = "game lights \"Put them out.\"\nboard 2x2\nplayers 1\nword on *, off o\nplace press = board\n\
        play on = on ^ m.to\nwon if none(on)\n";
    assert!(GameFile::parse(puzzle).is_ok());
    for (text, expected) in [
        ("swap on off\n", "line 8, character 1: a puzzle for one player cannot have `swap`"),
        ("turn mirror-ranks\n", "line 8, character 1: a puzzle for one player cannot have `turn`"),
        ("stuck passes\n", "line 8, character 1: a puzzle for one player cannot have `stuck passes`"),
        (
            "lost if any(on) and second\n",
            "line 8, character 21: a puzzle for one player cannot have `second`",
        ),
        ("for n in 1..2:\n  lost if second\n", "line 9, character 11: a puzzle for one player"),
        ("at the end won if true\n", "line 8, character 19: `at the end` needs `stuck passes`"),
    ] {
        let error = GameFile::parse(&format!("{puzzle}{text}")).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn files_state_their_numbers_of_sequences() {
    for name in
        ["domineering", "hex", "fox-and-hounds", "peg-solitaire", "lights-out", "sliding-tiles", "sokoban"]
    {
        let is_puzzle = !["domineering", "hex", "fox-and-hounds"].contains(&name);
        let text = data(&format!("{}/{name}.game", if is_puzzle { "puzzles" } else { "second" }));
        let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(file.name() == name && text.lines().count() <= 30);
        for board in file.boards() {
            file.on(&board).unwrap_or_else(|error| panic!("{name} {board}: {error}"));
        }
        let game = file.on(&file.boards()[0]).expect("the first board");
        let stated = text.lines().find_map(|line| line.strip_prefix("# perft: ")).expect(name);
        for (plies, number) in stated.split(", ").filter_map(|part| part.split_once(' ')) {
            let number: u64 = number.parse().expect("a number");
            if number < 1_000 {
                let plies = plies.parse().expect("a number");
                assert_eq!(sequences(&game, &game.start(), plies), number, "{name} {plies}");
            }
        }
    }
}
