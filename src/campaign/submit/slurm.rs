//! Slurm: a job array for each stage, whose elements are batches. The next stage has the dependency `afterok`.
//!
//! `--signal=B:TERM@60` sends SIGTERM a minute before the time limit. The batch script has become the program by then
//! (`exec`), which ends its task cleanly; the same submission continues. A job that is requeued, as after a failure of
//! its node, does what is left of its batch.

use super::shell::{clock, quoted, ranges, word};
use super::{Script, ScriptNames, StageJobs};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

pub(super) fn scripts(names: &ScriptNames, stages: &[StageJobs<'_>]) -> Vec<Script> {
    stages.iter().map(|stage| script(names, stage)).collect()
}

fn script(names: &ScriptNames, stage: &StageJobs<'_>) -> Script {
    let StageJobs { name, threads, memory, limit, tasks, batches } = stage;
    let logs = names.jobs.display().to_string().replace('%', "%%");
    let logs = format!("{logs}/slurm-{name}-%a.log");
    let mut text = String::from("#!/bin/bash\n");
    let last = batches.len() - 1;
    let options = [
        format!("--job-name=certamen-{name}"),
        format!("--array=0-{last}"),
        "--ntasks=1".to_owned(),
        format!("--cpus-per-task={threads}"),
        format!("--mem={memory}M"),
        format!("--time={}", clock(*limit)),
        "--signal=B:TERM@60".to_owned(),
        "--requeue".to_owned(),
        "--open-mode=append".to_owned(),
        format!("--output={}", quoted(&logs)),
    ];
    for option in options {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    if !names.options.is_empty() {
        let options: Vec<String> = names.options.iter().map(|option| quoted(option)).collect();
        let _ = writeln!(text, "#SBATCH {}", options.join(" "));
    }
    let _ = writeln!(text, "# {}: {tasks} tasks of stage {name}", names.about);
    let _ = writeln!(text, "batches=({})", ranges(batches, "\n    "));
    let (program, directory) = (word(&names.program), word(&names.directory));
    let _ = writeln!(
        text,
        "exec {program} -q work {directory} --jobs 1 --range \"${{batches[SLURM_ARRAY_TASK_ID]}}\""
    );
    Script { name: format!("slurm-{name}.sh"), text }
}

/// The number of elements that a job array of this site may have, if Slurm tells it.
pub(super) fn longest_array() -> Option<usize> {
    let mut command = Command::new("scontrol");
    let output = command.args(["show", "config"]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    most_elements(&String::from_utf8_lossy(&output.stdout))
}

/// The same, in what `scontrol show config` prints. The index of an element is less than `MaxArraySize`; one element is
/// left for what does not fill a batch.
fn most_elements(config: &str) -> Option<usize> {
    let value =
        config.lines().find_map(|line| line.strip_prefix("MaxArraySize")?.trim_start().strip_prefix('='));
    let most: usize = value?.trim().parse().ok()?;
    Some(most.saturating_sub(1).clamp(1, super::MOST_BATCHES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_as_long_as_the_site_allows() {
        let of = |size: &str| {
            most_elements(&format!(
                "MailProg = /bin/mail\nMaxArraySize            = {size}\nMaxJobCount = 9\n"
            ))
        };
        assert_eq!(["1001", "4000001", "201", "0"].map(of), [Some(1000), Some(1000), Some(200), Some(1)]);
        assert_eq!((of("many"), most_elements("")), (None, None));
    }
}
