//! `check` on formulas, proofs and certificates that are truncated, altered or not text.

use crate::support::run::Place;

/// An unsatisfiable formula, and its proof as text.
fn proved() -> Place {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 9";
    place.run(&format!("emit {question} -o m.cnf")).answers(0);
    place.run(&format!("solve {question} --proof m.lrat")).answers(20);
    place.run("check --cnf m.cnf --proof m.lrat").answers(0);
    place
}

#[test]
fn formulas_that_cannot_be_read_are_refused_with_the_place() {
    let place = proved();
    let cnf = place.read("m.cnf");
    let header = cnf.lines().find(|line| line.starts_with("p cnf ")).expect("a header").to_owned();
    let more = header.replacen("p cnf 1", "p cnf ", 1);
    assert_ne!(more, header);
    let last = cnf.trim_end().rfind('\n').expect("lines") + 1;
    for (text, says) in [
        (String::new(), "no header"),
        ("hello".to_owned(), "line 1"),
        (cnf[..last].to_owned(), "clauses"),
        (cnf[..cnf.len() - 3].to_owned(), "other.cnf"),
        (cnf.clone() + "1 2 0\n", "other.cnf"),
        (cnf.replacen(&header, &more, 1), "line "),
        (cnf.replacen(&header, "p cnf 99999999999999999999 1", 1), "line 2"),
        (cnf.replacen(&header, "p dnf 1 1", 1), "line 2"),
        (cnf.replacen(" 0\n", " zero\n", 1), "line 3"),
        (format!("{header}\n{cnf}"), "line "),
    ] {
        place.write("other.cnf", text);
        place.run("check --cnf other.cnf --proof m.lrat").refused(&["other.cnf", says]);
    }
    for bytes in [[0xff; 64], [0; 64]] {
        place.write("other.cnf", bytes);
        place.run("check --cnf other.cnf --proof m.lrat").refused(&["other.cnf"]);
    }
    place.run("check --cnf nowhere --proof m.lrat").refused(&["cannot read nowhere"]);
    place.run("check --cnf . --proof m.lrat").refused(&["cannot read ."]);
}

#[test]
fn proofs_that_do_not_hold_are_not_verified() {
    let place = proved();
    let proof = place.read("m.lrat");
    let last = proof.trim_end().rfind('\n').expect("lines") + 1;
    let texts = [
        String::new(),
        "c nothing\n".to_owned(),
        "1 0 0\n".to_owned(),
        proof[..last].to_owned(),
        proof[last..].to_owned(),
    ];
    for proof in texts {
        place.write("other.lrat", proof);
        let ran = place.run("check --cnf m.cnf --proof other.lrat");
        assert!(ran.answers(1).ends_with("s NOT VERIFIED\n"), "{}", ran.out());
        assert!(ran.out().starts_with("c other.lrat: ") && ran.out().lines().count() == 2, "{}", ran.out());
        let object = place.run("check --cnf m.cnf --proof other.lrat --json").json(1);
        assert_eq!(object["verdict"], "not verified");
    }
    // What cannot be read is not judged.
    let cnf = place.read("m.cnf");
    let within = proof[..last].rfind(' ').expect("a blank");
    for proof in [
        b"hello\n".as_slice(),
        b"99999999999999999999 0 1 0\n",
        &proof.as_bytes()[..within],
        cnf.as_bytes(),
        &[0xff; 64],
        &[0; 64],
        b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"a",
    ] {
        place.write("other.lrat", proof);
        place.run("check --cnf m.cnf --proof other.lrat").refused(&["other.lrat: "]);
    }
    place.run("check --cnf m.cnf --proof nowhere").refused(&["cannot read nowhere"]);
    place.run("check --cnf m.cnf --proof .").refused(&["cannot read ."]);
}

#[test]
fn certificates_that_are_damaged_are_not_verified() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out whole").answers(0);
    std::fs::create_dir(place.path().join("empty")).expect("a directory");
    place.run("check nowhere").refused(&["cannot read nowhere"]);
    place.run("check whole/SHA256SUMS").refused(&["whole/SHA256SUMS is not a directory"]);
    for directory in ["empty", "."] {
        let ran = place.run(&format!("check {directory}"));
        assert!(ran.answers(1).ends_with("s NOT VERIFIED\n"), "{directory}");
        assert!(ran.out().starts_with(&format!("c {directory}")), "{}", ran.out());
    }
    let mut bytes = std::fs::read(place.path().join("whole/refutation.lrat.zst")).expect("a proof");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    place.write("whole/refutation.lrat.zst", bytes);
    let object = place.run("check whole --json").json(1);
    assert_eq!(object["verdict"], "not verified");
    assert!(
        object["reason"].as_str().is_some_and(|reason| reason.contains("refutation.lrat.zst")),
        "{object}"
    );
}
