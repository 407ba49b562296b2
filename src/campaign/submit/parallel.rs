//! GNU parallel: one script, which does the batches of a stage and then those of the next.
//!
//! `CERTAMEN_PARALLEL` holds further arguments, such as `--sshloginfile nodes` or `--jobs 8`.

use super::shell::{ranges, word, words};
use super::{Script, ScriptNames, StageJobs};
use std::fmt::Write as _;

pub(super) fn scripts(names: &ScriptNames, stages: &[StageJobs<'_>]) -> Vec<Script> {
    let mut text = String::from("#!/bin/bash\n");
    let _ = writeln!(text, "# {}", names.about);
    text.push_str(
        "# CERTAMEN_PARALLEL holds further arguments of parallel, such as: --sshloginfile nodes\nset -e\n",
    );
    let (program, directory) = (word(&names.program), word(&names.directory));
    let options = words(names.options);
    for stage in stages {
        let (name, threads, memory) = (stage.name, stage.threads, stage.memory);
        let log = word(&format!("{}/parallel-{name}.log", names.jobs.display()));
        let _ = writeln!(text, "\n# Stage {name}: {} tasks of {memory} MiB", stage.tasks);
        // A batch runs on as many processors as a task has threads.
        let jobs = if threads == 1 {
            "100%".to_owned()
        } else {
            format!("$(( ($(nproc) + {threads} - 1) / {threads} ))")
        };
        let _ = writeln!(
            text,
            "parallel --jobs {jobs} --retries 3 --joblog {log} {options}$CERTAMEN_PARALLEL \\"
        );
        // Parallel looks for replacement strings in the command alone, and quotes for each shell what it puts there, unless
        // the command begins with one: hence `exec`.
        let _ = writeln!(
            text,
            "    exec {{1}} -q work {{2}} --jobs 1 --range {{3}} ::: {program} ::: {directory} ::: \\\n    {}",
            ranges(&stage.batches, " \\\n    ")
        );
    }
    vec![Script { name: "parallel.sh".to_owned(), text }]
}
