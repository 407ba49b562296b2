//! Round trips between all formats, and texts that are no records.

use super::{file, format, formats, judge, read, recognised, records, write};
use certamen::play::Investigation;
use certamen::records::{Agreement, Claim, FileHead, Label, Place, Record, RecordEntry};
use proptest::prelude::*;

/// A game of random moves, with a result, names and notes.
fn game(choices: &[usize], is_whole: bool) -> Record {
    use verify::othello::{Position, Size, Turn};
    let mut position = Position::start(Size::Eight);
    let mut record = Record::new(Place::Game(1), "");
    let mut moves = Vec::new();
    for choice in choices.iter().cycle().take(if is_whole { 130 } else { choices.len() }) {
        match position.turn() {
            Turn::Over => break,
            Turn::Pass => position = position.pass().expect("as the test has it"),
            Turn::Move(squares) => {
                let square = squares[choice % squares.len()];
                moves.push(square.to_string());
                position = position.play(square).expect("as the test has it");
            }
        }
    }
    record.moves = moves.join(" ");
    record.set(Label::First, "Ann \\ \"B\"");
    record.set(Label::Second, "Zo\u{eb}");
    record.set(Label::Event, "Z\u{fc}rich 1");
    record.set(Label::Date, "1999");
    record
}

/// The formats that hold whole games.
const GAMES: [&str; 5] = ["wthor", "ggf", "sgf", "pgn", "lines"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Each pair of formats: what the second reads of what the first wrote is the same game.
    #[test]
    fn each_pair_round_trips_games(choices in prop::collection::vec(0..64_usize, 1..70), is_whole: bool) {
        let first = game(&choices, is_whole);
        let fact = |record: &Record| {
            let verdict = judge(&Investigation::default()).judge(record);
            prop_assert!(verdict.is_legal(), "{}", verdict.line());
            for check in &verdict.checks {
                prop_assert!(!matches!(check.agreement, Agreement::Differs(_)), "{}", verdict.line());
            }
            Ok((verdict.keys.map(|keys| keys.moves), verdict.score, verdict.end))
        };
        let expected = fact(&first)?;
        for one in GAMES {
            let written = write(&*format(one), std::slice::from_ref(&first)).0;
            prop_assert_eq!(recognised(&written), one);
            let between = records(&*format(one), written);
            prop_assert_eq!(between.len(), 1);
            prop_assert_eq!(&fact(&between[0])?, &expected, "{}", one);
            for other in GAMES {
                let again = records(&*format(other), write(&*format(other), &between).0);
                prop_assert_eq!(&fact(&again[0])?, &expected, "{} {}", one, other);
                for label in [Label::First, Label::Second, Label::Event, Label::Date] {
                    // WTHOR from a file alone has no lists of names.
                    if one != "lines" && other != "lines" && other != "wthor" && one != "wthor" {
                        prop_assert_eq!(again[0].label(label), first.label(label));
                    }
                }
            }
        }
    }

    /// Positions keep their moves with scores.
    #[test]
    fn positions_round_trip(choices in prop::collection::vec(0..64_usize, 1..50), score in -64..=64) {
        let played = game(&choices, false);
        let (bytes, lost) = write(&*format("boards"), &[played]);
        prop_assert!(lost.contains(&"which positions are one game"));
        let mut positions = records(&*format("boards"), bytes);
        for position in &mut positions {
            let verdict = judge(&Investigation::default()).judge(position);
            prop_assert!(verdict.is_legal());
            position.claims = vec![Claim::Moves(vec![("a1".to_owned(), score)])];
        }
        let (bytes, _) = write(&*format("obf"), &positions);
        prop_assert_eq!(recognised(&bytes), "obf");
        prop_assert_eq!(records(&*format("obf"), bytes), positions);
    }

    /// Any bytes are answered, and every record that is read is judged.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 0..900_usize, at in 0..900_usize) {
        let judge = judge(&Investigation::default());
        let real = ["WTH_1977.wtb", "WTH_1977.pgn", "games.ggf", "fforum-40-59.obf"].map(file);
        for format in formats() {
            let mut changed: Vec<Vec<u8>> = real.iter().map(|real| {
                let mut changed = real[..cut.min(real.len())].to_vec();
                let at = at.min(changed.len());
                changed.splice(at..(at + 3).min(changed.len()), bytes.iter().take(5).copied());
                changed
            }).collect();
            changed.push(bytes.clone());
            for bytes in changed {
                let _ = format.recognises(FileHead { bytes: &bytes, extension: "" });
                for found in read(&*format, bytes).0 {
                    if let RecordEntry::Record(record) = found {
                        let _ = judge.judge(&record);
                        let _ = judge.mend().unwrap().repair(&record);
                        for format in formats() {
                            let _ = format.writer().add(&record, &mut Vec::new()).unwrap();
                        }
                    }
                }
            }
        }
    }

    /// Properties of any kind, in brackets that fit together or do not.
    #[test]
    fn any_properties_are_answered(text in "\\(;(GM\\[(2|Othello)\\]|BO\\[4 -{5}O\\*--\\*O-{5} \\*\\]|[BW]\\[([a-h][1-8]|pass|)(/[0-9.]*){0,2}\\]|A[BW](\\[[a-h][1-9a-h]\\]){1,3}|RE\\[[-+BW0-9.:rts]*\\]|SZ\\[[0-9]{1,3}\\]|[();\\\\\\[\\]]|PL\\[.\\]|TY\\[[s8ra0-9]*\\]){0,20};?\\)") {
        let judge = judge(&Investigation::default());
        for name in ["ggf", "sgf", "pgn"] {
            for found in read(&*format(name), text.clone().into_bytes()).0 {
                if let RecordEntry::Record(record) = found {
                    let _ = judge.judge(&record);
                    let _ = judge.mend().unwrap().repair(&record);
                }
            }
        }
    }
}
