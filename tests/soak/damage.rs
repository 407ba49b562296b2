//! Damaged directories: each command that reads one refuses it, or gives the answer of the undamaged one.

use crate::place::{Contents, Place, Ran};
use crate::subjects::{Prepared, SUBJECTS, Subject, Whole};
use fastrand::Rng;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// A directory to damage: that of an undisturbed run, or of one that was killed.
pub(crate) struct Patient {
    subject: &'static Subject,
    whole: Rc<Whole>,
    pub(crate) contents: Contents,
    is_unfinished: bool,
}

impl Patient {
    /// A directory of any kind. One in four is that of a killed run.
    pub(crate) fn choose(random: &mut Rng, prepared: &Prepared) -> Result<Self, String> {
        let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
        let whole = prepared.get(subject)?;
        let is_unfinished = subject.before.is_empty() && random.u8(..4) == 0;
        let contents =
            if is_unfinished { unfinished(random, subject, &whole) } else { whole.contents.clone() };
        Ok(Self { subject, whole, contents, is_unfinished })
    }

    /// One of its files.
    pub(crate) fn file(&self, random: &mut Rng) -> Option<&Path> {
        random.choice(self.contents.keys()).map(PathBuf::as_path)
    }

    /// Lets every command read its own copy of the directory, damaged by `damage`. `what` describes the damage. What a
    /// defect leaves is copied to `place`.
    pub(crate) fn expose(&self, place: &Place, what: &str, damage: impl Fn(&Path)) -> Result<(), String> {
        for (number, (reader, answer)) in self.subject.readers().zip(&self.whole.answers).enumerate() {
            // For an unfinished directory only the command that makes it has an answer.
            if self.is_unfinished && number > 0 {
                break;
            }
            let copy = Place::new();
            copy.copy(&self.contents, "d");
            damage(&copy.path().join("d"));
            let ran = copy.run(reader);
            let fault = ran.fault().filter(|_| ran.code != Some(1));
            if fault.is_none() && (refuses(&ran) || self.is_right(&ran, answer, reader)) {
                continue;
            }
            place.copy(&copy.contents("d"), &format!("after-{number}"));
            let kind = if self.is_unfinished { "unfinished " } else { "" };
            let fault = fault.unwrap_or_else(|| format!("{ran:?}"));
            return Err(format!("{kind}{}: {what}, {reader}: {fault}", self.subject.name));
        }
        Ok(())
    }

    /// A certificate is made anew in every case, unless the directory has other files.
    fn is_right(&self, ran: &Ran, answer: &Ran, reader: &str) -> bool {
        ran.agrees(answer) && !(self.subject.is_strict && reader.starts_with("check"))
    }
}

fn refuses(ran: &Ran) -> bool {
    // 3: an output is missing, and nothing is said of the whole.
    matches!(ran.code, Some(1..=3)) && !ran.out.contains("\ns VERIFIED")
}

/// The directory of a run that was killed.
fn unfinished(random: &mut Rng, subject: &Subject, whole: &Whole) -> Contents {
    let time = Duration::from_secs_f64(whole.time.as_secs_f64() * random.f64());
    let killed = Place::new();
    let _ = killed.start(subject.make).ended_within(time);
    killed.contents("d")
}
