//! `plan profile`: the profile of a question, with a task for each class.
//!
//! The output of a task is what `profile` keeps of a class, without the time of the solver. The result is a directory of
//! `profile`, which can go on with it.

use super::question::QuestionPlan;
use crate::frame::question_verb::{QuestionCall, QuestionVerb as _};
use crate::profile::{Profile, name_of, table};
use anyhow::Context as _;
use certamen_ask::flag::Given;
use certamen_ask::kind::{Kind, ability};
use certamen_campaign::{
    CampaignDirectory, CampaignError, Stage, TaskDivision, TaskId, TaskRun, Work, write_value,
};
use certamen_prove::classes::{Class, ClassEntry, Classes, ClassifierAbility};
use certamen_work::{Answer, Failure, Interrupted, Session, Stop};
use clap::Args;
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
pub(crate) struct PlanProfile {
    /// The number that divides the positions, in the language of questions.
    #[arg(long, value_name = "NUMBER")]
    by: String,
    /// The seconds that you expect a class to take.
    #[arg(long, value_name = "S", default_value = "60", value_parser = certamen_work::amount::seconds)]
    seconds: std::time::Duration,
}

/// The question of a plan: the flags, and the number that divides.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    flags: Given,
    by: String,
}

/// Whether questions of this kind have classes.
pub(crate) fn has_classes(kind: &dyn Kind) -> bool {
    ability::<ClassifierAbility>(kind).is_some()
}

fn classes(kind: &Arc<dyn Kind>, question: &Question) -> anyhow::Result<Vec<Class>> {
    let classifier: ClassifierAbility = ability(&**kind).context("this question has no classes")?;
    Ok(classifier.classes(&question.flags, &question.by)?)
}

impl QuestionPlan for PlanProfile {
    const VERB: &'static str = "profile";
    const SAMPLE: &'static str = Profile::SAMPLE;

    fn plan(&self, kind: &Arc<dyn Kind>, flags: Given, _: &Session) -> Result<TaskDivision, Failure> {
        let text = name_of(QuestionCall { kind: &**kind, given: &flags });
        let question = Question { flags, by: self.by.clone() };
        let count = classes(kind, &question)?.len();
        Ok(TaskDivision {
            text: format!("{text} --by '{}'", question.by),
            question: json!(question),
            model: "the cost of a class is what --seconds says".to_owned(),
            stages: vec![Stage::new(STAGE, count, self.seconds.as_secs_f64(), MEMORY)],
            ..TaskDivision::default()
        })
    }

    fn open(kind: &Arc<dyn Kind>, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = place.question()?;
        let classes = classes(kind, &question)?;
        place.require_stages(&[Stage::new(STAGE, classes.len(), 0.0, 0)], "a profile")?;
        let name = name_of(QuestionCall { kind: &**kind, given: &question.flags });
        Ok(Box::new(ProfileWork { name, by: question.by, classes }))
    }
}

struct ProfileWork {
    name: String,
    by: String,
    classes: Vec<Class>,
}

impl Work for ProfileWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let class = self.classes.get(run.at.index).ok_or("no such class")?;
        write_value(output, &class.bound(run.limits, &run.scratch())?.ok_or(Interrupted)?)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let mut entries = Vec::new();
        for (index, class) in self.classes.iter().enumerate() {
            let at = TaskId { stage: 0, index };
            let entry: ClassEntry = place.parsed(at, OUTPUT_LIMIT, stop)?;
            let checked = class.verify(&entry).and_then(|_| class.verify_clauses(&entry));
            checked.map_err(|reason| CampaignError::wrong(place.name_of(at), reason))?;
            entries.push((class, entry));
        }
        Classes::write(result, (&self.name, &self.by), &entries)?;
        let entries: Vec<ClassEntry> = entries.into_iter().map(|(_, entry)| entry).collect();
        let text = format!("{}every bound is exact\n", table(&entries));
        let object = json!({ "question": self.name, "by": self.by, "classes": entries });
        Ok(Answer::holds(text, object))
    }
}
