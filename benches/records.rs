//! How many records are verified in a second, on one core: `cargo bench --bench records`.
//!
//! The games are played by a seeded player and written as WTHOR. `natively` and `naively` each find all facts of a
//! record, `both` compares them ply by ply; `read` is the reader alone.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use certamen::ask::flag::Given;
use certamen::games::othello;
use certamen::play::Investigation;
use certamen::records::{FileLocation, Format, Judge, OpenFile, Place, Record, RecordEntry};
use certamen::work::Stop;
use divan::Bencher;
use divan::counter::ItemsCount;
use std::io::Cursor;
use verify::othello::{Board, Disc, Size, follow};

/// The number of games.
const GAMES: usize = 2000;

fn main() {
    divan::main();
}

/// A game of random legal moves.
fn random(seed: u64) -> Record {
    use encodings::othello::position::Position;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::<8>::start();
    let mut moves = String::new();
    while !position.is_terminal() {
        let squares: Vec<_> = position.moves().collect();
        if squares.is_empty() {
            position = position.pass().expect("a pass is due");
            continue;
        }
        let square = squares[random.usize(..squares.len())];
        moves += &encodings::board::Grid::<8, 8>::LAYOUT.name(square).to_string();
        position = position.play(square).expect("a legal move");
    }
    Record::new(Place::Game(seed + 1), moves)
}

fn wthor() -> Box<dyn Format> {
    othello::archive::formats().into_iter().find(|format| format.name() == "wthor").expect("a format")
}

/// The bytes of a file of games.
fn file() -> Vec<u8> {
    let mut writer = wthor().writer();
    let mut bytes = Vec::new();
    for seed in 0..GAMES as u64 {
        writer.add(&random(seed), &mut bytes).expect("it writes").expect("it holds games");
    }
    let finished = writer.finish(&mut bytes).expect("it writes");
    bytes[..finished.head.len()].copy_from_slice(&finished.head);
    bytes
}

fn records(bytes: &[u8]) -> Vec<Record> {
    let file = OpenFile {
        name: "file".to_owned(),
        location: FileLocation::Nowhere,
        encoding: None,
        reader: Box::new(Cursor::new(bytes.to_vec())),
    };
    let mut records = wthor().read(file).expect("a file of games");
    let mut found = Vec::new();
    while let Some(RecordEntry::Record(record)) = records.next().expect("it reads") {
        found.push(record);
    }
    found
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let bytes = file();
    bencher.counter(ItemsCount::new(GAMES)).bench(|| records(&bytes).len());
}

#[divan::bench]
fn natively(bencher: Bencher<'_, '_>) {
    let records = records(&file());
    bencher.counter(ItemsCount::new(GAMES)).bench(|| {
        let legal =
            records.iter().filter(|record| othello::archive::judge_natively(record).is_some()).count();
        assert_eq!(legal, GAMES);
    });
}

#[divan::bench]
fn naively(bencher: Bencher<'_, '_>) {
    let records = records(&file());
    let start = Board::start(Size::Eight);
    bencher.counter(ItemsCount::new(GAMES)).bench(|| {
        for record in &records {
            let end = follow(&start, Disc::Black, &record.moves, "", &mut |seen| {
                divan::black_box(seen);
            });
            assert!(end.is_ok());
        }
    });
}

#[divan::bench]
fn both(bencher: Bencher<'_, '_>) {
    let records = records(&file());
    let game = othello::game();
    let archives = game.archives().expect("an ability of the game");
    let judge: Box<dyn Judge> =
        archives.judge(&Given::new(), &Investigation::default(), &Stop::new()).expect("a judge");
    bencher.counter(ItemsCount::new(GAMES)).bench(|| {
        let legal = records.iter().filter(|record| judge.judge(record).is_legal()).count();
        assert_eq!(legal, GAMES);
    });
}
