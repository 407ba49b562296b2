//! What a result says of who computed it: kept beside the result, printed as remarks, and never evidence.

use super::{NONE, Place, reseal};
use certamen::work::durable::{sealed, write_sealed};
use serde_json::{Value, json};
use std::fs;

/// Runs a command that answers in JSON.
fn answer(place: &Place, words: &str, code: i32) -> Value {
    let (found, text) = place.run(&format!("{words} --json"));
    assert_eq!(found, Some(code), "{words}: {text}");
    serde_json::from_str(&text).expect("an object")
}

fn stored(place: &Place) -> Value {
    let path = place.path("camp/provenance.json");
    sealed::unseal(&path, &fs::read(&path).expect("a file")).expect("a sealed object")
}

/// The numbers of tasks, the samples and the seeds of what was computed again.
fn runs(provenance: &Value) -> Vec<(u64, String, u64)> {
    let list = provenance["recomputed"].as_array().expect("a list").iter();
    let number = |value: &Value| value.as_u64().expect("a number");
    list.map(|run| {
        (number(&run["tasks"]), run["sample"].as_str().expect("a text").to_owned(), number(&run["seed"]))
    })
    .collect()
}

/// A campaign of ranges, whose outputs nothing but another computation shows to be right.
fn residues() -> Place {
    let place = Place::new();
    assert_eq!(place.run("plan turns push-fight --board 4x4 --tasks 4 --out camp").0, Some(0));
    assert_eq!(place.run("work camp").0, Some(0));
    place
}

#[test]
fn gathering_again_keeps_what_was_computed_again_for_the_same_outputs() {
    let place = residues();
    let first = answer(&place, "gather camp --recompute 1 --seed 5", 0);
    assert_eq!(first["provenance"], stored(&place));
    assert_eq!(runs(&stored(&place)), [(1, "1".to_owned(), 5)]);
    assert_eq!(first["provenance"]["machines"][0]["tasks"], 4);
    let result = place.files("camp/result");
    assert_eq!(answer(&place, "gather camp --recompute 50% --seed 6", 0)["recomputed"], 2);
    assert_eq!(answer(&place, "gather camp", 0)["provenance"], stored(&place));
    let both = [(1, "1".to_owned(), 5), (2, "50%".to_owned(), 6)];
    assert_eq!(runs(&stored(&place)), both);
    assert!(place.files("camp/result") == result, "the result is that of the command alone");
    // Check says what it is: remarks, in text and as an object.
    let checked = answer(&place, "check camp", 3);
    assert_eq!((&checked["provenance"], &checked["recomputed"]), (&stored(&place), &json!(0)));
    let (_, text) = place.run("check camp");
    let remarks: Vec<&str> = text.lines().filter(|line| line.starts_with("c ")).collect();
    assert!(remarks[0].contains("no evidence") && remarks.len() == 4, "{text}");
    assert!(
        remarks[1].contains("2 of 4 computed again: the same bytes (--recompute 50% --seed 6;"),
        "{text}"
    );
    assert!(text.ends_with("\noutputs agree with the plan; not computed again\n"), "{text}");
    // A gathering that ended between the result and the file: what is there is about these outputs, or says so.
    fs::remove_file(place.path("camp/provenance.json")).expect("a file");
    assert!(answer(&place, "check camp", 3)["provenance"].is_null());
    assert_eq!(runs(&answer(&place, "gather camp", 0)["provenance"]), []);
    // An output that is wrong is found, and that is kept; after it is replaced, it no longer counts.
    let output = place.path("camp/out/ranges/000002");
    reseal(&output, |text| text.replacen("\"turns\":", "\"turns\":1", 1));
    assert_eq!(answer(&place, "gather camp --recompute all", 1)["differ"], json!(["ranges 2"]));
    assert_eq!(stored(&place)["recomputed"][0]["differing"], json!(1));
    assert_eq!(place.run("work camp --task 2 --again").0, Some(0));
    let (_, text) = place.run("check camp");
    assert!(text.contains("c provenance.json is about other outputs than those that are there\n"), "{text}");
    assert_eq!(
        runs(&answer(&place, "gather camp --recompute 1 --seed 7", 0)["provenance"]),
        [(1, "1".to_owned(), 7)]
    );
}

/// Whoever can write the directory can write the file, with a right checksum.
#[test]
fn a_forged_file_verifies_nothing() {
    let place = residues();
    let output = place.path("camp/out/ranges/000002");
    reseal(&output, |text| text.replacen("\"turns\":", "\"turns\":1", 1));
    assert_eq!(place.run("gather camp").0, Some(0));
    let by = stored(&place)["gathered"].clone();
    let run = json!({
        "tasks": 4, "sample": "all", "seed": 1, "differing": 0, "by": by,
    });
    let mut forged = stored(&place);
    forged["recomputed"] = json!([run]);
    forged["worth"] = json!("s VERIFIED");
    let forge = |object: &Value| write_sealed(&place.path("camp/provenance.json"), object).expect("a file");
    forge(&forged);
    let checked = answer(&place, "check camp", 3);
    assert_eq!((&checked["verdict"], &checked["recomputed"]), (&json!("not computed again"), &json!(0)));
    let (code, text) = place.run("check camp");
    assert!(code == Some(3) && !text.contains("VERIFIED"), "{text}");
    assert!(text.contains("c   4 of 4 computed again: the same bytes (--recompute all --seed 1;"), "{text}");
    // A name that looks like a verdict stays within its remark.
    forged["gathered"]["host"] = json!("x\ns VERIFIED");
    forge(&forged);
    let (code, text) = place.run("check camp");
    assert!(code == Some(3) && text.contains("x\\ns VERIFIED") && !text.contains("\ns VERIFIED"), "{text}");
    assert_eq!(place.run("check camp --recompute all").0, Some(1));
    // What cannot be read is a remark too.
    for damaged in ["", "{}", "[1]", "{\n  \"sha256\": \"0\"\n}\n"] {
        fs::write(place.path("camp/provenance.json"), damaged).expect("a file");
        let (code, text) = place.run("check camp");
        assert!(code == Some(3) && text.contains("c camp/provenance.json"), "{text}");
    }
    forged["campaign"] = json!("of another");
    forge(&forged);
    assert!(place.run("check camp").1.contains("of another format or another campaign"));
}

/// What ends in a certificate needs no word: the result is verified without its campaign, whatever the word says.
#[test]
fn a_certificate_is_checked_without_its_campaign() {
    let place = Place::planned(NONE, 2);
    assert_eq!(place.run("work camp").0, Some(0));
    assert_eq!(place.run("gather camp --recompute 1 --seed 1").0, Some(0));
    assert_eq!(answer(&place, "check camp", 0)["provenance"], stored(&place));
    fs::rename(place.path("camp/result"), place.path("cubes")).expect("a directory");
    fs::remove_dir_all(place.path("camp")).expect("a directory");
    let checked = answer(&place, "check cubes", 0);
    assert_eq!((&checked["verdict"], &checked["provenance"]), (&json!("verified"), &Value::Null));
}
