//! `schema`: the JSON Schema of what a command prints with `--json`, or of a file.

use crate::forced_win::WinParameters;
use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use anyhow::{Context, bail};
use certamen_ask::named_files::FileQuestion;
use certamen_ask::question::Question;
use certamen_prove::certificate::{Certificate, games, list};
use certamen_work::schema::{AnswerSchema, JsonSchema, Schema, of_answer, of_file};
use certamen_work::text::did_you_mean;
use certamen_work::{Answer, Outcome, Session};
use clap::{Args, ValueEnum};
use cnf_out::map::VariableMap;
use cnf_out::name_map::NameMap;
use cnf_out::qbf::ChoiceMap;
use serde::Serialize;

/// Print the JSON Schema of what a command prints with --json, or of a file.
///
/// The draft is 2020-12. Without a command, lists the commands that have a schema. A verb has one schema for all games and
/// questions, but a command that only one game has may have its own. If a command prints several objects, one on each line,
/// the schema is that of each of them. An object has no members but those of the schema, unless `additionalProperties` is
/// true: what depends on the game, such as a witness, is open.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  PROGRAM schema\n  PROGRAM schema solve\n  PROGRAM schema retro probe\n  \
    PROGRAM schema --file map > map.schema.json"
)]
pub(crate) struct PrintSchema {
    /// The verb, in one or two words, and the game or question if it has a command of its own.
    #[arg(value_name = "VERB", num_args = 0..=3)]
    command: Vec<String>,
    /// The schema of a file, instead of an answer.
    #[arg(long, value_enum, value_name = "KIND", conflicts_with = "command")]
    file: Option<FileKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FileKind {
    /// The map that `emit` writes beside a CNF.
    Map,
    /// The map that `emit` writes beside a file that contains names.
    NameMap,
    /// The map that `emit` writes beside a formula with quantifiers.
    ChoiceMap,
    /// The file certificate.json of a bound.
    Certificate,
    /// The file certificate.json of a list.
    List,
    /// The file certificate.json of a claim about games of every length.
    Games,
}

impl FileKind {
    fn schema(self) -> Schema {
        match self {
            Self::Map => of_file::<VariableMap<Question>>(),
            Self::NameMap => of_file::<NameMap<FileQuestion>>(),
            Self::ChoiceMap => of_file::<ChoiceMap<WinParameters>>(),
            Self::Certificate => of_file::<Certificate>(),
            Self::List => list::schema(),
            Self::Games => games::schema(),
        }
    }
}

/// The commands that have a schema.
#[derive(Serialize, JsonSchema)]
struct Commands {
    /// Each in one, two or three words.
    commands: Vec<String>,
}

impl PlainVerb for PrintSchema {
    const NAME: &'static str = "schema";
    const SCHEMA: AnswerSchema = Some(of_answer::<Commands>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        if let (None, []) = (self.file, self.command.as_slice()) {
            let commands = with_schema(app);
            let text = commands.join("\n") + "\n";
            return session.conclude(Answer::holds(text, Commands { commands }));
        }
        let schema = match self.file {
            Some(file) => file.schema(),
            None => of_command(app, &self.command)?,
        };
        let text = serde_json::to_string_pretty(&schema)?;
        session.conclude(Answer::holds(text, schema))
    }
}

/// The schema of a command.
fn of_command(app: &App, words: &[String]) -> anyhow::Result<Schema> {
    let name = words.join(" ");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let registered = app.all_subject_commands().find(|one| is_path(&words, one.verb(), one.subject()));
    let verb = app.verbs().find(|verb| match words.as_slice() {
        [first] => *first == verb.name(),
        [first, subject] => *first == verb.name() && verb.subjects(app).iter().any(|known| known == subject),
        _ => false,
    });
    let found = match (verb, registered) {
        (Some(verb), None) => verb.schema(),
        (Some(verb), Some(_)) if words.len() == 1 => verb.schema(),
        (_, Some(registered)) => registered.schema(),
        (None, None) => {
            let below: Vec<String> = app.all_subject_commands().map(|one| one.verb().join(" ")).collect();
            if let Some(one) = below.iter().find(|below| below.starts_with(&format!("{name} "))) {
                bail!("`{name}` is not a command but several: say which, as in `schema {one}`");
            }
            let mut known: Vec<String> = app.verbs().map(|verb| verb.name().to_owned()).collect();
            known.extend(below);
            bail!("there is no command `{name}`{}", did_you_mean(&name, known.iter().map(String::as_str)));
        }
    };
    let mut schema = found.with_context(|| format!("`{name}` has no schema yet"))?;
    schema.insert("title".to_owned(), format!("{name} --json").into());
    Ok(schema)
}

/// Whether words name a registered command, or its verb alone.
fn is_path(words: &[&str], verb: &[&str], subject: &str) -> bool {
    words == verb || words.split_last().is_some_and(|(last, path)| path == verb && *last == subject)
}

/// The commands that have a schema. A registered command stands for itself if its verb has another schema.
fn with_schema(app: &App) -> Vec<String> {
    let mut found: Vec<(String, Schema)> = Vec::new();
    for verb in app.verbs() {
        found.extend(verb.schema().map(|schema| (verb.name().to_owned(), schema)));
    }
    for one in app.all_subject_commands() {
        let (Some(schema), path) = (one.schema(), one.verb().join(" ")) else { continue };
        match found.iter().find(|(known, _)| *known == path) {
            Some((_, known)) if *known == schema => {}
            None if app.verbs().all(|verb| verb.name() != path) => found.push((path, schema)),
            _ => found.push((format!("{path} {}", one.subject()), schema)),
        }
    }
    found.into_iter().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::app::ProgramVerb;
    use certamen_work::Failure;
    use clap::{ArgMatches, Command};

    /// A verb of another crate.
    struct Greet;

    #[derive(Serialize, JsonSchema)]
    struct Greeting {
        greeting: String,
    }

    impl ProgramVerb for Greet {
        fn name(&self) -> &'static str {
            "greet"
        }

        fn command(&self) -> Command {
            Command::new("greet")
        }

        fn schema(&self) -> Option<Schema> {
            Some(of_answer::<Greeting>())
        }

        fn run(&self, _: &App, _: &ArgMatches, _: &Session) -> Result<Outcome, Failure> {
            Ok(Outcome::Holds)
        }
    }

    #[test]
    fn a_verb_of_another_crate_has_a_schema() {
        let app = App::new("stranger").verb(Box::new(Greet));
        assert!(with_schema(&app).contains(&"greet".to_owned()));
        let schema = of_command(&app, &["greet".to_owned()]).unwrap();
        assert_eq!(schema.get("required"), Some(&serde_json::json!(["greeting"])));
        let error = of_command(&app, &["ask".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "`ask` has no schema yet");
    }
}
