//! Known values of files, by which wrong meanings are noticed.

use crate::game_file::{FileError, FileGame, FilePosition, GameFile, Players};
use crate::naive::{GameResult, Naive};
use std::collections::BTreeMap;

/// The most positions and plies of a game that is solved: wrong rules can make it endless.
const POSITIONS_LIMIT: usize = 8_000;
const PLIES_LIMIT: usize = 60;

/// Known values of a file on a board.
pub(super) struct Facts {
    pub(super) text: &'static str,
    board: &'static str,
    /// The numbers of sequences of 1, 2, ... plies.
    sequences: &'static [u64],
    /// The result for the first player (1, 0, -1), and the number of positions of the game.
    solved: Option<(i32, usize)>,
    /// Positions, each with its end, or with its plies and what they lead to.
    positions: &'static [(&'static str, &'static str)],
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../../tests/data/games/", $name, ".game"))
    };
}

/// Sentences that hold at the start, and moves that can be seen.
const FORMS: &str = "game forms \"What expressions say of two stones in a corner.\"
board 3x3
word own X, opp O
start own = {a1 b2}, opp = {c3}
require count(own) = 2 and count(opp) != 2 and not count(own) < 2 and not count(own) > 2
require count(own) >= 2 and count(opp) <= 1 and (false => false => false)
require own & opp = none and own | opp = occupied and own ^ own = none and {a1} subset own
require true and not false and count(board) = 9 and own[a1] and not own[b1] and any(own) and none(own & rank 3)
require 7/2 = 3 and 7-2-1 = 4 and 2*3 = 6 and 1+1 = 2 and min(1, 2) = 1 and max(1, 2) = 2
require rank 1 & file b = {b1} and ranks 2..3 = ~rank 1 and files a..b = ~file c
require near({a1}, 1) = {a1 a2 b1} and closure({a1}, S: north(S)) = file a
require closure({a1}, S: north(S), at most 1) = {a1 a2} and repeat(2, {a1}, S: north(S)) = {a3}
require (some d in north, east: d({a1}) = {a2}) and not (all d in orthogonals: any(d({a1})))
require (union d in orthogonals: d({b2})) = edges & ~corners and opposite(north)({a2}) = {a1}
require (if own[a1] then own else opp) = own and let s = own: any(s)
require middle = {b2} and count(corners) = 4 and dark & light = none and dark[a1] and {c3} = ~empty & ~own
place stone = {c1}
place other = {c1}
leave off south = own
step go east*2 = empty
play own = own & ~m.from | m.to, opp = opp | (if m.kind = other then {a3} else none)
";

pub(super) const KNOWN: [Facts; 9] = [
    Facts {
        text: FORMS,
        board: "3x3",
        sequences: &[5],
        solved: None,
        positions: &[
            (
                "X../.X./..O",
                "c1 X.X/.X./..O, c1=other X.X/.X./O.O, a1s .../.X./..O, a1c1 ..X/.X./..O, a2c2 X../.XX/..O",
            ),
            ("X../.../X.O", "refused"),
        ],
    },
    Facts {
        text: text!("second/fox-and-hounds"),
        board: "4x4",
        sequences: &[1, 3, 9, 19, 19, 36],
        solved: Some((-1, 110)),
        positions: &[("F.../.h../..../...h", "Lost"), ("Fh../..../..../...h", "refused")],
    },
    Facts {
        text: text!("breakthrough"),
        board: "2x4",
        sequences: &[2, 6, 20, 50],
        solved: Some((-1, 450)),
        positions: &[
            ("X./../O./.X", "refused"),
            ("XX/../../..", "a1a2 ../../O./.O, b1b2 ../../.O/O., b1a2 ../../O./O., a1b2 ../../.O/.O"),
        ],
    },
    Facts {
        text: text!("reversi"),
        board: "4x4",
        sequences: &[4, 12, 44, 128],
        solved: None,
        positions: &[
            ("OX../..../..../....", "pass XO../..../..../...."),
            ("XX.O/..../..../....", "Won 1"),
            ("X..O/..../..../....", "Drawn 0"),
            ("X.OO/..../..../....", "Lost -1"),
        ],
    },
    Facts {
        text: text!("second/hex"),
        board: "3x2",
        sequences: &[6, 30, 120],
        solved: Some((1, 221)),
        positions: &[],
    },
    Facts {
        text: text!("hex"),
        board: "2x2",
        sequences: &[4, 12, 24, 12, 0],
        solved: Some((1, 32)),
        positions: &[],
    },
    Facts {
        text: text!("peg-solitaire"),
        board: "4x4",
        sequences: &[2, 5, 21, 88],
        solved: None,
        positions: &[("o.../..../..../....", "Won"), ("o..o/..../..../....", "Lost")],
    },
    Facts {
        text: text!("tic-tac-toe"),
        board: "3x3",
        sequences: &[9, 72],
        solved: None,
        positions: &[("OOO/XX./...", "Lost"), ("OOO/XXO/OXX", "Lost"), ("XOX/XOO/OXX", "Drawn")],
    },
    Facts {
        text: text!("konane"),
        board: "4x4",
        sequences: &[4, 12, 16, 52, 120],
        solved: Some((-1, 3863)),
        positions: &[],
    },
];

impl Facts {
    pub(super) fn game(&self) -> FileGame {
        let board = format!("board {}", self.board);
        let lines = self.text.lines().map(|line| if line.starts_with("board ") { &board } else { line });
        let text = lines.collect::<Vec<_>>().join("\n");
        GameFile::parse(&text).and_then(|file| file.on(self.board)).expect("a file of the tests")
    }

    /// Whether a game has other values.
    pub(super) fn differ(&self, game: &FileGame) -> bool {
        let start = game.start();
        (game.players() == &Players::One) != self.text.contains("players 1")
            || game.is_well_formed(&start) != Ok(true)
            || self.positions.iter().any(|(line, known)| seen(game, line) != *known)
            || (1..).zip(self.sequences).any(|(plies, number)| sequences(game, &start, plies) != Ok(*number))
            || self.solved.is_some_and(|solved| {
                let mut known = BTreeMap::new();
                let value = value(game, &start, &mut known, 0);
                value.map(|value| (value, known.len())) != Some(solved)
            })
    }
}

/// The plies or the pass of a position.
fn next(game: &FileGame, position: &FilePosition) -> Vec<(String, FilePosition)> {
    let passed = game.pass(position).map(|passed| ("pass".to_owned(), passed));
    game.plies(position).into_iter().chain(passed).collect()
}

fn seen(game: &FileGame, line: &str) -> String {
    let Ok(position) = game.parse(line) else { return "refused".to_owned() };
    if let Some(result) = game.ended(&position) {
        let score = game.score(&position).ok().flatten();
        return format!("{result:?}{}", score.map_or_else(String::new, |score| format!(" {score}")));
    }
    let next = next(game, &position);
    let next: Vec<String> = next.iter().map(|(ply, next)| format!("{ply} {}", game.print(next))).collect();
    next.join(", ")
}

/// The number of sequences of so many plies.
fn sequences(game: &FileGame, position: &FilePosition, plies: u32) -> Result<u64, FileError> {
    if plies == 0 {
        return Ok(1);
    }
    if game.result(position)?.is_some() {
        return Ok(0);
    }
    next(game, position).iter().map(|(_, next)| sequences(game, next, plies - 1)).sum()
}

/// The result for the player to move; `None` if the game has too many positions or plies.
fn value(
    game: &FileGame,
    position: &FilePosition,
    known: &mut BTreeMap<FilePosition, i32>,
    plies: usize,
) -> Option<i32> {
    if let Some(&value) = known.get(position) {
        return Some(value);
    }
    if known.len() == POSITIONS_LIMIT || plies == PLIES_LIMIT {
        return None;
    }
    let found = match game.result(position).ok()? {
        Some(GameResult::Won) => 1,
        Some(GameResult::Drawn) => 0,
        Some(GameResult::Lost) => -1,
        None => {
            let mut best = None;
            for (_, next) in next(game, position) {
                best = best.max(Some(-value(game, &next, known, plies + 1)?));
            }
            best?
        }
    };
    known.insert(position.clone(), found);
    Some(found)
}
