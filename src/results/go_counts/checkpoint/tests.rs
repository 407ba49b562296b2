//! Directories of counts: continuing, damage, several processes.

use crate::chinese::moduli_for_board;
use crate::error::CountError;
use crate::residue::Modulus;
use crate::run::{CountProgress, CountReport, Settings, count, residues, residues_with};
use crate::tests::counts;
use certamen_work::durable::{Pending, WorkError, write_sealed};
use certamen_work::stop::Stop;
use encodings::go::BoardSides;
use fastrand::Rng;
use serde_json::{Value, json};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

type Outcome = Result<Option<CountReport>, CountError>;

fn board(rows: usize, columns: usize) -> BoardSides {
    BoardSides::new(rows, columns).expect("a board")
}

fn settings<'a>(directory: &'a Path, stop: &'a Stop) -> Settings<'a> {
    let directory = Some(directory);
    Settings { directory, interval: Duration::ZERO, ..Settings::in_memory(1 << 24, stop) }
}

fn run(board: BoardSides, directory: &Path) -> Outcome {
    let stop = Stop::new();
    count(board, &settings(directory, &stop), &mut |_: CountProgress| ())
}

/// Stops a count after a number of passes.
fn stopped_after(passes: usize, board: BoardSides, directory: &Path) -> Outcome {
    let stop = Stop::new();
    let mut seen = 0;
    count(board, &settings(directory, &stop), &mut |_: CountProgress| {
        seen += 1;
        if seen > passes {
            stop.request();
        }
    })
}

fn answer(outcome: Outcome) -> CountReport {
    outcome.expect("a good directory").expect("an answer")
}

fn names(directory: &Path) -> Vec<String> {
    let list = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> = list
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8"))
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_single_residue_is_continued_where_it_was_stopped() {
    let moduli = moduli_for_board(81);
    let (modulus, other) = (moduli[1], moduli[0]);
    let place = tempfile::tempdir().expect("a directory");
    let stop = Stop::new();
    let with = |modulus: Modulus, stop: &Stop| residues_with(9, 9, &[modulus], &settings(place.path(), stop));
    let whole = residues(9, 9, &[modulus], &stop).expect("a count").expect("an answer");
    // A request to stop is noticed after a pass, and what was computed is kept.
    stop.request();
    assert_eq!(with(modulus, &stop).expect("a directory"), None);
    assert_eq!(names(place.path()), ["count.json", "values-0-0-0.bin"]);
    // The values of the place decide what comes out, so they are continued.
    let stop = Stop::new();
    let complaint = with(other, &stop).expect_err("another residue").to_string();
    assert!(complaint.contains("modulo"), "{complaint}");
    let values = place.path().join("values-0-0-0.bin");
    let bytes = fs::read(&values).expect("values");
    let mut changed = bytes.clone();
    changed[9] ^= 1;
    fs::write(&values, changed).expect("values");
    assert!(with(modulus, &stop).is_err());
    fs::write(&values, bytes).expect("values");
    assert_eq!(with(modulus, &stop).expect("a directory"), Some(whole));
    assert!(!place.path().exists(), "a complete residue needs no checkpoint");
}

#[test]
fn states_on_disk_count_the_same() {
    for (height, width) in [(2, 3), (5, 9), (7, 9), (8, 8)] {
        let place = tempfile::tempdir().expect("a directory");
        let stop = Stop::new();
        let settings = Settings { memory: 0, interval: Duration::MAX, ..settings(place.path(), &stop) };
        let mut was_on_disk = false;
        let counted = answer(count(board(height, width), &settings, &mut |seen| was_on_disk = seen.on_disk));
        assert!(was_on_disk);
        assert_eq!(counted.counts, counts(height, width));
        // A finished count is answered again, and only its manifest remains.
        assert_eq!(names(place.path()), ["count.json"]);
        let again = answer(run(board(height, width), place.path()));
        assert_eq!((again.counts, again.expansions), (counted.counts, 0));
    }
}

#[test]
fn fewer_residues_are_the_count_modulo_theirs() {
    let place = tempfile::tempdir().expect("a directory");
    let stop = Stop::new();
    let settings = settings(place.path(), &stop);
    let one = Settings { residues: NonZeroUsize::new(1), ..settings };
    let part = answer(count(board(8, 8), &one, &mut |_| ()));
    let whole = answer(count(board(8, 8), &settings, &mut |_| ()));
    let modulus = part.modulus.expect("a board of two residues");
    assert_eq!((part.residues, whole.residues, whole.modulus), (1, 2, None));
    assert_eq!(whole.counts, counts(8, 8));
    for (part, whole) in part.counts.iter().zip(&whole.counts) {
        assert_eq!(*part, whole % &modulus);
    }
    assert!(whole.expansions == part.expansions, "the first residue is not made again");
}

#[test]
fn a_stopped_count_continues() {
    let place = tempfile::tempdir().expect("a directory");
    let mut runs = 0;
    let counted = loop {
        if let Some(counted) = stopped_after(2, board(6, 8), place.path()).expect("a good directory") {
            break counted;
        }
        runs += 1;
        assert!(runs < 100);
    };
    assert!(runs > 5, "{runs}");
    assert_eq!(counted.counts, counts(6, 8));
}

/// Writes each of the damaged texts in turn as a file of the directory. Each must be refused or change no number, and
/// the directory must be the same afterwards.
fn refuses(directory: &Path, name: &str, board: BoardSides, damaged: impl Iterator<Item = Vec<u8>>) -> usize {
    let (path, right) = (directory.join(name), counts(board.height(), board.width()));
    let (good, before) = (fs::read(&path).expect("a file"), names(directory));
    let mut refused = 0;
    for text in damaged {
        assert_ne!(text, good);
        fs::write(&path, &text).expect("room");
        match run(board, directory) {
            Ok(counted) => assert_eq!(counted.expect("an answer").counts, right, "{name}: {text:?}"),
            Err(error) => {
                refused += 1;
                let line = error.to_string();
                assert!(line.starts_with(&*directory.to_string_lossy()) && !line.contains('\n'), "{line}");
            }
        }
        assert_eq!(names(directory), before);
    }
    fs::write(&path, &good).expect("room");
    refused
}

fn with_flipped_bit(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// The text truncated, extended and empty.
fn with_other_length(good: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let cut = [0, 1, good.len() / 2, good.len() - 8, good.len() - 1].map(|length| good[..length].to_vec());
    let longer = [vec![0], vec![b'\n'], vec![0; 8], good.to_vec()].map(|tail| [good, &tail].concat());
    cut.into_iter().chain(longer)
}

#[test]
fn a_changed_bit_of_a_finished_count_is_refused() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(4, 4));
    let counted = answer(run(board, place.path()));
    assert_eq!(names(place.path()), ["count.json"]);
    let good = fs::read(place.path().join("count.json")).expect("a manifest");
    let flips = (0..8 * good.len()).map(|bit| with_flipped_bit(&good, bit));
    let trials = flips.chain(with_other_length(&good));
    assert_eq!(refuses(place.path(), "count.json", board, trials), 8 * good.len() + 9);
    let again = answer(run(board, place.path()));
    assert_eq!((again.counts, again.expansions), (counted.counts, 0));
}

#[test]
fn a_changed_bit_of_an_unfinished_count_is_refused() {
    const SEED: u64 = 18;
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(6, 6));
    assert_eq!(stopped_after(5, board, place.path()).expect("a good directory"), None);
    let found = names(place.path());
    assert!(found.len() == 2 && found[1].starts_with("values-0-1-"), "{found:?}");
    let mut random = Rng::with_seed(SEED);
    for name in &found {
        let good = fs::read(place.path().join(name)).expect("a file");
        let flips = (0..400).map(|_| with_flipped_bit(&good, random.usize(..8 * good.len())));
        let trials = flips.chain(with_other_length(&good));
        assert_eq!(refuses(place.path(), name, board, trials), 409, "{name}, seed {SEED}");
    }
    assert_eq!(answer(run(board, place.path())).counts, counts(6, 6));
}

/// The object of the manifest without its checksum.
fn manifest_of(directory: &Path) -> (PathBuf, Value) {
    let path = directory.join("count.json");
    let text = fs::read(&path).expect("a manifest");
    let mut object: Value = serde_json::from_slice(&text).expect("JSON");
    object.as_object_mut().expect("an object").remove("sha256").expect("a checksum");
    (path, object)
}

#[test]
fn numbers_that_do_not_fit_are_refused_with_a_right_checksum_too() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(6, 6));
    assert_eq!(stopped_after(0, board, place.path()).expect("a good directory"), None);
    let (path, good) = manifest_of(place.path());
    for (member, value) in [
        ("/format", json!("other")),
        ("/version", json!(4)),
        ("/query", json!("go.strings")),
        ("/width", json!(5)),
        ("/known", json!([])),
        ("/known/2", json!([7])),
        ("/batch/residues", json!(9)),
        ("/batch/place/pass", json!(77)),
        ("/batch/place/column", json!(6)),
        ("/batch/sums", json!([[1], [2], [3]])),
    ] {
        let mut object = good.clone();
        *object.pointer_mut(member).expect("a member") = value;
        write_sealed(&path, &object).expect("room");
        run(board, place.path()).expect_err(member);
    }
    write_sealed(&path, &good).expect("room");
    assert_eq!(answer(run(board, place.path())).counts, counts(6, 6));
}

#[test]
fn more_positions_than_colourings_are_refused() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(4, 4));
    let _ = answer(run(board, place.path()));
    let (path, good) = manifest_of(place.path());
    for (width, excess) in [(1, 82), (4, 43_046_722_u64), (4, u64::MAX - 99)] {
        let mut object = good.clone();
        object["known"][width - 1] = json!([excess]);
        write_sealed(&path, &object).expect("room");
        let refusal = run(board, place.path()).expect_err("too many").to_string();
        let reason = format!("the count of 4x{width} exceeds 3^{}", 4 * width);
        assert!(refusal.ends_with(&reason) && refusal.len() > reason.len(), "{refusal}");
    }
}

#[test]
fn other_counts_and_other_files_are_refused() {
    let place = tempfile::tempdir().expect("a directory");
    let _ = answer(run(board(6, 6), place.path()));
    let refusal = run(board(5, 6), place.path()).expect_err("another count").to_string();
    assert!(refusal.contains("height 6, width 6"), "{refusal}");
    let foreign = tempfile::tempdir().expect("a directory");
    fs::write(foreign.path().join("letter"), "").expect("room");
    let refusal = run(board(6, 6), foreign.path()).expect_err("a letter").to_string();
    assert!(refusal.contains("holds something else"), "{refusal}");
    assert_eq!(names(foreign.path()), ["letter"]);
}

#[test]
fn a_directory_without_checksums_is_refused_until_its_manifest_is_removed() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(4, 5));
    assert_eq!(stopped_after(0, board, place.path()).expect("a good directory"), None);
    let (path, mut object) = manifest_of(place.path());
    // As version 1 wrote it: without the checksum, and without a newline at the end.
    object["version"] = json!(1);
    fs::write(&path, serde_json::to_string_pretty(&object).expect("JSON")).expect("room");
    let refusal = run(board, place.path()).expect_err("no checksum").to_string();
    assert!(refusal.contains("has no checksum") && refusal.contains("remove it"), "{refusal}");
    fs::remove_file(&path).expect("a manifest");
    assert_eq!(answer(run(board, place.path())).counts, counts(4, 5));
    assert_eq!(names(place.path()), ["count.json"]);
}

#[test]
fn values_of_an_earlier_version_are_refused_and_its_residues_are_not() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(5, 6));
    let begun = stopped_after(6, board, place.path());
    assert_eq!(begun.expect("a good directory"), None);
    let (path, mut object) = manifest_of(place.path());
    // Version 2 had the values in another order.
    object["version"] = json!(2);
    write_sealed(&path, &object).expect("room");
    let before = names(place.path());
    let refusal = run(board, place.path()).expect_err("other values").to_string();
    assert!(refusal.contains("earlier version") && !refusal.contains('\n'), "{refusal}");
    assert_eq!(names(place.path()), before);
    fs::remove_file(&path).expect("a manifest");
    let counted = answer(run(board, place.path()));
    let (path, mut object) = manifest_of(place.path());
    object["version"] = json!(2);
    write_sealed(&path, &object).expect("room");
    let again = answer(run(board, place.path()));
    assert_eq!((again.counts, again.expansions), (counted.counts, 0));
}

#[test]
fn a_count_moves_from_memory_to_disk_and_back() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(7, 8));
    let stop = Stop::new();
    let mut memory = [0, 1 << 24].into_iter().cycle();
    let mut was_on_disk = [false; 2];
    let counted = loop {
        let memory = memory.next().expect("an endless list");
        let settings = Settings { memory, ..settings(place.path(), &stop) };
        let stop = Stop::new();
        let mut seen = 0;
        let counted = count(board, &Settings { stop: &stop, ..settings }, &mut |progress| {
            was_on_disk[usize::from(progress.on_disk)] = true;
            seen += 1;
            if seen > 3 {
                stop.request();
            }
        });
        if let Some(counted) = counted.expect("a good directory") {
            break counted;
        }
    };
    assert_eq!((counted.counts, was_on_disk), (counts(7, 8), [true; 2]));
}

#[cfg(unix)]
#[test]
fn a_second_count_is_refused_and_harms_nothing() {
    for memory in [0, 1 << 24] {
        let (place, board) = (tempfile::tempdir().expect("a directory"), board(5, 6));
        let stop = Stop::new();
        let settings = Settings { memory, ..settings(place.path(), &stop) };
        let mut seconds = 0;
        let first = count(board, &settings, &mut |_| {
            let before = names(place.path());
            let refusal = run(board, place.path()).expect_err("two at once");
            assert!(matches!(refusal, CountError::Directory(WorkError::Held { .. })), "{refusal}");
            assert!(refusal.to_string().contains("is in use"), "{refusal}");
            assert_eq!(names(place.path()), before);
            seconds += 1;
        });
        assert_eq!(answer(first).counts, counts(5, 6));
        assert!(seconds > 20, "{seconds}");
        assert_eq!(answer(run(board, place.path())).expansions, 0);
    }
}

#[cfg(unix)]
#[test]
fn a_finished_count_is_read_while_another_process_writes() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(8, 8));
    let stop = Stop::new();
    let whole = settings(place.path(), &stop);
    let one = Settings { residues: NonZeroUsize::new(1), ..whole };
    let part = answer(count(board, &one, &mut |_| ()));
    // Another process holds the directory: known residues are answered, others are refused.
    #[allow(clippy::disallowed_methods, reason = "a directory is locked")]
    let held = fs::File::open(place.path()).expect("a directory");
    held.try_lock().expect("nobody else");
    assert_eq!(answer(count(board, &one, &mut |_| ())).counts, part.counts);
    count(board, &whole, &mut |_| ()).expect_err("the second residue is missing");
}

#[test]
fn files_that_another_process_is_writing_stay() {
    let (place, board) = (tempfile::tempdir().expect("a directory"), board(4, 4));
    let written = Pending::inside(place.path()).expect("room");
    let abandoned = place.path().join(".certamen-abandoned");
    fs::write(&abandoned, "").expect("room");
    assert_eq!(answer(run(board, place.path())).counts, counts(4, 4));
    assert!(written.path().exists());
    assert_eq!(abandoned.exists(), !cfg!(unix));
}
