//! Unfinished lists that are kept in a directory: they go on as if nothing had happened, or say why not.

use super::run;
use certamen::ask::enumerate::Listing;
use certamen::ask::listed::ListEntry;
use certamen::ask::question::ListedQuestion;
use certamen::games::registry;
use certamen::prove::certificate::WriteError;
use certamen::prove::certificate::list::{
    Checkpoint, ClosingOutcome, ClosingPolicy, Completion, CompletionEvent, List, complete,
};
use certamen::work::durable::{WorkError, write_sealed};
use certamen::work::{Limits, Stop};
use std::error::Error;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A question whose list is split along its gaps: 138 positions up to symmetry, in a second.
const QUESTION: &str = "othello.mobility --board 6x6 --at-least 19 --empties 21";
/// One of the positions.
const KNOWN: &str = "--------O-O--XOOO--OXXXX-OXOO-------";

fn question() -> ListedQuestion {
    let question = serde_json::json!({
        "query": "othello.mobility", "board": "6x6", "at_least": 19, "empties": 21, "symmetry_breaking": false,
    });
    registry().question(question).expect("a question").listed().expect("a list")
}

/// A directory with an unfinished list.
struct Unfinished {
    place: TempDir,
    question: ListedQuestion,
}

impl Unfinished {
    fn new() -> Self {
        Self { place: tempfile::tempdir().expect("a directory"), question: question() }
    }

    fn path(&self) -> PathBuf {
        self.place.path().join("unfinished")
    }

    fn open(&self) -> Result<Checkpoint, WorkError> {
        Checkpoint::open(&self.path(), &self.question, Listing::UpToSymmetry, Duration::ZERO, &Stop::new())
    }

    /// Goes on with the list until it was kept `times` times. The known positions begin one that was not kept.
    fn go_on(
        &self,
        known: &[ListEntry],
        times: usize,
        out: Option<&Path>,
    ) -> Result<ClosingOutcome, WriteError> {
        let kept = self.open().map_err(WriteError::from)?.entries();
        let entries = kept.map_or_else(|| known.to_vec(), |text| text.lines().map(ListEntry::from).collect());
        self.go_on_with(&entries, times, out)
    }

    /// The same with these positions, whatever was kept.
    fn go_on_with(
        &self,
        entries: &[ListEntry],
        times: usize,
        out: Option<&Path>,
    ) -> Result<ClosingOutcome, WriteError> {
        let checkpoint = self.open().map_err(WriteError::from)?;
        let limits = Limits::default();
        let (stop, left) = (limits.stop.clone(), std::sync::atomic::AtomicUsize::new(times));
        let meet = Arc::new(move |along: CompletionEvent<'_>| {
            if matches!(along, CompletionEvent::Kept(_))
                && left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
            {
                stop.request();
            }
            true
        });
        let completing = Completion { meet, checkpoint: Some(Arc::new(checkpoint)) };
        let list = List { question: &self.question, listing: Listing::UpToSymmetry, entries };
        complete(list, ClosingPolicy::AlongGaps, out, &registry(), &limits, &completing, |_| {})
    }

    /// Begins the list, and leaves it soon.
    fn begun() -> Self {
        let unfinished = Self::new();
        let closed = unfinished.go_on(&[ListEntry::from(KNOWN)], 3, None);
        assert!(matches!(closed, Ok(ClosingOutcome::Undecided(_))), "{closed:?}");
        unfinished
    }

    /// The error with which the list does not go on.
    fn error(&self) -> String {
        match self.go_on(&[], usize::MAX, None) {
            Err(error) => {
                let first: &(dyn Error + 'static) = &error;
                let all = iter::successors(Some(first), |&error| error.source());
                all.map(ToString::to_string).collect::<Vec<_>>().join(": ")
            }
            Ok(closed) => panic!("{closed:?}"),
        }
    }
}

/// The list as the command has it without a checkpoint.
fn all() -> Vec<String> {
    let (code, text) = run(&format!("enumerate {QUESTION} --up-to-symmetry --no-proof"));
    assert_eq!(code, Some(0), "{text}");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines.pop().is_some_and(|last| last.starts_with("complete: 138 ")), "{text}");
    lines
}

#[test]
fn an_interrupted_list_goes_on_to_the_same_list() {
    let all = all();
    assert!(all.iter().any(|line| line == KNOWN));
    for times in [2, 30] {
        let (unfinished, known) = (Unfinished::new(), [ListEntry::from(KNOWN)]);
        let out = unfinished.place.path().join("list");
        let (mut interruptions, mut before) = (0, 0);
        let list = loop {
            // Each beginning goes farther than the one before, so that there are few.
            match unfinished.go_on(&known, times << interruptions, Some(&out)).expect("no failure") {
                ClosingOutcome::Proved(list) => break list,
                ClosingOutcome::Undecided(_) => interruptions += 1,
                ClosingOutcome::Open => panic!("the question was asked"),
            }
            let kept = unfinished.open().expect("an unfinished list").entries().expect("entries");
            assert!(kept.lines().count() >= before, "positions are lost");
            before = kept.lines().count();
        };
        assert!(interruptions > 1, "{interruptions} interruptions");
        assert!(list.entries.iter().map(ToString::to_string).eq(all.iter().cloned()));
        unfinished.open().expect("an unfinished list").remove().expect("removed");
        assert!(!unfinished.path().exists(), "what is finished is removed");
        let (code, text) = run(&format!("check {}", out.display()));
        assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
    }
}

#[test]
fn the_same_command_goes_on() {
    let unfinished = Unfinished::begun();
    let at = unfinished.path();
    let known = unfinished.open().expect("an unfinished list").entries().expect("entries").lines().count();
    let command = format!("enumerate {QUESTION} --up-to-symmetry --checkpoint {}", at.display());
    let (code, text) = run(&format!("{command} --time-limit 0.001"));
    assert!(code == Some(3) && at.exists(), "{text}");
    let (code, text) = run(&command);
    assert_eq!(code, Some(0), "{text}");
    let mut lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.pop(), Some("complete: 138 positions, and no others; proof checked"));
    assert!(known < 138 && lines.len() == 138, "{known} and {}", lines.len());
    lines.sort_unstable();
    let mut all = all();
    all.sort_unstable();
    assert_eq!(lines, all);
    assert!(!at.exists());
}

#[test]
fn other_positions_begin_anew() {
    let unfinished = Unfinished::begun();
    let all: Vec<ListEntry> = all().iter().map(|line| ListEntry::from(line.as_str())).collect();
    let kept = unfinished.open().expect("an unfinished list").entries().expect("entries");
    assert!(kept.lines().count() < all.len());
    // One position more than was kept, and one less.
    for entries in [&all[..], &all[1..]] {
        let closed = unfinished.go_on_with(entries, usize::MAX, None);
        assert!(matches!(closed, Ok(ClosingOutcome::Proved(ref list)) if list.entries == all), "{closed:?}");
    }
}

#[test]
fn nothing_goes_on_from_a_damaged_directory() {
    let unfinished = Unfinished::begun();
    let (list, proof) = (unfinished.path().join("list.json"), unfinished.path().join("unfinished.lrat"));
    let (sound, written) = (fs::read(&list).expect("a file"), fs::read(&proof).expect("a file"));
    let parsed: serde_json::Value = serde_json::from_slice(&sound).expect("JSON");
    let bytes = parsed["run"]["reached"]["bytes"].as_u64().expect("a number") as usize;

    let mut flipped = sound.clone();
    flipped[sound.len() / 2] ^= 1;
    fs::write(&list, flipped).expect("written");
    assert!(unfinished.error().contains("list.json"), "{}", unfinished.error());
    fs::write(&list, &sound).expect("written");

    fs::write(&proof, &written[..bytes - 1]).expect("written");
    assert!(
        unfinished
            .error()
            .contains(&format!("unfinished.lrat: it has {} bytes, and should have {bytes}", bytes - 1))
    );
    fs::remove_file(&proof).expect("removed");
    assert!(unfinished.error().contains("it has 0 bytes"), "{}", unfinished.error());
    fs::write(&proof, &written).expect("written");

    let reseal = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = parsed.clone();
        changed.as_object_mut().expect("an object").remove("sha256");
        change(&mut changed);
        write_sealed(&list, &changed).expect("written");
        unfinished.error()
    };
    let error = reseal(&|list| list["run"]["clauses"] = "0".repeat(64).into());
    assert!(error.contains("about other clauses"), "{error}");
    let error = reseal(&|list| list["run"]["reached"]["left"] = serde_json::json!([]));
    assert!(error.contains("no run can go on from this: its prefixes do not cover"), "{error}");
    let error = reseal(&|list| list["question"] = "othello.mobility --board 8x8 --at-least 35".into());
    assert!(error.contains("holds the list of othello.mobility --board 8x8"), "{error}");

    // A proof with other bytes goes on, and is refused at the end. One byte may belong to a step that is not needed.
    fs::write(&list, &sound).expect("written");
    let mut wrong = written.clone();
    wrong[..bytes].iter_mut().step_by(100).for_each(|byte| *byte ^= 1);
    fs::write(&proof, wrong).expect("written");
    let out = unfinished.place.path().join("wrong");
    assert!(unfinished.go_on(&[], usize::MAX, Some(&out)).is_err() && !out.exists());

    // What was written after the last checkpoint does not count.
    fs::write(&list, &sound).expect("written");
    fs::write(&proof, [&written[..bytes], b"rubbish"].concat()).expect("written");
    let closed = unfinished.go_on(&[], usize::MAX, None);
    assert!(
        matches!(closed, Ok(ClosingOutcome::Proved(ref list)) if list.entries.len() == 138),
        "{closed:?}"
    );
}

#[test]
fn one_list_at_a_time_has_a_directory() {
    let unfinished = Unfinished::begun();
    let command = |question: &str| {
        run(&format!("enumerate {question} --up-to-symmetry --checkpoint {}", unfinished.path().display()))
    };
    let open = unfinished.open().expect("an unfinished list");
    let (code, text) = command(QUESTION);
    assert!(code == Some(3) && text.contains("is in use"), "{text}");
    drop(open);
    for other in ["othello.mobility --board 6x6 --at-least 20", "othello.mobility --board 4x4 --at-least 7"] {
        let (code, text) = command(other);
        assert!(code == Some(2) && text.contains("holds the list of othello.mobility"), "{text}");
    }
    let (code, text) = run(&format!("enumerate {QUESTION} --checkpoint {}", unfinished.path().display()));
    assert!(code == Some(2) && text.contains("up to symmetry"), "{text}");
    for flags in ["--no-proof", "--after -X"] {
        let (code, text) = run(&format!("enumerate {QUESTION} --checkpoint nowhere {flags}"));
        assert!(code == Some(2) && text.contains("cannot be used with"), "{text}");
    }
    let (code, text) = run(&format!("enumerate {QUESTION} --checkpoint-every 5"));
    assert!(code == Some(2) && text.contains("--checkpoint <DIR>"), "{text}");
}
