//! `status`

use super::failed;
use crate::app::App;
use crate::verb::PlainVerb;
use certamen_campaign::{CampaignDirectory, status};
use certamen_work::schema::{AnswerSchema, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;
use std::path::PathBuf;

/// Report how far a campaign is, from its files.
///
/// Machines have different clocks, so none is compared with another: a task counts as running while its process holds its
/// lock, or if its record has changed since this machine looked before, at least 15 s ago. Tasks whose record has not
/// changed are listed. Exits with 0 if all tasks are done, with 3 otherwise.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM status camp\n  PROGRAM status camp --json")]
pub(crate) struct Status {
    /// The directory of the campaign.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl PlainVerb for Status {
    const NAME: &'static str = "status";
    const SCHEMA: AnswerSchema = Some(of_answer::<certamen_campaign::Status>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = CampaignDirectory::open(&self.directory)?;
        // Without what the work needs, such as tables, the files can still be counted.
        let work = place.work(app.campaigns()).ok();
        let seen = status(&place, work.as_deref()).map_err(failed)?;
        session.answer(&seen)?;
        Ok(if seen.is_done() { Outcome::Holds } else { Outcome::Undecided })
    }
}
