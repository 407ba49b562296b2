//! The facts of `tests/data/othello.tsv`, counted by the naive rules.
//!
//! What it does not show: that the published boards are reachable.

use std::{fs, path::PathBuf};

use verify::othello::{Disc, Ply, Position, Size, Square, Turn, perft, replay, witness, write_transcript};

/// The naive rules enumerate every line, so greater depths are left to the native engine.
const PERFT_DEPTH: u32 = 7;

/// A line of the table: the kind of fact, and its fields.
struct Fact {
    kind: String,
    value: String,
    what: String,
}

fn facts(kind: &str) -> Vec<Fact> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/othello.tsv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let facts = lines.map(|line| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut field =
            |name: &str| fields.next().unwrap_or_else(|| panic!("no {name} in the line {line:?}"));
        Fact { kind: field("kind"), value: field("value"), what: field("what") }
    });
    facts.filter(|fact| fact.kind == kind).collect()
}

/// The word before `phrase` in a note such as "26 plies; Black to move has 33 legal moves".
fn word_before<'a>(note: &'a str, phrase: &str) -> &'a str {
    let (before, _) = note.split_once(phrase).unwrap_or_else(|| panic!("no {phrase:?} in the note {note:?}"));
    before.split_whitespace().next_back().unwrap_or_else(|| panic!("nothing before {phrase:?} in {note:?}"))
}

fn number_before(note: &str, phrase: &str) -> usize {
    word_before(note, phrase).parse().unwrap_or_else(|_| panic!("no number before {phrase:?} in {note:?}"))
}

#[test]
fn perft_is_as_published() {
    let mut depths = 0;
    for fact in facts("perft") {
        let depth: u32 = fact.value.parse().expect("a depth");
        let count: u64 = fact.what.split_whitespace().next().expect("a count").parse().expect("a count");
        if depth <= PERFT_DEPTH {
            assert_eq!(perft(&Position::start(Size::Eight), depth), count, "depth {depth}");
            depths += 1;
        }
    }
    assert_eq!(depths, PERFT_DEPTH, "the table has every depth");
}

#[test]
fn records_end_as_noted() {
    let records = facts("record");
    assert_eq!(records.len(), 2);
    for Fact { value: record, what: note, .. } in records {
        let game = replay(Size::Eight, &record).unwrap_or_else(|complaint| panic!("{record}: {complaint}"));
        assert_eq!(game.plies.len(), number_before(&note, " plies"), "{record}");
        assert_eq!(game.position.mover.to_string(), word_before(&note, " to move"), "{record}");
        assert_eq!(game.position.legal_moves().len(), number_before(&note, " legal moves"), "{record}");
        assert_eq!(game.position.board.empties(), number_before(&note, " empty squares"), "{record}");
        assert_eq!(write_transcript(&game.plies), record);
    }
}

#[test]
fn published_records_are_legal_ply_by_ply() {
    for Fact { value: record, .. } in facts("record") {
        let mut position = Position::start(Size::Eight);
        for ply in 0..record.len() / 2 {
            let written = &record[2 * ply..2 * ply + 2];
            let square: Square = written.parse().expect("a square");
            let mover = position.mover;
            let before = position.board.count(mover);
            position = position.play(square).unwrap_or_else(|illegal| panic!("ply {}: {illegal}", ply + 1));
            // The new disc and at least one that was flipped.
            assert!(position.board.count(mover) >= before + 2, "ply {}", ply + 1);
            assert_eq!(position.board.discs(), 4 + ply + 1);

            let game = replay(Size::Eight, &record[..2 * ply + 2]).expect("a prefix of a legal record");
            assert_eq!(game.position, position, "ply {}", ply + 1);
            assert_eq!(game.plies.last(), Some(&Ply::Move(square)));
            assert_eq!(game.passes(), 0);
        }
    }
}

#[test]
fn boards_have_the_moves_noted() {
    let boards = facts("board");
    assert_eq!(boards.len(), 3);
    for Fact { value: board, what: note, .. } in boards {
        let facts = witness(&board).unwrap_or_else(|error| panic!("{board}: {error}"));
        assert_eq!(word_before(&note, " to move"), "X", "{note}");
        assert_eq!(facts.size, Size::Eight);
        assert_eq!(facts.mobility(), number_before(&note, " legal moves"), "{board}");
        assert_eq!(facts.empties, number_before(&note, " empty squares"), "{board}");
        assert_eq!(facts.own + facts.opponent + facts.empties, 64);
    }
}

/// The number of games of 4x4 Othello is known; perft at the greatest depth must give it.
#[test]
fn small_othello_has_60060_games() {
    assert_eq!(perft(&Position::start(Size::Four), 40), 60_060);
}

/// White wins 4x4 Othello by 11 to 3, as is known from the first exhaustive search.
#[test]
fn small_othello_is_won_by_white_with_eleven_to_three() {
    assert_eq!(best(&Position::start(Size::Four)), -8);
}

/// The difference of discs, Black's less White's, after best play: plain minimax.
fn best(position: &Position) -> i64 {
    let values: Vec<i64> = match position.turn() {
        Turn::Over => {
            let count = |disc| position.board.count(disc).cast_signed() as i64;
            return count(Disc::Black) - count(Disc::White);
        }
        Turn::Pass => return best(&position.pass().expect("a pass is due")),
        Turn::Move(moves) => {
            moves.into_iter().map(|square| best(&position.play(square).expect("a legal move"))).collect()
        }
    };
    let extreme = match position.mover {
        Disc::Black => values.into_iter().max(),
        Disc::White => values.into_iter().min(),
    };
    extreme.expect("there is a move")
}
