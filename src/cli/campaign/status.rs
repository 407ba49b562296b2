//! `status`

use super::failed;
use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
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
        // The files can be counted without tables or other inputs of the work.
        let work = place.work(app.campaigns());
        if let Err(error) = &work {
            session.remark(&format!("stages that are not needed are counted as well: {error}"));
        }
        let status = status(&place, work.ok().as_deref()).map_err(failed)?;
        session.answer(&status)?;
        Ok(if status.is_done() { Outcome::Holds } else { Outcome::Undecided })
    }
}
