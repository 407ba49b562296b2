//! A verb about questions that also takes a file in the place of a question.

use crate::frame::app::App;
use crate::frame::examples::Example;
use crate::frame::question_verb::{QuestionAdapter, QuestionVerb};
use crate::frame::verb::{PlainVerb, SubjectCall, Verb};
use certamen_work::schema::Schema;
use certamen_work::{Failure, Outcome};
use clap::{ArgMatches, Command};
use std::marker::PhantomData;

/// The verb `Q`, whose form without a subject is `F`.
pub(crate) struct QuestionOrFile<Q, F>(pub(crate) PhantomData<fn() -> (Q, F)>);

fn questions<Q>() -> QuestionAdapter<Q> {
    QuestionAdapter(PhantomData)
}

impl<Q: QuestionVerb, F: PlainVerb> Verb for QuestionOrFile<Q, F> {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn command(&self) -> Command {
        let command = questions::<Q>().command();
        let about = (command.get_about().cloned(), command.get_long_about().cloned());
        let mut command = F::augment_args(command).args_conflicts_with_subcommands(true);
        // The flags of a file must not change what the verb says of itself.
        if let (Some(short), Some(long)) = about {
            command = command.about(short).long_about(long);
        }
        command
    }

    fn subject_word(&self) -> Option<&'static str> {
        questions::<Q>().subject_word()
    }

    fn stands_alone(&self) -> bool {
        true
    }

    fn subjects(&self, app: &App) -> Vec<String> {
        questions::<Q>().subjects(app)
    }

    fn subject_command(&self, app: &App, subject: &str) -> Command {
        questions::<Q>().subject_command(app, subject)
    }

    fn schema(&self) -> Option<Schema> {
        QuestionAdapter::<Q>(PhantomData).schema()
    }

    fn examples(&self, app: &App, subject: &str) -> Vec<Example> {
        let own = F::EXAMPLES.iter().filter(|_| subject == Q::NAME);
        let own = own.map(|&(command, remark)| (command.to_owned(), remark.to_owned()));
        own.chain(questions::<Q>().examples(app, subject)).collect()
    }

    fn look(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<(), Failure> {
        questions::<Q>().look(call, matches)
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        // Without a subject the last word is the verb itself.
        if call.subject == self.name() {
            return Ok(F::from_arg_matches(matches)?.run(call.app, call.session)?);
        }
        questions::<Q>().run(call, matches)
    }
}
