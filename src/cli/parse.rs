//! From the arguments of the process to a verb, its subject and their flags.
//!
//! The subject follows the verb. If a flag comes first, the subject is looked for among the other arguments.

use crate::app::App;
use crate::ask::Shell;
use crate::campaign::{Gather, Status, Submit, Work};
use crate::check::Check;
use crate::complaint::complaint;
use crate::convert::Convert;
use crate::count::Count;
use crate::cube::Cube;
use crate::decode::Decode;
use crate::emit::Emit;
use crate::enumerate::Enumerate;
use crate::examples::{Example, in_help, of_several};
use crate::games::Games;
use crate::perft::Perft;
use crate::profile::Profile;
use crate::prove::Prove;
use crate::reach::Reach;
use crate::replay::Replay;
use crate::run_cube::RunCube;
use crate::shell::{Completions, Man};
use crate::show::Show;
use crate::solve_file::SolveAny;
use crate::verb::{Call, OfGames, OfPlain, OfQuestions, Verb};
use certamen_ask::question::subject_of;
use certamen_campaign::Campaign;
use certamen_work::failure::{Failure, UNUSABLE, is_broken_pipe, with_causes};
use certamen_work::file;
use certamen_work::session::{Outcome, Session};
use certamen_work::task::Task;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::marker::PhantomData;
use std::process::ExitCode;
use std::sync::Arc;

/// A function that runs a command.
type Runner = Box<dyn FnOnce(&App, &Session) -> Result<Outcome, Failure>>;

/// The parsed arguments.
pub(crate) struct Parsed {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) run: Runner,
}

/// The verbs of the program itself, in the order in which the help shows them.
fn verbs() -> [&'static dyn Verb; 23] {
    [
        &OfPlain::<Games>(PhantomData),
        &OfQuestions::<Emit>(PhantomData),
        &SolveAny,
        &OfQuestions::<Prove>(PhantomData),
        &OfQuestions::<Profile>(PhantomData),
        &OfPlain::<Check>(PhantomData),
        &OfPlain::<Decode>(PhantomData),
        &OfQuestions::<Enumerate>(PhantomData),
        &OfQuestions::<Count>(PhantomData),
        &OfQuestions::<Cube>(PhantomData),
        &OfPlain::<RunCube>(PhantomData),
        &OfPlain::<Work>(PhantomData),
        &OfPlain::<Status>(PhantomData),
        &OfPlain::<Submit>(PhantomData),
        &OfPlain::<Gather>(PhantomData),
        &OfGames::<Replay>(PhantomData),
        &OfGames::<Convert>(PhantomData),
        &OfGames::<Perft>(PhantomData),
        &OfGames::<Show>(PhantomData),
        &Reach,
        &Shell,
        &OfPlain::<Completions>(PhantomData),
        &OfPlain::<Man>(PhantomData),
    ]
}

/// These verbs, and those that other crates have added.
fn all_verbs(app: &App) -> impl Iterator<Item = &dyn Verb> {
    let added = app.added().iter().map(|verb| -> &dyn Verb { verb });
    verbs().into_iter().map(|verb| -> &dyn Verb { verb }).chain(added)
}

/// The verbs and the tasks of a program, by their words.
pub(crate) struct Tree<'a> {
    app: &'a App,
    verbs: Vec<&'a dyn Verb>,
    /// Whether the help may be shown, which has examples.
    has_examples: bool,
}

impl<'a> Tree<'a> {
    fn of(app: &'a App, has_examples: bool) -> Self {
        // A verb about questions or games is left out if none is registered.
        let is_there = |verb: &&'a dyn Verb| verb.subject_word().is_none() || !verb.subjects(app).is_empty();
        Self { app, verbs: all_verbs(app).filter(is_there).collect(), has_examples }
    }

    fn verb(&self, name: &str) -> Option<&'a dyn Verb> {
        self.verbs.iter().copied().find(|verb| verb.name() == name)
    }

    fn tasks(&self, path: &[&str]) -> impl Iterator<Item = &'a dyn Task> {
        let path: Vec<String> = path.iter().map(|&word| word.to_owned()).collect();
        self.app.every_task().filter(move |task| task.verb() == path)
    }

    /// The first words of all commands, the program's own first.
    fn first_words(&self) -> Vec<&'static str> {
        let own = self.verbs.iter().map(|verb| verb.name());
        let mut words: Vec<&'static str> = Vec::new();
        for word in own.chain(self.app.every_task().filter_map(|task| task.verb().first().copied())) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// The second words of the tasks whose verb has two.
    pub(crate) fn second_words(&self, first: &str) -> Vec<&'static str> {
        let mut words = Vec::new();
        for task in self.app.every_task() {
            if let [known, second] = task.verb()
                && *known == first
                && !words.contains(second)
            {
                words.push(*second);
            }
        }
        words
    }

    /// The subjects of a verb. A task replaces the verb's own subject of the same name.
    pub(crate) fn subjects(&self, path: &[&str]) -> Vec<String> {
        let mut subjects: Vec<String> = self.tasks(path).map(|task| task.subject().to_owned()).collect();
        if let [verb] = path
            && let Some(verb) = self.verb(verb)
        {
            let own = verb.subjects(self.app).into_iter().filter(|own| !subjects.contains(own));
            subjects = own.collect::<Vec<_>>().into_iter().chain(subjects.clone()).collect();
        }
        subjects
    }

    pub(crate) fn subject_command(&self, path: &[&str], subject: &str) -> Command {
        if let Some(task) = self.tasks(path).find(|task| task.subject() == subject) {
            let command = with_program(task.command(), self.app.name());
            let examples = if self.has_examples { self.planning_examples(path, subject) } else { Vec::new() };
            return match examples.as_slice() {
                [] => command,
                examples => command.after_help(in_help(self.app.name(), examples)),
            };
        }
        let Some(verb) = path.first().and_then(|verb| self.verb(verb)) else {
            return Command::new(subject.to_owned());
        };
        let command = verb.subject_command(self.app, subject);
        if self.has_examples {
            command.after_help(in_help(self.app.name(), &verb.examples(self.app, subject)))
        } else {
            command
        }
    }

    /// The examples of a campaign, if the command plans one.
    fn planning_examples(&self, path: &[&str], subject: &str) -> Vec<Example> {
        let ["plan", verb] = path else { return Vec::new() };
        let is_it = |known: &&Arc<dyn Campaign>| known.verb() == *verb && known.subject() == subject;
        self.app.campaigns().iter().find(is_it).map_or_else(Vec::new, |campaign| campaign.examples())
    }

    /// Some examples of a verb about questions or games.
    fn examples(&self, verb: &dyn Verb, most: usize) -> Vec<Example> {
        let subjects = verb.subjects(self.app).into_iter();
        let own =
            subjects.filter(|subject| !self.tasks(&[verb.name()]).any(|task| task.subject() == subject));
        of_several(&own.map(|subject| verb.examples(self.app, &subject)).collect::<Vec<_>>(), most)
    }

    /// The command of a verb, with a command for each of its subjects.
    fn verb_command(&self, path: &[&str]) -> Command {
        let own = match path {
            [verb] => self.verb(verb),
            _ => None,
        };
        if let Some(verb) = own
            && verb.subject_word().is_none()
        {
            return with_program(verb.command(), self.app.name());
        }
        let word = own.and_then(Verb::subject_word).unwrap_or("SUBJECT");
        let subjects = self.subjects(path);
        let commands: Vec<Command> =
            subjects.iter().map(|subject| self.subject_command(path, subject)).collect();
        let name = path.last().copied().unwrap_or_default().to_owned();
        let command = match (own, commands.first()) {
            (Some(verb), _) if self.has_examples => verb.command().after_help(self.in_verb_help(verb, word)),
            (Some(verb), _) => verb.command(),
            // The subjects of a verb below `plan` describe themselves.
            (None, Some(task)) if path.first() == Some(&"plan") => {
                let about = format!("Divide `{name}` into tasks for many machines");
                described_as(Command::new(name), task).about(about)
            }
            (None, Some(task)) => described_as(Command::new(name), task),
            (None, None) => Command::new(name),
        };
        command
            .subcommands(commands)
            .subcommand_value_name(word)
            .subcommand_help_heading(heading(word))
            .subcommand_required(!own.is_some_and(Verb::stands_alone))
            .disable_help_subcommand(true)
    }

    /// The end of the help of a verb: examples, and the command that explains its flags.
    fn in_verb_help(&self, verb: &dyn Verb, word: &str) -> String {
        let (program, name) = (self.app.name(), verb.name());
        let examples = in_help(program, &self.examples(verb, 3));
        format!("{examples}\n\n`{program} {name} {word} --help` explains the flags.").trim_start().to_owned()
    }

    fn command(&self) -> Command {
        let program = self.app.name().to_owned();
        let mut root = Command::new(program.clone())
            .version(env!("CARGO_PKG_VERSION"))
            .about(
                "Questions about board games as CNF and SMT, for any solver; answers with proofs that anybody can check",
            )
            .after_help(self.after_help())
            .arg_required_else_help(true)
            .subcommand_required(true)
            .max_term_width(100)
            .arg(
                Arg::new("json")
                    .long("json")
                    .global(true)
                    .action(ArgAction::SetTrue)
                    .help("Give the answer as one JSON object"),
            )
            .arg(
                Arg::new("quiet")
                    .long("quiet")
                    .short('q')
                    .global(true)
                    .action(ArgAction::SetTrue)
                    .help("Print only errors on standard error"),
            );
        for word in self.first_words() {
            let seconds = self.second_words(word);
            if seconds.is_empty() {
                root = root.subcommand(self.verb_command(&[word]));
                continue;
            }
            let commands: Vec<Command> =
                seconds.iter().map(|second| self.verb_command(&[word, second])).collect();
            let examples = commands.iter().filter_map(|command| first_example(command, self.app.name()));
            let examples: String = examples.take(3).collect();
            root = root.subcommand(
                Command::new(word)
                    .about(format!("{}: {}", about_group(word), seconds.join(", ")))
                    .after_help(if examples.is_empty() { examples } else { format!("Examples:{examples}") })
                    .subcommands(commands)
                    .subcommand_required(true)
                    .arg_required_else_help(true)
                    .disable_help_subcommand(true),
            );
        }
        root
    }

    /// A first example of the main verbs, and where to read on.
    fn after_help(&self) -> String {
        let program = self.app.name();
        let mut examples = vec![("games".to_owned(), "all games, questions and commands".to_owned())];
        if self.has_examples {
            for name in ["emit", "solve", "prove", "enumerate", "replay", "perft"] {
                examples.extend(self.verb(name).and_then(|verb| self.examples(verb, 1).into_iter().next()));
            }
        }
        let lines: String = examples
            .iter()
            .map(|(command, remark)| format!("\n  {program} {command}   {remark}").trim_end().to_owned())
            .collect();
        format!(
            "Examples:{lines}\n\n`{program} VERB --help` lists what a verb applies to, and \
             `{program} VERB SUBJECT --help` explains its flags.\n\n\
             Exit codes: 0 what was asked holds, 1 it does not, 2 bad usage or input, 3 undecided; `solve`: 10, 20, 0."
        )
    }
}

/// A command whose examples name the program where they have the word `PROGRAM`.
fn with_program(command: Command, program: &str) -> Command {
    match command.get_after_help() {
        Some(help) => {
            let help = help.to_string().replace("PROGRAM", program);
            command.after_help(help)
        }
        None => command,
    }
}

/// The line of the first example in the help of a command.
fn first_example(command: &Command, program: &str) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let line = help.lines().find(|line| line.trim_start().split(' ').next() == Some(program));
    line.map(|line| format!("\n{line}"))
}

/// The description of a group of verbs.
fn about_group(word: &str) -> &'static str {
    match word {
        "retro" => "Solve games backwards from their ends, and query the tables",
        "plan" => "Divide a command into tasks for many machines",
        _ => "Several commands",
    }
}

fn heading(word: &str) -> &'static str {
    match word {
        "QUESTION" => "Questions",
        "GAME" => "Games",
        _ => "Subjects",
    }
}

/// Describes a verb that has only tasks by its first task.
fn described_as(mut command: Command, task: &Command) -> Command {
    if let Some(about) = task.get_about() {
        command = command.about(about.clone());
    }
    if let Some(help) = task.get_after_help() {
        command = command.after_help(help.clone());
    }
    command
}

/// The whole command, for completions and man pages.
pub(crate) fn command(app: &App) -> Command {
    Tree::of(app, true).command()
}

/// Parses arguments. Help and the version go to standard output; an error of usage is one line, as all errors are.
pub(crate) fn parse(app: &App, arguments: Vec<OsString>) -> Result<Parsed, ExitCode> {
    // Examples take longer to make than the rest.
    let is_help = |word: &OsString| ["-h", "--help", "help"].iter().any(|help| word == help);
    let tree = Tree::of(app, arguments.len() <= 2 || arguments.iter().any(is_help));
    let arguments = subject_first(&tree, arguments);
    let matches = tree.command().try_get_matches_from(&arguments).map_err(|error| {
        let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if error.use_stderr() && !is_help {
            app.complain(&complaint(&tree, &arguments, &error));
            return ExitCode::from(UNUSABLE);
        }
        if error.use_stderr() {
            // If the help cannot be written, the exit code still reports the error.
            let _ = error.print();
            return ExitCode::from(UNUSABLE);
        }
        print_help(app, &error)
    })?;
    let (json, quiet) = (matches.get_flag("json"), matches.get_flag("quiet"));
    Ok(Parsed { json, quiet, run: runner(&tree, &matches) })
}

/// Writes the help or the version to standard output.
fn print_help(app: &App, help: &clap::Error) -> ExitCode {
    let is_coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = help.render();
    let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
    match file::write_out(text.as_bytes()) {
        // It is not an error if the reader of the help is gone.
        Err(error) if !is_broken_pipe(&error) => {
            app.complain(&with_causes(&error));
            ExitCode::from(UNUSABLE)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Finds the function that runs the parsed command.
fn runner(tree: &Tree<'_>, matches: &ArgMatches) -> Runner {
    let mut words: Vec<String> = Vec::new();
    let mut at = matches;
    while let Some((word, below)) = at.subcommand() {
        words.push(word.to_owned());
        at = below;
    }
    let matches = at.clone();
    let subject = words.last().cloned().unwrap_or_default();
    let path: Vec<&str> = words.iter().take(words.len().saturating_sub(1)).map(String::as_str).collect();
    if tree.tasks(&path).any(|task| task.subject() == subject) {
        let path = words[..words.len() - 1].to_vec();
        return Box::new(move |app, session| {
            let mut tasks = app.every_task();
            let task = tasks.find(|task| task.verb() == path && task.subject() == subject);
            task.ok_or("no such task")?.run(&matches, session)
        });
    }
    let word = words.into_iter().next().unwrap_or_default();
    Box::new(move |app, session| {
        let verb = all_verbs(app).find(|verb| verb.name() == word);
        verb.ok_or("no such verb")?.run(Call { app, subject: &subject, session }, &matches)
    })
}

/// The arguments with the subject moved to follow the verb, if flags came before it.
fn subject_first(tree: &Tree<'_>, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let word = |arguments: &[OsString], at: usize| {
        arguments.get(at).and_then(|word| word.to_str().map(str::to_owned))
    };
    let is_flag = |word: &str| word.starts_with('-') && word.len() > 1;
    let mut at = 1;
    while word(&arguments, at).is_some_and(|word| is_flag(&word)) {
        at += 1;
    }
    let Some(first) = word(&arguments, at) else { return arguments };
    let mut path = vec![first.clone()];
    at += 1;
    if let Some(second) = word(&arguments, at)
        && tree.second_words(&first).contains(&second.as_str())
    {
        path.push(second);
        at += 1;
    }
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if !word(&arguments, at).is_some_and(|word| is_flag(&word)) {
        return arguments;
    }
    let subjects = tree.subjects(&path);
    let is_subject =
        |word: &OsString| word.to_str().is_some_and(|word| subjects.iter().any(|known| known == word));
    if let Some(place) = arguments.iter().skip(at).position(is_subject) {
        let subject = arguments.remove(at + place);
        arguments.insert(at, subject);
    }
    arguments
}

/// The commands whose subject is a game or a question about it.
pub(crate) fn commands_of(app: &App, game: &str) -> Vec<String> {
    let tree = Tree::of(app, false);
    let is_about = |subject: &String| subject_of(subject) == game;
    let mut commands = Vec::new();
    for word in tree.first_words() {
        if tree.subjects(&[word]).iter().any(is_about) {
            commands.push(word.to_owned());
        }
        let seconds = tree.second_words(word).into_iter();
        let seconds = seconds.filter(|second| tree.subjects(&[word, second]).iter().any(is_about));
        commands.extend(seconds.map(|second| format!("{word} {second}")));
    }
    commands
}
