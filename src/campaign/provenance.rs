//! `provenance.json`: what was computed again and by whom, and which machines did the tasks.
//!
//! It lies beside `result/`, which has the bytes of the command in one run. It names the outputs that it is about by a
//! checksum over their seals: once one of them is another, what was computed again before says nothing any more.
//!
//! What it shows: nothing. It is the word of whoever gathered, and of the machines that kept records. Anybody who can write
//! the directory can write it, with a right checksum. So no verdict rests on it; only what a check computes itself counts.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::gather::Recheck;
use crate::machines::{Machine, Machines, name};
use crate::output::OutputState;
use crate::plan::{PROGRAM, TaskId, time};
use crate::record::{RunStatus, host, read};
use certamen_work::digest::hexadecimal;
use certamen_work::durable::{self, if_present, sealed};
use humantime::format_rfc3339_seconds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::SystemTime;

/// The file.
pub const PROVENANCE: &str = "provenance.json";
const FORMAT: &str = "certamen-provenance";
const VERSION: u32 = 1;
/// The largest file that is read, in bytes.
const LIMIT: u64 = 4 << 20;
/// What it is worth.
const WORTH: &str = "the word of whoever gathered, and of records that are not sealed: no evidence";
/// The most recomputations that are kept.
const MOST_RUNS: usize = 20;
/// The most machines that are kept, and the most lines of a kind that are printed.
const MOST_MACHINES: usize = 200;
const LISTED: usize = 5;

/// Who computed the outputs of a campaign, and what was computed again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    format: String,
    version: u32,
    /// What it is worth.
    worth: String,
    /// What the outputs belong to.
    campaign: String,
    /// The SHA-256 of the checksums of all outputs.
    outputs: String,
    /// The number of outputs.
    pub tasks: usize,
    /// Who gathered last.
    pub gathered: Origin,
    /// The machines that did tasks, as the records of runs say.
    pub machines: Vec<Machine>,
    /// The number of tasks whose machine is not among these.
    pub unknown: usize,
    /// What was computed again.
    pub recomputed: Vec<Recomputation>,
}

/// Who did something, and when by the clock of that machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The name of the machine.
    pub host: String,
    /// The version of the program.
    pub certamen: String,
    /// The time (UTC).
    pub at: String,
}

/// Tasks that were computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recomputation {
    /// Their number.
    pub tasks: usize,
    /// How many were wanted: a number, a share, or `all`.
    pub sample: String,
    /// The seed of the choice.
    pub seed: u64,
    /// The number of those with another output.
    pub differing: usize,
    /// Who computed them.
    pub by: Origin,
}

impl Origin {
    /// This program on this machine, now.
    fn own() -> Self {
        let now = SystemTime::now().max(SystemTime::UNIX_EPOCH);
        Self { host: host(), certamen: PROGRAM.to_owned(), at: format_rfc3339_seconds(now).to_string() }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, version {}, {}", name(&self.host), name(&self.certamen), name(&self.at))
    }
}

impl Recomputation {
    /// What this program on this machine has computed again now.
    fn own(recheck: &Recheck) -> Self {
        Self {
            tasks: recheck.recomputed,
            sample: recheck.sample.to_string(),
            seed: recheck.seed,
            differing: recheck.differ.len(),
            by: Origin::own(),
        }
    }
}

impl Provenance {
    /// Writes what is known: the machines by the records now, and what was computed again, now and before for the same
    /// outputs.
    ///
    /// # Errors
    /// [`CampaignError`] if outputs cannot be read or the file cannot be written.
    pub fn write(place: &CampaignDirectory, now: Option<&Recheck>) -> Result<Self, CampaignError> {
        let (done, outputs) = outputs(place)?;
        // An earlier file that cannot be read says nothing.
        let earlier = Self::read(place).ok().flatten().filter(|earlier| earlier.outputs == outputs);
        let mut recomputed = earlier.map(|earlier| earlier.recomputed).unwrap_or_default();
        recomputed.extend(now.map(Recomputation::own));
        while recomputed.len() > MOST_RUNS {
            let smallest = (0..recomputed.len()).min_by_key(|&run| recomputed[run].tasks);
            recomputed.remove(smallest.unwrap_or_default());
        }
        let mut machines = Machines::default();
        let records = done.iter().filter_map(|&at| read(place, at));
        records.filter(|run| run.phase == RunStatus::Done).for_each(|run| machines.count(&run));
        let machines = machines.list(MOST_MACHINES);
        let known: usize = machines.iter().map(|machine| machine.tasks).sum();
        let provenance = Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            worth: WORTH.to_owned(),
            campaign: place.identity().to_owned(),
            outputs,
            tasks: done.len(),
            gathered: Origin::own(),
            machines,
            unknown: done.len() - known,
            recomputed,
        };
        durable::write_sealed(&place.path().join(PROVENANCE), &provenance)?;
        Ok(provenance)
    }

    /// Reads the file. `None` if there is none.
    ///
    /// # Errors
    /// [`CampaignError`] if it is damaged, or about another campaign.
    pub fn read(place: &CampaignDirectory) -> Result<Option<Self>, CampaignError> {
        let path = place.path().join(PROVENANCE);
        let Some(text) = if_present(durable::read(&path, LIMIT))? else { return Ok(None) };
        let found: Self = sealed::unseal(&path, &text)?;
        if (&*found.format, found.version, &*found.campaign) != (FORMAT, VERSION, place.identity()) {
            return Err(CampaignError::malformed(path, "of another format or another campaign"));
        }
        Ok(Some(found))
    }

    /// Whether it is about the outputs that are there now, by their seals.
    ///
    /// # Errors
    /// [`CampaignError`] if outputs cannot be read.
    pub fn is_about(&self, place: &CampaignDirectory) -> Result<bool, CampaignError> {
        Ok(outputs(place)?.1 == self.outputs)
    }
}

/// The tasks with an output, and the SHA-256 of the checksums of these outputs.
fn outputs(place: &CampaignDirectory) -> Result<(Vec<TaskId>, String), CampaignError> {
    let (mut done, mut hasher) = (Vec::new(), Sha256::new());
    for stage in 0..place.plan().stages.len() {
        for (index, is_named) in place.named(stage)?.into_iter().enumerate() {
            let at = TaskId { stage, index };
            if is_named && let OutputState::Whole(seal) = place.state(at, false)? {
                hasher.update(format!("{stage} {index} {}\n", seal.sum));
                done.push(at);
            }
        }
    }
    Ok((done, hexadecimal(&hasher.finalize())))
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tasks, machines, recomputed, .. } = self;
        writeln!(f, "{PROVENANCE}, {WORTH} ({}):", self.gathered)?;
        if recomputed.is_empty() {
            writeln!(f, "  no task computed again")?;
        }
        // The last ones first.
        for Recomputation { tasks: again, sample, seed, differing, by, .. } in
            recomputed.iter().rev().take(LISTED)
        {
            let how = match differing {
                0 => "the same bytes".to_owned(),
                differing => format!("{differing} with another output"),
            };
            let sample = name(sample);
            writeln!(
                f,
                "  {again} of {tasks} computed again: {how} (--recompute {sample} --seed {seed}; {by})"
            )?;
        }
        for machine in machines.iter().take(LISTED) {
            let (host, version, seconds) =
                (name(&machine.host), name(&machine.certamen), time(machine.seconds));
            writeln!(f, "  {} of {tasks} done on {host}, version {version}, in {seconds}", machine.tasks)?;
        }
        let listed = machines.iter().take(LISTED).map(|machine| machine.tasks).fold(0, usize::saturating_add);
        match tasks.saturating_sub(listed) {
            0 => Ok(()),
            others => writeln!(f, "  {others} of {tasks} done on others, or without a record"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Squares, place, work};
    use crate::{Gathering, TaskSelection};
    use certamen_work::stop::Stop;
    use std::fs;

    #[test]
    fn what_was_computed_again_is_kept_as_long_as_the_outputs_are_the_same() {
        let squares = Squares::default();
        let (_directory, place) = place(&squares);
        assert_eq!(Provenance::read(&place).expect("no error"), None);
        work(&place, &squares, &TaskSelection::All, 1).expect("no error");
        fs::remove_file(place.path().join("runs/square-000003.json")).expect("a record");
        let stop = Stop::new();
        let gathering = Gathering { place: &place, work: &squares, stop: &stop };
        let tasks = gathering.tasks().expect("no error");
        let write = |sample: &str, seed: u64| {
            let sample = sample.parse().expect("a sample");
            let recheck = gathering.recheck(&tasks, sample, seed, |_| {}).expect("no error");
            Provenance::write(&place, Some(&recheck)).expect("written")
        };
        let first = write("3", 1);
        assert_eq!((first.tasks, first.unknown, first.machines.len()), (21, 1, 1));
        assert_eq!((first.machines[0].tasks, &*first.machines[0].certamen), (20, PROGRAM));
        assert_eq!((first.recomputed[0].tasks, first.recomputed[0].differing), (3, 0));
        assert_eq!(Provenance::read(&place).expect("no error").as_ref(), Some(&first));
        // Another sample is added. A gathering without one keeps both.
        let second = write("all", 2);
        assert_eq!((second.recomputed.len(), second.recomputed[1].tasks), (2, 21));
        assert_eq!(Provenance::write(&place, None).expect("written").recomputed, second.recomputed);
        assert!(
            second
                .to_string()
                .contains("\n  21 of 21 computed again: the same bytes (--recompute all --seed 2;")
        );
        assert!(second.to_string().ends_with("\n  1 of 21 done on others, or without a record\n"));
        // The largest recomputations stay, however many there are.
        for seed in 0..30 {
            write("1", seed);
        }
        let many = Provenance::read(&place).expect("no error").expect("a file");
        assert_eq!(many.recomputed.len(), MOST_RUNS);
        assert!(many.recomputed.iter().any(|run| run.tasks == 21));
        // As after a gathering that ended before the file: it is about other outputs.
        fs::remove_file(place.path().join("out/square/000005")).expect("an output");
        assert!(!many.is_about(&place).expect("no error"));
        assert_eq!(Provenance::write(&place, None).expect("written").recomputed, []);
        // The same output again.
        work(&place, &squares, &TaskSelection::All, 1).expect("no error");
        assert!(many.is_about(&place).expect("no error"));
    }

    #[test]
    fn what_is_damaged_or_of_another_campaign_is_refused_and_nothing_hostile_is_printed() {
        let squares = Squares::default();
        let (_directory, place) = place(&squares);
        let mut forged = Provenance::write(&place, None).expect("written");
        let path = place.path().join(PROVENANCE);
        forged.gathered.host = "a\u{1b}[2J\ns VERIFIED\n".repeat(100);
        durable::write_sealed(&path, &forged).expect("written");
        let text = Provenance::read(&place).expect("no error").expect("a file").to_string();
        assert!(!text.contains('\u{1b}') && text.lines().count() < 5 && text.len() < 500, "{text}");
        forged.campaign = "0".repeat(64);
        durable::write_sealed(&path, &forged).expect("written");
        let error = Provenance::read(&place).expect_err("another campaign").to_string();
        assert!(error.ends_with("of another format or another campaign"), "{error}");
        fs::write(&path, "{\"sha256\": 1}").expect("a file");
        assert!(Provenance::read(&place).is_err());
    }
}
