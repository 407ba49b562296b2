//! Full disks, and limits on the size of files: a command reports them in one line or finishes, and the files that it
//! leaves are no obstacle when there is room again.

use crate::Tried;
use crate::place::{Place, Ran, program};
use crate::subjects::{Prepared, SUBJECTS, Subject, Whole, difference};
use fastrand::Rng;
use std::process::Command;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
    let whole = prepared.get(subject)?;
    if subject.before.is_empty() && random.bool() && has_small_disks() {
        return full_disk(random, place, subject, &whole);
    }
    place.copy(&whole.before, "d");
    let largest = whole.contents.values().map(Vec::len).max().unwrap_or(0) as u64;
    // In blocks of 512 bytes.
    let blocks = random.u64(..=largest.div_ceil(512) * 5 / 4 + 2);
    let limited = place.run_limited(&format!("ulimit -f {blocks}"), subject.make);
    judged(subject, &whole, &limited, &format!("ulimit -f {blocks}"))?;
    let ran = place.run(subject.make);
    let contents = place.contents("d");
    afterwards(subject, &whole, &ran, &contents, &format!("ulimit -f {blocks}"))
}

/// Checks a run under a limit: it has the answer, or one error.
fn judged(subject: &Subject, whole: &Whole, ran: &Ran, limit: &str) -> Result<(), String> {
    // A list is printed before its completeness is proved.
    let is_refused = ran.code == Some(2) && whole.answer.out.starts_with(&ran.out);
    match ran.fault() {
        Some(fault) => Err(format!("{} under {limit}: {fault}", subject.name)),
        None if is_refused || ran.agrees(&whole.answer) => Ok(()),
        None => Err(format!("{} under {limit}: {ran:?}", subject.name)),
    }
}

/// Checks the next run without a limit.
fn afterwards(
    subject: &Subject,
    whole: &Whole,
    ran: &Ran,
    contents: &crate::place::Contents,
    limit: &str,
) -> Tried {
    if !ran.agrees(&whole.answer) {
        return Err(format!("{} after {limit}: {ran:?}", subject.name));
    }
    match difference(subject, contents, whole) {
        Some(difference) => Err(format!("{difference} after {limit}")),
        None => Ok(1),
    }
}

/// Whether this user may mount small disks in a separate name space.
fn has_small_disks() -> bool {
    let probe = "mkdir -p m && mount -t tmpfs -o size=64k none m";
    let place = Place::new();
    place.spawn(Command::new("unshare").args(["-rm", "sh", "-c", probe])).ended().code == Some(0)
}

/// Runs on a small disk in memory, then with room, and copies the files that exist at the end.
fn full_disk(random: &mut Rng, place: &Place, subject: &Subject, whole: &Whole) -> Tried {
    let total: usize = whole.contents.values().map(|bytes| bytes.len().next_multiple_of(4096) + 4096).sum();
    let kibibytes = random.usize(4..=total / 1024 * 3 / 2 + 64);
    let script = format!(
        "mkdir m && mount -t tmpfs -o size={kibibytes}k none m && cd m || exit 9
         \"$@\" >../first.out 2>../first.err; echo $? >../first.code
         mount -o remount,size=1g . || exit 9
         \"$@\" >../second.out 2>../second.err; echo $? >../second.code
         cp -r d ../d"
    );
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script, "sh"]).arg(program()).arg("-q").args(subject.make.split(' '));
    let shell = place.spawn(&mut command).ended();
    if shell.code == Some(9) {
        return Ok(0);
    }
    let read = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap_or_default();
    let ran = |which: &str| Ran {
        code: read(&format!("{which}.code")).trim().parse().ok(),
        out: read(&format!("{which}.out")),
        err: read(&format!("{which}.err")),
    };
    let limit = format!("a disk of {kibibytes} KiB");
    judged(subject, whole, &ran("first"), &limit)?;
    afterwards(subject, whole, &ran("second"), &place.contents("d"), &limit)
}
