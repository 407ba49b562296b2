//! Two processes on one directory: both give the right answer, or one reports that the other holds the directory.

use crate::Tried;
use crate::place::{Place, leftover};
use crate::subjects::{Prepared, SUBJECTS, difference};
use fastrand::Rng;
use std::time::Duration;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
    let whole = prepared.get(subject)?;
    // Two different commands, if two commands write into this kind of directory.
    let mut commands = [subject.make, subject.make];
    let mut answers = [&whole.answer, &whole.answer];
    if subject.name == "small-tables" {
        (commands[1], answers[1]) = (subject.read[0], &whole.answers[1]);
    } else {
        place.copy(&whole.before, "d");
    }
    if random.bool() {
        commands.reverse();
        answers.reverse();
    }
    let waits = subject.has_lock && random.bool();
    let wait = if waits { " --wait" } else { "" };
    let delay = Duration::from_secs_f64(whole.time.as_secs_f64() * random.f64() * random.f64());
    let first = place.start(&format!("{}{wait}", commands[0]));
    std::thread::sleep(delay);
    let second = place.start(&format!("{}{wait}", commands[1]));
    let ran = [first.ended(), second.ended()];
    let mut successes = 0;
    for (ran, answer) in ran.iter().zip(answers) {
        if let Some(fault) = ran.fault() {
            return Err(format!("{}, two at once: {fault}", subject.name));
        }
        let is_right = ran.agrees(answer);
        let is_refused = ran.code == Some(3) && ran.err.contains(" is in use: ");
        let may_be_refused = subject.has_lock && !waits;
        successes += usize::from(is_right);
        if !is_right && (!is_refused || !may_be_refused) {
            return Err(format!("{}, two at once{wait}: {ran:?}, alone {answer:?}", subject.name));
        }
    }
    if successes == 0 {
        return Err(format!("{}: neither of two has an answer: {ran:?}", subject.name));
    }
    if let Some(leftover) = leftover(&place.contents("")) {
        return Err(format!("{}: {leftover}", subject.name));
    }
    // The refused command is run now; then the directory is the same as after one command after the other.
    for (command, answer) in commands.iter().zip(answers) {
        let again = place.run(command);
        if !again.agrees(answer) {
            return Err(format!("{} after two at once: {again:?}", subject.name));
        }
    }
    difference(subject, &place.contents("d"), &whole).map_or(Ok(1), Err)
}
