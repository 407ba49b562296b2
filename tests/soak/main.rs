//! Hostile trials, for a given time: `tests/hostile --minutes 10`.
//!
//! Each group makes trials of one kind, each with its own seed; the group that has used the least time is next. A trial
//! that finds a defect is reported with its seed, and its directory is kept. Without `--minutes`, as in `cargo test`,
//! each group makes one trial, always with the same seed.
//!
//! What it does not show: that there are no defects. Trials with kills and with two processes depend on timing: a seed
//! repeats the actions on the program, but not the schedule of the system.

mod damage;
mod disks;
mod flips;
mod forgeries;
mod headers;
mod kills;
mod limits;
mod pairs;
mod place;
mod removed;
mod resealed;
mod subjects;

use fastrand::Rng;
use place::Place;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The result of a trial: the number of trials that it counts as, or the defect.
type Tried = Result<u64, String>;

/// Trials of one kind.
struct Group {
    name: &'static str,
    about: &'static str,
    trial: fn(&mut Rng, &Place, &subjects::Prepared) -> Tried,
    trials: u64,
    spent: Duration,
    defects: u64,
}

/// The requested trials.
struct Wanted {
    /// The time for all trials; `None` for one trial of each group.
    time: Option<Duration>,
    seed: u64,
    group: Option<String>,
    /// The number of the only trial to run.
    trial: Option<u64>,
}

fn groups() -> Vec<Group> {
    type Trial = fn(&mut Rng, &Place, &subjects::Prepared) -> Tried;
    let group = |name, about, trial: Trial| Group {
        name,
        about,
        trial,
        trials: 0,
        spent: Duration::ZERO,
        defects: 0,
    };
    vec![
        group("proofs", "mutated proofs against satisfiable formulas: none is verified", forgeries::trial),
        group("flips", "changed bytes in directories: refused, or harmless", flips::trial),
        group(
            "resealed",
            "changed numbers in campaigns, sealed anew: never verified, and noticed when computed again",
            resealed::campaign,
        ),
        group(
            "relaxed",
            "positions in cubes of relaxations, sealed anew: never verified",
            resealed::relaxation,
        ),
        group("removed", "removed files: refused, or the right answer", removed::trial),
        group(
            "replaced",
            "pipes, directories, devices and circles of links in the place of files: refused at once",
            removed::replaced,
        ),
        group("kills", "kills at random moments: the same bytes in the end", kills::trial),
        group("pairs", "two processes on one directory: right answers, or one waits", pairs::trial),
        group(
            "disks",
            "full disks and limits on files: reported in one line, and no obstacle later",
            disks::trial,
        ),
        group(
            "headers",
            "headers that lie, with little memory: the right answer, or refused",
            headers::trial,
        ),
        group("limits", "limits of memory: reported, and no wrong answer", limits::trial),
    ]
}

/// Reads the arguments; `None` if they are meant for other tests.
fn wanted() -> Result<Option<Wanted>, String> {
    let mut wanted = Wanted { time: None, seed: 1, group: None, trial: None };
    let mut arguments = std::env::args().skip(1);
    let mut has_seed = false;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
        match argument.as_str() {
            "--minutes" => {
                let minutes: f64 = value()?.parse().map_err(|_| "--minutes: expected a number".to_owned())?;
                if !(minutes > 0.0 && minutes < 1e6) {
                    return Err("--minutes: expected a positive number".to_owned());
                }
                wanted.time = Some(Duration::from_secs_f64(minutes * 60.0));
            }
            "--seed" => (wanted.seed, has_seed) = (number(value()?)?, true),
            "--group" => wanted.group = Some(value()?),
            "--trial" => wanted.trial = Some(number(value()?)?),
            // Flags of the test harness, or the name of another test.
            _ => return Ok(None),
        }
    }
    if wanted.time.is_some() && !has_seed {
        wanted.seed = fastrand::u64(..);
    }
    Ok(Some(wanted))
}

fn main() -> ExitCode {
    match wanted() {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(wanted)) => run(&wanted),
        Err(complaint) => {
            eprintln!("hostile: {complaint}");
            ExitCode::from(2)
        }
    }
}

fn run(wanted: &Wanted) -> ExitCode {
    let mut groups = groups();
    if let Some(name) = &wanted.group {
        groups.retain(|group| group.name == name);
    }
    if groups.is_empty() {
        eprintln!("hostile: no such group");
        return ExitCode::from(2);
    }
    println!("seed {}", wanted.seed);
    let begun = Instant::now();
    let prepared = subjects::Prepared::new();
    let mut random = Rng::with_seed(wanted.seed);
    let is_over = |groups: &[Group]| match (wanted.trial, wanted.time) {
        (None, Some(time)) => begun.elapsed() >= time,
        _ => groups.iter().all(|group| group.trials + group.defects > 0),
    };
    while !is_over(&groups) {
        let Some(group) = groups.iter_mut().min_by_key(|group| group.spent) else { break };
        let seed = wanted.trial.unwrap_or_else(|| random.u64(..));
        let start = Instant::now();
        try_once(group, seed, &prepared);
        group.spent += start.elapsed().max(Duration::from_millis(1));
    }
    report(&groups, begun.elapsed())
}

/// Makes one trial in a separate directory, which is kept if the trial finds a defect.
fn try_once(group: &mut Group, seed: u64, prepared: &subjects::Prepared) {
    let place = Place::new();
    match (group.trial)(&mut Rng::with_seed(seed), &place, prepared) {
        Ok(trials) => group.trials += trials,
        Err(defect) => {
            group.defects += 1;
            let kept = place.keep(&format!("{}-{seed}", group.name));
            println!("DEFECT in {} (--group {0} --trial {seed}): {defect}\n  {}", group.name, kept.display());
        }
    }
}

fn report(groups: &[Group], time: Duration) -> ExitCode {
    for group in groups {
        println!("{:8} {:>9} trials, {} defects   {}", group.name, group.trials, group.defects, group.about);
    }
    let trials: u64 = groups.iter().map(|group| group.trials).sum();
    let defects: u64 = groups.iter().map(|group| group.defects).sum();
    println!("{trials} trials in {:.0} s, {defects} defects", time.as_secs_f64());
    if defects == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
