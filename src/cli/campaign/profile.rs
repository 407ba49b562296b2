//! `plan profile`: the profile of a question, with a task for each class.
//!
//! The output of a task is what `profile` keeps of a class, without the time of the solver. The result is a directory of
//! `profile`, which can go on with it.

use super::planned;
use crate::examples::{Example, of_kind};
use crate::flags::given;
use crate::profile::{Profile, name_of, table};
use crate::question_verb::{QuestionCall, QuestionVerb as _, look_at};
use crate::verb::{Details, free, with_files, with_flags};
use anyhow::Context as _;
use certamen_ask::flag::Given;
use certamen_ask::kind::{Kind, ability};
use certamen_campaign::{
    Campaign, CampaignDirectory, CampaignError, Stage, TaskDivision, TaskOutcome, TaskRun, Work,
};
use certamen_prove::classes::{Class, ClassEntry, Classes, ClassifierAbility};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::session::Session;
use certamen_work::stop::{Interrupted, Stop};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

const STAGE: &str = "classes";
/// The longest output, in bytes.
const OUTPUT_LIMIT: u64 = 1 << 20;
/// The memory of a task in bytes: what solvers of such questions have needed, with care.
const MEMORY: u64 = 1 << 30;

/// Divide the profile of a question into its classes, for many machines.
///
/// A task finds the exact bound of one class, with a refutation of one more, whose proof is checked. The cost of a class
/// is not known before; `--seconds` says what you expect.
#[derive(Args, Debug)]
struct PlanProfile {
    /// The number that divides the positions, in the language of questions.
    #[arg(long, value_name = "NUMBER")]
    by: String,
    /// The seconds that you expect a class to take.
    #[arg(long, value_name = "S", default_value = "60", value_parser = certamen_work::amount::seconds)]
    seconds: std::time::Duration,
}

/// The profiles of a kind of questions.
pub(crate) struct ProfileCampaigns(pub(crate) Arc<dyn Kind>);

/// The question of a plan: the flags, and the number that divides.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    flags: Given,
    by: String,
}

impl ProfileCampaigns {
    /// Whether questions of this kind have classes.
    pub(crate) fn is_offered(kind: &dyn Kind) -> bool {
        ability::<ClassifierAbility>(kind).is_some()
    }

    fn classes(&self, question: &Question) -> anyhow::Result<Vec<Class>> {
        let classifier: ClassifierAbility = ability(&*self.0).context("this question has no classes")?;
        Ok(classifier.classes(&question.flags, &question.by)?)
    }
}

impl Campaign for ProfileCampaigns {
    fn verb(&self) -> &'static str {
        "profile"
    }

    fn subject(&self) -> &str {
        self.0.name()
    }

    fn command(&self) -> Command {
        let details = Details { about: self.0.about().to_owned(), help: "", flags: self.0.flags() };
        with_flags::<PlanProfile>(self.0.name(), &details)
    }

    fn examples(&self) -> Vec<Example> {
        planned(of_kind(&*self.0, self.verb(), Profile::SAMPLE))
    }

    fn look(&self, matches: &ArgMatches, session: &Session) -> Result<(), Failure> {
        look_at::<PlanProfile>(&*self.0, matches, session)
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let flags = free::<PlanProfile>(&self.0.flags());
        let flags = with_files(given(&flags, matches), &flags, session)?;
        let asks = PlanProfile::from_arg_matches(matches)?;
        let text = name_of(QuestionCall { kind: &*self.0, given: &flags });
        let question = Question { flags, by: asks.by };
        let count = self.classes(&question)?.len();
        Ok(TaskDivision {
            text: format!("{text} --by '{}'", question.by),
            question: json!(question),
            model: "the cost of a class is what --seconds says".to_owned(),
            stages: vec![Stage::new(STAGE, count, asks.seconds.as_secs_f64(), MEMORY)],
            ..TaskDivision::default()
        })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = serde_json::from_value(place.plan().question.clone())?;
        let classes = self.classes(&question)?;
        let is_right = |stage: &Stage| (stage.name.as_str(), stage.count()) == (STAGE, classes.len());
        if !matches!(place.plan().stages.as_slice(), [stage] if is_right(stage)) {
            return Err(format!("{}: its stages are not those of a profile", place.path().display()).into());
        }
        let name = name_of(QuestionCall { kind: &*self.0, given: &question.flags });
        Ok(Box::new(ProfileWork { name, by: question.by, classes }))
    }
}

struct ProfileWork {
    name: String,
    by: String,
    classes: Vec<Class>,
}

impl Work for ProfileWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let class = self.classes.get(run.at.index).ok_or("no such class")?;
        let Some(entry) = class.bound(run.limits, &run.scratch())? else { return Ok(TaskOutcome::Stopped) };
        serde_json::to_writer(&mut *output, &entry)?;
        output.write_all(b"\n")?;
        Ok(TaskOutcome::Done)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let mut entries = Vec::new();
        for (index, class) in self.classes.iter().enumerate() {
            if stop.is_requested() {
                return Err(Interrupted.into());
            }
            let bytes = place.output(STAGE, index)?.bytes(OUTPUT_LIMIT)?;
            let entry = serde_json::from_slice(&bytes).map_err(|error| error.to_string());
            let checked = entry.and_then(|entry: ClassEntry| {
                class.verify(&entry)?;
                class.verify_clauses(&entry)?;
                Ok(entry)
            });
            let entry = checked.map_err(|reason| CampaignError::wrong(format!("{STAGE} {index}"), reason))?;
            entries.push((class, entry));
        }
        Classes::write(result, (&self.name, &self.by), &entries)?;
        let entries: Vec<ClassEntry> = entries.into_iter().map(|(_, entry)| entry).collect();
        let text = format!("{}every bound is exact\n", table(&entries));
        let object = json!({ "question": self.name, "by": self.by, "classes": entries });
        Ok(Answer::holds(text, object))
    }
}
