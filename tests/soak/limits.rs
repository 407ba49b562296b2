//! Limits of memory: a command under `ulimit -v` gives the right answer or none, and the files that it leaves are no
//! obstacle for the next run.

use crate::Tried;
use crate::place::{Place, Ran};
use crate::subjects::{Prepared, SUBJECTS, difference};
use fastrand::Rng;

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let subject = &SUBJECTS[random.usize(..SUBJECTS.len())];
    let whole = prepared.get(subject)?;
    place.copy(&whole.before, "d");
    // From less than the program itself to more than any command here uses.
    let kibibytes = (1 << random.u32(13..20)) + random.u64(..1 << 13);
    let limit = format!("ulimit -v {kibibytes}");
    let limited = place.run_limited(&limit, subject.make);
    if !limited.agrees(&whole.answer)
        && let Some(fault) = fault(&limited, &whole.answer)
    {
        return Err(format!("{} under {limit}: {fault}", subject.name));
    }
    let ran = place.run(subject.make);
    if !ran.agrees(&whole.answer) {
        return Err(format!("{} after {limit}: {ran:?}", subject.name));
    }
    match difference(subject, &place.contents("d"), &whole) {
        Some(difference) => Err(format!("{difference} after {limit}")),
        None => Ok(1),
    }
}

/// The messages of the runtime libraries of Rust and C++ for a failed small allocation, before they end the process.
const ABORTS: [&str; 5] =
    ["memory allocation of", "bytes failed", "RUST_BACKTRACE", "skipping backtrace", "bad_alloc"];

/// The defect of a run that has no answer, if any. If the system refuses a few bytes, the runtime library ends the
/// process; then the output has to be its message and nothing else.
fn fault(ran: &Ran, answer: &Ran) -> Option<String> {
    // The shell cannot start the program, or a signal has ended it.
    let is_abort = matches!(ran.code, None | Some(126 | 127));
    let is_of_memory = |line: &str| ABORTS.iter().any(|abort| line.contains(abort)) || ran.code.is_some();
    // A list is printed before its completeness is proved.
    let is_beginning = answer.out.starts_with(&ran.out);
    if is_abort && is_beginning && ran.err.lines().all(is_of_memory) && !ran.err.contains("panicked") {
        return None;
    }
    let is_refused = matches!(ran.code, Some(2 | 3)) && !ran.out.contains("s VERIFIED");
    if is_refused { ran.fault() } else { Some(format!("{ran:?}")) }
}
