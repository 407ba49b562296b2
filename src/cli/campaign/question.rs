//! Campaigns of questions: what those that every kind of questions can have share.

use crate::frame::examples::{Example, of_kind};
use crate::frame::flags::given;
use crate::frame::question_verb::{details, look_at};
use crate::frame::verb::{free, with_files, with_flags};
use certamen_ask::flag::Given;
use certamen_ask::kind::Kind;
use certamen_campaign::{Campaign, CampaignDirectory, TaskDivision, Work};
use certamen_work::{Failure, Session};
use clap::{ArgMatches, Args, Command};
use std::marker::PhantomData;
use std::sync::Arc;

/// The flags of a campaign of questions, and what it does.
pub(crate) trait QuestionPlan: Args {
    const VERB: &'static str;
    /// Flags that complete an example of the verb.
    const SAMPLE: &'static str;

    fn plan(&self, kind: &Arc<dyn Kind>, given: Given, session: &Session) -> Result<TaskDivision, Failure>;

    fn open(kind: &Arc<dyn Kind>, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure>;
}

/// The campaigns of a kind of questions.
pub(crate) struct QuestionCampaign<T>(Arc<dyn Kind>, PhantomData<fn() -> T>);

impl<T> QuestionCampaign<T> {
    pub(crate) fn new(kind: Arc<dyn Kind>) -> Self {
        Self(kind, PhantomData)
    }
}

impl<T: QuestionPlan> Campaign for QuestionCampaign<T> {
    fn verb(&self) -> &'static str {
        T::VERB
    }

    fn subject(&self) -> &str {
        self.0.name()
    }

    fn command(&self) -> Command {
        with_flags::<T>(self.0.name(), &details(&*self.0))
    }

    fn examples(&self) -> Vec<Example> {
        let whole = of_kind(&*self.0, T::VERB, T::SAMPLE).into_iter();
        whole.map(|(command, remark)| (format!("plan {command}"), remark)).collect()
    }

    fn look(&self, matches: &ArgMatches, session: &Session) -> Result<(), Failure> {
        look_at::<T>(&*self.0, matches, session)
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let flags = free::<T>(&self.0.flags());
        let given = with_files(given(&flags, matches), &flags, session)?;
        T::from_arg_matches(matches)?.plan(&self.0, given, session)
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        T::open(&self.0, place)
    }
}
