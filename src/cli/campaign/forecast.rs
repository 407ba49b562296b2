//! `plan ... --simulate`: the flags of a forecast.

use certamen_campaign::{Campaign, Conditions, Forecast, ForecastError, Plan, SizeForecast, Stage};
use certamen_work::{Failure, Interrupted, Progress, Session, amount};
use clap::Args;
use clap::error::ErrorKind;
use std::fmt::Write as _;

/// The flag by which users say how many tasks there are.
const TASKS: &str = "tasks";
/// The greatest number of workers.
const MOST_WORKERS: u64 = 1_000_000;

// No comment of documentation: it would become the help of the whole command.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Forecast")]
pub(crate) struct ForecastFlags {
    /// Play the plan through with N workers, and print how long they take. A worker does one task at a time, on a machine
    /// or processors of its own: of machines that do several tasks at once, count each. Without --out no plan is written.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_WORKERS))]
    simulate: Option<u64>,
    /// Let all workers share this many processors, as --jobs 8 does on a machine of 2.
    #[arg(long, value_name = "P", requires = "simulate", value_parser = clap::value_parser!(u64).range(1..=MOST_WORKERS))]
    processors: Option<u64>,
    /// The failures of a worker in an hour; the task begins anew, or goes on from its checkpoint [default: 0.001].
    #[arg(long, value_name = "RATE", requires = "simulate", value_parser = failures)]
    failures: Option<f64>,
    /// The bytes that the shared disk reads or writes in a second [default: 500M].
    #[arg(long, value_name = "BYTES", requires = "simulate", value_parser = amount::bytes)]
    disk: Option<u64>,
    /// The seed of the random numbers [default: 1].
    #[arg(long, value_name = "S", requires = "simulate")]
    seed: Option<u64>,
}

/// A rate of failures.
fn failures(text: &str) -> Result<f64, &'static str> {
    let rate = text.parse().ok().filter(|rate: &f64| (0.0..=3600.0).contains(rate));
    rate.ok_or("expected a number of failures an hour, at most 3600")
}

impl ForecastFlags {
    /// The forecast of a plan, if it was asked for, and its text.
    pub(super) fn forecast(
        self,
        campaign: &dyn Campaign,
        plan: &Plan,
        session: &Session,
    ) -> Result<Option<(Forecast, String)>, Failure> {
        let Some(workers) = self.simulate else { return Ok(None) };
        let usual = Conditions::default();
        let conditions = Conditions {
            workers: workers as usize,
            processors: self.processors.map(|count| count as usize),
            failures: self.failures.unwrap_or(usual.failures),
            disk: self.disk.unwrap_or(usual.disk),
            seed: self.seed.unwrap_or(usual.seed),
            ..usual
        };
        // Where stages have different numbers of tasks, that of the first one is not what the flag says.
        let first = plan.stages.first().map_or(0, Stage::count);
        let is_divided = campaign.command().get_arguments().any(|argument| argument.get_id() == TASKS)
            && plan.stages.iter().all(|stage| stage.count() == first);
        let is_possible = |tasks: usize| is_divided && accepts(campaign, tasks);
        let progress = Progress::begun(session, "playing the plan through".to_owned());
        let forecast = Forecast::new(&plan.stages, &conditions, is_possible, &session.stop);
        drop(progress);
        let forecast = forecast.map_err(|error| match error {
            ForecastError::Stopped => Failure::from(Interrupted),
            error @ ForecastError::NeverEnds(_) => error.into(),
        })?;
        let mut text = forecast.to_string();
        if let (true, Some(SizeForecast { tasks, seconds })) = (is_divided, forecast.best) {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "best       --{TASKS} {tasks}: {}", certamen_campaign::time(seconds));
        }
        Ok(Some((forecast, text)))
    }
}

/// Whether a command accepts a number of tasks.
fn accepts(campaign: &dyn Campaign, tasks: usize) -> bool {
    let words = [campaign.subject().to_owned(), format!("--{TASKS}"), tasks.to_string()];
    // Other flags may be missing; a number that is refused is said first.
    let parsed = campaign.command().try_get_matches_from(words);
    !parsed.is_err_and(|error| error.kind() == ErrorKind::ValueValidation)
}
