//! `plan VERB SUBJECT`

use super::number_of;
use certamen_campaign::{Campaign, CampaignDirectory, PLAN, Stage};
use certamen_work::file::shown;
use certamen_work::schema::{JsonSchema, Schema, of_answer};
use certamen_work::{Answer, Failure, Outcome, Session, SubjectCommand};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde::Serialize;
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
    /// The file of the plan.
    plan: &'a Path,
    /// The number of tasks.
    tasks: usize,
    stages: &'a [Stage],
    /// How the cost was estimated.
    model: &'a str,
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
        self.campaign.command().arg(
            Arg::new(OUT)
                .long(OUT)
                .value_name("DIR")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The directory of the campaign; it must be empty or not exist"),
        )
    }

    fn look(&self, matches: &ArgMatches, session: &Session) -> Result<(), Failure> {
        self.campaign.look(matches, session)
    }

    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        let out = matches.get_one::<PathBuf>(OUT).ok_or("--out is missing")?;
        // Better said before the work of planning than after it.
        CampaignDirectory::require_free(out)?;
        let planned = self.campaign.plan(matches, session)?;
        let place = CampaignDirectory::create(out, &*self.campaign, &planned)?;
        let plan = place.plan();
        let text = format!("{}{} in {}\n", plan.table(), number_of(plan.count(), "task"), shown(out));
        let (stages, model) = (&*plan.stages, &*plan.model);
        let object = PlanAnswer { plan: &out.join(PLAN), tasks: plan.count(), stages, model };
        session.conclude(Answer::holds(text, object))
    }
}
