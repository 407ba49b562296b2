//! `check DIR --checker CMD`: the program checks every proof of the directory.

use super::certificate;
use crate::support::run::Place;
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// A shell script, as `./NAME`.
fn script(place: &Place, name: &str, text: &str) {
    place.write(name, format!("#!/bin/sh\n{text}\n"));
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path().join(name), executable).expect("the owner may");
}

/// Accepts files that begin like CNF and binary LRAT, and records each call.
const BELIEVER: &str = "grep -q '^p cnf' \"$1\" && head -c 1 \"$2\" | grep -q '[ad]' && \
                        echo \"$1 $2\" >>asked && echo 's VERIFIED'";

fn check(place: &Place, directory: &str, command: &str) -> crate::support::run::Ran {
    let command = format!("{command} {{cnf}} {{proof}}");
    place.run_arguments(&["-q", "check", directory, "--checker", &command], "")
}

/// Three directories, with the number of proofs in each.
fn directories(place: &Place) -> [(&'static str, usize); 3] {
    place.run("-q prove othello.mobility --board 4x4 --out cert").answers(0);
    place
        .run("-q enumerate othello.mobility --board 4x4 --at-least 8 --up-to-symmetry --out list")
        .answers(0);
    place.run("-q cube othello.mobility --board 4x4 --at-least 9 --count 2 --out cubes").answers(0);
    for index in 0..2 {
        place.run(&format!("-q run-cube cubes {index}")).answers(0);
    }
    [("cert", 1), ("list", 1), ("cubes", 3)]
}

#[test]
fn every_proof_of_a_directory_goes_to_the_program() {
    let place = Place::new();
    script(&place, "believer", BELIEVER);
    script(&place, "doubter", "echo 's NOT VERIFIED'");
    script(&place, "silent", "exit 0");
    for (directory, proofs) in directories(&place) {
        let _ = fs::remove_file(place.path().join("asked"));
        let ran = check(&place, directory, "./believer");
        let end = format!("c {proofs} proofs by ./believer\ns VERIFIED\n");
        assert!(ran.answers(0).ends_with(&end), "{}", ran.out());
        assert_eq!(place.read("asked").lines().count(), proofs, "{directory}");
        for (name, says) in
            [("./doubter", "says `s NOT VERIFIED`"), ("./silent", "does not say `s VERIFIED`")]
        {
            let ran = check(&place, directory, name);
            assert!(
                ran.answers(1).contains(says) && ran.out().ends_with("\ns NOT VERIFIED\n"),
                "{}",
                ran.out()
            );
        }
    }
    let command = "./believer {cnf} {proof}";
    let object = place.run_arguments(&["-q", "--json", "check", "cert", "--checker", command], "").json(0);
    assert_eq!((&object["checker"], &object["checked_by_it"]), (&"./believer".into(), &1.into()));
}

/// A program that refuses only the last of several proofs.
#[test]
fn one_refused_proof_fails_the_check() {
    let place = Place::new();
    directories(&place);
    script(&place, "tired", "echo x >>asked; [ $(wc -l <asked) = 3 ] || echo 's VERIFIED'");
    let ran = check(&place, "cubes", "./tired");
    assert!(ran.answers(1).contains("cube-000001.lrat: ./tired does not say"), "{}", ran.out());
}

#[test]
fn a_missing_checker_is_an_error() {
    let place = certificate();
    for command in ["./nowhere", "no-such-program-anywhere"] {
        check(&place, "cert", command).refused(&["--checker", command, "no such program"]);
    }
    place
        .run_arguments(&["-q", "check", "cert", "--checker", "true"], "")
        .refused(&["--checker true: {cnf} is missing"]);
    // A damaged directory is not verified, even if the program accepts its proofs.
    script(&place, "believer", BELIEVER);
    place.write("cert/witness.txt", "");
    assert!(check(&place, "cert", "./believer").answers(1).ends_with("s NOT VERIFIED\n"));
}
