//! The games in the box that are files: the numbers of their plies are the known ones.

use crate::same_rules::rules;
use certamen::language::game_file::{AnyFileRules, DeclarationVerdict, FileRules, GameFile};
use encodings::rules::{Leaves, Phase, Position, Rules};
use std::collections::HashSet;

/// A file of the box, on a board of at most 64 squares.
pub(crate) fn narrow(game: &str, board: &str) -> FileRules<u64> {
    let path = format!("{}/src/games/files/{game}.game", env!("CARGO_MANIFEST_DIR"));
    rules(&std::fs::read_to_string(path).expect("a file of the box"), board)
}

/// The games of exactly this many plies.
pub(crate) fn exactly<R: Rules>(rules: &R, depth: u32) -> u64 {
    let Leaves { all, ended } = Position::start(rules).leaves(rules, depth);
    all - ended
}

#[test]
fn perft_of_files_is_known() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/files");
    let facts = include_str!("../data/game_files.tsv");
    for line in facts.lines().filter(|line| !line.starts_with('#')) {
        let [game, board, counts] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("as the file has it");
        let text = std::fs::read_to_string(format!("{folder}/{game}.game")).expect("as the file has it");
        let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{game}: {error}"));
        let rules = file.rules(board).expect("as the file has it");
        for (depth, expected) in (1..).zip(counts.split(' ')) {
            let found = match &rules {
                AnyFileRules::Narrow(rules) => exactly(rules, depth),
                AnyFileRules::Wide(rules) => exactly(rules, depth),
            };
            assert_eq!(found.to_string(), expected, "{game} {board}, {depth} plies");
        }
    }
}

/// The number of positions that games reach.
fn reached<R: Rules>(rules: &R) -> usize {
    let start = Position::start(rules);
    let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
    while let Some(position) = waiting.pop() {
        let next = match position.phase(rules) {
            Phase::Moves(_) => position.steps(rules).map(|step| position.after(rules, step)).collect(),
            _ => Vec::new(),
        };
        waiting.extend(next.into_iter().filter(|&after| seen.insert(after)));
    }
    seen.len()
}

/// Source: two programs that share no code with this project; the shapes 2, 4, 6 and 8 by one.
#[test]
fn as_many_positions_as_are_known_are_reached() {
    let shapes = [2412, 5018, 5620, 6046, 5950, 6022, 5998, 5998];
    for (shape, expected) in (1..).zip(shapes) {
        assert_eq!(reached(&narrow("httt", &format!("3x3,SHAPE={shape}"))), expected, "shape {shape}");
    }
    assert_eq!(reached(&narrow("mnk", "3x3")), 5478);
    assert_eq!(reached(&narrow("mnk", "4x3")), 111_973);
}

/// The smallest board of a file.
fn smallest(file: &GameFile) -> String {
    let squares = |board: &String| {
        let (files, ranks) = board.split_once('x').expect("files and ranks");
        files.parse::<usize>().expect("a number") * ranks.parse::<usize>().expect("a number")
    };
    file.boards().into_iter().min_by_key(squares).expect("a board")
}

#[test]
fn what_files_declare_holds_on_their_smallest_boards() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/files");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let declarations = match file.rules(&smallest(&file)).expect("a board of the file") {
            AnyFileRules::Narrow(rules) => rules.declarations(),
            AnyFileRules::Wide(rules) => rules.declarations(),
        };
        for declaration in declarations {
            let is_refuted = matches!(declaration.verdict, DeclarationVerdict::Refuted { .. });
            assert!(!is_refuted, "{}: {declaration:?}", path.display());
        }
        count += 1;
    }
    assert!(count >= 22);
}
