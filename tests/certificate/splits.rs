//! Refutations by branch and bound: the list of splits, and what it claims to refute.

use crate::copy::{Copy, MANIFEST};
use serde_json::{Value, json};

/// The list of splits.
const SPLITS: &str = "refutation.splits.txt";

/// The most turns of a small board are 119. On the 10 squares, one sum in eight is larger, so that splits are needed.
fn whole() -> Copy {
    let copy = Copy::proved("push-fight.turns --board 4x4");
    let manifest: Value = serde_json::from_str(&copy.text(MANIFEST)).expect("JSON");
    assert_eq!(manifest.pointer("/version"), Some(&json!(3)));
    assert_eq!(manifest.pointer("/claim/bound"), Some(&json!(119)));
    assert_eq!(manifest.pointer("/parts/1/part"), Some(&json!("branch-and-bound")));
    assert_eq!(copy.check(), Ok(()));
    copy
}

#[test]
fn altered_splits_are_refused() {
    let whole = whole();
    let lines = whole.text(SPLITS);
    let (count, first) = (lines.lines().count(), lines.lines().next().expect("a line"));
    assert!(count > 10, "{lines}");
    let shorter: String = lines.lines().take(count - 1).map(|line| line.to_owned() + "\n").collect();
    let end = format!("{SPLITS}: line {count}: the proof ends, but 120 is not refuted");
    for (splits, says) in [
        (String::new(), format!("{SPLITS}: line 1: the proof ends, but 120 is not refuted")),
        (shorter, end),
        (format!("{lines}{first}\n"), format!("{SPLITS}: line {}: the proof continues", count + 1)),
        (format!("{lines}\n"), format!("{SPLITS}: line {}: the proof continues", count + 1)),
        (format!("z9\n{lines}"), format!("{SPLITS}: line 1: `z9\n` is not a cell").replace('\n', "")),
        (format!("{first}\n{lines}"), format!("{SPLITS}: line 2: what {first} holds is known here")),
    ] {
        let copy = whole.again();
        copy.write(SPLITS, splits);
        copy.seal();
        copy.assert_refused(&[&says]);
    }
}

#[test]
fn splits_do_not_refute_a_number_that_a_position_has() {
    // The list of splits that fits 119 leaves the positions that have 119.
    let whole = whole();
    let easier = Copy::proved("push-fight.turns --board 4x4 --moves leaping");
    for (bound, says) in [(118, "has 119"), (120, "")] {
        let copy = whole.again();
        copy.edit(|manifest| {
            manifest["claim"]["bound"] = json!(bound);
            manifest["claim"]["question"]["at_least"] = json!(bound);
            manifest["parts"][0]["question"]["at_least"] = json!(bound);
            manifest["parts"][1]["question"]["at_least"] = json!(bound + 1);
        });
        copy.seal();
        let reason = copy.check().expect_err("it is refused");
        assert!(reason.contains(says) || reason.contains(SPLITS), "{reason}");
    }
    // Splits of a question with other moves.
    let copy = whole.again();
    copy.write(SPLITS, easier.read(SPLITS));
    copy.seal();
    assert!(copy.check().is_err());
}

#[test]
fn a_question_without_a_sum_is_not_refuted_by_splits() {
    let (whole, mobility) = (whole(), Copy::of_mobility("4x4"));
    let other: Value = serde_json::from_str(&mobility.text(MANIFEST)).expect("JSON");
    let copy = whole.again();
    copy.edit(|manifest| manifest["parts"][1]["question"] = other["parts"][1]["question"].clone());
    copy.seal();
    copy.assert_refused(&["the number of othello.mobility is not known to be a sum"]);
}

#[test]
fn the_version_follows_from_the_parts() {
    let copies = [(whole(), 2), (Copy::of_mobility("4x4"), 3)];
    for (copy, version) in copies {
        copy.edit(|manifest| manifest["version"] = json!(version));
        copy.seal();
        copy.assert_refused(&[MANIFEST, &format!("version {version}, but its parts are of another version")]);
    }
}
