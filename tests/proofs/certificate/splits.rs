//! Refutations by branch and bound: the list of splits, and what it claims to refute.

use super::copy::{Copy, MANIFEST};
use serde_json::{Value, json};
use verify::push_fight::{Layout, Moves, Variant, turn_sum};
use verify::sum::{Kind, Node, OpenSquare, Splitter, walk};

/// The list of splits.
const SPLITS: &str = "refutation.splits.txt";

/// The most turns of a small board are 119. Sums on its 10 squares can be larger, so that splits are needed.
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
        (format!("z9\n{lines}"), format!("{SPLITS}: line 1: `z9` is not a square")),
        (format!("{first}\n{lines}"), format!("{SPLITS}: line 2: what {first} holds is known here")),
    ] {
        let copy = whole.again();
        copy.write(SPLITS, splits);
        copy.seal();
        copy.assert_refused(&[&says]);
    }
}

/// Splits by the first square that is open.
struct First(String);

impl Splitter for First {
    type Error = ();

    fn split(&mut self, node: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, ()> {
        self.0 += node.sum().name(first.square());
        self.0.push('\n');
        Ok(first)
    }

    fn left(&mut self, _: Vec<Kind>) -> Result<(), ()> {
        Ok(())
    }
}

/// A right list of splits for a number of turns, whether or not it is refuted.
fn splits_for(at_least: u64) -> String {
    let layout = Layout::new(&[(2, 1), (0, 4), (0, 4), (1, 1)]).expect("a layout");
    let variant = Variant::new(layout, 1, 2).expect("a variant");
    let sum = turn_sum(&variant, Moves::Legal, None).expect("a sum");
    let mut first = First(String::new());
    walk(&sum, at_least, &mut first).expect("no error");
    first.0
}

/// Sets what is claimed, and what the splits refute.
fn claim(copy: &Copy, bound: u32, refuted: u32) {
    copy.edit(|manifest| {
        manifest["claim"]["bound"] = json!(bound);
        manifest["claim"]["question"]["at_least"] = json!(bound);
        manifest["parts"][0]["question"]["at_least"] = json!(bound);
        manifest["parts"][1]["question"]["at_least"] = json!(refuted);
    });
    copy.write(SPLITS, splits_for(refuted.into()));
}

#[test]
fn splits_do_not_refute_a_number_that_a_position_has() {
    let whole = whole();
    // Another list for the same claim is as good.
    let copy = whole.again();
    copy.write(SPLITS, splits_for(120));
    copy.seal();
    assert_eq!(copy.check(), Ok(()));
    // With the right list for 120, the claim of 118 has a witness with more, and nothing refutes 119.
    claim(&copy, 118, 120);
    copy.seal();
    copy.assert_refused(&["a witness has 119 turns"]);
    // A position with 116 turns is a witness of a claim that they are the most; but the right list for 117 leaves others.
    claim(&copy, 116, 117);
    copy.edit(|manifest| {
        let witness = &mut manifest["parts"][0]["witness"];
        witness["position"] = json!("YXO.x...Oo");
        witness["turns"]["turns"] = json!(116);
    });
    let turns = "116 legal turns, to 19 positions";
    copy.write("witness.txt", format!("  abcd\n4   Y  4\n3 XO.x 3\n2 ...O 2\n1  o   1\n  abcd\n{turns}\n"));
    copy.seal();
    copy.assert_refused(&["117 turns are not refuted", "has 11"]);
}

#[test]
fn check_says_what_refutes_the_question() {
    for (copy, key) in [(whole(), "splits"), (Copy::of_mobility("4x4"), "proof")] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_certamen"))
            .args(["-q", "check", "--json"])
            .arg(copy.path(""))
            .output()
            .expect("the program runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let refutations = answer["refutations"].as_array().expect("a list");
        assert_eq!(refutations.len(), 1, "{answer}");
        let manifest: Value = serde_json::from_str(&copy.text(MANIFEST)).expect("JSON");
        assert_eq!(refutations[0]["question"], manifest["parts"][1]["question"]);
        let sizes = refutations[0][key].as_object().expect("sizes");
        assert!(sizes.len() == 2 && sizes.values().all(|size| size.as_u64() > Some(0)), "{answer}");
    }
}

#[test]
fn a_position_without_an_anchor_is_no_witness() {
    let copy = whole();
    copy.edit(|manifest| {
        let position = &mut manifest["parts"][0]["witness"]["position"];
        *position = json!(position.as_str().expect("text").replace('Y', "X"));
    });
    copy.seal();
    copy.assert_refused(&["the position has no anchor"]);
}

#[test]
fn a_question_without_a_sum_is_not_refuted_by_splits() {
    let copy = Copy::of_mobility("4x4");
    let refutation = copy.names().into_iter().filter(|name| name.starts_with("refutation."));
    for name in refutation {
        std::fs::remove_file(copy.path(&name)).expect("a file");
    }
    copy.write(SPLITS, "");
    copy.edit(|manifest| {
        let question = manifest["parts"][1]["question"].take();
        manifest["parts"][1] = json!({ "part": "branch-and-bound", "question": question, "splits": SPLITS });
        manifest["version"] = json!(3);
    });
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
