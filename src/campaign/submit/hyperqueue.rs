//! `HyperQueue`: one job of all stages, as a job definition file. Its tasks are batches.
//!
//! A task after each stage, which does nothing, depends on all batches of it, and the batches of the next stage depend
//! on that one: so the file has a line for each batch, and not for each pair. Batches that fail do not stop the others.

use super::shell::{quoted, words};
use super::{Script, ScriptNames, StageJobs};
use std::fmt::Write as _;

pub(super) fn scripts(names: &ScriptNames, stages: &[StageJobs<'_>]) -> Vec<Script> {
    let mut text = format!("# {}\n", names.about);
    let options = words(names.options);
    let _ = writeln!(text, "# Submit it with: hq job submit-file {options}jobs/hq.toml");
    text.push_str("name = \"certamen\"\n");
    let mut id = 0;
    let mut gate: Option<usize> = None;
    for (number, stage) in stages.iter().enumerate() {
        let first = id;
        for batch in &stage.batches {
            let log = quoted(&format!("{}/hq-{}-{}.log", names.jobs.display(), stage.name, batch.first));
            let range = format!("{}..{}", batch.first, batch.end);
            let words = [&names.program, "-q", "work", &names.directory, "--jobs", "1", "--range", &range];
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let _ = writeln!(text, "\n[[task]]\nid = {id}\ncommand = [{}]", words.join(", "));
            let _ = writeln!(text, "stdout = {log}\nstderr = {log}\ntime_limit = \"{}s\"", stage.limit);
            if let Some(gate) = gate {
                let _ = writeln!(text, "deps = [{gate}]");
            }
            let (threads, memory) = (stage.threads, stage.memory);
            let _ = writeln!(
                text,
                "[[task.request]]\nresources = {{ \"cpus\" = {threads}, \"mem\" = {memory} }}"
            );
            id += 1;
        }
        if number + 1 < stages.len() {
            let before: Vec<String> = (first..id).map(|id| id.to_string()).collect();
            let _ = writeln!(text, "\n# The stage {} is complete.", stage.name);
            let _ =
                writeln!(text, "[[task]]\nid = {id}\ncommand = [\"true\"]\ndeps = [{}]", before.join(", "));
            let _ = writeln!(text, "[[task.request]]\nresources = {{ \"cpus\" = 1 }}");
            gate = Some(id);
            id += 1;
        }
    }
    vec![Script { name: "hq.toml".to_owned(), text }]
}
