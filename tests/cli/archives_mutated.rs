//! Mutated archives: whatever a file holds, each parser of records answers, and each record that it reads is judged,
//! mended and written.
//!
//! Real files are the seeds. A mutation changes, removes, repeats or inserts bytes, puts other numbers where lengths
//! may stand, cuts the file, or splices two files; a part of them is then compressed, and the container is mutated too.
//!
//! The default is a short run. `CERTAMEN_MUTATIONS=1000000 cargo test --release --test cli archives_mutated` makes as many
//! cases, `CERTAMEN_SEED=N` begins with another seed. A case that fails prints its seed, and
//! `CERTAMEN_SEED=N CERTAMEN_MUTATIONS=1` repeats it.

use certamen::ask::flag::Given;
use certamen::games::games;
use certamen::play::{Game, Investigation, TableJudge};
use certamen::records::{ArchiveRun, Event, FileLocation, Format, Judge, OpenFile, Source, verify};
use certamen::work::{Meter, Stop};
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The cases of a run if nothing else is asked for.
const CASES: u64 = 3000;
/// The longest file, in bytes.
const LONGEST: usize = 1 << 16;

/// A game with its formats and its judge.
struct Archive {
    formats: Vec<Box<dyn Format>>,
    judge: Box<dyn Judge>,
}

fn archive(game: &Arc<dyn Game>) -> Archive {
    let given = Given::new();
    if let Some(archives) = game.archives() {
        let judge = archives.judge(&given, &Investigation::default(), &Stop::new());
        return Archive { formats: archives.formats(), judge: judge.expect("a judge") };
    }
    let table = game.table(&given).expect("a table");
    Archive { formats: TableJudge::formats(), judge: Box::new(TableJudge::new(table, None)) }
}

/// Files from which mutations begin.
fn seeds() -> Vec<Vec<u8>> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/othello_records/");
    let mut seeds: Vec<Vec<u8>> = ["WTH_1977.wtb", "WTH_1977.pgn", "games.ggf", "fforum-40-59.obf"]
        .iter()
        .map(|name| std::fs::read(format!("{data}{name}")).expect("a file of the repository"))
        .collect();
    let texts = [
        "F5D6C3D3C4F4F6F3E6E7\n# a comment\nf5 d6 c3 pass\n",
        "(;GM[2]SZ[8]PB[Ann]RE[B+4];B[f5];W[d6]BL[3](;B[c3])(;B[c4]V[1.5]))\n(;GM[2]AB[d4][e5]AW[e4]PL[W];W[ff])",
        "(;SZ[9]AB[cc]PL[W]C[a\\]b];W[ee](;B[ef];W[])(;B[tt]))(;GM[1]CA[UTF-8]SZ[5:3];B[aa])",
        "c3U,a5D,c4D\nc3U\n",
        "ee ef pass tt\nab,cd\n",
        "d1-a2,D3-c10\n",
        "1. f5-d6; 2. c3\nF5,D6\n",
        "(GM[1]SZ[9]PB[Ann];B[aa]PL[B](B[ba])(;sz[9]b[cc]))\nx (;GaMe[1]Black[aa])",
    ];
    seeds.extend(texts.map(|text| text.as_bytes().to_vec()));
    seeds.push(b"(;GM[1]PB[\x83\\]CA[Shift_JIS]SZ[9]C[\x83]];B[aa])\n(;PB[\xd5\\];B[bb];W[cc])".to_vec());
    seeds.push(
        b"(;CA[GB18030]C[\x81\x30\x81\x30\x81[];B[aa])(;CA[ISO-2022-JP]C[\x1b$B=]\x1b(B];B[bb])".to_vec(),
    );
    seeds.push(["(;".repeat(1100), "B[aa]".to_owned(), ")".repeat(1100)].concat().into_bytes());
    seeds.push([b"(;SZ[5]".to_vec(), b"(;B[aa];W[])".repeat(300), b")".to_vec()].concat());
    seeds
}

/// One change of a file.
fn mutate(random: &mut fastrand::Rng, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    let at = random.usize(..=bytes.len());
    let end = at + random.usize(..=16.min(bytes.len() - at));
    match random.u8(..12) {
        0 | 1 if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
        2 if at < bytes.len() => bytes[at] = random.u8(..),
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let part = bytes[at..end].to_vec();
            let times = random.usize(..50);
            bytes.splice(at..at, part.repeat(times));
        }
        6 => drop(bytes.splice(at..at, (0..random.usize(..9)).map(|_| random.u8(..)).collect::<Vec<_>>())),
        // A length or a number in either order of bytes.
        7 => {
            let number = random.choice([0, 1, 0x7f, 0xff, 0x8000, 0xffff, 1 << 31, u32::MAX]).unwrap_or(0);
            let number = if random.bool() { number.to_le_bytes() } else { number.to_be_bytes() };
            let length = number.len().min(bytes.len() - at);
            bytes.splice(at..at + length, number);
        }
        // A number or a sign in text.
        8 => {
            let texts = [
                "99999999999999999999",
                "-1",
                "0",
                "[",
                "]",
                "(;",
                ")",
                ";)",
                "\\",
                "\"",
                "{",
                "\n\n",
                "\0",
                "CA[",
                "PL[W]",
            ];
            let text = random.choice(texts).unwrap_or("");
            bytes.splice(at..end, text.bytes());
        }
        9 => {
            let Some(other) = random.choice(others.iter()) else { return };
            let begin = random.usize(..=other.len());
            bytes.truncate(at);
            bytes.extend_from_slice(&other[begin..]);
        }
        10 => {
            let beginnings = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b" \n", b"PK\x03\x04", b"\x1f\x8b\x08"];
            bytes.splice(..0, random.choice(beginnings).unwrap_or_default().iter().copied());
        }
        _ => bytes.reverse(),
    }
    bytes.truncate(LONGEST);
}

/// The file in a container.
fn packed(random: &mut fastrand::Rng, bytes: &[u8]) -> Vec<u8> {
    match random.u8(..3) {
        0 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("it compresses")
        }
        1 => zstd::encode_all(bytes, 1).expect("it compresses"),
        _ => {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for name in ["a.wtb", "a.jou", "b/c.sgf"] {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
                zip.write_all(bytes).expect("it compresses");
            }
            zip.finish().expect("a zip").into_inner()
        }
    }
}

/// The file of a seed.
fn case(seed: u64, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bytes = random.choice(seeds.iter()).cloned().unwrap_or_default();
    for _ in 0..random.usize(..6) {
        mutate(&mut random, &mut bytes, seeds);
    }
    if random.u8(..8) == 0 {
        bytes = packed(&mut random, &bytes);
        for _ in 0..random.usize(..3) {
            mutate(&mut random, &mut bytes, seeds);
        }
    }
    bytes
}

/// Reads a file as a game's records, in the format that it seems to have or in a given one. Returns the numbers of
/// records that were judged, and of other answers.
fn answer(archive: &Archive, wanted: Option<&str>, bytes: &[u8]) -> (usize, usize) {
    let reader = Box::new(Cursor::new(bytes.to_vec()));
    let file =
        OpenFile { name: "mutated".to_owned(), location: FileLocation::Nowhere, encoding: None, reader };
    let (stop, meter) = (Stop::new(), Meter::default());
    let (formats, judge) = (&archive.formats, &*archive.judge);
    let run = ArchiveRun { formats, wanted, encoding: None, judge, stop: &stop, meter: &meter };
    let (mut judged, mut others) = (0, 0);
    let is_line = |text: &str| assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
    let all = verify(run, vec![Source::Opened(file)], &mut |event| {
        match event {
            Event::Begun(..) => {}
            Event::Judged(_, record, verdict) => {
                judged += 1;
                let mended = archive.judge.mend().and_then(|mend| mend.repair(record));
                for record in
                    [Some(record), mended.as_ref().map(|mended| &mended.record)].into_iter().flatten()
                {
                    for format in archive.formats.iter().filter(|_| verdict.is_legal()) {
                        let _ = format.writer().add(record, &mut Vec::new()).expect("memory takes it");
                    }
                }
            }
            Event::Broken(_, broken) => {
                others += 1;
                is_line(&broken.reason);
            }
            Event::Unreadable(_, reason) => {
                others += 1;
                is_line(reason);
            }
        }
        true
    });
    assert!(all.is_ok(), "{all:?}");
    (judged, others)
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text} is no number")))
}

#[test]
fn mutated_files_are_answered() {
    let (cases, first) = (number("CERTAMEN_MUTATIONS", CASES), number("CERTAMEN_SEED", 1));
    let (archives, seeds): (Vec<Archive>, _) = (games().iter().map(archive).collect(), seeds());
    let (mut judged, mut others) = (0, 0);
    for seed in first..first + cases {
        let bytes = case(seed, &seeds);
        let archive = &archives[seed as usize % archives.len()];
        // Every second file is read in one of the formats, whatever it looks like.
        let formats = archive.formats.iter().map(|format| format.name());
        let wanted: Vec<_> = std::iter::once(None).chain(formats.map(Some)).collect();
        let wanted = if seed % 2 == 0 { None } else { wanted[seed as usize / 8 % wanted.len()] };
        let answered = catch_unwind(AssertUnwindSafe(|| answer(archive, wanted, &bytes)));
        let Ok((more, rest)) = answered else { panic!("CERTAMEN_SEED={seed} fails, as {wanted:?}") };
        judged += more;
        others += rest;
        // Nothing is without an answer: a record, or the reason why there is none.
        assert!(more + rest > 0 || Some(&b"PK"[..]) == bytes.get(..2), "CERTAMEN_SEED={seed} has no answer");
    }
    println!("{cases} cases: {judged} records judged, {others} answers about what cannot be read");
    assert!(judged > 0 && others > 0);
}
