//! Real files, claims, repairs and broken files.

use certamen::ask::flag::Given;
use certamen::games::othello;
use certamen::games::othello::archive::formats;
use certamen::play::Investigation;
use certamen::records::{
    Agreement, Claim, EndedBy, FileHead, FileLocation, Format, Hit, Judge, Label, Note, OpenFile, Place,
    Record, RecordEntry, Side, Start, Verdict,
};
use certamen::work::Stop;
use std::io::Cursor;

mod properties;

fn format(name: &str) -> Box<dyn Format> {
    formats().into_iter().find(|format| format.name() == name).expect("as the test has it")
}

fn opened(bytes: Vec<u8>) -> OpenFile {
    let (location, reader) = (FileLocation::Nowhere, Box::new(Cursor::new(bytes)));
    OpenFile { name: "file".to_owned(), location, encoding: None, reader }
}

/// What a format reads, up to the error that ends it.
fn read(format: &dyn Format, bytes: Vec<u8>) -> (Vec<RecordEntry>, Option<String>) {
    let mut records = match format.read(opened(bytes)) {
        Ok(records) => records,
        Err(error) => return (Vec::new(), Some(error.to_string())),
    };
    let mut found = Vec::new();
    loop {
        match records.next() {
            Ok(Some(next)) => found.push(next),
            Ok(None) => return (found, None),
            Err(error) => return (found, Some(error.to_string())),
        }
    }
}

fn records(format: &dyn Format, bytes: Vec<u8>) -> Vec<Record> {
    let (found, error) = read(format, bytes);
    assert_eq!(error, None);
    let record = |found: RecordEntry| match found {
        RecordEntry::Record(record) => record,
        RecordEntry::Broken(broken) => panic!("{broken:?}"),
    };
    found.into_iter().map(record).collect()
}

/// What a format writes, and what it does not hold.
fn write(format: &dyn Format, records: &[Record]) -> (Vec<u8>, Vec<&'static str>) {
    let (mut out, mut lost) = (Vec::new(), Vec::new());
    let mut writer = format.writer();
    for record in records {
        lost.extend(writer.add(record, &mut out).expect("as the test has it").expect("as the test has it"));
    }
    let finished = writer.finish(&mut out).expect("as the test has it");
    out[..finished.head.len()].copy_from_slice(&finished.head);
    (out, lost)
}

fn judge(wanted: &Investigation) -> Box<dyn Judge> {
    othello::game()
        .archives()
        .expect("as the test has it")
        .judge(&Given::new(), wanted, &Stop::new())
        .expect("as the test has it")
}

fn verdicts(records: &[Record]) -> Vec<Verdict> {
    let judge = judge(&Investigation::default());
    records.iter().map(|record| judge.judge(record)).collect()
}

fn file(name: &str) -> Vec<u8> {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/othello_records/");
    std::fs::read(format!("{place}{name}")).expect("as the test has it")
}

fn recognised(bytes: &[u8]) -> &'static str {
    let head = FileHead { bytes, extension: "" };
    formats().iter().find(|format| format.recognises(head)).map_or("none", |format| format.name())
}

#[test]
fn real_files_are_recognised_and_legal() {
    for (name, kind, count) in [
        ("WTH_1977.wtb", "wthor", 12),
        ("WTH_1977.pgn", "pgn", 12),
        ("games.ggf", "ggf", 3),
        ("fforum-40-59.obf", "obf", 20),
    ] {
        let bytes = file(name);
        assert_eq!(recognised(&bytes), kind);
        let records = records(&*format(kind), bytes);
        assert_eq!(records.len(), count, "{name}");
        for (record, verdict) in records.iter().zip(verdicts(&records)) {
            assert!(verdict.is_legal(), "{name} {}: {}", record.place, verdict.line());
            for check in &verdict.checks {
                assert!(
                    !matches!(check.agreement, Agreement::Differs(_)),
                    "{name} {}: {}",
                    record.place,
                    verdict.line()
                );
            }
            let has_result = |claim: &Claim| matches!(claim, Claim::Score(..) | Claim::Margin(_));
            let results = verdict.checks.iter().filter(|check| has_result(&check.claim));
            assert!(
                results.into_iter().all(|check| check.agreement == Agreement::Agrees),
                "{}",
                verdict.line()
            );
        }
    }
}

#[test]
fn the_two_files_of_1977_have_the_same_games() {
    let tables = records(&*format("wthor"), file("WTH_1977.wtb"));
    let texts = records(&*format("pgn"), file("WTH_1977.pgn"));
    let facts = |verdict: &Verdict| (verdict.keys.map(|keys| keys.moves), verdict.score, verdict.end.clone());
    let sorted = |records: &[Record]| {
        let mut facts: Vec<_> = verdicts(records).iter().map(facts).collect();
        facts.sort();
        facts
    };
    assert_eq!(sorted(&tables), sorted(&texts));
    assert_eq!(tables[0].claims[..1], [Claim::Score(34, None)]);
    assert_eq!(texts[0].label(Label::First), Some("Inoue Hiroshi"));
}

#[test]
fn games_of_a_server_keep_komi_boards_times_and_evaluations() {
    let games = records(&*format("ggf"), file("games.ggf"));
    assert_eq!(games[1].label(Label::Komi), Some("-0.500"));
    assert_eq!(games[2].start.as_ref().map(|start| start.to_move), Some(Side::Second));
    let note = Note { ply: 1, evaluation: "-8.00".into(), time: "91.89".into() };
    assert_eq!(games[2].notes[0], note);
    let again = write(&*format("ggf"), &games);
    assert_eq!(records(&*format("ggf"), again.0), games);
    assert_eq!(again.1, Vec::<&str>::new());
    // In SGF as well.
    let (text, lost) = write(&*format("sgf"), &games[2..]);
    let sgf = records(&*format("sgf"), text);
    assert_eq!((&sgf[0].notes, &sgf[0].start), (&games[2].notes, &games[2].start));
    assert_eq!(lost, ["kind"]);
}

#[test]
fn scores_of_moves_are_solved() {
    let wanted = Investigation { solve: Some(64), ..Investigation::default() };
    // A position near the end, as the player to move sees it, and the move that was played there.
    let game = records(&*format("wthor"), file("WTH_1977.wtb")).remove(0);
    let plies: Vec<&str> = game.moves.split(' ').collect();
    let before = Record::new(Place::Line(1), plies[..53].join(" "));
    let board = judge(&wanted).judge(&before).end;
    let played = plies[53].to_owned();
    let mut record = Record::new(Place::Line(1), "");
    record.start = Some(Start { board, to_move: Side::First });
    let found = |claims: Vec<(String, i32)>| {
        let verdict = judge(&wanted).judge(&Record { claims: vec![Claim::Moves(claims)], ..record.clone() });
        verdict.checks[0].agreement.clone()
    };
    let Agreement::Differs(right) = found(vec![(played.clone(), 63)]) else { panic!("no score is odd") };
    let score: i32 = right.split(' ').next_back().unwrap().parse().unwrap();
    assert_eq!(found(vec![(played, score)]), Agreement::Agrees);
    assert_eq!(found(vec![("d4".to_owned(), 0)]), Agreement::Differs("d4 is not legal".to_owned()));
}

#[test]
fn conditions_are_searched_in_all_positions() {
    let wanted =
        Investigation { condition: Some("count(legal) >= 15".to_owned()), ..Investigation::default() };
    let judge = judge(&wanted);
    let games = records(&*format("wthor"), file("WTH_1977.wtb"));
    let mut hits = 0;
    for record in &games {
        let verdict = judge.judge(record);
        let expected: Vec<usize> = verdict
            .mobility
            .iter()
            .enumerate()
            .filter(|(_, count)| **count >= 15)
            .map(|(ply, _)| ply)
            .collect();
        assert_eq!(verdict.hits.iter().map(|hit| hit.ply).collect::<Vec<_>>(), expected);
        hits += expected.len();
    }
    assert!(hits > 0);
    let wrong = Investigation { condition: Some("count(legs)".to_owned()), ..Investigation::default() };
    assert!(othello::game().archives().unwrap().judge(&Given::new(), &wrong, &Stop::new()).is_err());
}

/// The archive and a game made of the same rules find the same positions, those before passes as well.
#[test]
fn a_game_of_rules_finds_the_same_positions() {
    use certamen::play::{Game as _, RuledGame};
    use encodings::othello::rules::Othello;
    let rules = RuledGame::new("Othello by its rules alone").alone(Othello::<8>);
    let games = records(&*format("wthor"), file("WTH_1977.wtb"));
    let mut passes = 0;
    for condition in ["none(legal)", "some m in legal: count(flips(m)) >= 8", "count(legal) >= 12 or over"] {
        let search = rules.record_search().unwrap().search(&Given::new(), None, condition).unwrap();
        let wanted = Investigation { condition: Some(condition.to_owned()), ..Investigation::default() };
        let judge = judge(&wanted);
        for record in &games {
            let plies = |hits: Vec<Hit>| hits.into_iter().map(|hit| hit.ply).collect::<Vec<_>>();
            let verdict = judge.judge(record);
            assert!(verdict.hits.iter().all(|hit| hit.confirmed));
            passes += verdict.passes;
            let archived = plies(verdict.hits);
            assert_eq!(plies(search.hits(&record.moves).unwrap()), archived, "{condition}: {}", record.moves);
        }
    }
    assert!(passes > 0);
}

#[test]
fn reasons_and_claims_that_differ_are_named() {
    let judge = judge(&Investigation::default());
    let verdict = |record: &Record| judge.judge(record);
    let mut record = Record::new(Place::Line(1), "f5 d6 f5");
    let illegal = verdict(&record).illegal.unwrap();
    assert_eq!((illegal.ply, illegal.kind), (3, "an occupied square"));
    record.moves = "f5d6".to_owned();
    record.players = vec![Side::First, Side::First];
    assert_eq!(verdict(&record).illegal.unwrap().kind, "the wrong player");
    record.players.clear();
    record.board = "10x10".to_owned();
    assert_eq!(verdict(&record).illegal.unwrap().kind, "the start position");
    let mut game = records(&*format("wthor"), file("WTH_1977.wtb")).remove(0);
    game.claims = vec![Claim::Score(30, Some(34)), Claim::Winner(None), Claim::Passes(9)];
    let verdict = verdict(&game);
    let found: Vec<_> = verdict.checks.into_iter().map(|check| check.agreement).collect();
    let differs = |found: &str| Agreement::Differs(found.to_owned());
    assert_eq!(found[..2], [differs("34-30"), differs("the first player wins")]);
}

#[test]
fn repairs_are_named_and_nothing_else_changes() {
    let judge = judge(&Investigation::default());
    let mend = judge.mend().unwrap();
    let games = records(&*format("ggf"), file("games.ggf"));
    let whole = &games[0];
    assert_eq!(mend.repair(whole), None);
    let plies: Vec<&str> = whole.moves.split(' ').collect();
    let pass = plies.iter().position(|ply| *ply == "pass").unwrap();
    // The pass left out.
    let mut record = whole.clone();
    record.moves = plies.iter().filter(|ply| **ply != "pass").copied().collect::<Vec<_>>().join(" ");
    record.players.remove(pass);
    record.claims.retain(|claim| !matches!(claim, Claim::Passes(_)));
    record.claims.push(Claim::Passes(0));
    record.notes.iter_mut().filter(|note| note.ply as usize > pass).for_each(|note| note.ply -= 1);
    let repair = mend.repair(&record).unwrap();
    assert_eq!(repair.changes, [format!("ply {}: the pass that is due added", pass + 1)]);
    assert_eq!((&repair.record.moves, &repair.record.players), (&whole.moves, &whole.players));
    assert_eq!(repair.record.notes, whole.notes);
    // A pass too many, plies behind the end, and the players exchanged.
    let broken = |change: &dyn Fn(&mut Record)| {
        let mut record = whole.clone();
        change(&mut record);
        assert!(!judge.judge(&record).is_legal());
        let repair = mend.repair(&record).unwrap();
        assert!(judge.judge(&repair.record).is_legal(), "{:?}", repair.changes);
        assert_eq!(repair.record.moves, whole.moves);
        repair.changes
    };
    let more = broken(&|record| {
        record.moves = format!("{} pass {}", plies[0], plies[1..].join(" "));
        record.players.insert(1, Side::Second);
    });
    assert_eq!(more, ["ply 2: a pass where there are moves left out"]);
    let behind = broken(&|record| {
        record.moves += " a1 a2";
        record.players.extend([Side::First, Side::Second]);
    });
    assert_eq!(behind, [format!("ply {}: 2 behind the end of the game left out", plies.len() + 1)]);
    let swapped = broken(&|record| record.players.iter_mut().for_each(|player| *player = player.other()));
    assert_eq!(swapped, ["colours: each ply was given to the other player"]);
    // The result of the other player.
    let mut game = records(&*format("wthor"), file("WTH_1977.wtb")).remove(0);
    game.claims[0] = Claim::Score(30, None);
    let repair = mend.repair(&game).unwrap();
    assert_eq!(repair.record.claims[0], Claim::Score(34, Some(30)));
    assert_eq!(repair.record.label(Label::First), game.label(Label::Second));
    // What is wrong for another reason stays.
    let nonsense = Record::new(Place::Line(1), "f5 a1");
    assert_eq!(mend.repair(&nonsense), None);
}

#[test]
fn broken_games_do_not_hide_the_others() {
    let (found, error) = read(&*format("wthor"), file("WTH_1977.wtb")[..16 + 68 * 2 + 30].to_vec());
    assert!(found.len() == 2 && error.unwrap().contains("game 3: the file ends after 30 of 68 bytes"));
    let mut bytes = file("WTH_1977.wtb");
    bytes[16 + 8] = 99;
    let (found, error) = read(&*format("wthor"), bytes.clone());
    assert!(
        error.is_none()
            && matches!(&found[0], RecordEntry::Broken(broken) if broken.reason.contains("99, which is no square"))
    );
    bytes[12] = 10;
    let (_, error) = read(&*format("wthor"), bytes.clone());
    assert!(error.unwrap().contains("10x10"));
    (bytes[12], bytes[13]) = (8, 1);
    assert!(read(&*format("wthor"), bytes.clone()).1.unwrap().contains("solitaires"));
    (bytes[13], bytes[4]) = (0, 13);
    assert!(read(&*format("wthor"), bytes.clone()).1.unwrap().contains("game 13"));
    bytes[4] = 11;
    assert!(read(&*format("wthor"), bytes).1.unwrap().contains("more bytes follow"));
    let games = String::from_utf8(file("games.ggf")).unwrap();
    let broken = games.replacen("KM[-0.500]", "KM[half]", 1);
    let (found, _) = read(&*format("ggf"), broken.into_bytes());
    assert!(
        matches!(&found[1], RecordEntry::Broken(broken) if broken.reason.contains("KM[half]"))
            && found.len() == 3
    );
    let (found, _) = read(&*format("ggf"), games.trim_end_matches(";)\n").to_owned().into_bytes());
    assert!(matches!(&found[2], RecordEntry::Broken(broken) if broken.reason.contains("ends within a game")));
    let (found, _) = read(&*format("obf"), b"XO X\n\x00\n".to_vec());
    assert_eq!(found.len(), 2);
}

/// A random game that ends in a draw with two empty squares: each player gets one. WTHOR has only Black's score.
#[test]
fn the_empty_squares_of_a_draw_are_shared() {
    let record = Record::new(Place::Line(1), DRAW);
    let verdict = &verdicts(std::slice::from_ref(&record))[0];
    assert!(verdict.found.ends_with("game over, 31 black and 31 white discs"), "{}", verdict.line());
    assert_eq!(verdict.score, Some((32, 32)));
    let again = records(&*format("wthor"), write(&*format("wthor"), &[record]).0);
    assert_eq!(verdicts(&again)[0].checks[0].agreement, Agreement::Agrees);
}

const DRAW: &str = "\
    c4c5f6d3c6d6e2d2c2b3e3c7a4f4b5b1g5f1b8e7e6b4b6f7f3c8g8a7d7a5c3e8d1e1a6b7d8g2c1b2f8g4g1h1a8g6h6g3\
    h3f2a3h2f5g7h7h4h5h8";

#[test]
fn endings_beside_the_board_are_not_checked() {
    let text = "(;GM[Othello]RE[+64.00:t]BO[4 ---- -O*- -*O- ---- *]B[b1];)";
    let game = records(&*format("ggf"), text.as_bytes().to_vec()).remove(0);
    assert_eq!((game.ended_by, game.board.as_str(), &game.start), (Some(EndedBy::Time), "4x4", &None));
    let verdict = judge(&Investigation::default()).judge(&game);
    assert!(verdict.is_legal(), "{}", verdict.line());
    assert_eq!(verdict.checks[0].agreement, Agreement::NotChecked("a player lost on time"));
    let again = write(&*format("sgf"), std::slice::from_ref(&game)).0;
    let again = records(&*format("sgf"), again).remove(0);
    assert_eq!(
        (again.ended_by, again.claims[0].clone()),
        (Some(EndedBy::Time), Claim::Winner(Some(Side::First)))
    );
    // WTHOR holds no 4x4.
    assert!(format("wthor").writer().add(&game, &mut Vec::new()).unwrap().is_err());
}
