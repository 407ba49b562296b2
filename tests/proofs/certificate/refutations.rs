//! Refutations of something else than the claim needs, with valid proofs: the clauses must be those of the question.

use super::copy::{Copy, MANIFEST, run};
use crate::support::random::Random;
use cnf_out::solver::{LratFormat, Refuter, Verdict};
use rustsat::types::{Clause, Lit};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The clauses of a DIMACS file, and its comments.
struct Cnf {
    comments: Vec<String>,
    variables: u32,
    clauses: Vec<Vec<i32>>,
}

impl Cnf {
    fn parse(text: &str) -> Self {
        let formula = verify::dimacs::read(text.as_bytes()).expect("a formula");
        let clause =
            |clause: &[verify::dimacs::Literal]| clause.iter().map(|literal| literal.get()).collect();
        Self {
            comments: text.lines().take_while(|line| line.starts_with('c')).map(str::to_owned).collect(),
            variables: formula.variables(),
            clauses: formula.clauses().map(clause).collect(),
        }
    }

    fn text(&self) -> String {
        let mut lines = self.comments.clone();
        lines.push(format!("p cnf {} {}", self.variables, self.clauses.len()));
        lines.extend(self.clauses.iter().map(|clause| {
            let numbers: Vec<String> = clause.iter().chain([&0]).map(ToString::to_string).collect();
            numbers.join(" ")
        }));
        lines.join("\n") + "\n"
    }

    /// A proof that it is unsatisfiable; `None` if it is satisfiable.
    fn refuted(&self, format: LratFormat) -> Option<Vec<u8>> {
        let mut refuter = Refuter::new(self.clauses.len(), format, Vec::new()).expect("a solver");
        for clause in &self.clauses {
            let literals = clause.iter().map(|&number| Lit::from_ipasir(number).expect("a literal"));
            refuter.add_clause(&literals.collect::<Clause>()).expect("a clause that fits");
        }
        match refuter.solve().expect("an answer").verdict {
            Verdict::Unsatisfiable(refuted) => Some(refuted.proof),
            Verdict::Satisfiable(_) => None,
            Verdict::Interrupted(reason) => panic!("{reason}"),
        }
    }
}

/// The certificate of 8 legal moves on 4x4, with the names of its refutation's files.
struct Whole {
    copy: Copy,
    cnf: String,
    map: String,
    proof: String,
}

impl Whole {
    fn new() -> Self {
        let copy = Copy::of_mobility("4x4");
        let [cnf, map, proof] = [".cnf", ".map.json", ".lrat.zst"].map(|end| copy.name_of(end));
        Self { copy, cnf, map, proof }
    }

    fn clauses(&self) -> Cnf {
        Cnf::parse(&self.copy.text(&self.cnf))
    }

    /// A copy with other clauses and a proof that refutes these.
    fn with_clauses(&self, cnf: &Cnf) -> Copy {
        let copy = self.copy.again();
        copy.write(&self.cnf, cnf.text());
        let proof = cnf.refuted(LratFormat::Binary).expect("clauses that are refuted");
        copy.write_proof(&self.proof, &proof);
        copy.seal();
        copy
    }

    /// A copy with the refutation of another question, with map and proof as written by `emit`.
    fn with_refutation_of(&self, flags: &str, changes: &[(&str, Value)]) -> Copy {
        let copy = self.copy.again();
        let home: PathBuf = copy.path("..");
        run(&format!("emit othello.mobility {flags} -o other.cnf --map other.map"), &home);
        let read = |name: &str| std::fs::read(home.join(name)).expect("a file");
        copy.write(&self.cnf, read("other.cnf"));
        copy.write(&self.map, read("other.map"));
        let cnf = Cnf::parse(&copy.text(&self.cnf));
        copy.write_proof(&self.proof, &cnf.refuted(LratFormat::Binary).expect("clauses that are refuted"));
        copy.edit(|manifest| {
            for (field, value) in changes {
                let place = manifest.pointer_mut(&format!("/parts/1/{field}"));
                *place.unwrap_or_else(|| panic!("no {field}")) = value.clone();
            }
        });
        copy.seal();
        copy
    }
}

#[test]
fn the_refutation_is_accepted_for_every_form_of_the_question() {
    let whole = Whole::new();
    assert_eq!(whole.with_clauses(&whole.clauses()).check(), Ok(()));
    let same = whole.with_refutation_of("--board 4x4 --at-least 9 --symmetry-breaking", &[]);
    assert_eq!(same.check(), Ok(()));
    let plain = [("question/symmetry_breaking", json!(false))];
    let unbroken = whole.with_refutation_of("--board 4x4 --at-least 9", &plain);
    assert_eq!(unbroken.check(), Ok(()));
    let both = [("encoding/directions", json!("both"))];
    let full = whole.with_refutation_of("--board 4x4 --at-least 9 --symmetry-breaking --full", &both);
    assert_eq!(full.check(), Ok(()));
}

#[test]
fn dropped_clauses_are_noticed() {
    let whole = Whole::new();
    let mut tried = 0;
    for dropped in (0..whole.clauses().clauses.len()).rev() {
        let mut cnf = whole.clauses();
        cnf.clauses.remove(dropped);
        if cnf.refuted(LratFormat::Binary).is_some() {
            whole.with_clauses(&cnf).assert_refused(&[&whole.cnf, "not what this program writes"]);
            tried += 1;
        }
        if tried == 5 {
            return;
        }
    }
    panic!("hardly a clause can be dropped: {tried}");
}

#[test]
fn added_clauses_are_noticed() {
    let whole = Whole::new();
    for added in [vec![], vec![1], vec![-1, 2]] {
        let mut cnf = whole.clauses();
        cnf.clauses.push(added);
        whole.with_clauses(&cnf).assert_refused(&[&whole.cnf, "not what this program writes"]);
    }
}

#[test]
fn clauses_in_another_order_or_form_are_noticed() {
    let whole = Whole::new();
    let mut reversed = whole.clauses();
    reversed.clauses.reverse();
    let mut commented = whole.clauses();
    commented.comments.push("c more".to_owned());
    let mut wider = whole.clauses();
    wider.variables += 1;
    for cnf in [reversed, commented, wider] {
        whole.with_clauses(&cnf).assert_refused(&[&whole.cnf, "not what this program writes"]);
    }
}

#[test]
fn a_map_of_something_else_is_noticed() {
    let whole = Whole::new();
    let copy = whole.copy.again();
    copy.replace(&whole.map, "\"own[a1]\": 1,", "\"own[a1]\": 2,");
    copy.seal();
    copy.assert_refused(&[&whole.map, "not what this program writes"]);
}

#[test]
fn refutations_of_other_questions_do_not_show_the_claim() {
    let whole = Whole::new();
    let broken = "--symmetry-breaking";
    let refuted = ["the parts do not show the claim", "9 legal moves have to be refuted"];
    let more = whole.with_refutation_of(
        &format!("--board 4x4 --at-least 10 {broken}"),
        &[("question/at_least", json!(10))],
    );
    more.assert_refused(&refuted);
    let emptier = whole.with_refutation_of(
        &format!("--board 4x4 --at-least 9 --empties 1 {broken}"),
        &[("question/empties", json!(1))],
    );
    emptier.assert_refused(&refuted);
    let larger = whole.with_refutation_of(
        &format!("--board 6x6 --at-least 21 {broken}"),
        &[("question/at_least", json!(21)), ("question/board", json!("6x6"))],
    );
    larger.assert_refused(&refuted);
}

/// The manifest has one question, and the files belong to another.
#[test]
fn files_of_other_questions_are_refused() {
    let whole = Whole::new();
    for flags in [
        "--board 4x4 --at-least 10 --symmetry-breaking",
        "--board 4x4 --at-least 9",
        "--board 4x4 --at-least 9 --empties 1 --symmetry-breaking",
        "--board 4x4 --at-least 9 --symmetry-breaking --full",
        "--board 6x6 --at-least 21 --symmetry-breaking",
    ] {
        let other = whole.with_refutation_of(flags, &[]);
        other.assert_refused(&[&whole.cnf, "not what this program writes"]);
    }
}

#[test]
fn another_encoding_is_another_cnf() {
    let whole = Whole::new();
    for (field, value) in [("directions", "both"), ("cardinality", "count-true"), ("cardinality", "adder")] {
        let copy = whole.copy.again();
        copy.edit(|manifest| manifest["parts"][1]["encoding"][field] = json!(value));
        copy.seal();
        copy.assert_refused(&[&whole.cnf, "not what this program writes"]);
    }
}

#[test]
fn proofs_of_other_formulas_are_refused() {
    let whole = Whole::new();
    let mut with_contradiction = whole.clauses();
    with_contradiction.clauses.extend([vec![1], vec![-1]]);
    let of_contradiction = with_contradiction.refuted(LratFormat::Binary).expect("a contradiction");
    let larger = Copy::of_mobility("6x6");
    let text = whole.clauses().refuted(LratFormat::Text).expect("the clauses are refuted");
    let own = whole.copy.proof(&whole.proof);
    let cut = own[..own.len() - 2].to_vec();
    let map = whole.copy.read(&whole.map);
    for proof in [Vec::new(), of_contradiction, larger.proof(&larger.name_of(".lrat.zst")), text, cut, map] {
        let copy = whole.copy.again();
        copy.write_proof(&whole.proof, &proof);
        copy.seal();
        copy.assert_refused(&[&whole.proof]);
    }
}

/// What is stored is the proof in one frame of zstd and nothing else: neither more steps, nor more frames, nor other bytes.
#[test]
fn nothing_may_follow_a_proof() {
    let whole = Whole::new();
    let (stored, proof) = (whole.copy.read(&whole.proof), whole.copy.proof(&whole.proof));
    let frame = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("a frame");
    let in_two_frames = [frame(&proof[..9]), frame(&proof[9..])].concat();
    for (bytes, stands) in [
        (stored.clone(), true),
        (in_two_frames, false),
        ([stored.clone(), frame(b"a")].concat(), false),
        (frame(&[proof.clone(), vec![b'd', 2, 0]].concat()), false),
        ([stored.clone(), b"more".to_vec()].concat(), false),
        (stored[..stored.len() - 1].to_vec(), false),
        (proof, false),
    ] {
        let copy = whole.copy.again();
        copy.write(&whole.proof, bytes);
        copy.seal();
        assert_eq!(copy.check().is_ok(), stands, "{:?}", copy.check());
    }
}

/// A proof may stay valid after a change, so the test only asserts that there is an answer.
#[test]
fn changed_proofs_never_cause_a_panic() {
    let whole = Whole::new();
    let copy = whole.copy.again();
    let proof = copy.proof(&whole.proof);
    let mut random = Random::new(12);
    let mut refused = 0;
    for _ in 0..300 {
        let mut changed = proof.clone();
        changed[random.below(proof.len())] ^= 1 << random.below(8);
        copy.write_proof(&whole.proof, &changed);
        copy.seal();
        refused += usize::from(copy.check().is_err());
    }
    assert!(refused > 100, "hardly any change matters: {refused}");
}

/// Every other file is compared with something that its author cannot choose; except for the fields that name the
/// author.
#[test]
fn changed_files_with_right_hashes_are_refused() {
    let whole = Whole::new();
    for name in [&whole.cnf, &whole.map, &whole.copy.name_of(".txt"), MANIFEST] {
        let copy = whole.copy.again();
        let bytes = copy.read(name);
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let free: Vec<_> = ["\"certamen\": \"", "\"solver\": \""]
            .into_iter()
            .filter_map(|field| text.find(field).map(|start| start + field.len()))
            .map(|start| start..start + text[start..].find('"').expect("the end of the text"))
            .collect();
        let mut random = Random::new(13);
        let positions = (0..200).map(|_| random.below(bytes.len())).chain([0, bytes.len() - 1]);
        for position in positions.filter(|position| !free.iter().any(|range| range.contains(position))) {
            let mut changed = bytes.clone();
            changed[position] ^= 1 << (position % 7);
            copy.write(name, changed);
            copy.seal();
            assert!(copy.check().is_err(), "byte {position} of {name}");
        }
    }
}
