//! Who closes a list, and that nobody closes one from which a position is missing.

use super::run;
use certamen::ask::enumerate::{Enumeration, Listing, NextAnswer};
use certamen::ask::listed::ListEntry;
use certamen::ask::question::ListedQuestion;
use certamen::games::registry;
use certamen::prove::certificate::list::{
    ClosingOutcome, ClosingPolicy, Completion, CompletionEvent, CompletionObserver, List, close, complete,
};
use certamen::prove::certificate::{CheckError, WriteError};
use certamen::work::Limits;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The list of a question on a small board, by its own clauses.
fn entries_of(question: &ListedQuestion, listing: Listing) -> Vec<ListEntry> {
    let mut list = Enumeration::new(question, listing, None, &Limits::default()).expect("a list");
    let mut entries = Vec::new();
    while let NextAnswer::Position(entry, _) = list.next_position().expect("a position") {
        entries.push(entry);
    }
    entries
}

/// Tries to prove that a question has no answer.
fn close_without_entries(
    question: &ListedQuestion,
    ways: ClosingPolicy,
    out: Option<&Path>,
) -> Result<ClosingOutcome, WriteError> {
    let list = List { question, listing: Listing::All, entries: &[] };
    close(list, ways, out, &registry(), &Limits::default(), |_| {})
}

fn about_games(discs: u32, condition: &str) -> ListedQuestion {
    let question = serde_json::json!({
        "query": "othello", "ask": condition, "flags": {"board": "4x4"},
        "among": {"game": {"pieces": discs}}, "symmetry_breaking": false,
    });
    registry().question(question).expect("a question").listed().expect("a list")
}

#[test]
fn a_relaxation_closes_a_list_only_if_the_list_is_complete() {
    // No position has nine moves; a game leads to the only position; no game does; and games lead to some of many.
    let cases = [
        (9, "count(legal) >= 9", 0, true),
        (5, "own = {c3} and opp = {b1 b2 c2 b3}", 1, true),
        (5, "own = {c2} and opp = {b1 b2 b3 c3}", 0, false),
        (7, "count(legal) >= 4", 12, false),
    ];
    for (discs, condition, positions, closes) in cases {
        let question = about_games(discs, condition);
        let entries = entries_of(&question, Listing::All);
        let close = |entries: &[ListEntry]| {
            let list = List { question: &question, listing: Listing::All, entries };
            close(list, ClosingPolicy::Relaxations, None, &registry(), &Limits::default(), |_| {})
                .expect("no failure")
        };
        let closed = close(&entries);
        assert_eq!(entries.len(), positions, "{condition}");
        match &closed {
            ClosingOutcome::Proved(list) => assert!(closes && list.closed_by.is_some(), "{condition}"),
            ClosingOutcome::Open => assert!(!closes, "{condition}"),
            ClosingOutcome::Undecided(reason) => panic!("{condition}: {reason}"),
        }
        // Without one of its entries no relaxation closes it.
        if !entries.is_empty() {
            assert!(matches!(close(&entries[1..]), ClosingOutcome::Open), "{condition}");
        }
    }
}

#[test]
fn a_certificate_names_the_relaxation_that_closes_its_list() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("list");
    let closed =
        close_without_entries(&about_games(9, "count(legal) >= 9"), ClosingPolicy::Relaxations, Some(&out));
    assert!(matches!(closed, Ok(ClosingOutcome::Proved(_))));
    let manifest = std::fs::read_to_string(out.join("certificate.json")).expect("a manifest");
    // Which of them is first depends on the clock.
    let known = ["any-position", "last-steps-2", "last-steps-4"];
    let by = known.into_iter().find(|name| manifest.contains(name)).expect("a strategy");
    let other = known.into_iter().find(|name| *name != by).expect("another one");
    let (code, text) = run(&format!("check {}", out.display()));
    let closed = format!("closed by {by}, a relaxation");
    assert!(code == Some(0) && text.contains(&closed), "{text}");
    refuses_forgeries(
        &out,
        &[
            (by, other, "closed.cnf"),
            (by, "no-passes", "nothing that is called `no-passes`"),
            (by, "exact", "nothing that is called `exact`"),
            // The list is not up to symmetry.
            (by, "symmetry-breaking", "nothing that is called `symmetry-breaking`"),
            ("\"version\": 2", "\"version\": 1", "version 2 has `closed_by`"),
            ("\"version\": 2", "\"version\": 3", "version 3"),
        ],
    );
}

/// A position is judged without the last plies before it. So one that is no model could be added to the list.
#[test]
fn a_relaxation_has_no_list() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("list");
    let question = about_games(9, "count(legal) >= 9");
    let closed = close_without_entries(&question, ClosingPolicy::All, Some(&out));
    assert!(matches!(closed, Ok(ClosingOutcome::Proved(_))));
    refuses_forgeries(&out, &[("\"game\": {", "\"last\": { \"plies\": 2,", "this is a relaxation")]);
    let mut last = serde_json::to_value(question.question()).expect("JSON");
    last["among"] = serde_json::json!({"last": {"plies": 2, "pieces": 9}});
    let question = registry().question(last).expect("a question").listed().expect("a list");
    let closed = close_without_entries(&question, ClosingPolicy::All, None);
    assert!(matches!(closed, Err(WriteError::Check(CheckError::Composition(_)))), "{closed:?}");
}

#[test]
fn a_certificate_says_that_its_clauses_have_symmetry_breaking() {
    let place = tempfile::tempdir().expect("a directory");
    let (question, _) = symmetric_questions().swap_remove(0);
    let entries = entries_of(&question, Listing::UpToSymmetry);
    for ways in [ClosingPolicy::AtOnce, ClosingPolicy::AlongGaps] {
        let out = place.path().join(format!("{ways:?}"));
        let list = List { question: &question, listing: Listing::UpToSymmetry, entries: &entries };
        let closed = close(list, ways, Some(&out), &registry(), &Limits::default(), |_| {});
        assert!(matches!(closed, Ok(ClosingOutcome::Proved(_))));
        let (code, text) = run(&format!("check {}", out.display()));
        assert!(code == Some(0) && text.contains("closed with symmetry breaking"), "{text}");
        let by = "  \"closed_by\": \"symmetry-breaking\",\n";
        refuses_forgeries(
            &out,
            &[
                (by, "  \"closed_by\": \"any-position\",\n", "nothing that is called `any-position`"),
                (by, "  \"closed_by\": \"symmetry-breaking-along-gaps\",\n", "nothing that is called"),
                (by, "", "version 2 has `closed_by`"),
                ("\"up_to_symmetry\": true", "\"up_to_symmetry\": false", "nothing that is called"),
                ("\"symmetry_breaking\": false", "\"symmetry_breaking\": true", "has no symmetry breaking"),
            ],
        );
    }
}

/// Changes the manifest of a certificate, together with its hash, from the first text to the second: then `check` has the
/// complaint.
fn refuses_forgeries(out: &Path, forgeries: &[(&str, &str, &str)]) {
    let check = || run(&format!("check {}", out.display()));
    let (file, sums) = (out.join("certificate.json"), out.join("SHA256SUMS"));
    let manifest = std::fs::read_to_string(&file).expect("a manifest");
    let known = std::fs::read_to_string(&sums).expect("the sums");
    for (found, forged, complaint) in forgeries {
        assert!(manifest.contains(found), "{found}");
        let text = manifest.replacen(found, forged, 1);
        std::fs::write(&file, &text).expect("written");
        let sum = |text: &str| certamen::ask::emission::sha256(text.as_bytes());
        std::fs::write(&sums, known.replace(&sum(&manifest), &sum(&text))).expect("written");
        let (code, said) = check();
        assert!(code == Some(1) && said.contains(complaint), "{forged}: {said}");
    }
    std::fs::write(&file, &manifest).expect("written");
    std::fs::write(&sums, known).expect("written");
    assert_eq!(check().0, Some(0));
}

/// Questions whose answers have symmetric images, with the number of classes of their answers.
fn symmetric_questions() -> Vec<(ListedQuestion, usize)> {
    let ostle = serde_json::json!({ "side": 3, "pieces": 2, "lose_at": 1 });
    let about = |query: &str, rest: serde_json::Value| {
        let mut question = serde_json::json!({ "query": query, "symmetry_breaking": false });
        let (object, rest) = (question.as_object_mut(), rest.as_object().cloned());
        object.expect("an object").extend(rest.expect("an object"));
        registry().question(question).expect("a question").listed().expect("a list")
    };
    let board = |board: &str, at_least: u32| serde_json::json!({ "board": board, "at_least": at_least });
    let asked = |ask: &str, flags: serde_json::Value| serde_json::json!({ "ask": ask, "flags": flags });
    vec![
        (about("othello.mobility", serde_json::json!({ "board": "4x4", "at_least": 7, "empties": 0 })), 167),
        (about("othello", asked("count(legal) >= 7", serde_json::json!({ "board": "4x4" }))), 167),
        // One mirror keeps it.
        (
            about(
                "othello",
                asked("count(legal) >= 7 and count(legal & {a1}) = 1", serde_json::json!({ "board": "4x4" })),
            ),
            329,
        ),
        (
            about(
                "ostle",
                asked("count(moves) >= 11", serde_json::json!({ "board": "3x3", "lose-at": 1, "pieces": 2 })),
            ),
            30,
        ),
        (about("go.strings", board("3x3", 5)), 67),
        (about("go.strings", board("2x4", 4)), 127),
        (
            about(
                "ostle.mobility",
                serde_json::json!({ "board": "3x3", "lose-at": 1, "pieces": 2, "at_least": 11 }),
            ),
            30,
        ),
        (about("ostle.win", serde_json::json!({ "variant": ostle, "plies": 1 })), 310),
        (about("push-fight.stuck", serde_json::json!({ "board": "4x3" })), 70),
        (about("push-fight.win", serde_json::json!({ "board": "4x3", "turns": 1 })), 53),
        (
            about("push-fight.turns", serde_json::json!({ "board": "4x3", "at_least": 3, "moves": "legal" })),
            28,
        ),
    ]
}

#[test]
fn a_list_is_closed_only_if_no_class_is_missing() {
    for (question, classes) in symmetric_questions() {
        let entries = entries_of(&question, Listing::UpToSymmetry);
        assert_eq!(entries.len(), classes, "{question}");
        let all = entries_of(&question, Listing::All);
        // With symmetry breaking, and without: a class may have answers that symmetry breaking leaves out.
        for (listing, entries, closed_by) in
            [(Listing::UpToSymmetry, &entries, Some("symmetry-breaking")), (Listing::All, &all, None)]
        {
            for ways in [ClosingPolicy::AtOnce, ClosingPolicy::AlongGaps] {
                closes_only_as_a_whole(&question, listing, entries, ways, closed_by);
            }
        }
    }
}

/// Closes a complete list, and tries it with some of its entries left out, one at a time.
fn closes_only_as_a_whole(
    question: &ListedQuestion,
    listing: Listing,
    entries: &[ListEntry],
    ways: ClosingPolicy,
    closed_by: Option<&str>,
) {
    let close = |entries: &[ListEntry]| {
        let list = List { question, listing, entries };
        close(list, ways, None, &registry(), &Limits::default(), |_| {})
    };
    match close(entries) {
        Ok(ClosingOutcome::Proved(list)) => assert_eq!(list.closed_by.as_deref(), closed_by, "{question}"),
        other => panic!("{question}, {ways:?}: {other:?}"),
    }
    for missing in (0..entries.len()).step_by(entries.len().div_ceil(4)) {
        let mut others = entries.to_vec();
        let left_out = others.remove(missing).line;
        let images = match listing {
            Listing::All => vec![left_out.clone()],
            Listing::UpToSymmetry => question.images(&left_out),
        };
        match close(&others) {
            Err(WriteError::Incomplete(found)) => assert!(images.contains(&found), "{question}: {found}"),
            other => panic!("{question}, {ways:?}, without {left_out}: {other:?}"),
        }
    }
}

#[test]
fn a_refutation_along_the_gaps_completes_a_list() {
    let place = tempfile::tempdir().expect("a directory");
    for (case, (question, classes)) in symmetric_questions().into_iter().enumerate() {
        for listing in [Listing::UpToSymmetry, Listing::All] {
            let all = entries_of(&question, listing);
            assert!(listing == Listing::All || all.len() == classes, "{question}");
            let has_evidence = all.iter().any(|entry| entry.evidence.is_some());
            let numbers: &[usize] = match listing {
                Listing::UpToSymmetry => &[0, 1, all.len() / 2, all.len() - 1, all.len()],
                Listing::All => &[0, all.len() / 2, all.len()],
            };
            for &kept in numbers {
                let known: Vec<ListEntry> = all.iter().rev().take(kept).rev().cloned().collect();
                let met = Arc::new(Mutex::new(BTreeSet::new()));
                let meet: CompletionObserver = {
                    let met = Arc::clone(&met);
                    Arc::new(move |along: CompletionEvent<'_>| match along {
                        CompletionEvent::Met(entry, _) => {
                            met.lock().expect("no panic").insert(entry.line.clone())
                        }
                        CompletionEvent::Behind(share) => {
                            assert!((0.0..=1.0).contains(&share), "{share}");
                            true
                        }
                        CompletionEvent::Kept(_) => panic!("there is no checkpoint"),
                    })
                };
                let completing = Completion { meet, checkpoint: None };
                let list = List { question: &question, listing, entries: &known };
                let out = place.path().join(format!("{case}-{listing:?}-{kept}"));
                let limits = Limits::default();
                match complete(
                    list,
                    ClosingPolicy::Hard,
                    Some(&out),
                    &registry(),
                    &limits,
                    &completing,
                    |_| {},
                ) {
                    // There may be other moves or games that show that a position is an answer.
                    Ok(ClosingOutcome::Proved(list)) => assert!(
                        list.entries.iter().map(|entry| &entry.line).eq(all.iter().map(|entry| &entry.line)),
                        "{question}, {kept} known"
                    ),
                    // The winning move of a model is not one of the position that stands for its class.
                    Err(WriteError::Incomplete(_)) if listing == Listing::UpToSymmetry && has_evidence => {
                        continue;
                    }
                    other => panic!("{question}, {kept} known: {other:?}"),
                }
                let missing: BTreeSet<String> =
                    all[..all.len() - kept].iter().map(|entry| entry.line.clone()).collect();
                assert_eq!(*met.lock().expect("no panic"), missing, "{question}");
            }
        }
    }
}
