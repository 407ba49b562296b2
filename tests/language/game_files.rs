//! The games in the box that are files: the numbers of their plies are the known ones.

use certamen::language::game_file::{AnyFileRules, GameFile};
use encodings::rules::{Leaves, Position, Rules};

/// The games of exactly this many plies.
fn exactly<R: Rules>(rules: &R, depth: u32) -> u64 {
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
