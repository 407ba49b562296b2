//! Headers and numbers that lie, under a limit of memory: the answer is right, or the file is refused in one line. What a
//! reader allocates follows what a file has, not what it claims to have.

use crate::Tried;
use crate::place::{Place, Ran};
use crate::subjects::Prepared;
use fastrand::Rng;
use std::fs;

/// More than any of these files needs, and far less than their headers claim.
const LIMIT: &str = "ulimit -v 1000000";

/// Two clauses that contradict each other.
const CLAUSES: &str = "1 0\n-1 0\n";

/// The files of a trial, the command that reads them, and the exit codes that are right.
struct Claimed {
    files: Vec<(&'static str, Vec<u8>)>,
    command: &'static str,
    right: &'static [i32],
}

pub(crate) fn trial(random: &mut Rng, place: &Place, _: &Prepared) -> Tried {
    let kinds = [formula, formula_of_a_proof, lrat, drat, binary_drat, model, cubes, wthor];
    let claimed = kinds[random.usize(..kinds.len())](random);
    for (name, bytes) in &claimed.files {
        fs::write(place.path().join(name), bytes).expect("room");
    }
    let emitted = place.run("emit othello.mobility --board 4x4 --at-least 9 -o own.cnf --map own.map.json");
    if emitted.code != Some(0) {
        return Err(format!("{emitted:?}"));
    }
    let ran = place.run_limited(LIMIT, claimed.command);
    match fault(&ran, claimed.right) {
        Some(fault) => Err(format!("{} under {LIMIT}: {fault}", claimed.command)),
        None => Ok(1),
    }
}

fn fault(ran: &Ran, right: &[i32]) -> Option<String> {
    let is_right = ran.code.is_some_and(|code| right.contains(&code));
    if is_right || ran.code == Some(2) { ran.fault() } else { Some(format!("{ran:?}")) }
}

/// A small number, or one beside a power of two.
fn number(random: &mut Rng) -> u64 {
    if random.bool() {
        random.u64(..5)
    } else {
        (1_u64 << random.u32(3..64)).wrapping_add(random.u64(..3)) - 1
    }
}

fn cnf(random: &mut Rng) -> Vec<u8> {
    let (variables, clauses) = (number(random), if random.bool() { 2 } else { number(random) });
    format!("p cnf {variables} {clauses}\n{CLAUSES}").into_bytes()
}

fn whole(proof: Vec<u8>, command: &'static str, right: &'static [i32]) -> Claimed {
    let formula = format!("p cnf 1 2\n{CLAUSES}").into_bytes();
    Claimed { files: vec![("formula.cnf", formula), ("proof", proof)], command, right }
}

fn formula(random: &mut Rng) -> Claimed {
    Claimed { files: vec![("formula.cnf", cnf(random))], command: "solve --cnf formula.cnf", right: &[20] }
}

fn formula_of_a_proof(random: &mut Rng) -> Claimed {
    let files = vec![("formula.cnf", cnf(random)), ("proof", b"3 0 1 2 0\n".to_vec())];
    Claimed { files, command: "check --cnf formula.cnf --proof proof", right: &[0] }
}

fn lrat(random: &mut Rng) -> Claimed {
    let proof = format!("{} 0 1 2 0\n", number(random));
    whole(proof.into_bytes(), "check --cnf formula.cnf --proof proof", &[0, 1])
}

fn drat(random: &mut Rng) -> Claimed {
    let proof = format!("{} 0\n0\n", number(random));
    whole(proof.into_bytes(), "check --cnf formula.cnf --proof proof", &[0, 1])
}

/// A step with one literal of any size.
fn binary_drat(random: &mut Rng) -> Claimed {
    let mut proof = vec![b'a'];
    let mut literal = number(random);
    while literal > 127 {
        proof.push(literal as u8 | 0x80);
        literal >>= 7;
    }
    proof.extend([literal as u8, 0, b'a', 0]);
    whole(proof, "check --cnf formula.cnf --proof proof", &[0, 1])
}

fn model(random: &mut Rng) -> Claimed {
    let model = format!("s SATISFIABLE\nv {} -{} 0\n", number(random), number(random));
    let files = vec![("model", model.into_bytes())];
    Claimed { files, command: "decode --map own.map.json model", right: &[0, 1] }
}

fn cubes(random: &mut Rng) -> Claimed {
    let cubes = format!("p inccnf\na {} 0\na -{} 0\n", number(random), number(random));
    let command = "cube othello.mobility --board 4x4 --at-least 9 --cubes cubes.icnf --out d";
    Claimed { files: vec![("cubes.icnf", cubes.into_bytes())], command, right: &[0] }
}

/// A database of games whose header has any numbers of games and names.
fn wthor(random: &mut Rng) -> Claimed {
    let mut bytes = vec![20, 24, 1, 1];
    bytes.extend((number(random) as u32).to_le_bytes());
    bytes.extend((number(random) as u16).to_le_bytes());
    bytes.extend([0; 6]);
    bytes.extend(vec![0; 68 * random.usize(..3)]);
    let files = vec![("games.wtb", bytes)];
    Claimed { files, command: "replay othello --file games.wtb", right: &[0, 1] }
}
