//! Certificates that are consistent in themselves but claim more than they show: the hashes are computed again, and the
//! manifest is written as the program writes it.

use super::copy::{Copy, MANIFEST, SUMS};
use certamen::ask::witness::AnyWitness;
use certamen::games::othello::query::OthelloWitness;
use serde_json::{Value, json};

/// The paths of the parts in the manifest of the certificate of one bound.
const WITNESS: &str = "/parts/0";
const REFUTATION: &str = "/parts/1";

/// Sets values in a copy, seals it, and asserts that it is refused with a reason that contains all of `says`.
fn refused(whole: &Copy, changes: &[(&str, Value)], says: &[&str]) {
    let copy = whole.again();
    copy.edit(|manifest| {
        for (pointer, value) in changes {
            let place = manifest.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
            *place = value.clone();
        }
    });
    copy.seal();
    copy.assert_refused(says);
}

fn witness(board: &str) -> Value {
    let counted = OthelloWitness::of_board(board.to_owned()).expect("a board");
    serde_json::to_value(AnyWitness::new("othello", counted)).expect("JSON")
}

/// The largest number of legal moves on 4x4 is 8.
fn whole() -> Copy {
    let copy = Copy::of_mobility("4x4");
    let manifest: Value = serde_json::from_str(&copy.text(MANIFEST)).expect("JSON");
    assert_eq!(manifest.pointer("/claim/bound"), Some(&json!(8)));
    assert_eq!(manifest.pointer(&format!("{WITNESS}/part")), Some(&json!("witness")));
    assert_eq!(manifest.pointer(&format!("{REFUTATION}/part")), Some(&json!("refutation")));
    copy
}

#[test]
fn an_edit_that_changes_nothing_is_accepted() {
    let copy = whole();
    let before = [copy.read(MANIFEST), copy.read(SUMS)];
    copy.edit(|_| {});
    copy.seal();
    assert_eq!([copy.read(MANIFEST), copy.read(SUMS)], before);
    assert_eq!(copy.check(), Ok(()));
}

#[test]
fn a_certificate_for_one_bound_does_not_show_another() {
    let whole = whole();
    let (claim, asked) = ("/claim/question/at_least", "/parts/0/question/at_least");
    refused(&whole, &[("/claim/bound", json!(7))], &["the bound is 7"]);
    for bound in [0, 7, 9, 17] {
        let claimed = [("/claim/bound", json!(bound)), (claim, json!(bound))];
        refused(&whole, &claimed, &["the parts do not show the claim"]);
    }
    for bound in [18, u32::MAX - 1, u32::MAX] {
        let claimed = [("/claim/bound", json!(bound)), (claim, json!(bound))];
        refused(&whole, &claimed, &["legal moves on 16 squares"]);
    }
    refused(
        &whole,
        &[("/claim/bound", json!(7)), (claim, json!(7)), (asked, json!(7))],
        &["the parts do not show the claim"],
    );
    refused(
        &whole,
        &[("/claim/bound", json!(9)), (claim, json!(9)), (asked, json!(9))],
        &["witness", "8 legal moves", "at least 9"],
    );
}

#[test]
fn a_bound_on_last_steps_is_not_a_valid_claim() {
    // The end of some last steps may be unreachable, and its witness does not show the steps.
    let whole = whole();
    let asked = |at_least: u32, steps: u32| {
        json!({
            "query": "othello.mobility", "board": "4x4", "at_least": at_least, "empties": 0,
            "symmetry_breaking": false, "reach": { "window": { "steps": steps, "least": 7, "most": 7 } },
        })
    };
    let claimed = [("/claim/question", asked(8, 3)), ("/parts/0/question", asked(8, 3))];
    refused(&whole, &claimed, &["this is a relaxation"]);
    for steps in [4, 100_000, u32::MAX - 3, u32::MAX] {
        refused(&whole, &[("/parts/1/question", asked(9, steps))], &["steps to 7 to 7 discs on 16 squares"]);
    }
}

#[test]
fn a_certificate_for_one_question_does_not_show_another() {
    let whole = whole();
    let not_shown = ["the parts do not show the claim"];
    refused(&whole, &[("/claim/question/board", json!("6x6"))], &not_shown);
    refused(&whole, &[("/claim/question/empties", json!(9))], &not_shown);
    refused(&whole, &[("/claim/objective", json!("empties"))], &not_shown);
    refused(&whole, &[("/claim/question/symmetry_breaking", json!(true))], &not_shown);
    let broken = [
        ("/claim/question/symmetry_breaking", json!(true)),
        ("/parts/0/question/symmetry_breaking", json!(true)),
    ];
    refused(&whole, &broken, &not_shown);
    let boards = ["/claim/question/board", "/parts/0/question/board"].map(|place| (place, json!("6x6")));
    refused(&whole, &boards, &["witness", "4x4", "6x6"]);
}

#[test]
fn the_moves_of_a_replaced_witness_are_counted_again() {
    let whole = whole();
    let place = "/parts/0/witness";
    let start = "-----OX--XO-----";
    refused(&whole, &[(place, witness(start))], &["witness", "4 legal moves", "at least 8"]);
    refused(
        &whole,
        &[("/parts/0/witness/board", json!(start))],
        &["witness claims 8 legal moves", "counts 4"],
    );
    refused(
        &whole,
        &[("/parts/0/witness/mobility", json!(9))],
        &["witness claims 9 legal moves", "counts 8"],
    );
    refused(&whole, &[("/parts/0/witness/empties", json!(16))], &["witness claims 16 empty squares"]);
    refused(&whole, &[("/parts/0/witness/moves/0", json!("b2"))], &["witness", "legal moves listed"]);
    refused(&whole, &[("/parts/0/witness/moves", json!([]))], &["witness", "legal moves listed"]);
    for board in ["", "-----OX--XO----", "-----OX--XO----?", "\u{2460}", &"X".repeat(10_000)] {
        refused(&whole, &[("/parts/0/witness/board", json!(board))], &["the board of the witness"]);
    }
    let wide = witness("---------------------------OX------XO---------------------------");
    refused(&whole, &[(place, wide)], &["witness", "8x8", "4x4"]);
}

#[test]
fn a_witness_without_a_centre_is_refused() {
    let whole = whole();
    let hole = witness("------X--XO-----");
    refused(&whole, &[("/parts/0/witness", hole)], &["witness", "centre square", "b2"]);
}

#[test]
fn another_diagram_is_refused_by_name() {
    let whole = whole();
    let copy = whole.again();
    let name = copy.name_of(".txt");
    copy.write(&name, copy.text(&name).replacen('-', "+", 1));
    copy.seal();
    copy.assert_refused(&[&name, "not what this program writes"]);
}

#[test]
fn missing_or_additional_parts_are_noticed() {
    let whole = whole();
    let parts: Value = serde_json::from_str::<Value>(&whole.text(MANIFEST)).expect("JSON")["parts"].clone();
    let (one, other) = (parts[0].clone(), parts[1].clone());
    for parts in [
        json!([]),
        json!([one]),
        json!([other]),
        json!([one, one, other]),
        json!([one, other, other]),
        json!([one, one]),
        json!([other, other]),
    ] {
        refused(&whole, &[("/parts", parts)], &["the parts do not show the claim", "the parts name"]);
    }
}

/// The same parts again under other names, with files of their own.
#[test]
fn repeated_parts_with_their_own_files_are_noticed() {
    let whole = whole();
    for part in [WITNESS, REFUTATION] {
        let copy = whole.again();
        copy.edit(|manifest| {
            let mut again = manifest.pointer(part).expect("a part").clone();
            for field in ["diagram", "cnf", "map", "proof"] {
                if let Some(name) = again.get_mut(field) {
                    let original = name.as_str().expect("a name").to_owned();
                    copy.write(&format!("again-{original}"), copy.read(&original));
                    *name = json!(format!("again-{original}"));
                }
            }
            manifest["parts"].as_array_mut().expect("parts").push(again);
        });
        copy.seal();
        copy.assert_refused(&["the parts do not show the claim"]);
    }
}

#[test]
fn names_outside_the_directory_are_not_opened() {
    let whole = whole();
    let name = whole.name_of(".txt");
    let elsewhere = whole.path(&name).display().to_string();
    let names = [
        format!("../certificate/{name}"),
        format!("./{name}"),
        format!("{name}/"),
        format!("/{name}"),
        elsewhere,
        "/dev/zero".to_owned(),
        "..".to_owned(),
        ".".to_owned(),
        String::new(),
        format!("{name}\0"),
        SUMS.to_owned(),
        MANIFEST.to_owned(),
    ];
    for place in ["/parts/0/diagram", "/parts/1/cnf", "/parts/1/map", "/parts/1/proof"] {
        for name in &names {
            refused(&whole, &[(place, json!(name))], &["the parts do not show the claim", "the parts name"]);
        }
    }
}

#[test]
fn names_that_are_exchanged_are_noticed() {
    let whole = whole();
    let [cnf, map, proof, diagram] = [".cnf", ".map.json", ".lrat.zst", ".txt"].map(|end| whole.name_of(end));
    let [cnf_at, map_at, proof_at, diagram_at] =
        ["/parts/1/cnf", "/parts/1/map", "/parts/1/proof", "/parts/0/diagram"];
    for (first, second) in [
        ((cnf_at, &cnf), (map_at, &map)),
        ((cnf_at, &cnf), (proof_at, &proof)),
        ((map_at, &map), (proof_at, &proof)),
        ((diagram_at, &diagram), (cnf_at, &cnf)),
        ((diagram_at, &diagram), (proof_at, &proof)),
    ] {
        let exchanged = [(first.0, json!(second.1)), (second.0, json!(first.1))];
        refused(&whole, &exchanged, &["not what this program writes"]);
    }
}

#[test]
fn a_checksum_file_in_any_other_form_is_refused() {
    let whole = whole();
    let sums = whole.text(SUMS);
    let mut reversed: Vec<&str> = sums.lines().collect();
    reversed.reverse();
    for text in [
        sums.to_uppercase(),
        sums.replace("  ", " *"),
        sums.replace('\n', "\r\n"),
        reversed.join("\n") + "\n",
        format!("{sums}{sums}"),
        format!("\n{sums}"),
        format!("{sums}{}  {SUMS}\n", "0".repeat(64)),
        format!("{sums}{}  ../elsewhere\n", "0".repeat(64)),
        format!("{sums}{}\u{20ac}\n", "0".repeat(65)),
    ] {
        let copy = whole.again();
        copy.write(SUMS, text);
        assert!(copy.check().is_err());
    }
    let copy = whole.again();
    copy.write(SUMS, [0xff; 200]);
    assert!(copy.check().is_err());
}
