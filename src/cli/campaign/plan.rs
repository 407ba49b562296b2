//! `plan VERB SUBJECT`

use super::forecast::ForecastFlags;
use super::number_of;
use certamen_campaign::{Campaign, CampaignDirectory, Forecast, PLAN, Plan, Stage};
use certamen_work::file::shown;
use certamen_work::schema::{JsonSchema, Schema, of_answer};
use certamen_work::{Answer, Failure, Outcome, Session, SubjectCommand};
use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches as _, value_parser};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the flag for the directory.
const OUT: &str = "out";

/// The task `plan` of a campaign.
struct PlanCommand {
    campaign: Arc<dyn Campaign>,
    verb: [&'static str; 2],
}

/// The task `plan VERB SUBJECT` of a campaign.
pub(crate) fn planning(campaign: &Arc<dyn Campaign>) -> Box<dyn SubjectCommand> {
    Box::new(PlanCommand { campaign: campaign.clone(), verb: ["plan", campaign.verb()] })
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct PlanAnswer<'a> {
    /// The file of the plan; `null` if only a forecast was asked for.
    plan: Option<&'a Path>,
    /// The number of tasks.
    tasks: usize,
    stages: &'a [Stage],
    /// How the cost was estimated.
    model: &'a str,
    /// With `--simulate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
}

impl SubjectCommand for PlanCommand {
    fn schema(&self) -> Option<Schema> {
        Some(of_answer::<PlanAnswer<'_>>())
    }

    fn verb(&self) -> &[&'static str] {
        &self.verb
    }

    fn subject(&self) -> &str {
        self.campaign.subject()
    }

    fn command(&self) -> Command {
        ForecastFlags::augment_args(
            self.campaign.command().arg(
                Arg::new(OUT)
                    .long(OUT)
                    .value_name("DIR")
                    .required_unless_present("simulate")
                    .value_parser(value_parser!(PathBuf))
                    .help("The directory of the campaign; it must be empty or not exist"),
            ),
        )
    }

    fn look(&self, matches: &ArgMatches, session: &Session) -> Result<(), Failure> {
        self.campaign.look(matches, session)
    }

    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        let out = matches.get_one::<PathBuf>(OUT);
        // Better said before the work of planning than after it.
        out.map_or(Ok(()), |out| CampaignDirectory::require_free(out))?;
        let planned = self.campaign.plan(matches, session)?;
        let plan = Plan::of(self.campaign.verb(), self.campaign.subject(), &planned)?;
        let mut text = plan.table();
        let forecast = ForecastFlags::from_arg_matches(matches)?.forecast(&*self.campaign, &plan, session)?;
        let forecast = forecast.map(|(forecast, shown)| {
            text += &shown;
            forecast
        });
        out.map(|out| CampaignDirectory::create(out, &plan, &planned.files)).transpose()?;
        let tasks = number_of(plan.count(), "task");
        let end = match out {
            Some(out) => format!(" in {}", shown(out)),
            None => ", on paper: --out writes the plan".to_owned(),
        };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{tasks}{end}");
        let (stages, model, file) = (&*plan.stages, &*plan.model, out.map(|out| out.join(PLAN)));
        let object = PlanAnswer { plan: file.as_deref(), tasks: plan.count(), stages, model, forecast };
        session.conclude(Answer::holds(text, object))
    }
}
