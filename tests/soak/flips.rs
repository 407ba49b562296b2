//! Changed bytes in a directory of every kind: each command that reads it refuses it, or gives the right answer.

use crate::Tried;
use crate::place::{Contents, Place};
use crate::subjects::{Prepared, SUBJECTS, Subject, Whole};
use fastrand::Rng;
use std::time::Duration;

/// The number of changes that are made to one directory, one after the other.
const CHANGES: usize = 4;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
    let whole = prepared.get(subject)?;
    let is_unfinished = subject.before.is_empty() && random.u8(..4) == 0;
    let good =
        if is_unfinished { unfinished(random, place, subject, &whole) } else { whole.contents.clone() };
    for change in 0..CHANGES {
        changed(random, place, subject, &whole, &good, change, is_unfinished)?;
    }
    Ok(CHANGES as u64)
}

/// The directory of a run that was killed.
fn unfinished(random: &mut Rng, place: &Place, subject: &Subject, whole: &Whole) -> Contents {
    let time = Duration::from_secs_f64(whole.time.as_secs_f64() * random.f64());
    let killed = Place::new();
    let _ = killed.start(subject.make).ended_within(time);
    let contents = killed.contents("d");
    place.copy(&contents, "unfinished");
    contents
}

/// Changes a file, and lets every command read its own copy of the directory.
fn changed(
    random: &mut Rng,
    place: &Place,
    subject: &Subject,
    whole: &Whole,
    good: &Contents,
    change: usize,
    is_unfinished: bool,
) -> Result<(), String> {
    let files: Vec<_> = good.iter().filter(|(_, bytes)| !bytes.is_empty()).collect();
    if files.is_empty() {
        return Ok(());
    }
    let (file, bytes) = files[random.usize(..files.len())];
    let mut damaged = bytes.clone();
    let what = alter(random, &mut damaged);
    let mut contents = good.clone();
    contents.insert(file.clone(), damaged);
    for (number, (reader, answer)) in subject.readers().zip(&whole.answers).enumerate() {
        // For an unfinished directory only the command that makes it has an answer.
        if is_unfinished && number > 0 {
            break;
        }
        let name = format!("{change}-{number}");
        let copy = Place::new();
        copy.copy(&contents, "d");
        let ran = copy.run(reader);
        let refuses = matches!(ran.code, Some(1 | 2)) && !ran.out.contains("\ns VERIFIED");
        let is_right = ran.agrees(answer) && !(subject.is_strict && reader.starts_with("check"));
        let fault = ran.fault().filter(|_| ran.code != Some(1));
        // A certificate is made anew in every case, unless the directory has other files.
        if (refuses || is_right) && fault.is_none() {
            continue;
        }
        place.copy(&contents, &name);
        let kind = if is_unfinished { "unfinished " } else { "" };
        let fault = fault.unwrap_or_else(|| format!("{ran:?}"));
        return Err(format!("{kind}{}: {} {what}, {reader}: {fault}", subject.name, file.display()));
    }
    Ok(())
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
