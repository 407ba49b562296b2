//! Forged results with the right seals: nobody believes a campaign that was not computed again, or a witness of a
//! relaxation.

use crate::Tried;
use crate::place::Place;
use crate::subjects::Prepared;
use certamen::ask::emission::sha256;
use certamen::ask::witness::AnyWitness;
use certamen::games::othello::query::OthelloWitness;
use certamen::work::durable;
use fastrand::Rng;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Campaigns whose outputs have no proofs: the commands that do all their tasks.
const CAMPAIGNS: [&[&str]; 3] = [
    &["plan count go.positions --board 4x4 --out camp"],
    &["plan profile othello max(count(legal)) --board 4x4 --by count(occupied) --out camp"],
    &["retro build push-fight --board 4x3 --dir pf", "plan stats push-fight --dir pf --tasks 3 --out camp"],
];

/// A digit of one output is changed, the output sealed anew, and the result gathered again.
pub(crate) fn campaign(random: &mut Rng, place: &Place, _: &Prepared) -> Tried {
    for command in CAMPAIGNS[random.usize(..CAMPAIGNS.len())].iter().chain(&["work camp", "gather camp"]) {
        done(place, command)?;
    }
    let outputs: Vec<_> = place.contents("camp/out").into_keys().collect();
    let output = random.choice(&outputs).ok_or("no output")?;
    if !reseal(&place.path().join("camp/out").join(output), random) {
        return Ok(1);
    }
    fs::remove_dir_all(place.path().join("camp/result")).map_err(|error| error.to_string())?;
    let gathered = place.run("gather camp");
    if let Some(fault) = gathered.fault().filter(|_| gathered.code != Some(1)) {
        return Err(format!("{}: {fault}", output.display()));
    }
    for command in ["check camp", "check camp --recompute all"] {
        let ran = place.run(command);
        let is_believed = ran.code == Some(0) || ran.out.contains("s VERIFIED");
        let overlooked = command.ends_with("all") && ran.code == Some(3);
        if is_believed || overlooked || ran.err.contains("panicked") {
            return Err(format!("{}, {command}: {ran:?}", output.display()));
        }
    }
    Ok(1)
}

fn done(place: &Place, command: &str) -> Result<(), String> {
    let ran = place.run(command);
    if ran.code == Some(0) { Ok(()) } else { Err(format!("{command}: {ran:?}")) }
}

/// Changes a digit of an output, and seals it anew. False if it has none.
fn reseal(path: &Path, random: &mut Rng) -> bool {
    let bytes = fs::read(path).expect("an output");
    let end = bytes.windows(2).rposition(|two| two == b"\n{").expect("a seal");
    let (payload, seal) = bytes.split_at(end);
    let mut payload = payload.to_vec();
    let digits: Vec<usize> = (0..payload.len()).filter(|&at| payload[at].is_ascii_digit()).collect();
    let Some(at) = random.choice(digits) else { return false };
    payload[at] = b'0' + (payload[at] - b'0' + random.u8(1..10)) % 10;
    let members = seal.windows(10).rposition(|ten| ten == b",\"sha256\":").expect("a checksum");
    payload.extend_from_slice(&seal[..members]);
    let sum = sha256(&payload);
    payload.extend_from_slice(format!(",\"sha256\":\"{sum}\"}}\n").as_bytes());
    fs::write(path, payload).expect("room");
    true
}

/// A cube of a relaxation gets a verdict with a position, and with no model or that of another cube.
pub(crate) fn relaxation(random: &mut Rng, place: &Place, _: &Prepared) -> Tried {
    let (discs, steps, at_least) = (random.u32(6..10), random.u32(1..5), random.u32(2..9));
    let steps = steps.min(discs - 4);
    let command = format!(
        "cube othello.mobility --board 4x4 --reachable --discs {discs} --last-steps {steps} --at-least {at_least} \
         --count 2 --out d"
    );
    done(place, &command)?;
    let manifest = fs::read(place.path().join("d/cubes.json")).map_err(|error| error.to_string())?;
    let manifest: Value = serde_json::from_slice(&manifest).map_err(|error| error.to_string())?;
    let count = manifest["cubes"].as_array().map_or(0, Vec::len);
    for cube in 0..count {
        done(place, &format!("run-cube d {cube}"))?;
    }
    let before = place.run("check d");
    let verdicts: Vec<Value> = (0..count).map(|cube| verdict(place, cube)).collect();
    if count == 0 {
        return Ok(1);
    }
    let cube = random.usize(..count);
    let model = random
        .choice(&verdicts)
        .map_or(Value::Null, |other| other["verdict"]["satisfiable"]["model"].clone());
    let model = if model.is_array() { model } else { json!([]) };
    // The four squares of the centre are never empty.
    let least = |at: usize| usize::from([5, 6, 9, 10].contains(&at));
    let board: String = (0..16).map(|at| ['-', 'O', 'X'][random.usize(least(at)..3)]).collect();
    let witness = OthelloWitness::of_board(board.clone()).map_err(|error| format!("{board}: {error}"))?;
    let mut record = verdicts[cube].clone();
    record["verdict"] =
        json!({ "satisfiable": { "witness": AnyWitness::new("othello", witness), "model": model } });
    let members = record.as_object_mut().ok_or("no object")?;
    members.remove("proof");
    members.remove("sha256");
    durable::write_sealed(&place.path().join(format!("d/cube-{cube:06}.json")), &record)
        .map_err(|error| error.to_string())?;
    let ran = place.run("check d");
    if ran.code == Some(1) && !ran.out.contains("s VERIFIED") && before.code != Some(2) {
        Ok(1)
    } else {
        Err(format!(
            "{board} in cube {cube} of {discs} discs, {steps} steps, {at_least} moves: {ran:?}, before {before:?}"
        ))
    }
}

fn verdict(place: &Place, cube: usize) -> Value {
    let text = fs::read(place.path().join(format!("d/cube-{cube:06}.json"))).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}
