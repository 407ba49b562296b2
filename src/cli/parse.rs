//! From the arguments of the process to a verb, its subject and their flags.
//!
//! The subject stands right behind the verb; where a flag comes first, the subject is looked for among the rest. A complaint
//! is one line, and says what there is: the subjects that a verb takes, the subjects that a flag belongs to.

use crate::app::App;
use crate::check::Check;
use crate::count::Count;
use crate::cube::Cube;
use crate::decode::Decode;
use crate::emit::Emit;
use crate::enumerate::Enumerate;
use crate::games::Games;
use crate::perft::Perft;
use crate::prove::Prove;
use crate::replay::Replay;
use crate::run_cube::RunCube;
use crate::shell::{Completions, Man};
use crate::show::Show;
use crate::solve::Solve;
use crate::verb::{Call, OfGames, OfPlain, OfQuestions, Verb};
use certamen_ask::question::subject_of;
use certamen_work::failure::{Failure, UNUSABLE, is_broken_pipe, with_causes};
use certamen_work::file;
use certamen_work::session::{Outcome, Session};
use certamen_work::task::Task;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::marker::PhantomData;
use std::process::ExitCode;

/// What runs a command.
type Runner = Box<dyn FnOnce(&App, &Session) -> Result<Outcome, Failure>>;

/// What was asked for.
pub(crate) struct Parsed {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) run: Runner,
}

/// The verbs of the program itself, in the order in which the help shows them.
fn verbs() -> [&'static dyn Verb; 15] {
    [
        &OfPlain::<Games>(PhantomData),
        &OfQuestions::<Emit>(PhantomData),
        &OfQuestions::<Solve>(PhantomData),
        &OfQuestions::<Prove>(PhantomData),
        &OfPlain::<Check>(PhantomData),
        &OfPlain::<Decode>(PhantomData),
        &OfQuestions::<Enumerate>(PhantomData),
        &OfQuestions::<Count>(PhantomData),
        &OfQuestions::<Cube>(PhantomData),
        &OfPlain::<RunCube>(PhantomData),
        &OfGames::<Replay>(PhantomData),
        &OfGames::<Perft>(PhantomData),
        &OfGames::<Show>(PhantomData),
        &OfPlain::<Completions>(PhantomData),
        &OfPlain::<Man>(PhantomData),
    ]
}

/// The verbs and the tasks of a program, by their words.
struct Tree<'a> {
    app: &'a App,
    verbs: Vec<&'static dyn Verb>,
}

impl<'a> Tree<'a> {
    fn of(app: &'a App) -> Self {
        // A verb about questions or games that there are none of is left out.
        let is_there =
            |verb: &&'static dyn Verb| verb.subject_word().is_none() || !verb.subjects(app).is_empty();
        Self { app, verbs: verbs().into_iter().filter(is_there).collect() }
    }

    fn verb(&self, name: &str) -> Option<&'static dyn Verb> {
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
    fn second_words(&self, first: &str) -> Vec<&'static str> {
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

    /// The subjects of a verb: those of tasks come first, because a task stands in for a verb's own.
    fn subjects(&self, path: &[&str]) -> Vec<String> {
        let mut subjects: Vec<String> = self.tasks(path).map(|task| task.subject().to_owned()).collect();
        if let [verb] = path
            && let Some(verb) = self.verb(verb)
        {
            let own = verb.subjects(self.app).into_iter().filter(|own| !subjects.contains(own));
            subjects = own.collect::<Vec<_>>().into_iter().chain(subjects.clone()).collect();
        }
        subjects
    }

    fn subject_command(&self, path: &[&str], subject: &str) -> Command {
        if let Some(task) = self.tasks(path).find(|task| task.subject() == subject) {
            return task.command();
        }
        let verb = path.first().and_then(|verb| self.verb(verb));
        verb.map_or_else(|| Command::new(subject.to_owned()), |verb| verb.subject_command(self.app, subject))
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
            (Some(verb), _) => verb.command(),
            (None, Some(task)) => described_as(Command::new(name), task),
            (None, None) => Command::new(name),
        };
        command
            .subcommands(commands)
            .subcommand_value_name(word)
            .subcommand_help_heading(heading(word))
            .subcommand_required(true)
            .disable_help_subcommand(true)
    }

    fn command(&self) -> Command {
        let program = self.app.name().to_owned();
        let mut root = Command::new(program.clone())
            .version(env!("CARGO_PKG_VERSION"))
            .about(
                "Rules of a board game become circuits, circuits become CNF or SMT for any solver, answers become checked facts",
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
                    .help("Say nothing on standard error but errors"),
            );
        for word in self.first_words() {
            let seconds = self.second_words(word);
            if seconds.is_empty() {
                root = root.subcommand(self.verb_command(&[word]));
                continue;
            }
            let commands = seconds.iter().map(|second| self.verb_command(&[word, second]));
            root = root.subcommand(
                Command::new(word)
                    .about(format!("{}: {}", about_group(word), seconds.join(", ")))
                    .subcommands(commands)
                    .subcommand_required(true)
                    .arg_required_else_help(true)
                    .disable_help_subcommand(true),
            );
        }
        root
    }

    /// Examples of the first question and game that have some.
    fn after_help(&self) -> String {
        let program = self.app.name();
        let kinds = self.app.registry().kinds().iter();
        let of_kinds = kinds.flat_map(|kind| kind.examples().iter().take(2)).take(3).copied();
        let games = self.app.games().iter();
        let purpose = certamen_play::Purpose::Replay;
        let of_games = games.flat_map(|game| game.examples(purpose).iter().take(1)).take(1).copied();
        let line = |(command, remark): (&str, &str)| {
            format!("\n  {program} {command}   {remark}").trim_end().to_owned()
        };
        let lines: Vec<String> = of_kinds.chain(of_games).map(line).collect();
        let codes =
            "Exit codes: 0 it holds, 1 it does not, 2 bad usage or input, 3 undecided; `solve`: 10, 20, 0.";
        if lines.is_empty() { codes.to_owned() } else { format!("Examples:{}\n\n{codes}", lines.concat()) }
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

/// What a group of verbs is about.
fn about_group(word: &str) -> &'static str {
    match word {
        "retro" => "Solve games backwards from their ends, and ask the tables",
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

/// A verb that has tasks only is about what its first task is.
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
    Tree::of(app).command()
}

/// Parses arguments. Help and the version go to standard output; bad usage is one line, as other complaints are.
pub(crate) fn parse(app: &App, arguments: Vec<OsString>) -> Result<Parsed, ExitCode> {
    let tree = Tree::of(app);
    let arguments = subject_first(&tree, arguments);
    let matches = tree.command().try_get_matches_from(&arguments).map_err(|error| {
        let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if error.use_stderr() && !is_help {
            app.complain(&complaint(&tree, &arguments, &error));
            return ExitCode::from(UNUSABLE);
        }
        if error.use_stderr() {
            // The exit code says it too.
            let _ = error.print();
            return ExitCode::from(UNUSABLE);
        }
        print_help(app, &error)
    })?;
    let (json, quiet) = (matches.get_flag("json"), matches.get_flag("quiet"));
    Ok(Parsed { json, quiet, run: runner(&tree, &matches) })
}

/// Writes what was asked for, the help or the version, to standard output.
fn print_help(app: &App, help: &clap::Error) -> ExitCode {
    let is_coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = help.render();
    let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
    match file::write_out(text.as_bytes()) {
        // Whoever does not read the help does not miss it.
        Err(error) if !is_broken_pipe(&error) => {
            app.complain(&with_causes(&error));
            ExitCode::from(UNUSABLE)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Finds what runs the command that was parsed.
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
    let verb = words.first().and_then(|word| tree.verb(word));
    Box::new(move |app, session| {
        verb.ok_or("no such verb")?.run(Call { app, subject: &subject, session }, &matches)
    })
}

/// The arguments with the subject right behind the verb, where flags came before it.
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

/// What is wrong with the arguments, in one line.
fn complaint(tree: &Tree<'_>, arguments: &[OsString], error: &clap::Error) -> String {
    let words: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.starts_with('-')).collect();
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let path: Vec<&str> = match words.as_slice() {
        [first, second, ..] if tree.second_words(first).contains(second) => vec![first, second],
        [first, ..] => vec![first],
        [] => Vec::new(),
    };
    let subjects = tree.subjects(&path);
    match error.kind() {
        ErrorKind::InvalidSubcommand if !subjects.is_empty() => {
            let found = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("{} applies to {}, not to {found}", path.join(" "), subjects.join(", "))
        }
        ErrorKind::MissingSubcommand if !subjects.is_empty() => {
            format!("{}: give one of {}", path.join(" "), subjects.join(", "))
        }
        ErrorKind::UnknownArgument => {
            let flag = text(ContextKind::InvalidArg).unwrap_or_default();
            let subject = words.get(path.len()).copied().unwrap_or_default();
            let long = flag.trim_start_matches('-');
            let takes = |subject: &&String| {
                tree.subject_command(&path, subject)
                    .get_arguments()
                    .any(|argument| argument.get_long() == Some(long))
            };
            let owners: Vec<&str> = subjects.iter().filter(takes).map(String::as_str).collect();
            if flag.starts_with("--") && !owners.is_empty() {
                return format!("{flag} belongs to {}, not to {subject}", owners.join(", "));
            }
            one_line(&error.render().to_string())
        }
        _ => one_line(&error.render().to_string()),
    }
}

/// The reason and the tips of a complaint about usage, as one line.
fn one_line(complaint: &str) -> String {
    let lines = complaint.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut text = String::new();
    for line in lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more ")) {
        let joint = match text.chars().last() {
            None => "",
            Some(':' | ',') => " ",
            Some(_) => "; ",
        };
        text = text + joint + line.strip_prefix("error: ").unwrap_or(line);
    }
    text
}

/// The commands that take a game, or a question about it, as their subject.
pub(crate) fn commands_of(app: &App, game: &str) -> Vec<String> {
    let tree = Tree::of(app);
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
