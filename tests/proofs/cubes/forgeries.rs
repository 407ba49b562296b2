//! Verdicts that are consistent in themselves but claim more than they show: their checksums are computed again.

use super::{NONE, Place};
use certamen::ask::emission::sha256;
use certamen::ask::witness::AnyWitness;
use certamen::games::othello::query::OthelloWitness;
use certamen::work::durable;
use serde_json::{Value, json};
use std::fs;

/// No last steps lead to 8 legal moves with 8 discs on 4x4; some lead to 3.
const STEPS: &str = "--board 4x4 --reachable --discs 8 --last-steps 4";
/// A position with 8 discs and 8 legal moves, which no game reaches.
const UNREACHED: &str = "---O-OX-XOO--X-X";

impl Place {
    fn verdict(&self, cube: usize) -> Value {
        let text = fs::read_to_string(self.path(&format!("cube-{cube:06}.json"))).expect("a verdict");
        let (members, _) = text.rsplit_once(",\n  \"sha256\"").expect("a checksum");
        serde_json::from_str(&format!("{members}}}")).expect("JSON")
    }

    /// Writes another verdict of a cube, as a forger would.
    fn forge(&self, cube: usize, verdict: &Value) {
        let (path, proof) = (format!("cube-{cube:06}.json"), self.path(&format!("cube-{cube:06}.lrat")));
        let mut record = self.verdict(cube);
        record["verdict"] = verdict.clone();
        record.as_object_mut().expect("an object").remove("proof");
        durable::write_sealed(&self.path(&path), &record).expect("a file");
        _ = fs::remove_file(proof);
    }

    /// The numbers of the cubes with a model, after all were solved.
    fn with_models(&self, count: usize) -> Vec<usize> {
        let solved = (0..count).filter(|&cube| self.solve(cube).1.contains(": satisfiable"));
        solved.collect()
    }

    /// The check and the command that solves a cube refuse its verdict alike.
    fn refuses(&self, cube: usize, says: &str) {
        let complaint = self.complaint();
        assert!(complaint.contains(says), "{complaint}");
        let (code, text) = self.solve(cube);
        assert!(code == Some(2) && text.contains(says), "{text}");
    }
}

fn othello(board: &str) -> Value {
    let witness = OthelloWitness::of_board(board.to_owned()).expect("a board");
    serde_json::to_value(AnyWitness::new("othello", witness)).expect("JSON")
}

#[test]
fn a_witness_of_a_relaxation_is_no_answer() {
    let language = json!({ "game": "othello", "position": UNREACHED });
    for (asked, witness) in [
        (format!("othello.mobility {STEPS} --at-least 8"), othello(UNREACHED)),
        (format!("othello count(legal)>=8 {STEPS}"), language),
    ] {
        let place = Place::split(&asked, 2);
        place.solve_all();
        assert_eq!(place.check().0, Some(0), "a relaxation can be refuted");
        for (verdict, says) in [
            (json!({ "satisfiable": witness }), "cube-000000.json"),
            (
                json!({ "satisfiable": { "witness": witness, "model": [] } }),
                "not one of the clauses in this cube",
            ),
            (json!({ "satisfiable": { "witness": witness, "model": [1, -1] } }), "not one of the clauses"),
            (json!({ "satisfiable": { "witness": witness, "model": [0] } }), "a literal of no variable"),
            (json!({ "satisfiable": { "witness": witness, "model": [99_999_999] } }), "of no variable"),
        ] {
            place.forge(0, &verdict);
            place.refuses(0, says);
        }
    }
}

#[test]
fn a_model_of_a_relaxation_shows_nothing() {
    for asked in
        [format!("othello.mobility {STEPS} --at-least 3"), format!("othello count(legal)>=3 {STEPS}")]
    {
        let place = Place::split(&asked, 2);
        let found = place.with_models(2);
        let first = *found.first().expect("a model");
        let remark = "a model of a relaxation, which need not be an answer";
        let (code, text) = place.solve(first);
        assert!(
            code == Some(0) && text.ends_with(&format!("cube {first}: satisfiable by {remark}\n")),
            "{text}"
        );
        let (_, text) = place.run(&["--json", "run-cube", "cubes", &first.to_string()]);
        assert!(text.contains(&format!("\"relaxation\":\"{remark}\"")), "{text}");
        let complaint = place.complaint();
        assert!(
            complaint.contains(&format!("cube {first} has {remark}: so nothing is shown")),
            "{complaint}"
        );
    }
}

#[test]
fn the_model_of_a_cube_is_held_against_its_literals() {
    let place = Place::split("othello.mobility --board 4x4 --at-least 3", 4);
    let found = place.with_models(4);
    let [one, other, ..] = found[..] else { panic!("two cubes with models") };
    assert_eq!(place.check().0, Some(0));
    let [verdict, elsewhere] = [one, other].map(|cube| place.verdict(cube)["verdict"].clone());
    place.forge(one, &elsewhere);
    place.refuses(one, "its model is not one of the clauses in this cube");
    let mut mixed = verdict.clone();
    mixed["satisfiable"]["witness"] = elsewhere["satisfiable"]["witness"].clone();
    place.forge(one, &mixed);
    place.refuses(one, "its witness is not the one of its model");
    let start = othello("-----OX--XO-----");
    mixed["satisfiable"]["witness"] = start;
    place.forge(one, &mixed);
    place.refuses(one, "its witness is not the one of its model");
    mixed["satisfiable"]["witness"] = othello("------X--XO-----");
    place.forge(one, &mixed);
    place.refuses(one, "centre square");
    place.forge(one, &verdict);
    assert_eq!(place.check().0, Some(0));
}

#[test]
fn verdicts_and_proofs_of_other_cubes_and_questions_are_refused() {
    let place = Place::split(NONE, 2);
    place.solve_all();
    let proof = |cube: usize| place.path(&format!("cube-{cube:06}.lrat"));
    let whole = fs::read(proof(1)).expect("a proof");
    // The proof of the other cube, with a new checksum.
    fs::copy(proof(0), proof(1)).expect("a file");
    place.seal();
    assert!(place.complaint().contains("cube-000001.lrat"));
    fs::write(proof(1), &whole).expect("a file");
    place.seal();
    assert_eq!(place.check().0, Some(0));
    // A verdict of another question, which names this manifest.
    let other = Place::split("othello.mobility --board 4x4 --at-least 10", 2);
    other.solve_all();
    for name in ["cube-000001.json", "cube-000001.lrat"] {
        fs::copy(other.path(name), place.path(name)).expect("a file");
    }
    place.seal();
    assert!(place.complaint().contains("the verdict of another cube, or of another CNF"));
    // It claims to be about this CNF.
    let mut record = place.verdict(1);
    record["cnf"] = place.verdict(0)["cnf"].clone();
    record["cube"] = place.manifest()["cubes"][1].clone();
    record["proof"] = sha256(&fs::read(proof(1)).expect("a proof")).into();
    durable::write_sealed(&place.path("cube-000001.json"), &record).expect("a file");
    assert!(place.complaint().contains("cube-000001.lrat"));
}

#[test]
fn cubes_that_cover_nothing_or_more_than_all_are_right_or_refused() {
    let place = Place::split(NONE, 2);
    place.solve_all();
    // One empty cube is the whole question: its proof has to refute that.
    place.edit(|manifest| manifest["cubes"] = json!([[]]));
    let mut record = place.verdict(0);
    record["cube"] = json!([]);
    durable::write_sealed(&place.path("cube-000000.json"), &record).expect("a file");
    place.seal();
    assert!(place.complaint().contains("cube-000000.lrat"));
    // A cube that contradicts itself is refuted, and covers nothing.
    place.edit(|manifest| manifest["cubes"] = json!([[1, -1]]));
    record["cube"] = json!([1, -1]);
    durable::write_sealed(&place.path("cube-000000.json"), &record).expect("a file");
    place.seal();
    let complaint = place.complaint();
    assert!(complaint.contains("do not cover everything"), "{complaint}");
}
