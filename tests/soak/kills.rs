//! Kills at random moments: the command is run again until it finishes, with the same files as an undisturbed run.

use crate::Tried;
use crate::place::Place;
use crate::subjects::{Prepared, SUBJECTS, difference};
use fastrand::Rng;
use std::time::Duration;

/// The greatest number of kills for one directory.
const MOST_KILLS: u64 = 8;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
    let whole = prepared.get(subject)?;
    place.copy(&whole.before, "d");
    let most = random.u64(1..=MOST_KILLS);
    let mut kills = 0;
    let ran = loop {
        if kills == most {
            break place.run(subject.make);
        }
        // Short runs are killed as often as long ones.
        let time = whole.time.as_secs_f64() * random.f64() * random.f64();
        match place.start(subject.make).ended_within(Duration::from_secs_f64(time)) {
            Some(ran) => break ran,
            None => kills += 1,
        }
    };
    if let Some(fault) = ran.fault() {
        return Err(format!("{} after {kills} kills: {fault}", subject.name));
    }
    if !ran.agrees(&whole.answer) {
        return Err(format!("{} after {kills} kills: {ran:?}, undisturbed {:?}", subject.name, whole.answer));
    }
    // Beside the directory as well, where drafts are.
    let left = std::fs::read_dir(place.path()).expect("a directory").count();
    if left != 1 {
        return Err(format!("{} after {kills} kills: {} left-overs beside it", subject.name, left - 1));
    }
    match difference(subject, &place.contents("d"), &whole) {
        Some(difference) => Err(format!("{difference} after {kills} kills")),
        None => Ok(kills.max(1)),
    }
}
