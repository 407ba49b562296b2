//! Mutation test of the texts of three files: each change of one token that changes the game is noticed.
//!
//! Idea: in the rules of a file each place of a few tokens is changed to a similar token, one place at a time. A mutant is
//! noticed if a reader refuses it, if something that it declares is refuted, if known numbers or values differ, or if it is not
//! the game in Rust. What nobody notices must be the same game, in all positions or in those that are reached, and is listed
//! with the reason.

use crate::game_files::exactly;
use crate::own_game::{Breakthrough, Pawns};
use crate::same_rules::{BREAKTHROUGH, OTHELLO, rules};
use certamen::language::game_file::{AnyFileRules, DeclarationVerdict, FileRules, GameFile};
use certamen::prove::same_rules::{AnyRules, Sameness, compare};
use certamen::work::limits::Limits;
use encodings::othello::rules::{Discs, Othello};
use encodings::rules::{Boards, Ending, NamedWords, Position};
use std::collections::{BTreeMap, BTreeSet};

const KONANE: &str = include_str!("../../src/games/files/konane.game");

/// Tokens, each with those that take its place.
const CHANGES: [(&str, &[&str]); 41] = [
    ("&", &["|"]),
    ("|", &["&"]),
    ("^", &["&"]),
    ("~", &[""]),
    ("<", &["<="]),
    (">", &["<"]),
    ("<=", &["<"]),
    (">=", &[">"]),
    ("and", &["or"]),
    ("or", &["and"]),
    ("any", &["none"]),
    ("none", &["any"]),
    ("own", &["opp"]),
    ("opp", &["own"]),
    ("empty", &["own"]),
    ("occupied", &["own"]),
    ("light", &["dark"]),
    ("dark", &["light"]),
    ("middle", &["corners"]),
    ("corners", &["none"]),
    ("directions", &["orthogonals", "diagonals"]),
    ("orthogonals", &["directions"]),
    ("north", &["south"]),
    ("northwest", &["north"]),
    ("northeast", &["northwest"]),
    ("opposite", &[""]),
    ("to", &["from"]),
    ("from", &["to"]),
    ("over", &["to"]),
    ("passes", &["loses"]),
    ("loses", &["wins"]),
    ("won", &["lost"]),
    ("lost", &["won", "drawn"]),
    ("transpose", &["rotate-90"]),
    ("mirror-files", &["transpose"]),
    ("mirror-ranks", &["rotate-180", "mirror-files"]),
    ("d", &[""]),
    ("H", &["1"]),
    ("1", &["2"]),
    ("2", &["1", "3"]),
    ("max", &["min"]),
];

/// Statements that say no rule.
const NAMES: [&str; 5] = ["game ", "board ", "word ", "#", "players "];

/// The texts with one token changed, each with the place and the change.
fn mutants(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let is_rule = !NAMES.iter().any(|name| line.starts_with(name));
        for (token, others) in CHANGES.iter().filter(|_| is_rule) {
            for (at, _) in line.match_indices(token) {
                let (before, after) = (&line[..at], &line[at + token.len()..]);
                if !is_token(before, token, after) {
                    continue;
                }
                for other in *others {
                    let mutant =
                        format!("{}{before}{other}{after}{}", &text[..start], &text[start + line.len()..]);
                    found.push((format!("line {number}, {}: `{token}` to `{other}`", at + 1), mutant));
                }
            }
        }
        start += line.len();
    }
    found
}

/// Whether it is a whole token, and not a part of a longer one.
fn is_token(before: &str, token: &str, after: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    if token.starts_with(|letter: char| letter.is_alphabetic()) {
        !before.ends_with(is_word) && !after.starts_with(is_word)
    } else if token.starts_with(|letter: char| letter.is_numeric()) {
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    } else {
        !after.starts_with('=')
    }
}

/// A file, and how its mutants are judged.
struct Original {
    text: &'static str,
    boards: &'static [&'static str],
    /// Whether rules have what is known of the game besides numbers of plies.
    is_known: fn(&FileRules<u64>) -> bool,
    /// Whether what the file declares is proved: the symmetries of sums are not, within a second.
    declares: bool,
    /// The mutants that nobody notices, each with the reason.
    survivors: &'static [(&'static str, &'static str)],
}

const OF_OTHELLO: &[(&str, &str)] = &[
    ("line 5, 10: `mirror-files` to `transpose`", "a symmetry"),
    ("line 5, 23: `mirror-ranks` to `mirror-files`", "a symmetry"),
    ("line 5, 23: `mirror-ranks` to `rotate-180`", "a symmetry"),
    ("line 5, 36: `transpose` to `rotate-90`", "a symmetry"),
    ("line 8, 62: `2` to `1`", "the first square is not counted: both bounds are long enough"),
    ("line 8, 62: `2` to `3`", "the first square is not counted: both bounds are long enough"),
];

const OF_BREAKTHROUGH: &[(&str, &str)] =
    &[("line 16, 7: `loses` to `wins`", "the foremost pawn has a move: nobody is stuck")];

const OF_KONANE: &[(&str, &str)] = &[
    ("line 10, 34: `1` to `2`", "two steps away are squares of the other colour"),
    ("line 11, 10: `orthogonals` to `directions`", "neighbours on a diagonal have one colour"),
    ("line 12, 23: `H` to `1`", "no board has more ranks than files"),
    ("line 12, 29: `2` to `1`", "longer ways leave the board"),
    ("line 13, 76: `2` to `1`", "no stone can jump to the only empty square"),
];

/// By whom a mutant is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Notice {
    Reader,
    Plies,
    Known,
    Declaration,
    /// Nobody: it is the same game in all positions, or in those that are reached.
    SameGame,
    /// Nobody, although it is another game.
    Missed,
}

fn is_same(one: &dyn AnyRules, other: &dyn AnyRules) -> bool {
    matches!(compare(one, other, &Limits::default()), Ok(Sameness::Same(_)))
}

/// The text with one board.
fn on(text: &str, board: &str) -> String {
    let lines = text
        .lines()
        .map(|line| if line.starts_with("board ") { "board ".to_owned() + board } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The numbers of plies that are known of a game on a board.
fn known(game: &str, board: &str) -> Vec<u64> {
    let facts = include_str!("../data/game_files.tsv");
    let counts = facts.lines().find_map(|line| line.strip_prefix(&format!("{game}\t{board}\t")));
    let counts = counts.map_or_else(Vec::new, |counts| counts.split(' ').collect());
    // Mutants can have many more plies.
    counts.iter().map(|count| count.parse().expect("a number")).take_while(|&count| count < 3000).collect()
}

fn noticed(original: &Original, text: &str) -> Notice {
    for board in original.boards {
        let Ok(file) = GameFile::parse(&on(text, board)) else { return Notice::Reader };
        let Ok(AnyFileRules::Narrow(mutant)) = file.rules(board) else { return Notice::Reader };
        let counts = known(file.name(), board);
        if (1..).zip(&counts).any(|(depth, &count)| exactly(&mutant, depth) != count) {
            return Notice::Plies;
        }
        if !(original.is_known)(&mutant) {
            return Notice::Known;
        }
        let is_refuted = |verdict: &DeclarationVerdict| matches!(verdict, DeclarationVerdict::Refuted { .. });
        if original.declares && mutant.declarations().iter().any(|declared| is_refuted(&declared.verdict)) {
            return Notice::Declaration;
        }
        let file = rules(&on(original.text, board), board);
        if !is_same(&mutant, &file) && reached(&mutant).is_none_or(|found| Some(found) != reached(&file)) {
            return Notice::Missed;
        }
    }
    Notice::SameGame
}

/// A position: its words.
type Words = [u64; 2];

/// Positions, each with its end or with those that follow.
type Reached = BTreeMap<Words, (Option<Ending>, BTreeSet<Words>)>;

/// The positions of a game; `None` if there are too many.
fn reached(rules: &FileRules<u64>) -> Option<Reached> {
    let words = |position: Position<FileRules<u64>>| [position.board().get(0), position.board().get(1)];
    let (mut known, mut open) = (BTreeMap::new(), vec![Position::start(rules)]);
    while let Some(position) = open.pop() {
        if known.len() > 60_000 {
            return None;
        }
        if known.contains_key(&words(position)) {
            continue;
        }
        let next: Vec<_> = position.steps(rules).map(|step| position.after(rules, step)).collect();
        known.insert(words(position), (position.ending(rules), next.iter().copied().map(words).collect()));
        open.extend(next);
    }
    Some(known)
}

/// Whether rules have the known number of positions of Konane, and the known value of the start: lost in 6 plies.
/// Source: two programs that share no code with this project.
fn is_konane(file: &FileRules<u64>) -> bool {
    let positions = if file.layout().files() == 4 { 3_863 } else { 56_120 };
    let Some(reached) = reached(file).filter(|reached| reached.len() == positions) else { return false };
    let start = Position::start(file).board();
    value(&reached, [start.get(0), start.get(1)], &mut BTreeMap::new()) == 6 - 1000
}

/// 1000 less the plies to a win, or the opposite of a loss; 0 if positions come again.
fn value(reached: &Reached, at: Words, known: &mut BTreeMap<Words, i32>) -> i32 {
    if let Some(&value) = known.get(&at) {
        return value;
    }
    known.insert(at, 0);
    let (ending, next) = &reached[&at];
    let found = match ending {
        Some(Ending::Won) => 1000,
        Some(Ending::Lost) => -1000,
        Some(Ending::Drawn) => 0,
        None => {
            let values = next.iter().map(|&next| -value(reached, next, known));
            values.max().map_or(0, |value| value - value.signum())
        }
    };
    known.insert(at, found);
    found
}

/// Boards on 4x4 on which no square has two pieces.
fn boards() -> impl Iterator<Item = Words> {
    (0..400_u64).map(|seed| {
        let [own, other] = [seed, seed + 400].map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48);
        [own, other & !own]
    })
}

/// Whether rules are those of Othello on 4x4, with its positions and its scores.
fn is_othello(file: &FileRules<u64>) -> bool {
    let mut boards =
        boards().map(|[own, opp]| (NamedWords::build(2, |index| [own, opp][index]), Discs { own, opp }));
    let is_alike = |(board, discs): (_, Discs<u64>)| {
        let score = discs.own.count_ones() as i32 - discs.opp.count_ones() as i32;
        file.well_formed(board) == Othello::<4>::well_formed(discs)
            && file.score(Position::trusted(board)) == score
    };
    is_same(file, &Othello::<4>) && boards.all(is_alike)
}

/// Whether rules are those of Breakthrough on 4x4, with its positions.
fn is_breakthrough(file: &FileRules<u64>) -> bool {
    let mut boards =
        boards().map(|[own, opp]| (NamedWords::build(2, |index| [own, opp][index]), Pawns { own, opp }));
    is_same(file, &Breakthrough::<4>)
        && boards.all(|(board, pawns)| file.well_formed(board) == Breakthrough::<4>.well_formed(pawns))
}

#[test]
fn each_changed_token_of_three_files_is_noticed() {
    let originals = [
        Original {
            text: OTHELLO,
            boards: &["4x4"],
            is_known: is_othello,
            declares: false,
            survivors: OF_OTHELLO,
        },
        Original {
            text: BREAKTHROUGH,
            boards: &["4x4"],
            is_known: is_breakthrough,
            declares: true,
            survivors: OF_BREAKTHROUGH,
        },
        Original {
            text: KONANE,
            boards: &["4x4", "5x4"],
            is_known: is_konane,
            declares: true,
            survivors: OF_KONANE,
        },
    ];
    for original in originals {
        assert_eq!(noticed(&original, original.text), Notice::SameGame, "the file as it is");
        let mut by: BTreeMap<Notice, Vec<String>> = BTreeMap::new();
        for (change, text) in mutants(original.text) {
            by.entry(noticed(&original, &text)).or_default().push(change);
        }
        let count = |notice| by.get(&notice).map_or(0, Vec::len);
        println!("{:?}", by.iter().map(|(notice, found)| (notice, found.len())).collect::<Vec<_>>());
        // Those that are read, so that rules are judged and not their spelling.
        assert!([Notice::Plies, Notice::Known, Notice::Declaration].map(count).iter().sum::<usize>() >= 20);
        let mut same = by.remove(&Notice::SameGame).unwrap_or_default();
        same.sort();
        let survivors: Vec<&str> = original.survivors.iter().map(|(change, _)| *change).collect();
        assert_eq!(same, survivors, "{:#?}", by.get(&Notice::Missed));
        assert!(!by.contains_key(&Notice::Missed), "{by:#?}");
    }
}
