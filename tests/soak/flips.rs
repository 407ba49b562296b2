//! Changed bytes in a directory of every kind: each command that reads it refuses it, or gives the right answer.

use crate::Tried;
use crate::damage::Patient;
use crate::place::Place;
use crate::subjects::Prepared;
use fastrand::Rng;
use std::fs;

/// The number of changes that are made to one directory, one after the other.
const CHANGES: u64 = 4;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let patient = Patient::choose(random, prepared)?;
    for _ in 0..CHANGES {
        let Some(file) = patient.file(random) else { break };
        let mut bytes = patient.contents[file].clone();
        if bytes.is_empty() {
            continue;
        }
        let what = format!("{} {}", file.display(), alter(random, &mut bytes));
        patient.expose(place, &what, |directory| fs::write(directory.join(file), &bytes).expect("room"))?;
    }
    Ok(CHANGES)
}

/// Changes bytes, and returns a description of the change.
pub(crate) fn alter(random: &mut Rng, bytes: &mut Vec<u8>) -> String {
    let place = random.usize(..bytes.len());
    match random.u8(..8) {
        0 => {
            bytes.truncate(place);
            format!("cut to {place} bytes")
        }
        1 => {
            let any = random.u8(..);
            let byte = random.choice([0, b'\n', b' ', any]).unwrap_or(0);
            bytes.push(byte);
            format!("lengthened by {byte:#04x}")
        }
        2 => {
            let byte = random.u8(..);
            bytes.insert(place, byte);
            format!("with {byte:#04x} before byte {place}")
        }
        3 => {
            bytes.remove(place);
            format!("without byte {place}")
        }
        4 => {
            let byte = random.u8(1..);
            bytes[place] ^= byte;
            format!("with byte {place} xor {byte:#04x}")
        }
        _ => {
            let bit = random.u8(..8);
            bytes[place] ^= 1 << bit;
            format!("with bit {bit} of byte {place} turned")
        }
    }
}
