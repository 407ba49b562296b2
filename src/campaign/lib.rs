//! Campaigns: work that is too long for one machine, as tasks that many machines do on a shared directory.
//!
//! - [`Campaign`]: an ability of a command: it can be divided. [`Work`]: one division, opened from its directory.
//!   [`RangeTask`]: the work of a command that goes through a range of numbers.
//! - [`Plan`]: stages and tasks with their expected cost. [`Forecast`]: what they would take on many workers.
//!   [`CampaignDirectory`]: a directory with a plan and the outputs so far.
//! - [`Observer`]: the same for a page, with machines and failures, without a lock. [`Provenance`]: who computed what.
//! - [`Worker`]: does tasks here. [`status()`]: reads from the files how far the work is. [`Gathering`]: checks all
//!   outputs and puts the result together. [`submit`]: writes scripts for engines that people have (Slurm, `HyperQueue`,
//!   GNU parallel), and submits them.
//!
//! Idea: no server and no scheduler. A task is a function of the plan and of the outputs of earlier stages. Doing it
//! twice gives the same bytes, and its output gets its name when it is complete. So any number of processes may do any
//! tasks in any order, be killed, and begin again. Locks and records of runs only avoid double work and feed
//! [`status()`]; no result rests on them, nor on clocks. If the number of stages is not known beforehand, the plan has
//! as many as there can be, and outputs show which have something to do ([`Work::need`]).
//!
//! Source: the manual of Slurm (job arrays, `afterok`); Böhm, Beránek et al., "HyperQueue: Efficient and ergonomic
//! task graphs on HPC clusters", `SoftwareX` 2024. Cost of a task beside its work: two small files, four syncs.
//!
//! What it does not show: that an output is right. [`Gathering`] notices damage and foreign outputs, and computes a sample
//! of the tasks again; the proof of a claim is for its own checker.

mod batch;
mod campaign;
mod directory;
mod error;
mod forecast;
mod gather;
mod logs;
mod look;
mod machines;
mod output;
mod overview;
mod plan;
mod provenance;
mod ranges;
mod record;
mod seal;
mod stages;
pub mod submit;
mod work;

#[cfg(test)]
mod tests;

pub use batch::{Batch, LEAST_SECONDS, batches};
pub use campaign::{Campaign, Need, TaskRun, Work, write_value};
pub use directory::CampaignDirectory;
pub use error::CampaignError;
pub use forecast::{Conditions, CriticalStage, Forecast, ForecastError, Quantiles, SizeForecast, spread};
pub use gather::{Defect, Gathering, Recheck, Sample};
pub use logs::LogEnd;
pub use look::status;
pub use machines::Machine;
pub use output::{Output, OutputState, OutputWriter};
pub use overview::{Observer, Overview, RunningTask, TaskTrouble};
pub use plan::{
    Files, InputFile, MOST_STAGES, MOST_TASKS, PLAN, Plan, Stage, TaskDivision, TaskEstimate, TaskGroup,
    TaskId, time,
};
pub use provenance::{Origin, PROVENANCE, Provenance, Recomputation};
pub use ranges::{RangeParts, RangeTask, by_ranges, one_thread, part, range_work, tasks_flag, write_answer};
pub use seal::Seal;
pub use stages::{StageStatus, Status};
pub use work::{Event, HAD_OUTPUTS, TaskSelection, WorkReport, Worker};
